"""Problems in use: a wrong turn, the reply to a right one, the progress, the problem of the day."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import pairwise

import pytest

from ruleboard.app.problems.session import local_date, opened
from ruleboard.app.problems.snippet import problem_snippet
from ruleboard.app.storage.progress import KEY
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_parameters
from ruleboard.games.courses import problems
from ruleboard.games.daily import daily
from ruleboard.games.problems import WIN, Problem
from ruleboard.games.registry import GAMES
from tools.fake_browser import Storage, Tab, walk

LONG = next(one for one in problems("sensei") if len(one.solution.lines[0]) == 3)
"""A problem of Sensei with a reply."""
SAVE = next(one for one in problems("sensei") if one.solution.goal != WIN)
"""A problem of Sensei in which a win of the other side is to be prevented."""


def address(problem: Problem) -> str:
    return f"#/problem/sensei/{problem.id}"


def solve(tab: Tab, problem: Problem) -> None:
    """Play the solver's turns of the first line, and wait for the replies."""
    for turn in problem.solution.lines[0][::2]:
        tab.play(" ".join(turn))
        tab.idle()


def wrong_turn(problem: Problem) -> str:
    """A turn of Sensei that solves nothing: one stone moves, with which no accepted turn begins."""
    game = GAMES["sensei"]
    state = game.parse_position(problem.position)
    right = {line[0][0] for line in problem.solution.lines}
    steps = (action.text for action in game.legal_actions(state) if "@" not in action.text)
    return next(f"{step} end" for step in steps if step not in right)


def test_a_problem_is_solved_and_stays_solved() -> None:
    tab = Tab(address=address(LONG))
    assert "Arashi. " in tab.announced, "how far a stone goes is not seen on the board"
    assert "to move: win next turn" in tab.announced
    before = tab.position
    first, reply, _last = LONG.solution.lines[0]
    tab.play(" ".join(first))
    assert "Right. Here is the reply" in tab.announced
    tab.idle()
    assert "Right. Go on." in tab.announced
    played = [str(entry) for entry in tab.controller.model.page.exercise.table.timeline.entries]  # type: ignore[union-attr]
    assert tuple(played) == first + reply
    tab.play(" ".join(LONG.solution.lines[0][2]))
    assert LONG.theme.explanation in tab.announced
    assert "Next problem" in tab.text
    assert json.loads(tab.storage.texts[KEY]) == {"sensei/problems": [LONG.id]}
    tab.click("problems.again")
    assert tab.position == before
    tab.visit("#/problems/sensei")
    assert tab.reloaded().text.count("Solved") == 1
    tab.click("problems.restart")
    assert json.loads(tab.storage.texts[KEY]) == {}


def test_a_wrong_turn_is_taken_back_by_itself_and_says_what_is_threatened() -> None:
    tab = Tab(address=address(SAVE))
    before = tab.position
    tab.play(wrong_turn(SAVE))
    assert "That turn does not solve it." in tab.announced
    assert "threatens" in tab.announced
    assert tab.position != before
    tab.idle()
    assert tab.position == before
    assert "That turn does not solve it." in tab.text
    solve(tab, SAVE)
    assert SAVE.theme.explanation in tab.text


def test_the_next_touch_takes_a_wrong_turn_back_and_plays_a_reply() -> None:
    tab = Tab(address=address(LONG))
    for turn in (wrong_turn(LONG), *map(" ".join, LONG.solution.lines[0][::2])):
        tab.play(turn)
    assert LONG.theme.explanation in tab.text
    tab.idle()
    assert LONG.theme.explanation in tab.text, "what was put off does nothing any more"


def test_a_hint_points_to_the_next_action_and_puts_a_turn_back_that_leads_nowhere() -> None:
    tab = Tab(address=address(LONG))
    tab.play(wrong_turn(LONG).removesuffix(" end"))
    tab.click("problems.hint")
    action = LONG.solution.lines[0][0][0].removeprefix("@")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.played == ()
    assert exercise.hint_targets == {action[:2]}


def test_a_solution_that_is_shown_is_not_counted() -> None:
    tab = Tab(address=address(LONG))
    tab.play(wrong_turn(LONG).removesuffix(" end"))
    tab.click("problems.solution")
    tab.idle()
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.played == sum(LONG.solution.lines[0], ())
    assert LONG.theme.explanation in tab.text
    assert KEY not in tab.storage.texts
    assert "Next problem" in tab.text


def test_the_last_action_of_a_shown_solution_is_told_to_those_who_hear_the_page() -> None:
    tab = Tab(address=address(LONG))
    tab.click("problems.solution")
    tab.idle()
    timeline = tab.controller.model.page.exercise.table.timeline  # type: ignore[union-attr]
    last = timeline.game.describe(timeline.states[timeline.at - 1], timeline.entries[timeline.at - 1])
    assert tab.announced == f"{last}. {LONG.theme.explanation}"


