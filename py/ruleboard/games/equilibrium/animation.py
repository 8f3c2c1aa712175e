"""The motions that animate tiles, cards and tokens between the pictures before and after an action."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.games.equilibrium import player_board
from ruleboard.games.equilibrium.layout import COVERED_CARD_EDGE, Layout
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


def motions(before: State, move: Move, after: State, layout: Layout) -> tuple[Motion, ...]:
    """Return the motions that animate an action and the backpropagation after it.

    The pieces that the player moves come first.
    """
    all_motions = [*_move_motions(before, move, after, layout), *_token_motions(before, after, layout)]
    return tuple(motion for motion in all_motions if motion.points[0] != motion.points[-1])


def _move_motions(before: State, move: Move, after: State, layout: Layout) -> Iterator[Motion]:
    player = before.phase.player
    match move:
        case Setup(kinds, cells):
            for kind, cell in zip(kinds, cells, strict=True):
                points = (player_board.type_centre(layout, before.mover, player, kind), layout.hex_at(player, cell))
                yield Motion(f"card-{player}-{kind}", _tile_key(player, cell), points)
        case Download(kinds):
            yield from _download_motions(before, kinds, after, layout)
        case Code(card):
            hand_key, board_key, points = _card_path(after.players[player].hand, before.cards, player, card, layout)
            yield Motion(board_key, hand_key, points[::-1])
        case Load(kind, cell):
            yield _placement_motion(before, player, kind, cell, layout)
        case Hack(owner, kind, cell):
            yield _placement_motion(before, owner, kind, cell, layout)
        case Subtraction() | Division() | Addition() | Multiplication():
            hand_key, board_key, points = _card_path(before.mover.hand, after.cards, player, move.card, layout)
            yield Motion(hand_key, board_key, points)
            yield from _operation_motions(before, move, layout)


def _tile_key(player: int, cell: int) -> str:
    return f"tile-{player}-{CELL_NAMES[cell]}"


def _card_path(
    hand: tuple[str, ...], board_cards: tuple[str, ...], player: int, card: str, layout: Layout
) -> tuple[str, str, tuple[Point, Point]]:
    """Return a card's node keys in the hand and on the action board, and the path between these two places."""
    index = hand.index(card) + hand.count(card) - 1
    points = (_corner(layout.hand_slot(player, index)), _corner(layout.card_at(card)))
    return f"held-{player}-{card}-{hand.count(card) - 1}", f"card-{card}-{board_cards.count(card) - 1}", points


def _placement_motion(before: State, owner: int, kind: str, cell: int, layout: Layout) -> Motion:
    player, storage = before.phase.player, before.mover.storage
    last_index = storage.count(kind) - 1
    points = (layout.storage_slot(player, storage.index(kind) + last_index), layout.hex_at(owner, cell))
    return Motion(f"stored-{player}-{kind}-{last_index}", _tile_key(owner, cell), points)


def _download_motions(before: State, kinds: str, after: State, layout: Layout) -> Iterator[Motion]:
    player = before.phase.player
    stored_tiles = after.players[player].storage
    slots = list(before.tiles)
    counts = {kind: before.mover.storage.count(kind) for kind in TYPES}
    for kind in kinds:
        slot = slots.index(kind)
        slots[slot] = ""
        points = (layout.open_tile_at(slot), layout.storage_slot(player, stored_tiles.index(kind) + counts[kind]))
        yield Motion(f"offer-{slot}", f"stored-{player}-{kind}-{counts[kind]}", points)
        counts[kind] += 1
    drawn_count = len(before.pile) - len(after.pile)
    for slot in [slot for slot, tile in enumerate(slots) if not tile][:drawn_count]:
        yield Motion("pile", f"offer-{slot}", (layout.pile_at(), layout.open_tile_at(slot)))


def _operation_motions(before: State, move: Run, layout: Layout) -> Iterator[Motion]:
    player = before.phase.player
    match move:
        case Subtraction(cell):
            yield _removal_motion(before, cell, layout)
        case Addition(removed_cell, kind, cell):
            yield _removal_motion(before, removed_cell, layout)
            yield Motion(
                f"supply-{kind}", _tile_key(player, cell), (layout.supply_tile_at(kind), layout.hex_at(player, cell))
            )
        case Multiplication(originals, copies):
            for original, copy in zip(originals, copies, strict=True):
                points = (layout.hex_at(player, original), layout.hex_at(player, copy))
                yield Motion(_tile_key(player, original), _tile_key(player, copy), points)
        case Division():
            pass  # the tile turns over in its place


def _removal_motion(before: State, cell: int, layout: Layout) -> Motion:
    player, kind = before.phase.player, before.mover.board[cell].upper()
    return Motion(_tile_key(player, cell), f"supply-{kind}", (layout.hex_at(player, cell), layout.supply_tile_at(kind)))


def _token_motions(before: State, after: State, layout: Layout) -> Iterator[Motion]:
    """Yield a motion for each weight token, GPU tracker and turn order token, even if it does not move."""
    for player, (old_player, new_player) in enumerate(zip(before.players, after.players, strict=True)):
        for kind, old_level, new_level in zip(TYPES, old_player.weights, new_player.weights, strict=True):
            key = f"weight-{player}-{kind}"
            points = (layout.token_at(player, kind, old_level), layout.token_at(player, kind, new_level))
            yield Motion(key, key, points)
        key = f"cycles-{player}"
        points = (layout.cycle_at(player, old_player.cycles).centre, layout.cycle_at(player, new_player.cycles).centre)
        yield Motion(key, key, points)
        key = f"order-{player}"
        yield Motion(
            key, key, (_order_token_position(before, player, layout), _order_token_position(after, player, layout))
        )


def _corner(box: Box) -> Point:
    return (box.x + COVERED_CARD_EDGE, box.y + COVERED_CARD_EDGE)


def _order_token_position(state: State, player: int, layout: Layout) -> Point:
    if player in state.passed_players:
        return layout.passed_token_at(state.passed_players.index(player))
    return layout.order_token_at(state.order.index(player))
