"""Test that the pictures of quiz questions show what the questions say."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ruleboard.app.lessons.check import answer_question, start_quiz
from ruleboard.app.lessons.check_view import quiz_picture, verdict_texts
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.layout import grid_position
from ruleboard.games.tensor_cards.names import piece_name, place_name
from ruleboard.games.tensor_cards.snapshot import Snapshot, take_snapshot
from ruleboard.games.tensor_cards.targets import piece_target, space_from_target
from ruleboard.learning.checks import Question, chapters, make_question_of_kind
from ruleboard.learning.courses import course, question_bank
from ruleboard.learning.lessons import QuestionKind
from ruleboard.scene.marks import Marks
from tests.support.pictures import iter_nodes

GAME = "tensor-cards"
LESSONS = frozenset(lesson.id for lesson in course(GAME))
SEED_COUNT = 6
OWNED_CARD_PATTERN = re.compile(r"\b(Your|your|Black’s) (\d+)\b(?! cards)")
TURN_NUMBERS = {"first turn": 1, "It’s the last turn": 3}


def format_kind(kind: QuestionKind) -> str:
    return f"{kind.lesson} {kind.kind} {kind.prompt[:30]}"


@pytest.fixture(params=question_bank(GAME).kinds, ids=format_kind)
def questions(request: pytest.FixtureRequest) -> list[Question]:
    """Return questions of one kind with different seeds. The test runs once for each kind."""
    results = [make_question_of_kind(GAME, request.param, LESSONS, 101 * seed) for seed in range(SEED_COUNT)]
    assert any(results)
    return [question for question in results if question]


def find_snapshot(question: Question) -> Snapshot:
    return take_snapshot(question.visible_state, Marks())


def test_open_cards_on_named_pieces_are_in_question(questions: list[Question]) -> None:
    for question in questions:
        slots = find_snapshot(question).slots
        named_pieces = [piece for piece in PIECES if piece_name(piece) in question.text.lower()]
        cards = {slots[player][piece] for player in (BLACK, WHITE) for piece in named_pieces} & {*CARDS}
        assert cards <= {int(number) for number in re.findall(r"\d+", question.text)}, question.text


def test_cards_of_question_are_in_picture(questions: list[Question]) -> None:
    """A card that a question names is in its player's hand or slots, or else it is one from an earlier turn."""
    for question in questions:
        state, slots = question.visible_state, find_snapshot(question).slots
        for owner, number in OWNED_CARD_PATTERN.findall(question.text):
            player = BLACK if owner == "Black’s" else WHITE
            assert int(number) in (*state.hands[player], *slots[player]), question.text


def test_cards_on_piece_of_computed_question_are_on_board(questions: list[Question]) -> None:
    """Only the piece of a computed question has face-up cards, so that no other card can change the answer."""
    for question in questions:
        cards = {
            (BLACK if owner == "Black’s" else WHITE, int(card))
            for owner, card in OWNED_CARD_PATTERN.findall(question.text)
        }
        if question.kind.kind == "written" or not cards:
            continue
        (piece,) = (candidate for candidate in PIECES if piece_target(candidate) in question.selection)
        slots = find_snapshot(question).slots
        open_cards = {
            (player, some_piece, slots[player][some_piece]) for player in (BLACK, WHITE) for some_piece in PIECES
        }
        assert {entry for entry in open_cards if entry[2] in CARDS} == {(player, piece, card) for player, card in cards}


def test_turn_of_question_is_turn_of_picture(questions: list[Question]) -> None:
    for question in questions:
        for name, turn in TURN_NUMBERS.items():
            if name in question.text:
                assert question.visible_state.turn == turn, question.text


def test_picture_does_not_preview_answer(questions: list[Question]) -> None:
    for question in questions:
        preview_nodes = [
            node for node in iter_nodes(quiz_picture(question, None)) if node.attrs.get("class") == "previews"
        ]
        assert [list(node.children) for node in preview_nodes] == [[]], question.text


def test_reader_can_choose_where_question_says_so(questions: list[Question]) -> None:
    for question in questions:
        if question.kind.kind == "parts":
            assert len(question.path) > 1
            assert "choose" in question.text


def test_answers_name_spaces_as_the_reader_sees_them(questions: list[Question]) -> None:
    for question in questions:
        board = question.visible_state.terms.board
        for answer in question.answers:
            space = space_from_target(board, answer.target or "")
            if space and "column" in answer.text:
                assert place_name(*grid_position(board, space, question.seat)) in answer.text, question.text


