"""One game at the table: its timeline, what is taken up, what is being asked. Pure: every touch gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.play import replay as shows
from ruleboard.app.play.replay import Chapter, Showing
from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.prose import prose
from ruleboard.engine.action import Action
from ruleboard.engine.endings import DRAW_AGREED, DRAW_CLAIMED, RESIGN
from ruleboard.engine.errors import NO_REFUSAL, Refusal, RuleboardError
from ruleboard.engine.selection import Pick, carriable, drop, grasp, pick, touch
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import SETUPS, VIEWS
from ruleboard.games.view import ReplayFrame, SideNote, SideNoteStep
from ruleboard.i18n import _, spoken
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import el
from ruleboard.wording import sentence

RULE = "rule"
"""What the lesson behind a refusal is called among the things that are read beside the board."""

MOVES = "moves"
"""What the move list is called among the things that are read beside the board."""

_RETOLD = 24
"""How many actions back a story may reach."""


@dataclass(frozen=True)
class Table:
    """What the two sides of the screen show of a game. What follows from it is kept, unless there are words in it.

    Attributes:
        id: the game's name in the library.
        timeline: the game; ``timeline.at`` is where it stands.
        looking: how many entries are looked at instead, None at where the game stands.
        touched: the targets touched so far.
        refused: the target that was refused last.
        said: what is to be told to the player to move: why a touch was refused, …
        curtain: whether the board is hidden until the player to move asks for it.
        offer: who has offered a draw, waiting for the answers of all others.
        accepted: how many of them have accepted it, in the order of the seats.
        note: what has become of an offer, or of the game, for the player to move to read.
        turned: whether the board was turned by hand.
        fresh: whether it came with a link and is not kept yet.
        showing: the show that is seen in place of the board, and how far it is.
        recounting: whether the story of the game is read in place of the board.
        yielded: whether another tab has the game now.
        whole: whether all of a board is shown where a screen is too small for it to be read or touched as a whole.
        story: what has just happened and needs telling.
        reading: what was opened beside the board: the id of an aside, ``MOVES``, nothing (empty), or None: nothing but
            a story, if there is one.
        rule: the id of the lesson that was opened beside the board.
        step: which step of it.
        bunch: from where to where undo and redo go in one step, because those entries were made in one.
    """

    id: str
    timeline: Timeline[Any]
    looking: int | None = None
    touched: tuple[str, ...] = ()
    refused: str = ""
    said: Refusal = NO_REFUSAL
    curtain: bool = False
    offer: int | None = None
    accepted: int = 0
    note: str = ""
    turned: bool = False
    fresh: bool = False
    showing: Showing | None = None
    recounting: bool = False
    yielded: bool = False
    whole: bool = False
    story: SideNote | None = None
    reading: str | None = None
    rule: str = ""
    step: int = 0
    bunch: tuple[int, int] = (0, 0)

    @property
    def shown(self) -> Timeline[Any]:
        """The timeline standing where one looks."""
        return self.timeline if self.looking is None else self.timeline.jump(self.looking)

    @property
    def panned(self) -> bool:
        """Whether a part of the board is shown before the whole where a screen is too small for that."""
        return VIEWS[self.timeline.game.id].opens_enlarged

    @cached_property
    def still(self) -> bool:
        """Whether nothing can be touched: the game is over or elsewhere, or something else than the board is seen."""
        return self.covered or self.looking is not None or self.yielded or self.timeline.outcome is not None

    @property
    def covered(self) -> bool:
        """Whether a curtain, a show or the story is seen in place of the board."""
        return self.curtain or self.showing is not None or self.recounting

    @property
    def answering(self) -> int | None:
        """The player who has to answer a draw offer now: one after the other, from the one who sits next."""
        if self.offer is None:
            return None
        return (self.offer + 1 + self.accepted) % len(self.timeline.game.sides(self.timeline.state))

    @property
    def can_continue(self) -> bool:
        """True if one looks back at a place from which the game may be played on."""
        at = self.looking
        return at is not None and at >= self.timeline.earliest and not self.curtain and not self.yielded

    @property
    def copies(self) -> bool:
        """True if playing on from where one looks makes another game of it, so that this one stays as it is.

        As long as a game goes on in which something is hidden there is no copy of it to be played ahead in: it would
        show what is hidden in both. There, and where only what was taken back comes again, the game itself goes there.
        """
        timeline, at = self.timeline, self.looking
        hidden = timeline.conclusion is None and timeline.has_secrets
        return self.can_continue and at is not None and at < timeline.at and not hidden

    @cached_property
    def pick(self) -> Pick:
        """Where the selection stands."""
        return pick(self.actions, self.touched)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions that can be made now."""
        return () if self.still else self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def carriable(self) -> frozenset[str]:
        """The targets on which a drag may begin."""
        return carriable(self.actions, self.touched)

    @property
    def buttons(self) -> tuple[str, ...]:
        """What can be done now that is not on the board: the ``do:`` targets, whatever is taken up."""
        targets = dict.fromkeys((*self.pick.next, *pick(self.actions).next))
        return tuple(target for target in targets if target.startswith("do:"))

    @property
    def asides(self) -> tuple[SideNote, ...]:
        """What can be read beside the board, besides the move list."""
        shown = self.shown
        quiet = self.curtain or shown.outcome
        told = () if quiet else _told(shown.game.id, shown.game.view(shown.state, None), spoken())
        rule = _rule_aside(shown.game.id, self.rule)
        return tuple(aside for aside in (rule, self.story) if aside) + told

    @property
    def resting(self) -> bool:
        """Whether nothing was opened beside the board, so that there is shown what the screen has room for."""
        return not self.reading and not (self.reading is None and self.story)

    @property
    def aside(self) -> SideNote | None:
        """What is being read; None for the move list."""
        asides = self.asides
        if self.resting:
            asides = tuple(aside for aside in asides if aside is not self.story)
        elif self.reading is not None:
            asides = tuple(aside for aside in asides if aside.id == self.reading)
        return asides[0] if asides else None

    @property
    def page(self) -> int:
        """The number of the step that is read."""
        aside = self.aside
        return max(0, min(self.step, len(aside.steps) - 1)) if aside else 0

    @property
    def hint(self) -> str:
        """What to touch next, once something is taken up; empty if the game does not say."""
        timeline = self.timeline
        if self.still or not self.touched:
            return ""
        seen = timeline.game.view(timeline.state, timeline.to_move)
        return VIEWS[timeline.game.id].touch_hint(seen, self.touched)

    @property
    def told(self) -> frozenset[str]:
        """What the story points at, while it is read."""
        if self.story is None or self.touched or self.resting or self.aside is not self.story:
            return frozenset()
        return frozenset(self.story.steps[self.page].shown)

    @property
    def marks(self) -> Marks:
        """What the board points out."""
        outcome = self.shown.outcome
        told = self.told
        return Marks(
            taken=self.touched,
            go={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in self.pick.next.items()},
            last=frozenset() if told else self._last,
            refused=self.refused,
            shown=told or (frozenset(outcome.squares) if outcome else frozenset()),
            still=self.still,
        )

    @property
    def _last(self) -> frozenset[str]:
        """Where the last turn began and ended, action by action: this turn's, or before its first the other's.

        What was touched unseen stays untold.
        """
        timeline = self.shown
        starts = [turn.items[0][0] for turn in timeline.turns() if turn.items and turn.items[0][0] < timeline.at]
        return frozenset(
            target
            for at in range(starts[-1] if starts else timeline.at, timeline.at)
            if isinstance(entry := timeline.entries[at], Action) and not timeline.game.secret(timeline.states[at])
            for target in entry.targets
        )


