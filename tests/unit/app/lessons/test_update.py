"""Test the learning pages: a lesson from its first step to the stored progress."""

from __future__ import annotations

import json
import re

import pytest

from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.table import Table
from ruleboard.app.lessons import check as checks_of
from ruleboard.app.lessons.check import QuizSession, task_text
from ruleboard.app.lessons.check_view import verdict_texts
from ruleboard.app.lessons.view import chapter_heading
from ruleboard.app.storage.progress import STORAGE_KEY
from ruleboard.engine.timeline import new_timeline
from ruleboard.learning import checks
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from tools.fake_browser import Storage, Tab


def test_completed_lesson_is_stored_until_course_reset() -> None:
    tab = Tab(address="#/learn/sensei/goal")
    assert "1 of 2" in tab.text
    tab.visit("#/learn/sensei/goal/2")
    tab.touch("a1", "a2")
    assert "A stone alone doesn’t win" in tab.text
    assert tab.announcement.startswith("A stone alone doesn’t win")
    tab.touch("e1", "e7")
    assert "That’s how you win at Sensei" in tab.text
    assert json.loads(tab.storage.texts[STORAGE_KEY]) == {"sensei": ["goal"]}
    tab.visit("#/learn/sensei")
    assert "Go on" in tab.text
    tab.click("lessons.restart")
    assert "Start" in tab.text
    assert json.loads(tab.storage.texts[STORAGE_KEY]) == {}


def test_wrong_answer_is_explained_and_undone_automatically() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    before = tab.position
    tab.touch("a1", "a2")
    assert tab.position != before
    tab.idle()
    assert tab.position == before
    assert "A stone alone doesn’t win" in tab.text


def test_visible_wrong_answer_can_be_undone() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    before = tab.position
    tab.touch("a1", "a2")
    assert tab.position != before
    tab.click("lessons.again")
    assert tab.position == before
    tab.touch("a1", "a3")
    wrong_position = tab.position
    assert wrong_position != before


def test_wrong_answer_disables_the_hint_button() -> None:
    """A wrong answer disables the hint button, which keeps its place so that no other button moves under the finger."""

    def find_help_buttons() -> list[str]:
        names = [button[1].get("data-do", "") for button in tab.all("button")]
        return [name for name in names if name in ("lessons.hint", "lessons.again")]

    tab = Tab(address="#/learn/sensei/goal/2")
    assert tab.shows("lessons.hint")
    tab.touch("a1", "a2")
    assert find_help_buttons() == ["lessons.hint", "lessons.again"]
    assert not tab.shows("lessons.hint")
    tab.idle()
    assert tab.shows("lessons.hint")


def test_preselected_piece_is_announced_on_first_touch() -> None:
    tab = Tab(address="#/learn/sensei/stones")
    tab.touch("d4")
    assert tab.announcement.startswith("Picked up: d4, green stone.")


def test_game_buttons_appear_after_first_action() -> None:
    """Equilibrium's steps on backpropagation hide the pass button until the first action. A task always shows it."""
    tab = Tab(address="#/learn/equilibrium/training")
    assert "Pass (" not in tab.text
    tab.touch("card:div")
    assert "Pass (" in tab.text
    tab.visit("#/learn/equilibrium/training/5")
    assert "Pass (" in tab.text


def test_actions_of_long_task_are_announced() -> None:
    tab = Tab(address="#/learn/tesulda/turn/2")
    tab.touch("e8", "e9")
    assert tab.announcement.startswith("You move from e8 to e9 and capture Dark’s figure.")
    tab.touch("prey:s1", "prey:s2", "e9")
    assert tab.announcement.startswith("You take 2 squares from the captured figure.")


def test_own_secret_choice_is_described_to_its_player() -> None:
    tab = Tab(address="#/learn/tensor-cards/goal/3")
    tab.touch("card:7", "piece:blue")
    assert "7" in tab.announcement
    assert "secret" not in tab.announcement


def test_praise_is_announced_after_the_demonstration_of_the_turn() -> None:
    tab = Tab(address="#/learn/tensor-cards/goal/3")
    tab.touch("card:7", "piece:blue", "do:lay")
    announcements = [tab.announcement]
    while re.search(r"Piece \d of 3", tab.text):
        tab.touch("piece:blue")
        announcements.append(tab.announcement)
    assert len(announcements) > 1
    assert ["Any star will do" in text for text in announcements] == [False] * (len(announcements) - 1) + [True]


