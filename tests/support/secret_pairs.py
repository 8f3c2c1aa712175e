"""Pairs of games that differ only in information that is hidden from a viewer.

They come from every phase in which a game hides something.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import BaseGame, Game
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, new_timeline, replay
from ruleboard.registry import GAMES
from tests.support.playouts import iter_option_combinations, select_evenly_spaced

MAX_OPTION_COMBINATIONS = 4
"""The number of combinations of options of each game."""
MAX_ACTIONS = 100
"""The length of each random game."""
MAX_ENDS = 4
"""The number of hidden decisions in each situation that are played to their ends, which takes the longest."""
WALK_SEEDS = range(0, 40, 10)
"""The seeds of the random games from which the pairs come."""
OTHER_SEEDS = range(90, 93)
"""The seeds of games that may equal those of the pairs for a viewer."""


class Phase(NamedTuple):
    """A kind of situation in which a game hides something.

    Attributes:
        mover: the player to move; 1 for all players except the first.
        is_hidden: True if the decision itself is hidden.
        hides: True if a part of the state is hidden from the public.
        can_go_back: True if the players may return to an earlier state.
        move: the type of a legal move.
    """

    mover: int
    is_hidden: bool
    hides: bool
    can_go_back: bool
    move: str


@dataclass(frozen=True)
class Pair:
    """Two games between which a viewer must not be able to see any difference.

    Attributes:
        viewer: the player, or None for the public.
        first: one of the games.
        second: the other game.
        difference: a description of the hidden difference between the games.
        phases: the phases from which the pair comes.
    """

    viewer: int | None
    first: Timeline[Any]
    second: Timeline[Any]
    difference: str
    phases: frozenset[Phase]


def start_game(game: Game[Any, Any], options: dict[str, str], seed: int) -> Timeline[Any]:
    """Return a new game at its start."""
    options = new_record_options(game.options, options)
    names = [f"Player {number}" for number, _side in enumerate(game.sides(game.initial(options, seed)), 1)]
    return replay(Record(game.id, options, seed, tuple(names)), GAMES)


def list_viewers(timeline: Timeline[Any]) -> tuple[int | None, ...]:
    """Return None for the public, and the numbers of all players."""
    return (None, *range(len(timeline.record.players)))


# --- phases ------------------------------------------------------------------------------------------------------


def find_phases(timeline: Timeline[Any]) -> frozenset[Phase]:
    """Return the phases of a game's current state; empty if the state hides nothing or the game is over."""
    mover, is_hidden, hides = timeline.to_move, timeline.is_hidden(), timeline.has_secrets
    if mover is None or not (is_hidden or hides):
        return frozenset()
    moves = {type(action.move).__name__ for action in timeline.game.legal_actions(timeline.state)}
    can_go_back = timeline.ply > timeline.earliest_ply
    return frozenset(Phase(min(mover, 1), is_hidden, hides, can_go_back, move) for move in moves)


def iter_random_timelines(id: str, seed: int) -> Iterator[Timeline[Any]]:
    """Yield the timelines of random games after each action, with several combinations of the game's options."""
    game = GAMES[id]
    for number, options in enumerate(
        select_evenly_spaced(list(iter_option_combinations(game)), MAX_OPTION_COMBINATIONS)
    ):
        rng = random.Random(f"{id} {seed} {number}")
        timeline = start_game(game, options, seed + number)
        yield timeline
        while timeline.outcome is None and timeline.ply < MAX_ACTIONS:
            timeline = timeline.play(_choose_random_action(timeline, rng))
            yield timeline


def _choose_random_action(timeline: Timeline[Any], rng: random.Random) -> Action[Any]:
    """Return a random action, but end hidden decisions early, since random actions would rarely end them."""
    legal = list(timeline.game.legal_actions(timeline.state))
    if timeline.is_hidden() and rng.random() < 0.25:
        ending = _find_ending_action(timeline, [*legal[:2], *rng.sample(legal, min(len(legal), 40))])
        return ending or legal[0]
    return rng.choice(legal)


def _find_ending_action(timeline: Timeline[Any], actions: list[Action[Any]]) -> Action[Any] | None:
    """Return the first action that ends the decision of the player to move, or None."""
    game, state = timeline.game, timeline.state
    mover = game.to_move(state)
    return next((action for action in actions if game.to_move(game.apply(state, action)) != mover), None)


