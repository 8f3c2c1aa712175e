"""The look of the card game: pictures, motions and replays."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.games.tensor_cards import animation, move_list, picture, words
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.state import LayCards, Move, State
from ruleboard.games.tensor_cards.targets import LAY, card_target, slot_target, target_card
from ruleboard.games.view import BaseView, Credits, ReplayFrame
from ruleboard.i18n import N_
from ruleboard.overriding import override
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node


class TensorCardsView(BaseView[State, Move]):
    """The look of the card game Tensor."""

    order = 4
    faces_mover = True
    has_replays = True
    tagline = N_("Both lay three cards face down; then everything moves at once, and seldom where you meant it to.")
    primary_buttons = (LAY,)
    credits = Credits("", "Cloud Kingdom Games", "")

    @override
    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """Return the table with the player at ``seat`` below; the cards lie in the picture."""
        return picture.picture(state, seat, marks)

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        """Return the motions of cards and pieces."""
        return animation.motions(before, action.move, after, seat)

    @override
    def hint_targets(self, state: State, action: Action[Move]) -> tuple[str, ...]:
        """Return the cards of a lay with the slots they go to, though a button begins it."""
        if not isinstance(action.move, LayCards) or LAY in action.targets[:1]:
            return action.targets
        pairs = zip(PIECES, action.move.cards, strict=True)
        return tuple(target for piece, card in pairs for target in (card_target(card), slot_target(piece)))

    @override
    def hint_trails(self, state: State, action: Action[Move], seat: int) -> tuple[Path, ...]:
        """Return the ways of cards from the hand to their places on the pieces."""
        return animation.hint_trails(state, action.move, seat)

    @override
    def touch_hint(self, state: State, touched: Sequence[str]) -> str:
        """Return what the card taken up would do alone."""
        return words.touch_hint(state, touched)

    @override
    def turn_in_words(self, turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str]) -> Turn:
        return move_list.turn_in_words(turn, states, entries)

    @override
    def unseen_in_words(self, actions: Sequence[Action[Move]]) -> str:
        """Return the cards of a lay, which its announcement leaves out."""
        return words.cards_laid(actions[-1].move.cards) if isinstance(actions[-1].move, LayCards) else ""

    @override
    def curtained(self, state: State, seat: int) -> Node:
        """Return the board without the cards."""
        return picture.board_alone(state, seat)

    @override
    def replay_frames(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[ReplayFrame, ...]:
        """Return the reveal, event by event."""
        return animation.reveal_frames(before, action.move, seat)

    @override
    def place_text(self, state: State, target: str, seat: int) -> str:
        """Return a space as its column and row, as the numbers at the board's edge have it."""
        return words.place_text(state.terms.board, target, seat)

    @override
    def place_target(self, state: State, text: str, seat: int) -> str:
        """Return the target of a space that is written as column and row."""
        return words.place_target(state.terms.board, text, seat)

    @override
    def places_in_words(self, state: State, seat: int) -> str:
        """Return the places of the pieces: the position text counts along the drawing of the board."""
        return words.seen_places(state, seat)

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the player who is laying, for one of the cards; pieces and spaces are places where cards are laid."""
        return state.laying if target_card(target) is not None else None
