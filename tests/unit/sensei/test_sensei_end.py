"""Test the endings of Sensei: the goal, unfair lines and draws."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.bitboard import board_tables, edge_line, iter_squares, square_name
from ruleboard.games.sensei.state import State, turn_start
from ruleboard.registry import GAMES
from tests.unit.sensei.positions import list_legal_texts, parse_squares, parse_state, play

GAME = PACKAGE.game

GREEN_WINS, RED_WINS = (1.0, -1.0), (-1.0, 1.0)


def find_line(state: State, side: int) -> set[str]:
    """Return the squares of a side's line, or an empty set."""
    return {
        square_name(square)
        for square in iter_squares(edge_line(board_tables(state.mode), turn_start(state, side).position.stones))
    }


def find_returns(text: str) -> tuple[float, ...] | None:
    """Return the returns of a finished game at a position, or None if the game is unfinished."""
    outcome = GAME.outcome(parse_state(text))
    return outcome.returns if outcome else None


# --- the goal


@pytest.mark.parametrize(
    ("position", "moves", "end_position"),
    [
        ("rr1g1R1/7/7/7/3G3/7/7 g 21", "@d3-d7", "rr1G1R1/7/7/7/3g3/7/7 g 20 arashi"),
        ("1r1R2g/7/7/7/2G4/7/7 g 11", "@c3-g7", "1r1R2G/7/7/7/2g4/7/7 g 10 arashi"),
        ("1r1R2g/7/7/7/2G4/7/7 g 01", "@c3-g7", "1r1R2G/7/7/7/2g4/7/7 g 00 arashi"),
        ("7/7/7/2R4/7/7/r1r1G2 r 21", "@c4-c1", "7/7/7/2r4/7/7/r1R1G2 r 20 arashi"),
    ],
)
def test_character_on_the_far_home_rank_wins(position: str, moves: str, end_position: str) -> None:
    """A character on the far home rank wins immediately, even in mid-turn.

    The side to move and the remaining moves stay unchanged, and no action is legal.
    """
    state = play(parse_state(position), moves)
    assert GAME.format_position(state) == end_position
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.returns == (GREEN_WINS if " g " in end_position else RED_WINS)
    assert outcome.squares == (moves[-2:],)
    assert GAME.to_move(state) is None
    assert GAME.legal_actions(state) == ()
    with pytest.raises(IllegalAction, match="over"):
        GAME.parse_action(state, "end")
    assert GAME.parse_position(end_position) == state


def test_three_actions_can_win_a_turn() -> None:
    """The character can win after two stones have opened its path in the same turn."""
    start = parse_state("r2R3/5g1/7/7/6g/7/G6 g 21")
    assert "@a1-g7" not in list_legal_texts(start)
    winning_state = play(start, "f6-g6 g6-g7 @a1-g7")
    assert GAME.format_position(winning_state) == "r2R2G/7/7/7/6g/7/g6 g 00 arashi"
    outcome = GAME.outcome(winning_state)
    assert outcome is not None
    assert outcome.returns == GREEN_WINS


def test_lone_stone_on_the_far_home_rank_does_not_win() -> None:
    """A stone without the character does not win on the far home rank, nor does a character on its own home rank."""
    assert GAME.outcome(play(parse_state("1r1R3/6g/7/7/7/7/G6 g 21"), "g6-g7 end")) is None
    assert GAME.outcome(GAME.initial({"mode": "shizukana-variant"}, 0)) is None


def test_goal_takes_precedence_over_the_unfair_game() -> None:
    """A character that arrives wins even if its own line is unfair, although ending the turn would lose."""
    state = parse_state("g2R3/rg5/1rg4/2rG3/4g2/5g1/6g g 01")
    arrival_outcome, end_state = GAME.outcome(play(state, "@d4-a7")), GAME.outcome(play(state, "end"))
    assert arrival_outcome is not None
    assert arrival_outcome.returns == GREEN_WINS
    assert end_state is not None
    assert end_state.returns == RED_WINS


# --- the unfair game (figure 4)

ROW_POSITION = "3R3/7/7/{}/ggGgggg/7/7 {} 21"


