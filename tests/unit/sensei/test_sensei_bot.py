"""Test the bot of Sensei: whole turns, wins, forced wins, threats and reasons."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleboard.engine.search.thinking import LEVELS, MAX_SCORE, Question, TurnChoice
from ruleboard.engine.steps import run_to_end
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.bitboard import (
    HOME_BITS,
    TurnEnd,
    board_tables,
    find_win,
    iter_squares,
    position_after,
    result,
    shortest_moves,
    turn_ends,
)
from ruleboard.games.sensei.bot import SenseiBot, actions_to_end, candidate_ends, find_forced_win
from ruleboard.games.sensei.evaluation import ranked_ends, value
from ruleboard.games.sensei.movegen import legal_actions, state_after
from ruleboard.games.sensei.state import State
from tests.unit.sensei.positions import create_random_state, parse_state
from tests.unit.sensei.positions import play as played

GAME = PACKAGE.game
BOT = SenseiBot()

POSITIONS = [
    "3R2r/7/2g1r2/7/3G2g/7/1g5 g 21",
    "3R2r/7/2g1r2/7/3G2g/7/1g5 g 20",
    "3R2r/7/2g1r2/7/3G2g/7/1g5 r 11",
    "1r1R3/g6/7/3gG2/2r4/7/6g g 10 shizukana",
    "rgrRrgr/7/7/7/7/7/grgGgrg g 21 shizukana-variant",
    "2rRr2/4G2/1o1r1o1/2go3/1o3o1/g5g/7 r 21 arashi-expert",
    "3R3/1r5/1o3o1/2go3/1o1G1o1/7/5g1 g 21 arashi-expert",
    "rR5/g1g4/1g5/G6/7/7/7 r 21",
    "r1R4/gg5/6G/7/7/7/7 g 21",
]
FORCED_WIN_POSITIONS = [
    "rr1rRrr/G4g1/1o3o1/1r1o3/1og2o1/7/1g1g1gg g 21 arashi-expert",
    "5rr/6g/7/3r3/7/rr1rRg1/ggGg2g r 21",
    "4r1r/1G3g1/2r3r/3g3/r6/1R2gr1/g3g1g r 21 shizukana-variant",
]


def find_all_ends(state: State) -> tuple[set[TurnEnd], set[TurnEnd]]:
    """Return all possible ends of the turn, and the winning ones, in which the character has reached the home rank."""
    turns, winning_turns = set(), set()
    visited, pending_states = set(), [state]
    while pending_states:
        current = pending_states.pop()
        for action in legal_actions(current):
            next_state = state_after(current, action.move)
            next_position = next_state.position
            if next_state.side == state.side and next_state.position.is_home_win:
                winning_turns.add(TurnEnd(next_position.stones, next_position.character))
            elif next_state.side != state.side:
                turns.add(TurnEnd(next_position.enemy_stones, next_position.enemy_character))
            elif next_state not in visited:
                visited.add(next_state)
                pending_states.append(next_state)
    return turns, winning_turns


@pytest.mark.parametrize("text", POSITIONS)
def test_whole_turns_match_the_legal_actions(text: str) -> None:
    assert_turns_match(parse_state(text))


def test_whole_turns_of_random_positions_match_the_legal_actions() -> None:
    """Whole turns match the legal actions in random positions with at most one remaining stone move, to save time."""
    rng = random.Random(3)
    states = [state for state in (create_random_state(rng) for _ in range(2500)) if state.stone_moves < 2]
    assert len(states) > 1000
    for state in states:
        if GAME.outcome(state) is None:
            assert_turns_match(state)


def assert_turns_match(state: State) -> None:
    """Check that the search finds every end of a turn once, actions that reach it, and a possible win."""
    ground, current = board_tables(state.mode), state.position
    remaining_moves = (state.stone_moves, state.character_moves)
    bot_ends = [
        TurnEnd(own_stones, place)
        for place, stone_sets in turn_ends(ground, current, *remaining_moves, state.is_turn_start)
        for own_stones in stone_sets
    ]
    expected, home = find_all_ends(state)
    assert len(bot_ends) == len(set(bot_ends))
    assert set(bot_ends) == expected
    for end in (*bot_ends[:: len(bot_ends) // 20 + 1], *list(home)[:3]):
        next_state = state
        for action in actions_to_end(state, end):
            next_state = GAME.apply(next_state, action)
        assert next_state.is_turn_start or next_state.position.is_home_win
        assert position_after(current, end) == (
            next_state.position if next_state.is_turn_start else position_after(next_state.position, TurnEnd(*end))
        )
    winning_ends = {end for end in expected if result(ground, position_after(current, end)) == -1} | home
    winning_end = find_win(ground, current, *remaining_moves)
    assert (winning_end in winning_ends) if winning_ends else winning_end is None


@pytest.mark.parametrize("text", POSITIONS)
def test_ends_are_ranked_by_value(text: str) -> None:
    state = parse_state(text)
    ground, current = board_tables(state.mode), state.position
    slices = ranked_ends(ground, current, state.stone_moves, state.character_moves, state.is_turn_start)
    position_count = 0
    while True:
        try:
            position_count += next(slices)
        except StopIteration as stop:
            choice = stop.value
            break
    assert position_count == len(choice)
    values = [value for value, _ in choice]
    assert values == sorted(values, reverse=True)
    assert values == [-value(ground, position_after(current, end)) for _, end in choice]


def find_bot_choice(text: str | State, level: int, **more: Any) -> TurnChoice[Any]:
    """Return the choice of a bot of a level in a position."""
    state = parse_state(text) if isinstance(text, str) else text
    return run_to_end(BOT.think(state, Question(state.side, level, **more)))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_finds_a_win_by_character(level: int) -> None:
    choice = find_bot_choice("rr1g1R1/7/7/7/3G3/7/7 g 21", level)
    assert [action.text for action in choice.actions] == ["@d3-d7"]
    assert choice.score == MAX_SCORE


@pytest.mark.parametrize("level", [2, 5])
def test_search_finds_a_winning_three_action_turn(level: int) -> None:
    choice = find_bot_choice("r2R3/5g1/7/7/6g/7/G6 g 21", level)
    assert choice.actions[-1].text == "@a1-g7"
    assert (
        played(parse_state("r2R3/5g1/7/7/6g/7/G6 g 21"), " ".join(action.text for action in choice.actions)).side == 0
    )


@pytest.mark.parametrize("level", [1, 5])
def test_side_without_moves_passes(level: int) -> None:
    """A side without a legal move has only the action `end` (spec: End)."""
    assert [action.text for action in find_bot_choice("Rr5/7/7/7/7/7/G6 g 21", level).actions] == ["end"]


def test_search_completes_and_prevents_unfair_lines() -> None:
    """The search makes an enemy's line unfair by a third stone in contact, and prevents it (spec: Unfair game)."""
    text = "rrrRrrr/g5g/7/7/7/7/1g1G1gg {} 21"
    assert find_bot_choice(text.format("g"), 2).score == MAX_SCORE
    state = parse_state(text.format("r"))
    for action in find_bot_choice(state, 3).actions:
        state = GAME.apply(state, action)
    assert find_win(board_tables(state.mode), state.position) is None


