"""Test turns of Sensei: moves of stones and characters, and turns with one to three actions."""

from __future__ import annotations

import itertools

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import MODES
from tests.unit.sensei.positions import (
    find_character_reach,
    find_stone_reach,
    list_legal_texts,
    parse_squares,
    parse_state,
    play,
)

GAME = PACKAGE.game

# --- the start (spec: Material and start; figures 1, 5 and 6)


@pytest.mark.parametrize(
    ("mode", "position"),
    [
        ("arashi", "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"),
        ("shizukana", "rrrRrrr/7/7/7/7/7/gggGggg g 21 shizukana"),
        ("shizukana-variant", "rgrRrgr/7/7/7/7/7/grgGgrg g 21 shizukana-variant"),
        ("arashi-expert", "rrrRrrr/7/1o3o1/3o3/1o3o1/7/gggGggg g 21 arashi-expert"),
    ],
)
def test_start_matches_the_rulebook_figures(mode: str, position: str) -> None:
    """Each home rank has seven stones, the characters are on d1 and d7, and Green begins (Figures 1, 5 and 6)."""
    start = GAME.initial({"mode": mode}, 0)
    assert GAME.format_position(start) == position
    assert GAME.to_move(start) == 0
    assert GAME.sides(start) == ("Green", "Red")


def test_pits_lie_on_five_squares() -> None:
    """Only the expert mode has pits, on b3, f3, d4, b5 and f5."""
    start = GAME.initial({"mode": "arashi-expert"}, 0)
    pit_names = {square for square in parse_squares("b3 f3 d4 b5 f5 a1 d1 c4") if "pit" in GAME.name(start, square)}
    assert pit_names == parse_squares("b3 f3 d4 b5 f5")


def test_newcomers_begin_with_arashi() -> None:
    """The default mode, with which newcomers begin, is Arashi."""
    assert GAME.initial({}, 7) == GAME.initial({"mode": "arashi"}, 0)


# --- stone moves (figure 2)

MOVEMENT_POSITION = "3R3/3g3/7/1r1g3/7/7/3G3 g 21"


def test_arashi_stone_goes_any_distance() -> None:
    """A stone goes straight to the edge or as far as the next stone (here Green's d6 and d1, and Red's b4)."""
    assert find_stone_reach(parse_state(f"{MOVEMENT_POSITION} arashi"), "d4") == parse_squares("d5 d3 d2 c4 e4 f4 g4")
    assert find_stone_reach(parse_state("3R3/7/7/7/7/1G5/g6"), "a1") == parse_squares(
        "a2 a3 a4 a5 a6 a7 b1 c1 d1 e1 f1 g1"
    )


@pytest.mark.parametrize("mode", ["shizukana", "shizukana-variant"])
def test_shizukana_stone_goes_one_square(mode: str) -> None:
    """A stone goes one square forward, backward, to the left or to the right."""
    assert find_stone_reach(parse_state(f"{MOVEMENT_POSITION} {mode}"), "d4") == parse_squares("d5 d3 c4 e4")


def test_stones_move_orthogonally_onto_empty_squares() -> None:
    """Stones move only straight and only onto empty squares, so a stone in a corner with two neighbours cannot move."""
    for mode in ("arashi", "shizukana"):
        assert find_stone_reach(parse_state(f"3R3/7/7/7/7/r6/gr1G3 g 21 {mode}"), "a1") == set()
        assert find_stone_reach(parse_state(f"3R3/7/7/7/7/g6/gg1G3 g 21 {mode}"), "a1") == set()


def test_pits_stop_stones() -> None:
    """A stone can neither enter nor cross a pit."""
    state = parse_state("3R3/7/1ogg1o1/3o3/go3o1/7/1g1G3 g 21 arashi-expert")
    assert find_stone_reach(state, "b1") == parse_squares("a1 b2 c1")
    assert find_stone_reach(state, "a3") == parse_squares("a1 a2 a4 a5 a6 a7")
    assert find_stone_reach(state, "c5") == parse_squares("c6 c7 c4 c3 c2 c1")
    assert find_stone_reach(state, "d5") == parse_squares("d6 e5")


