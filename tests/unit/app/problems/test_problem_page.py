"""Test the pages of problems: wrong turns, replies to correct turns, progress, and the problem of the day."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise_view import exercise_board
from ruleboard.app.board.history import replay_frames, skip_replay
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.problems import results
from ruleboard.app.problems.session import ProblemSession, open_problem, standing_text, task_text, title
from ruleboard.app.problems.view import problem_snippets
from ruleboard.app.storage.progress import STORAGE_KEY, Progress, format_progress, parse_progress
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_fragment, parse_parameters
from ruleboard.learning.courses import problems
from ruleboard.learning.daily import local_date, problem_of_day
from ruleboard.learning.problems import WIN_GOAL, Problem
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.stencils import elements_of_class
from tests.support.html_elements import find_attributes
from tools.fake_browser import Storage, Tab, walk

LONG_PROBLEM = next(problem for problem in problems("sensei") if len(problem.solution.lines[0]) == 3)
"""A problem of Sensei with a reply."""
DEFENCE_PROBLEM = next(problem for problem in problems("sensei") if problem.solution.goal != WIN_GOAL)
"""A problem of Sensei in which the solver must prevent a win of the other side."""


def format_address(problem: Problem) -> str:
    return f"#/problem/sensei/{problem.id}"


def solve(tab: Tab, problem: Problem) -> None:
    """Play the solver's turns of the first solution, and wait for the replies."""
    for turn in problem.solution.lines[0][::2]:
        tab.play(" ".join(turn))
        tab.idle()


def step_through_solution(tab: Tab) -> None:
    """Show the board after each action of the solution, up to the last one."""
    while tab.shows("problems.solution_step", "1"):
        tab.click("problems.solution_step", "1")


def find_wrong_turn(problem: Problem) -> str:
    """Return a wrong turn in a problem of Sensei: a stone move with which no accepted turn begins."""
    game = GAMES["sensei"]
    state = game.parse_position(problem.position)
    accepted_turns = {line[0][0] for line in problem.solution.lines}
    steps = (action.text for action in game.legal_actions(state) if "@" not in action.text)
    return next(f"{step} end" for step in steps if step not in accepted_turns)


def has_class(tab: Tab, name: str) -> bool:
    """Return True if an element of the page has a CSS class."""
    return any(name in element[1].get("class", "").split() for element in tab.all())


def test_problem_is_solved_and_stays_solved() -> None:
    tab = Tab(address=format_address(LONG_PROBLEM))
    assert "Arashi. " in tab.announcement, "the board does not show the range of stones"
    assert "to move: win next turn" in tab.announcement
    before = tab.position
    first, reply, _last_turn = LONG_PROBLEM.solution.lines[0]
    tab.play(" ".join(first))
    assert "Right! Now the reply" in tab.announcement
    tab.idle()
    assert "Right! Keep going." in tab.announcement
    played_texts = [str(entry) for entry in tab.controller.model.page.exercise.table.timeline.entries]  # type: ignore[union-attr]
    assert tuple(played_texts) == first + reply
    tab.play(" ".join(LONG_PROBLEM.solution.lines[0][2]))
    assert LONG_PROBLEM.theme.explanation in tab.announcement
    assert "Next puzzle" in tab.text
    assert has_class(tab, "praise")
    assert has_class(tab, "lit")
    assert json.loads(tab.storage.texts[STORAGE_KEY])["sensei/problems"] == [LONG_PROBLEM.id]
    tab.click("problems.again")
    assert tab.position == before
    tab.visit("#/problems/sensei")
    assert tab.reload().text.split(" | ").count("Solved") == 1
    tab.click("problems.restart")
    assert "sensei/problems" not in json.loads(tab.storage.texts[STORAGE_KEY])


