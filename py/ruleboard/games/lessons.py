"""Lessons, rules pages, rulings, legends and guides as values, which ``lesson_reader`` parses from TOML files.

Their texts are English. The page translates them block by block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleboard.i18n import with_values_of

TEXTS = frozenset(
    {"title", "text", "ask", "hint", "praise", "why", "caption", "question", "ours", "other", "explanation", "task"}
)
"""The keys of data files whose values are texts for people, unless they are tables."""

ALL = "all"
"""The focus of a step that returns to the whole picture."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect that the actions of a task must have. All non-empty conditions must hold.

    Attributes:
        action: the pattern of the last action's text (``*`` matches any text, ``?`` one character).
        position: the pattern of the position text after the action.
        outcome: "win" or "loss" for the player with the task, or "draw"; empty for any.
        within: the maximum number of decisions.
        when: the pattern of the action after which the page checks the effect; empty for every action.
    """

    action: str = ""
    position: str = ""
    outcome: str = ""
    within: int = 1
    when: str = ""


@dataclass(frozen=True, slots=True)
class WrongAction:
    """A legal action that does not solve a task, as a pattern (``*`` and ``?``), and the reason."""

    action: str
    why: str


@dataclass(frozen=True, slots=True)
class RefusedTouch:
    """Touches that the rules do not allow. ``reason`` is a part of the refusal in English."""

    touch: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task on the board.

    Attributes:
        ask: the task as a sentence.
        accept: lines of action texts that solve it. The page plays the actions of other players in them.
        effect: an effect that also solves the task, or None.
        hint: the hint after two misses or on request.
        praise: the text after the solution.
        wrong: likely wrong answers.
        places: True to mark legal targets at once, because the task is about them. Otherwise the page marks them on
            request.
    """

    ask: str
    accept: tuple[tuple[str, ...], ...] = ()
    effect: Effect | None = None
    hint: str = ""
    praise: str = ""
    wrong: tuple[WrongAction, ...] = ()
    places: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A text with its diagram.

    Attributes:
        text: blocks of prose (see ``blocks``).
        position: the position text before the moves. Without position and options the diagram continues the previous
            step, or starts a game in the first step.
        options: the options of a new game, instead of a position.
        moves: the moves from there to the position of the diagram.
        seat: the player nearest to the reader (0-based), or None for that of the previous step.
        focus: the part of the picture to show (see ``BaseView.focused_view``); empty for that of the previous step,
            ``ALL`` for the whole picture.
        notice: the targets to highlight.
        touched: the selected targets. The diagram marks their legal next targets.
        goes: all targets on the board that may follow the selection. Only tests use it.
        refused: touches that the rules do not allow here. Only tests use it.
        winner: the number of the winner (from 1) after the moves, 0 for a draw, None while the game goes on.
        show: True to replay the effects of the last move step by step.
        open: True to show hidden decisions.
        task: a task in this position, or None.
    """

    text: str
    position: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    seat: int | None = None
    focus: str = ""
    notice: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    goes: tuple[str, ...] | None = None
    refused: tuple[RefusedTouch, ...] = ()
    winner: int | None = None
    show: bool = False
    open: bool = False
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that teaches one idea. Addresses contain its id."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A reference to a diagram, by the id of a lesson and the number of a step (from 1), with a caption."""

    lesson: str
    step: int = 1
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a rules page, with diagrams and the ids of lessons on its topic."""

    id: str
    title: str
    text: str
    diagrams: tuple[Diagram, ...] = ()
    lessons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision on a question that the rulebook leaves open.

    Attributes:
        question: the question.
        ours: our interpretation.
        other: another possible interpretation.
        lesson: the id of a lesson on it; may be empty.
    """

    question: str
    ours: str
    other: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class ReconstructedPart:
    """A lost part of the original game that we reconstructed."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a game.

    Attributes:
        text: blocks of prose on the origin of the game.
        link: the address of a page about the game; may be empty.
        rulings: the rulings in the order of the rules.
        reconstructed: the reconstructed parts.
    """

    text: str
    link: str = ""
    rulings: tuple[Ruling, ...] = ()
    reconstructed: tuple[ReconstructedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """An example of the notation from a move list, with its meaning.

    Attributes:
        sign: the example.
        text: its meaning.
        position: the first position of the game, or empty for the first position with default options.
        moves: the action texts of the game. Its move list contains the example.
    """

    sign: str
    text: str
    position: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the notation and its meaning."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkMeaning:
    """A mark on the board, by its name in ``BaseView.mark_sample``, and its meaning."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The meanings of a game's notation and marks. The introduction ``text`` may be empty."""

    text: str = ""
    letters: tuple[Letter, ...] = ()
    signs: tuple[Sign, ...] = ()
    marks: tuple[MarkMeaning, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneralTip:
    """A tip for beginners that fits any position, and the id of a lesson on it (may be empty)."""

    text: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """The guided first game of a course.

    Attributes:
        options: the options that differ from the defaults.
        advice: the general tips, in the order in which the page gives them.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    advice: tuple[GeneralTip, ...] = ()


def blocks(text: str) -> Iterator[str]:
    """Yield the blocks of a text as single lines: paragraphs, list items (``- …``) and table rows (``| … | … |``).

    Empty lines separate paragraphs. Line ends within a paragraph become spaces.
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