@cache
def find_situations(id: str) -> tuple[Timeline[Any], ...]:
    """Return timelines whose states together cover all phases in which a game hides something."""
    result, covered_phases = list[Timeline[Any]](), set[Phase]()
    for timeline in itertools.chain.from_iterable(iter_random_timelines(id, seed) for seed in WALK_SEEDS):
        if not find_phases(timeline) <= covered_phases:
            covered_phases |= find_phases(timeline)
            result.append(timeline)
    return tuple(result)


# --- pairs ---------------------------------------------------------------------------------------------------------


def play_hidden_actions(
    timeline: Timeline[Any], step_count: int, rng: random.Random, *, is_complete: bool
) -> Timeline[Any]:
    """Return the timeline after random actions of the hidden player.

    Args:
        timeline: the game.
        step_count: the number of actions.
        rng: the random number generator.
        is_complete: True to play until the whole decision is complete.
    """
    player = timeline.to_move

    def continues_decision(next_timeline: Timeline[Any]) -> bool:
        return next_timeline.to_move == player and next_timeline.is_hidden()

    for _ in range(step_count):
        legal = list(timeline.game.legal_actions(timeline.state))
        candidates = [timeline.play(action) for action in rng.sample(legal, min(3, len(legal)))]
        timeline = next(filter(continues_decision, candidates), timeline)
    for attempt_number in itertools.count():
        if not is_complete or not continues_decision(timeline):
            return timeline
        legal = list(timeline.game.legal_actions(timeline.state))
        ending = _find_ending_action(timeline, [*legal[:2], *rng.sample(legal, len(legal))])
        timeline = timeline.play(ending or (legal[0] if attempt_number < 3 else rng.choice(legal)))
    return timeline


def play_each_kind(timeline: Timeline[Any]) -> list[Timeline[Any]]:
    """Return the timelines after one legal action of each kind after which the same player still decides."""
    actions_by_kind = {
        target if target.startswith("do:") else target.partition(":")[0]: action
        for action in timeline.game.legal_actions(timeline.state)
        for target in action.targets[:1]
    }
    timelines = map(timeline.play, actions_by_kind.values())
    return [
        timeline_after
        for timeline_after in timelines
        if timeline_after.to_move == timeline.to_move and timeline_after.is_hidden()
    ]


def with_other_decisions(timeline: Timeline[Any], rng: random.Random) -> Iterator[Pair]:
    """Yield pairs in which the hidden player decides differently, at several stages of the decision.

    The decision has begun, is undone, is finished, or the next decision has begun.
    """
    mover = timeline.to_move
    other_viewers = tuple(viewer for viewer in list_viewers(timeline) if viewer != mover)
    unfinished_timelines = [*play_each_kind(timeline), play_hidden_actions(timeline, 3, rng, is_complete=False)]
    pairs = [("begun", timeline, after) for after in unfinished_timelines]
    pairs += [
        ("continued", unfinished_timelines[0], after) for after in unfinished_timelines[1:] if after.ply > timeline.ply
    ]
    pairs += [("undone", timeline, after.jump(timeline.ply)) for after in unfinished_timelines[:2]]
    starts = (timeline, *select_evenly_spaced(unfinished_timelines, MAX_ENDS))
    ends = [play_hidden_actions(after, 0, rng, is_complete=True) for after in starts]
    if all(end.is_hidden() and end.plies[end.ply].key is None for end in ends):  # before any reveal
        actions = ends[0].game.legal_actions(ends[0].state)
        reply = next(action for action in actions if ends[0].play(action).to_move == ends[0].to_move)
        pairs += [("finished", ends[0], end) for end in ends[1:]]
        pairs += [("replied", ends[0].play(reply), end.play(reply)) for end in ends[1:]]
    yield from (
        Pair(viewer, first, second, difference, find_phases(first))
        for difference, first, second in pairs
        if (first.states, first.entries) != (second.states, second.entries)
        for viewer in other_viewers
    )


def with_other_deals(timeline: Timeline[Any]) -> Iterator[Pair]:
    """Yield pairs of games with equal visible states for a viewer, but different deals of the hidden information."""
    game = timeline.game
    for viewer in list_viewers(timeline):
        view = timeline.state_for(viewer)
        redealt_timelines = [_timeline_with_deal(timeline, game.with_hidden_redealt(view, seed)) for seed in (1, 2)]
        first, second = redealt_timelines
        if first and second and first.state != second.state:
            yield Pair(viewer, first, second, "dealt", find_phases(timeline))


