"""Judgements of turns in finished games: the value of a turn, and of the best turn.

In two-player games without hidden information, the value of a turn is its value after the best reply. The later turns
of the game improve the estimate: a win that the search sees only two turns later lowers the value of the turn that
allowed the win. The search examines the best turn and the played turn to at least the same depth, so that a review does
not blame a turn for a loss that the search sees only one turn later. In other games the bot itself compares turns
(``contract.bots.Bot.compare``). For a turning point of a finished game, the line with the better turn then continues
with the turns that the bot would play for each player, and the other line continues as the game did.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from ruleboard.contract.bots import Bot
from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import (
    MAX_LINE_TURNS,
    MAX_SCORE,
    Comparison,
    ComparisonSearch,
    Question,
    TurnChoice,
    offset_progress,
)
from ruleboard.engine.timeline import Timeline, line_turns, whole_turns
from ruleboard.thinking.questions import question_at

_SLIGHT_LOSS: Final = 60
"""The maximum loss, in scores, for which one search of the best turn is enough."""
_SERIOUS_LOSS: Final = 150
"""The loss, in scores, that makes the judge look for another turn if the best turn loses as much as the played one."""
_LINE_LEVEL: Final = 3
"""The maximum level of the bot that continues a line. Higher levels would take too long for six turns."""
_TURNS_AHEAD: Final = 4
"""The number of later turns that contribute to the value of a turn."""
_MAX_CACHED_CHOICES: Final = 64
"""The maximum number of cached choices. The judgements of neighbouring turns share most of them."""

ChoiceCache = OrderedDict[tuple[object, ...], TurnChoice[Any]]
"""A cache of recent choices, the newest last."""


def compare_turn(
    timeline: Timeline[Any], bot: Bot[Any, Any], end: int, question: Question, cache: ChoiceCache
) -> ComparisonSearch[Any]:
    """Compare the turn at the current ply with the best turn.

    Args:
        timeline: the game at the beginning of the turn, with the later entries.
        bot: the bot of this game.
        end: the ply after the turn; all entries of the turn are actions.
        question: the question to which the bot would answer with the best turn.
        cache: the cache of recent choices, to which the function adds new choices.
    """
    player = timeline.to_move
    actions = _list_actions_until(timeline, end)
    if player is None or not actions:
        return None
    comparison = yield from bot.compare(timeline.state_for(player), question, actions)
    if comparison is not None:
        is_turning_point = comparison.score - comparison.played_score >= _SERIOUS_LOSS
        if is_turning_point and not comparison.line and timeline.final_outcome is not None:
            return (yield from _add_lines(timeline, bot, end, question, comparison))
        return comparison
    if not timeline.has_perfect_information:
        return None
    return (yield from TurnJudge(bot, question.level, question.game_seed, cache).judge(timeline, end, _TURNS_AHEAD, 0))


def _add_lines(
    timeline: Timeline[Any], bot: Bot[Any, Any], end: int, question: Question, comparison: Comparison[Any]
) -> Generator[int, None, Comparison[Any]]:
    """Add the best and the played line to a comparison; yield the number of positions searched so far.

    The game is finished, so the lines may contain secrets. The line with the best turn keeps the hidden decisions that
    other players made at the same time.
    """
    line = timeline.with_line((*comparison.best, *_iter_simultaneous_actions(timeline, end)))
    level, position_count = min(question.level, _LINE_LEVEL), comparison.position_count

    def actions() -> tuple[Action[Any], ...]:
        return _list_actions_until(line.jump(timeline.ply), line.ply)

    while (player := line.to_move) is not None and len(tuple(line_turns(timeline, actions()))) <= MAX_LINE_TURNS:
        next_question = question_at(line, player, level, question.game_seed)
        choice = yield from offset_progress(bot.think(line.state_for(player), next_question), position_count)
        line, position_count = line.with_line(choice.actions), position_count + choice.position_count
    played_actions = _list_actions_until(timeline, len(timeline.entries))
    lines = [_take_first_turns(timeline, line_actions, MAX_LINE_TURNS) for line_actions in (actions(), played_actions)]
    return replace(comparison, position_count=position_count, line=lines[0], played_line=lines[1])


def _iter_simultaneous_actions(timeline: Timeline[Any], end: int) -> Iterator[Action[Any]]:
    """Yield the hidden actions of other players that directly follow the hidden turn at the current ply."""
    for ply in range(end, len(timeline.entries)):
        action = timeline.entries[ply]
        is_hidden = timeline.is_hidden() and timeline.is_hidden(ply)
        is_own_turn = timeline.game.to_move(timeline.states[ply]) == timeline.to_move
        if not is_hidden or is_own_turn or not isinstance(action, Action):
            return
        yield action


@dataclass(frozen=True, slots=True)
class TurnJudge:
    """A judge of turns between two players without hidden information.

    Attributes:
        bot: the bot of this game.
        level: the level of the search.
        game_seed: the seed of all random choices in the game.
        cache: the recent choices.
    """

    bot: Bot[Any, Any]
    level: int
    game_seed: int
    cache: ChoiceCache

    def judge(
        self, timeline: Timeline[Any], end: int, later_turn_count: int, earlier_position_count: int
    ) -> Generator[int, None, Comparison[Any]]:
        """Compare the turn at the current ply with the best turn, by search.

        Args:
            timeline: the game, at the beginning of the turn.
            end: the ply after the turn.
            later_turn_count: the number of later turns to consider.
            earlier_position_count: the number of positions searched so far.
        """
        timeline_after = timeline.jump(end)
        played_score, continuation, position_count = yield from self._estimate_chances_after(
            timeline, timeline_after, later_turn_count, earlier_position_count
        )
        expected_score, expected_line, position_count = yield from self._estimate_chances(timeline, position_count)
        actions = _take_first_turns(timeline, expected_line)
        played_actions = _list_actions_until(timeline, end)
        best_actions, score = played_actions, played_score
        line = played_line = (*played_actions, *continuation)
        reply = _take_first_turns(timeline_after, continuation) if timeline_after.to_move != timeline.to_move else ()
        states = [timeline_after.state]
        for level in range(self.level, 1, -1):  # lower levels have other ideas
            if level < self.level:
                if expected_score - score <= _SERIOUS_LOSS or score - played_score > _SERIOUS_LOSS:
                    break
                choice = yield from offset_progress(self._choose(timeline, level), position_count)
                actions, position_count = choice.actions, position_count + choice.position_count
            alternative_timeline = timeline.with_line(actions)
            if alternative_timeline.state in states:
                continue
            states.append(alternative_timeline.state)
            turn_score, continuation = expected_score, ()
            if expected_score - played_score > _SLIGHT_LOSS:
                turn_score, continuation, position_count = yield from self._estimate_chances_after(
                    timeline, alternative_timeline, 0, position_count
                )
            if turn_score > score:
                best_actions, score = actions, turn_score
                line = (*best_actions, *continuation)
        lines = [_take_whole_turns(timeline, line_actions) for line_actions in (line, played_line)]
        return Comparison(best_actions, score, played_score, position_count, reply, *lines)

    def _estimate_chances_after(
        self, timeline: Timeline[Any], timeline_after: Timeline[Any], later_turn_count: int, earlier_position_count: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Estimate and return the player's chances after a turn, with the expected actions and the number of positions.

        Args:
            timeline: the game before the turn, with the player to move.
            timeline_after: the game after the turn.
            later_turn_count: the number of later turns to consider.
            earlier_position_count: the number of positions searched so far.
        """
        player, outcome = timeline.to_move, timeline_after.outcome
        if outcome is not None and player is not None:
            return round(MAX_SCORE * outcome.returns[player]), (), earlier_position_count
        end = _find_end_of_turn(timeline_after)
        if later_turn_count and end > timeline_after.ply:
            comparison = yield from self.judge(timeline_after, end, later_turn_count - 1, earlier_position_count)
            score, line, position_count = comparison.score, comparison.line, comparison.position_count
        else:
            score, line, position_count = yield from self._estimate_chances(timeline_after, earlier_position_count)
        return score if timeline_after.to_move == player else -score, line, position_count

    def _estimate_chances(
        self, timeline: Timeline[Any], earlier_position_count: int
    ) -> Generator[int, None, tuple[int, tuple[Action[Any], ...], int]]:
        """Estimate and return the chances of the player to move, with the expected actions and the number of positions.

        The estimate is the mean of two searches, one before the best turn and one after it, since each is too
        optimistic for the side to move, especially in Sensei. A certain win or loss needs no second search.
        """
        choice = yield from offset_progress(self._choose(timeline, self.level), earlier_position_count)
        score, line, position_count = (
            choice.score,
            choice.line or choice.actions,
            earlier_position_count + choice.position_count,
        )
        if abs(score) < MAX_SCORE - 50:
            timeline_after = timeline.with_line(choice.actions)
            reply = (
                None
                if timeline_after.outcome
                else (yield from offset_progress(self._choose(timeline_after, self.level), position_count))
            )
            if reply is not None:
                position_count += reply.position_count
                line = (*choice.actions, *(reply.line or reply.actions))
                score = (score + (reply.score if timeline_after.to_move == timeline.to_move else -reply.score)) // 2
        return score, line, position_count

    def _choose(self, timeline: Timeline[Any], level: int) -> Generator[int, None, TurnChoice[Any]]:
        player = timeline.to_move
        if player is None:
            raise ValueError("the game is over")
        key = (timeline.game.id, self.game_seed, level, timeline.states[0], timeline.texts[: timeline.ply])
        if key not in self.cache:
            self.cache[key] = yield from self.bot.think(
                timeline.state_for(player), question_at(timeline, player, level, self.game_seed)
            )
            if len(self.cache) > _MAX_CACHED_CHOICES:
                self.cache.popitem(last=False)
        return self.cache[key]


def _list_actions_until(timeline: Timeline[Any], end: int) -> tuple[Action[Any], ...]:
    return tuple(entry for entry in timeline.entries[timeline.ply : end] if isinstance(entry, Action))


def _find_end_of_turn(timeline: Timeline[Any]) -> int:
    """Return the ply after the turn that begins at the current ply, or the current ply if no entry follows."""
    end, player = timeline.ply, timeline.to_move
    while (
        end < len(timeline.entries)
        and isinstance(timeline.entries[end], Action)
        and timeline.game.to_move(timeline.states[end]) == player
    ):
        end += 1
    return end


def _take_first_turns(timeline: Timeline[Any], line: Sequence[Action[Any]], count: int = 1) -> tuple[Action[Any], ...]:
    """Return the actions in the first turns of a line from the current state."""
    return tuple(action for turn in islice(line_turns(timeline, line), count) for action in turn)


def _take_whole_turns(timeline: Timeline[Any], line: Sequence[Action[Any]]) -> tuple[Action[Any], ...]:
    """Return the actions in the first turns of a line, without an incomplete turn after the first."""
    return tuple(action for turn in whole_turns(timeline, line, MAX_LINE_TURNS) for action in turn)
