"""Test the quizzes of all courses: the answers to their questions follow from the rules."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from inspect import signature
from itertools import product

import pytest

from ruleboard.app.lessons.check_view import quiz_picture, verdict_texts
from ruleboard.engine.selection import select
from ruleboard.games.sensei.state import PIT, SQUARE_NUMBERS
from ruleboard.games.tensor_cards.cards import CARDS
from ruleboard.games.tesulda.board import SQUARE_NUMBERS as SQUARES_OF_TESULDA
from ruleboard.games.tesulda.texts import ratings_text, traits_list
from ruleboard.learning import checks, courses
from ruleboard.learning.checks import MOVE_KINDS
from ruleboard.learning.courses import course, question_bank
from ruleboard.learning.lessons import QuestionKind
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, targets_in
from tests.support.catalogues import load_translations
from tests.support.position_symmetries import find_symmetric_positions
from tests.unit.games.quiz_facts import Game

_MIN_KINDS = 4
"""The minimum number of kinds of questions about a lesson."""


@cache
def find_lessons_before(game: str, lesson_id: str) -> frozenset[str]:
    """Return the ids of all lessons up to the end of the chapter that contains a lesson."""
    ids = [lesson.id for lesson in course(game)]
    last_lessons = [chapter.lessons[-1].id for chapter in checks.chapters(game)]
    index = min(index for index in map(ids.index, last_lessons) if index >= ids.index(lesson_id))
    return frozenset(ids[: index + 1])


@cache
def create_questions(game: str) -> tuple[tuple[QuestionKind, checks.Question | None], ...]:
    """Return one question of each kind in a game."""
    return tuple(
        (kind, checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), 31 * number + 7))
        for number, kind in enumerate(question_bank(game).kinds)
    )


def position_text(game: Game) -> str:
    """Return the text of a game's current position."""
    return game.game.format_position(game.state)


def create_available_questions(game: str) -> list[checks.Question]:
    return [question for _kind, question in create_questions(game) if question]


@pytest.mark.parametrize("game", GAMES)
def test_chapters_cover_whole_course(game: str) -> None:
    """The chapters contain all lessons except those on how to win (``win-…``), which come last and teach no rules."""
    chapters = checks.chapters(game)
    assert [lesson.id for chapter in chapters for lesson in chapter.lessons] == [
        lesson.id for lesson in course(game) if not lesson.id.startswith("win-")
    ]
    assert [chapter.lessons[-1].id for chapter in chapters] == list(question_bank(game).chapter_ends)


