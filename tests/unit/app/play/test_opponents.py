"""Test games against opponents on the page."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace

import pytest

from ruleboard.app.board import advice, endings, gestures, opponents
from ruleboard.app.board import changes as tables
from ruleboard.app.board.animation import hint_paths, last_turn_paths
from ruleboard.app.board.orientation import viewer_of
from ruleboard.app.board.parts import AdviceKind, BotScore, LineKind
from ruleboard.app.board.review import show_line, viewed_line_turn_count
from ruleboard.app.board.side_notes import MOVE_LIST_NOTE
from ruleboard.app.board.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.search.thinking import MAX_LINE_TURNS
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import Reply, format_answer
from tests.support.thinking import wait_for_opponents
from tools.fake_browser import Storage, Tab, walk

FIRST_TURN_TEXTS = "a1-a2 b1-b2 end"
"""A legal first turn of Green in Sensei."""


def begin_game(*seats: int, game: str = "sensei", storage: Storage | None = None) -> Tab:
    """Return a tab with a new game. Each seat is the level of a bot, or 0 for a person."""
    tab = Tab(storage, f"#/new/{game}")
    for player, seat in enumerate(seats):
        tab.change(f"new_game.seat.{player}", str(seat))
    tab.submit("new_game.begin")
    return tab


def test_opponent_replies_to_persons_turn() -> None:
    tab = begin_game(0, 1)
    assert "Sparrow" in tab.text
    tab.play(FIRST_TURN_TEXTS)
    assert "Sparrow is thinking" in tab.text
    wait_for_opponents(tab)
    assert tab.timeline.to_move == 0
    assert tab.timeline.ply > 3
    assert "is thinking" not in tab.text
    assert tab.stored_timeline.record.seats == (0, 1)
    assert tab.stored_timeline.entries == tab.timeline.entries


def test_enlarged_board_scrolls_to_opponents_action() -> None:
    tab = begin_game(0, 1)
    tab.click("play.whole")
    tab.play("a1-a4 end")
    before = tab.timeline.ply
    wait_for_opponents(tab)
    action = tab.timeline.entries[before]
    assert isinstance(action, Action)
    selectors = ", ".join(f'.stage [data-target="{target}"]' for target in action.targets)
    assert selectors in tab.browser.scrolled_to


def test_same_level_opponents_are_each_announced_once() -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.players", "3")
    for player, seat in enumerate((0, 1, 1)):
        tab.change(f"new_game.seat.{player}", str(seat))
    tab.submit("new_game.begin")
    strip_buttons = [button for button in tab.all("button") if str(button[1].get("class")).startswith("strip")]
    labels = [
        [part[2] for part in walk(strip) if part[0] in ("strong", "span") and part[1].get("class") != "who"]
        for strip in strip_buttons
    ]
    assert labels == [["Orange"], ["Sparrow"], ["Wren"]]
    tab.send("do", "share.print_moves")
    assert "(Teal) (Teal)" not in tab.text


def test_opponent_with_first_side_begins() -> None:
    tab = begin_game(1, 0)
    assert tab.timeline.to_move == 0
    wait_for_opponents(tab)
    assert tab.timeline.to_move == 1
    assert tab.controller.table is not None
    assert viewer_of(tab.controller.table) == 1


def test_touches_are_ignored_during_opponents_turn() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    before = tab.timeline
    tab.touch("a7", "a6")
    tab.send("take", "a7")
    assert tab.timeline == before
    assert not tab.play_page.table.touches.targets


@pytest.mark.parametrize("game", GAMES)
def test_touch_during_opponents_turn_gets_short_notice(game: str) -> None:
    """Every touch shows the notice and changes nothing else. The opponent's next move removes the notice."""
    seats = [0] * len(GAMES[game].sides(GAMES[game].initial({}, 0)))
    first_player = begin_game(*seats, game=game).timeline.to_move or 0
    seats[first_player] = 1
    tab = begin_game(*seats, game=game)
    before, notice = tab.timeline, "Not yet. Wait for Sparrow."
    assert notice not in tab.text
    targets = [element[1]["data-target"] for element in tab.all() if "data-target" in element[1]]
    assert targets
    for target in targets[:2]:
        tab.touch(target)
        assert tab.announcement.strip("\u200b") == notice
        assert tab.text.count(notice) == 2, "in the announcement and on the page"
        assert "Sparrow is thinking" not in tab.text, "the notice already says whose turn it is"
    assert tab.timeline == before
    assert not any("data-legal" in element[1] for element in tab.all())
    wait_for_opponents(tab)
    assert notice not in tab.text


