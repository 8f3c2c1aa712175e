"""Test the review of finished games: turning points, accuracy, the graph, its progress and its cache."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.board import review_texts
from ruleboard.app.board.animation import hint_paths
from ruleboard.app.board.last_turn import last_turn_targets
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.parts import LineKind, Review, ReviewTurn
from ruleboard.app.board.review import (
    accuracy,
    chances,
    consistent_verdicts,
    review_line,
    review_turns,
    show_line,
    turning_points,
    viewed_line_turn_count,
)
from ruleboard.app.storage.reviews import FORMAT_VERSION, KEY_PREFIX, ReviewStore, Verdict, fingerprint
from ruleboard.app.storage.store import MemoryStore
from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES, VIEWS
from ruleboard.thinking.review import MAX_LINE_TURNS
from tests.unit.equilibrium.equilibrium_help import create_player, create_position
from tools.fake_browser import Storage, Tab, walk

SENSEI = Record(
    "sensei",
    {},
    1,
    ("Ann", "Bob"),
    ("c5-b5", "end", "g6-g7", "g7-f7", "@c4-f7"),
    start="7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana",
)
"""Red moves first and lets Green's character reach its home row; see tests/unit/thinking/test_review.py."""
ARMY_ACTIONS = ("default", "done")
GAME = "ruleboard/1/game/abc"


def create_verdicts(*losses: int, played_score: int = 0) -> tuple[Verdict, ...]:
    """Return verdicts with given losses, one on each turn of two alternating players."""
    return tuple(
        Verdict(number, number + 1, number % 2, played_score + loss, played_score, ("best",))
        for number, loss in enumerate(losses)
    )


def create_review(*losses: int) -> Review:
    turns = tuple(ReviewTurn(number, number + 1, number % 2, number) for number in range(len(losses)))
    return Review(turns, create_verdicts(*losses))


def open_tab(storage: Storage | None = None) -> Tab:
    """Return a tab with a finished game of Sensei."""
    return Tab(storage or Storage({GAME: format_record(SENSEI)}), "#/play/abc")


def open_reviewed_game(record: Record, verdicts_of_game: tuple[Verdict, ...]) -> Tab:
    """Return a tab with a finished game whose review is stored."""
    store, key = MemoryStore(), KEY_PREFIX + "abc"
    ReviewStore(store).set("abc", record, verdicts_of_game)
    return open_tab(Storage({GAME: format_record(record), key: store.get(key) or ""}))


def finish_review(tab: Tab) -> None:
    """Answer all requests of the review."""
    while tab.browser.answer_request():
        tab.check()


def test_turning_points_are_five_worst_turns_in_order() -> None:
    assert turning_points(create_review(10, 400, 149, 150, 900, 300, 200, 500)) == (1, 4, 5, 6, 7)
    assert turning_points(create_review(0, 149)) == ()


def test_accuracy_is_full_at_zero_and_half_at_fifteen_percent_loss() -> None:
    """The accuracy is full for a loss of 0, and half for a loss of 15 %, or 300 on the scale from -1000 to 1000."""
    assert accuracy(create_review(0, 300, 0, 300), 0) == 100
    assert accuracy(create_review(0, 300, 0, 300), 1) == 50
    assert accuracy(create_review(0), 1) is None


def test_chances_of_two_players_are_complementary() -> None:
    timeline = replay(SENSEI, GAMES)
    turns = review_turns(timeline)
    assert [(turn.start, turn.end, turn.player) for turn in turns] == [(0, 2, 1), (2, 5, 0)]
    finished_review = Review(turns, (Verdict(0, 2, 1, 800, -1000, ("end",)), Verdict(2, 5, 0, 1000, 1000, ("x",))))
    assert chances(timeline, finished_review, 0) == ((0, -800), (1, 1000), (2, 1000))


