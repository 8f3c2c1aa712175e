"""Test the facade of board games: what follows from a definition, and the errors for its author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ruleboard.engine.errors import IllegalAction, PositionError, RecordError
from ruleboard.engine.game import Game
from ruleboard.own import Board, BoardGame, BoardGameError, Moves, Result, draw, package, won
from ruleboard.scene.marks import Marks
from tests.support.pictures import find_targets


class Crossing(BoardGame):
    """A piece steps forward or captures; a turn has up to two actions, and a button ends it."""

    title = "Crossing"
    start = "bb / .. / ww"
    sides = {"White": "w", "Black": "b"}  # noqa: RUF012
    pieces = {"w": "a white piece", "b": "a black piece"}  # noqa: RUF012
    buttons = {"end": "Stop here"}  # noqa: RUF012

    def moves(self, board: Board) -> Moves:
        if board.note:
            yield "end", board.passed
        for start in board.where(board.letters):
            end = board.step(start, (0, 1 if board.side == 0 else -1))
            if end and board[end] not in board.letters:
                after = board.move(start, end)
                yield (start, end), after.passed if board.note else after.noted("again")

    def result(self, board: Board) -> Result | None:
        return None if board.where("w") and board.where("b") else draw("A side has no pieces left.")


def create_rules(**attributes: Any) -> Game[Any, Any]:
    """Return the rules of the game above with other attributes."""
    return package(type("Crossing", (Crossing,), attributes)()).game


def play(game: Game[Any, Any], *texts: str) -> Board:
    """Return the board after some actions."""
    board: Board = game.initial({}, 0)
    for text in texts:
        board = game.apply(board, game.parse_action(board, text))
    return board


def test_actions_follow_from_moves() -> None:
    game = create_rules()
    assert [action.text for action in game.legal_actions(play(game))] == ["a1-a2", "b1-b2"]
    middle = play(game, "a1-a2")
    kinds = {action.text: (action.targets, action.kind) for action in game.legal_actions(middle)}
    assert kinds == {
        "end": (("do:end",), "special"),
        "b1-b2": (("b1", "b2"), "go"),
        "a2-a3": (("a2", "a3"), "capture"),
    }


def test_position_text_remembers_the_turn() -> None:
    game = create_rules()
    board = play(game, "a1-a2")
    assert game.format_position(board) == "bb/w1/1w w+1 again"
    assert game.parse_position("bb/w1/1w w+1 again") == board
    assert game.key(board) is None
    assert game.key(play(game, "a1-a2", "end")) is not None


def test_turns_have_one_line_and_omit_the_end() -> None:
    game = create_rules()
    boards, actions = [play(game)], []
    for text in ("a1-a2", "end", "b3-b2", "b2-b1", "a2-a3"):
        actions.append(game.parse_action(boards[-1], text))
        boards.append(game.apply(boards[-1], actions[-1]))
    lines = [str(turn) for turn in game.format_moves(boards, actions)]
    assert lines == ["a1-a2", "b3-b2 b2-b1", "a2-a3 …"]
    assert game.parse_moves(boards[0], "\n".join(lines)) == tuple(actions)


def test_refusals_name_pieces_and_squares() -> None:
    game = create_rules()
    board = play(game)
    sentences = [
        game.explain(board, targets).sentence for targets in (("a3",), ("a1", "b2"), ("a2",), ("do:end",), ("a1", "a3"))
    ]
    assert len(set(sentences)) == len(sentences)
    assert all("a1" in sentence for sentence in (sentences[1], sentences[4]))
    assert create_rules(refuse=lambda self, board, touches: "No.").explain(board, ("a2",)).sentence == "No."
    with pytest.raises(IllegalAction):
        game.parse_action(board, "a1-b2")


def test_side_without_moves_loses() -> None:
    game = create_rules(result=lambda self, board: None)
    outcome = game.outcome(game.parse_position("ww/2/2 w"))
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "Black" in outcome.reason


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("bb/2 w", "board"),
        ("bb/2/w w", "rank 1"),
        ("bb/2/wx w", "rank 1"),
        ("bb/2/#w w", "rank 1"),
        ("bb/2/ww x", "side"),
        ("bb/2/ww", ""),
        ("bb/2/ww w one two", ""),
    ],
)
def test_wrong_positions_raise(text: str, where: str) -> None:
    with pytest.raises(PositionError) as error_info:
        create_rules().parse_position(text)
    assert error_info.value.where == where


def test_fault_rejects_positions() -> None:
    game = create_rules(fault=lambda self, board: "too many pieces" if len(board.where("w")) > 1 else "")
    assert game.parse_position("bb/2/1w w")
    with pytest.raises(PositionError):
        game.parse_position("bb/2/ww w")


def test_fault_comes_before_methods_that_cannot_handle_the_position() -> None:
    game = create_rules(
        fault=lambda self, board: "" if board.where("w") else "no white piece",
        result=lambda self, board: won(0, "So.", [board.where("w")[0]]),
    )
    with pytest.raises(PositionError, match="no white piece"):
        game.parse_position("bb/2/2 w")


def test_result_says_that_the_winner_has_won() -> None:
    game = create_rules(result=lambda self, board: won(1, "{side}: so it is."))
    outcome = game.outcome(game.parse_position("ww/2/2 w"))
    assert outcome is not None
    assert not outcome.reason.startswith("Black:")
    assert outcome.reason.endswith(": so it is.")


@pytest.mark.parametrize(
    ("attributes", "where"),
    [
        ({"title": ""}, "title"),
        ({"start": "bb/wx"}, "start, rank 1"),
        ({"start": "bb/w"}, "start, rank 1"),
        ({"start": "##/##"}, "start"),
        ({"sides": {"White": "w"}}, "sides"),
        ({"sides": {"White": "w", "Black": "w"}}, "sides"),
        ({"sides": {"White": "w", "Black": "q"}}, "sides"),
        ({"sides": ["White", "Black"]}, "sides"),
        ({"pieces": {"w": "white", "b": "black", "#": "wall"}}, "pieces"),
        ({"pieces": {"w": "white", "b": 3}}, "pieces"),
        ({"shape": "triangles"}, "shape"),
        ({"ground": "sea"}, "ground"),
        ({"borders": {"red": "north"}}, "borders"),
        ({"tints": {"pink": "a1"}}, "tints"),
        ({"buttons": {"End it": "End"}}, "buttons"),
    ],
)
def test_wrong_attributes_name_themselves(attributes: dict[str, Any], where: str) -> None:
    with pytest.raises(BoardGameError) as error_info:
        create_rules(**attributes)
    assert error_info.value.what
    assert error_info.value.where == where


@pytest.mark.parametrize(("name", "intended_name"), [("look", "looks"), ("grond", "ground"), ("promt", "prompt")])
def test_misspelled_attributes_raise(name: str, intended_name: str) -> None:
    with pytest.raises(BoardGameError) as error_info:
        create_rules(**{name: {}})
    assert error_info.value.expected == intended_name


def test_helper_methods_have_any_names() -> None:
    assert create_rules(reachable=lambda self, board: (), home_row="a1")


def test_class_in_place_of_game_raises() -> None:
    game_class: Any = Crossing
    with pytest.raises(BoardGameError) as error_info:
        package(game_class)
    assert error_info.value.expected


@pytest.mark.parametrize(
    "use_directions",
    [
        lambda board: board.step("a1", "up"),
        lambda board: board.around("a1", (0, 1)),
        lambda board: board.slides("a1", (0, 1)),
        lambda board: board.ray("a1", 1),
    ],
)
def test_wrong_directions_raise(use_directions: Any) -> None:
    with pytest.raises(BoardGameError) as error_info:
        use_directions(play(create_rules()))
    assert error_info.value.expected


@pytest.mark.parametrize("touches", [(), "A button", "z9", 3, ("a1", None)])
def test_wrong_touches_raise(touches: object) -> None:
    check_wrong_move(lambda self, board: [(touches, board)])


@pytest.mark.parametrize("item", ["a1", None, ("a1", None), ("a1", "b1", "c1")])
def test_moves_that_are_not_pairs_raise(item: object) -> None:
    check_wrong_move(lambda self, board: [item])


def test_moves_without_result_raise() -> None:
    check_wrong_move(lambda self, board: None)


def check_wrong_move(moves: object) -> None:
    """Check that the error for a wrong move says where it is, and what was expected."""
    game = create_rules(moves=moves)
    with pytest.raises(BoardGameError) as error_info:
        game.legal_actions(game.initial({}, 0))
    assert error_info.value.where == "moves"
    assert error_info.value.expected


def test_moves_with_same_touches_and_different_boards_raise() -> None:
    game = create_rules(moves=lambda self, board: [("a2", board.put("a2", "w")), ("a2", board.passed)])
    with pytest.raises(BoardGameError):
        game.legal_actions(game.initial({}, 0))


@pytest.mark.parametrize("result", ["White wins", won(2, "Somebody wins."), won(0, "White wins.", ["z9"]), 1])
def test_wrong_results_raise(result: object) -> None:
    game = create_rules(result=lambda self, board: result)
    with pytest.raises(BoardGameError):
        game.outcome(game.initial({}, 0))


class Camps(BoardGame):
    """Pieces leave the board; the options set the players and the size, and dice decide."""

    title = "Camps"
    start = "3 / abc"
    sides = {"A": "a", "B": "b", "C": "c"}  # noqa: RUF012
    pieces = {"a": "a ship", "b": "a boat", "c": "a raft", "d": "a crown"}  # noqa: RUF012
    options = {"players": {"3": "Three", "2": "Two"}, "size": {"3": "Small", "5": "Large"}}  # noqa: RUF012
    buttons = {"roll": "Roll", "drop": "Put"}  # noqa: RUF012
    chance = True

    def start_for(self, options: Mapping[str, str]) -> str:
        letters = "abc"[: int(options["players"])]
        return f"{options['size']} / {letters}{int(options['size']) - len(letters) or ''}"

    def moves(self, board: Board) -> Moves:
        number, after = board.roll(6)
        yield "roll", after.noted(str(number))
        for square in board.where(board.letters):
            yield square, board.take(square, "d").passed
        for square in board.empty if board.hand else ():
            yield ("drop", square), board.drop("d", square).passed

    def result(self, board: Board) -> Result | None:
        return won(2, "{side} is last.") if not board.where("ab") and not board.hands else None

    def marks(self, board: Board) -> Mapping[str, Sequence[str]]:
        return {"a camp": board.where("abc")}


def test_options_choose_sides_and_board() -> None:
    game = package(Camps()).game
    small_state, large_state = game.initial({}, 0), game.initial({"players": "2", "size": "5"}, 0)
    assert (game.players, game.sides(small_state), game.sides(large_state)) == (
        range(2, 4),
        ("A", "B", "C"),
        ("A", "B"),
    )
    assert (len(small_state.squares), len(large_state.squares), large_state.options["size"]) == (6, 10, "5")
    text = game.format_position(large_state)
    assert game.parse_position(text) == large_state
    assert game.parse_position(text.replace("players=2;", "").replace("ab3", "abc2")) != large_state
    with pytest.raises(RecordError):
        game.initial({"size": "4"}, 0)


def test_returns_of_several_sides_have_sum_zero() -> None:
    outcome = package(Camps()).game.outcome(package(Camps()).game.parse_position("3/2c a"))
    assert outcome is not None
    assert outcome.returns == (-0.5, -0.5, 1.0)


def test_hands_are_in_texts_and_trays() -> None:
    game = package(Camps())
    board = play(game.game, "a1", "b1", "c1", "drop-b2")
    assert (board.hands, board["b2"], board.side) == (("", "d", "d"), "d", 1)
    assert "a=" not in game.game.format_position(board)
    assert game.game.parse_position(game.game.format_position(board)) == board
    assert game.view.tray(board, 0) is None
    tray = game.view.tray(board, 1)
    assert tray is not None
    assert "a crown" in tray.attrs["aria-label"]
    with pytest.raises(BoardGameError):
        board.drop("c", "a1")
    with pytest.raises(BoardGameError):
        board.passed_to(3)


def test_chance_depends_on_the_seed_and_is_hidden() -> None:
    game = package(Camps()).game
    states = [game.initial({}, seed) for seed in range(20)]
    notes_of_rolls = {game.apply(state, game.parse_action(state, "roll")).note for state in states}
    assert len(notes_of_rolls) > 3
    assert len({game.view(state, None) for state in states}) == len({game.key(state) for state in states}) == 1
    roll_action = game.parse_action(states[0], "roll")
    assert game.reveals(states[0], roll_action)
    assert not game.reveals(states[0], game.parse_action(states[0], "a1"))
    assert len({game.describe(state, game.parse_action(state, "roll")) for state in states}) == 1
    assert game.legal_actions(game.view(states[0], 0)) == game.legal_actions(states[0])
    assert {game.with_hidden_redealt(states[0], seed) for seed in range(2)}.isdisjoint(states)
    with pytest.raises(BoardGameError):
        play(create_rules()).roll(6)


def test_marks_of_the_author_are_drawn_and_named() -> None:
    game = package(Camps())
    board = play(game.game)
    labels = {
        name: node.attrs["aria-label"] for name, node in find_targets(game.view.picture(board, 0, Marks())).items()
    }
    assert {name for name, label in labels.items() if label.endswith("a camp")} == {"a1", "b1", "c1"}
    marked_package = package(type("Camps", (Camps,), {"marks": lambda self, board: {"x": ["z9"]}})())
    with pytest.raises(BoardGameError):
        marked_package.view.picture(board, 0, Marks())


@pytest.mark.parametrize(
    ("attributes", "where"),
    [
        ({"options": {"Size": {"3": "Small"}}}, "options"),
        ({"options": {"size": {}}}, "options"),
        ({"options": {"size": {"a=b": "Small"}}}, "options"),
        ({"options": {"players": {"4": "Four"}}}, "options"),
        ({"view": lambda self, board, side: board}, "redeal"),
        ({"start_for": lambda self, options: None}, "start_for"),
    ],
)
def test_wrong_options_and_views_raise(attributes: dict[str, Any], where: str) -> None:
    with pytest.raises(BoardGameError) as error_info:
        package(type("Camps", (Camps,), attributes)())
    assert error_info.value.where == where


@pytest.mark.parametrize(
    "extras", ["[size=4]", "[size=5;size=5]", "[x]", "[q=dd]", "[a=z]", "[seed=0]", "[seed=x]", "[a=]"]
)
def test_wrong_extras_of_positions_raise(extras: str) -> None:
    with pytest.raises(PositionError) as error_info:
        package(Camps()).game.parse_position(f"3/abc a {extras}")
    assert error_info.value.where == "the part in brackets"
