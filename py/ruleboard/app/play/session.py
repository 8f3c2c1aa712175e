"""The session of a game that is played: its timeline, the selection, and how it is looked at.

Pure: each function returns another table. Lessons, embedded boards and dialogs over a game work with it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.play import replay as replays
from ruleboard.app.play.replay import Chapter, ReplayPosition
from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.prose import prose
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, RESIGN
from ruleboard.engine.errors import NO_REFUSAL, Refusal, RuleboardError
from ruleboard.engine.selection import Selection
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SETUPS, VIEWS
from ruleboard.games.view import ReplayFrame, SideNote, SideNoteStep
from ruleboard.i18n import _, spoken
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import el
from ruleboard.wording import sentence

RULE = "rule"
"""The id of the lesson behind a refusal among the notes beside the board."""

MOVES = "moves"
"""The id of the move list among the notes beside the board."""

_RECENT = 24
"""The number of actions that a note about recent events may reach back."""


@dataclass(frozen=True)
class Table:
    """A game and how it is looked at. Derived values are cached, unless they depend on the language.

    Attributes:
        id: the game's id in the library.
        timeline: the game; ``timeline.at`` entries stand.
        viewed_at: the number of entries before the state that is shown instead, None for the current state.
        selected: the targets touched so far, in order.
        refused_target: the target that was refused last.
        refusal: the reason for that, or for another request of the player to move that was refused.
        curtain: True if the board is hidden until the player to move asks for it.
        offer: the player who has offered a draw, waiting for the answers of all others.
        accepted: the number of them who have accepted it, in the order of the seats.
        note: the result of an offer, or of playing on in a copy, for the player to move to read.
        turned: True if the board was turned by hand.
        unsaved: True if the game came with a link and is not stored yet.
        replay: the replay that is shown in place of the board, and its current frame.
        history_open: True if the history of replays is shown in place of the board.
        taken_over: True if another tab has the game now.
        shows_whole_board: True if all of a board is shown where a screen is too small for it to be read or touched as a
            whole.
        recent_events: the note about recent events, if the game has one.
        opened_note: the note opened beside the board: its id, ``MOVES``, empty for none, or None for the one about
            recent events, if there is one.
        rule: the id of the lesson that was opened beside the board.
        step: the step of the opened note, from 0.
        batch: the first and the last position of entries that were made, and are undone and redone, in one step.
    """

    id: str
    timeline: Timeline[Any]
    viewed_at: int | None = None
    selected: tuple[str, ...] = ()
    refused_target: str = ""
    refusal: Refusal = NO_REFUSAL
    curtain: bool = False
    offer: int | None = None
    accepted: int = 0
    note: str = ""
    turned: bool = False
    unsaved: bool = False
    replay: ReplayPosition | None = None
    history_open: bool = False
    taken_over: bool = False
    shows_whole_board: bool = False
    recent_events: SideNote | None = None
    opened_note: str | None = None
    rule: str = ""
    step: int = 0
    batch: tuple[int, int] = (0, 0)

    @property
    def shown(self) -> Timeline[Any]:
        """The timeline at the state that is shown."""
        return self.timeline if self.viewed_at is None else self.timeline.jump(self.viewed_at)

    @property
    def panned(self) -> bool:
        """True if a screen that is too small for the board shows a part of it first."""
        return VIEWS[self.timeline.game.id].opens_enlarged

    @cached_property
    def read_only(self) -> bool:
        """True if nothing can be touched: the game is over or in another tab, or its current state is not shown."""
        return self.covered or self.viewed_at is not None or self.taken_over or self.timeline.outcome is not None

    @property
    def covered(self) -> bool:
        """True if a curtain, a replay or the history is shown in place of the board."""
        return self.curtain or self.replay is not None or self.history_open

    @property
    def answering(self) -> int | None:
        """The player who has to answer a draw offer now: one after the other, beginning with the next seat."""
        if self.offer is None:
            return None
        return (self.offer + 1 + self.accepted) % len(self.timeline.game.sides(self.timeline.state))

    @property
    def can_continue(self) -> bool:
        """True if one looks back at a place from which the game may be played on."""
        at = self.viewed_at
        return at is not None and at >= self.timeline.earliest and not self.curtain and not self.taken_over

    @property
    def continues_in_copy(self) -> bool:
        """True if playing on from where one looks makes another game of it, so that this one stays as it is.

        As long as a game goes on in which something is hidden there is no copy of it to be played ahead in: it would
        show what is hidden in both. There, and where only what was taken back comes again, the game itself goes there.
        """
        timeline, at = self.timeline, self.viewed_at
        hidden = timeline.conclusion is None and timeline.has_secrets
        return self.can_continue and at is not None and at < timeline.at and not hidden

    @cached_property
    def selection(self) -> Selection:
        """The selection."""
        return selections.select(self.actions, self.selected)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions that can be made now."""
        return () if self.read_only else self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def draggable(self) -> frozenset[str]:
        """The targets on which a drag may begin."""
        return selections.draggable(self.actions, self.selected)

    @property
    def buttons(self) -> tuple[str, ...]:
        """The targets that are buttons (``do:``) and can be touched now, whatever is selected."""
        targets = dict.fromkeys((*self.selection.next, *selections.select(self.actions).next))
        return tuple(target for target in targets if target.startswith("do:"))

    @property
    def side_notes(self) -> tuple[SideNote, ...]:
        """The notes beside the board, besides the move list."""
        shown = self.shown
        quiet = self.curtain or shown.outcome
        notes = () if quiet else _side_notes(shown.game.id, shown.public_state(), spoken())
        rule = _lesson_note(shown.game.id, self.rule)
        return tuple(note for note in (rule, self.recent_events) if note) + notes

    @property
    def nothing_opened(self) -> bool:
        """True if no note was opened, so that the screen shows the ones it has room for."""
        return not self.opened_note and not (self.opened_note is None and self.recent_events)

    @property
    def side_note(self) -> SideNote | None:
        """The note that is shown; None for the move list."""
        notes = self.side_notes
        if self.nothing_opened:
            notes = tuple(note for note in notes if note is not self.recent_events)
        elif self.opened_note is not None:
            notes = tuple(note for note in notes if note.id == self.opened_note)
        return notes[0] if notes else None

    @property
    def page(self) -> int:
        """The step of the note that is shown, from 0."""
        note = self.side_note
        return max(0, min(self.step, len(note.steps) - 1)) if note else 0

    @property
    def hint(self) -> str:
        """The game's hint what to touch next, once something is selected; may be empty."""
        timeline = self.timeline
        if self.read_only or not self.selected:
            return ""
        seen = timeline.state_for(timeline.to_move)
        return VIEWS[timeline.game.id].touch_hint(seen, self.selected)

    @property
    def highlighted(self) -> frozenset[str]:
        """The targets to which the note about recent events refers, while it is shown."""
        events = self.recent_events
        if events is None or self.selected or self.nothing_opened or self.side_note is not events:
            return frozenset()
        return frozenset(events.steps[self.page].shown)

    @property
    def marks(self) -> Marks:
        """The marks on the board."""
        outcome = self.shown.outcome
        highlighted = self.highlighted
        return Marks(
            taken=self.selected,
            go={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in self.selection.next.items()},
            last=frozenset() if highlighted else self._last,
            refused=self.refused_target,
            shown=highlighted or (frozenset(outcome.squares) if outcome else frozenset()),
            still=self.read_only,
        )

    @property
    def _last(self) -> frozenset[str]:
        """The targets of the last turn's actions: of this turn, or before its first action of the one before.

        Targets of hidden decisions are left out.
        """
        timeline = self.shown
        starts = [turn.items[0][0] for turn in timeline.turns() if turn.items and turn.items[0][0] < timeline.at]
        return frozenset(
            target
            for at in range(starts[-1] if starts else timeline.at, timeline.at)
            if isinstance(entry := timeline.entries[at], Action) and not timeline.is_hidden(at)
            for target in entry.targets
        )


