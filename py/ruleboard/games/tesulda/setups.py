"""Saved armies; see ``contract.extensions.SavedArmies``."""

from __future__ import annotations

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import format_army, parse_army
from ruleboard.games.tesulda.moves import ArmyCommand, Move
from ruleboard.games.tesulda.state import State
from ruleboard.i18n import N_


class TesuldaArmies:
    """The text format of saved armies, and the actions that build them."""

    title = N_("Armies")
    singular = N_("army")
    buttons: tuple[str, ...] = tuple(
        building.COMMAND_ACTIONS[command].targets[0]
        for command in (ArmyCommand.DEFAULT, ArmyCommand.SHUFFLE, ArmyCommand.MIRROR, ArmyCommand.CLEAR)
    )
    buttons_note = N_("Each of these buttons replaces the army on the board. You can undo that.")

    def is_available(self, state: State) -> bool:
        """Return True while players build armies."""
        return state.build is not None

    def army_text(self, state: State) -> str:
        """Return the text of the current army."""
        return format_army(building.current_army(state))

    def check(self, state: State, text: str) -> None:
        """Validate a text as an army that a player can build.

        Raises:
            PositionError: the text is malformed, or a figure carries too many pieces.
        """
        building.check_army(state, parse_army(text))

    def load_actions(self, state: State, text: str) -> tuple[Action[Move], ...]:
        """Return the actions that build the army in a text; see ``building.building_actions``."""
        return building.building_actions(state, parse_army(text))