def test_characters_stone_cannot_move() -> None:
    """The stone under a character can move only after the character has left it, which may be in the same turn."""
    start = GAME.initial({}, 0)
    assert find_stone_reach(start, "d1") == set()
    next_state = play(start, "@d1-c1")
    assert find_stone_reach(next_state, "d1") == parse_squares("d2 d3 d4 d5 d6")
    assert find_stone_reach(next_state, "c1") == set()


def test_only_own_stones_move() -> None:
    assert all(action.targets[0][1] == "1" for action in GAME.legal_actions(GAME.initial({}, 0)))


# --- character moves (figure 3)


@pytest.mark.parametrize(
    ("board", "reachable_squares"),
    [
        ("3R3/3g3/1g3g1/7/g2G2g/7/3g3", "d6 b5 f5 a3 g3 d1"),
        ("3R3/7/7/7/3G3/2g1g2/1g3g1", "c2 b1 e2 f1"),
        ("g2R2g/7/7/7/7/7/G5g", "a7 g7 g1"),
        ("g2R2g/7/7/7/7/7/g5G", "a1 a7 g7"),
        ("R5r/7/7/7/7/7/r2G2r r", "a1 g1 g7"),
        ("r5R/7/7/7/7/7/r2G2r r", "a1 a7 g1"),
    ],
)
def test_character_goes_along_all_eight_lines(board: str, reachable_squares: str) -> None:
    """A character leaps to stones of its side in all eight directions, at any distance."""
    assert find_character_reach(parse_state(board)) == parse_squares(reachable_squares)


def test_character_has_no_other_moves() -> None:
    """A character cannot leap to a stone that is not in line with it."""
    assert find_character_reach(parse_state("3R3/7/2g1g2/1g3g1/3G3/1g3g1/7")) == set()


def test_enemy_stones_block_a_character() -> None:
    """Red's b3, b5, d5 and c2 block the character's paths to a3, a6, d6 and b1, but not those to g3 and g6."""
    assert find_character_reach(parse_state("3R3/g2g2g/1r1r3/7/gr1G2g/2r4/1g5")) == parse_squares("g3 g6")
    assert find_character_reach(parse_state("3g3/7/3R3/7/3G3/7/7")) == set()


def test_own_stones_do_not_block_a_character() -> None:
    """Stones of its own side do not block a character, so it leaps from a1 over b1 to c1, d1 and g1."""
    assert find_character_reach(parse_state("3R3/7/7/7/7/7/Gggg2g")) == parse_squares("b1 c1 d1 g1")


def test_characters_cross_pits() -> None:
    """A character crosses pits along a file (b3 and b5), along a diagonal (b3) and along a rank."""
    file = parse_state("1g1R3/7/1o3o1/1g1o3/1o3o1/7/1G5 g 21 arashi-expert")
    assert find_character_reach(file) == parse_squares("b4 b7")
    diagonal = parse_state("3R3/7/1ogg1o1/2go3/1o3o1/G6/7 g 21 arashi-expert")
    assert find_character_reach(diagonal) == parse_squares("c4 d5")
    rank = parse_state("3R3/7/Go3og/3o3/1o3o1/7/7 g 21 arashi-expert")
    assert find_character_reach(rank) == parse_squares("g5")


def test_character_never_lands_on_pits_or_enemy_stones() -> None:
    """A character lands only on stones of its own side."""
    assert find_character_reach(parse_state("3R3/7/7/7/7/3r3/2rGr2")) == set()


# --- one, two or three actions


@pytest.mark.parametrize("order", sorted(set(itertools.permutations(["stone", "stone", "character"]))))
def test_actions_come_in_any_order(order: tuple[str, ...]) -> None:
    """The actions of a turn may come in any order, and the turn ends automatically after the third."""
    stone_actions = iter(["a1-a2", "b1-b2"])
    state = GAME.initial({}, 0)
    for number, kind in enumerate(order, 1):
        state = play(state, next(stone_actions) if kind == "stone" else "@d1-e1")
        assert GAME.to_move(state) == (0 if number < 3 else 1)
    assert GAME.format_position(state) == "rrrRrrr/7/7/7/7/gg5/2ggGgg r 21 arashi"


