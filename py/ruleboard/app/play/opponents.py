"""Opponents at the table: the step that is theirs now, and the table after it. Pure.

``runtime.opponents`` asks for the step after every change, and takes it when it is due.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ruleboard.app.play import endings, guide, review
from ruleboard.app.play.advice import HINT_LEVEL, Kind, with_hint
from ruleboard.app.play.session import play
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import WON

FIRST_PAUSE: Final = 450
"""Milliseconds before the first action of an opponent's turn, so that the board is seen as it was."""
AFTER_LAST_ACTION: Final = 2500
"""The same after a person's turn that ended by itself: it may be taken back before anything else happens."""
AFTER_OPPONENT: Final = 1200
"""The same after another opponent's turn, where a screen may show a part of the board only: that has to be seen."""
PAUSE: Final = 900
"""Milliseconds between two actions of a turn, so that each can be followed."""
REPLAY_PAUSE: Final = 2500
"""Milliseconds for each frame of a replay if no person is there to go on."""

LOST: Final = -WON * 9 // 10
"""The score from which down an opponent takes its game for lost."""
_LOST_TURNS: Final = 3
"""The number of turns in a row after which it resigns a lost game."""
_EVEN: Final = WON // 20
"""Scores up to this size are even chances."""
_EVEN_TURNS: Final = 6
"""The number of turns in a row with even chances after which an opponent offers a draw, once."""
_LONG: Final = 60
"""The number of entries before which no opponent offers a draw."""


@dataclass(frozen=True, slots=True)
class Think:
    """A choice of actions is due.

    Attributes:
        id: the game's id in the library.
        entries: the entries of the game so far, which tell one place from another.
        level: the level of the opponent.
    """

    id: str
    entries: tuple[Action[Any] | str, ...]
    level: int


@dataclass(frozen=True, slots=True)
class Act:
    """The next of the chosen actions is due.

    Attributes:
        id: the game's id in the library.
        entries: the entries of the game so far.
        text: the text of the action.
        after: the time to wait, in milliseconds.
    """

    id: str
    entries: tuple[Action[Any] | str, ...]
    text: str
    after: int


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """An answer to a draw offer is due, after a time in milliseconds.

    Attributes:
        id: the game's id in the library.
        player: the player to answer, 0-based.
        after: the time to wait, in milliseconds.
    """

    id: str
    player: int
    after: int = FIRST_PAUSE


@dataclass(frozen=True, slots=True)
class AdvanceReplay:
    """The next frame of a replay is due, in a game without persons.

    Attributes:
        id: the game's id in the library.
        step: the frame that is shown.
        after: the time to wait, in milliseconds.
    """

    id: str
    step: int
    after: int = REPLAY_PAUSE


@dataclass(frozen=True, slots=True)
class ShowAgain:
    """The next action of a turn that is shown again is due.

    Attributes:
        id: the game's id in the library.
        at: the number of entries before the state that is shown.
        after: the time to wait, in milliseconds.
    """

    id: str
    at: int
    after: int = PAUSE


@dataclass(frozen=True, slots=True)
class Judge:
    """The judgement of a turn is due: the next one of a review, or the reader's last one in a guided game.

    Attributes:
        id: the game's id in the library.
        first: the number of entries before the turn.
        end: the number of entries after it.
        level: the level of the opponent that judges.
    """

    id: str
    first: int
    end: int
    level: int


Step: TypeAlias = Think | Act | AnswerOffer | AdvanceReplay | ShowAgain | Judge


def due(table: Table) -> Step | None:
    """Return the step that is an opponent's now, or that of a judgement; None while a person decides, looks back or
    has paused the game.
    """
    if table.review and not table.taken_over and (turn := table.review.next_turn):
        return Judge(table.id, turn.first, turn.end, review.LEVEL)
    if table.again and table.viewed_at is not None and not table.taken_over:
        return ShowAgain(table.id, table.viewed_at)
    if table.paused or table.taken_over or table.viewed_at is not None or table.history_open:
        return None
    if table.replay is not None:
        return None if table.persons else AdvanceReplay(table.id, table.replay.step)
    timeline = table.timeline
    if table.answering is not None:
        return AnswerOffer(table.id, table.answering) if table.level_of(table.answering) else None
    entries, level = timeline.entries[: timeline.at], table.level_to_move
    if table.advice and table.advice.kind is Kind.ASKED and not table.read_only:
        return Think(table.id, entries, HINT_LEVEL)
    if not level or table.curtain or table.mistake:
        return None
    if turn := guide.turn_to_judge(table):
        return Judge(table.id, turn.first, turn.end, guide.LEVEL)
    if not table.plan:
        return Think(table.id, entries, level)
    if table.turn_ended_for is not None:
        first = AFTER_LAST_ACTION
    else:
        first = AFTER_OPPONENT if table.panned and table.opponents_turns else FIRST_PAUSE
    return Act(table.id, entries, table.plan[0], PAUSE if table.plan_begun else first)


def with_choice(table: Table, actions: Sequence[str], score: int, *, resigns: bool) -> Table:
    """Return the table after the next actions were chosen: a hint to a person, or an opponent's own.

    An opponent may also end the game, or offer a draw.

    Args:
        table: the table at which the opponent is to move.
        actions: the texts of the actions, at least one.
        score: the chances of the opponent with them.
        resigns: True if opponents resign lost games.
    """
    player = table.timeline.to_move
    if player is None:
        return table
    if not table.level_to_move:
        return with_hint(table, actions)
    mine = (*table.scores_of(player), score)
    scored = replace(table, scores=(*table.scores, (player, score)), plan=tuple(actions), plan_begun=False)
    if resigns and len(mine) >= _LOST_TURNS and all(one <= LOST for one in mine[-_LOST_TURNS:]):
        return endings.resign(scored, player)
    if score <= 0 and scored.timeline.claim():
        return endings.claim_draw(scored)
    if len(mine) == _EVEN_TURNS and scored.timeline.at >= _LONG and all(abs(one) <= _EVEN for one in mine):
        return endings.offer_draw_by(scored, player)
    return scored


def next_action(table: Table) -> tuple[Table, Action[Any] | None]:
    """Return the table after the next of the chosen actions, and the action.

    If it is not legal, the action is None and the game is paused: the opponent would choose it again for ever.
    """
    timeline = table.timeline
    if not table.plan or not table.level_to_move:
        return replace(table, plan=()), None
    try:
        action = timeline.game.parse_action(timeline.state, table.plan[0])
    except RuleboardError:
        return replace(table, plan=(), paused=True), None
    after = play(table, action)
    same = after.timeline.to_move == timeline.to_move
    return replace(after, plan=table.plan[1:] if same else (), plan_begun=same), action


def answer_offer(table: Table) -> Table:
    """Return the table after an opponent has answered a draw offer: it accepts unless it stands better."""
    if table.answering is None:
        return table
    scores = table.scores_of(table.answering)
    worse = bool(scores) and scores[-1] < -_EVEN
    even = bool(scores) and abs(scores[-1]) <= _EVEN and table.timeline.at >= _LONG
    return endings.answer_draw_offer(table, worse or even)
