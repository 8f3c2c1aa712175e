"""The games in OpenSpiel: import this module, and `pyspiel.load_game("ruleboard_sensei")` knows them.

    >>> import pyspiel
    >>> import ruleboard.adapters.openspiel
    >>> game = pyspiel.load_game("ruleboard_sensei(mode=shizukana)")
    >>> game.new_initial_state().current_player()
    0

Every option of a game is a parameter of the same name; a value that is a number has an `n` before it
(`start=n2`), but for the number of players. Information states are texts alone: their tensors would have to hold
the whole past, thousands of decisions long, and are left out.
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
from ruleboard.adapters.numbering import SPACES
from ruleboard.adapters.resampling import resampled
from ruleboard.adapters.tensors import layout, observe
from ruleboard.adapters.walk import MAX_LENGTH, Setting, Walk, state_text
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, RuleboardError
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.registry import GAMES
from ruleboard.games.tesulda.moves import ArmyCommand

PREFIX: Final = "ruleboard_"
"""The beginning of the names of the games in OpenSpiel; the id follows, with underscores."""
_LENGTH: Final = "max_length"
_SEEDS: Final = 1 << 53
_TYPE: Final = pyspiel.GameType


@dataclass(frozen=True)
class Place:
    """A place in a game with its chance nodes. It is immutable, so that copies of states share it.

    Attributes:
        deal: the outcomes drawn before the game.
        walk: the game; None while the deal goes on.
        number: the number of the action that draws tiles now; None if none does.
        drawn: the kinds of tiles it has drawn so far.
        numbers: all outcomes and numbers that led here.
        known: for each player, the known part of the past, in pieces.
        unseen: for each player, the last thing others did unseen and that is not known yet.
    """

    deal: Deal
    walk: Walk | None = None
    number: int | None = None
    drawn: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    known: tuple[tuple[str, ...], ...] = ()
    unseen: tuple[str, ...] = ()

    def __deepcopy__(self, memo: object) -> Place:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.deal.setting
        return _place, (setting.id, dict(setting.options), setting.max_length, self.numbers)

    @classmethod
    def begun(cls, setting: Setting) -> Place:
        """Return the beginning."""
        place = cls(Deal(setting), known=((),) * setting.players, unseen=("",) * setting.players)
        return place._dealt() if place.deal.odds() is None else place

    def _dealt(self) -> Place:
        return replace(self, walk=self.deal.begun())

    @cached_property
    def odds(self) -> Odds | None:
        """The outcomes if chance decides here, otherwise None."""
        if self.walk is None:
            return self.deal.odds()
        if self.number is None:
            return None
        return chance.odds_of_tiles(self.walk, self._pending, self.drawn)

    @property
    def _pending(self) -> Action[Any]:
        """The action that draws tiles now."""
        action = self.walk.action(self.number) if self.walk is not None and self.number is not None else None
        if action is None:
            raise IllegalAction("nothing is drawn here")
        return action

    def words(self, number: int) -> str:
        """Return an outcome, or the action of a number, as a text."""
        if self.walk is None:
            return self.deal.words(number)
        if self.number is not None:
            return f"tile {TYPES[number]}"
        return self.walk.text(number)

    def after(self, number: int) -> Place:
        """Return the place after an outcome or a number.

        Raises:
            IllegalAction: it is none of those that are possible.
        """
        numbers = (*self.numbers, number)
        if self.odds is not None:
            if number not in dict(self.odds):
                raise IllegalAction(f"the outcome {number} is not possible here")
            if self.walk is None:
                deal = Deal(self.deal.setting, (*self.deal.drawn, number))
                place = replace(self, deal=deal, numbers=numbers)
                return place._dealt() if deal.odds() is None else place
            return replace(self, drawn=(*self.drawn, number), numbers=numbers)._settled()
        if self.walk is None:
            raise IllegalAction("the game has not begun")
        action = self.walk.action(number)
        if action is not None and chance.tiles_to_draw(self.walk, action):
            return replace(self, number=number, drawn=(), numbers=numbers)
        return self._noted(self.walk, self.walk.step(number), action, numbers)

    def _settled(self) -> Place:
        """Return the place itself while tiles are to be drawn, then the one after the action."""
        if self.walk is None or self.number is None or len(self.drawn) < chance.tiles_to_draw(self.walk, self._pending):
            return self
        after = chance.with_tiles(self.walk, self.number, self._pending, self.drawn)
        return self._noted(self.walk, after, self._pending, self.numbers)

    def _noted(self, before: Walk, after: Walk, action: Action[Any] | None, numbers: tuple[int, ...]) -> Place:
        """Return the place after an action, with the part of it that each player gets to know."""
        known, unseen = list(self.known), list(self.unseen)
        if action is not None:
            text = before.setting.game.format_action(before.state, action)
            hidden = before.timeline.is_hidden()
            for player in range(before.setting.players):
                if hidden and player != before.player:
                    unseen[player] = text
                else:
                    shuffled = (after.text_for(player),) if action.move is ArmyCommand.SHUFFLE else ()
                    known[player] = (*known[player], text, *shuffled)
                if unseen[player] and after.timeline.state_for(player) == after.state:
                    known[player] = (*known[player], unseen[player], after.text_for(player))
                    unseen[player] = ""
            if self.drawn:
                tiles = "".join(TYPES[kind] for kind in self.drawn)
                known = [(*pieces, f"drawn {tiles}") for pieces in known]
        return Place(self.deal, after, None, (), numbers, tuple(known), tuple(unseen))

    def information(self, player: int) -> str:
        """Return all that a player knows: the start, the known actions and draws, and the present observation."""
        if self.walk is None:
            return f"p{player} dealing"
        setting, timeline = self.deal.setting, self.walk.timeline
        start = state_text(setting, timeline.state_for(player, 0))
        waiting = f" drawing {len(self.drawn)}" if self.number is not None else ""
        return "\n".join([f"p{player}", start, *self.known[player], self.observation(player) + waiting])

    def observation(self, player: int | None) -> str:
        """Return the present observation of a player (None: everybody) as a text."""
        if self.walk is None:
            return "dealing"
        drawn = "".join(f" {TYPES[kind]}" for kind in self.drawn)
        first = self.walk.first_for(player)
        chosen = "" if first is None else f" {first}"
        return self.walk.text_for(player) + chosen + drawn


def _place(id: str, options: Mapping[str, str], max_length: int, numbers: tuple[int, ...]) -> Place:
    """Return the place to which numbers lead."""
    place = Place.begun(Setting(id, options, max_length))
    for number in numbers:
        place = place.after(number)
    return place


class RuleboardState(pyspiel.State):
    """A state of one of the games."""

    def __init__(self, game: RuleboardGame) -> None:
        super().__init__(game)
        self.place = game.first

    def current_player(self) -> int:
        """Return the player to move, or that chance decides, or that the game is over."""
        walk = self.place.walk
        if self.place.odds is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = walk.player if walk is not None else None
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.place.walk.legal) if self.place.walk is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes and their probabilities, where chance decides."""
        return list(self.place.odds or ())

    def _apply_action(self, action: int) -> None:
        self.place = self.place.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.place.words(action)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        place = self.place
        return place.number is None and place.walk is not None and place.walk.returns is not None

    def returns(self) -> list[float]:
        """Return the result for each player, zeros before the end."""
        walk = self.place.walk
        ended = walk.returns if walk is not None and self.place.number is None else None
        return list(ended or (0.0,) * self.place.deal.setting.players)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RuleboardState:
        """Return a state that a player cannot tell from this one, with all that it does not know drawn at random.

        Args:
            player: the player.
            sampler: draws numbers from 0 to 1.
        """
        walk, numbers = self.place.walk, self.place.numbers
        if walk is None or self.place.number is not None:
            return self._copy()
        drawn = resampled(walk, numbers, player, int(sampler() * _SEEDS))
        if drawn == numbers:
            return self._copy()
        state: RuleboardState = self.get_game().new_initial_state()
        for number in drawn:
            state.apply_action(number)
        return state

    def _copy(self) -> RuleboardState:
        copy: RuleboardState = self.clone()
        return copy

    def __str__(self) -> str:
        walk, place = self.place.walk, self.place
        if walk is None:
            return f"dealing {' '.join(map(str, place.deal.drawn))}".strip()
        first = f" {walk.first}" if walk.first is not None else ""
        drawn = f" drawing {' '.join(TYPES[kind] for kind in place.drawn)}" if place.number is not None else ""
        return state_text(walk.setting, walk.state) + first + drawn


