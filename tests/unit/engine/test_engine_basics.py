"""Test errors, actions, outcomes, turns and options."""

from __future__ import annotations

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, available_choices, resolve_options, select_available_choices


def test_error_reports_problem_position_and_expectation() -> None:
    """An error is one sentence with the problem, the position and the expectation, and omits missing parts cleanly."""
    assert str(PositionError("there are 8 squares", where="rank 3", expected="7")) == (
        "rank 3: there are 8 squares (expected 7)"
    )
    assert str(ActionError("that is no move")) == "that is no move"


@pytest.mark.parametrize("kind", [PositionError, ActionError, IllegalAction, RecordError])
def test_error_position_can_be_narrowed(kind: type[RuleboardError]) -> None:
    """An error with a more exact position keeps its type, its problem and its expectation."""
    inner = kind("what", where="move 2", expected="this").within("line 3")
    assert type(inner) is kind
    assert (inner.what, inner.where, inner.expected) == ("what", "line 3, move 2", "this")
    assert kind("what").within("line 3").where == "line 3"


def test_winners_have_the_highest_return() -> None:
    """In a draw all players are winners, in a ranking only one player is."""
    assert Outcome((1.0, -1.0), "").winners == (0,)
    assert Outcome((0.0, 0.0), "").winners == (0, 1)
    assert Outcome((0.0, 0.0), "").is_draw
    ranking_outcome = Outcome((-1.0, 1.0, 1.0, 0.0), "")
    assert ranking_outcome.winners == (1, 2)
    assert not ranking_outcome.is_draw


def test_turn_text_is_one_line() -> None:
    """The text of a turn consists of its label, if any, and the notations of its actions."""
    assert str(Turn("1.", 0, ((0, "a1-a2"), (1, "end")))) == "1. a1-a2 end"
    assert str(Turn("", None, ((0, "x"),))) == "x"


def test_actions_are_values() -> None:
    """Two actions with equal fields are equal, and ``str`` returns the text of an action."""
    assert Action("a", ("a",), None) == Action("a", ("a",), None)
    assert Action("a", ("a",), None) != Action("a", ("a",), None, "capture")
    assert str(Action("a1-a2", ("a1", "a2"), None)) == "a1-a2"


OPTIONS = (Option("mode", "Mode", (Choice("calm", "Calm"), Choice("storm", "Storm"))),)


CREW = (
    Option("crew", "Crew", (Choice("1", "One"), Choice("2", "Two"), Choice("3", "Three"))),
    Option("cook", "Cook", (Choice("a", "Ann"), Choice("b", "Bob", required_option=("crew", ("2", "3"))))),
)


def test_choice_offers_only_its_values() -> None:
    def read_cooks(crew: str) -> str:
        return "".join(choice.value for choice in available_choices(CREW[1], {"crew": crew, "cook": "a"}))

    assert [read_cooks(crew) for crew in "123"] == ["a", "ab", "ab"]
    assert available_choices(CREW[0], {"crew": "1", "cook": "b"}) == CREW[0].choices


def test_removed_choice_becomes_the_default() -> None:
    """An option with a removed value gets its default. Other values that are not offered stay valid in a record."""
    assert select_available_choices(CREW, {"crew": "1", "cook": "b"}) == {"crew": "1", "cook": "a"}
    assert select_available_choices(CREW, {"crew": "3", "cook": "b"}) == {"crew": "3", "cook": "b"}
    assert select_available_choices(CREW, {"crew": "1", "cook": "my own"}) == {
        "crew": "1",
        "cook": "my own",
    }
    assert resolve_options(CREW, {"crew": "1", "cook": "b"}) == {"crew": "1", "cook": "b"}


def test_missing_options_get_their_default() -> None:
    """A missing option gets its first value."""
    assert resolve_options(OPTIONS, {}) == {"mode": "calm"}
    assert resolve_options(OPTIONS, {"mode": "storm"}) == {"mode": "storm"}
    assert resolve_options((), {}) == {}


@pytest.mark.parametrize("options", [{"mode": "rain"}, {"mood": "calm"}, {"mode": "calm", "size": "7"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    """Options reject names and values that the game does not have."""
    with pytest.raises(RecordError):
        resolve_options(OPTIONS, options)
    with pytest.raises(RecordError, match="no options"):
        resolve_options((), options)