def test_targets_of_touched_piece_appear_on_request() -> None:
    """The button that shows the targets appears after the other buttons, which keep their places."""

    def read_button_names() -> list[str]:
        return [button[1].get("data-do", "") for button in tab.all("button")]

    tab = Tab(address="#/learn/sensei/goal/2")
    before = read_button_names()
    tab.touch("e1")
    after = read_button_names()
    index = after.index("lessons.places")
    assert index > after.index("lessons.hint")
    assert after[:index] == before[:index]
    assert "sign" not in json.dumps(tab.browser.page)
    assert "Possible:" not in tab.announcement
    tab.click("lessons.places")
    assert "sign" in json.dumps(tab.browser.page)


def test_course_ends_with_game_against_first_opponent() -> None:
    tab = Tab(
        Storage({STORAGE_KEY: json.dumps({"sensei": ["win-plan", "first-game"]})}), address="#/learn/sensei/win-plan/9"
    )
    tab.click("lessons.play_now")
    assert "Sparrow" in tab.text


def test_progress_of_other_tab_is_displayed() -> None:
    first = Tab(address="#/learn/sensei")
    second = Tab(first.storage, "#/learn/sensei/draws/2")
    assert second.storage.texts[STORAGE_KEY]
    first.receive_storage_events()
    assert "Start the course again" in first.text


def test_lesson_can_be_completed_with_full_store() -> None:
    storage = Storage()
    tab = Tab(storage, "#/learn/sensei/goal/2")
    storage.has_room = False
    tab.touch("e1", "e7")
    tab.visit("#/learn/sensei")
    assert "Go on" in tab.text


def test_lesson_is_not_stored_as_game() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    tab.touch("e1", "e7")
    assert set(tab.storage.texts) == {STORAGE_KEY}


def test_enlarged_board_stays_enlarged_until_reset() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")

    def is_enlarged() -> bool:
        classes = next(
            cls for _, attributes, _ in tab.all("div") if "lesson-board" in (cls := attributes.get("class", ""))
        )
        return "closer" in classes.split()

    assert not is_enlarged()
    tab.click("lessons.whole")
    assert is_enlarged()
    tab.touch("a1", "a2", "b1")
    assert is_enlarged()
    tab.click("lessons.whole")
    assert not is_enlarged()


def test_escape_cancels_the_selection() -> None:
    tab = Tab(address="#/learn/sensei/goal/2")
    tab.touch("e1")
    assert "taken" in json.dumps(tab.browser.page)
    tab.key("Escape")
    assert "taken" not in json.dumps(tab.browser.page)


def test_lesson_of_refusal_opens_next_to_board() -> None:
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin")
    tab.touch("a1", "b2")
    assert tab.shows("play.teach", "stones")
    tab.click("play.teach", "stones")
    assert "Stones glide" in tab.text
    tab.touch("a3")
    assert "Stones glide" in tab.text, "the lesson stays open during play"
    tab.click("play.page", "1")
    assert "Stones never move diagonally" in tab.text
    tab.click("play.read", "")
    assert "Stones glide" not in tab.text


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("#/learn/sensei/x", "Sensei has no lesson “x”."),
        ("#/learn/x", "There’s no game called “x” here."),
        ("#/rules/x", "There’s no game called “x” here."),
        ("#/rulings/x", "There’s no game called “x” here."),
    ],
)
def test_unknown_lessons_and_games_are_named(address: str, message: str) -> None:
    assert message in Tab(address=address).text


def get_quiz(tab: Tab) -> QuizSession:
    """Return the quiz on the page of a tab."""
    session = tab.controller.model.page
    assert isinstance(session, QuizSession)
    return session


def answer_quiz(tab: Tab, index: int) -> None:
    """Answer the question of a quiz with the answer at an index, by a touch on the board or with a button."""
    question = get_quiz(tab).question
    assert question is not None
    if question.targets:
        tab.touch(question.answers[index].target)
    else:
        tab.click("lessons.answer", str(index))


def open_question_with_board(game: str) -> tuple[Tab, checks.Question]:
    """Answer the first quiz of a game up to a question that shows a board. Return the tab and this question."""
    tab = Tab(address=f"#/learn/{game}/check-1")
    while (question := get_quiz(tab).question) and not question.shows_board:
        answer_quiz(tab, 0)
        tab.click("lessons.further")
    assert question is not None
    return tab, question


