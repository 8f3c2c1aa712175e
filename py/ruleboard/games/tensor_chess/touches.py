"""The words for touches that may begin several kinds of moves: bounces, propels and castling."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tensor_chess.board import NAMES, NUMBERS
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import Bounce, Move, Propel
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.words import is_own, name, piece_at, the_piece
from ruleboard.i18n import _
from ruleboard.wording import capitalised


def ways_on(state: State, touched: Sequence[str]) -> str:
    """Return a sentence with the moves that lead on by way of a beast; empty where there are none.

    Args:
        state: the state.
        touched: the squares touched so far: a piece, maybe the beast.
    """
    if not touched or touched[0] not in NUMBERS or piece_at(state, NUMBERS[touched[0]]) == "beast":
        return ""
    moves = [action.move for action in legal_actions(state) if action.targets[0] == touched[0]]
    if len(touched) == 1:
        return _after_the_piece(moves)
    beast = NUMBERS.get(touched[1], -1)
    if len(touched) > 2 or beast < 0:
        return ""
    piece = capitalised(the_piece(state, NUMBERS[touched[0]]))
    propels = any(isinstance(move, Propel) and move.beast == beast for move in moves)
    bounces = any(
        tuple(touched) == way[:2] and isinstance(action.move, Bounce)
        for action in legal_actions(state)
        for way in (action.targets, *action.ways)
        if len(way) > 2
    )
    if propels and bounces:
        said = _("{piece} stays on {square} and sends the beast on, or bounces off it: where to?")
    elif propels:
        said = _("{piece} stays on {square}. Where does the beast go?")
    elif bounces:
        said = _("{piece} bounces off the beast on {square}. Where to?")
    else:
        return ""
    return said.format(piece=piece, square=NAMES[beast])


def _after_the_piece(moves: Sequence[Move]) -> str:
    """Return the sentence once a piece with these moves is taken up."""
    if not any(isinstance(move, Propel) for move in moves):
        return ""
    if any(isinstance(move, Bounce) for move in moves):
        return _("Bounce to a marked square, or touch the beast to send it on.")
    return _("Touch the beast to send it on.")


def goal(state: State, touched: Sequence[str], target: str, kinds: Sequence[str]) -> str:
    """Return a target that may be touched next with the move it makes, if that is a bounce, a propel or castling.

    A beast by way of which the move goes is named, too.

    Args:
        state: the state.
        touched: the targets touched so far.
        target: the target.
        kinds: the kinds of the moves it leads to.
    """
    square = NUMBERS.get(target, -1)
    if square < 0:
        return ""
    if piece_at(state, square) == "beast" and is_own(state, square) and set(kinds) == {"go"}:
        return _("the beast on {square}").format(square=target)
    place = name(state, target) if piece_at(state, square) and target not in touched else target
    for kind, said in (
        ("bounce", _("bounce to {square}")),
        ("propel", _("the beast to {square}")),
        ("castle", _("castle to {square}")),
    ):
        if all(kind in one.split() for one in kinds):
            return said.format(square=place)
    return ""
