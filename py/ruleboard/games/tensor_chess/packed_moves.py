"""Generate the legal moves of a state as packed integers, and apply them.

The generator filters moves by the checks and pins in the state (``attacks.Threat``) instead of playing each move and
testing for check. For king moves and en passant captures, it computes attacks on the board after the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from ruleboard.games.tensor_chess.attacks import CodeBoard, Threat, in_check, is_attacked, threats
from ruleboard.games.tensor_chess.board import (
    BEAST,
    BISHOP,
    BLACK,
    EMPTY,
    ENEMY_BEAST,
    ENEMY_PAWN,
    FILE_COUNT,
    HOPS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    NO_PIECE,
    PAWN,
    PAWN_CAPTURE_SQUARES,
    PAWN_START_RANKS,
    PAWN_STEPS,
    PIECE_CODES,
    PROMOTION_LETTERS,
    QUEEN,
    RAYS,
    ROOK,
    SIDE_RAYS,
    SQUARE_COUNT,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS, LOST_CASTLING_RIGHTS, castling_landings
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    KIND_MASK,
    PROMOTION,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    VIA_SHIFT,
    PackedMove,
    pack_move,
    unpack_move,
)
from ruleboard.games.tensor_chess.state import MAX_MOVE_NUMBER, State

_ALL_SQUARES = range(SQUARE_COUNT)
_OWN_PIECE_FLAGS = bytes(1 if BEAST <= code <= KING else 0 for code in range(256))


def legal_moves(state: State, with_quiet_moves: bool = True) -> list[PackedMove]:
    """Return the legal moves in the order of their start squares.

    The result includes moves after a draw, because perft counts them. A player without a king is never in check.
    Only invalid positions have such a player.

    Args:
        state: the state.
        with_quiet_moves: False for quiescence search: the result contains only captures and promotions to a queen.
            These moves may leave the king in check, since quiescence search looks for checks only in its first
            plies. En passant captures and captures by two or more hops count as quiet.
    """
    letters, turn, _, en_passant, _, _ = state
    codes = letters.translate(PIECE_CODES[turn])
    board = list(codes)  # Python reads a list faster than bytes
    king = codes.find(KING)
    king_threats = threats(board, king, turn) if king >= 0 else []
    moves: list[PackedMove] = []
    pins: dict[int, list[Threat]] = {}
    checks: list[Threat] = []
    for threat in king_threats:
        if threat.pinned_piece >= 0:
            pins.setdefault(threat.pinned_piece, []).append(threat)
        elif with_quiet_moves:
            checks.append(threat)
    for square in compress(_ALL_SQUARES, codes.translate(_OWN_PIECE_FLAGS)):
        code = board[square]
        move_count = len(moves)
        if code == PAWN:
            _add_pawn_moves(board, square, turn, moves, with_quiet_moves)
        elif code == KNIGHT:
            _add_knight_moves(board, square, moves, with_quiet_moves)
        elif code == BEAST:
            _add_beast_moves(board, square, moves, with_quiet_moves)
        elif code == KING:
            _add_king_moves(board, square, turn, moves, with_quiet_moves)
            if with_quiet_moves and not checks and state.castling:
                move_bits = (square << START_SHIFT) + CASTLING
                moves.extend([move_bits + landing for landing in castling_landings(codes, square, state)])
            continue
        else:
            _add_slider_moves(board, square, code, moves, with_quiet_moves)
        if king_threats and (checks or square in pins):
            unresolved_threats = checks + pins.get(square, [])
            moves[move_count:] = [move for move in moves[move_count:] if _ends_threats(move, unresolved_threats)]
    if with_quiet_moves and en_passant >= 0:
        _add_en_passant(board, en_passant, king, turn, moves)
    return moves


def is_checkmate(state: State) -> bool:
    """Return True if the side to move is in check and has no legal move."""
    return in_check(state) and not legal_moves(state)


def can_checkmate(state: State) -> bool:
    """Return True if a legal move gives checkmate."""
    return any(is_checkmate(apply_move(state, move)) for move in legal_moves(state))


def pseudo_legal_moves(state: State, square: int) -> list[Move]:
    """Return the moves of a piece except castling, including moves that leave the king in check.

    The piece belongs to the side to move. The module ``refusals`` assumes that an illegal move in this list leaves the
    king in check.
    """
    board = state.board.translate(PIECE_CODES[state.turn])
    moves: list[PackedMove] = []
    code = board[square]
    if code == PAWN:
        _add_pawn_moves(board, square, state.turn, moves)
        if state.en_passant >= 0 and square in _en_passant_capturers(board, state.en_passant, state.turn):
            moves.append((square << START_SHIFT) + state.en_passant + EN_PASSANT)
    elif code == KNIGHT:
        _add_knight_moves(board, square, moves)
    elif code == BEAST:
        _add_beast_moves(board, square, moves)
    elif code == KING:
        landings = [step for step in KING_STEPS[square] if not board[step] or board[step] > ENEMY_BEAST]
        moves.extend((square << START_SHIFT) + landing for landing in landings)
    elif NO_PIECE < code < KING:
        _add_slider_moves(board, square, code, moves)
    return [unpack_move(move) for move in moves]


def _ends_threats(move: PackedMove, king_threats: Sequence[Threat]) -> bool:
    """Return True if a move ends all given threats. The move must not be a king move or an en passant capture.

    A move ends a threat if it lands on the path or on the attacker, or if it captures the beast that the attacker
    bounces off. A move empties only its start square, since a piece that propels a beast takes the beast's
    square.
    """
    landing = move & SQUARE_MASK
    captured_square = move >> VIA_SHIFT & SQUARE_MASK if move & KIND_MASK == BEAST_CAPTURE else -2
    return all(landing in threat.blocking_squares or captured_square == threat.beast for threat in king_threats)


_MIDDLE_STAGE, _START_STAGE, _PROMOTION_STAGE = range(3)
_PROMOTION_BITS = tuple((ord(letter) << VIA_SHIFT) + PROMOTION for letter in PROMOTION_LETTERS)


def _pawn_table(turn: int) -> tuple[tuple[int, int, int, int, tuple[int, ...]], ...]:
    pawn_table = []
    for square in range(SQUARE_COUNT):
        one_ahead = square + PAWN_STEPS[turn]
        rank = square // FILE_COUNT
        stage = _START_STAGE if rank == PAWN_START_RANKS[turn] else _MIDDLE_STAGE
        if rank == PAWN_START_RANKS[1 - turn]:
            stage = _PROMOTION_STAGE
        pawn_table.append(
            (
                stage,
                one_ahead,
                one_ahead + PAWN_STEPS[turn],
                one_ahead + 2 * PAWN_STEPS[turn],
                PAWN_CAPTURE_SQUARES[turn][square],
            )
        )
    return tuple(pawn_table)


_PAWN_TABLE_BY_PLAYER = (_pawn_table(0), _pawn_table(1))
"""For each player and square, the stage of a pawn, the three squares ahead, and the squares on which it captures."""


def _add_pawn_moves(
    board: CodeBoard, square: int, turn: int, moves: list[PackedMove], with_quiet_moves: bool = True
) -> None:
    """Append a pawn's moves. The first move may also pass through a beast or propel it (spec: Moves, 3 and 5)."""
    stage, one_ahead, two_ahead, three_ahead, capture_squares = _PAWN_TABLE_BY_PLAYER[turn][square]
    start_bits = square << START_SHIFT
    code = board[one_ahead]
    if stage == _PROMOTION_STAGE:
        promotion_choices = _PROMOTION_BITS if with_quiet_moves else _PROMOTION_BITS[:1]
        landings = [one_ahead] if not code else []
        landings += [capture_square for capture_square in capture_squares if board[capture_square] > ENEMY_BEAST]
        moves.extend([start_bits + landing + promotion for landing in landings for promotion in promotion_choices])
        return
    if with_quiet_moves:
        if not code:
            moves.append(start_bits + one_ahead)
            if stage:
                code = board[two_ahead]
                if not code:
                    moves.append(start_bits + two_ahead + DOUBLE_STEP)
                elif code == BEAST and not board[three_ahead]:
                    moves.append(start_bits + (two_ahead << VIA_SHIFT) + three_ahead + PROPEL)
        elif code == BEAST and stage and not board[two_ahead]:
            moves.append(start_bits + two_ahead)
            moves.append(start_bits + (one_ahead << VIA_SHIFT) + two_ahead + PROPEL)
    for capture_square in capture_squares:
        if board[capture_square] > ENEMY_BEAST:
            moves.append(start_bits + capture_square)


