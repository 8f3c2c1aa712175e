"""The move generator: the legal moves of a state as packed integers, and the state after a move.

The generator does not try moves out. It examines only moves that may break a check or a pin (``attacks.Threat``), and
computes attacks on the board after a move only for king moves and en passant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from ruleboard.games.tensor_chess.attacks import Threat, attacked, threats
from ruleboard.games.tensor_chess.board import (
    BEAST,
    BISHOP,
    BLACK,
    EMPTY,
    ENEMY_BEAST,
    ENEMY_PAWN,
    FILES,
    FIRST_RANK_OF_PAWNS,
    FORWARD,
    HOPS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    NOTHING,
    PAWN,
    PAWN_CAPTURES,
    PROMOTIONS,
    QUEEN,
    RAYS,
    RELATIVE,
    ROOK,
    SQUARES,
    TURNS,
)
from ruleboard.games.tensor_chess.castling import CASTLINGS, RIGHTS_LOST, castling_landings
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    CASTLING,
    DOUBLE_STEP,
    EN_PASSANT,
    FROM,
    KINDS,
    MASK,
    PROMOTION,
    PROPEL,
    VIA,
    PackedMove,
    pack,
    unpack,
)
from ruleboard.games.tensor_chess.state import LAST_NUMBER, State

_ALL = range(SQUARES)
_OWN = bytes(1 if BEAST <= code <= KING else 0 for code in range(256))


def legal_moves(state: State) -> list[PackedMove]:
    """Return the legal moves, square by square from a1, even if the game is drawn, as perft expects.

    A player without a king is never in check. No valid position has such a player.
    """
    letters, turn, _, en_passant, _, _ = state
    board = letters.translate(RELATIVE[turn])
    king = board.find(KING)
    dangers = threats(board, king, turn) if king >= 0 else []
    moves: list[PackedMove] = []
    pins: dict[int, list[Threat]] = {}
    checks: list[Threat] = []
    for threat in dangers:
        if threat.pinned >= 0:
            pins.setdefault(threat.pinned, []).append(threat)
        else:
            checks.append(threat)
    for square in compress(_ALL, board.translate(_OWN)):
        code = board[square]
        count = len(moves)
        if code == PAWN:
            _pawn(board, square, turn, moves)
        elif code == KNIGHT:
            _knight(board, square, moves)
        elif code == BEAST:
            _beast(board, square, moves)
        elif code == KING:
            _king(board, square, turn, moves)
            if not checks and state.castling:
                base = (square << FROM) + CASTLING
                moves.extend([base + landing for landing in castling_landings(board, square, state)])
            continue
        else:
            _slider(board, square, code, moves)
        if dangers and (checks or square in pins):
            concerned = checks + pins.get(square, [])
            moves[count:] = [move for move in moves[count:] if _answers(move, concerned)]
    if en_passant >= 0:
        _en_passant(board, en_passant, king, turn, moves)
    return moves


def pseudo_legal_moves(state: State, square: int) -> list[Move]:
    """Return the moves of a piece of the player to move as if check did not matter, without castling.

    Refusals rely on this list: if one of its moves is not legal, the reason is a check.
    """
    board = state.board.translate(RELATIVE[state.turn])
    moves: list[PackedMove] = []
    code = board[square]
    if code == PAWN:
        _pawn(board, square, state.turn, moves)
        if state.en_passant >= 0 and square in _en_passant_capturers(board, state.en_passant, state.turn):
            moves.append((square << FROM) + state.en_passant + EN_PASSANT)
    elif code == KNIGHT:
        _knight(board, square, moves)
    elif code == BEAST:
        _beast(board, square, moves)
    elif code == KING:
        landings = [step for step in KING_STEPS[square] if not board[step] or board[step] > ENEMY_BEAST]
        moves.extend((square << FROM) + landing for landing in landings)
    elif NOTHING < code < KING:
        _slider(board, square, code, moves)
    return [unpack(move) for move in moves]


def _answers(move: PackedMove, dangers: Sequence[Threat]) -> bool:
    """Return True if a move (not by the king, not en passant) ends each of these threats.

    A threat ends when a piece lands on its path or on the attacker, or when a capture removes the beast it bounces off.
    A move vacates only its start, since a piece that propels takes the beast's square.
    """
    landing = move & MASK
    captured = move >> VIA & MASK if move & KINDS == BEAST_CAPTURE else -2
    return all(landing in threat.stops or captured == threat.beast for threat in dangers)


_ORDINARY, _FIRST, _LAST = range(3)


def _pawn_table(turn: int) -> tuple[tuple[int, int, int, int, tuple[int, ...]], ...]:
    table = []
    for square in range(SQUARES):
        one = square + FORWARD[turn]
        rank = square // FILES
        stage = _FIRST if rank == FIRST_RANK_OF_PAWNS[turn] else _ORDINARY
        if rank == FIRST_RANK_OF_PAWNS[1 - turn]:
            stage = _LAST
        table.append((stage, one, one + FORWARD[turn], one + 2 * FORWARD[turn], PAWN_CAPTURES[turn][square]))
    return tuple(table)


_PAWNS = (_pawn_table(0), _pawn_table(1))
"""By player and square: the stage of a pawn, the next three squares ahead, and the squares on which it captures."""


def _pawn(board: bytes, square: int, turn: int, moves: list[PackedMove]) -> None:
    """Add a pawn's moves. On its first move it may also pass through a beast or propel it (spec: Moves, 3 and 5)."""
    stage, one, two, three, captures = _PAWNS[turn][square]
    base = square << FROM
    code = board[one]
    if not code:
        if stage == _LAST:
            _promote(base + one, moves)
        else:
            moves.append(base + one)
            if stage:
                code = board[two]
                if not code:
                    moves.append(base + two + DOUBLE_STEP)
                elif code == BEAST and not board[three]:
                    moves.append(base + (two << VIA) + three + PROPEL)
    elif code == BEAST and stage == _FIRST and not board[two]:
        moves.append(base + two)
        moves.append(base + (one << VIA) + two + PROPEL)
    for corner in captures:
        if board[corner] > ENEMY_BEAST:
            if stage == _LAST:
                _promote(base + corner, moves)
            else:
                moves.append(base + corner)


