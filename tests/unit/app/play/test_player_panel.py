"""A button under a player's hand stays itself: none turns into another that is drawn in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ruleboard.app.play import endings, gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.play.action_buttons import choices
from ruleboard.app.play.player_panel import controls
from ruleboard.app.play.session import open_table
from ruleboard.app.play.table import Table
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES
from ruleboard.scene.diff import diff
from ruleboard.scene.node import Node


def table(*actions: str) -> Table:
    """A game of Tensor Chess after some moves."""
    return open_table("id", replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), actions), GAMES))


WAYS: dict[str, tuple[Callable[[], Table], Callable[[Table], Table]]] = {
    "a draw is accepted": (lambda: endings.offer_draw(table("f2f3")), lambda at: endings.answer_draw_offer(at, True)),
    "a draw is declined": (lambda: endings.offer_draw(table("f2f3")), lambda at: endings.answer_draw_offer(at, False)),
    "played on from where one looked": (lambda: history.view_at(table("f2f3", "g7g5"), 1), history.continue_from_view),
    "back to the game": (lambda: history.view_at(table("f2f3", "g7g5"), 1), lambda at: history.view_at(at, 2)),
    "resigned": (lambda: table("f2f3"), lambda at: endings.resign(at, 1)),
    "taken back after the end": (lambda: endings.resign(table("f2f3"), 1), history.undo),
}
"""The cases of a button in the panel: the table before, and how it goes on."""


def turned(old: Node, new: Node) -> Iterator[object]:
    """The operations that let an element do something else than before."""
    for op in diff(old, new):
        if op[0] == "attr" and op[2] in ("data-do", "data-value", "data-target"):
            yield op


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("player", [0, 1])
def test_buttons_have_distinct_positions(way: str, player: int) -> None:
    made, go_on = WAYS[way]
    before = made()
    after = go_on(before)
    old, new = (controls(at, player, far=False) for at in (before, after))
    assert not list(turned(old, new))


def test_next_players_pass_is_new_button() -> None:
    """Also where all players have their buttons in one place, as in an embedded board."""
    setup = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1")
    options = {"players": "2", "start": "1"}
    before = open_table("id", replay(Record("equilibrium", options, 428, ("Ann", "Bob"), setup), GAMES))
    after, action = gestures.touch(before, "do:pass")
    assert action is not None
    assert after.timeline.to_move != before.timeline.to_move
    old, new = (
        next(one.key for one in choices(at, "play") if one.attrs["data-target"] == "do:pass") for at in (before, after)
    )
    assert old != new


# --- emphasis


def at(game: str, *actions: str, position: str | None = None, **options: str) -> Table:
    """A game after some actions, as the player to move sees it."""
    record = Record(game, options, 428, ("", ""), actions, start=position)
    return tables.uncover(open_table("x", replay(record, GAMES)))


def emphasis(table: Table) -> dict[str, str]:
    """The classes of the game's buttons with words, by the target or the action of each."""
    found = {}
    for node in choices(table, "play"):
        if "pictured" not in node.attrs["class"]:
            named = node.attrs.get("data-target") or node.attrs["data-value"]
            found[named] = node.attrs["class"].removeprefix("button").strip()
    return found


MIND = ("setup I@0,0 A@-1,1", "setup I@0,0 T@0,1")
CAPTURED = "9(ck)/4(tsh)5/4(Sc)5/10/10/10/10/10/10/(Ck)9 l - 0"
"""Light's square on e8 captures the triangle on e9 and may take pieces of it (Tesulda, spec: Attack)."""


def test_end_turn_is_emphasised_as_only_option() -> None:
    """Sensei: before that, most players go on."""
    assert emphasis(at("sensei", "a1-a4")) == {"do:end": ""}
    assert emphasis(gestures.touch(at("sensei", "a1-a4"), "b1")[0]) == {"do:end": ""}
    alone = at("sensei", position="rrrRrrr/7/7/G6/7/7/7 g 21 arashi")
    assert emphasis(alone) == {"do:end": "primary"}


def test_giving_up_is_not_emphasised() -> None:
    """Equilibrium: passing and forgoing a tweak; Tesulda: taking nothing of what was captured."""
    assert emphasis(at("equilibrium", *MIND, players="2", start="1"))["do:pass"] == "quiet"
    assert emphasis(at("tesulda", "e8-e9", position=CAPTURED)) == {"do:none": "quiet"}


def test_complete_placement_emphasises_its_button() -> None:
    """Tensor: laying three cards in a row is a shorter way, which most players do not mean."""
    laying = at("tensor-cards")
    assert emphasis(laying).get("do:lay") is None
    assert "primary" not in emphasis(laying).values()
    for touches in (("card:1", "piece:red"), ("card:2", "piece:blue"), ("card:3", "piece:yellow")):
        for target in touches:
            laying, _ = gestures.touch(laying, target)
    assert emphasis(laying)["do:lay"] == "primary"


def test_complete_army_is_ready_and_others_fill() -> None:
    building = at("tesulda", setup="build")
    assert emphasis(building)["do:fill"] == "primary"
    ready = tables.uncover(gestures.touch(building, "do:fill")[0])
    assert emphasis(ready)["do:done"] == "primary"
    assert "primary" not in {look for target, look in emphasis(ready).items() if target != "do:done"}
