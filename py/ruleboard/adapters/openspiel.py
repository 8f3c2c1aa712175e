"""The games in OpenSpiel. After an import of this module, `pyspiel.load_game("ruleboard_sensei")` loads a game.

    >>> import pyspiel
    >>> import ruleboard.adapters.openspiel
    >>> game = pyspiel.load_game("ruleboard_sensei(mode=shizukana)")
    >>> game.new_initial_state().current_player()
    0

Every option of a game is a parameter of the same name. A numeric value has the prefix `n` (`start=n2`), except the
number of players. Information states are only available as texts, because their tensors would contain the complete
history of thousands of decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: please install ruleboard with its extra, 'ruleboard[openspiel]'.",
        name=missing.name,
    ) from None

from ruleboard.adapters import chance
from ruleboard.adapters.chance import Deal, Odds
from ruleboard.adapters.numbering import ACTION_SPACES
from ruleboard.adapters.resampling import resample
from ruleboard.adapters.tensors import layout, observe
from ruleboard.adapters.walk import MAX_LENGTH, Setting, Walk, has_own_secrets, state_text
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.tesulda.moves import ArmyCommand
from ruleboard.kit.rules import BoardRules
from ruleboard.registry import GAMES

GAME_NAME_PREFIX: Final = "ruleboard_"
"""The prefix of the games' names in OpenSpiel, before the id with underscores."""
_LENGTH_PARAMETER: Final = "max_length"
_SEED_LIMIT: Final = 1 << 53
_GAME_TYPE: Final = pyspiel.GameType


