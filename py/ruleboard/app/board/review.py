"""The review of a finished game: its turns, their verdicts, the turning points and each player's accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Final

from ruleboard.app.board.parts import LineKind, Review, ReviewTurn
from ruleboard.app.board.table import Table
from ruleboard.app.storage.reviews import Verdict
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.timeline import Timeline, line_turns
from ruleboard.thinking.messages import Judgement

REVIEW_NOTE: Final = "review"
"""The id of the review among the notes next to the board."""
JUDGE_LEVEL: Final = 5
"""The level of the bot that judges."""
MAX_TURNING_POINTS: Final = 5
"""The maximum number of turning points of a game."""
MIN_SERIOUS_LOSS: Final = 150
"""The minimum loss of score for which a turn may be a turning point: 7.5 % of the range of chances."""
_HALVING_LOSS: Final = 300
"""The loss of score that halves the accuracy of a turn: 15 % of the range of chances."""


def review_turns(timeline: Timeline[Any]) -> tuple[ReviewTurn, ...]:
    """Return all turns of a game, including undone turns.

    A turn is a series of actions of one player in one line of the move list. Hidden and visible actions form separate
    turns.
    """
    turns: list[ReviewTurn] = []
    line_start = 0
    for index, move_list_turn in enumerate(timeline.turns()):
        end = move_list_turn.items[-1][0] + 1
        turn_starts = [
            ply
            for ply in range(line_start, end)
            if ply == line_start or _deciding_player(timeline, ply) != _deciding_player(timeline, ply - 1)
        ]
        for start, turn_end in pairwise((*turn_starts, end)):
            player, _hidden = _deciding_player(timeline, start)
            if player is not None and isinstance(timeline.entries[start], Action):
                turns.append(ReviewTurn(start, turn_end, player, index))
        line_start = end
    return tuple(turns)


def _deciding_player(timeline: Timeline[Any], ply: int) -> tuple[int | None, bool]:
    """Return the player who decides at a ply, and whether the decision is hidden."""
    return timeline.game.to_move(timeline.states[ply]), timeline.is_hidden(ply)


def consistent_verdicts(timeline: Timeline[Any], verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Correct the verdicts so that the chances after each turn equal the chances before the next turn.

    The correction applies to visible turns of two players. Since searches look ahead unequally far, the later of two
    verdicts is more reliable. The correction therefore runs backwards from the end of the game.

    Args:
        timeline: the game.
        verdicts: the verdicts on all its turns.
    """
    result = list(verdicts)
    for turn_number in range(len(result) - 2, -1, -1):
        verdict, next_verdict = result[turn_number], result[turn_number + 1]
        are_comparable = (
            verdict.best_actions
            and next_verdict.best_actions
            and not timeline.is_hidden(verdict.start)
            and not timeline.is_hidden(next_verdict.start)
        )
        if max(timeline.game.players) != 2 or not are_comparable or verdict.end != next_verdict.start:
            continue
        played_score = next_verdict.score if next_verdict.player == verdict.player else -next_verdict.score
        actions = timeline.texts[verdict.start : verdict.end]
        has_played_best_turn = (
            actions[: len(verdict.best_actions)] == verdict.best_actions
        )  # a bot may judge only the first actions
        best_actions = actions if has_played_best_turn or verdict.score <= played_score else verdict.best_actions
        score = played_score if best_actions == actions else verdict.score
        result[turn_number] = replace(verdict, score=score, played_score=played_score, best_actions=best_actions)
    return tuple(result)


def turning_points(review: Review) -> tuple[int, ...]:
    """Return the indexes of the turns that lost most chances, in playing order, at most ``MAX_TURNING_POINTS``."""
    candidates = [
        turn_number
        for turn_number, verdict in enumerate(review.verdicts)
        if verdict.best_actions and verdict.loss >= MIN_SERIOUS_LOSS
    ]
    worst_turns = sorted(candidates, key=lambda turn_number: (-review.verdicts[turn_number].loss, turn_number))[
        :MAX_TURNING_POINTS
    ]
    return tuple(sorted(worst_turns))


