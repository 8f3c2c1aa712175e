"""The view of Equilibrium: the picture of the table, animations, and side notes."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
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
from ruleboard.games.equilibrium.layout import create_layout
from ruleboard.games.equilibrium.moves import Move
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import OVER, State
from ruleboard.games.equilibrium.targets import parse_target
from ruleboard.games.view import BaseView, Credits, SideNote
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node


class EquilibriumView(BaseView[State, Move]):
    """The pictures and texts of Equilibrium. Lessons view only some ``parts`` of the table (see ``layout.layout``)."""

    order = 5
    starts_zoomed = True
    whole_board_media = "(min-width: 721px) and (min-height: 481px) and (max-aspect-ratio: 1/1)"
    tagline = N_("Train an artificial mind and keep all its five senses in balance, while the others hack you.")
    quiet_buttons = frozenset({"do:pass", "do:skip", "do:tweak-none"})
    credits = Credits("Tony Alicea", "", "")

    def __init__(self, parts: tuple[str, ...] = ()) -> None:
        """Create the view of the whole table if ``parts`` is empty."""
        self.parts = parts

    @override
    def focused_view(self, focus: str) -> EquilibriumView:
        """Return the view of some parts. ``focus`` has them with spaces: numbers of players, ``board``, ``preview``."""
        return EquilibriumView(tuple(focus.split()))

    @override
    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        return picture.picture(state, seat, marks, self.parts)

    @override
    def tray(self, state: State, seat: int, initial_state: State | None = None) -> Node | None:
        """Draw a player's token and cycles. The table has all other information."""
        return figures.cycles_tray(seat, state.players[seat].cycles)

    @override
    def button_icon(self, state: State, target: str) -> Node | None:
        """Draw the icon of a tweak's button."""
        parts = parse_target(target)
        return figures.token_icon(parts.name) if parts.kind == "weight" else None

    @override
    def short_label(self, state: State, target: str) -> str:
        """Return the change of level for the button of a tweak, since the token's column is narrow."""
        parts = parse_target(target)
        if parts.kind != "weight":
            return ""
        level = state.mover.weights[TYPES.index(parts.name)]
        return f"{level} → {level + 1}"

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        """Return the animated movements of an action, including backpropagation."""
        return animation.motions(before, action.move, after, create_layout(len(before.players), seat, self.parts))

    @override
    def touch_hint(self, state: State, selection: Sequence[str]) -> str:
        return touch_hints.touch_hint(state, selection)

    @override
    def side_notes(self, state: State) -> tuple[SideNote, ...]:
        """Return the notes on the end of the round (after setup) and on the six actions."""
        if state.phase.kind == OVER:
            return ()
        preview = round_summary.preview_note(state)
        guide = action_guide(state)
        return (preview, guide) if preview else (guide,)

    @override
    def recent_events(self, states: Sequence[State], actions: Sequence[Action[Move]]) -> SideNote | None:
        """Return the note on the end of a round, on the start of the final actions, or on the ranking."""
        return round_summary.round_summary(states, actions)

    @override
    def readable_turn(self, turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str]) -> Turn:
        return move_list.readable_turn(turn, states, entries)

    @override
    def recommendation(self, state: State, action: Action[Move]) -> str:
        return texts.recommendation(state, action.move)

    @override
    def reference_note(self, state: State) -> SideNote | None:
        """Return the note on the numbers of the game and their provenance."""
        return provenance.reference_note(state.numbers)

    @override
    def commits_to_kind(self, state: State, selection: Sequence[str]) -> bool:
        """Return True if the selection begins with a card in hand, since the player then runs the card."""
        return bool(selection) and parse_target(selection[0]).kind == "hand"

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the owner of a card, tile or token, or the player to move for targets on the action board."""
        parts = parse_target(target)
        if parts.kind in ("hex", "do"):
            return None
        return parts.player if parts.player >= 0 else max(state.phase.player, 0)