@pytest.mark.parametrize("game", [game for game in GAMES if game != "tensor-cards"])
def test_failed_win_has_a_reason(game: str) -> None:
    """After a turn that should win and does not, the page says more than that it is not the solution."""
    problem = next(problem for problem in problems(game) if problem.solution.goal == WIN_GOAL)
    session = open_problem(game, problem.id)
    assert session is not None
    winning_texts = {line[0][0] for line in problem.solution.lines}
    exercise = session.exercise
    while not exercise.feedback:
        actions = GAMES[game].legal_actions(exercise.table.timeline.state)
        action = next(action for action in reversed(actions) if action.text not in winning_texts)
        for target in action.targets:
            exercise = exercises.handle_gesture(exercise, Gesture(GestureKind.TOUCH, target))
    assert exercise.shows_wrong_answer
    assert len(exercise.feedback) > len(exercises.WRONG_SOLUTION_TEXT)


def test_check_without_mate_names_a_reply() -> None:
    state = GAMES["tensor-chess"].parse_position(problems("tensor-chess")[0].position)
    reasons = set()
    for action in GAMES["tensor-chess"].legal_actions(state):
        next_state = GAMES["tensor-chess"].apply(state, action)
        if GAMES["tensor-chess"].outcome(next_state) is None:
            reason = VIEWS["tensor-chess"].failed_win_reason(next_state)
            reasons.add("not mate: " in reason)
    assert reasons == {True, False}


def test_hint_keeps_the_places_of_the_buttons() -> None:
    """After the hint its button stays, disabled, so that the next tap does not hit another button."""
    tab = Tab(address=format_address(LONG_PROBLEM))

    def buttons() -> list[str]:
        return [attrs["data-message"] for _tag, attrs, _inside in tab.all("button") if "data-message" in attrs]

    before = buttons()
    tab.click("problems.hint")
    assert buttons() == before
    assert not tab.shows("problems.hint"), "the button is disabled"


def test_task_is_less_prominent_than_praise() -> None:
    tab = Tab(address=format_address(DEFENCE_PROBLEM))
    assert has_class(tab, "ask")
    assert not has_class(tab, "solved")
    solve(tab, DEFENCE_PROBLEM)
    assert has_class(tab, "praise")
    assert has_class(tab, "solved")


def test_wrong_turn_is_undone_automatically_with_threat() -> None:
    tab = Tab(address=format_address(DEFENCE_PROBLEM))
    before = tab.position
    tab.play(find_wrong_turn(DEFENCE_PROBLEM))
    assert "That isn’t the solution." in tab.announcement
    assert "threatens" in tab.announcement
    assert tab.position != before
    tab.idle()
    assert tab.position == before
    assert "That isn’t the solution." in tab.text
    solve(tab, DEFENCE_PROBLEM)
    assert DEFENCE_PROBLEM.theme.explanation in tab.text


def test_next_touch_undoes_wrong_turn_and_plays_reply() -> None:
    tab = Tab(address=format_address(LONG_PROBLEM))
    for turn in (find_wrong_turn(LONG_PROBLEM), *map(" ".join, LONG_PROBLEM.solution.lines[0][::2])):
        tab.play(turn)
    assert LONG_PROBLEM.theme.explanation in tab.text
    tab.idle()
    assert LONG_PROBLEM.theme.explanation in tab.text, "the scheduled undo has no effect"


def test_hint_names_next_action_and_undoes_hopeless_turn() -> None:
    tab = Tab(address=format_address(LONG_PROBLEM))
    tab.play(find_wrong_turn(LONG_PROBLEM).removesuffix(" end"))
    tab.click("problems.hint")
    action = LONG_PROBLEM.solution.lines[0][0][0].removeprefix("@")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.action_texts == ()
    assert exercise.hint_targets == {action[:2]}


def test_displayed_solution_does_not_count() -> None:
    tab = Tab(address=format_address(LONG_PROBLEM))
    tab.play(find_wrong_turn(LONG_PROBLEM).removesuffix(" end"))
    tab.click("problems.solution")
    step_through_solution(tab)
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.action_texts == sum(LONG_PROBLEM.solution.lines[0], ())
    assert LONG_PROBLEM.theme.explanation in tab.text
    assert not has_class(tab, "praise")
    assert not has_class(tab, "lit")
    assert "sensei/problems" not in tab.storage.texts[STORAGE_KEY]
    assert "Next puzzle" in tab.text


