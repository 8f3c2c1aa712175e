"""The motions of an action: tiles, cards and tokens on their paths from one picture to the next."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.equilibrium import player_board
from ruleboard.games.equilibrium.layout import CARD_EDGE, Layout
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    Division,
    Download,
    Hack,
    Load,
    Move,
    Multiplication,
    Run,
    Setup,
    Subtraction,
)
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELL_NAMES, State
from ruleboard.scene.geometry import Box, Point
from ruleboard.scene.marks import Motion


def motions(before: State, move: Move, after: State, plan: Layout) -> tuple[Motion, ...]:
    """Return everything that moves with an action, backpropagation included; the pieces of the move come first."""
    found = [*_move_motions(before, move, after, plan), *_token_motions(before, after, plan)]
    return tuple(motion for motion in found if motion.points[0] != motion.points[-1])


def _move_motions(before: State, move: Move, after: State, plan: Layout) -> Iterator[Motion]:
    who = before.phase.who
    match move:
        case Setup(kinds, cells):
            for kind, cell in zip(kinds, cells, strict=True):
                points = (player_board.type_at(plan, before.mover, who, kind), plan.hex_at(who, cell))
                yield Motion(f"card-{who}-{kind}", _tile_key(who, cell), points)
        case Download(kinds):
            yield from _download_motions(before, kinds, after, plan)
        case Code(card):
            held, offered, points = _card_ends(after.players[who].hand, before.cards, who, card, plan)
            yield Motion(offered, held, points[::-1])
        case Load(kind, cell):
            yield _placement_motion(before, who, kind, cell, plan)
        case Hack(owner, kind, cell):
            yield _placement_motion(before, owner, kind, cell, plan)
        case Subtraction() | Division() | Addition() | Multiplication():
            held, offered, points = _card_ends(before.mover.hand, after.cards, who, move.card, plan)
            yield Motion(held, offered, points)
            yield from _operation_motions(before, move, plan)


def _tile_key(player: int, cell: int) -> str:
    """Return the key of a tile on a player's board."""
    return f"tile-{player}-{CELL_NAMES[cell]}"


def _card_ends(
    hand: tuple[str, ...], offered: tuple[str, ...], who: int, card: str, plan: Layout
) -> tuple[str, str, tuple[Point, Point]]:
    """Return the keys of a card in a hand and on the action board, and the points of both."""
    place = hand.index(card) + hand.count(card) - 1
    points = (_corner(plan.held_at(who, place)), _corner(plan.card_at(card)))
    return f"held-{who}-{card}-{hand.count(card) - 1}", f"card-{card}-{offered.count(card) - 1}", points


def _placement_motion(before: State, owner: int, kind: str, cell: int, plan: Layout) -> Motion:
    who, storage = before.phase.who, before.mover.storage
    last = storage.count(kind) - 1
    points = (plan.stored_at(who, storage.index(kind) + last), plan.hex_at(owner, cell))
    return Motion(f"stored-{who}-{kind}-{last}", _tile_key(owner, cell), points)


def _download_motions(before: State, kinds: str, after: State, plan: Layout) -> Iterator[Motion]:
    who = before.phase.who
    stored = after.players[who].storage
    slots = list(before.tiles)
    counts = {kind: before.mover.storage.count(kind) for kind in TYPES}
    for kind in kinds:
        slot = slots.index(kind)
        slots[slot] = ""
        points = (plan.open_tile_at(slot), plan.stored_at(who, stored.index(kind) + counts[kind]))
        yield Motion(f"offer-{slot}", f"stored-{who}-{kind}-{counts[kind]}", points)
        counts[kind] += 1
    drawn = len(before.pile) - len(after.pile)
    for slot in [slot for slot, tile in enumerate(slots) if not tile][:drawn]:
        yield Motion("pile", f"offer-{slot}", (plan.pile_at(), plan.open_tile_at(slot)))


def _operation_motions(before: State, move: Run, plan: Layout) -> Iterator[Motion]:
    who = before.phase.who
    match move:
        case Subtraction(cell):
            yield _removal_motion(before, cell, plan)
        case Addition(removed, kind, cell):
            yield _removal_motion(before, removed, plan)
            yield Motion(f"supply-{kind}", _tile_key(who, cell), (plan.supply_tile_at(kind), plan.hex_at(who, cell)))
        case Multiplication(originals, copies):
            for original, copy in zip(originals, copies, strict=True):
                points = (plan.hex_at(who, original), plan.hex_at(who, copy))
                yield Motion(_tile_key(who, original), _tile_key(who, copy), points)
        case Division():
            pass  # the tile is turned over where it lies


def _removal_motion(before: State, cell: int, plan: Layout) -> Motion:
    who, kind = before.phase.who, before.mover.board[cell].upper()
    return Motion(_tile_key(who, cell), f"supply-{kind}", (plan.hex_at(who, cell), plan.supply_tile_at(kind)))


def _token_motions(before: State, after: State, plan: Layout) -> Iterator[Motion]:
    """Yield the motions of everybody's weight tokens, GPU trackers and turn order tokens, those at rest included."""
    for number, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for kind, old_level, new_level in zip(TYPES, old.weights, new.weights, strict=True):
            key = f"weight-{number}-{kind}"
            points = (plan.token_at(number, kind, old_level), plan.token_at(number, kind, new_level))
            yield Motion(key, key, points)
        key = f"cycles-{number}"
        points = (plan.cycle_at(number, old.cycles).middle, plan.cycle_at(number, new.cycles).middle)
        yield Motion(key, key, points)
        key = f"order-{number}"
        yield Motion(key, key, (_order_place(before, number, plan), _order_place(after, number, plan)))


def _corner(box: Box) -> Point:
    """Return the upper left corner of a card in a place."""
    return (box.x + CARD_EDGE, box.y + CARD_EDGE)


def _order_place(state: State, number: int, plan: Layout) -> Point:
    if number in state.passed:
        return plan.passed_at(state.passed.index(number))
    return plan.order_at(state.order.index(number))
