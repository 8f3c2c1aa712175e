"""Test the move list of a study. A step in a long study redraws only the previous and the current move."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest

from ruleboard.app.study import tree_window
from ruleboard.app.study.print_view import printed_parts
from ruleboard.app.study.tree_view import moves_list
from ruleboard.app.study.tree_window import MAX_LISTED_NODES
from ruleboard.engine.record import Record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.study import Chapter, Note, Study, StudyMove
from ruleboard.engine.study_edit import with_moves
from ruleboard.engine.study_text import parse_study
from ruleboard.engine.study_tree import OpenChapter, open_chapter
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.scene.diff import diff
from ruleboard.scene.node import Node
from tests.support.pictures import iter_nodes
from tests.support.studies import create_wide_chapter
from tests.support.work import MAX_LINES, count_lines
from tools.bench import STUDY_NODE_COUNT, create_long_study


def count_nodes(node: Node) -> int:
    return 1 + sum(map(count_nodes, node.children))


def count_new_nodes(old: Node, new: Node) -> int:
    """Return the number of nodes in the new list that are not in the old list."""
    if old is new:
        return 0
    if len(old.children) != len(new.children):
        return count_nodes(new)
    return 1 + sum(count_new_nodes(before, after) for before, after in zip(old.children, new.children, strict=True))


def test_most_step_patches_are_independent_of_length() -> None:
    chapter = open_chapter(parse_study(create_long_study()).chapters[0], GAMES)
    nodes = [*range(112, 120), 200, 201, 500]
    lists = [moves_list(chapter, place, "study.go", shows_comments=True) for place in nodes]
    pages = [page for page in lists if page]
    assert len(chapter.nodes) == STUDY_NODE_COUNT + 1
    for before, after in pairwise(pages[:8]):
        assert count_new_nodes(before, after) <= 20
        assert len(diff(before, after)) <= 4
    current_values = [
        [node.attrs["data-value"] for node in read_buttons(page) if "aria-current" in node.attrs] for page in pages
    ]
    assert current_values == [[str(place)] for place in nodes]


@pytest.mark.parametrize("shape", [(1, 900), (500, 0), (240, 1), (12, 50)])
def test_list_of_long_chapter_has_limited_size_and_work(shape: tuple[int, int]) -> None:
    chapter = open_chapter(create_wide_chapter(*shape), GAMES)
    run_to_end(chapter.lines[0].timeline.format_turns())
    for current_node in (0, 1, len(chapter.nodes) // 2, len(chapter.nodes) - 1):
        pages: list[Node] = []
        assert count_lines(partial(_append_move_list, pages, chapter, current_node)) < MAX_LINES
        buttons = read_buttons(pages[0])
        assert len(buttons) < 3 * MAX_LISTED_NODES
        assert sum("aria-current" in button.attrs for button in buttons) == (current_node > 0)


def _append_move_list(pages: list[Node], chapter: OpenChapter, current_node: int) -> None:
    page = moves_list(chapter, current_node, "study.go", shows_comments=True)
    assert page is not None
    pages.append(page)


@pytest.mark.parametrize("shape", [(1, 30), (40, 0), (12, 3)])
def test_fold_buttons_lead_to_all_moves(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    chapter = open_chapter(create_wide_chapter(*shape), GAMES)
    all_values = read_values(chapter, 0)
    monkeypatch.setattr(tree_window, "MAX_COMPLETE_NODES", 8)
    monkeypatch.setattr(tree_window, "MAX_LISTED_NODES", 8)
    values, pending_values = set[int](), [0]
    while pending_values:
        new_values = read_values(chapter, pending_values.pop()) - values
        values |= new_values
        pending_values += new_values
    assert values >= all_values


def read_values(chapter: OpenChapter, current_node: int) -> set[int]:
    page = moves_list(chapter, current_node, "study.go")
    return {int(button.attrs["data-value"]) for button in read_buttons(page)} if page else set()


def read_buttons(node: Node) -> list[Node]:
    return [node] * (node.tag == "button") + [button for child in node.children for button in read_buttons(child)]


def test_half_placement_in_variation_hides_cards() -> None:
    """A variation that ends before the other player has placed cards says only that a player has decided in secret."""
    game = Chapter("tensor-cards", moves=(StudyMove("lay r1 b9 y3"), StudyMove("lay r4 b9 y6")))
    chapter_tree = open_chapter(game, GAMES)
    chapter = open_chapter(with_moves(chapter_tree, 0, ["lay r8 b4 y7"]), GAMES)
    placement = chapter.find_node(("lay r8 b4 y7",))
    for place in range(len(chapter.nodes)):
        move_list = moves_list(chapter, place, "study.go", shows_comments=True)
        assert move_list is not None
        (button,) = [node for node in read_buttons(move_list) if node.attrs["data-value"] == str(placement)]
        assert button.text == "Black made a secret choice"
        assert ("aria-current" in button.attrs) is (place == placement)


def test_unanswered_placement_is_listed() -> None:
    chapter = open_chapter(Chapter("tensor-cards", moves=(StudyMove("lay r1 b9 y3"),)), GAMES)
    move_list = moves_list(chapter, 0, "study.go")
    assert move_list is not None
    assert [button.attrs["data-value"] for button in read_buttons(move_list)] == ["1"]


def test_single_placement_in_variation_is_printed_with_comment() -> None:
    lay = StudyMove("lay r8 b4 y7", Note(comment="Nearer to a star.", glyph="!"))
    game = Chapter("tensor-cards", moves=(StudyMove("lay r1 b9 y3", variations=((lay,),)), StudyMove("lay r4 b9 y6")))
    paper = " ".join(node.text for page in printed_parts(Study("Stars", chapters=(game,))) for node in iter_nodes(page))
    assert "… Black made a secret choice!" in paper
    assert "Nearer to a star." in paper


def test_labels_are_text_and_appear_once() -> None:
    """Labels are text. The label of a round of Equilibrium, which many turns share, appears once."""
    timeline = replay(Record("equilibrium", {}, 1, ("Ann", "Bob")), GAMES)
    for _ply in range(5):
        timeline = timeline.play(timeline.game.legal_actions(timeline.state)[0])
    game = Chapter("equilibrium", seed=1, moves=tuple(map(StudyMove, timeline.texts)))
    move_list = moves_list(open_chapter(game, GAMES), 0, "study.go")
    assert move_list is not None
    assert [node.text for node in iter_nodes(move_list) if node.attrs.get("class") == "label"] == ["Setup", "Round 1"]
    paper = " ".join(
        node.text for page in printed_parts(Study("Rounds", chapters=(game,))) for node in iter_nodes(page)
    )
    assert "Setup: start with " in paper
    assert paper.count("Round 1: ") == 3  # once per turn


def test_turn_numbers_match_move_list() -> None:
    """Turns have the same numbers in the move list, in the tree and on paper, whatever the number of turns per line."""
    timeline = replay(Record("sensei", {}, 1, ("Ann", "Bob")), GAMES)
    while len(timeline.turns()) < 5:
        timeline = timeline.play(timeline.game.legal_actions(timeline.state)[0])
    game = Chapter("sensei", moves=tuple(map(StudyMove, timeline.texts)))
    chapter_tree = open_chapter(game, GAMES)
    assert read_labels(chapter_tree) == ["1.", "1…", "2.", "2…", "3."]
    second = timeline.turns()[0].items[-1][0] + 1  # the first ply of the other side's first turn
    state = timeline.states[second]
    second_action = timeline.game.legal_actions(state)[1].text
    chapter_with_variation = open_chapter(with_moves(chapter_tree, second, [second_action]), GAMES)
    assert read_labels(chapter_with_variation) == ["1.", "1…", "1…", "2.", "2…", "3."]
    page_nodes = [node for page in printed_parts(Study("Stones", chapters=(game,))) for node in iter_nodes(page)]
    paper = " ".join(node.text for node in page_nodes if node.attrs.get("class") == "paper-moves")
    assert [word for word in paper.split() if word[0].isdigit() and word[-1] in ".…"] == ["1.", "2.", "3."]


def read_labels(chapter: OpenChapter) -> list[str]:
    move_list = moves_list(chapter, 0, "study.go")
    assert move_list is not None
    return [node.text for node in iter_nodes(move_list) if node.attrs.get("class") == "label" and node.text]
