"""The miner for Tesulda: wins by a Move or by the actions after it, forced wins, forks, captures, and rescues.

The boards of real games are too full for problems, so the miner puts random figures on a board, as they might stand
late in a game. It tries all turns of both sides, to the last swap, and removes the figures that the solution does not
need.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from research.miners.composing import compute_grade, find_turn_faults
from research.problems import Candidate
from ruleboard.engine.action import Action
from ruleboard.games.tesulda.army import random_army
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.endings import find_ending
from ruleboard.games.tesulda.figures import CROWN, ROD_CAPACITY, STAR, sort_pieces, traits, with_pieces
from ruleboard.games.tesulda.movegen import legal_actions
from ruleboard.games.tesulda.moves import Move, MoveFigure, Resource, Swap, Take
from ruleboard.games.tesulda.position import EMPTY, EMPTY_BOARD, prime_squares
from ruleboard.games.tesulda.state import DARK, LIGHT, State, state_from_board, turn_start
from ruleboard.games.tesulda.turn import next_state
from ruleboard.learning.problems import FIND_GOAL, WIN_GOAL, Line, Problem, Turn
from ruleboard.registry import GAMES

POSITIONS_PER_SEED: Final = 120
"""The number of random positions for one seed."""
MAX_TURNS: Final = 4
"""The maximum number of accepted first turns; they all begin with the same Move."""
MIN_FIGURES: Final = 6
"""The minimum number of figures that the miner leaves in a position."""
MAX_REFUTATIONS: Final = 2
"""The maximum number of wrong first turns of a problem, each with the reply that refutes it."""

_FIGURE_RANKS: Final = {
    LIGHT: (1, 2, 3, 4, 5, 6, 7, 7, 8, 8),
    DARK: (4, 5, 6, 7, 8, 8, 8, 9, 9, 9),
}
"""The ranks (0-based) from which the miner chooses for each side's figures: both are near Dark's Prime."""
_PRIME_RANKS: Final = {LIGHT: (0, 0, 0, 1), DARK: (9, 9, 9, 8)}
"""The ranks (0-based) from which the miner chooses for the Primes."""


class CompleteTurn(NamedTuple):
    """All actions of one turn.

    Attributes:
        actions: the actions.
        state: the state after the turn.
    """

    actions: tuple[Action[Move], ...]
    state: State

    @property
    def texts(self) -> Turn:
        """The texts of the actions."""
        return tuple(action.text for action in self.actions)


class Answer(NamedTuple):
    """The theme and the solution of a position.

    Attributes:
        theme: the key of the theme.
        turns: the accepted first turns.
        plausible_moves: the number of Moves that look as good as the correct one.
        refutations: wrong first turns, each with the reply that refutes it.
    """

    theme: str
    turns: tuple[CompleteTurn, ...]
    plausible_moves: int
    refutations: tuple[tuple[Turn, Turn], ...] = ()


# --- turns ---


def iter_complete_turns(state: State, prefix: tuple[Action[Move], ...] = ()) -> Iterator[CompleteTurn]:
    """Yield all complete turns of the side to move.

    Args:
        state: the state, at the beginning of the turn or within the turn.
        prefix: the earlier actions of the turn.
    """
    for action in legal_actions(state):
        yield from _iter_completions(state, action, prefix)


def _iter_completions(
    state: State, action: Action[Move], prefix: tuple[Action[Move], ...] = ()
) -> Iterator[CompleteTurn]:
    state_after = next_state(state, action.move)
    if state_after.is_turn_start:
        yield CompleteTurn((*prefix, action), state_after)
    else:
        yield from iter_complete_turns(state_after, (*prefix, action))


def _find_shortest_turns(turns: Iterable[CompleteTurn]) -> tuple[CompleteTurn, ...]:
    """Return the shortest turn that leads to each state."""
    shortest_turns: dict[State, CompleteTurn] = {}
    for turn in turns:
        if turn.state not in shortest_turns or len(turn.actions) < len(shortest_turns[turn.state].actions):
            shortest_turns[turn.state] = turn
    return tuple(shortest_turns.values())


def _has_lost(state: State) -> bool:
    """Return True if the side to move has lost."""
    if not state.position.in_check:
        return False
    end = find_ending(state)
    return end is not None and end.returns[state.side] < 0


def _iter_winning_turns(state: State) -> Iterator[CompleteTurn]:
    return (turn for turn in iter_complete_turns(state) if _has_lost(turn.state))


@lru_cache(maxsize=1 << 16)
def _can_win(state: State) -> bool:
    """Return True if the side to move can win with its next turn."""
    return any(True for _turn in _iter_winning_turns(state))


def _collect_first_moves(turns: Iterable[CompleteTurn]) -> set[str]:
    """Return the texts of the Moves that begin the turns."""
    return {turn.actions[0].text for turn in turns}


# --- themes ---


def find_answer(state: State) -> Answer | None:
    """Return the theme of a position with its accepted first turns, or None if the position is not a problem.

    All accepted turns begin with the same Move, and there are at most ``MAX_TURNS``.
    """
    legal_turns = tuple(iter_complete_turns(state))
    winning_turns = tuple(turn for turn in legal_turns if _has_lost(turn.state))
    in_check = state.position.in_check
    if winning_turns:
        answer = None if in_check else _find_win(state, winning_turns, legal_turns)
    else:
        answer = _find_rescue(state, legal_turns, in_check)
        if answer is None and not in_check and not state.pool:
            answer = _find_capture(state) or _find_forced_win(legal_turns) or _find_fork(state, legal_turns)
    if answer is None or not 0 < len(answer.turns) <= MAX_TURNS or len(_collect_first_moves(answer.turns)) > 1:
        return None
    return answer


def _find_win(
    state: State, winning_turns: Sequence[CompleteTurn], legal_turns: Sequence[CompleteTurn]
) -> Answer | None:
    """Return the answer to a position with a turn that wins by the Move or by the actions after it, or None."""
    kinds = [{type(action.move) for action in turn.actions if action.move != Take("")} for turn in winning_turns]
    plausible_moves = len(_collect_first_moves(turn for turn in legal_turns if turn.state.position.in_check))
    if all(Swap in kind for kind in kinds):
        theme = "swap"
    elif all(Resource in kind for kind in kinds):
        theme = "pool"
    elif all(Take in kind for kind in kinds) and not any(kind & {Swap, Resource} for kind in kinds):
        theme = "take"
    elif (
        winning_turns[0].actions[0].kind != "capture"
        and any(len(turn.actions) == 1 for turn in winning_turns)
        and plausible_moves > 2
    ):
        theme = "move"
    else:
        return None
    if state.pool and theme != "pool":
        return None
    return Answer(theme, _find_shortest_turns(winning_turns), plausible_moves)


def _find_rescue(state: State, legal_turns: Sequence[CompleteTurn], in_check: bool) -> Answer | None:
    """Return the answer to a position in which only a few turns prevent an immediate loss, or None."""
    if state.pool or not (in_check or _can_win(turn_start(state, 1 - state.side))):
        return None
    saving_turns: list[CompleteTurn] = []
    losing_turns: list[CompleteTurn] = []
    for turn in legal_turns:
        (losing_turns if _can_win(turn.state) else saving_turns).append(turn)
        if len({turn.state for turn in saving_turns}) > MAX_TURNS:
            return None
    if len(_collect_first_moves(losing_turns)) < 6:
        return None
    prime_figure = prime_squares(state.position.own_figures)[0]
    plausible_turns = sorted(
        losing_turns,
        key=lambda turn: (
            _find_origin_square(turn) != prime_figure,
            turn.actions[0].kind != "capture",
            len(turn.actions),
        ),
    )
    return Answer(
        "save",
        _find_shortest_turns(saving_turns),
        len(_collect_first_moves(losing_turns)),
        _find_refutations(plausible_turns, _find_winning_reply),
    )


def _find_winning_reply(turn: CompleteTurn) -> CompleteTurn:
    """Return the turn by which the other side wins after a wrong turn."""
    return next(_iter_winning_turns(turn.state))


def _find_capture(state: State) -> Answer | None:
    """Return the answer to a position in which only one of several captures allows no recapture, or None."""
    captures = [action for action in legal_actions(state) if action.kind == "capture"]
    safe_turns: list[CompleteTurn] = []
    unsafe_turns: list[CompleteTurn] = []
    for action in captures:
        for turn in _iter_completions(state, action):
            (unsafe_turns if _can_be_recaptured(turn) else safe_turns).append(turn)
    if (
        len(captures) < 3
        or _collect_first_moves(safe_turns) & _collect_first_moves(unsafe_turns)
        or any(_can_win(turn.state) for turn in safe_turns)
    ):
        return None
    return (
        Answer(
            "capture", _find_shortest_turns(safe_turns), len(captures), _find_refutations(unsafe_turns, _find_recapture)
        )
        if safe_turns
        else None
    )


def _find_forced_win(legal_turns: Sequence[CompleteTurn]) -> Answer | None:
    """Return the answer to a position in which a win in two turns can be forced, or None."""
    turns = _find_shortest_turns(legal_turns)
    checking_turns = [turn for turn in turns if turn.state.position.in_check]
    forcing_turns = [turn for turn in checking_turns if _loses_by_force(turn.state)]
    if (
        not forcing_turns
        or len(_collect_first_moves(forcing_turns)) > 1
        or any(_loses_by_force(turn.state) for turn in turns if turn not in checking_turns)
    ):
        return None
    wrong_turns = [turn for turn in checking_turns if turn.actions[0] != forcing_turns[0].actions[0]]
    return Answer(
        "force",
        tuple(forcing_turns),
        len(_collect_first_moves(iter_complete_turns(forcing_turns[0].state))),
        _find_refutations(wrong_turns, _find_escaping_reply),
    )


def _find_fork(state: State, legal_turns: Sequence[CompleteTurn]) -> Answer | None:
    """Return the answer to a position in which an attack on the Prime wins a figure after every reply, or None."""
    if _has_safe_capture(state):
        return None
    checking_turns = _find_shortest_turns(turn for turn in legal_turns if turn.state.position.in_check)
    forking_turns = tuple(turn for turn in checking_turns if _loses_figure(turn.state))
    is_quiet = all(turn.actions[0].kind != "capture" and _is_quiet(turn.state) for turn in forking_turns)
    return (
        Answer("fork", forking_turns, len(_collect_first_moves(checking_turns)))
        if is_quiet and len(_collect_first_moves(checking_turns)) > 1
        else None
    )


def _loses_by_force(state: State) -> bool:
    """Return True if the side to move loses after every reply."""
    replies = [reply.state for reply in iter_complete_turns(state)]
    return bool(replies) and not any(_has_escaped(reply) for reply in replies)


def _find_escaping_reply(turn: CompleteTurn) -> CompleteTurn:
    """Return the reply to a wrong attack after which the attacker cannot win immediately."""
    return next(reply for reply in iter_complete_turns(turn.state) if _has_escaped(reply.state))


def _has_escaped(state: State) -> bool:
    """Return True if the side to move, which attacked, has not won and cannot win immediately."""
    return _has_lost(state) or not _can_win(state)


def _loses_figure(state: State) -> bool:
    """Return True if, after every reply, the other side can capture a figure without being recaptured."""
    replies = [reply.state for reply in iter_complete_turns(state)]
    return bool(replies) and all(not _has_lost(reply) and _has_safe_capture(reply) for reply in replies)


def _is_quiet(state: State) -> bool:
    """Return True if the side to move has several Moves and cannot capture anything."""
    replies = legal_actions(state)
    return len(replies) > 1 and all(reply.kind != "capture" for reply in replies)


def _has_safe_capture(state: State) -> bool:
    return any(
        not _can_be_recaptured(turn)
        for action in legal_actions(state)
        if action.kind == "capture"
        for turn in _iter_completions(state, action)
    )


def _find_origin_square(turn: CompleteTurn) -> int:
    move = turn.actions[0].move
    return move.origin if isinstance(move, MoveFigure) else -1


def _find_goal_square(turn: CompleteTurn) -> int:
    move = turn.actions[0].move
    return move.goal if isinstance(move, MoveFigure) else -1


def _can_be_recaptured(turn: CompleteTurn) -> bool:
    """Return True if the other side can capture the figure that moved."""
    return any(ends >> _find_goal_square(turn) & 1 for _origin, ends in turn.state.position.goals)


def _find_recapture(turn: CompleteTurn) -> CompleteTurn:
    """Return the reply that captures the moved figure."""
    return next(
        reply for reply in iter_complete_turns(turn.state) if _find_goal_square(reply) == _find_goal_square(turn)
    )


def _find_refutations(
    turns: Iterable[CompleteTurn], find_reply: Callable[[CompleteTurn], CompleteTurn]
) -> tuple[tuple[Turn, Turn], ...]:
    """Return wrong turns that begin with different Moves, each with the reply that refutes it."""
    turn_by_move = {turn.actions[0].text: turn for turn in reversed(tuple(turns))}
    wrong_turns = list(reversed(turn_by_move.values()))[:MAX_REFUTATIONS]
    return tuple((turn.texts, find_reply(turn).texts) for turn in wrong_turns)


# --- positions ---


def mine(seed: int) -> Iterator[Candidate]:
    """Yield the most beautiful problem of each theme among random positions, which depend on the seed."""
    rng = random.Random(f"problems tesulda {seed}")
    best_positions: dict[str, tuple[float, State]] = {}
    for _ in range(POSITIONS_PER_SEED):
        state = _create_position(rng)
        answer = find_answer(state) if _is_reachable(state) else None
        if answer is not None:
            value = _compute_beauty(state, answer) + rng.random()
            best_positions[answer.theme] = max(
                best_positions.get(answer.theme, (-1e9, state)), (value, state), key=lambda entry: entry[0]
            )
    for _value, state in best_positions.values():
        state = _remove_needless_figures(state, rng)
        yield _create_candidate(_swap_sides(state) if rng.random() < 0.4 else state)


def _create_candidate(state: State) -> Candidate:
    """Create the problem for a position.

    Raises:
        ValueError: the position is not a problem.
    """
    answer = find_answer(state)
    if answer is None:
        raise ValueError("this is not a problem")
    lines = tuple(_find_line(turn, answer.theme) for turn in answer.turns)
    goal = FIND_GOAL if answer.theme in ("save", "capture", "fork") else WIN_GOAL
    grade = adjust_grade(state, answer, compute_grade("tesulda", state, lines, goal))
    text = GAMES["tesulda"].format_position(state)
    return Candidate(answer.theme, grade, text, lines, _compute_beauty(state, answer), answer.refutations)


def adjust_grade(state: State, answer: Answer, solver_grade: int) -> int:
    """Adjust the grade of a problem for people.

    The bots see all Moves equally well and ignore the pool. People find a problem harder if a figure goes around a
    corner or jumps over figures, or if a Move alone is not enough. They find it easier if the task mentions the pool.

    Args:
        state: the state of the problem.
        answer: the answer to the problem.
        solver_grade: the grade according to the bots that solve the problem.
    """
    mover = traits(state.board[_find_origin_square(answer.turns[0])])
    is_simple_move = answer.theme in ("move", "capture", "save") and not (mover.is_dodger or mover.is_jumper)
    if answer.theme == "pool":
        return min(len(state.pool), 2)
    return max(solver_grade, 1 if is_simple_move else 2)


def _find_line(turn: CompleteTurn, theme: str) -> Line:
    """Return the line that starts with a first turn. A forced win includes the reply that allows the fewest wins."""
    if theme != "force":
        return (turn.texts,)
    reply = min(
        iter_complete_turns(turn.state),
        key=lambda reply: (len(_collect_first_moves(_iter_winning_turns(reply.state))), len(reply.actions)),
    )
    return turn.texts, reply.texts, min(_iter_winning_turns(reply.state), key=lambda turn: len(turn.actions)).texts


def _compute_beauty(state: State, answer: Answer) -> float:
    """Return the beauty of a problem.

    It is high with few figures and solutions, many plausible Moves, and a surprising figure.
    """
    mover = traits(state.board[_find_origin_square(answer.turns[0])])
    figure_count = sum(map(bool, state.board))
    surprise_score = mover.is_jumper + mover.is_dodger + mover.is_prime
    return min(answer.plausible_moves, 8) / 2 - figure_count / 2 - len(answer.turns) + surprise_score


def _create_position(rng: random.Random) -> State:
    """Return a position with a few figures from random armies, some of which have additional pieces."""
    board = list(EMPTY_BOARD)
    for side, figure_count in ((LIGHT, rng.randrange(2, 6)), (DARK, rng.randrange(1, 7))):
        army, _ = random_army(rng.getrandbits(60))
        prime_figure = next(figure for figure in army if CROWN in figure)
        other_figures = [figure for figure in army if CROWN not in figure]
        for figure in (prime_figure, *rng.sample(other_figures, figure_count)):
            ranks = _PRIME_RANKS[side] if figure is prime_figure else _FIGURE_RANKS[side]
            square = rng.choice(ranks) * SIZE + rng.randrange(SIZE)
            if not board[square]:
                figure_text = figure if figure is prime_figure else _add_random_pieces(figure, rng)
                board[square] = figure_text if side == LIGHT else figure_text[0].lower() + figure_text[1:]
    pool = "".join(rng.choice("ccsshdz") for _piece in range(rng.choice((0, 0, 1, 2, 3))))
    return state_from_board(board, LIGHT, sort_pieces(pool))


def _add_random_pieces(figure: str, rng: random.Random) -> str:
    """Return a figure with additional random pieces that it might have captured."""
    while rng.random() < 0.25 and traits(figure).size < ROD_CAPACITY:
        figure = with_pieces(figure, rng.choice("ccsshd"))
    return figure


def _is_reachable(state: State) -> bool:
    """Return True if a game can reach the position: each side has its Prime, and the other Prime is not attacked."""
    return (
        all(len(prime_squares(state.position.figures_of(side))) == 1 for side in (LIGHT, DARK))
        and sum(STAR in figure for figure in state.board) <= 2
        and not state.position.with_other_side().in_check
        and bool(state.position.goals)
    )


def _remove_needless_figures(state: State, rng: random.Random) -> State:
    """Remove the figures from a position that its theme and its first turns do not need."""
    answer = find_answer(state)
    squares = [square for square, figure in enumerate(state.board) if figure and CROWN not in figure]
    rng.shuffle(squares)
    for square in squares:
        if answer is None or sum(map(bool, state.board)) <= MIN_FIGURES:
            break
        board = list(state.board)
        board[square] = EMPTY
        reduced_state = state_from_board(board, state.side, state.pool, state.quiet_turns)
        reduced_answer = find_answer(reduced_state) if _is_reachable(reduced_state) else None
        if (
            reduced_answer
            and reduced_answer.theme == answer.theme
            and _format_turns(reduced_answer) == _format_turns(answer)
            and reduced_answer.plausible_moves * 2 > answer.plausible_moves
        ):
            state = reduced_state
    return state


def _format_turns(answer: Answer) -> set[Turn]:
    return {turn.texts for turn in answer.turns}


def _swap_sides(state: State) -> State:
    """Swap the sides of a position."""
    ranks = [state.board[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE)]
    board = [figure[:1].swapcase() + figure[1:] for rank in reversed(ranks) for figure in rank]
    return state_from_board(board, 1 - state.side, state.pool, state.quiet_turns)


def find_faults(problem: Problem) -> Iterator[str]:
    """Yield the errors in the first turns of a problem, as clauses."""
    state: State = GAMES["tesulda"].parse_position(problem.position)
    answer = find_answer(state)
    correct_states = {turn.state for turn in answer.turns} if answer else set()
    yield from find_turn_faults("tesulda", problem, state, answer.theme if answer else None, correct_states)