def test_last_action_of_displayed_solution_is_announced() -> None:
    tab = Tab(address=format_address(LONG_PROBLEM))
    tab.click("problems.solution")
    step_through_solution(tab)
    timeline = tab.controller.model.page.exercise.table.timeline  # type: ignore[union-attr]
    state, action = timeline.states[timeline.ply - 1], timeline.entries[timeline.ply - 1]
    last_description = timeline.game.describe(state, action, timeline.game.to_move(state))
    assert tab.announcement.lower() == f"{last_description}. {LONG_PROBLEM.theme.explanation}".lower()


def test_enlarged_board_stays_enlarged_until_reset() -> None:
    tab = Tab(address=format_address(DEFENCE_PROBLEM))

    def is_closer() -> bool:
        return any("closer" in element[1].get("class", "").split() for element in tab.all("div"))

    assert not is_closer()
    tab.click("problems.whole")
    tab.play(find_wrong_turn(DEFENCE_PROBLEM))
    tab.idle()
    assert is_closer()
    tab.click("problems.whole")
    assert not is_closer()


def test_next_unsolved_cycles_until_all_are_solved() -> None:
    ids = [problem.id for problem in problems("sensei")]
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei/problems": ids[1:]})}), f"#/problem/sensei/{ids[-1]}")
    (skip_link,) = [problem for problem in tab.all("a") if "skip" in problem[1].get("class", "").split()]
    assert skip_link[1]["href"] == f"#/problem/sensei/{ids[0]}"
    tab.visit("#/problems/sensei")
    assert "Next unsolved" in tab.text
    finished_tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei/problems": ids})}), "#/problems/sensei")
    assert "Next unsolved" not in finished_tab.text


def test_course_reset_preserves_solved_problems() -> None:
    tab = Tab(Storage({STORAGE_KEY: '{"sensei": ["goal"], "sensei/problems": ["x"]}'}), "#/learn/sensei")
    tab.click("lessons.restart")
    assert json.loads(tab.storage.texts[STORAGE_KEY]) == {"sensei/problems": ["x"]}


def test_daily_problem_depends_on_date() -> None:
    tab = Tab(address="#/")
    (link,) = [part for part in tab.all("a") if part[1]["href"] == "#/problem/today" and "aria-hidden" not in part[1]]
    assert "Puzzle of the day" in link[1]["aria-label"]
    tab.visit("#/problem/today")
    problem = problem_of_day(local_date(tab.browser.now()))
    assert problem
    session = tab.controller.model.page
    assert (session.game, session.problem) == problem  # type: ignore[union-attr]
    assert "Puzzle of the day" in tab.text


def test_neighbouring_days_have_problems_of_different_games() -> None:
    games_with_problems = [game for game in GAMES if problems(game)]
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(1000)]
    daily_problems = [entry for entry in map(problem_of_day, days) if entry]
    assert {(game, entry.id) for game, entry in daily_problems} == {
        (game, entry.id) for game in games_with_problems for entry in problems(game)
    }
    if len(games_with_problems) > 1:
        assert all(entry[0] != next_entry[0] for entry, next_entry in pairwise(daily_problems))


