"""Moves: all that are legal in a state, and the state after one.

A move is one number: the landing in the lowest seven bits, the square it starts from in the next seven,
``via`` in seven more, its kind above. ``via`` is the beast bounced off or propelled or captured, or the
letter promoted to. Legality is decided without trying moves out: only what a check or a pin
(``attacks.Threat``) concerns is looked at twice, and only the king's own moves and en passant ask for attacks
on the board as it would be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
    HOPS,
    KING,
    KING_STEPS,
    KNIGHT,
    KNIGHT_LEAPS,
    NOTHING,
    NUMBERS,
    PAWN,
    PAWN_CAPTURES,
    QUEEN,
    RANKS,
    RAYS,
    RELATIVE,
    ROOK,
    SQUARES,
    TURNS,
)
from ruleboard.games.tensor_chess.state import (
    BLACK_KINGSIDE,
    BLACK_QUEENSIDE,
    LAST_NUMBER,
    WHITE_KINGSIDE,
    WHITE_QUEENSIDE,
    State,
)

FROM = 7
VIA = 14
MASK = 127
PLAIN = 0
BOUNCE, PROPEL, TAKE, CASTLE, PASSANT, DOUBLE, PROMOTE = (kind << 21 for kind in range(1, 8))
"""Kinds: TAKE is a beast's capture, DOUBLE a pawn's two steps over an empty square."""
KINDS = 7 << 21

PROMOTIONS = b"QRBNT"

_ALL = range(SQUARES)
_OWN = bytes(1 if BEAST <= code <= KING else 0 for code in range(256))
FIRST_RANK_OF_PAWNS = (1, RANKS - 2)
FORWARD = (FILES, -FILES)


def legal_moves(state: State) -> list[int]:
    """All legal moves, square by square from a1; draws are disregarded, so that perft counts what it should.

    A player without a king (which no valid position has) is never in check.
    """
    letters, turn, _, passant, _, _ = state
    board = letters.translate(RELATIVE[turn])
    king = board.find(KING)
    dangers = threats(board, king, turn) if king >= 0 else []
    moves: list[int] = []
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
                _castle(board, square, state, moves)
            continue
        else:
            _slider(board, square, code, moves)
        if dangers and (checks or square in pins):
            concerned = checks + pins.get(square, [])
            moves[count:] = [move for move in moves[count:] if _answers(move, concerned)]
    if passant >= 0:
        _passant(board, passant, king, turn, moves)
    return moves


def reach(state: State, square: int) -> list[int]:
    """What a piece of the mover's could do if its king might be left in check, castling aside.

    Refusals rest on it: what is in here and not legal is so because of the king.
    """
    board = state.board.translate(RELATIVE[state.turn])
    moves: list[int] = []
    code = board[square]
    if code == PAWN:
        _pawn(board, square, state.turn, moves)
        if state.passant >= 0 and square in _passers(board, state.passant, state.turn):
            moves.append((square << FROM) + state.passant + PASSANT)
    elif code == KNIGHT:
        _knight(board, square, moves)
    elif code == BEAST:
        _beast(board, square, moves)
    elif code == KING:
        landings = [step for step in KING_STEPS[square] if not board[step] or board[step] > ENEMY_BEAST]
        moves.extend((square << FROM) + landing for landing in landings)
    elif NOTHING < code < KING:
        _slider(board, square, code, moves)
    return moves


def _answers(move: int, dangers: Sequence[Threat]) -> bool:
    """Whether after a move (not of the king, not en passant) none of these threats gets through.

    What a move vacates is its start alone: a beast that is propelled leaves its propeller in its place. A
    threat is over when a piece lands in its way or on the attacker, or when the beast it bounces off is
    captured.
    """
    landing = move & MASK
    captured = move >> VIA & MASK if move & KINDS == TAKE else -2
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
"""For each player and square: the pawn's stage, the three squares ahead, and where it captures."""


def _pawn(board: bytes, square: int, turn: int, moves: list[int]) -> None:
    """Implements 'Pawn' and, on its first move, its pass-through and its propels (spec: Moves, 3 and 5)."""
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
                    moves.append(base + two + DOUBLE)
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


def aims(move: int, square: int) -> bool:
    """Whether a move goes to a square, or comes to the beast on it: bounces off it, sends it on, captures it."""
    if move & KINDS in (BOUNCE, PROPEL, TAKE) and move >> VIA & MASK == square:
        return True
    return move & MASK == square and move & KINDS != PROPEL


