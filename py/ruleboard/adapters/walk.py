"""A game as a finite sequence of numbered decisions.

The adapters add rules to those of the game, which docs/python.md lists:

- Players do not resign, agree on a draw or claim one. Automatic draws end the game.
- A game that is not over after `Setting.max_length` actions is truncated and counts as drawn.
- In Tensor a player places three cards at once. Actions that place or take back single cards are not available.
- In Tesulda a player who has used `MAX_BUILD_ACTIONS` actions to build an army can only finish it, with `done`, or
  with `default` if the army is incomplete.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from ruleboard.adapters.numbering import ACTION_SPACES, ActionSpace, UnknownNumber, own_action_space
from ruleboard.api.position import game_of
from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, RecordError
from ruleboard.engine.game import Game
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.games.tensor_cards.state import PutCard, TakeCard
from ruleboard.games.tensor_cards.state import State as CardsState
from ruleboard.games.tesulda.moves import ArmyCommand
from ruleboard.games.tesulda.state import State as TesuldaState
from ruleboard.kit.rules import BoardRules
from ruleboard.kit.words import DEFAULT_BUTTON_LABELS

MAX_BUILD_ACTIONS: Final = 100
"""The maximum number of actions with which a player builds an army."""
MAX_LENGTH: Final = 2000
"""The default number of actions after which a game is truncated."""


@dataclass(frozen=True)
class Setting:
    """A game with options and a maximum length.

    Attributes:
        id: the game's id.
        options: the values of options.
        max_length: the number of actions after which the game is truncated.
    """

    id: str
    options: Mapping[str, str] = field(default_factory=dict)
    max_length: int = MAX_LENGTH

    def __post_init__(self) -> None:
        game_of(self.id)
        length = self.max_length
        if not isinstance(length, int) or length < 1:
            raise RecordError(f"{length!r} is not a number of actions", where="max_length", expected="1 or more")
        if self.id not in ACTION_SPACES and self.own_game is None:
            raise RecordError(
                f"the actions of {self.id} have no numbers", expected=f"one of {', '.join(ACTION_SPACES)}"
            )
        self.game.initial(self.options, 0)  # It raises an error for options that the game does not have.

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""
        return game_of(self.id)

    @cached_property
    def own_game(self) -> BoardRules | None:
        """The rules if this is an author's game, or None for a game of this package."""
        return self.game if isinstance(self.game, BoardRules) else None

    @cached_property
    def space(self) -> ActionSpace:
        """The action space of the game."""
        if self.own_game is not None:
            board_type = self.own_game.start_for(self.options).type
            return own_action_space((*board_type.numbers, *self.own_game.definition.buttons, *DEFAULT_BUTTON_LABELS))
        return ACTION_SPACES[self.id]

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return len(self.game.sides(self.game.initial(self.options, 0)))

    @property
    def max_decisions(self) -> int:
        """The maximum number of action numbers that the players choose in a game."""
        return self.max_length * self.space.max_numbers_per_action


