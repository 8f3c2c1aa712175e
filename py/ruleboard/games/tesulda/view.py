"""The user interface of Tesulda: pictures, animations, hints and labels."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.view import BaseView, Credits
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.games.tesulda import animation, move_list, picture, texts
from ruleboard.games.tesulda.art import piece_icon
from ruleboard.games.tesulda.board import SQUARE_NUMBERS
from ruleboard.games.tesulda.building import COPY_TARGET, STORE_TARGET
from ruleboard.games.tesulda.figures import traits
from ruleboard.games.tesulda.layout import BOARD
from ruleboard.games.tesulda.moves import Move
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.terms import FIGURE_NAMES
from ruleboard.i18n import N_, _
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.overriding import override
from ruleboard.scene.crop import crop
from ruleboard.scene.marks import Path
from ruleboard.scene.node import Node

_POOL_PREFIX = "pool:"


class TesuldaView(BaseView[State, Move]):
    """The view that draws the pictures and writes the texts of Tesulda."""

    order = 3
    tagline = N_("Build your own army of shapes, and change it with every figure you capture.")
    primary_buttons = ("do:done", "do:fill")
    quiet_buttons = frozenset({"do:none", "do:clear"})
    turn_end = "do:end"
    tray_has_emblem = True
    pieces_question = N_("Where are my figures?")
    credits = Credits("", N_("Abamore (world of Abator)"), "")
    cover = "fork-05"

    mark_sample = staticmethod(picture.draw_mark_sample)
    emblem = staticmethod(picture.draw_emblem)
    motions = staticmethod(animation.motions)
    touch_hint = staticmethod(texts.touch_hint)
    goal_text = staticmethod(texts.goal_text)
    picture = staticmethod(picture.draw_picture)

    @override
    def is_picked_up(self, state: State, selection: Sequence[str]) -> bool:
        """Return True for pieces, and for figures that can be moved. A figure that gives a piece is only chosen."""
        can_be_moved = state.is_turn_start or bool(state.build)
        return selection[-1] not in SQUARE_NUMBERS or (can_be_moved and len(selection) == 1)

    @override
    def thumbnail(self, state: State, seat: int) -> Node:
        return crop(super().thumbnail(state, seat), BOARD.squares_box, {"strip"})

    @override
    def tray(self, state: State, seat: int, initial_state: State | None = None) -> Node | None:
        """Draw the number of a player's figures by base, or return None while players build armies."""
        return picture.draw_tray(state, seat)

    @override
    def button_icon(self, state: State, target: str) -> Node | None:
        """Draw the icon of a kind of piece in the pool, or return None for other targets."""
        return piece_icon(target.removeprefix(_POOL_PREFIX)) if target.startswith(_POOL_PREFIX) else None

    @override
    def short_label(self, state: State, selection: Sequence[str], target: str) -> str:
        """Format the number of pieces of one kind that are in the pool and not selected."""
        if not target.startswith(_POOL_PREFIX):
            return ""
        count = texts.visible_pool(state).count(target.removeprefix(_POOL_PREFIX))
        return f"× {count - selection.count(target)}"

    @override
    def action_paths(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Path, ...]:
        """Return the path of a Move, or the line of a Swap between the two figures."""
        return animation.action_paths(before, action.move, seat)

    @override
    def readable_turn(
        self, turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str], reader: int | None = None
    ) -> Turn:
        return move_list.readable_turn(turn, entries)

    @override
    def recommendation(self, state: State, action: Action[Move]) -> str:
        return texts.recommendation(action.move)

    @override
    def suggestion(self, state: State, action: Action[Move]) -> str:
        return texts.suggestion(state, action.move)

    @override
    def commits_to_kind(self, state: State, selection: Sequence[str]) -> bool:
        """Return True if the selection begins with a piece of the captured figure or with a piece in the pool."""
        return state.build is None and selection[:1] != () and selection[0].partition(":")[0] in ("prey", "pool")

    @override
    def repeats_selection(self, state: State, selection: Sequence[str]) -> bool:
        """Return True if the player can repeat the selection: a base or piece in the store, or the copy button."""
        is_in_store = selection[0].partition(":")[0] in ("base", "store")
        return state.build is not None and (is_in_store or COPY_TARGET in selection)

    @override
    def rejects_new_selection(self, state: State, selection: Sequence[str], target: str) -> bool:
        """Return True if the page rejects a target that cannot continue the selection but could start a new one.

        A base or pieces stay selected after a touch of a wrong square. During a turn the page also rejects a piece that
        does not fit the selection, since the visible pieces belong to the first selected figure.
        """
        has_piece = any(selected_target not in SQUARE_NUMBERS for selected_target in selection)
        if target in SQUARE_NUMBERS:
            return has_piece
        prefix = target.partition(":")[0]
        return state.build is None and (prefix == "piece" or (prefix in ("prey", "pool") and has_piece))

    @override
    def target_label(self, state: State, selection: Sequence[str], target: str, kinds: Sequence[str]) -> str:
        return texts.second_piece_label(state, selection, target)

    @override
    def pieces_text(self, state: State, seat: int) -> str:
        figures = ((figure, name) for name, number in SQUARE_NUMBERS.items() if (figure := state.board[number]))
        return pieces_text(
            (PlacedPiece(traits(figure).side, _(FIGURE_NAMES[figure[0]]), name) for figure, name in figures), seat
        )

    @override
    def board_text(self, state: State) -> str:
        """List the pieces on the bases and in the pool; see ``BaseView.board_text``."""
        pieces_by_place = {name: (state.board[number] or "")[1:] for name, number in SQUARE_NUMBERS.items()}
        pieces_by_place[_("the pool")] = texts.visible_pool(state)
        lists = (
            PlacedPiece(0, texts.pieces_text(pieces), place) for place, pieces in pieces_by_place.items() if pieces
        )
        return pieces_text(lists, 0)

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the side of the figure on a square, or None for an empty square.

        For pieces and bases after the Move, return the side to move.
        """
        if target in SQUARE_NUMBERS:
            figure = state.board[SQUARE_NUMBERS[target]]
            return traits(figure).side if figure else None
        return None if target.startswith("do:") or target == STORE_TARGET or state.is_turn_start else state.side