class RuleboardObserver:
    """An observer as OpenSpiel wants it.

    Attributes:
        tensor: the observation as a vector; None where only texts are given.
        dict: the same by name.
    """

    def __init__(self, game: RuleboardGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise RuleboardError(f"observations have no parameters such as {', '.join(params)}")
        self._recall = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and self._private and not self._recall:
            self.tensor = np.zeros(layout(game.setting).size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: RuleboardState, player: int) -> None:
        """Write the observation of a player into ``tensor``: zeros while cards are dealt."""
        if self.tensor is None:
            return
        if state.place.walk is None:
            self.tensor.fill(0)
        else:
            observe(state.place.walk, max(player, 0), self.tensor)

    def string_from(self, state: RuleboardState, player: int) -> str:
        """Return the observation of a player as a text."""
        place = state.place
        if self._recall:
            return place.information(player)
        if self._public:
            return place.observation(player if self._private else None)
        own, public = place.observation(player), place.observation(None)
        return own if self._private and own != public else ""


class RuleboardGame(pyspiel.Game):
    """One of the games in OpenSpiel; each has a class of its own below this one.

    Attributes:
        id: the game's id.
        setting: the same with its options.
        first: the beginning.

    Raises:
        RecordError: a parameter has a value that is none of the option's.
    """

    id: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.setting = _setting(self.id, given)
        self.first = Place.begun(self.setting)
        super().__init__(_game_type(self.setting.id, self.setting), _game_info(self.setting), given)

    def new_initial_state(self, text: str | None = None) -> RuleboardState:
        """Return the beginning of a game.

        Raises:
            RuleboardError: it should begin from a text.
        """
        if text is not None:
            raise RuleboardError("a game begins at its own start here, not from a text")
        return RuleboardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the most chance nodes in a game: the deal, and a tile for each that an action may draw."""
        deal = 8 if self.setting.id == "tesulda" else self.setting.players + 1
        tiles = 5 * 3 * self.setting.players if self.setting.id == "equilibrium" else 0
        return deal + tiles if chance.has_chance(self.setting) else 0

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> RuleboardObserver:
        """Return an observer of a kind."""
        return RuleboardObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def _setting(id: str, params: Mapping[str, Any]) -> Setting:
    """Return the game of OpenSpiel's parameters.

    Raises:
        RecordError: a value is none of the option's.
    """
    options = {}
    for name, value in params.items():
        if name != _LENGTH:
            text = str(value)
            options[name] = text[1:] if text.startswith("n") and text[1:].isdigit() else text
    return Setting(id, options, params.get(_LENGTH, MAX_LENGTH))


def _parameters(id: str) -> dict[str, Any]:
    """Return the parameters of a game and their defaults."""
    found: dict[str, Any] = {_LENGTH: MAX_LENGTH}
    for option in GAMES[id].options:
        if option.id == "players":
            found[option.id] = int(option.default)
        elif not option.is_rule:
            found[option.id] = f"n{option.default}" if option.default.isdigit() else option.default
    return found


def _game_type(id: str, setting: Setting | None = None) -> Any:
    """Return the type of a game; without a setting that of all its settings together."""
    hidden = id == "tensor-cards" or (id == "tesulda" and (setting is None or setting.options.get("setup") == "build"))
    drawn = chance.has_chance(setting) if setting is not None else id in ("tesulda", "equilibrium")
    return _TYPE(
        short_name=PREFIX + id.replace("-", "_"),
        long_name=GAMES[id].title,
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_TYPE.ChanceMode.EXPLICIT_STOCHASTIC if drawn else _TYPE.ChanceMode.DETERMINISTIC,
        information=_TYPE.Information.IMPERFECT_INFORMATION if hidden else _TYPE.Information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=GAMES[id].players[-1],
        min_num_players=GAMES[id].players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(id),
    )


def _game_info(setting: Setting) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=setting.space.size,
        max_chance_outcomes=chance.MOST_OUTCOMES if chance.has_chance(setting) else 0,
        num_players=setting.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=setting.most_decisions,
    )


def register() -> None:
    """Make the games known to OpenSpiel; the import of this module does it.

    Each is registered by a class, as OpenSpiel's own are: a function would be freed after Python has ended.
    """
    known = set(pyspiel.registered_names())
    for id in SPACES:
        kind = _game_type(id)
        if kind.short_name not in known:
            pyspiel.register_game(kind, type(kind.short_name, (RuleboardGame,), {"id": id}))


register()