def test_touch_during_pause_explains_how_to_resume() -> None:
    tab = begin_game(1, 0)
    table = replace(tab.play_page.table, bots=replace(tab.play_page.table.bots, are_paused=True))
    assert gestures.touch(table, "a1")[0].message == "The game is paused. Choose “Go on” first."
    watched_table = begin_game(1, 1).play_page.table
    assert gestures.touch(watched_table, "a1") == (watched_table, None)


def test_repeated_hint_request_gives_next_step() -> None:
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin")
    announcements = []
    for _press in range(4):
        tab.click("play.hint", "")
        tab.browser.answer_request()
        tab.check()
        announcements.append(tab.announcement)
    assert "Look here" in announcements[0]
    assert len(set(announcements[:3])) == 3
    assert len(tab.browser.requests) == 1, "one search serves all steps"


def test_undo_during_search_ignores_late_answer() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    send_late_reply = tab.browser._answer
    text = ""
    while tab.browser.request_worker.is_busy:
        text = tab.browser.request_worker.step(10_000)
    tab.click("play.undo")
    assert tab.timeline.to_move == 0
    assert tab.timeline.ply == 2
    send_late_reply(text)
    tab.idle()
    assert tab.timeline.ply == 2


def test_undo_after_opponents_turn_returns_to_own_decision() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    wait_for_opponents(tab)
    tab.click("play.undo")
    assert (tab.timeline.to_move, tab.timeline.ply) == (0, 2)
    tab.click("play.redo")
    assert tab.timeline.to_move == 0
    assert tab.timeline.is_at_end


def test_search_interrupted_by_reload_restarts_identically() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    first_request = tab.browser.requests[-1]
    reloaded_tab = tab.reload()
    assert "Sparrow is thinking" in reloaded_tab.text
    request = reloaded_tab.browser.requests[-1]
    assert (request.at, request.player, request.level, request.seed) == (first_request.at, 1, 1, first_request.seed)


def test_opponent_waits_while_person_looks_back() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    tab.visit(f"#/play/{tab.game_id}/1")
    wait_for_opponents(tab)
    assert tab.timeline.ply == 3
    tab.click("play.now")
    wait_for_opponents(tab)
    assert tab.timeline.ply > 3


def test_illegal_opponent_action_pauses_game() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    table = tab.play_page.table
    table_after_choice = opponents.with_choice(table, ("nonsense",), 0, may_resign=True)
    after, action = opponents.play_planned_action(table_after_choice)
    assert action is None
    assert after.bots.are_paused
    assert opponents.next_step(after) is None


def play_lost_turns(table: Table, count: int, *, may_resign: bool = True) -> Table:
    """Play rounds of random turns in which the bot judges its position as lost, and return the table.

    The last turn that the bot chooses is not played.
    """
    chance = random.Random(1)
    for number in range(count):
        while not table.bot_level_to_move or (number and table.timeline.ply == table.bots.scores[-1].ply):
            actions = table.timeline.game.legal_actions(table.timeline.state)
            table = replace(table, timeline=table.timeline.play(chance.choice(actions)))
        table = opponents.with_choice(table, ("end",), -950, may_resign=may_resign)
    return table


def test_opponent_resigns_after_three_lost_turns() -> None:
    table = begin_game(0, 3).play_page.table
    assert play_lost_turns(table, 2).timeline.outcome is None
    assert play_lost_turns(table, 3, may_resign=False).timeline.outcome is None
    outcome = play_lost_turns(table, 3).timeline.outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_turns_that_were_undone_do_not_count_for_resignation() -> None:
    table = play_lost_turns(begin_game(0, 3).play_page.table, 1)
    for _ in range(4):
        table = opponents.with_choice(table, ("end",), -950, may_resign=True)
    assert table.timeline.outcome is None


