"""Format and parse action texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
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
    create_multiplication,
)
from ruleboard.games.equilibrium.numbers import OPERATION_CARDS, TYPES
from ruleboard.games.equilibrium.state import CELL_BY_HEX, CELL_NAMES, sorted_tiles
from ruleboard.i18n import _
from ruleboard.kit.hexgrid import parse_hex

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
    """Return the action with the given move, or None. The function compares texts, which is faster."""
    text = format_move(move)
    return next((action for action in actions if action.text == text), None)


def parse_move(text: str) -> Move:
    """Parse an action text into a move, which may be illegal. Tiles and originals may be in any order.

    Raises:
        ActionError: the text is malformed.
    """
    check_action_length(text)
    for prefix, pattern, example, build_move in _ACTION_FORMS:
        if text == prefix or text.startswith(prefix + " "):
            match = pattern.fullmatch(text)
            if not match:
                raise ActionError(
                    _("I can’t read {text}").format(text=repr(text[:40])),
                    expected=_("like {example}").format(example=repr(example)),
                )
            return build_move(*match.groups())
    raise ActionError(
        _("this game has no action {text}").format(text=repr(text[:40])),
        expected=_("one of {these}").format(these=", ".join(VERBS)),
    )


def _parse_kind(text: str) -> str:
    if text not in TYPES:
        raise ActionError(
            _("there’s no tile type {text}").format(text=repr(text)),
            expected=_("one of {these}").format(these=", ".join(TYPES)),
        )
    return text


def _parse_card(text: str) -> str:
    if text not in OPERATION_CARDS:
        raise ActionError(
            _("there’s no Operation card {text}").format(text=repr(text[:12])),
            expected=_("one of {these}").format(these=", ".join(OPERATION_CARDS)),
        )
    return text


def _parse_cell(text: str) -> int:
    try:
        return CELL_BY_HEX[parse_hex(text)]
    except RuleboardError as error:
        raise ActionError(error.what, expected=error.expected) from None
    except KeyError:
        raise ActionError(
            _("the hex {text} isn’t on the network").format(text=text), expected=_("at most 2 steps from 0,0")
        ) from None


def _parse_setup(first_kind: str, centre: str, second_kind: str, neighbour: str) -> Setup:
    return Setup((_parse_kind(first_kind), _parse_kind(second_kind)), (_parse_cell(centre), _parse_cell(neighbour)))


def _parse_download(kinds: str) -> Download:
    return Download(sorted_tiles("".join(_parse_kind(kind) for kind in kinds.split(","))))


def _parse_hack(owner: str, kind: str, cell: str) -> Hack:
    return Hack(int(owner) - 1, _parse_kind(kind), _parse_cell(cell))


def _parse_addition(removed_cell: str, kind: str, cell: str) -> Addition:
    new_kind = _parse_kind(kind)
    return Addition(_parse_cell(removed_cell), new_kind, _parse_cell(cell))


def _parse_multiplication(
    first_original: str, second_original: str, first_copy: str, second_copy: str
) -> Multiplication:
    return create_multiplication(
        (_parse_cell(first_original), _parse_cell(second_original)), (_parse_cell(first_copy), _parse_cell(second_copy))
    )


def _parse_one_tile_run(card: str, cell: str) -> Subtraction | Division:
    cell_index = _parse_cell(cell)
    return Subtraction(cell_index) if _parse_card(card) == "sub" else Division(cell_index)


_CELL_PATTERN = r"(-?\d+,-?\d+)"
_TILE_PATTERN = rf"([A-Z])@{_CELL_PATTERN}"
_ACTION_FORMS: tuple[tuple[str, re.Pattern[str], str, Callable[..., Move]], ...] = tuple(
    (prefix, re.compile(pattern, re.ASCII), example, build)
    for prefix, pattern, example, build in (
        ("setup", rf"setup {_TILE_PATTERN} {_TILE_PATTERN}", "setup T@0,0 A@1,0", _parse_setup),
        ("download", r"download ([A-Z](?:,[A-Z]){0,4})", "download I,T,T", _parse_download),
        ("code", r"code ([a-z]+)", "code mul", lambda card: Code(_parse_card(card))),
        (
            "load",
            rf"load {_TILE_PATTERN}",
            "load V@1,-1",
            lambda kind, cell: Load(_parse_kind(kind), _parse_cell(cell)),
        ),
        ("hack", rf"hack (\d) {_TILE_PATTERN}", "hack 2 V@1,-1", _parse_hack),
        ("run add", rf"run add {_CELL_PATTERN} {_TILE_PATTERN}", "run add 1,0 A@0,1", _parse_addition),
        (
            "run mul",
            rf"run mul {_CELL_PATTERN}\+{_CELL_PATTERN} at {_CELL_PATTERN}\+{_CELL_PATTERN}",
            "run mul 0,0+1,0 at 0,1+1,1",
            _parse_multiplication,
        ),
        ("run", rf"run ([a-z]+) {_CELL_PATTERN}", "run sub 1,0", _parse_one_tile_run),
        (
            "tweak",
            r"tweak ([A-Z]|-)",
            "tweak I",
            lambda kind: DeclineTweaks() if kind == "-" else Tweak(_parse_kind(kind)),
        ),
        ("flip", rf"flip {_TILE_PATTERN}", "flip I@0,0", lambda kind, cell: Flip(_parse_kind(kind), _parse_cell(cell))),
        ("pass", r"pass", "pass", Pass),
        ("skip", r"skip", "skip", Skip),
    )
)
"""For each form of action: its prefix, its pattern, an example, and the function that creates its move."""
