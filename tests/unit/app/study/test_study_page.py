"""Test the page of a study in a simulated browser: editing, saving, undo, reading, sharing and printing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from random import Random
from string import ascii_letters
from typing import Any

import pytest

from ruleboard.app.storage.studies import KEY_PREFIX
from ruleboard.app.study.embedding import Embedding, study_address, with_poster
from ruleboard.app.study.print_view import open_paper
from ruleboard.app.study.session import StudySession
from ruleboard.app.ui.board_lines import frame_source
from ruleboard.diagram import parse_stylesheets_by_look
from ruleboard.embed.parameters import parse_fragment
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import MAX_COMMENT_LENGTH, parse_study
from ruleboard.engine.study_tree import open_chapter
from ruleboard.registry import GAMES
from tools.diagrams import read_stylesheet
from tools.fake_browser import Storage, Tab, begin_sensei, walk


def open_tab(*chapters: dict[str, Any], storage: Storage | None = None, at: str = "") -> Tab:
    """Return a tab with a stored study that has these chapters."""
    text = json.dumps({"format": "ruleboard-study/1", "title": "Mine", "chapters": list(chapters)})
    storage = storage or Storage()
    storage.texts[f"{KEY_PREFIX}mine"] = text
    return Tab(storage, f"#/study/mine{at}")


def read_stored_study(tab: Tab) -> Study:
    """Return the only study in the storage."""
    (text,) = [text for key, text in tab.storage.texts.items() if key.startswith(KEY_PREFIX)]
    return parse_study(text)


def find_session(tab: Tab) -> StudySession:
    page = tab.controller.model.page
    assert isinstance(page, StudySession)
    return page


CHESS_CHAPTER = {"game": "tensor-chess", "moves": ["e2e4", "e7e5", "f2f4"]}


def test_new_study_is_listed_opened_and_saved_per_move() -> None:
    tab = Tab()
    tab.click("study.new")
    assert tab.browser.address().startswith("#/study/")
    tab.touch("a1", "a4")
    assert [move.text for move in read_stored_study(tab).chapters[0].moves] == ["a1-a4"]
    tab.visit("#/")
    assert "A new study" in tab.text


def test_different_move_becomes_variation_of_main_line() -> None:
    tab = open_tab(CHESS_CHAPTER, at="/1/1")
    tab.touch("d7", "d5")
    (first, second, _third) = read_stored_study(tab).chapters[0].moves
    assert (first.text, second.text) == ("e2e4", "e7e5")
    assert [[move.text for move in line] for line in second.variations] == [["d7d5"]]
    assert "1… | d5" in tab.text, "a variation that begins with Black's move has its number"
    tab.click("study.promote")
    assert read_stored_study(tab).chapters[0].moves[1].text == "d7d5"
    tab.click("study.undo")
    tab.click("study.undo")
    assert read_stored_study(tab).chapters[0].moves[1].variations == ()
    tab.click("study.redo")
    assert read_stored_study(tab).chapters[0].moves[1].variations


def test_existing_move_only_navigates() -> None:
    tab = open_tab(CHESS_CHAPTER)
    before = dict(tab.storage.texts)
    tab.touch("e2", "e4")
    assert find_session(tab).node == 1
    assert tab.storage.texts == before


def test_comment_is_saved_per_letter_and_undone_as_whole() -> None:
    tab = open_tab(CHESS_CHAPTER, at="/1/2")
    for text in ("S", "So", "So?"):
        tab.send("do", "study.comment", text)
        assert read_stored_study(tab).chapters[0].moves[1].note.comment == text
    tab.click("study.undo")
    assert read_stored_study(tab).chapters[0].moves[1].note.comment == ""
    tab.send("do", "study.comment", "x" * (MAX_COMMENT_LENGTH + 9))
    assert len(read_stored_study(tab).chapters[0].moves[1].note.comment) == MAX_COMMENT_LENGTH


def test_verdict_is_set_and_removed() -> None:
    tab = open_tab(CHESS_CHAPTER, at="/1/1")
    tab.click("study.glyph", "!?")
    assert read_stored_study(tab).chapters[0].moves[0].note.glyph == "!?"
    tab.click("study.glyph", "!?")
    assert read_stored_study(tab).chapters[0].moves[0].note.glyph == ""


def test_drawings_are_added_and_removed_by_repetition() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.panel", "draw")
    tab.send("do", "study.draw", json.dumps(["e2", "e4"]))
    tab.send("touch", "d5")
    tab.send("do", "study.tool", "arrow")
    tab.send("do", "study.color", "red")
    tab.send("touch", "a2")
    tab.send("touch", "a3")
    marks = read_stored_study(tab).chapters[0].note.marks
    assert [(mark.kind, mark.targets, mark.color) for mark in marks] == [
        ("arrow", ("e2", "e4"), "green"),
        ("ring", ("d5",), "green"),
        ("arrow", ("a2", "a3"), "red"),
    ]
    assert read_stored_study(tab).chapters[0].moves[0].text == "e2e4", "drawing plays no move"
    tab.send("do", "study.draw", json.dumps(["a2", "a3"]))
    tab.click("study.clear_marks")
    assert not read_stored_study(tab).chapters[0].note.marks


def test_multi_square_arrow_ends_at_repeated_touch() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.panel", "draw")
    tab.send("do", "study.tool", "path")
    for square in ("c1", "f4", "c7"):
        tab.send("touch", square)
    assert not read_stored_study(tab).chapters[0].note.marks, "the arrow is still open"
    tab.send("touch", "c7")
    tab.send("touch", "a2")
    tab.send("touch", "a2")
    for square in ("h2", "h4", "f4", "h4"):
        tab.send("touch", square)
    tab.click("study.end_path")
    marks = read_stored_study(tab).chapters[0].note.marks
    assert [(mark.kind, mark.targets) for mark in marks] == [
        ("arrow", ("c1", "f4", "c7")),
        ("arrow", ("h2", "h4", "f4", "h4")),
    ]
    tab.send("touch", "a2")
    tab.send("touch", "a3")
    tab.send("key", "Escape")
    tab.send("touch", "a3")
    tab.send("touch", "a3")
    assert read_stored_study(tab).chapters[0].note.marks == marks


def test_path_ends_at_maximum_length() -> None:
    """A drawn path has at most 12 squares (docs/formats.md)."""
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.panel", "draw")
    tab.send("do", "study.tool", "path")
    for square in [f"{letter}{rank}" for rank in (3, 5) for letter in "abcdef"]:
        tab.send("touch", square)
    (mark,) = read_stored_study(tab).chapters[0].note.marks
    assert len(mark.targets) == 12


@pytest.mark.parametrize("ending_text", ["resign 2", "time 1", "draw agreed"])
def test_ending_is_entered_manually_and_undone(ending_text: str) -> None:
    tab = open_tab(CHESS_CHAPTER, at="/1/3")
    tab.click("study.end", ending_text)
    assert [move.text for move in read_stored_study(tab).chapters[0].moves] == ["e2e4", "e7e5", "f2f4", ending_text]
    assert not tab.shows("study.end"), "the game is over"
    tab.click("study.undo")
    assert len(read_stored_study(tab).chapters[0].moves) == 3
    tab.send("do", "study.end", "draw claimed")
    tab.send("do", "study.end", "resign 3")
    assert len(read_stored_study(tab).chapters[0].moves) == 3, "a claim is impossible, and there is no third player"


def test_last_move_becomes_solvable_task() -> None:
    tab = open_tab(CHESS_CHAPTER, at="/1/1")
    tab.touch("d7", "d5")
    tab.send("do", "study.go", "2")
    tab.click("study.panel", "task")
    tab.click("study.make_task")
    assert find_session(tab).node == 1
    (variation,) = [child for child, _lines in find_session(tab).task_answers if child != 2]
    tab.send("do", "study.task_text.ask", "Meet it.")
    tab.send("do", f"study.wrong.{variation}", "That loses a pawn.")
    task = read_stored_study(tab).chapters[0].moves[0].note.task
    assert task is not None
    assert (task.accepted_answers, task.prompt) == ((("e7e5",),), "Meet it.")
    assert [(answer.move, answer.comment) for answer in task.wrong_answers] == [("d7d5", "That loses a pawn.")]
    tab.send("do", "study.accept.2", "0")
    assert read_stored_study(tab).chapters[0].moves[0].note.task == task, "a task needs an answer"
    tab.click("study.mode", "read")
    tab.touch("d7", "d5")
    assert "That loses a pawn." in tab.text
    tab.click("study.read.restart")
    tab.touch("e7", "e5")
    assert "Yes, that’s it!" in tab.text


def test_chapters_are_edited_with_undo() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.panel", "chapters")
    tab.send("do", "study.add_start", "sensei")
    tab.send("do", "study.rename_chapter", "Stones")
    tab.click("study.move_chapter", "-1")
    assert [chapter.game for chapter in read_stored_study(tab).chapters] == ["sensei", "tensor-chess"]
    assert read_stored_study(tab).chapters[0].title == "Stones"
    tab.click("study.delete_chapter")
    assert len(read_stored_study(tab).chapters) == 1
    tab.click("study.undo")
    assert len(read_stored_study(tab).chapters) == 2


def test_saved_game_becomes_chapter() -> None:
    tab = begin_sensei(green="Ann", red="Bob")
    tab.play("a1-a4 end")
    id = tab.game_id
    tab.visit("#/")
    tab.click("study.new")
    assert read_stored_study(tab).author == "", "not the name of a player"
    tab.click("study.panel", "chapters")
    assert "Ann – Bob · Sensei · today" in tab.text
    tab.send("do", "study.add_game", id)
    assert read_stored_study(tab).chapters[1].title == "Ann – Bob"
    assert [move.text for move in read_stored_study(tab).chapters[1].moves] == ["a1-a4", "end"]


def test_address_contains_chapter_and_node() -> None:
    tab = Tab()
    tab.click("study.new")
    tab.touch("a1", "a4")
    assert tab.browser.address().endswith("/1/1")
    tab.back()
    assert tab.browser.address() in ("", "#/")


def test_other_tab_takes_study_over_without_loss() -> None:
    storage = Storage()
    first = open_tab(CHESS_CHAPTER, storage=storage)
    second = Tab(storage, "#/study/mine/1/3")
    second.send("do", "study.comment", "From the second.")
    first.receive_storage_events()
    assert any("another tab" in notice for notice in first.notices)
    first.touch("a2", "a3")
    assert "From the second." in storage.texts[f"{KEY_PREFIX}mine"]
    first.click("study.take_over")
    first.touch("a2", "a3")
    assert "From the second." in storage.texts[f"{KEY_PREFIX}mine"]
    assert "a2a3" in storage.texts[f"{KEY_PREFIX}mine"]


def test_page_shows_the_study_that_the_journal_has_restored() -> None:
    tab = open_tab(CHESS_CHAPTER)
    key = f"{KEY_PREFIX}mine"
    tab.storage.texts[key] = tab.storage.texts[key].replace('"Mine"', '"Restored"')
    tab.send("restored", key)
    assert find_session(tab).study.title == "Restored"
    assert not tab.notices
    tab.touch("a2", "a3")
    assert read_stored_study(tab).title == "Restored"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": "ruleboard-study/2", "title": "?"}',
        '{"format": "ruleboard-study/1", "title": ""}',
    ],
)
def test_unreadable_study_is_listed_and_preserved(text: str) -> None:
    storage = Storage({f"{KEY_PREFIX}odd": text})
    tab = Tab(storage)
    assert "Can’t be opened" in tab.text
    tab.visit("#/study/odd")
    assert "This study can’t be opened" in tab.text
    tab.click("study.export_listed", "odd")
    assert tab.browser.downloads[-1][2] == text
    assert storage.texts[f"{KEY_PREFIX}odd"] == text


def test_unsaved_study_waits_in_memory_with_notice() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.storage.has_room = False
    tab.send("do", "study.comment", "Not yet.")
    assert any("everything is saved" in notice for notice in tab.notices)
    tab.visit("#/")
    tab.storage.has_room = True
    tab.visit("#/help")
    assert read_stored_study(tab).chapters[0].note.comment == "Not yet."


def test_deleted_study_can_be_restored() -> None:
    tab = open_tab(CHESS_CHAPTER)
    before = tab.storage.texts[f"{KEY_PREFIX}mine"]
    tab.click("study.delete")
    assert f"{KEY_PREFIX}mine" not in tab.storage.texts
    tab.click("app.undelete")
    assert tab.storage.texts[f"{KEY_PREFIX}mine"] == before


def test_exported_study_is_imported_once() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.export")
    text = tab.browser.downloads[-1][2]
    second_tab = Tab()
    second_tab.send("do", "study.import_files", json.dumps([text, text, "{}"]))
    assert "1 study imported. 1 study was already here." in " ".join(second_tab.notices)
    assert read_stored_study(second_tab) == read_stored_study(tab)


def test_printed_study_has_moves_requested_diagrams_and_final_answers() -> None:
    move = {"move": "e2e4", "comment": "A pawn goes.", "diagram": True, "glyph": "!"}
    task = {"move": "e7e5", "task": {"accept": ["f2f4"], "ask": "What now?"}, "variations": [["d7d5"]]}
    tab = open_tab({"game": "tensor-chess", "moves": [move, task, "f2f4", "d7d6"]})
    tab.click("study.mode", "print")
    tab.idle()
    boards = [part for part in walk(tab.browser.page) if part[0] == "figure"]
    assert len(boards) == 2, "the requested diagram and that of the task"
    text = tab.text
    assert text.index("A pawn goes.") < text.index("What now?") < text.rindex("Answers")
    before, answers = text[text.index("What now?") :].rsplit("Answers", 1)
    assert "d6" in before, "the moves after the answer"
    assert "f4" not in before
    assert "f4" in answers
    tab.click("study.print")
    assert tab.browser.prints == 1


def find_drawn_diagrams(tab: Tab) -> list[bool]:
    """Return, for each diagram of the printed page, True if it is drawn."""
    return [bool(inside) for tag, _attrs, inside in walk(tab.browser.page) if tag == "figure"]


@pytest.mark.parametrize("action", ["study.print", "study.draw_diagrams"])
def test_printable_diagrams_are_drawn_one_by_one_but_printed_together(action: str) -> None:
    """The browser sends ``study.draw_diagrams`` before a person prints the page from the browser's menu."""
    moves = [{"move": move, "diagram": True} for move in ("e2e4", "e7e5", "d2d4")]
    tab = open_tab({"game": "tensor-chess", "moves": moves})
    tab.click("study.mode", "print")
    states = [find_drawn_diagrams(tab)]
    while tab.browser.pending_calls and sum(states[-1]) < 2:
        tab.browser.pending_calls.pop(0)()
        states.append(find_drawn_diagrams(tab))
    assert {sum(state) for state in states} == {0, 1, 2}
    tab.send("do", action)
    assert find_drawn_diagrams(tab) == [True] * 3
    tab.idle()
    assert find_drawn_diagrams(tab) == [True] * 3


