"""The attackers of a square, of both sides, with their paths."""

from __future__ import annotations

from ruleboard.games.extensions import Attack
from ruleboard.games.tesulda.board import INDEX, NAMES
from ruleboard.games.tesulda.figures import traits
from ruleboard.games.tesulda.reach import occupied, reach, squares_between
from ruleboard.games.tesulda.state import State, figures
from ruleboard.games.tesulda.words import owned
from ruleboard.i18n import _


class TesuldaAttacks:
    """The attacks of Tesulda: the figures that could Move onto a square ('Move', 'Traits')."""

    def on(self, state: State, target: str) -> tuple[Attack, ...] | None:
        """Return the attacks on a square by the figures of both sides, or None if the target is not a square.

        There are no attacks while players build armies.
        """
        goal = INDEX.get(target)
        if goal is None or state.build is not None:
            return None if goal is None else ()
        stops = occupied(state.board)
        found = []
        for side in (0, 1):
            for origin, figure in figures(state.board, side):
                if origin != goal and reach(traits(figure), origin, stops) >> goal & 1:
                    way = (origin, *squares_between(figure, origin, goal, stops), goal)
                    attacker = _("{figure} on {square}").format(figure=owned(figure), square=NAMES[origin])
                    found.append(Attack(attacker, tuple(NAMES[at] for at in way)))
        return tuple(found)
