"""Test that all parts of the page agree on the situation at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from ruleboard.app.board import announcements, endings, gestures, history, opponents
from ruleboard.app.board import changes as tables
from ruleboard.app.board.parts import Bots, Mistake
from ruleboard.app.board.situation import (
    DrawOffered,
    GameOver,
    HandOver,
    InOtherTab,
    InReplayHistory,
    LookingBack,
    MistakeMade,
    OpponentToMove,
    PersonToMove,
    Replaying,
)
from ruleboard.app.board.table import Table
from ruleboard.app.play.view import game_page
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node
from tests.support.tables import replace_parts

TURN_TEXTS = ("a1-a4", "b1-b4", "end")


def create_sensei_table(*actions: str, seats: tuple[int, ...] = ()) -> Table:
    return Table("x", replay(Record("sensei", {"mode": "arashi"}, 0, ("Ann", "Bob"), actions, seats=seats), GAMES))


def create_card_table(*actions: str, seats: tuple[int, ...] = ()) -> Table:
    record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), actions, seats=seats)
    return tables.open_table("x", replay(record, GAMES))


def create_table_with_replay(*, seats: tuple[int, ...] = ()) -> Table:
    """Return the table of a card game during the replay of its last turn."""
    return history.show_replay(tables.uncover(create_card_table("lay r1 b3 y4", "lay r1 b3 y9", seats=seats)))


class Case(NamedTuple):
    """The expected behaviour at a table.

    Attributes:
        table: the table.
        situation: the type of the table's situation.
        touch: the effect of touching a1: "selects", "explains" or "nothing".
        picture: the key, without its number, of the element that takes the board's place.
        buttons: some messages of buttons that only this situation has.
        step: the type of the bots' next step, or None.
    """

    table: Table
    situation: type[Any]
    touch: str
    picture: str
    buttons: frozenset[str]
    step: type[Any] | None = None


MISTAKE = Mistake(0, (), (), loses=False)
CASES = {
    "to move": Case(create_sensei_table(), PersonToMove, "selects", "board", frozenset({"play.hint", "play.offer"})),
    "opponent": Case(
        create_sensei_table(*TURN_TEXTS, seats=(0, 1)),
        OpponentToMove,
        "explains",
        "board",
        frozenset(),
        opponents.Think,
    ),
    "opponent with plan": Case(
        replace(create_sensei_table(*TURN_TEXTS, seats=(0, 1)), bots=Bots(("end",))),
        OpponentToMove,
        "explains",
        "board",
        frozenset(),
        opponents.PlayPlannedAction,
    ),
    "bots alone": Case(
        create_sensei_table(seats=(1, 1)),
        OpponentToMove,
        "nothing",
        "board",
        frozenset({"play.pause"}),
        opponents.Think,
    ),
    "bots paused": Case(
        replace_parts(create_sensei_table(seats=(1, 1)), bots={"are_paused": True}),
        OpponentToMove,
        "nothing",
        "board",
        frozenset({"play.resume"}),
    ),
    "mistake": Case(
        replace_parts(create_sensei_table(*TURN_TEXTS, seats=(0, 1)), guided_turn={"mistake": MISTAKE}),
        MistakeMade,
        "nothing",
        "board",
        frozenset({"play.guide"}),
    ),
    "over": Case(
        endings.resign(create_sensei_table(*TURN_TEXTS), 0),
        GameOver,
        "nothing",
        "board",
        frozenset({"play.review", "play.rematch"}),
    ),
    "over, undo": Case(
        replace_parts(endings.resign(create_sensei_table(*TURN_TEXTS), 0), undo={"awaits_confirmation": True}),
        GameOver,
        "nothing",
        "board",
        frozenset({"play.reopen"}),
    ),
    "looking back": Case(
        history.view_at(create_sensei_table(*TURN_TEXTS), 1),
        LookingBack,
        "explains",
        "board",
        frozenset({"play.continue", "play.now"}),
    ),
    "your opponent’s turn": Case(
        history.start_turn_replay(create_sensei_table(*TURN_TEXTS, seats=(1, 0))),
        LookingBack,
        "explains",
        "board",
        frozenset({"play.continue", "play.now"}),
        opponents.AdvanceTurnReplay,
    ),
    "hand-over": Case(create_card_table(), HandOver, "nothing", "curtain", frozenset({"play.uncover"})),
    "looking back behind hand-over": Case(
        history.view_at(create_card_table("lay r1 b3 y4"), 0), LookingBack, "nothing", "board", frozenset({"play.now"})
    ),
    "draw offered": Case(
        endings.offer_draw(create_sensei_table()),
        DrawOffered,
        "selects",
        "board",
        frozenset({"play.answer", "play.withdraw", "play.hint"}),
    ),
    "draw offered to bot": Case(
        endings.offer_draw(create_sensei_table(seats=(0, 1))),
        DrawOffered,
        "selects",
        "board",
        frozenset({"play.withdraw", "play.hint"}),
        opponents.AnswerDrawOffer,
    ),
    "draw offered, covered": Case(
        endings.offer_draw(tables.uncover(create_card_table())),
        DrawOffered,
        "nothing",
        "curtain",
        frozenset({"play.answer", "play.withdraw"}),
    ),
    "replay": Case(create_table_with_replay(), Replaying, "nothing", "board", frozenset({"play.show_step"})),
    "replay of bots": Case(
        create_table_with_replay(seats=(1, 1)),
        Replaying,
        "nothing",
        "board",
        frozenset({"play.show_step"}),
        opponents.AdvanceReplay,
    ),
    "replays as text": Case(
        history.show_replay_history(history.skip_replay(create_table_with_replay())),
        InReplayHistory,
        "nothing",
        "story",
        frozenset({"play.story"}),
    ),
    "other tab": Case(tables.lock_for_other_tab(create_sensei_table()), InOtherTab, "nothing", "board", frozenset()),
    "other tab, hidden": Case(
        tables.lock_for_other_tab(tables.uncover(create_card_table())),
        InOtherTab,
        "nothing",
        "curtain",
        frozenset({"play.uncover"}),
    ),
    "other tab, opponent": Case(
        tables.lock_for_other_tab(create_sensei_table(*TURN_TEXTS, seats=(0, 1))),
        InOtherTab,
        "nothing",
        "board",
        frozenset(),
    ),
}
PANEL_BUTTONS = frozenset(
    {
        *("play.hint", "play.pause", "play.resume", "play.guide", "play.review", "play.rematch", "play.reopen"),
        *("play.continue", "play.uncover", "play.answer", "play.withdraw", "play.show_step"),
    }
)
"""The messages of buttons that belong to one or a few situations, without the messages of menus and of the title
bar."""


def iter_nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants except menus."""
    if "popover" in node.attrs:
        return
    yield node
    for child in node.children:
        yield from iter_nodes(child)


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def case(request: pytest.FixtureRequest) -> Case:
    """Return the expected behaviour at a table. The test runs once for each table."""
    case: Case = request.param
    return case


