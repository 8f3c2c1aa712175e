"""Questions for a bot, without the information that is hidden from the bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import Record
from ruleboard.engine.rng import stream_state
from ruleboard.engine.search.thinking import Question, hash_mix
from ruleboard.engine.timeline import Timeline, replay

OPPONENTS_KEY: Final = "opponents"
"""The metadata key of a text that seeds the bots' choices in a game, instead of the ``created`` time."""


def opponent_seed(timeline: Timeline[Any]) -> int:
    """Return the seed of all random choices that bots make in a game.

    The seed depends on the creation time of the game. It also depends on the record's seed if the game draws nothing
    from the record's seed, since the bots' choices can then reveal nothing.
    """
    record = timeline.record
    text = record.meta.get(OPPONENTS_KEY) or record.meta.get("created", "")
    return stream_state(0 if _draws_from_seed(timeline) else record.seed, *text.encode("utf-8", "surrogatepass"))


def _draws_from_seed(timeline: Timeline[Any]) -> bool:
    """Return True if the first state of a game may depend on the seed of its record.

    In a position from a link, for example, the seed determines the hidden information.
    """
    game, record = timeline.game, timeline.record
    if game.hides(timeline.states[0]):
        return True
    first_states = [game.initial(record.options, seed) for seed in (record.seed, 1, 2, 3)]
    return any(state != first_states[0] for state in first_states)


def question_at(
    timeline: Timeline[Any], player: int, level: int, game_seed: int, decision_seed: int | None = None
) -> Question:
    """Create a question about a player's next actions at the current ply.

    Args:
        timeline: the game.
        player: the player to move.
        level: the bot's level.
        game_seed: the seed of all random choices in the game, see ``opponent_seed``.
        decision_seed: the seed of the random choices for these actions; None for a seed that depends on the ply.
    """
    seed = seed_at(timeline, player, game_seed) if decision_seed is None else decision_seed
    return Question(player, level, seed, count_occurrences(timeline, player), game_seed)


def seed_at(timeline: Timeline[Any], player: int, game_seed: int) -> int:
    """Return the seed of a bot's random choices at the current ply.

    The seed depends on the number of entries. Consecutive hidden entries of other players count as one entry, since
    their number is hidden, too.

    Args:
        timeline: the game.
        player: the player to move.
        game_seed: the seed of all random choices in the game.
    """
    hidden_flags = [_is_hidden_from(timeline, ply, player) for ply in range(timeline.ply)]
    consecutive_count = sum(is_hidden and was_hidden for was_hidden, is_hidden in pairwise(hidden_flags))
    return hash_mix(game_seed, timeline.ply - consecutive_count)


def record_for(timeline: Timeline[Any], player: int) -> Record:
    """Return a record without the names, the seed, the metadata and the information hidden from a player.

    The record starts after the last hidden decision of another player. While the player's view hides information, the
    record starts with this view. If a position text cannot express the view, the record starts with the last state that
    all players knew, and other actions replace the hidden actions.

    Raises:
        ValueError: the texts of the game cannot express what the player knows.
    """
    game, state = timeline.game, timeline.state
    if game.hides(state) or timeline.is_hidden():
        record = _create_record_from(timeline, timeline.state_for(player), timeline.ply)
    else:
        first_ply = _find_first_open_ply(timeline, player)
        record = _create_record_from(timeline, timeline.states[first_ply], first_ply)
    record = record or _create_record_with_substitutes(timeline, player)
    if record is None:
        raise ValueError(f"the texts of {game.id} cannot express what player {player} knows")
    return record


