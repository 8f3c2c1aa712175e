"""The view of Tensor Chess: the board, the captured pieces, and the animations."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.view import BaseView, Credits
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import Turn
from ruleboard.games.tensor_chess import animation, refusals, touches
from ruleboard.games.tensor_chess.art import SQUARE_SIZE
from ruleboard.games.tensor_chess.attacks import in_check
from ruleboard.games.tensor_chess.board import EMPTY, PROMOTION_LETTERS, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.layout import BOARD, COLOUR_CLASSES
from ruleboard.games.tensor_chess.move_list import displayed_notation, readable_turn
from ruleboard.games.tensor_chess.movegen import PROMOTION_BUTTON_PREFIX, STOP_BUTTON, legal_actions
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.picture import draw_board, draw_mark_sample, piece_icon, piece_node
from ruleboard.games.tensor_chess.state import START_STATE, State
from ruleboard.games.tensor_chess.texts import (
    COLOURED_NAMES,
    PIECE_KINDS,
    counted_piece_name,
    describe,
    goal_text,
    is_own_piece,
)
from ruleboard.i18n import N_, _
from ruleboard.kit.pieces import PlacedPiece, pieces_text
from ruleboard.overriding import override
from ruleboard.scene.crop import crop
from ruleboard.scene.marks import Path
from ruleboard.scene.node import Node, el

_CAPTURABLE_LETTERS = "QRBNTP"
_NEW_PIECE_OFFSET = 26
_SAME_PIECE_OFFSET = 13


class TensorChessView(BaseView[State, Move]):
    """The view of Tensor Chess, which draws its pictures and labels its targets."""

    order = 2
    primary_buttons = (STOP_BUTTON,)
    board_choices = frozenset(PROMOTION_BUTTON_PREFIX + letter.lower() for letter in PROMOTION_LETTERS)
    tagline = N_("Chess on 10 files, where rooks turn corners and beasts hop over everything.")
    credits = Credits("", "Tensor Chess LLC", "2008")
    cover = "mate-by-beast-01"

    picture = staticmethod(draw_board)
    mark_sample = staticmethod(draw_mark_sample)
    motions = staticmethod(animation.motions)
    continuations_hint = staticmethod(touches.continuations_hint)
    target_label = staticmethod(touches.target_label)
    displayed_notation = staticmethod(displayed_notation)
    goal_text = staticmethod(goal_text)

    @override
    def emblem(self, seat: int) -> Node:
        king = piece_icon("K", COLOUR_CLASSES[seat])
        return king._replace(attrs={**king.attrs, "class": "tray tensor-chess emblem"})

    @override
    def thumbnail(self, state: State, seat: int) -> Node:
        return crop(super().thumbnail(state, seat), BOARD.squares_box)

    @override
    def readable_turn(
        self, turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str], reader: int | None = None
    ) -> Turn:
        return readable_turn(turn, entries)

    @override
    def tray(self, state: State, seat: int, initial_state: State | None = None) -> Node | None:
        """Draw the pieces that a player has captured since the initial state, the strongest first.

        Return None if the player has captured nothing.
        """
        letters = captured_letters(state, seat, START_STATE if initial_state is None else initial_state)
        if not letters:
            return None
        colour = COLOUR_CLASSES[1 - seat]
        pieces = []
        x = 0
        for index, letter in enumerate(letters):
            if index:
                x += _SAME_PIECE_OFFSET if letter == letters[index - 1] else _NEW_PIECE_OFFSET
            pieces.append(piece_node(letter, colour, x, 0, key=f"captured-{index}-{letter}"))
        pieces_text = ", ".join(
            counted_piece_name(PIECE_KINDS[letter], letters.count(letter)) for letter in dict.fromkeys(letters)
        )
        label = _("Captured by White: {pieces}") if seat == 0 else _("Captured by Black: {pieces}")
        return el(
            "svg",
            pieces,
            cls="tray tensor-chess",
            viewBox=f"0 0 {x + SQUARE_SIZE} {SQUARE_SIZE}",
            role="img",
            aria_label=label.format(pieces=pieces_text),
        )

    @override
    def action_paths(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Path, ...]:
        return tuple(
            tuple(BOARD.centre(square, seat) for square in path) for path in animation.piece_paths(before, action.move)
        )

    @override
    def choice_question(self, state: State, selection: Sequence[str]) -> str:
        """Return the question that asks for the new piece of a promotion, or an empty text.

        The question appears when the selection is a pawn and its landing on the last rank.
        """
        selection_result = selections.select(legal_actions(state), selection)
        is_promotion = not selection_result.complete_actions and all(
            target.startswith(PROMOTION_BUTTON_PREFIX) for target in selection_result.next_targets
        )
        return _("Promote to…") if is_promotion and selection_result.next_targets else ""

    @override
    def failed_win_reason(self, state: State) -> str:
        """Say that the turn gives no check, or name a move that answers the check."""
        if not in_check(state):
            return _("The king isn’t in check.")
        return _("It’s check, but not mate: {reply}.").format(reply=describe(state, legal_actions(state)[0]))

    @override
    def rejects_first_time(self, state: State, selection: Sequence[str], target: str) -> bool:
        """Return True if a touch of the player's own piece may be an attempt to move the selected piece there.

        The touched piece is the rook for castling, or a beast that the selected piece reaches but cannot use.
        """
        return len(selection) == 1 and refusals.is_plausible_target(state, selection[0], target)

    @override
    def pieces_text(self, state: State, seat: int) -> str:
        letters = ((chr(state.board[number]), name) for name, number in SQUARE_NUMBERS.items())
        return pieces_text(
            (
                PlacedPiece(int(letter.islower()), _(COLOURED_NAMES[letter]), name)
                for letter, name in letters
                if letter in COLOURED_NAMES
            ),
            seat,
        )

    @override
    def owner(self, state: State, target: str) -> int | None:
        square = SQUARE_NUMBERS.get(target, -1)
        if square < 0 or state.board[square] == EMPTY:
            return None
        return state.turn if is_own_piece(state, square) else 1 - state.turn


def captured_letters(state: State, player: int, initial_state: State = START_STATE) -> str:
    """Return the letters of the pieces that a player has captured since the initial state, the strongest first.

    A promoted pawn counts as a pawn.
    """
    current_letters = _capital_letters(state, 1 - player)
    start_letters = _capital_letters(initial_state, 1 - player)
    missing_counts = {
        letter: start_letters.count(letter) - current_letters.count(letter) for letter in _CAPTURABLE_LETTERS
    }
    missing_counts["P"] += sum(min(0, count) for letter, count in missing_counts.items() if letter != "P")
    return "".join(letter * count for letter, count in missing_counts.items())


def _capital_letters(state: State, player: int) -> str:
    letters = (letter for letter in state.board.decode("ascii") if letter.isalpha())
    return "".join(letter for letter in letters if letter.isupper() == (player == 0)).upper()