@pytest.mark.parametrize(("level", "player_count"), [(1, 2), (2, 2), (5, 3)])
def test_weak_opponents_and_opponents_of_several_play_lost_games_to_the_end(level: int, player_count: int) -> None:
    assert opponents.resigns(5, 2, (0, -950, -950, -950))
    assert not opponents.resigns(level, player_count, (-950,) * 9)


def test_opponent_offers_draw_once_after_even_late_turns() -> None:
    table = begin_game(0, 3, game="tensor-chess").play_page.table
    chance = random.Random(1)
    draw_offers = []
    while table.timeline.ply < 84:
        if table.bot_level_to_move:
            table = opponents.with_choice(table, ("",), 0, may_resign=True)
        if table.draw_offer is not None:
            draw_offers.append(table.timeline.ply)
            table = endings.answer_draw_offer(table, accepts=False)
        actions = table.timeline.game.legal_actions(table.timeline.state)
        table = replace(table, timeline=table.timeline.play(chance.choice(actions)))
    assert len(draw_offers) == 1
    assert draw_offers[0] >= 70


@pytest.mark.parametrize(
    ("scores", "accepts_draw_early", "accepts_draw_late"),
    [
        ((-300, -300, -300), False, True),
        ((0, 0, 0), False, True),
        ((300, 0, 0), False, False),
        ((0, 0), False, False),
        ((-990,), True, True),
    ],
)
def test_opponent_answers_draw_offer_by_its_chances(
    scores: tuple[int, ...], accepts_draw_early: bool, accepts_draw_late: bool
) -> None:
    """The bot accepts a draw in a lost game, and from ply 60 on also after three turns without an advantage."""
    chance = random.Random(1)
    tab = begin_game(0, 1)
    table: Table = tab.play_page.table
    table = replace(table, bots=replace(table.bots, scores=tuple(BotScore(1, 0, score) for score in scores)))
    assert (opponents.answer_offer(endings.offer_draw(table)).timeline.outcome is not None) == accepts_draw_early
    while table.timeline.ply < 60 or table.timeline.to_move != 0:
        table = replace(
            table, timeline=table.timeline.play(chance.choice(GAMES["sensei"].legal_actions(table.timeline.state)))
        )
    assert table.timeline.outcome is None
    assert (opponents.answer_offer(endings.offer_draw(table)).timeline.outcome is not None) == accepts_draw_late


def test_draw_offer_is_confirmed_and_answered_after_pause() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    wait_for_opponents(tab)
    (offer,) = [node for node in tab.all("button") if node[1].get("data-do") == "play.offer"]
    assert offer[1]["data-closes"] in [node[1].get("data-opens") for node in tab.all("button")]
    tab.click("play.offer")
    assert not tab.shows("play.answer")
    step = opponents.next_step(tab.play_page.table)
    assert isinstance(step, opponents.AnswerDrawOffer)
    assert step.pause >= 1000
    tab.idle()
    assert tab.play_page.table.draw_offer is None


def test_bot_game_is_watched_paused_and_undone() -> None:
    tab = begin_game(1, 1)
    tab.browser.answer_request()
    tab.click("play.pause")
    at = tab.timeline.ply
    tab.idle()
    assert tab.timeline.ply == at
    assert "paused" in tab.text
    tab.click("play.resume")
    tab.browser.answer_request()
    tab.idle()
    assert tab.timeline.ply > at
    tab.click("play.undo")
    assert "paused" in tab.text


def test_seats_are_suggested_and_rotate_in_rematch() -> None:
    """The button for a rematch names the person's next side."""
    storage = Storage()
    tab = begin_game(0, 2, storage=storage)
    tab.click("play.resign")
    assert "Rematch as Red" in tab.text
    tab.click("play.rematch")
    assert tab.timeline.record.seats == (2, 0)
    tab.visit("#/new/tensor-chess")
    lists = [field for field in tab.all("select") if field[1]["data-do"].startswith("new_game.seat.")]
    assert [option[1]["value"] for field in lists for option in field[2] if "selected" in option[1]] == ["0", "2"]


