"""The judging of a turn of a finished game: its worth, and that of the best turn that is found.

Between two players from whom nothing is hidden, a turn is worth what the best reply to it leaves. The best turn and the
one that was played are measured by the same rule, at the same depth, so that a turn is never blamed for what the search
sees of it a turn later only. In other games the bot compares them by itself (``games.bots.Bot.compare``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import WON, Choice, Comparing, Comparison, counted_on
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Bot
from ruleboard.thinking.questions import question_at

_SLIGHT: Final = 60
"""The loss, in scores, up to which the best turn is not looked at more closely."""
_KNOWN: Final = 8
"""The number of choices that are remembered: the reply to a turn is the best choice of the next."""

Known = OrderedDict[tuple[object, ...], Choice[Any]]
"""Choices that were made lately, the latest last."""


def comparing(timeline: Timeline[Any], bot: Bot[Any, Any], end: int, level: int, known: Known) -> Comparing[Any]:
    """Compare the turn of the player to move with the best one.

    Args:
        timeline: the game, at the beginning of the turn.
        bot: the opponent in this game.
        end: the number of entries after the turn; all of them are actions.
        level: the level to search at.
        known: choices that were made before; those made now are added.
    """
    player, at = timeline.to_move, timeline.at
    actions = [entry for entry in timeline.entries[at:end] if isinstance(entry, Action)]
    if player is None or not actions:
        return None
    compared = yield from bot.compare(timeline.state_for(player), question_at(timeline, player, level), actions)
    if compared is not None or not _is_open(timeline):
        return compared
    choice = yield from _chosen(timeline, bot, level, known)
    looked = choice.positions
    better, then = _played(timeline, choice.actions), timeline.jump(end)
    if better.state == then.state:
        return Comparison(choice.actions, choice.score, choice.score, looked)
    played, reply, looked = yield from _chances(then, player, bot, level, known, looked)
    score = choice.score
    if score - played > _SLIGHT:
        score, _reply, looked = yield from _chances(better, player, bot, level, known, looked)
    return Comparison(choice.actions, max(score, played), played, looked, reply)


def _is_open(timeline: Timeline[Any]) -> bool:
    """Return True if both of two players know all of the current state, and nothing is decided unseen or by chance."""
    game, state = timeline.game, timeline.state
    if len(game.sides(state)) != 2 or timeline.is_hidden():
        return False
    seen = [timeline.state_for(viewer) for viewer in (None, 0, 1)]
    redrawn = [game.reshuffled(state, seed) for seed in (0, 1)]
    return all(one == state for one in (*seen, *redrawn))


def _played(timeline: Timeline[Any], actions: tuple[Action[Any], ...]) -> Timeline[Any]:
    """Return the line in which a player makes other actions here."""
    timeline = timeline.cut()
    for action in actions:
        timeline = timeline.play(action)
    return timeline


def _chosen(timeline: Timeline[Any], bot: Bot[Any, Any], level: int, known: Known) -> Generator[int, None, Choice[Any]]:
    """Return the choice of the player to move, from memory if it was made lately."""
    player = timeline.to_move
    if player is None:
        raise ValueError("the game is over")
    key = (timeline.game.id, timeline.record.seed, level, timeline.states[0], timeline.texts[: timeline.at])
    if key not in known:
        known[key] = yield from bot.think(timeline.state_for(player), question_at(timeline, player, level))
        if len(known) > _KNOWN:
            known.popitem(last=False)
    return known[key]


def _chances(
    timeline: Timeline[Any], player: int, bot: Bot[Any, Any], level: int, known: Known, before: int
) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
    """Return the chances of one of two players after a turn, the best reply to it, and the number of positions looked
    at so far.

    Args:
        timeline: the game after the turn.
        player: the player, 0-based.
        bot: the opponent in this game.
        level: the level to search at.
        known: choices that were made before.
        before: the number of positions looked at before.
    """
    outcome = timeline.outcome
    if outcome is not None:
        return round(WON * outcome.returns[player]), (), before
    choice = yield from counted_on(_chosen(timeline, bot, level, known), before)
    score = choice.score if timeline.to_move == player else -choice.score
    reply = () if timeline.to_move == player else choice.actions
    return score, reply, before + choice.positions
