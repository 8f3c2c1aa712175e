"""Armies as what a player may keep and use again, as ``games.extras.Setups`` describes it."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import format_army, parse_army
from ruleboard.games.tesulda.state import State
from ruleboard.i18n import N_


class Armies:
    """The army of the player who builds."""

    title = N_("Armies")
    one = N_("army")
    buttons: tuple[str, ...] = tuple(
        action.targets[0] for action in (building.DEFAULT, building.SHUFFLE, building.MIRROR, building.CLEAR)
    )

    def offered(self, state: State) -> bool:
        """While armies are built."""
        return state.build is not None

    def text(self, state: State) -> str:
        """The army as far as it is built."""
        return format_army(building.army_of(state))

    def check(self, state: State, text: str) -> None:
        """Whether it is the text of an army whose pieces have room on their rods."""
        building.check(state, parse_army(text))

    def steps(self, state: State, text: str) -> tuple[Action[Any], ...]:
        """What builds the army of a text, see ``building.steps``."""
        return building.steps(state, parse_army(text))