@lru_cache(maxsize=4)
def _told(id: str, state: object, _spoken: NullTranslations) -> tuple[SideNote, ...]:
    """What a game tells of how it stands; kept, since a page asks for it many times while it is drawn.

    Args:
        id: the game.
        state: how it stands, as everybody may know it.
    """
    return VIEWS[id].side_notes(state)


def seated(id: str, timeline: Timeline[Any]) -> Table:
    """A game as it is opened: behind the curtain if the player to move decides unseen."""
    table = Table(id, timeline)
    return _settled(replace(table, whole=not table.panned))


def _retold(table: Table) -> Table:
    """The table with the story of where one looks; a new one is read from its beginning."""
    timeline = table.shown
    first = max(0, timeline.at - _RETOLD)
    actions = [entry for entry in timeline.entries[first : timeline.at] if isinstance(entry, Action)]
    story = None
    if actions and len(actions) == timeline.at - first:
        states = [timeline.game.view(state, None) for state in timeline.states[first : timeline.at + 1]]
        story = VIEWS[timeline.game.id].recent_events(states, actions)
    if (story and story.id) == (table.story and table.story.id):
        return replace(table, story=story)
    gone = table.story is not None and table.reading == table.story.id
    return replace(table, story=story, step=0, reading=None if story or gone else table.reading)


