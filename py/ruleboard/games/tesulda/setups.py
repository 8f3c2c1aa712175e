"""Armies that players keep under a name and use again, see ``games.extensions.Setups``."""

from __future__ import annotations

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import format_army, parse_army
from ruleboard.games.tesulda.moves import ArmyCommand, Move
from ruleboard.games.tesulda.state import State
from ruleboard.i18n import N_


class Armies:
    """The army of the player who builds, as a text."""

    title = N_("Armies")
    one = N_("army")
    buttons: tuple[str, ...] = tuple(
        building.COMMANDS[command].targets[0]
        for command in (ArmyCommand.DEFAULT, ArmyCommand.SHUFFLE, ArmyCommand.MIRROR, ArmyCommand.CLEAR)
    )
    note = N_("Each of these replaces the army on the board; Undo brings it back.")

    def offered(self, state: State) -> bool:
        """Return True while armies are built."""
        return state.build is not None

    def text(self, state: State) -> str:
        """Return the text of the army as far as it is built."""
        return format_army(building.army_of(state))

    def check(self, state: State, text: str) -> None:
        """Make sure that a text is an army, and that its pieces have room on their rods.

        Raises:
            PositionError: it is none, or a rod carries more than can be put on it.
        """
        building.check(state, parse_army(text))

    def steps(self, state: State, text: str) -> tuple[Action[Move], ...]:
        """Return the actions that build the army of a text, see ``building.steps``."""
        return building.steps(state, parse_army(text))