def _with_lines_of_turning_points(review: Review) -> Review:
    """Return the review without the lines of other turns, which the page does not show."""
    points = turning_points(review)
    return replace(
        review,
        verdicts=tuple(
            verdict if number in points else replace(verdict, line=(), played_line=())
            for number, verdict in enumerate(review.verdicts)
        ),
    )


def accuracy(review: Review, player: int) -> int | None:
    """Return the accuracy of a player in percent, None if the bot could judge none of their turns.

    The accuracy is the mean of ``H / (H + loss)`` over the player's turns. A loss of ``H`` halves the accuracy. A turn
    without loss counts 100 %, a turn that loses 15 % of the chances counts 50 %.
    """
    losses = [verdict.loss for verdict in review.verdicts if verdict.player == player and verdict.best_actions]
    if not losses:
        return None
    return round(sum(100 * _HALVING_LOSS / (_HALVING_LOSS + loss) for loss in losses) / len(losses))


def chances(timeline: Timeline[Any], review: Review, player: int) -> tuple[tuple[int, int], ...]:
    """Return a player's chances during the game, as pairs of the index of a turn and the score before that turn.

    Once every turn has a verdict, the last pair is the result. In a game for two, the chances of one player are the
    opposite of the other's. In a game for more, each player has chances only at their own turns.

    Args:
        timeline: the game.
        review: the review.
        player: the player, from 0.
    """
    has_one_line = max(timeline.game.players) == 2
    points = [
        (number, verdict.score if verdict.player == player else -verdict.score)
        for number, verdict in enumerate(review.verdicts)
        if verdict.best_actions and (has_one_line or verdict.player == player)
    ]
    outcome = timeline.final_outcome
    if points and outcome and review.is_complete:
        points.append((len(review.turns), round(MAX_SCORE * outcome.returns[player])))
    return tuple(points)


def parse_actions(timeline: Timeline[Any], texts: Sequence[str]) -> tuple[Action[Any], ...]:
    """Parse the texts of actions from the current state, up to the first illegal one."""
    game, state = timeline.game, timeline.state
    actions: list[Action[Any]] = []
    with suppress(RuleboardError):
        for text in texts:
            actions.append(game.parse_action(state, text))
            state = game.apply(state, actions[-1])
    return tuple(actions)


def best_actions(timeline: Timeline[Any], verdict: Verdict) -> tuple[Action[Any], ...]:
    """Return the actions of the best turn, up to the first illegal one."""
    return parse_actions(timeline.jump(verdict.start), verdict.best_actions)


def viewed_turning_point(table: Table) -> int | None:
    """Return the index of the turn if the board shows a turning point, or None."""
    review = table.review
    if review is None or table.display.ply is None or table.notes.open_note != REVIEW_NOTE:
        return None
    return next(
        (turn_number for turn_number in turning_points(review) if review.turns[turn_number].start == table.display.ply),
        None,
    )


def retry_ply(table: Table) -> int | None:
    """Return the ply at which a person can try a turn again in a new game against bots, or None.

    This is the viewed turning point. Players who decided at the same time decide again, too.
    """
    timeline, person = table.viewed_timeline, table.only_person
    decides_turn = viewed_turning_point(table) is not None and person is not None and timeline.to_move == person
    if not decides_turn or table.display.variation or table.saving.is_in_other_tab:
        return None
    ply = timeline.ply
    while (
        timeline.is_hidden()
        and ply
        and timeline.is_hidden(ply - 1)
        and _deciding_player(timeline, ply - 1)[0] != person
    ):
        ply -= 1
    return ply


def better_actions(table: Table) -> tuple[Action[Any], ...]:
    """Return the actions of the better turn if the board shows a turning point, else an empty tuple."""
    turn_number = viewed_turning_point(table)
    if turn_number is None or table.review is None or table.display.variation:
        return ()
    return best_actions(table.timeline, table.review.verdicts[turn_number])