def answer_all_questions(tab: Tab, *, correctly: bool) -> None:
    """Answer all questions of a quiz correctly, or all of them wrongly."""
    for _question in range(checks.QUESTIONS_PER_QUIZ):
        question = get_quiz(tab).question
        assert question is not None
        answer_quiz(tab, question.correct_index if correctly else int(question.correct_index == 0))
        tab.click("lessons.further")


def find_all_targets(tab: Tab) -> list[str]:
    """Return the touchable targets on the page of a tab."""
    tags = ("svg", "g", "rect", "circle", "polygon")
    return [
        attributes["data-target"] for tag in tags for _, attributes, _ in tab.all(tag) if "data-target" in attributes
    ]


@pytest.mark.parametrize("finishes_chapter", [False, True])
def test_quiz_after_all_lessons_of_chapter_finishes_chapter(finishes_chapter: bool) -> None:
    """The result of the quiz shows an emblem, and the title of the chapter if all its lessons are done."""
    chapter = checks.chapters("sensei")[0]
    completed_ids = [lesson.id for lesson in chapter.lessons][: None if finishes_chapter else -1]
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": completed_ids})}), address=f"#/learn/sensei/{chapter.id}")
    answer_all_questions(tab, correctly=True)
    banners = [
        attributes for _, attributes, _ in tab.all("div") if "chapter-end" in attributes.get("class", "").split()
    ]
    assert len(banners) == 1
    assert (chapter_heading("sensei", 0) in tab.text) == finishes_chapter


def test_passed_quiz_is_stored_with_lessons() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    for _question in range(5):
        session = get_quiz(tab)
        assert session.question is not None
        assert not tab.shows("lessons.further"), "the next question needs an answer to this one"
        answer_quiz(tab, session.question.correct_index)
        assert verdict_texts(session.question, session.question.correct_index)[1] in tab.announcement
        tab.click("lessons.further")
    assert "You got 5 of 5 right." in tab.text
    assert any("praise" in element[1].get("class", "").split() for element in tab.all("p"))
    assert json.loads(tab.storage.texts[STORAGE_KEY]) == {"sensei": ["check-1"]}
    tab.visit("#/learn")
    assert "0 of 16 lessons done, 1 of 3 quizzes" in tab.text


def test_completed_lesson_offers_next_lesson_without_skipping() -> None:
    tab = Tab(address="#/learn/sensei/quiet/2")
    assert "Skip to “Quiz”" in tab.text
    tab.play("d4-d5 d5-e5")
    tab.visit("#/learn/sensei/stones")
    tab.visit("#/learn/sensei/quiet/2")
    assert "Next: Quiz" in tab.text
    assert "Skip to “" not in tab.text


def test_chapter_leads_to_its_quiz_until_it_is_passed() -> None:
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": ["quiet"]})}), address="#/learn/sensei/quiet/2")
    assert "Next: Quiz" in tab.text
    tab.visit("#/learn/sensei/check-1")
    assert "Skip to “Your character leaps”" in tab.text
    answer_all_questions(tab, correctly=True)
    assert "Next: Your character leaps" in tab.text
    tab.visit("#/learn/sensei/quiet/2")
    assert "Next: Your character leaps" in tab.text


def test_quiz_continues_after_a_visit_to_a_lesson() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    for index in (0, 1):
        if index:
            tab.click("lessons.further")
        answer_quiz(tab, 1)
    before = get_quiz(tab)
    tab.visit("#/learn/sensei/goal/2")
    tab.visit("#/learn/sensei/check-1")
    assert get_quiz(tab) == before
    tab.click("lessons.further")
    tab.visit("#/learn/sensei/goal/2")
    tab.visit("#/learn/sensei/check-1")
    assert (get_quiz(tab).number, get_quiz(tab).answer, len(get_quiz(tab).answers)) == (2, None, 2)
    tab.visit("#/learn/sensei/check-2")
    assert get_quiz(tab).number == 0


def test_quiz_keeps_its_questions_before_the_first_answer() -> None:
    """A person who looks at a lesson during the first question comes back to the same quiz."""
    tab = Tab(address="#/learn/sensei/check-1")
    before = get_quiz(tab)
    for address in ("#/learn/sensei/goal/1", "#/learn/sensei"):
        tab.visit(address)
        tab.visit("#/learn/sensei/check-1")
        assert get_quiz(tab) == before