@dataclass(frozen=True)
class Walk:
    """An immutable game in progress; ``step`` returns a new one.

    Attributes:
        setting: the game with its options.
        timeline: the actions and states so far.
        first_number: the first number of an action with two numbers, while the second is missing; otherwise None.
        build_count: the number of actions that the player to move has used so far to build an army.
    """

    setting: Setting
    timeline: Timeline[Any]
    first_number: int | None = None
    build_count: int = 0

    @classmethod
    def start(cls, setting: Setting, seed: int) -> Walk:
        """Start a game with a seed."""
        options = new_record_options(setting.game.options, setting.options)
        return cls.from_state(setting, setting.game.initial(options, seed), seed)

    @classmethod
    def from_state(cls, setting: Setting, state: Any, seed: int = 0) -> Walk:
        """Start a game from a state."""
        options = new_record_options(setting.game.options, setting.options)
        record = Record(setting.id, options, seed, ("",) * len(setting.game.sides(state)))
        return cls(setting, new_timeline(setting.game, state, record))

    @property
    def state(self) -> Any:
        """The current state."""
        return self.timeline.state

    @cached_property
    def is_truncated(self) -> bool:
        """True if the game has reached its maximum length before its end."""
        return self.timeline.ply >= self.setting.max_length and self.timeline.outcome is None

    @cached_property
    def returns(self) -> tuple[float, ...] | None:
        """The return of each player: None during the game, and zeros if the game is truncated."""
        outcome = self.timeline.outcome
        if outcome is not None:
            return tuple(outcome.returns)
        return (0.0,) * self.setting.players if self.is_truncated else None

    @cached_property
    def player(self) -> int | None:
        """The player to move, or None if the game is over."""
        return None if self.returns is not None else self.setting.game.to_move(self.state)

    @cached_property
    def _actions(self) -> dict[tuple[int, ...], Action[Any]]:
        """All legal actions by their tuples of numbers.

        Raises:
            UnknownNumber: two actions have the same numbers, or an action has no number.
        """
        if self.returns is not None:
            return {}
        numbers, actions = self.setting.space.numbers, self._playable_actions()
        actions_by_numbers = {numbers(action.move): action for action in actions}
        if len(actions_by_numbers) < len(actions):
            first_action, *_ = [action for action in actions if actions_by_numbers[numbers(action.move)] is not action]
            other_action = actions_by_numbers[numbers(first_action.move)]
            raise UnknownNumber(f"{first_action} and {other_action} have the same number {numbers(first_action.move)}")
        return actions_by_numbers

    def _playable_actions(self) -> list[Action[Any]]:
        legal_actions = self.setting.game.legal_actions(self.state)
        if self.setting.id == "tensor-cards":
            return [action for action in legal_actions if not isinstance(action.move, PutCard | TakeCard)]
        if self.setting.id == "tesulda" and self.build_count >= MAX_BUILD_ACTIONS:
            finishing_actions = [action for action in legal_actions if action.move is ArmyCommand.DONE]
            return finishing_actions or [action for action in legal_actions if action.move is ArmyCommand.DEFAULT]
        return list(legal_actions)

    @cached_property
    def legal_numbers(self) -> tuple[int, ...]:
        """The legal numbers, in ascending order."""
        if self.first_number is None:
            return tuple(sorted({numbers[0] for numbers in self._actions}))
        return tuple(sorted(numbers[1] for numbers in self._actions if numbers[0] == self.first_number))

    def action(self, number: int) -> Action[Any] | None:
        """Return the action that a number completes, or None if it is a first number.

        Raises:
            IllegalAction: the number is not legal now.
            ActionError: the argument is not a number.
        """
        if not isinstance(number, int):
            raise ActionError(f"{str(number)[:30]!r} is not an action number")
        if number not in self.legal_numbers:
            raise IllegalAction(f"the number {number} cannot be chosen here", expected="one of the legal actions")
        return self._actions.get((number,) if self.first_number is None else (self.first_number, number))

    def text(self, number: int) -> str:
        """Describe the action with this number. For a first number, describe an example, followed by an ellipsis.

        Raises:
            IllegalAction, ActionError: see `action`.
        """
        action = self.action(number)
        if action is not None:
            return self.setting.game.format_action(self.state, action)
        example_action = next(action for numbers, action in self._actions.items() if numbers[0] == number)
        return f"{number}: {self.setting.game.format_action(self.state, example_action)} …"

    def step(self, number: int) -> Walk:
        """Return the game after the player to move has chosen a number.

        Raises:
            IllegalAction, ActionError: see `action`.
        """
        action = self.action(number)
        if action is None:
            return Walk(self.setting, self.timeline, number, self.build_count)
        timeline = self.timeline.play(action)
        is_building = self.setting.id == "tesulda" and timeline.state.build is not None
        is_same_builder = is_building and timeline.state.side == self.state.side
        return Walk(self.setting, timeline, None, self.build_count + 1 if is_same_builder else 0)

    def visible_first_number(self, player: int | None) -> int | None:
        """Return ``first_number``, or None if ``player`` cannot see it.

        Args:
            player: the player; None for the public.
        """
        return self.first_number if player == self.player or not self.timeline.is_hidden() else None

    def with_state(self, state: Any) -> Walk:
        """Return the game with ``state``, which has other chance outcomes, as its current state."""
        return Walk(self.setting, self.timeline.with_state(state), self.first_number, self.build_count)

    def text_for(self, player: int | None) -> str:
        """Describe the state as a player sees it, or as the public sees it if ``player`` is None."""
        return state_text(self.setting, self.timeline.state_for(player))


def has_own_secrets(game: Game[Any, Any]) -> bool:
    """Return True if a game is an author's game with random numbers or hidden pieces."""
    return isinstance(game, BoardRules) and (game.definition.chance or game.definition.has_hidden_pieces)


def state_text(setting: Setting, state: Any) -> str:
    """Describe a complete state: its position text, and in Tensor also the cards of an unfinished turn.

    The text omits the random generator of Tesulda's shuffles, which would reveal whether the other player has shuffled.
    """
    if isinstance(state, TesuldaState) and state.build is not None:
        state = replace(state, build=replace(state.build, seed=0))
    text = setting.game.format_position(state)
    if not isinstance(state, CardsState) or state.is_between_turns:
        return text
    placements = "|".join(",".join(map(str, cards)) for cards in state.placements)
    return f"{text} laid {placements or '-'} chosen {','.join(state.choices) or '-'}"
