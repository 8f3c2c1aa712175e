"""The session of a game that is played: touches, actions, undo, looking back, replays and notes.

Pure: each function returns another table. Lessons, embedded boards and dialogs over a game work with it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play import inquiry, steps
from ruleboard.app.play import replay as replays
from ruleboard.app.play.replay import Chapter, ReplayPosition
from ruleboard.app.play.review import REVIEW
from ruleboard.app.play.side_notes import MOVES, RULE, recent_events
from ruleboard.app.play.table import Table
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import NO_REFUSAL, Refusal
from ruleboard.engine.seats import PERSON
from ruleboard.engine.selection import Selection
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SETUPS, VIEWS
from ruleboard.games.view import ReplayFrame
from ruleboard.i18n import _


def open_table(id: str, timeline: Timeline[Any]) -> Table:
    """Return a game as it is opened: behind the curtain if the player to move decides unseen."""
    table = Table(id, timeline)
    return after_change(replace(table, shows_whole_board=not table.panned))


def _with_recent_events(table: Table) -> Table:
    """Return the table with the note about recent events before the state that is shown, at its first step if new."""
    note = recent_events(table.shown)
    if (note and note.id) == (table.recent_events and table.recent_events.id):
        return replace(table, recent_events=note)
    if table.opened_note == REVIEW:
        return replace(table, recent_events=note)
    was_open = table.recent_events is not None and table.opened_note in (None, table.recent_events.id)
    kept = table.kept_note if was_open else table.opened_note or ""
    if note:
        return replace(table, recent_events=note, step=0, opened_note=None, kept_note=kept)
    opened = (kept or None) if was_open else table.opened_note
    return replace(table, recent_events=None, step=0, opened_note=opened, kept_note="")


def after_change(table: Table, before: Table | None = None) -> Table:
    """Return the table after its timeline changed: without selection, and behind the curtain if somebody else decides
    unseen now.
    """
    timeline = table.timeline
    # One person alone hides nothing from anybody, and an opponent needs no curtain.
    shared = len(table.persons) > 1 and not table.level_to_move
    secret = shared and timeline.outcome is None and timeline.is_hidden()
    same_hand = (
        before is not None
        and not before.curtain
        and before.timeline.to_move == timeline.to_move
        and before.timeline.is_hidden()  # what is done in the open, others are there to see
    )
    dropped = table.offer is not None and timeline.outcome is None
    changed = replace(
        table,
        viewed_at=None,
        listed=None,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        offer=None,
        accepted=0,
        note=_("The draw offer is declined: the game goes on.") if dropped else "",
        replay=None,
        history_open=False,
        curtain=secret and not same_hand,
        plan=(),
        plan_begun=False,
        advice=None,
        inquiry=None if table.inquiry is None else "",
        learning=False,
        review=None,
        again=False,
        opened_note=None if table.opened_note == REVIEW else table.opened_note,
    )
    return _with_recent_events(changed)


def offers_setups(table: Table) -> bool:
    """Return True if the player to move may keep or use a setup now."""
    timeline = table.timeline
    return not table.read_only and timeline.game.id in SETUPS and SETUPS[timeline.game.id].offered(timeline.state)


def dialog_targets(table: Table) -> tuple[str, ...]:
    """Return the targets whose buttons stand in the dialog with setups now."""
    return SETUPS[table.timeline.game.id].buttons if offers_setups(table) else ()


def touch(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a touch, and the action it made, if any.

    A refused touch keeps the selection; touching the same piece again then keeps it selected, too. Where nothing is
    selected, a refused piece is not taken up, but a touch on a place is understood as its goal.
    """
    if table.inquiry is not None:
        return inquiry.ask(table, target), None
    if table.looks_back:
        return replace(table, note=_told_looking_back(table)), None
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
    if table.viewed_at is not None and table.viewed_at > table.timeline.at:
        return _("You are looking at what was taken back. Go back to now, or play on from here.")
    if table.continues_in_copy:
        return _("You are looking back. Go back to now, or play on from here in a new game.")
    return _("You are looking back. Go back to now, or take the game back to here.")


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
    mine, other = _owner(table, piece), _owner(table, target)
    return mine is not None and (other is None or (mine == table.timeline.to_move and other != mine))


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


