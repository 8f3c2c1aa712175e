"""Updates of the game that is played when an opponent, or the review of a finished game, has thought."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import Announce, Place, Reveal
from ruleboard.app.messages import Updated
from ruleboard.app.play import announcements as announcing
from ruleboard.app.play import guide, history, opponents, review
from ruleboard.app.play.saving import act, animated, change, shown
from ruleboard.app.play.table import Table
from ruleboard.app.play.viewing import advised, replayed
from ruleboard.thinking.messages import Judgement, Reply


def opponent_chose(table: Table, reply: Reply, context: Context) -> Updated[Table]:
    """Return the update after an opponent has chosen its next actions; it may have ended the game instead."""
    resigns = context.settings.resign == "on" and not guide.is_guided(table)  # who learns wants to see the end
    after = opponents.with_choice(table, reply.actions, reply.score, resigns=resigns)
    if after.offer is not None and table.offer is None:
        return shown(after, Announce(announcing.offered(after)))
    if after.advice is not table.advice:
        return advised(after)
    return change(table, after, context)


def opponent_failed(table: Table) -> Updated[Table]:
    """Return the update after an opponent could not choose: the game is paused, so that it is not asked for ever.

    Where only the reader's turn could not be judged, the game goes on without that.
    """
    if guide.turn_to_judge(table):
        return shown(replace(table, judged=True))
    return shown(review.stop(replace(table, paused=True)))


def turn_judged(table: Table, judgement: Judgement, context: Context) -> Updated[Table]:
    """Return the update after a turn was judged, the reader's in a guided game or one of a review.

    A complete review is stored beside the game; one that is left before its end goes on where it was.
    """
    if guide.turn_to_judge(table):
        guided = guide.with_judgement(table, judgement)
        told = guide.consequence(guided).sentence
        return shown(guided, Announce(announcing.mistaken(told)), Reveal(Place.REFUSAL)) if told else shown(guided)
    after = review.with_verdict(table, judgement.actions, judgement.score, judgement.played)
    if after.review is None:
        return shown(after)
    if not after.review.is_complete:
        context.games.reviews.keep_begun(table.id, table.timeline.to_record(), after.review.verdicts)
        return shown(after)
    if not table.unsaved:
        context.games.reviews.put(table.id, table.timeline.to_record(), after.review.verdicts)
    return shown(after, Announce(announcing.reviewed(after)))


def opponent_steps(table: Table, step: opponents.Step, context: Context) -> Updated[Table]:
    """Return the update after a step of an opponent that needs no thought."""
    match step:
        case opponents.Act():
            after, action = opponents.next_action(table)
            if action is None:
                return Updated(after)
            hidden = table.timeline.is_hidden()
            return act(table, after, action, context, told=not hidden)
        case opponents.AnswerOffer():
            after = opponents.answer_offer(table)
            if after.timeline is not table.timeline or after.answering is not None:
                return change(table, after, context)
            return shown(after, Announce(announcing.situation(after)))
        case opponents.AdvanceReplay():
            return replayed(table, history.advance_replay(table, 1), context)
        case opponents.ShowAgain():
            again = history.advance_turn_again(table)
            said = announcing.past_move(again) if again.viewed_at is not None else announcing.situation(again)
            return shown(again, animated(table, again, context), Announce(said))
    return Updated(table)