def _timeline_with_deal(timeline: Timeline[Any], state: Any) -> Timeline[Any] | None:
    """Return a game that leads to a state with other hidden information, or None if the rules allow no such game."""
    game = timeline.game
    text = game.format_position(state)
    if game.parse_position(text) == state:
        return new_timeline(game, state, replace(timeline.record, start=text))
    first = timeline.ply
    while first and timeline.plies[first].key is None:
        first -= 1
    line = timeline.jump(first).without_undone()
    try:
        for ply in range(first, timeline.ply):
            entry = timeline.entries[ply]
            assert isinstance(entry, Action)
            action = game.substitute_action(line.state, entry, state) if timeline.is_hidden(ply) else entry
            line = line.play(action) if action else line
    except (RuleboardError, StopIteration):
        return None
    return line if line.public_state() == timeline.public_state() else None


def with_earlier_deals(timeline: Timeline[Any]) -> Iterator[Pair]:
    """Yield pairs of games with different deals and seeds, but with equal actions since the last reveal."""
    game, first = timeline.game, timeline.earliest_ply
    for viewer in list_viewers(timeline) if first < timeline.ply else ():
        games = list[Timeline[Any]]()
        for seed in OTHER_SEEDS[:2]:
            state = game.with_hidden_redealt(timeline.state_for(viewer, first), seed)
            text = game.format_position(state)
            actions = timeline.texts[first : timeline.ply]
            record = replace(timeline.record, seed=seed, start=text, actions=actions, ply=None)
            try:
                games += [replay(record, {record.game: game})] if game.parse_position(text) == state else []
            except RuleboardError:  # the actions depend on what was hidden
                continue
        if len(games) == 2 and games[0].state != games[1].state and _are_equal_for(viewer, *games):
            yield Pair(viewer, games[0], games[1], "dealt earlier", find_phases(timeline))


def _are_equal_for(viewer: int | None, first: Timeline[Any], second: Timeline[Any]) -> bool:
    """Return True if a viewer sees the same states in two games of the same length."""
    plies = range(len(first.states))
    return all(first.state_for(viewer, ply) == second.state_for(viewer, ply) for ply in plies)


def with_other_seeds(timeline: Timeline[Any]) -> Iterator[Pair]:
    """Yield pairs of games with equal actions and different seeds, for viewers who see no difference."""
    for seed in OTHER_SEEDS:
        record = replace(timeline.without_undone().to_record(), seed=seed)
        try:
            other_game = replay(record, {record.game: timeline.game})
        except RuleboardError:
            continue
        for viewer in list_viewers(timeline):
            if other_game.states != timeline.states[: timeline.ply + 1] and _are_equal_for(
                viewer, other_game, timeline
            ):
                yield Pair(viewer, timeline, other_game, "seed", find_phases(timeline))


@cache
def create_pairs(id: str) -> tuple[Pair, ...]:
    """Return the pairs for all phases in which a game hides something."""
    result = list[Pair]()
    for number, timeline in enumerate(find_situations(id)):
        rng = random.Random(f"{id} {number}")
        if timeline.is_hidden():
            result += with_other_decisions(timeline, rng)
        result += with_other_deals(timeline)
        result += with_other_seeds(timeline)
        result += with_earlier_deals(timeline)
    return tuple(result)


@cache
def select_distinct_pairs(id: str) -> tuple[Pair, ...]:
    """Return one pair for each combination of a phase and a difference. The viewers alternate."""
    candidates: dict[tuple[Phase, str], list[Pair]] = {}
    for pair in create_pairs(id):
        for phase in pair.phases:
            candidates.setdefault((phase, pair.difference), []).append(pair)
    selected_pairs = list[Pair]()
    for number, alternatives in enumerate(candidates.values()):
        if not any(pair is other_game for pair in alternatives for other_game in selected_pairs):
            selected_pairs.append(alternatives[number % len(alternatives)])
    return tuple(selected_pairs)


GAMES_WITH_SECRETS = [
    id for id, game in GAMES.items() if (type(game).view, type(game).hides) != (BaseGame.view, BaseGame.hides)
]
"""The games that hide something: those with their own views. Random games would cost seconds in each collection."""