@lru_cache(maxsize=4)
def _side_notes(id: str, state: object, _spoken: NullTranslations) -> tuple[SideNote, ...]:
    """Return the game's notes about a state; cached, since drawing a page needs them many times.

    Args:
        id: the game.
        state: the public state.
    """
    return VIEWS[id].side_notes(state)


def open_table(id: str, timeline: Timeline[Any]) -> Table:
    """Return a game as it is opened: behind the curtain if the player to move decides unseen."""
    table = Table(id, timeline)
    return _after_change(replace(table, shows_whole_board=not table.panned))


def _with_recent_events(table: Table) -> Table:
    """Return the table with the note about recent events before the state that is shown, at its first step if new."""
    timeline = table.shown
    first = max(0, timeline.at - _RECENT)
    actions = [entry for entry in timeline.entries[first : timeline.at] if isinstance(entry, Action)]
    note = None
    if actions and len(actions) == timeline.at - first:
        states = [timeline.public_state(at) for at in range(first, timeline.at + 1)]
        note = VIEWS[timeline.game.id].recent_events(states, actions)
    if (note and note.id) == (table.recent_events and table.recent_events.id):
        return replace(table, recent_events=note)
    gone = table.recent_events is not None and table.opened_note == table.recent_events.id
    return replace(table, recent_events=note, step=0, opened_note=None if note or gone else table.opened_note)


