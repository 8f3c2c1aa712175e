"""Test Sensei's texts for players: names, announcements, prompts and refusals."""

from __future__ import annotations

import pytest

from ruleboard.games.sensei import PACKAGE
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from tests.unit.sensei.positions import parse_state, play

GAME = PACKAGE.game

EXPERT_POSITION = "3R3/7/1o3o1/3o3/1o3o1/7/g2G3 g 21 arashi-expert"


@pytest.mark.parametrize(
    ("target", "expected_text"),
    [
        ("a1", "a1, green stone"),
        ("d1", "d1, green character"),
        ("d7", "d7, red character"),
        ("b3", "b3, pit"),
        ("c4", "c4, empty"),
    ],
)
def test_square_name_gives_its_pieces(target: str, expected_text: str) -> None:
    """The name of a square includes its pieces."""
    assert GAME.name(parse_state(EXPERT_POSITION), target) == expected_text


def test_button_label_names_its_effect() -> None:
    """The label says whether the button ends the turn or passes it."""
    assert GAME.name(parse_state("r2R3/7/7/7/7/7/g2G3 g 11"), "do:end") == "End turn"
    assert GAME.name(parse_state("r2R3/7/7/7/7/7/3G3"), "do:end") == "Pass"


@pytest.mark.parametrize(
    ("position", "action", "expected_text"),
    [
        ("3R3/7/7/7/7/7/g2G3", "a1-a4", "Green moves the stone on a1 to a4"),
        ("r2R3/7/7/7/7/7/g2G3 r", "a7-a4", "Red moves the stone on a7 to a4"),
        ("3R3/7/7/7/7/7/g2G3", "@d1-a1", "Green’s character leaps from d1 to a1"),
        ("g2R3/7/7/7/7/7/G6", "@a1-a7", "Green’s character leaps from a1 to a7 and wins"),
        ("3R3/7/7/7/7/7/g2G3 g 11", "end", "Green ends the turn"),
        ("r2R3/7/7/7/7/7/3G3", "end", "Green can’t move and passes"),
    ],
)
def test_actions_are_announced(position: str, action: str, expected_text: str) -> None:
    """An announcement names the player, the piece, and the squares where it starts and ends."""
    state = parse_state(position)
    assert GAME.describe(state, GAME.parse_action(state, action)) == expected_text


@pytest.mark.parametrize(
    ("position", "prompt"),
    [
        ("3R3/g6/7/7/7/7/G6", "Make 1 or 2 stone moves, leap, or do both."),
        ("3R3/6g/7/7/7/7/G6", "Make 1 or 2 stone moves."),
        ("3R3/6g/7/7/7/7/G6 g 11", "Make one more stone move, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 11", "Make one more stone move, leap, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 01", "Leap with your character, or end your turn."),
        ("3R3/g6/7/7/7/7/G6 g 20", "Make 1 or 2 stone moves, or end your turn."),
        ("3R3/6g/7/7/7/7/G6 g 10", "Make one more stone move, or end your turn."),
        ("r2R3/7/7/7/7/7/G6 g 11", "End your turn."),
        ("r2R3/7/7/7/7/7/G6", "You can’t move anything, so pass."),
        ("3R3/7/7/7/7/7/G6", ""),
    ],
)
def test_prompt_names_the_legal_actions(position: str, prompt: str) -> None:
    """The prompt names only legal actions and is empty after the end."""
    assert GAME.prompt(parse_state(position)) == prompt