@dataclass(frozen=True)
class Node:
    """An immutable node of the game tree, including chance nodes. Copies of a state share the same node.

    Attributes:
        deal: the outcomes of the deal before the game.
        walk: the game; None during the deal.
        number: the number of the action that is drawing tiles, or None.
        tile_kinds: the kinds of tiles that this action has drawn so far, as indices of `TYPES`.
        history: all outcomes and action numbers from the root to this node.
        visible_texts: for each player, the texts of the actions and draws that the player knows.
        hidden_texts: for each player, the text of the last action of another player if it is still hidden; may be
            empty.
    """

    deal: Deal
    walk: Walk | None = None
    number: int | None = None
    tile_kinds: tuple[int, ...] = ()
    history: tuple[int, ...] = ()
    visible_texts: tuple[tuple[str, ...], ...] = ()
    hidden_texts: tuple[str, ...] = ()

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.deal.setting
        return _replay_node, (setting.id, dict(setting.options), setting.max_length, self.history)

    @classmethod
    def root(cls, setting: Setting) -> Node:
        """Return the root of the game tree."""
        root = cls(Deal(setting), visible_texts=((),) * setting.players, hidden_texts=("",) * setting.players)
        return root._start_game() if root.deal.odds() is None else root

    def _start_game(self) -> Node:
        return replace(self, walk=self.deal.first_walk())

    @cached_property
    def odds(self) -> Odds | None:
        """The possible outcomes with their probabilities if the node is a chance node, otherwise None."""
        if self.walk is None:
            return self.deal.odds()
        if self.number is None:
            return None
        return chance.tile_odds(self.walk, self._random_tile_action, self.tile_kinds)

    @property
    def _random_tile_action(self) -> Action[Any]:
        action = self.walk.action(self.number) if self.walk is not None and self.number is not None else None
        if action is None:
            raise IllegalAction("nothing is drawn here")
        return action

    def text(self, number: int) -> str:
        """Describe the chance outcome or the action that a number stands for."""
        if self.walk is None:
            return self.deal.outcome_text(number)
        if self.number is not None:
            return f"tile {TYPES[number]}"
        return self.walk.text(number)

    def child(self, number: int) -> Node:
        """Return the node after an outcome or an action number.

        Raises:
            IllegalAction: the outcome or the number is not possible in this node.
        """
        history = (*self.history, number)
        if self.odds is not None:
            if number not in dict(self.odds):
                raise IllegalAction(f"the outcome {number} is not possible here")
            if self.walk is None:
                deal = Deal(self.deal.setting, (*self.deal.outcomes, number))
                node = replace(self, deal=deal, history=history)
                return node._start_game() if deal.odds() is None else node
            return replace(self, tile_kinds=(*self.tile_kinds, number), history=history)._finish_draw()
        if self.walk is None:
            raise IllegalAction("the game has not begun")
        action = self.walk.action(number)
        if action is not None and chance.count_unknown_tiles(self.walk, action):
            return replace(self, number=number, tile_kinds=(), history=history)
        return self._add_information(self.walk, self.walk.step(number), action, history)

    def _finish_draw(self) -> Node:
        """Return the node after the action if the action has drawn all its tiles, otherwise this node."""
        if (
            self.walk is None
            or self.number is None
            or len(self.tile_kinds) < chance.count_unknown_tiles(self.walk, self._random_tile_action)
        ):
            return self
        walk_after = chance.with_tiles(self.walk, self.number, self._random_tile_action, self.tile_kinds)
        return self._add_information(self.walk, walk_after, self._random_tile_action, self.history)

    def _add_information(
        self, walk_before: Walk, walk_after: Walk, action: Action[Any] | None, history: tuple[int, ...]
    ) -> Node:
        visible_texts, hidden_texts = list(self.visible_texts), list(self.hidden_texts)
        if action is not None:
            text = walk_before.setting.game.format_action(walk_before.state, action)
            is_hidden = walk_before.timeline.is_hidden()
            is_partly_visible = has_own_secrets(walk_before.setting.game)
            for player in range(walk_before.setting.players):
                if is_partly_visible:
                    texts = (
                        (text, walk_after.text_for(player))
                        if player == walk_before.player
                        else (walk_after.text_for(player),)
                    )
                    visible_texts[player] = (*visible_texts[player], *texts)
                elif is_hidden and player != walk_before.player:
                    hidden_texts[player] = text
                else:
                    shuffled_texts = (walk_after.text_for(player),) if action.move is ArmyCommand.SHUFFLE else ()
                    visible_texts[player] = (*visible_texts[player], text, *shuffled_texts)
                if hidden_texts[player] and walk_after.timeline.state_for(player) == walk_after.state:
                    visible_texts[player] = (*visible_texts[player], hidden_texts[player], walk_after.text_for(player))
                    hidden_texts[player] = ""
            if self.tile_kinds:
                tiles = "".join(TYPES[kind] for kind in self.tile_kinds)
                visible_texts = [(*texts, f"drawn {tiles}") for texts in visible_texts]
        return Node(self.deal, walk_after, None, (), history, tuple(visible_texts), tuple(hidden_texts))

    def information_text(self, player: int) -> str:
        """Return a player's information state as text: the start, known actions and draws, and the observation."""
        if self.walk is None:
            return f"p{player} dealing"
        setting, timeline = self.deal.setting, self.walk.timeline
        start = state_text(setting, timeline.state_for(player, 0))
        draw_text = f" drawing {len(self.tile_kinds)}" if self.number is not None else ""
        return "\n".join([f"p{player}", start, *self.visible_texts[player], self.observation_text(player) + draw_text])

    def observation_text(self, player: int | None) -> str:
        """Return the current observation of a player as text, or of the public if ``player`` is None."""
        if self.walk is None:
            return "dealing"
        tiles_text = "".join(f" {TYPES[kind]}" for kind in self.tile_kinds)
        first_number = self.walk.visible_first_number(player)
        number_text = "" if first_number is None else f" {first_number}"
        return self.walk.text_for(player) + number_text + tiles_text


def _replay_node(id: str, options: Mapping[str, str], max_length: int, history: tuple[int, ...]) -> Node:
    """Return the node after a history of outcomes and action numbers."""
    node = Node.root(Setting(id, options, max_length))
    for number in history:
        node = node.child(number)
    return node


