"""Helpers for the tests of Equilibrium: positions made from a few fields, and random games."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.moves import Move
from ruleboard.games.equilibrium.numbers import FIRST_SET, NUMBER_SETS
from ruleboard.games.equilibrium.state import State

GAME = PACKAGE.game

TYPES = "ITAVS"
CARDS = ("IT/AV", "AV/IS", "TS/IA", "VS/IT")


def create_player(**fields: Any) -> dict[str, Any]:
    """Return the data of a player for a position text. Missing fields have their values from the start of a game."""
    base: dict[str, Any] = {
        "card": None,
        "board": {},
        "storage": "",
        "weights": [3, 3, 3, 3, 3],
        "cycles": 7,
        "hand": [],
    }
    return {**base, **fields}


def create_position(*players: Mapping[str, Any], **fields: Any) -> State:
    """Return the state with these players and fields, and with a matching supply and action board."""
    player_data = [dict(player_fields) for player_fields in players] or [create_player(), create_player()]
    while len(player_data) < 2:
        player_data.append(create_player())
    for number, player_fields in enumerate(player_data):
        player_fields["card"] = player_fields["card"] or CARDS[number]
    player_numbers = list(range(1, len(player_data) + 1))
    data: dict[str, Any] = {
        "players": player_data,
        "tiles": "ITAVS",
        "pile": "ITAVS",
        "bag": "",
        "order": player_numbers,
        "passed": [],
        "round": 1,
        "quiet": 0,
        "final": None,
        "phase": ["action", 1],
        **fields,
    }
    tiles_out = data["tiles"] + data["pile"] + "".join(player_fields["storage"] for player_fields in player_data)
    tiles_out += "".join(tile.upper() for player_fields in player_data for tile in player_fields["board"].values())
    tiles_per_type = NUMBER_SETS.get(data.get("numbers", ""), FIRST_SET).tiles[len(player_data)].value
    data["supply"] = {kind: tiles_per_type - tiles_out.count(kind) for kind in TYPES} | fields.get("supply", {})
    free_cards = ["add", "div", "mul", "sub"] * (1 if len(player_data) == 2 else 2)
    for player_fields in player_data:
        for card in player_fields["hand"]:
            free_cards.remove(card)
    data["cards"] = sorted(free_cards)
    return GAME.parse_position(json.dumps(data))


def list_legal_texts(state: State, start: str = "") -> set[str]:
    """Return the texts of the legal actions that begin with a prefix."""
    return {action.text for action in GAME.legal_actions(state) if action.text.startswith(start)}


def play(state: State, *actions: str) -> State:
    """Return the state after actions."""
    for text in actions:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def choose_random_action(state: State, rng: random.Random, pass_probability: float = 0.2) -> Action[Move]:
    """Return a random action: first choose a kind at random, where passing has the probability ``pass_probability``."""
    kinds: dict[str, list[Action[Move]]] = {}
    for action in GAME.legal_actions(state):
        words = action.text.split()
        kinds.setdefault(" ".join(words[:2]) if words[0] == "run" else words[0], []).append(action)
    if "pass" in kinds and len(kinds) > 1 and rng.random() > pass_probability:
        del kinds["pass"]
    return rng.choice(kinds[rng.choice(sorted(kinds))])


@lru_cache(maxsize=64)
def play_random_game(
    player_count: int, seed: int, pass_probability: float = 0.2
) -> tuple[list[State], list[Action[Move]]]:
    """Return the states and actions of a random game."""
    rng = random.Random(seed)
    states = [GAME.initial({"players": str(player_count), "start": "random"}, seed)]
    actions: list[Action[Move]] = []
    while GAME.to_move(states[-1]) is not None:
        actions.append(choose_random_action(states[-1], rng, pass_probability))
        states.append(GAME.apply(states[-1], actions[-1]))
        assert len(actions) < 3000, "the game does not end"
    return states, actions