def test_only_person_sees_own_cards_only() -> None:
    pages = []
    for choice in ("put r1", "put b5"):
        tab = begin_game(0, 1, game="tensor-cards")
        assert not tab.play_page.table.display.awaits_handover
        tab.touch("do:row", "card:10", "card:9", "card:8", "do:lay")
        assert (tab.timeline.to_move, tab.timeline.is_hidden()) == (1, True)
        answer = Reply(tab.browser.requests[-1].id, (choice,), 0, (), 1)
        tab.browser._answer(format_answer(answer))
        tab.idle()
        assert tab.timeline.ply == 2
        assert viewer_of(tab.play_page.table) == 0
        pages.append(json.dumps([tab.browser.page, tab.announcement]).replace(tab.game_id, "id"))
    assert pages[0] == pages[1]


def test_person_learns_that_opponent_has_chosen_and_nothing_else() -> None:
    pages = []
    for choice in ("lay r1 b2 y3", "lay r9 b4 y7"):
        tab = begin_game(1, 0, game="tensor-cards")
        tab.browser._answer(format_answer(Reply(tab.browser.requests[-1].id, (choice,), 0, (), 1)))
        tab.idle()
        assert tab.timeline.to_move == 1
        assert "Sparrow has chosen in secret." in tab.text
        assert "Sparrow has chosen in secret." in tab.announcement
        pages.append(json.dumps([tab.browser.page, tab.announcement, tab.browser.motions]).replace(tab.game_id, "id"))
        tab.touch("card:10")
        assert "has chosen in secret" not in tab.text
    assert pages[0] == pages[1]


def test_persons_at_one_screen_need_no_message_about_hidden_choice() -> None:
    tab = begin_game(0, 0, game="tensor-cards")
    tab.click("play.uncover")
    tab.touch("do:row", "card:10", "card:9", "card:8", "do:lay")
    tab.click("play.uncover")
    assert (tab.timeline.to_move, tab.timeline.is_hidden()) == (1, True)
    assert "has chosen in secret" not in tab.text
    assert "has chosen in secret" not in tab.announcement


def test_only_person_offers_draw_with_cards_visible() -> None:
    tab = begin_game(0, 1, game="tensor-cards")
    tab.touch("do:row", "card:10")
    tab.click("play.offer")
    assert not tab.play_page.table.display.awaits_handover
    tab.idle()
    assert tab.play_page.table.draw_offer is None
    assert not tab.play_page.table.display.awaits_handover


AUTOMATIC_TURN_TEXTS = "a1-a2 b1-b2 @d1-e1"
"""Three actions, after which Green's turn ends automatically (spec: A turn)."""


def measure_pause_before_action(tab: Tab) -> int:
    """Return the pause, in milliseconds, before the opponent's first action."""
    while not isinstance(next_step := opponents.next_step(tab.play_page.table), opponents.PlayPlannedAction):
        tab.idle()
        tab.browser.answer_request()
    return next_step.pause


def test_automatic_turn_end_can_be_undone_before_reply() -> None:
    tab_with_chosen_end, tab_with_automatic_end = begin_game(0, 1), begin_game(0, 1)
    tab_with_chosen_end.play(FIRST_TURN_TEXTS)
    tab_with_automatic_end.play(AUTOMATIC_TURN_TEXTS)
    assert "turn is over" in tab_with_automatic_end.text
    assert "turn is over" not in tab_with_chosen_end.text
    assert measure_pause_before_action(tab_with_automatic_end) > 2 * measure_pause_before_action(tab_with_chosen_end)
    tab_with_automatic_end.click("play.undo")
    assert (tab_with_automatic_end.timeline.to_move, tab_with_automatic_end.timeline.ply) == (0, 2)
    assert "turn is over" not in tab_with_automatic_end.text


def test_opponents_turn_is_replayed_action_by_action() -> None:
    tab = begin_game(0, 1)
    assert not tab.shows("play.turn_again")
    tab.play(FIRST_TURN_TEXTS)
    wait_for_opponents(tab)
    first_ply, last_ply = 3, tab.timeline.ply
    tab.click("play.turn_again")
    viewed_plies = [tab.play_page.table.display.ply]
    while tab.browser.pending_calls:
        tab.browser.pending_calls.pop(0)()
        viewed_plies.append(tab.play_page.table.display.ply)
    assert list(dict.fromkeys(viewed_plies)) == [*range(first_ply, last_ply), None]
    assert tab.timeline.ply == last_ply
    assert tab.play_page.table.actions


