"""How the game is shown: its picture, what was captured, and what moves between two pictures."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess import picture
from ruleboard.games.tensor_chess.animation import roads
from ruleboard.games.tensor_chess.art import UNIT
from ruleboard.games.tensor_chess.layout import corner, piece_key
from ruleboard.games.tensor_chess.movegen import PROMOTE_TO, catalogue
from ruleboard.games.tensor_chess.position_text import COLOURS
from ruleboard.games.tensor_chess.state import START, State
from ruleboard.games.tensor_chess.words import KINDS_OF_PIECES, a_piece
from ruleboard.games.view import BaseView, Credits
from ruleboard.i18n import N_, _
from ruleboard.scene.marks import Marks, Motion
from ruleboard.scene.node import Node, el

_CAPTURED = "QRBNTP"
_STEP = 26
_STEP_TO_THE_SAME = 13


class TensorChessView(BaseView[State, Any]):
    """The walnut and cream board, the same from both sides but for the letters."""

    order = 2
    tagline = N_("Chess on ten files, where rooks turn corners and beasts leap over everything.")
    credits = Credits("", "Tensor Chess LLC", "2008")

    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        """The board seen by White (seat 0) or Black (seat 1)."""
        return picture.picture(state, seat, marks)

    def tray(self, state: State, seat: int) -> Node | None:
        """The pieces this player has captured, the strongest first; None if there are none."""
        letters = captured(state, seat)
        if not letters:
            return None
        colour = "black" if seat == 0 else "white"
        pieces = []
        x = 0
        for place, letter in enumerate(letters):
            if place:
                x += _STEP_TO_THE_SAME if letter == letters[place - 1] else _STEP
            pieces.append(picture.drawing(letter, colour, x, 0, key=f"captured-{place}-{letter}"))
        words = ", ".join(a_piece(KINDS_OF_PIECES[letter]) for letter in letters)
        said = _("Captured by White: {pieces}") if seat == 0 else _("Captured by Black: {pieces}")
        return el(
            "svg",
            pieces,
            cls="tray tensor-chess",
            viewBox=f"0 0 {x + UNIT} {UNIT}",
            role="img",
            aria_label=said.format(pieces=words),
        )

    def button_icon(self, state: State, target: str) -> Node | None:
        """The piece a pawn is promoted to, for the button that chooses it."""
        if not target.startswith(PROMOTE_TO):
            return None
        return picture.alone(target.removeprefix(PROMOTE_TO).upper(), COLOURS[state.turn])

    def motions(self, before: State, action: Action[Any], after: State, seat: int) -> tuple[Motion, ...]:
        """What a move moves, along the way it really takes: over the beast it bounces off, from hop to hop."""
        found = catalogue(before).by_text.get(action.text)
        ways = roads(before, found[1]) if found else ()
        return tuple(
            Motion(
                piece_key(before, way[0]),
                piece_key(after, way[-1]),
                tuple((float(x), float(y)) for x, y in (corner(square, seat) for square in way)),
            )
            for way in ways
        )


def captured(state: State, player: int) -> str:
    """The letters of the pieces a player has captured since the start, the strongest first.

    What a pawn was promoted to counts as the pawn it was.
    """
    theirs = _letters(state, 1 - player)
    begun = _letters(START, 1 - player)
    missing = {letter: begun.count(letter) - theirs.count(letter) for letter in _CAPTURED}
    missing["P"] += sum(min(0, count) for letter, count in missing.items() if letter != "P")
    return "".join(letter * count for letter, count in missing.items())


def _letters(state: State, player: int) -> str:
    letters = (letter for letter in state.board.decode("ascii") if letter.isalpha())
    return "".join(letter for letter in letters if letter.isupper() == (player == 0)).upper()