_PROMOTIONS = tuple((ord(letter) << VIA) + PROMOTION for letter in PROMOTIONS)


def _promote(move: PackedMove, moves: list[PackedMove]) -> None:
    moves.extend([move + promotion for promotion in _PROMOTIONS])


def _en_passant(board: bytes, passed: int, king: int, turn: int, moves: list[PackedMove]) -> None:
    """Add the legal en passant captures.

    Two pawns leave their squares at once, so the function looks for check on the board after the capture.
    """
    for square in _en_passant_capturers(board, passed, turn):
        after = bytearray(board)
        after[square] = after[passed - FORWARD[turn]] = 0
        after[passed] = PAWN
        if king < 0 or not attacked(after, king, turn):
            moves.append((square << FROM) + passed + EN_PASSANT)


def _en_passant_capturers(board: bytes, passed: int, turn: int) -> list[int]:
    """Return the squares of the pawns that could capture en passant if check did not matter."""
    if board[passed] or board[passed - FORWARD[turn]] != ENEMY_PAWN:
        return []
    return [square for square in PAWN_CAPTURES[1 - turn][passed] if board[square] == PAWN]


def _knight(board: bytes, square: int, moves: list[PackedMove]) -> None:
    """Add a knight's leaps, bounces and propels (spec: Moves, 2, 4 and 5)."""
    base = square << FROM
    for landing in KNIGHT_LEAPS[square]:
        code = board[landing]
        if not code or code > ENEMY_BEAST:
            moves.append(base + landing)
        elif code == BEAST:
            via = base + (landing << VIA)
            for further in KNIGHT_LEAPS[landing]:
                code = board[further]
                if not code:
                    moves.append(via + further + BOUNCE)
                    moves.append(via + further + PROPEL)
                elif code > ENEMY_BEAST:
                    moves.append(via + further + BOUNCE)
                elif further == square:
                    moves.append(via + further + PROPEL)


_DIRECTIONS_OF: dict[int, tuple[int, ...]] = {
    BISHOP: tuple(range(4, 8)),
    ROOK: tuple(range(4)),
    QUEEN: tuple(range(8)),
}


def _slider(board: bytes, square: int, code: int, moves: list[PackedMove]) -> None:
    """Add the slides, bounces and propels of a bishop, rook or queen (spec: Moves, 1, 4 and 5)."""
    base = square << FROM
    rays = RAYS[square]
    directions = _DIRECTIONS_OF[code]
    for direction in directions:
        for step in rays[direction]:
            other = board[step]
            if not other:
                moves.append(base + step)
            elif other == BEAST:
                _at_beast(board, square, step, direction, directions, moves)
            else:
                if other > ENEMY_BEAST:
                    moves.append(base + step)
                break


