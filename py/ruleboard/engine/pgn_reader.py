"""The reader of PGN. It returns the games of a text as trees of legal moves, in steps and within limits.

It reads the import format of the standard of 1994 and the dialects of lichess, ChessBase, python-chess and chess.com.
Notices list all omissions and changes. ``study_pgn`` turns the games into studies, ``pgn_records`` into records.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.limits import at_most
from ruleboard.engine.pgn_notation import RESULTS, UNDECIDED, ActionTokens, AnyGame, MoveTokens
from ruleboard.engine.pgn_notes import NoteBuilder, keep_command, pieces, read_comment
from ruleboard.engine.pgn_tokens import Kind, Token, line_number, tokens, with_line_feeds
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import GLYPHS, Chapter, StudyMove
from ruleboard.engine.study_text import DEEPEST, MAX_TAG_LENGTH, MAX_TAGS, TAG_NAME
from ruleboard.engine.study_tree import chapter_start
from ruleboard.i18n import _, ngettext

MAX_NOTICES: Final = 50
"""Maximum number of notices about one text; the last notice counts the others."""
_CASTLING: Final = re.compile(r"[0Oo]-[0Oo]")
_NUMBER: Final = re.compile(r"([0-9]++)(\.*+…?+\.*+)")
_DOTS: Final = ".…"
_VERDICT: Final = re.compile(r"[!?]{1,2}")
_VERDICTS: Final = {
    "!": "$1",
    "?": "$2",
    "!!": "$3",
    "??": "$4",
    "!?": "$5",
    "?!": "$6",
    "□": "$7",
    "=": "$10",
    "∞": "$13",
    "⩲": "$14",
    "+=": "$14",
    "+/=": "$14",
    "⩱": "$15",
    "=+": "$15",
    "=/+": "$15",
    "±": "$16",
    "+/-": "$16",
    "∓": "$17",
    "-/+": "$17",
    "+-": "$18",
    "-+": "$19",
}
"""The glyphs by their signs."""
_EN_PASSANT: Final = frozenset({"e.p.", "e.p", "ep", "ep."})
_PASSES: Final = frozenset({"--", "Z0", "null", "@@@@"})
"""Moves that mean a pass. ChessBase writes them in variations, to show a threat."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """Settings for reading a text.

    Attributes:
        error: the class of the errors.
        noun: returns the name of a game from its number (1-based), for errors.
        max_games: the maximum number of games.
        max_moves: the maximum number of moves of a game.
        max_length: the maximum number of characters of the moves of all games in storage.
        has_notes: True to read comments, drawings and variations. Otherwise only commands of other programs are read.
        skips_errors: True to replace an invalid game by its error, and to read the other games.
    """

    error: type[RuleboardError]
    noun: Callable[[int], str]
    max_games: int
    max_moves: int
    max_length: int
    has_notes: bool = True
    skips_errors: bool = False


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game of a PGN text.

    Attributes:
        chapter: the game with its start, its moves, variations and notes, and all its tags.
        result: the result at its end, in the standard's notation; empty if missing.
        error: the error of an invalid game, or None.
    """

    chapter: Chapter
    result: str = ""
    error: RuleboardError | None = None


@dataclass(frozen=True, slots=True)
class PgnText:
    """The games of a PGN text, and notices about omissions and changes."""

    games: tuple[PgnGame, ...]
    notices: tuple[str, ...] = ()


