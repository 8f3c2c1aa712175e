"""The miner for Equilibrium: the last actions and tweaks of a game, searched to the final ranking.

It creates random positions with small boards that follow the placement rules. It tries every turn with all tweaks, and
every reply if the other player has another turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from research.miners.composing import find_turn_faults
from research.problems import Candidate
from ruleboard.engine.action import Action
from ruleboard.games.equilibrium.candidates import move_effect
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.moves import (
    Addition,
    Division,
    Hack,
    Load,
    Move,
    Multiplication,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.numbers import OPERATION_CARDS, SCARCE_SET, TYPES
from ruleboard.games.equilibrium.placement import free_cells
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import (
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    FINAL_ACTION,
    GAME_OVER,
    NEIGHBOUR_CELLS,
    TWEAK,
    Phase,
    Player,
    State,
    sorted_tiles,
    with_tile,
)
from ruleboard.learning.problems import Line, Problem, Turn
from ruleboard.registry import GAMES

POSITIONS_PER_SEED: Final = 40
"""The number of random positions for one seed."""
MAX_TURNS: Final = 6
"""The maximum number of accepted turns if both players still act."""
MIN_EFFECTS: Final = 8
"""The minimum number of turns with different effects in a problem with an action."""

Effect = tuple[Any, ...]
"""The effect of a turn: the effect of its action, and the tokens that the tweaks raise."""


class CompleteTurn(NamedTuple):
    """All actions of one turn, the state after them, and their effect regardless of the cells that they use."""

    actions: tuple[Action[Move], ...]
    state: State
    effect: Effect

    @property
    def texts(self) -> Turn:
        """The texts of the actions."""
        return tuple(action.text for action in self.actions)


class Answer(NamedTuple):
    """The theme of a position, its grade, and the accepted turns."""

    theme: str
    grade: int
    turns: tuple[CompleteTurn, ...]


# --- turns ---


def iter_complete_turns(state: State) -> Iterator[CompleteTurn]:
    """Yield all complete turns of the player to move, with each choice of tweaks."""
    rules, player = Equilibrium(), state.phase.player

    def iter_completions(
        current_state: State, prefix: tuple[Action[Move], ...], earlier_effects: Effect
    ) -> Iterator[CompleteTurn]:
        for action in rules.legal_actions(current_state):
            state_after = rules.next_state(current_state, action.move)
            effects = (
                (*earlier_effects, action.move.kind)
                if isinstance(action.move, Tweak)
                else (*earlier_effects, *move_effect(current_state, action.move))
            )
            if state_after.phase.kind == TWEAK and state_after.phase.player == player:
                yield from iter_completions(state_after, (*prefix, action), effects)
            else:
                yield CompleteTurn((*prefix, action), state_after, tuple(sorted(map(str, effects))))

    yield from iter_completions(state, (), ())


def is_certain_winner(state: State, player: int) -> bool:
    """Return True if a player is the only winner, whatever turn the other player may still make."""
    if state.phase.kind == GAME_OVER:
        return state.phase.ranks[0] == (player,)
    return state.phase.player != player and all(
        is_certain_winner(turn.state, player) for turn in iter_complete_turns(state)
    )


def find_answer(state: State) -> Answer | None:
    """Return the theme of a position with its accepted turns, or None if the position is not a problem."""
    player = state.phase.player
    all_turns = tuple(iter_complete_turns(state))
    winning_turns: list[CompleteTurn] = []
    for turn in all_turns:
        if is_certain_winner(turn.state, player):
            winning_turns.append(turn)
            if turn.effect != winning_turns[0].effect:
                return None
    if not winning_turns:
        return None
    if state.phase.kind == TWEAK:
        return (
            Answer("tweak", state.phase.tweaks, _find_shortest_turns(winning_turns))
            if len(winning_turns[0].actions) == state.phase.tweaks
            else None
        )
    if len({turn.effect for turn in all_turns}) < MIN_EFFECTS or isinstance(winning_turns[0].actions[0].move, Skip):
        return None
    if len(state.final_players or ()) > 1:
        return Answer("ahead", 3, tuple(winning_turns)) if len(winning_turns) <= MAX_TURNS else None
    if any(turn.state.phase.kind != GAME_OVER for turn in winning_turns):
        return None
    match winning_turns[0].actions[0].move:
        case Hack():
            return Answer("hack", 2, _find_shortest_turns(winning_turns))
        case Load():
            return Answer("load", 1 if len(winning_turns[0].actions) == 1 else 2, _find_shortest_turns(winning_turns))
        case Subtraction() | Division():
            return Answer("run", 2, _find_shortest_turns(winning_turns))
        case Addition() | Multiplication():
            return Answer("run", 3, _find_shortest_turns(winning_turns))
    return None


def _find_shortest_turns(turns: list[CompleteTurn]) -> tuple[CompleteTurn, ...]:
    """Return only the first of the shortest turns, since all of them have the same effect and win immediately."""
    return (min(turns, key=lambda turn: (len(turn.actions), turn.texts)),)


# --- positions ---


def mine(seed: int) -> Iterator[Candidate]:
    """Yield the most beautiful problem of each theme and grade among random positions, which depend on the seed."""
    rng = random.Random(f"problems equilibrium {seed}")
    best_candidates: dict[tuple[str, int], Candidate] = {}
    for _ in range(POSITIONS_PER_SEED):
        state = _create_position(rng)
        answer = find_answer(state)
        if answer is not None:
            lines: tuple[Line, ...] = tuple((turn.texts,) for turn in answer.turns)
            text = GAMES["equilibrium"].format_position(state)
            candidate = Candidate(answer.theme, answer.grade, text, lines, _compute_beauty(state) + rng.random())
            kind = answer.theme, answer.grade
            if kind not in best_candidates or candidate.beauty > best_candidates[kind].beauty:
                best_candidates[kind] = candidate
    yield from best_candidates.values()


def _compute_beauty(state: State) -> float:
    """Return the beauty of a position. It is high with few tiles and similar token levels."""
    tile_count = sum(len(player.board.replace(EMPTY, "")) + len(player.storage) for player in state.players)
    return -tile_count - abs(sum(state.players[0].weights) - sum(state.players[1].weights)) / 2


def _create_position(rng: random.Random) -> State:
    """Return a random position before the last action, last two actions, or last tweaks of a two-player game."""
    mover = rng.randrange(2)
    cards = rng.sample(TENSOR_CARDS, 2)
    kind = rng.choice((TWEAK, FINAL_ACTION, FINAL_ACTION, "ahead"))
    hand = rng.choice(OPERATION_CARDS) if kind != TWEAK and rng.random() < 0.6 else ""
    players = tuple(_create_player(card, hand if number == mover else "", rng) for number, card in enumerate(cards))
    open_tiles = "".join(rng.choice(TYPES) for _ in range(3))
    used_tiles = open_tiles + "".join(player.board.upper() + player.storage for player in players)
    order = (mover, 1 - mover)
    final_players = {TWEAK: (), FINAL_ACTION: (mover,), "ahead": order}[kind]
    if kind != "ahead":
        order = order[::-1]
    phase = Phase(TWEAK, mover, rng.choice((1, 2)), mover) if kind == TWEAK else Phase(FINAL_ACTION, mover)
    return State(
        players=players,
        tiles=open_tiles,
        cards=tuple(card for card in sorted(OPERATION_CARDS) if card != hand),
        pile="",
        supply=tuple(SCARCE_SET.tiles[2].value - used_tiles.count(tile_type) for tile_type in TYPES),
        bag="",
        order=order,
        passed_players=(),
        round=rng.randrange(6, 11),
        quiet_rounds=0,
        dry_rounds=0,
        has_acted=False,
        has_downloaded=False,
        final_players=final_players,
        phase=phase,
    )


def _create_player(card: str, hand: str, rng: random.Random) -> Player:
    """Return a random player with a small board, tokens of middle height, and few cycles and tiles."""
    top, bottom = card.split("/")
    board = with_tile(EMPTY_BOARD, CENTRE, rng.choice(top))
    board = with_tile(board, rng.choice(NEIGHBOUR_CELLS[CENTRE]), rng.choice(bottom))
    weights = tuple(rng.randrange(3, 8) for _ in TYPES)
    storage = sorted_tiles("".join(rng.choice(TYPES) for _ in range(rng.randrange(0, 3))))
    player = Player(card, board, storage, weights, rng.choice((1, 1, 2, 3, 4)), (hand,) if hand else (), SCARCE_SET)
    for _ in range(rng.randrange(3, 6)):
        kind = rng.choice(TYPES)
        cells = free_cells(player, kind)
        if cells:
            player = _replace_board(player, with_tile(player.board, rng.choice(cells), kind))
    flipped_board = "".join(tile.lower() if rng.random() < 0.35 else tile for tile in player.board)
    return _replace_board(player, flipped_board)


def _replace_board(player: Player, board: str) -> Player:
    return Player(player.card, board, player.storage, player.weights, player.cycles, player.hand, player.numbers)


def find_faults(problem: Problem) -> Iterator[str]:
    """Yield the errors in the turns of a problem, as clauses."""
    state: State = GAMES["equilibrium"].parse_position(problem.position)
    answer = find_answer(state)
    correct_states = {turn.state for turn in answer.turns} if answer else set()
    yield from find_turn_faults("equilibrium", problem, state, answer.theme if answer else None, correct_states)