def _add_en_passant(board: CodeBoard, passed_square: int, king: int, turn: int, moves: list[PackedMove]) -> None:
    """Append the legal en passant captures.

    A capture empties two squares at once, so the function tests for check on the board after the capture.
    """
    for square in _en_passant_capturers(board, passed_square, turn):
        next_board = list(board)
        next_board[square] = next_board[passed_square - PAWN_STEPS[turn]] = 0
        next_board[passed_square] = PAWN
        if king < 0 or not is_attacked(next_board, king, turn):
            moves.append((square << START_SHIFT) + passed_square + EN_PASSANT)


def _en_passant_capturers(board: CodeBoard, passed_square: int, turn: int) -> list[int]:
    """Return the squares of the pawns that could capture en passant if check did not matter."""
    if board[passed_square] or board[passed_square - PAWN_STEPS[turn]] != ENEMY_PAWN:
        return []
    return [square for square in PAWN_CAPTURE_SQUARES[1 - turn][passed_square] if board[square] == PAWN]


def _add_knight_moves(board: CodeBoard, square: int, moves: list[PackedMove], with_quiet_moves: bool = True) -> None:
    """Append a knight's leaps, bounces and propels (spec: Moves, 2, 4 and 5)."""
    start_bits = square << START_SHIFT
    for landing in KNIGHT_LEAPS[square]:
        code = board[landing]
        if code > ENEMY_BEAST or (with_quiet_moves and not code):
            moves.append(start_bits + landing)
        elif code == BEAST:
            start_and_beast_bits = start_bits + (landing << VIA_SHIFT)
            for next_leap in KNIGHT_LEAPS[landing]:
                code = board[next_leap]
                if code > ENEMY_BEAST:
                    moves.append(start_and_beast_bits + next_leap + BOUNCE)
                elif with_quiet_moves:
                    if not code:
                        moves.append(start_and_beast_bits + next_leap + BOUNCE)
                        moves.append(start_and_beast_bits + next_leap + PROPEL)
                    elif next_leap == square:
                        moves.append(start_and_beast_bits + next_leap + PROPEL)