def reading_pgn(
    text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], purpose: Purpose
) -> Steps[PgnText]:
    """Read the games of a PGN text, in steps of at most a move or a comment, in time proportional to its length.

    Args:
        text: the text, within the maximum length.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.
        purpose: the settings.

    Raises:
        RuleboardError: of the class ``purpose.error``: a game is invalid, or the text exceeds a limit; the error names
            the place. The reading ends there.
    """
    text = with_line_feeds(text)
    report = _Report(text)
    read: list[PgnGame] = []
    game: _GameReader | None = None
    for token in tokens(text):
        if token.kind is Kind.ESCAPE:
            report.add(token.at, _("the line behind “%” is for other programs, and was left out"))
            yield token.at / len(text)
            continue
        if game is None or game.ends_before(token):
            if game is not None:
                read.append(game.finish())
            if len(read) == purpose.max_games:
                raise purpose.error(
                    _("there are too many games"), where=report.line(token.at), expected=_at_most(purpose.max_games)
                )
            game = _GameReader(len(read) + 1, games, notations, purpose, report)
        game.take(token)
        yield token.at / len(text)
    if game is not None:
        read.append(game.finish())
    if not read:
        raise purpose.error(_("there is nothing to read in it"), expected=_("a game with tags or moves"))
    return PgnText(tuple(read), report.notices())


def _at_most(number: int) -> str:
    return _("{n} at most").format(n=number)


