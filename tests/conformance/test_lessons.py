"""The lessons of every game agree with its rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import pytest

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.ui.prose import prose
from ruleboard.engine.action import Action
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import course, reference, rulings, shown, view_of
from ruleboard.games.lessons import Lesson, Step, Task, blocks
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from tests.support.pictures import nodes
from tests.support.playouts import playouts

every_game = pytest.mark.parametrize("game", GAMES)

LONGEST_STEP = 90
"""Words. A step is read beside a board, by somebody of twelve too."""
LONGEST_SENTENCE = 30


def every_step(wanted: Callable[[Step], object] = lambda step: True) -> pytest.MarkDecorator:
    """Run a test on every step of every lesson of which it has something to say, named in reports."""
    found = [
        pytest.param(game, lesson, at, step, id=f"{game}-{lesson.id}-{at + 1}")
        for game in GAMES
        for lesson in course(game)
        for at, step in enumerate(lesson.steps)
        if wanted(step)
    ]
    return pytest.mark.parametrize(("game", "lesson", "at", "step"), found)


def begun(game: str, lesson: Lesson, at: int) -> Exercise:
    """The board of a step."""
    found = learnings.opened(game, lesson.id, at)
    assert found is not None
    return found.exercise


def made(board: Exercise, text: str) -> Exercise:
    """The board after somebody has touched their way to an action."""
    board = exercises.with_table(board, history.skip_replay(board.table))
    while board.table.selected:
        board = exercises.with_table(board, gestures.cancel(board.table))
    action = next((action for action in board.table.actions if action.text == text), None)
    assert action, f"{text} is not legal: {[action.text for action in board.table.actions][:40]}"
    before = board.table.timeline.at
    for target in action.targets:
        board = exercises.touch(board, target)
    if board.table.timeline.at == before:
        board = exercises.choose(board, text)
    assert board.table.timeline.at > before
    return board


@every_game
def test_every_game_has_a_course_its_rules_and_its_rulings(game: str) -> None:
    assert len(course(game)) >= 5
    assert len(reference(game)) >= 4
    assert len(rulings(game).rulings) >= 5
    assert rulings(game).text


@every_step()
def test_a_step_shows_a_board(game: str, lesson: Lesson, at: int, step: Step) -> None:
    timeline, seat = shown(game, lesson.id, at)
    state = timeline.game.view(timeline.state, timeline.to_move)
    picture = view_of(game, lesson.id, at).picture(state, seat, Marks())
    targets = {node.attrs["data-target"] for node in nodes(picture) if "data-target" in node.attrs}
    assert set(step.notice) <= targets
    asked = {target for target in touches_asked(timeline, step) if not target.startswith("do:")}
    assert asked <= targets, "what is asked can be touched in the part of the picture that is shown"
    assert 0 <= seat < len(timeline.game.sides(timeline.state))
    if step.show:
        assert history.latest_replay(tables.open_table("x", timeline))


def touches_asked(timeline: Timeline[Any], step: Step) -> set[str]:
    """The targets of the first actions that a step's task accepts."""
    wanted = {line[0] for line in step.task.accept} if step.task else set()
    actions = timeline.game.legal_actions(timeline.state)
    return {target for action in actions if action.text in wanted for target in action.targets}


@every_step(lambda step: step.touched or step.goes is not None)
def test_what_is_taken_up_goes_where_the_lesson_says(game: str, lesson: Lesson, at: int, step: Step) -> None:
    timeline, _ = shown(game, lesson.id, at)
    found = select(timeline.game.legal_actions(timeline.state), step.touched)
    assert found.alive
    if step.goes is not None:
        assert step.touched, "goes says where what is touched may go"
        assert {target for target in found.next if not target.startswith("do:")} == set(step.goes)


@every_step(lambda step: step.refused)
def test_what_is_said_to_be_refused_is_refused_for_that_reason(game: str, lesson: Lesson, at: int, step: Step) -> None:
    timeline, _ = shown(game, lesson.id, at)
    for refused in step.refused:
        actions = timeline.game.legal_actions(timeline.state)
        assert select(actions, refused.touch[:-1]).alive
        assert not select(actions, refused.touch).alive
        assert refused.reason
        assert refused.reason in timeline.game.explain(timeline.state, refused.touch).sentence


@every_step()
def test_who_has_won_has_won(game: str, lesson: Lesson, at: int, step: Step) -> None:
    outcome = shown(game, lesson.id, at)[0].outcome
    if step.winner is None:
        assert outcome is None
    else:
        assert outcome is not None
        assert outcome.is_draw if step.winner == 0 else outcome.winners == (step.winner - 1,)


