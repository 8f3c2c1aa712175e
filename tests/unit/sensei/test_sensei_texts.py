"""Test Sensei's texts for players: names, announcements, prompts and refusals."""

from __future__ import annotations

import pytest

from ruleboard.games.sensei import PACKAGE
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from tests.unit.sensei.positions import at, play

GAME = PACKAGE.game

EXPERT = "3R3/7/1o3o1/3o3/1o3o1/7/g2G3 g 21 arashi-expert"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("a1", "a1, green stone"),
        ("d1", "d1, green character on a stone"),
        ("d7", "d7, red character on a stone"),
        ("b3", "b3, pit"),
        ("c4", "c4, empty"),
    ],
)
def test_square_name_gives_its_pieces(target: str, words: str) -> None:
    """The name of a square includes its pieces."""
    assert GAME.name(at(EXPERT), target) == words


def test_button_label_names_its_effect() -> None:
    """The label says whether the button ends the turn or passes it."""
    assert GAME.name(at("r2R3/7/7/7/7/7/g2G3 g 11"), "do:end") == "End turn"
    assert GAME.name(at("r2R3/7/7/7/7/7/3G3"), "do:end") == "Pass"


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        ("3R3/7/7/7/7/7/g2G3", "a1-a4", "Green's stone goes from a1 to a4"),
        ("r2R3/7/7/7/7/7/g2G3 r", "a7-a4", "Red's stone goes from a7 to a4"),
        ("3R3/7/7/7/7/7/g2G3", "@d1-a1", "Green's character goes from d1 to a1"),
        ("g2R3/7/7/7/7/7/G6", "@a1-a7", "Green's character goes from a1 to a7 and wins"),
        ("3R3/7/7/7/7/7/g2G3 g 11", "end", "Green ends the turn"),
        ("r2R3/7/7/7/7/7/3G3", "end", "Green cannot move and passes"),
    ],
)
def test_actions_are_announced(position: str, action: str, words: str) -> None:
    """An announcement names the player, the piece, and the squares where it starts and ends."""
    state = at(position)
    assert GAME.describe(state, GAME.parse_action(state, action)) == words


@pytest.mark.parametrize(
    ("position", "prompt"),
    [
        ("3R3/g6/7/7/7/7/G6", "Move one or two stones, your character, or both."),
        ("3R3/6g/7/7/7/7/G6", "Move one or two stones."),
        ("3R3/6g/7/7/7/7/G6 g 11", "Move one more stone, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 11", "Move one more stone, move your character, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 01", "Move your character, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 20", "Move one or two stones, or end your turn."),
        ("3R3/6g/7/7/7/7/G6 g 10", "Move one more stone, or end your turn."),
        ("r2R3/7/7/7/7/7/G6 g 11", "End your turn."),
        ("r2R3/7/7/7/7/7/G6", "Pass, since nothing of yours can move."),
        ("3R3/7/7/7/7/7/G6", ""),
    ],
)
def test_prompt_names_the_legal_actions(position: str, prompt: str) -> None:
    """The prompt names only legal actions and is empty after the end."""
    assert GAME.prompt(at(position)) == prompt


@pytest.mark.parametrize(
    ("position", "touched", "reason"),
    [
        ("r2R3/7/7/7/7/7/g2G3", ("c4",), "There is no stone on c4."),
        ("r2R3/7/7/7/7/7/g2G3", ("a7",), "That stone is Red's, and it is Green's turn."),
        ("r2R3/7/7/7/7/r6/gr1G3", ("a1",), "This stone is shut in: there is no free square next to it."),
        ("r2R3/7/7/7/7/7/1g1G2r", ("a1",), "There is no stone on a1."),
        ("r2R3/7/g6/7/7/7/3G3", ("d1",), "Your character sees no other stone of yours in a free line."),
        ("r2R3/7/7/7/7/7/g2G3 g 20", ("d1",), "Your character has already moved this turn."),
        ("r2R3/7/7/7/7/7/g2G3 g 01", ("a1",), "You have already moved two stones this turn."),
        ("r2R3/7/7/7/7/7/g2G3", ("do:end",), "You must move a stone or your character before you end your turn."),
        ("r2R3/7/7/7/7/7/g2G3 g 11", ("a1", "do:end"), "Put down what you have taken up before you end your turn."),
        (EXPERT, ("b3",), "That is a pit: nothing ever stands there."),
        ("r2R3/7/7/7/7/7/g2G3", ("nowhere",), "There is no square 'nowhere' on this board."),
        ("3R3/7/7/7/7/7/3G3", ("d1",), "The game is over."),
    ],
)
def test_refusals_are_explained(position: str, touched: tuple[str, ...], reason: str) -> None:
    """Every refusal consists of one or more complete sentences."""
    assert GAME.explain(at(position), touched).sentence == reason


def test_modes_have_one_sentence_each() -> None:
    """Each mode has a title and one sentence of help, and the modes are in the order of the rulebook."""
    choices = GAME.options[0].choices
    assert [choice.value for choice in choices] == ["arashi", "shizukana", "shizukana-variant", "arashi-expert"]
    assert all(choice.help.endswith(".") and choice.help.count(".") == 1 for choice in choices)


def test_end_is_announced() -> None:
    won = GAME.outcome(play(at("g2R3/7/7/7/7/7/G6"), "@a1-a7"))
    assert won is not None
    assert won.reason == "Green wins: the character has reached Red's home row."
    outcome = GAME.outcome(at("7/7/7/rrRrrrr/ggGgggg/7/7 r 21"))
    assert outcome is not None
    assert outcome.reason == "Green wins: both sides' lines are unfair, and Green has just moved."


@pytest.mark.parametrize(
    ("board", "warned_side"),
    [
        ("3R3/7/7/r6/ggGgggg/7/7 g 21", None),
        ("3R3/7/7/rr5/ggGgggg/7/7 g 21", "Two red stones touch Green's line"),
        ("3R3/7/7/rr5/ggGgggg/7/7 r 21", "Two red stones touch Green's line"),
        ("rrrRrrr/g3g2/7/7/7/7/3G3 r 21", "Two green stones touch Red's line"),
        ("3R3/7/7/rr5/ggGggg1/7/7 g 21", None),  # the group does not reach file g: it is no line
    ],
)
def test_hint_warns_of_a_line_becoming_unfair(board: str, warned_side: str | None) -> None:
    """The hint warns if a third enemy stone in contact would make a line unfair (spec: Unfair game)."""
    state = GAME.parse_position(f"{board} arashi")
    picture = to_svg(PACKAGE.view.picture(state, 0, Marks()))
    prompt = GAME.prompt(state)
    assert warned_side in prompt if warned_side else "touch" not in prompt
    assert picture.count('class="warning"') == (2 if warned_side else 0)
