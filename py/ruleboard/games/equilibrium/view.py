"""The view of Equilibrium: the picture of the table, animations, and side notes."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.view import BaseView, Credits, SideNote
from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import (
    animation,
    figures,
    move_list,
    picture,
    provenance,
    round_summary,
    texts,
    touch_hints,
)
from ruleboard.games.equilibrium.action_guide import action_guide
from ruleboard.games.equilibrium.layout import COLUMN_PART, ROW_PART, create_layout
from ruleboard.games.equilibrium.mark_samples import draw_mark_sample
from ruleboard.games.equilibrium.moves import Move
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import EMPTY, GAME_OVER, State
from ruleboard.games.equilibrium.targets import parse_target
from ruleboard.i18n import N_
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.overriding import override
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class EquilibriumView(BaseView[State, Move]):
    """The view of Equilibrium, which draws its pictures and writes its texts.

    In lessons, a view shows only some ``parts`` of the table (see ``layout.create_layout``).
    """

    order = 5
    starts_zoomed = True
    tray_has_emblem = True
    whole_board_media = "(min-width: 721px) and (min-height: 481px)"
    tagline = N_("Train an artificial mind and keep its 5 senses in balance while others hack you.")
    quiet_buttons = frozenset({"do:skip", "do:tweak-none"})
    credits = Credits("Tony Alicea", "", "")
    pieces_question = N_("Where are the tiles and tokens?")
    cover = "tweak-05"

    emblem = staticmethod(figures.draw_emblem)
    mark_sample = staticmethod(draw_mark_sample)
    thumbnail = staticmethod(picture.draw_network)
    touch_hint = staticmethod(touch_hints.touch_hint)
    goal_text = staticmethod(texts.goal_text)
    recent_events = staticmethod(round_summary.round_summary)
    readable_turn = staticmethod(move_list.readable_turn)

    def __init__(self, parts: tuple[str, ...] = ()) -> None:
        """Create a view of the given parts of the table, or of the whole table if ``parts`` is empty."""
        self.parts = parts

    @override
    def focused_view(self, focus: str) -> EquilibriumView:
        """Return a view of some parts of the table.

        ``focus`` contains the parts, separated by spaces: numbers of players, ``board`` and ``preview``.
        """
        return EquilibriumView(tuple(focus.split()))

    @override
    def part_view(self, state: State, player: int, *, shows_whole_board: bool) -> EquilibriumView | None:
        """Return a view of the action board and the panel of a player, or None if the whole board shows all panels.

        With two players, the whole board shows both panels. Small screens show one panel at a time, to avoid panning.
        """
        if len(state.players) <= 2 and shows_whole_board:
            return None
        return EquilibriumView((ROW_PART if shows_whole_board else COLUMN_PART, str(player + 1)))

    @override
    def part_owner(self, target: str) -> int | None:
        player = parse_target(target).player
        return player if player >= 0 else None

    @override
    def part_summary(self, state: State, player: int) -> Node:
        """Draw the levels of a player's weight tokens."""
        return figures.draw_levels(state.players[player].weights)

    @override
    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        return picture.draw_picture(state, seat, marks, self.parts)

    @override
    def tray(self, state: State, seat: int, initial_state: State | None = None) -> Node | None:
        """Draw a player's token and number of cycles. The table shows all other information."""
        return figures.draw_tray(seat, state.players[seat].cycles)

    @override
    def button_icon(self, state: State, target: str) -> Node | None:
        parsed_target = parse_target(target)
        return figures.token_icon(parsed_target.name) if parsed_target.kind == "weight" else None

    @override
    def short_label(self, state: State, selection: Sequence[str], target: str) -> str:
        """Return the levels before and after a tweak, such as "2 → 3", for a narrow button; empty for other targets."""
        parsed_target = parse_target(target)
        if parsed_target.kind != "weight":
            return ""
        level = state.mover.weights[TYPES.index(parsed_target.name)]
        return f"{level} → {level + 1}"

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        return animation.motions(before, action.move, after, create_layout(len(before.players), seat, self.parts))

    @override
    def side_notes(self, state: State) -> tuple[SideNote, ...]:
        """Return the side notes about the six actions and about the end of the round (not during setup)."""
        if state.phase.kind == GAME_OVER:
            return ()
        return tuple(filter(None, (action_guide(state), round_summary.preview_note(state))))

    @override
    def recommendation(self, state: State, action: Action[Move]) -> str:
        return texts.describe_effect(state, action.move)

    @override
    def reference_note(self, state: State) -> SideNote | None:
        return provenance.reference_note(state.numbers)

    @override
    def commits_to_kind(self, state: State, selection: Sequence[str]) -> bool:
        """Return True if the first selected target is a card in hand, since the player can then only run this card."""
        return bool(selection) and parse_target(selection[0]).kind == "hand"

    @override
    def pieces_text(self, state: State, seat: int) -> str:
        """Return the tiles on each network, by type; see ``BaseView.pieces_text``."""
        return pieces_text(
            (
                PlacedPiece(player, texts.tile_name(player, tile), texts.cell_name(cell))
                for player, board in enumerate(player.board for player in state.players)
                for cell, tile in enumerate(board)
                if tile != EMPTY
            ),
            seat,
        )

    @override
    def board_text(self, state: State) -> str:
        """Describe the action board, and the tokens, cycles and network of each player; see ``BaseView.board_text``."""
        return texts.board_text(state)

    @override
    def is_picked_up(self, state: State, selection: Sequence[str]) -> bool:
        """Return True for a stored tile or a card in hand. Other targets can be chosen, but not picked up."""
        return len(selection) == 1 and parse_target(selection[0]).kind in ("storage", "hand")

    @override
    def picked_up_name(self, state: State, target: str) -> str:
        """Return the name of a single tile, since the target stands for all stored tiles of a type, or of a card."""
        parsed_target = parse_target(target)
        if parsed_target.kind == "storage":
            return texts.tile_with_article(parsed_target.name)
        return texts.card_title(parsed_target.name) if parsed_target.kind == "hand" else ""

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the owner of a card, tile or token. Targets on the action board belong to the player to move.

        Return None for cells and buttons.
        """
        parsed_target = parse_target(target)
        if parsed_target.kind in ("hex", "do"):
            return None
        return parsed_target.player if parsed_target.player >= 0 else max(state.phase.player, 0)
