"""The user interface of Sensei: its pictures and animations."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.contract.view import BaseView, Credits
from ruleboard.engine.action import Action
from ruleboard.games.sensei import animation, picture
from ruleboard.games.sensei.state import (
    CHARACTER_LETTERS,
    MODES,
    SIDE_LETTERS,
    SQUARE_NAMES,
    SQUARE_NUMBERS,
    Move,
    State,
)
from ruleboard.i18n import N_, _
from ruleboard.overriding import override
from ruleboard.scene.marks import Marks, Motion, Path
from ruleboard.scene.node import Node

_SIDE_BY_LETTER = {letter: side for side, letters in enumerate(SIDE_LETTERS) for letter in letters}
"""The side of each letter of the board."""


class SenseiView(BaseView[State, Move]):
    """The view that draws the pictures of Sensei."""

    order = 1
    tagline = N_("Cross a garden of sand, stepping only on your own stones.")
    turn_end = "do:end"
    credits = Credits(N_("Philippe Lefrançois (art by Biboun)"), "Ferti", "2016")

    @override
    def picture(self, state: State, seat: int, marks: Marks) -> Node:
        return picture.picture(state, seat, marks)

    @override
    def mark_sample(self, mark: str) -> Node:
        return picture.mark_sample(mark)

    @override
    def tray(self, state: State, seat: int, initial_state: State | None = None) -> Node:
        return picture.tray(state, seat)

    @override
    def motions(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Motion, ...]:
        return animation.motions(before, action.move, seat)

    @override
    def action_paths(self, before: State, action: Action[Move], after: State, seat: int) -> tuple[Path, ...]:
        return tuple(motion.points for motion in animation.motions(before, action.move, seat))

    @override
    def rejects_first_time(self, state: State, selection: Sequence[str], target: str) -> bool:
        """Return True for a stone of the same side, since the player may want the character to leap there."""
        character = SQUARE_NAMES[state.board.index(CHARACTER_LETTERS[state.side])]
        return selection[0] == character and self.owner(state, target) == state.side

    @override
    def mode_name(self, state: State) -> str:
        """Return the name of the mode.

        The mode decides how far stones move, which the board does not show.
        """
        return _(MODES[state.mode].title)

    @override
    def owner(self, state: State, target: str) -> int | None:
        return _SIDE_BY_LETTER.get(state.board[SQUARE_NUMBERS[target]]) if target in SQUARE_NUMBERS else None
