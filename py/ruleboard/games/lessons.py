"""What a lesson is: data that teach one idea with a living diagram, and perhaps a task. Read from TOML, checked.

A game's folder holds ``lessons.toml`` (its course), ``reference.toml`` (its rules on one page) and ``rulings.toml``
(what its rulebook leaves open). All texts in them are English and are looked up block by block when they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from ruleboard.engine.errors import RuleboardError

TEXTS = frozenset({"title", "text", "ask", "hint", "praise", "why", "caption", "question", "ours", "other"})
"""The keys whose values people read, in all data files of games."""

ALL = "all"
"""The focus of a step that shows the whole picture again."""

T = TypeVar("T")


class LessonError(RuleboardError):
    """A data file that does not keep its schema."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What the actions of a task have to bring about: all that is given.

    Attributes:
        action: what the text of the last action looks like (``*`` stands for anything, ``?`` for one character).
        position: what the position text looks like afterwards, likewise.
        outcome: "win" or "loss" for whoever has the task, or "draw"; empty for none asked for.
        within: how many decisions there are for it.
        when: what the text of the action looks like that decides it, whatever is done before that; empty: each does.
    """

    action: str = ""
    position: str = ""
    outcome: str = ""
    within: int = 1
    when: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """An answer that is allowed by the rules, but is not the one, and why: ``action`` may hold ``*`` and ``?``."""

    action: str
    why: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Touches that the rules refuse; ``reason`` is part of what is then said, in English."""

    touch: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done on the board.

    Attributes:
        ask: what, as a sentence.
        accept: lines of action texts, each of which solves it; what others than the one asked do in them is done by
            itself.
        effect: what solves it as well, if anything does by what it brings about.
        hint: what is said after two misses, or when asked for.
        praise: what is said when it is solved.
        wrong: answers that are likely and not right.
    """

    ask: str
    accept: tuple[tuple[str, ...], ...] = ()
    effect: Effect | None = None
    hint: str = ""
    praise: str = ""
    wrong: tuple[Wrong, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing said, with the diagram that shows it.

    Attributes:
        text: blocks of prose (see ``blocks``).
        position: where the diagram begins; empty, with no options either: where the step before has ended, or in the
            first step the game's start.
        options: the options of a start that is shown instead of a position.
        moves: what is played from there before it is shown.
        seat: whose side is nearest, 0-based; None: as in the step before.
        focus: the part of the picture that is shown, by a name the game's face knows (``games.face.Closer``);
            empty: as in the step before, ``ALL``: the whole picture.
        notice: the targets pointed out.
        touched: the targets taken up; the diagram shows where they may go.
        goes: all targets on the board that may follow then.
        refused: touches that the rules refuse here.
        winner: the number of the player who has won here, from 1; 0 for a draw; None while the game goes on.
        show: whether what the last move has set off is shown step by step.
        open: whether what players decide unseen is shown all the same.
        task: something to be done here.
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
    """One idea: its name in addresses, its title, its steps."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A diagram of a lesson shown elsewhere: the lesson's id, the step's number from 1, and words under it."""

    lesson: str
    step: int = 1
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the rules on one page."""

    id: str
    title: str
    text: str
    diagrams: tuple[Diagram, ...] = ()
    lessons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rulebook leaves open: the question, what is done here, and what else it could mean.

    ``lesson`` is the id of a lesson on it; empty for none.
    """

    question: str
    ours: str
    other: str
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class Reconstructed:
    """Something of the original that is lost and was made anew."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a game.

    Attributes:
        text: blocks of prose on where the game comes from.
        link: an address with more about it; empty for none.
        rulings: one after the other, in the order of the rules.
        reconstructed: what was made anew.
    """

    text: str
    link: str = ""
    rulings: tuple[Ruling, ...] = ()
    reconstructed: tuple[Reconstructed, ...] = ()


def blocks(text: str) -> Iterator[str]:
    """The blocks of a text: paragraphs, lines of lists (``- …``) and of tables (``| … | … |``), each on one line.

    Empty lines part paragraphs; line ends within one are spaces.
    """
    gathered: list[str] = []
    for line in [*(line.strip() for line in text.splitlines()), ""]:
        if gathered and (not line or line.startswith(("- ", "|"))):
            yield " ".join(gathered)
            gathered = []
        if line.startswith("|"):
            yield line
        elif line:
            gathered.append(line)


# --- reading ------------------------------------------------------------------------------------------------------