def _promote(move: int, moves: list[int]) -> None:
    for letter in PROMOTIONS:
        moves.append(move + (letter << VIA) + PROMOTE)


def _passant(board: bytes, passant: int, king: int, turn: int, moves: list[int]) -> None:
    """En passant, judged on the board as it would be, since two pieces leave it at once."""
    for square in _passers(board, passant, turn):
        after = bytearray(board)
        after[square] = after[passant - FORWARD[turn]] = 0
        after[passant] = PAWN
        if king < 0 or not attacked(after, king, turn):
            moves.append((square << FROM) + passant + PASSANT)


def _passers(board: bytes, passant: int, turn: int) -> list[int]:
    """The squares of the pawns that capture en passant, their king aside."""
    if board[passant] or board[passant - FORWARD[turn]] != ENEMY_PAWN:
        return []
    return [square for square in PAWN_CAPTURES[1 - turn][passant] if board[square] == PAWN]


def _knight(board: bytes, square: int, moves: list[int]) -> None:
    """A knight's leaps, bounces and propels (spec: Moves, 2, 4 and 5)."""
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


def _slider(board: bytes, square: int, code: int, moves: list[int]) -> None:
    """Slides with pass-through, bounces and propels of a bishop, rook or queen (spec: Moves, 1, 4 and 5)."""
    base = square << FROM
    rays = RAYS[square]
    directions = _DIRECTIONS_OF[code]
    for direction in directions:
        for step in rays[direction]:
            met = board[step]
            if not met:
                moves.append(base + step)
            elif met == BEAST:
                _at_beast(board, square, step, direction, directions, moves)
            else:
                if met > ENEMY_BEAST:
                    moves.append(base + step)
                break


def _at_beast(
    board: bytes, square: int, beast: int, direction: int, directions: tuple[int, ...], moves: list[int]
) -> None:
    """What a slider from ``square`` can do when it has come to an own beast in ``direction``."""
    base = (square << FROM) + (beast << VIA)
    bounce = base + BOUNCE
    for side in TURNS[beast][direction]:
        for step in side:
            met = board[step]
            if not met:
                moves.append(bounce + step)
            elif met != BEAST:
                if met > ENEMY_BEAST:
                    moves.append(bounce + step)
                break
    propel = base + PROPEL
    for way in directions:
        for step in RAYS[beast][way]:
            if board[step] and step != square:
                break
            moves.append(propel + step)


def _beast(board: bytes, square: int, moves: list[int]) -> None:
    """A beast's step, its chains of hops, and its captures (spec: Moves, 6).

    Hops lead an even number of files and ranks away, steps do not: only two chains can end on one square.
    """
    base = square << FROM
    moves.extend([base + step for step in KING_STEPS[square] if not board[step]])
    others = bytearray(board)
    others[square] = 0
    takes: list[int] = []
    ends: list[int] = [square]
    for hops in HOPS:
        reached = [square]
        for place in reached:
            for over, landing in hops[place]:
                if others[over] and not others[landing]:
                    if landing not in reached:
                        reached.append(landing)
                    if others[over] == ENEMY_BEAST:
                        takes.append(base + (over << VIA) + landing + TAKE)
        for landing in reached:
            if landing not in ends:
                ends.append(landing)
                moves.append(base + landing)
    moves.extend(takes)


def _king(board: bytes, square: int, turn: int, moves: list[int]) -> None:
    """The king's single steps to squares that are not attacked (spec: Moves, 2)."""
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


CASTLINGS: dict[tuple[int, int], tuple[int, int, int]] = {}
"""(king's square, its landing): the right it takes, where the rook stands, where the rook goes."""
for _rank, _kingside, _queenside in (
    (1, WHITE_KINGSIDE, WHITE_QUEENSIDE),
    (8, BLACK_KINGSIDE, BLACK_QUEENSIDE),
):
    for _landing, _rook, _beside, _right in (
        ("h", "j", "g", _kingside),
        ("i", "j", "h", _kingside),
        ("c", "a", "d", _queenside),
        ("b", "a", "c", _queenside),
    ):
        CASTLINGS[NUMBERS[f"f{_rank}"], NUMBERS[f"{_landing}{_rank}"]] = (
            _right,
            NUMBERS[f"{_rook}{_rank}"],
            NUMBERS[f"{_beside}{_rank}"],
        )