def test_turn_ends_with_chances_of_next_turn() -> None:
    """A turn ends with the chances at which the next turn begins.

    Then the graph, the marks and the accuracy agree on the loss.
    """
    turns = ("a1-a4", "end"), ("a7-a5", "end"), ("b1-b4", "end"), ("b7-b6", "end")
    timeline = replay(Record("sensei", {}, 1, ("", ""), sum(turns, ())), GAMES)
    better_actions = ("b1-b2", "end")
    consistent_review = consistent_verdicts(
        timeline,
        (
            Verdict(0, 2, 0, 0, 0, turns[0]),
            Verdict(2, 4, 1, 300, 200, better_actions),
            Verdict(4, 6, 0, 400, 400, turns[2]),
            Verdict(6, 8, 1, -900, -950, better_actions),
        ),
    )
    assert [(verdict.score, verdict.played_score) for verdict in consistent_review] == [
        (-300, -300),
        (300, -900),
        (900, 900),
        (-900, -950),
    ]
    assert [verdict.best_actions for verdict in consistent_review] == [
        turns[0],
        better_actions,
        turns[2],
        better_actions,
    ]
    assert turning_points(Review(review_turns(timeline), consistent_review)) == (1,)


def test_verdicts_on_hidden_turns_are_independent() -> None:
    """The verdict on Black's placement is independent of White's cards.

    Both players place their cards at the same time, so Black does not know White's cards.
    """
    timeline = replay(Record("tensor-cards", {}, 1, ("", ""), ("lay r1 b2 y3", "lay r4 b5 y6")), GAMES)
    two_verdicts = (Verdict(0, 1, 0, 0, 0, timeline.texts[:1]), Verdict(1, 2, 1, 500, 500, timeline.texts[1:2]))
    assert consistent_verdicts(timeline, two_verdicts) == two_verdicts


@pytest.mark.parametrize(
    ("scores", "summary"),
    [
        ((500, 400, 0, -300), "Ann was ahead for 2 turns, Bob was ahead for 1 turn, and the game was even for 1 turn."),
        ((500,), "Ann was ahead for 1 turn."),
        ((0, 0), "The chances were even for 2 turns."),
        ((), ""),
    ],
)
def test_graph_has_one_sentence_summary(scores: tuple[int, ...], summary: str) -> None:
    finished_review = create_review(*(0 for _score in scores))
    assert review_texts.graph_summary(replay(SENSEI, GAMES), finished_review, tuple(enumerate(scores))) == summary


def test_summary_counts_simultaneous_decisions_as_one_turn() -> None:
    texts = ("lay r3 bT y7", "lay r9 b1 y2", "lay r5 b9 y6", "lay r3 b6 y7")
    timeline = replay(Record("tensor-cards", {}, 5, ("Ann", "Bob"), texts), GAMES)
    turns = review_turns(timeline)
    assert len(turns) == len(texts)
    summary = review_texts.graph_summary(timeline, Review(turns), ((0, 0), (1, 0), (2, 500), (3, 500)))
    assert re.findall(r"\d", summary) == ["1", "1"]


def test_blunder_is_explained_as_turning_point() -> None:
    tab = open_tab()
    tab.click("play.review")
    assert "Reviewing turn 1 of 2" in tab.text
    tab.browser.answer_request()
    tab.check()
    assert "Reviewing turn 2 of 2" in tab.text
    assert "%" not in tab.text, "the first turns alone say little about a player"
    assert "was ahead" not in tab.text
    finish_review(tab)
    table = tab.play_page.table
    assert table.review is not None
    assert turning_points(table.review) == (0,)
    title, sentences, _names_cause = review_texts.turning_point(table.timeline, table.review, 0)
    assert title.startswith("1. Bob: c5-b5")
    assert (
        "Overlooked: Green threatens to win: the stone on g6 moves to g7, then f7, and the character follows."
        in sentences
    )
    assert sentences[-1] != sentences[0]
    assert "1 turning point." in tab.controller.model.shared.announcement


def test_turning_point_title_is_short() -> None:
    """The title is short, although the full text of a turn of Equilibrium fills several lines."""
    timeline = replay(Record("equilibrium", {"players": "2"}, 5, ("Ada", "Bob")), GAMES)
    while not (
        downloads := [action for action in timeline.game.legal_actions(timeline.state) if action.kind == "go download"]
    ):
        timeline = timeline.play(timeline.game.legal_actions(timeline.state)[0])
    first, player = timeline.ply, timeline.to_move
    timeline = timeline.play(downloads[0])
    turns = review_turns(timeline)
    number = next(number for number, turn in enumerate(turns) if turn.start == first)
    verdicts_of_turn = tuple(
        Verdict(turn.start, turn.end, turn.player, 100, -300, (downloads[0].text,)) for turn in turns
    )
    title, sentences, _names_cause = review_texts.turning_point(timeline, Review(turns, verdicts_of_turn), number)
    assert title == f"Round 1 {('Ada', 'Bob')[player]}"
    assert sentences[0].startswith("Download ")


