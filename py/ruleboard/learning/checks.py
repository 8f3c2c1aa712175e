"""Create quiz questions from the games' question banks.

A kind of question is data: a ``QuestionKind`` from the game's ``checks.toml``. The name of the kind chooses the
function that creates a question from the kind and a seed:

- ``where``, ``where-not``: which marked target may, or may not, come next after the selected ones?
- ``which``: which marked piece can reach a square?
- ``count``: how many targets can a piece reach?
- ``why``: which rule does not allow a touch?
- ``result``: who wins with an action, or does the game continue?
- ``written``: a question whose answers the bank contains. It shows a board only if it has a position of its own.
- The game may add kinds of its own (``Quiz.kinds``).

``legal_actions`` decides which answers are correct. The refusal of a wrong target names the lesson of the question, or
an earlier one, so a person who chooses this target has forgotten the rule of that lesson. If a question asks what is
not allowed, or why, the refusal behind the correct answer names a rule of the chapter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import Any, TypeAlias, TypeVar

from ruleboard.contract.quizzes import GameQuestion, QuizAnswer
from ruleboard.contract.view import BaseView
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.i18n import _
from ruleboard.learning.courses import course, question_bank, start_timeline, step_timeline, step_view
from ruleboard.learning.lessons import Lesson, QuestionCase, QuestionKind
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in

T = TypeVar("T")

QUESTIONS_PER_QUIZ = 5
"""The number of questions of a quiz."""

MOVE_KINDS = ("where", "where-not", "which", "count", "why")
"""The kinds of questions about the moves of the player to move."""

_LESSONS_PER_CHAPTER = 5
"""The number of lessons in a chapter, for games that do not define chapters."""

_MAX_POSITIONS = 24
"""The maximum number of positions to try for a question."""

_MAX_RANDOM_ACTIONS = 3
"""The maximum number of random actions between a diagram and the position of a question."""

_MAX_FINISHING_ACTIONS = 8
"""The maximum number of random actions to complete the turns before a question."""

_MAX_TOUCHES = 60
"""The maximum number of touches to explain in a position."""

_MAX_ANSWERS = 4
"""The maximum number of answers to a question on targets."""

_MIN_ANSWERS = 3
"""The minimum number of answers to a question on targets."""

_SQUARE_NAME_PATTERN = re.compile(r"\b[a-z][0-9]+\b")
"""The name of a square in a sentence."""

_REVEALING_WORD_PATTERN = re.compile(r"[^\W\d_]{4,}|\w*\d\w*")
"""A word that may reveal an answer: a word of four or more letters, or a word with a digit."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a course that ends with a quiz. Chapters are numbered from 1."""

    number: int
    lessons: tuple[Lesson, ...]

    @property
    def id(self) -> str:
        """The id of the chapter's quiz, for addresses and the list of completed lessons."""
        return f"check-{self.number}"


