"""Test the guided first game: the tip before each turn, and the consequences of a mistake, in simple positions."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ruleboard.app.board import guide
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.parts import Mistake
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.learning.courses import course
from ruleboard.learning.courses import guide as guide_of
from ruleboard.learning.first_game import FIRST_GAME_ID, GUIDED_KEY, first_game_record
from ruleboard.learning.lessons import Guide
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import Judgement
from tools.fake_browser import Storage, Tab, walk

PROGRESS_KEY = "ruleboard/1/progress"
SENSEI = "7/1r4g/2r3r/2G4/2g3R/1g5/7 r 21 shizukana"
"""Red to move; a stone of Green's can go from g6 by g7 to f7, and the character can follow to the home row."""
CHESS_POSITION = "1k8/10/1K8/10/10/10/r9/8R1 b - - 0 1"
"""Black to move; White's rook mates on i8 unless Black prevents it."""
TESULDA_POSITION = "9(ck)/10/10/10/4(tcs)5/10/2(Scs)7/10/10/(Ck)9 l - 0"
"""Light to move; Dark's figure on e6 goes two squares straight and one diagonally."""
CARDS_POSITION = "short-order first-star r0,0 b0,3 y0,4 W1458 B2378 0-0 1.3"
"""White's 8 takes red to the star above it; of Black's cards only the 8 stops it."""


def open_tab(game: str, start: str, reader: int, *actions: str) -> Tab:
    """Return a tab with a guided game that begins at a position and continues with actions."""
    seats = tuple(0 if player == reader else 1 for player in (0, 1))
    record = Record(game, {}, 1, ("", ""), actions, start=start, seats=seats, meta={GUIDED_KEY: "yes"})
    return Tab(Storage({"ruleboard/1/game/abc": format_record(record)}), "#/play/abc")


def read_tip(tab: Tab) -> str:
    tip = guide.current_tip(tab.play_page.table)
    assert tip is not None
    assert tip.sentence in tab.text
    return tip.sentence


def judge(tab: Tab) -> str:
    """Let the bot judge the person's last turn before it searches its own turn. Return the consequences."""
    assert tab.browser.requests[-1].end is not None
    tab.think()
    return guide.consequence(tab.play_page.table).sentence


def count_threat_arrows(tab: Tab) -> int:
    """Return the number of arrows on the board that show threats and harmful replies."""
    board = next(node for node in tab.all("svg") if "data-game" in node[1])
    return sum(node[1].get("class") == "way threat" for node in walk(board))


def test_threatened_win_is_announced_and_displayed_before_turn() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    assert "Green threatens to win: the stone on g6 moves to g7, then f7" in read_tip(tab)
    assert count_threat_arrows(tab) == 1
    tab.touch("c5")
    assert count_threat_arrows(tab) == 0


def test_tools_of_a_guided_game_keep_their_places() -> None:
    """The tools keep their places with all tips, since tools without a use are disabled instead of removed."""
    tools = [
        [
            attributes["data-do"]
            for _, attributes, _ in open_tab("sensei", start, reader).all("button")
            if "tool-button" in attributes["class"].split()
        ]
        for start, reader in ((SENSEI, 1), ("rrrRrrr/7/7/7/7/7/gggGggg g 21 shizukana", 0))
    ]
    assert tools[0] == tools[1]
    assert {"play.threats", "play.teach"} <= set(tools[0])


def test_mistake_displays_consequence_and_opponent_waits() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    tab.play("c5-b5 end")
    assert "Green’s character leaps from c4 to f7 and wins" in judge(tab)
    assert tab.announcement.startswith("Think again. Then ")
    assert count_threat_arrows(tab) == 3  # two arrows of the stone and one of the character
    tab.idle()
    assert not tab.browser.answer_request()
    assert tab.timeline.ply == 2


def test_mistake_is_undone_to_start_of_turn() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    tab.play("c5-b5 end")
    judge(tab)
    tab.click("play.guide", "back")
    assert (tab.timeline.ply, tab.timeline.to_move) == (0, 1)
    assert "threatens to win" in read_tip(tab)
    assert tab.stored_timeline.ply == 0


def test_mistake_may_stand() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    tab.play("c5-b5 end")
    judge(tab)
    tab.click("play.guide", "on")
    tab.think()
    tab.idle()
    assert tab.timeline.ply > 2


def test_end_names_winner_and_completes_course_step() -> None:
    tab = open_tab("sensei", SENSEI, 0, "c5-b5", "end", "g6-g7", "g7-f7")
    tab.touch("c4", "f7")
    assert "Green wins" in tab.text
    actions = {node[1].get("data-do", node[1].get("href")) for node in walk(tab.browser.page)}
    assert {"play.now_alone", "play.review", "#/learn/sensei"} <= actions
    assert json.loads(tab.storage.texts[PROGRESS_KEY]) == {"sensei": [FIRST_GAME_ID]}
    tab.click("play.now_alone")
    assert tab.stored_timeline.record.seats == (0, 2), "after a win, the next opponent is stronger"


