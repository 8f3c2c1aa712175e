"""Find harmful moves of the opponent, and describe threats and tips as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from ruleboard.contract.bots import Threat, Tip
from ruleboard.games.tensor_chess import texts
from ruleboard.games.tensor_chess.animation import piece_paths
from ruleboard.games.tensor_chess.attacks import is_attacked, threats_to_mover
from ruleboard.games.tensor_chess.board import BEAST, EMPTY, KING, PAWN_STEPS, PIECE_CODES, SQUARE_NAMES
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES
from ruleboard.games.tensor_chess.moves import BeastCapture, EnPassant, Move, Promotion, Propel
from ruleboard.games.tensor_chess.packed_moves import apply_move, is_checkmate, legal_moves
from ruleboard.games.tensor_chess.packing import pack_move, unpack_move
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import _
from ruleboard.wording import capitalize, sentence

DangerKind: TypeAlias = Literal["mate", "promotion", "capture"]
_MAX_THREATS: Final = 8
"""The maximum number of threats that ``threats`` returns."""
_MATE_VALUE: Final = 100_000


@dataclass(frozen=True, slots=True)
class Danger:
    """A harmful move of the opponent.

    Attributes:
        kind: the worst effect of the move.
        move: the move.
        square: the square of the mated king, of the captured piece, or of the promoting pawn.
        loss: the value that the player loses, in hundredths of a pawn.
    """

    kind: DangerKind
    move: Move
    square: int
    loss: int


def state_after_pass(state: State, player: int) -> State:
    """Return the state with the opponent of ``player`` to move, as if the player had passed."""
    if state.turn != player:
        return state
    return State(state.board, 1 - player, state.castling, -1, state.halfmove_clock, state.fullmove_number)


def dangers(state: State, player: int, *, lists_each_piece: bool = False) -> tuple[Danger, ...]:
    """Return the opponent's harmful moves except checks, the worst first.

    For each square, the result has at most one mate and one other danger.

    Args:
        state: the state.
        player: the player in danger.
        lists_each_piece: True to keep these two dangers for each of the opponent's pieces.
    """
    opponent_state = state_after_pass(state, player)
    worst_dangers: dict[tuple[bool, int, int], Danger] = {}
    king = opponent_state.board.find(b"Kk"[player])
    for packed_move in legal_moves(opponent_state):
        move = unpack_move(packed_move)
        if move.landing == king:
            continue
        danger = _danger_of_move(opponent_state, move, king)
        if danger is not None:
            key = danger.kind == "mate", danger.square, move.start if lists_each_piece else -1
            if key not in worst_dangers or danger.loss > worst_dangers[key].loss:
                worst_dangers[key] = danger
    return tuple(sorted(worst_dangers.values(), key=lambda danger: (-danger.loss, danger.square)))


def _danger_of_move(state: State, move: Move, king: int) -> Danger | None:
    """Return the danger that a legal move poses to the other side, or None if the move is harmless."""
    next_state = apply_move(state, pack_move(move))
    if is_checkmate(next_state):
        return Danger("mate", move, king, _MATE_VALUE)
    capture_square = captured_square(state, move)
    loss = _piece_value(state, capture_square) if capture_square >= 0 else 0
    if isinstance(move, Promotion):
        if not can_capture_on(next_state, move.landing):
            return Danger("promotion", move, move.start, loss + PIECE_VALUES[move.piece] - PIECE_VALUES["P"])
    elif capture_square >= 0:
        if not isinstance(move, BeastCapture) and can_capture_on(next_state, move.landing):
            loss -= _piece_value(state, move.start)
        if loss > 0:
            return Danger("capture", move, capture_square, loss)
    return None


def captured_square(state: State, move: Move) -> int:
    """Return the square of the piece that a legal move captures, or -1 without a capture."""
    match move:
        case BeastCapture(_, beast, _):
            return beast
        case EnPassant(_, landing):
            return landing - PAWN_STEPS[state.turn]
        case Propel():
            return -1
    return move.landing if state.board[move.landing] != EMPTY and move.landing != move.start else -1


def can_capture_on(state: State, square: int) -> bool:
    """Return True if the side to move could capture a piece on a square. The result is False for a beast."""
    board = bytearray(state.board.translate(PIECE_CODES[1 - state.turn]))
    if board[square] == BEAST:
        return False
    board[square] = KING
    return is_attacked(board, square, 1 - state.turn)


def _piece_value(state: State, square: int) -> int:
    letter = chr(state.board[square]).upper()
    return _MATE_VALUE // 10 if letter == "K" else PIECE_VALUES[letter]


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the threats against a player: checks first, then other dangers, the worst first."""
    threat_list: list[Threat] = []
    if state.turn == player:
        king = SQUARE_NAMES[state.board.find(b"Kk"[player])]
        for check in threats_to_mover(state):
            if check.pinned_piece < 0:
                attacker = SQUARE_NAMES[check.attacker]
                piece = texts.coloured_piece_name(state, check.attacker)
                text = _("{piece} on {square} gives check").format(piece=piece, square=attacker)
                path = (attacker, *((SQUARE_NAMES[check.beast],) if check.beast >= 0 else ()), king)
                threat_list.append(Threat(sentence(capitalize(text)), (attacker, king), path))
    opponent_state = state_after_pass(state, player)
    for danger in dangers(state, player, lists_each_piece=True):
        text = sentence(texts.threat_clause(opponent_state, danger.move))
        threatened_square = danger.move.landing if danger.kind == "promotion" else danger.square
        targets = (SQUARE_NAMES[danger.move.start], SQUARE_NAMES[threatened_square])
        path_names = tuple(SQUARE_NAMES[square] for square in _path_squares(opponent_state, danger.move))
        threat_list.append(
            Threat(
                text,
                targets,
                path_names,
                sentence(texts.threat_clause(opponent_state, danger.move, describes_opportunity=True)),
            )
        )
    return tuple(threat_list[:_MAX_THREATS])


def tips(state: State, player: int) -> tuple[Tip, ...]:
    """Return a tip about the best opportunity for the player to move: a mate, a promotion or a capture."""
    if state.turn != player:
        return ()
    opportunities = dangers(state, 1 - player)
    if not opportunities:
        return ()
    best_opportunity = opportunities[0]
    if best_opportunity.kind == "mate":
        return (Tip(_("You can give checkmate right now."), can_win=True),)
    if best_opportunity.kind == "promotion":
        return (Tip(_("You can promote a pawn, and nothing can capture it.")),)
    piece, square = texts.coloured_piece_name(state, best_opportunity.square), SQUARE_NAMES[best_opportunity.square]
    question = _("It’s worth capturing {piece} on {square}. Which of your pieces can do it, perhaps around a corner?")
    return (Tip(question.format(piece=piece, square=square)),)


def _path_squares(state: State, move: Move) -> tuple[int, ...]:
    """Return the squares of a legal move's path: its start, its corners and its end.

    The path of a propel ends on the beast's new square.
    """
    path, *other_paths = piece_paths(state, move)
    return (*path, move.landing) if isinstance(move, Propel) and other_paths else path