@pytest.mark.parametrize("text", FORCED_WIN_POSITIONS)
@pytest.mark.parametrize("level", [4, 5])
def test_forced_finish_has_no_answer(text: str, level: int) -> None:
    state = parse_state(text)
    side, ground = state.side, board_tables(state.mode)
    choice = find_bot_choice(state, level)
    assert choice.score == MAX_SCORE
    for action in choice.actions:
        state = GAME.apply(state, action)
    search_position = state.position
    assert find_win(ground, search_position) is None
    for place, stone_sets in turn_ends(ground, search_position):
        for own_stones in stone_sets:
            next_state = position_after(search_position, TurnEnd(own_stones, place))
            assert next_state.side == side
            assert result(ground, next_state) == 1 or find_win(ground, next_state) is not None
    assert " then wins next turn" in BOT.reasons(parse_state(text), choice.actions)[0]
    opponent_name = ("Red", "Green")[state.side]
    losing_reasons = BOT.reasons(state, find_bot_choice(state, 3).actions)
    assert losing_reasons == (f"This turn can’t stop {opponent_name} from winning next turn.",)


@pytest.mark.parametrize("text", ["3r1r1/1rr1G2/4g2/7/7/rRg3r/ggg2g1 r 21", "1r4r/5Gg/3r3/3gr2/1r5/2Rg2r/1g3gg g 21"])
def test_level_3_usually_sees_a_forced_loss(text: str) -> None:
    """Level 3 prevents most turns after which it could not stop a win, such as a stone settling on its home rank."""
    safe_turns = 0
    for seed in range(12):
        state = parse_state(text)
        for action in find_bot_choice(state, 3, seed=seed).actions:
            state = GAME.apply(state, action)
        ground = board_tables(state.mode)
        safe_turns += (
            find_win(ground, state.position) is None and run_to_end(find_forced_win(ground, state.position)) is None
        )
    assert safe_turns >= 8


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("seed", [36, 53, 100])
def test_first_turn_does_not_lose(level: int, seed: int) -> None:
    """In the opening, even a weak level finds a turn that the other side cannot answer with a forced win."""
    state = parse_state("rgrRrgr/7/7/7/7/4g1g/grgG1r1 r 21 shizukana-variant")
    for action in find_bot_choice(state, level, seed=seed).actions:
        state = GAME.apply(state, action)
    assert run_to_end(find_forced_win(board_tables(state.mode), state.position)) is None


