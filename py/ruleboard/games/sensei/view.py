"""The user interface of Sensei: its pictures and animations."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.view import INVITATION_FOCUS, BaseView, Credits, Invitation
from ruleboard.engine.action import Action
from ruleboard.games.sensei.bitboard import square_name
from ruleboard.games.sensei.layout import BOARD, character_key, stone_key
from ruleboard.games.sensei.picture import draw_board, draw_emblem, draw_invitation, draw_mark_sample, draw_tray
from ruleboard.games.sensei.state import (
    MODES,
    PIT,
    SIDE_BY_LETTER,
    SQUARE_NUMBERS,
    CharacterMove,
    EndTurn,
    Move,
    State,
)
from ruleboard.games.sensei.texts import PIECE_NAMES, PIT_NAME, goal_text, suggestion
from ruleboard.i18n import N_, _
from ruleboard.kit.pieces import PlacedPiece, kind_with_places, pieces_text
from ruleboard.overriding import override
from ruleboard.scene.crop import crop
from ruleboard.scene.marks import Motion, Path
from ruleboard.scene.node import Node
from ruleboard.wording import sentence


class SenseiView(BaseView[State, Move]):
    """The view that draws the pictures of Sensei."""

    order = 1
    tagline = N_("Cross a garden of sand, stepping only on your own stones.")
    turn_end = "do:end"
    credits = Credits(N_("Philippe Lefrançois (art by Biboun)"), "Ferti", "2016")
    cover = "save-01"
    invitation = Invitation(
        "goal",
        1,
        ("e1",),
        excerpt=N_("This is Sensei. Your stone glides to the far edge. Your character leaps after it and wins."),
        prompt=N_("Your turn in Sensei: cross the garden."),
        help=N_("Put your character down on the marked stone at the far edge."),
        praise=N_("You crossed the garden. That’s how you win at Sensei."),
    )
    picture = staticmethod(draw_board)
    mark_sample = staticmethod(draw_mark_sample)
    tray = staticmethod(draw_tray)
    tray_has_emblem = True
    emblem = staticmethod(draw_emblem)
    goal_text = staticmethod(goal_text)

    @override
    def thumbnail(self, state: State, seat: int) -> Node:
        return crop(super().thumbnail(state, seat), BOARD.squares_box)

    @override
    def suggestion(self, state: State, action: Action[Move]) -> str:
        return suggestion(action)

    @override
    def focused_view(self, focus: str) -> SenseiView:
        return _InvitationView() if focus == INVITATION_FOCUS else self

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        move = action.move
        if isinstance(move, EndTurn):
            return ()
        start, end = stone_key(move.origin), stone_key(move.goal)
        if isinstance(move, CharacterMove):
            start = end = character_key(before.side)
        return (Motion(start, end, (BOARD.centre(move.origin, seat), BOARD.centre(move.goal, seat))),)

    @override
    def action_paths(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Path, ...]:
        return tuple(motion.points for motion in self.motions(before, action, after, seat))

    @override
    def rejects_first_time(self, state: State, selection: Sequence[str], target: str) -> bool:
        """Return True for a stone of the same side, since the player may want the character to leap there."""
        return selection[0] == square_name(state.position.character) and self.owner(state, target) == state.side

    @override
    def mode_name(self, state: State) -> str:
        """Return the name of the mode, since the board does not show how far stones move."""
        return _(MODES[state.mode].title)

    @override
    def pieces_text(self, state: State, seat: int) -> str:
        board = state.board
        pieces = ((letter, name) for name, number in SQUARE_NUMBERS.items() if (letter := board[number]) in PIECE_NAMES)
        texts = [
            pieces_text(
                (PlacedPiece(SIDE_BY_LETTER[letter], _(PIECE_NAMES[letter]), name) for letter, name in pieces), seat
            )
        ]
        if pits := [name for name, number in SQUARE_NUMBERS.items() if board[number] == PIT]:
            texts.append(sentence(kind_with_places(_(PIT_NAME), ", ".join(pits))))
        return " ".join(texts)

    @override
    def owner(self, state: State, target: str) -> int | None:
        return SIDE_BY_LETTER.get(state.board[SQUARE_NUMBERS[target]]) if target in SQUARE_NUMBERS else None


class _InvitationView(SenseiView):
    """The view that draws the board on the home page."""

    picture = staticmethod(draw_invitation)
