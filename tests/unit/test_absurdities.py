"""Test that the bots play no absurd turns, in a few games; ``dev.py absurdities`` plays many."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from research import absurdities
from research.absurdities import Match, Turn
from ruleboard.registry import GAMES
from tests.support.positions import SWAP_MATE


@pytest.mark.parametrize(
    ("game", "level", "game_count"),
    [("equilibrium", 1, 4), ("equilibrium", 2, 4), ("sensei", 1, 3), ("sensei", 3, 1), ("tensor-chess", 1, 2)],
)
def test_level_plays_no_absurd_turn(game: str, level: int, game_count: int) -> None:
    assert [
        report for seed in range(game_count) for report in absurdities.find_absurdities(Match(game, level, seed))
    ] == []


def find_kinds(game_id: str, position: str, *actions: str) -> list[str]:
    """Return the kinds of absurd play in a turn from a position."""
    game = GAMES[game_id]
    before = state = game.parse_position(position)
    player = game.to_move(state)
    assert player is not None
    moves = []
    for text in actions:
        if game.to_move(state) != player:
            break
        action = game.parse_action(state, text)
        moves.append(action.move)
        state = game.apply(state, action)
    outcome = game.outcome(state)
    has_won = outcome is not None and outcome.returns[player] > 0
    return list(absurdities.FIND_FUNCTIONS[game_id](Turn(before, moves, state, player, has_won, False)))


CHECKMATE_POSITION = "9k/7ppp/10/10/10/10/10/R5K3 w - - 0 1"
"""A position in which a1-a8 is checkmate."""


def create_equilibrium_position(
    cycles: int, board: str = "I", hand: str = "sub", other_level: int = 3, **fields: object
) -> str:
    """Return a position of two players. The first has some tiles side by side, a stored tile and an Operation card."""
    game = GAMES["equilibrium"]
    data = json.loads(game.format_position(game.initial({}, 1)))
    data |= {"bag": "", "pile": data["bag"][:21], "tiles": "ITAVS", "phase": ["action", 1], **fields}
    data["cards"].remove(hand)
    cells = dict(zip(("0,0", "1,0", "0,1"), board, strict=False))
    data["players"][0] |= {"board": cells, "hand": [hand], "cycles": cycles, "storage": "A"}
    data["players"][1] |= {"board": {"0,0": "I", "1,0": "V"}, "weights": [other_level] * 5}
    used_tiles = data["pile"] + data["tiles"] + board.upper() + "AIV"
    data["supply"] = {kind: 20 - used_tiles.count(kind) for kind in "ITAVS"}
    return json.dumps(data)


FINAL_ACTION: Mapping[str, object] = {"pile": "", "final": [1], "phase": ["final", 1]}
LAST_TILE: Mapping[str, object] = {"pile": "S"}


LAST_HACK_POSITION = (
    '{"bag":"","cards":["add","add","div","div","mul","mul","sub","sub"],"final":[1],"numbers":"brisk","order":[3,2'
    ',1],"passed":[],"phase":["final",1],"pile":"","players":[{"board":{"-1,-1":"i","-1,0":"i","-2,1":"t","0,-1":"t'
    '","0,-2":"t","0,0":"a","0,1":"v","0,2":"A","1,-1":"V","1,0":"a","2,-1":"V","2,0":"S"},"card":"AV/IT","cycles":'
    '1,"hand":[],"storage":"TTAAA","weights":[5,6,4,3,3]},{"board":{"-1,-1":"i","-1,0":"t","-2,1":"S","-2,2":"T","0'
    ',-1":"V","0,0":"a","0,1":"v","1,-1":"v","1,-2":"t","1,0":"V","2,-2":"a"},"card":"AV/TS","cycles":0,"hand":[],"'
    'storage":"ITSS","weights":[6,5,5,4,3]},{"board":{"-1,-1":"S","-1,0":"A","-1,1":"A","-2,2":"S","0,-2":"a","0,0"'
    ':"t","0,1":"t","0,2":"I","1,-1":"v","1,1":"I","2,-2":"i"},"card":"TV/AS","cycles":4,"hand":[],"storage":"S","w'
    'eights":[3,4,3,4,3]}],"quiet":0,"round":4,"supply":{"A":9,"I":13,"S":11,"T":9,"V":11},"tiles":"VSS"}'
)
"""A position in which the last Hack of the game raises the sum of a player's levels, but lowers the lowest one."""


@pytest.mark.parametrize(
    ("game", "position", "actions", "expected_kinds"),
    [
        ("tensor-chess", CHECKMATE_POSITION, ("a1a8",), []),
        ("tensor-chess", CHECKMATE_POSITION, ("a1a7",), [absurdities.MISSES_WIN]),
        ("sensei", "rr1g1R1/7/7/7/3G3/7/7 g 21 arashi", ("d7-c7", "end"), [absurdities.MISSES_WIN]),
        ("tesulda", SWAP_MATE, ("a2-a4", "end"), [absurdities.ALLOWS_WIN]),
        ("tesulda", SWAP_MATE, ("c2-d3", "end"), []),
        (
            "tensor-cards",
            "equilibrium-point first-star r1,1 b1,5 y0,0 W368T B5679 0-0 1.3",
            ("lay r9 b6 y5",),
            [absurdities.BLOCKS_OWN_WIN],
        ),
        ("equilibrium", create_equilibrium_position(cycles=14), ("pass",), [absurdities.WASTES_BONUS]),
        ("equilibrium", create_equilibrium_position(cycles=9), ("pass",), []),
        ("equilibrium", create_equilibrium_position(9, "Tas", "div"), ("pass",), [absurdities.LEAVES_CARD]),
        ("equilibrium", create_equilibrium_position(0, "Tas", "div"), ("pass",), []),
        (
            "equilibrium",
            create_equilibrium_position(cycles=9),
            ("run sub 0,0",),
            [absurdities.EMPTIES_NETWORK, absurdities.HARMS_NETWORK],
        ),
        ("equilibrium", create_equilibrium_position(9), ("hack 2 A@0,1",), [absurdities.HELPS_OPPONENT]),
        ("equilibrium", LAST_HACK_POSITION, ("hack 2 A@-1,1",), []),
        ("equilibrium", create_equilibrium_position(9, "Tas", "div"), ("run div 0,0",), [absurdities.HARMS_NETWORK]),
        ("equilibrium", create_equilibrium_position(9, "Tas", "div"), ("run div 0,1",), []),
        (
            "equilibrium",
            create_equilibrium_position(9, "Ts", other_level=6, **FINAL_ACTION),
            ("skip",),
            [absurdities.WASTES_FINAL_ACTION],
        ),
        (
            "equilibrium",
            create_equilibrium_position(9, "Ts", other_level=6, **FINAL_ACTION),
            ("download I,T",),
            [absurdities.WASTES_FINAL_ACTION],
        ),
        ("equilibrium", create_equilibrium_position(9, "Ts", other_level=6, **FINAL_ACTION), ("load A@0,1",), []),
        (
            "equilibrium",
            create_equilibrium_position(9, "Ts", other_level=6, **LAST_TILE),
            ("download I,T",),
            [absurdities.ENDS_LOST_GAME],
        ),
        ("equilibrium", create_equilibrium_position(9, "Ts", other_level=1, **LAST_TILE), ("download I,T",), []),
    ],
)
def test_absurd_turn_is_recognized(
    game: str, position: str, actions: tuple[str, ...], expected_kinds: list[str]
) -> None:
    assert find_kinds(game, position, *actions) == expected_kinds
