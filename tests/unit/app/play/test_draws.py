"""Test draw offers: the responder can always answer, offers can be withdrawn, and each outcome has a notice."""

from __future__ import annotations

import pytest

from ruleboard.registry import GAMES
from tools.fake_browser import Tab

FLIP_SETTINGS = ("never", "turn", "face")


def begin_game(game: str, flip: str = "never", **options: str) -> Tab:
    """Return a tab with a new game whose players are the first of Ann, Bob, Cleo and Dora."""
    tab = Tab(address=f"#/new/{game}")
    tab.change("settings.choose.flip", flip)
    for option, value in options.items():
        tab.change(f"new_game.option.{option}", value)
    names = ("Ann", "Bob", "Cleo", "Dora")[: int(options.get("players", "2"))]
    tab.submit("new_game.begin", **{f"name_{number}": name for number, name in enumerate(names)})
    if tab.shows("play.uncover"):
        tab.click("play.uncover")
    return tab


def open_equilibrium(player_count: int = 2, flip: str = "never") -> Tab:
    """Return a tab with a new game of Equilibrium, in which Ann begins."""
    return begin_game("equilibrium", flip, players=str(player_count), start="1")


@pytest.mark.parametrize("flip", FLIP_SETTINGS)
@pytest.mark.parametrize("is_rotated", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_opponent_answers_draw_offer(game: str, flip: str, is_rotated: bool) -> None:
    tab = begin_game(game, flip)
    if is_rotated:
        tab.click("play.turn")
    tab.click("play.offer")
    assert tab.shows("play.answer", "no")
    assert tab.shows("play.withdraw")
    tab.click("play.answer", "yes")
    assert tab.stored_timeline.entries[-1] == "draw agreed"
    assert "Draw agreed." in tab.announcement


@pytest.mark.parametrize(("flip", "responder"), [("turn", "Red"), ("never", "Green"), ("face", "Green")])
def test_responder_gets_near_panel_on_narrow_screen(flip: str, responder: str) -> None:
    tab = begin_game("sensei", flip)
    tab.click("play.offer")
    (near_element,) = [element for element in tab.all("div") if element[1].get("class") == "side near"]
    assert [panel[1]["aria-label"].split(", ")[-1] for panel in near_element[2]] == [responder]


def find_nearest_piece(tab: Tab) -> str:
    """Return the piece in the corner nearest to the viewer, which is a1, or j8 if the board is rotated."""
    squares = {cell[1]["data-target"]: cell[1] for cell in tab.all("rect") if cell[1].get("role") == "gridcell"}
    return max((squares["a1"], squares["j8"]), key=lambda cell: int(cell["y"]))["aria-label"]


def test_rotating_board_faces_responder() -> None:
    """The board faces the player who must answer a draw offer, and then turns back to the player to move."""
    tab = begin_game("tensor-chess", "turn")
    assert "white" in find_nearest_piece(tab)
    tab.click("play.offer")
    assert "black" in find_nearest_piece(tab)
    tab.click("play.answer", "no")
    assert "white" in find_nearest_piece(tab)


@pytest.mark.parametrize("game", GAMES)
def test_draw_may_be_declined(game: str) -> None:
    tab = begin_game(game)
    tab.click("play.offer")
    tab.click("play.answer", "no")
    assert tab.timeline.outcome is None
    assert not tab.shows("play.answer")
    assert tab.text.count("Draw declined.") == 2, "in the announcement and on the page"


def test_declined_draw_is_announced_next_to_hint() -> None:
    tab = begin_game("sensei")
    tab.click("play.threats")
    threats = "I don’t see any threat right now"
    assert threats in tab.text
    tab.click("play.offer")
    tab.click("play.answer", "no")
    assert tab.text.count("Draw declined.") == 2, "in the announcement and on the page"
    assert threats in tab.text


@pytest.mark.parametrize("game", ["sensei", "tensor-cards"])
def test_page_without_threats_says_so_in_the_same_words(game: str) -> None:
    """All games report the absence of threats in the same words.

    They also fit the card game, in which the opponent's cards act in the same turn as the player's.
    """
    tab = begin_game(game)
    tab.click("play.threats")
    assert "any threat right now" in tab.text


@pytest.mark.parametrize("players", [3, 4])
def test_draw_needs_agreement_of_all_other_players(players: int) -> None:
    tab = open_equilibrium(players)
    responders = ("Bob", "Cleo", "Dora")[: players - 1]
    tab.click("play.offer")
    for name in responders:
        assert tab.timeline.outcome is None
        assert f"{name} decides." in tab.announcement
        assert f"{name} decides." in tab.text.replace(tab.announcement, "")
        tab.click("play.answer", "yes")
    assert tab.stored_timeline.entries[-1] == "draw agreed"


def test_one_refusal_declines_draw() -> None:
    tab = open_equilibrium(4)
    tab.click("play.offer")
    tab.click("play.answer", "yes")
    tab.click("play.answer", "no")
    assert not tab.shows("play.answer")
    tab.click("play.offer")
    assert "Bob decides." in tab.announcement, "agreement to an earlier offer does not count"


def test_next_player_answers_first() -> None:
    """After Bob's offer, Cleo answers first and then Ann."""
    tab = open_equilibrium(3)
    while tab.timeline.to_move != 1:
        action = tab.timeline.game.legal_actions(tab.timeline.state)[0]
        tab.touch(*action.targets)
    tab.click("play.offer")
    assert "Cleo decides." in tab.announcement
    tab.click("play.answer", "yes")
    assert "Ann decides." in tab.announcement


@pytest.mark.parametrize("game", GAMES)
def test_draw_offer_can_be_withdrawn(game: str) -> None:
    tab = begin_game(game)
    tab.click("play.offer")
    tab.click("play.withdraw")
    assert not tab.shows("play.answer")
    assert not tab.shows("play.withdraw")
    assert tab.text.count("Draw offer withdrawn.") == 2, "in the announcement and on the page"
    assert tab.timeline.outcome is None


def test_move_declines_open_offer_with_notice() -> None:
    for tab, targets in ((begin_game("sensei"), ("a1", "a4")), (begin_game("tensor-chess"), ("f2", "f3"))):
        tab.click("play.offer")
        tab.touch(*targets)
        assert not tab.shows("play.answer")
        assert tab.text.count("Draw declined. Play on.") == 2
        assert "Draw declined. Play on." in tab.announcement


def test_other_actions_stay_available_during_offer() -> None:
    tab = begin_game("sensei")
    tab.play("a1-a4")
    tab.click("play.offer")
    assert {"play.undo", "play.resign", "play.withdraw"} <= tab.buttons
    tab.click("play.offer")
    assert tab.shows("play.answer"), "the same offer is still open"
    tab.click("play.undo")
    assert not tab.shows("play.answer")
    assert "Draw declined. Play on." in tab.announcement


@pytest.mark.parametrize("flip", FLIP_SETTINGS)
@pytest.mark.parametrize("answer", ["play.answer", "play.withdraw"])
def test_refusal_during_offer_is_visible(flip: str, answer: str) -> None:
    """The refusal is visible next to the question, and disappears when the offer ends."""
    tab = begin_game("tensor-chess", flip)
    tab.click("play.offer")
    tab.touch("d4")
    refusal = tab.play_page.table.touches.refusal
    assert refusal is not None
    assert tab.text.count(refusal.sentence) >= 2, "in the announcement and on the page"
    tab.click(answer, "no" if answer == "play.answer" else "")
    assert refusal.sentence not in tab.text
    assert not tab.play_page.table.touches.refusal


def test_deselecting_and_looking_back_preserve_offer() -> None:
    tab = begin_game("sensei")
    tab.play("a1-a4")
    tab.click("play.offer")
    tab.touch("b1")
    tab.key("Escape")
    tab.key("Escape")
    assert tab.shows("play.answer")
    tab.click("play.look", "0")
    tab.click("play.now")
    assert tab.shows("play.answer")


def test_next_responder_gets_different_button() -> None:
    """The next responder gets a new button element, by which ``static/page/double_tap.js`` recognises a double tap."""
    tab = open_equilibrium(3)
    tab.click("play.offer")
    first = next(button for button in tab.all("button") if button[1].get("data-do") == "play.answer")
    tab.click("play.answer", "yes")
    assert tab.shows("play.answer", "yes")
    assert all(button is not first for button in tab.all("button"))


def test_draw_offer_is_not_saved() -> None:
    """An offer disappears when the page is reloaded, and the players can offer a draw again."""
    tab = begin_game("sensei")
    tab.click("play.offer")
    reloaded_tab = tab.reload()
    assert not reloaded_tab.shows("play.answer")
    assert reloaded_tab.shows("play.offer")
