"""What to touch next in Tesulda, once something is taken up."""

from __future__ import annotations

from collections.abc import Sequence

from ruleboard.games.tesulda.army import mistakes
from ruleboard.games.tesulda.board import INDEX, NAMES
from ruleboard.games.tesulda.building import army_of
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.words import trait_words
from ruleboard.i18n import _


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
        return _("{square}: {traits}.").format(square=first, traits=trait_words(figure)) if figure else ""
    mover = NAMES[state.moved]
    one = _pieces(touched) == 1
    if state.prey:
        text = _("Touch your figure on {square} to take them, or one of them again to put it down.")
        if one:
            text = _("Touch your figure on {square} to take it, or a second piece.")
        return text.format(square=mover)
    if first.startswith("pool:"):
        text = _("Touch your figure on {square} to bring them back, or one of them again to put it down.")
        if one:
            text = _("Touch your figure on {square} to bring it back, or a second piece.")
        return text.format(square=mover)
    if last in INDEX:
        return _("Touch the piece it gives away.")
    if one:
        return _("Touch the figure that gets it, or a second piece.")
    return _("Touch the figure that gets them, or one of them again to put it down.")


def _pieces(touched: Sequence[str]) -> int:
    return sum(target not in INDEX for target in touched)


def _building(first: str, last: str) -> str:
    if first.startswith("base:"):
        return _("Touch a free square of your two ranks.")
    if last in INDEX:
        return _("Touch where it goes: a square or the store. Or touch a piece.")
    if first.startswith("store:"):
        return _("Touch the figure that gets it.")
    return _("Touch the figure that gets it, or the store.")


def holds(state: State, touched: Sequence[str], target: str) -> bool:
    """Whether a refused touch is told why, instead of beginning anew.

    A base or pieces in the hand stay there when a square cannot follow. In a turn a piece that cannot go along with
    what was touched is refused too: the pieces in sight are those of the figure touched first.
    """
    if target in INDEX:
        return _pieces(touched) > 0
    word = target.partition(":")[0]
    return state.build is None and (word == "piece" or (word in ("prey", "pool") and _pieces(touched) > 0))
