"""Read move lists: separate the games in a text, and report the comments and marks that the parser ignores.

PGN has its own reader, ``pgn_reader``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, OUT_OF_TIME, RESIGN, ending_sentence, is_ending
from ruleboard.engine.errors import ActionError, IllegalAction, RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.limits import MAX_SCORE_GAMES, check_move_list_length, max_count_phrase
from ruleboard.engine.pgn_notation import DRAW_RESULT, RESULT_SPELLINGS, UNDECIDED_RESULT
from ruleboard.engine.pgn_records import pgn_result
from ruleboard.engine.pgn_tokens import without_quote_marks
from ruleboard.engine.plain_text import check_surrogates, plain_characters
from ruleboard.i18n import _

_COMMENT_PATTERN: Final = re.compile(
    r"\{[^}]*+\}?|;[^\n]*+|^[%#][^\n]*+"
    r"|</?[A-Za-z][^<>{\n]*+>?|`{3,}+[a-z]*+|`++|\[/?[A-Za-z]++\]?",  # markup of web pages and forums
    re.MULTILINE,
)
_MARKUP_SIGNS: Final = "<`["
_NUMBER_PATTERN: Final = re.compile(r"^([^\S\n]{0,40}[0-9]{1,6})(?:\.?\)|:)", re.MULTILINE | re.ASCII)
"""A turn number with a parenthesis or a colon, as in ``1)``."""
_TAG_PATTERN: Final = re.compile(r'\s*+\[[A-Za-z0-9_]++\s++"')
_LONE_MARK_PATTERN: Final = re.compile(r"[!?]{1,2}|\$[0-9]{1,3}", re.ASCII)
_PLACEHOLDER: Final = "\0"
"""The character in place of a comment, so that its line does not count as empty."""
_MAX_NOTICES: Final = 50


@dataclass(frozen=True, slots=True)
class MoveList:
    """A game from a move list.

    Attributes:
        actions: the actions of the game.
        ending: the ending if it is not an action, such as ``resign 1``, otherwise empty.
    """

    actions: tuple[Action[Any], ...]
    ending: str = ""


@dataclass(frozen=True, slots=True)
class MoveLists:
    """The games in a text, with notices about the parts that the parser omitted or had to interpret."""

    games: tuple[MoveList, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the text without comments and marks.

    Attributes:
        number: the line number (1-based).
        text: the moves; empty for an empty line and for a line that contains only a comment.
        ending: the result or the ending after the moves; may be empty.
        is_separator: True for an empty line.
    """

    number: int
    text: str
    ending: str
    is_separator: bool


@dataclass(slots=True)
class _Section:
    """The lines of one or more games, and the result or ending after them."""

    lines: list[_Line] = field(default_factory=list)
    ending: str = ""
    ending_line: int = 0


def read_move_lists(game: Game[Any, Any], start: Any, text: str) -> MoveLists:
    """Read all games in a text with move lists.

    A result or an ending ends a game. Empty lines separate games only if the moves after each empty line are legal from
    ``start``; otherwise the function ignores empty lines.

    Args:
        game: the rules of the game.
        start: the state at the start of each game.
        text: the text.

    Raises:
        ActionError, IllegalAction: the text is too long or empty, or a move is malformed or illegal. The error names
            the line.
    """
    check_move_list_length(text)
    check_surrogates(text, ActionError)
    text = plain_characters(text)
    plain_text = without_quote_marks(text)
    lines, notices = _read_lines(_NUMBER_PATTERN.sub(r"\1.", plain_text), _list_endings_by_text(game, start))
    if plain_text != text:
        notices.insert(0, _locate_notice(1, _("the “>” signs of a quoted message were left out")))
    spelled_moves = game.respell_moves("\n".join(line.text for line in lines))
    notices += spelled_moves.notices
    respelled_lines = zip(lines, spelled_moves.move_list.split("\n"), strict=True)
    lines = _remove_prose(game, start, [(line, replace(line, text=text)) for line, text in respelled_lines], notices)
    if not any(line.text or line.ending for line in lines):
        raise ActionError(_("the file is empty"), expected=_("a move list"))
    reader = _Reader(game, start, notices)
    games: list[MoveList] = []
    for section in _split_at_endings(lines):
        if len(games) > MAX_SCORE_GAMES:
            break
        games += reader.read_section(section, len(games))
    if len(games) > MAX_SCORE_GAMES:
        raise ActionError(_("there are too many games"), expected=max_count_phrase(MAX_SCORE_GAMES))
    return MoveLists(tuple(games), tuple(notices[:_MAX_NOTICES]) + _omitted_notices(notices))