def test_touch_ends_replay_of_turn() -> None:
    tab = begin_game(0, 1)
    tab.play(FIRST_TURN_TEXTS)
    wait_for_opponents(tab)
    tab.click("play.turn_again")
    tab.click("play.now")
    tab.idle()
    assert tab.play_page.table.display.ply is None
    assert not tab.play_page.table.display.replays_turn


def request_hint_text(tab: Tab) -> str:
    """Request a hint, wait until it is ready, and return the text of its second step."""
    tab.click("play.hint", "")
    while tab.browser.answer_request():
        tab.idle()
    tab.click("play.hint", "")
    tab.check()
    return advice.advice_text(tab.play_page.table)


@pytest.mark.parametrize("game", ["sensei", "tensor-chess", "tesulda", "equilibrium"])
def test_hint_for_a_move_does_not_say_that_it_was_made(game: str) -> None:
    """The second step of a hint suggests an action, and does not report it as in "You pass"."""
    tab = begin_game(0, 1, game=game)
    assert re.match(r"Try this: (?!you\b)[a-z]", request_hint_text(tab))


@pytest.mark.parametrize("seats", [(1, 0), (0, 1)])
def test_hint_for_three_cards_names_their_pieces(seats: tuple[int, int]) -> None:
    """A hint for White names the piece of each card, while Black's cards are face down."""
    tab = begin_game(*seats, game="tensor-cards")
    wait_for_opponents(tab)
    player = seats.index(0)
    assert tab.timeline.to_move == player
    hint = re.fullmatch(
        r"Try this: the (\w+) on red, the (\w+) on blue and the (\w+) on yellow\.", request_hint_text(tab)
    )
    assert hint
    table = tab.play_page.table
    cards = [f"card:{10 if card == 'T' else card}" for card in hint.groups()]
    assert advice.advice_targets(table) == {*cards, "slot:red", "slot:blue", "slot:yellow"}
    assert len(hint_paths(table, player)) == 3
    assert table.advice is not None
    first = replace(table, advice=replace(table.advice, kind=AdviceKind.TARGET))
    assert advice.advice_targets(first) == {cards[0]}
    assert advice.advice_text(first).startswith(f"Look here: card {hint[1]} (")


