"""The review of a finished game: its turns, their judgements, the turning points and the accuracy. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ruleboard.app.storage.reviews import Verdict
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.search.thinking import WON
from ruleboard.engine.timeline import Timeline

if TYPE_CHECKING:
    from ruleboard.app.play.table import Table

REVIEW: Final = "review"
"""The id of the review among the notes beside the board."""
LEVEL: Final = 5
"""The level of the opponent that judges."""
MOST_POINTS: Final = 5
"""The most turning points of a game."""
SERIOUS: Final = 150
"""The loss of chances, in scores, from which a turn may be a turning point: 7.5 %."""
_HALVED: Final = 300
"""The loss of chances, in scores, that halves the accuracy of a turn: 15 %."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to be judged: decisions of one player in a row.

    Attributes:
        first: the number of entries before it.
        end: the number of entries after it.
        player: the player, 0-based.
        line: the number of its line in the move list, from 0.
    """

    first: int
    end: int
    player: int
    line: int


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, or as much of it as is done.

    Attributes:
        turns: the turns of the game.
        verdicts: their judgements so far, in order.
        running: True while the next turn is being judged.
    """

    turns: tuple[Turn, ...]
    verdicts: tuple[Verdict, ...] = ()
    running: bool = False

    @property
    def next_turn(self) -> Turn | None:
        """The turn that is being judged; None if the review is complete or stopped."""
        done = len(self.verdicts)
        return self.turns[done] if self.running and done < len(self.turns) else None

    @property
    def is_complete(self) -> bool:
        """True if every turn was judged."""
        return len(self.verdicts) == len(self.turns)


def turns_of(timeline: Timeline[Any]) -> tuple[Turn, ...]:
    """Return the turns of a whole line, entries taken back included.

    A turn is what one player does within a line of the move list, as long as it is done in the open, or unseen.
    """
    found: list[Turn] = []
    first = 0
    for line, turn in enumerate(timeline.turns()):
        end = turn.items[-1][0] + 1
        starts = [at for at in range(first, end) if at == first or _kind(timeline, at) != _kind(timeline, at - 1)]
        for start, stop in pairwise((*starts, end)):
            player, _hidden = _kind(timeline, start)
            if player is not None and isinstance(timeline.entries[start], Action):
                found.append(Turn(start, stop, player, line))
        first = end
    return tuple(found)


def _kind(timeline: Timeline[Any], at: int) -> tuple[int | None, bool]:
    """Return the player who decides after ``at`` entries, and True if unseen."""
    return timeline.game.to_move(timeline.states[at]), timeline.is_hidden(at)