class _Report:
    """The notices about a text, with their lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.length = 0  # of the moves of all games
        self._notices: list[str] = []
        self._more = 0

    def line(self, at: int) -> str:
        """Return the name of the line with a character."""
        return _("line {n}").format(n=line_number(self._text, at))

    def add(self, at: int, what: str) -> None:
        """Add a notice about a place."""
        if len(self._notices) < MAX_NOTICES:
            self._notices.append(_("{where}: {what}").format(where=self.line(at), what=what))
        else:
            self._more += 1

    def notices(self) -> tuple[str, ...]:
        """Return the notices. If there are too many, the last one counts the others."""
        if not self._more:
            return tuple(self._notices)
        return *self._notices, _("{n} more notices of this kind").format(n=self._more)


@dataclass(slots=True)
class _Move:
    """A move, with the state before it, the note on it and its variations."""

    text: str
    token: str
    before: Any
    note: NoteBuilder
    variations: list[tuple[StudyMove, ...]] = field(default_factory=list)


@dataclass(slots=True)
class _Line:
    """A line during reading.

    Attributes:
        state: the state after its moves.
        origin: the note on the position before its first move.
        lead: the comments before its first move; for the main line, the same object as ``origin``.
        is_over: True after an ending that is not a move.
        rest: the words after a move that the rules do not have, which become a comment, or None.
        rest_depth: the number of open parentheses in ``rest``.
    """

    state: Any
    origin: NoteBuilder
    lead: NoteBuilder
    is_over: bool = False
    rest: list[str] | None = None
    rest_depth: int = 0
    moves: list[_Move] = field(default_factory=list)

    @property
    def note(self) -> NoteBuilder:
        """The comments on its current position."""
        return self.moves[-1].note if self.moves else self.lead

    @property
    def drawn(self) -> NoteBuilder:
        """The note on its current position."""
        return self.moves[-1].note if self.moves else self.origin


class _GameReader:
    """The reader of one game."""

    def __init__(
        self,
        number: int,
        games: Mapping[str, AnyGame],
        notations: Mapping[str, MoveTokens],
        purpose: Purpose,
        report: _Report,
    ) -> None:
        self._number = number
        self._games = games
        self._notations = notations
        self._purpose = purpose
        self._report = report
        self._tags: dict[str, str] = {}
        self._chapter: Chapter | None = None
        self._first_note = NoteBuilder()
        self._lines: list[_Line] = []
        self._result = ""
        self._first_number: tuple[str, bool] | None = None
        self._moves = 0
        self._skipped_depth = 0
        self._left_out: dict[str, tuple[int, int]] = {}
        self._error: RuleboardError | None = None
        self._at = 0
        self._word = ""

    # --- boundaries of games -----------------------------------------------------------------------------------------

    def ends_before(self, token: Token) -> bool:
        """Return True if a token belongs to the next game.

        A game ends with its result, before tags, or before an empty line after which the move numbers start again.
        """
        if self._chapter is None and self._error is None:
            return False
        if token.kind in (Kind.TAG, Kind.BAD_TAG):
            return True
        if self._result:
            says = token.kind in (Kind.COMMENT, Kind.GLYPH, Kind.CLOSE, Kind.STRAY)
            repeats = token.kind is Kind.WORD and RESULTS.get(token.value) == self._result
            return token.after_blank if says or repeats else True
        if not token.after_blank or token.kind is not Kind.WORD or len(self._lines) > 1 or self._skipped_depth:
            return False
        return self._first_number is not None and self._first_number == _numbered(token.value)

    # --- tokens ------------------------------------------------------------------------------------------------------

    def take(self, token: Token) -> None:
        """Take the next token.

        Raises:
            RuleboardError: the token is out of place, or the move is not legal.
        """
        if self._error is not None:
            self._skipped_depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if token.kind is Kind.WORD and token.value in RESULTS and self._skipped_depth <= 0:
                self._result = RESULTS[token.value]
            return
        self._at, self._word = token.at, ""
        try:
            self._take(token)
        except RuleboardError as error:
            own = self._purpose.error
            located = error if type(error) is own else own(error.what, where=error.where, expected=error.expected)
            if not self._purpose.skips_errors:
                raise located from error
            self._error = located
            self._skipped_depth += max(0, len(self._lines) - 1)

    def _take(self, token: Token) -> None:
        if token.kind is Kind.TAG:
            self._tag(token.name, token.value)
            return
        if token.kind is Kind.BAD_TAG:
            raise self._failure(
                _("{text} is not a tag").format(text=repr(token.value[:40])),
                _("a line such as {example}").format(example='[White "Ada"]'),
            )
        if self._chapter is None:
            if token.kind is Kind.COMMENT and not self._tags:
                self._comment(token.value)  # the head of the file
                return
            self._begin()
        line = self._lines[-1]
        if self._skipped_depth and token.kind not in (Kind.OPEN, Kind.CLOSE, Kind.UNCLOSED):
            return
        if line.rest is not None and self._take_rest(line, token):
            return
        match token.kind:
            case Kind.COMMENT:
                self._comment(token.value)
            case Kind.UNCLOSED:
                raise self._failure(_("a comment is never closed"), _("one } for each {"))
            case Kind.STRAY:
                raise self._failure(_("a comment is closed that was never opened"), _("one } for each {"))
            case Kind.GLYPH:
                self._judge(token.value)
            case Kind.OPEN:
                self._open(line)
            case Kind.CLOSE:
                self._close()
            case _:
                self._take_word(token.value)

    def _tag(self, name: str, value: str) -> None:
        value = " ".join(value.split())
        if self._tags.get(name, value) != value:
            self._report.add(self._at, _("the tag {name} is there twice: the last one stands").format(name=name))
        if len(self._tags) == MAX_TAGS and name not in self._tags:
            raise self._failure(_("there are too many tags"), _at_most(MAX_TAGS))
        if not TAG_NAME.fullmatch(name):
            raise self._failure(_("the name of a tag is too long"), _at_most(100))
        if len(value) > MAX_TAG_LENGTH and name not in ("FEN", "Options"):
            self._report.add(self._at, _("the value of the tag {name} was cut: it is too long").format(name=name))
            value = value[:MAX_TAG_LENGTH].rstrip()
        self._tags[name] = value

    def _begin(self) -> None:
        """Set up the starting position from the tags."""
        tags = self._tags
        where = self._game_name()
        inside = f"{where}, " if where else ""
        chapter = Chapter(
            self._game_id(),
            options=_options(tags.get("Options", "{}"), inside),
            seed=self._whole("Seed", 20),
            start=tags.get("FEN"),
            seat=max(0, self._whole("Side", 2) - 1) if "Side" in tags else _seat(tags.get("Orientation", "")),
            tags=tags,
        )
        try:
            timeline = chapter_start(chapter, self._games, inside)
        except RuleboardError as error:
            located = error.where
            game_tag = "Game" if "Game" in self._tags else "Variant"
            for field, name in (("start", "FEN"), ("game", game_tag), ("options", "Options")):
                located = located.replace(f"{inside}{field}", inside + _("tag {name}").format(name=name), 1)
            raise StudyError(error.what, where=located, expected=error.expected) from error
        self._chapter = chapter
        self._game = timeline.game
        self._notation = self._notations.get(chapter.game) or ActionTokens(timeline.game)
        self._lines = [_Line(timeline.state, self._first_note, self._first_note)]

    def _game_id(self) -> str:
        """Return the game's id. Without a tag that names it, this is the first game with a notation."""
        variant = self._tags.get("Variant", "")
        by_variant = {notation.variant.casefold(): id for id, notation in self._notations.items()}
        id = self._tags.get("Game") or by_variant.get(variant.casefold())
        return id or variant or next(iter(self._notations), "")

    def _whole(self, name: str, digits: int) -> int:
        """Return the whole number in a tag, or 0 if it is missing."""
        value = self._tags.get(name, "0")
        if value.isascii() and value.isdigit() and len(value) < digits and int(value) < 1 << 53:
            return int(value)
        self._report.add(self._at, _("the tag {name} is no whole number, and has no effect").format(name=name))
        return 0

    # --- comments and glyphs -----------------------------------------------------------------------------------------

    def _comment(self, text: str) -> None:
        if self._purpose.has_notes:
            read_comment(text, self._note, self._drawn, self._end, self._place)
            return
        for name, value in pieces(text):
            if name == "end" and is_ending(value):
                self._end(value)
            elif not name or name in ("csl", "cal", "mark", "diagram", "text", "task"):
                if value.strip():
                    self._leave_out("comments")
            else:
                keep_command(name, value, self._note(), self._place)

    def _note(self) -> NoteBuilder:
        """Return the comments on the current position."""
        return self._lines[-1].note if self._lines else self._first_note

    def _drawn(self) -> NoteBuilder:
        """Return the note on the current position."""
        return self._lines[-1].drawn if self._lines else self._first_note

    def _judge(self, glyph: str) -> None:
        line = self._lines[-1]
        if not self._purpose.has_notes:
            self._leave_out("glyphs")
        elif glyph[1:].isascii() and len(glyph) in range(2, 6):
            line.note.judge(glyph, self._place, of_move=bool(line.moves) or len(self._lines) > 1)
        else:
            self._report.add(self._at, _("{text} is no glyph, and was left out").format(text=repr(glyph[:20])))

    def _leave_out(self, what: str) -> None:
        """Count a part that only studies preserve. The notice follows at the end of the game."""
        count, at = self._left_out.get(what, (0, self._at))
        self._left_out[what] = (count + 1, at)

    # --- variations --------------------------------------------------------------------------------------------------

    def _open(self, line: _Line) -> None:
        if not self._purpose.has_notes:
            self._skipped_depth += 1
            if self._skipped_depth == 1:
                self._leave_out("variations")
            return
        if not line.moves:
            raise self._failure(_("a variation comes before any move"))
        if len(self._lines) > DEEPEST:
            raise self._failure(_("variations are nested too deeply"), _at_most(DEEPEST))
        origin = line.moves[-2].note if len(line.moves) > 1 else line.origin
        self._lines.append(_Line(line.moves[-1].before, origin, NoteBuilder()))

    def _close(self) -> None:
        if self._skipped_depth:
            self._skipped_depth -= 1
            return
        if len(self._lines) == 1:
            raise self._failure(_("the parentheses do not match"), _("one ) for each ("))
        line = self._lines.pop()
        varied = self._lines[-1].moves[-1]
        self._keep_rest(line)
        if not line.moves:  # an empty line counts as a move
            self._moves += 1
            self._check_count()
        if line.moves:
            _prepend(line.moves[0].note, line.lead, self._place)
            varied.variations.append(_frozen(line.moves))
        elif line.lead.texts or line.lead.extras:
            _append(varied.note, line.lead, self._place)
        else:
            self._report.add(self._at, _("a variation without a move was left out"))

    def _take_rest(self, line: _Line, token: Token) -> bool:
        """Take a token after a move that the rules do not have. Return False for the end of its variation."""
        assert line.rest is not None
        if token.kind is Kind.CLOSE and not line.rest_depth:
            return False
        line.rest_depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if token.kind is Kind.COMMENT:
            line.rest += [text for name, value in pieces(token.value) if not name and (text := value.strip())]
        elif token.kind is Kind.UNCLOSED:
            raise self._failure(_("a comment is never closed"), _("one } for each {"))
        else:
            line.rest.append(token.value)
        return True

    def _keep_rest(self, line: _Line) -> None:
        """Turn the words after a move that the rules do not have into a comment."""
        if line.rest is not None:
            note = line.note if line.moves else line.lead
            note.say(" ".join(line.rest).replace("( ", "(").replace(" )", ")"), self._place)

    # --- moves -------------------------------------------------------------------------------------------------------

    def _take_word(self, word: str) -> None:
        line = self._lines[-1]
        if word in RESULTS:
            self._take_result(RESULTS[word])
            return
        if word in _VERDICTS:
            self._judge(_VERDICTS[word])
            return
        number = _numbered(word)
        if number is not None and self._first_number is None:
            self._first_number = number
        token = _unnumbered(word)
        if not token or (token in _EN_PASSANT and line.moves):
            return
        verdict = next(_VERDICT.finditer(token, max(0, len(token) - 2)), None)
        glyph = verdict[0] if verdict and verdict.end() == len(token) else ""
        if token in _PASSES and len(self._lines) > 1:
            self._report.add(
                self._at, _("the rules have no move {text}: the rest of the variation is a comment").format(text=token)
            )
            line.rest = [token]
            return
        self._move(line, token[: len(token) - len(glyph)], token)
        if glyph:
            self._judge(_VERDICTS[glyph])

    def _take_result(self, result: str) -> None:
        line = self._lines[-1]
        if len(self._lines) > 1:
            if result != UNDECIDED:
                line.note.say(result, self._place)  # ChessBase: the result of another game with these moves
        elif not self._result:
            self._result = result

    def _move(self, line: _Line, word: str, token: str) -> None:
        self._word = word
        self._check_open(line)
        self._moves += 1
        self._check_count()
        try:
            action = self._notation.read(line.state, word)
            text = self._game.format_action(line.state, action)
            after = self._game.apply(line.state, action)
        except RuleboardError as error:
            raise self._unplayable(error) from error
        line.moves.append(_Move(text, word, line.state, NoteBuilder()))
        line.state = after
        self._report.length += len(text) + 3  # for quotes and a comma
        if self._report.length > self._purpose.max_length:
            raise self._failure(_("there are too many moves in all"), at_most(self._purpose.max_length))

    def _end(self, text: str) -> None:
        if self._chapter is None:
            self._begin()
        line = self._lines[-1]
        self._word = text
        self._check_open(line)
        line.is_over = True
        line.moves.append(_Move(text, text, line.state, NoteBuilder()))

    def _check_open(self, line: _Line) -> None:
        if line.is_over:
            raise self._unplayable(StudyError(_("the game is over before it")))

    def _check_count(self) -> None:
        if self._moves > self._purpose.max_moves:
            raise self._failure(_("there are too many moves"), _at_most(self._purpose.max_moves))

    def _unplayable(self, error: RuleboardError) -> StudyError:
        what = _("{action} cannot be played: {why}").format(action=repr(self._word[:40]), why=error.what)
        return StudyError(what, where=self._place(), expected=error.expected)

    # --- places ------------------------------------------------------------------------------------------------------

    def _game_name(self) -> str:
        return self._purpose.noun(self._number)

    def _failure(self, what: str, expected: str = "") -> StudyError:
        return StudyError(what, where=self._place(), expected=expected)

    def _place(self) -> str:
        """Return the current place: the game, the line of the text, the move, and its variation."""
        parts = [self._game_name(), self._report.line(self._at)]
        if self._lines and (self._word or self._lines[-1].moves):
            line = self._lines[-1]
            if self._word:
                parts.append(self._label(line.state, self._word))
            else:
                parts.append(_("after {move}").format(move=self._label(line.moves[-1].before, line.moves[-1].token)))
        if len(self._lines) > 1:
            varied = self._lines[-2].moves[-1]
            move = self._label(varied.before, varied.token)
            parts.append(_("in a variation of {move}").format(move=move))
        return ", ".join(filter(None, parts))

    def _label(self, before: Any, token: str) -> str:
        """Return a move with its number."""
        return f"{self._notation.number(before, first=True)} {token[:40]}".strip()

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> PgnGame:
        """Return the game.

        Raises:
            RuleboardError: a parenthesis is still open, or the tags are invalid.
        """
        try:
            if self._error is None:
                if self._chapter is None:
                    self._begin()
                if len(self._lines) > 1 or self._skipped_depth:
                    raise self._failure(_("the parentheses do not match"), _("one ) for each ("))
        except RuleboardError as error:
            located = self._purpose.error(error.what, where=error.where, expected=error.expected)
            if not self._purpose.skips_errors:
                raise located from error
            self._error = located
        if self._error is not None or self._chapter is None:
            return PgnGame(Chapter(""), "", self._error)
        for what, (count, at) in self._left_out.items():
            self._report.add(at, _left_out(what, count))
        (line,) = self._lines
        chapter = replace(self._chapter, note=line.lead.note(), moves=_frozen(line.moves), tags=dict(self._tags))
        return PgnGame(chapter, self._result)


