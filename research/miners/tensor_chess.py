"""The miner for Tensor Chess: mates, only moves, and captures of pieces that the opponent cannot recapture."""

from __future__ import annotations

from collections.abc import Iterator

from research.problems import Candidate, iter_games
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY
from ruleboard.games.tensor_chess.dangers import can_capture_on, captured_square
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES
from ruleboard.games.tensor_chess.packed_moves import apply_move, can_checkmate, is_checkmate, legal_moves
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    BOUNCE,
    KIND_MASK,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    PackedMove,
    unpack_move,
)
from ruleboard.games.tensor_chess.state import State
from ruleboard.learning.problems import Line, Problem
from ruleboard.registry import GAMES

MIN_PIECE_VALUE = PIECE_VALUES["N"]
"""The minimum value of a piece in a capture problem."""
IDEAL_PIECE_COUNT = 20
"""The ideal number of pieces for a clear position."""
MAX_EASY_MOVES = 6
"""The maximum number of legal moves with which an only move is easy to find."""

_CHESS_RULES = GAMES["tensor-chess"]


def mine(seed: int) -> Iterator[Candidate]:
    """Yield the problems in one game, at most one for each theme."""
    best_candidates: dict[str, Candidate] = {}
    states: list[State] = []
    for timeline in iter_games("tensor-chess", seed, opening_actions=6, levels=(1, 2, 3)):
        states.append(timeline.state)
    for state in states[10:]:
        for candidate in _find_candidates(state):
            if candidate.theme not in best_candidates or candidate.beauty > best_candidates[candidate.theme].beauty:
                best_candidates[candidate.theme] = candidate
    for state in reversed(states[-6:]):
        mate_in_two_moves = _find_mates_in_two(state) if not _find_mates(state) else ()
        if 0 < len(mate_in_two_moves) < 3:
            is_quiet = not any(in_check(apply_move(state, move)) for move in mate_in_two_moves)
            lines = tuple(_find_mate_in_two_line(state, move) for move in mate_in_two_moves)
            yield Candidate(
                "mate-in-2",
                3 if is_quiet or _uses_beast(state, mate_in_two_moves[0]) else 2,
                _format_position(state),
                lines,
                _compute_beauty(state),
            )
            break
    yield from best_candidates.values()


def _find_candidates(state: State) -> Iterator[Candidate]:
    mates = _find_mates(state)
    if mates:
        if len({apply_move(state, move) for move in mates}) == 1:
            beast_mates = [move for move in mates if _uses_beast(state, move)]
            lines = tuple(((_format_action(state, move),),) for move in mates)
            if beast_mates and len(beast_mates) == len(mates):
                grade = (
                    3
                    if any(move & KIND_MASK == PROPEL or _find_moved_piece(state, move) in "TN" for move in beast_mates)
                    else 2
                )
                yield Candidate("mate-by-beast", grade, _format_position(state), lines, _compute_beauty(state))
            else:
                grade = 1 if _find_moved_piece(state, mates[0]) in "QR" else 2
                yield Candidate("mate", grade, _format_position(state), lines, _compute_beauty(state))
        return
    only_moves = _find_only_moves(state)
    if only_moves:
        move_count = len(legal_moves(state))
        grade = (
            1 if move_count <= MAX_EASY_MOVES else 2 if in_check(state) or not _uses_beast(state, only_moves[0]) else 3
        )
        yield Candidate(
            "only-move", grade, _format_position(state), _format_lines(state, only_moves), _compute_beauty(state)
        )
    free_captures = _find_free_captures(state)
    if len({apply_move(state, move) for move in free_captures}) == 1 and not in_check(state):
        uses_beast = _uses_beast(state, free_captures[0])
        grade = (3 if _find_moved_piece(state, free_captures[0]) in "TN" else 2) if uses_beast else 1
        yield Candidate(
            "capture",
            grade,
            _format_position(state),
            _format_lines(state, free_captures),
            _compute_beauty(state) + 20 * uses_beast,
        )


# --- exact searches ---


def _find_mates(state: State) -> tuple[PackedMove, ...]:
    """Return the moves that give checkmate."""
    return tuple(move for move in legal_moves(state) if is_checkmate(apply_move(state, move)))


