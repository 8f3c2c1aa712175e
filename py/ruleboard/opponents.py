"""The names and playing styles of the computer opponents, by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ruleboard.contract.bots import Bot
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.i18n import N_, _


@dataclass(frozen=True, slots=True)
class Opponent:
    """The computer opponent at a level. Both texts are in English.

    Attributes:
        names: the name of the opponent, and the names of additional opponents of this level in the same game.
        playing_style: a short sentence about how the opponent plays in games whose bots have no ``playing_styles``.
    """

    names: tuple[str, ...]
    playing_style: str


OPPONENTS: Final[Mapping[int, Opponent]] = dict(
    zip(
        LEVELS,
        (
            Opponent(
                (N_("Sparrow"), N_("Wren"), N_("Robin"), N_("Finch")),
                N_("Looks at only a few moves, and misses many threats."),
            ),
            Opponent(
                (N_("Otter"), N_("Beaver"), N_("Badger"), N_("Hare")),
                N_("Looks at more moves, but doesn’t plan ahead much."),
            ),
            Opponent(
                (N_("Fox"), N_("Lynx"), N_("Marten"), N_("Wolf")), N_("Sees most good moves. You can surprise it.")
            ),
            Opponent(
                (N_("Heron"), N_("Crane"), N_("Stork"), N_("Ibis")),
                N_("Looks further ahead. You need a plan."),
            ),
            Opponent(
                (N_("Owl"), N_("Raven"), N_("Falcon"), N_("Eagle")),
                N_("Looks the furthest ahead, and misses very little."),
            ),
        ),
        strict=True,
    )
)
"""The opponents by level."""


def opponent_name(level: int, number: int = 0) -> str:
    """Return the translated name of a level's opponent.

    Args:
        level: the level.
        number: the number of the opponent, from 0, among the opponents with its level in the same game.
    """
    names = OPPONENTS[level].names
    return _(names[number % len(names)])


def playing_style(bot: Bot[Any, Any], level: int) -> str:
    """Return a translated sentence about how a level of a bot plays."""
    return _(bot.playing_styles[level - 1] if bot.playing_styles else OPPONENTS[level].playing_style)


def opponent_label(level: int) -> str:
    """Return the translated name of a level's opponent together with the level."""
    return _("{name}, level {level}").format(name=opponent_name(level), level=level)