@pytest.mark.parametrize("side", ["g", "r"])
@pytest.mark.parametrize(
    ("contact_rank", "returns"),
    [
        ("7", None),
        ("r6", None),
        ("rr5", None),
        ("rrr4", RED_WINS),
        ("r2r2r", RED_WINS),
        ("rrrrrr1", RED_WINS),
    ],
)
def test_three_stones_in_contact_make_a_line_unfair(
    contact_rank: str, returns: tuple[float, ...] | None, side: str
) -> None:
    """Three or more stones in contact make a line unfair, whichever player has moved."""
    assert find_returns(ROW_POSITION.format(contact_rank, side)) == returns


def test_contact_counts_on_both_sides_of_a_line() -> None:
    """Two stones above a line and one stone below it are three contacts."""
    assert find_returns("3R3/7/7/rr5/ggGgggg/3r3/7 g 21") == RED_WINS
    assert find_returns("3R3/7/7/rr5/ggGgggg/7/3r3 g 21") is None


def test_stone_under_the_character_counts() -> None:
    """The stone under a character counts as a part of a line and as a contact."""
    assert find_returns("7/7/7/rrR4/ggGgggg/7/7 g 21") == RED_WINS


def test_red_lines_follow_the_same_rules() -> None:
    assert find_returns("7/7/rrrRrrr/ggg4/7/7/3G3 r 21") == GREEN_WINS
    assert find_returns("7/7/rrrRrrr/gg5/7/7/3G3 r 21") is None


ZIGZAG_POSITION = "3R3/7/{}/1g1g1g1/g1G1g1g/7/7 g 21"


@pytest.mark.parametrize("red_stones", ["r1r1r2", "r1r1r1r"])
def test_corners_do_not_count_as_contact(red_stones: str) -> None:
    """Stones that touch a line only at their corners are not contacts."""
    assert find_returns(ZIGZAG_POSITION.format(red_stones)) is None


def test_line_may_connect_by_corners() -> None:
    """Three stones next to the sides of a diagonal line are three contacts."""
    assert find_returns(ZIGZAG_POSITION.format("1r1r1r1")) == RED_WINS
    assert find_returns("3R3/7/1r5/rg1g1g1/grG1g1g/7/7 g 21") == RED_WINS


def test_each_stone_in_contact_counts_once() -> None:
    """A stone that touches several stones of a line counts once, so Red needs all of c4, e4 and g4."""
    assert find_returns("3R3/7/7/1grg1g1/g1G1g1g/7/7 g 21") is None
    assert find_returns("3R3/7/7/1grgrg1/g1G1g1g/7/7 g 21") is None
    assert find_returns("3R3/7/7/1grgrgr/g1G1g1g/7/7 g 21") == RED_WINS


def test_line_connects_both_edges() -> None:
    """A line goes from file a to file g without a gap. Stones from rank 1 to rank 7 are not a line."""
    assert find_returns("3R3/7/7/rrr4/ggGggg1/7/7 g 21") is None
    assert find_returns("3R3/7/7/rrr4/ggG1ggg/7/7 g 21") is None
    assert find_returns("3gR2/3gr2/3gr2/3gr2/3G3/3g3/3g3 g 21") is None


def test_missing_file_interrupts_a_line() -> None:
    """Stones that are two files apart are not connected, even if there are stones on all seven ranks."""
    assert find_returns("2R4/7/6g/rrr2g1/gGg1g2/3g3/7 g 21") == RED_WINS
    assert find_returns("2R4/7/6g/rrr2g1/gGg1g2/7/3g3 g 21") is None


def test_full_home_ranks_are_lines() -> None:
    """The full home ranks are already lines at the start of the game."""
    assert find_returns("1rrRr2/7/7/7/7/rrr4/gggGggg g 21") == RED_WINS
    assert find_returns("rrrRrrr/ggg4/7/7/7/7/1ggGg2 g 21") == GREEN_WINS
    assert find_returns("1rrRr2/7/7/7/7/rr1r3/gggG1gg g 21") is None


def test_home_ranks_of_the_variant_are_not_lines() -> None:
    """The home ranks of the variant are not lines, since two stones in each belong to the enemy."""
    assert find_returns("rgrRrgr/7/7/7/7/7/grgGgrg g 21 shizukana-variant") is None
    state = parse_state("rgrRrgr/7/7/7/7/7/grgGgrg g 21 shizukana-variant")
    assert find_line(state, 0) == find_line(state, 1) == set()


