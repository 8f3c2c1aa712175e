"""Count absurd turns of bots: turns that no person who knows the rules would play.

A weak level may overlook much, but it must not harm itself. All players of a game have the same level.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from research.ladder import MAX_GAME_ACTIONS, choose_options, create_question, parse_levels
from research.wins import can_trap_prime, mover_can_win, mover_has_forced_win
from ruleboard.app.board.opponents import resigns
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.equilibrium import movegen, self_harm
from ruleboard.games.equilibrium.candidates import candidate_moves
from ruleboard.games.equilibrium.moves import Code, Download, Hack, Pass, Run, Skip, Subtraction, Tweak
from ruleboard.games.equilibrium.operations import occupied_cells
from ruleboard.games.equilibrium.prospects import FITTED_WEIGHTS
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import ACTION, FINAL_ACTION, TWEAK
from ruleboard.games.equilibrium.state import State as EquilibriumState
from ruleboard.games.sensei.bitboard import board_tables, find_win, position_after
from ruleboard.games.sensei.evaluation import ranked_ends
from ruleboard.games.tensor_cards.cards import BLACK
from ruleboard.games.tensor_cards.evaluation import WIN_VALUE, Evaluation, Weights
from ruleboard.games.tensor_cards.numbered_board import numbered_board
from ruleboard.games.tensor_cards.placement_matrix import PlacementMatrix
from ruleboard.games.tensor_cards.state import CommitPlacement
from ruleboard.games.tensor_cards.state import State as CardsState
from ruleboard.games.tensor_chess.packed_moves import apply_move, can_checkmate, legal_moves
from ruleboard.games.tensor_chess.state import State as ChessState
from ruleboard.games.tesulda.completions import plain_completion
from ruleboard.games.tesulda.search_rules import TesuldaSearchRules
from ruleboard.games.tesulda.state import State as TesuldaState
from ruleboard.registry import GAMES, PACKAGES

MISSES_WIN = "misses a win"
ALLOWS_WIN = "allows a win"
LOSES_OPENING = "loses by its first turn"
WASTES_BONUS = "wastes the pass bonus"
LEAVES_CARD = "passes with a card that it could run"
EMPTIES_NETWORK = "empties its network"
BLOCKS_OWN_WIN = "blocks its own win"
HELPS_OPPONENT = "hacks, but lowers nothing of worth"
HARMS_NETWORK = "runs a card that lowers its own tokens"
WASTES_FINAL_ACTION = "wastes its final action"
ENDS_LOST_GAME = "ends a game that it loses"
RESIGNS_EARLY = "resigns a game that it would not lose"

MIN_LEVELS: Final[Mapping[str, int]] = {MISSES_WIN: 3, ALLOWS_WIN: 3}
"""The lowest levels that must not play some kinds of absurd turns; level 1 must not play the others."""

_MAX_ALTERNATIVES = 40
"""The number of other first turns of Sensei to try before the game counts as lost in any case."""
_MAX_COMPARED_CARDS = 4
"""The largest hand for which ``_find_in_cards`` compares all placements."""


class Turn(NamedTuple):
    """A turn of a bot.

    Attributes:
        before: the state before the turn.
        moves: the moves of the turn.
        after: the state after the turn.
        player: the bot's player, from 0.
        has_won: True if the turn has won the game.
        is_first: True if it is the player's first turn.
    """

    before: Any
    moves: Sequence[Any]
    after: Any
    player: int
    has_won: bool
    is_first: bool


# --- Sensei


def _iter_sensei_absurdities(turn: Turn) -> Iterator[str]:
    tables, start = board_tables(turn.before.mode), turn.before.position
    if turn.has_won:
        return
    if find_win(tables, start) is not None:
        yield MISSES_WIN
        return
    ends = [end for _value, end in run_to_end(ranked_ends(tables, start))]
    if mover_can_win(tables, turn.after.position):
        if any(not mover_can_win(tables, position_after(start, end)) for end in ends):
            yield ALLOWS_WIN
            if turn.is_first:
                yield LOSES_OPENING
    elif turn.is_first and mover_has_forced_win(tables, turn.after.position):
        positions = (position_after(start, end) for end in ends[:_MAX_ALTERNATIVES])
        if not all(mover_has_forced_win(tables, position) for position in positions):
            yield LOSES_OPENING


# --- Tensor Chess and Tesulda


def _iter_chess_states(state: ChessState) -> Iterator[ChessState]:
    return (apply_move(state, move) for move in legal_moves(state))


def _iter_missed_wins(
    can_win: Callable[[Any], bool], next_states: Callable[[Any], Iterator[Any]], turn: Turn
) -> Iterator[str]:
    if turn.has_won:
        return
    if can_win(turn.before):
        yield MISSES_WIN
    elif can_win(turn.after) and any(not can_win(state) for state in next_states(turn.before)):
        yield ALLOWS_WIN
        if turn.is_first:
            yield LOSES_OPENING


def _iter_chess_absurdities(turn: Turn) -> Iterator[str]:
    yield from _iter_missed_wins(can_checkmate, _iter_chess_states, turn)


def _iter_tesulda_absurdities(turn: Turn) -> Iterator[str]:
    if turn.before.build is None and turn.after.build is None:
        yield from _iter_missed_wins(can_trap_prime, _iter_tesulda_states, turn)


def _iter_tesulda_states(state: TesuldaState) -> Iterator[TesuldaState]:
    """Yield a state after each Move, without swaps and resources."""
    for turn in chain(*TesuldaSearchRules().turns(state.position)):
        if completion := plain_completion(state, turn):
            yield completion.state


# --- the cards


def _iter_card_absurdities(turn: Turn) -> Iterator[str]:
    """Yield the absurdities of a placement. Wins and losses count if they are certain whatever the other side does."""
    state: CardsState = turn.before
    placement = next((move.cards for move in turn.moves if isinstance(move, CommitPlacement)), None)
    if placement is None:
        return
    board = numbered_board(state.terms)
    if board.blocks_own_star(state.position, turn.player, placement):
        yield BLOCKS_OWN_WIN
    if len(state.hands[turn.player]) > _MAX_COMPARED_CARDS:
        return
    matrix = PlacementMatrix(board, state.position, state.hands, Evaluation(board, Weights(0, 0, 0)))
    lines = matrix.row if turn.player == BLACK else matrix.column
    win_value = WIN_VALUE if turn.player == BLACK else -WIN_VALUE

    def find_possible_results(index: int) -> set[int]:
        return set(run_to_end(lines(index)))

    played_results = find_possible_results(matrix.placements[turn.player].index(placement))
    results_by_placement = [*map(find_possible_results, range(matrix.size[turn.player]))]
    if played_results != {win_value} and {win_value} in results_by_placement:
        yield MISSES_WIN
    elif played_results == {-win_value} and any(results != {-win_value} for results in results_by_placement):
        yield ALLOWS_WIN
        if turn.is_first:
            yield LOSES_OPENING


# --- Equilibrium


def _iter_equilibrium_absurdities(turn: Turn) -> Iterator[str]:
    state: EquilibriumState = turn.before
    if state.phase.kind not in (ACTION, FINAL_ACTION):
        return
    move, moves = turn.moves[0], list(candidate_moves(state))
    if isinstance(move, Pass) and self_harm.wastes_bonus(state, moves):
        yield WASTES_BONUS
    if isinstance(move, Pass) and self_harm.can_run_card(state, moves):
        yield LEAVES_CARD
    if isinstance(move, Subtraction) and state.phase.kind == ACTION and len(occupied_cells(state.mover.board)) == 1:
        yield EMPTIES_NETWORK
    if isinstance(move, Hack) and self_harm.helps_owner(state, move):
        yield HELPS_OPPONENT
    if isinstance(move, Run) and state.phase.kind == ACTION and self_harm.harms_own_network(state, move, moves):
        yield HARMS_NETWORK
    if movegen.can_empty_pile(state) and isinstance(move, Download) and _has_lost_in_any_case(turn.after, turn.player):
        yield ENDS_LOST_GAME
    if state.phase.kind == FINAL_ACTION and (
        isinstance(move, Download | Code)
        or (isinstance(move, Skip) and any(self_harm.raises_final_levels(state, option) for option in moves))
    ):
        yield WASTES_FINAL_ACTION
    if (
        state.phase.kind == FINAL_ACTION
        and state.final_players == (turn.player,)
        and not _wins(_play_tweaks(turn.after), turn.player)
        and any(_wins(_play_tweaks(_EQUILIBRIUM.next_state(state, option)), turn.player) for option in moves)
    ):
        yield MISSES_WIN


def _has_lost_in_any_case(state: EquilibriumState, player: int) -> bool:
    """Return True if a player loses the game even if all others skip their final actions."""
    while state.phase.player != player:
        state = _EQUILIBRIUM.next_state(state, Skip())
    return not any(_wins(_play_tweaks(_EQUILIBRIUM.next_state(state, move)), player) for move in candidate_moves(state))


_EQUILIBRIUM: Final = Equilibrium()


def _wins(state: EquilibriumState, player: int) -> bool:
    outcome = _EQUILIBRIUM.outcome(state)
    return outcome is not None and player in outcome.winners


def _play_tweaks(state: EquilibriumState) -> EquilibriumState:
    while state.phase.kind == TWEAK:
        state = _EQUILIBRIUM.next_state(state, Tweak(FITTED_WEIGHTS.best_tweak(state)))
    return state


# --- games


FIND_FUNCTIONS: Final[Mapping[str, Callable[[Turn], Iterator[str]]]] = {
    "sensei": _iter_sensei_absurdities,
    "tensor-chess": _iter_chess_absurdities,
    "tesulda": _iter_tesulda_absurdities,
    "tensor-cards": _iter_card_absurdities,
    "equilibrium": _iter_equilibrium_absurdities,
}
"""The functions that yield the kinds of absurdity of a turn, by game id."""


class Match(NamedTuple):
    """A game to play: the id of the game, the level of all players, and the seed."""

    game: str
    level: int
    seed: int


def find_absurdities(match: Match) -> list[tuple[str, str]]:
    """Let a level play against itself. Return the kind of each absurd turn, and the position before it.

    A resignation does not end the game, so that its end shows whether the game was lost.
    """
    game, bot = GAMES[match.game], PACKAGES[match.game].opponent
    timeline = new_timeline(game, game.initial(choose_options(match.game, {}, match.seed), match.seed))
    turn_counts: Counter[int] = Counter()
    scores: dict[int, list[int]] = defaultdict(list)
    resignations: dict[int, Any] = {}
    reports = []
    while (
        (player := timeline.to_move) is not None
        and timeline.ply < MAX_GAME_ACTIONS
        and not timeline.draw_claim_reason()
    ):
        before = timeline.state
        choice = run_to_end(
            bot.think(timeline.state_for(player), create_question(timeline, player, match.level, match.seed))
        )
        scores[player].append(choice.score)
        if resigns(match.level, len(game.sides(before)), scores[player]):
            resignations.setdefault(player, before)
        for action in choice.actions:
            timeline = timeline.play(action)
        turn_counts[player] += getattr(before, "build", None) is None
        has_won = timeline.outcome is not None and timeline.outcome.returns[player] > 0
        moves = [action.move for action in choice.actions]
        turn = Turn(before, moves, timeline.state, player, has_won, turn_counts[player] == 1)
        for kind in FIND_FUNCTIONS[match.game](turn):
            if match.level >= MIN_LEVELS.get(kind, 1):
                reports.append((kind, game.format_position(before)))
    for player, state in resignations.items():
        if timeline.outcome is None or timeline.outcome.returns[player] >= 0:
            reports.append((RESIGNS_EARLY, game.format_position(state)))
    return reports


def main(arguments: list[str]) -> int:
    """Play games, and print the number of absurd turns of each kind and level. Fail if there are any."""
    parser = argparse.ArgumentParser(prog="dev.py absurdities", description="Count absurd turns of the opponents.")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="of these games only")
    parser.add_argument("--games", type=int, default=500, help="how many games a level (500)")
    parser.add_argument("--levels", type=parse_levels, default=list(LEVELS), help="1-5, or 1,3,5 (1-5)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    parser.add_argument("--show", action="store_true", help="print the positions")
    options = parser.parse_args(arguments)
    report_count = 0
    with get_context("spawn").Pool(options.jobs) as pool:
        for game in options.game or list(FIND_FUNCTIONS):
            for level in options.levels:
                matches = [Match(game, level, options.seed + number) for number in range(options.games)]
                reports = [report for game_reports in pool.imap(find_absurdities, matches) for report in game_reports]
                counts = Counter(kind for kind, _position in reports)
                text = ", ".join(f"{kind}: {count}" for kind, count in sorted(counts.items())) or "none"
                print(f"{game}, level {level}, {options.games} games: {text}", flush=True)
                if options.show:
                    print(*(f"  {kind}: {position}" for kind, position in reports), sep="\n")
                report_count += len(reports)
    return int(report_count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
