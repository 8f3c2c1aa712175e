"""Dataclasses for lessons, rules pages, rulings, legends and guides, which ``lesson_reader`` parses from TOML files.

The texts are in English. The page translates each block of text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleboard.i18n import with_values_of

TEXT_KEYS = frozenset(
    {
        "title",
        "text",
        "ask",
        "answers",
        "hint",
        "praise",
        "why",
        "legal",
        "caption",
        "question",
        "ours",
        "other",
        "explanation",
        "task",
    }
)
"""The keys of TOML files whose values are translatable texts, unless the value is a table."""

WHOLE_PICTURE = "all"
"""The ``Step.focus`` that returns to the whole picture."""


@dataclass(frozen=True, slots=True)
class TaskEffect:
    """The effect that a solver's actions must have. All conditions that are not empty must be true.

    Attributes:
        action: a pattern for the text of the last action (``*`` matches any text, ``?`` one character).
        position: a pattern for the position text after the action.
        outcome: "win" or "loss" for the player with the task, "draw", or ``""`` for any outcome.
        max_decisions: the maximum number of decisions.
        checked_actions: a pattern for the actions after which the page checks the effect, or ``""`` for every action.
    """

    action: str = ""
    position: str = ""
    outcome: str = ""
    max_decisions: int = 1
    checked_actions: str = ""


@dataclass(frozen=True, slots=True)
class WrongAction:
    """A legal action that does not solve a task.

    Attributes:
        action: a pattern for the action's text, with ``*`` and ``?``.
        error_explanation: a sentence that says why the action is wrong.
    """

    action: str
    error_explanation: str


@dataclass(frozen=True, slots=True)
class IllegalSelection:
    """A selection that the rules do not allow.

    Attributes:
        touched_targets: the targets, in the order of the touches.
        reason: a part of the message that the game shows, in English.
    """

    touched_targets: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task on the board.

    Attributes:
        prompt: the task as a sentence.
        accepted_lines: lines of action texts that solve the task. The page plays the other players' actions in them.
        effect: an effect that also solves the task, or None.
        hint: the hint that the page shows after two misses or on request.
        praise: the text that the page shows after the solution.
        wrong_actions: likely wrong answers.
        marks_targets: True to mark legal targets at once, False to mark them on request.
    """

    prompt: str
    accepted_lines: tuple[tuple[str, ...], ...] = ()
    effect: TaskEffect | None = None
    hint: str = ""
    praise: str = ""
    wrong_actions: tuple[WrongAction, ...] = ()
    marks_targets: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a lesson: a text with a diagram.

    Attributes:
        text: blocks of prose (see ``text_blocks``).
        position: the position text before the moves. If a step has neither a position nor options, its diagram
            continues the previous step. In the first step it starts a game.
        options: the options of a new game, if the step has no position.
        moves: the moves from the position to the diagram.
        seat: the player at the bottom of the board (0-based), or None for the seat of the previous step.
        focus: the part of the picture to show (see ``BaseView.focused_view``), ``WHOLE_PICTURE`` for the whole
            picture, or ``""`` for the focus of the previous step.
        highlighted: the targets to highlight.
        selection: the selected targets. The diagram marks the legal next targets.
        next_targets: all targets on the board that may follow the selection. Only tests use this list.
        illegal_selections: selections that the rules do not allow in this position. Only tests use this list.
        winner: the winner after the moves (1-based), 0 for a draw, or None if the game continues.
        replays_last_move: True to replay the effects of the last move step by step.
        shows_hidden: True to show hidden decisions.
        task: a task in this position, or None.
    """

    text: str
    position: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    seat: int | None = None
    focus: str = ""
    highlighted: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    next_targets: tuple[str, ...] | None = None
    illegal_selections: tuple[IllegalSelection, ...] = ()
    winner: int | None = None
    replays_last_move: bool = False
    shows_hidden: bool = False
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson about one idea. Addresses contain the lesson's id."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class DiagramReference:
    """A reference to the diagram in a step of a lesson, with a caption. Steps are numbered from 1."""

    lesson: str
    step: int = 1
    caption: str = ""


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A section of a rules page.

    Attributes:
        id: the id of the section in addresses.
        title: the heading.
        text: blocks of prose (see ``text_blocks``).
        diagrams: the diagrams next to the text.
        lessons: the ids of lessons about the same topic.
    """

    id: str
    title: str
    text: str
    diagrams: tuple[DiagramReference, ...] = ()
    lessons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Our answer to a question that the rulebook leaves open.

    Attributes:
        question: the open question.
        interpretation: our interpretation.
        alternative_interpretation: a possible alternative interpretation.
        lesson: the id of a lesson about the question, or ``""``.
    """

    question: str
    interpretation: str
    alternative_interpretation: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class ReconstructedPart:
    """A part of a game that we reconstructed, because no source describes it."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a game.

    Attributes:
        text: blocks of prose about the origin of the game.
        link: the address of a page about the game, or ``""``.
        rulings: the rulings, in the order of the rules.
        reconstructed_parts: the reconstructed parts.
    """

    text: str
    link: str = ""
    rulings: tuple[Ruling, ...] = ()
    reconstructed_parts: tuple[ReconstructedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class NotationExample:
    """An example of notation from a move list, with its meaning.

    Attributes:
        sign: the example.
        text: the meaning of the example.
        position: the start position of the game, or ``""`` for the start position with default options.
        moves: the action texts of a game whose move list contains the example.
    """

    sign: str
    text: str
    position: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotationLetter:
    """A letter used in the notation, and its meaning."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkMeaning:
    """The meaning of a mark on the board. ``mark`` is the name of the mark for ``BaseView.mark_sample``."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The meanings of a game's notation and marks. The introduction ``text`` may be empty."""

    text: str = ""
    letters: tuple[NotationLetter, ...] = ()
    signs: tuple[NotationExample, ...] = ()
    marks: tuple[MarkMeaning, ...] = ()


