"""A PGN reader, which returns each game as a tree of legal moves. It runs in steps and enforces limits.

It reads the import format of the PGN standard of 1994, the dialects of lichess, ChessBase, python-chess and chess.com,
and PGN in messages, forums and web pages. It adds a notice about each part that it omits or changes. ``study_pgn``
turns the games into studies, and ``pgn_records`` turns them into records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ruleboard.engine.decoding import decode_texts
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.limits import max_count_phrase, max_length_phrase
from ruleboard.engine.pgn_notation import RESULT_SPELLINGS, UNDECIDED_RESULT, ActionTokens, AnyGame, MoveTokens
from ruleboard.engine.pgn_notes import NoteBuilder, add_command, is_study_command, read_comment, split_comment
from ruleboard.engine.pgn_tokens import (
    Token,
    Tokenizer,
    TokenKind,
    begins_line,
    is_prose,
    line_number,
    looks_like_pgn,
    with_line_feeds,
    without_quote_marks,
)
from ruleboard.engine.plain_text import lone_surrogate_indices, plain_characters, replace_surrogates, unescape_entities
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import GLYPHS, Chapter, StudyMove
from ruleboard.engine.study_text import MAX_TAG_LENGTH, MAX_TAGS, MAX_VARIATION_DEPTH, TAG_NAME_PATTERN
from ruleboard.engine.study_tree import chapter_start
from ruleboard.i18n import _, ngettext

MAX_NOTICES: Final = 50
"""Maximum number of notices about one text. One more notice counts the omitted ones."""
_MAX_PROSE_START: Final = 100
"""The number of characters at the start of a line that the reader examines to recognize prose."""
_CASTLING_PATTERN: Final = re.compile(r"[0Oo]-[0Oo]|0{2,4}[+#!?]*+\Z")
_MOVE_NUMBER_PATTERN: Final = re.compile(r"([0-9]++)(\.*+…?+\.*+)[):\]-]?+")
_DOT_SIGNS: Final = ".…"
_GLYPH_CODES: Final = {
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
    "++-": "$20",
    "--+": "$21",
    "⨀": "$22",
    "⟳": "$32",
    "↑": "$36",
    "→": "$40",
    "=∞": "$44",
    "⇆": "$132",
    "⊕": "$138",
    "∆": "$140",
    "△": "$140",
    "⌓": "$142",
    "~": "$13",
    "RR": "$145",
    "N": "$146",
    "D": "$220",
}
"""PGN glyph codes by their signs."""
_SUFFIX_SIGNS: Final = sorted({*_GLYPH_CODES} - {"N", "D", "RR", "~"}, key=len, reverse=True)
"""The signs that may follow a move without a blank, the longest first. ``~`` is a sign of castling in Tensor Chess."""
_LONG_SUFFIX_PATTERN: Final = re.compile(r"[!?]{3,}")
_MAX_SIGNS: Final = 4
"""Maximum number of signs that follow a move without a blank."""
_CHECK_SIGNS: Final = frozenset(
    {"+", "++", "#", "†", "‡", "††", "ch", "ch.", "dis", "dis.", "disch", "dbl", "dbl.", "check", "mate", "mate."}
)
"""Words after a move that announce check or mate. The reader ignores them, since the move implies them."""
_EN_PASSANT_SIGNS: Final = frozenset({"e.p.", "e.p", "ep", "ep."})
_TAG_NAMES: Final = {
    name.casefold(): name
    for name in (
        *("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant", "Termination"),
        *("Annotator", "UTCDate", "UTCTime", "StudyName", "ChapterName", "Orientation", "Game", "Options", "Seed"),
        *("Side", "Language"),
    )
}
"""The tags that the reader interprets, by their case-folded names, since some programs write them in one case."""
_NULL_MOVES: Final = frozenset({"--", "Z0", "null", "@@@@", "0000", "<>", "pass", "Pass"})
"""Null moves, by which a side passes. ChessBase writes them in variations to show a threat."""


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """The options of the PGN reader.

    Attributes:
        error_type: the class of the errors to raise.
        game_name: returns the name of a game for errors, from its number (1-based); the name may be empty.
        max_games: the maximum number of games in a text.
        max_moves: the maximum number of moves in a game.
        max_length: the maximum number of characters that the moves of all games take in storage.
        keeps_notes: True to read comments, drawings and variations, False to read only other programs' commands.
        skips_errors: True to record the error of an invalid game and read the next game.
        default_game: the id of the game to assume if the tags name none; empty for the first game with a notation.
    """

    error_type: type[RuleboardError]
    game_name: Callable[[int], str]
    max_games: int
    max_moves: int
    max_length: int
    keeps_notes: bool = True
    skips_errors: bool = False
    default_game: str = ""


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game from a PGN text.

    Attributes:
        chapter: the starting position, the moves with variations and notes, and all tags.
        result: "1-0", "0-1", "1/2-1/2" or "*"; empty if the text has no result after the moves.
        error: the error in the game, or None.
    """

    chapter: Chapter
    result: str = ""
    error: RuleboardError | None = None