@pytest.mark.parametrize("is_correct", [True, False])
def test_solution_cards_are_revealed_against_reply(is_correct: bool) -> None:
    problem = next(candidate for candidate in problems("tensor-cards") if candidate.id == "sure-01")
    (wrong_turns, answer), *_other_refutations = problem.solution.refutations
    (lay,) = problem.solution.lines[0][0] if is_correct else wrong_turns
    tab = Tab(address=f"#/problem/tensor-cards/{problem.id}")
    before, game = tab.position, GAMES["tensor-cards"]
    tab.touch(*game.parse_action(game.parse_position(problem.position), lay).targets)
    tab.idle()
    assert tab.announcement.startswith("Red: ")
    announcements = []
    while tab.shows("problems.show_step", "1"):
        tab.click("problems.show_step", "1")
        announcements.append(tab.announcement)
    last_frame = announcements[-1 if is_correct else -2]
    assert ("Yellow ends on a star" in last_frame) == is_correct
    assert tab.announcement.endswith(problem.theme.explanation if is_correct else "That isn’t the solution.")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.action_texts == (lay, *answer)
    tab.idle()
    assert is_correct or tab.position == before, "the app undoes a wrong turn after its effect"
    assert tab.shows("problems.show_again") == is_correct
    assert ("tensor-cards/problems" in tab.storage.texts[STORAGE_KEY]) == is_correct


@pytest.mark.parametrize("address", ["#/problem/sensei/none", "#/problem/mancala/x", "#/problems/mancala"])
def test_unknown_problem_is_reported(address: str) -> None:
    assert Tab(address=address).not_found_message


def test_embed_code_makes_board_with_same_solution() -> None:
    session = open_problem("sensei", LONG_PROBLEM.id)
    assert session
    html, frame, _preview = problem_snippets(session)
    (element,) = [line for line in html.splitlines() if line.startswith("<rule-board")]
    attributes = dict(part.split('="') for part in element.partition(">")[0].rstrip('"').split('" '))
    attributes = {name.removeprefix("<rule-board "): value for name, value in attributes.items()}
    address = unescape(frame).partition('src="')[2].partition('"')[0]
    assert parse_fragment(address.partition("#")[2]) == parse_parameters(attributes)
    board = open_board(parse_parameters(attributes))
    assert board.exercise
    assert board.exercise.solution
    assert board.exercise.solution.lines == LONG_PROBLEM.solution.lines
    assert board.exercise.solution.goal == LONG_PROBLEM.solution.goal


def test_frame_of_short_task_is_lower() -> None:
    heights = []
    for id in ("mate-01", "mate-in-2-10", "capture-10"):
        session = open_problem("tensor-chess", id)
        assert session
        (frame,) = find_attributes(problem_snippets(session).frame, "iframe")
        heights.append(int(frame["height"]))
    needed_heights = (577, 606, 626)  # as measured in a browser, with every text of the task
    assert all(
        0 <= height - needed_height < 25 for height, needed_height in zip(heights, needed_heights, strict=True)
    ), heights


def test_frame_has_room_for_buttons_of_promotion() -> None:
    """A puzzle in which the player chooses a piece with a button gets a higher frame than one without buttons."""
    heights = []
    for id in ("mate-in-2-07", "mate-in-2-08"):
        session = open_problem("tensor-chess", id)
        assert session
        (frame,) = find_attributes(problem_snippets(session).frame, "iframe")
        heights.append(int(frame["height"]))
    assert heights[0] < heights[1]


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_problem_have_picture_and_task(game: str) -> None:
    """The HTML lines of a problem have its task, and a picture of its position from the solver's side."""
    problem = problems(game)[-1]
    tab = Tab(address=f"#/problem/{game}/{problem.id}")
    board = next(node for node in tab.all("svg") if "data-position" in node[1])
    tab.click("problems.solution")
    tab.send("do", "problems.share", "open")
    tab.idle()
    fields = {attrs.get("id"): str(inside) for _tag, attrs, inside in tab.all("textarea")}
    lines = fields["exercise-snippet"]
    picture = unquote(lines.partition('src="data:image/svg+xml,')[2].partition('"')[0])
    assert ElementTree.fromstring(picture).get("viewBox") == board[1]["viewBox"]
    session = tab.controller.model.page
    assert isinstance(session, ProblemSession)
    description, task = lines.partition('alt="')[2].partition('"')[0], lines.rpartition("<p>")[2]
    assert len(description) > len(problem.theme.title) + 20, "it names the pieces"
    assert unescape(task.partition("</p>")[0]) == task_text(session)
    assert "&poster=" in unescape(fields["exercise-frame"])
    (preview,) = tab.all("rule-board")
    assert preview[1]["ask"] == task_text(session)
    assert [tag for tag, _attrs, _inside in walk(preview)][1:3] == ["a", "img"]
    solved_picture = picture
    tab.visit(f"#/problem/{game}/{problem.id}")
    tab.send("do", "problems.share", "open")
    tab.idle()
    fields = {attrs.get("id"): str(inside) for _tag, attrs, inside in tab.all("textarea")}
    assert solved_picture in unquote(fields["exercise-snippet"]), "the shown solution changes nothing"