@pytest.mark.parametrize("game", GAMES)
def test_each_lesson_has_enough_question_kinds(game: str) -> None:
    counts = Counter(kind.lesson for kind in question_bank(game).kinds)
    lessons = [lesson.id for chapter in checks.chapters(game) for lesson in chapter.lessons]
    assert {lesson: counts[lesson] for lesson in lessons if counts[lesson] < _MIN_KINDS} == {}
    assert set(counts) == set(lessons)


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_produces_question(game: str) -> None:
    assert [
        (kind.lesson, kind.kind, kind.prompt) for kind, question in create_questions(game) if question is None
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_complete(game: str) -> None:
    """The answers of a question differ, all or no answers are on the board, and the link leads to a lesson step."""
    for question in create_available_questions(game):
        assert len({answer.text for answer in question.answers}) == len(question.answers) >= 2, question.text
        assert question.explanation
        assert len(question.targets) in (0, len(question.answers)), question.text
        lesson = courses.find_lesson(game, question.lesson)
        assert lesson
        assert 1 <= question.kind.step <= len(lesson.steps), question.text
        assert "{" not in f"{question.text}{question.explanation}"


@pytest.mark.parametrize("game", GAMES)
def test_questions_do_not_contain_answer(game: str) -> None:
    """No distinctive word of a question occurs only in the correct answer."""
    assert [question.text for question in create_available_questions(game) if checks.reveals_answer(question)] == []


@pytest.mark.parametrize("game", GAMES)
def test_wrong_answers_belong_to_earlier_lessons(game: str) -> None:
    for question in create_available_questions(game):
        for answer in question.answers:
            if answer is not question.correct_answer:
                assert answer.lesson in find_lessons_before(game, question.kind.lesson), question.text


@pytest.mark.parametrize("game", GAMES)
def test_wrong_answers_have_lesson_of_refusal(game: str) -> None:
    """``legal_actions`` allows only the correct target. The refusal of a wrong one names the lesson of the answer."""
    count = 0
    for question in create_available_questions(game):
        rules, state, kind = question.timeline.game, question.timeline.state, question.kind
        if kind.kind not in ("where", "where-not", "which"):
            continue
        count += 1
        goal = question.action.targets[-1] if kind.kind == "which" and question.action else ""
        for answer in question.answers:
            selection = (answer.target, goal) if goal else (*question.selection, answer.target)
            is_legal = select(rules.legal_actions(state), selection).is_possible
            is_correct = answer is question.correct_answer
            assert is_legal == (is_correct != (kind.kind == "where-not")), question.text
            if not is_legal:
                refusal = rules.explain(state, selection)
                assert refusal.lesson in (kind.refusal_lessons or (kind.lesson,)), question.text
                assert is_correct or refusal.lesson == answer.lesson
    assert count >= (0 if game == "tensor-cards" else 5)


@pytest.mark.parametrize("game", GAMES)
def test_refused_answer_breaks_a_rule_of_the_chapter(game: str) -> None:
    """If a question asks what is not allowed, or why, the refusal and the link name a lesson of the chapter."""
    count = 0
    kinds = [kind for kind in question_bank(game).kinds if kind.kind in ("where-not", "why")]
    for kind, seed in product(kinds, range(4)):
        question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
        if question:
            count += 1
            (target,) = filter(None, (question.correct_answer.target, *question.highlighted))
            refusal = question.timeline.game.explain(question.timeline.state, (*question.selection, target))
            chapters = [[lesson.id for lesson in chapter.lessons] for chapter in checks.chapters(game)]
            assert next(ids for ids in chapters if kind.lesson in ids).count(refusal.lesson) == 1, question.text
            assert [rule_step.lesson for rule_step in question.rule_steps(question.correct_index)] == [refusal.lesson]
    assert count or not kinds


@pytest.mark.parametrize("game", GAMES)
def test_verdict_leads_to_steps_of_the_rules_that_it_names(game: str) -> None:
    """After a wrong answer with a reason, the links lead to the reason's lesson and then to the question's."""
    for question in create_available_questions(game):
        for index, answer in enumerate(question.answers):
            rule_steps = question.rule_steps(index)
            lessons = [answer.lesson] if answer.reason and index != question.correct_index else []
            assert [rule_step.lesson for rule_step in rule_steps] == list(dict.fromkeys((*lessons, question.lesson)))
            for rule_step in rule_steps:
                lesson = courses.find_lesson(game, rule_step.lesson)
                assert lesson
                assert 1 <= rule_step.step <= len(lesson.steps), question.text


@pytest.mark.parametrize("game", GAMES)
def test_no_other_piece_reaches_the_square(game: str) -> None:
    """If a question asks which piece reaches a square, only one piece on the whole board does."""
    for kind, seed in product([kind for kind in question_bank(game).kinds if kind.kind == "which"], range(12)):
        question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
        assert question is not None
        assert question.action is not None
        rules, state, goal = question.timeline.game, question.timeline.state, question.action.targets[-1]
        origins = {
            action.targets[0]
            for action in rules.legal_actions(state)
            if action.targets[1:] == (goal,)
            and (not kind.piece or PACKAGES[game].quiz.piece(state, action.targets[0]) == kind.piece)
        }
        assert origins == {question.correct_answer.target}, question.text


@pytest.mark.parametrize("game", GAMES)
def test_wrong_place_looks_like_the_allowed_ones(game: str) -> None:
    """The place that is not allowed is not the only answer with a piece of the other side."""
    for kind, seed in product([kind for kind in question_bank(game).kinds if kind.kind == "where-not"], range(6)):
        question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
        if question:
            owners = [question.board_view.owner(question.visible_state, target) for target in question.targets]
            assert owners.count(owners[question.correct_index]) > 1 or None in owners, question.text


@pytest.mark.parametrize("game", GAMES)
def test_answer_targets_have_same_kind(game: str) -> None:
    """If one answer is a hex of a network, no other answer is a token or a hex of another network."""
    for question in create_available_questions(game):
        if question.kind.kind in MOVE_KINDS:
            assert len({target.rpartition(":")[0] for target in question.targets}) <= 1, question.text


@pytest.mark.parametrize("game", GAMES)
def test_correct_result_follows_from_rules(game: str) -> None:
    """The correct result follows from the rules. The other answers are the sides, a draw and a continuing game."""
    for question in create_available_questions(game):
        if question.kind.kind == "result" and question.action:
            rules, state = question.timeline.game, question.timeline.state
            outcome = rules.outcome(rules.apply(state, question.action))
            assert len(question.answers) == len(rules.sides(state)) + 2
            assert (question.correct_answer.text == "The game goes on") == (outcome is None)
            if outcome and not outcome.is_draw:
                assert rules.sides(state)[outcome.winners[0]] in question.correct_answer.text


@pytest.mark.parametrize("game", GAMES)
def test_picture_contains_targets_of_question(game: str) -> None:
    """The picture contains all targets of a question, although some lessons of Equilibrium show only one board."""
    for question in create_available_questions(game):
        state = question.timeline.state_for(question.timeline.to_move)
        board_targets = set(targets_in(question.board_view.picture(state, question.seat, Marks())))
        named_targets = {*question.selection, *question.highlighted, *question.targets}
        assert named_targets <= board_targets, question.text


@pytest.mark.parametrize("game", GAMES)
def test_picture_before_answer_has_no_warnings(game: str) -> None:
    """Before the answer, the board does not frame the stones that a person counts."""
    warning_count = 0
    for question in create_available_questions(game):
        before, after = (json.dumps(quiz_picture(question, answer)) for answer in (None, question.correct_index))
        assert not re.search(r'"(warning|threat)[ "]', before), question.text
        warning_count += '"warning"' in after
    assert warning_count or game != "sensei"


VISIBLE_WORDS = {
    *("beast", "bishop", "king", "knight", "pawn", "queen", "rook"),
    *("square", "circle", "triangle", "base", "crown", "star", "hexagon", "trapezoid", "diamond"),
    *("black", "white", "green", "yellow", "blue", "empty", "marked"),
}
"""The words for what people see on a board: the pieces, their parts and colours, and the marks."""


def find_labels(picture: Node) -> dict[str, str]:
    """Return the label for screen readers of each target in a picture."""
    labels = (
        {} if picture.attrs.get("data-target") is None else {picture.attrs["data-target"]: picture.attrs["aria-label"]}
    )
    for child in picture.children:
        labels |= find_labels(child)
    return labels


@pytest.mark.parametrize("game", GAMES)
def test_labels_do_not_answer_the_question(game: str) -> None:
    """Before the answer, no word of the question occurs only in the label of the correct place.

    The words for what people see, such as the name of a piece, may occur there.
    """
    revealing_labels = []
    for seed in range(3):
        for kind in question_bank(game).kinds:
            question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
            if question is None or not question.targets:
                continue
            labels = find_labels(quiz_picture(question, None))
            words, other_words = (
                {
                    word
                    for answer in question.answers
                    if (answer is question.correct_answer) == is_correct
                    for word in re.findall(r"[^\W\d_]{4,}", labels.get(answer.target, "").lower())
                }
                for is_correct in (True, False)
            )
            if revealing_words := words & set(re.findall(r"\w+", question.text.lower())) - other_words - VISIBLE_WORDS:
                revealing_labels.append((question.text, revealing_words))
    assert not revealing_labels


def test_labels_and_captions_of_quiz_name_only_what_can_be_seen() -> None:
    """In a quiz of Tesulda, no label tells a rating or a trait, and no caption invites a touch that would answer."""
    for question in create_available_questions("tesulda"):
        picture = quiz_picture(question, None)
        labels = [label for target, label in find_labels(picture).items() if target in SQUARES_OF_TESULDA]
        figures = [figure for figure in question.visible_state.board if figure]
        facts = {*map(ratings_text, figures), *filter(None, map(traits_list, figures))}
        assert not [label for label in labels for fact in facts if fact in label], question.text
        assert '"hint"' not in json.dumps(picture), question.text


@pytest.mark.parametrize("game", GAMES)
def test_questions_name_one_move_if_a_turn_has_more(game: str) -> None:
    """If a piece reaches a wrong answer with its next move in the same turn, the question asks about one move."""
    for question in create_available_questions(game):
        rules, state, kind = question.timeline.game, question.timeline.state, question.kind
        if kind.kind not in ("where", "where-not") or len(question.selection) != 1:
            continue
        for action in rules.legal_actions(state):
            after = rules.apply(state, action)
            if action.targets[:1] != question.selection or rules.to_move(after) != rules.to_move(state):
                continue
            if rules.outcome(after) is None and any(
                select(rules.legal_actions(after), (action.targets[-1], target)).is_possible
                for target in question.targets
            ):
                assert "one move" in question.text


@pytest.mark.parametrize("game", ["sensei", "tensor-chess", "tesulda"])
def test_reasons_in_why_questions_are_about_the_move(game: str) -> None:
    """The wrong answers to a "why" question about a move name only squares that the question names."""
    count = 0
    for question in create_available_questions(game):
        if question.kind.kind == "why":
            count += 1
            for answer in question.answers:
                if answer is not question.correct_answer:
                    named_squares = set(re.findall(r"\b[a-j][0-9]+\b", answer.text))
                    assert named_squares <= {*question.selection, *question.highlighted}, answer.text
    assert count


def test_why_questions_about_pits_have_one_reason() -> None:
    """A "why" question about a pit has one reason: if the goal is a pit, no other pit is in the way."""
    (kind,) = (kind for kind in question_bank("sensei").kinds if (kind.lesson, kind.kind) == ("pits", "why"))
    for seed in range(30):
        question = checks.make_question_of_kind("sensei", kind, find_lessons_before("sensei", "pits"), seed)
        assert question is not None
        (goal,) = question.highlighted
        if question.timeline.state.board[SQUARE_NUMBERS[goal]] == PIT:
            assert goal in question.correct_answer.text, question.text


@pytest.mark.parametrize("game", GAMES)
def test_banks_name_existing_kinds_and_lessons(game: str) -> None:
    ids = {lesson.id for lesson in course(game)}
    for kind in question_bank(game).kinds:
        assert kind.kind in (*MOVE_KINDS, "written", "result", *PACKAGES[game].quiz.kinds)
        assert {kind.lesson, *kind.refusal_lessons, *kind.lessons} <= ids
        assert {*kind.refusal_lessons, *kind.lessons} <= find_lessons_before(game, kind.lesson), (
            "a later chapter teaches it"
        )


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_cases_are_legal(game: str) -> None:
    for kind in question_bank(game).kinds:
        for case in kind.cases:
            timeline = courses.start_timeline(game, case.position, case.options)
            for text in case.moves:
                timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
            assert not (kind.kind in MOVE_KINDS and timeline.outcome)


def test_course_reads_no_files_after_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course reads no files after it is loaded, since the app from a memory snapshot has none."""
    cached_functions = [function for function in vars(courses).values() if hasattr(function, "cache_clear")]
    functions_of_games = [function for function in cached_functions if list(signature(function).parameters) == ["game"]]
    assert len(functions_of_games) > 5
    results_before = {(function, game): function(game) for function in functions_of_games for game in GAMES}
    for function in functions_of_games:
        function.cache_clear()
    courses.load_all()
    monkeypatch.setattr("pkgutil.get_data", lambda _package, _name: None)
    assert {(function, game): function(game) for function in functions_of_games for game in GAMES} == results_before


@pytest.mark.parametrize("game", GAMES)
def test_quiz_asks_different_kinds(game: str) -> None:
    """The five questions of a quiz are of different kinds, and about different lessons if there are enough."""
    chapter = checks.chapters(game)[0]
    quiz_questions = [checks.question(game, chapter, number, 12) for number in range(checks.QUESTIONS_PER_QUIZ)]
    kinds = [question.kind for question in quiz_questions if question]
    assert len({(kind.lesson, kind.kind, kind.prompt) for kind in kinds}) == checks.QUESTIONS_PER_QUIZ
    assert len({kind.lesson for kind in kinds}) == min(checks.QUESTIONS_PER_QUIZ, len(chapter.lessons))


@pytest.mark.parametrize("game", GAMES)
def test_quizzes_keep_the_board_and_speak_to_the_side_at_the_bottom(game: str) -> None:
    """All boards of a game's quizzes have the same orientation, and "you" is the player at the bottom."""
    for question in create_available_questions(game):
        assert question.seat == checks.reader_seat(game), question.text
        if question.kind.kind in MOVE_KINDS:
            assert question.timeline.to_move == question.seat, question.text


@pytest.mark.parametrize("game", GAMES)
def test_all_marked_targets_are_answers(game: str) -> None:
    """Before the answer, a question about places marks no other targets."""
    for question in create_available_questions(game):
        if question.targets:
            picture = json.dumps(quiz_picture(question, None))
            marked_targets = set(re.findall(r'"(?:edge-)?shown-([^"]+)"', picture))
            assert marked_targets <= set(question.targets), question.text


@pytest.mark.parametrize("game", GAMES)
def test_right_answer_has_another_mark_after_the_answer(game: str) -> None:
    """After the answer, the right place has a tick instead of the mark that all places had before."""
    count = 0
    for question in create_available_questions(game):
        if question.targets:
            count += 1
            wrong_index = 0 if question.correct_index else 1
            before, after = (json.dumps(quiz_picture(question, answer)) for answer in (None, wrong_index))
            mark = re.compile(r'"[^"]*\bcorrect\b[^"]*"')
            assert not mark.search(before)
            assert mark.search(after), question.text
    assert count


@pytest.mark.parametrize("game", GAMES)
def test_reason_is_given_once_after_a_question_why(game: str) -> None:
    """A question that begins with "Why" gives the reason only once, since the correct answer is the explanation."""
    for question in create_available_questions(game):
        if question.kind.kind == "why":
            reason = question.correct_answer.text.removesuffix(".")
            for index in range(len(question.answers)):
                text = " ".join(verdict_texts(question, index)).rstrip()
                assert text.count(reason) == 1, text
                assert text.endswith((f"{reason}.", f"“{reason}” is right.")), text


@pytest.mark.parametrize("game", GAMES)
def test_reason_that_does_not_apply_is_not_called_wrong(game: str) -> None:
    """A wrong answer to a question "why" may be a true rule, so the verdict only says that it is not the reason."""
    for question in create_available_questions(game):
        if question.kind.kind == "why":
            for index in range(len(question.answers)):
                if index != question.correct_index:
                    for is_board_visible in (False, True):
                        verdict, _explanation = verdict_texts(question, index, is_board_visible=is_board_visible)
                        assert re.match(r"(“.+”|That) isn’t the reason\.", verdict)


@pytest.mark.parametrize("game", GAMES)
def test_verdict_names_an_answer_once(game: str) -> None:
    """If a reason begins with the name of its answer, no sentence before it names the answer."""
    questions = create_available_questions(game)
    for kind in [kind for kind in question_bank(game).kinds if kind.kind in ("where", "where-not")]:
        for seed in range(6):
            question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
            questions += [question] if question else []
    for question in questions:
        for index, answer in enumerate(question.answers):
            if index != question.correct_index and answer.reason.startswith(f"{answer.text} "):
                verdict, _explanation = verdict_texts(question, index)
                assert verdict.count(f"{answer.text} ") == 1, verdict
            name = re.escape(question.correct_answer.text.removesuffix("."))
            text = " ".join(verdict_texts(question, index))
            assert not re.search(rf"\b{name}\b[”.]*( is right\.)? {name} ", text), text


KINDS_WITHOUT_CARD = ("first-piece", "last-piece")
"""The kinds of questions of the cards that name no card."""
KINDS_WITHOUT_PATH = ("first", "part-count", "stuck-lines", "stuck-blocked")
"""The kinds of questions that name cards, but after which no piece moves."""
COUNT_KINDS = ("count", "part-count")
"""Kinds of questions whose correct answer is the number of certain places."""


@pytest.mark.parametrize("game", GAMES)
def test_counted_places_have_ticks_after_the_answer(game: str) -> None:
    for question in create_available_questions(game):
        if question.kind.kind in COUNT_KINDS or question.counted_targets:
            before, after = (json.dumps(quiz_picture(question, answer)) for answer in (None, 0))
            mark = re.compile(r'"[^"]*\bcorrect\b[^"]*"')
            assert not mark.search(before)
            assert len(question.counted_targets) == int(question.correct_answer.text), question.text
            assert len(mark.findall(after)) >= len(question.counted_targets), question.text
            assert all(name in " ".join(verdict_texts(question, 0)) for name in question.counted_targets.values())


def test_verdicts_of_equilibrium_name_the_type_of_a_token_and_no_hex() -> None:
    """The verdicts name a token by its type and no hex, as the board does, without the longer accessible names."""
    count = 0
    for question in create_available_questions("equilibrium"):
        for index, answer in enumerate(question.answers):
            if answer.target:
                count += 1
                sentence = " ".join(verdict_texts(question, index, is_board_visible=True)).removesuffix(
                    question.explanation
                )
                assert not re.search(r"level \d|o’clock", sentence.removesuffix(answer.reason)), sentence
                assert answer.text in " ".join(verdict_texts(question, index)), answer.text
    assert count


@pytest.mark.parametrize("language", ["", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_verdicts_on_results_name_the_right_answer_once(
    monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    if language:
        monkeypatch.setattr("ruleboard.i18n._catalog", load_translations(language))
    for kind in question_bank(game).kinds:
        for case in kind.cases if kind.kind == "result" else ():
            question = checks.make_question_of_kind(
                game, replace(kind, cases=(case,)), find_lessons_before(game, kind.lesson), 1
            )
            assert question is not None
            for index in range(len(question.answers)):
                text = " ".join(verdict_texts(question, index))
                assert text.casefold().count(question.correct_answer.text.casefold()) == 1, text


def test_verdicts_put_names_with_commas_or_colons_of_equilibrium_last() -> None:
    """A verdict ends with a name that contains commas or colons, as in "Wrong: Orange's network, centre: image"."""
    names = []
    for question in create_available_questions("equilibrium"):
        for index, answer in enumerate(question.answers):
            if answer.target and re.search("[,:]", answer.text):
                names.append(answer.text)
                verdict, _explanation = verdict_texts(question, index)
                assert re.match(r"(Right|Wrong): ", verdict), verdict
    assert names


def test_legal_answer_of_an_operation_does_not_go_anywhere() -> None:
    """A correct answer about an operation does not say that a tile goes anywhere, since the tile stays in its place."""
    questions = [
        question
        for kind, question in create_questions("equilibrium")
        if question and kind.kind.startswith("other-tile")
    ]
    reasons = [answer.reason for question in questions for answer in question.answers if answer.reason]
    assert reasons
    assert not [reason for reason in reasons if "go there" in reason]


@pytest.mark.parametrize("game", GAMES)
def test_right_answer_is_not_the_one_empty_square(game: str) -> None:
    """The right answer is not the one empty square or hex among the answers, and not the only other one."""
    odd_question_texts = [
        question.text for question in create_available_questions(game) if checks.is_odd_one_out(question)
    ]
    assert odd_question_texts == []


def test_random_tensor_cards_differ() -> None:
    """Questions about a random Tensor card have a position that a game can reach, whatever the seed."""
    kinds = [kind for kind in question_bank("equilibrium").kinds if kind.kind in ("partner", "bonus", "missing")]
    for kind, seed in product(kinds, range(12)):
        assert checks.make_question_of_kind("equilibrium", kind, find_lessons_before("equilibrium", kind.lesson), seed)


@pytest.mark.parametrize("game", GAMES)
def test_no_three_questions_in_a_row_have_the_same_right_answer(game: str) -> None:
    for chapter, seed in product(checks.chapters(game), range(2)):
        past_questions: list[checks.Question] = []
        for number in range(checks.QUESTIONS_PER_QUIZ):
            question = checks.question(game, chapter, number, seed, past_questions)
            assert question is not None
            past_questions.append(question)
        answers = [question.correct_answer.text for question in past_questions]
        assert all(len(set(answers[index : index + 3])) > 1 for index in range(len(answers) - 2)), answers
        assert len({id(question.kind) for question in past_questions}) == len(past_questions)


def test_correct_answers_are_evenly_distributed() -> None:
    """Correct answers are evenly distributed, so that always choosing the first answer does not pass."""
    chapter = checks.chapters("sensei")[0]
    quiz_questions = [checks.question("sensei", chapter, number % 5, number) for number in range(40)]
    first_count = sum(question.correct_index == 0 for question in quiz_questions if question)
    assert 3 <= first_count <= 20


def test_same_seed_gives_same_question() -> None:
    chapter = checks.chapters("tesulda")[1]
    first, second = (checks.question("tesulda", chapter, 1, 5) for _attempt in range(2))
    assert first is not None
    assert second is not None
    assert (first.text, first.answers) == (second.text, second.answers)


def test_wrong_squares_are_plausible() -> None:
    """Most wrong squares are at most two squares away from a legal one."""
    distant_count = count = 0
    for game in ("sensei", "tensor-chess"):
        for question in create_available_questions(game):
            if question.kind.kind != "where" or not question.selection:
                continue
            legal = select(question.timeline.game.legal_actions(question.timeline.state), question.selection)
            goals = [(ord(target[0]), int(target[1:])) for target in legal.next_targets if target[1:].isdigit()]
            for answer in question.answers:
                square = ord(answer.target[0]), int(answer.target[1:])
                count += 1
                distant_count += min(max(abs(square[0] - x), abs(square[1] - y)) for x, y in goals) > 2
    assert count > 40
    assert distant_count <= count * 0.2


def test_written_card_questions_show_the_board_from_the_readers_side() -> None:
    """The opponent whom a question names is never the player at the bottom of the board."""
    for question in create_available_questions("tensor-cards"):
        sides = question.timeline.game.sides(question.timeline.state)
        named_sides = [side for side in sides if side in question.text.replace(f"you’re {side}", "")]
        if question.kind.kind == "written" and named_sides:
            assert named_sides == [sides[1 - question.seat]], question.text


def test_card_questions_address_mover_and_show_path() -> None:
    """A card question addresses the player to move, and the picture after the answer shows the path of the piece.

    Questions for a number, for the first card or for a card that moves nothing have no path.
    """
    path_count = 0
    for chapter in checks.chapters("tensor-cards"):
        for number, seed in product(range(5), range(12)):
            question = checks.question("tensor-cards", chapter, number, seed)
            if question is None or question.kind.kind in ("written", *KINDS_WITHOUT_CARD):
                continue
            state = question.timeline.state
            assert question.seat == checks.reader_seat("tensor-cards")
            assert state.hands == (CARDS, CARDS), "a question may name any card"
            assert question.path or question.kind.kind in KINDS_WITHOUT_PATH
            if len(question.path) > 1:
                path_count += 1
                assert len(question.board_view.path_through(state, question.path, question.seat)) == len(question.path)
    assert path_count


def test_case_shows_hidden_side_in_questions_of_each_kind() -> None:
    """A written case can show the hidden side, for each kind of question."""
    count = 0
    for kind in question_bank("tensor-cards").kinds:
        cases = tuple(replace(case, shows_hidden=True) for case in kind.cases)
        question = checks.make_question_of_kind("tensor-cards", replace(kind, cases=cases), frozenset(), 1)
        if cases and question:
            assert question.shows_hidden, kind.kind
            count += 1
    assert count


@cache
def _find_lesson_pictures(game: str) -> frozenset[str]:
    """Return the pictures of all steps of a course and the pictures symmetric to them, without starts of games."""
    steps = [(lesson.id, index) for lesson in course(game) for index in range(len(lesson.steps))]
    timelines = [courses.step_timeline(game, *step)[0] for step in steps]
    options = [{}, *(step.options for lesson in course(game) for step in lesson.steps if step.options)]
    starts = [courses.start_timeline(game, "", start_options) for start_options in options]
    pictures, start_pictures = (
        frozenset(picture for timeline in group for picture in find_symmetric_positions(game, position_text(timeline)))
        for group in (timelines, starts)
    )
    return pictures - start_pictures


@pytest.mark.parametrize("game", GAMES)
def test_no_question_about_a_position_has_the_position_of_a_lesson(game: str) -> None:
    """No question shows a position from a lesson, except the start position of a game."""
    failures, count = [], 0
    for kind in question_bank(game).kinds:
        for seed in range(4):
            question = checks.make_question_of_kind(game, kind, find_lessons_before(game, kind.lesson), seed)
            if question is None or not question.shows_board:
                continue
            count += 1
            pictures = find_symmetric_positions(game, position_text(question.timeline))
            if pictures & _find_lesson_pictures(game):
                failures.append((kind.lesson, kind.kind, question.text))
    assert failures == []
    assert count > 40


@pytest.mark.parametrize("game", GAMES)
def test_cases_do_not_repeat_positions_of_lessons(game: str) -> None:
    """No written case has the position of a lesson, including cases that random questions do not reach."""
    failures = []
    for kind in question_bank(game).kinds:
        for case in kind.cases:
            if case.position and kind.kind not in PACKAGES[game].quiz.kinds:
                timeline = courses.start_timeline(game, case.position, case.options)
                for text in case.moves[: -1 if kind.kind == "result" else None]:
                    timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
                if find_symmetric_positions(game, position_text(timeline)) & _find_lesson_pictures(game):
                    failures.append((kind.lesson, kind.kind, case.prompt or kind.prompt))
    assert failures == []


@pytest.mark.parametrize("game", GAMES)
def test_questions_about_rules_have_no_answers_on_the_board(game: str) -> None:
    """A question shows a board if it has a position of its own. Other questions have no squares as answers."""
    for question in create_available_questions(game):
        has_position = any(case.has_position for case in question.kind.cases)
        assert question.shows_board == (question.kind.kind != "written" or has_position), question.text
        if not question.shows_board:
            assert not question.targets, question.text
            assert not question.highlighted, question.text
            assert not re.search(r"\b[a-j][0-9]+\b", question.text), question.text
