"""How Equilibrium is shown at the table: its picture, what travels between two of them, and what is told beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.games.equilibrium import figures, guide, hints, movelist, moves, panel, provenance, told
from ruleboard.games.equilibrium import picture as drawn
from ruleboard.games.equilibrium.layout import CARD_EDGE, Layout, layout
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, OVER, State
from ruleboard.games.view import BaseView, Credits, SideNote
from ruleboard.i18n import N_
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class EquilibriumView(BaseView[State, Any]):
    """The face of the game (a ``games.face.Face``), which tells what it shows (a ``games.face.Teller``).

    One with ``parts`` shows these alone (see ``layout.layout``), so that a lesson shows what it speaks of
    (``games.face.Closer``).
    """

    order = 5
    opens_enlarged = True
    tagline = N_("Train an artificial mind and keep all its five senses in balance, while the others hack you.")
    credits = Credits("Tony Alicea", "", "")

    def __init__(self, parts: tuple[str, ...] = ()) -> None:
        """See the class."""
        self.parts = parts

    def focused(self, focus: str) -> EquilibriumView:
        """The face that shows only some parts: numbers of players and ``board``, parted by spaces, top to bottom."""
        return EquilibriumView(tuple(focus.split()))

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The table, or the parts of it; see ``picture.picture``."""
        return drawn.picture(state, seat, marks, self.parts)

    def tray(self, state: State, seat: int) -> Node | None:
        """A player's token and cycles; everything else lies on the table."""
        return figures.purse(seat, state.players[seat].cycles)

    def button_icon(self, state: State, target: str) -> Node | None:
        """The token that a tweak lifts, for its button."""
        kind = _tweaked(target)
        return figures.weight(kind) if kind else None

    def short_label(self, state: State, target: str) -> str:
        """From which level to which a tweak lifts a token: its column is narrow."""
        kind = _tweaked(target)
        if not kind:
            return ""
        level = state.mover.weights[TYPES.index(kind)]
        return f"{level} → {level + 1}"

    def motions(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
        """Tiles, cards and tokens that travel when an action is taken, those of backpropagation included."""
        plan = layout(len(before.players), seat, self.parts)
        found = [*_carried(before, action, after, plan), *_tokens(before, after, plan)]
        return tuple(motion for motion in found if motion.points[0] != motion.points[-1])

    def touch_hint(self, state: State, touched: Sequence[str]) -> str:
        """What to touch next; see ``hints.hint``."""
        return hints.hint(state, touched)

    def side_notes(self, state: State) -> tuple[SideNote, ...]:
        """The six actions as they stand, and what would happen if the round ended now."""
        if state.phase.kind == OVER:
            return ()
        preview = told.preview(state)
        return (guide.guide(state), preview) if preview else (guide.guide(state),)

    def recent_events(self, states: Sequence[State], actions: Sequence[Action[Any]]) -> SideNote | None:
        """A round's end, the beginning of the end, and the ranking; see ``told.story``."""
        return told.story(states, actions)

    def turn_in_words(self, turn: Turn, states: Sequence[State], entries: Sequence[Action[Any] | str]) -> Turn:
        """A turn of the move list in words; see ``movelist.in_words``."""
        return movelist.in_words(turn, states, entries)

    def reference_note(self) -> SideNote | None:
        """The game's numbers and where they come from."""
        return provenance.reference()


def _tweaked(target: str) -> str:
    """The type whose token a target is; empty if it is none."""
    return target.rpartition(":")[2] if target.startswith("weight:") else ""


def _carried(before: State, action: Action[Any], after: State, plan: Layout) -> Iterator[Motion]:
    """What the action itself moves."""
    move = moves.read(action.text)
    who = before.phase.who
    player = before.players[who]
    if move.verb == "download":
        yield from _downloaded(before, move.types, after, plan)
    elif move.verb in ("code", "run"):
        held = after.players[who].hand if move.verb == "code" else player.hand
        on_board = before.cards if move.verb == "code" else after.cards
        place = held.index(move.card) + held.count(move.card) - 1
        box, stock = plan.held_at(who, place), plan.card_at(move.card)
        key = f"held-{who}-{move.card}-{held.count(move.card) - 1}"
        other = f"card-{move.card}-{on_board.count(move.card) - 1}"
        points = (_corner(stock), _corner(box))
        if move.verb == "code":
            yield Motion(other, key, points)
        else:
            yield Motion(key, other, points[::-1])
            yield from _operated(before, move, plan)
    elif move.verb in ("load", "hack"):
        owner = who if move.verb == "load" else move.player
        slot = player.storage.index(move.types) + player.storage.count(move.types) - 1
        yield Motion(
            f"stored-{who}-{move.types}-{player.storage.count(move.types) - 1}",
            f"tile-{owner}-{CELL_NAMES[move.cells[0]]}",
            (plan.stored_at(who, slot), plan.hex_at(owner, move.cells[0])),
        )
    elif move.verb == "setup":
        for kind, cell in zip(move.types, move.cells, strict=True):
            yield Motion(
                f"card-{who}-{kind}",
                f"tile-{who}-{CELL_NAMES[cell]}",
                (panel.type_at(plan, player, who, kind), plan.hex_at(who, cell)),
            )


def _downloaded(before: State, kinds: str, after: State, plan: Layout) -> Iterator[Motion]:
    who = before.phase.who
    stored = after.players[who].storage
    free = list(before.tiles)
    arrived = {kind: before.players[who].storage.count(kind) for kind in TYPES}
    for kind in kinds:
        slot = free.index(kind)
        free[slot] = ""
        place = stored.index(kind) + arrived[kind]
        key = f"stored-{who}-{kind}-{arrived[kind]}"
        yield Motion(f"offer-{slot}", key, (plan.offer_at(slot), plan.stored_at(who, place)))
        arrived[kind] += 1
    drawn_tiles = len(before.pile) - len(after.pile)
    for slot in [slot for slot, tile in enumerate(free) if not tile][:drawn_tiles]:
        yield Motion("pile", f"offer-{slot}", (plan.pile_at(), plan.offer_at(slot)))


def _operated(before: State, move: moves.Move, plan: Layout) -> Iterator[Motion]:
    who = before.phase.who
    board = before.players[who].board
    if move.card in ("sub", "add"):
        gone = move.cells[0]
        kind = board[gone].upper()
        points = (plan.hex_at(who, gone), plan.supply_tile_at(kind))
        yield Motion(f"tile-{who}-{CELL_NAMES[gone]}", f"supply-{kind}", points)
    if move.card == "add":
        points = (plan.supply_tile_at(move.types), plan.hex_at(who, move.cells[1]))
        yield Motion(f"supply-{move.types}", f"tile-{who}-{CELL_NAMES[move.cells[1]]}", points)
    if move.card == "mul":
        for original, copy in zip(move.cells[:2], move.cells[2:], strict=True):
            points = (plan.hex_at(who, original), plan.hex_at(who, copy))
            yield Motion(f"tile-{who}-{CELL_NAMES[original]}", f"tile-{who}-{CELL_NAMES[copy]}", points)


def _tokens(before: State, after: State, plan: Layout) -> Iterator[Motion]:
    """Everybody's weight tokens, GPU trackers and turn order tokens that stand elsewhere afterwards."""
    for number, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for kind, was, now in zip(TYPES, old.weights, new.weights, strict=True):
            key = f"weight-{number}-{kind}"
            yield Motion(key, key, (plan.token_at(number, kind, was), plan.token_at(number, kind, now)))
        key = f"cycles-{number}"
        points = (plan.cycle_at(number, old.cycles).middle, plan.cycle_at(number, new.cycles).middle)
        yield Motion(key, key, points)
        key = f"order-{number}"
        yield Motion(key, key, (_order_place(before, number, plan), _order_place(after, number, plan)))


def _corner(box: Box) -> Point:
    """Where the upper left corner of a card in a place lies."""
    return (box.x + CARD_EDGE, box.y + CARD_EDGE)


def _order_place(state: State, number: int, plan: Layout) -> tuple[float, float]:
    if number in state.passed:
        return plan.passed_at(state.passed.index(number))
    return plan.order_at(state.order.index(number))
