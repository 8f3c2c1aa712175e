"""Describe the reasons for a move as short sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from ruleboard.games.tensor_chess import texts
from ruleboard.games.tensor_chess.attacks import in_check, threats_to_mover
from ruleboard.games.tensor_chess.board import FILE_COUNT, RANK_COUNT, SQUARE_NAMES
from ruleboard.games.tensor_chess.dangers import can_capture_on, captured_square, dangers, state_after_pass
from ruleboard.games.tensor_chess.moves import Castling, Move, Promotion, Propel
from ruleboard.games.tensor_chess.packed_moves import is_checkmate, legal_moves, state_after
from ruleboard.games.tensor_chess.packing import unpack_move
from ruleboard.games.tensor_chess.state import SIDES, State
from ruleboard.i18n import _, ngettext
from ruleboard.wording import capitalize

_MAX_REASONS: Final = 3
"""The maximum number of reasons for a move."""
_HOME_RANKS: Final = (0, RANK_COUNT - 1)


def reasons(state: State, move: Move) -> tuple[str, ...]:
    """Return at most three reasons for a legal move, the most important first.

    If no specific reason applies, return a general sentence about the move.
    """
    next_state = state_after(state, move)
    if is_checkmate(next_state):
        return (_("It’s checkmate."),)
    sentences = tuple(dict.fromkeys(_all_reasons(state, move, next_state)))[:_MAX_REASONS]
    return sentences or (_fallback_reason(state, move, next_state),)


def _all_reasons(state: State, move: Move, next_state: State) -> Iterator[str]:
    capture_square = captured_square(state, move)
    if capture_square >= 0:
        text = _("This move captures {piece} on {square}.")
        if not can_capture_on(next_state, move.landing):
            text = _("This move captures {piece} on {square}, and nothing can recapture.")
        yield text.format(piece=texts.definite_piece_name(state, capture_square), square=SQUARE_NAMES[capture_square])
    if isinstance(move, Promotion):
        yield _("The pawn becomes {piece}.").format(piece=texts.indefinite_piece_name(texts.PIECE_KINDS[move.piece]))
    if in_check(state):
        yield from _check_reasons(state, capture_square)
    if in_check(next_state):
        yield _("It gives check.")
    yield from _prevention_reasons(state, move, next_state)
    yield from _threat_reasons(state, move, next_state)
    yield from _positional_reasons(state, move)


def _check_reasons(state: State, capture_square: int) -> Iterator[str]:
    if any(threat.attacker == capture_square and threat.pinned_piece < 0 for threat in threats_to_mover(state)):
        yield _("This move captures the piece that gives check.")
    if len(legal_moves(state)) == 1:
        yield _("It’s the only legal move.")


def _prevention_reasons(state: State, move: Move, next_state: State) -> Iterator[str]:
    remaining_dangers = {(danger.kind, danger.square) for danger in dangers(next_state, state.turn)}
    for danger in dangers(state, state.turn):
        if danger.kind == "mate":
            if not in_check(state) and not any(kind == "mate" for kind, _square in remaining_dangers):
                yield _("This move stops checkmate.")
        elif danger.kind == "promotion":
            if (danger.kind, danger.square) not in remaining_dangers:
                yield _("This move stops the pawn on {square} from promoting.").format(
                    square=SQUARE_NAMES[danger.square]
                )
        else:
            square = _square_after(danger.square, move)
            if ("capture", square) not in remaining_dangers:
                piece = texts.definite_piece_name(state, danger.square)
                yield _("This move saves {piece} on {square}.").format(piece=piece, square=SQUARE_NAMES[danger.square])


def _square_after(square: int, move: Move) -> int:
    """Return the square of one of the mover's pieces after a move.

    Args:
        square: the square of the piece before the move.
    """
    if isinstance(move, Propel):
        return {move.start: move.beast, move.beast: move.landing}.get(square, square)
    return move.landing if square == move.start else square


def _threat_reasons(state: State, move: Move, next_state: State) -> Iterator[str]:
    if in_check(next_state):
        return
    earlier_dangers = {(danger.kind, danger.square) for danger in dangers(state, 1 - state.turn)}
    for danger in dangers(next_state, 1 - state.turn):
        if (danger.kind, danger.square) in earlier_dangers:
            continue
        if danger.kind == "mate":
            yield _("It threatens checkmate.")
        elif danger.kind == "promotion":
            yield _("This move threatens to promote the pawn on {square}.").format(square=SQUARE_NAMES[danger.square])
        else:
            text = _("This move threatens {piece} on {square}.")
            if danger.move.start not in (move.landing, move.beast if isinstance(move, Propel) else move.landing):
                text = _("{attacker} on {origin} then threatens {piece} on {square}.")
            yield text.format(
                piece=texts.definite_piece_name(next_state, danger.square),
                square=SQUARE_NAMES[danger.square],
                attacker=capitalize(texts.coloured_piece_name(next_state, danger.move.start)),
                origin=SQUARE_NAMES[danger.move.start],
            )


def _positional_reasons(state: State, move: Move) -> Iterator[str]:
    kind = texts.piece_kind_at(state, move.start)
    is_on_home_rank = move.start // FILE_COUNT == _HOME_RANKS[state.turn]
    if isinstance(move, Castling):
        yield _("This move gets the king to safety.")
    elif isinstance(move, Propel) and kind != "pawn":
        yield (
            _("This move brings out a piece and a beast in one turn.")
            if is_on_home_rank
            else _("This move puts a beast on a better square.")
        )
    elif is_on_home_rank and kind in ("knight", "bishop", "rook", "queen", "beast"):
        yield _("This move brings out {piece}.").format(piece=texts.definite_piece_name(state, move.start))


def _fallback_reason(state: State, move: Move, next_state: State) -> str:
    """Return a sentence about a move without captures, threats or rescues."""
    side = state.turn
    if in_check(state):
        return _("This move takes the king out of check.")
    old_move_counts, new_move_counts = (
        Counter(unpack_move(packed).start for packed in legal_moves(state_after_pass(compared_state, 1 - side)))
        for compared_state in (state, next_state)
    )
    if texts.piece_kind_at(state, move.start) == "pawn":
        move_gains = {
            square: new_move_counts[square] - old_move_counts[square]
            for square in new_move_counts
            if texts.piece_kind_at(next_state, square) not in ("pawn", "king") and state.board[square]
        }
        square, move_gain = max(move_gains.items(), key=itemgetter(1), default=(0, 0))
        if move_gain <= 0 or isinstance(move, Propel):
            return _("This move brings the pawn closer to promotion.")
        text = ngettext(
            "After this move, {piece} on {square} has {n} more move.",
            "After this move, {piece} on {square} has {n} more moves.",
            move_gain,
        )
        piece = texts.definite_piece_name(next_state, square)
        return text.format(piece=piece, square=SQUARE_NAMES[square], n=move_gain)
    old_move_count, new_move_count = old_move_counts[move.start], new_move_counts[move.landing]
    if new_move_count > old_move_count and not isinstance(move, Propel):
        text = ngettext(
            "{piece} on {square} then has {n} move, {more} more than before.",
            "{piece} on {square} then has {n} moves, {more} more than before.",
            new_move_count,
        )
        return text.format(
            piece=capitalize(texts.definite_piece_name(next_state, move.landing)),
            square=SQUARE_NAMES[move.landing],
            n=new_move_count,
            more=new_move_count - old_move_count,
        )
    names = {"side": _(SIDES[side]), "other": _(SIDES[1 - side])}
    if not in_check(next_state) and not dangers(next_state, side):
        return _("After this move, all of {side}’s pieces are safe.").format(**names)
    reply_count = len(legal_moves(next_state))
    text = ngettext(
        "After this move, {other} has {n} possible move.",
        "After this move, {other} has {n} possible moves.",
        reply_count,
    )
    return text.format(n=reply_count, **names)