@pytest.mark.parametrize("game", GAMES)
def test_next_question_shows_the_whole_board(game: str) -> None:
    """The next question begins with its whole board, since “Look closer” is about one board."""
    tab, _question = open_question_with_board(game)
    tab.click("lessons.whole")
    assert get_quiz(tab).is_enlarged
    answer_quiz(tab, 0)
    assert get_quiz(tab).is_enlarged, "the verdict is about the same board"
    tab.click("lessons.further")
    assert not get_quiz(tab).is_enlarged


@pytest.mark.parametrize("game", GAMES)
def test_questions_about_rules_have_no_board(game: str) -> None:
    """A question whose text says everything has neither the board of a lesson nor a button that enlarges it."""
    tab, counts = Tab(), {True: 0, False: 0}
    for chapter in checks.chapters(game):
        tab.visit(f"#/learn/{game}/{chapter.id}")
        while question := get_quiz(tab).question:
            counts[question.shows_board] += 1
            boards = [part for part in tab.all("svg") if "board" in part[1].get("class", "").split()]
            assert bool(boards) == tab.shows("lessons.whole") == question.shows_board, question.text
            answer_quiz(tab, question.correct_index)
            tab.click("lessons.further")
    assert all(counts.values())


def find_quiz_links(tab: Tab) -> set[str]:
    """Return the labels of the links to a quiz."""
    return {json.dumps(children) for _, attributes, children in tab.all("a") if "/check-" in attributes["href"]}


def test_lesson_from_a_quiz_leads_back_to_the_same_question() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    tab.visit("#/learn/sensei/quiet/1")
    assert not find_quiz_links(tab), "no question has an answer yet"
    tab.visit("#/learn/sensei/check-1")
    answer_quiz(tab, 0)
    before = get_quiz(tab)
    for address in ("#/learn/sensei/goal/1", "#/learn/sensei/goal/2", "#/learn/sensei/quiet/2"):
        tab.visit(address)
        assert any("Back to the quiz" in label for label in find_quiz_links(tab)), address
    emphasised_links = [part for part in tab.all("a") if "primary" in part[1].get("class", "").split()]
    assert [attributes["href"] for _, attributes, _ in emphasised_links] == ["#/learn/sensei/check-1"]
    tab.visit("#/learn/sensei/check-1")
    assert get_quiz(tab) == before


def test_lesson_leads_back_to_a_quiz_only_from_the_quiz() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    answer_quiz(tab, 0)
    for address in ("#/learn/sensei", "#/learn/sensei/goal"):
        tab.visit(address)
    assert not find_quiz_links(tab)
    tab.visit("#/learn/sensei/check-1")
    tab.visit(f"#/learn/sensei/{checks.chapters('sensei')[1].lessons[0].id}")
    assert not find_quiz_links(tab), "the lesson after the chapter follows the quiz"


def test_result_of_a_quiz_leads_to_the_steps_of_the_wrong_answers() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    answer_all_questions(tab, correctly=False)
    first_steps = {question.lesson: question.kind.step for question in reversed(get_quiz(tab).questions)}
    addresses = {attributes["href"] for _, attributes, _ in tab.all("a")}
    assert {f"#/learn/sensei/{lesson}/{step}" for lesson, step in first_steps.items()} <= addresses


def test_result_of_a_quiz_stays_after_a_visit_to_a_lesson() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    answer_all_questions(tab, correctly=False)
    assert "Read again" in tab.text
    before = get_quiz(tab)
    tab.visit("#/learn/sensei/goal")
    tab.visit("#/learn/sensei/check-1")
    assert get_quiz(tab) == before
    tab.click("lessons.ask_again")
    before = get_quiz(tab)
    assert (before.number, before.answers) == (0, ())
    tab.visit("#/learn/sensei/goal")
    tab.visit("#/learn/sensei/check-1")
    assert get_quiz(tab) == before


@pytest.mark.parametrize("chapter", [chapter.id for chapter in checks.chapters("sensei")])
@pytest.mark.parametrize("is_passed", [False, True])
def test_result_of_a_quiz_emphasises_what_to_do_next(chapter: str, is_passed: bool) -> None:
    """A passed quiz leads on in the course, a failed one to new questions."""
    tab = Tab(address=f"#/learn/sensei/{chapter}")
    answer_all_questions(tab, correctly=is_passed)
    (emphasised_node,) = (node for node in tab.all() if "primary" in node[1].get("class", "").split())
    assert (emphasised_node[1].get("data-do") == "lessons.ask_again") != is_passed