def test_mistake_survives_reload() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    tab.play("c5-b5 end")
    consequence = judge(tab)
    assert judge(tab.reload()) == consequence


def test_available_win_is_announced_and_missing_it_is_mistake() -> None:
    tab = open_tab("sensei", SENSEI, 0, "c5-b5", "end")
    assert read_tip(tab).startswith("You can win this turn")
    assert not any(square in read_tip(tab) for square in ("f7", "g7", "g6"))
    tab.play("b2-b1 end")
    assert judge(tab) == "You could have won this turn."


def test_checkmate_is_foreseen() -> None:
    tab = open_tab("tensor-chess", CHESS_POSITION, 1)
    assert "White’s rook on i1 threatens to move to i8, checkmate." in read_tip(tab)
    tab.touch("a2", "a3")
    assert judge(tab) == "Then White’s rook on i1 moves to i8, checkmate."


def test_serious_loss_in_good_position_is_mistake() -> None:
    """In a good position, a turn that loses much of the advantage is a mistake; a turn that keeps most of it is not."""
    tab = open_tab("tensor-chess", CHESS_POSITION, 1)
    table = replace(tab.play_page.table, guided_turn=replace(tab.play_page.table.guided_turn, is_judged=False))
    tab.touch("a2", "a3")
    table = tab.play_page.table
    better_action, reply = ("b8-c8",), ("i1-i8",)
    mistakes = [
        guide.with_judgement(table, Judgement(1, better_action, score, 450, reply)).guided_turn.mistake is not None
        for score in (740, 960)
    ]
    assert mistakes == [False, True]


def test_winnable_piece_is_named() -> None:
    """The tip names the piece that the player can win, here an unguarded rook."""
    tab = open_tab("tensor-chess", "8R1/1k8/10/10/10/10/8r1/1K8 b - - 0 1", 1)
    assert "It’s worth capturing the white rook on i8" in read_tip(tab)


def test_good_turn_gets_no_comment() -> None:
    tab = open_tab("tensor-chess", CHESS_POSITION, 1)
    tab.touch("b8", "c8")
    assert judge(tab) == ""
    assert tab.browser.requests[-1].end is None  # the opponent thinks


def test_hanging_figure_is_mistake() -> None:
    """Moving the square to the unguarded d5 is a mistake, since the figure on e6 can capture it with one step."""
    tab = open_tab("tesulda", TESULDA_POSITION, 0)
    tab.touch("c4", "d5")
    assert "captures your figure" in judge(tab)
    assert count_threat_arrows(tab) >= 1


def test_tip_stays_in_mid_turn() -> None:
    """In mid-turn the tip stays or disappears, even after a capture on a square where Dark can recapture."""
    tab = open_tab("tesulda", "9(ck)/10/4(cccc)5/10/2(tcs)7/10/2(Sss)7/10/10/(Ck)9 l - 0", 0)
    before = read_tip(tab)
    tab.touch("c4", "c6")
    tip = guide.current_tip(tab.play_page.table)
    assert tip is None or tip.sentence == before


def test_tip_disappears_when_its_threat_is_stopped() -> None:
    tab = open_tab("sensei", SENSEI, 1)
    assert "threatens to win" in read_tip(tab)
    tab.play("g5-g6")
    assert "threatens to win" not in tab.text


@pytest.mark.parametrize("game", GAMES)
def test_tip_does_not_change_while_hinted_turn_is_played(game: str) -> None:
    """During the hinted turn, the tip stays the same or disappears, unless it names a win or an idea."""
    timeline = replay(first_game_record(game, 1, is_guided=True), GAMES)
    bot, texts, reader = PACKAGES[game].opponent, list[str](), open_table("x", timeline).only_person
    assert reader is not None
    for _turn in range(8):
        if timeline.outcome or (player := timeline.to_move) is None:
            break
        choice = run_to_end(bot.think(timeline.state_for(player), Question(player, 1, 2))).actions
        first_tip = guide.current_tip(open_table("x", timeline)) if player == reader else None
        for action in choice:
            if timeline.to_move == reader == player:
                idea_tips = [
                    tip for tip in bot.tips(timeline.state_for(player), player) if tip.can_win or not tip.lesson
                ]
                tip = guide.current_tip(open_table("x", timeline))
                assert tip in (None, first_tip, *idea_tips), texts
            texts.append(action.text)
            timeline = timeline.play(action)


