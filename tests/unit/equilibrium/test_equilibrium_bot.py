"""Test the bot of Equilibrium: its candidates, choices, threats and reasons."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.bot import LEVELS, EquilibriumBot, _Search
from ruleboard.games.equilibrium.candidates import candidate_moves, move_effect
from ruleboard.games.equilibrium.evaluation import advantage
from ruleboard.games.equilibrium.moves import Download, Load, Pass, Skip, Tweak
from ruleboard.games.equilibrium.numbers import NUMBER_SETS, TYPES
from ruleboard.games.equilibrium.self_harm import moves_without_self_harm
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_BY_HEX,
    EMPTY_BOARD,
    FINAL_ACTION,
    TWEAK,
    Phase,
    Player,
    State,
    with_tile,
)
from ruleboard.games.equilibrium.texts import card_title, kind_name
from ruleboard.kit.hexgrid import Hex
from tests.unit.equilibrium.equilibrium_help import create_player, create_position

GAME = PACKAGE.game
BOT = EquilibriumBot()


@cache
def play_random_game(player_count: int) -> tuple[State, ...]:
    """Return the states of a random game."""
    chance = random.Random(player_count)
    state = GAME.initial({"players": str(player_count), "start": "1"}, player_count)
    results = []
    while GAME.to_move(state) is not None:
        results.append(state)
        actions = GAME.legal_actions(state)
        other_actions = [action for action in actions if not isinstance(action.move, Pass | Skip)]
        state = GAME.apply(state, chance.choice(other_actions if other_actions and chance.random() < 0.9 else actions))
    return tuple(results)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_candidates_are_legal_and_cover_every_effect(players: int) -> None:
    """Apart from the choice of cells, the search considers every legal action (spec: Round)."""
    turns = [state for state in play_random_game(players) if state.phase.kind in (ACTION, FINAL_ACTION)]
    assert any(state.phase.kind == FINAL_ACTION for state in turns)
    for state in turns:
        legal = [action.move for action in GAME.legal_actions(state)]
        moves = list(candidate_moves(state))
        assert set(moves) <= set(legal)
        effects = [move_effect(state, move) for move in moves]
        assert set(effects) == {move_effect(state, move) for move in legal}
        assert len(set(effects)) == len(effects)


def make_player(board: dict[tuple[int, int], str], **more: object) -> Player:
    """Return a player who has the card IT/AV and a board."""
    cells = EMPTY_BOARD
    for (q, r), tile in board.items():
        cells = with_tile(cells, CELL_BY_HEX[Hex(q, r)], tile)
    player = Player("IT/AV", cells, "", (3, 3, 3, 3, 3), 6, ())
    return replace(player, **more)  # type: ignore[arg-type]


def make_state(*players: Player, final_players: tuple[int, ...] | None = None) -> State:
    """Return a state in which it is the first player's turn."""
    state = next(state for state in play_random_game(2) if state.phase.kind == ACTION)
    phase = Phase(ACTION if final_players is None else FINAL_ACTION, 0)
    return replace(state, players=players, order=(0, 1), passed_players=(), phase=phase, final_players=final_players)


@pytest.mark.parametrize("level", range(1, 6))
def test_search_finds_the_winning_final_action(level: int) -> None:
    """The search finds the only winning action, which places a sensor tile on the board so that its token stays up.

    The player whose lowest token is highest wins (spec: Game end).
    """
    own_player = make_player(
        {(0, 0): "I", (1, 0): "I", (0, 1): "T", (1, -1): "T"}, storage="AS", weights=(6, 6, 6, 6, 4)
    )
    other = make_player({(0, 0): "I", (1, 0): "T", (0, 1): "A"}, weights=(5, 5, 3, 5, 5))
    state = make_state(own_player, other, final_players=(0,))
    assert GAME.outcome(GAME.next_state(state, Skip())).winners == (1,)  # type: ignore[union-attr]
    choice = run_to_end(BOT.think(state, Question(0, level)))
    for action in choice.actions:
        state = GAME.apply(state, action)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize("level", range(1, 6))
def test_search_finds_the_winning_final_hack(level: int) -> None:
    """The search finds the hack whose sensor tile makes the other player's five counts equal.

    Then all tokens of that player fall (spec: Round end).
    """
    own_player = make_player({(0, 0): "I", (1, 0): "T", (0, 1): "A"}, storage="S", weights=(4, 4, 4, 5, 5), cycles=1)
    other = make_player({(0, 0): "I", (1, 0): "A", (0, 1): "V", (-1, 0): "T"}, weights=(5, 5, 5, 5, 6))
    state = make_state(own_player, other, final_players=(0,))
    assert GAME.outcome(GAME.next_state(state, Skip())).winners == (1,)  # type: ignore[union-attr]
    (action,) = run_to_end(BOT.think(state, Question(0, level))).actions
    assert GAME.outcome(GAME.apply(state, action)).winners == (0,)  # type: ignore[union-attr]


