"""The judgement of a turn in a finished game: its value, and that of the best turn.

Between two players without hidden information, the value of a turn is what the best reply to it leaves. The turns that
followed in the game improve the estimate: a win that the search sees only two turns later lowers the value of the turn
that allowed it, if there was a better one. The search measures the best turn and the turn in the game at least at the
same depth, so that it does not blame a turn for something that it sees only one turn later. In other games the bot
compares turns itself (``games.bots.Bot.compare``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import MAX_SCORE, Comparing, Comparison, TurnChoice, offset_progress
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Bot
from ruleboard.thinking.questions import question_at

_SLIGHT_LOSS: Final = 60
"""The maximum loss, in scores, for which one search of the best turn is enough."""
_SERIOUS_LOSS: Final = 150
"""The loss, in scores, from which the judge looks for another turn if the best one turns out to lose as much."""
_TURNS_AHEAD: Final = 4
"""The number of later turns that contribute to the value of a turn."""
_MAX_CACHED: Final = 64
"""The maximum number of cached choices. The judgements of neighbouring turns share most of them."""

ChoiceCache = OrderedDict[tuple[object, ...], TurnChoice[Any]]
"""A cache of recent choices, the newest last."""


def comparing(timeline: Timeline[Any], bot: Bot[Any, Any], end: int, level: int, cache: ChoiceCache) -> Comparing[Any]:
    """Compare the turn of the player to move with the best one.

    Args:
        timeline: the game, at the beginning of the turn. The comparison uses the entries after it.
        bot: the bot of this game.
        end: the number of entries after the turn; all of them are actions.
        level: the level of the search.
        cache: the recent choices; the comparison adds its own.
    """
    player = timeline.to_move
    actions = _actions(timeline, end)
    if player is None or not actions:
        return None
    comparison = yield from bot.compare(timeline.state_for(player), question_at(timeline, player, level), actions)
    if comparison is not None or not _has_perfect_information(timeline):
        return comparison
    return (yield from _Judge(bot, level, cache).judge(timeline, end, _TURNS_AHEAD, 0))


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges turns between two players without hidden information.

    Attributes:
        bot: the bot of this game.
        level: the level of the search.
        cache: the recent choices.
    """

    bot: Bot[Any, Any]
    level: int
    cache: ChoiceCache

    def judge(
        self, timeline: Timeline[Any], end: int, ahead: int, before: int
    ) -> Generator[int, None, Comparison[Any]]:
        """Compare the turn at the current ply of a game with the best one.

        Args:
            timeline: the game, at the beginning of the turn.
            end: the number of entries after the turn.
            ahead: the number of turns after it to consider.
            before: the number of positions searched before.
        """
        after = timeline.jump(end)
        played, reply, positions = yield from self._chances_after(timeline, after, ahead, before)
        expected, actions, positions = yield from self._expected_chances(timeline, positions)
        best, score = _actions(timeline, end), played
        states = [after.state]
        for level in range(self.level, 1, -1):  # lower levels have other ideas
            if level < self.level:
                if expected - score <= _SERIOUS_LOSS or score - played > _SERIOUS_LOSS:
                    break
                choice = yield from offset_progress(self._choose(timeline, level), positions)
                actions, positions = choice.actions, positions + choice.positions
            alternative = _with_actions(timeline, actions)
            if alternative.state in states:
                continue
            states.append(alternative.state)
            chances = expected
            if expected - played > _SLIGHT_LOSS:
                chances, _reply, positions = yield from self._chances_after(timeline, alternative, 0, positions)
            if chances > score:
                best, score = actions, chances
        return Comparison(best, score, played, positions, reply)

    def _chances_after(
        self, timeline: Timeline[Any], after: Timeline[Any], ahead: int, before: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Return the player's chances after a turn, the best reply to it, and the number of positions so far.

        Args:
            timeline: the game before the turn; its player to move is the player.
            after: the game after the turn.
            ahead: the number of later turns to consider.
            before: the number of positions searched before.
        """
        player, outcome = timeline.to_move, after.outcome
        if outcome is not None and player is not None:
            return round(MAX_SCORE * outcome.returns[player]), (), before
        end = _end_of_turn(after)
        if ahead and end > after.ply:
            comparison = yield from self.judge(after, end, ahead - 1, before)
            score, actions, positions = comparison.score, comparison.best, comparison.positions
        else:
            score, actions, positions = yield from self._expected_chances(after, before)
        return (score, (), positions) if after.to_move == player else (-score, actions, positions)

    def _expected_chances(
        self, timeline: Timeline[Any], before: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Return the expected chances of the player to move, their best turn, and the number of positions so far.

        The chances are the mean of two searches, one before that turn and one after it: each is too optimistic for the
        side to move, most of all in Sensei. A certain win or loss needs no second search.
        """
        choice = yield from offset_progress(self._choose(timeline, self.level), before)
        score, positions = choice.score, before + choice.positions
        if abs(score) < MAX_SCORE - 50:
            after = _with_actions(timeline, choice.actions)
            reply = None if after.outcome else (yield from offset_progress(self._choose(after, self.level), positions))
            if reply is not None:
                positions += reply.positions
                score = (score + (reply.score if after.to_move == timeline.to_move else -reply.score)) // 2
        return score, choice.actions, positions

    def _choose(self, timeline: Timeline[Any], level: int) -> Generator[int, None, TurnChoice[Any]]:
        """Return the choice of the player to move, from the cache if possible."""
        player = timeline.to_move
        if player is None:
            raise ValueError("the game is over")
        key = (timeline.game.id, timeline.record.seed, level, timeline.states[0], timeline.texts[: timeline.ply])
        if key not in self.cache:
            self.cache[key] = yield from self.bot.think(
                timeline.state_for(player), question_at(timeline, player, level)
            )
            if len(self.cache) > _MAX_CACHED:
                self.cache.popitem(last=False)
        return self.cache[key]


def _actions(timeline: Timeline[Any], end: int) -> tuple[Action[Any], ...]:
    """Return the actions of a game from its current ply up to another."""
    return tuple(entry for entry in timeline.entries[timeline.ply : end] if isinstance(entry, Action))


def _end_of_turn(timeline: Timeline[Any]) -> int:
    """Return the number of entries after the turn that begins at the current ply, or that ply if no entry follows."""
    end, player = timeline.ply, timeline.to_move
    while (
        end < len(timeline.entries)
        and isinstance(timeline.entries[end], Action)
        and timeline.game.to_move(timeline.states[end]) == player
    ):
        end += 1
    return end


def _has_perfect_information(timeline: Timeline[Any]) -> bool:
    """Return True if a state has two players, no hidden information, and no hidden or random decision."""
    game, state = timeline.game, timeline.state
    if len(game.sides(state)) != 2 or timeline.is_hidden():
        return False
    views = [timeline.state_for(viewer) for viewer in (None, 0, 1)]
    redealt = [game.with_hidden_redealt(state, seed) for seed in (0, 1)]
    return all(other_state == state for other_state in (*views, *redealt))


def _with_actions(timeline: Timeline[Any], actions: tuple[Action[Any], ...]) -> Timeline[Any]:
    """Return the line in which a player plays other actions from here."""
    timeline = timeline.without_undone()
    for action in actions:
        timeline = timeline.play(action)
    return timeline
