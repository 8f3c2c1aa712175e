"""Test that the number of steps in a hidden decision stays secret, since it would reveal the default army."""

from __future__ import annotations

import pytest

from tools.fake_browser import Tab, walk

BUILDING_CASE = ("tesulda", {"setup": "build"}, ("default", "done"), ("S>e1", "k>e1", "fill", "done"))
CARDS = ("tensor-cards", {}, ("lay r1 b2 y3",), ("put r1", "take r", "lay r1 b2 y3"))


def play_actions(tab: Tab, *texts: str) -> None:
    """Play actions by touching their targets."""
    for text in texts:
        table = tab.controller.table
        assert table
        (action,) = (action for action in table.actions if action.text == text)
        tab.touch(*action.targets)
        if tab.timeline is table.timeline:
            tab.click("play.choose", text)
        assert tab.timeline.ply == table.timeline.ply + 1


def open_tab_at_handover(game: str, options: dict[str, str], steps: tuple[str, ...]) -> Tab:
    """Return a tab that shows the hand-over screen after the first player's decision."""
    tab = Tab(address=f"#/new/{game}")
    for option, value in options.items():
        tab.send("do", f"new_game.option.{option}", value)
    tab.submit("new_game.begin")
    tab.click("play.uncover")
    play_actions(tab, *steps)
    return tab


def read_visible_page(tab: Tab) -> list[object]:
    """Return the content of the page and its address, without the id of the game."""
    page = [
        (tag, {name: str(value).replace(tab.game_id, "ID") for name, value in attrs.items()}, inside)
        for tag, attrs, inside in walk(tab.browser.page)
        if isinstance(inside, str) or not inside
    ]
    elements = [(tag, sorted(attrs.items())) for tag, attrs, _inside in walk(tab.browser.page)]
    return [page, str(elements).replace(tab.game_id, "ID"), tab.browser.address().replace(tab.game_id, "ID")]


@pytest.mark.parametrize(
    ("game", "options", "short_actions", "long_actions"), [BUILDING_CASE, CARDS], ids=["armies", "cards"]
)
def test_hidden_steps_are_inaccessible_at_handover(game, options, short_actions, long_actions):
    tabs = [open_tab_at_handover(game, options, steps) for steps in (short_actions, long_actions)]
    pages_by_tab: list[list[object]] = [[], []]
    for tab, snapshots in zip(tabs, pages_by_tab, strict=True):
        snapshots.append(read_visible_page(tab))
        for key in ("[", "[", "]", "]", "]"):
            tab.key(key)
            snapshots.append(read_visible_page(tab))
        tab.click("play.look", "0")
        snapshots.append(read_visible_page(tab))
        snapshots.append(read_visible_page(tab.reload()))
    assert tabs[0].timeline.ply != tabs[1].timeline.ply
    assert pages_by_tab[0] == pages_by_tab[1]


def test_hidden_steps_are_inaccessible_during_other_decision():
    game, options, short_actions, long_actions = BUILDING_CASE
    tabs = [open_tab_at_handover(game, options, steps) for steps in (short_actions, long_actions)]
    for tab in tabs:
        tab.click("play.uncover")
        play_actions(tab, "default")
        tab.key("[")
    assert read_visible_page(tabs[0]) == read_visible_page(tabs[1])


def test_revealed_steps_can_all_be_viewed():
    """After the reveal, players can view every step of both armies on the board."""
    game, options, short_actions, _long_actions = BUILDING_CASE
    tab = open_tab_at_handover(game, options, short_actions)
    tab.click("play.uncover")
    play_actions(tab, *short_actions)
    assert tab.timeline.ply == 4
    tab.key("[")
    assert tab.browser.address().endswith("/3")
    assert "3 of 4" in tab.announcement