def test_round_plan_is_better_than_passing_early() -> None:
    """The plan of a round is legal and at least as good as passing after any one action."""
    judge_weights = LEVELS[4].weights
    for state in play_random_game(3)[8::9]:
        if state.phase.kind == ACTION and state.final_players is None:
            player_number = state.phase.player
            search = _Search(LEVELS[4], player_number)
            round_plan = search.best_plan(state, list(candidate_moves(state)))
            standings, move, next_state = run_to_end(round_plan)
            ends = [
                search.state_after(state, candidate)
                for candidate in candidate_moves(state)
                if not isinstance(candidate, Pass)
            ]
            values = [judge_weights.values(end) for end in ends if end.phase.kind == ACTION]
            assert advantage(standings, player_number) >= max(
                (advantage(end_standings, player_number) for end_standings in values), default=0
            )
            assert search.state_after(state, move) == next_state
            assert search.position_count < 2000


def test_plan_ends_with_the_round() -> None:
    """A plan that ends the round is rated by the position at the end of the round, not by the next round."""
    pass_count = 0
    for state in play_random_game(2)[8::5]:
        if state.phase.kind == ACTION and state.final_players is None:
            player_number = state.phase.player
            search = _Search(LEVELS[4], player_number)
            last_state = replace(state, passed_players=(1 - player_number,))
            standings, move, _next_state = run_to_end(search.best_plan(last_state, list(candidate_moves(last_state))))
            if isinstance(move, Pass):
                assert standings == LEVELS[4].weights.values(last_state)
                pass_count += 1
    assert pass_count


def test_bot_races_for_the_first_pass() -> None:
    """Level 5 passes first if the other player can only pass and would take the better spot.

    It loads a tile first if the other player can still act.
    """
    moves = []
    for cycles in (1, 2):
        own_player = make_player({(0, 0): "I", (1, 0): "A"}, storage="S", cycles=2, numbers=NUMBER_SETS["scarce"])
        other = make_player({(0, 0): "I", (1, 0): "A"}, cycles=cycles, numbers=NUMBER_SETS["scarce"])
        moves.append(run_to_end(BOT.think(make_state(own_player, other), Question(0, 5))).actions[0].move)
    assert isinstance(moves[0], Pass)
    assert not isinstance(moves[1], Pass)


@pytest.mark.parametrize("level", range(1, 5))
@pytest.mark.parametrize("players", [2, 3])
def test_levels_do_not_harm_themselves(level: int, players: int) -> None:
    """No level hacks without lowering anything, harms its own network for nothing, or wastes its final action."""
    avoided_moves = 0
    for state in play_random_game(players)[level::7]:
        if state.phase.kind in (ACTION, FINAL_ACTION):
            candidates = list(candidate_moves(state))
            harmless_moves = moves_without_self_harm(state, candidates)
            avoided_moves += len(candidates) - len(harmless_moves)
            player = state.phase.player
            choice = run_to_end(BOT.think(GAME.view(state, player), Question(player, level, 1)))
            effects = {move_effect(state, move) for move in harmless_moves}
            assert move_effect(state, choice.actions[0].move) in effects
    assert avoided_moves


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("other_level", [2, 8])
def test_bot_draws_the_last_tile_only_if_it_wins_then(level: int, other_level: int) -> None:
    """The bot does not end a game that it loses (spec: Game end). Levels 2 to 4 end a game that they win."""
    own_player = make_player(
        {(0, 0): "I", (1, 0): "A", (0, 1): "V"}, storage="T", weights=(5,) * 5, cycles=4, hand=("add", "div")
    )
    other = make_player({(0, 0): "I", (1, 0): "A"}, weights=(other_level,) * 5, cycles=0)
    state = replace(make_state(own_player, other), tiles="ITAVS", pile="S")
    for seed in range(4):
        move = run_to_end(BOT.think(state, Question(0, level, seed))).actions[0].move
        if other_level > 5:
            assert not isinstance(move, Download)
        elif level in (2, 3, 4):
            assert isinstance(move, Download)