def _after_change(table: Table, before: Table | None = None) -> Table:
    """Return the table after its timeline changed: without selection, and behind the curtain if somebody else decides
    unseen now.
    """
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.is_hidden()
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
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        offer=None,
        accepted=0,
        note=_("The draw offer is declined: the game goes on.") if dropped else "",
        replay=None,
        history_open=False,
        curtain=secret and not same_hand,
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

    A refused touch keeps the selection; touching the same piece again then keeps it selected, too.
    """
    if table.read_only:
        return table, None
    if table.refused_target and table.selected[-1:] == (target,):
        return replace(table, refused_target="", refusal=NO_REFUSAL), None
    found = selections.touch(table.actions, table.selected, target)
    if found and len(table.selected) > 0 and found.touched == (target,) and _keeps_selection(table, target):
        found = None  # it would begin anew, and the game wants it told why it cannot follow
    return _follow(table, found, target)


def begin_drag(table: Table, target: str) -> Table:
    """Return the table when a drag begins on a target, whatever was selected before; see ``selection.begin_drag``.

    A target that cannot be dragged is refused, and nothing is selected any more.
    """
    if table.read_only:
        return table
    found = selections.begin_drag(
        table.actions, table.selected, target, bound=bool(table.selected) and _keeps_selection(table, target)
    )
    if found:
        return replace(table, selected=found.touched, refused_target="", refusal=NO_REFUSAL)
    if any(selections.select(table.actions, touches).alive for touches in ((*table.selected, target), (target,))):
        return table  # it may be touched, though not dragged
    return _refuse(replace(table, selected=()), target)


def drop(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a drop on a target, and the action it made, if any; a refused drop keeps the selection."""
    if table.read_only or not table.selected:
        return table, None
    return _follow(table, selections.drop(table.actions, table.selected, target), target)