@pytest.mark.parametrize(("side", "returns"), [("r", GREEN_WINS), ("g", RED_WINS)])
def test_mover_wins_if_both_lines_are_unfair(side: str, returns: tuple[float, ...]) -> None:
    """If both lines are unfair, the player who has just moved wins."""
    assert find_returns(f"7/7/7/rrRrrrr/ggGgggg/7/7 {side} 21") == returns


# --- when it is judged


def test_unfair_game_is_judged_when_a_turn_ends() -> None:
    """A third contact in mid-turn does not end the game, which ends only when the turn ends."""
    start = parse_state("2rR3/7/7/rr5/ggGgggg/7/7 r 21")
    state_in_contact = play(start, "c7-c4")
    assert GAME.outcome(state_in_contact) is None
    assert GAME.to_move(state_in_contact) == 1
    end_state = play(state_in_contact, "end")
    outcome = GAME.outcome(end_state)
    assert outcome is not None
    assert outcome.returns == RED_WINS
    assert GAME.outcome(play(state_in_contact, "c4-c5 end")) is None
    assert GAME.format_position(end_state) == "3R3/7/7/rrr4/ggGgggg/7/7 g 21 arashi"


def test_automatic_end_of_turn_is_judged() -> None:
    """An unfair line also loses when the turn ends automatically after the third action."""
    outcome = GAME.outcome(play(parse_state("3R3/7/7/rrr4/ggGgggg/7/7 r 01"), "@d7-a4"))
    assert outcome is not None
    assert outcome.returns == RED_WINS


@pytest.mark.parametrize("last_move", ["g1-g2", "g1-g3"])
def test_completing_a_line_next_to_three_stones_loses(last_move: str) -> None:
    """Completing a line next to three enemy stones loses, whether the line goes by sides or by corners."""
    outcome = GAME.outcome(play(parse_state("3R3/7/7/rrr4/ggGggg1/7/6g g 21"), f"{last_move} end"))
    assert outcome is not None
    assert outcome.returns == RED_WINS


def test_unfinished_turn_is_not_judged() -> None:
    """A position in mid-turn is unfinished although a line is unfair."""
    for remaining in ("20", "11", "10", "01"):
        assert find_returns(f"3R3/7/7/rrr4/ggGgggg/7/7 g {remaining}") is None


def test_outcome_names_line_and_stones() -> None:
    """The outcome contains exactly the squares of the line and of the stones in contact with it."""
    outcome = GAME.outcome(parse_state("3R3/r6/7/rrr4/ggGgggg/7/7 g 21"))
    assert outcome is not None
    assert set(outcome.squares) == parse_squares("a3 b3 c3 d3 e3 f3 g3 a4 b4 c4")
    assert "3 of Red" in outcome.reason


# --- pits in lines

POSITION_WITH_PITS = "{}/{}/1o3o1/{}/1o3o1/{}/{} g 21 arashi-expert"


def test_pits_are_part_of_a_line() -> None:
    """Four stones and the pits between them form a line, which three contacts make unfair."""
    state = parse_state(POSITION_WITH_PITS.format("3R3", "7", "g1Gog1g", "7", "7"))
    assert find_line(state, 0) == parse_squares("a4 b3 b5 c4 d4 e4 f3 f5 g4")
    assert GAME.outcome(state) is None
    assert find_returns(POSITION_WITH_PITS.format("3R3", "7", "grGogrg", "r6", "7")) is None
    assert find_returns(POSITION_WITH_PITS.format("3R3", "7", "grGogrg", "1r5", "7")) == RED_WINS


def test_contact_with_a_pit_of_the_line_counts() -> None:
    """Red's b6, f6 and b2 count as contacts, although they touch only pits of the line."""
    assert find_returns(POSITION_WITH_PITS.format("3R3", "1r3r1", "g1Gog1g", "1r5", "7")) == RED_WINS
    assert find_returns(POSITION_WITH_PITS.format("3R3", "1r3r1", "g1Gog1g", "7", "1r5")) is None


def test_pits_alone_are_not_a_line() -> None:
    """Stones next to pits are not contacts if the pits belong to no line."""
    assert find_returns(POSITION_WITH_PITS.format("3R3", "1r3r1", "gG1o1gg", "1r5", "7")) is None
    start = GAME.initial({"mode": "arashi-expert"}, 0)
    assert [len(find_line(start, side)) for side in (0, 1)] == [7, 7]
    assert GAME.outcome(start) is None


