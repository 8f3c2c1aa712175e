"""Games as PGN-like texts: tags, then the move list and the result."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.engine.limits import LONGEST_MOVES, check_record
from ruleboard.games.tensor_chess.move_list import format_moves, parse_moves, positions
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.position_text import format_position, parse_position
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.i18n import _

VARIANT = "Tensor Chess"
UNDECIDED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNDECIDED)
_LINE = 80
_NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Score:
    """A game as its PGN-like text gives it.

    Attributes:
        start: the first position.
        actions: its moves.
        result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*`` (undecided).
        white, black: the players' names, empty if unknown.
        date: as ``YYYY.MM.DD``, empty if unknown.
        tags: all other tags.
    """

    start: State = START
    actions: Sequence[Action[Move]] = ()
    result: str = UNDECIDED
    white: str = ""
    black: str = ""
    date: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)


def result_of(outcome: Outcome | None) -> str:
    """Return the result for an outcome (None: the game goes on)."""
    if outcome is None:
        return UNDECIDED
    if outcome.is_draw:
        return "1/2-1/2"
    return "1-0" if outcome.winners == (0,) else "0-1"


def format_pgn(score: Score) -> str:
    """Return the text of a game."""
    tags = {
        "Variant": VARIANT,
        "White": score.white or "?",
        "Black": score.black or "?",
        "Date": score.date or "????.??.??",
        "Result": score.result,
    }
    if score.start != START:
        tags["FEN"] = format_position(score.start)
    tags.update({name: value for name, value in score.tags.items() if name not in tags and name != "FEN"})
    head = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in tags.items())
    # A number must stay on the line of its move.
    move_lines = format_moves(positions(score.start, score.actions), score.actions)
    turns = [str(turn).replace(" ", _NO_BREAK) for turn in move_lines]
    moves = textwrap.fill(" ".join((*turns, score.result)), _LINE, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{moves.replace(_NO_BREAK, ' ')}\n"


def _escaped(value: str) -> str:
    """Return a tag's value on one line, with quotes and backslashes escaped."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"((?:[^"\\]++|\\.)*+)"\s*\]')
_COMMENT = re.compile(r"\{[^}]*+\}?|;[^\n]*+|\$[0-9]++")


def parse_pgn(text: str) -> Score:
    """Return the game of a text. Comments, variations in parentheses and glyphs are skipped.

    Raises:
        RecordError: it is too long or of another game, its start is not a position, or a move cannot be read or is
            not legal; the error's place names the move.
    """
    check_record(text, LONGEST_MOVES)
    tags, rest = _tags(text)
    if tags.get("Variant", VARIANT).lower() != VARIANT.lower():
        raise RecordError(
            _("this is a game of {name}").format(name=tags["Variant"][:30]),
            where=_("tag {name}").format(name="Variant"),
            expected=f'[Variant "{VARIANT}"]',
        )
    try:
        start = parse_position(tags["FEN"]) if "FEN" in tags else START
    except RuleboardError as error:
        where = ", ".join(part for part in (_("tag {name}").format(name="FEN"), error.where) if part)
        raise RecordError(error.what, where=where, expected=error.expected) from None
    body = _without_variations(_COMMENT.sub(_blank, rest))
    try:
        actions = parse_moves(start, body)
    except RuleboardError as error:
        raise RecordError(error.what, where=error.where, expected=error.expected) from None
    last = _result((body.split() or [""])[-1])
    result = last if last in RESULTS else _result(tags.get("Result", UNDECIDED))
    if result not in RESULTS:
        raise RecordError(
            _("{text} is no result").format(text=repr(result[:10])),
            where=_("tag {name}").format(name="Result"),
            expected=", ".join(RESULTS),
        )
    known = {"Variant", "White", "Black", "Date", "Result", "FEN", "SetUp"}
    return Score(
        start,
        actions,
        result,
        _if_known(tags.get("White", "")),
        _if_known(tags.get("Black", "")),
        _if_known(tags.get("Date", "")),
        {name: value for name, value in tags.items() if name not in known},
    )


def _result(word: str) -> str:
    """Return a result in its standard form: a draw may also be written with the sign for a half."""
    return word.replace("½", "1/2")


def _tags(text: str) -> tuple[dict[str, str], str]:
    """Return the tags at the head of a text, and the rest of it."""
    tags: dict[str, str] = {}
    at = 0
    text = text.lstrip("\ufeff")
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith("[", at):
            return tags, text[at:]
        tag = _TAG.match(text, at)
        if not tag:
            line = text[at:].splitlines()[0]
            raise RecordError(
                _("{text} is not a tag").format(text=repr(line[:40])),
                where=_("head"),
                expected=_("a line such as {example}").format(example='[White "Ada"]'),
            )
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        at = tag.end()


def _blank(comment: re.Match[str]) -> str:
    """Return a blank in place of a comment or a glyph.

    Raises:
        RecordError: it is a comment in braces that is never closed.
    """
    if comment[0][0] == "{" and comment[0][-1] != "}":
        raise RecordError(_("a comment is never closed"), where=_("moves"), expected=_("one } for each {"))
    return " "


def _without_variations(text: str) -> str:
    """Return the text without parentheses and their contents, however deep.

    Raises:
        RecordError: a parenthesis is never closed, or closed without having been opened.
    """
    depth = 0
    outside = []
    for character in text:
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                break
        elif not depth:
            outside.append(character)
    if depth:
        raise RecordError(_("the parentheses do not match"), where=_("moves"), expected=_("one ) for each ("))
    return "".join(outside)


def _if_known(value: str) -> str:
    return "" if value in ("?", "????.??.??") else value
