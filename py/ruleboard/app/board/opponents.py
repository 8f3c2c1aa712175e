"""The bots at a table: their next step, and the table after each step. All functions are pure.

After every change, ``OpponentLoop`` requests the next step. It reports the step when the step's pause is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final, TypeAlias, assert_never

from ruleboard.app.board import endings, guide, review
from ruleboard.app.board import situation as situations
from ruleboard.app.board.advice import HINT_LEVEL, with_hint
from ruleboard.app.board.changes import play_action
from ruleboard.app.board.last_turn import opponent_turns, player_whose_turn_ended
from ruleboard.app.board.orientation import starts_zoomed
from ruleboard.app.board.parts import AdviceKind, BotScore
from ruleboard.app.board.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import MAX_SCORE

FIRST_PAUSE_MS: Final = 450
"""Milliseconds before the first action of a bot's turn, so that people see the board as it was."""
PAUSE_AFTER_PERSON_MS: Final = 2500
"""Milliseconds before a bot's turn if the person's turn ended by itself, so that the person can undo it first."""
PAUSE_AFTER_OPPONENT_MS: Final = 1200
"""Milliseconds before a bot's turn after another bot's, if the screen shows a part of the board and has to pan."""
ACTION_PAUSE_MS: Final = 900
"""Milliseconds between two actions of a turn, so that people can follow them."""
REPLAY_PAUSE_MS: Final = 2500
"""Milliseconds for each frame of a replay in a game without persons, who would press the button."""

LOST_SCORE: Final = -MAX_SCORE * 9 // 10
"""The score at or below which a bot considers its game lost."""
TURNS_BEFORE_RESIGNING: Final = 3
"""The number of consecutive lost turns after which a bot resigns."""
MIN_RESIGNING_LEVEL: Final = 3
"""The lowest level of the bots that resign. Beginners play against lower ones, and want to see the end."""
_MAX_EVEN_SCORE: Final = MAX_SCORE // 20
"""The largest absolute score that counts as even chances."""
_TURNS_BEFORE_DRAW_OFFER: Final = 6
"""The number of consecutive late turns with even chances after which a bot offers a draw, once."""
_MIN_PLIES_FOR_DRAW: Final = 60
"""The ply from which turns are late. Before it, a bot accepts a draw only in a lost game."""
_TURNS_BEFORE_ACCEPTING_DRAW: Final = 3
"""The number of consecutive turns without better chances after which a bot accepts a draw."""
ANSWER_PAUSE_MS: Final = 1500
"""Milliseconds before a bot answers a draw offer, so that people see that it considers the offer."""


@dataclass(frozen=True, slots=True)
class Think:
    """A step in which a bot chooses actions.

    Attributes:
        id: the game's id in the library.
        entries: the entries of the game so far, which distinguish this step from steps at other positions.
        level: the level of the bot.
        opponent_level: the level of the bot whose typical play a hint expects, or 0.
    """

    id: str
    entries: tuple[Action[Any] | str, ...]
    level: int
    opponent_level: int = 0


@dataclass(frozen=True, slots=True)
class PlayPlannedAction:
    """A step in which a bot plays the next action of its plan.

    Attributes:
        id: the game's id in the library.
        entries: the entries of the game so far.
        text: the text of the action.
        pause: the time to wait before the step, in milliseconds.
    """

    id: str
    entries: tuple[Action[Any] | str, ...]
    text: str
    pause: int


@dataclass(frozen=True, slots=True)
class AnswerDrawOffer:
    """A step in which a bot answers a draw offer.

    Attributes:
        id: the game's id in the library.
        player: the bot's player, from 0.
        pause: the time to wait before the step, in milliseconds.
    """

    id: str
    player: int
    pause: int = ANSWER_PAUSE_MS


@dataclass(frozen=True, slots=True)
class AdvanceReplay:
    """A step in which the page shows the next frame of a replay, in a game without persons.

    Attributes:
        id: the game's id in the library.
        step: the current frame, from 0.
        pause: the time to wait before the step, in milliseconds.
    """

    id: str
    step: int
    pause: int = REPLAY_PAUSE_MS


