"""Studies as PGN: comments, variations, glyphs, and drawings as lichess writes them; described in docs/formats.md.

Each chapter is a game of the text. What PGN has no words for stands in commands within comments, as ``[%task …]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, Protocol
from urllib.parse import quote, unquote

from ruleboard.engine.action import Action
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import check_study
from ruleboard.engine.study import (
    ARROW,
    COLORS,
    GLYPHS,
    NO_NOTE,
    RING,
    Chapter,
    Note,
    Study,
    StudyMark,
    StudyMove,
    StudyTask,
)
from ruleboard.engine.study_text import DEEPEST, read_study, read_task, study_data, task_data
from ruleboard.engine.study_tree import chapter_start
from ruleboard.i18n import _

AnyGame = Game[Any, Any]

RESULTS: Final = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "*"})
_WIDTH: Final = 80
_NUMBER: Final = re.compile(r"[0-9]++(?:\.++|…)?")
_TAG: Final = re.compile(r'\[\s*+([A-Za-z0-9_]++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]', re.DOTALL)
_TOKEN: Final = re.compile(r"\{[^}]*+\}?|;[^\n]*+|\[|[()]|\$[0-9]*+|[^\s{}()\[;$]++|[}]")
_VERDICT: Final = re.compile(r"[!?]{1,2}")
_SQUARE: Final = re.compile(r"[a-z][0-9]{1,2}", re.ASCII)
_RING: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})", re.ASCII)
_ARROW: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII)
_LETTERS: Final = {color[0].upper(): color for color in COLORS}


class MoveTokens(Protocol):
    """Moves in a notation of the game's own, as SAN in chess (``Package.tokens``). A token has no blanks, brackets,
    braces or semicolons in it, and does not begin with a digit.
    """

    variant: str
    """The value of the tag ``Variant``."""

    def number(self, state: Any, *, first: bool) -> str:
        """Return the number before a move; empty if there is none.

        Args:
            state: the state before it.
            first: True if it comes first, or behind a comment or a variation.
        """
        ...

    def write(self, state: Any, action: Action[Any]) -> str:
        """Return the token of a legal action."""
        ...

    def read(self, state: Any, token: str) -> Action[Any]:
        """Return the legal action of a token.

        Raises:
            RuleboardError: it names none, or several.
        """
        ...


class ActionTokens:
    """The texts of actions, with ``_`` for blanks: for games without a notation of their own.

    Args:
        game: the rules.
    """

    variant = ""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def number(self, state: Any, *, first: bool) -> str:
        """See ``MoveTokens``; there is none."""
        return ""

    def write(self, state: Any, action: Action[Any]) -> str:
        """See ``MoveTokens``."""
        return self._game.format_action(state, action).replace(" ", "_")

    def read(self, state: Any, token: str) -> Action[Any]:
        """See ``MoveTokens``."""
        return self._game.parse_action(state, token.replace("_", " "))


# --- writing ---------------------------------------------------------------------------------------------------------


def format_study_pgn(study: Study, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> str:
    """Return a study as PGN; ``parse_study_pgn`` returns it again, but for line ends and double blanks in titles.

    Args:
        study: the study.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.

    Raises:
        StudyError: a game or an option is unknown, a start cannot be read, or a move is not allowed.
    """
    return "\n".join(
        _chapter_text(study, chapter, games, notations, f"chapters[{number}]")
        for number, chapter in enumerate(study.chapters, 1)
    )


def _chapter_text(
    study: Study, chapter: Chapter, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], where: str
) -> str:
    start = chapter_start(chapter, games, f"{where}.")
    known = notations.get(chapter.game)
    notation = known or ActionTokens(start.game)
    tags = {
        "Event": ": ".join(filter(None, (study.title, chapter.title))),
        "StudyName": study.title,
        "ChapterName": chapter.title,
        "Annotator": study.author,
        "Language": study.language,
        "Variant": notation.variant,
        "Game": "" if known else chapter.game,
        "Options": json.dumps(dict(chapter.options), sort_keys=True) if chapter.options else "",
        "Seed": str(chapter.seed) if chapter.seed else "",
        "Side": str(chapter.seat + 1) if chapter.seat else "",
        "FEN": chapter.start or "",
        "Result": "*",
    }
    head = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in tags.items() if value)
    writer = _Writer(start.game, notation)
    tokens = [*_comments(chapter.note), *writer.line(start.state, chapter.moves, f"{where}.moves"), "*"]
    return f"{head}\n\n{_wrapped(tokens)}\n"


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(tokens: Sequence[str]) -> str:
    """Return tokens in lines; comments keep the line ends they have."""
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > _WIDTH:
            lines.append(line)
            line = token
        else:
            line = f"{line} {token}" if line else token
    return "\n".join((*lines, line))


@dataclass(frozen=True, slots=True)
class _Writer:
    """The writer of the lines of one chapter."""

    game: AnyGame
    notation: MoveTokens

    def line(self, state: Any, moves: Sequence[StudyMove], where: str) -> Iterator[str]:
        """Yield the tokens of a line and of all its variations, which are nested ``DEEPEST`` deep at most."""
        first = True
        for at, move in enumerate(moves, 1):
            place = f"{where}[{at}]"
            before = state
            if is_ending(move.text):
                yield f"{{[%end {move.text}]}}"
            else:
                action = self._action(state, move.text, place)
                if number := self.notation.number(state, first=first):
                    yield number
                yield self.notation.write(state, action)
                state = self.game.apply(state, action)
            if move.note.glyph:
                yield f"${GLYPHS.index(move.note.glyph) + 1}"
            comments = list(_comments(move.note))
            yield from comments
            for turn, variation in enumerate(move.variations, 1):
                tokens = list(self.line(before, variation, f"{place}.variations[{turn}]"))
                tokens[0] = f"({tokens[0]}"
                tokens[-1] += ")"
                yield from tokens
            first = bool(comments or move.variations)

    def _action(self, state: Any, text: str, where: str) -> Action[Any]:
        try:
            return self.game.parse_action(state, text)
        except RuleboardError as error:
            raise _unplayable(text, error, where) from error


def _unplayable(text: str, error: RuleboardError, where: str) -> StudyError:
    what = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
    return StudyError(what, where=where, expected=error.expected)


def _comments(note: Note) -> Iterator[str]:
    """Yield the comment on a position with its commands; none if there is nothing to say."""
    parts = [note.comment] if _is_plain(note.comment) else [f"[%text {quote(note.comment, safe='')}]"]
    for command, marks in groupby(map(_mark, note.marks), key=lambda found: found[0]):
        if command == "mark":
            parts += [f"[%mark {value}]" for _command, value in marks]
        else:
            parts.append(f"[%{command} {','.join(value for _command, value in marks)}]")
    if note.diagram:
        parts.append("[%diagram]")
    if note.task:
        parts.append(f"[%task {quote(json.dumps(task_data(note.task), sort_keys=True), safe='')}]")
    if whole := " ".join(filter(None, parts)):
        yield f"{{{whole}}}"


def _is_plain(comment: str) -> bool:
    """Return True if a comment can stand in braces as it is."""
    return comment == comment.strip() and "}" not in comment and "[%" not in comment


def _mark(mark: StudyMark) -> tuple[str, str]:
    """Return the command of a mark, and its value."""
    simple = all(map(_SQUARE.fullmatch, mark.targets))
    letter = mark.color[0].upper()
    if simple and mark.kind == RING:
        return "csl", f"{letter}{mark.targets[0]}"
    if simple and mark.kind == ARROW and len(mark.targets) == 2:
        return "cal", letter + "".join(mark.targets)
    return "mark", ",".join(quote(part, safe="") for part in (mark.kind, mark.color, mark.text, *mark.targets))


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study_pgn(text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> Study:
    """Return the study in a PGN text, in time proportional to its length; its moves are checked by the rules.

    Args:
        text: the text: games with tags, each a chapter.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.

    Raises:
        StudyError: it is too long, cannot be read, or has a move that is not allowed; the error names the place.
    """
    check_study(text)
    chapters: list[_Chapter] = [_Chapter()]
    for token in _tokens(text):
        chapter = chapters[-1]
        if isinstance(token, tuple):
            if chapter.tokens:
                chapters.append(chapter := _Chapter())
            chapter.tags[token[0]] = token[1]
        else:
            chapter.tokens.append(token)
    found = [
        _read_chapter(chapter, games, notations, _("chapter {n}").format(n=number))
        for number, chapter in enumerate(chapters, 1)
    ]
    tags = chapters[0].tags
    study = Study(
        tags.get("StudyName") or tags.get("Event") or "?",
        tags.get("Annotator", ""),
        tags.get("Language", ""),
        tuple(found),
    )
    return read_study(study_data(study))


@dataclass(slots=True)
class _Chapter:
    """The tags and the tokens of a chapter."""

    tags: dict[str, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)


def _tokens(text: str) -> Iterator[tuple[str, str] | str]:
    """Yield tags as pairs of name and value, and all other tokens as they are written."""
    at = 0
    while found := _TOKEN.search(text, at):
        at = found.end()
        if found[0] != "[":
            yield found[0]
            continue
        tag = _TAG.match(text, found.start())
        if not tag:
            line = text[found.start() : found.start() + 40].splitlines()[0]
            raise StudyError(
                _("{text} is not a tag").format(text=repr(line)),
                expected=_("a line such as {example}").format(example='[White "Ada"]'),
            )
        yield tag[1], re.sub(r"\\(.)", r"\1", tag[2])
        at = tag.end()


def _read_chapter(
    chapter: _Chapter, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], where: str
) -> Chapter:
    tags = chapter.tags
    variant = tags.get("Variant", "").casefold()
    by_variant = {notation.variant.casefold(): id for id, notation in notations.items()}
    game = tags.get("Game") or by_variant.get(variant) or ("" if variant else next(iter(notations), ""))
    names = " – ".join(name for name in (tags.get("White", ""), tags.get("Black", "")) if name.strip("? "))
    first = Chapter(
        game or tags.get("Variant", ""),
        tags.get("ChapterName", names),
        _options(tags.get("Options", "{}"), where),
        int(seed) if (seed := tags.get("Seed", "0")).isascii() and seed.isdigit() and len(seed) < 20 else 0,
        tags.get("FEN"),
        _seat(tags),
    )
    start = chapter_start(first, games, f"{where}, ")
    reader = _Reader(start.game, notations.get(game) or ActionTokens(start.game), start.state, where)
    for token in chapter.tokens:
        reader.take(token)
    return reader.chapter(first)


def _seat(tags: Mapping[str, str]) -> int:
    """Return the side in front, from 0; lichess names it by its colour."""
    side = tags.get("Side", {"black": "2"}.get(tags.get("Orientation", ""), "1"))
    return int(side) - 1 if side in tuple("123456789") else 0


def _options(text: str, where: str) -> dict[str, str]:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise StudyError(_("it cannot be read"), where=f"{where}, Options", expected=_("a JSON object of texts"))
    return data


@dataclass(slots=True)
class _Said:
    """The note on a position, as it is read bit by bit."""

    texts: list[str] = field(default_factory=list)
    marks: list[StudyMark] = field(default_factory=list)
    glyph: str = ""
    task: StudyTask | None = None
    diagram: bool = False

    def note(self) -> Note:
        note = Note("\n".join(self.texts), tuple(self.marks), self.glyph, self.task, self.diagram)
        return NO_NOTE if note == NO_NOTE else note


@dataclass(slots=True)
class _Move:
    """A move that is read, with the note on it and the lines instead of it."""

    text: str
    said: _Said
    variations: list[list[_Move]] = field(default_factory=list)


@dataclass(slots=True)
class _Line:
    """A line that is read.

    Attributes:
        state: the state after its moves.
        said: the note on the position before them.
        before: the state before the last move.
        over: True once it has an ending that is no move.
    """

    state: Any
    said: _Said
    before: Any = None
    over: bool = False
    moves: list[_Move] = field(default_factory=list)


class _Reader:
    """The reader of the tokens of one chapter."""

    def __init__(self, game: AnyGame, notation: MoveTokens, state: Any, where: str) -> None:
        self._game = game
        self._notation = notation
        self._where = where
        self._lines = [_Line(state, _Said())]

    def take(self, token: str) -> None:
        """Take the next token.

        Raises:
            StudyError: it has no place here, or is a move that is not allowed.
        """
        line = self._lines[-1]
        match token[0]:
            case "{":
                if token[-1] != "}":
                    raise self._error(_("a comment is never closed"), _("one } for each {"))
                self._comment(token[1:-1])
            case ";":
                self._comment(token[1:])
            case "$":
                self._judge(GLYPHS[int(token[1:3]) - 1] if token[1:] in tuple("123456") else "")
            case "(":
                if not line.moves:
                    raise self._error(_("a variation comes before any move"))
                if len(self._lines) > DEEPEST:
                    raise self._error(_("variations are nested too deeply"), _("{n} at most").format(n=DEEPEST))
                self._lines.append(_Line(line.before, _Said()))
            case ")":
                self._close()
            case "}":
                raise self._error(_("a comment is closed that was never opened"), _("one } for each {"))
            case _:
                self._word(token)

    def chapter(self, first: Chapter) -> Chapter:
        """Return the chapter that was read; ``first`` has all but its moves and its note."""
        if len(self._lines) > 1:
            raise self._error(_("the parentheses do not match"), _("one ) for each ("))
        (line,) = self._lines
        return Chapter(
            first.game,
            first.title,
            first.options,
            first.seed,
            first.start,
            first.seat,
            line.said.note(),
            _frozen(line.moves),
        )

    def _close(self) -> None:
        if len(self._lines) == 1:
            raise self._error(_("the parentheses do not match"), _("one ) for each ("))
        line = self._lines.pop()
        if line.moves:  # what is said before the first move is said about it
            line.moves[0].said.texts[:0] = line.said.texts
            self._lines[-1].moves[-1].variations.append(line.moves)

    def _word(self, token: str) -> None:
        if token in RESULTS:
            return
        number = _NUMBER.match(token)
        word = token[number.end() if number else 0 :].lstrip(".…")
        if not word:
            return
        verdict = next(_VERDICT.finditer(word, max(0, len(word) - 2)), None)
        self._move(word)
        if verdict and verdict[0] in GLYPHS and verdict.end() == len(word):
            self._judge(verdict[0])

    def _move(self, word: str) -> None:
        line = self._lines[-1]
        self._check_open(line, word)
        try:
            action = self._notation.read(line.state, word)
            text = self._game.format_action(line.state, action)
            after = self._game.apply(line.state, action)
        except RuleboardError as error:
            raise _unplayable(word, error, self._place(line)) from error
        line.before, line.state = line.state, after
        line.moves.append(_Move(text, _Said()))

    def _end(self, text: str) -> None:
        line = self._lines[-1]
        self._check_open(line, text)
        line.before, line.over = line.state, True
        line.moves.append(_Move(text, _Said()))

    def _check_open(self, line: _Line, word: str) -> None:
        if line.over:
            raise _unplayable(word, RuleboardError(_("the game is over before it")), self._place(line))

    def _said(self) -> _Said:
        """Return the note on the position in which the line stands."""
        line = self._lines[-1]
        return line.moves[-1].said if line.moves else line.said

    def _judge(self, glyph: str) -> None:
        if glyph and self._lines[-1].moves:
            self._said().glyph = glyph

    def _comment(self, text: str) -> None:
        first, *pieces = text.split("[%")
        words = [first]
        for piece in pieces:
            command, closed, rest = piece.partition("]")
            name, _blank, value = command.partition(" ")
            if not closed:
                words.append(f"[%{piece}")
                continue
            if name == "end":
                self._say(words)
                words = []
            self._command(name, value.strip())
            words.append(rest)
        self._say(words)

    def _say(self, words: Sequence[str]) -> None:
        if text := "".join(words).strip():
            self._said().texts.append(text)

    def _command(self, name: str, value: str) -> None:
        said = self._said()
        match name:
            case "csl":
                for part in value.split(","):
                    if found := _RING.fullmatch(part.strip()):
                        said.marks.append(StudyMark(RING, (found[2],), _LETTERS[found[1]]))
            case "cal":
                for part in value.split(","):
                    if found := _ARROW.fullmatch(part.strip()):
                        said.marks.append(StudyMark(ARROW, (found[2], found[3]), _LETTERS[found[1]]))
            case "mark":
                kind, color, text, *targets = [*map(unquote, value.split(",")), "", ""][: max(3, value.count(",") + 1)]
                said.marks.append(StudyMark(kind, tuple(targets), color, text))
            case "diagram":
                said.diagram = True
            case "text":
                said.texts.append(unquote(value))
            case "task":
                try:
                    said.task = read_task(decode(unquote(value)), self._place(self._lines[-1]))
                except (json.JSONDecodeError, RecursionError):
                    raise self._error(_("the task cannot be read")) from None
            case "end" if is_ending(value):
                self._end(value)

    def _place(self, line: _Line) -> str:
        return _("{chapter}, after {n} moves of a line").format(chapter=self._where, n=len(line.moves))

    def _error(self, what: str, expected: str = "") -> StudyError:
        return StudyError(what, where=self._where, expected=expected)


def _frozen(moves: Sequence[_Move]) -> tuple[StudyMove, ...]:
    """Return moves as values; variations are nested ``DEEPEST`` deep at most."""
    return tuple(StudyMove(move.text, move.said.note(), tuple(map(_frozen, move.variations))) for move in moves)