def test_turning_point_has_move_list_number() -> None:
    """A turning point has the number of its row in the move list. With two turns in a row, the third is in row 2."""
    turns = ("a1-a4", "end", "a7-a5", "end", "b1-b4", "end")
    timeline = replay(Record("sensei", {}, 1, ("Ann", "Bob"), turns), GAMES)
    finished_review = Review(review_turns(timeline))
    assert [review_texts.turn_label(timeline, finished_review, number) for number in range(3)] == ["1.", "1.", "2."]


def test_finished_game_review_names_placed_cards() -> None:
    view = VIEWS["tensor-cards"]
    game = GAMES["tensor-cards"]
    state = game.initial({}, 1)
    lay = next(action for action in game.legal_actions(state) if action.text == "lay r1 b2 y3")
    assert view.describe_hidden_actions((lay,)) == "the 1 on red, the 2 on blue and the 3 on yellow"


def test_better_turn_is_phrased_as_recommendation() -> None:
    """The better turn is written in the imperative, because no player has played it."""
    state = create_position(create_player(board={"0,0": "I"}, storage="IS"), create_player(), pile="ITAVS")
    record = Record("equilibrium", {}, 7, ("", ""), ("pass",), start=GAMES["equilibrium"].format_position(state))
    timeline = replay(record, GAMES)
    for best_actions, sentence in (
        (("download I",), "Better: download an image tile."),
        (("load S@1,0",), "Better: load a sensor tile (inner ring, 3 o’clock)."),
    ):
        finished_review = Review((ReviewTurn(0, 1, 0, 0),), (Verdict(0, 1, 0, 300, 0, best_actions),))
        assert sentence in review_texts.turning_point(timeline, finished_review, 0).sentences


def test_better_turn_of_second_secret_choice_names_the_cards() -> None:
    """The text of a turn that begins with a secret placement names the cards, without doubled punctuation."""
    game = GAMES["tensor-cards"]
    rng = random.Random(1)
    count = 0
    for seed in range(40):
        state = game.apply(game.initial({}, seed), rng.choice(find_placement_actions(game, game.initial({}, seed))))
        lay = rng.choice(find_placement_actions(game, state))
        after = game.apply(state, lay)
        if game.outcome(after) or game.to_move(after) != 1 or game.is_hidden_decision(after):
            continue
        order = game.legal_actions(after)[0]
        text = review_texts._actions_text("tensor-cards", state, (lay, order))
        assert VIEWS["tensor-cards"].describe_hidden_actions((lay,)) in text
        assert not re.search(r"[.,][.,]", text)
        count += 1
    assert count


def find_placement_actions(game: Game[Any, Any], state: object) -> list[Action[Any]]:
    """Return the actions that place three cards at once."""
    return [action for action in game.legal_actions(state) if action.text.startswith("lay ")]


def test_button_of_open_review_is_disabled() -> None:
    """While a review is open, its disabled button keeps its place, so that a second tap does not start a rematch."""
    tab = open_tab()
    assert review_button(tab).get("disabled") is None
    tab.click("play.review")
    finish_review(tab)
    assert "disabled" in review_button(tab)


def review_button(tab: Tab) -> dict[str, str]:
    """Return the attributes of the button that opens the review."""
    (button,) = [button for button in tab.all("button") if button[1].get("data-do") == "play.review"]
    return dict(button[1])


def test_turning_point_displays_better_turn() -> None:
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    table = tab.play_page.table
    assert table.display.ply == 0
    assert table.review is not None
    best_actions = table.review.verdicts[0].best_actions
    marked_targets = {target for text in best_actions for target in text.lstrip("@").split("-") if len(target) == 2}
    assert marked_targets <= board_marks(table).highlighted
    tab.click("play.now")
    assert not marked_targets & board_marks(tab.play_page.table).highlighted - {"f7"}
    assert "Accuracy" in tab.text