def review_line(
    timeline: Timeline[Any], review: Review, turn_number: int, kind: LineKind
) -> tuple[tuple[Action[Any], ...], ...]:
    """Return the turns of a line.

    The line begins with the turn at the index ``turn_number`` and contains at least this turn.
    """
    verdict, timeline_before = review.verdicts[turn_number], timeline.jump(review.turns[turn_number].start)
    if kind is LineKind.BETTER:
        line, turn = verdict.line, verdict.best_actions
    else:
        line, turn = verdict.played_line, timeline.texts[verdict.start : verdict.end]
    return tuple(line_turns(timeline_before, parse_actions(timeline_before, line or turn)))


def viewed_line(table: Table) -> tuple[tuple[Action[Any], ...], ...]:
    """Return the turns of the line of the current hint or of the viewed turning point.

    Return an empty tuple if the board shows neither.
    """
    if table.display.variation_line is LineKind.HINT:
        return table.advice.line if table.advice else ()
    turn_number = viewed_turning_point(table)
    if turn_number is None or table.review is None:
        return ()
    return review_line(table.timeline, table.review, turn_number, table.display.variation_line)


def viewed_line_turn_count(table: Table) -> int:
    """Return how many turns of the viewed line have been played on the board: 0 for the position before the line."""
    if table.display.ply is None:
        return 0
    turn_ends = accumulate(map(len, viewed_line(table)))
    return sum(1 for end in turn_ends if end <= len(table.display.variation))


def show_line(table: Table, kind: LineKind, step: int) -> Table:
    """Return the table with the position after ``step`` turns of a line on the board.

    Args:
        table: the table.
        kind: the line.
        step: the number of turns, 0 for the position before the line.
    """
    ply, awaits_handover = table.display.ply, table.display.awaits_handover
    if kind is LineKind.HINT:  # a hint belongs to the current state
        ply = table.timeline.ply if step > 0 else None
    line = viewed_line(replace(table, display=replace(table.display, variation_line=kind)))
    if not line:
        return table
    variation = tuple(action for turn in line[: max(0, step)] for action in turn)
    display = table.display.at(ply, awaits_handover=awaits_handover)
    return replace(table, display=replace(display, variation=variation, variation_line=kind))


def open_review(table: Table, saved_verdicts: tuple[Verdict, ...] | None) -> Table:
    """Return the table with its review next to the board. The review starts or resumes unless it is complete.

    Args:
        table: the table of a finished game.
        saved_verdicts: the stored verdicts on all turns or on the first turns, or None.
    """
    if not table.timeline.is_finished or table.saving.is_in_other_tab:
        return table
    review = table.review or Review(review_turns(table.timeline), saved_verdicts or ())
    if [(verdict.start, verdict.end) for verdict in review.verdicts] != [
        (turn.start, turn.end) for turn in review.turns[: len(review.verdicts)]
    ]:
        review = replace(review, verdicts=())
    review = replace(review, is_running=not review.is_complete)
    return replace(table, review=review, notes=replace(table.notes, open_note=REVIEW_NOTE, step=0))


def stop_review(table: Table) -> Table:
    """Stop the review of a table. The review keeps the verdicts so far."""
    return replace(table, review=replace(table.review, is_running=False)) if table.review else table


def with_verdict(table: Table, judgement: Judgement) -> Table:
    """Return the table with the verdict on the next turn."""
    review = table.review
    turn = review.next_turn if review else None
    if review is None or turn is None:
        return table
    scores = max(judgement.score, judgement.played_score), judgement.played_score
    lines = judgement.line, judgement.played_line
    verdict = Verdict(turn.start, turn.end, turn.player, *scores, judgement.actions, *lines)
    review = replace(review, verdicts=(*review.verdicts, verdict))
    if review.is_complete:
        verdicts = consistent_verdicts(table.timeline, review.verdicts)
        review = _with_lines_of_turning_points(replace(review, verdicts=verdicts))
    return replace(table, review=replace(review, is_running=not review.is_complete))
