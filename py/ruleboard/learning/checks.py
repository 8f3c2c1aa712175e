"""Generate the quiz questions of a course from positions near its lessons.

A question about a legal or illegal touch belongs to the lesson in ``Refusal.lesson``. A question about an ending
belongs to the lesson that teaches the ending. A question about the effects of an action belongs to the lesson whose
diagram its position comes from. No question needs rules from later chapters. Games need no code for quizzes. Their
``checks.toml`` lists the last lesson of each chapter, and has two flags: labels of targets mention effects, and
positions in the middle of a turn are useful.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias, TypeVar

from ruleboard.contract.view import BaseView
from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import Outcome
from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _, cached_by_language
from ruleboard.learning.courses import (
    allows_effect_questions,
    allows_mid_turn_questions,
    chapter_ends,
    course,
    step_timeline,
    step_view,
)
from ruleboard.learning.lessons import Lesson, Step
from ruleboard.registry import VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from ruleboard.wording import sentence

T = TypeVar("T")

QUESTIONS_PER_QUIZ = 5
"""The number of questions of a quiz."""

_LESSONS_PER_CHAPTER = 5
"""The number of lessons in a chapter, for games that do not define chapters."""

_MAX_POSITIONS = 48
"""The maximum number of positions to try for a question on a chapter. For one lesson it is a third of this."""

_MAX_TOUCHES = 16
"""The maximum number of touches to explain in a position."""

_MAX_FINISHING_ACTIONS = 4
"""The maximum number of random actions that finish a turn, if quizzes do not use positions in the middle of a turn."""

_MAX_ANSWERS = 4
"""The maximum number of answers to a question on targets."""

_SQUARE_NAME = re.compile(r"\b[a-z][0-9]+")
"""The name of a square in a sentence."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a course that ends with a quiz. It has a number, from 1, and lessons."""

    number: int
    lessons: tuple[Lesson, ...]

    @property
    def id(self) -> str:
        """The id of the chapter's quiz, for addresses and the list of completed lessons."""
        return f"check-{self.number}"


@dataclass(frozen=True, slots=True)
class Question:
    """A multiple-choice question in the current language.

    Attributes:
        timeline: the game up to the position.
        board_view: the view of the position.
        seat: the player nearest to the reader (0-based).
        text: the question.
        selection: the selected targets in the picture.
        highlighted: the highlighted targets.
        answers: the answers.
        correct_index: the index of the correct answer.
        reasons: for each answer, a sentence that says why it is correct or wrong.
        lesson: the id of the lesson about the rule, or ``""``.
    """

    timeline: Timeline[Any]
    board_view: BaseView[Any, Any]
    seat: int
    text: str
    selection: tuple[str, ...]
    highlighted: frozenset[str]
    answers: tuple[str, ...]
    correct_index: int
    reasons: tuple[str, ...]
    lesson: str


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """Return the chapters of a game's course in order, or an empty tuple if there are no chapters.

    Lessons after the last chapter, such as lessons on strategy, teach no rules and have no quiz.
    """
    lessons = course(game)
    last_lesson_ids = chapter_ends(game) or [
        lesson.id for lesson in (*lessons[_LESSONS_PER_CHAPTER - 1 :: _LESSONS_PER_CHAPTER], *lessons[-1:])
    ]
    lesson_groups: list[tuple[Lesson, ...]] = []
    current_lessons: list[Lesson] = []
    for lesson in lessons:
        current_lessons.append(lesson)
        if lesson.id in last_lesson_ids:
            lesson_groups.append(tuple(current_lessons))
            current_lessons = []
    return tuple(Chapter(number, part) for number, part in enumerate(lesson_groups, 1))


def chapter(game: str, id: str) -> Chapter | None:
    """Return the chapter whose quiz has the given id, or None."""
    return next((entry for entry in chapters(game) if entry.id == id), None)


