"""The view of Tensor Chess: the board, the captured pieces, and the motions of a move."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess import animation, picture, refusals, touches
from ruleboard.games.tensor_chess.art import UNIT
from ruleboard.games.tensor_chess.board import EMPTY, NUMBERS
from ruleboard.games.tensor_chess.layout import COLOURS
from ruleboard.games.tensor_chess.movegen import PROMOTE_TO, STOP, legal_actions
from ruleboard.games.tensor_chess.moves import Move
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.games.tensor_chess.words import PIECE_KINDS, is_own, some_pieces
from ruleboard.games.view import BaseView, Credits
from ruleboard.i18n import N_, _
from ruleboard.overriding import override
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node, el

_CAPTURED = "QRBNTP"
_STEP = 26
_STEP_TO_THE_SAME = 13


class TensorChessView(BaseView[State, Move]):
    """The view of Tensor Chess: a board of walnut and cream."""

    order = 2
    primary_buttons = (STOP,)
    tagline = N_("Chess on ten files, where rooks turn corners and beasts leap over everything.")
    credits = Credits("", "Tensor Chess LLC", "2008")

    @override
    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """Return the board from the side of White (seat 0) or Black (seat 1)."""
        return picture.picture(state, seat, marks)

    @override
    def mark_sample(self, mark: str) -> Node:
        return picture.mark_sample(mark)

    @override
    def tray(self, state: State, seat: int, first: State | None = None) -> Node | None:
        """Return the pieces that the player has captured since the initial state, the strongest first, or None."""
        letters = captured(state, seat, START if first is None else first)
        if not letters:
            return None
        colour = COLOURS[1 - seat]
        pieces = []
        x = 0
        for index, letter in enumerate(letters):
            if index:
                x += _STEP_TO_THE_SAME if letter == letters[index - 1] else _STEP
            pieces.append(picture.drawing(letter, colour, x, 0, key=f"captured-{index}-{letter}"))
        told = ", ".join(some_pieces(PIECE_KINDS[letter], letters.count(letter)) for letter in dict.fromkeys(letters))
        label = _("Captured by White: {pieces}") if seat == 0 else _("Captured by Black: {pieces}")
        return el(
            "svg",
            pieces,
            cls="tray tensor-chess",
            viewBox=f"0 0 {x + UNIT} {UNIT}",
            role="img",
            aria_label=label.format(pieces=told),
        )

    @override
    def button_icon(self, state: State, target: str) -> Node | None:
        if not target.startswith(PROMOTE_TO):
            return None
        return picture.alone(target.removeprefix(PROMOTE_TO).upper(), COLOURS[state.turn])

    @override
    def trails(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Path, ...]:
        """Return the paths of the moving pieces, as the upper left corners of squares."""
        return tuple(motion.points for motion in animation.motions(before, action.move, after, seat))

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        """Return the motions of the moving pieces, with the corners of bounces and hops."""
        return animation.motions(before, action.move, after, seat)

    @override
    def ways_on(self, state: State, touched: Sequence[str]) -> str:
        """Return a sentence about the bounces and propels that continue the selection."""
        return touches.ways_on(state, touched)

    @override
    def goal(self, state: State, touched: Sequence[str], target: str, kinds: Sequence[str]) -> str:
        """Return the label of a target for a bounce, a propel or castling."""
        return touches.goal(state, touched, target, kinds)

    @override
    def choice_question(self, state: State, touched: Sequence[str]) -> str:
        """Return the question of a promotion, if a pawn and its landing on the last rank are selected."""
        following = selections.select(legal_actions(state), touched)
        promotes = not following.complete and all(target.startswith(PROMOTE_TO) for target in following.next)
        return _("Promote to …") if promotes and following.next else ""

    @override
    def refuses_once(self, state: State, touched: Sequence[str], target: str) -> bool:
        """Return True for an own beast that the piece reaches but cannot use, and for the rook of a castling."""
        return len(touched) == 1 and refusals.may_be_goal(state, touched[0], target)

    @override
    def owner(self, state: State, target: str) -> int | None:
        """Return the player of the piece on a square, or None."""
        square = NUMBERS.get(target, -1)
        if square < 0 or state.board[square] == EMPTY:
            return None
        return state.turn if is_own(state, square) else 1 - state.turn


def captured(state: State, player: int, first: State = START) -> str:
    """Return the letters of the pieces that a player has captured since the initial state, the strongest first.

    A promoted pawn counts as a pawn.
    """
    now = _letters(state, 1 - player)
    at_start = _letters(first, 1 - player)
    missing = {letter: at_start.count(letter) - now.count(letter) for letter in _CAPTURED}
    missing["P"] += sum(min(0, count) for letter, count in missing.items() if letter != "P")
    return "".join(letter * count for letter, count in missing.items())


def _letters(state: State, player: int) -> str:
    letters = (letter for letter in state.board.decode("ascii") if letter.isalpha())
    return "".join(letter for letter in letters if letter.isupper() == (player == 0)).upper()