@dataclass(frozen=True, slots=True)
class AdvanceTurnReplay:
    """A step in which the page shows the next action of a replayed turn.

    Attributes:
        id: the game's id in the library.
        ply: the ply of the viewed state.
        pause: the time to wait before the step, in milliseconds.
    """

    id: str
    ply: int
    pause: int = ACTION_PAUSE_MS


@dataclass(frozen=True, slots=True)
class JudgeTurn:
    """A step in which a bot judges a turn: the next one of a review, or the person's last one in a guided game.

    Attributes:
        id: the game's id in the library.
        start: the ply at which the turn began.
        end: the ply after the turn.
        level: the level of the bot that judges.
        opponent_level: the level of the bot whose typical play the judgement expects, or 0.
    """

    id: str
    start: int
    end: int
    level: int
    opponent_level: int = 0


Step: TypeAlias = Think | PlayPlannedAction | AnswerDrawOffer | AdvanceReplay | AdvanceTurnReplay | JudgeTurn


def next_step(table: Table) -> Step | None:
    """Return the next step of a bot, or None.

    There is no step while a person decides, looks at a past state, or has paused the game.
    """
    if table.review and not table.saving.is_in_other_tab and (turn := table.review.next_turn):
        return JudgeTurn(table.id, turn.start, turn.end, review.JUDGE_LEVEL)
    situation = table.situation
    if isinstance(situation, situations.LookingBack):
        return AdvanceTurnReplay(table.id, situation.ply) if situation.replays_turn else None
    if table.bots.are_paused:
        return None
    match situation:
        case situations.Replaying(position=position, underlying_situation=underlying_situation):
            is_watched = bool(table.persons) or isinstance(
                underlying_situation, situations.InOtherTab | situations.InReplayHistory | situations.LookingBack
            )
            return None if is_watched else AdvanceReplay(table.id, position.step)
        case situations.DrawOffered(offer=offer, underlying_situation=underlying_situation):
            has_bot_responder = table.bot_level_of(offer.responder) and not isinstance(
                underlying_situation, situations.InReplayHistory
            )
            return AnswerDrawOffer(table.id, offer.responder) if has_bot_responder else None
        case situations.PersonToMove():
            is_searching = table.advice is not None and table.advice.kind is AdviceKind.SEARCHING
            return Think(table.id, _entries(table), HINT_LEVEL, guide.opponent_level(table)) if is_searching else None
        case situations.OpponentToMove(level=level):
            return _opponent_step(table, level)
        case (
            situations.InOtherTab()
            | situations.InReplayHistory()
            | situations.GameOver()
            | situations.HandOver()
            | situations.MistakeMade()
        ):
            return None
        case _:
            assert_never(situation)


def _entries(table: Table) -> tuple[Action[Any] | str, ...]:
    """Return the entries of the game up to the current state."""
    return table.timeline.entries[: table.timeline.ply]


def _opponent_step(table: Table, level: int) -> Step:
    """Return the next step of the bot to move, or the request for a judgement that this bot needs first."""
    if turn := guide.turn_to_judge(table):
        return JudgeTurn(table.id, turn.start, turn.end, guide.JUDGE_LEVEL, guide.opponent_level(table))
    entries, plan = _entries(table), table.bots.plan
    if not plan:
        return Think(table.id, entries, level)
    if table.bots.is_mid_plan:
        pause = ACTION_PAUSE_MS
    elif player_whose_turn_ended(table) is not None:
        pause = PAUSE_AFTER_PERSON_MS
    else:
        pause = PAUSE_AFTER_OPPONENT_MS if starts_zoomed(table) and opponent_turns(table) else FIRST_PAUSE_MS
    return PlayPlannedAction(table.id, entries, plan[0], pause)


