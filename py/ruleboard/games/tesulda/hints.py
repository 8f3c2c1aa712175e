"""What to touch next in Tesulda, once something is taken up."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tesulda.army import mistakes
from ruleboard.games.tesulda.board import INDEX, NAMES
from ruleboard.games.tesulda.building import army_of
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.words import trait_words


def hint(state: State, touched: Sequence[str]) -> str:
    """What the touches so far lead on to; empty if nothing is taken up.

    At a turn's start it is what the figure taken up can do; while an army is built, also what is wrong with it.
    """
    if not touched:
        return ""
    first, last = touched[0], touched[-1]
    if state.build:
        return " ".join((_building(first, last), *mistakes(army_of(state), state.side)))
    if state.fresh:
        figure = state.board[INDEX[first]] if first in INDEX else ""
        return f"{first}: {trait_words(figure)}." if figure else ""
    mover = NAMES[state.moved]
    if state.prey:
        return f"Touch your figure on {mover} to take {_it(touched)}, or {_other(touched)}."
    if first.startswith("pool:"):
        return f"Touch your figure on {mover} to bring {_it(touched)} back, or {_other(touched)}."
    if last in INDEX:
        return "Touch the piece it gives away."
    return f"Touch the figure that gets {_it(touched)}, or {_other(touched)}."


def _pieces(touched: Sequence[str]) -> int:
    return sum(target not in INDEX for target in touched)


def _it(touched: Sequence[str]) -> str:
    return "it" if _pieces(touched) == 1 else "them"


def _other(touched: Sequence[str]) -> str:
    return "a second piece" if _pieces(touched) == 1 else "one of them again to put it down"


def _building(first: str, last: str) -> str:
    if first.startswith("base:"):
        return "Touch a free square of your two ranks."
    if last in INDEX:
        return "Touch where it goes: a square or the store. Or touch a piece."
    if first.startswith("store:"):
        return "Touch the figure that gets it."
    return "Touch the figure that gets it, or the store."


def holds(touched: Sequence[str], target: str) -> bool:
    """Whether a refused square is told why, instead of being taken up: a base or pieces are in the hand."""
    return _pieces(touched) > 0 and target in INDEX
