"""Touches, drags and choices on the board of a game that is played, and the reasons for refusing them.

Pure: each function returns another table, and the action that was made, if any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play import inquiry, steps
from ruleboard.app.play.session import play
from ruleboard.app.play.table import Table
from ruleboard.app.ui.names import players
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.selection import Selection
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import _


def touch(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a touch, and the action it made, if any.

    A refused touch keeps the selection; touching the same piece again then keeps it selected, too. Where nothing is
    selected, a refused piece is not taken up, but a touch on a place is understood as its goal.
    """
    if table.inquiry is not None:
        return inquiry.ask(table, target), None
    if table.looks_back:
        return replace(table, note=_told_looking_back(table)), None
    if table.waits_for_opponent:
        return replace(table, note=_told_waiting(table)), None
    if table.read_only:
        return table, None
    if table.refused_target and table.selected[-1:] == (target,):
        return replace(table, refused_target="", refusal=NO_REFUSAL), None
    if table.refused_target != target and _drops_steps(table, target):
        return replace(table, refused_target=target, refusal=steps.drop_refusal(_name(table, target))), None
    found = selections.touch(table.actions, table.selected, target)
    if found and len(table.selected) > 0 and found.touched == (target,):  # it would begin anew
        if _keeps_selection(table, target):
            found = None  # the game wants it told why it cannot follow
        elif table.refused_target != target and _refuses_once(table, target):
            again = _("To take up the piece on {square}, touch it again.").format(square=target)
            return _refuse(table, ((*table.selected, target),), again), None
    return _follow(table, found, _touches_to_explain(table, target))


def _told_looking_back(table: Table) -> str:
    """Return the sentences on what can be done while an earlier state is shown."""
    if not table.can_continue:
        return _("You are looking back. To play, go back to now.")
    if table.varies_in_study:
        return _("You are looking back. Go back to now, or play another move from here, as a variation.")
    if table.viewed_at is not None and table.viewed_at > table.timeline.at:
        return _("You are looking at what was taken back. Go back to now, or play on from here.")
    if table.continues_in_copy:
        return _("You are looking back. Go back to now, or play on from here in a new game.")
    return _("You are looking back. Go back to now, or take the game back to here.")


def _told_waiting(table: Table) -> str:
    """Return the sentence on why nothing can be played during an opponent's turn."""
    to_move = table.timeline.to_move
    if table.paused or to_move is None:
        return _("Not yet: “{button}” ends the pause.").format(button=_("Go on"))
    return _("Not yet: it is {player}’s turn.").format(player=players(table.timeline.record)[to_move])


def begin_drag(table: Table, target: str) -> Table:
    """Return the table when a drag begins on a target, whatever was selected before; see ``selection.begin_drag``.

    A target that cannot be dragged is refused, and nothing is selected any more.
    """
    if table.read_only or table.inquiry is not None:
        return table
    found = selections.begin_drag(
        table.actions, table.selected, target, bound=bool(table.selected) and _keeps_selection(table, target)
    )
    if found:
        return replace(table, selected=found.touched, refused_target="", refusal=NO_REFUSAL)
    if any(selections.select(table.actions, touches).alive for touches in ((*table.selected, target), (target,))):
        return table  # it may be touched, though not dragged
    return _refuse(replace(table, selected=()), ((target,),))


def point(table: Table, target: str) -> Table:
    """Return the table after a drag of a piece that cannot be dragged has ended on a target: with the reason."""
    if table.read_only or table.selected or not table.refused_target:
        return table
    return _refuse(table, ((table.refused_target,), (table.refused_target, target)))


