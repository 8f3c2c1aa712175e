"""The judging of a turn of a finished game: its worth, and that of the best turn that is found.

Between two players from whom nothing is hidden, a turn is worth what the best reply to it leaves, as far as the turns
that were played afterwards tell it: a win that is seen two turns later lowers a turn that has allowed it, if there was
a better one. The best turn and the one that was played are measured at the same depth at least, so that a turn is never
blamed for a thing that the search sees a turn later only. In other games the bot compares them by itself
(``games.bots.Bot.compare``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import WON, Choice, Comparing, Comparison, counted_on
from ruleboard.engine.timeline import Timeline
from ruleboard.games.bots import Bot
from ruleboard.thinking.questions import question_at

_SLIGHT: Final = 60
"""The loss, in scores, up to which the best turn is not looked at more closely."""
_SERIOUS: Final = 150
"""The loss, in scores, for which another turn is looked for if the best one turns out to lose as much."""
_AHEAD: Final = 4
"""The number of turns after the one that is judged whose choices tell of its worth."""
_KNOWN: Final = 64
"""The number of choices that are remembered: the judgements of turns near each other have most of them in common."""

Known = OrderedDict[tuple[object, ...], Choice[Any]]
"""Choices that were made lately, the latest last."""


def comparing(timeline: Timeline[Any], bot: Bot[Any, Any], end: int, level: int, known: Known) -> Comparing[Any]:
    """Compare the turn of the player to move with the best one.

    Args:
        timeline: the game, at the beginning of the turn; what was played afterwards is made use of.
        bot: the opponent in this game.
        end: the number of entries after the turn; all of them are actions.
        level: the level to search at.
        known: choices that were made before; those made now are added.
    """
    player = timeline.to_move
    actions = _actions(timeline, end)
    if player is None or not actions:
        return None
    compared = yield from bot.compare(timeline.state_for(player), question_at(timeline, player, level), actions)
    if compared is not None or not _is_open(timeline):
        return compared
    return (yield from _Judge(bot, level, known).judged(timeline, end, _AHEAD, 0))


@dataclass(frozen=True, slots=True)
class _Judge:
    """A judge of turns between two players from whom nothing is hidden.

    Attributes:
        bot: the opponent in this game.
        level: the level to search at.
        known: choices that were made before.
    """

    bot: Bot[Any, Any]
    level: int
    known: Known

    def judged(
        self, timeline: Timeline[Any], end: int, ahead: int, before: int
    ) -> Generator[int, None, Comparison[Any]]:
        """Compare the turn at a place of the game with the best one.

        Args:
            timeline: the game, at the beginning of the turn.
            end: the number of entries after the turn.
            ahead: the number of turns after it that are looked at.
            before: the number of positions looked at before.
        """
        then = timeline.jump(end)
        played, reply, looked = yield from self._worth(timeline, then, ahead, before)
        hoped, actions, looked = yield from self._hoped(timeline, looked)
        best, score = _actions(timeline, end), played
        tried = [then.state]
        for level in range(self.level, 1, -1):  # the lower ones have other ideas
            if level < self.level:
                if hoped - score <= _SERIOUS or score - played > _SERIOUS:
                    break
                idea = yield from counted_on(self._chosen(timeline, level), looked)
                actions, looked = idea.actions, looked + idea.positions
            other = _played(timeline, actions)
            if other.state in tried:
                continue
            tried.append(other.state)
            chances = hoped
            if hoped - played > _SLIGHT:
                chances, _reply, looked = yield from self._worth(timeline, other, 0, looked)
            if chances > score:
                best, score = actions, chances
        return Comparison(best, score, played, looked, reply)

    def _worth(
        self, timeline: Timeline[Any], then: Timeline[Any], ahead: int, before: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Return the chances of the player to move after a turn, the best reply to it, and the number of positions
        looked at so far.

        Args:
            timeline: the game before the turn.
            then: the game after it.
            ahead: the number of turns played afterwards that are looked at.
            before: the number of positions looked at before.
        """
        player, outcome = timeline.to_move, then.outcome
        if outcome is not None and player is not None:
            return round(WON * outcome.returns[player]), (), before
        end = _end_of_turn(then)
        if ahead and end > then.at:
            found = yield from self.judged(then, end, ahead - 1, before)
            score, actions, looked = found.score, found.best, found.positions
        else:
            score, actions, looked = yield from self._hoped(then, before)
        return (score, (), looked) if then.to_move == player else (-score, actions, looked)

    def _hoped(
        self, timeline: Timeline[Any], before: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Return the chances of the player to move, as far as searches tell, their best turn, and the number of
        positions looked at so far.

        They are the mean of two searches, one before that turn and one after it: each is too hopeful for the side whose
        turn it is, most of all in Sensei. A sure win or loss needs no second one.
        """
        choice = yield from counted_on(self._chosen(timeline, self.level), before)
        score, looked = choice.score, before + choice.positions
        if abs(score) < WON - 50:
            then = _played(timeline, choice.actions)
            reply = None if then.outcome else (yield from counted_on(self._chosen(then, self.level), looked))
            if reply is not None:
                looked += reply.positions
                score = (score + (reply.score if then.to_move == timeline.to_move else -reply.score)) // 2
        return score, choice.actions, looked

    def _chosen(self, timeline: Timeline[Any], level: int) -> Generator[int, None, Choice[Any]]:
        """Return the choice of the player to move, from memory if it was made lately."""
        player = timeline.to_move
        if player is None:
            raise ValueError("the game is over")
        key = (timeline.game.id, timeline.record.seed, level, timeline.states[0], timeline.texts[: timeline.at])
        if key not in self.known:
            self.known[key] = yield from self.bot.think(
                timeline.state_for(player), question_at(timeline, player, level)
            )
            if len(self.known) > _KNOWN:
                self.known.popitem(last=False)
        return self.known[key]


def _actions(timeline: Timeline[Any], end: int) -> tuple[Action[Any], ...]:
    """Return the actions from the current place of a game up to another."""
    return tuple(entry for entry in timeline.entries[timeline.at : end] if isinstance(entry, Action))


def _end_of_turn(timeline: Timeline[Any]) -> int:
    """Return the number of entries after the turn that was played from the current place on; the place, if none was."""
    end, player = timeline.at, timeline.to_move
    while (
        end < len(timeline.entries)
        and isinstance(timeline.entries[end], Action)
        and timeline.game.to_move(timeline.states[end]) == player
    ):
        end += 1
    return end


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