RIGHTS_OF: dict[int, int] = {}
"""What rights are lost when something leaves, or is captured on, a king's or rook's first square."""
for (_king_at, _), (_right, _rook_at, _) in CASTLINGS.items():
    RIGHTS_OF[_rook_at] = _right
    RIGHTS_OF[_king_at] = RIGHTS_OF.get(_king_at, 0) | _right

_CASTLINGS_FROM: dict[int, list[tuple[int, int, int, int]]] = {}
for (_king_at, _landing_at), _rest in CASTLINGS.items():
    _CASTLINGS_FROM.setdefault(_king_at, []).append((_landing_at, *_rest))


def _castle(board: bytes, king: int, state: State, moves: list[int]) -> None:
    """Implements 'Castling' for a king that is not in check (spec: Moves, 7)."""
    for landing, right, rook, beside in _CASTLINGS_FROM.get(king, ()):
        if (
            not board[landing]
            and not board[beside]
            and state.castling & right
            and castling_obstacle(board, king, landing, rook, beside) < 0
        ):
            after = bytearray(board)
            after[king] = 0
            if not any(_crossed_in_check(after, crossed, state.turn) for crossed in between(king, landing)):
                after[rook] = 0
                after[landing] = KING
                after[beside] = ROOK
                if not attacked(after, landing, state.turn):
                    moves.append((king << FROM) + landing + CASTLE)


def between(one: int, other: int) -> range:
    """The squares between two squares of one rank."""
    return range(min(one, other) + 1, max(one, other))


def castling_obstacle(board: Sequence[int], king: int, landing: int, rook: int, beside: int) -> int:
    """The first square, seen from the king, on which something stands in the way of castling; -1 if none.

    Where king and rook land nothing may stand; elsewhere between them only own beasts.
    """
    way = between(king, rook)
    for square in way if rook > king else reversed(way):
        if board[square] and (board[square] != BEAST or square in (landing, beside)):
            return square
    return -1


def _crossed_in_check(board: bytearray, square: int, turn: int) -> bool:
    """Whether the king crosses this square in check: never where an own beast guards it."""
    if board[square] == BEAST:
        return False
    board[square] = KING
    found = attacked(board, square, turn)
    board[square] = 0
    return found


def play(state: State, move: int) -> State:
    """The state after a legal move."""
    letters, turn, castling, _, quiet, number = state
    start = move >> FROM & MASK
    landing = move & MASK
    kind = move & KINDS
    board = bytearray(letters)
    piece = board[start]
    is_pawn = piece in b"Pp"
    quiet = 0 if is_pawn or (board[landing] != EMPTY and landing != start) else quiet + 1
    passant = -1
    board[start] = EMPTY
    if kind == PROPEL:
        via = move >> VIA & MASK
        board[landing] = board[via]
        board[via] = piece
        if is_pawn and via - start == 2 * FORWARD[turn]:
            passant = start + FORWARD[turn]
    else:
        board[landing] = piece
        if kind == DOUBLE:
            passant = start + FORWARD[turn]
        elif kind == TAKE:
            board[move >> VIA & MASK] = EMPTY
            quiet = 0
        elif kind == PASSANT:
            board[landing - FORWARD[turn]] = EMPTY
        elif kind == PROMOTE:
            letter = move >> VIA & MASK
            board[landing] = letter if turn != BLACK else letter + 32
        elif kind == CASTLE:
            _, rook, beside = CASTLINGS[start, landing]
            board[beside] = board[rook]
            board[rook] = EMPTY
    if castling:
        castling &= ~(RIGHTS_OF.get(start, 0) | RIGHTS_OF.get(landing, 0))
    return State(bytes(board), 1 - turn, castling, passant, quiet, min(number + turn, LAST_NUMBER))


@lru_cache(maxsize=256)
def in_check(state: State) -> bool:
    """Whether the king of the player to move is attacked."""
    board = state.board.translate(RELATIVE[state.turn])
    king = board.find(KING)
    return king >= 0 and attacked(board, king, state.turn)


def checkers(state: State) -> tuple[int, ...]:
    """The squares of the pieces that give check, in order, each once."""
    board = state.board.translate(RELATIVE[state.turn])
    king = board.find(KING)
    if king < 0:
        return ()
    return tuple(sorted({threat.attacker for threat in threats(board, king, state.turn) if threat.pinned < 0}))