def _remove_prose(
    game: Game[Any, Any], start: Any, lines: Sequence[tuple[_Line, _Line]], notices: list[str]
) -> list[_Line]:
    """Remove the sentences before the first game and between games, and add a notice about each.

    Args:
        game: the rules of the game.
        start: the state at the start of each game.
        lines: pairs of each line in its original spelling and in the spelling of the game.
        notices: the list that receives the notices.
    """
    has_moves = any(_has_digit(line.text) for _original, line in lines)
    is_between_games = has_moves
    remaining_lines = []
    for original, line in lines:
        if is_between_games and line.text and not _has_digit(line.text) and not _is_legal_start(game, start, line):
            message = _("{text} isn’t part of a game and was left out").format(text=repr(original.text[:40]))
            notices.append(_locate_notice(line.number, message))
            line = replace(line, text="")
        elif line.text:
            is_between_games = False
        remaining_lines.append(line)
        is_between_games |= has_moves and bool(line.ending)
    return remaining_lines


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _is_legal_start(game: Game[Any, Any], start: Any, line: _Line) -> bool:
    """Return True if the moves on a line are legal at the start of a game."""
    try:
        game.parse_moves(start, line.text)
    except RuleboardError:
        return False
    return True


def _locate_notice(line: int, message: str) -> str:
    return _("{where}: {what}").format(where=_format_line_name(line), what=message)


def _omitted_notices(notices: Sequence[str]) -> tuple[str, ...]:
    omitted_count = len(notices) - _MAX_NOTICES
    return (_("{n} more notices of this kind").format(n=omitted_count),) if omitted_count > 0 else ()


def _list_endings_by_text(game: Game[Any, Any], start: Any) -> dict[str, str]:
    """Map the lowercase texts of the endings, as in records and as sentences, to their texts in records."""
    players = range(1, len(game.sides(start)) + 1)
    entries = [DRAW_AGREED, DRAW_CLAIMED, *(f"{word} {player}" for word in (RESIGN, OUT_OF_TIME) for player in players)]
    entries_by_sentence = {plain_characters(ending_sentence(game, start, entry)).lower(): entry for entry in entries}
    return {**entries_by_sentence, **{entry: entry for entry in entries}}


def _read_lines(text: str, endings: Mapping[str, str]) -> tuple[list[_Line], list[str]]:
    """Split a text into lines without comments and marks; return the lines and notices.

    Args:
        text: the text.
        endings: the texts of endings in records, keyed by lowercase text; see ``_list_endings_by_text``.

    Raises:
        ActionError: a comment has no end, or the text contains a tag.
    """
    notices: list[tuple[int, str]] = []
    parts: list[str] = []
    index, number = 0, 1
    text = text.replace(_PLACEHOLDER, "\N{REPLACEMENT CHARACTER}")
    for comment in _COMMENT_PATTERN.finditer(text):
        if comment[0][0] in "<[" and comment[0][-1] not in ">]":  # no markup: its end is missing
            continue
        parts.append(text[index : comment.start()])
        number += parts[-1].count("\n")
        if comment[0][0] == "{" and comment[0][-1] != "}":
            raise ActionError(
                _("a comment has no closing }"), where=_format_line_name(number), expected=_("one } for each {")
            )
        if comment[0][0] in _MARKUP_SIGNS:
            message = _("{text} isn’t part of a game and was left out").format(text=repr(comment[0][:40]))
        else:
            message = _("a comment was left out, because move lists don’t keep comments")
        notices.append((number, message))
        line_count = comment[0].count("\n")
        parts.append(" " + "\n".join([_PLACEHOLDER] * (line_count + 1)) + " ")
        index, number = comment.end(), number + line_count
    parts.append(text[index:])
    lines = []
    for number, line in enumerate("".join(parts).split("\n"), 1):
        if _TAG_PATTERN.match(line):
            raise ActionError(
                _("this move list contains PGN tags"), where=_format_line_name(number), expected=_("a PGN Game tag")
            )
        words = line.replace(_PLACEHOLDER, "").split()
        marks = [word for word in words if _LONE_MARK_PATTERN.fullmatch(word) or _remove_mark(word) != word]
        if marks:
            words = [_remove_mark(word) for word in words if not _LONE_MARK_PATTERN.fullmatch(word)]
            texts = ", ".join(repr(mark[:20]) for mark in marks[:4])
            notices.append((number, _("these marks on moves were left out: {marks}").format(marks=texts)))
        lines.append(_Line(number, *_split_ending(" ".join(words), endings), not line.strip()))
    return lines, [_locate_notice(line, what) for line, what in sorted(notices)]


def _remove_mark(word: str) -> str:
    """Remove a mark such as ``?!`` from the end of a word, but keep the question mark of a hidden card (``r?``)."""
    move = word.rstrip("!?")
    return move if len(move) > 1 and len(word) - len(move) <= 2 else word


def _format_line_name(number: int) -> str:
    return _("line {n}").format(n=number)


