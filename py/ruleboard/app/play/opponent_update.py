"""Updates after a bot has chosen actions or judged a turn, and when a bot's next step is due."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app import notices
from ruleboard.app.board import announcements as announcing
from ruleboard.app.board import guide, history, opponents, review
from ruleboard.app.board.gestures import bot_turn_message
from ruleboard.app.board.opponent_loop import LoopEvent
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget
from ruleboard.app.messages import Update
from ruleboard.app.play.saving import change_timeline, update_after_touch, updated_step, updated_view
from ruleboard.app.play.view_update import show_advice, update_replay
from ruleboard.thinking.messages import Failure, Judgement, Reply


def on_opponent_event(table: Table, event: LoopEvent, context: Context, services: Services) -> Update[Table]:
    """Return the update after an answer of a bot, or when a bot's next step is due."""
    match event:
        case Reply():
            return _on_choice(table, event, context, services)
        case Judgement():
            return _on_judgement(table, event, context, services)
        case Failure():
            return _on_failure(table, context).with_notice("bug", notices.internal_error_notice())
        case step:
            return _on_step(table, step, context, services)


def _on_choice(table: Table, reply: Reply, context: Context, services: Services) -> Update[Table]:
    """Return the update after a bot has chosen actions for its turn or for a hint, or has ended the game instead."""
    may_resign = context.settings.resign and not guide.is_guided(table)  # learners want to see the end
    new_table = opponents.with_choice(table, reply.actions, reply.score, reply.line, may_resign=may_resign)
    if new_table.draw_offer is not None and table.draw_offer is None:
        return updated_view(new_table, context).with_announcement(announcing.draw_offer_text(new_table))
    if new_table.advice is not table.advice:
        return show_advice(new_table, context)
    return change_timeline(table, new_table, context, services)


def _on_failure(table: Table, context: Context) -> Update[Table]:
    """Return the update after a bot failed. It pauses the game, since the loop would repeat the request forever.

    If the bot failed to judge the person's turn, the game continues without a judgement.
    """
    if guide.turn_to_judge(table):
        return updated_view(replace(table, guided_turn=replace(table.guided_turn, is_judged=True)), context)
    return updated_view(review.stop_review(replace(table, bots=replace(table.bots, are_paused=True))), context)


def _on_judgement(table: Table, judgement: Judgement, context: Context, services: Services) -> Update[Table]:
    """Return the update after a judgement: of the person's turn in a guided game, or of a turn in a review.

    The store keeps complete reviews, and also the verdicts of an incomplete review, so that it can be resumed.
    """
    if guide.turn_to_judge(table):
        judged_table = guide.with_judgement(table, judgement)
        consequence = guide.consequence(judged_table).sentence
        return (
            updated_view(judged_table, context)
            .with_announcement(announcing.mistake_text(consequence))
            .with_reveals(ScrollTarget.REFUSAL)
            if consequence
            else updated_view(judged_table, context)
        )
    new_table = review.with_verdict(table, judgement)
    if new_table.review is None:
        return updated_view(new_table, context)
    if not new_table.review.is_complete:
        services.games.reviews.set_partial_review(table.id, table.timeline.to_record(), new_table.review.verdicts)
        return updated_view(new_table, context)
    if not table.saving.is_unsaved:
        services.games.reviews.set(table.id, table.timeline.to_record(), new_table.review.verdicts)
    return updated_view(new_table, context).with_announcement(announcing.review_text(new_table))


def _on_step(table: Table, step: opponents.Step, context: Context, services: Services) -> Update[Table]:
    """Return the update after a step that needs no computation by a bot."""
    match step:
        case opponents.PlayPlannedAction():
            new_table, action = opponents.play_planned_action(table)
            if action is None:
                return Update(new_table, context.shared)
            is_hidden = table.timeline.is_hidden()
            is_notice = table.message == bot_turn_message(table)  # it is out of date now
            if is_hidden and new_table.timeline.is_hidden() and not is_notice:
                new_table = replace(new_table, message=table.message)  # the person still has to read it
            return update_after_touch(table, new_table, action, context, services, mentions_action=not is_hidden)
        case opponents.AnswerDrawOffer():
            new_table = opponents.answer_offer(table)
            if new_table.timeline is not table.timeline or new_table.draw_responder is not None:
                return change_timeline(table, new_table, context, services)
            return updated_view(new_table, context).with_announcement(announcing.situation_text(new_table))
        case opponents.AdvanceReplay():
            return update_replay(table, history.advance_replay(table, 1), context)
        case opponents.AdvanceTurnReplay():
            replayed_table = history.advance_turn_replay(table)
            announcement = (
                announcing.past_action_text(replayed_table)
                if replayed_table.display.ply is not None
                else announcing.situation_text(replayed_table)
            )
            return updated_step(table, replayed_table, context).with_announcement(announcement)
    return Update(table, context.shared)
