"""The games as PettingZoo environments: `env("sensei")`, in which agents take turns.

    >>> from ruleboard.adapters.pettingzoo import env
    >>> sensei = env("sensei", {"mode": "shizukana"})
    >>> sensei.reset(seed=7)
    >>> sensei.agent_selection
    'player_0'

An agent observes `{"observation": …, "action_mask": …}`. Rewards come at the end: +1 for a win, -1 for a loss, 0 for a
draw, and values between for a ranking. A game that reaches the maximum length is truncated.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, Final

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: please install ruleboard with its extra, 'ruleboard[pettingzoo]'.",
        name=missing.name,
    ) from None

from ruleboard.adapters.tensors import layout, observe
from ruleboard.adapters.walk import MAX_LENGTH, Setting, Walk
from ruleboard.api.boards import board_text
from ruleboard.api.pictures import LIGHT, svg
from ruleboard.engine.errors import IllegalAction, RuleboardError

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
"""The values of `render_mode`: print the board, return it as a text, or as an array of height, width and 3."""
_AGENT_PREFIX: Final = "player_"
_SEED_LIMIT: Final = 1 << 63


def env(
    game: str,
    options: Mapping[str, str] | None = None,
    *,
    render_mode: str | None = None,
    max_length: int = MAX_LENGTH,
    width: int = 480,
) -> AECEnv[str, Any, Any]:
    """Create the environment of a game, inside the PettingZoo wrappers that check correct use.

    Args:
        game: the game's id.
        options: the values of options.
        render_mode: one of `RENDER_MODES`, or None for no pictures.
        max_length: the number of actions after which a game is truncated.
        width: the width of pictures, in pixels.

    Raises:
        RuleboardError: the game, an option, the mode or a number is invalid; the error names it.
    """
    environment = RuleboardEnv(game, options, render_mode=render_mode, max_length=max_length, width=width)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(environment))


class RuleboardEnv(AECEnv[str, Any, Any]):
    """The environment of a game without wrappers. Most callers should use `env`, which accepts the same arguments."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        *,
        render_mode: str | None = None,
        max_length: int = MAX_LENGTH,
        width: int = 480,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise RuleboardError(f"there is no render_mode {render_mode!r}", expected=", ".join(RENDER_MODES))
        self.setting = Setting(game, dict(options or {}), max_length)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"ruleboard_{game.replace('-', '_')}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"{_AGENT_PREFIX}{player}" for player in range(self.setting.players)]
        self.agents: list[str] = []
        size, length = self.setting.space.size, layout(self.setting).size
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (length,), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._width = width
        self._length = length
        self._random = np.random.default_rng(0)
        self.walk = Walk.start(self.setting, 0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: the seed of all random values in this and later games; None to continue the current sequence.
            options: ignored, because `env` takes the game's options.

        Raises:
            RuleboardError: the seed is invalid.
        """
        if seed is not None:
            if not isinstance(seed, int) or seed < 0:
                raise RuleboardError(f"{str(seed)[:30]!r} is not a seed", expected="a whole number that is 0 or more")
            self._random = np.random.default_rng(seed)
        self.walk = Walk.start(self.setting, int(self._random.integers(_SEED_LIMIT)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = f"{_AGENT_PREFIX}{self.walk.player or 0}"

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return an agent's observation and action mask. The mask is all zeros if another agent is to move."""
        player = self.possible_agents.index(agent)
        observation = np.zeros(self._length, np.float32)
        observe(self.walk, player, observation)
        mask = np.zeros(self.setting.space.size, np.int8)
        if self.walk.player == player:
            mask[list(self.walk.legal_numbers)] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply an action number for the agent to move.

        Raises:
            IllegalAction: the number is not legal now; the game stays unchanged.
            ActionError: the action is not a number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction("the game is not over: a number must be chosen")
        self.walk = self.walk.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        returns = self.walk.returns
        if returns is not None:
            self.rewards = {name: returns[player] for player, name in enumerate(self.possible_agents)}
            end_flags = self.truncations if self.walk.is_truncated else self.terminations
            end_flags.update(dict.fromkeys(self.agents, True))
            next_player = (self.possible_agents.index(agent) + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[next_player]
        else:
            self.agent_selection = f"{_AGENT_PREFIX}{self.walk.player}"
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Render the public board: return text or pixels, or print the text and return None if the mode is "human".

        Raises:
            RuleboardError: the environment has no `render_mode`.
        """
        state = self.walk.timeline.public_state()
        match self.render_mode:
            case "ansi":
                return board_text(self.setting.id, state) + "\n"
            case "human":
                print(board_text(self.setting.id, state))
                return None
            case "rgb_array":
                return _draw_pixels(self.setting, state, self._width)
        raise RuleboardError("the environment was made without a render_mode", expected=", ".join(RENDER_MODES))

    def close(self) -> None:
        """Do nothing, because the environment has no window."""


def _draw_pixels(setting: Setting, state: Any, width: int) -> npt.NDArray[np.uint8]:
    """Draw a state as RGB pixels on a white background. The coordinates need a system font."""
    import resvg_py
    from PIL import Image

    text = svg(setting.game, state, seat=0, marks="", title="", look=LIGHT, width=width, coordinates=True)
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, width=width)))).convert("RGBA")
    background = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(background, image).convert("RGB"), np.uint8)