def _at_beast(
    board: bytes, square: int, beast: int, direction: int, directions: tuple[int, ...], moves: list[PackedMove]
) -> None:
    """Add the bounces and propels of a slider on ``square`` at an own beast that it reaches in ``direction``."""
    base = (square << FROM) + (beast << VIA)
    bounce = base + BOUNCE
    for side in TURNS[beast][direction]:
        for step in side:
            other = board[step]
            if not other:
                moves.append(bounce + step)
            elif other != BEAST:
                if other > ENEMY_BEAST:
                    moves.append(bounce + step)
                break
    propel = base + PROPEL
    for beast_direction in directions:
        for step in RAYS[beast][beast_direction]:
            if board[step] and step != square:
                break
            moves.append(propel + step)


def _beast(board: bytes, square: int, moves: list[PackedMove]) -> None:
    """Add a beast's steps, the ends of its chains of hops, and its captures (spec: Moves, 6).

    A hop changes file and rank by 0 or 2, so no chain ends on the square of a step. Only an orthogonal and a diagonal
    chain can end on the same square.
    """
    base = square << FROM
    moves.extend([base + step for step in KING_STEPS[square] if not board[step]])
    others = bytearray(board)
    others[square] = 0
    captures: list[PackedMove] = []
    ends: list[int] = [square]
    for hops in HOPS:
        reached = [square]
        for place in reached:
            for over, landing in hops[place]:
                if others[over] and not others[landing]:
                    if landing not in reached:
                        reached.append(landing)
                    if others[over] == ENEMY_BEAST:
                        captures.append(base + (over << VIA) + landing + BEAST_CAPTURE)
        for landing in reached:
            if landing not in ends:
                ends.append(landing)
                moves.append(base + landing)
    moves.extend(captures)


def _king(board: bytes, square: int, turn: int, moves: list[PackedMove]) -> None:
    """Add the king's steps to squares that the enemy does not attack (spec: Moves, 2)."""
    base = square << FROM
    after: bytearray | None = None
    for landing in KING_STEPS[square]:
        code = board[landing]
        if not code or code > ENEMY_BEAST:
            if after is None:
                after = bytearray(board)
                after[square] = 0
            after[landing] = KING
            if not attacked(after, landing, turn):
                moves.append(base + landing)
            after[landing] = code


def play(state: State, move: PackedMove) -> State:
    """Return the state after a legal packed move."""
    letters, turn, castling, _, halfmove_clock, fullmove_number = state
    start = move >> FROM & MASK
    landing = move & MASK
    kind = move & KINDS
    board = bytearray(letters)
    piece = board[start]
    is_pawn = piece in b"Pp"
    halfmove_clock = 0 if is_pawn or (board[landing] != EMPTY and landing != start) else halfmove_clock + 1
    en_passant = -1
    board[start] = EMPTY
    if kind == PROPEL:
        beast = move >> VIA & MASK
        board[landing] = board[beast]
        board[beast] = piece
        if is_pawn and beast - start == 2 * FORWARD[turn]:
            en_passant = start + FORWARD[turn]
    else:
        board[landing] = piece
        if kind == DOUBLE_STEP:
            en_passant = start + FORWARD[turn]
        elif kind == BEAST_CAPTURE:
            board[move >> VIA & MASK] = EMPTY
            halfmove_clock = 0
        elif kind == EN_PASSANT:
            board[landing - FORWARD[turn]] = EMPTY
        elif kind == PROMOTION:
            letter = move >> VIA & MASK
            board[landing] = letter if turn != BLACK else letter + 32
        elif kind == CASTLING:
            _, rook, rook_landing = CASTLINGS[start, landing]
            board[rook_landing] = board[rook]
            board[rook] = EMPTY
    if castling:
        castling &= ~(RIGHTS_LOST.get(start, 0) | RIGHTS_LOST.get(landing, 0))
    number = min(fullmove_number + turn, LAST_NUMBER)
    return State(bytes(board), 1 - turn, castling, en_passant, halfmove_clock, number)


def state_after(state: State, move: Move) -> State:
    """Return the state after a legal move."""
    return play(state, pack(move))
