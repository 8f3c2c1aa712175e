"""Scripted players of Equilibrium, and games between them and the game's own opponents on any set of numbers.

A scripted player follows one plan, whatever the others do; among the moves that the plan allows it takes the one that
the opponents' evaluation prefers. Its games depend on the players, the numbers and the seed alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tools import setup

sys.path.insert(0, str(setup.ROOT / "py"))

from ruleboard.engine.search.thinking import Question, finish_search, hash_mix
from ruleboard.games.equilibrium import rounds
from ruleboard.games.equilibrium.bot import LEVELS, EquilibriumBot
from ruleboard.games.equilibrium.candidates import candidates
from ruleboard.games.equilibrium.deal import dealt_state
from ruleboard.games.equilibrium.evaluation import advantage
from ruleboard.games.equilibrium.movegen import legal_actions
from ruleboard.games.equilibrium.moves import Code, Download, Hack, Load, Move, Pass, Run, Skip, Tweak
from ruleboard.games.equilibrium.numbers import (
    CARDS_PER_KIND,
    MAX_CYCLES,
    OPERATIONS,
    PASS_SPOTS,
    RECONSTRUCTED,
    TIERS,
    TILES,
    TYPES,
    Card,
    Number,
    NumberSet,
    Tier,
    pass_spots_by_players,
)
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import FLIP, OVER, SETUP, TWEAK, State

GAME: Final = Equilibrium()
_BOT: Final = EquilibriumBot()
_JUDGE: Final = LEVELS[1].weights
"""The weights by which scripted players choose: the next two rounds."""
MAX_GAME_ACTIONS: Final = 6000
"""The number of decisions after which a game counts as one without an end."""
HIGH: Final = 8
"""The level from which on a player's tokens count as saturated, if all five stand there."""

Kept: TypeAlias = Callable[[State, Sequence[Move]], Sequence[Move]]
"""The moves that a plan allows of all there are, the wish that comes first only; never none."""


# --- plans ---


def _of(moves: Sequence[Move], kind: type[Move]) -> list[Move]:
    return [move for move in moves if isinstance(move, kind)]


def _out(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if isinstance(move, Pass | Skip)]


