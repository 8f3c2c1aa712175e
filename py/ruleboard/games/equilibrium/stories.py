"""Backpropagation and the ranking told in sentences, step by step."""

from __future__ import annotations

from itertools import pairwise

from ruleboard.games.equilibrium import training
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.training import Ending, Standing
from ruleboard.games.equilibrium.words import KINDS, SIDES, both, counted, kind_tile


def tell_ending(ending: Ending) -> tuple[str, ...]:
    """What the end of a round or game does to one player: income, counts, ties, ups and downs, flips."""
    found = ending.training
    who = SIDES[found.player]
    told = [f"{who} gets {counted(ending.income, 'cycle')} as income."] if ending.income else []
    lying = [f"{count} {KINDS[kind]}" for kind, count in zip(TYPES, found.counts, strict=True) if count]
    if found.level:
        equal = f"the same number of every type ({found.counts[0]})" if lying else "no tile at all"
        return (*told, f"{who} has {equal} face up: all five tokens go down.")
    told.append(f"{who} has face up: {', '.join(lying)}.")
    if found.tied:
        taken = "".join(kind for kind in found.tied if kind in found.up)
        told.append(
            f"{both(found.tied).capitalize()} are tied; by the order of the types "
            f"{both(taken)} {'goes' if len(taken) == 1 else 'go'} first."
        )
    rising = "".join(kind for kind in TYPES if kind in found.up)
    verbs = ["goes" if len(kinds) == 1 else "go" for kinds in (rising, found.down)]
    told.append(f"{both(rising).capitalize()} {verbs[0]} up, {both(found.down)} {verbs[1]} down.")
    if ending.flips:
        turned = [kind_tile(kind) for kind, _ in ending.flips]
        listed = turned[0] if len(turned) == 1 else f"{', '.join(turned[:-1])} and {turned[-1]}"
        told.append(f"{who} turns {listed} face down.")
    return tuple(told)


def tell_ranking(state: State) -> tuple[str, ...]:
    """The ranking from the best down: everybody's levels, and what parts each from the next."""
    ranking = training.standings(state)
    told = [_levels(ranking[0])]
    for better, worse in pairwise(ranking):
        told += [_levels(worse), _parted(better, worse)]
    return tuple(told)


def _levels(standing: Standing) -> str:
    levels = ", ".join(str(level) for level in standing.levels)
    cycles = counted(standing.cycles, "cycle")
    return f"{SIDES[standing.player]}, from the lowest token up: {levels}; {cycles}."


def _parted(better: Standing, worse: Standing) -> str:
    one, other = SIDES[better.player], SIDES[worse.player]
    step = training.deciding(better, worse)
    if step > len(TYPES):
        return f"{one} and {other} share the place."
    mine, theirs = better.worth[step], worse.worth[step]
    if step == len(TYPES):
        return f"All five levels are equal, so cycles decide: {one} has {mine}, {other} {theirs}."
    rank = ("lowest", "second lowest", "third lowest", "second highest", "highest")[step]
    so_far = "" if not step else "equal so far, then "
    return f"{one} is ahead of {other}: {so_far}{rank} token on {mine} against {theirs}."
