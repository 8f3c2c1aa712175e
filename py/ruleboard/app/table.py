"""One game at the table: its timeline, what is taken up, what is being asked. Pure: every touch gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Action
from ruleboard.engine.picker import Pick, pick, touch
from ruleboard.engine.timeline import DRAW_AGREED, DRAW_CLAIMED, RESIGN, Timeline
from ruleboard.games import FACES
from ruleboard.scene.marks import Marks, Motion


@dataclass(frozen=True, slots=True)
class Table:
    """What the two sides of the screen show of a game.

    Attributes:
        id: the game's name in the library.
        timeline: the game; ``timeline.at`` is where it stands.
        looking: how many entries are looked at instead, None at where the game stands.
        touched: the targets touched so far.
        refused: the target that was refused last.
        said: what is to be told to the player to move: why a touch was refused, …
        curtain: whether the board is hidden until the player to move asks for it.
        offer: who has offered a draw, waiting for the answer.
        turned: whether the board was turned by hand.
        yielded: whether another tab has the game now.
        bunch: from where to where undo and redo go in one step, because those entries were made in one.
    """

    id: str
    timeline: Timeline[Any]
    looking: int | None = None
    touched: tuple[str, ...] = ()
    refused: str = ""
    said: str = ""
    curtain: bool = False
    offer: int | None = None
    turned: bool = False
    yielded: bool = False
    bunch: tuple[int, int] = (0, 0)

    @property
    def shown(self) -> Timeline[Any]:
        """The timeline standing where one looks."""
        return self.timeline if self.looking is None else self.timeline.jump(self.looking)

    @property
    def still(self) -> bool:
        """Whether nothing can be touched: the game is over or elsewhere, or the past or a curtain is looked at."""
        return self.looking is not None or self.curtain or self.yielded or self.timeline.outcome is not None

    @property
    def pick(self) -> Pick:
        """Where the selection stands."""
        return pick(self.actions, self.touched)

    @property
    def actions(self) -> Sequence[Action]:
        """The legal actions that can be made now."""
        return () if self.still else self.timeline.game.legal_actions(self.timeline.state)

    @property
    def buttons(self) -> tuple[str, ...]:
        """What can be done now that is not on the board: the ``do:`` targets, whatever is taken up."""
        targets = dict.fromkeys((*self.pick.next, *pick(self.actions).next))
        return tuple(target for target in targets if target.startswith("do:"))

    @property
    def marks(self) -> Marks:
        """What the board points out."""
        outcome = self.shown.outcome
        return Marks(
            taken=self.touched,
            go={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in self.pick.next.items()},
            last=self._last,
            refused=self.refused,
            shown=frozenset(outcome.squares) if outcome else frozenset(),
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


def seated(id: str, timeline: Timeline[Any]) -> Table:
    """A game as it is opened: behind the curtain if the player to move decides unseen."""
    return _settled(Table(id, timeline))


def _settled(table: Table, before: Table | None = None) -> Table:
    """The table after its timeline changed: selections dropped, the curtain drawn where a secret changes hands."""
    timeline = table.timeline
    secret = timeline.outcome is None and timeline.game.secret(timeline.state)
    same_hand = before is not None and not before.curtain and before.timeline.to_move == timeline.to_move
    return replace(table, looking=None, touched=(), refused="", said="", offer=None, curtain=secret and not same_hand)


def touched(table: Table, target: str) -> tuple[Table, Action | None]:
    """The table after a touch, and the action it made, if it made one.

    A refused touch says why and leaves what was taken up in the hand.
    """
    if table.still:
        return table, None
    found = touch(table.actions, table.touched, target)
    if found is None:
        game = table.timeline.game
        said = game.explain(table.timeline.state, (*table.touched, target))
        return replace(table, refused=target, said=said), None
    if found.decided:
        return played(table, found.decided), found.decided
    return replace(table, touched=found.touched, refused="", said=""), None


def taken_up(table: Table, target: str) -> Table:
    """The table when a drag begins on a target: it is taken up, unless it already was."""
    if table.still or (table.touched and table.touched[-1] == target):
        return table
    found = touch(table.actions, table.touched, target)
    return replace(table, touched=found.touched, refused="", said="") if found and not found.decided else table


def chosen(table: Table, text: str) -> tuple[Table, Action | None]:
    """The table after one of several complete actions was chosen by its text; unknown texts change nothing."""
    for action in table.pick.complete:
        if action.text == text:
            return played(table, action), action
    return table, None


def played(table: Table, action: Action) -> Table:
    """The table after an action."""
    return _settled(replace(table, timeline=table.timeline.play(action)), table)


def set_up(table: Table, actions: Sequence[Action]) -> Table:
    """The table after several actions made in one."""
    timeline = table.timeline
    for action in actions:
        timeline = timeline.play(action)
    bunch = (table.timeline.at, timeline.at)
    return _settled(replace(table, timeline=timeline, bunch=bunch), table) if actions else table


def put_down(table: Table) -> Table:
    """The table after Escape: the last touch taken back, or what was said dismissed."""
    return replace(table, touched=table.touched[:-1], refused="", said="", offer=None)


def undone(table: Table) -> Table:
    """The table after undo."""
    start, end = table.bunch
    if table.timeline.at == end > start >= table.timeline.earliest:
        return _settled(replace(table, timeline=table.timeline.jump(start)), table)
    return _settled(replace(table, timeline=table.timeline.undo()), table)


def redone(table: Table) -> Table:
    """The table after redo."""
    start, end = table.bunch
    if table.timeline.at == start < end <= len(table.timeline.entries):
        return _settled(replace(table, timeline=table.timeline.jump(end)), table)
    return _settled(replace(table, timeline=table.timeline.redo()), table)


def looked(table: Table, at: int) -> Table:
    """The table looking at the state after ``at`` entries; the game itself stays where it is."""
    at = max(0, min(at, len(table.timeline.entries)))
    here = at == table.timeline.at
    return replace(table, looking=None if here else at, touched=(), refused="", said="")


def continued(table: Table) -> Table:
    """The table playing on from where one looks; what comes after can be redone until something else is played."""
    if table.looking is None or table.looking < table.timeline.earliest:
        return table
    return _settled(replace(table, timeline=table.timeline.jump(table.looking)))


def uncovered(table: Table) -> Table:
    """The table after the player to move has asked for the board."""
    return replace(table, curtain=False)


def yielded(table: Table) -> Table:
    """The table after another tab took the game: nothing is in the hand, nothing can be touched."""
    return replace(table, touched=(), refused="", said="", offer=None, yielded=True)


def resigned(table: Table, player: int) -> Table:
    """The table after a player (0-based) gave up."""
    return _ended(table, f"{RESIGN} {player + 1}")


def offered(table: Table) -> Table:
    """The table after the player to move offered a draw."""
    return replace(table, offer=table.timeline.to_move, said="")


def answered(table: Table, yes: bool) -> Table:
    """The table after a draw offer was answered."""
    if table.offer is None:
        return table
    return _ended(table, DRAW_AGREED) if yes else replace(table, offer=None)


def claimed(table: Table) -> Table:
    """The table after a draw was claimed."""
    return _ended(table, DRAW_CLAIMED)


def _ended(table: Table, entry: str) -> Table:
    try:
        return _settled(replace(table, timeline=table.timeline.end(entry)))
    except RuleboardError as error:
        return replace(table, said=f"{error.what[:1].upper()}{error.what[1:]}.")


def named(table: Table, title: str, players: Sequence[str]) -> Table:
    """The table with another title and other names."""
    record = table.timeline.record
    meta = {name: text for name, text in record.meta.items() if name != "title"}
    if title:
        meta["title"] = title
    return replace(table, timeline=replace(table.timeline, record=replace(record, players=tuple(players), meta=meta)))


def motions(before: Table | None, after: Table | None, seat: int) -> tuple[Motion, ...]:
    """What travels when one table takes the place of another: one action onwards, or one back.

    Args:
        before: the table that was shown.
        after: the table that will be.
        seat: whose side is nearest.
    """
    if before is None or after is None or before.id != after.id or after.curtain or before.curtain:
        return ()
    old, new = before.shown, after.shown
    later, earlier = (new, old) if new.at > old.at else (old, new)
    if later.at != earlier.at + 1:
        return ()
    entry, state = later.entries[earlier.at], earlier.state
    if not isinstance(entry, Action) or later.states[earlier.at] != state:
        return ()
    if later.game.secret(state) and (before.looking, after.looking) != (None, None):
        return ()  # what was done unseen is not shown to who looks back
    found = FACES[later.game.id].motions(state, entry, later.state, seat)
    return found if later is new else tuple(_backwards(motion) for motion in found)


def _backwards(motion: Motion) -> Motion:
    return Motion(motion.end, motion.start, motion.points[::-1])