def test_embed_code_reveals_placement() -> None:
    """The embed code contains every placement that solves the problem, with only one reply of the other side."""
    session = open_problem("tensor-cards", "own-01")
    assert session
    accept = problem_snippets(session)[0].partition(' accept="')[2].partition('"')[0]
    assert accept == "lay r1 b2 y7; lay r5 b3 y4 | lay r1 b9 y7 | lay r2 b1 y7 | lay r2 b9 y7"


@pytest.mark.parametrize("game", GAMES)
def test_list_draws_all_boards_in_steps(game: str) -> None:
    def find_board_positions(tab: Tab) -> list[str]:
        return [svg[1]["data-position"] for svg in tab.all("svg") if "data-position" in svg[1]]

    tab = Tab(address=f"#/problems/{game}")
    assert 0 < len(find_board_positions(tab)) < len(problems(game))
    tab.idle()
    assert len(find_board_positions(tab)) == len(problems(game))


def test_list_shows_board_of_next_problem() -> None:
    """The list of games shows the first unsolved problem of each game, not the start positions."""
    first, second = problems("sensei")[:2]
    for done_ids, expected in (((), first), ((first.id,), second)):
        tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei/problems": done_ids})}), address="#/problems")
        board = next(svg for svg in tab.all("svg") if svg[1].get("data-game") == "sensei")
        assert board[1]["data-position"] == expected.position


@pytest.mark.parametrize("game", [game for game in GAMES if problems(game)])
def test_solution_is_a_line_that_one_can_step_through(game: str) -> None:
    """The solution is a line: each action has a sentence, and the board can show the position after it."""
    tab = Tab(address=f"#/problem/{game}/{problems(game)[-1].id}")
    tab.click("problems.solution")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    sentences = exercises.solution_sentences(exercise, exercise.start.to_move)
    assert len(set(sentences)) == len(exercise.solution_line)
    assert sentences[0] in tab.announcement
    assert exercise.action_texts == exercise.solution_line[:1]
    tab.click("problems.solution_step", "-1")
    exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
    assert exercise.action_texts == ()


@pytest.mark.parametrize("game", [game for game in GAMES if problems(game)])
def test_hint_marks_a_piece_or_a_card_on_the_board(game: str) -> None:
    for problem in problems(game)[::5]:
        tab = Tab(address=f"#/problem/{game}/{problem.id}")
        board = json.dumps(tab.all("svg"))
        tab.click("problems.hint")
        exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
        (target,) = exercise.hint_targets
        name = exercise.table.timeline.game.name(exercise.table.timeline.state, target)
        assert not target.startswith("do:")
        assert name in tab.announcement
        assert json.dumps(tab.all("svg")) != board


def with_more_results(progress: Progress) -> Progress:
    """Return the progress after three more puzzles, which make the rating reliable."""
    for problem in problems("sensei")[2:5]:
        progress = results.with_result(progress, "sensei", problem, date(2030, 1, 1), is_success=True)
    return progress