def _loader(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Load whenever possible, download once the storage is empty; never anything else."""
    empty = not state.mover.storage
    return _of(moves, Load) or (empty and _of(moves, Download)) or _out(moves)


def _rusher(_state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Download whenever possible, and make room for it by the cheapest means, so that the pile runs out soon."""
    return _of(moves, Download) or _of(moves, Hack) or _of(moves, Load) or _out(moves)


def _hacker(state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Hack whenever possible, download once the storage is empty; never anything else."""
    empty = not state.mover.storage
    return _of(moves, Hack) or (empty and _of(moves, Download)) or _out(moves)


def _passer(_state: State, moves: Sequence[Move]) -> Sequence[Move]:
    return _out(moves)


def _engine(card: str) -> Kept:
    """Return the plan to code and run one Operation card, and nothing else."""

    def kept(state: State, moves: Sequence[Move]) -> Sequence[Move]:
        runs = [move for move in moves if isinstance(move, Run) and move.card == card]
        if state.mover.cycles > state.numbers.card(card).cost and card not in state.mover.hand:
            return [move for move in _of(moves, Code) if move == Code(card)] or _out(moves)
        return runs or _out(moves)

    return kept


def _builder(card: str) -> Kept:
    """Return the plan to load until tiles of three types lie face up, and to code and run one card with the rest."""
    engine = _engine(card)

    def kept(state: State, moves: Sequence[Move]) -> Sequence[Move]:
        if sum(kind in state.mover.board for kind in TYPES) < 3:
            found = _loader(state, moves)
            if not isinstance(found[0], Pass | Skip):
                return found
        return engine(state, moves)

    return kept


PLANS: Final[Mapping[str, Kept]] = {
    "passer": _passer,
    "hacker": _hacker,
    "rusher": _rusher,
    "loader": _loader,
    **{f"engine {card}": _engine(card) for card in OPERATIONS},
    **{f"builder {card}": _builder(card) for card in OPERATIONS},
}
"""The scripted players' plans by name."""


def _planned(name: str, state: State) -> Move:
    """Return the move of a scripted player."""
    who = state.phase.player
    if state.phase.kind == SETUP:
        allowed: Sequence[Move] = [action.move for action in legal_actions(state)]
    else:
        allowed = PLANS[name](state, list(candidates(state)))
    if len(allowed) == 1:
        return allowed[0]
    return max(allowed, key=lambda move: advantage(_JUDGE.values(_settled(GAME.next_state(state, move))), who))


def _settled(state: State) -> State:
    """Return the state after the small decisions, as the opponents' evaluation makes them."""
    while state.phase.kind in (TWEAK, FLIP):
        state = GAME.next_state(state, _small_decision(state))
    return state


def _small_decision(state: State) -> Move:
    return Tweak(_JUDGE.best_tweak(state)) if state.phase.kind == TWEAK else legal_actions(state)[0].move


def _choice(name: str, state: State, seed: int) -> Move:
    """Return the move of a player for any decision."""
    if name in PLANS:
        return _small_decision(state) if state.phase.kind in (TWEAK, FLIP) else _planned(name, state)
    question = Question(state.phase.player, int(name.removeprefix("level ")), seed)
    move: Move = finish_search(_BOT.think(state, question)).actions[0].move
    return move


# --- numbers ---


def spelled(numbers: NumberSet) -> str:
    """Return a set of numbers as a text: cards as cost/tweaks, the spots, tiers as least:cards/tiles/income, the tiles.

    The tiles of each type, by number of players, are left out where they are those of the first reconstruction.
    """
    cards = ",".join(f"{card.value.cost}/{card.value.tweaks}" for card in numbers.cards.values())
    tiers = ",".join(f"{tier.min_level}:{tier.hand}/{tier.storage}/{tier.income}" for tier in _tiers(numbers))
    tiles = "" if numbers.tiles == TILES else " " + ",".join(str(each.value) for each in numbers.tiles.values())
    return f"{cards} {_spelled_spots(numbers)} {tiers}{tiles}"


def _spelled_spots(numbers: NumberSet) -> str:
    """Return the pass spots as a text: once where fewer players have the first of four, else by number of players."""
    alike = numbers.pass_spots == pass_spots_by_players(numbers.pass_spots[4])
    lists = [numbers.pass_spots[4]] if alike else numbers.pass_spots.values()
    return "/".join(",".join(str(spot.value) for spot in spots) for spots in lists)


def _read_spots(text: str) -> Mapping[int, tuple[Number[int], ...]]:
    lists = [tuple(Number("", int(spot), RECONSTRUCTED) for spot in part.split(",")) for part in text.split("/")]
    return pass_spots_by_players(lists[0]) if len(lists) == 1 else dict(zip(CARDS_PER_KIND, lists, strict=True))


def _tiers(numbers: NumberSet) -> list[Tier]:
    return [number.value for number in numbers.tiers]


def read_numbers(text: str) -> NumberSet:
    """Return the set of numbers of a text as ``spelled`` writes it; spots, tiers and tiles may be left out.

    Raises:
        ValueError: it is none, or a set without the rulebook's numbers.
    """
    cards, *rest = text.split()
    given = [Card(*(int(part) for part in card.split("/"))) for card in cards.split(",")]
    spots = _read_spots(rest[0]) if rest else PASS_SPOTS
    tiers = TIERS
    if len(rest) > 1:
        rows = [row.replace(":", "/").split("/") for row in rest[1].split(",")]
        tiers = tuple(Number("", Tier(*(int(part) for part in row)), RECONSTRUCTED) for row in rows)
    tiles = TILES
    if len(rest) > 2:
        amounts = zip(CARDS_PER_KIND, rest[2].split(","), strict=True)
        tiles = {players: Number("", int(amount), RECONSTRUCTED) for players, amount in amounts}
    named = {name: Number("", card, RECONSTRUCTED) for name, card in zip(OPERATIONS, given, strict=True)}
    return NumberSet("", "", "", tiers, named, spots, tiles)


# --- games ---


@dataclass(frozen=True, slots=True)
class Played:
    """One game.

    Attributes:
        players: the names of the players, clockwise.
        seed: the seed.
        first: the player who began, 0-based.
        scores: for each player 1 for a win, a share of it for a shared one, 0 for a loss.
        end: ``pile``, ``dry`` or ``quiet``: the event that ended it; ``none`` if it was broken off.
        by_cycles: True if all five levels were equal, and the cycles decided.
        shared: True if the win was shared.
        rounds: the number of rounds, that of the end included.
        used: the actions and cards that each player used.
        high: for each player the first round in which all five tokens stood on ``HIGH`` or above; 0 if never.
        levels: the final levels of each player, lowest first.
        tiles: the most tiles on one board.
        lost: the cycles that the track could not hold, of all players together.
        supply: the fewest tiles of a type in the supply.
    """

    players: tuple[str, ...]
    seed: int
    first: int
    scores: tuple[float, ...]
    end: str
    by_cycles: bool
    shared: bool
    rounds: int
    used: tuple[frozenset[str], ...]
    high: tuple[int, ...]
    levels: tuple[tuple[int, ...], ...]
    tiles: int
    lost: int
    supply: int


def play(players: Sequence[str], numbers: NumberSet, seed: int) -> Played:
    """Return a game of players on a set of numbers, dealt by a seed; the starting player is drawn by it, too."""
    count = len(players)
    state = dealt_state(numbers, count, str(seed % count + 1), hash_mix(seed, 1))
    used: list[set[str]] = [set() for _player in players]
    high = [0] * count
    tiles, lost, supply, end = 0, 0, 99, "none"
    for step in range(MAX_GAME_ACTIONS):
        if state.phase.kind == OVER:
            break
        who = state.phase.player
        move = _choice(players[who], state, hash_mix(seed, step))
        used[who].update((move.verb, move.card) if isinstance(move, Run) else (move.verb,))
        if isinstance(move, Pass):
            lost += max(0, state.mover.cycles + numbers.pass_spots[count][len(state.passed)].value - MAX_CYCLES.value)
        before, state = state, GAME.next_state(state, move)
        if before.final is None and state.final is not None:
            quiet = isinstance(move, Pass) and rounds.ends_quiet(before)
            end = "pile" if isinstance(move, Download) else "quiet" if quiet else "dry"
        supply = min(supply, *state.supply)
        for number, player in enumerate(state.players):
            tiles = max(tiles, len(player.board) - player.board.count("."))
            if not high[number] and min(player.weights) >= HIGH:
                high[number] = before.round
    winners = state.phase.ranks[0] if state.phase.kind == OVER else tuple(range(count))
    ordered = tuple(tuple(sorted(player.weights)) for player in state.players)
    return Played(
        players=tuple(players),
        seed=seed,
        first=seed % count,
        scores=tuple(1 / len(winners) if who in winners else 0.0 for who in range(count)),
        end=end if state.phase.kind == OVER else "none",
        by_cycles=len(winners) < count and sum(levels == ordered[winners[0]] for levels in ordered) > len(winners),
        shared=len(winners) > 1,
        rounds=state.round,
        used=tuple(frozenset(each) for each in used),
        high=tuple(high),
        levels=ordered,
        tiles=tiles,
        lost=lost,
        supply=supply,
    )


def uses(games: Iterable[Played], name: str) -> Counter[str]:
    """Return the number of games in which a player used each action and card; every seat of theirs counts as a game."""
    found: Counter[str] = Counter()
    for game in games:
        for player, used in zip(game.players, game.used, strict=True):
            if player == name:
                found.update(used)
                found["games"] += 1
    return found