def read_snippet(tab: Tab) -> str:
    """Return the snippet that embeds the study in another page."""
    (text,) = [str(inside) for _tag, attrs, inside in tab.all("textarea") if attrs.get("id") == "study-embed"]
    return text


def test_study_is_shared_from_node_with_poster() -> None:
    second = {**CHESS_CHAPTER, "moves": [{"move": "e2e4", "comment": "</script><b>", "variations": [["a2a3"]]}, "e7e5"]}
    tab = open_tab(CHESS_CHAPTER, second, at="/2/1")
    tab.click("study.mode", "share")
    tab.idle()
    lines = read_snippet(tab)
    assert 'src="https://example.org/play/embed.js"' in lines
    assert '<rule-board study="./mine.json" chapter="2" game="tensor-chess"' in lines
    assert "<img src=" in lines
    tab.change("study.embed.begin", "here")
    assert 'chapter="2" start="1" ' in read_snippet(tab)
    (link,) = re.findall(r'<a href="https://example.org/play/embed.html#([^"]*)"', read_snippet(tab))
    parameters = parse_fragment(unescape(link))
    linked_study = parse_study(parameters.study_text())
    assert (parameters.chapter, parameters.start, len(linked_study.chapters)) == (2, 1, 2), (
        "the poster links to the study"
    )
    assert read_snippet(tab) != lines.replace('chapter="2"', 'chapter="2" start="1"'), "the poster displays the node"
    tab.change("study.embed.form", "text")
    before, text = read_snippet(tab).split('<script type="application/json" ')
    (id,) = re.findall(r'id="(ruleboard-study-[0-9a-f]{8})"', text)
    assert f'study="#{id}"' in before
    text, end, rest_of_html = text.partition(">\n")[2].partition("</script>")
    assert (end, rest_of_html) == ("</script>", "")
    assert parse_study(text) == read_stored_study(tab)
    assert text.count("<") == 0
    preview = tab.all("rule-board")[0][1]
    assert (preview["study"], preview["chapter"], preview["start"]) == ("#ruleboard-study", "2", "1")


