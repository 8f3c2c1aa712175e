"""Test the facade of board games: what follows from a definition, and the errors for its author."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.engine.errors import IllegalAction, PositionError
from ruleboard.engine.game import Game
from ruleboard.own import Board, BoardGame, BoardGameError, Moves, Result, draw, package, won


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


def rules(**attributes: Any) -> Game[Any, Any]:
    """Return the rules of the game above with other attributes."""
    return package(type("Crossing", (Crossing,), attributes)()).game


def play(game: Game[Any, Any], *texts: str) -> Board:
    """Return the board after some actions."""
    board: Board = game.initial({}, 0)
    for text in texts:
        board = game.apply(board, game.parse_action(board, text))
    return board


def test_actions_follow_from_moves() -> None:
    game = rules()
    assert [action.text for action in game.legal_actions(play(game))] == ["a1-a2", "b1-b2"]
    middle = play(game, "a1-a2")
    kinds = {action.text: (action.targets, action.kind) for action in game.legal_actions(middle)}
    assert kinds == {
        "end": (("do:end",), "special"),
        "b1-b2": (("b1", "b2"), "go"),
        "a2-a3": (("a2", "a3"), "capture"),
    }


def test_position_text_remembers_the_turn() -> None:
    game = rules()
    board = play(game, "a1-a2")
    assert game.format_position(board) == "bb/w1/1w w+1 again"
    assert game.parse_position("bb/w1/1w w+1 again") == board
    assert game.key(board) is None
    assert game.key(play(game, "a1-a2", "end")) is not None


def test_turns_have_one_line_and_omit_the_end() -> None:
    game = rules()
    boards, actions = [play(game)], []
    for text in ("a1-a2", "end", "b3-b2", "b2-b1", "a2-a3"):
        actions.append(game.parse_action(boards[-1], text))
        boards.append(game.apply(boards[-1], actions[-1]))
    lines = [str(turn) for turn in game.format_moves(boards, actions)]
    assert lines == ["a1-a2", "b3-b2 b2-b1", "a2-a3 …"]
    assert game.parse_moves(boards[0], "\n".join(lines)) == tuple(actions)


def test_refusals_name_pieces_and_squares() -> None:
    game = rules()
    board = play(game)
    sentences = [
        game.explain(board, targets).sentence for targets in (("a3",), ("a1", "b2"), ("a2",), ("do:end",), ("a1", "a3"))
    ]
    assert len(set(sentences)) == len(sentences)
    assert all("a1" in sentence for sentence in (sentences[1], sentences[4]))
    assert rules(refuse=lambda self, board, touches: "No.").explain(board, ("a2",)).sentence == "No."
    with pytest.raises(IllegalAction):
        game.parse_action(board, "a1-b2")


def test_side_without_moves_loses() -> None:
    game = rules(result=lambda self, board: None)
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
    with pytest.raises(PositionError) as failure:
        rules().parse_position(text)
    assert failure.value.where == where


def test_fault_rejects_positions() -> None:
    game = rules(fault=lambda self, board: "too many pieces" if len(board.where("w")) > 1 else "")
    assert game.parse_position("bb/2/1w w")
    with pytest.raises(PositionError):
        game.parse_position("bb/2/ww w")


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
    with pytest.raises(BoardGameError) as failure:
        rules(**attributes)
    assert failure.value.what
    assert failure.value.where == where


@pytest.mark.parametrize(("name", "intended"), [("look", "looks"), ("grond", "ground"), ("promt", "prompt")])
def test_misspelled_attributes_raise(name: str, intended: str) -> None:
    with pytest.raises(BoardGameError) as failure:
        rules(**{name: {}})
    assert failure.value.expected == intended


def test_helper_methods_have_any_names() -> None:
    assert rules(reachable=lambda self, board: (), home_row="a1")


def test_class_in_place_of_game_raises() -> None:
    game_class: Any = Crossing
    with pytest.raises(BoardGameError) as failure:
        package(game_class)
    assert failure.value.expected


@pytest.mark.parametrize(
    "use",
    [
        lambda board: board.step("a1", "up"),
        lambda board: board.around("a1", (0, 1)),
        lambda board: board.slides("a1", (0, 1)),
        lambda board: board.ray("a1", 1),
    ],
)
def test_wrong_directions_raise(use: Any) -> None:
    with pytest.raises(BoardGameError) as failure:
        use(play(rules()))
    assert failure.value.expected


@pytest.mark.parametrize("touches", [(), "A button", "z9", 3, ("a1", None)])
def test_wrong_touches_raise(touches: object) -> None:
    check_wrong_move(lambda self, board: [(touches, board)])


@pytest.mark.parametrize("item", ["a1", None, ("a1", None), ("a1", "b1", "c1")])
def test_moves_that_are_no_pairs_raise(item: object) -> None:
    check_wrong_move(lambda self, board: [item])


def test_moves_without_result_raise() -> None:
    check_wrong_move(lambda self, board: None)


def check_wrong_move(moves: object) -> None:
    """Check that the error for a wrong move says where it is, and what was expected."""
    game = rules(moves=moves)
    with pytest.raises(BoardGameError) as failure:
        game.legal_actions(game.initial({}, 0))
    assert failure.value.where == "moves"
    assert failure.value.expected


def test_same_touches_with_two_boards_raise() -> None:
    game = rules(moves=lambda self, board: [("a2", board.put("a2", "w")), ("a2", board.passed)])
    with pytest.raises(BoardGameError):
        game.legal_actions(game.initial({}, 0))


@pytest.mark.parametrize("result", ["White wins", won(2, "Somebody wins."), won(0, "White wins.", ["z9"]), 1])
def test_wrong_results_raise(result: object) -> None:
    game = rules(result=lambda self, board: result)
    with pytest.raises(BoardGameError):
        game.outcome(game.initial({}, 0))