@dataclass(frozen=True, slots=True)
class PgnText:
    """The games from a PGN text, with notices about omitted and changed parts."""

    games: tuple[PgnGame, ...]
    notices: tuple[str, ...] = ()


def read_pgn_steps(
    text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], reader_options: ReaderOptions
) -> Steps[PgnText]:
    """Read all games in a PGN text. A step reads at most one move or comment; the total time is linear.

    Args:
        text: the text, whose length the caller has checked.
        games: the games, keyed by id.
        notations: the move notations, keyed by the id of the game.
        reader_options: the limits, the style of errors, and the parts to read.

    Raises:
        RuleboardError: a game is invalid, or the text exceeds a limit. The class is ``reader_options.error_type``.
            The error names the location.
    """
    lines = with_line_feeds(text)
    text = without_quote_marks(lines)
    report = _Report(text)
    if text != lines:
        report.add(0, _("the “>” signs of a quoted message were left out"))
    for index in lone_surrogate_indices(text):
        report.add(index, _("an incomplete character was replaced"))
    text = replace_surrogates(text)
    has_game = looks_like_pgn(text)
    pgn_games: list[PgnGame] = []
    game: _GameReader | None = None
    tokens = Tokenizer(text)
    for token in tokens:
        is_between_games = has_game if game is None else game.is_finished and game.ends_game_before(token)
        if is_between_games and _begins_prose(token, text):
            report.add(token.start, _omitted_text_notice(tokens.skip_line(token)))
            yield token.start / len(text)
            continue
        if token.kind in (TokenKind.ESCAPE, TokenKind.MARKUP):
            report.add(token.start, _omitted_text_notice(token.value))
            yield token.start / len(text)
            continue
        if game is None or game.ends_game_before(token):
            if game is not None:
                pgn_games.append(game.finish())
            if len(pgn_games) == reader_options.max_games:
                raise reader_options.error_type(
                    _("there are too many games"),
                    where=report.line_name(token.start),
                    expected=max_count_phrase(reader_options.max_games),
                )
            game = _GameReader(len(pgn_games) + 1, games, notations, reader_options, report)
        game.add_token(token)
        yield token.start / len(text)
    if game is not None:
        pgn_games.append(game.finish())
    if not pgn_games:
        raise reader_options.error_type(_("the text contains no game"), expected=_("a game with tags or moves"))
    return PgnText(tuple(pgn_games), report.notices())


def _begins_prose(token: Token, text: str) -> bool:
    """Return True if a token between games begins a line of prose."""
    if token.kind is not TokenKind.WORD or not begins_line(text, token.start):
        return False
    return is_prose(text[token.start : token.start + _MAX_PROSE_START].partition("\n")[0])


def _omitted_text_notice(text: str) -> str:
    """Return the notice about a text outside the games: markup, a line for other programs, or a sentence."""
    if text.startswith("%"):
        return _("lines that begin with “%” are for other programs, so this one was left out")
    return _("{text} isn’t part of a game and was left out").format(text=repr(text[:40]))


