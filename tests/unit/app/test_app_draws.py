"""A draw that is offered: whoever has to answer can, the offer can be withdrawn, and nothing ends it silently."""

from __future__ import annotations

import pytest

from ruleboard.games.registry import GAMES
from tests.unit.app.fake_browser import Tab

FLIPS = ("never", "turn", "face")


def begin(game: str, flip: str = "never", **options: str) -> Tab:
    """A tab at the table of a new game of Ann, Bob, Cleo and Dora, as many as there are."""
    tab = Tab(address="#/settings")
    tab.change("set-flip", flip)
    tab.visit(f"#/new/{game}")
    for option, value in options.items():
        tab.change(f"draft-option-{option}", value)
    names = ("Ann", "Bob", "Cleo", "Dora")[: int(options.get("players", "2"))]
    tab.submit("begin", **{f"name_{number}": name for number, name in enumerate(names)})
    if tab.shows("uncover"):
        tab.click("uncover")
    return tab


def equilibrium(players: int = 2, flip: str = "never") -> Tab:
    """A game of Equilibrium in which everybody takes their first turn; Ann begins."""
    return begin("equilibrium", flip, players=str(players), start="1")


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_draw_between_two_is_answered(game: str, flip: str, turned: bool) -> None:
    tab = begin(game, flip)
    if turned:
        tab.click("turn")
    tab.click("offer")
    assert tab.shows("answer", "no")
    assert tab.shows("withdraw")
    tab.click("answer", "yes")
    assert tab.stored.entries[-1] == "draw agreed"
    assert "Draw agreed." in tab.announced


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_may_be_declined(game: str) -> None:
    tab = begin(game)
    tab.click("offer")
    tab.click("answer", "no")
    assert tab.timeline.outcome is None
    assert not tab.shows("answer")
    assert tab.text.count("The draw is declined.") == 2, "it is announced, and stands on the page"


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_else_must_agree(players: int) -> None:
    tab = equilibrium(players)
    others = ("Bob", "Cleo", "Dora")[: players - 1]
    tab.click("offer")
    for name in others:
        assert tab.timeline.outcome is None
        assert f"{name} decides." in tab.announced
        assert f"{name} decides." in tab.text.replace(tab.announced, "")
        tab.click("answer", "yes")
    assert tab.stored.entries[-1] == "draw agreed"


def test_one_who_declines_is_enough() -> None:
    tab = equilibrium(4)
    tab.click("offer")
    tab.click("answer", "yes")
    tab.click("answer", "no")
    assert not tab.shows("answer")
    tab.click("offer")
    assert "Bob decides." in tab.announced, "who has agreed to another offer is asked again"


def test_it_is_always_the_next_player_who_answers() -> None:
    """Bob has the turn: Cleo is next, then Ann."""
    tab = equilibrium(3)
    while tab.timeline.to_move != 1:
        action = tab.timeline.game.legal_actions(tab.timeline.state)[0]
        tab.touch(*action.targets)
    tab.click("offer")
    assert "Cleo decides." in tab.announced
    tab.click("answer", "yes")
    assert "Ann decides." in tab.announced


@pytest.mark.parametrize("game", GAMES)
def test_the_offer_can_be_withdrawn(game: str) -> None:
    tab = begin(game)
    tab.click("offer")
    tab.click("withdraw")
    assert not tab.shows("answer")
    assert not tab.shows("withdraw")
    assert tab.text.count("The draw offer is withdrawn.") == 2, "it is announced, and stands on the page"
    assert tab.timeline.outcome is None


def test_a_move_made_meanwhile_declines_it_and_says_so() -> None:
    for tab, targets in ((begin("sensei"), ("a1", "a4")), (begin("tensor-chess"), ("f2", "f3"))):
        tab.click("offer")
        tab.touch(*targets)
        assert not tab.shows("answer")
        assert tab.text.count("The draw offer is declined: the game goes on.") == 2
        assert "The draw offer is declined: the game goes on." in tab.announced


def test_what_can_be_done_besides_stays_in_reach() -> None:
    tab = begin("sensei")
    tab.play("a1-a4")
    tab.click("offer")
    assert {"undo", "resign", "withdraw"} <= tab.buttons
    tab.click("offer")
    assert tab.shows("answer"), "the same offer still waits"
    tab.click("undo")
    assert not tab.shows("answer")
    assert "The draw offer is declined: the game goes on." in tab.announced


def test_putting_down_and_looking_back_leave_the_offer() -> None:
    tab = begin("sensei")
    tab.play("a1-a4")
    tab.click("offer")
    tab.touch("b1")
    tab.key("Escape")
    tab.key("Escape")
    assert tab.shows("answer")
    tab.click("look", "0")
    tab.click("now")
    assert tab.shows("answer")


def test_the_next_player_answers_with_another_button() -> None:
    """The second tap of a double tap is told from the first by the element it meets (``act`` in page.js)."""
    tab = equilibrium(3)
    tab.click("offer")
    first = next(button for button in tab.all("button") if button[1].get("data-do") == "answer")
    tab.click("answer", "yes")
    assert tab.shows("answer", "yes")
    assert all(button is not first for button in tab.all("button"))


def test_an_offer_is_not_kept() -> None:
    """It is a word between those who sit there; after a reload it can be made again."""
    tab = begin("sensei")
    tab.click("offer")
    again = tab.reloaded()
    assert not again.shows("answer")
    assert again.shows("offer")
