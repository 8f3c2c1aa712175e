"""A small game for tests of the engine, with endings, repetition and secrets."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.engine.game import Outcome, Repetition
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, resolve_options


@dataclass(frozen=True)
class Count:
    """The state of the toy game, which is a number and the player to move."""

    number: int
    side: int = 0


def step(difference: int) -> Action:
    """Return the action that adds a number."""
    return Action(f"{difference:+d}", (f"by{difference}",), None)


class Counter:
    """A game in which players add 1 or -1 in turn. The player whose number reaches the limit wins.

    The action ``+7`` is legal and reveals something. A position is a text such as ``3 1``. Positions with negative
    numbers are in mid-turn and have no key.
    """

    id = "counter"
    title = "Counter"
    players = range(2, 4)
    options: tuple[Option, ...] = (
        Option("sides", "Players", (Choice("2", "Two"), Choice("3", "Three"))),
        Option("limit", "Limit", (Choice("10", "Ten"), Choice("20", "Twenty"))),
    )
    repetition = Repetition(claim_count=3, draw_count=5)

    def initial(self, options: Mapping[str, str], seed: int) -> Count:
        """Return the state with the number 0."""
        resolve_options(self.options, options)
        return Count(0)

    def sides(self, state: Count) -> tuple[str, ...]:
        """Return the names of the two sides."""
        return ("First", "Second")

    def to_move(self, state: Count) -> int | None:
        """Return the player to move."""
        return None if self.outcome(state) else state.side

    def legal_actions(self, state: Count) -> Sequence[Action]:
        """Return the actions that add 1, -1 or 7."""
        return () if self.outcome(state) else (step(1), step(-1), step(7))

    def apply(self, state: Count, action: Action) -> Count:
        """Return the state after the addition."""
        if action not in self.legal_actions(state):
            raise IllegalAction("that is not one of the numbers")
        return Count(state.number + int(action.text), 1 - state.side)

    def outcome(self, state: Count) -> Outcome | None:
        """Return a win for the player who has reached the limit, or None."""
        if state.number < 10:
            return None
        return Outcome((-1.0, 1.0) if state.side == 0 else (1.0, -1.0), "Ten is reached.")

    def view(self, state: Count, viewer: int | None) -> Count:
        """Return the state unchanged."""
        return state

    def hides(self, state: Count) -> bool:
        """Return True if the public view differs from the state."""
        return self.view(state, None) != state

    def is_hidden_decision(self, state: Count) -> bool:
        """Return False, since no decision is hidden."""
        return False

    def reveals(self, state: Count, action: Action) -> bool:
        """Return True for ``+7``."""
        return action.text == "+7"

    def key(self, state: Count) -> Hashable | None:
        """Return the number and the player to move, or None in mid-turn."""
        return None if state.number < 0 else state

    def draw_claim_reason(self, state: Count) -> str | None:
        """Return a reason to claim a draw if the number is 4."""
        return "Four is dull." if state.number == 4 else None

    def explain(self, state: Count, targets: Sequence[str]) -> str:
        """Return the same refusal for any targets."""
        return "That is not one of the numbers."

    def name(self, state: Count, target: str) -> str:
        """Return the target itself as its name."""
        return target

    def describe(self, state: Count, action: Action, reader: int | None = None) -> str:
        """Return the text of the action."""
        return action.text

    def prompt(self, state: Count) -> str:
        """Return the prompt for the player to move."""
        return "Choose a number."

    def parse_position(self, text: str) -> Count:
        """Parse the number and the player to move."""
        try:
            number, side = map(int, text.split())
        except ValueError:
            raise PositionError("that is not two numbers", expected="3 1") from None
        return Count(number, side)

    def format_position(self, state: Count) -> str:
        """Format the number and the player to move."""
        return f"{state.number} {state.side}"

    def parse_action(self, state: Count, text: str) -> Action:
        """Parse an action by its text."""
        for action in self.legal_actions(state):
            if action.text == text:
                return action
        if text.lstrip("+-").isdigit():
            raise IllegalAction("that is not one of the numbers")
        raise ActionError("that is not a number")

    def format_action(self, state: Count, action: Action) -> str:
        """Return the text of the action."""
        return action.text

    def format_moves(self, states: Sequence[Count], actions: Sequence[Action]) -> tuple[Turn, ...]:
        """Return one turn per action."""
        return tuple(Turn("", ply % 2, ((ply, action.text),)) for ply, action in enumerate(actions))

    def parse_moves(self, start: Count, text: str) -> tuple[Action, ...]:
        """Parse a move list that has one action per line."""
        return tuple(self.parse_action(start, line) for line in text.split())


COUNTER = Counter()
