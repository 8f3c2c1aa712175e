"""Test the boards of Equilibrium's quizzes and lessons: they show what the rules that people have learnt allow."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

from ruleboard.app.lessons.check_view import quiz_picture
from ruleboard.games.equilibrium.state import CELL_NAMES, CENTRE, EMPTY, NEIGHBOUR_CELLS, SETUP, TWEAK, Player
from ruleboard.games.equilibrium.texts import player_name
from ruleboard.learning.checks import Question, make_question_of_kind
from ruleboard.learning.courses import course, question_bank, step_timeline
from tests.support.pictures import iter_nodes

GAME = "equilibrium"
LESSONS = frozenset(lesson.id for lesson in course(GAME))
SEED_COUNT = 6
LESSONS_AFTER_OPERATIONS = {"addition", "odd"}
"""The lessons whose networks need an earlier Subtraction."""


def iter_questions(*kinds: str) -> Iterator[Question]:
    """Yield questions with boards, of the given kinds or of all kinds."""
    for number, kind in enumerate(question_bank(GAME).kinds):
        for seed in range(SEED_COUNT if not kinds or kind.kind in kinds else 0):
            question = make_question_of_kind(GAME, kind, LESSONS, 101 * number + seed)
            if question and question.shows_board:
                yield question


def grows_by_loads(player: Player) -> bool:
    """Return True if the setup and Loads (or Hacks) can place all tiles of a network."""
    tiles = {cell: tile.upper() for cell, tile in enumerate(player.board) if tile != EMPTY}
    if not tiles:
        return True
    if tiles.get(CENTRE, EMPTY) not in player.top_kinds:
        return False
    return any(
        tiles.get(second_cell, EMPTY) in player.bottom_kinds
        and grow(player, tiles, {CENTRE, second_cell}) == tiles.keys()
        for second_cell in NEIGHBOUR_CELLS[CENTRE]
    )


def grow(player: Player, tiles: dict[int, str], placed_cells: set[int]) -> set[int]:
    """Return the cells on which Loads can place the tiles, one after the other, after the first two."""
    while True:
        new_cells = {
            cell
            for cell, tile in tiles.items()
            if cell not in placed_cells
            and (neighbours := placed_cells.intersection(NEIGHBOUR_CELLS[cell]))
            and (not player.partner(tile) or player.partner(tile) in {tiles[neighbour] for neighbour in neighbours})
        }
        if not new_cells:
            return placed_cells
        placed_cells |= new_cells


def list_visible_players(question: Question) -> list[Player]:
    """Return the players whose panels the picture of a question shows."""
    nodes = iter_nodes(quiz_picture(question, None))
    return [
        question.timeline.state.players[int(node.attrs["data-player"]) - 1]
        for node in nodes
        if "data-player" in node.attrs
    ]


def network_text(player: Player) -> str:
    """Return the Tensor card and the tiles of a player, for failures."""
    tiles = [f"{tile}@{CELL_NAMES[cell]}" for cell, tile in enumerate(player.board) if tile != EMPTY]
    return f"{player.card}: {' '.join(tiles)}"


def test_networks_in_quizzes_follow_from_the_setup_and_loads() -> None:
    """The first 2 tiles of a network fit the rows of the player’s card, and each other tile touches its partner."""
    questions = list(iter_questions())
    failures = [
        (question.kind.kind, network_text(player))
        for question in questions
        for player in list_visible_players(question)
        if not grows_by_loads(player)
    ]
    assert failures == []
    assert len(questions) > 100


def test_quiz_about_the_winner_shows_both_players_and_not_their_ranks() -> None:
    questions = list(iter_questions("winner"))
    assert questions
    for question in questions:
        nodes = list(iter_nodes(quiz_picture(question, None)))
        assert {node.attrs["data-player"] for node in nodes if "data-player" in node.attrs} == {"1", "2"}
        names = {node.text for node in nodes if node.attrs.get("class") == "who"}
        assert names == {player_name(0), player_name(1)}
        assert not [node for node in nodes if node.attrs.get("class") == "panel winner"]


def test_questions_on_tokens_show_no_pending_tweak_and_no_preview() -> None:
    """While a tweak can still change the tokens, it is not true that a round ends now."""
    questions = list(iter_questions("rises", "falls", "new-level", "lowest", "highest", "income", "winner"))
    assert questions
    for question in questions:
        assert question.timeline.state.phase.tweaks == 0, question.text
        assert not [node for node in iter_nodes(quiz_picture(question, None)) if node.key == "preview"], question.text
        assert question.timeline.state.phase.kind != SETUP or question.kind.kind == "lowest"


@pytest.mark.parametrize("lesson", [lesson.id for lesson in course(GAME) if lesson.id not in LESSONS_AFTER_OPERATIONS])
def test_networks_in_lessons_follow_from_the_setup_and_loads(lesson: str) -> None:
    steps = next(entry.steps for entry in course(GAME) if entry.id == lesson)
    failures = [
        (index + 1, network_text(player))
        for index in range(len(steps))
        for player in step_timeline(GAME, lesson, index)[0].state.players
        if not grows_by_loads(player)
    ]
    assert failures == []


def test_praise_names_a_tweak_that_is_left() -> None:
    """A solution may leave a tweak, which the board then announces. The praise says where this tweak comes from."""
    silent_lessons, count = [], 0
    for lesson in course(GAME):
        for index, step in enumerate(lesson.steps):
            timeline, seat = step_timeline(GAME, lesson.id, index)
            if step.task is None:
                continue
            line = next(iter(step.task.accepted_lines), ())
            if step.task.effect and not line:
                actions = timeline.game.legal_actions(timeline.state)
                pattern = step.task.effect.action
                line = tuple(action.text for action in actions if fnmatchcase(action.text, pattern))[:1]
            for text in line:
                timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
            if line and timeline.state.phase.kind == TWEAK and timeline.to_move == seat:
                count += 1
                silent_lessons += [] if "tweak" in step.task.praise else [(lesson.id, index + 1)]
    assert not silent_lessons, silent_lessons
    assert count > 1