@pytest.mark.parametrize(("side", "returns"), [("r", GREEN_WINS), ("g", RED_WINS)])
def test_pits_count_in_lines_of_both_sides(side: str, returns: tuple[float, ...]) -> None:
    """The same pits count in lines of both sides. With three contacts each, the player who has just moved wins."""
    board = "3R3/g5g/1oGggo1/1g1o1g1/1orrro1/r5r/7"
    state = parse_state(f"{board} {side} 21 arashi-expert")
    assert find_line(state, 0) & find_line(state, 1) >= parse_squares("b3 d4 f3")
    assert find_returns(f"{board} {side} 21 arashi-expert") == returns


def test_home_rank_line_includes_no_pits() -> None:
    """A line on rank 1 includes no pits, since they are two ranks away. A line on rank 2 is next to pits."""
    home = parse_state("3R3/7/1o3o1/3o3/1o3o1/7/gggGggg g 21 arashi-expert")
    assert len(find_line(home, 0)) == 7
    rank_2_state = parse_state("3R3/7/1o3o1/3o3/1o3o1/gggGggg/7 g 21 arashi-expert")
    assert len(find_line(rank_2_state, 0)) == 9


# --- draws


def test_draw_if_neither_side_can_act() -> None:
    """The game is a draw if neither side can act, since each character is on its side's only stone."""
    outcome = GAME.outcome(parse_state("3R3/7/7/7/7/7/3G3 g 21"))
    assert outcome is not None
    assert outcome.is_draw
    assert GAME.outcome(parse_state("r2R3/7/7/7/7/7/3G3 g 21")) is None
    assert GAME.outcome(parse_state("3R3/7/7/7/7/7/g2G3 r 21")) is None


def test_standstill_is_judged_at_the_start_of_a_turn() -> None:
    """In mid-turn a standstill is not yet a draw, since the player ends the turn first."""
    state = parse_state("3R3/7/7/7/7/7/3G3 g 11")
    assert GAME.outcome(state) is None
    assert list_legal_texts(state) == {"end"}
    assert GAME.outcome(play(state, "end")) is not None


ROUND_TEXTS = ("a1-a2", "end", "a7-a6", "end", "a2-a1", "end", "a6-a7", "end")


def play_game(*actions: str) -> Timeline[State]:
    """Return the timeline at the start of a game in the mode Arashi."""
    return replay(Record("sensei", {"mode": "arashi"}, 0, ("", ""), actions), GAMES)


def test_threefold_is_claimable_and_fivefold_draws() -> None:
    """A draw can be claimed at the third occurrence of a position, and the fifth is a draw.

    Positions count at the start of a turn, with the side to move, from the first occurrence on.
    """
    can_claim_draw = [bool(play_game(*ROUND_TEXTS * times).draw_claim_reason()) for times in range(4)]
    assert can_claim_draw == [False, False, True, True]
    outcome = play_game(*ROUND_TEXTS * 4).outcome
    assert outcome is not None
    assert outcome.is_draw
    assert play_game(*(ROUND_TEXTS * 4)[:-1]).outcome is None


def test_repetition_ignores_unfinished_turns() -> None:
    """Positions in mid-turn never count as occurrences."""
    assert play_game(*ROUND_TEXTS * 2, "a1-a2").draw_claim_reason() is None
    assert GAME.key(parse_state("3R3/7/7/7/7/7/g2G3 g 11")) is None
    assert GAME.key(parse_state("3R3/7/7/7/7/7/g2G3 g 21")) is not None


def test_side_to_move_distinguishes_positions() -> None:
    """A position does not repeat if only the side to move differs, as after a move and its reversal in one turn."""
    reversed_actions = ("a1-a2", "a2-a1", "end")
    other_moves = ("a7-a6", "a6-a7", "end")
    assert play_game(*reversed_actions, *other_moves, *reversed_actions).draw_claim_reason() is None
    assert play_game(*(reversed_actions + other_moves) * 2).draw_claim_reason()
    assert play_game(*(reversed_actions + other_moves) * 4).outcome is not None