def _split_at_endings(lines: Sequence[_Line]) -> Iterator[_Section]:
    """Split lines into sections, each of which contains at least one move or an ending."""
    section = _Section()
    for line in lines:
        section.lines.append(line)
        if line.ending:
            section.ending, section.ending_line = line.ending, line.number
            yield section
            section = _Section()
    if any(line.text for line in section.lines):
        yield section


def _split_ending(text: str, endings: Mapping[str, str]) -> tuple[str, str]:
    """Split a line into its moves, and the result or ending that follows them. Either part may be empty."""
    if ending := endings.get(text.lower()):
        return "", ending
    moves, _space, last_word = text.rpartition(" ")
    return (moves, RESULT_SPELLINGS[last_word]) if last_word in RESULT_SPELLINGS else (text, "")


class _Reader:
    """A parser for sections, which collects notices."""

    def __init__(self, game: Game[Any, Any], start: Any, notices: list[str]) -> None:
        self._game = game
        self._start = start
        self._notices = notices

    def read_section(self, section: _Section, game_count: int) -> list[MoveList]:
        """Read the games in a section.

        Args:
            section: the section.
            game_count: the number of games before this section.
        """
        parts = list(_split_at_empty_lines(section.lines))
        if len(parts) < 2:
            return [self._add_ending(self._parse(section.lines), section)]
        try:
            games = self._parse_parts(parts, game_count)
        except _NotAGameStart:
            return [self._add_ending(self._parse(section.lines), section)]
        if self._is_one_game(section.lines):
            for part in parts[1:]:
                what = _("a new game starts here, because the line above is empty")
                self._notices.append(_locate_notice(part[0].number, what))
        return [*map(MoveList, games[:-1]), self._add_ending(games[-1], section)]

    def _parse_parts(self, parts: Sequence[Sequence[_Line]], game_count: int) -> list[tuple[Action[Any], ...]]:
        """Parse the parts of a section, each as a separate game.

        Args:
            parts: the lines of each part.
            game_count: the number of games before these parts.

        Raises:
            _NotAGameStart: a part does not begin like a game.
            RuleboardError: a part begins like a game but contains an error.
        """
        games = []
        for number, part in enumerate(parts, 1):
            try:
                games.append(self._parse(part))
            except RuleboardError as error:
                if number == 1 or not _is_legal_start(self._game, self._start, part[0]):
                    raise _NotAGameStart from error
                raise error.within(_("game {number}").format(number=game_count + number)) from None
        return games

    def _is_one_game(self, lines: Sequence[_Line]) -> bool:
        try:
            self._game.parse_moves(self._start, "\n".join(line.text for line in lines))
        except RuleboardError:
            return False
        return True

    def _parse(self, lines: Sequence[_Line]) -> tuple[Action[Any], ...]:
        """Parse the actions on consecutive lines.

        Raises:
            RuleboardError: a move is malformed or illegal; the error names its line in the whole text.
        """
        text = "\n".join(line.text for line in lines)
        try:
            return self._game.parse_moves(self._start, text)
        except RuleboardError:
            self._game.parse_moves(self._start, "\n" * (lines[0].number - 1) + text)  # raises with the right line
            raise

    def _add_ending(self, actions: tuple[Action[Any], ...], section: _Section) -> MoveList:
        """Add the ending of a section to a game.

        Raises:
            IllegalAction: the result contradicts the last state of the game.
        """
        if section.ending in ("", UNDECIDED_RESULT):
            return MoveList(actions)
        if is_ending(section.ending):
            return MoveList(actions, section.ending)
        state = self._start
        for action in actions:
            state = self._game.apply(state, action)
        outcome = self._game.outcome(state)
        if outcome is None and len(self._game.sides(state)) == 2:
            return MoveList(actions, _find_implied_ending(section.ending))
        if outcome is None or pgn_result(outcome) != section.ending:
            message = _("{text} isn’t the result of these moves").format(text=repr(section.ending))
            expected = pgn_result(outcome) if outcome and len(self._game.sides(state)) == 2 else ""
            raise IllegalAction(message, where=_format_line_name(section.ending_line), expected=expected)
        return MoveList(actions)


class _NotAGameStart(Exception):
    """Raised when a part between empty lines does not begin like a game."""


def _split_at_empty_lines(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Split lines at empty lines, and drop the parts that contain no moves."""
    part: list[_Line] = []
    for line in lines:
        if not line.is_separator:
            if part or line.text:
                part.append(line)
        elif any(line.text for line in part):
            yield part
            part = []
    if any(line.text for line in part):
        yield part


def _find_implied_ending(result: str) -> str:
    """Return the ending for a result such as "1-0" if the moves of a two-player game do not end it."""
    if result == DRAW_RESULT:
        return DRAW_AGREED
    return f"{RESIGN} {2 if result == '1-0' else 1}"