def _find_mates_in_two(state: State) -> tuple[PackedMove, ...]:
    """Return the moves after which every reply allows checkmate on the next move; stalemates do not count.

    The search first tries the reply that refuted the previous candidate move.
    """
    mating_moves = []
    refutation: PackedMove | None = None
    for move in legal_moves(state):
        state_after = apply_move(state, move)
        replies = legal_moves(state_after)
        if refutation in replies:
            replies = [refutation, *(reply for reply in replies if reply != refutation)]
        refutation = next((reply for reply in replies if not can_checkmate(apply_move(state_after, reply))), None)
        if replies and refutation is None:
            mating_moves.append(move)
    return tuple(mating_moves)


def _find_only_moves(state: State) -> tuple[PackedMove, ...]:
    """Return the moves that prevent checkmate on the next move, or no moves if the problem would be too easy.

    All returned moves lead to the same state, and at least three other moves fail.
    """
    moves = legal_moves(state)
    safe_moves: list[PackedMove] = []
    states = set()
    for move in moves:
        state_after = apply_move(state, move)
        if not can_checkmate(state_after):
            safe_moves.append(move)
            states.add(state_after)
            if len(states) > 1:
                return ()
    return tuple(safe_moves) if len(moves) - len(safe_moves) >= 3 else ()


def _find_free_captures(state: State) -> tuple[PackedMove, ...]:
    """Return the captures of knights or stronger pieces that allow no recapture, or none if no capture is worse."""
    free_captures, has_worse_capture = [], False
    for move in legal_moves(state):
        square = captured_square(state, unpack_move(move))
        if square < 0 or move & KIND_MASK == BEAST_CAPTURE or _get_piece_value(state, square) < MIN_PIECE_VALUE:
            continue
        state_after = apply_move(state, move)
        if can_capture_on(state_after, move & SQUARE_MASK) or can_checkmate(state_after):
            has_worse_capture = True
        else:
            free_captures.append(move)
    return tuple(free_captures) if has_worse_capture else ()


def _get_piece_value(state: State, square: int) -> int:
    return PIECE_VALUES.get(chr(state.board[square]).upper(), 0)


# --- texts and grades ---


def _find_moved_piece(state: State, move: PackedMove) -> str:
    return chr(state.board[move >> START_SHIFT & SQUARE_MASK]).upper()


def _uses_beast(state: State, move: PackedMove) -> bool:
    """Return True if a move involves a beast."""
    return move & KIND_MASK in (BOUNCE, PROPEL, BEAST_CAPTURE) or _find_moved_piece(state, move) == "T"


def _compute_beauty(state: State) -> int:
    """Return the beauty of a position, which is highest with the ideal number of pieces."""
    return -abs(sum(letter != EMPTY for letter in state.board) - IDEAL_PIECE_COUNT)


def _format_position(state: State) -> str:
    return _CHESS_RULES.format_position(state)


def _format_action(state: State, move: PackedMove) -> str:
    unpacked_move = unpack_move(move)
    return next(action.text for action in _CHESS_RULES.legal_actions(state) if action.move == unpacked_move)


def _format_lines(state: State, moves: tuple[PackedMove, ...]) -> tuple[Line, ...]:
    return tuple(((_format_action(state, move),),) for move in moves)


def _find_mate_in_two_line(state: State, first_move: PackedMove) -> Line:
    """Return the line of a mate in two, with the reply that allows the fewest mates."""
    state_after = apply_move(state, first_move)
    reply = min(legal_moves(state_after), key=lambda reply: (len(_find_mates(apply_move(state_after, reply))), reply))
    state_before_mate = apply_move(state_after, reply)
    return (
        (_format_action(state, first_move),),
        (_format_action(state_after, reply),),
        (_format_action(state_before_mate, _find_mates(state_before_mate)[0]),),
    )


def find_faults(problem: Problem) -> Iterator[str]:
    """Yield the errors in the first turns of a problem, as clauses."""
    state = _CHESS_RULES.parse_position(problem.position)
    mates = _find_mates(state)
    match problem.theme.id:
        case "mate":
            correct_moves = mates
        case "mate-by-beast":
            correct_moves = mates
            if not all(_uses_beast(state, move) for move in mates):
                yield "there is a mate without a beast"
        case "mate-in-2":
            correct_moves = _find_mates_in_two(state)
        case "only-move":
            correct_moves = _find_only_moves(state)
        case _:
            correct_moves = _find_free_captures(state)
    if mates and not problem.theme.id.startswith("mate"):
        yield "there is a mate at once"
    if mates and problem.theme.id == "mate-in-2":
        yield "there is a mate at once"
    listed_turns = {line[0] for line in problem.solution.lines}
    if listed_turns != {(_format_action(state, move),) for move in correct_moves}:
        yield f"{len(correct_moves)} first moves are right, {len(listed_turns)} are listed"
