"""Test the descriptions of positions for people who do not see the board."""

from __future__ import annotations

import re

import pytest

from ruleboard.diagram import position_description
from ruleboard.games.equilibrium import texts
from ruleboard.registry import GAMES, VIEWS
from tests.support.playouts import create_playouts

GAME = GAMES["equilibrium"]


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_start_is_described(players: str) -> None:
    """The description of the start has the action board, and the tokens, cycles and network of each player."""
    state = GAME.initial({"players": players}, 0)
    description = position_description(GAME, state)
    for number, player in enumerate(state.players):
        sentence = next(part for part in description.split(". ") if part.startswith(f"{texts.player_name(number)}: "))
        assert texts.cycles_text(player.cycles) in sentence
        assert str(player.weights[0]) in sentence
    assert all(texts.card_title(card) in description for card in state.cards)
    assert description.count(texts.card_title(state.cards[0])) == 1
    assert 100 < len(description) < 500


def test_descriptions_differ_with_tokens_and_tiles() -> None:
    states = create_playouts("equilibrium")[0].states
    assert len({texts.board_text(state) for state in states[:30]}) > 10
    assert all(len(texts.board_text(state)) < 600 for state in states)


def test_long_descriptions_end_after_a_whole_item() -> None:
    """The description of a position with many tiles ends after a whole item and says that more items follow."""
    view = VIEWS[GAME.id]
    lengths = set()
    for state in (state for playout in create_playouts("equilibrium") for state in playout.states):
        complete_text = f"{view.board_text(state)} {view.pieces_text(state, 0)}"
        description = position_description(GAME, state)
        assert len(description) <= 1000
        if len(complete_text) > 1000:
            *parts, last_part = re.split(r"[;.] ", description)
            items = [item.strip(" .") for item in re.split(r"[;.] ", complete_text)]
            assert parts[-1] in items
            assert not any(item.startswith(last_part.rstrip(" .…")) for item in items)
            lengths.add(len(description))
    assert len(lengths) > 3