def test_quiz_begins_again_after_course_reset() -> None:
    tab = Tab(Storage({STORAGE_KEY: json.dumps({"sensei": ["goal"]})}), address="#/learn/sensei/check-1")
    answer_quiz(tab, 1)
    tab.visit("#/learn/sensei")
    tab.click("lessons.restart")
    tab.visit("#/learn/sensei/check-1")
    assert get_quiz(tab).answers == ()


def test_quiz_question_names_game_mode() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    for number in range(1, 6):
        session = get_quiz(tab)
        assert session.question is not None
        mode = session.question.timeline.state.mode
        assert f"{number} of 5" in tab.text
        assert f"{mode.capitalize()}. " in tab.text
        answer_quiz(tab, session.question.correct_index)
        tab.click("lessons.further")


def test_quiz_question_in_mid_turn_describes_progress() -> None:
    """In mid-turn, a question describes what the player has done in this turn and begins without an instruction."""
    chapter = checks.chapters("sensei")[1]
    queries = (checks.question("sensei", chapter, number % 5, number) for number in range(40))
    mid_turn_questions = [
        question
        for question in queries
        if question
        and question.kind.kind in checks.MOVE_KINDS
        and question.timeline.game.key(question.timeline.state) is None
    ]
    assert mid_turn_questions
    for question in mid_turn_questions:
        assert not question.kind.plays_random_actions
        assert question.timeline.game.prompt(question.timeline.state) not in task_text(question)


def test_quiz_question_of_equilibrium_does_not_repeat_the_prompt() -> None:
    """A question of Equilibrium omits the prompt in mid-turn, since the board shows who decides what."""
    chapter = checks.chapters("equilibrium")[1]
    queries = [checks.question("equilibrium", chapter, number % 5, number) for number in range(20)]
    move_questions = [question for question in queries if question and question.kind.kind in checks.MOVE_KINDS]
    assert move_questions
    assert all(task_text(question) == question.text for question in move_questions)


def find_answer_classes(tab: Tab) -> list[str]:
    """Return the CSS classes of the part of a quiz with the answers."""
    (classes,) = (
        attributes["class"].split()
        for _, attributes, _ in tab.all("div")
        if "lesson-task" in attributes.get("class", "").split()
    )
    return classes


@pytest.mark.parametrize("game", GAMES)
def test_quiz_is_answered_by_touches_and_buttons(game: str) -> None:
    """Readers answer a question about squares on the board, which then shows the correct answer and ignores touches."""
    tab = Tab(address=f"#/learn/{game}/check-2")
    for _question in range(5):
        session = get_quiz(tab)
        question = session.question
        assert question is not None
        assert bool(question.targets) != tab.shows("lessons.answer", "0")
        has_line = "free" not in find_answer_classes(tab)
        assert has_line == tab.shows("lessons.answer", "0"), "a line stands above answers only"
        if question.targets:
            other_target = next(target for target in find_all_targets(tab) if target not in question.targets)
            tab.touch(other_target)
            assert get_quiz(tab).answer is None, "a touch outside of the marked places is no answer"
            assert "Touch one of the marked places." in tab.text
            assert set(question.targets) <= set(find_all_targets(tab))
        tab.browser.scrolled_to.clear()
        answer_quiz(tab, question.correct_index)
        tab.idle()
        assert [selector for selector in tab.browser.scrolled_to if selector.endswith(":first-child")]
        assert get_quiz(tab).answer == question.correct_index
        assert not find_all_targets(tab)
        assert "free" not in find_answer_classes(tab)
        assert question.explanation in tab.text
        tab.click("lessons.further")
    assert get_quiz(tab).correct_count == 5


def test_link_leads_to_the_step_that_teaches_the_rule() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    question = get_quiz(tab).question
    assert question is not None
    answer_quiz(tab, question.correct_index)
    assert f"#/learn/sensei/{question.lesson}/{question.kind.step}" in json.dumps(tab.browser.page)


@pytest.mark.parametrize("game", GAMES)
def test_quiz_board_is_readable_but_not_playable(game: str) -> None:
    """On the board of a quiz, only the possible answers are touchable, but every target has the game's name.

    The name lacks whose Home a square of Tesulda is, and what a figure can do: questions ask for it.
    """
    tab, question = open_question_with_board(game)
    state = question.timeline.state_for(question.timeline.to_move)
    targets = targets_in(question.board_view.picture(state, question.seat, Marks()))
    nodes = [attributes for tag in ("svg", "g", "rect", "circle", "polygon") for _, attributes, _ in tab.all(tag)]
    assert len(targets) > 10
    labels = [attrs["aria-label"] for attrs in nodes if "aria-label" in attrs]
    names = {re.sub(r", \w+’s Home", "", GAMES[game].name(state, target)) for target in targets}
    if game == "tesulda":
        names = {name.partition("; ")[0] for name in names}
    assert all(any(label == name or label.startswith(f"{name}; ") for label in labels) for name in names)
    if not question.targets:
        assert not [attrs for attrs in nodes if "data-target" in attrs or attrs.get("role") == "button"]