def test_unstoppable_card_is_mistake() -> None:
    """A placement is a mistake if its card cannot stop an opponent's card that takes a piece to a star."""
    tab = open_tab("tensor-cards", "short-order first-star r3,1 b4,2 y0,3 W234567T B1456789 0-0 1.2", 0)
    tab.touch("card:5", "piece:red", "card:4", "piece:blue", "card:1", "piece:yellow", "do:lay")
    assert judge(tab) == "White’s 5 can take yellow to a star, and your 1 doesn’t stop that."
    tab.click("play.guide", "back")
    assert tab.timeline.to_move == 0


def test_advice_ignores_opponents_hidden_cards() -> None:
    """The advice for White is the same for two different placements of Black's hidden cards."""
    advice = set()
    for lay in ("lay r2 b3 y7", "lay r8 b7 y2"):
        tab = open_tab("tensor-cards", CARDS_POSITION, 1, lay)
        advice.add((read_tip(tab), guide.threat_paths(tab.play_page.table)))
    assert len(advice) == 1


def test_token_prevented_from_rising_is_announced() -> None:
    """The consequence names video, the lowest token, which would not rise.

    With one tile of each of four types, the tie order excludes video from the three types that rise.
    """
    (lesson,) = (lesson for lesson in course("equilibrium") if lesson.id == "win-lowest")
    tab = open_tab("equilibrium", lesson.steps[0].position, 0)
    table = tab.play_page.table
    timeline = table.timeline
    timeline_after_pass = timeline.play(timeline.game.parse_action(timeline.state, "pass"))
    better_action = timeline.game.parse_action(timeline.state, "run div 0,1")
    mistake = Mistake(0, (better_action,), (), loses=False)
    consequence = guide.consequence(
        replace(table, timeline=timeline_after_pass, guided_turn=replace(table.guided_turn, mistake=mistake))
    ).sentence
    assert [kind for kind in ("image", "text", "audio", "video", "sensor") if kind in consequence] == ["video"]


@pytest.mark.parametrize("game", GAMES)
def test_guided_game_starts_with_tip_and_lesson(game: str) -> None:
    table = open_table("x", replay(first_game_record(game, 1, is_guided=True), GAMES))
    assert table.timeline.to_move == 0
    tip = guide.current_tip(table)
    assert tip is not None
    lessons = {lesson.id for lesson in course(game)}
    assert {advice.lesson for advice in guide_of(game).advice} <= lessons
    assert tip.lesson in lessons
    assert guide.current_tip(open_table("x", replay(first_game_record(game, 1, is_guided=False), GAMES))) is None


def test_opening_tip_does_not_return_in_later_turns() -> None:
    """In the sixth turn, the second tip returns. The first one is about a character on its own edge."""
    actions = (
        "g1-g6 a1-a2 @d1-b1 e7-e3 @d7-a7 d7-d3 @b1-d1 g6-d6 b1-b6 e3-e6 c7-c2 @a7-g7 f1-f6 e1-g1 @d1-g1 d3-a3 f7-e7 "
        "@g7-e7 @g1-b6 g1-g5 d1-e1 c2-c6 @e7-b7 e7-c7 d6-d2 g5-g3 end a3-c3 e6-e2 @b7-g7"
    )
    record = replace(first_game_record("sensei", 1, is_guided=True), actions=tuple(actions.split()))
    tip = guide.current_tip(open_table("x", replay(record, GAMES)))
    assert tip is not None
    assert tip.sentence == guide_of("sensei").advice[1].text


def test_game_without_guide_has_general_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide, "guide", lambda _id: Guide())
    table = open_table("x", replay(first_game_record("sensei", 2, is_guided=True), GAMES))
    tip = guide.current_tip(table)
    assert tip is not None
    assert tip.sentence.startswith("Look at the whole board first")


def test_course_resumes_guided_game_then_starts_another() -> None:
    tab = Tab(address="#/learn/sensei")
    tab.click("lessons.guided")
    first = tab.game_id
    tab.play("a1-a2 b1-b2 end")
    tab.visit("#/learn/sensei/win-plan/9")
    tab.click("lessons.guided")
    assert (tab.game_id, tab.timeline.ply) == (first, 3)
    tab.key("u")
    tab.key("u")
    tab.click("play.resign", None)
    assert FIRST_GAME_ID in json.loads(tab.storage.texts[PROGRESS_KEY])["sensei"]
    tab.visit("#/learn/sensei")
    tab.click("lessons.guided")
    assert tab.game_id != first


def test_play_now_after_guided_game_has_no_guide() -> None:
    tab = open_tab("sensei", SENSEI, 1, "c5-b5", "end", "g6-g7", "g7-f7", "@c4-f7")
    tab.click("play.now_alone")
    assert tab.timeline.ply == 0
    assert not guide.is_guided(tab.play_page.table)
    assert tab.stored_timeline.record.seats == (1, 0)