def test_first_attempts_change_the_rating_and_failures_come_back_after_days() -> None:
    first, second = problems("sensei")[:2]
    tab = Tab(address=format_address(first))
    solve(tab, first)
    standing_after_success = results.standing(tab.controller.model.shared.progress)
    assert standing_after_success is not None
    assert (standing_after_success.streak, standing_after_success.rating.rating > 1500) == (1, True)
    stored_text = format_progress(tab.controller.model.shared.progress)
    assert results.standing(parse_progress(stored_text)) == standing_after_success
    assert str(round(standing_after_success.rating.rating)) not in tab.text, "the first results say little"
    tab.click("problems.again")
    tab.play(find_wrong_turn(first))
    assert results.standing(tab.controller.model.shared.progress) == standing_after_success
    tab.visit(format_address(second))
    tab.click("problems.solution")
    progress = tab.controller.model.shared.progress
    standing_after_failure = results.standing(progress)
    assert standing_after_failure is not None
    assert (standing_after_failure.streak, standing_after_failure.best_streak) == (0, 1)
    assert standing_after_failure.rating.rating < standing_after_success.rating.rating
    day = local_date(tab.browser.now())
    assert list(results.due_ids("sensei", progress, day)) == []
    due_day = day + timedelta(days=results.RETRY_DAYS)
    assert list(results.due_ids("sensei", progress, due_day)) == [second.id]
    progress_after_success = results.with_result(progress, "sensei", second, due_day, is_success=True)
    assert list(results.due_ids("sensei", progress_after_success, due_day)) == []
    assert standing_text(progress_after_success).count(".") < standing_text(
        with_more_results(progress_after_success)
    ).count(".")


@pytest.mark.parametrize("first_result_message", ["problems.solution", "problems.hint", "wrong turn", "solved"])
def test_only_the_first_result_of_a_problem_changes_the_rating(first_result_message: str) -> None:
    """After the first result, neither a new visit nor another day nor forgotten progress changes the rating."""
    first = problems("sensei")[0]
    tab = Tab(address=format_address(first))
    if first_result_message == "solved":
        solve(tab, first)
    elif first_result_message == "wrong turn":
        tab.play(find_wrong_turn(first))
    else:
        tab.click(first_result_message)
    standing_after_first_result = results.standing(tab.controller.model.shared.progress)
    assert (standing_after_first_result is None) == (first_result_message == "problems.hint")
    for days in (0, results.RETRY_DAYS + 1):
        tab.browser.seconds += days * 24 * 60 * 60
        tab.visit("#/problems/sensei")
        if tab.shows("problems.restart"):
            tab.click("problems.restart")
        tab.visit(format_address(first))
        solve(tab, first)
        assert "Correct" in tab.text
        tab.visit(format_address(first))
        tab.play(find_wrong_turn(first))
        assert results.standing(tab.controller.model.shared.progress) == standing_after_first_result


@pytest.mark.parametrize("texts", [[], ["x"], ["1500 350 0.06 a 1"], ["nan 350 0.06 1 1"], ["1500", "350"]])
def test_unreadable_rating_counts_as_none(texts: list[str]) -> None:
    assert results.standing({"problems/rating": tuple(texts)}) is None


def test_sets_contain_a_theme_or_the_marked_problems() -> None:
    tab = Tab(address=format_address(DEFENCE_PROBLEM))
    tab.click("problems.later")
    tab.visit("#/problems/sensei/later")
    links = {part[1]["href"] for part in tab.all("a") if part[1].get("href", "").startswith("#/problem/sensei/")}
    assert links == {format_address(DEFENCE_PROBLEM)}
    tab.visit("#/problems/sensei/save")
    links = {part[1]["href"] for part in tab.all("a") if part[1].get("href", "").startswith("#/problem/sensei/")}
    assert links == {format_address(problem) for problem in problems("sensei") if problem.theme.id == "save"}
    tab.visit(format_address(DEFENCE_PROBLEM))
    tab.click("problems.later")
    tab.visit("#/problems/sensei/later")
    assert "#/problem/sensei/" not in json.dumps(tab.browser.page)