def test_line_shows_why_the_better_turn_is_better() -> None:
    """The buttons of a line step through the better turn and its expected continuation, with paths, up to six turns."""
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    assert not tab.shows("play.line")
    tab.click("play.point", "0")
    before = tab.play_page.table
    assert before.review is not None
    turns = review_line(before.timeline, before.review, 0, LineKind.BETTER)
    assert tuple(action.text for action in turns[0]) == before.review.verdicts[0].best_actions
    assert 3 <= len(turns) <= MAX_LINE_TURNS
    table_with_other_part = replace(before, display=replace(before.display, opened_part=1))
    assert show_line(table_with_other_part, LineKind.BETTER, 1).display.opened_part is None, (
        "each turn shows its own part"
    )
    announcements = set()
    for number, turn in enumerate(turns, 1):
        tab.click("play.line", f"better.{number}")
        table = tab.play_page.table
        assert table.display.variation[-len(turn) :] == turn
        assert last_turn_targets(table) == {target for action in turn for target in action.targets}
        announcements.add(tab.controller.model.shared.announcement)
        assert table.timeline == before.timeline
    assert len(announcements) == len(turns)
    assert not tab.shows("play.line", f"better.{len(turns) + 1}")
    tab.key("[")
    assert viewed_line_turn_count(tab.play_page.table) == len(turns) - 1
    tab.click("play.point", "0")
    assert not tab.play_page.table.display.variation
    assert board_marks(tab.play_page.table).highlighted == board_marks(before).highlighted


@pytest.mark.parametrize("note", ["moves", "rule"])
def test_line_closes_with_review(note: str) -> None:
    """Opening the move list or a note closes the review with its line, and the board shows the game again."""
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    tab.click("play.line", "better.1")
    if note == "moves":
        tab.click("play.read", "moves")
    else:
        tab.send("do", "play.teach", "goal")
    table = tab.play_page.table
    assert table.notes.open_note == note
    assert table.viewed_timeline.ply == table.display.ply == 0
    tab.key("]")
    assert tab.play_page.table.display.ply == 1


def test_lines_are_side_by_side_without_a_cause() -> None:
    """The line with the played turn is next to the better one only if the sentences name no cause."""
    record = Record("tensor-chess", {}, 1, ("Ann", "Bob"), ("e2e4", "e7e5", "h2h4", "resign 1"))
    played_line, line = ("e2e4", "d7d5", "e4d5"), ("d2d4", "d7d5")
    for score, has_played_line in ((400, True), (1000, False)):
        verdicts_of_game = (
            Verdict(0, 1, 0, score, 0, ("d2d4",), line, played_line),
            Verdict(1, 2, 1, 0, 0, ("e7e5",)),
            Verdict(2, 3, 0, 0, 0, ("h2h4",)),
        )
        tab = open_reviewed_game(record, verdicts_of_game)
        tab.click("play.review")
        tab.click("play.point", "0")
        assert tab.shows("play.line", "better.2")
        assert tab.shows("play.line", "played.3") == has_played_line
        if has_played_line:
            tab.click("play.line", "played.3")
            assert tuple(action.text for action in tab.play_page.table.display.variation) == played_line


def test_line_of_a_revealed_turn_has_a_button() -> None:
    """People cannot continue the game from a turn before a reveal, but they can view the turn's line with its paths."""
    texts = ("lay r1 b2 y3", "lay r4 b5 y6", "resign 1")
    record = Record("tensor-cards", {}, 1, ("Ann", "Bob"), texts)
    line = ("lay r1 b3 y2", "lay r4 b5 y6")
    verdicts_of_game = (Verdict(0, 1, 0, 400, 0, line[:1], line), Verdict(1, 2, 1, 0, 0, texts[1:2]))
    tab = open_reviewed_game(record, verdicts_of_game)
    tab.click("play.review")
    tab.click("play.point", "0")
    assert not tab.shows("play.continue")
    assert tab.shows("play.line")
    tab.click("play.line", "better.1")
    assert [action.text for action in tab.play_page.table.display.variation] == ["lay r1 b3 y2"]
    assert "Ann: the 1 on red, the 3 on blue" in tab.controller.model.shared.announcement, "nothing is secret any more"
    assert len(hint_paths(tab.play_page.table, 0)) == len("rby"), "each card goes from the hand to its piece"
    tab.click("play.line", "better.2")
    table = tab.play_page.table
    state = table.viewed_timeline.states[1]
    (red_piece_point,) = VIEWS["tensor-cards"].path_through(state, [str(state.pieces[0])], 0)
    assert red_piece_point in {path[0] for path in hint_paths(table, 0)}, "the reveal moves red"