_DIRECTIONS_BY_CODE: dict[int, tuple[int, ...]] = {
    BISHOP: tuple(range(4, 8)),
    ROOK: tuple(range(4)),
    QUEEN: tuple(range(8)),
}


def _add_slider_moves(
    board: CodeBoard, square: int, code: int, moves: list[PackedMove], with_quiet_moves: bool = True
) -> None:
    """Append the slides, bounces and propels of a bishop, rook or queen (spec: Moves, 1, 4 and 5)."""
    start_bits = square << START_SHIFT
    rays = RAYS[square]
    directions = _DIRECTIONS_BY_CODE[code]
    for direction in directions:
        for step in rays[direction]:
            target_code = board[step]
            if not target_code:
                if with_quiet_moves:
                    moves.append(start_bits + step)
            elif target_code == BEAST:
                _add_bounces(board, square, step, direction, moves, with_quiet_moves)
                if with_quiet_moves:
                    _add_propels(board, square, step, directions, moves)
            else:
                if target_code > ENEMY_BEAST:
                    moves.append(start_bits + step)
                break


def _add_bounces(
    board: CodeBoard, square: int, beast: int, direction: int, moves: list[PackedMove], with_quiet_moves: bool
) -> None:
    """Append the moves with which the slider on ``square`` bounces off a beast in ``direction``."""
    move_bits = (square << START_SHIFT) + (beast << VIA_SHIFT) + BOUNCE
    for side_ray in SIDE_RAYS[beast][direction]:
        for step in side_ray:
            target_code = board[step]
            if not target_code:
                if with_quiet_moves:
                    moves.append(move_bits + step)
            elif target_code != BEAST:
                if target_code > ENEMY_BEAST:
                    moves.append(move_bits + step)
                break


def _add_propels(
    board: CodeBoard, square: int, beast: int, directions: tuple[int, ...], moves: list[PackedMove]
) -> None:
    """Append the moves with which the slider on ``square`` propels a beast."""
    move_bits = (square << START_SHIFT) + (beast << VIA_SHIFT) + PROPEL
    for direction in directions:
        for step in RAYS[beast][direction]:
            if board[step] and step != square:
                break
            moves.append(move_bits + step)