def test_better_side_avoids_repetition() -> None:
    start = parse_state("3R3/r6/7/7/2g1g2/3g3/1g1G1g1 g 21 shizukana")
    first = find_bot_choice(start, 3)
    assert first.score > 0
    state = start
    for action in first.actions:
        state = GAME.apply(state, action)
    assert find_bot_choice(start, 3, occurrences={GAME.key(state): 2}).actions != first.actions


def test_expected_line_starts_with_the_choice() -> None:
    state = parse_state("rr1R1rr/3r3/2g4/7/4r2/3g3/gg1G1gg g 21 shizukana")
    choice = find_bot_choice(state, 5)
    assert len(choice.line) > len(choice.actions)
    assert choice.line[: len(choice.actions)] == choice.actions
    for action in choice.line:
        state = GAME.apply(state, action)


def test_threats_follow_the_characters_path() -> None:
    """A threat shows the path of Red's character to d1, where a stone of Red can move first."""
    threats = BOT.threats(parse_state("7/7/3R3/7/7/7/gG4r g 21"), 0)
    goal_threats = {threat.targets[-1]: threat for threat in threats}
    assert goal_threats["d1"].targets == ("d5", "g1", "d1")
    assert goal_threats["d1"].path == ("d5", "d4", "d3", "d2", "d1")
    assert (
        goal_threats["d1"].sentence == "Red threatens to win: the stone on g1 moves to d1, and the character follows."
    )
    assert not BOT.threats(parse_state("7/7/3R3/7/3g3/7/gG4r g 21"), 0)


def test_endangered_line_is_a_threat() -> None:
    threats = BOT.threats(parse_state("rrrRrrr/g5g/7/7/7/7/1g1G1gg r 21"), 1)
    assert [threat.sentence for threat in threats if "unfair" in threat.sentence] == [
        "Green threatens to win by making Red’s line unfair."
    ]


@pytest.mark.parametrize(
    ("position", "moves", "reason"),
    [
        ("rr1g1R1/7/7/7/3G3/7/7 g 21", "@d3-d7", "Green’s character reaches the far edge and wins."),
        ("7/7/3R3/7/6g/7/gG4r g 21", "g3-d3 end", "This turn stops Red’s character from reaching d1."),
        ("7/7/3R3/7/7/4g2/gG3r1 g 21 shizukana", "e2-e1 end", "This turn keeps Red’s stone off d1."),
        (
            "7/6G/7/3R3/7/2g3g/4rr1 g 21 shizukana",
            "c2-d2 g2-f2 end",
            "This turn stops Red’s character from reaching d1 and g1.",
        ),
        ("r4R1/7/7/7/g6/7/G6 g 21", "a3-b3 end", "Green then threatens to reach the far edge next turn."),
        (
            "r5R/7/7/7/gg5/7/G6 g 21 shizukana",
            "@a1-a3 end",
            "This turn brings Green’s character closer to the far edge.",
        ),
        ("3R3/7/7/7/7/6g/3G3 g 21 shizukana", "g2-g1 end", "Green’s character can then leap to 1 stone."),
        ("3R2r/7/g6/r6/7/7/3G3 g 21 shizukana", "a5-b5 end", "Red’s character can then leap to only 1 stone."),
        ("3R3/7/g6/r6/7/7/3G3 g 21 shizukana", "a5-b5 end", "Then Red’s character can’t leap to any stone."),
        ("3R3/7/7/7/7/7/3G2g g 21 shizukana", "g1-f1 end", "This turn leaves Red no way to win next turn."),
    ],
)
def test_reasons_name_the_effects_of_a_turn(position: str, moves: str, reason: str) -> None:
    state = parse_state(position)
    actions = []
    current = state
    for text in moves.split():
        actions.append(GAME.parse_action(current, text))
        current = GAME.apply(current, actions[-1])
    assert reason in BOT.reasons(state, actions)


def test_path_uses_as_few_moves_as_possible() -> None:
    state = parse_state("3R3/7/7/7/7/7/g2G3 g 21")
    search_position = state.position
    (stone,) = iter_squares(search_position.stones & ~search_position.character)
    assert shortest_moves(
        board_tables("arashi"),
        search_position,
        TurnEnd(search_position.character | stone << 6 * 7 - 7, search_position.character),
    ) == ((stone, stone << 6 * 7 - 7),)
    assert (
        shortest_moves(board_tables("arashi"), search_position, TurnEnd(HOME_BITS[0], search_position.character))
        is None
    )


def test_candidates_are_distinct_if_there_are_fewer_turns_than_the_level_samples() -> None:
    """The candidates are distinct, even if a position has fewer turns than the level samples."""
    tables = board_tables("shizukana")
    start = GAME.initial({"mode": "shizukana"}, 0).position
    ends = run_to_end(candidate_ends(tables, start, 10_000, sampled_turns=5_000))
    assert len(ends) == len(set(ends))