def test_review_is_cached_with_game() -> None:
    storage = Storage({GAME: format_record(SENSEI)})
    tab = open_tab(storage)
    tab.click("play.review")
    finish_review(tab)
    reopened_tab = open_tab(storage)
    reopened_tab.click("play.review")
    assert "Accuracy" in reopened_tab.text
    assert not reopened_tab.browser.requests
    reopened_tab.click("library.delete", "abc")
    assert KEY_PREFIX + "abc" not in storage.texts


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-5],
        lambda text: "[]",
        lambda text: json.dumps({**json.loads(text), "version": 0}),
        lambda text: json.dumps({**json.loads(text), "game": "another"}),
        lambda text: json.dumps({**json.loads(text), "turns": [[0, 2, 1, -5, 5]]}),
        lambda text: json.dumps({**json.loads(text), "turns": [[0, 1, 1, 5, 5, "end"]] * 2}),
    ],
    ids=["cut", "list", "version", "game", "negative", "other turns"],
)
def test_damaged_or_outdated_review_is_repeated(damage: object) -> None:
    assert callable(damage)
    storage = Storage({GAME: format_record(SENSEI)})
    tab = open_tab(storage)
    tab.click("play.review")
    finish_review(tab)
    complete_text = storage.texts[KEY_PREFIX + "abc"]
    storage.texts[KEY_PREFIX + "abc"] = damage(complete_text)
    reopened_tab = open_tab(storage)
    reopened_tab.click("play.review")
    assert "Reviewing turn 1 of 2" in reopened_tab.text
    finish_review(reopened_tab)
    assert storage.texts[KEY_PREFIX + "abc"] == complete_text


def test_progress_counts_each_players_turn() -> None:
    turns = ("a1-a4", "end"), ("a7-a5", "end"), ("b1-b4", "end"), ("b7-b6", "end")
    timeline = replay(Record("sensei", {}, 1, ("", ""), sum(turns, ())), GAMES)
    counts = [
        review_texts.progress_counts(timeline, Review(review_turns(timeline), create_verdicts(*[0] * judged_count)))
        for judged_count in range(4)
    ]
    assert counts == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_progress_shows_the_number_of_all_turns() -> None:
    record = Record("tensor-chess", {}, 1, ("Ann", "Bob"), ("e2e4", "e7e5", "h2h4", "resign 1"))
    tab = open_tab(Storage({GAME: format_record(record)}))
    tab.click("play.review")
    assert "turn 1 of 3" in tab.text


def test_progress_counts_simultaneous_decisions_as_one_turn() -> None:
    texts = ("lay r3 bT y7", "lay r9 b1 y2", "lay r5 b9 y6", "lay r3 b6 y7")
    timeline = replay(Record("tensor-cards", {}, 5, ("Ann", "Bob"), texts), GAMES)
    counts = [
        review_texts.progress_counts(timeline, Review(review_turns(timeline), create_verdicts(*[0] * judged_count)))
        for judged_count in range(4)
    ]
    assert counts == [(1, 2), (1, 2), (2, 2), (2, 2)]


def test_review_can_be_stopped_and_resumed() -> None:
    tab = open_tab()
    tab.click("play.review")
    tab.browser.answer_request()
    tab.click("play.stop_review")
    assert "stopped at turn 2 of 2" in tab.text
    assert not tab.browser.request_worker.is_busy
    tab.click("play.review")
    finish_review(tab)
    assert [request.at for request in tab.browser.requests] == [0, 2, 2]
    assert "Accuracy" in tab.text