def drop(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a drop on a target, and the action it made, if any; a refused drop keeps the selection."""
    if table.read_only or not table.selected:
        return table, None
    touches = (*table.selected, target)
    return _follow(table, selections.drop(table.actions, table.selected, target), (touches,))


def _follow(
    table: Table, found: Selection | None, touches: Sequence[tuple[str, ...]]
) -> tuple[Table, Action[Any] | None]:
    """Return the table with the selection that a target leads to, and the action it made.

    Args:
        table: the table before.
        found: the selection; None if the target is refused.
        touches: the touches that the refusal explains, as ``_refuse`` takes them.
    """
    if found is None:
        return _refuse(table, touches), None
    if found.decided:
        return play(table, found.decided), found.decided
    return replace(table, selected=found.touched, refused_target="", refusal=NO_REFUSAL), None


def _touches_to_explain(table: Table, target: str) -> tuple[tuple[str, ...], ...]:
    """Return the touches whose refusals explain why a target cannot be touched, as ``_refuse`` takes them.

    The target may be the goal of the piece that was refused before, since nothing was begun in between. Another piece
    of the player's own may be meant to follow, or to be taken up instead.
    """
    if not table.selected:
        aimed = table.refused_target and _aims(table, table.refused_target, target)
        return ((table.refused_target,), (table.refused_target, target)) if aimed else ((target,),)
    own = len(table.selected) == 1 and _owner(table, target) == table.timeline.to_move
    stuck = own and target != table.selected[0] and not selections.select(table.actions, (target,)).alive
    return ((*table.selected, target), (target,)) if stuck else ((*table.selected, target),)


def _aims(table: Table, piece: str, target: str) -> bool:
    """Return True if a target that was touched after a refused piece is meant as its goal, not as something else."""
    mine = _owner(table, piece)
    return mine is not None and mine == table.timeline.to_move and _owner(table, target) != mine


def _owner(table: Table, target: str) -> int | None:
    """Return the player whose thing a target is, None for a place."""
    timeline = table.timeline
    return VIEWS[timeline.game.id].owner(timeline.state_for(timeline.to_move), target)


def _refuse(table: Table, touches: Sequence[tuple[str, ...]], more: str = "") -> Table:
    """Return the table with the reasons why touches lead to no action.

    Args:
        table: the table before.
        touches: one or more sequences of targets, each with a reason of its own. The target that is marked as refused
            is the last one of the first.
        more: a sentence to be added.
    """
    game, state = table.timeline.game, table.timeline.state
    refusal, *others = (game.explain(state, targets) for targets in touches)
    added = [*(other.sentence for other in others if other.sentence not in refusal.sentence), *filter(None, (more,))]
    if added:
        refusal = Refusal(" ".join((refusal.sentence, *added)), refusal.lesson)
    return replace(table, refused_target=touches[0][-1], refusal=refusal)


def _drops_steps(table: Table, target: str) -> bool:
    """Return True if a touch would drop an action of which the table shows the steps."""
    drops = bool(table.hint) and steps.drops(table.actions, table.selected, target)
    return drops and not _keeps_selection(table, target)


def _name(table: Table, target: str) -> str:
    """Return a target in words, as the player to move may know it."""
    timeline = table.timeline
    return timeline.game.name(timeline.state_for(timeline.to_move), target)


def _keeps_selection(table: Table, target: str) -> bool:
    """Return True if the game refuses a target that cannot follow, where others would begin a new selection."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].keeps_selection(state, table.selected, target)


def _refuses_once(table: Table, target: str) -> bool:
    """Return True if the game refuses a target that cannot follow when it is touched for the first time."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].refuses_once(state, table.selected, target)


def choose(table: Table, text: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after the choice of a complete action by its text, and the action; unknown texts are ignored."""
    for action in table.selection.complete:
        if action.text == text:
            return play(table, action), action
    return table, None


def cancel(table: Table) -> Table:
    """Return the table without the last touch, and without refusal and note; an offer waits for its answer."""
    return replace(table, selected=table.selected[:-1], refused_target="", refusal=NO_REFUSAL, note="")


def put_down(table: Table) -> Table:
    """Return the table without any touch."""
    return replace(table, selected=(), refused_target="", refusal=NO_REFUSAL)