def play(table: Table, action: Action[Any]) -> Table:
    """Return the table after an action, with its replay if it has one."""
    after = after_change(replace(table, timeline=table.timeline.play(action)), table)
    return replace(after, replay=replays.replay_of(after.timeline, table.timeline.at))


def play_batch(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """Return the table after several actions that are undone and redone in one step."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    batch = (table.timeline.at, timeline.at)
    return after_change(replace(table, timeline=timeline, batch=batch), table) if actions else table


def cancel(table: Table) -> Table:
    """Return the table without the last touch, and without refusal and note; an offer waits for its answer."""
    return replace(table, selected=table.selected[:-1], refused_target="", refusal=NO_REFUSAL, note="")


def put_down(table: Table) -> Table:
    """Return the table without any touch."""
    return replace(table, selected=(), refused_target="", refusal=NO_REFUSAL)


def undo(table: Table) -> Table:
    """Return the table after undo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == end > start >= table.timeline.earliest:
        return after_change(replace(table, timeline=table.timeline.jump(start)), table)
    at = _last_decision(table)
    if at is None:
        return table
    # With nobody else to play, an opponent would do the same again at once.
    paused = not table.persons or table.paused
    return after_change(replace(table, timeline=table.timeline.jump(at), paused=paused), table)


def _last_decision(table: Table) -> int | None:
    """Return the place of the last decision of a person before the current one, or of an opponent among opponents only.

    None if it cannot be returned to.
    """
    timeline = table.timeline
    for at in range(timeline.at - 1, timeline.earliest - 1, -1):
        if not table.persons or _is_a_persons(table, at):
            return at
    return None


def _is_a_persons(table: Table, at: int) -> bool:
    """Return True if the decision after ``at`` entries is a person's."""
    player = table.timeline.game.to_move(table.timeline.states[at])
    return player is not None and table.level_of(player) == PERSON


def can_undo(table: Table) -> bool:
    """Return True if there is something that undo takes back."""
    return _last_decision(table) is not None


def redo(table: Table) -> Table:
    """Return the table after redo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == start < end <= len(table.timeline.entries):
        return after_change(replace(table, timeline=table.timeline.jump(end)), table)
    timeline = table.timeline.redo()
    while not timeline.is_last and table.persons and not _is_a_persons(table, timeline.at):
        timeline = timeline.redo()
    return after_change(replace(table, timeline=timeline), table)


def view_at(table: Table, at: int) -> Table:
    """Return the table showing the state after ``at`` entries; the game itself stays where it is."""
    at = max(0, min(at, len(table.timeline.entries)))
    here = at == table.timeline.at
    changed = replace(
        table,
        viewed_at=None if here else at,
        listed=None,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        replay=None,
        history_open=False,
        advice=None,
        inquiry=None if table.inquiry is None else "",
        again=False,
    )
    return _with_recent_events(changed)


def last_opponents_turn(table: Table) -> int | None:
    """Return the number of entries before the turns of opponents after a person's last one.

    None if no opponent has acted in the open since, if nobody is a person, or if the game is not at its end.
    """
    timeline = table.timeline
    first = timeline.at
    while first and _acted_openly(table, first - 1):
        first -= 1
    return first if first < timeline.at and table.persons else None


def _acted_openly(table: Table, at: int) -> bool:
    """Return True if the entry after ``at`` entries is an opponent's action that everybody has seen."""
    timeline = table.timeline
    is_action = isinstance(timeline.entries[at], Action)
    return is_action and not _is_a_persons(table, at) and not timeline.is_hidden(at)


def show_turn_again(table: Table) -> Table:
    """Return the table on which the opponents' last turn is shown again from its beginning."""
    first = last_opponents_turn(table)
    if first is None or table.covered or table.taken_over:
        return table
    return replace(view_at(table, first), again=True)


def advance_turn_again(table: Table) -> Table:
    """Return the table with the next action of a turn that is shown again; at the present, it is over."""
    if not table.again or table.viewed_at is None:
        return replace(table, again=False)
    after = view_at(table, table.viewed_at + 1)
    return replace(after, again=after.viewed_at is not None)


def continue_from_view(table: Table) -> Table:
    """Return the table continued from the state that is shown; later entries can be redone until the next action."""
    if table.viewed_at is None or not table.can_continue:
        return table
    return after_change(replace(table, timeline=table.timeline.jump(table.viewed_at)))


def move_to_copy(table: Table, id: str, timeline: Timeline[Any]) -> Table:
    """Return the table of a copy in which a game is played on; the replay of an action just made stays.

    Args:
        table: the original after the action.
        id: the copy's id in the library.
        timeline: the copy.
    """
    note = _("You play on in a new game, “{title}”. The other one stays as it was.")
    title = timeline.record.meta.get("title", "")
    return replace(table, id=id, timeline=timeline, unsaved=False, note=note.format(title=title))


def loses_ending(before: Table, after: Table) -> bool:
    """Return True if a change would drop entries of a game that had ended."""
    old, new = before.timeline, after.timeline
    return before.id == after.id and new.entries[: len(old.entries)] != old.entries and old.conclusion is not None


def uncover(table: Table) -> Table:
    """Return the table without the curtain."""
    return replace(table, curtain=False)


# --- replays --------------------------------------------------------------------------------------------------------


def frames(table: Table, seat: int) -> tuple[ReplayFrame, ...]:
    """Return the frames of the replay that is shown, if there is one."""
    return replays.frames(table.timeline, table.replay, seat) if table.replay else ()


def advance_replay(table: Table, by: int) -> Table:
    """Return the table with its replay some frames further; after the last one it is over."""
    replay = table.replay
    if replay is None:
        return table
    step = max(0, replay.step + by)
    return replace(table, replay=replace(replay, step=step) if step < len(frames(table, 0)) else None)


def skip_replay(table: Table) -> Table:
    """Return the table without its replay."""
    return replace(table, replay=None)


def latest_replay(table: Table) -> ReplayPosition | None:
    """Return the last replay before the state that is shown."""
    return replays.latest(table.shown)


def show_replay(table: Table, last: int | None = None) -> Table:
    """Return the table with the replay of the entry ``last``, or with the latest one."""
    replay = replays.latest(table.shown if last is None else table.timeline.jump(min(last + 1, table.timeline.at)))
    return replace(table, replay=replay, selected=(), refused_target="", refusal=NO_REFUSAL) if replay else table


def show_history(table: Table, yes: bool = True) -> Table:
    """Return the table with the history of replays in place of the board, or without it."""
    return replace(table, history_open=yes, replay=None, selected=(), refused_target="", refusal=NO_REFUSAL)


def replay_history(table: Table) -> tuple[Chapter, ...]:
    """Return the history of replays in this game."""
    return replays.history(table.timeline)


def mark_taken_over(table: Table) -> Table:
    """Return the table after another tab took the game: without selection, locked, and with secrets hidden."""
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.is_hidden()
    hidden = table.curtain or (secret and len(table.persons) > 1)
    return replace(
        table,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        offer=None,
        accepted=0,
        curtain=hidden,
        taken_over=True,
    )


def toggle_note(table: Table, what: str) -> Table:
    """Return the table with a note opened at its first step; one that is open is closed.

    When that about recent events is closed, the note that was open before is there again.
    """
    known = (
        what == MOVES
        or (what == REVIEW and table.review is not None)
        or any(note.id == what for note in table.side_notes)
    )
    shut = not known or table.opened_note == what
    rule = "" if shut and what in ("", RULE) else table.rule
    told = not table.nothing_opened and table.side_note is not None and table.side_note is table.recent_events
    before = table.kept_note if told else ""
    return replace(table, opened_note=before if shut else what, step=0, rule=rule, kept_note="", learning=False)


def open_lesson(table: Table, rule: str) -> Table:
    """Return the table with a lesson opened beside the board; unknown ones are ignored."""
    if lesson(table.timeline.game.id, rule) is None:
        return table
    return replace(table, rule=rule, opened_note=RULE, step=0, learning=True)


def go_to_note_step(table: Table, step: int) -> Table:
    """Return the table with another step of the opened note."""
    return replace(table, step=step)


def rename(table: Table, title: str, players: Sequence[str]) -> Table:
    """Return the table with another title and other names."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))
