"""Test the texts of Sensei: positions, actions, move lists, and errors of invalid texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError
from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import State, StoneMove
from tests.support.move_lists import move_list
from tests.unit.sensei.positions import parse_state, play, positions

GAME = PACKAGE.game

# --- positions


@given(positions())
def test_any_position_survives_its_text(state: State) -> None:
    """Each position has one canonical text, and parsing that text gives an equal position."""
    text = GAME.format_position(state)
    assert GAME.parse_position(text) == state
    assert len(text.split(" ")) == 4
    assert not any(digits in text.split()[0] for digits in ("11", "12", "21", "0", "8"))


@given(positions(), st.data())
def test_position_with_a_changed_letter_is_read_or_refused(state: State, data: st.DataObject) -> None:
    """The parser accepts the text or raises PositionError, and every parsed position can be formatted."""
    text = GAME.format_position(state)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from("gGrRo/ 0123456789x²é\n") | st.characters())
    changed_text = text[:place] + letter + text[place + data.draw(st.integers(0, 1)) :]
    try:
        parsed_state = GAME.parse_position(changed_text)
    except PositionError:
        return
    assert GAME.parse_position(GAME.format_position(parsed_state)) == parsed_state


START = "rrrRrrr/7/7/7/7/7/gggGggg"
PITS_POSITION = "rrrRrrr/7/1o3o1/3o3/1o3o1/7/gggGggg"
RANKS_WITH_STONE_AND_PITS = "rr1Rrrr/7/1o3o1/3o3/1o3o1/1r5/gggGggg"


@pytest.mark.parametrize(
    ("text", "where", "expected_text"),
    [
        ("", "", "4 parts"),
        (START, "", "4 parts, not 1"),
        (f"{START} g 21 arashi now", "", "4 parts, not 5"),
        (f"{START} g 21 storm", "mode", "'storm'"),
        (f"{START} w 21 arashi", "side", "'w'"),
        (f"{START} g 31 arashi", "turn", "'31'"),
        (f"{START} g 2 arashi", "turn", "'2'"),
        (f"{START} g 00 arashi", "turn", "has used all 3 actions"),
        ("rrrRrrr/7/7/7/7/gggGggg g 21 arashi", "board", "6 ranks"),
        (f"7/{START} g 21 arashi", "board", "8 ranks"),
        ("rrrRrrr/7/6/7/7/7/gggGggg g 21 arashi", "row 5", "only 6"),
        ("rrrRrrr/7/7/7/44/7/gggGggg g 21 arashi", "row 3", "more than 7"),
        ("rrrRrrr/7/7/7//7/gggGggg g 21 arashi", "row 3", "only 0"),
        ("rrrRrrr/7/7/3x3/7/7/gggGggg g 21 arashi", "row 4", "'x'"),
        ("rrrRrrr/7/7/8/7/7/gggGggg g 21 arashi", "row 4", "'8'"),
        ("rrrRrrr/7/7/7/7/7/ggg²ggg g 21 arashi", "row 1", "'²'"),
        ("rrrRrrr/7/7/7/7/7/ggggggg g 21 arashi", "board", "Green has no characters"),
        ("rrRRrrr/7/7/7/7/7/gggGggg g 21 arashi", "board", "Red has 2 characters"),
        ("rrrRrrr/7/7/7/7/3g3/gggGggg g 21 arashi", "board", "Green has 8 stones"),
        ("rrrRrrr/7/7/3o3/7/7/gggGggg g 21 arashi", "board", "pits"),
        (f"{START} g 21 arashi-expert", "board", "pits"),
        ("rrrRrrr/7/1o3o1/3o3/1o3g1/7/gggGg2 g 21 arashi-expert", "board", "pits"),
        (f"{PITS_POSITION} g 21 shizukana", "board", "pits"),
        ("rr1R1rr/7/7/3r3/7/3g3/gg1G1gg g 21 nothing", "mode", "nothing"),
        ("rrG1rrr/7/7/3R3/7/7/ggg1ggg g 21 arashi", "turn", "didn’t leap"),
        ("rrG1rrr/7/7/3R3/7/7/ggg1ggg g 11 arashi", "turn", "didn’t leap"),
        ("rrG1rrr/7/7/3R3/7/7/ggg1ggg r 21 arashi", "board", "can’t move"),
        ("rrG1rrr/7/7/7/7/7/gg1R2g g 20 arashi", "board", "can’t move"),
    ],
)
def test_impossible_positions_are_refused(text: str, where: str, expected_text: str) -> None:
    """The error names the problem and its location, and in most cases what was expected."""
    with pytest.raises(PositionError) as error_info:
        GAME.parse_position(text)
    assert error_info.value.where == where
    assert expected_text in error_info.value.what
    assert not error_info.value.what.endswith(".")


@pytest.mark.parametrize("remaining", ["20", "10", "00"])
def test_won_positions_are_read(remaining: str) -> None:
    """The parser accepts won positions, in which the winner is to move and has the remaining moves of the turn."""
    state = GAME.parse_position(f"rrG1rrr/7/7/3R3/7/7/ggg1gg1 g {remaining} arashi")
    assert GAME.to_move(state) is None


def test_diagram_may_have_few_stones() -> None:
    """A position with only one stone for each side is valid."""
    assert GAME.format_position(parse_state("3R3/7/7/7/7/7/3G3")) == "3R3/7/7/7/7/7/3G3 g 21 arashi"


def test_runs_may_be_split() -> None:
    """A run of empty squares may be written as two numbers. The canonical text has one number."""
    assert parse_state("3R3/7/7/34/1111111/7/3G3") == parse_state("3R3/7/7/7/7/7/3G3")


def test_errors_do_not_repeat_long_texts() -> None:
    for text in ("x" * 10_000, f"{START} g 21 {'x' * 10_000}", f"{START} {'x' * 10_000} 21 arashi"):
        with pytest.raises(PositionError) as error_info:
            GAME.parse_position(text)
        assert len(str(error_info.value)) < 200


# --- actions


@pytest.mark.parametrize(
    "text",
    ["", "a1", "a1a2", "a1 - a2", "a1-a2 ", "A1-A2", "a1-h2", "a0-a1", "a1-a8", "@@d1-c1", "END", "d1-", "a1-a22"],
)
def test_invalid_text_raises_an_action_error(text: str) -> None:
    """A text that is not an action raises ActionError, not IllegalAction."""
    with pytest.raises(ActionError) as error_info:
        GAME.parse_action(GAME.initial({}, 0), text)
    assert error_info.value.expected


BLOCKED_POSITION = "r2R3/7/g6/7/2r4/gG5/2g1r2"


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (START, "end", "move a stone or leap before you end your turn"),
        (START, "a1-a7", "there’s already a stone on a7"),
        (START, "a1-b1", "there’s already a stone on b1"),
        (
            START,
            "a1-b2",
            "a stone moves straight along its row or column",
        ),
        (START, "a1-a1", "a stone has to move to another square"),
        (START, "d1-d2", "this stone can’t move while your character stands on it"),
        (START, "a7-a6", "that’s Red’s stone, and you’re Green"),
        (START, "a4-a5", "there’s no stone on a4"),
        (f"{START} g 21 shizukana", "a1-a3", "in Shizukana, a stone moves just one square at a time"),
        (f"{START} g 01", "a1-a2", "you’ve already used both stone moves this turn"),
        (f"{START} g 20", "@d1-c1", "your character has already leapt this turn"),
        (f"{PITS_POSITION} g 21 arashi-expert", "b1-b3", "there’s a pit on b3, and a stone can’t enter it"),
        (f"{PITS_POSITION} g 21 arashi-expert", "b1-b4", "the pit on b3 is in the way"),
        (f"{RANKS_WITH_STONE_AND_PITS} g 21 arashi-expert", "b1-b5", "Red’s stone on b2 is in the way"),
        (f"{PITS_POSITION} g 21 arashi-expert", "b3-b4", "that’s a pit, and nothing can stand there"),
        (
            f"{PITS_POSITION} g 21 arashi-expert",
            "@d1-d4",
            "your character can leap over the pit on d4 but can’t land there",
        ),
        (BLOCKED_POSITION, "a2-a7", "there’s already a stone on a7"),
        (BLOCKED_POSITION, "a2-a6", "your stone on a5 is in the way"),
        (BLOCKED_POSITION, "@b2-a2", ""),
        (BLOCKED_POSITION, "@b2-d4", "your character lands only on your stones, and d4 is empty"),
        (BLOCKED_POSITION, "@b2-c3", "your character lands only on your stones, and the stone on c3 is Red’s"),
        (BLOCKED_POSITION, "@b2-d3", "no row, column or diagonal leads from your character to d3"),
        (BLOCKED_POSITION, "@b2-a5", "no row, column or diagonal leads from your character to a5"),
        (BLOCKED_POSITION, "@b2-b2", "your character has to leap to another stone"),
        (BLOCKED_POSITION, "@a2-a5", "your character is on b2, not on a2"),
        ("r2R3/7/3g3/7/3r3/7/g2G3", "@d1-d5", "Red’s stone on d3 is in the way"),
        ("3R3/7/7/7/7/7/3G3", "end", "the game is over"),
        ("3R3/7/7/7/7/7/3G3", "d1-d2", "the game is over"),
        ("3R3/7/7/7/7/7/3G3", "@d1-d2", "the game is over"),
    ],
)
def test_actions_are_refused_with_a_reason(position: str, text: str, reason: str) -> None:
    """The error for an illegal action gives the first reason against it."""
    state = parse_state(position)
    if reason:
        with pytest.raises(IllegalAction) as error_info:
            GAME.parse_action(state, text)
        assert error_info.value.what == reason
    else:
        assert GAME.parse_action(state, text).text == text


def test_apply_accepts_only_an_equal_action() -> None:
    """``apply`` accepts a new action that equals a legal one, and rejects an action of another turn."""
    start = GAME.initial({}, 0)
    assert GAME.apply(start, Action("a1-a2", ("a1", "a2"), StoneMove(0, 7))) == play(start, "a1-a2")
    for wrong_action in (
        Action("a1-a2", ("b1", "b2"), None),
        Action("a7-a6", ("a7", "a6"), None),
        Action("a1-b2", ("a1", "b2"), None),
    ):
        with pytest.raises(IllegalAction):
            GAME.apply(start, wrong_action)


# --- move lists


def list_lines(start: State, moves: str) -> list[str]:
    """Return the lines of the move list of a game."""
    actions = []
    state = start
    for text in moves.split():
        actions.append(GAME.parse_action(state, text))
        state = GAME.apply(state, actions[-1])
    turns = move_list(GAME, start, actions)
    assert GAME.parse_moves(start, "\n".join(map(str, turns))) == tuple(actions)
    return [str(turn) for turn in turns]


def test_turn_is_written_without_its_end() -> None:
    """The move list omits the end of a turn, whether automatic or chosen by the player."""
    start = GAME.initial({}, 0)
    assert list_lines(start, "a1-a4 b1-b2 @d1-a4 c7-c5 end e1-e2 e2-e3 end") == [
        "a1-a4 b1-b2 @d1-a4",
        "c7-c5",
        "e1-e2 e2-e3",
    ]


def test_passed_turn_is_written() -> None:
    """The move list contains a passed turn, which would otherwise be invisible."""
    state = parse_state("r2R3/7/7/7/7/7/3G3")
    assert list_lines(state, "end a7-a6 end end a6-a7") == ["end", "a7-a6", "end", "a6-a7 …"]
    assert list_lines(parse_state("g2R3/7/7/7/7/7/3G3 g 11"), "end end") == ["end", "end"]


def test_unfinished_turn_is_marked() -> None:
    """A mark distinguishes an unfinished turn from a finished one."""
    start = GAME.initial({}, 0)
    assert list_lines(start, "a1-a4") == ["a1-a4 …"]
    assert list_lines(start, "a1-a4 end") == ["a1-a4"]
    assert list_lines(start, "a1-a4 end a7-a6 b7-b6") == ["a1-a4", "a7-a6 b7-b6 …"]
    assert list_lines(start, "") == []


def test_won_turn_is_not_marked_as_unfinished() -> None:
    assert list_lines(parse_state("r2R3/5g1/7/7/6g/7/G6"), "f6-g6 g6-g7 @a1-g7") == ["f6-g6 g6-g7 @a1-g7"]
    assert list_lines(parse_state("r2R2g/7/7/7/7/7/G6"), "@a1-g7") == ["@a1-g7"]


def test_items_carry_their_last_ply() -> None:
    """The item of the last move of a turn also includes the end of the turn."""
    start = GAME.initial({}, 0)
    actions = GAME.parse_moves(start, "a1-a4 @d1-a4\na7-a5\n")
    turns = move_list(GAME, start, actions)
    assert [action.text for action in actions] == ["a1-a4", "@d1-a4", "end", "a7-a5", "end"]
    assert [turn.items for turn in turns] == [((0, "a1-a4"), (2, "@d1-a4")), ((4, "a7-a5"),)]
    assert [turn.player for turn in turns] == [0, 1]


def test_list_accepts_any_spacing() -> None:
    """The parser ignores empty lines and extra spaces, and accepts a turn whose end is written out."""
    start = GAME.initial({}, 0)
    timeline = GAME.parse_moves(start, "a1-a4\na7-a5 …")
    assert GAME.parse_moves(start, "\n  a1-a4  end \r\n\n\ta7-a5 …\n\n") == timeline


@pytest.mark.parametrize(
    ("text", "kind", "where"),
    [
        ("a1-a4\na7-a9", ActionError, "line 2, move 1"),
        ("a1-a4 a2-a3", IllegalAction, "line 1, move 2"),
        ("a1-a4 b1-b2 @d1-a4 a7-a6", ActionError, "line 1, move 4"),
        ("a1-a4 … b1-b2", ActionError, "line 1, move 2"),
        ("a1-a4 …\n\na7-a6", ActionError, "line 1, move 2"),
        ("end", IllegalAction, "line 1, move 1"),
        ("a1-a4 end end", ActionError, "line 1, move 3"),
    ],
)
def test_error_gives_the_number_of_the_move(text: str, kind: type[Exception], where: str) -> None:
    """The error gives the numbers of the line and of the move, both counted from 1."""
    with pytest.raises(kind) as error_info:
        GAME.parse_moves(GAME.initial({}, 0), text)
    assert getattr(error_info.value, "where", "").startswith(where)


@given(st.text(st.sampled_from("abg127@-end …\n"), max_size=40))
def test_any_move_list_is_read_or_refused(text: str) -> None:
    """Every move list that the parser accepts is a playable game."""
    state = GAME.initial({}, 0)
    try:
        actions = GAME.parse_moves(state, text)
    except (ActionError, IllegalAction):
        return
    for action in actions:
        state = GAME.apply(state, action)
