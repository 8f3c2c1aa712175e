"""The contract of a game in which players set up their side by hand: what they may keep and use again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from ruleboard.engine.game import Action

S_contra = TypeVar("S_contra", contravariant=True)


class Setups(Protocol[S_contra]):
    """What a player sets up, as a text that can be kept under a name. A package offers it as ``SETUPS``."""

    title: str
    """What they are called ("Armies")."""
    one: str
    """What one is called ("army")."""
    buttons: tuple[str, ...]
    """The ``do:`` targets that are offered among the kept ones, and not under the player's hand."""

    def offered(self, state: S_contra) -> bool:
        """Whether the player to move may keep or use one now."""
        ...

    def text(self, state: S_contra) -> str:
        """What the player to move has set up so far."""
        ...

    def steps(self, state: S_contra, text: str) -> Sequence[Action]:
        """The actions that set up what a text describes, whatever stands there.

        Raises:
            RuleboardError: the text cannot be read, or cannot be set up.
        """
        ...
