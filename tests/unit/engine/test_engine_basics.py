"""Errors, actions, outcomes, turns and options."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Action, Choice, Option, Outcome, Turn
from ruleboard.engine.options import chosen


def test_an_error_says_what_where_and_what_was_expected() -> None:
    """As one sentence; parts that are not there leave no trace."""
    assert str(PositionError("there are 8 squares", where="rank 3", expected="7")) == (
        "rank 3: there are 8 squares (expected 7)"
    )
    assert str(ActionError("that is no move")) == "that is no move"


@pytest.mark.parametrize("kind", [PositionError, ActionError, IllegalAction, RecordError])
def test_the_place_of_an_error_can_be_narrowed(kind: type[RuleboardError]) -> None:
    """Its kind, words and expectation stay."""
    inner = kind("what", where="move 2", expected="this").within("line 3")
    assert type(inner) is kind
    assert (inner.what, inner.where, inner.expected) == ("what", "line 3, move 2", "this")
    assert kind("what").within("line 3").where == "line 3"


def test_winners_have_the_highest_return() -> None:
    """All of them in a draw, one in a ranking."""
    assert Outcome((1.0, -1.0), "").winners == (0,)
    assert Outcome((0.0, 0.0), "").winners == (0, 1)
    assert Outcome((0.0, 0.0), "").is_draw
    ranking = Outcome((-1.0, 1.0, 1.0, 0.0), "")
    assert ranking.winners == (1, 2)
    assert not ranking.is_draw


def test_a_turn_is_a_line() -> None:
    """Its label, if any, and its notations."""
    assert str(Turn("1.", 0, ((0, "a1-a2"), (1, "end")))) == "1. a1-a2 end"
    assert str(Turn("", None, ((0, "x"),))) == "x"


def test_actions_are_values() -> None:
    """Equal when all of them is; their text stands for them."""
    assert Action("a", ("a",)) == Action("a", ("a",))
    assert Action("a", ("a",)) != Action("a", ("a",), "capture")
    assert str(Action("a1-a2", ("a1", "a2"))) == "a1-a2"


OPTIONS = (Option("mode", "Mode", (Choice("calm", "Calm"), Choice("storm", "Storm"))),)


def test_options_are_completed() -> None:
    """The first choice is the default."""
    assert chosen(OPTIONS, {}) == {"mode": "calm"}
    assert chosen(OPTIONS, {"mode": "storm"}) == {"mode": "storm"}
    assert chosen((), {}) == {}


@pytest.mark.parametrize("given", [{"mode": "rain"}, {"mood": "calm"}, {"mode": "calm", "size": "7"}])
def test_unknown_options_are_refused(given: dict[str, str]) -> None:
    """Names and values the game does not have."""
    with pytest.raises(RecordError):
        chosen(OPTIONS, given)
    with pytest.raises(RecordError, match="no options"):
        chosen((), given)
