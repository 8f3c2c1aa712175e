"""The plies of a game that a person may view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ruleboard.engine.timeline import Timeline


@dataclass(frozen=True, slots=True)
class ViewablePlies:
    """The plies that a person may view, in order: all of them unless a player makes a hidden decision now.

    During a hidden decision, all consecutive actions of a player count as one step, since their number would reveal the
    decision. Placing the default army, for example, takes two actions.

    Attributes:
        first_plies: the first ply of each step that a person may view.
        current_ply: the ply of the current state, which represents its step.
    """

    first_plies: Sequence[int]
    current_ply: int

    def __len__(self) -> int:
        return len(self.first_plies)

    def index_of(self, ply: int) -> int:
        """Return the index of a ply, from 0, which the page shows as its number."""
        return max(bisect_right(self.first_plies, ply) - 1, 0)

    def at(self, index: int) -> int:
        """Return the ply at an index, which is limited to the valid range."""
        index = max(0, min(index, len(self) - 1))
        return self.current_ply if index == self.index_of(self.current_ply) else self.first_plies[index]

    @property
    def includes_all(self) -> bool:
        """True if each step consists of one ply."""
        return isinstance(self.first_plies, range)

    @property
    def hidden_step_count(self) -> int:
        """The number of actions in the current hidden decision so far; 0 if no decision is hidden."""
        return self.current_ply - self.first_ply_of_step(self.current_ply)

    def first_ply_of_step(self, ply: int) -> int:
        """Return the first ply of the step that contains a ply."""
        return self.first_plies[self.index_of(ply)]


def viewable_plies(timeline: Timeline[Any]) -> ViewablePlies:
    """Return the plies of a game that a person may view."""
    count = len(timeline.entries) + 1
    if timeline.is_finished or not timeline.is_hidden():
        return ViewablePlies(range(count), timeline.ply)
    first_hidden_ply = timeline.ply  # every decision from this ply on is hidden
    while first_hidden_ply and timeline.is_hidden(first_hidden_ply - 1):
        first_hidden_ply -= 1
    later_plies = (ply for ply in range(first_hidden_ply + 1, count) if not continues_hidden_decision(timeline, ply))
    return ViewablePlies((*range(first_hidden_ply + 1), *later_plies), timeline.ply)


def continues_hidden_decision(timeline: Timeline[Any], ply: int) -> bool:
    """Return True if the same player makes a hidden decision at a ply (from 1) and at the ply before it."""
    states, to_move = timeline.states, timeline.game.to_move
    if isinstance(timeline.entries[ply - 1], str):  # an ending
        return False
    are_both_hidden = timeline.is_hidden(ply - 1) and timeline.is_hidden(ply)
    return are_both_hidden and to_move(states[ply - 1]) == to_move(states[ply])