def test_printable_study_is_shared_on_request() -> None:
    moves = [{"move": "e2e4", "comment": "A <b>pawn</b>.", "diagram": True}, "e7e5"]
    tab = open_tab(CHESS_CHAPTER, {**CHESS_CHAPTER, "moves": moves}, at="/2/1")
    tab.click("study.mode", "share")
    tab.idle()
    plain_snippet = read_snippet(tab)
    assert "slot=" not in plain_snippet
    tab.change("study.embed.paper", "on")
    tab.idle()
    before, paper = re.split(r'<div [^>]*slot="paper"[^>]*>', read_snippet(tab))
    assert plain_snippet.startswith(before)
    assert "A &lt;b&gt;pawn&lt;/b&gt;." in paper
    assert paper.count("<img src=") == 1
    assert not [attrs for tag, attrs, _inside in tab.all("div") if attrs.get("slot")], "the preview is no paper"
    tab.change("study.embed.paper", "on")
    tab.idle()
    assert read_snippet(tab) == plain_snippet
    tab.change("study.embed.form", "frame")
    assert not tab.shows("study.embed.paper")


def test_shared_printable_diagrams_are_drawn_one_by_one() -> None:
    """The HTML appears with the last diagram. Another choice during the drawing neither stops nor repeats it."""
    moves = [{"move": move, "diagram": True} for move in ("e2e4", "e7e5", "d2d4")]
    tab = open_tab({"game": "tensor-chess", "moves": moves})
    tab.click("study.mode", "share")
    tab.idle()
    tab.change("study.embed.paper", "on")
    counts = []
    while tab.browser.pending_calls:
        embedding = find_session(tab).embedding
        assert embedding
        assert embedding.paper
        counts.append(len(embedding.paper.missing_diagrams))
        assert ("study-embed" in [attrs.get("id") for _tag, attrs, _inside in tab.all("textarea")]) == (not counts[-1])
        tab.browser.pending_calls.pop(0)()
        if len(counts) == 1:
            tab.change("study.embed.theme", "dark")
    assert {3, 2, 1} <= set(counts)
    assert read_snippet(tab).count("<figure") == len(re.findall("<figure[^>]*><img ", read_snippet(tab))) == 3