def _follow(table: Table, found: Selection | None, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table with the selection that a target leads to, and the action it made; None is refused."""
    if found is None:
        return _refuse(table, target), None
    if found.decided:
        return play(table, found.decided), found.decided
    return replace(table, selected=found.touched, refused_target="", refusal=NO_REFUSAL), None


def _refuse(table: Table, target: str) -> Table:
    """Return the table with the reason why a target cannot follow the selection."""
    refusal = table.timeline.game.explain(table.timeline.state, (*table.selected, target))
    return replace(table, refused_target=target, refusal=refusal)


def _keeps_selection(table: Table, target: str) -> bool:
    """Return True if the game refuses a target that cannot follow, where others would begin a new selection."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].keeps_selection(state, table.selected, target)


def choose(table: Table, text: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after the choice of a complete action by its text, and the action; unknown texts are ignored."""
    for action in table.selection.complete:
        if action.text == text:
            return play(table, action), action
    return table, None


def play(table: Table, action: Action[Any]) -> Table:
    """Return the table after an action, with its replay if it has one."""
    after = _after_change(replace(table, timeline=table.timeline.play(action)), table)
    return replace(after, replay=replays.replay_of(after.timeline, table.timeline.at))


def play_batch(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """Return the table after several actions that are undone and redone in one step."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    batch = (table.timeline.at, timeline.at)
    return _after_change(replace(table, timeline=timeline, batch=batch), table) if actions else table


def cancel(table: Table) -> Table:
    """Return the table without the last touch, and without refusal and note; an offer waits for its answer."""
    return replace(table, selected=table.selected[:-1], refused_target="", refusal=NO_REFUSAL, note="")


def undo(table: Table) -> Table:
    """Return the table after undo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == end > start >= table.timeline.earliest:
        return _after_change(replace(table, timeline=table.timeline.jump(start)), table)
    return _after_change(replace(table, timeline=table.timeline.undo()), table)


def redo(table: Table) -> Table:
    """Return the table after redo, which does nothing while the board is covered."""
    if table.covered:
        return table
    start, end = table.batch
    if table.timeline.at == start < end <= len(table.timeline.entries):
        return _after_change(replace(table, timeline=table.timeline.jump(end)), table)
    return _after_change(replace(table, timeline=table.timeline.redo()), table)


def view_at(table: Table, at: int) -> Table:
    """Return the table showing the state after ``at`` entries; the game itself stays where it is."""
    at = max(0, min(at, len(table.timeline.entries)))
    here = at == table.timeline.at
    changed = replace(
        table,
        viewed_at=None if here else at,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        replay=None,
        history_open=False,
    )
    return _with_recent_events(changed)


def continue_from_view(table: Table) -> Table:
    """Return the table continued from the state that is shown; later entries can be redone until the next action."""
    if table.viewed_at is None or not table.can_continue:
        return table
    return _after_change(replace(table, timeline=table.timeline.jump(table.viewed_at)))


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
    hidden = table.curtain or secret
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
    """Return the table with a note opened at its first step; one that is open is closed."""
    known = what == MOVES or any(note.id == what for note in table.side_notes)
    shut = not known or table.opened_note == what
    rule = "" if shut and what in ("", RULE) else table.rule
    return replace(table, opened_note="" if shut else what, step=0, rule=rule)


def open_lesson(table: Table, rule: str) -> Table:
    """Return the table with a lesson opened beside the board; unknown ones are ignored."""
    if lesson(table.timeline.game.id, rule) is None:
        return table
    return replace(table, rule=rule, opened_note=RULE, step=0)


def go_to_note_step(table: Table, step: int) -> Table:
    """Return the table with another step of the opened note."""
    return replace(table, step=step)


def resign(table: Table, player: int) -> Table:
    """Return the table after a player (0-based) has resigned."""
    return _ended(table, f"{RESIGN} {player + 1}")


def offer_draw(table: Table) -> Table:
    """Return the table after the player to move has offered a draw; secrets are hidden from those who answer."""
    timeline = table.timeline
    if table.read_only or table.offer is not None:
        return table
    secret = timeline.is_hidden()
    return replace(
        table,
        offer=timeline.to_move,
        accepted=0,
        selected=(),
        refused_target="",
        refusal=NO_REFUSAL,
        note="",
        curtain=secret,
    )


def answer_draw_offer(table: Table, yes: bool) -> Table:
    """Return the table after the next player has answered a draw offer: all must accept, one can decline."""
    if table.offer is None:
        return table
    if not yes:
        return replace(table, offer=None, accepted=0, note=_("The draw is declined."))
    accepted = table.accepted + 1
    if accepted + 1 < len(table.timeline.game.sides(table.timeline.state)):
        return replace(table, accepted=accepted)
    return _ended(table, DRAW_AGREED)


def withdraw_draw_offer(table: Table) -> Table:
    """Return the table after a draw offer was withdrawn."""
    if table.offer is None:
        return table
    return replace(table, offer=None, accepted=0, note=_("The draw offer is withdrawn."))


def claim_draw(table: Table) -> Table:
    """Return the table after a draw was claimed."""
    return _ended(table, DRAW_CLAIMED)


def _ended(table: Table, entry: str) -> Table:
    try:
        return _after_change(replace(table, timeline=table.timeline.end(entry)))
    except RuleboardError as error:
        return replace(table, refusal=Refusal(sentence(error.what)))


def rename(table: Table, title: str, players: Sequence[str]) -> Table:
    """Return the table with another title and other names."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))


def _lesson_note(game: str, rule: str) -> SideNote | None:
    """Return a lesson as a note beside the board."""
    found = lesson(game, rule) if rule else None
    if found is None:
        return None
    steps = tuple(
        SideNoteStep(el("div", *prose(step.text), el("div", diagram(game, rule, at), cls="plate"), cls="prose"))
        for at, step in enumerate(found.steps)
    )
    return SideNote(RULE, _(found.title), steps)
