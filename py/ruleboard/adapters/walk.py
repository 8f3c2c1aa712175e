"""A game as libraries walk through it: decisions by numbers, one after another, to an end that always comes.

Rules beside the game's own, each of which docs/python.md names:

- Players do not resign, agree on a draw or claim one; draws that the rules give by themselves end the game.
- A game that is not over after `Setting.max_length` actions is cut off and counts as drawn.
- In Tensor three cards are laid at once; putting cards on pieces and taking them back, which nobody sees, is left out.
- In Tesulda a player who has built with `MOST_BUILDING` actions gets no more than finishes the army: `done`, or
  `default` where it is not whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from ruleboard.adapters.numbering import SPACES, Space, UnknownNumber
from ruleboard.api.position import game_of
from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, RecordError
from ruleboard.engine.game import Game
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, starting_at
from ruleboard.games.tensor_cards.state import PutCard, TakeCard
from ruleboard.games.tesulda.moves import ArmyCommand

MOST_BUILDING: Final = 100
"""The number of actions that a player may build an army with before it is finished."""
MAX_LENGTH: Final = 2000
"""The number of actions after which a game is cut off, where no other is asked for."""


@dataclass(frozen=True)
class Setting:
    """The game that is played.

    Attributes:
        id: the game's id.
        options: the values of options.
        max_length: the number of actions after which the game is cut off.
    """

    id: str
    options: Mapping[str, str] = field(default_factory=dict)
    max_length: int = MAX_LENGTH

    def __post_init__(self) -> None:
        game_of(self.id)
        length = self.max_length
        if not isinstance(length, int) or length < 1:
            raise RecordError(f"{length!r} is no number of actions", where="max_length", expected="1 or more")
        if self.id not in SPACES:
            raise RecordError(f"the actions of {self.id} have no numbers", expected=f"one of {', '.join(SPACES)}")
        self.game.initial(self.options, 0)  # refuses options that the game has not

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return game_of(self.id)

    @property
    def space(self) -> Space:
        """The numbers of its actions."""
        return SPACES[self.id]

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.options.get("players", "2")) if self.id == "equilibrium" else 2

    @property
    def most_decisions(self) -> int:
        """The most numbers that players choose in a game."""
        return self.max_length * self.space.stages


@dataclass(frozen=True)
class Walk:
    """A place in a game. It is immutable: a step gives another one.

    Attributes:
        setting: the game.
        timeline: the game so far.
        first: the first number of an action of two, where it has been chosen; None otherwise.
        built: the number of actions with which the player to move has built so far.
    """

    setting: Setting
    timeline: Timeline[Any]
    first: int | None = None
    built: int = 0

    @classmethod
    def begun(cls, setting: Setting, seed: int) -> Walk:
        """Return the beginning of a game, dealt by a seed."""
        options = with_rules(setting.game.options, setting.options)
        return cls.at(setting, setting.game.initial(options, seed), seed)

    @classmethod
    def at(cls, setting: Setting, state: Any, seed: int = 0) -> Walk:
        """Return the beginning of a game in a state."""
        options = with_rules(setting.game.options, setting.options)
        record = Record(setting.id, options, seed, ("",) * len(setting.game.sides(state)))
        return cls(setting, starting_at(setting.game, state, record))

    @property
    def state(self) -> Any:
        """The current state."""
        return self.timeline.state

    @cached_property
    def is_cut_off(self) -> bool:
        """True if the game has become too long."""
        return self.timeline.at >= self.setting.max_length and self.timeline.outcome is None

    @cached_property
    def returns(self) -> tuple[float, ...] | None:
        """The result for each player, None while the game goes on; nothing for anybody in one that is cut off."""
        outcome = self.timeline.outcome
        if outcome is not None:
            return tuple(outcome.returns)
        return (0.0,) * self.setting.players if self.is_cut_off else None

    @property
    def player(self) -> int | None:
        """The player to move, None at the end."""
        return None if self.returns is not None else self.setting.game.to_move(self.state)

    @cached_property
    def _actions(self) -> dict[tuple[int, ...], Action[Any]]:
        """The legal actions by their numbers.

        Raises:
            UnknownNumber: two actions have the same numbers, or one has none.
        """
        if self.returns is not None:
            return {}
        space, found = self.setting.space, dict[tuple[int, ...], Action[Any]]()
        for action in self._offered():
            numbers = space.numbers(action.move)
            if numbers in found:
                raise UnknownNumber(f"{found[numbers]} and {action} have the same number {numbers}")
            found[numbers] = action
        return found

    def _offered(self) -> list[Action[Any]]:
        legal = self.setting.game.legal_actions(self.state)
        if self.setting.id == "tensor-cards":
            return [action for action in legal if not isinstance(action.move, PutCard | TakeCard)]
        if self.setting.id == "tesulda" and self.built >= MOST_BUILDING:
            done = [action for action in legal if action.move is ArmyCommand.DONE]
            return done or [action for action in legal if action.move is ArmyCommand.DEFAULT]
        return list(legal)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The numbers that can be chosen now, in ascending order."""
        if self.first is None:
            return tuple(sorted({numbers[0] for numbers in self._actions}))
        return tuple(sorted(numbers[1] for numbers in self._actions if numbers[0] == self.first))

    def action(self, number: int) -> Action[Any] | None:
        """Return the action that a number completes, None if it is the first of two.

        Raises:
            IllegalAction: the number cannot be chosen now.
            ActionError: it is no number.
        """
        if not isinstance(number, int):
            raise ActionError(f"{str(number)[:30]!r} is no number of an action")
        if number not in self.legal:
            raise IllegalAction(f"the number {number} cannot be chosen here", expected="one of the legal actions")
        return self._actions.get((number,) if self.first is None else (self.first, number))

    def text(self, number: int) -> str:
        """Return the text of the action of a number; of a first number, those of its first action and an ellipsis.

        Raises:
            IllegalAction, ActionError: as `action`.
        """
        action = self.action(number)
        if action is not None:
            return self.setting.game.format_action(self.state, action)
        one = next(one for numbers, one in self._actions.items() if numbers[0] == number)
        return f"{number}: {self.setting.game.format_action(self.state, one)} …"

    def step(self, number: int) -> Walk:
        """Return the place after a number was chosen.

        Raises:
            IllegalAction, ActionError: as `action`.
        """
        action = self.action(number)
        if action is None:
            return Walk(self.setting, self.timeline, number, self.built)
        timeline = self.timeline.play(action)
        building = self.setting.id == "tesulda" and timeline.state.build is not None
        same = building and timeline.state.side == self.state.side
        return Walk(self.setting, timeline, None, self.built + 1 if same else 0)

    def first_for(self, player: int | None) -> int | None:
        """Return the first number of an action of two, where it has been chosen and a player may know it.

        Args:
            player: the player; None for everybody.
        """
        return self.first if player == self.player or not self.timeline.is_hidden() else None

    def redealt(self, state: Any) -> Walk:
        """Return the same place with a state that chance has settled otherwise."""
        states = (*self.timeline.states[:-1], state)
        return Walk(self.setting, replace(self.timeline, states=states), self.first, self.built)

    def text_for(self, player: int | None) -> str:
        """Return the part of the state that a player (None: everybody) may know, as a text."""
        return state_text(self.setting, self.timeline.state_for(player))


def state_text(setting: Setting, seen: Any) -> str:
    """Return a state as a text that tells all of it: its position text, and in Tensor the cards of an unfinished turn.

    The random generator that Tesulda shuffles by is left out: it would tell if the other player has shuffled.
    """
    if setting.id == "tesulda" and seen.build is not None:
        seen = replace(seen, build=replace(seen.build, chance=0))
    text = setting.game.format_position(seen)
    if setting.id != "tensor-cards" or seen.between_turns:
        return text
    laid = "|".join(",".join(map(str, lay)) for lay in seen.laid)
    return f"{text} laid {laid or '-'} chosen {','.join(seen.choices) or '-'}"