def test_a_small_board_is_enlarged_and_stays_so_until_the_whole_is_requested() -> None:
    tab = Tab(address=address(SAVE))

    def is_closer() -> bool:
        return any("closer" in div[1].get("class", "").split() for div in tab.all("div"))

    assert not is_closer()
    tab.click("problems.whole")
    tab.play(wrong_turn(SAVE))
    tab.idle()
    assert is_closer()
    tab.click("problems.whole")
    assert not is_closer()


def test_next_unsolved_goes_round_and_ends_when_all_are_solved() -> None:
    known = [one.id for one in problems("sensei")]
    tab = Tab(Storage({KEY: json.dumps({"sensei/problems": known[1:]})}), f"#/problem/sensei/{known[-1]}")
    (skip,) = [one for one in tab.all("a") if "skip" in one[1].get("class", "").split()]
    assert skip[1]["href"] == f"#/problem/sensei/{known[0]}"
    tab.visit("#/problems/sensei")
    assert "Next unsolved" in tab.text
    other = Tab(Storage({KEY: json.dumps({"sensei/problems": known})}), "#/problems/sensei")
    assert "Next unsolved" not in other.text


def test_beginning_a_course_anew_leaves_the_problems_solved() -> None:
    tab = Tab(Storage({KEY: '{"sensei": ["goal"], "sensei/problems": ["x"]}'}), "#/learn/sensei")
    tab.click("lessons.restart")
    assert json.loads(tab.storage.texts[KEY]) == {"sensei/problems": ["x"]}


def test_the_problem_of_the_day_is_that_of_the_date() -> None:
    tab = Tab(address="#/")
    (link,) = [one for one in tab.all("a") if one[1]["href"] == "#/problem/today"]
    assert [one[2] for one in walk(link) if isinstance(one[2], str)] == ["Problem of the day"]
    tab.visit("#/problem/today")
    found = daily(local_date(tab.browser.now()))
    assert found
    session = tab.controller.model.page
    assert (session.game, session.problem) == found  # type: ignore[union-attr]
    assert "Problem of the day" in tab.text


def test_every_problem_has_its_day_and_neighbouring_days_have_other_games() -> None:
    with_problems = [game for game in GAMES if problems(game)]
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(1000)]
    found = [one for one in map(daily, days) if one]
    assert {(game, one.id) for game, one in found} == {
        (game, one.id) for game in with_problems for one in problems(game)
    }
    if len(with_problems) > 1:
        assert all(one[0] != other[0] for one, other in pairwise(found))


@pytest.mark.parametrize("right", [True, False])
def test_cards_that_were_laid_are_seen_at_work_against_an_answer(right: bool) -> None:
    problem = next(one for one in problems("tensor-cards") if one.theme.id == "sure")
    (wrong, answer), *_more = problem.solution.refutations
    (lay,) = problem.solution.lines[0][0] if right else wrong
    tab = Tab(address=f"#/problem/tensor-cards/{problem.id}")
    before, game = tab.position, GAMES["tensor-cards"]
    tab.touch(*game.parse_action(game.parse_position(problem.position), lay).targets)
    tab.idle()
    assert tab.announced.startswith("Red: ")
    told = []
    while tab.shows("problems.show_step", "1"):
        told.append(tab.announced)
        tab.click("problems.show_step", "1")
    assert (told[-1] == "Yellow ends on a star: Black wins.") == right
    assert tab.announced == (problem.theme.explanation if right else "That turn does not solve it.")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.played == (lay, *answer)
    tab.idle()
    assert (tab.position == before) != right, "a wrong turn goes back when its effect was seen"
    assert tab.shows("problems.show_again") == right
    assert (KEY in tab.storage.texts) == right


@pytest.mark.parametrize("where", ["#/problem/sensei/none", "#/problem/mancala/x", "#/problems/mancala"])
def test_what_is_not_there_is_said(where: str) -> None:
    assert Tab(address=where).not_found


def test_the_lines_for_another_page_make_a_board_with_the_same_solution() -> None:
    session = opened("sensei", LONG.id)
    assert session
    html = problem_snippet(session)
    (element,) = [line for line in html.splitlines() if line.startswith("<rule-board")]
    given = dict(part.split('="') for part in element.partition(">")[0].rstrip('"').split('" '))
    given = {name.removeprefix("<rule-board "): value for name, value in given.items()}
    board = open_board(parse_parameters(given))
    assert board.exercise
    assert board.exercise.solution
    assert board.exercise.solution.lines == LONG.solution.lines
    assert board.exercise.solution.goal == LONG.solution.goal


def test_the_lines_for_another_page_reveal_what_is_laid() -> None:
    """One answer of the other side is enough: it is used for every lay that solves the problem."""
    session = opened("tensor-cards", "own-01")
    assert session
    accept = problem_snippet(session).partition(' accept="')[2].partition('"')[0]
    assert accept == "lay r1 b2 y7; lay r5 b3 y4 | lay r1 b9 y7 | lay r2 b1 y7 | lay r2 b9 y7"