def with_choice(
    table: Table, actions: Sequence[str], score: int, line: Sequence[str] = (), *, may_resign: bool
) -> Table:
    """Return the table with the actions that a bot chose, as a hint to a person or as the bot's plan.

    The bot may also resign, or claim or offer a draw.

    Args:
        table: the table at which the bot is to move.
        actions: the texts of the actions, at least one.
        score: the bot's chances with these actions.
        line: the texts of the actions and of the expected actions after them, for a hint; may be empty.
        may_resign: True if bots resign lost games.
    """
    player = table.timeline.to_move
    if player is None:
        return table
    if not table.bot_level_to_move:
        return with_hint(table, actions, line)
    timeline = table.timeline
    # Undo makes later scores invalid.
    past_scores = tuple(bot_score for bot_score in table.bots.scores if bot_score.ply < timeline.ply)
    scores = (*past_scores, BotScore(player, timeline.ply, score))
    new_table = replace(table, bots=replace(table.bots, scores=scores, plan=tuple(actions), is_mid_plan=False))
    level, players = table.bot_level_to_move, len(timeline.game.sides(timeline.state))
    if may_resign and resigns(level, players, _bot_scores(new_table, player)):
        return endings.resign(new_table, player)
    if score <= 0 and timeline.draw_claim_reason():
        return endings.claim_draw(new_table)
    late_scores = (
        bot_score.score
        for bot_score in reversed(scores)
        if bot_score.player == player and bot_score.ply >= _MIN_PLIES_FOR_DRAW
    )
    even_turn_count = sum(1 for _ in takewhile(lambda late_score: abs(late_score) <= _MAX_EVEN_SCORE, late_scores))
    return endings.offer_draw_by(new_table, player) if even_turn_count == _TURNS_BEFORE_DRAW_OFFER else new_table


def resigns(level: int, player_count: int, scores: Sequence[int]) -> bool:
    """Return True if a bot resigns, given its chances in its turns so far.

    In a game of more than two players no bot resigns, since the other players could not play on.

    Args:
        level: the level of the bot.
        player_count: the number of players.
        scores: the chances that the bot computed for itself, from the oldest to the latest.
    """
    last_scores = scores[-TURNS_BEFORE_RESIGNING:]
    is_lost = len(last_scores) == TURNS_BEFORE_RESIGNING and max(last_scores) <= LOST_SCORE
    return is_lost and level >= MIN_RESIGNING_LEVEL and player_count == 2


def _bot_scores(table: Table, player: int) -> tuple[int, ...]:
    """Return the chances that a player's bot has computed for itself, from the oldest to the latest."""
    return tuple(
        bot_score.score
        for bot_score in table.bots.scores
        if bot_score.player == player and bot_score.ply <= table.timeline.ply
    )


def play_planned_action(table: Table) -> tuple[Table, Action[Any] | None]:
    """Return the table after the next action of the bot's plan, and the action.

    A step plays all actions of a hidden decision, since their number would reveal something about the decision. If the
    planned action is illegal, the returned action is None and the bots are paused, since they would choose the same
    action forever.
    """
    timeline = table.timeline
    if not table.bots.plan or not table.bot_level_to_move:
        return replace(table, bots=replace(table.bots, plan=())), None
    try:
        action = timeline.game.parse_action(timeline.state, table.bots.plan[0])
    except RuleboardError:
        return replace(table, bots=replace(table.bots, plan=(), are_paused=True)), None
    new_table = play_action(table, action)
    is_same_turn = new_table.timeline.to_move == timeline.to_move
    plan = table.bots.plan[1:] if is_same_turn else ()
    new_table = replace(new_table, bots=replace(new_table.bots, plan=plan, is_mid_plan=is_same_turn))
    if plan and timeline.is_hidden() and new_table.timeline.is_hidden():
        later_table, last_action = play_planned_action(new_table)
        return later_table, last_action or action
    return new_table, action


def answer_offer(table: Table) -> Table:
    """Return the table after a bot answered a draw offer.

    The bot accepts in a lost game. Otherwise it declines if the game is young or if its chances were better than even
    in one of its last turns.
    """
    if table.draw_responder is None:
        return table
    scores = _bot_scores(table, table.draw_responder)[-_TURNS_BEFORE_ACCEPTING_DRAW:]
    is_lost = bool(scores) and scores[-1] <= LOST_SCORE
    lacks_advantage = len(scores) == _TURNS_BEFORE_ACCEPTING_DRAW and max(scores) <= _MAX_EVEN_SCORE
    accepts = is_lost or (lacks_advantage and table.timeline.ply >= _MIN_PLIES_FOR_DRAW)
    return endings.answer_draw_offer(table, accepts)