def _settled(table: Table, before: Table | None = None) -> Table:
    """The table after its timeline changed: selections dropped, the curtain drawn where a secret changes hands."""
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.game.secret(timeline.state)
    same_hand = (
        before is not None
        and not before.curtain
        and before.timeline.to_move == timeline.to_move
        and timeline.game.secret(before.timeline.state)  # what is done in the open, others are there to see
    )
    dropped = table.offer is not None and timeline.outcome is None
    changed = replace(
        table,
        looking=None,
        touched=(),
        refused="",
        said=NO_REFUSAL,
        offer=None,
        accepted=0,
        note=_("The draw offer is declined: the game goes on.") if dropped else "",
        showing=None,
        recounting=False,
        curtain=secret and not same_hand,
    )
    return _retold(changed)


def offers_setups(table: Table) -> bool:
    """Return True if the player to move may keep or use a setup now."""
    timeline = table.timeline
    return not table.still and timeline.game.id in SETUPS and SETUPS[timeline.game.id].offered(timeline.state)


def dialog_targets(table: Table) -> tuple[str, ...]:
    """Return the targets whose buttons stand in the dialog with setups now."""
    return SETUPS[table.timeline.game.id].buttons if offers_setups(table) else ()


def touched(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """The table after a touch, and the action it made, if it made one.

    A refused touch says why and leaves what was taken up in the hand; the same piece touched again then stays there.
    """
    if table.still:
        return table, None
    if table.refused and table.touched[-1:] == (target,):
        return replace(table, refused="", said=NO_REFUSAL), None
    found = touch(table.actions, table.touched, target)
    if found and len(table.touched) > 0 and found.touched == (target,) and _is_firm(table, target):
        found = None  # it would begin anew, and the game wants it told why it cannot follow
    return _followed(table, found, target)


def taken_up(table: Table, target: str) -> Table:
    """The table when a drag begins on a target: it is taken up, whatever was taken up before; see ``picker.grasp``.

    If it cannot be dragged, nothing is taken up any more, and it is said why.
    """
    if table.still:
        return table
    found = grasp(table.actions, table.touched, target, bound=bool(table.touched) and _is_firm(table, target))
    if found:
        return replace(table, touched=found.touched, refused="", said=NO_REFUSAL)
    if pick(table.actions, (*table.touched, target)).alive or pick(table.actions, (target,)).alive:
        return table  # it may be touched, though not dragged
    return _refused(replace(table, touched=()), target)


def dropped(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """The table after what is carried was dropped on a target, and the action that made.

    Where it cannot go it stays in the hand, and it is said why.
    """
    if table.still or not table.touched:
        return table, None
    return _followed(table, drop(table.actions, table.touched, target), target)


def _followed(table: Table, found: Pick | None, target: str) -> tuple[Table, Action[Any] | None]:
    """The table with the selection a target has led to, and the action it made; refused if it led to none."""
    if found is None:
        return _refused(table, target), None
    if found.decided:
        return played(table, found.decided), found.decided
    return replace(table, touched=found.touched, refused="", said=NO_REFUSAL), None


def _refused(table: Table, target: str) -> Table:
    """The table telling why a target cannot follow what was touched."""
    said = table.timeline.game.explain(table.timeline.state, (*table.touched, target))
    return replace(table, refused=target, said=said)


def _is_firm(table: Table, target: str) -> bool:
    """Return True if the game does not let a target begin anew that cannot follow what was touched."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].keeps_selection(state, table.touched, target)


def chosen(table: Table, text: str) -> tuple[Table, Action[Any] | None]:
    """The table after one of several complete actions was chosen by its text; unknown texts change nothing."""
    for action in table.pick.complete:
        if action.text == text:
            return played(table, action), action
    return table, None


def played(table: Table, action: Action[Any]) -> Table:
    """The table after an action; what it has set off is shown first, if there is a show of it."""
    after = _settled(replace(table, timeline=table.timeline.play(action)), table)
    return replace(after, showing=shows.begun(after.timeline, table.timeline.at))


def set_up(table: Table, actions: Sequence[Action[Any]]) -> Table:
    """The table after several actions made in one."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    bunch = (table.timeline.at, timeline.at)
    return _settled(replace(table, timeline=timeline, bunch=bunch), table) if actions else table


def put_down(table: Table) -> Table:
    """The table after Escape: the last touch taken back, or what was said dismissed; an offer waits for its answer."""
    return replace(table, touched=table.touched[:-1], refused="", said=NO_REFUSAL, note="")


def undone(table: Table) -> Table:
    """The table after undo; what is not seen is not taken back."""
    if table.covered:
        return table
    start, end = table.bunch
    if table.timeline.at == end > start >= table.timeline.earliest:
        return _settled(replace(table, timeline=table.timeline.jump(start)), table)
    return _settled(replace(table, timeline=table.timeline.undo()), table)


def redone(table: Table) -> Table:
    """The table after redo; nothing happens to what is not seen."""
    if table.covered:
        return table
    start, end = table.bunch
    if table.timeline.at == start < end <= len(table.timeline.entries):
        return _settled(replace(table, timeline=table.timeline.jump(end)), table)
    return _settled(replace(table, timeline=table.timeline.redo()), table)


def looked(table: Table, at: int) -> Table:
    """The table looking at the state after ``at`` entries; the game itself stays where it is."""
    at = max(0, min(at, len(table.timeline.entries)))
    here = at == table.timeline.at
    changed = replace(
        table,
        looking=None if here else at,
        touched=(),
        refused="",
        said=NO_REFUSAL,
        note="",
        showing=None,
        recounting=False,
    )
    return _retold(changed)


def continued(table: Table) -> Table:
    """The table playing on from where one looks; what comes after can be redone until something else is played."""
    if table.looking is None or not table.can_continue:
        return table
    return _settled(replace(table, timeline=table.timeline.jump(table.looking)))


def copied(table: Table, id: str, timeline: Timeline[Any]) -> Table:
    """The table at which a copy of the game is played on; what is shown there of an action just made stays.

    Args:
        table: the game as it would be if it went on itself.
        id: the copy's name in the library.
        timeline: the copy.
    """
    note = _("You play on in a new game, “{title}”. The other one stays as it was.")
    title = timeline.record.meta.get("title", "")
    return replace(table, id=id, timeline=timeline, fresh=False, note=note.format(title=title))


def loses_ending(before: Table, after: Table) -> bool:
    """True if the game had ended, by whatever end, and what was taken back of it is not there any more."""
    old, new = before.timeline, after.timeline
    return before.id == after.id and new.entries[: len(old.entries)] != old.entries and old.conclusion is not None


def uncovered(table: Table) -> Table:
    """The table after the player to move has asked for the board."""
    return replace(table, curtain=False)


# --- shows and the story ------------------------------------------------------------------------------------------


def frames(table: Table, seat: int) -> tuple[ReplayFrame, ...]:
    """The frames of the show that is seen, none if there is none."""
    return shows.frames(table.timeline, table.showing, seat) if table.showing else ()


def advanced(table: Table, by: int) -> Table:
    """The table with its show so many steps further; behind its last frame it is over."""
    showing = table.showing
    if showing is None:
        return table
    step = max(0, showing.step + by)
    return replace(table, showing=replace(showing, step=step) if step < len(frames(table, 0)) else None)


def skipped(table: Table) -> Table:
    """The table after its show was left."""
    return replace(table, showing=None)


def latest(table: Table) -> Showing | None:
    """The last show before where one looks, that can be seen again."""
    return shows.latest(table.shown)


def shown_again(table: Table, last: int | None = None) -> Table:
    """The table showing again what the entry ``last`` has set off, or what was shown last."""
    showing = shows.latest(table.shown if last is None else table.timeline.jump(min(last + 1, table.timeline.at)))
    return replace(table, showing=showing, touched=(), refused="", said=NO_REFUSAL) if showing else table


def recounted(table: Table, yes: bool = True) -> Table:
    """The table with the story of the game in place of the board, or without it."""
    return replace(table, recounting=yes, showing=None, touched=(), refused="", said=NO_REFUSAL)


def chapters(table: Table) -> tuple[Chapter, ...]:
    """What was shown in this game so far."""
    return shows.story(table.timeline)


def yielded(table: Table) -> Table:
    """The table after another tab took the game: nothing is in the hand, nothing can be touched, secrets are hidden."""
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.game.secret(timeline.state)
    hidden = table.curtain or secret
    return replace(
        table, touched=(), refused="", said=NO_REFUSAL, note="", offer=None, accepted=0, curtain=hidden, yielded=True
    )


def read(table: Table, what: str) -> Table:
    """The table with something opened beside the board, from its beginning; what is open already is closed."""
    known = what == MOVES or any(aside.id == what for aside in table.asides)
    shut = not known or table.reading == what
    rule = "" if shut and what in ("", RULE) else table.rule
    return replace(table, reading="" if shut else what, step=0, rule=rule)


def taught(table: Table, rule: str) -> Table:
    """The table with a lesson opened beside the board; an unknown one changes nothing."""
    if lesson(table.timeline.game.id, rule) is None:
        return table
    return replace(table, rule=rule, reading=RULE, step=0)


def stepped(table: Table, step: int) -> Table:
    """The table with another step of what is read."""
    return replace(table, step=step)


def resigned(table: Table, player: int) -> Table:
    """The table after a player (0-based) gave up."""
    return _ended(table, f"{RESIGN} {player + 1}")


def offered(table: Table) -> Table:
    """The table after the player to move offered a draw: the others answer, and may not see what is secret."""
    timeline = table.timeline
    if table.still or table.offer is not None:
        return table
    secret = timeline.game.secret(timeline.state)
    return replace(
        table, offer=timeline.to_move, accepted=0, touched=(), refused="", said=NO_REFUSAL, note="", curtain=secret
    )


def answered(table: Table, yes: bool) -> Table:
    """The table after the next of those asked has answered a draw offer: all must accept, one can decline."""
    if table.offer is None:
        return table
    if not yes:
        return replace(table, offer=None, accepted=0, note=_("The draw is declined."))
    accepted = table.accepted + 1
    if accepted + 1 < len(table.timeline.game.sides(table.timeline.state)):
        return replace(table, accepted=accepted)
    return _ended(table, DRAW_AGREED)


def withdrawn(table: Table) -> Table:
    """The table after who has offered a draw does so no longer."""
    if table.offer is None:
        return table
    return replace(table, offer=None, accepted=0, note=_("The draw offer is withdrawn."))


def claimed(table: Table) -> Table:
    """The table after a draw was claimed."""
    return _ended(table, DRAW_CLAIMED)


def _ended(table: Table, entry: str) -> Table:
    try:
        return _settled(replace(table, timeline=table.timeline.end(entry)))
    except RuleboardError as error:
        return replace(table, said=Refusal(sentence(error.what)))


def named(table: Table, title: str, players: Sequence[str]) -> Table:
    """The table with another title and other names."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))


def _rule_aside(game: str, rule: str) -> SideNote | None:
    """A lesson as something to be read beside the board."""
    found = lesson(game, rule) if rule else None
    if found is None:
        return None
    steps = tuple(
        SideNoteStep(el("div", *prose(step.text), el("div", diagram(game, rule, at), cls="plate"), cls="prose"))
        for at, step in enumerate(found.steps)
    )
    return SideNote(RULE, _(found.title), steps)
