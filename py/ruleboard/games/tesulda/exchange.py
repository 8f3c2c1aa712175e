"""Generate the legal takes, swaps and resources. Implements 'A turn' (2, 3; spec)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from ruleboard.games.tesulda.board import NEIGHBOUR_SQUARES
from ruleboard.games.tesulda.figures import (
    CROWN,
    ROD_CAPACITY,
    has_both_leaders,
    piece_choices,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.state import RESOURCE_STEP, SWAP_STEP, State
from ruleboard.i18n import N_

MAX_PLAIN_PIECES: Final = 4
"""The maximum number of plain pieces on a figure after a swap."""


def legal_takes(state: State) -> tuple[str, ...]:
    """Return the possible choices of up to two pieces to take after an Attack, each as letters."""
    return ("", *_legal_additions(state.position.own_figures[state.mover_square], state.prey[1:]))


def legal_resources(state: State) -> tuple[str, ...]:
    """Return the possible choices of one or two pieces to bring back from the pool.

    The tuple is empty if the turn does not allow a resource.
    """
    if RESOURCE_STEP not in state.optional_steps or state.prey:
        return ()
    return _legal_additions(state.position.own_figures[state.mover_square], state.pool)


def _legal_additions(figure: str, available_pieces: str) -> tuple[str, ...]:
    """Return the possible choices of one or two pieces to add to the rod of the moved figure.

    No choice contains a crown, since the capture of a crown ends the game. So no choice can expose a Prime.
    """
    return tuple(pieces for pieces in piece_choices(available_pieces) if can_gain(figure, pieces))


def can_gain(figure: str, pieces: str) -> bool:
    """Return True if a figure may get pieces from a captured figure or from the pool."""
    new_figure = with_pieces(figure, pieces)
    return traits(new_figure).size <= ROD_CAPACITY and not has_both_leaders(new_figure[1:])


def mover_neighbours(state: State) -> tuple[int, ...]:
    """Return the squares of the figures of the same side next to the moved figure."""
    own_figures = state.position.own_figures
    return tuple(square for square in NEIGHBOUR_SQUARES[state.mover_square] if square in own_figures)


def legal_swaps(state: State) -> tuple[tuple[int, int, str], ...]:
    """Return the legal swaps as tuples of the giver's square, the taker's square, and one or two pieces.

    The result is empty before the Move and after a swap.
    """
    if SWAP_STEP not in state.optional_steps or state.prey:
        return ()
    position = state.position
    return tuple(
        (origin, goal, pieces)
        for neighbour in mover_neighbours(state)
        for origin, goal in ((state.mover_square, neighbour), (neighbour, state.mover_square))
        for pieces in _transferable_pieces(position.own_figures[origin], position.own_figures[goal])
        if CROWN not in pieces or not position.after_swap(origin, goal, pieces).in_check
    )


@lru_cache(maxsize=1 << 12)
def _transferable_pieces(giver: str, taker: str) -> tuple[str, ...]:
    """Return each choice of one or two pieces that one figure may give to another, ignoring the safety of the Prime."""
    return tuple(
        pieces
        for pieces in piece_choices(giver[1:])
        if not (broken_swap_rule(without_pieces(giver, pieces)) or broken_swap_rule(with_pieces(taker, pieces)))
    )


class SwapRule(NamedTuple):
    """A rule about the figures after a swap.

    Attributes:
        is_broken: a function that returns True if a figure breaks the rule.
        clause: the reason for a refusal, with the placeholder ``square``, marked for translation.
        lesson: the lesson about the rule.
    """

    is_broken: Callable[[str], bool]
    clause: str
    lesson: str


SWAP_RULES: Final = (
    SwapRule(lambda figure: has_both_leaders(figure[1:]), N_("the crown and the star would meet on {square}"), "room"),
    SwapRule(
        lambda figure: traits(figure).plain_count < 1,
        N_("the figure on {square} needs a piece besides the crown and the star"),
        "swap",
    ),
    SwapRule(
        lambda figure: traits(figure).plain_count > MAX_PLAIN_PIECES,
        N_("the figure on {square} would have more than 4 pieces besides the crown and the star"),
        "swap",
    ),
    SwapRule(lambda figure: len(figure) - 1 > ROD_CAPACITY, N_("the rod on {square} holds at most 5 pieces"), "swap"),
)
"""The rules about figures after a swap. The first one that a figure breaks gives the reason for a refusal."""


@lru_cache(maxsize=1 << 12)
def broken_swap_rule(figure: str) -> SwapRule | None:
    """Return the first rule that a figure breaks after a swap, or None if the swap may result in this figure."""
    return next((rule for rule in SWAP_RULES if rule.is_broken(figure)), None)


def can_continue_turn(state: State) -> bool:
    """Return True if the turn still allows a swap or a resource. Otherwise the turn ends automatically."""
    return bool(legal_swaps(state) or legal_resources(state))