def test_request_that_needs_hidden_information_pauses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game pauses if no text can express the information that the bot may have."""
    tab = begin_game(0, 1)
    monkeypatch.setattr("ruleboard.app.board.opponent_loop.create_request", _raise_value_error)
    tab.play(FIRST_TURN_TEXTS)
    tab.idle()
    assert "paused" in tab.text


def _raise_value_error(*_arguments: object) -> None:
    raise ValueError("the texts cannot express the view")


@pytest.mark.parametrize("game", ["sensei", "tensor-chess"])
def test_hint_shows_its_line_turn_by_turn(game: str) -> None:
    """The last step of a hint leads through the expected turns. Stepping back to the start shows the hint again."""
    tab = begin_game(game=game)
    before = tab.timeline
    for _press in range(3):
        assert not tab.shows("play.line", "hint.1")
        tab.click("play.hint", "")
        tab.browser.answer_request()
        tab.check()
    reason = tab.announcement
    advice_on_page = tab.play_page.table.advice
    assert advice_on_page is not None
    assert 2 <= len(advice_on_page.line) <= MAX_LINE_TURNS
    for number in range(1, len(advice_on_page.line) + 1):
        tab.click("play.line", f"hint.{number}")
        table = tab.play_page.table
        assert table.viewed_timeline.entries[before.ply :] == tuple(
            action for turn in advice_on_page.line[:number] for action in turn
        )
        assert table.timeline == before
        assert last_turn_paths(table, 0), "the turn has a path"
        assert tab.announcement.startswith(f"{number} of {len(advice_on_page.line)}.")
        tab.check()
    assert not tab.shows("play.line", f"hint.{number + 1}")
    tab.key("[")
    assert viewed_line_turn_count(tab.play_page.table) == number - 1
    tab.key("Escape")
    assert tab.play_page.table.display.ply is None
    assert tab.play_page.table.advice == advice_on_page
    assert tab.announcement.strip("\u200b") == reason.strip("\u200b")


@pytest.mark.parametrize(
    ("messages", "keeps_line"),
    [
        (("play.inquire", "play.inquire"), True),
        (("play.close_advice",), False),
        (("play.threats",), True),
    ],
)
def test_line_disappears_with_its_hint(messages: tuple[str, ...], keeps_line: bool) -> None:
    """An attack query leaves the line on the board. A late touch of “Close” drops the line with its hint."""
    tab = begin_game(game="tensor-chess")
    for _press in range(3):
        tab.click("play.hint", "")
        tab.browser.answer_request()
    tab.click("play.line", "hint.1")
    for message in messages:
        tab.send("do", message)
        tab.check()
    assert bool(tab.play_page.table.display.variation) == keeps_line
    assert tab.shows("play.line", "hint.2") == keeps_line


def test_note_keeps_line_of_hint_on_board() -> None:
    table = advice.with_hint(begin_game().play_page.table, ("a1-a4",), ("a1-a4", "end", "a7-a5"))
    table_with_line = show_line(table, LineKind.HINT, 1)
    assert tables.toggle_note(table_with_line, MOVE_LIST_NOTE).display.variation == table_with_line.display.variation


@pytest.mark.parametrize(
    ("game", "seats", "turns"),
    [
        ("tensor-cards", (0, 0), ()),
        ("tensor-cards", (0, 1), ()),
        ("equilibrium", (0, 1), ("setup I@0,0 T@-1,0", "download T,V,S")),
    ],
)
def test_hint_shows_own_steps_while_something_is_hidden(
    game: str, seats: tuple[int, int], turns: tuple[str, ...]
) -> None:
    """While something is hidden, a hint shows only the player's own steps, since a longer line could reveal secrets."""
    tab = begin_game(*seats, game=game)
    if tab.shows("play.uncover"):
        tab.click("play.uncover")
    for text in turns:
        tab.touch(*tab.timeline.game.parse_action(tab.timeline.state, text).targets)
        wait_for_opponents(tab)
    request_hint_text(tab)
    tab.click("play.hint", "")
    before, advice_on_page = tab.timeline, tab.play_page.table.advice
    assert advice_on_page is not None
    assert advice_on_page.line
    for number in range(1, len(advice_on_page.line) + 1):
        earlier_timeline = tab.play_page.table.viewed_timeline
        tab.click("play.line", f"hint.{number}")
        table = tab.play_page.table
        state, viewer = table.viewed_timeline.state, table.viewed_timeline.state_for(0)
        assert viewer == earlier_timeline.game.apply(earlier_timeline.state_for(0), advice_on_page.line[number - 1][0])
        assert tab.announcement.startswith(f"{number} of {len(advice_on_page.line)}.")
        assert hint_paths(table, 0)
        assert table.timeline == before
        if game == "tensor-cards":
            assert viewer_of(table) == 0, "the board shows the cards of the player who asked"
            assert earlier_timeline.game.view(state, 1).draft != state.draft, "the other player must not see them"
        tab.check()
    if game == "tensor-cards":
        assert len(advice_on_page.line) == len(("red", "blue", "yellow"))
    tab.key("Escape")
    assert tab.play_page.table.advice == advice_on_page


def test_hint_for_a_choice_that_reveals_cards_has_no_line() -> None:
    """A hint has no line if its first action reveals cards, since the steps of a hint end before a reveal."""
    table = begin_game(game="tensor-cards").play_page.table
    for text in ("lay r2 b1 y4", "lay r4 b1 y2"):
        timeline = table.timeline
        table = replace(table, timeline=timeline.play(timeline.game.parse_action(timeline.state, text)))
    table_with_hint = advice.with_hint(table, ("order right-first", "order right-first"))
    assert table_with_hint.advice is not None
    assert table_with_hint.advice.line == ()
