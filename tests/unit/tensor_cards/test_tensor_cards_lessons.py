"""Test the lessons of the card game: where pieces end, which cards are hidden, and how tasks are judged."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import history
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.session import LessonSession
from ruleboard.app.lessons.view import lesson_page
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.ui.components import Shell
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.board import Space
from ruleboard.games.tensor_cards.notation import CARD_SIGNS, PIECE_LETTERS
from ruleboard.games.tensor_cards.options import BOARD_CHOICES
from ruleboard.games.tensor_cards.resolution import single_card_movements
from ruleboard.games.tensor_cards.snapshot import take_snapshot
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.tensor_cards.workshop import BUILT_IN_AUTHORS
from ruleboard.learning.courses import course, step_timeline
from ruleboard.scene.marks import Marks
from tests.support.pictures import iter_nodes

GAME = "tensor-cards"

# The spaces of red, blue and yellow at the end of a step, by hand from the rules and the drawing of Short Order
# (White's toward is +x, White's left +y). A step that ends on a star in the game for one star ends there.
END_SPACES = {
    ("goal", 2): "r2,0 b4,3 y1,4",  # red 9 down, 4 up two; blue 8 onto the star
    ("directions", 2): "r4,3 b2,2 y1,4",  # Black's left is -y; White's 4 goes two down, onto the star
    ("order", 1): "r1,0 b0,2 y0,4",
    ("higher", 1): "r3,0 b1,2 y0,4",  # blue down one, up two
    ("lines", 1): "r3,0 b2,2 y1,4",  # blue has no line to either side
    ("blocked", 1): "r4,2 b0,2 y1,4",  # one of two, then three up
    ("either-order", 3): "r3,0 b1,2 y1,4",  # down over the star and right, or right and down; then up three
    (
        "example",
        3,
    ): "r5,1 b3,5 y0,5",  # the 5 in vain; the 2 went right; both yellow cards go the same way
    ("hands", 3): "r4,0 b0,2 y1,4",
    ("winning", 1): "r3,0 b4,3 y1,4",
    ("points", 1): "r3,0 b2,2 y1,4",  # blue is back on its start
    ("waiting", 1): "r3,0 bout y2,2",
    ("reset", 1): "r1,0 b3,3 y1,4",  # all back, then red two up; blue down one, to White’s left one
}


@pytest.mark.parametrize(("lesson", "step"), END_SPACES)
def test_pieces_in_lessons_end_as_stated(lesson: str, step: int) -> None:
    timeline, _seat = step_timeline(GAME, lesson, step - 1)
    position = timeline.game.format_position(timeline.state)
    assert " ".join(position.split()[2:5]) == END_SPACES[lesson, step]


def test_points_of_the_variants_are_counted() -> None:
    """Points are counted in the variants. A position lists White's points before Black's."""
    for lesson, points in {"points": "1-0", "waiting": "2-0", "reset": "1-1"}.items():
        timeline, _seat = step_timeline(GAME, lesson, 0)
        assert timeline.game.format_position(timeline.state).split()[7] == points


def test_tasks_explain_every_card_that_also_reaches_the_star() -> None:
    """If another card takes the piece of a task to the same star, the task accepts it, or says why it is wrong."""
    count = 0
    for lesson in course(GAME):
        for number, step in enumerate(lesson.steps):
            state, task = step_timeline(GAME, lesson.id, number)[0].state, step.task
            for text in {line[0] for line in task.accepted_lines if line[0].startswith("put ")} if task else ():
                count += 1
                piece = PIECE_LETTERS.index(text[4])
                goals = find_card_ends(state, piece, CARD_SIGNS.index(text[5]) + 1) & state.terms.board.stars
                for card in state.hands[state.placing_player]:
                    other = f"{text[:5]}{CARD_SIGNS[card - 1]}"
                    has_reason = any(fnmatchcase(other, wrong_answer.action) for wrong_answer in task.wrong_actions)
                    is_accepted = any(line[0] == other for line in task.accepted_lines)
                    if find_card_ends(state, piece, card) & goals:
                        assert is_accepted or has_reason, (lesson.id, number + 1, other)
    assert count


def test_task_to_score_with_red_accepts_every_card_that_does() -> None:
    """The task to score with red accepts every card that scores: the 7, and the 5, which blue stops on the star."""
    timeline, _seat = step_timeline(GAME, "reset", 1)
    task = next(lesson for lesson in course(GAME) if lesson.id == "reset").steps[1].task
    assert task is not None
    assert task.effect is not None
    state, game = timeline.state, timeline.game
    placements = [action for action in game.legal_actions(state) if action.text.startswith("lay ")]
    scoring_cards = {
        action.text for action in placements if game.format_position(game.apply(state, action)).split()[2] == "r0,0"
    }
    assert {text.split()[1] for text in scoring_cards} == {"r5", "r7"}
    assert {action.text for action in placements if fnmatchcase(action.text, task.effect.action)} == scoring_cards


def find_card_ends(state: State, piece: int, card: int) -> set[Space]:
    """Return the spaces where a piece can end if only one card of the player acts."""
    pieces = take_snapshot(state, Marks()).pieces
    movements = single_card_movements(state.terms, pieces, piece, state.placing_player, card)
    return {order[-1].path[-1] for order in movements}


def open_lesson(lesson: str, step: int = 1) -> LessonSession:
    session = lessons.open_lesson(GAME, lesson, step - 1)
    assert session is not None
    return session


def find_labels(lesson_session: LessonSession) -> set[str]:
    return {node.attrs.get("aria-label", "") for node in iter_nodes(lesson_page(Shell(), lesson_session, {}))}


def test_other_cards_are_hidden_unless_a_step_reveals_them() -> None:
    hidden_labels = find_labels(open_lesson("secret"))
    assert {f"Black’s card on {piece}, face down" for piece in ("red", "blue", "yellow")} <= hidden_labels
    assert not any("face down" in label for label in find_labels(open_lesson("example")))
    assert not any("face down" in label for label in find_labels(open_lesson("order", 2)))


def play_texts(exercise: Exercise, *texts: str) -> Exercise:
    """Return the exercise after playing actions by touch and skipping replays."""
    for text in texts:
        exercise = exercises.with_table(exercise, history.skip_replay(exercise.table))
        action = next(action for action in exercise.table.actions if action.text == text)
        for target in action.targets:
            exercise = exercises.handle_gesture(exercise, Gesture(GestureKind.TOUCH, target))
    return exercise


def test_task_is_judged_after_placing_cards() -> None:
    start = open_lesson("hands", 2).exercise
    exercise = play_texts(start, "put r5", "put b3", "put b8", "take r", "put rT", "put y5")
    assert not exercise.shows_wrong_answer
    assert not exercise.is_solved
    assert play_texts(exercise, "lay rT b8 y5").is_solved
    wrong_answer = play_texts(start, "put r5", "put b3", "put y8")
    assert play_texts(wrong_answer, "lay r5 b3 y8").shows_wrong_answer


def test_tasks_that_fill_all_pieces_end_with_the_placement() -> None:
    """No task ends while a card is on each piece and "Place these cards" is still to be touched."""
    count = 0
    for lesson in course(GAME):
        for number, step in enumerate(lesson.steps, 1):
            for line in step.task.accepted_lines if step.task else ():
                exercise = open_lesson(lesson.id, number).exercise
                while not exercise.is_solved:
                    exercise = play_texts(exercise, line[len(exercise.action_texts)])
                timeline = exercise.table.timeline
                if timeline.is_hidden() and timeline.outcome is None:
                    legal = timeline.game.legal_actions(timeline.state)
                    assert not any(action.targets == ("do:lay",) for action in legal), (lesson.id, number)
                    count += 1
    assert count


def test_worked_example_has_both_choices() -> None:
    """The lesson has both choices for Black's 2: toward Black or to Black’s right.

    White's 9 acts before Black's 5, and White's 8 acts before Black's 2.
    """
    exercise = play_texts(open_lesson("example").exercise, "lay r9 b8 yT")
    assert exercise.is_solved
    assert [frame.text for frame in history.replay_frames(exercise.table, 1)] == [
        "Red: your 9, Black’s 5. The 9 is higher, so your card acts first.",
        "Your 9: red goes 1 space toward you.",
        "Black’s 5 can’t move red: red has no line to Black’s right.",
        "Blue: your 8, Black’s 2. The 8 is higher, so your card acts first.",
        "Your 8: blue goes 1 space to your left.",
    ]
    exercise_before_choice = open_lesson("example", 2).exercise
    assert {action.targets[0] for action in exercise_before_choice.table.actions} == {"3,5", "2,4"}
    result = exercises.handle_gesture(exercise_before_choice, Gesture(GestureKind.TOUCH, "2,4"))
    assert result.is_solved
    assert " b2,4 " in result.table.timeline.game.format_position(result.table.timeline.state)


def test_built_in_board_descriptions_are_true() -> None:
    assert [choice.value for choice in BOARD_CHOICES] == list(library.boards())
    for choice in BOARD_CHOICES:
        file = library.boards()[choice.value]
        assert choice.title == file.title
        board = file.board
        assert choice.help == f"{board.height} by {board.width} spaces, {len(board.stars)} stars."
    authors = {file.author for file in library.boards().values()} | {library.deck().author}
    assert set(BUILT_IN_AUTHORS) == {author for author in authors if author != "Ruleboard"}