def judgement_record(timeline: Timeline[Any], start: int, end: int) -> tuple[Record, int]:
    """Return the record for judging a turn, and the ply at which the turn begins in it.

    The record of a finished game is complete, since later turns help to judge the turn. During the game, the record
    contains only what the player knew before the turn, and the turn. It ends early if an action depends on hidden
    information.

    Args:
        timeline: the game.
        start: the ply at which the turn begins.
        end: the ply after the turn.

    Raises:
        ValueError: the game is over before the turn, or its texts cannot express what the player knows.
    """
    timeline_before = timeline.jump(start)
    player = timeline_before.to_move
    if player is None:
        raise ValueError("the game is over")
    if timeline.is_finished:
        finished_timeline = timeline.jump(len(timeline.entries))
        record = _create_record_from(finished_timeline, finished_timeline.states[0], 0)
        if record is None:
            raise ValueError(f"the texts of {timeline.game.id} cannot express the start of a game")
        return record, start
    record = record_for(timeline_before, player)
    visible_timeline = replay(record, {record.game: timeline.game})
    try:
        for text in timeline.texts[start:end]:
            visible_timeline = visible_timeline.play(visible_timeline.game.parse_action(visible_timeline.state, text))
    except RuleboardError:  # the action depends on something hidden
        pass
    return visible_timeline.to_record(), len(record.actions)


def _create_record_from(timeline: Timeline[Any], state: Any, first_ply: int) -> Record | None:
    """Create a record of the entries after a ply; return None if no position text can express the state.

    Args:
        timeline: the game.
        state: the state at the ply, or a view of that state.
        first_ply: the ply.
    """
    game, record = timeline.game, timeline.record
    actions = timeline.texts[first_ply : timeline.ply]
    players = ("",) * len(record.players)
    if first_ply == 0 and record.start is None and game.initial(record.options, 0) == state:
        return Record(game.id, record.options, 0, players, actions)
    try:
        text = game.format_position(state)
        is_complete = game.parse_position(text) == state
    except RuleboardError:
        return None
    return Record(game.id, record.options, 0, players, actions, start=text) if is_complete else None


def _create_record_with_substitutes(timeline: Timeline[Any], player: int) -> Record | None:
    """Create a record from the last state between turns, and replace the hidden actions of other players.

    The result is None if the record would not lead to the player's view.
    """
    game, view = timeline.game, timeline.state_for(player)
    first_ply = timeline.ply
    while first_ply and timeline.plies[first_ply].key is None:
        first_ply -= 1
    first_record = _create_record_from(timeline.jump(first_ply), timeline.state_for(player, first_ply), first_ply)
    if first_record is None:
        return None
    visible_timeline = replay(first_record, {game.id: game})
    try:
        for ply in range(first_ply, timeline.ply):
            entry: Action[Any] | str | None = timeline.entries[ply]
            if isinstance(entry, Action) and _is_hidden_from(timeline, ply, player):
                entry = game.substitute_action(visible_timeline.state, entry, view)
            if isinstance(entry, Action):
                visible_timeline = visible_timeline.play(entry)
    except RuleboardError:  # an action depends on something hidden
        return None
    return visible_timeline.to_record() if visible_timeline.state_for(player) == view else None


def _find_first_open_ply(timeline: Timeline[Any], player: int) -> int:
    """Return the earliest ply from which on nothing is hidden from a player."""
    game, first_ply = timeline.game, timeline.ply
    while (
        first_ply
        and not game.hides(timeline.states[first_ply - 1])
        and not _is_hidden_from(timeline, first_ply - 1, player)
    ):
        first_ply -= 1
    return first_ply


def _is_hidden_from(timeline: Timeline[Any], ply: int, player: int) -> bool:
    return timeline.is_hidden(ply) and timeline.game.to_move(timeline.states[ply]) != player


def count_occurrences(timeline: Timeline[Any], player: int) -> Mapping[Hashable, int]:
    """Count the occurrences of each position so far, by the key of the player's view."""
    game, repetition = timeline.game, timeline.game.repetition
    if not repetition.claim_count and not repetition.draw_count:
        return {}
    keys = (
        ply.key if ply.key is None or (view := timeline.state_for(player, index)) is ply.state else game.key(view)
        for index, ply in enumerate(timeline.plies[: timeline.ply + 1])
    )
    return Counter(key for key in keys if key is not None)
