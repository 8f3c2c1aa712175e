"""CSS selectors for the parts of a page that the app scrolls into view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ruleboard.app.board.marks import highlighted_targets
from ruleboard.app.board.orientation import starts_zoomed
from ruleboard.app.board.side_notes import current_note_step
from ruleboard.app.board.situation import MistakeMade, OpponentToMove
from ruleboard.app.board.table import Table
from ruleboard.app.effects import ElementTarget, PlayerTarget, RevealTarget, ScrollTarget
from ruleboard.engine.action import Action

SELECTORS: Mapping[ScrollTarget, str] = {
    ScrollTarget.CURRENT_MOVE: ".moves .now",
    ScrollTarget.REFUSAL: ".player:has(.said)",
    ScrollTarget.SIDE_PANEL: ".page-table > .beside",
    ScrollTarget.BOARD: ".page-table > .stage",
    ScrollTarget.TURNING_POINT: ".review-points > :has(> .now)",
    ScrollTarget.FEEDBACK: ".page-lesson .answer > :last-child",
    ScrollTarget.VERDICT: ".page-lesson .of-quiz .answer > :first-child",
    ScrollTarget.START_FIELD: ".setup > .start",
    ScrollTarget.TOP: ".masthead",
    ScrollTarget.STUDY_MOVE: ".tree .now",
}
"""The selectors of the parts of a page that can be scrolled into view."""


def target_selector(target: RevealTarget) -> str:
    """Return the selector of a part of a page."""
    match target:
        case ElementTarget(id):
            return f"#{id}"
        case PlayerTarget(player):
            return f'.stage [data-player="{player + 1}"]'
        case ScrollTarget():
            return SELECTORS[target]


class Glance(NamedTuple):
    """A part of the board to show briefly.

    Attributes:
        selector: the CSS selector of the part.
        next_selector: the CSS selector of the targets to show afterwards.
    """

    selector: str
    next_selector: str


_LEGAL_SELECTOR = ".stage [data-legal]"
_HIGHLIGHTED_SELECTOR = ".stage .shown"


def _turn_selector(player: int) -> str:
    """Return the selector of the part of the board that a player needs during their turn.

    This is the player's own part, or all legal targets if the player has no part of the board.
    """
    area_selector = f'[data-player="{player + 1}"]'
    return ", ".join(
        (
            f".stage {area_selector}:has([data-legal])",
            f".stage:not(:has({area_selector} [data-legal])) :is({area_selector}, [data-legal])",
        )
    )


def _outcome_selector(winner: int) -> str:
    """Return the selector of the winner's highlighted targets, or of all highlighted targets if the winner has none."""
    winner_targets = f'[data-player="{winner + 1}"] .shown'
    return f".stage {winner_targets}, .stage:not(:has({winner_targets})) .shown"


def _targets_selector(names: tuple[str, ...]) -> str:
    """Return the selector that matches the targets with these names."""
    return ", ".join(f'.stage [data-target="{name}"]' for name in names)


def _turn_start_selector(table: Table) -> str:
    """Return the selector of the targets with which a turn may begin.

    If nothing is selected and both pieces and destinations are possible, the selector matches only the pieces: for
    example the cards in the hand, but not the pieces on which they can be placed.
    """
    first_targets = {action.targets[0] for action in table.actions} & set(table.selection.next_targets)
    if table.touches.targets or first_targets == set(table.selection.next_targets):
        return _LEGAL_SELECTOR
    return _targets_selector(tuple(sorted(target for target in first_targets if not target.startswith("do:"))))


def _viewed_action_targets(table: Table) -> tuple[str, ...]:
    """Return the targets of the action before the viewed state, unless the person at this screen has just played it."""
    timeline = table.viewed_timeline
    if not timeline.ply or timeline.is_hidden(timeline.ply - 1):
        return ()
    entry, mover = timeline.entries[timeline.ply - 1], timeline.game.to_move(timeline.states[timeline.ply - 1])
    if not isinstance(entry, Action) or mover is None:
        return ()
    if table.display.ply is None and not table.bot_level_of(mover):
        return ()
    return tuple(target for target in entry.targets if not target.startswith("do:"))