def read_lessons(data: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """The lessons in a parsed ``lessons.toml``.

    Raises:
        LessonError: something is missing, unknown or of the wrong kind; the error says in which lesson and step.
    """
    lessons = tuple(
        _made(Lesson, table, f"lesson {number}", steps=(_steps, "step"))
        for number, table in enumerate(_tables(data, "lesson", ""), 1)
    )
    for number, lesson in enumerate(lessons):
        if lesson.id in {other.id for other in lessons[:number]}:
            raise LessonError(f"there are two lessons {lesson.id!r}")
        for at, step in enumerate(lesson.steps, 1):
            if step.task and not (step.task.accept or step.task.effect):
                raise LessonError("the task accepts nothing", where=f"lesson {lesson.id}, step {at}")
    return lessons


def read_reference(data: Mapping[str, Any]) -> tuple[Section, ...]:
    """The sections in a parsed ``reference.toml``; errors as in ``read_lessons``."""
    return tuple(
        _made(Section, table, f"section {number}", diagrams=(_diagrams, "diagram"), lessons=(_strings, "lessons"))
        for number, table in enumerate(_tables(data, "section", ""), 1)
    )


def read_rulings(data: Mapping[str, Any]) -> Rulings:
    """The rulings in a parsed ``rulings.toml``; errors as in ``read_lessons``."""
    about = data.get("about", {})
    return Rulings(
        text=_string(about.get("text", ""), "about, text"),
        link=_string(about.get("link", ""), "about, link"),
        rulings=tuple(
            _made(Ruling, table, f"ruling {number}") for number, table in enumerate(_tables(data, "ruling", ""), 1)
        ),
        reconstructed=tuple(
            _made(Reconstructed, table, f"reconstructed {number}")
            for number, table in enumerate(data.get("reconstructed", ()), 1)
        ),
    )


def _steps(value: Any, where: str) -> tuple[Step, ...]:
    return tuple(
        _made(
            Step,
            table,
            f"{where} {number}",
            options=(_options, "options"),
            moves=(_strings, "moves"),
            seat=(_number, "seat"),
            notice=(_strings, "notice"),
            touched=(_strings, "touched"),
            goes=(_strings, "goes"),
            refused=(_refused, "refused"),
            winner=(_number, "winner"),
            show=(_flag, "show"),
            open=(_flag, "open"),
            task=(_task, "task"),
        )
        for number, table in enumerate(_list(value, where), 1)
    )


def _task(value: Any, where: str) -> Task:
    return _made(Task, value, where, accept=(_accepted, "accept"), effect=(_effect, "effect"), wrong=(_wrong, "wrong"))


def _effect(value: Any, where: str) -> Effect:
    effect = _made(Effect, value, where, within=(_number, "within"))
    if effect.outcome not in ("", "win", "loss", "draw"):
        raise LessonError(f"there is no outcome {effect.outcome!r}", where=where, expected="win, loss or draw")
    return effect


def _accepted(value: Any, where: str) -> tuple[tuple[str, ...], ...]:
    """One line of actions after the other; a line of one action may be the action alone."""
    return tuple((item,) if isinstance(item, str) else _strings(item, where) for item in _list(value, where))


def _wrong(value: Any, where: str) -> tuple[Wrong, ...]:
    return tuple(_made(Wrong, table, where) for table in _list(value, where))


def _refused(value: Any, where: str) -> tuple[Refused, ...]:
    return tuple(_made(Refused, table, where, touch=(_strings, "touch")) for table in _list(value, where))


def _diagrams(value: Any, where: str) -> tuple[Diagram, ...]:
    return tuple(_made(Diagram, table, where, step=(_number, "step")) for table in _list(value, where))


def _tables(data: Mapping[str, Any], key: str, where: str) -> list[Any]:
    for other in data:
        if other not in (key, "about", "reconstructed"):
            raise LessonError(f"there is no key {other!r} here", where=where, expected=key)
    return _list(data.get(key, []), key)


def _made(kind: type[T], table: Any, where: str, **readers: tuple[Any, str]) -> T:
    """A value of a dataclass from a table of the file: texts as they are, other fields by their readers."""
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=where)
    if isinstance(table.get("id"), str):
        where = f"{where} ({table['id']})"
    known = {readers[item.name][1] if item.name in readers else item.name for item in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            raise LessonError(f"there is no key {key!r} here", where=where, expected=", ".join(sorted(known)))
    values = {}
    for item in fields(kind):  # type: ignore[arg-type]
        reader, key = readers.get(item.name, (_string, item.name))
        if key in table:
            values[item.name] = reader(table[key], f"{where}, {key}")
    try:
        return kind(**values)
    except TypeError as error:
        raise LessonError(str(error).partition(") ")[2] or str(error), where=where) from error


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise LessonError(f"{value!r} is no text", where=where)
    return value


def _strings(value: Any, where: str) -> tuple[str, ...]:
    return tuple(_string(item, where) for item in _list(value, where))


def _number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise LessonError(f"{value!r} is no whole number", where=where)
    return value


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise LessonError(f"{value!r} is neither true nor false", where=where)
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise LessonError(f"{value!r} is no list", where=where)
    return value


def _options(value: Any, where: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise LessonError(f"{value!r} is no table", where=where)
    return {name: _string(chosen, f"{where}, {name}") for name, chosen in value.items()}