def test_undo_cancels_review_and_late_answer() -> None:
    tab = open_tab()
    tab.click("play.review")
    send_late_reply, text = tab.browser._answer, ""
    while tab.browser.request_worker.is_busy:
        text = tab.browser.request_worker.step(600_000)
    tab.click("play.undo")
    tab.click("play.reopen", "undo")
    send_late_reply(text)
    assert tab.play_page.table.review is None
    assert tab.timeline.outcome is None


def test_leaving_game_ends_review() -> None:
    tab = open_tab()
    tab.click("play.review")
    tab.visit("#/")
    assert not tab.browser.request_worker.is_busy
    assert not tab.browser.answer_request()


def test_unfinished_game_has_no_review() -> None:
    record = Record("sensei", {}, 1, ("", ""), ("c5-b5", "end"), start=SENSEI.start)
    tab = open_tab(Storage({GAME: format_record(record)}))
    assert not tab.shows("play.review")
    tab.send("do", "play.review")
    assert not tab.browser.requests


def test_unreviewable_game_explains_why() -> None:
    record = Record("tesulda", {"setup": "build"}, 1, ("", ""), (*ARMY_ACTIONS, "resign 2"))
    tab = open_tab(Storage({GAME: format_record(record)}))
    tab.click("play.review")
    finish_review(tab)
    assert review_texts.unreviewable_game_text() in tab.text


def test_graph_is_one_labelled_image() -> None:
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    (graph,) = [node for node in walk(tab.browser.page) if node[1].get("class") == "review-graph"]
    assert graph[1]["role"] == "img"
    assert "Bob" in graph[1]["aria-label"] or "Ann" in graph[1]["aria-label"]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("equilibrium", "This turn lowered the chances of winning from 80% to 60% (50% is even)."),
        ("sensei", "Green’s chances fell from 80% to 60%."),
    ],
)
def test_chances_are_named_only_if_they_add_up(game: str, sentence: str) -> None:
    """The graph names the chances in Sensei, where both players' chances add up, but not in Equilibrium.

    In Equilibrium, a score compares a player with the best of the opponents.
    """
    start = replay(Record(game, {}, 7, ("", "")), GAMES)
    first = start.game.legal_actions(start.state)[0].text
    best_actions = start.game.legal_actions(start.state)[1].text
    timeline = replay(Record(game, {}, 7, ("", ""), (first,)), GAMES)
    finished_review = Review((ReviewTurn(0, 1, 0, 0),), (Verdict(0, 1, 0, 600, 200, (best_actions,)),))
    assert sentence in review_texts.turning_point(timeline, finished_review, 0).sentences


def test_opened_tab_stays_open_when_touched() -> None:
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.read", "review")
    assert tab.play_page.table.notes.open_note == "review"
    tab.click("play.read", "moves")
    tab.click("play.read", "moves")
    assert tab.play_page.table.notes.open_note == "moves"


def test_panel_describes_displayed_turning_point() -> None:
    """The panel describes the displayed turning point, since on a phone the list is then outside the screen."""
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    panels = [node for node in walk(tab.browser.page) if node[1].get("class") == "point"]
    assert len(panels) == 1
    assert "Overlooked: Green threatens to win" in panels[0][2]
    tab.click("play.now")
    assert not [node for node in walk(tab.browser.page) if node[1].get("class") == "point"]


def test_selected_turning_point_scrolls_to_board() -> None:
    """Selecting a turning point scrolls to the board, since a low window shows only part of the list."""
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.idle()
    tab.browser.scrolled_to.clear()
    tab.click("play.point", "0")
    tab.idle()
    assert {".review-points > :has(> .now)", ".page-table > .stage"} <= set(tab.browser.scrolled_to)


def test_board_keeps_final_orientation_during_review() -> None:
    """The board keeps its last orientation during the review.

    In the card game it otherwise faces the player to decide, and would rotate between turning points.
    """
    timeline = replay(Record("tensor-cards", {}, 1, ("Ann", "Bob"), ("lay r1 b2 y3", "lay r4 b5 y6")), GAMES)
    timeline = replay(replace(timeline.to_record(), actions=(*timeline.texts, "resign 1")), GAMES)
    record, best_actions = timeline.to_record(), ("lay r7 b8 y9",)
    turns = Verdict(0, 1, 0, 400, 0, best_actions), Verdict(1, 2, 1, 400, 0, best_actions)
    tab = open_reviewed_game(record, turns)

    def read_panel_labels() -> list[str]:
        panels = [node[1] for node in walk(tab.browser.page) if str(node[1].get("class")).startswith("player ")]
        return [str(panel_element["aria-label"]) for panel_element in panels]

    labels_at_end = read_panel_labels()
    assert len(labels_at_end) == 2
    tab.click("play.review")
    for point in ("0", "1"):
        tab.click("play.point", point)
        assert tab.play_page.table.display.ply == int(point)
        assert read_panel_labels() == labels_at_end