def test_bot_does_not_end_a_game_that_only_hacks_of_others_could_win() -> None:
    """Level 1 ends no game that it loses unless the other players hack each other (spec: Game end)."""
    position = (
        '{"acted":true,"bag":"","cards":["add","add","div","div","mul","mul","sub","sub"],"downloaded":true,"final":null,'
        '"numbers":"scarce","order":[1,4,3,2],"passed":[],"phase":["action",4],"pile":"SI","players":[{"board":{"-1,0":"v",'
        '"-1,1":"s","-1,2":"I","0,-1":"s","0,-2":"t","0,0":"a","0,1":"T","0,2":"S","1,-1":"a","1,1":"a","2,-1":"t",'
        '"2,0":"a"},"card":"AV/IS","cycles":6,"hand":[],"storage":"TTT","weights":[4,6,5,4,4]},{"board":{"-2,0":"a",'
        '"0,-1":"i","0,0":"I"},"card":"IV/AS","cycles":6,"hand":[],"storage":"AAAS","weights":[5,2,2,1,1]},{"board":'
        '{"-1,-1":"V","-1,0":"v","-1,2":"i","0,1":"t","1,-1":"T","1,-2":"i","1,0":"i","2,-2":"I"},"card":"AS/IT","cycles":2,'
        '"hand":[],"storage":"TASS","weights":[5,3,2,3,2]},{"board":{"-1,-1":"v","-1,1":"a","-2,0":"v","-2,1":"i","0,-1":"v",'
        '"0,-2":"V","1,-2":"i","1,0":"S","1,1":"A","2,-1":"v","2,-2":"t"},"card":"AS/IV","cycles":8,"hand":[],"storage":"VVV",'
        '"weights":[5,3,3,7,2]}],"quiet":0,"round":7,"supply":{"A":5,"I":6,"S":5,"T":5,"V":4},"tiles":"TSSVS"}'
    )
    state = GAME.parse_position(position)
    for seed in range(6):
        choice = run_to_end(BOT.think(state, Question(state.phase.player, 1, seed)))
        assert not isinstance(choice.actions[0].move, Download)


def test_turn_is_chosen_with_its_tweaks() -> None:
    """The bot chooses the tweaks for a card or a top-row tile together with the action (spec: Tweak)."""
    lengths = set()
    for state in play_random_game(3):
        if state.phase.kind == ACTION:
            player_number = state.phase.player
            choice = run_to_end(BOT.think(GAME.view(state, player_number), Question(player_number, 1, 5)))
            for action in choice.actions:
                assert GAME.to_move(state) == player_number
                state = GAME.apply(state, action)
            assert state.phase.kind != TWEAK or state.phase.player != player_number
            lengths.add(len(choice.actions))
    assert {1, 2} <= lengths


def test_last_tweaks_raise_the_lowest_token() -> None:
    """The last tweak raises sensor, which would otherwise be the lowest token (spec: Game end).

    All tokens except image and text fall.
    """
    own_player = make_player({(0, 0): "I", (1, 0): "T"}, weights=(6, 6, 6, 6, 5))
    state = make_state(own_player, own_player, final_players=(1,))
    state = replace(state, phase=Phase(TWEAK, 0, tweaks=1, turn_player=0))
    for level in range(1, 6):
        assert [action.move for action in run_to_end(BOT.think(state, Question(0, level))).actions] == [Tweak("S")]


def test_hack_lowering_a_token_is_a_threat() -> None:
    """A hack is a threat if one more image tile makes sensor only fourth, so that its token does not rise.

    Three types rise, with ties in a fixed order (spec: Round end).
    """
    own_player = make_player({(0, 0): "A", (1, 0): "V", (0, 1): "S"})
    other = make_player({(0, 0): "I"}, storage="IV")
    state = make_state(own_player, other)
    threats = BOT.threats(GAME.view(state, 0), 0)
    assert [threat.sentence for threat in threats] == []
    own_player = replace(own_player, board=with_tile(own_player.board, CELL_BY_HEX[Hex(-1, 0)], "t"))
    threats = BOT.threats(make_state(own_player, other), 0)
    (threat,) = threats
    assert all(name in threat.sentence for name in ("Teal", "Orange", "an image tile", "sensor"))
    assert threats[0].targets[:2] == ("storage:2:I", "weight:1:S")
    assert BOT.threats(make_state(own_player, replace(other, cycles=0)), 0) == ()
    assert BOT.threats(replace(make_state(own_player, other), passed_players=(1,)), 0) == ()
    final_state = replace(
        make_state(own_player, other), phase=Phase(FINAL_ACTION, 0), passed_players=(1,), final_players=(0, 1)
    )
    assert len(BOT.threats(final_state, 0)) == 1, "in the final turns, players who have passed act again"
    assert BOT.threats(replace(final_state, final_players=(0,)), 0) == ()