@dataclass(frozen=True, slots=True)
class BeginnerTip:
    """A tip for beginners that applies to any position or only to the start of a game.

    Attributes:
        text: the tip.
        lesson: the id of a lesson about the topic, or ``""``.
        is_opening: True for a tip that the guide does not repeat, since it applies only to the start of a game.
    """

    text: str
    lesson: str = ""
    is_opening: bool = False


@dataclass(frozen=True, slots=True)
class ChapterTitle:
    """The title of a chapter in a course, and a sentence about its lessons."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Guide:
    """The guided first game of a course, and the titles of its chapters.

    Attributes:
        options: the options whose values differ from the defaults.
        advice: the general tips, in display order.
        chapters: the titles of the chapters in order, the last one for the lessons after the last quiz.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    advice: tuple[BeginnerTip, ...] = ()
    chapters: tuple[ChapterTitle, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionCase:
    """A position in the question bank for a kind of question.

    Attributes:
        position: the position text, or ``""`` to use the diagrams of lessons.
        options: the options of a new game, if the case has no position.
        moves: the moves from the position to the diagram. A question about a result asks about the last one.
        focus: the part of the picture to show, or ``""`` for the whole picture.
        highlighted: the targets to highlight.
        prompt: the question, or ``""`` for the question of the kind.
        answers: the labels of the answers, the correct one first; empty for the answers of the kind.
        targets: the targets on the board that are the answers, the correct one first; empty for the options of the
            kind.
        rule_explanation: the explanation, or ``""`` for the explanation of the kind.
        shows_hidden: True if the picture shows what is hidden from the player to move, such as the opponent's cards.
        counted_targets: the targets that the correct answer counts.
    """

    position: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    focus: str = ""
    highlighted: tuple[str, ...] = ()
    prompt: str = ""
    answers: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    rule_explanation: str = ""
    shows_hidden: bool = False
    counted_targets: tuple[str, ...] = ()

    @property
    def has_position(self) -> bool:
        """True if the case has a position of its own: a text, moves, or the start of a game with options."""
        return bool(self.position or self.moves or self.options)


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind of question about the rule of a lesson. ``learning/checks.py`` describes the kinds.

    Attributes:
        lesson: the id of the lesson.
        kind: the name of the function that makes the question: one for all games, or one of the game.
        prompt: the question with placeholders such as ``{square}``.
        rule_explanation: the explanation of the correct answer, which names the rule.
        legal_target_reason: a sentence that says why a target is legal, for questions about an illegal one; empty for
            the sentence of all games.
        step: the number (from 1) of the lesson's step that teaches the rule.
        rule_lesson: the id of the lesson that teaches the rule and has the step; empty for ``lesson``.
        piece: the kind of piece in the question, or ``""`` for every kind.
        actions: a pattern for the texts of the actions in the question, with ``*`` and ``?``.
        touch_count: the number of selected targets.
        lessons: the ids of the lessons whose diagrams are positions for questions; empty for ``lesson``.
        refusal_lessons: the ids of the lessons that the refusals of the wrong answers name; empty for ``lesson``.
        plays_random_actions: False to use the positions as they are, without random actions before the question.
        answers: the labels of the answers, the correct one first.
        targets: the targets on the board that are the answers, the correct one first.
        cases: the positions; empty for the diagrams of ``lessons``.
    """

    lesson: str
    kind: str = "written"
    prompt: str = ""
    rule_explanation: str = ""
    legal_target_reason: str = ""
    step: int = 1
    rule_lesson: str = ""
    piece: str = ""
    actions: str = "*"
    touch_count: int = 1
    lessons: tuple[str, ...] = ()
    refusal_lessons: tuple[str, ...] = ()
    plays_random_actions: bool = True
    answers: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    cases: tuple[QuestionCase, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionBank:
    """The questions of a game's quizzes.

    Attributes:
        chapter_ends: the id of the last lesson in each chapter.
        kinds: the kinds of questions.
    """

    chapter_ends: tuple[str, ...] = ()
    kinds: tuple[QuestionKind, ...] = ()


def text_blocks(text: str) -> Iterator[str]:
    """Yield the blocks of a text as single lines: paragraphs, list items (``- …``) and table rows (``| … | … |``).

    Empty lines separate paragraphs. Line breaks within a paragraph become spaces.
    """
    block_lines: list[str] = []
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        if block_lines and (not line or line.startswith(("- ", "|"))):
            yield with_values_of(" ".join(block_lines), text)
            block_lines = []
        if line.startswith("|"):
            yield with_values_of(line, text)
        elif line:
            block_lines.append(line)
