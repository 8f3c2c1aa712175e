"""Selectors of the parts of a page that can be scrolled into view."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.effects import Place
from ruleboard.app.play.table import Table

PLACES: Mapping[Place, str] = {
    Place.CURRENT_MOVE: ".moves .now",
    Place.REFUSAL: ".player:has(.said)",
    Place.SIDE_PANEL: ".page-table > .beside",
    Place.BOARD: ".page-table > .stage",
    Place.FEEDBACK: ".page-lesson .answer > :last-child",
    Place.START_FIELD: ".setup > .start",
    Place.TOP: ".masthead",
    Place.STUDY_MOVE: ".tree .now",
}
"""The selectors of the parts of a page that can be scrolled into view."""


def element(id: str) -> str:
    """Return the selector of the element with an id."""
    return f"#{id}"


def players_part(player: int) -> str:
    """Return the selector of a player's part of the board; players are numbered from 0."""
    return f'.stage [data-player="{player + 1}"]'


_SOMETHING_TO_TOUCH = ".stage [data-legal]"
_POINTED_OUT = ".stage .shown"


def _turn_of(player: int) -> str:
    """Return the selector of the part of the board that a player needs: their own, and all that can be touched if
    nothing is there.
    """
    own = f'[data-player="{player + 1}"]'
    return ", ".join(
        (
            f".stage {own}:has([data-legal])",
            f".stage:not(:has({own} [data-legal])) :is({own}, [data-legal])",
        )
    )


def _end_of(winner: int) -> str:
    """Return the selector of the parts of the board that show how a game has ended: the winner's, if there are some."""
    own = f'[data-player="{winner + 1}"] .shown'
    return f".stage {own}, .stage:not(:has({own})) .shown"


class Spotlight:
    """Follows the part of a board that has to be seen, where a board has to be panned."""

    def __init__(self) -> None:
        self._turn: tuple[str, bool, str] | None = None
        self._pointed_out: tuple[int, frozenset[str]] | None = None
        self._selected: tuple[str, ...] = ()

    def moved(self, table: Table | None) -> str:
        """Return the selector of the part to be seen once it is another than before; else empty.

        What is pointed out comes first. During a turn the board moves only to something that can be touched next.
        """
        if table is None:
            self._turn, self._pointed_out, self._selected = None, None, ()
            return ""
        player, outcome = table.shown.to_move, table.shown.outcome
        part = _end_of(outcome.winners[0]) if outcome else _turn_of(player) if player is not None else ""
        turn = (table.id, table.shows_whole_board, part)
        if not table.shows_whole_board and not table.panned:  # enlarged by hand
            turn = (table.id, False, _SOMETHING_TO_TOUCH)
        shown = frozenset() if table.shows_whole_board else table.pointed_out
        pointed_out = (table.page, shown) if shown else None
        begins, points = turn != self._turn, pointed_out != self._pointed_out
        goes_on = table.selected != self._selected and bool(table.selected)
        self._pointed_out, self._selected = pointed_out, table.selected
        if pointed_out:
            return _POINTED_OUT if points else ""
        self._turn = turn
        if begins:
            return turn[2]
        return _SOMETHING_TO_TOUCH if goes_on or points else ""