def test_verdict_calls_no_piece_wrong(questions: list[Question]) -> None:
    """A verdict on a piece or space names the answer first, since "Blue is wrong" sounds like a fault of the piece."""
    for question in questions:
        for number in range(len(question.answers)):
            verdict, _explanation = verdict_texts(question, number)
            assert not re.match(r"(Red|Blue|Yellow)\b[^“”]* is (right|wrong)\.", verdict)


def test_verdict_names_no_space_without_printed_coordinates() -> None:
    """The board has no numbers at its edges, so the verdict on a space has none. The verdict on a piece names it."""
    count = 0
    for chapter in chapters(GAME):
        for seed in range(SEED_COUNT):
            session = start_quiz(GAME, chapter.id, seed)
            assert session
            question = session.question
            if question is None or not question.targets:
                continue
            count += 1
            for index in range(len(question.answers)):
                assert answer_question(session, index).answer == index
                texts, announcement = (
                    " ".join(verdict_texts(question, index, is_board_visible=is_board_visible))
                    for is_board_visible in (True, False)
                )
                name = question.answers[index].text
                assert name in announcement.lower()
                assert not re.search(r"\d/\d", announcement)
                assert ("column" in name) == (name not in texts.lower())
    assert count


def iter_movement_questions() -> Iterator[Question]:
    """Yield questions about the movement of a piece, as each chapter's quiz asks them."""
    for chapter in chapters(GAME):
        past_lessons = frozenset(lesson.id for part in chapters(GAME)[: chapter.number] for lesson in part.lessons)
        for kind in question_bank(GAME).kinds:
            if kind.kind.startswith(("end-", "card-", "which-")) and kind.lesson in {
                lesson.id for lesson in chapter.lessons
            }:
                for seed in range(12):
                    question = make_question_of_kind(GAME, kind, past_lessons, 31 * seed)
                    assert question, format_kind(kind)
                    yield question


def test_each_wrong_answer_about_a_movement_ignores_a_rule_and_names_it() -> None:
    """A wrong answer names the lesson of a rule, and gives the rule as a reason unless the question is about it."""
    count = 0
    for question in iter_movement_questions():
        for index, answer in enumerate(question.answers):
            if index != question.correct_index:
                count += 1
                asks_about_rule = answer.lesson in (question.lesson, question.kind.kind.partition("-")[2])
                assert bool(answer.reason) != asks_about_rule, question.text
        assert len(question.answers) > 2, question.text
    assert count


def test_first_quiz_about_movements_needs_no_rule_of_the_second() -> None:
    """In the first chapter, lines and other pieces do not shorten the way of a piece."""
    count = 0
    for question in iter_movement_questions():
        if question.kind.lesson in ("goal", "cards", "directions") and question.kind.kind.startswith("card-"):
            count += 1
            state, (target,) = question.timeline.state, question.selection
            snapshot = find_snapshot(question)
            cards = {slot for slots in snapshot.slots for slot in slots} & {*CARDS}
            (piece,) = (piece for piece in PIECES if piece_target(piece) == target)
            (card,) = cards
            steps = sum(part.steps for part in state.terms.deck[card - 1])
            assert len(question.path) == steps + 1, (question.text, piece)
    assert count


def test_marks_count_the_used_cards_of_the_opponent() -> None:
    """After the answer, the cards that Black has used have ticks."""
    (kind,) = (kind for kind in question_bank(GAME).kinds if "can you rule out" in kind.prompt)
    question = make_question_of_kind(GAME, kind, LESSONS, 1)
    assert question
    used_cards = {*CARDS} - {*question.timeline.state.hands[BLACK]} - {*question.timeline.state.placements[0]}
    assert len(used_cards) == int(question.correct_answer.text)
    picture = quiz_picture(question, question.correct_index)
    marked_nodes = [node for node in iter_nodes(picture) if "correct" in str(node.attrs.get("class", "")).split()]
    labels = {str(node.attrs["aria-label"]) for node in marked_nodes if "aria-label" in node.attrs}
    assert {int(re.findall(r"card (\d+)", label)[0]) for label in labels} == used_cards
    assert all("Black’s" in label and "used" in label for label in labels)