def test_wrong_answers_are_explained_and_fail_quiz() -> None:
    tab = Tab(address="#/learn/sensei/check-1")
    for _question in range(5):
        session = get_quiz(tab)
        assert session.question is not None
        answer_quiz(tab, 0 if session.question.correct_index else 1)
        assert "The right answer:" in tab.text
        tab.click("lessons.further")
    assert "You got 0 of 5 right." in tab.text
    assert STORAGE_KEY not in tab.storage.texts
    tab.click("lessons.ask_again")
    assert "1 of 5" in tab.text


def test_task_has_no_emphasised_button() -> None:
    """The board of a task does not emphasise "Fill up", which the table of a game emphasises as the likely choice."""
    rules = GAMES["tesulda"]
    table = Table("x", new_timeline(rules, rules.initial({"setup": "build"}, 0)))
    (fill_button,) = (node for node in choice_buttons(table, "play.choose") if node.attrs["data-target"] == "do:fill")
    (plain_button,) = (
        node
        for node in choice_buttons(table, "lessons.choose", emphasizes_likely_choice=False)
        if node.attrs["data-target"] == "do:fill"
    )
    assert (fill_button.attrs["class"], plain_button.attrs["class"]) == ("button primary", "button")
    page = json.dumps(Tab(address="#/learn/tesulda/army/1").browser.page)
    assert "do:fill" in page
    assert "button primary" not in page


def test_quiz_repeats_no_question() -> None:
    for game, chapter, seed in (
        (game, chapter, seed)
        for game in ("sensei", "tensor-chess")
        for chapter in ("check-1", "check-2")
        for seed in range(4)
    ):
        session = checks_of.start_quiz(game, chapter, seed)
        assert session
        while session.question:
            session = checks_of.next_question(checks_of.answer_question(session, 0))
        queries = [(question.text, repr(question.timeline.state)) for question in session.questions]
        assert len(set(queries)) == len(queries) == 5, (game, chapter, seed)


@pytest.mark.parametrize("game", GAMES)
def test_next_quiz_repeats_no_question_of_the_last_one(game: str) -> None:
    """The next quiz repeats no question of the last one, even after a visit to a lesson."""
    for chapter in checks.chapters(game):
        tab = Tab(address=f"#/learn/{game}/{chapter.id}")
        answer_all_questions(tab, correctly=False)
        past_kinds = [question.kind for question in get_quiz(tab).questions]
        tab.click("lessons.ask_again")
        answer_all_questions(tab, correctly=False)
        kinds = [question.kind for question in get_quiz(tab).questions]
        assert len(kinds) == checks.QUESTIONS_PER_QUIZ
        assert not [kind.prompt for kind in kinds if kind in past_kinds], chapter.id
        tab.visit(f"#/learn/{game}")
        tab.visit(f"#/learn/{game}/{chapter.id}")
        assert [question.kind for question in get_quiz(tab).questions] == kinds


@pytest.mark.parametrize("correctly", [True, False])
def test_choices_of_a_question_stay_after_the_answer(correctly: bool) -> None:
    """After the answer the choices are no longer buttons: the right one has a tick, and a wrong one a cross."""
    tab = Tab(address="#/learn/tensor-cards/check-1")
    while (question := get_quiz(tab).question) and question.targets:
        answer_quiz(tab, question.correct_index)
        tab.click("lessons.further")
    assert question is not None
    index = question.correct_index if correctly else int(question.correct_index == 0)
    answer_quiz(tab, index)
    choices = [part for part in tab.all("p") if part[1].get("data-key", "").startswith("past-")]
    assert len(choices) == len(question.answers)
    marks = {("correct", question.correct_index)} | ({("refused", index)} - {("refused", question.correct_index)})
    assert marks == {
        (name, number)
        for number, choice in enumerate(choices)
        for name in ("correct", "refused")
        if name in choice[1]["class"].split()
    }