def _left_out(what: str, count: int) -> str:
    """Return the notice about parts that only studies preserve."""
    match what:
        case "comments":
            return ngettext(
                "{n} comment was left out, which only a study keeps",
                "{n} comments were left out from here on, which only a study keeps",
                count,
            ).format(n=count)
        case "variations":
            return ngettext(
                "{n} variation was left out, which only a study keeps",
                "{n} variations were left out from here on, which only a study keeps",
                count,
            ).format(n=count)
    return ngettext(
        "{n} glyph was left out, which only a study keeps",
        "{n} glyphs were left out from here on, which only a study keeps",
        count,
    ).format(n=count)


def _numbered(word: str) -> tuple[str, bool] | None:
    """Return the number before a move in a word, and True if it is the second side's number; None without a number."""
    number = None if _CASTLING.match(word) else _NUMBER.match(word)
    return (number[1], len(number[2]) > 1 or "…" in number[2]) if number else None


def _unnumbered(word: str) -> str:
    """Return a word without a number and dots before it."""
    number = None if _CASTLING.match(word) else _NUMBER.match(word)
    return word[number.end() if number else 0 :].lstrip(_DOTS)


def _options(text: str, inside: str) -> dict[str, str]:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise StudyError(_("it cannot be read"), where=f"{inside}Options", expected=_("a JSON object of texts"))
    return data