def test_return_to_game_scrolls_to_board() -> None:
    tab = open_tab()
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    tab.idle()
    tab.browser.scrolled_to.clear()
    tab.click("play.now")
    tab.idle()
    assert ".page-table > .stage" in tab.browser.scrolled_to


def test_interrupted_review_resumes() -> None:
    tab = open_tab()
    tab.click("play.review")
    tab.browser.answer_request()
    tab.visit("#/")
    tab.visit("#/play/abc")
    assert "Reviewing turn 2 of 2" in tab.text
    finish_review(tab)
    assert "Accuracy" in tab.text


def test_turning_point_closes_attack_query() -> None:
    game = Record("tensor-chess", {}, 1, ("Ann", "Bob"), ("e2e4", "e7e5", "resign 1"))
    line = replay(game, GAMES).to_record()
    turns = [[0, 1, 0, 400, 0, "d2d4"], [1, 2, 1, 0, 0, "d7d5"]]
    cached_text = json.dumps({"version": FORMAT_VERSION, "game": fingerprint(line), "turns": turns})
    tab = open_tab(Storage({GAME: format_record(game), KEY_PREFIX + "abc": cached_text}))
    tab.click("play.inquire")
    tab.click("play.review")
    tab.click("play.point", "0")
    table = tab.play_page.table
    assert table.touches.attack_query is None
    assert {"d2", "d4"} <= board_marks(table).highlighted


def test_reason_for_better_turn_is_not_true_of_played_turn() -> None:
    """Both placements put the 3 on blue, so only the 5 on yellow is a reason for the better one."""
    start = "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"
    actions = ("lay r6 b3 y2", "lay r1 b2 y7")
    timeline = replay(Record("tensor-cards", {}, 0, ("Ann", "Bob"), actions, start=start), GAMES)
    turns = review_turns(timeline)
    verdict = Verdict(turns[0].start, turns[0].end, turns[0].player, 0, -550, ("lay r1 b3 y5",))
    sentences = review_texts.turning_point(timeline, Review(turns, (verdict,)), 0).sentences
    assert any("The 5 can" in sentence for sentence in sentences)
    assert not any("The 3 can" in sentence for sentence in sentences)


def test_consequence_of_turn_is_its_best_reply() -> None:
    """The review names the best reply if the better turn would not have prevented a threat."""
    start = "k9/10/10/3p6/4P5/10/10/7K2 w - - 0 1"
    timeline = replay(Record("tensor-chess", {}, 0, ("Ann", "Bob"), ("h1g1", "d5e4"), start=start), GAMES)
    turns = review_turns(timeline)
    verdicts_of_turn = Verdict(0, 1, 0, 300, 0, ("h1i1",)), Verdict(1, 2, 1, 0, 0, ("d5e4",))
    sentences = review_texts.turning_point(timeline, Review(turns, verdicts_of_turn), 0).sentences
    assert "pawn" in sentences[0]
    assert "captures" in sentences[0]
    assert not [sentence for sentence in sentences if "chances" in sentence]


def test_turn_starting_with_square_stays_lowercase() -> None:
    """A text that starts with a square keeps its lowercase letter, since capitals are figures in some games."""
    turn = "d2-e3", "swap:e2>e3:h"
    timeline = replay(Record("tesulda", {}, 0, ("", ""), turn), GAMES)
    finished_review = Review(review_turns(timeline), (Verdict(0, 2, 0, 300, 0, ("g2-e5",)),))
    title, sentences, _names_cause = review_texts.turning_point(timeline, finished_review, 0)
    assert "d2-e3" in title or sentences[0].startswith("d2-e3")
    assert "D2" not in " ".join((title, *sentences))


