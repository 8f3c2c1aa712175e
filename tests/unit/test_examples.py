"""Test the sample article: its boards, puzzles, links and diagrams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ruleboard.app.routes import parse_route
from ruleboard.app.share.session import linked_record
from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import parse_parameters
from ruleboard.engine.game_link import parse_game_link as whole_game
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import replay
from ruleboard.learning.courses import find_lesson
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.drawings import target_boxes
from ruleboard.scene.marks import Marks
from tests.support.html_elements import find_attributes
from tools.examples import EXAMPLES_FOLDER, write_examples

PAGE = EXAMPLES_FOLDER / "explainer.html"


ARTICLE_HTML = PAGE.read_text(encoding="utf-8")
EMBEDDED_BOARDS = find_attributes(ARTICLE_HTML, "rule-board")
LESSON_BOARDS = [board for board in EMBEDDED_BOARDS if "lesson" in board]
BOARDS = [board for board in EMBEDDED_BOARDS if "lesson" not in board]


def test_examples_cover_all_modes() -> None:
    assert {board["mode"] for board in BOARDS} == {"show", "play", "find"}
    assert len({board["game"] for board in BOARDS}) == 3


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board['game']} {board['mode']}")
def test_board_moves_are_legal(board: dict[str, str]) -> None:
    game = GAMES[board["game"]]
    state = game.parse_position(board["position"]) if "position" in board else game.initial({}, 0)
    for text in filter(None, board.get("moves", "").split(";")):
        state = game.apply(state, game.parse_action(state, text))
    if board["mode"] == "find":
        game.parse_action(state, board["accept"])
        assert board["ask"]


@pytest.mark.parametrize("board", LESSON_BOARDS, ids=lambda board: f"{board['game']} {board['lesson']}")
def test_examples_contain_a_lesson(board: dict[str, str]) -> None:
    assert find_lesson(board["game"], board["lesson"])


def test_puzzle_solution_matches_article() -> None:
    """The solutions are those in the article: Green moves to the home row, and the bishop captures the queen."""
    sensei, chess = (board for board in BOARDS if board["mode"] == "find")
    game = GAMES["sensei"]
    state = game.parse_position(sensei["position"])
    winning_texts = [action.text for action in game.legal_actions(state) if game.outcome(game.apply(state, action))]
    assert winning_texts == [sensei["accept"]]
    game = GAMES["tensor-chess"]
    state = game.parse_position(chess["position"])
    assert "q" not in game.format_position(game.apply(state, game.parse_action(state, chess["accept"]))).split()[0]


def test_all_links_open() -> None:
    link_addresses = [link["href"] for link in find_attributes(ARTICLE_HTML, "a") if "#" in link["href"]]
    for link, board in zip(link_addresses, EMBEDDED_BOARDS, strict=True):
        route = parse_route("#" + link.partition("#")[2])
        if "lesson" in board:
            assert (route.page, route.name, route.text) == ("learn", board["game"], board["lesson"])
            continue
        assert (route.page, route.name, route.text) == ("from", board["game"], board.get("position", ""))
        linked_record(route.name, route.text, 0)


def test_diagrams_are_up_to_date(tmp_path: Path) -> None:
    write_examples(tmp_path / "out")
    assert not (tmp_path / "out" / "diagrams.tsv").exists()
    assert list((tmp_path / "out").glob("*.ipynb")) == []
    for image in find_attributes(ARTICLE_HTML, "img"):
        text = (tmp_path / "out" / image["src"]).read_text(encoding="utf-8")
        if "width" in image:
            assert f'width="{image["width"]}" height="{image["height"]}"' in text


def test_sample_study_file_exists() -> None:
    page = (EXAMPLES_FOLDER / "study.html").read_text(encoding="utf-8")
    for board in (attributes for attributes in find_attributes(page, "rule-board") if "study" in attributes):
        study = parse_study((EXAMPLES_FOLDER / board["study"]).read_text(encoding="utf-8"))
        chapter = study.chapters[int(board.get("chapter", "1")) - 1]
        assert chapter.game == board["game"]


def test_sample_game_matches_its_link() -> None:
    page = (EXAMPLES_FOLDER / "study.html").read_text(encoding="utf-8")
    (attributes,) = (candidate for candidate in find_attributes(page, "rule-board") if "moves" in candidate)
    board = open_board(parse_parameters(attributes))
    (link,) = (candidate["href"] for candidate in find_attributes(page, "a") if "#/game/" in candidate["href"])
    timeline = replay(whole_game(parse_route("#" + link.partition("#")[2]).name), GAMES)
    assert timeline.outcome
    assert timeline.states == board.start.states


def test_commented_game_task_accepts_all_winning_answers() -> None:
    """The task accepts every answer that wins.

    Green wins immediately by moving the master to the far rank, and otherwise only after two moves of one stone.
    """
    chapter = parse_study((EXAMPLES_FOLDER / "open-doors.json").read_text(encoding="utf-8")).chapters[0]
    open_study = open_chapter(chapter, GAMES)
    (number,) = [at for at, node in enumerate(open_study.nodes) if node.note.task]
    timeline = open_study.timeline(number)
    game, winning_lines = timeline.game, set()
    lines: list[tuple[tuple[str, ...], Any]] = [((), timeline.state)]
    while lines:
        texts, state = lines.pop()
        for action in game.legal_actions(state):
            after = game.apply(state, action)
            if game.outcome(after):
                winning_lines.add((*texts, action.text))
            elif game.to_move(after) == game.to_move(timeline.state):
                lines.append(((*texts, action.text), after))
    task = open_study.nodes[number].note.task
    assert task is not None
    assert winning_lines == set(task.accepted_answers)


def test_commented_game_marks_are_on_board() -> None:
    for chapter in parse_study((EXAMPLES_FOLDER / "open-doors.json").read_text(encoding="utf-8")).chapters:
        open_study = open_chapter(chapter, GAMES)
        for at, node in enumerate(open_study.nodes):
            state = open_study.timeline(at).state
            boxes = target_boxes(VIEWS[chapter.game].picture(state, 0, Marks()))
            assert {target for mark in node.note.marks for target in mark.targets} <= set(boxes)
