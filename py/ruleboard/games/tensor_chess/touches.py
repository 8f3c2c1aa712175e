"""Hints and labels for targets that may lead to a bounce, a propel or castling."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tensor_chess.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import Bounce, Move, Propel
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.texts import definite_piece_name, is_own_piece, piece_kind_at, target_name
from ruleboard.i18n import _
from ruleboard.wording import capitalize


def continuations_hint(state: State, selection: Sequence[str]) -> str:
    """Describe how a selection can continue with a bounce, a propel or a capture of a beast.

    The text is empty for all other selections.

    Args:
        state: the state.
        selection: the selected targets: a piece, or a piece and a beast.
    """
    if not selection or selection[0] not in SQUARE_NUMBERS:
        return ""
    if piece_kind_at(state, SQUARE_NUMBERS[selection[0]]) == "beast":
        is_capture = len(selection) == 2 and selection[1] in SQUARE_NUMBERS
        template = _("Your beast captures the one on {square}. Where does it land?")
        return template.format(square=selection[1]) if is_capture else ""
    moves = [action.move for action in legal_actions(state) if action.targets[0] == selection[0]]
    if len(selection) == 1:
        return _hint_for_piece(moves)
    beast = SQUARE_NUMBERS.get(selection[1], -1)
    if len(selection) > 2 or beast < 0:
        return ""
    piece = capitalize(definite_piece_name(state, SQUARE_NUMBERS[selection[0]]))
    has_propels = any(isinstance(move, Propel) and move.beast == beast for move in moves)
    has_bounces = any(
        tuple(selection) == targets[:2] and isinstance(action.move, Bounce)
        for action in legal_actions(state)
        for targets in (action.targets, *action.alternative_targets)
        if len(targets) > 2
    )
    if has_propels and has_bounces:
        template = _("{piece} can bounce off the beast on {square} or send the beast on. Where to?")
    elif has_propels:
        template = _("{piece} stays on {square}. Where does the beast go?")
    elif has_bounces:
        template = _("{piece} bounces off the beast on {square}. Where to?")
    else:
        return ""
    return template.format(piece=piece, square=SQUARE_NAMES[beast])


def _hint_for_piece(moves: Sequence[Move]) -> str:
    if not any(isinstance(move, Propel) for move in moves):
        return ""
    has_bounces = any(isinstance(move, Bounce) for move in moves)
    if any(not isinstance(move, Bounce | Propel) for move in moves):
        if has_bounces:
            return _("Move or bounce to a marked square, or touch the beast to send it on.")
        return _("Move to a marked square, or touch the beast to send it on.")
    if has_bounces:
        return _("Bounce to a marked square, or touch the beast to send it on.")
    return _("Touch the beast to send it on.")


def target_label(state: State, selection: Sequence[str], target: str, kinds: Sequence[str]) -> str:
    """Return the label of a target that leads to a bounce, a propel, a hop, castling or a capture in passing.

    The landing of a beast that captures and the beast of a bounce or propel also have a label. Other targets have an
    empty label.

    Args:
        state: the state.
        selection: the selected targets.
        target: the next target.
        kinds: the marks of the actions to which the target leads.
    """
    square = SQUARE_NUMBERS.get(target, -1)
    if square < 0:
        return ""
    if len(selection) == 2 and selection[1] in SQUARE_NUMBERS and set(kinds) == {"capture hop"}:
        return _("land on {square}").format(square=target)
    if piece_kind_at(state, square) == "beast" and is_own_piece(state, square) and set(kinds) == {"go"}:
        return _("the beast on {square}").format(square=target)
    if not piece_kind_at(state, square) and set(kinds) == {"go hop"}:
        return _("hop to {square}").format(square=target)
    if not piece_kind_at(state, square) and set(kinds) == {"capture"}:
        return _("capture in passing on {square}").format(square=target)
    square_label = target_name(state, target) if piece_kind_at(state, square) and target not in selection else target
    for kind, template in (
        ("bounce", _("bounce to {square}")),
        ("propel", _("the beast to {square}")),
        ("castle", _("castle to {square}")),
    ):
        if all(kind in marks.split() for marks in kinds):
            return template.format(square=square_label)
    return ""