def question(game: str, chapter: Chapter, number: int, seed: int) -> Question | None:
    """Return a question about a chapter, or None without a suitable position.

    Args:
        game: the game's id.
        chapter: the chapter.
        number: the 0-based index of the question in the quiz, which decides its kind.
        seed: the seed of the position and of all random choices, different for each question.
    """
    random = _Random(seed)
    chapter_lessons = frozenset(lesson.id for lesson in chapter.lessons)
    past_lessons = _lessons_through(game, chapter)
    lesson = random.choice(chapter.lessons)
    return (
        _find_question(
            game, (lesson,), _Scope(frozenset({lesson.id}), past_lessons), number, random, _MAX_POSITIONS // 3
        )
        or _find_question(game, chapter.lessons, _Scope(chapter_lessons, past_lessons), number, random)
        or _find_question(game, chapter.lessons, _Scope(past_lessons | {""}, past_lessons), number, random)
    )


def question_about(game: str, lesson: Lesson, chapter: Chapter, number: int, seed: int) -> Question | None:
    """Return a question about one lesson of a chapter, or None without a suitable position.

    Args:
        game: the game's id.
        lesson: the lesson.
        chapter: the chapter. Readers know all its rules.
        number: the 0-based index of the question in the quiz, which decides its kind.
        seed: the seed of all random choices.
    """
    scope = _Scope(frozenset({lesson.id}), _lessons_through(game, chapter))
    return _find_question(game, (lesson,), scope, number, _Random(seed), _MAX_POSITIONS // 3)


def _find_question(
    game: str, lessons: Sequence[Lesson], scope: _Scope, number: int, random: _Random, attempts: int = 0
) -> Question | None:
    """Return a question about a position near one of the lessons, or None.

    The function tries the kind of question that is next in ``_QUESTION_KINDS`` before the other kinds.
    """
    kinds = tuple(kind for kind in _QUESTION_KINDS if kind is not _ask_effect or allows_effect_questions(game))
    kind_in_turn = kinds[number % len(kinds)]
    other_kinds = tuple(kind for kind in kinds if kind is not kind_in_turn)
    attempts = attempts or _MAX_POSITIONS
    for attempt in range(attempts):
        position = _random_position(game, lessons, random)
        for kind in (kind_in_turn, *other_kinds) if attempt >= attempts // 3 else (kind_in_turn,):
            if position and (result := kind(position, scope, random)) and position.shows_targets_of(result):
                return result
    return None


def _lessons_through(game: str, chapter: Chapter) -> frozenset[str]:
    lessons = [lesson.id for lesson in course(game)]
    return frozenset(lessons[: lessons.index(chapter.lessons[-1].id) + 1])


class _Random:
    def __init__(self, seed: int) -> None:
        self._state = seed

    def randbelow(self, bound: int) -> int:
        number, self._state = randbelow(bound, self._state)
        return number

    def choice(self, items: Sequence[T]) -> T:
        return items[self.randbelow(len(items))]

    def shuffled(self, items: Collection[T]) -> tuple[T, ...]:
        result, self._state = shuffled(tuple(items), self._state)
        return result


@dataclass(frozen=True, slots=True)
class _Scope:
    """The lessons that limit the subject of a question.

    Attributes:
        subject_lessons: the ids of the lessons that the question may be about.
        past_lessons: the ids of all lessons before the quiz, whose rules the reader knows.
    """

    subject_lessons: frozenset[str]
    past_lessons: frozenset[str]


@dataclass(frozen=True)
class _Position:
    """A position for a question, with cached properties.

    Attributes:
        timeline: the game up to the position.
        view: the view of the game.
        seat: the player nearest to the reader (0-based).
        lesson: the id of the lesson whose diagram the position continues.
        subjects: the first targets of the task and of the selection in the lesson's step.
    """

    timeline: Timeline[Any]
    view: BaseView[Any, Any]
    seat: int
    lesson: str
    subjects: frozenset[str]

    @cached_property
    def visible_state(self) -> Any:
        return self.timeline.state_for(self.timeline.to_move)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        return self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def first_targets(self) -> tuple[str, ...]:
        return tuple(filter(_is_on_board, select(self.actions).next_targets))

    @cached_property
    def targets(self) -> tuple[str, ...]:
        marks = Marks(next_targets=dict.fromkeys(self.first_targets, "go"))
        all_targets = dict.fromkeys(targets_in(self.view.picture(self.visible_state, self.seat, marks)))
        return tuple(target for target in all_targets if _is_on_board(target))

    @cached_property
    def covered_targets(self) -> frozenset[str]:
        """The targets that lie below another target, which receives their touches.

        The label of a covered target ends with the label of the target above it.
        """
        names = {self.name(target): target for target in self.targets}
        return frozenset(target for name, target in names.items() for suffix in _name_suffixes(name) if suffix in names)

    def shows_targets_of(self, question: Question) -> bool:
        return {*filter(_is_on_board, (*question.selection, *question.highlighted))} <= {*self.targets}

    def next_targets(self, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the targets that complete an action after a selection.

        If no target completes an action, return all possible next targets.
        """
        candidates = tuple(filter(_is_on_board, select(self.actions, selection).next_targets))
        completing = self._completing_targets(selection)
        return tuple(target for target in candidates if target in completing) or candidates

    def _completing_targets(self, selection: tuple[str, ...]) -> frozenset[str]:
        length = len(selection)
        paths = (path for action in self.actions for path in (action.targets, *action.alternative_targets))
        return frozenset(path[length] for path in paths if len(path) == length + 1 and path[:length] == selection)

    def partial_selections(self, random: _Random) -> Iterator[tuple[str, ...]]:
        candidates = sorted(random.shuffled(self.first_targets), key=lambda target: target not in self.subjects)
        for first_target in candidates[:3]:
            next_targets = filter(_is_on_board, select(self.actions, (first_target,)).next_targets)
            completing = self._completing_targets((first_target,))
            longer_selections = [(first_target, second) for second in next_targets if second not in completing]
            yield random.choice(longer_selections) if longer_selections and random.randbelow(2) else (first_target,)

    def refusal_lesson(self, selection: tuple[str, ...], refusal: Refusal, scope: _Scope) -> str:
        """Return the id of the lesson that a refusal names.

        If the selection begins with a subject of the position's lesson, and the refusal's lesson is not one that the
        question may be about, return the id of the position's lesson.
        """
        is_about_lesson = selection and selection[0] in self.subjects and self.lesson in scope.subject_lessons
        return self.lesson if is_about_lesson and refusal.lesson not in scope.subject_lessons else refusal.lesson

    def illegal_targets(self, selection: tuple[str, ...], scope: _Scope, random: _Random) -> list[tuple[str, Refusal]]:
        """Return illegal next targets of a selection, each with the reason why it is illegal.

        Targets whose reasons belong to subject lessons come first. The result is empty if a reason depends on a later
        lesson, since the reader does not know that rule yet.
        """
        legal_targets = select(self.actions, selection).next_targets
        excluded_targets = {*legal_targets, *selection, *self.first_targets, *self.covered_targets}
        candidates = [target for target in self.targets if target not in excluded_targets]
        refusals = []
        for target in random.shuffled(candidates)[:_MAX_TOUCHES]:
            if refusal := self.timeline.game.explain(self.timeline.state, (*selection, target)):
                if refusal.lesson in scope.past_lessons or not refusal.lesson:
                    refusals.append((target, refusal))
                elif selection:
                    return []
        if selection:  # a square far from all legal ones would give the answer away
            legal_squares = [square for square in map(_coordinates, legal_targets) if square]
            refusals.sort(key=lambda entry: _distance(entry[0], legal_squares))
        refusals = _sorted_by_variety(refusals, lambda entry: entry[1].sentence)
        refusals.sort(key=lambda entry: entry[1].lesson not in scope.subject_lessons)
        return (
            refusals
            if refusals and self.refusal_lesson(selection, refusals[0][1], scope) in scope.subject_lessons
            else []
        )

    def name(self, target: str) -> str:
        return self.timeline.game.name(self.visible_state, target)

    def selection_name(self, selection: tuple[str, ...]) -> str:
        first_name, *later_names = map(self.name, selection)
        return _("{thing}, then {other}").format(thing=first_name, other=later_names[0]) if later_names else first_name

    def target_text(self, target: str) -> str:
        """Return the label of a target, or only the square's name if the label names a square and its piece."""
        name = self.name(target)
        return target if name.startswith(f"{target}, ") else name

    def create_question(
        self,
        text: str,
        answers: Sequence[tuple[str, str]],
        correct_index: int,
        selection: tuple[str, ...] = (),
        highlighted: frozenset[str] = frozenset(),
        lesson: str = "",
    ) -> Question:
        answer_texts, reasons = zip(*answers, strict=True)
        return Question(
            self.timeline,
            self.view,
            self.seat,
            text,
            selection,
            highlighted,
            answer_texts,
            correct_index,
            reasons,
            lesson,
        )

    def create_choice(
        self,
        text: str,
        correct_answer: tuple[str, str, str],
        wrong_answers: Sequence[tuple[str, str, str]],
        random: _Random,
        selection: tuple[str, ...] = (),
        lesson: str = "",
    ) -> Question | None:
        """Return a question with one correct answer and some wrong answers, or None if two labels are equal.

        Args:
            text: the question.
            correct_answer: the target of the correct answer, its label, and the reason why it is correct.
            wrong_answers: the same for the wrong answers, the best first. The question has at most ``_MAX_ANSWERS - 1``
                of them.
            random: the random generator, which chooses the index of the correct answer.
            selection: the selected targets.
            lesson: the id of the lesson on the rule.
        """
        answers = [*wrong_answers[: _MAX_ANSWERS - 1]]
        correct_index = random.randbelow(len(answers) + 1)
        answers.insert(correct_index, correct_answer)
        if len({name for _target, name, _reason in answers}) < len(answers):
            return None
        highlighted = frozenset(target for target, _name, _reason in answers)
        answers_with_reasons = [(name, reason) for _target, name, reason in answers]
        return self.create_question(text, answers_with_reasons, correct_index, selection, highlighted, lesson)


_QuestionKind: TypeAlias = Callable[[_Position, _Scope, _Random], Question | None]
"""A function that returns a question of one kind about a position, or None."""


def _is_on_board(target: str) -> bool:
    return not target.startswith("do:")


def _name_suffixes(name: str) -> Iterator[str]:
    """Yield, for each comma in a label, the part of the label after it.

    For "column 5, row 4, blue piece" these are "row 4, blue piece" and "blue piece".
    """
    parts = name.split(", ")
    return (", ".join(parts[index:]) for index in range(1, len(parts)))


def _coordinates(target: str) -> tuple[int, int] | None:
    return (ord(target[0]), int(target[1:])) if _SQUARE_NAME.fullmatch(target) else None


def _distance(target: str, squares: Sequence[tuple[int, int]]) -> int:
    """Return the number of king moves from a square to the nearest of ``squares``, or 0 for other targets."""
    square = _coordinates(target)
    if square is None:
        return 0
    return min((max(abs(square[0] - file), abs(square[1] - rank)) for file, rank in squares), default=0)


def _random_position(game: str, lessons: Sequence[Lesson], random: _Random) -> _Position | None:
    """Return a position a few random actions after a random diagram of the lessons.

    Return None if no player is to move, or if a position in the middle of a turn is not useful and the turn did not
    end.
    """
    lesson = random.choice(lessons)
    step_index = random.randbelow(len(lesson.steps))
    timeline, seat = step_timeline(game, lesson.id, step_index)
    action_count = random.randbelow(4)
    finishes_turn = bool(action_count) and not allows_mid_turn_questions(game)
    for number in range(action_count + (_MAX_FINISHING_ACTIONS if finishes_turn else 0)):
        if number >= action_count and timeline.game.key(timeline.state) is not None:
            break
        actions = timeline.game.legal_actions(timeline.state) if not timeline.outcome else ()
        if not actions:
            break
        next_timeline = timeline.play(random.choice(actions))
        if next_timeline.outcome:
            break
        timeline = next_timeline
    if timeline.outcome or timeline.to_move is None:
        return None
    if finishes_turn and timeline.game.key(timeline.state) is None:
        return None
    if VIEWS[game].rotates_to_mover:
        seat = timeline.to_move
    subjects = frozenset() if action_count else _first_targets_of_step(lesson.steps[step_index], timeline)
    return _Position(timeline, step_view(game, lesson.id, step_index), seat, lesson.id, subjects)


def _first_targets_of_step(step: Step, timeline: Timeline[Any]) -> frozenset[str]:
    first_actions = {line[0] for line in step.task.accept} if step.task else set()
    actions = timeline.game.legal_actions(timeline.state) if first_actions else ()
    return frozenset((*step.touched[:1], *(action.targets[0] for action in actions if action.text in first_actions)))


def _ask_next_target(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    for selection in position.partial_selections(random):
        legal_targets = position.next_targets(selection)
        refusals = position.illegal_targets(selection, scope, random) if legal_targets else []
        if len(refusals) < _MAX_ANSWERS - 1:
            continue
        goal = _random_target_by_kind(position, selection, legal_targets, random)
        wrong_answers = [(target, position.target_text(target), refusal.sentence) for target, refusal in refusals]
        return position.create_choice(
            _("You touch {thing}. What can you touch next?").format(thing=position.selection_name(selection)),
            (goal, position.target_text(goal), _action_sentence(position, (*selection, goal))),
            wrong_answers,
            random,
            selection=selection,
            lesson=position.refusal_lesson(selection, refusals[0][1], scope),
        )
    return None


def _ask_illegal_target(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    for selection in position.partial_selections(random):
        next_targets = position.next_targets(selection)
        refusals = position.illegal_targets(selection, scope, random) if len(next_targets) >= _MAX_ANSWERS - 1 else []
        if not refusals:
            continue
        (target, refusal), *_others = refusals
        legal_answers = [
            (goal, position.target_text(goal), _action_sentence(position, (*selection, goal)))
            for goal in random.shuffled(next_targets)
        ]
        legal_answers = _sorted_by_variety(legal_answers, lambda answer: answer[2])
        return position.create_choice(
            _("You touch {thing}. What can you not touch next?").format(thing=position.selection_name(selection)),
            (target, position.target_text(target), refusal.sentence),
            legal_answers,
            random,
            selection=selection,
            lesson=position.refusal_lesson(selection, refusal, scope),
        )
    return None


def _ask_first_target(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    refusals = position.illegal_targets((), scope, random) if position.first_targets else []
    if len(refusals) < _MAX_ANSWERS - 1:
        return None
    legal_target = random.choice(position.first_targets)
    return position.create_choice(
        _("Which of these can you begin with?"),
        (legal_target, position.name(legal_target), _("That is allowed.")),
        [(target, position.name(target), refusal.sentence) for target, refusal in refusals],
        random,
        lesson=refusals[0][1].lesson,
    )


def _ask_whether_legal(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    is_legal = not random.randbelow(2)
    for selection in position.partial_selections(random):
        next_targets = position.next_targets(selection)
        refusals = position.illegal_targets(selection, scope, random)
        if not refusals or not next_targets:
            continue
        target, refusal = refusals[0]
        if is_legal:
            target = _random_target_by_kind(position, selection, next_targets, random)
        reason = _action_sentence(position, (*selection, target)) if is_legal else refusal.sentence
        text = _("You touch {thing}, then {place}. Is that allowed?")
        return position.create_question(
            text.format(thing=position.selection_name(selection), place=position.target_text(target)),
            ((_("Yes"), reason), (_("No"), reason)),
            0 if is_legal else 1,
            selection=selection,
            highlighted=frozenset({target}),
            lesson=position.refusal_lesson(selection, refusal, scope),
        )
    return None


def _sorted_by_variety(items: Iterable[T], text_of: Callable[[T], str]) -> list[T]:
    """Return the items sorted so that items with a new text come before items that repeat a text.

    Two texts count as equal if they differ only in the names of squares.
    """
    counts: Counter[str] = Counter()
    numbered_items = []
    for item in items:
        text_without_squares = _SQUARE_NAME.sub("", text_of(item))
        numbered_items.append((counts[text_without_squares], item))
        counts[text_without_squares] += 1
    return [item for _number, item in sorted(numbered_items, key=lambda entry: entry[0])]


def _random_target_by_kind(
    position: _Position, selection: tuple[str, ...], targets: Sequence[str], random: _Random
) -> str:
    """Return a random next target.

    Each kind of action is equally likely, regardless of how many targets it has.
    """
    sentences = {goal: _action_sentence(position, (*selection, goal)) for goal in random.shuffled(targets)}
    varied_targets = _sorted_by_variety(sentences, lambda goal: sentences[goal])
    kind_count = len({_SQUARE_NAME.sub("", text) for text in sentences.values()})
    return random.choice(varied_targets[:kind_count])


def _action_sentence(position: _Position, selection: tuple[str, ...]) -> str:
    game, state = position.timeline.game, position.timeline.state
    actions = select(position.actions, selection).complete_actions
    return sentence(game.describe(state, actions[0])) if actions else _("That is allowed.")


def _ask_effect(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    timeline, game = position.timeline, position.timeline.game
    if position.lesson not in scope.subject_lessons or timeline.is_hidden():
        return None
    for action in random.shuffled(position.actions)[:8]:
        next_timeline = timeline.play(action)
        if next_timeline.is_hidden() or game.outcome(next_timeline.state):  # ``_ask_result`` asks for the end
            continue
        visible_state = next_timeline.state_for(next_timeline.to_move)
        remaining_targets = frozenset(targets_in(position.view.picture(visible_state, position.seat, Marks())))
        names_before_and_after = [
            (target, position.name(target), game.name(visible_state, target))
            for target in position.targets
            if target in remaining_targets
        ]
        changes = [
            (target, name_before, name_after)
            for target, name_before, name_after in names_before_and_after
            if name_before != name_after
        ]
        description = sentence(game.describe(timeline.state, action))
        unannounced_changes = [
            change for change in changes if not _word_set(change[2]) - _word_set(change[1]) <= _word_set(description)
        ]
        remote_changes = [
            change for change in unannounced_changes if change[0] not in action.targets and change[0] not in description
        ]
        if not remote_changes or len(changes) < 2:
            continue
        target, before, name_after = random.choice(remote_changes)
        reason = _("That is true now, but no longer afterwards.")
        return position.create_choice(
            _("{action} Which of these is true afterwards?").format(action=description),
            (target, name_after, _("So far: {thing}.").format(thing=before)),
            [(changed_target, name, reason) for changed_target, name, _name_after in random.shuffled(changes)],
            random,
            lesson=position.lesson,
        )
    return None


def _word_set(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _ask_result(position: _Position, scope: _Scope, random: _Random) -> Question | None:
    game, state = position.timeline.game, position.timeline.state
    if position.timeline.is_hidden():
        return None
    lessons_by_ending = _first_lesson_by_ending(game.id)
    ending_actions: list[tuple[Action[Any], Outcome | None]] = []
    continuing_actions: list[tuple[Action[Any], Outcome | None]] = []
    for action in random.shuffled(position.actions)[:30]:
        outcome = game.outcome(game.apply(state, action))
        (ending_actions if outcome else continuing_actions).append((action, outcome))
    lessons = {lessons_by_ending.get(outcome.reason, position.lesson) for _action, outcome in ending_actions if outcome}
    if not lessons & scope.subject_lessons or not lessons <= scope.past_lessons:
        return None
    action, outcome = random.choice(
        continuing_actions if continuing_actions and not random.randbelow(3) else ending_actions
    )
    sides = [_(side) for side in game.sides(state)]
    answers = [*(_("{side} wins.").format(side=side) for side in sides), _("It is a draw."), _("The game goes on.")]
    correct_answer = len(sides) + 1
    if outcome:
        correct_answer = len(sides) if outcome.is_draw else outcome.winners[0]
    answer_order = random.shuffled(range(len(answers)))  # otherwise the first and the last would be correct more often
    reason = outcome.reason if outcome else _("Nothing has ended the game.")
    lesson = lessons_by_ending.get(outcome.reason, position.lesson) if outcome else min(lessons & scope.subject_lessons)
    return position.create_question(
        _("{action} What is the result?").format(action=sentence(game.describe(state, action))),
        [(answers[number], reason) for number in answer_order],
        answer_order.index(correct_answer),
        highlighted=frozenset(filter(_is_on_board, action.targets)),
        lesson=lesson,
    )


@cached_by_language(16)
def _first_lesson_by_ending(game: str) -> dict[str, str]:
    result: dict[str, str] = {}
    for lesson in course(game):
        for step_index, step in enumerate(lesson.steps):
            timeline, _seat = step_timeline(game, lesson.id, step_index)
            lines = step.task.accept if step.task and not timeline.outcome else ((),)
            for line in lines[:1]:
                for text in line:
                    timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
                if timeline.outcome:
                    result.setdefault(timeline.outcome.reason, lesson.id)
    return result


_QUESTION_KINDS: tuple[_QuestionKind, ...] = (
    _ask_next_target,
    _ask_effect,
    _ask_illegal_target,
    _ask_result,
    _ask_first_target,
    _ask_whether_legal,
)
"""The kinds of questions, in the order in which a quiz uses them. Readers guess the last kind most easily."""
