"""Format and parse action texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.hexgrid import parse_hex
from ruleboard.engine.limits import check_action_length
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    DeclineTweaks,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Setup,
    Skip,
    Subtraction,
    Tweak,
    multiplication,
)
from ruleboard.games.equilibrium.numbers import OPERATIONS, TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, CELL_OF, sorted_tiles
from ruleboard.i18n import _

VERBS = ("setup", "download", "code", "load", "hack", "run", "tweak", "flip", "pass", "skip")
"""The first words of action texts."""


def format_move(move: Move) -> str:
    """Format a move, such as ``load V@1,-1`` or ``run mul 0,0+1,0 at 0,1+1,1``."""
    names = CELL_NAMES
    match move:
        case Multiplication():
            (first_original, second_original), (first_copy, second_copy) = move.originals, move.copies
            return (
                f"run mul {names[first_original]}+{names[second_original]} at {names[first_copy]}+{names[second_copy]}"
            )
        case Addition():
            return f"run add {names[move.removed_cell]} {move.kind}@{names[move.cell]}"
        case Hack():
            return f"hack {move.owner + 1} {move.kind}@{names[move.cell]}"
        case Load() | Flip():
            return f"{move.verb} {move.kind}@{names[move.cell]}"
        case Subtraction() | Division():
            return f"run {move.card} {names[move.cell]}"
        case Setup():
            (first_kind, second_kind), (centre, neighbour) = move.kinds, move.cells
            return f"setup {first_kind}@{names[centre]} {second_kind}@{names[neighbour]}"
        case Download():
            return "download " + ",".join(move.kinds)
        case Code():
            return f"code {move.card}"
        case Tweak():
            return f"tweak {move.kind}"
        case DeclineTweaks():
            return "tweak -"
        case Pass() | Skip():
            return move.verb


def find_action(actions: Iterable[Action[Move]], move: Move) -> Action[Move] | None:
    """Return the action of a move, or None. The comparison uses texts, which is fastest."""
    text = format_move(move)
    return next((action for action in actions if action.text == text), None)


def parse_move(text: str) -> Move:
    """Parse an action text into a move, legal or not. Tiles and originals may be in any order.

    Raises:
        ActionError: the text is malformed.
    """
    check_action_length(text)
    for prefix, shape, example, build in _SHAPES:
        if text == prefix or text.startswith(prefix + " "):
            parts = shape.fullmatch(text)
            if not parts:
                raise ActionError(
                    _("{text} is not written as it should be").format(text=repr(text[:40])),
                    expected=_("as in {example}").format(example=repr(example)),
                )
            return build(*parts.groups())
    raise ActionError(
        _("{text} is no action of this game").format(text=repr(text[:40])),
        expected=_("one of {these}").format(these=", ".join(VERBS)),
    )


def _kind(text: str) -> str:
    if text not in TYPES:
        raise ActionError(
            _("there is no tile type {text}").format(text=repr(text)),
            expected=_("one of {these}").format(these=", ".join(TYPES)),
        )
    return text


def _card(text: str) -> str:
    if text not in OPERATIONS:
        raise ActionError(
            _("there is no Operation card {text}").format(text=repr(text[:12])),
            expected=_("one of {these}").format(these=", ".join(OPERATIONS)),
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


def _setup(first_kind: str, centre: str, second_kind: str, neighbour: str) -> Setup:
    return Setup((_kind(first_kind), _kind(second_kind)), (_cell(centre), _cell(neighbour)))


def _download(kinds: str) -> Download:
    return Download(sorted_tiles("".join(_kind(kind) for kind in kinds.split(","))))


def _hack(owner: str, kind: str, cell: str) -> Hack:
    return Hack(int(owner) - 1, _kind(kind), _cell(cell))


def _addition(removed: str, kind: str, cell: str) -> Addition:
    new_kind = _kind(kind)
    return Addition(_cell(removed), new_kind, _cell(cell))


def _multiplication(first_original: str, second_original: str, first_copy: str, second_copy: str) -> Multiplication:
    return multiplication((_cell(first_original), _cell(second_original)), (_cell(first_copy), _cell(second_copy)))


def _one_tile_run(card: str, cell: str) -> Subtraction | Division:
    cell_index = _cell(cell)
    return Subtraction(cell_index) if _card(card) == "sub" else Division(cell_index)


_CELL = r"(-?\d+,-?\d+)"
_TILE = rf"([A-Z])@{_CELL}"
_SHAPES: tuple[tuple[str, re.Pattern[str], str, Callable[..., Move]], ...] = tuple(
    (prefix, re.compile(shape, re.ASCII), example, build)
    for prefix, shape, example, build in (
        ("setup", rf"setup {_TILE} {_TILE}", "setup T@0,0 A@1,0", _setup),
        ("download", r"download ([A-Z](?:,[A-Z]){0,4})", "download I,T,T", _download),
        ("code", r"code ([a-z]+)", "code mul", lambda card: Code(_card(card))),
        ("load", rf"load {_TILE}", "load V@1,-1", lambda kind, cell: Load(_kind(kind), _cell(cell))),
        ("hack", rf"hack (\d) {_TILE}", "hack 2 V@1,-1", _hack),
        ("run add", rf"run add {_CELL} {_TILE}", "run add 1,0 A@0,1", _addition),
        ("run mul", rf"run mul {_CELL}\+{_CELL} at {_CELL}\+{_CELL}", "run mul 0,0+1,0 at 0,1+1,1", _multiplication),
        ("run", rf"run ([a-z]+) {_CELL}", "run sub 1,0", _one_tile_run),
        ("tweak", r"tweak ([A-Z]|-)", "tweak I", lambda kind: DeclineTweaks() if kind == "-" else Tweak(_kind(kind))),
        ("flip", rf"flip {_TILE}", "flip I@0,0", lambda kind, cell: Flip(_kind(kind), _cell(cell))),
        ("pass", r"pass", "pass", Pass),
        ("skip", r"skip", "skip", Skip),
    )
)
"""For each form of action: its prefix, its pattern, an example, and the function that creates its move."""
