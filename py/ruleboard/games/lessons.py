"""Lessons, reference pages and rulings as values; ``lesson_reader`` reads them from the TOML files of a game's folder.

All texts in them are English and are looked up block by block when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleboard.i18n import refilled

TEXTS = frozenset(
    {"title", "text", "ask", "hint", "praise", "why", "caption", "question", "ours", "other", "explanation", "task"}
)
"""The keys of data files whose values are user texts, unless they are tables."""

ALL = "all"
"""The focus of a step that shows the whole picture again."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect that the actions of a task must have. All conditions that are given must hold.

    Attributes:
        action: the pattern of the last action's text (``*`` stands for any text, ``?`` for one character).
        position: the pattern of the position text afterwards.
        outcome: "win" or "loss" for the player who has the task, or "draw"; empty for any.
        within: the number of decisions allowed.
        when: the pattern of the action after which the effect is checked; empty: after each.
    """

    action: str = ""
    position: str = ""
    outcome: str = ""
    within: int = 1
    when: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A legal action that does not solve a task, as a pattern (``*`` and ``?``), and the reason."""

    action: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Touches that the rules refuse; ``reason`` is a part of the refusal in English."""

    touch: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """A task to be solved on the board.

    Attributes:
        ask: the task as a sentence.
        accept: lines of action texts, each of which solves it; the actions of other players in them are played
            automatically.
        effect: an effect that solves the task as well; None for none.
        hint: the hint shown after two misses or on request.
        praise: the text shown when the task is solved.
        wrong: likely wrong answers.
        places: True if the legal places of what is touched are shown at once, since they are what the task is about;
            else they are shown when they are asked for.
    """

    ask: str
    accept: tuple[tuple[str, ...], ...] = ()
    effect: Effect | None = None
    hint: str = ""
    praise: str = ""
    wrong: tuple[Wrong, ...] = ()
    places: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A text with its diagram.

    Attributes:
        text: blocks of prose (see ``blocks``).
        position: the start of the diagram; empty, with no options either: the end of the step before, or in the first
            step the game's start.
        options: the options of a start that is shown instead of a position.
        moves: the moves played from there before the diagram is shown.
        seat: the player whose side is nearest, 0-based; None: as in the step before.
        focus: the part of the picture to show, by a name of the game's own (``BaseView.focused``); empty: as in the
            step before, ``ALL``: the whole picture.
        notice: the targets pointed out.
        touched: the targets selected; the diagram shows their legal destinations.
        goes: all targets on the board that may follow them, to be checked.
        refused: touches that the rules refuse here, to be checked.
        winner: the number of the player who has won here, from 1; 0 for a draw; None while the game goes on.
        show: True if the effects of the last move are replayed step by step.
        open: True if secret decisions are shown.
        task: a task to be solved here; None for none.
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
    refused: tuple[Refused, ...] = ()
    winner: int | None = None
    show: bool = False
    open: bool = False
    task: Task | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that teaches one idea: its id in addresses, its title, its steps."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A reference to the diagram of a lesson: the lesson's id, the step's number from 1, and a caption."""

    lesson: str
    step: int = 1
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules on one page, with diagrams and the ids of lessons on it."""

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
        ours: the reading used here.
        other: another possible reading.
        lesson: the id of a lesson on it; empty for none.
    """

    question: str
    ours: str
    other: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Reconstructed:
    """A lost part of the original, made anew."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a game.

    Attributes:
        text: blocks of prose on the origin of the game.
        link: the address of a page about it; empty for none.
        rulings: the rulings in the order of the rules.
        reconstructed: the parts that were made anew.
    """

    text: str
    link: str = ""
    rulings: tuple[Ruling, ...] = ()
    reconstructed: tuple[Reconstructed, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """An example of the notation, as it stands in the move list of a game, with its meaning.

    Attributes:
        sign: the example.
        text: its meaning.
        position: the start of the game; empty: the first position of the default options.
        moves: the actions of the game, by their texts; the example is one of the items of its move list.
    """

    sign: str
    text: str
    position: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the notation, and the thing it stands for."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkMeaning:
    """A mark on the board, by the name that ``BaseView.mark_sample`` knows, and its meaning."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The meanings of the notation and of the marks of a game; ``text`` is an introduction, which may be empty."""

    text: str = ""
    letters: tuple[Letter, ...] = ()
    signs: tuple[Sign, ...] = ()
    marks: tuple[MarkMeaning, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneralAdvice:
    """A thought for a beginner in any position, and the id of the lesson on it; empty for none."""

    text: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Guide:
    """The guided first game of a course.

    Attributes:
        options: the options of the game that differ from the defaults.
        advice: the general advice, in the order in which it is given.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    advice: tuple[GeneralAdvice, ...] = ()


def blocks(text: str) -> Iterator[str]:
    """Yield the blocks of a text: paragraphs, list items (``- …``) and table rows (``| … | … |``), each as one line.

    Paragraphs are separated by empty lines; line ends within a paragraph are read as spaces.
    """
    gathered: list[str] = []
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        if gathered and (not line or line.startswith(("- ", "|"))):
            yield refilled(" ".join(gathered), text)
            gathered = []
        if line.startswith("|"):
            yield refilled(line, text)
        elif line:
            gathered.append(line)