def test_table_is_in_one_situation(case: Case) -> None:
    assert type(case.table.situation) is case.situation


def test_touch_effect_matches_situation(case: Case) -> None:
    target = "a1" if case.table.timeline.game.id == "sensei" else "card:1"
    touched_table, action = gestures.touch(case.table, target)
    assert action is None
    selects_target, shows_message = (
        touched_table.touches != case.table.touches,
        touched_table.message != case.table.message,
    )
    assert (selects_target, shows_message) == (case.touch == "selects", case.touch == "explains")
    assert case.table.read_only == (case.touch != "selects")
    assert bool(case.table.actions) == (case.touch == "selects")


def test_page_matches_situation(case: Case) -> None:
    nodes = list(iter_nodes(game_page(Shell(), case.table, Settings())))
    assert any(node.key == case.picture or node.key.startswith(f"{case.picture}-") for node in nodes)
    messages = {node.attrs.get("data-do") for node in nodes if "disabled" not in node.attrs}
    assert case.buttons - {"play.offer"} <= messages
    assert messages & PANEL_BUTTONS == case.buttons & PANEL_BUTTONS


def test_announcements_follow_situation(case: Case) -> None:
    table = case.table
    match table.situation:
        case HandOver() | GameOver() | PersonToMove() | OpponentToMove():
            assert announcements.situation_text(table)
        case LookingBack(awaits_handover=False):
            after, _action = gestures.touch(table, "a1")
            assert announcements.touch_text(table, after) == after.message != ""


def test_bots_follow_situation(case: Case) -> None:
    step = opponents.next_step(case.table)
    assert (step and type(step)) == case.step
