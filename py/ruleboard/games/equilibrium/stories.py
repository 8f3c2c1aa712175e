"""Backpropagation and the ranking told in sentences, step by step."""

from __future__ import annotations

from itertools import pairwise

from ruleboard.games.equilibrium import training
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.training import Ending, Standing
from ruleboard.games.equilibrium.words import (
    RANKS,
    both,
    capital,
    kind_name,
    kind_tile,
    listed,
    side,
    so_many_cycles,
)
from ruleboard.i18n import _, ngettext


def tell_ending(ending: Ending, *, whole: bool = True) -> tuple[str, ...]:
    """What the end of a round or game does to one player: income, counts, ties, ups and downs, flips.

    Not the ``whole`` of it is only what a figure does not show: income, ties, and that everything goes down.
    """
    found = ending.training
    who = side(found.player)
    told = []
    if ending.income:
        told.append(_("{player} gets {cycles} as income.").format(player=who, cycles=so_many_cycles(ending.income)))
    lying = [
        _("{n} {kind}").format(n=count, kind=kind_name(kind))
        for kind, count in zip(TYPES, found.counts, strict=True)
        if count
    ]
    if found.level:
        if lying:
            said = _("{player} has the same number of every type ({n}) face up: all five tokens go down.")
        else:
            said = _("{player} has no tile at all face up: all five tokens go down.")
        return (*told, said.format(player=who, n=found.counts[0]))
    if whole:
        told.append(_("{player} has face up: {tiles}.").format(player=who, tiles=", ".join(lying)))
    if found.tied:
        told.append(_tie(found.tied, "".join(kind for kind in found.tied if kind in found.up)))
    if whole:
        rising = "".join(kind for kind in TYPES if kind in found.up)
        told.append(_("Up: {up}. Down: {down}.").format(up=both(rising), down=both(found.down)))
        if ending.flips:
            tiles = listed(kind_tile(kind) for kind, _cells in ending.flips)
            told.append(_("{player} turns {tiles} face down.").format(player=who, tiles=tiles))
    return tuple(told)


def _tie(tied: str, taken: str) -> str:
    """That the order of the types has decided."""
    return ngettext(
        "{tied} are tied; by the order of the types {taken} goes first.",
        "{tied} are tied; by the order of the types {taken} go first.",
        len(taken),
    ).format(tied=capital(both(tied)), taken=both(taken))


def tell_ranking(state: State) -> tuple[str, ...]:
    """The ranking from the best down: everybody's levels, and what parts each from the next."""
    ranking = training.standings(state)
    told = [_levels(ranking[0])]
    for better, worse in pairwise(ranking):
        told += [_levels(worse), _parted(better, worse)]
    return tuple(told)


def tell_partings(state: State) -> tuple[str, ...]:
    """What parts each player from the next in the ranking."""
    return tuple(_parted(better, worse) for better, worse in pairwise(training.standings(state)))


def _levels(standing: Standing) -> str:
    return _("{player}, from the lowest token up: {levels}; {cycles}.").format(
        player=side(standing.player),
        levels=", ".join(str(level) for level in standing.levels),
        cycles=so_many_cycles(standing.cycles),
    )


def _parted(better: Standing, worse: Standing) -> str:
    one, other = side(better.player), side(worse.player)
    step = training.deciding(better, worse)
    if step > len(TYPES):
        return _("{one} and {other} share the place.").format(one=one, other=other)
    mine, theirs = better.worth[step], worse.worth[step]
    if step == len(TYPES):
        said = _("All five levels are equal, so cycles decide: {one} has {mine}, {other} {theirs}.")
        return said.format(one=one, mine=mine, other=other, theirs=theirs)
    why = _(RANKS[step]).format(mine=mine, theirs=theirs, other=other)
    if step:
        return _("{one} is ahead of {other}: equal so far, then {why}.").format(one=one, other=other, why=why)
    return _("{one} is ahead of {other}: {why}.").format(one=one, other=other, why=why)