def _add_beast_moves(board: CodeBoard, square: int, moves: list[PackedMove], with_quiet_moves: bool = True) -> None:
    """Append a beast's steps, its captures, and a move for each end of its chains of hops (spec: Moves, 6).

    A hop changes file and rank by 0 or 2, so chains and steps end on different squares. An orthogonal and a
    diagonal chain may end on the same square.
    """
    start_bits = square << START_SHIFT
    if not with_quiet_moves:
        for hops in HOPS:
            for crossed_square, landing in hops[square]:
                if board[crossed_square] == ENEMY_BEAST and not board[landing]:
                    moves.append(start_bits + (crossed_square << VIA_SHIFT) + landing + BEAST_CAPTURE)
        return
    moves.extend([start_bits + step for step in KING_STEPS[square] if not board[step]])
    other_pieces = bytearray(board)
    other_pieces[square] = 0
    captures: list[PackedMove] = []
    ends: list[int] = [square]
    for hops in HOPS:
        landings = [square]
        for current_square in landings:
            for crossed_square, landing in hops[current_square]:
                if other_pieces[crossed_square] and not other_pieces[landing]:
                    if landing not in landings:
                        landings.append(landing)
                    if other_pieces[crossed_square] == ENEMY_BEAST:
                        captures.append(start_bits + (crossed_square << VIA_SHIFT) + landing + BEAST_CAPTURE)
        for landing in landings:
            if landing not in ends:
                ends.append(landing)
                moves.append(start_bits + landing)
    moves.extend(captures)


def _add_king_moves(board: CodeBoard, square: int, turn: int, moves: list[PackedMove], with_quiet_moves: bool) -> None:
    """Append the king's steps to squares that the enemy does not attack (spec: Moves, 2)."""
    start_bits = square << START_SHIFT
    next_board: list[int] | None = None
    for landing in KING_STEPS[square]:
        code = board[landing]
        if code > ENEMY_BEAST or (with_quiet_moves and not code):
            if next_board is None:
                next_board = list(board)
                next_board[square] = 0
            next_board[landing] = KING
            if not is_attacked(next_board, landing, turn):
                moves.append(start_bits + landing)
            next_board[landing] = code


def apply_move(state: State, move: PackedMove) -> State:
    """Return the state after a legal packed move."""
    letters, turn, castling, _, halfmove_clock, fullmove_number = state
    start = move >> START_SHIFT & SQUARE_MASK
    landing = move & SQUARE_MASK
    kind = move & KIND_MASK
    board = bytearray(letters)
    piece = board[start]
    is_pawn = piece in b"Pp"
    halfmove_clock = 0 if is_pawn or (board[landing] != EMPTY and landing != start) else halfmove_clock + 1
    en_passant = -1
    board[start] = EMPTY
    if kind == PROPEL:
        beast = move >> VIA_SHIFT & SQUARE_MASK
        board[landing] = board[beast]
        board[beast] = piece
        if is_pawn and beast - start == 2 * PAWN_STEPS[turn]:
            en_passant = start + PAWN_STEPS[turn]
    else:
        board[landing] = piece
        if kind == DOUBLE_STEP:
            en_passant = start + PAWN_STEPS[turn]
        elif kind == BEAST_CAPTURE:
            board[move >> VIA_SHIFT & SQUARE_MASK] = EMPTY
            halfmove_clock = 0
        elif kind == EN_PASSANT:
            board[landing - PAWN_STEPS[turn]] = EMPTY
        elif kind == PROMOTION:
            letter = move >> VIA_SHIFT & SQUARE_MASK
            board[landing] = letter if turn != BLACK else letter + 32
        elif kind == CASTLING:
            _, rook, rook_landing = CASTLINGS[start, landing]
            board[rook_landing] = board[rook]
            board[rook] = EMPTY
    if castling:
        castling &= ~(LOST_CASTLING_RIGHTS.get(start, 0) | LOST_CASTLING_RIGHTS.get(landing, 0))
    next_fullmove_number = min(fullmove_number + turn, MAX_MOVE_NUMBER)
    return State(bytes(board), 1 - turn, castling, en_passant, halfmove_clock, next_fullmove_number)


def state_after(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    return apply_move(state, pack_move(move))