def test_numbers_of_turning_points_wait_for_the_end_of_the_review() -> None:
    """The numbered turning points appear only at the end of the review, since their numbers change before that."""
    tab = open_tab()
    tab.click("play.review")
    tab.browser.answer_request()
    tab.check()
    assert not tab.shows("play.point")
    tab.click("play.stop_review")
    assert tab.shows("play.point")


def test_mistake_of_a_person_can_be_tried_again_against_the_bot() -> None:
    """“Try again” at a turning point starts a new game from that position, with the task and a bot that answers."""
    record = replace(SENSEI, seats=(2, 0), players=("", ""))
    tab = open_tab(Storage({GAME: format_record(record)}))
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    assert "Try again" in tab.text
    tab.click("play.try_again")
    table = tab.play_page.table
    assert (table.id != "abc", table.timeline.ply, table.only_person) == (True, 0, table.timeline.to_move)
    task = "better turn for Red"
    assert task in table.message
    assert task in tab.text
    assert task in tab.announcement


@pytest.mark.parametrize("leave", ["study", "try again", "home"])
@pytest.mark.parametrize("return_method", ["back", "address"])
def test_review_stays_at_its_turning_point_after_a_visit_elsewhere(leave: str, return_method: str) -> None:
    record = replace(SENSEI, seats=(2, 0), players=("", ""))
    tab = open_tab(Storage({GAME: format_record(record)}))
    tab.click("play.review")
    finish_review(tab)
    tab.click("play.point", "0")
    if leave == "home":  # the other pages open from the position before the line
        tab.click("play.line", "better.1")
    before = tab.play_page.table
    if leave == "study":
        tab.click("study.from_game.0", "abc")
    elif leave == "try again":
        tab.click("play.try_again")
    else:
        tab.visit("#/")
    if return_method == "back":
        tab.back()
    else:
        tab.visit("#/play/abc")
    after = tab.play_page.table
    assert after.id == "abc"
    assert after.review == before.review
    assert (after.display, after.notes.open_note) == (before.display, before.notes.open_note)
    assert not tab.browser.answer_request(), "the review is complete"


def test_stopped_review_stays_stopped_after_a_visit_elsewhere() -> None:
    tab = open_tab()
    tab.click("play.review")
    tab.browser.answer_request()
    tab.click("play.stop_review")
    tab.visit("#/")
    tab.visit("#/play/abc")
    assert "stopped at turn 2 of 2" in tab.text
    tab.click("play.read", "moves")
    tab.visit("#/")
    tab.visit("#/play/abc")
    assert tab.play_page.table.review is None


def test_secret_turn_can_be_tried_again_against_a_new_secret_of_the_bot() -> None:
    """After a card game, a person can place cards again. The bot, which placed first, also places new cards."""
    record = Record("tensor-cards", {}, 1, ("", ""), ("lay r1 b2 y3", "lay r4 b5 y6", "resign 2"), seats=(2, 0))
    verdicts_of_game = (Verdict(0, 1, 0, 0, 0, record.actions[:1]), Verdict(1, 2, 1, 400, 0, ("lay r4 b5 y7",)))
    tab = open_reviewed_game(record, verdicts_of_game)
    tab.click("play.review")
    tab.click("play.point", "1")
    assert not tab.shows("play.continue")
    tab.click("play.try_again")
    table = tab.play_page.table
    assert (table.id != "abc", table.timeline.ply, table.timeline.entries) == (True, 0, ())
    tab.think()
    tab.idle()
    assert tab.play_page.table.timeline.ply == 1
    assert "better turn for White" in tab.announcement
    assert "better turn for White" in tab.text


def test_turn_whose_first_actions_were_best_loses_nothing() -> None:
    """A turn loses nothing if the bot's best actions are its first ones: a bot may judge only part of a turn."""
    turns = ("a1-a4", "end"), ("a7-a5", "end")
    timeline = replay(Record("sensei", {}, 1, ("", ""), sum(turns, ())), GAMES)
    verdicts = Verdict(0, 2, 0, 500, 500, turns[0][:1]), Verdict(2, 4, 1, 0, 0, turns[1])
    assert consistent_verdicts(timeline, verdicts)[0].loss == 0
