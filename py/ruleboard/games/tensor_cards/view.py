"""The view of the card game: pictures, texts, animations and replays."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ruleboard.contract.view import BaseView, Credits, ReplayFrame
from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards import animation, board_picture, cards_picture, move_list, movegen, picture, texts
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.layout import table_layout
from ruleboard.games.tensor_cards.mark_samples import draw_mark_sample
from ruleboard.games.tensor_cards.state import CommitPlacement, Move, State
from ruleboard.games.tensor_cards.targets import COMMIT_BUTTON, card_from_target, card_target, slot_target
from ruleboard.i18n import N_, _
from ruleboard.overriding import override
from ruleboard.scene.crop import crop
from ruleboard.scene.marks import Motion, Path
from ruleboard.scene.node import Node


class TensorCardsView(BaseView[State, Move]):
    """The view of the card game, which draws its pictures and writes its texts."""

    order = 4
    rotates_to_mover = True
    has_replays = True
    tagline = N_("You both place 3 cards in secret. Then the pieces move, but not always where you wanted.")
    primary_buttons = (COMMIT_BUTTON,)
    button_meanings = MappingProxyType(
        {
            "undo": N_("Undo the last change to your cards. You can’t undo “Place these cards”."),
            "redo": N_("Redo the change you undid."),
        }
    )
    credits = Credits("", "Cloud Kingdom Games", "")
    cover = "far-04"

    pieces_question = N_("Where are the pieces?")
    emblem = staticmethod(cards_picture.draw_emblem)
    mark_sample = staticmethod(draw_mark_sample)
    pieces_text = staticmethod(texts.piece_spaces_sentence)
    piece_places_text = staticmethod(texts.piece_spaces_sentence)
    board_text = staticmethod(texts.board_text)
    touched_target = staticmethod(board_picture.preview_target)
    touch_hint = staticmethod(texts.touch_hint)
    goal_text = staticmethod(texts.goal_text)
    readable_turn = staticmethod(move_list.readable_turn)
    handover_picture = staticmethod(picture.draw_board_without_cards)
    picture = staticmethod(picture.draw_picture)

    @override
    def thumbnail(self, state: State, seat: int) -> Node:
        board_box = table_layout(state.terms.board, seat).board_box
        return crop(super().thumbnail(state, seat), board_box, {"hand", "slots", "cards"})

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        return animation.motions(before, action.move, after, seat)

    @override
    def hint_targets(self, state: State, action: Action[Move]) -> tuple[str, ...]:
        """Return the targets to highlight for an action. For a placement, they are its cards and their slots."""
        if not isinstance(action.move, CommitPlacement) or COMMIT_BUTTON in action.targets[:1]:
            return action.targets
        pairs = zip(PIECES, action.move.cards, strict=True)
        return tuple(target for piece, card in pairs for target in (card_target(card), slot_target(piece)))

    @override
    def hint_steps(self, state: State, action: Action[Move]) -> tuple[Action[Move], ...]:
        """Return the actions that put the cards of a placement on the pieces, one at a time."""
        return movegen.put_actions(state, action.move.cards) if isinstance(action.move, CommitPlacement) else (action,)

    @override
    def hint_paths(self, state: State, action: Action[Move], seat: int) -> tuple[Path, ...]:
        return animation.hint_paths(state, action.move, seat)

    @override
    def path_through(self, state: State, targets: Sequence[str], seat: int) -> Path:
        layout = table_layout(state.terms.board, seat)
        points = {str(space): layout.point(space) for space in layout.board.spaces}
        return tuple(points[target] for target in targets)

    @override
    def describe_hidden_actions(self, actions: Sequence[Action[Move]]) -> str:
        """Describe a placement with its cards, which ``Game.describe`` omits."""
        return texts.placement_text(actions[-1].move.cards) if isinstance(actions[-1].move, CommitPlacement) else ""

    @override
    def turn_text(self, player: str) -> str:
        """Say that the player chooses, since both players choose cards for the same turn and only pieces move."""
        return _("{player} to choose").format(player=player)

    @override
    def suggestion(self, state: State, action: Action[Move]) -> str:
        return texts.suggestion(action.move)

    @override
    def replay_frames(
        self, before: State, action: Action[Move], after: State, seat: int, viewer: int | None
    ) -> tuple[ReplayFrame, ...]:
        return animation.reveal_frames(before, action.move, seat, viewer)

    @override
    def displayed_name(self, state: State, target: str, seat: int) -> str:
        """Convert the target of a space to the column and row that the player at ``seat`` sees."""
        return texts.displayed_name(state.terms.board, target, seat)

    @override
    def parse_displayed_name(self, state: State, text: str, seat: int) -> str:
        """Convert the column and row that the player at ``seat`` sees to the target of the space."""
        return texts.target_by_name(state.terms.board, text, seat)

    @override
    def is_picked_up(self, state: State, selection: Sequence[str]) -> bool:
        """Return True for a first card. Pieces and the spots for cards can be chosen, but not picked up."""
        return len(selection) == 1 and card_from_target(selection[0]) is not None

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the owner of a card, which is the player to move, or None for other targets."""
        return state.placing_player if card_from_target(target) is not None else None