def test_chapter_with_illegal_move_is_printed_as_sentence() -> None:
    chapters = [
        CHESS_CHAPTER,
        {**CHESS_CHAPTER, "moves": ["e2e5"]},
        {**CHESS_CHAPTER, "moves": [{"move": "e2e4", "diagram": True}]},
    ]
    study = parse_study(json.dumps({"format": "ruleboard-study/1", "title": "Mine", "chapters": chapters}))
    paper = open_paper(study)
    assert len(paper.missing_diagrams) == 1
    (sentence,) = [node.text for node in paper.parts[2].children if node.tag == "p" and "e2e5" in node.text]
    assert sentence.endswith(".")


def test_printable_study_is_drawn_once() -> None:
    chapters = [{**CHESS_CHAPTER, "moves": [{"move": "e2e4", "diagram": True}]}]
    study = parse_study(json.dumps({"format": "ruleboard-study/1", "title": "Mine", "chapters": chapters}))
    chapter = open_chapter(study.chapters[0], GAMES)
    stylesheets = parse_stylesheets_by_look(read_stylesheet())
    first = with_poster(Embedding("https://boards.example/", 0, chapter, 0, has_paper=True), study, stylesheets)
    second = with_poster(replace(first, theme="dark", width=480), study, stylesheets)
    assert second.picture != first.picture
    assert second.paper is first.paper
    assert first.is_drawing