def settled(timeline: Timeline[Any], verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return verdicts that agree with each other: between two players who see everything, a turn leaves what the next
    one begins with.

    Judgements come from searches that see unequally far. The later one is right, from the end of the game backwards.

    Args:
        timeline: the game.
        verdicts: the verdicts on all its turns.
    """
    found = list(verdicts)
    for number in range(len(found) - 2, -1, -1):
        one, then = found[number], found[number + 1]
        open_turns = one.best and then.best and not timeline.is_hidden(one.first) and not timeline.is_hidden(then.first)
        if max(timeline.game.players) != 2 or not open_turns or one.end != then.first:
            continue
        played = then.score if then.player == one.player else -then.score
        own = timeline.texts[one.first : one.end]
        best = one.best if one.best != own and one.score > played else own
        found[number] = replace(one, score=played if best == own else one.score, played=played, best=best)
    return tuple(found)


def turning_points(review: Review) -> tuple[int, ...]:
    """Return the numbers of the turns, from 0, that lost most: at most ``MOST_POINTS``, in the order of play."""
    serious = [number for number, one in enumerate(review.verdicts) if one.best and one.loss >= SERIOUS]
    worst = sorted(serious, key=lambda number: (-review.verdicts[number].loss, number))[:MOST_POINTS]
    return tuple(sorted(worst))


def accuracy(review: Review, player: int) -> int | None:
    """Return the accuracy of a player in percent, None if none of their turns could be judged.

    It is the mean over their turns of ``H / (H + loss)``: a turn that loses nothing has 100 %, one that loses 15 % of
    the chances half of that. ``H`` and ``loss`` are in scores.
    """
    losses = [one.loss for one in review.verdicts if one.player == player and one.best]
    if not losses:
        return None
    return round(sum(100 * _HALVED / (_HALVED + loss) for loss in losses) / len(losses))


def chances(timeline: Timeline[Any], review: Review, player: int) -> tuple[tuple[int, int], ...]:
    """Return how a player stood: pairs of the number of a turn and the chances before it, in scores.

    The last pair is that of the result, once every turn was judged. In a game for two the chances of one are the
    opposite of the other's. In a game for more each has those of their own turns only.

    Args:
        timeline: the game.
        review: the review.
        player: the player, 0-based.
    """
    shared = max(timeline.game.players) == 2
    found = [
        (number, one.score if one.player == player else -one.score)
        for number, one in enumerate(review.verdicts)
        if one.best and (shared or one.player == player)
    ]
    conclusion = timeline.conclusion
    if found and conclusion and review.is_complete:
        found.append((len(review.turns), round(WON * conclusion.returns[player])))
    return tuple(found)


def best_actions(timeline: Timeline[Any], verdict: Verdict) -> tuple[Action[Any], ...]:
    """Return the actions of the best turn; those before the first that cannot be made, if there is one."""
    game, state = timeline.game, timeline.states[verdict.first]
    actions: list[Action[Any]] = []
    try:
        for text in verdict.best:
            action = game.parse_action(state, text)
            actions.append(action)
            state = game.apply(state, action)
    except RuleboardError:
        pass
    return tuple(actions)


def shown_point(table: Table) -> int | None:
    """Return the number of the turning point whose position is shown, None if it is none."""
    review = table.review
    if review is None or table.viewed_at is None or table.opened_note != REVIEW:
        return None
    return next(
        (number for number in turning_points(review) if review.turns[number].first == table.viewed_at),
        None,
    )


def better(table: Table) -> tuple[Action[Any], ...]:
    """Return the actions of the better turn in the position that is shown; none where no turning point is shown."""
    number = shown_point(table)
    if number is None or table.review is None:
        return ()
    return best_actions(table.timeline, table.review.verdicts[number])


def begin(table: Table, known: tuple[Verdict, ...] | None) -> Table:
    """Return the table with its review opened beside the board; it begins unless it is known or there already.

    Args:
        table: the table of a finished game.
        known: the judgements that are known, of all turns or of the first ones, if there are some.
    """
    if table.timeline.conclusion is None or table.taken_over:
        return table
    review = table.review or Review(turns_of(table.timeline), known or ())
    if [(one.first, one.end) for one in review.verdicts] != [
        (turn.first, turn.end) for turn in review.turns[: len(review.verdicts)]
    ]:
        review = replace(review, verdicts=())
    review = replace(review, running=not review.is_complete)
    return replace(table, review=review, opened_note=REVIEW, step=0)


def stop(table: Table) -> Table:
    """Return the table after its review was stopped; what was judged so far stays."""
    return replace(table, review=replace(table.review, running=False)) if table.review else table


def with_verdict(table: Table, best: tuple[str, ...], score: int, played: int) -> Table:
    """Return the table after the next turn was judged.

    Args:
        table: the table.
        best: the texts of the best actions, none if the turn cannot be judged.
        score: the chances with them.
        played: the chances with the turn that was played.
    """
    review = table.review
    turn = review.next_turn if review else None
    if review is None or turn is None:
        return table
    verdict = Verdict(turn.first, turn.end, turn.player, max(score, played), played, best)
    after = replace(review, verdicts=(*review.verdicts, verdict))
    if after.is_complete:
        after = replace(after, verdicts=settled(table.timeline, after.verdicts))
    return replace(table, review=replace(after, running=not after.is_complete))
