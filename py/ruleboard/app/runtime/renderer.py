"""Selectors of the parts of a page that can be scrolled into view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ruleboard.app.effects import Place
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action

PLACES: Mapping[Place, str] = {
    Place.CURRENT_MOVE: ".moves .now",
    Place.REFUSAL: ".player:has(.said)",
    Place.SIDE_PANEL: ".page-table > .beside",
    Place.BOARD: ".page-table > .stage",
    Place.TURNING_POINT: ".review-points > :has(> .now)",
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


class Glance(NamedTuple):
    """A part of the board that is shown for a moment: its selector, and that of what can be touched afterwards."""

    selector: str
    then: str


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


def _targets(names: tuple[str, ...]) -> str:
    """Return the selector of targets on the board."""
    return ", ".join(f'.stage [data-target="{name}"]' for name in names)


def _begin_of(table: Table) -> str:
    """Return the selector of all that can be touched next; if nothing is selected yet, of what is taken up first where
    places to go to can be touched as well: the cards in the hand, and not the pieces that they are laid on.
    """
    first = {action.targets[0] for action in table.actions} & set(table.selection.next)
    if table.selected or first == set(table.selection.next):
        return _SOMETHING_TO_TOUCH
    return _targets(tuple(sorted(target for target in first if not target.startswith("do:"))))


def _seen_action(table: Table) -> tuple[str, ...]:
    """Return the targets of the action before the state that is shown, if the reader has not made it just now: an
    opponent has, or it is looked back at.
    """
    timeline = table.shown
    if not timeline.at or timeline.is_hidden(timeline.at - 1):
        return ()
    entry, mover = timeline.entries[timeline.at - 1], timeline.game.to_move(timeline.states[timeline.at - 1])
    if not isinstance(entry, Action) or mover is None:
        return ()
    if table.viewed_at is None and not table.level_of(mover):
        return ()
    return tuple(target for target in entry.targets if not target.startswith("do:"))


def _follows_person(table: Table) -> bool:
    """Return True if a part of the board is shown that stays a person's while opponents move."""
    return table.panned and not table.shows_whole_board and bool(table.persons) and table.viewed_at is None


class Spotlight:
    """Follows the part of a board that has to be seen, where a board has to be panned."""

    def __init__(self) -> None:
        self._turn: tuple[str, bool, str] | None = None
        self._pointed_out: tuple[int, frozenset[str]] | None = None
        self._selected: tuple[str, ...] = ()
        self._at: tuple[str, int] | None = None

    def glance(self, table: Table | None) -> Glance | None:
        """Return the place of an opponent's action that was made since ``moved``, where a person sees a part of the
        board only.

        The person's part comes back by itself; see ``moved``.
        """
        if table is None or not _follows_person(table) or self._at != (table.id, table.timeline.at - 1):
            return None
        targets = _seen_action(table)
        return Glance(_targets(targets[-1:]), _SOMETHING_TO_TOUCH) if targets else None

    def moved(self, table: Table | None) -> str:
        """Return the selector of the part to be seen once it is another than before; else empty.

        What is pointed out comes first, then the part of whose turn begins, then an action that is seen for the first
        time. During a turn the board moves only to something that can be touched next.
        """
        if table is None:
            self._turn, self._pointed_out, self._selected, self._at = None, None, (), None
            return ""
        at = (table.id, table.shown.at)
        steps = self._at is not None and self._at[0] == table.id and self._at != at and not table.shows_whole_board
        self._at = at
        player, outcome = table.shown.to_move, table.shown.outcome
        part = _end_of(outcome.winners[0]) if outcome else _turn_of(player) if player is not None else ""
        if table.level_to_move and _follows_person(table):  # what an opponent does is shown by a glance
            kept = self._turn is not None and self._turn[:2] == (table.id, False)
            part = self._turn[2] if self._turn and kept else _turn_of(table.persons[0])
        turn = (table.id, table.shows_whole_board, part)
        by_hand = not table.shows_whole_board and not table.panned
        if by_hand:  # a curtain has taken the board away meanwhile, and how it was scrolled
            turn = (table.id, False, "" if table.covered else _SOMETHING_TO_TOUCH)
        shown = frozenset() if table.shows_whole_board else table.pointed_out
        pointed_out = (table.current_note_step, shown) if shown else None
        begins, points = turn != self._turn, pointed_out != self._pointed_out
        goes_on = table.selected != self._selected and bool(table.selected)
        self._pointed_out, self._selected = pointed_out, table.selected
        if pointed_out:
            return _POINTED_OUT if points else ""
        self._turn = turn
        if begins:
            return _begin_of(table) if by_hand and not table.covered else turn[2]
        if steps and not _follows_person(table) and (seen := _seen_action(table)):
            return _targets(seen)
        return _SOMETHING_TO_TOUCH if goes_on or points else ""