@every_step(lambda step: step.task)
def test_a_task_is_solved_by_what_it_accepts(game: str, lesson: Lesson, at: int, step: Step) -> None:
    assert step.task
    for line in step.task.accept:
        board = begun(game, lesson, at)
        while len(board.played) < len(line):
            assert board.played == line[: len(board.played)]
            board = made(board, line[len(board.played)])
            assert not board.missed
        assert board.solved
        assert board.feedback
    if step.task.effect:
        assert step.task.accept or any(board.solved for _, board in answers(game, lesson, at))
    assert step.task.hint or step.task.accept


@every_step(lambda step: step.task)
def test_a_task_can_be_missed(game: str, lesson: Lesson, at: int, step: Step) -> None:
    """Else it asks nothing; and each wrong answer named is one that can be given."""
    assert step.task
    given = answers(game, lesson, at)
    if len(given) > 1:
        assert any(not board.solved for _, board in given)
    given += second_answers(game, lesson, at, step.task)
    for wrong in step.task.wrong:
        missed = [board for action, board in given if fnmatchcase(action.text, wrong.action) and board.missed]
        assert missed, f"{wrong.action} is no wrong answer that can be given"
        assert wrong.why in {board.feedback for board in missed}


def answers(game: str, lesson: Lesson, at: int) -> list[tuple[Action, Exercise]]:
    """The first touches of a step and their effects."""
    board = begun(game, lesson, at)
    return [(action, made(board, action.text)) for action in board.table.timeline.game.legal_actions(board.start.state)]


def second_answers(game: str, lesson: Lesson, at: int, task: Task) -> list[tuple[Action, Exercise]]:
    """The reader's second actions, after the first one that a task accepts, and their effects."""
    line = next((line for line in task.accept if len(line) > 1), None)
    board = made(begun(game, lesson, at), line[0]) if line else None
    if board is None or board.played != line[:1]:
        return []
    return [(action, made(board, action.text)) for action in board.table.actions]


@every_step()
def test_a_step_is_short_and_plain(game: str, lesson: Lesson, at: int, step: Step) -> None:
    assert 0 < len(step.text.split()) <= LONGEST_STEP
    for block in blocks(step.text):
        for sentence in re.split(r"(?<=[.!?:;])\s", block):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence
    assert list(prose(step.text))


@every_game
def test_the_rules_and_rulings_point_at_what_is_there(game: str) -> None:
    lessons = {lesson.id: lesson for lesson in course(game)}
    linked = set()
    for section in reference(game):
        assert set(section.lessons) <= lessons.keys()
        linked |= set(section.lessons)
        for diagram in section.diagrams:
            assert 1 <= diagram.step <= len(lessons[diagram.lesson].steps)
    assert linked == lessons.keys(), "every lesson is one touch away from the rules"
    assert len({section.id for section in reference(game)}) == len(reference(game))
    for ruling in rulings(game).rulings:
        assert not ruling.lesson or ruling.lesson in lessons


@every_game
def test_behind_every_refusal_there_is_a_lesson(game: str) -> None:
    """The rule behind a refusal is one touch away, wherever one comes to."""
    rules, chance = GAMES[game], random.Random(game)
    lessons = {lesson.id for lesson in course(game)}
    refusals: dict[str, str] = {}
    for playout in playouts(game):
        for state in chance.sample(playout.states, min(len(playout.states), 12)):
            actions = rules.legal_actions(state)
            if not actions:
                continue
            picture = VIEWS[game].picture(rules.view(state, rules.to_move(state)), 0, Marks())
            targets = [node.attrs["data-target"] for node in nodes(picture) if "data-target" in node.attrs]
            for target in chance.sample(targets, min(len(targets), 10)):
                first = chance.choice(actions).targets[:1]
                for touched in ((target,), (*first, target)):
                    if not select(actions, touched).alive:
                        refusal = rules.explain(state, touched)
                        refusals[refusal.sentence] = refusal.lesson
    assert refusals
    untaught = {said: rule for said, rule in refusals.items() if rule not in lessons}
    assert not untaught


def test_a_task_says_what_to_do() -> None:
    """Asking is a sentence, and praise is not for nothing."""
    tasks: list[Task] = [step.task for game in GAMES for lesson in course(game) for step in lesson.steps if step.task]
    assert all(task.ask.endswith((".", "!", "?")) for task in tasks)