class _Report:
    """A list of notices about a text, each with its line number."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.moves_length = 0  # the length of all moves in storage
        self._notices: list[str] = []
        self._omitted_count = 0

    def line_name(self, index: int) -> str:
        """Return "line N" for the line that contains the character at an index."""
        return _("line {n}").format(n=line_number(self._text, index))

    def add(self, index: int, message: str) -> None:
        """Add a notice about the character at an index."""
        if len(self._notices) < MAX_NOTICES:
            self._notices.append(_("{where}: {what}").format(where=self.line_name(index), what=message))
        else:
            self._omitted_count += 1

    def notices(self) -> tuple[str, ...]:
        """Return at most ``_MAX_NOTICES`` notices, followed by a notice that counts the omitted notices."""
        if not self._omitted_count:
            return tuple(self._notices)
        return *self._notices, _("{n} more notices of this kind").format(n=self._omitted_count)


@dataclass(slots=True)
class _Move:
    """A move with the state before it, the note on it, and its variations."""

    text: str
    token: str
    state_before: Any
    note: NoteBuilder
    variations: list[tuple[StudyMove, ...]] = field(default_factory=list)


@dataclass(slots=True)
class _Line:
    """A main line or variation that the reader is still reading.

    Attributes:
        state: the state after the moves so far.
        start_note: the note on the position before its first move.
        leading_note: the note for comments before its first move. In the main line it is ``start_note`` itself.
        is_over: True after an ending that is not a move, or after a draw by repetition.
        unplayable_tokens: the null move and the tokens after it, which become a comment; None if there was no null
            move.
        open_parentheses: the number of parentheses that are still open among the unplayable tokens.
        moves: the moves so far.
        early_variations: the variations that the text contains before the first move; empty after the first move.
    """

    state: Any
    start_note: NoteBuilder
    leading_note: NoteBuilder
    is_over: bool = False
    unplayable_tokens: list[str] | None = None
    open_parentheses: int = 0
    moves: list[_Move] = field(default_factory=list)
    early_variations: list[tuple[StudyMove, ...]] = field(default_factory=list)

    @property
    def note(self) -> NoteBuilder:
        """The note for texts about the current position."""
        return self.moves[-1].note if self.moves else self.leading_note

    @property
    def drawing_note(self) -> NoteBuilder:
        """The note for drawings on the current position."""
        return self.moves[-1].note if self.moves else self.start_note


class _GameReader:
    """A parser for one game, which processes one token at a time."""

    def __init__(
        self,
        number: int,
        games: Mapping[str, AnyGame],
        notations: Mapping[str, MoveTokens],
        reader_options: ReaderOptions,
        report: _Report,
    ) -> None:
        self._number = number
        self._games = games
        self._notations = notations
        self._reader_options = reader_options
        self._report = report
        self._tags: dict[str, str] = {}
        self._chapter: Chapter | None = None
        self._first_note = NoteBuilder()
        self._lines: list[_Line] = []
        self._result = ""
        self._first_number: tuple[str, bool] | None = None
        self._move_count = 0
        self._skipped_depth = 0
        self._omissions: dict[str, tuple[int, int]] = {}
        self._error: RuleboardError | None = None
        self._index = 0
        self._move_token = ""
        self._occurrences = Counter[Any]()

    # --- where a game ends -------------------------------------------------------------------------------------------

    def ends_game_before(self, token: Token) -> bool:
        """Return True if a token belongs to the next game.

        A game ends with its result, before tags, or before an empty line after which the move numbers start again.
        """
        if self._chapter is None and self._error is None:
            return False
        if token.kind in (TokenKind.TAG, TokenKind.BAD_TAG):
            return True
        if self._result:
            is_annotation = token.kind in (
                TokenKind.COMMENT,
                TokenKind.GLYPH,
                TokenKind.CLOSE_PARENTHESIS,
                TokenKind.STRAY_BRACE,
            )
            repeats_result = token.kind is TokenKind.WORD and RESULT_SPELLINGS.get(token.value) == self._result
            return token.follows_empty_line if is_annotation or repeats_result else True
        if (
            not token.follows_empty_line
            or token.kind is not TokenKind.WORD
            or len(self._lines) > 1
            or self._skipped_depth
        ):
            return False
        return self._first_number is not None and self._first_number == _parse_move_number(token.value)

    @property
    def is_finished(self) -> bool:
        """True if the parser has read the result of the game."""
        return bool(self._result)

    # --- tokens ------------------------------------------------------------------------------------------------------

    def add_token(self, token: Token) -> None:
        """Process the next token.

        Raises:
            RuleboardError: the token is out of place, or is an illegal move.
        """
        if self._error is not None:
            self._skipped_depth += (token.kind is TokenKind.OPEN_PARENTHESIS) - (
                token.kind is TokenKind.CLOSE_PARENTHESIS
            )
            if token.kind is TokenKind.WORD and token.value in RESULT_SPELLINGS and self._skipped_depth <= 0:
                self._result = RESULT_SPELLINGS[token.value]
            return
        self._index, self._move_token = token.start, ""
        try:
            self._handle_token(token)
        except RuleboardError as error:
            error_type = self._reader_options.error_type
            located_error = (
                error
                if type(error) is error_type
                else error_type(error.what, where=error.where, expected=error.expected)
            )
            if not self._reader_options.skips_errors:
                raise located_error from error
            self._error = located_error
            self._skipped_depth += max(0, len(self._lines) - 1)

    def _handle_token(self, token: Token) -> None:
        if token.kind is TokenKind.TAG:
            self._add_tag(token)
            return
        if token.kind is TokenKind.BAD_TAG:
            raise self._located_error(
                _("{text} isn’t a tag").format(text=repr(token.value[:40])),
                _("a line such as {example}").format(example='[White "Ada"]'),
            )
        if self._chapter is None:
            if token.kind is TokenKind.COMMENT and not self._tags:
                self._add_comment(token.value)  # the head of the file
                return
            self._set_start()
        line = self._lines[-1]
        if self._skipped_depth and token.kind not in (
            TokenKind.OPEN_PARENTHESIS,
            TokenKind.CLOSE_PARENTHESIS,
            TokenKind.UNCLOSED_COMMENT,
        ):
            return
        if line.unplayable_tokens is not None and self._add_unplayable_token(line, token):
            return
        match token.kind:
            case TokenKind.COMMENT:
                self._add_comment(token.value)
            case TokenKind.UNCLOSED_COMMENT:
                raise self._located_error(_("a comment has no closing }"), _("one } for each {"))
            case TokenKind.STRAY_BRACE:
                raise self._located_error(_("there’s a } without a {"), _("one } for each {"))
            case TokenKind.GLYPH:
                self._add_glyph(token.value)
            case TokenKind.OPEN_PARENTHESIS:
                self._open_variation(line)
            case TokenKind.CLOSE_PARENTHESIS:
                self._close_variation()
            case _:
                self._handle_word(token.value)

    def _add_tag(self, token: Token) -> None:
        name = _TAG_NAMES.get(token.name.casefold(), token.name)
        value = " ".join(self._replace_entities(token.value).split())
        if token.is_repaired:
            tag = f'[{name} "{value[:40]}"]'
            self._report.add(
                self._index, _("a quotation mark or a bracket is missing, so this was read as {tag}").format(tag=tag)
            )
        if self._tags.get(name, value) != value:
            self._report.add(
                self._index, _("the tag {name} appears twice, so only the last one counts").format(name=name)
            )
        if len(self._tags) == MAX_TAGS and name not in self._tags:
            raise self._located_error(_("there are too many tags"), max_count_phrase(MAX_TAGS))
        if not TAG_NAME_PATTERN.fullmatch(name):
            raise self._located_error(_("the name of a tag is too long"), max_length_phrase(100))
        if len(value) > MAX_TAG_LENGTH and name not in ("FEN", "Options"):
            self._report.add(
                self._index, _("the value of the tag {name} was too long and was shortened").format(name=name)
            )
            value = value[:MAX_TAG_LENGTH].rstrip()
        self._tags[name] = value

    def _replace_entities(self, text: str) -> str:
        """Replace the HTML entities in a text with their characters, and add a notice if there are any."""
        plain_text = unescape_entities(text)
        if plain_text != text:
            self._report.add(self._index, _("HTML codes were replaced by the characters they stand for"))
        return plain_text

    def _set_start(self) -> None:
        """Create the chapter and its first position from the tags."""
        tags = self._tags
        where = self._game_name()
        path_prefix = f"{where}, " if where else ""
        chapter = Chapter(
            self._find_game_id(),
            options=_parse_options(tags.get("Options", "{}"), path_prefix),
            seed=self._parse_integer_tag("Seed", 20),
            start=tags.get("FEN"),
            seat=max(0, self._parse_integer_tag("Side", 2) - 1)
            if "Side" in tags
            else _parse_orientation(tags.get("Orientation", "")),
            tags=tags,
        )
        try:
            timeline = chapter_start(chapter, self._games, path_prefix)
        except RuleboardError as error:
            location = error.where
            game_tag = "Game" if "Game" in self._tags else "Variant"
            for field, name in (("start", "FEN"), ("game", game_tag), ("options", "Options")):
                location = location.replace(f"{path_prefix}{field}", path_prefix + _("tag {name}").format(name=name), 1)
            raise StudyError(error.what, where=location, expected=error.expected) from error
        self._chapter = chapter
        self._game = timeline.game
        self._notation = self._notations.get(chapter.game) or ActionTokens(timeline.game)
        self._lines = [_Line(timeline.state, self._first_note, self._first_note)]
        self._occurrences = Counter([timeline.game.key(timeline.state)])

    def _find_game_id(self) -> str:
        """Return the id of the game that the tags name, or of the default game."""
        variant = self._tags.get("Variant", "")
        games_by_variant = {notation.variant.casefold(): id for id, notation in self._notations.items()}
        id = self._tags.get("Game") or games_by_variant.get(variant.casefold())
        return id or variant or self._reader_options.default_game or next(iter(self._notations), "")

    def _parse_integer_tag(self, name: str, digits: int) -> int:
        """Parse the integer in a tag, with fewer than ``digits`` digits; return 0 if the tag is missing or invalid."""
        value = self._tags.get(name, "0")
        if value.isascii() and value.isdigit() and len(value) < digits and int(value) < 1 << 53:
            return int(value)
        self._report.add(
            self._index, _("the value of the tag {name} isn’t a whole number, so it has no effect").format(name=name)
        )
        return 0

    # --- comments and glyphs -----------------------------------------------------------------------------------------

    def _add_comment(self, text: str) -> None:
        if self._reader_options.keeps_notes:
            read_comment(
                text, self._note, self._note_for_drawings, self._add_ending, self._location, self._replace_entities
            )
            return
        for name, value in split_comment(text):
            if name == "end" and is_ending(value):
                self._add_ending(value)
            elif not name or is_study_command(name, value):
                if value.strip():
                    self._count_omission("comments")
            else:
                add_command(name, value, self._note(), self._location)

    def _note(self) -> NoteBuilder:
        """Return the note for texts about the current position."""
        return self._lines[-1].note if self._lines else self._first_note

    def _note_for_drawings(self) -> NoteBuilder:
        """Return the note for drawings on the current position."""
        return self._lines[-1].drawing_note if self._lines else self._first_note

    def _add_glyph(self, glyph: str) -> None:
        line = self._lines[-1]
        if not self._reader_options.keeps_notes:
            self._count_omission("glyphs")
        elif glyph[1:].isascii() and len(glyph) in range(2, 6):
            line.note.add_glyph(glyph, self._location, follows_move=bool(line.moves) or len(self._lines) > 1)
        else:
            self._report.add(self._index, _("{text} isn’t a glyph and was left out").format(text=repr(glyph[:20])))

    def _count_omission(self, kind: str) -> None:
        """Count a comment or variation that a game without notes cannot contain. ``finish`` reports the total."""
        count, index = self._omissions.get(kind, (0, self._index))
        self._omissions[kind] = (count + 1, index)

    # --- variations --------------------------------------------------------------------------------------------------

    def _open_variation(self, line: _Line) -> None:
        if not self._reader_options.keeps_notes:
            self._skipped_depth += 1
            if self._skipped_depth == 1:
                self._count_omission("variations")
            return
        if len(self._lines) > MAX_VARIATION_DEPTH:
            raise self._located_error(_("variations are nested too deeply"), max_count_phrase(MAX_VARIATION_DEPTH))
        state = line.moves[-1].state_before if line.moves else line.state
        origin_note = line.moves[-2].note if len(line.moves) > 1 else line.start_note
        self._lines.append(_Line(state, origin_note, NoteBuilder()))

    def _close_variation(self) -> None:
        if self._skipped_depth:
            self._skipped_depth -= 1
            return
        if len(self._lines) == 1:
            raise self._located_error(_("the parentheses don’t match"), _("one ) for each ("))
        line = self._lines.pop()
        parent = self._lines[-1]
        self._add_unplayable_comment(line)
        if not line.moves:  # an empty variation counts as a move in the limit
            self._move_count += 1
            self._check_count()
        variations = parent.moves[-1].variations if parent.moves else parent.early_variations
        variations += line.early_variations
        if line.moves:
            _prepend_note(line.moves[0].note, line.leading_note, self._location)
            variations.append(_to_study_moves(line.moves))
            if not parent.moves:
                self._report.add(self._index, _("a variation came before the first move, so it was added to that move"))
        elif line.leading_note.texts or line.leading_note.extras:
            _append_note(parent.note, line.leading_note, self._location)
        elif not line.early_variations:
            self._report.add(self._index, _("a variation without a move was left out"))

    def _add_unplayable_token(self, line: _Line, token: Token) -> bool:
        """Process a token after a null move. Return False if the token ends the variation."""
        assert line.unplayable_tokens is not None
        if token.kind is TokenKind.CLOSE_PARENTHESIS and not line.open_parentheses:  # it may also be one too many
            return False
        is_main_line = len(self._lines) == 1
        if (
            is_main_line
            and not line.open_parentheses
            and token.kind is TokenKind.WORD
            and token.value in RESULT_SPELLINGS
        ):
            self._set_result(RESULT_SPELLINGS[token.value])
            return True
        line.open_parentheses += (token.kind is TokenKind.OPEN_PARENTHESIS) - (
            token.kind is TokenKind.CLOSE_PARENTHESIS
        )
        if token.kind is TokenKind.COMMENT:
            line.unplayable_tokens += [
                text for name, value in split_comment(token.value) if not name and (text := value.strip())
            ]
        elif token.kind is TokenKind.UNCLOSED_COMMENT:
            raise self._located_error(_("a comment has no closing }"), _("one } for each {"))
        else:
            line.unplayable_tokens.append(token.value)
        return True

    def _add_unplayable_comment(self, line: _Line) -> None:
        """Add the null move and the tokens after it to the line as a comment."""
        if line.unplayable_tokens is not None:
            note = line.note if line.moves else line.leading_note
            note.add_text(" ".join(line.unplayable_tokens).replace("( ", "(").replace(" )", ")"), self._location)

    # --- moves -------------------------------------------------------------------------------------------------------

    def _handle_word(self, word: str) -> None:
        line, word = self._lines[-1], "".join(plain_characters(word).split())
        if word in RESULT_SPELLINGS:
            self._set_result(RESULT_SPELLINGS[word])
            return
        if word in _GLYPH_CODES:
            self._add_glyph(_GLYPH_CODES[word])
            return
        number = _parse_move_number(word)
        if number is not None and self._first_number is None:
            self._first_number = number
            self._check_first_number(number[0])
        token = _remove_move_number(word)
        if not token or (line.moves and (token in _CHECK_SIGNS or token.rstrip("+#") in _EN_PASSANT_SIGNS)):
            return
        if token in _NULL_MOVES and not self._is_action_name(line, token):
            self._report.add(self._index, self._null_move_notice().format(text=token))
            line.unplayable_tokens = [token]
            return
        move, *signs = _split_signs(token)
        if move:
            self._add_move(line, move, token)
        for sign in signs:
            if _LONG_SUFFIX_PATTERN.fullmatch(sign):
                message = _("{text} was read as {glyph}").format(text=repr(sign[:20]), glyph=repr(sign[:2]))
                self._report.add(self._index, message)
            self._add_glyph(_GLYPH_CODES[sign[:2] if _LONG_SUFFIX_PATTERN.fullmatch(sign) else sign])

    def _is_action_name(self, line: _Line, token: str) -> bool:
        """Return True if a token for a null move, such as "pass", is a legal action of the game."""
        try:
            self._notation.read(line.state, token)
        except RuleboardError:
            return False
        return True

    def _check_first_number(self, number: str) -> None:
        """Add a notice if the number of the first move differs from the number in the starting position."""
        expected = self._notation.number(self._lines[0].state, is_first=True).rstrip(_DOT_SIGNS)
        if len(self._lines) == 1 and not self._lines[0].moves and expected not in ("", number.lstrip("0") or "0"):
            self._report.add(
                self._index,
                _("the first move is numbered {number}, but the starting position makes it number {expected}").format(
                    number=number[:20], expected=expected
                ),
            )

    def _null_move_notice(self) -> str:
        if len(self._lines) > 1:
            return _("{text} isn’t a legal move here, so the rest of the variation is a comment now")
        if self._reader_options.keeps_notes:
            return _("{text} isn’t a legal move here, so the rest of the game is a comment now")
        return _("{text} isn’t a legal move here, so the rest of the game was left out")

    def _set_result(self, result: str) -> None:
        line = self._lines[-1]
        if len(self._lines) > 1:
            if result != UNDECIDED_RESULT:
                # ChessBase adds the result of the game that the variation quotes.
                line.note.add_text(result, self._location)
        elif not self._result:
            self._result = result

    def _add_move(self, line: _Line, word: str, token: str) -> None:
        self._move_token = word
        self._check_game_is_open(line)
        self._move_count += 1
        self._check_count()
        try:
            action = self._notation.read(line.state, word)
            text = self._game.format_action(line.state, action)
            state_after = self._game.apply(line.state, action)
        except RuleboardError as error:
            raise self._unplayable_error(error) from error
        line.moves.append(_Move(text, word, line.state, NoteBuilder(), line.early_variations))
        line.early_variations = []
        line.state = state_after
        if len(self._lines) == 1:
            line.is_over = self._is_drawn_by_repetition(state_after)
        self._report.moves_length += len(text) + 3  # its quotes and a comma
        if self._report.moves_length > self._reader_options.max_length:
            raise self._located_error(
                _("there are too many moves in all"), max_length_phrase(self._reader_options.max_length)
            )

    def _is_drawn_by_repetition(self, state: Any) -> bool:
        """Return True if the position has occurred often enough in the main line for an automatic draw."""
        key, limit = self._game.key(state), self._game.repetition.draw_count
        self._occurrences[key] += 1
        return key is not None and limit > 0 and self._occurrences[key] >= limit

    def _add_ending(self, text: str) -> None:
        if self._chapter is None:
            self._set_start()
        line = self._lines[-1]
        self._move_token = text
        self._check_game_is_open(line)
        line.is_over = True
        line.moves.append(_Move(text, text, line.state, NoteBuilder()))

    def _check_game_is_open(self, line: _Line) -> None:
        if line.is_over:
            raise self._unplayable_error(StudyError(_("the game is already over")))

    def _check_count(self) -> None:
        if self._move_count > self._reader_options.max_moves:
            raise self._located_error(_("there are too many moves"), max_count_phrase(self._reader_options.max_moves))

    def _unplayable_error(self, error: RuleboardError) -> StudyError:
        message = _("{action} can’t be played: {why}").format(action=repr(self._move_token[:40]), why=error.what)
        return StudyError(message, where=self._location(), expected=error.expected)

    # --- locations ---------------------------------------------------------------------------------------------------

    def _game_name(self) -> str:
        return self._reader_options.game_name(self._number)

    def _located_error(self, message: str, expected: str = "") -> StudyError:
        return StudyError(message, where=self._location(), expected=expected)

    def _location(self) -> str:
        """Format the current location for an error: the game, the line of the text, the move and the variation."""
        parts = [self._game_name(), self._report.line_name(self._index)]
        if self._lines and (self._move_token or self._lines[-1].moves):
            line = self._lines[-1]
            if self._move_token:
                parts.append(self._move_label(line.state, self._move_token))
            else:
                parts.append(
                    _("after {move}").format(move=self._move_label(line.moves[-1].state_before, line.moves[-1].token))
                )
        if len(self._lines) > 1 and self._lines[-2].moves:
            main_move = self._lines[-2].moves[-1]
            move = self._move_label(main_move.state_before, main_move.token)
            parts.append(_("in a variation of {move}").format(move=move))
        return ", ".join(filter(None, parts))

    def _move_label(self, state_before: Any, token: str) -> str:
        """Format a move and its move number for an error."""
        return f"{self._notation.number(state_before, is_first=True)} {token[:40]}".strip()

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> PgnGame:
        """Finish the game after its last token, and return it.

        Raises:
            RuleboardError: parentheses are open, or a tag is invalid.
        """
        try:
            if self._error is None:
                if self._chapter is None:
                    self._set_start()
                if len(self._lines) > 1 or self._skipped_depth:
                    raise self._located_error(_("the parentheses don’t match"), _("one ) for each ("))
        except RuleboardError as error:
            located_error = self._reader_options.error_type(error.what, where=error.where, expected=error.expected)
            if not self._reader_options.skips_errors:
                raise located_error from error
            self._error = located_error
        if self._error is not None or self._chapter is None:
            return PgnGame(Chapter(""), "", self._error)
        for kind, (count, index) in self._omissions.items():
            self._report.add(index, _omission_notice(kind, count))
        (line,) = self._lines
        if self._reader_options.keeps_notes:
            self._add_unplayable_comment(line)
        chapter = replace(
            self._chapter, note=line.leading_note.build(), moves=_find_main_line_moves(line), tags=dict(self._tags)
        )
        return PgnGame(chapter, self._result)


def _omission_notice(kind: str, count: int) -> str:
    """Return a notice about comments or variations that a game without notes cannot contain."""
    match kind:
        case "comments":
            return ngettext(
                "only studies keep comments, so {n} comment was left out",
                "only studies keep comments, so from here on {n} comments were left out",
                count,
            ).format(n=count)
        case "variations":
            return ngettext(
                "only studies keep variations, so {n} variation was left out",
                "only studies keep variations, so from here on {n} variations were left out",
                count,
            ).format(n=count)
    return ngettext(
        "only studies keep glyphs, so {n} glyph was left out",
        "only studies keep glyphs, so from here on {n} glyphs were left out",
        count,
    ).format(n=count)


def _parse_move_number(word: str) -> tuple[str, bool] | None:
    """Parse the move number at the start of a token.

    Returns:
        The number, and True if the second side moves; None if the token has no number.
    """
    number = None if _CASTLING_PATTERN.match(word) or word in RESULT_SPELLINGS else _MOVE_NUMBER_PATTERN.match(word)
    return (number[1], len(number[2]) > 1 or "…" in number[2]) if number else None


def _remove_move_number(word: str) -> str:
    """Remove the move number and the dots from a token."""
    number = None if _CASTLING_PATTERN.match(word) else _MOVE_NUMBER_PATTERN.match(word)
    return word[number.end() if number else 0 :].lstrip(_DOT_SIGNS)


def _split_signs(token: str) -> list[str]:
    """Split a token into the move and the signs after it. The move is empty if the token has only signs."""
    signs: list[str] = []
    while len(signs) < _MAX_SIGNS:
        suffix = _LONG_SUFFIX_PATTERN.search(token, max(0, len(token) - 20))
        if suffix and suffix.end() == len(token):
            sign = suffix[0]
        else:
            sign = next((sign for sign in _SUFFIX_SIGNS if token.endswith(sign)), "")
        if not sign:
            break
        signs.insert(0, sign)
        token = token[: len(token) - len(sign)]
    return [token, *signs]


def _parse_options(text: str, path_prefix: str) -> dict[str, str]:
    options = decode_texts(text)
    if options is None:
        raise StudyError(
            _("Ruleboard can’t read this"), where=f"{path_prefix}Options", expected=_("a JSON object with text values")
        )
    return options


def _parse_orientation(orientation: str) -> int:
    """Parse the lichess tag ``Orientation``, and return the player (0-based) at the bottom of the board."""
    return 1 if orientation.casefold() == "black" else 0


def _prepend_note(note: NoteBuilder, leading_note: NoteBuilder, get_location: Callable[[], str]) -> None:
    """Insert the comments before a variation at the start of the note on its first move."""
    texts, extras = note.texts[:], note.extras[:]
    note.texts.clear()
    note.extras.clear()
    note.length = 0
    if leading_note.glyph and not note.glyph:
        note.glyph = leading_note.glyph
    elif leading_note.glyph:
        extras.insert(0, f"${GLYPHS.index(leading_note.glyph) + 1}")
    for text in (*leading_note.texts, *texts):
        note.add_text(text, get_location)
    for extra in (*leading_note.extras, *extras):
        note.add_extra(extra, get_location)


def _append_note(note: NoteBuilder, leading_note: NoteBuilder, get_location: Callable[[], str]) -> None:
    """Append the comments in a variation without moves to the note on the move before it."""
    for text in leading_note.texts:
        note.add_text(text, get_location)
    for extra in leading_note.extras:
        note.add_extra(extra, get_location)


def _find_main_line_moves(line: _Line) -> tuple[StudyMove, ...]:
    """Return the moves of a main line. If the line has no moves, its first early variation becomes the main line."""
    if line.moves or not line.early_variations:
        return _to_study_moves(line.moves)
    (first_move, *moves), *variations = line.early_variations
    return replace(first_move, variations=(*first_move.variations, *variations)), *moves


def _to_study_moves(moves: Sequence[_Move]) -> tuple[StudyMove, ...]:
    """Return moves as immutable study moves."""
    return tuple(StudyMove(move.text, move.note.build(), tuple(move.variations)) for move in moves)
