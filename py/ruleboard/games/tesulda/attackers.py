"""Find the figures of both sides that attack a square, and their paths."""

from __future__ import annotations

from ruleboard.contract.extensions import Attack
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tesulda.reach import reachable_squares, squares_between
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.texts import figure_name_with_side
from ruleboard.i18n import _


class TesuldaAttacks:
    """Finds the figures that could Move to a square. Implements 'Move' and 'Traits' (spec)."""

    def attacks_on(self, state: State, target: str) -> tuple[Attack, ...] | None:
        """Return the attacks on a square by figures of both sides, or None if ``target`` is not a square.

        The result is empty while players build armies.
        """
        goal = SQUARE_NUMBERS.get(target)
        if goal is None or state.build is not None:
            return None if goal is None else ()
        occupied_mask = state.position.occupied_mask
        attacks = []
        for side in (0, 1):
            for origin, figure in sorted(state.position.figures_of(side).items()):
                if origin != goal and reachable_squares(figure, origin, occupied_mask) >> goal & 1:
                    path = (origin, *squares_between(figure, origin, goal, occupied_mask), goal)
                    attacker_text = _("{figure} on {square}").format(
                        figure=figure_name_with_side(figure), square=SQUARE_NAMES[origin]
                    )
                    attacks.append(Attack(attacker_text, tuple(SQUARE_NAMES[square] for square in path)))
        return tuple(attacks)
