"""The miner of Tensor Chess: mates, only moves, and captures of pieces that cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterator

from research.problems import Found, games
from ruleboard.games.problems import Line, Problem
from ruleboard.games.registry import GAMES
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY
from ruleboard.games.tensor_chess.dangers import captured_square, is_guarded
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES
from ruleboard.games.tensor_chess.packed_moves import legal_moves, play
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    KIND_MASK,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    PackedMove,
    unpack,
)
from ruleboard.games.tensor_chess.state import State

PIECE = PIECE_VALUES["N"]
"""The least worth of a piece that is worth capturing."""
PRETTY = 20
"""The number of pieces on a board that is pleasant to look at."""
FEW = 6
"""The number of legal moves up to which an only move is easy to find."""

_RULES = GAMES["tensor-chess"]


def mined(seed: int) -> Iterator[Found]:
    """Yield the problems in one game: at most one of each theme."""
    found: dict[str, Found] = {}
    states: list[State] = []
    for timeline in games("tensor-chess", seed, opening=6, levels=(1, 2, 3)):
        states.append(timeline.state)
    for state in states[10:]:
        for one in _of_position(state):
            if one.theme not in found or one.beauty > found[one.theme].beauty:
                found[one.theme] = one
    for state in reversed(states[-6:]):
        two = _mates_in_two(state) if not _mates(state) else ()
        if 0 < len(two) < 3:
            quiet = not any(in_check(play(state, move)) for move in two)
            lines = tuple(_two_line(state, move) for move in two)
            yield Found("mate-in-2", 3 if quiet or _is_bent(state, two[0]) else 2, _text(state), lines, _beauty(state))
            break
    yield from found.values()


def _of_position(state: State) -> Iterator[Found]:
    mates = _mates(state)
    if mates:
        if len({play(state, move) for move in mates}) == 1:
            bent = [move for move in mates if _is_bent(state, move)]
            lines = tuple(((_name(state, move),),) for move in mates)
            if bent and len(bent) == len(mates):
                grade = 3 if any(move & KIND_MASK == PROPEL or _piece(state, move) in "TN" for move in bent) else 2
                yield Found("mate-by-beast", grade, _text(state), lines, _beauty(state))
            else:
                grade = 1 if _piece(state, mates[0]) in "QR" else 2
                yield Found("mate", grade, _text(state), lines, _beauty(state))
        return
    only = _only(state)
    if only:
        moves = len(legal_moves(state))
        grade = 1 if moves <= FEW else 2 if in_check(state) or not _is_bent(state, only[0]) else 3
        yield Found("only-move", grade, _text(state), _lines(state, only), _beauty(state))
    free = _free(state)
    if len({play(state, move) for move in free}) == 1 and not in_check(state):
        by_beast = _is_bent(state, free[0])
        grade = (3 if _piece(state, free[0]) in "TN" else 2) if by_beast else 1
        yield Found("capture", grade, _text(state), _lines(state, free), _beauty(state) + 20 * by_beast)


# --- exact searches ---


def _is_mate(state: State) -> bool:
    return in_check(state) and not legal_moves(state)


def _mates(state: State) -> tuple[PackedMove, ...]:
    """Return the moves that mate at once."""
    return tuple(move for move in legal_moves(state) if _is_mate(play(state, move)))


def _has_mate(state: State) -> bool:
    return any(_is_mate(play(state, move)) for move in legal_moves(state))


def _mates_in_two(state: State) -> tuple[PackedMove, ...]:
    """Return the moves after which every reply allows a mate, and there is one; the reply that refuted the last move is
    tried first.
    """
    found = []
    killer: PackedMove | None = None
    for move in legal_moves(state):
        then = play(state, move)
        replies = legal_moves(then)
        if killer in replies:
            replies = [killer, *(reply for reply in replies if reply != killer)]
        killer = next((reply for reply in replies if not _has_mate(play(then, reply))), None)
        if replies and killer is None:
            found.append(move)
    return tuple(found)


def _only(state: State) -> tuple[PackedMove, ...]:
    """Return the moves that avoid a mate at once, if they lead to one position and at least three others do not."""
    moves = legal_moves(state)
    safe: list[PackedMove] = []
    positions = set()
    for move in moves:
        then = play(state, move)
        if not _has_mate(then):
            safe.append(move)
            positions.add(then)
            if len(positions) > 1:
                return ()
    return tuple(safe) if len(moves) - len(safe) >= 3 else ()


def _free(state: State) -> tuple[PackedMove, ...]:
    """Return the captures of pieces, pawns and beasts aside, that nothing can take back, if others are worse."""
    found, choice = [], False
    for move in legal_moves(state):
        square = captured_square(state, unpack(move))
        if square < 0 or move & KIND_MASK == BEAST_CAPTURE or _worth(state, square) < PIECE:
            continue
        then = play(state, move)
        if is_guarded(then, move & SQUARE_MASK) or _has_mate(then):
            choice = True
        else:
            found.append(move)
    return tuple(found) if choice else ()


def _worth(state: State, square: int) -> int:
    return PIECE_VALUES.get(chr(state.board[square]).upper(), 0)


# --- words and grades ---


def _piece(state: State, move: PackedMove) -> str:
    return chr(state.board[move >> START_SHIFT & SQUARE_MASK]).upper()


def _is_bent(state: State, move: PackedMove) -> bool:
    """Return True if a beast takes part in a move."""
    return move & KIND_MASK in (BOUNCE, PROPEL, BEAST_CAPTURE) or _piece(state, move) == "T"


def _beauty(state: State) -> int:
    """Return the higher a number, the nearer the number of pieces is to one with enough to see and not too much."""
    return -abs(sum(letter != EMPTY for letter in state.board) - PRETTY)


def _text(state: State) -> str:
    return _RULES.format_position(state)


def _name(state: State, move: PackedMove) -> str:
    wanted = unpack(move)
    return next(action.text for action in _RULES.legal_actions(state) if action.move == wanted)


def _lines(state: State, moves: tuple[PackedMove, ...]) -> tuple[Line, ...]:
    return tuple(((_name(state, move),),) for move in moves)


def _two_line(state: State, first: PackedMove) -> Line:
    """Return a line of a mate in two: with the reply that leaves the fewest mates."""
    then = play(state, first)
    reply = min(legal_moves(then), key=lambda reply: (len(_mates(play(then, reply))), reply))
    last = play(then, reply)
    return (_name(state, first),), (_name(then, reply),), (_name(last, _mates(last)[0]),)


def faults(problem: Problem) -> Iterator[str]:
    """Yield the faults of the first turns of a problem, as phrases."""
    state = _RULES.parse_position(problem.position)
    mates = _mates(state)
    match problem.theme.id:
        case "mate":
            right = mates
        case "mate-by-beast":
            right = mates
            if not all(_is_bent(state, move) for move in mates):
                yield "there is a mate without a beast"
        case "mate-in-2":
            right = _mates_in_two(state)
        case "only-move":
            right = _only(state)
        case _:
            right = _free(state)
    if mates and not problem.theme.id.startswith("mate"):
        yield "there is a mate at once"
    if mates and problem.theme.id == "mate-in-2":
        yield "there is a mate at once"
    listed = {line[0] for line in problem.solution.lines}
    if listed != {(_name(state, move),) for move in right}:
        yield f"{len(right)} first moves are right, {len(listed)} are listed"
