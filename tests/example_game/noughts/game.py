"""The rules, texts and notation of noughts and crosses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ruleboard.engine.action import Action
from ruleboard.engine.errors import PositionError, Refusal
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.options import resolve_options
from ruleboard.i18n import N_, _

NAMES = tuple(f"{file}{rank}" for rank in "123" for file in "abc")
MARKS, EMPTY = "xo", "."
_ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True)
class State:
    """Nine squares from a1 rank by rank, each a mark or empty, and the side to move."""

    board: str = EMPTY * 9
    side: int = 0

    def rows(self, mark: str) -> list[tuple[int, ...]]:
        """Return the rows filled with a mark."""
        return [row for row in _ROWS if {self.board[square] for square in row} == {mark}]


@dataclass(frozen=True, slots=True)
class PlaceMark:
    """The move that places a mark on a square, from 0 (a1) to 8 (c3)."""

    square: int


class Noughts(BaseGame[State, PlaceMark]):
    """The game; ``engine.game.Game`` describes its methods."""

    id = "noughts"
    title = N_("Noughts and crosses")
    side_names = (N_("Crosses"), N_("Noughts"))

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Return nine empty squares; crosses begin."""
        resolve_options(self.options, options)
        return State()

    def to_move(self, state: State) -> int | None:
        """Return the side to move, None at the end."""
        return None if self.outcome(state) else state.side

    def legal_actions(self, state: State) -> Sequence[Action[PlaceMark]]:
        """Return a mark on each empty square, until the game is over."""
        squares = () if self.outcome(state) else range(9)
        return [Action(NAMES[n], (NAMES[n],), PlaceMark(n)) for n in squares if state.board[n] == EMPTY]

    def next_state(self, state: State, move: PlaceMark) -> State:
        """Return the board with the mark."""
        board = state.board[: move.square] + MARKS[state.side] + state.board[move.square + 1 :]
        return State(board, 1 - state.side)

    def outcome(self, state: State) -> Outcome | None:
        """Return a win for three in a row, and a draw for a full board."""
        for winner, mark in enumerate(MARKS):
            for row in state.rows(mark):
                reason = _("{side}: three in a row.").format(side=_(self.side_names[winner]))
                return Outcome(((1.0, -1.0), (-1.0, 1.0))[winner], reason, tuple(NAMES[square] for square in row))
        return None if EMPTY in state.board else Outcome((0.0, 0.0), _("The board is full: a draw."))

    def explain(self, state: State, targets: Sequence[str]) -> Refusal:
        """Return the reason why these targets are no legal move."""
        if self.outcome(state):
            return Refusal(_("The game is over."))
        if len(targets) == 1 and targets[0] in NAMES:
            return Refusal(_("There is a mark on {square} already.").format(square=targets[0]))
        return Refusal(_("Touch one empty square."))

    def name(self, state: State, target: str) -> str:
        """Return the name of a square and of the mark on it."""
        if target not in NAMES:
            return target
        texts = {"x": _("{square}, a cross"), "o": _("{square}, a nought"), EMPTY: _("{square}, empty")}
        return texts[state.board[NAMES.index(target)]].format(square=target)

    def describe(self, state: State, action: Action[PlaceMark], reader: int | None = None) -> str:
        """Return the announcement of an action."""
        return _("{side} take {square}").format(side=_(self.side_names[state.side]), square=NAMES[action.move.square])

    def prompt(self, state: State) -> str:
        """Return what the player to move can do."""
        return "" if self.outcome(state) else _("Touch an empty square.")

    def targets_of(self, text: str) -> tuple[str, ...]:
        """Return the square itself: its name is the action's text."""
        return (text,) if text in NAMES else super().targets_of(text)

    def parse_position(self, text: str) -> State:
        """Return the state of nine marks and the side to move, such as ``x...o.... x``."""
        state = State(text[:9], int(text.endswith("o")))
        is_balanced = state.board.count("x") - state.board.count("o") == state.side
        if not re.fullmatch(r"[xo.]{9} [xo]", text) or not is_balanced or state.rows(MARKS[state.side]):
            raise PositionError(_("no game comes to this position"), expected=_("nine of x, o and . and then x or o"))
        return state

    def format_position(self, state: State) -> str:
        """Return the text that ``parse_position`` reads."""
        return f"{state.board} {MARKS[state.side]}"