@dataclass(frozen=True, slots=True)
class RuleStep:
    """The step of a lesson that teaches a rule. Steps are numbered from 1."""

    lesson: str
    step: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question in the current language.

    Attributes:
        kind: the kind of the question, with its lesson.
        timeline: the game up to the position.
        board_view: the view of the position.
        seat: the player at the bottom of the board (0-based).
        text: the question.
        answers: the answers. All answers are targets on the board, or all are buttons.
        correct_index: the index of the correct answer.
        explanation: one or two sentences that name the rule behind the correct answer.
        selection: the selected targets in the picture.
        highlighted: the highlighted targets that are not answers.
        action: the action that the picture shows after the answer, or None.
        path: the targets along the path that the picture shows after the answer; empty for no path.
        shows_hidden: True if the picture shows what is hidden from the player to move.
        counted_targets: the names of the targets that the correct answer counts, by target. The picture marks these
            targets after the answer.
        refusal_lesson: the id of the lesson that the refusal behind the correct answer names, or ``""``.
        shows_board: False for a question about a rule, whose text says all that a person needs to know.
    """

    kind: QuestionKind
    timeline: Timeline[Any]
    board_view: BaseView[Any, Any]
    seat: int
    text: str
    answers: tuple[QuizAnswer, ...]
    correct_index: int
    explanation: str
    selection: tuple[str, ...] = ()
    highlighted: frozenset[str] = frozenset()
    action: Action[Any] | None = None
    path: tuple[str, ...] = ()
    shows_hidden: bool = False
    counted_targets: Mapping[str, str] = field(default_factory=dict)
    refusal_lesson: str = ""
    shows_board: bool = True

    @property
    def lesson(self) -> str:
        """The id of the lesson that teaches the rule of the question."""
        return self.refusal_lesson or _rule_lesson(self.kind)

    def rule_steps(self, answer: int) -> tuple[RuleStep, ...]:
        """Return the steps that teach the rules in the verdict on an answer.

        The rule that a wrong answer breaks comes first, if the answer has a reason of its own.
        """
        chosen_answer, lessons = self.answers[answer], [self.lesson]
        if answer != self.correct_index and chosen_answer.reason:
            lessons.insert(0, chosen_answer.lesson)
        game = self.timeline.game.id
        return tuple(RuleStep(lesson, _find_step(game, self.kind, lesson)) for lesson in dict.fromkeys(lessons))

    @property
    def visible_state(self) -> Any:
        """The state in the picture."""
        return self.timeline.state if self.shows_hidden else self.timeline.state_for(self.timeline.to_move)

    @property
    def correct_answer(self) -> QuizAnswer:
        """The correct answer."""
        return self.answers[self.correct_index]

    @property
    def correct_targets(self) -> frozenset[str]:
        """The targets on the board that the correct answer names or counts."""
        return frozenset(filter(None, (self.correct_answer.target, *self.counted_targets)))

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets on the board that are answers; empty if the answers are buttons."""
        return tuple(filter(None, (answer.target for answer in self.answers)))


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """Return the chapters of a game's course in order, or an empty tuple if there are no chapters.

    Lessons after the last chapter, such as lessons on strategy, teach no rules and have no quiz.
    """
    lessons = course(game)
    last_lesson_ids = question_bank(game).chapter_ends or [
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


@cache
def _chapter_lesson_ids(game: str, lesson_id: str) -> frozenset[str]:
    """Return the ids of all lessons in the chapter with a lesson."""
    lesson_groups = ([lesson.id for lesson in entry.lessons] for entry in chapters(game))
    return frozenset(next(ids for ids in lesson_groups if lesson_id in ids))


def _rule_lesson(kind: QuestionKind) -> str:
    return kind.rule_lesson or kind.lesson


def _find_step(game: str, kind: QuestionKind, lesson: str) -> int:
    """Return the step of a lesson (from 1) that teaches a rule in a question of a kind.

    If the question's own kind has another lesson, the other questions on ``lesson`` name the step, the questions on the
    same piece first.
    """
    if lesson == _rule_lesson(kind):
        return kind.step
    kinds = [other_kind for other_kind in question_bank(game).kinds if _rule_lesson(other_kind) == lesson]
    return next((other_kind for other_kind in kinds if other_kind.piece == kind.piece), kinds[0]).step


@cache
def reader_seat(game: str) -> int:
    """Return the player at the bottom of the boards in a game's quizzes, who is "you" in the questions."""
    return step_timeline(game, course(game)[0].id, 0)[1]


def question(
    game: str,
    chapter: Chapter,
    question_index: int,
    seed: int,
    past_questions: Sequence[Question] = (),
    past_kinds: Collection[QuestionKind] = (),
) -> Question | None:
    """Return a question of a quiz, or None if no kind of question has a suitable position.

    The questions of a quiz are about different lessons if the chapter has enough of them, and of different kinds. No
    three questions in a row have the same correct answer. Kinds of questions from the last quiz come last.

    Args:
        game: the game's id.
        chapter: the chapter.
        question_index: the 0-based index of the question in the quiz.
        seed: the seed of the quiz.
        past_questions: the questions of the quiz before this one, in order.
        past_kinds: the kinds of the questions of the last quiz on the chapter.
    """
    random = _Random(seed)
    kinds_so_far = [past_question.kind for past_question in past_questions]
    last_answers = [past_question.correct_answer.text for past_question in past_questions[-2:]]
    past_lesson_ids = _list_lessons_through(game, chapter)
    kinds_by_lesson = [
        sorted(
            random.shuffled([kind for kind in question_bank(game).kinds if kind.lesson == lesson.id]),
            key=lambda kind: kind in past_kinds,
        )
        for lesson in random.shuffled(chapter.lessons)
    ]
    ordered_kinds = [
        kinds[index]
        for index in range(max(map(len, kinds_by_lesson)))
        for kinds in kinds_by_lesson
        if index < len(kinds)
    ]
    for kind in (*ordered_kinds[question_index:], *ordered_kinds[:question_index]):
        if kind in kinds_so_far:
            continue
        result = make_question_of_kind(game, kind, past_lesson_ids, seed + question_index)
        if result and last_answers != [result.correct_answer.text] * 2:
            return result
    return None


def make_question_of_kind(
    game: str, kind: QuestionKind, past_lesson_ids: Collection[str], seed: int
) -> Question | None:
    """Return a question of one kind, or None if no position is suitable.

    Args:
        game: the game's id.
        kind: the kind of question.
        past_lesson_ids: the ids of the lessons up to the end of the chapter.
        seed: the seed of the position and of all random choices.
    """
    random = _Random(seed)
    make_question = _QUESTION_MAKERS.get(kind.kind, _ask_game)
    fallback_question = None
    for _attempt in range(_MAX_POSITIONS):
        position = _choose_position(game, kind, past_lesson_ids, random)
        result = make_question(position, random) if position else None
        if result and not reveals_answer(result) and not _repeats_diagram(result):
            if not is_odd_one_out(result):
                return result
            fallback_question = fallback_question or result
    return fallback_question


def _repeats_diagram(question: Question) -> bool:
    """Return True if a lesson that the question is about shows the same position and may give the answer away.

    Positions of cases and of written questions do not count.
    """
    kind, timeline = question.kind, question.timeline
    if kind.cases or kind.kind == "written":
        return False
    position = timeline.game.format_position(timeline.state)
    return any(position in _diagram_positions(timeline.game.id, id) for id in kind.lessons or (kind.lesson,))


@cache
def _diagram_positions(game: str, lesson_id: str) -> frozenset[str]:
    lesson = next(lesson for lesson in course(game) if lesson.id == lesson_id)
    timelines = [step_timeline(game, lesson_id, index)[0] for index in range(len(lesson.steps))]
    return frozenset(timeline.game.format_position(timeline.state) for timeline in timelines)


def reveals_answer(question: Question) -> bool:
    """Return True if a word of the question occurs in the correct answer, but in no wrong answer."""
    sides = question.timeline.game.sides(question.timeline.state)
    mode = question.board_view.mode_name(question.timeline.state)
    query_words = _find_revealing_words(f"{mode} {question.text}") - _find_revealing_words(" ".join(map(_, sides)))
    wrong_words = {
        word
        for answer in question.answers
        if answer is not question.correct_answer
        for word in _find_revealing_words(answer.text)
    }
    return bool((_find_revealing_words(question.correct_answer.text) & query_words) - wrong_words)


def is_odd_one_out(question: Question) -> bool:
    """Return True if only the correct answer is an empty square, or if only the correct answer has a piece."""
    state, find_piece = question.visible_state, PACKAGES[question.timeline.game.id].quiz.piece
    empty_flags = [
        question.board_view.owner(state, target) is None and not find_piece(state, target)
        for target in question.targets
    ]
    return len(set(empty_flags)) > 1 and empty_flags.count(empty_flags[question.correct_index]) == 1


def _find_revealing_words(text: str) -> set[str]:
    return set(_REVEALING_WORD_PATTERN.findall(text.lower()))


def _list_lessons_through(game: str, chapter: Chapter) -> frozenset[str]:
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


@dataclass(frozen=True)
class _Position:
    """A position for a question, with cached properties.

    Attributes:
        kind: the kind of the question.
        case: the case from the question bank; an empty case for a diagram of a lesson.
        timeline: the game up to the position.
        view: the view of the game.
        seat: the player at the bottom of the board (0-based).
        past_lesson_ids: the ids of the lessons up to the end of the chapter.
    """

    kind: QuestionKind
    case: QuestionCase
    timeline: Timeline[Any]
    view: BaseView[Any, Any]
    seat: int
    past_lesson_ids: Collection[str]

    @cached_property
    def visible_state(self) -> Any:
        return self.timeline.state if self.case.shows_hidden else self.timeline.state_for(self.timeline.to_move)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        return self.timeline.game.legal_actions(self.timeline.state) if not self.timeline.outcome else ()

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The targets on the board, except squares whose piece is a separate target."""
        next_targets = dict.fromkeys(select(self.actions).next_targets, "go")
        picture = self.view.picture(self.visible_state, self.seat, Marks(next_targets=next_targets))
        targets = tuple(target for target in dict.fromkeys(targets_in(picture)) if not target.startswith("do:"))
        names = {self.timeline.game.name(self.visible_state, target): target for target in targets}
        covered_targets = {
            target for name, target in names.items() for suffix in _list_name_suffixes(name) if suffix in names
        }
        return tuple(target for target in targets if target not in covered_targets)

    @property
    def refusal_lessons(self) -> tuple[str, ...]:
        """The ids of the lessons that the refusals of wrong answers name."""
        return self.kind.refusal_lessons or (self.kind.lesson,)

    def piece(self, target: str) -> str:
        return PACKAGES[self.timeline.game.id].quiz.piece(self.timeline.state, target)

    def is_occupied(self, target: str) -> bool:
        return self.has_piece(target) if self.kind.piece else self.view.owner(self.visible_state, target) is not None

    def has_piece(self, target: str) -> bool:
        """Return True if a target has a piece that the question may be about."""
        return not self.kind.piece or self.piece(target) == self.kind.piece

    def paths(self) -> dict[tuple[str, ...], Action[Any]]:
        """Return the actions that match the question's kind, by the targets that select them."""
        return {
            path: action
            for action in self.actions
            if fnmatchcase(action.text, self.kind.actions)
            for path in (action.targets, *action.alternative_targets)
        }

    def selections(self, random: _Random) -> tuple[tuple[str, ...], ...]:
        """Return up to four random selections that begin an action of the kind."""
        touch_count = self.kind.touch_count
        prefixes = dict.fromkeys(
            path[:touch_count]
            for path in self.paths()
            if len(path) > touch_count and (not touch_count or self.has_piece(path[0]))
        )
        return random.shuffled(prefixes)[:4]

    def completions(self, selection: tuple[str, ...]) -> dict[str, Action[Any]]:
        """Return the targets that complete an action of the kind after a selection, each with its action.

        An empty selection continues with the first targets of such actions.
        """
        selected_count = len(selection)
        return {
            path[selected_count]: action
            for path, action in self.paths().items()
            if len(path) > selected_count
            and (len(path) == selected_count + 1 or not selected_count)
            and path[:selected_count] == selection
            if selected_count or self.has_piece(path[0])
            if path[selected_count] in self.targets
        }

    def refusals(self, selection: tuple[str, ...], random: _Random, *, is_strict: bool = True) -> dict[str, Refusal]:
        """Return targets that may not follow a selection, each with its refusal, the most plausible first.

        They have the same kind as the legal targets, such as hexes of the same network.

        Args:
            selection: the selected targets.
            random: the random generator.
            is_strict: True for refusals that name one of ``refusal_lessons``, False for those that name any past
                lesson.
        """
        legal_targets = select(self.actions, selection).next_targets
        target_kinds = {_target_kind(target) for target in self.completions(selection)}
        lessons = self.refusal_lessons if is_strict else self.past_lesson_ids
        squares = [square for square in map(_parse_coordinates, legal_targets) if square]
        refusals: list[tuple[tuple[int, bool], str, Refusal]] = []
        for target in random.shuffled(self.targets)[:_MAX_TOUCHES]:
            if target in legal_targets or target in selection or (not selection and not self.is_occupied(target)):
                continue
            if _target_kind(target) not in target_kinds:
                continue
            refusal = self.timeline.game.explain(self.timeline.state, (*selection, target))
            if refusal.lesson in lessons:
                refusals.append((_measure_implausibility(selection, target, squares), target, refusal))
        refusals.sort(key=lambda entry: entry[0])
        refusals = _sort_by_variety(refusals, lambda entry: entry[2].sentence)
        return {target: refusal for _rank, target, refusal in refusals}

    def chapter_refusals(self, refusals: Mapping[str, Refusal]) -> dict[str, Refusal]:
        """Return the refusals with the kind's lesson, or if there are none, with a lesson of its chapter."""
        for lessons in ({self.kind.lesson}, _chapter_lesson_ids(self.timeline.game.id, self.kind.lesson)):
            if matches := {target: refusal for target, refusal in refusals.items() if refusal.lesson in lessons}:
                return matches
        return {}

    def label(self, target: str) -> str:
        """Return the name of a square, or the accessible name of another target."""
        if _parse_coordinates(target):
            return self.view.displayed_name(self.visible_state, target, self.seat)
        return self.timeline.game.name(self.visible_state, target)

    def values(self, selection: tuple[str, ...], **values: str) -> Mapping[str, str]:
        names = dict(zip(("square", "other", "third"), map(self.label, selection), strict=False))
        return {**names, **values}

    def question(
        self,
        values: Mapping[str, str],
        answers: Sequence[QuizAnswer],
        random: _Random,
        *,
        explanation: str = "",
        refusal: Refusal = NO_REFUSAL,
        selection: tuple[str, ...] = (),
        highlighted: Iterable[str] = (),
        action: Action[Any] | None = None,
        counted_targets: Iterable[str] = (),
    ) -> Question | None:
        """Return a question, or None if two answers look the same.

        Args:
            values: the values of the placeholders in the text.
            answers: the answers, the correct one first.
            random: the random generator, which chooses the order of the answers.
            explanation: a sentence about this position that names the rule; empty for the explanation of the kind.
            refusal: the refusal that explains the correct answer, if there is one.
            selection: the selected targets.
            highlighted: the highlighted targets.
            action: the action that the picture shows afterwards.
            counted_targets: the targets that the correct answer counts, in addition to ``case.counted_targets``.
        """
        if len({answer.text for answer in answers}) < len(answers):
            return None
        if not {answer.target for answer in answers if answer.target} <= {*self.targets}:
            return None
        answer_order = random.shuffled(range(len(answers)))
        side = _(self.timeline.game.sides(self.timeline.state)[self.timeline.to_move or 0])
        values = {"side": side, **values}
        rule_explanation = _(self.case.rule_explanation or self.kind.rule_explanation)
        return Question(
            kind=self.kind,
            timeline=self.timeline,
            board_view=self.view,
            seat=self.seat,
            text=_(self.case.prompt or self.kind.prompt).format(**values),
            answers=tuple(answers[index] for index in answer_order),
            correct_index=answer_order.index(0),
            explanation=explanation or refusal.sentence or rule_explanation.format(**values),
            selection=selection,
            highlighted=frozenset((*self.case.highlighted, *highlighted)),
            action=action,
            shows_hidden=self.case.shows_hidden,
            counted_targets={target: self.label(target) for target in (*self.case.counted_targets, *counted_targets)},
            refusal_lesson=refusal.lesson,
            shows_board=self.kind.kind != "written" or self.case.has_position,
        )


_QuestionMaker: TypeAlias = Callable[[_Position, _Random], Question | None]
"""A function that returns a question about a position, or None."""


def _list_name_suffixes(name: str) -> list[str]:
    """Return, for each comma in a label, the part of the label after it.

    For "column 5, row 4, blue piece" these are "row 4, blue piece" and "blue piece".
    """
    parts = name.split(", ")
    return [", ".join(parts[index:]) for index in range(1, len(parts))]


def _target_kind(target: str) -> str:
    """Return a target without its last part, such as "hex:1" for a hex of the first network, or ``""`` for a square."""
    return target.rpartition(":")[0]


def _parse_coordinates(target: str) -> tuple[int, int] | None:
    return (ord(target[0]), int(target[1:])) if _SQUARE_NAME_PATTERN.fullmatch(target) else None


def _measure_implausibility(
    selection: tuple[str, ...], target: str, legal_squares: Sequence[tuple[int, int]]
) -> tuple[int, bool]:
    """Return a sort key for an illegal target: squares near a legal square, and in line with the piece, come first."""
    origin, square = _parse_coordinates(selection[-1]) if selection else None, _parse_coordinates(target)
    if origin is None or square is None:
        return 0, False
    distances = (max(abs(square[0] - file), abs(square[1] - rank)) for file, rank in legal_squares)
    width, height = abs(origin[0] - square[0]), abs(origin[1] - square[1])
    return min(distances, default=0), bool(width != height and width and height)


def _sort_by_variety(items: Iterable[T], get_text: Callable[[T], str]) -> list[T]:
    """Sort items so that repetitions of a text come after the first item with each text.

    Two texts count as equal if they differ only in the names of squares.
    """
    counts: Counter[str] = Counter()
    numbered_items = []
    for item in items:
        text_without_squares = _SQUARE_NAME_PATTERN.sub("", get_text(item))
        numbered_items.append((counts[text_without_squares], item))
        counts[text_without_squares] += 1
    return [item for _number, item in sorted(numbered_items, key=lambda entry: entry[0])]


def _choose_position(
    game: str, kind: QuestionKind, past_lesson_ids: Collection[str], random: _Random
) -> _Position | None:
    """Return a random position for a kind of question: a case, or a diagram of a lesson.

    The position may be a few random actions later. Return None if the game is over there.
    """
    case, seat = QuestionCase(), reader_seat(game)
    if kind.cases:
        case = random.choice(kind.cases)
        timeline = start_timeline(game, case.position, case.options)
        for text in case.moves[: -1 if kind.kind == "result" else None]:
            timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
        view = VIEWS[game].focused_view(case.focus) if case.focus else VIEWS[game]
    else:
        id = random.choice(kind.lessons or (kind.lesson,))
        steps = next(lesson.steps for lesson in course(game) if lesson.id == id)
        step_index = random.randbelow(len(steps)) if kind.kind != "written" else min(kind.step, len(steps)) - 1
        timeline, _seat = step_timeline(game, id, step_index)
        view = step_view(game, id, step_index)
    if kind.kind == "written":
        return _Position(kind, case, timeline, view, seat, past_lesson_ids)
    if kind.plays_random_actions and kind.kind != "result":
        timeline = _play_random_actions(timeline, random, seat)
    if timeline.outcome or timeline.to_move is None:
        return None
    if kind.kind != "result" and timeline.to_move != seat and not VIEWS[game].rotates_to_mover:
        return None  # the text would speak to the wrong player
    return _Position(kind, case, timeline, view, seat, past_lesson_ids)


def _play_random_actions(timeline: Timeline[Any], random: _Random, seat: int) -> Timeline[Any]:
    """Play a few random actions that do not end the game, and more until a turn of the player in the seat begins."""
    action_count = random.randbelow(_MAX_RANDOM_ACTIONS + 1)
    is_secret = VIEWS[timeline.game.id].rotates_to_mover
    for number in range(action_count + _MAX_FINISHING_ACTIONS if action_count else 0):
        is_turn_start = timeline.game.key(timeline.state) is not None
        if number >= action_count and is_turn_start and (is_secret or timeline.to_move == seat):
            break
        actions = timeline.game.legal_actions(timeline.state) if not timeline.outcome else ()
        if not actions:
            break
        next_timeline = timeline.play(random.choice(actions))
        if next_timeline.outcome:
            break
        timeline = next_timeline
    return timeline


def _create_wrong_answers(position: _Position, refusals: Mapping[str, Refusal]) -> list[QuizAnswer]:
    return [
        QuizAnswer(position.label(target), refusal.sentence, refusal.lesson, target)
        for target, refusal in refusals.items()
    ]


def _move_similar_target_first(
    position: _Position, targets: Iterable[str], other_targets: Collection[str]
) -> list[str]:
    """Move to the front the first target whose piece has the same owner (or no owner) as one of the other targets."""

    def owner(target: str) -> int | None:
        return position.view.owner(position.visible_state, target)

    owners, targets = {*map(owner, other_targets)}, list(targets)
    similar_target = next((target for target in targets if owner(target) in owners), None)
    return sorted(targets, key=lambda target: target != similar_target)


def _ask_where(position: _Position, random: _Random) -> Question | None:
    for selection in position.selections(random):
        completions = position.completions(selection)
        refusals = position.refusals(selection, random)
        if not completions or len(refusals) < _MIN_ANSWERS - 1:
            continue
        goal = _move_similar_target_first(position, random.shuffled(tuple(completions)), refusals)[0]
        refusals = {target: refusals[target] for target in _move_similar_target_first(position, refusals, (goal,))}
        answers = (
            QuizAnswer(position.label(goal), target=goal),
            *_create_wrong_answers(position, refusals)[: _MAX_ANSWERS - 1],
        )
        return position.question(
            position.values(selection), answers, random, selection=selection, action=completions[goal]
        )
    return None


def _ask_where_not(position: _Position, random: _Random) -> Question | None:
    for selection in position.selections(random):
        completions = position.completions(selection)
        refusals = position.chapter_refusals(position.refusals(selection, random))
        if not refusals or len(completions) < _MIN_ANSWERS - 1:
            continue
        target = _move_similar_target_first(position, refusals, completions)[0]
        refusal = refusals[target]
        legal_target_reason = _("It can go there.") if selection else _("That’s allowed.")
        if position.kind.legal_target_reason:
            legal_target_reason = _(position.kind.legal_target_reason)
        legal_targets = _move_similar_target_first(position, random.shuffled(tuple(completions)), (target,))[
            : _MAX_ANSWERS - 1
        ]
        answers = (
            QuizAnswer(position.label(target), target=target),
            *(
                QuizAnswer(
                    position.label(goal),
                    legal_target_reason,
                    position.kind.lesson,
                    goal,
                )
                for goal in legal_targets
            ),
        )
        return position.question(position.values(selection), answers, random, refusal=refusal, selection=selection)
    return None


def _ask_which(position: _Position, random: _Random) -> Question | None:
    """Ask which piece reaches a square. No other piece reaches it."""
    paths = {
        path: action for path, action in position.paths().items() if len(path) == 2 and path[1] in position.targets
    }
    pieces = [target for target in position.targets if position.piece(target) and position.has_piece(target)]
    for (origin, goal), action in random.shuffled(tuple(paths.items()))[:8]:
        if not position.has_piece(origin):
            continue
        other_pieces = [piece for piece in random.shuffled(pieces) if piece not in (origin, goal)]
        if any(select(position.actions, (piece, goal)).is_possible for piece in other_pieces):
            continue
        refusals = {
            piece: position.timeline.game.explain(position.timeline.state, (piece, goal)) for piece in other_pieces
        }
        wrong_refusals = {
            piece: refusal for piece, refusal in refusals.items() if refusal.lesson in position.refusal_lessons
        }
        wrong_refusals = dict(
            sorted(wrong_refusals.items(), key=lambda entry: _measure_implausibility((goal,), entry[0], ()))
        )
        if len(wrong_refusals) < _MIN_ANSWERS - 1:
            continue
        answers = (
            QuizAnswer(position.label(origin), target=origin),
            *_create_wrong_answers(position, wrong_refusals)[: _MAX_ANSWERS - 1],
        )
        return position.question({"square": position.label(goal)}, answers, random, action=action)
    return None


def _ask_count(position: _Position, random: _Random) -> Question | None:
    """Ask for the number of legal targets.

    A wrong answer adds the targets that one rule forbids, or omits one kind of legal targets, such as captures.
    Neighbouring numbers fill the list of answers.
    """
    for selection in position.selections(random):
        completions = position.completions(selection)
        count = len(completions)
        if count < 2 or count > 20:
            continue
        refusal_counts = Counter(
            _SQUARE_NAME_PATTERN.sub("", refusal.sentence)
            for target, refusal in position.refusals(selection, random, is_strict=False).items()
            if refusal.lesson in position.refusal_lessons
        )
        kind_counts = Counter(action.kind for action in completions.values())
        likely_mistakes = [count + target_count for target_count in refusal_counts.values() if target_count <= 6]
        likely_mistakes += [count - target_count for target_count in kind_counts.values()]
        wrong_counts = [number for number in dict.fromkeys(likely_mistakes) if number > 0 and number != count]
        wrong_counts = wrong_counts[: _MAX_ANSWERS - 1]
        close_counts = [number for number in (count - 1, count + 1) if number not in wrong_counts]
        wrong_counts += close_counts[: max(0, _MIN_ANSWERS - 1 - len(wrong_counts))]
        answers = [QuizAnswer(str(number), "", position.kind.lesson) for number in (count, *wrong_counts)]
        return position.question(
            position.values(selection), answers, random, selection=selection, counted_targets=completions
        )
    return None


def _ask_why(position: _Position, random: _Random) -> Question | None:
    for selection in position.selections(random):
        refusals = position.chapter_refusals(position.refusals(selection, random))
        if not refusals:
            continue
        target, refusal = random.choice(tuple(refusals.items())[:3])
        wrong_reasons = PACKAGES[position.timeline.game.id].quiz.wrong_reasons
        wrong_refusals = {
            other_refusal.sentence: other_refusal
            for other_refusal in wrong_reasons(position.timeline.state, (*selection, target))
            if other_refusal.lesson in position.past_lesson_ids and other_refusal.sentence != refusal.sentence
        }
        if len(wrong_refusals) < _MIN_ANSWERS - 1:
            continue
        answers = (
            QuizAnswer(refusal.sentence),
            *(QuizAnswer(sentence, "", other_refusal.lesson) for sentence, other_refusal in wrong_refusals.items()),
        )[:_MAX_ANSWERS]
        values = position.values(selection, goal=position.label(target))
        return position.question(values, answers, random, refusal=refusal, selection=selection, highlighted=(target,))
    return None


def _ask_result(position: _Position, random: _Random) -> Question | None:
    """Ask for the result of the last move of a case."""
    timeline = position.timeline
    game = timeline.game
    action = game.parse_action(timeline.state, position.case.moves[-1])
    outcome = game.outcome(game.apply(timeline.state, action))
    sides = game.sides(timeline.state)
    win_labels = [_(label) for label in PACKAGES[game.id].quiz.win_labels] or [
        _("{side} wins").format(side=_(side)) for side in sides
    ]
    labels = [*win_labels, _("It’s a draw"), _("The game goes on")]
    correct_index = len(sides) + 1
    if outcome:
        correct_index = len(sides) if outcome.is_draw else outcome.winners[0]
    answers = [QuizAnswer(labels[correct_index])]
    answers += [
        QuizAnswer(label, "", position.kind.lesson) for index, label in enumerate(labels) if index != correct_index
    ]
    targets = tuple(target for target in action.targets if target in position.targets)
    return position.question(
        position.values((*targets[:1], *targets[-1:])),
        answers,
        random,
        explanation=outcome.reason if outcome else "",
        action=action,
    )


def _ask_with_fixed_answers(position: _Position, random: _Random) -> Question | None:
    """Ask a question with the answers in the question bank: either texts or targets."""
    case, kind = position.case, position.kind
    answers = [QuizAnswer(_(text), "", kind.lesson) for text in case.answers or kind.answers]
    for target in case.targets or kind.targets:
        answers.append(QuizAnswer(position.label(target), "", kind.lesson, target))
    return position.question({}, answers, random)


def _ask_game(position: _Position, random: _Random) -> Question | None:
    """Ask a question of a kind that the game defines."""
    timeline = position.timeline
    game_question: GameQuestion | None = PACKAGES[timeline.game.id].quiz.kinds[position.kind.kind](
        timeline.state, random
    )
    if game_question is None:
        return None
    if game_question.shows_hidden:
        position = replace(position, case=replace(position.case, shows_hidden=True))
    if game_question.focus:
        position = replace(position, view=VIEWS[timeline.game.id].focused_view(game_question.focus))
    if game_question.state is not None:
        timeline = new_timeline(timeline.game, game_question.state)
        addresses_mover = "side" not in game_question.values and "{side}" in (
            position.case.prompt or position.kind.prompt
        )
        if addresses_mover and timeline.to_move != position.timeline.to_move:
            return None  # the text would speak to the wrong player
        position = replace(position, timeline=timeline)
    legal_target_reason = position.kind.legal_target_reason and _(position.kind.legal_target_reason)
    answers = [
        replace(
            answer,
            text=answer.text or position.label(answer.target),
            reason=answer.reason or (legal_target_reason if index else ""),
            lesson=answer.lesson or position.kind.lesson,
        )
        for index, answer in enumerate(game_question.answers)
        if not answer.lesson or answer.lesson in position.past_lesson_ids
    ]
    if len(answers) < min(_MIN_ANSWERS, len(game_question.answers)):
        return None
    question = position.question(
        game_question.values,
        answers[:_MAX_ANSWERS],
        random,
        explanation=" ".join(filter(None, (game_question.reason, _(position.kind.rule_explanation)))),
        selection=game_question.selection,
        highlighted=game_question.highlighted,
        counted_targets=game_question.counted_targets,
    )
    return question and replace(question, path=game_question.path)


_QUESTION_MAKERS: Mapping[str, _QuestionMaker] = {
    "where": _ask_where,
    "where-not": _ask_where_not,
    "which": _ask_which,
    "count": _ask_count,
    "why": _ask_why,
    "result": _ask_result,
    "written": _ask_with_fixed_answers,
}
"""The functions for the kinds of questions that all games share."""