def _shows_person_area(table: Table) -> bool:
    """Return True if the screen keeps showing a person's part of the board while bots move."""
    return (
        starts_zoomed(table)
        and not table.display.shows_whole_board
        and bool(table.persons)
        and table.display.ply is None
    )


class BoardScroller:
    """Chooses the part of a board to show if the screen is too small for the whole board."""

    def __init__(self) -> None:
        self._last_turn: tuple[str, bool, str] | None = None
        self._last_highlight: tuple[int, frozenset[str]] | None = None
        self._last_selected: tuple[str, ...] = ()
        self._last_position: tuple[str, int] | None = None

    def glance(self, table: Table | None) -> Glance | None:
        """Return the part with a bot's new action if a person sees only a part of the board, else None.

        Afterwards the board returns to the person's part; see ``next_selector``.
        """
        if table is None or not _shows_person_area(table) or self._last_position != (table.id, table.timeline.ply - 1):
            return None
        targets = _viewed_action_targets(table)
        return Glance(_targets_selector(targets[-1:]), _LEGAL_SELECTOR) if targets else None

    def _area_selector(self, table: Table) -> str:
        """Return the selector of the part of the board for the player to act, or for the winner after the game."""
        player, outcome = table.viewed_timeline.to_move, table.viewed_timeline.outcome
        match table.current_situation:
            case OpponentToMove() | MistakeMade() if _shows_person_area(table):  # a glance shows a bot's action
                keeps_area = self._last_turn is not None and self._last_turn[:2] == (table.id, False)
                return self._last_turn[2] if self._last_turn and keeps_area else _turn_selector(table.persons[0])
            case _ if outcome:
                return _outcome_selector(outcome.winners[0])
            case _:
                return _turn_selector(player) if player is not None else ""

    def next_selector(self, table: Table | None) -> str:
        """Return the selector of the part to show if it has changed, else an empty text.

        Highlighted targets take precedence, then the part of the player whose turn begins, then a newly viewed action.
        During a turn the board scrolls only to show legal targets.
        """
        if table is None:
            self._last_turn, self._last_highlight, self._last_selected, self._last_position = None, None, (), None
            return ""
        position = (table.id, table.viewed_timeline.ply)
        is_step = (
            self._last_position is not None
            and self._last_position[0] == table.id
            and self._last_position != position
            and not table.display.shows_whole_board
        )
        self._last_position = position
        turn = (table.id, table.display.shows_whole_board, self._area_selector(table))
        scrolls_by_hand = not table.display.shows_whole_board and not starts_zoomed(table)
        if scrolls_by_hand:  # the hand-over screen replaced the board, which lost its scroll position
            turn = (table.id, False, "" if table.display.covers_board else _LEGAL_SELECTOR)
        targets = frozenset() if table.display.shows_whole_board else highlighted_targets(table)
        highlight = (current_note_step(table), targets) if targets else None
        has_turn_changed, has_highlight_changed = turn != self._last_turn, highlight != self._last_highlight
        has_selection_grown = table.touches.targets != self._last_selected and bool(table.touches.targets)
        self._last_highlight, self._last_selected = highlight, table.touches.targets
        if highlight:
            return _HIGHLIGHTED_SELECTOR if has_highlight_changed else ""
        self._last_turn = turn
        if has_turn_changed:
            return _turn_start_selector(table) if scrolls_by_hand and not table.display.covers_board else turn[2]
        if is_step and not _shows_person_area(table) and (action_targets := _viewed_action_targets(table)):
            return _targets_selector(action_targets)
        return _LEGAL_SELECTOR if has_selection_grown or has_highlight_changed else ""