def _seat(orientation: str) -> int:
    """Return the nearest side (0-based); lichess names it by its colour."""
    return 1 if orientation.casefold() == "black" else 0


def _prepend(note: NoteBuilder, lead: NoteBuilder, where: Callable[[], str]) -> None:
    """Put the comments before a variation's first move in front of the comments on that move."""
    behind, extras = note.texts[:], note.extras[:]
    note.texts.clear()
    note.extras.clear()
    note.length = 0
    if lead.glyph and not note.glyph:
        note.glyph = lead.glyph
    elif lead.glyph:
        extras.insert(0, f"${GLYPHS.index(lead.glyph) + 1}")
    for text in (*lead.texts, *behind):
        note.say(text, where)
    for extra in (*lead.extras, *extras):
        note.keep(extra, where)


def _append(note: NoteBuilder, lead: NoteBuilder, where: Callable[[], str]) -> None:
    """Add the comments in a variation without moves to the note on the move that it varies."""
    for text in lead.texts:
        note.say(text, where)
    for extra in lead.extras:
        note.keep(extra, where)


def _frozen(moves: Sequence[_Move]) -> tuple[StudyMove, ...]:
    """Return moves as immutable values."""
    return tuple(StudyMove(move.text, move.note.note(), tuple(move.variations)) for move in moves)