def test_reasons_are_the_effects_of_a_turn() -> None:
    own_player = make_player({(0, 0): "I", (1, 0): "A", (0, 1): "V"}, storage="T", weights=(5, 5, 4, 4, 4))
    state = make_state(own_player, make_player({(0, 0): "I", (1, 0): "A"}))
    load_action = next(action for action in GAME.legal_actions(state) if action.text.startswith("load T"))
    tweak_action = GAME.parse_action(GAME.apply(state, load_action), "tweak S")
    assert BOT.reasons(state, [load_action, tweak_action]) == (
        "After this turn, the next training will lift the text token.",
        "The turn earns 1 tweak.",
        "The sensor token is one of the lowest, so it needs the tweak.",
    )
    done = GAME.parse_action(state, "pass")
    assert BOT.reasons(state, [done]) == ("The first to pass gets 5 cycles and starts the next round.",)
    assert BOT.reasons(replace(state, passed_players=(1,)), [done]) == ("Passing gives 4 cycles.",)
    poor_state = replace(state, players=(replace(own_player, cycles=0, storage=""), state.players[1]))
    assert BOT.reasons(poor_state, [done]) == ("No other action is possible. Passing gives 5 cycles.",)


def test_first_tiles_follow_the_card() -> None:
    """The bot places a tile of the top row on the centre and a tile of the bottom row next to it (spec: Setup)."""
    for state in play_random_game(3)[:3]:
        player_number = state.phase.player
        choice = run_to_end(BOT.think(GAME.view(state, player_number), Question(player_number, 5, 1)))
        assert choice.actions[0] in GAME.legal_actions(state)
        assert choice.position_count <= 24 + 8 * 200


@pytest.mark.parametrize("players", [2, 3])
def test_tips_about_tweaks_name_what_earns_or_needs_them(players: int) -> None:
    """A tip names the lowest tokens to tweak, or else a card or tiles that earn tweaks now (spec: Actions)."""
    kinds_of_tips = set()
    for state in play_random_game(players):
        player = state.phase.player
        for tip in BOT.tips(state, player):
            names = {kind for kind in TYPES if kind_name(kind) in tip.sentence}
            if state.phase.kind == TWEAK:
                levels = state.players[player].weights
                assert names == {kind for kind, level in zip(TYPES, levels, strict=True) if level == min(levels)}
                kinds_of_tips.add("tweak")
            elif tip.sentence.startswith("Load "):
                types_that_earn_tweaks = {
                    action.move.kind
                    for action in GAME.legal_actions(state)
                    if isinstance(action.move, Load) and GAME.apply(state, action).phase.kind == TWEAK
                }
                assert names == types_that_earn_tweaks
                kinds_of_tips.add("load")
            elif tip.sentence.startswith("Run "):
                cards = [card for card in state.players[player].hand if card_title(card) in tip.sentence]
                assert cards
                legal_cards = {getattr(action.move, "card", "") for action in GAME.legal_actions(state)}
                assert legal_cards & set(cards)
                kinds_of_tips.add("run")
    assert kinds_of_tips == {"tweak", "load", "run"}


def test_tip_about_low_tokens_stays_while_another_player_leads() -> None:
    """For a player who is behind, the tip about low tokens stays; otherwise it alternates with general tips."""
    weights_behind, weights_not_behind = ([3, 3, 3, 3, 0], 3), ([3, 3, 3, 3, 0], 0)
    for (weights, other_level), stays_the_same in ((weights_behind, True), (weights_not_behind, False)):
        state = create_position(create_player(weights=weights), create_player(weights=[other_level, 3, 3, 3, 3]))
        (tip,) = BOT.tips(state, 0)
        assert kind_name("S") in tip.sentence
        assert (not tip.lesson) == stays_the_same


def test_reason_for_a_hack_without_effect_counts_the_owners_free_hexes() -> None:
    own_player = make_player({(0, 0): "I"}, storage="I")
    other = make_player({(0, 0): "I", (1, 0): "T"})
    state = make_state(own_player, other)
    hack = next(action for action in GAME.legal_actions(state) if action.text.startswith("hack 2 I"))
    assert "one of Teal’s 17 free hexes" in BOT.reasons(state, [hack], 0)[0]
    assert "one of your 17 free hexes" in BOT.reasons(state, [hack], 1)[0]


def test_reason_for_a_division_does_not_claim_other_hexes() -> None:
    """Face-down tiles still count as neighbors and partners, so a Division frees no hexes (spec: Placement)."""
    player = make_player({(0, 0): "I", (1, 0): "I"}, hand=("div",), weights=(10,) * 5)
    state = make_state(player, make_player({(0, 0): "I"}))
    division = next(action for action in GAME.legal_actions(state) if action.text.startswith("run div"))
    assert not any("other hexes" in reason for reason in BOT.reasons(state, [division]))