@pytest.mark.parametrize("game", [game for game in GAMES if problems(game)])
def test_problems_begin_easy_and_have_different_titles(game: str) -> None:
    first = problems(game)[0]
    session = open_problem(game, first.id)
    assert session is not None
    options = {option.id: option.default for option in GAMES[game].options}
    assert (first.grade, first.effort) == (1, 1)
    assert VIEWS[game].mode_name(session.exercise.start.state) == VIEWS[game].mode_name(GAMES[game].initial(options, 0))
    titles = [title(problem) for problem in problems(game)]
    assert len(set(titles)) == len(titles)


def test_displayed_solution_draws_paths_of_cards() -> None:
    """Each step of a card game's solution draws the paths of its cards or pieces."""
    session = open_problem("tensor-cards", problems("tensor-cards")[0].id)
    assert session is not None
    exercise = exercises.show_solution(session.exercise)
    for _action in exercise.solution_line:
        step = replace(exercise, table=skip_replay(exercise.table))
        board = exercise_board(step, session.seat, VIEWS["tensor-cards"])
        assert any(elements_of_class(board, "ways"))
        exercise = exercises.step_solution(exercise, 1)
    before = exercises.step_solution(exercise, -len(exercise.solution_line))
    board = exercise_board(before, session.seat, VIEWS["tensor-cards"])
    assert not any(elements_of_class(board, "ways"))


CARD_PROBLEMS = {problem.id: problem for problem in problems("tensor-cards")}


def open_exercise(problem: Problem) -> exercises.Exercise:
    """Return the exercise of a problem of the card game."""
    session = open_problem("tensor-cards", problem.id)
    assert session is not None
    return session.exercise


def test_solution_names_the_player_of_a_secret_reply() -> None:
    problem = CARD_PROBLEMS["sure-02"]
    exercise = exercises.show_solution(open_exercise(problem))
    first_sentence, second_sentence, *_ = exercises.solution_sentences(exercise, 0)
    assert not first_sentence.startswith(("Black", "White"))
    assert second_sentence.startswith("White: ")


@pytest.mark.parametrize("problem", CARD_PROBLEMS.values(), ids=CARD_PROBLEMS)
def test_reply_to_a_winning_placement_goes_on_to_the_win(problem: Problem) -> None:
    """The shown reply to a winning placement includes the choices of an order, up to the win."""
    for line in problem.solution.lines[:2]:
        tab = Tab(address=f"#/problem/tensor-cards/{problem.id}")
        for piece, text in zip(("red", "blue", "yellow"), line[0][0].split()[1:], strict=True):
            tab.touch(f"card:{text[1:].replace('T', '10')}", f"slot:{piece}")
        tab.touch("do:lay")
        while tab.controller.model.page.exercise.pending_actions:  # type: ignore[union-attr]
            tab.idle()
        exercise = tab.controller.model.page.exercise  # type: ignore[union-attr]
        timeline = exercise.table.timeline
        if problem.theme.id == "stop":
            assert not timeline.outcome or 1 not in timeline.outcome.winners
        else:
            assert timeline.outcome is not None
            assert 0 in timeline.outcome.winners
            assert timeline.outcome.reason_for(0) in exercise.feedback
        assert timeline.outcome or timeline.is_hidden()
        first_frame = replay_frames(exercise.table, 0)[0]
        assert first_frame.text.startswith("Red: your "), "the replay begins with the first card, before any choice"


@pytest.mark.parametrize("problem", CARD_PROBLEMS.values(), ids=CARD_PROBLEMS)
def test_hint_names_a_card_of_every_solution(problem: Problem) -> None:
    """The hint names a card that all solutions put on the same piece, if there is one."""
    placements = [set(line[0][0].split()[1:]) for line in problem.solution.lines]
    necessary_cards = {f"card:{text[1:].replace('T', '10')}" for text in set.intersection(*placements)}
    exercise = exercises.show_hint(open_exercise(problem))
    assert not necessary_cards or exercise.hint_targets <= necessary_cards
    assert len(exercise.hint_targets) == 1
