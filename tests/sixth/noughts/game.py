"""The rules of noughts and crosses, their words and texts: three marks in a row win."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.game import Action, Option, Outcome, Repetition, Turn
from ruleboard.engine.grid import Grid
from ruleboard.engine.options import chosen
from ruleboard.i18n import N_, _

GRID = Grid(3, 3)
NAMES = tuple(map(str, GRID.squares()))
SIDES = (N_("Crosses"), N_("Noughts"))
MARKS = "xo"
EMPTY = "."
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

_TURN = re.compile(r"([1-9])\. (\w\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class State:
    """Nine squares from a1 rank by rank, each a mark or empty, and whose turn it is."""

    board: str = EMPTY * 9
    side: int = 0


def row_of_three(state: State) -> tuple[int, ...]:
    """The row with three marks of one side, empty if there is none."""
    return next((row for row in ROWS if {state.board[at] for at in row} in ({"x"}, {"o"})), ())


class Noughts:
    """The game as ``engine.game.Game`` describes it."""

    id = "noughts"
    title = N_("Noughts and crosses")
    players = range(2, 3)
    options: tuple[Option, ...] = ()
    repetition = Repetition()

    def initial(self, options: Mapping[str, str], seed: int) -> State:
        """Nine empty squares; crosses begin."""
        chosen(self.options, options)
        return State()

    def sides(self, state: State) -> tuple[str, ...]:
        """Crosses and noughts."""
        return SIDES

    def to_move(self, state: State) -> int | None:
        """Whose turn it is, None at the end."""
        return state.side if self.legal_actions(state) else None

    def legal_actions(self, state: State) -> Sequence[Action]:
        """A mark on any empty square, until there is a row of three."""
        if row_of_three(state):
            return ()
        return tuple(Action(name, (name,)) for name, mark in zip(NAMES, state.board, strict=True) if mark == EMPTY)

    def apply(self, state: State, action: Action) -> State:
        """The board with one mark more."""
        if action not in self.legal_actions(state):
            raise IllegalAction(self.explain(state, action.targets).removesuffix("."))
        at = NAMES.index(action.text)
        return State(state.board[:at] + MARKS[state.side] + state.board[at + 1 :], 1 - state.side)

    def outcome(self, state: State) -> Outcome | None:
        """Three in a row win, a full board is a draw."""
        row = row_of_three(state)
        if row:
            winner = MARKS.index(state.board[row[0]])
            said = _("{side}: three in a row.").format(side=_(SIDES[winner]))
            return Outcome((1.0, -1.0) if winner == 0 else (-1.0, 1.0), said, tuple(NAMES[at] for at in row))
        return None if EMPTY in state.board else Outcome((0.0, 0.0), _("The board is full: a draw."))

    def view(self, state: State, viewer: int | None) -> State:
        """Everybody sees everything."""
        return state

    def secret(self, state: State) -> bool:
        """Never."""
        return False

    def reveals(self, state: State, action: Action) -> bool:
        """Never."""
        return False

    def key(self, state: State) -> Hashable | None:
        """The whole state; none ever comes again."""
        return state

    def claimable(self, state: State) -> str | None:
        """No draw is ever claimed."""
        return None

    def explain(self, state: State, targets: Sequence[str]) -> str:
        """Why one cannot set a mark there."""
        if not self.legal_actions(state):
            return _("The game is over.")
        if not targets or targets[0] not in NAMES:
            return _("Touch one of the nine squares.")
        if len(targets) > 1:
            return _("One mark a turn.")
        return _("There is a mark on {square} already.").format(square=targets[0])

    def name(self, state: State, target: str) -> str:
        """A square and what is on it."""
        if target not in NAMES:
            return target
        mark = state.board[NAMES.index(target)]
        return {"x": _("{square}, a cross"), "o": _("{square}, a nought")}.get(mark, _("{square}, empty")).format(
            square=target
        )

    def describe(self, state: State, action: Action) -> str:
        """An action as it is announced."""
        return _("{side} take {square}").format(side=_(SIDES[state.side]), square=action.text)

    def prompt(self, state: State) -> str:
        """What to do now."""
        return _("Touch an empty square.") if self.legal_actions(state) else ""

    def parse_position(self, text: str) -> State:
        """Nine marks and the side to move, such as ``x...o.... x``.

        Raises:
            PositionError: it is not that, or there are too many of one mark.
        """
        if not re.fullmatch(r"[xo.]{9} [xo]", text):
            raise PositionError(_("this is no position"), expected=_("nine of x, o and . and then x or o"))
        state = State(text[:9], MARKS.index(text[10]))
        if state.board.count("x") - state.board.count("o") != state.side:
            raise PositionError(_("the marks and the side to move do not go together"))
        if len({state.board[row[0]] for row in ROWS if {state.board[at] for at in row} in ({"x"}, {"o"})}) > 1:
            raise PositionError(_("both sides have three in a row"))
        if row_of_three(state) and state.board[row_of_three(state)[0]] == MARKS[state.side]:
            raise PositionError(_("who has three in a row cannot be to move"))
        return state

    def format_position(self, state: State) -> str:
        """See ``parse_position``."""
        return f"{state.board} {MARKS[state.side]}"

    def parse_action(self, state: State, text: str) -> Action:
        """A square's name.

        Raises:
            ActionError, IllegalAction: it is none, or there is a mark already.
        """
        if text not in NAMES:
            raise ActionError(_("this is no square"), expected=_("{first} to {last}").format(first="a1", last="c3"))
        action = Action(text, (text,))
        if action not in self.legal_actions(state):
            raise IllegalAction(self.explain(state, action.targets).removesuffix("."))
        return action

    def format_action(self, state: State, action: Action) -> str:
        """The square's name."""
        return action.text

    def format_moves(self, states: Sequence[State], actions: Sequence[Action]) -> tuple[Turn, ...]:
        """One numbered line a mark."""
        return tuple(Turn(f"{at + 1}.", states[at].side, ((at, action.text),)) for at, action in enumerate(actions))

    def parse_moves(self, start: State, text: str) -> tuple[Action, ...]:
        """What ``format_moves`` writes.

        Raises:
            ActionError, IllegalAction: a line is no numbered square, or a mark cannot be set; the error says which.
        """
        actions, state = [], replace(start)
        for number, line in enumerate(text.splitlines(), 1):
            found = _TURN.fullmatch(line.strip())
            where = _("move {n}").format(n=number)
            if found is None or found[1] != str(number):
                raise ActionError(_("this is no move"), where=where, expected=_("a number, a point and a square"))
            try:
                actions.append(self.parse_action(state, found[2]))
            except (ActionError, IllegalAction) as error:
                raise error.within(where) from error
            state = self.apply(state, actions[-1])
        return tuple(actions)