@pytest.mark.parametrize(
    ("position", "touched_targets", "reason"),
    [
        ("r2R3/7/7/7/7/7/g2G3", ("c4",), "There’s no stone on c4."),
        ("r2R3/7/7/7/7/7/g2G3", ("a7",), "That’s Red’s stone, and you’re Green."),
        ("r2R3/7/7/7/7/r6/gr1G3", ("a1",), "This stone is blocked on every side."),
        ("r2R3/7/7/7/7/7/1g1G2r", ("a1",), "There’s no stone on a1."),
        ("r2R3/7/g6/7/7/7/3G3", ("d1",), "Your character can’t reach any of your other stones."),
        ("r2R3/7/7/7/7/7/g2G3 g 20", ("d1",), "Your character has already leapt this turn."),
        ("r2R3/7/7/7/7/7/g2G3 g 01", ("a1",), "You’ve already used both stone moves this turn."),
        ("r2R3/7/7/7/7/7/g2G3", ("do:end",), "Move a stone or leap before you end your turn."),
        ("r2R3/7/7/7/7/7/g2G3 g 11", ("a1", "do:end"), "Put down what you picked up before you end your turn."),
        (EXPERT_POSITION, ("b3",), "That’s a pit, and nothing can stand there."),
        ("r2R3/7/7/7/7/7/g2G3", ("nowhere",), "This board has no square 'nowhere'."),
        ("3R3/7/7/7/7/7/3G3", ("d1",), "The game is over."),
    ],
)
def test_refusals_are_explained(position: str, touched_targets: tuple[str, ...], reason: str) -> None:
    """Every refusal consists of one or more complete sentences."""
    assert GAME.explain(parse_state(position), touched_targets).sentence == reason


def test_modes_have_one_sentence_each() -> None:
    """Each mode has a title and one sentence of help, and the modes are in the order of the rulebook."""
    choices = GAME.options[0].choices
    assert [choice.value for choice in choices] == ["arashi", "shizukana", "shizukana-variant", "arashi-expert"]
    assert all(choice.help.endswith(".") and choice.help.count(".") == 1 for choice in choices)


def test_end_is_announced() -> None:
    win_outcome = GAME.outcome(play(parse_state("g2R3/7/7/7/7/7/G6"), "@a1-a7"))
    assert win_outcome is not None
    assert win_outcome.reason == "Green wins: their character reached the far edge."
    outcome = GAME.outcome(parse_state("7/7/7/rrRrrrr/ggGgggg/7/7 r 21"))
    assert outcome is not None
    assert outcome.reason == "Green wins: both lines are unfair, and Green just moved."


@pytest.mark.parametrize(
    "position",
    [
        pytest.param("G2R3/7/7/7/7/7/g6 g 20", id="home row"),
        pytest.param("3R3/7/7/rrr4/ggGgggg/7/7 g 21", id="unfair"),
        pytest.param("7/7/7/rrRrrrr/ggGgggg/7/7 r 21", id="both unfair"),
    ],
)
def test_end_speaks_to_each_player(position: str) -> None:
    """The winner reads "You win", the loser reads who wins, and the neutral sentence names the winner."""
    outcome = GAME.outcome(parse_state(position))
    assert outcome is not None
    (winner,) = outcome.winners
    name = GAME.side_names[winner]
    assert outcome.reason_for(winner).startswith("You win: ")
    assert outcome.reason_for(1 - winner).startswith(f"{name} wins: ")
    assert outcome.reason_for(None).startswith(f"{name} wins: ")


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("3R3/7/7/7/7/7/g2G3", "a1-a4"),
        ("3R3/7/7/7/7/7/g2G3", "@d1-a1"),
        ("g2R3/7/7/7/7/7/G6", "@a1-a7"),
        ("3R3/7/7/7/7/7/g2G3 g 11", "end"),
        ("r2R3/7/7/7/7/7/3G3", "end"),
    ],
)
def test_announcement_speaks_to_the_mover(position: str, action: str) -> None:
    """The announcement says "you" only to the player who moves."""
    state = parse_state(position)
    move = GAME.parse_action(state, action)
    assert GAME.describe(state, move, 0).startswith("you ")
    assert GAME.describe(state, move, 1) == GAME.describe(state, move)


@pytest.mark.parametrize(
    ("board", "warned_side"),
    [
        ("3R3/7/7/r6/ggGgggg/7/7 g 21", None),
        ("3R3/7/7/rr5/ggGgggg/7/7 g 21", "touch your line"),
        ("3R3/7/7/rr5/ggGgggg/7/7 r 21", "touch your opponent’s line"),
        ("rrrRrrr/g3g2/7/7/7/7/3G3 r 21", "touch your line"),
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