class RuleboardState(pyspiel.State):
    """A state of a Ruleboard game in OpenSpiel."""

    def __init__(self, game: RuleboardGame) -> None:
        super().__init__(game)
        self.node = game.root

    def current_player(self) -> int:
        """Return the player to move, or OpenSpiel's number for a chance node or a finished game."""
        walk = self.node.walk
        if self.node.odds is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = walk.player if walk is not None else None
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.walk.legal_numbers) if self.node.walk is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of a chance node with their probabilities."""
        return list(self.node.odds or ())

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.text(action)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        node = self.node
        return node.number is None and node.walk is not None and node.walk.returns is not None

    def returns(self) -> list[float]:
        """Return each player's result as a number, or zeros before the end of the game."""
        walk = self.node.walk
        returns = walk.returns if walk is not None and self.node.number is None else None
        return list(returns or (0.0,) * self.node.deal.setting.players)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RuleboardState:
        """Return a random state that the player cannot distinguish from this one.

        Args:
            player: the player.
            sampler: returns random numbers from 0 to 1.

        Raises:
            RuleboardError: the game is an author's game with random numbers or hidden pieces.
        """
        walk, numbers = self.node.walk, self.node.history
        setting = self.node.deal.setting
        if has_own_secrets(setting.game):
            raise RuleboardError(f"{setting.id} cannot be dealt again from what a player has seen")
        if walk is None or self.node.number is not None:
            return self._copy()
        sampled_numbers = resample(walk, numbers, player, int(sampler() * _SEED_LIMIT))
        if sampled_numbers == numbers:
            return self._copy()
        state: RuleboardState = self.get_game().new_initial_state()
        for number in sampled_numbers:
            state.apply_action(number)
        return state

    def _copy(self) -> RuleboardState:
        copy: RuleboardState = self.clone()
        return copy

    def __str__(self) -> str:
        walk, node = self.node.walk, self.node
        if walk is None:
            return f"dealing {' '.join(map(str, node.deal.outcomes))}".strip()
        number_text = f" {walk.first_number}" if walk.first_number is not None else ""
        draw_text = f" drawing {' '.join(TYPES[kind] for kind in node.tile_kinds)}" if node.number is not None else ""
        return state_text(walk.setting, walk.state) + number_text + draw_text


