"""Actions as data and as text, both ways; and the move list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.hexgrid import parse_hex
from ruleboard.games.equilibrium.numbers import CARDS, TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, CELL_OF, in_order
from ruleboard.i18n import _

VERBS = ("setup", "download", "code", "load", "hack", "run", "tweak", "flip", "pass", "skip")


@dataclass(frozen=True, slots=True)
class Move:
    """What an action text says.

    Attributes:
        verb: its first word.
        types: the tile types it names, in its order; empty for a declined tweak.
        cells: the cells it names, in its order.
        card: the Operation card coded or run.
        player: the player hacked (0-based), else -1.
    """

    verb: str
    types: str = ""
    cells: tuple[int, ...] = ()
    card: str = ""
    player: int = -1


_CELL = r"(-?\d+,-?\d+)"
_PUT = rf"([A-Z])@{_CELL}"
_SHAPES: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (verb, re.compile(shape, re.ASCII), example)
    for verb, shape, example in (
        ("setup", rf"setup {_PUT} {_PUT}", "setup T@0,0 A@1,0"),
        ("download", r"download ([A-Z](?:,[A-Z]){0,4})", "download I,T,T"),
        ("code", r"code ([a-z]+)", "code mul"),
        ("load", rf"load {_PUT}", "load V@1,-1"),
        ("hack", rf"hack (\d) {_PUT}", "hack 2 V@1,-1"),
        ("run add", rf"run add {_CELL} {_PUT}", "run add 1,0 A@0,1"),
        ("run mul", rf"run mul {_CELL}\+{_CELL} at {_CELL}\+{_CELL}", "run mul 0,0+1,0 at 0,1+1,1"),
        ("run", rf"run ([a-z]+) {_CELL}", "run sub 1,0"),
        ("tweak", r"tweak ([A-Z]|-)", "tweak I"),
        ("flip", rf"flip {_PUT}", "flip I@0,0"),
        ("pass", r"pass", "pass"),
        ("skip", r"skip", "skip"),
    )
)


def read(text: str) -> Move:
    """The move an action text names, be it allowed or not; tiles and originals may come in any order.

    Raises:
        ActionError: it is no action text of this game.
    """
    for verb, shape, example in _SHAPES:
        if text == verb or text.startswith(verb + " "):
            found = shape.fullmatch(text)
            if not found:
                raise ActionError(
                    _("{text} is not written as it should be").format(text=repr(text[:40])),
                    expected=_("as in {example}").format(example=repr(example)),
                )
            return _move(verb.split()[-1], found)
    raise ActionError(
        _("{text} is no action of this game").format(text=repr(text[:40])),
        expected=_("one of {these}").format(these=", ".join(VERBS)),
    )


def _move(verb: str, found: re.Match[str]) -> Move:
    parts = found.groups()
    if verb == "setup":
        return Move("setup", _kind(parts[0]) + _kind(parts[2]), (_cell(parts[1]), _cell(parts[3])))
    if verb == "download":
        return Move("download", in_order("".join(_kind(kind) for kind in parts[0].split(","))))
    if verb == "code":
        return Move("code", card=_card(parts[0]))
    if verb == "hack":
        return Move("hack", _kind(parts[1]), (_cell(parts[2]),), player=int(parts[0]) - 1)
    if verb == "add":
        return Move("run", _kind(parts[1]), (_cell(parts[0]), _cell(parts[2])), "add")
    if verb == "mul":
        one, other, first, second = (_cell(part) for part in parts)
        return Move(
            "run",
            cells=(one, other, first, second) if one < other else (other, one, second, first),
            card=verb,
        )
    if verb == "run":
        return Move("run", cells=(_cell(parts[1]),), card=_card(parts[0]))
    if verb == "tweak":
        return Move("tweak", "" if parts[0] == "-" else _kind(parts[0]))
    if verb in ("load", "flip"):
        return Move(verb, _kind(parts[0]), (_cell(parts[1]),))
    return Move(verb)


def _kind(text: str) -> str:
    if text not in TYPES:
        raise ActionError(
            _("there is no tile type {text}").format(text=repr(text)),
            expected=_("one of {these}").format(these=", ".join(TYPES)),
        )
    return text


def _card(text: str) -> str:
    if text not in CARDS:
        raise ActionError(
            _("there is no Operation card {text}").format(text=repr(text[:12])),
            expected=_("one of {these}").format(these=", ".join(CARDS)),
        )
    return text


def _cell(text: str) -> int:
    try:
        return CELL_OF[parse_hex(text)]
    except RuleboardError as error:
        raise ActionError(error.what, expected=error.expected) from None
    except KeyError:
        raise ActionError(
            _("the hex {text} is not on the board").format(text=text), expected=_("at most two steps from 0,0")
        ) from None


def write(move: Move) -> str:
    """The canonical text of a move."""
    at = [CELL_NAMES[cell] for cell in move.cells]
    if move.verb == "setup":
        return f"setup {move.types[0]}@{at[0]} {move.types[1]}@{at[1]}"
    if move.verb == "download":
        return "download " + ",".join(in_order(move.types))
    if move.verb == "code":
        return f"code {move.card}"
    if move.verb == "hack":
        return f"hack {move.player + 1} {move.types}@{at[0]}"
    if move.verb == "tweak":
        return f"tweak {move.types or '-'}"
    if move.verb in ("load", "flip"):
        return f"{move.verb} {move.types}@{at[0]}"
    if move.verb != "run":
        return move.verb
    if move.card == "add":
        return f"run add {at[0]} {move.types}@{at[1]}"
    if move.card == "mul":
        return f"run mul {at[0]}+{at[1]} at {at[2]}+{at[3]}"
    return f"run {move.card} {at[0]}"
