"""The names and playing styles of the opponents, by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ruleboard.engine.search.thinking import LEVELS
from ruleboard.i18n import N_, _


@dataclass(frozen=True, slots=True)
class Opponent:
    """The opponent of a level. Both texts are in English.

    Attributes:
        name: its name.
        playing_style: its way of playing, as a short sentence.
    """

    name: str
    playing_style: str


OPPONENTS: Final[Mapping[int, Opponent]] = dict(
    zip(
        LEVELS,
        (
            Opponent(N_("Sparrow"), N_("Plays what it sees first.")),
            Opponent(N_("Otter"), N_("Likes to play, and overlooks a lot.")),
            Opponent(N_("Fox"), N_("Sees your next reply.")),
            Opponent(N_("Heron"), N_("Patient, and hard to surprise.")),
            Opponent(N_("Owl"), N_("Overlooks very little.")),
        ),
        strict=True,
    )
)
"""The opponents by level."""


def opponent_name(level: int) -> str:
    """Return the translated name of a level's opponent."""
    return _(OPPONENTS[level].name)


def opponent_label(level: int) -> str:
    """Return the translated name of a level's opponent, with the level."""
    return _("{name}, level {level}").format(name=opponent_name(level), level=level)