class RuleboardObserver:
    """An observer with the interface that OpenSpiel expects.

    Attributes:
        tensor: the observation as a vector; None if the observer provides only texts.
        dict: the vector by its name, "observation"; empty if the observer provides only texts.
    """

    def __init__(self, game: RuleboardGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise RuleboardError(f"observations have no parameters such as {', '.join(params)}")
        self._has_perfect_recall = bool(kind.perfect_recall)
        self._shows_public_info = bool(kind.public_info)
        self._shows_private_info = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._shows_public_info and self._shows_private_info and not self._has_perfect_recall:
            self.tensor = np.zeros(layout(game.setting).size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: RuleboardState, player: int) -> None:
        """Write the observation of a player into ``tensor``, or zeros during the deal."""
        if self.tensor is None:
            return
        if state.node.walk is None:
            self.tensor.fill(0)
        else:
            observe(state.node.walk, max(player, 0), self.tensor)

    def string_from(self, state: RuleboardState, player: int) -> str:
        """Return the observation of a player as text."""
        node = state.node
        if self._has_perfect_recall:
            return node.information_text(player)
        if self._shows_public_info:
            return node.observation_text(player if self._shows_private_info else None)
        player_text, public_text = node.observation_text(player), node.observation_text(None)
        return player_text if self._shows_private_info and player_text != public_text else ""


class RuleboardGame(pyspiel.Game):
    """A Ruleboard game in OpenSpiel. Each game has its own subclass.

    Attributes:
        id: the game's id.
        setting: the game with its options.
        root: the root of the game tree.

    Raises:
        RecordError: a parameter has an invalid value.
    """

    id: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters = dict(params or {})
        self.setting = _parse_setting(self.id, parameters)
        self.root = Node.root(self.setting)
        super().__init__(_create_game_type(self.setting.id, self.setting), _create_game_info(self.setting), parameters)

    def new_initial_state(self, text: str | None = None) -> RuleboardState:
        """Return the state at the start of a game.

        Raises:
            RuleboardError: the caller passes a text. Games start only from the root.
        """
        if text is not None:
            raise RuleboardError("a game begins at its own start here, not from a text")
        return RuleboardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the maximum number of chance nodes in a game, in the deal and in later draws."""
        deal = self.setting.players + 1 if self.setting.id == "equilibrium" else 8
        tiles = 5 * 3 * self.setting.players if self.setting.id == "equilibrium" else 0
        return deal + tiles if chance.has_chance(self.setting) else 0

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> RuleboardObserver:
        """Create an observer for this kind of observation."""
        return RuleboardObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def _parse_setting(id: str, params: Mapping[str, Any]) -> Setting:
    """Convert OpenSpiel's parameters to a setting: a game with its options.

    Raises:
        RecordError: a parameter has an invalid value.
    """
    options = {}
    for name, value in params.items():
        if name != _LENGTH_PARAMETER:
            text = str(value)
            options[name] = text[1:] if text.startswith("n") and text[1:].isdigit() else text
    return Setting(id, options, params.get(_LENGTH_PARAMETER, MAX_LENGTH))


def _default_parameters(id: str) -> dict[str, Any]:
    parameters: dict[str, Any] = {_LENGTH_PARAMETER: MAX_LENGTH}
    for option in GAMES[id].options:
        if option.id == "players":
            parameters[option.id] = int(option.default)
        elif not option.is_rule:
            parameters[option.id] = f"n{option.default}" if option.default.isdigit() else option.default
    return parameters


def _create_game_type(id: str, setting: Setting | None = None) -> Any:
    """Return the OpenSpiel game type for a setting, or for any setting of the game if ``setting`` is None."""
    has_hidden_state = (
        id == "tensor-cards"
        or has_own_secrets(GAMES[id])
        or (id == "tesulda" and (setting is None or setting.options.get("setup") == "build"))
    )
    has_chance = chance.has_chance(setting or Setting(id)) or (setting is None and id == "tesulda")
    return _GAME_TYPE(
        short_name=GAME_NAME_PREFIX + id.replace("-", "_"),
        long_name=GAMES[id].title,
        dynamics=_GAME_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_GAME_TYPE.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else _GAME_TYPE.ChanceMode.DETERMINISTIC,
        information=_GAME_TYPE.Information.IMPERFECT_INFORMATION
        if has_hidden_state
        else _GAME_TYPE.Information.PERFECT_INFORMATION,
        utility=_GAME_TYPE.Utility.ZERO_SUM,
        reward_model=_GAME_TYPE.RewardModel.TERMINAL,
        max_num_players=GAMES[id].players[-1],
        min_num_players=GAMES[id].players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_default_parameters(id),
    )


def _create_game_info(setting: Setting) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=setting.space.size,
        max_chance_outcomes=chance.MAX_OUTCOMES if chance.has_chance(setting) else 0,
        num_players=setting.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=setting.max_decisions,
    )


def register() -> None:
    """Register the games in OpenSpiel. Importing this module calls this function.

    Call it again after ``ruleboard.own.load`` has loaded a game from a file.

    It registers classes instead of functions, since OpenSpiel would free a function after Python has exited.
    """
    registered_names = set(pyspiel.registered_names())
    for id in (id for id, game in GAMES.items() if id in ACTION_SPACES or isinstance(game, BoardRules)):
        kind = _create_game_type(id)
        if kind.short_name not in registered_names:
            pyspiel.register_game(kind, type(kind.short_name, (RuleboardGame,), {"id": id}))


register()