def test_stone_may_move_twice_in_a_turn() -> None:
    state = play(GAME.initial({}, 0), "a1-a5 a5-c5")
    assert GAME.format_position(state) == "rrrRrrr/7/2g4/7/7/7/1ggGggg g 01 arashi"


@pytest.mark.parametrize(
    ("moves", "remaining"),
    [("a1-a2", "11"), ("@d1-a1", "20"), ("a1-a2 b1-b2", "01"), ("a1-a2 @d1-b1", "10"), ("@d1-b1 a1-a2", "10")],
)
def test_remaining_moves_are_counted_down(moves: str, remaining: str) -> None:
    """A turn has two stone moves and one character move, and the player can end it after any action."""
    state = play(GAME.initial({}, 0), moves)
    assert GAME.format_position(state).split()[1:3] == ["g", remaining]
    stone_actions = {text for text in list_legal_texts(state) if text[0] not in "@e"}
    assert bool(stone_actions) == (remaining[0] != "0")
    assert bool(find_character_reach(state)) == (remaining[1] != "0")
    assert "end" in list_legal_texts(state)
    assert GAME.format_position(play(state, "end")).split()[1:3] == ["r", "21"]


def test_turn_needs_at_least_one_action() -> None:
    """A player cannot end a turn before playing an action."""
    start = GAME.initial({}, 0)
    assert "end" not in list_legal_texts(start)
    with pytest.raises(IllegalAction):
        GAME.apply(start, Action("end", ("do:end",), None))


def test_turn_may_restore_the_position() -> None:
    """A turn may consist of a move and its reversal, after which it is the other side's turn."""
    start = GAME.initial({}, 0)
    restored_position = play(start, "a1-a4 a4-a1 end")
    assert GAME.format_position(restored_position) == GAME.format_position(start).replace(" g ", " r ")


def test_player_without_moves_passes() -> None:
    """A player without a legal move can only ``end`` the turn, which passes it to the other side."""
    stuck_position = parse_state("r2R3/7/7/7/7/7/3G3 g 21")
    assert list_legal_texts(stuck_position) == {"end"}
    assert GAME.to_move(stuck_position) == 0
    next_state = play(stuck_position, "end")
    assert GAME.format_position(next_state) == "r2R3/7/7/7/7/7/3G3 r 21 arashi"
    assert "end" not in list_legal_texts(next_state)


def test_player_ends_a_turn_without_remaining_moves() -> None:
    """A player without further moves ends the turn by hand, since it ends automatically only after three actions."""
    state = parse_state("3R2r/7/7/7/7/7/g2G3 g 01")
    assert list_legal_texts(state) == {"@d1-a1", "end"}
    blocked_state = parse_state("3R2r/7/7/7/7/r6/gr1G3 g 11")
    assert list_legal_texts(blocked_state) == {"end"}
    assert GAME.to_move(blocked_state) == 0


def test_actions_come_in_canonical_order() -> None:
    """The legal actions are those of stones, then of the character, then the end of the turn.

    Actions of one kind are in the order of their squares, from a1 rank by rank.
    """
    state = play(GAME.initial({"mode": "shizukana"}, 0), "a1-a2")
    texts = " ".join(action.text for action in GAME.legal_actions(state))
    assert texts == ("b1-a1 b1-b2 c1-c2 e1-e2 f1-f2 g1-g2 a2-a1 a2-b2 a2-a3 @d1-b1 @d1-c1 @d1-e1 @d1-f1 @d1-g1 end")


@pytest.mark.parametrize("mode", MODES)
def test_targets_are_the_squares_touched(mode: str) -> None:
    """The targets of a move are its start and its goal. The target of the end of a turn is a button."""
    state = play(GAME.initial({"mode": mode}, 0), "@d1-c1")
    for action in GAME.legal_actions(state):
        assert action.targets == (("do:end",) if action.text == "end" else tuple(action.text.lstrip("@").split("-")))