def test_frame_of_the_longest_study_is_short_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study whose frame would exceed the limit has no address, since the address of the frame also has a width."""
    study = parse_study(json.dumps({"format": "ruleboard-study/1", "title": "Mine", "chapters": [CHESS_CHAPTER]}))
    embedding = Embedding("https://boards.example/", 0, open_chapter(study.chapters[0], GAMES), 0)
    address = study_address(embedding, study)
    max_length = len(address.partition("#")[2]) + 1
    monkeypatch.setattr("ruleboard.app.study.embedding.MAX_ADDRESS_LENGTH", max_length)
    frame = frame_source(address, embedding.width, "", "").partition("#")[2]
    assert len(frame) > max_length
    assert study_address(embedding, study) == ""


def test_address_and_plain_frame_contain_the_study() -> None:
    tab = open_tab(CHESS_CHAPTER, {**CHESS_CHAPTER, "title": 'A & "B"'}, at="/2/1")
    tab.click("study.mode", "share")
    tab.idle()
    tab.change("study.embed.begin", "here")
    tab.change("study.embed.form", "frame")
    (address,) = [str(inside) for _tag, attrs, inside in tab.all("textarea") if attrs.get("id") == "study-address"]
    parameters = parse_fragment(address.partition("#")[2])
    assert parse_study(parameters.study_text()) == read_stored_study(tab)
    assert (parameters.chapter, parameters.start) == (2, 1)
    frame = unescape(read_snippet(tab).partition('src="')[2].partition('"')[0])
    assert frame.startswith(address)
    assert parse_fragment(frame.partition("#")[2]).poster


def test_long_study_names_its_file_in_the_address() -> None:
    texts = ["".join(Random(number).choices(ascii_letters, k=MAX_COMMENT_LENGTH)) for number in range(10)]
    tab = open_tab(*({**CHESS_CHAPTER, "comment": text} for text in texts))
    tab.idle()
    tab.click("study.mode", "share")
    tab.change("study.embed.form", "frame")
    assert "embed.html#study=mine.json" in tab.text
    assert not {"study-address", "study-embed"} & {attrs.get("id") for _tag, attrs, _inside in tab.all("textarea")}


def test_study_is_shared_from_selected_side() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.mode", "share")
    tab.idle()
    plain_snippet = read_snippet(tab)
    assert "flip=" not in plain_snippet
    assert not tab.shows("study.embed.coordinates"), "chess boards always have coordinates"
    tab.change("study.embed.flipped", "on")
    tab.idle()
    assert 'flip="yes"' in read_snippet(tab)
    assert read_snippet(tab) != plain_snippet.replace("<rule-board ", '<rule-board flip="yes" '), (
        "the poster is flipped, too"
    )
    assert tab.all("rule-board")[0][1]["flip"] == "yes"
    tab.change("study.embed.flipped", "on")
    tab.idle()
    assert read_snippet(tab) == plain_snippet
    tab.click("study.mode", "edit")
    tab.click("study.turn")
    tab.click("study.mode", "share")
    assert 'flip="yes"' in read_snippet(tab), "the author's side"


def test_card_study_is_shared_with_coordinates_on_request() -> None:
    tab = open_tab(CHESS_CHAPTER, {"game": "tensor-cards"}, at="/2")
    tab.click("study.mode", "share")
    tab.idle()
    plain_snippet = read_snippet(tab)
    assert "coordinates=" not in plain_snippet
    tab.change("study.embed.coordinates", "on")
    tab.idle()
    assert 'coordinates="yes"' in read_snippet(tab)
    snippet_with_numbers = read_snippet(tab).replace('coordinates="yes" ', "")
    assert len(snippet_with_numbers) > len(plain_snippet), "the poster has the numbers, too"


def test_study_shared_from_variation_opens_at_branch() -> None:
    tab = open_tab({**CHESS_CHAPTER, "moves": ["e2e4", {"move": "e7e5", "variations": [["d7d5", "e4d5"]]}]}, at="/1/4")
    tab.click("study.mode", "share")
    tab.change("study.embed.begin", "here")
    assert 'start="1" ' in read_snippet(tab)


def test_saved_file_is_announced_and_pgn_reimports() -> None:
    tab = open_tab(CHESS_CHAPTER)
    tab.click("study.export")
    assert tab.browser.downloads[-1][0] == "mine.json"
    assert "Saved mine.json" in tab.text
    tab.click("study.mode", "share")
    tab.click("study.export", "pgn")
    name, _kind, text = tab.browser.downloads[-1]
    assert name == "mine.pgn"
    assert "1. e4 e5 2. f4" in text
    second_tab = Tab()
    second_tab.change("study.import_files", json.dumps([text]))
    assert [move.text for move in read_stored_study(second_tab).chapters[0].moves] == ["e2e4", "e7e5", "f2f4"]


def test_ending_sentence_appears_once() -> None:
    tab = open_tab({**CHESS_CHAPTER, "moves": ["e2e4", "resign 2"]}, at="/1/2")
    for mode in ("edit", "read"):
        tab.send("do", "study.mode", mode)
        assert [inside for _tag, _attrs, inside in tab.all("p")].count("Black resigned.") == 1


CHAPTER_WITH_VARIATIONS = {
    "game": "tensor-chess",
    "moves": ["e2e4", {"move": "e7e5", "variations": [["d7d5"], ["c7c5"]]}],
}


def test_key_cycles_and_announces_alternative_moves() -> None:
    tab = open_tab(CHAPTER_WITH_VARIATIONS, at="/1/1")
    tab.key("ArrowRight")
    announcement = tab.controller.model.shared.announcement
    assert announcement.endswith("Variations: Black’s pawn on d7 moves to d5. Black’s pawn on c7 moves to c5.")
    last_moves = []
    for _time in range(3):
        tab.key("v")
        last_moves.append(find_session(tab).texts[-1])
    assert last_moves == ["d7d5", "c7c5", "e7e5"]
    tab.key("ArrowLeft")
    tab.key("v")
    assert find_session(tab).texts == ("e2e4",), "there is no other first move"


def test_step_scrolls_to_move_and_updates_address() -> None:
    """A step scrolls to its move immediately and updates the address later, which takes a browser some milliseconds."""
    tab = open_tab(CHAPTER_WITH_VARIATIONS)
    tab.click("study.next")
    tab.idle()
    assert tab.browser.scrolled_to[-1] == ".tree .now"
    assert tab.browser.followed_addresses == ["#/study/mine/1/1"]
    tab.click("study.mode", "read")
    tab.click("study.read.next")
    tab.idle()
    tab.browser.scrolled_to.clear()
    tab.click("study.read.previous")
    tab.idle()
    assert tab.browser.scrolled_to == [".tree .now"]


def test_author_continues_at_readers_node() -> None:
    tab = open_tab({"game": "sensei", "moves": ["a1-a4", "end"]}, CHAPTER_WITH_VARIATIONS)
    tab.click("study.mode", "read")
    tab.send("do", "study.read.chapter", "1")
    tab.click("study.read.next")
    tab.click("study.mode", "edit")
    assert (find_session(tab).number, find_session(tab).texts) == (1, ("e2e4",))
    assert tab.browser.address() == "#/study/mine/2/1"


def test_author_sets_language_of_texts() -> None:
    tab = open_tab(CHAPTER_WITH_VARIATIONS)
    tab.click("study.panel", "chapters")
    tab.change("study.language", "de")
    assert read_stored_study(tab).language == "de"
    assert [field[1].get("lang") for field in tab.all("textarea")] == ["de"]
    tab.click("study.undo")
    assert read_stored_study(tab).language == ""
    tab.send("do", "study.language", "none at all")
    assert read_stored_study(tab).language == ""


@pytest.mark.parametrize("game", GAMES)
def test_custom_position_becomes_chapter(game: str) -> None:
    """The editor opens at the position of the study, and the edited position becomes a new chapter."""
    tab = open_tab({"game": game})
    before = find_session(tab).table.timeline.public_state()
    tab.click("study.panel", "chapters")
    tab.change("study.set_up", "here")
    assert tab.browser.address().startswith(f"#/edit/{game}/")
    tab.click("editor.clear")
    tab.click("editor.start")
    field = next(field for field in tab.all("select") if field[1].get("data-do") == "study.from_position")
    value = next(option[1]["value"] for option in field[2] if "Mine" in option[2])
    tab.send("do", "study.from_position", value)
    assert tab.browser.address() == "#/study/mine/2"
    first, second = read_stored_study(tab).chapters
    assert (first.start, second.game, second.moves) == (None, game, ())
    assert second.start
    assert GAMES[game].outcome(before) == GAMES[game].outcome(find_session(tab).table.timeline.state)


def test_playable_position_starts_its_own_study() -> None:
    tab = Tab(address="#/edit/sensei")
    position = "rrrRrrr/7/7/7/7/7/gggGggg r 21 arashi"
    tab.send("do", "study.from_position", json.dumps(["", "sensei", "nonsense"]))
    assert tab.browser.address() == "#/edit/sensei"
    assert tab.controller.model.shared.notices
    for broken_value in ("", "[]", '["", "no game", "x"]', json.dumps(["none", "sensei", position])):
        tab.send("do", "study.from_position", broken_value)
        assert tab.browser.address() == "#/edit/sensei"
    tab.send("do", "study.from_position", json.dumps(["", "sensei", position]))
    (chapter,) = read_stored_study(tab).chapters
    assert chapter.start == position


def test_french_arrow_panel_is_not_called_draw() -> None:
    tab = Tab(preferred_language="fr")
    tab.click("study.new")
    panel_buttons = [button for button in tab.all("button") if button[1].get("data-do") == "study.panel"]
    assert [text for button in panel_buttons for text in collect_texts(button)] == [
        "Coups",
        "Dessiner",
        "Exercice",
        "Chapitres",
    ]


def collect_texts(element: Any) -> list[str]:
    """Return the texts inside an element."""
    return [part[2] for part in walk(element) if isinstance(part[2], str) and part[2]]
