"""Tests that a viewer sees nothing that depends on hidden information.

The tests compare pairs of games in all phases in which something is hidden (see ``tests.support.secret_pairs``).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import ruleboard
from ruleboard import diagram
from ruleboard.api.position import Position
from ruleboard.app.board import advice, animation, announcements, guide, history, orientation, side_notes
from ruleboard.app.board.changes import open_table
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import DrawOffer, Table
from ruleboard.app.play import print_view
from ruleboard.app.share import session as share
from ruleboard.app.storage.games import KEY_PREFIX, GameStore
from ruleboard.app.study import chapters
from ruleboard.app.ui.names import copy_title, game_title
from ruleboard.console.table import Seats
from ruleboard.console.table import Table as ConsoleTable
from ruleboard.embed import board as boards
from ruleboard.embed import messages as embed_messages
from ruleboard.embed.parameters import PLAY_MODE, SHOW_MODE, Parameters
from ruleboard.embed.view import board_page
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import contains_hidden_information
from ruleboard.engine.record import format_record
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.seats import PERSON
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import format_study
from ruleboard.engine.timeline import Timeline
from ruleboard.learning.first_game import GUIDED_KEY
from ruleboard.registry import GAMES, NOTATIONS, VIEWS
from ruleboard.scene import css
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_html, to_svg
from ruleboard.thinking.messages import Judgement, create_judgement_request, create_request, format_request
from tests.support.playouts import select_evenly_spaced
from tests.support.secret_pairs import (
    GAMES_WITH_SECRETS,
    create_pairs,
    find_phases,
    iter_random_timelines,
    select_distinct_pairs,
)
from tools.fake_browser import FakeStore, Storage, Tab, walk

Part = Callable[[Timeline[Any], int | None], Any]
"""A part of a game that a viewer sees."""


# --- the parts of a game that a viewer sees, one function for each -----------------------------------------------


def visible_state(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the state as the viewer sees it, its repr, which includes every field, and its hash."""
    state = timeline.state_for(viewer)
    return state, repr(state), hash(state)


def state_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the position text, the prompt, the flags for secrets, and the move list."""
    game, visible_state = timeline.game, timeline.state_for(viewer)
    visible_prompt = game.prompt(visible_state) if viewer is None or viewer == timeline.to_move else ""
    is_hidden = timeline.has_secrets or timeline.is_hidden()
    return (
        game.format_position(visible_state),
        visible_prompt,
        is_hidden,
        contains_hidden_information(timeline),
        timeline.turns(),
    )


def board_pictures(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the SVG texts of the board, the hand-over screen and the trays, and the text about the pieces' places."""
    game, visible_state, seat = timeline.game, timeline.state_for(viewer), viewer or 0
    game_view = VIEWS[game.id]
    nodes = [
        game_view.picture(visible_state, seat, Marks()),
        game_view.picture(visible_state, seat, Marks(read_only=True)),
        game_view.handover_picture(visible_state, seat),
        *(game_view.tray(visible_state, player) for player in range(len(game.sides(visible_state)))),
    ]
    return [to_svg(node, "") for node in nodes if node is not None], game_view.piece_places_text(visible_state, seat)


def package_outputs(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the text and the repr of the viewer's position in the Python package."""
    visible_position = Position.from_json(format_record(timeline.to_record())).view(viewer)
    return str(visible_position), repr(visible_position)


def share_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the texts, the initial choices and the links of the Share dialog."""
    table = open_table("x", timeline)
    share_choices = share.initial_choices(table, "https://example.org/", can_share=True)
    parts: list[Callable[[Table], Any]] = [
        share.position_text,
        share.moves_text,
        share.actions_text,
        share.actions_attributes,
        share.record_text,
        share.editor_address,
        share.game_error,
        share.file_name,
    ]
    return (
        [part(table) for part in parts],
        share_choices,
        share.position_link(table, share_choices),
        share.game_link(table, share_choices),
    )


def embed_snippets(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the HTML snippets of an embedded board, in all forms, scopes and modes."""
    table = open_table("x", timeline)
    share_choices = share.initial_choices(table, "https://example.org/", can_share=True)
    return [
        share.snippet(table, replace(share_choices, scope=scope, form=form, mode="find"))
        for scope in ("position", "game")
        for form in ("element", "frame")
    ]


def shared_pictures(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the picture file and the poster of the Share dialog."""
    table = open_table("x", timeline)
    share_choices = share.initial_choices(table, "https://example.org/", can_share=True)
    sheets = {look: css.parse("") for look in (diagram.LIGHT, diagram.DARK, diagram.PRINT)}
    picture = share.with_picture(table, share_choices, sheets, 0, animation.last_turn_paths(table, 0))
    return picture.picture, share.with_poster(table, share_choices, sheets).picture


def notation_text(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the game in its own notation; an empty text if the game has no notation."""
    format_game = NOTATIONS.get(timeline.game.id)
    return format_game.format(timeline) if format_game else ""


def list_summary(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the game's entry in the list of games."""
    store = GameStore(FakeStore(Storage()), GAMES, lambda: "2030-01-01T00:00:00Z")
    store.save("x", timeline)
    (entry,) = store.entries()
    return entry


def chapter_study(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the text of a study whose only chapter comes from the game."""
    return format_study(Study("Study", chapters=(chapters.from_game(timeline),)))


def continuation_copies(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return, for each other viewable state, the copy of the game in which the viewer may continue there, or None."""
    plies = viewable_plies(timeline)
    table, store = open_table("x", timeline), GameStore(FakeStore(Storage()), GAMES, lambda: "2030-01-01T00:00:00Z")
    result = []
    for ply in map(plies.at, range(len(plies))):
        if ply == timeline.ply:
            continue
        viewed_table = with_handover(history.view_at(table, ply), awaits_handover=False)
        copy = None
        if history.continues_in_copy(viewed_table):
            _id, copied_timeline = store.copy(
                history.continue_from_view(viewed_table).timeline, copy_title(timeline.record, "1")
            )
            copy = format_record(copied_timeline.to_record())
        result.append(
            (
                history.can_continue(viewed_table),
                history.continues_in_copy(viewed_table),
                copy,
                announcements.past_action_text(viewed_table),
            )
        )
    return result


def with_handover(table: Table, *, awaits_handover: bool) -> Table:
    """Return the table with or without the hand-over screen."""
    return replace(table, display=replace(table.display, awaits_handover=awaits_handover))


def announcement_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the announcements, titles, notes and animations that appear on the hand-over screen."""
    table = with_handover(open_table("x", timeline), awaits_handover=True)
    mover, plies = timeline.to_move or 0, viewable_plies(timeline)
    table_with_offer = replace(table, draw_offer=DrawOffer(mover, 1 - min(mover, 1)))
    return (
        announcements.situation_text(table),
        announcements.draw_offer_text(table_with_offer),
        announcements.turn_end_text(table),
        announcements.position_heading(table),
        announcements.new_event_text(None, table),
        game_title(timeline.record),
        side_notes.recent_events(timeline),
        orientation.last_hidden_player(timeline),
        animation.last_turn_paths(table, 0),
        [announcements.public_action_text(timeline, ply) for ply in plies.first_plies[: plies.index_of(timeline.ply)]],
    )


def with_seats(timeline: Timeline[Any], viewer: int | None, **meta: str) -> Timeline[Any]:
    """Return a game with bots on all seats except the viewer's, and with additional metadata."""
    seats = tuple(PERSON if player == viewer else 1 for player in range(len(timeline.record.players)))
    return replace(timeline, record=replace(timeline.record, seats=seats, meta=meta))


def guide_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the tip in a guided game, or the consequences of the viewer's last turn, judged as a mistake."""
    if viewer is None:
        return ""
    if timeline.to_move != viewer:  # bots play a hidden decision in one step
        timeline = timeline.jump(viewable_plies(timeline).first_ply_of_step(timeline.ply))
    table = open_table("x", with_seats(timeline.without_undone(), viewer, **{GUIDED_KEY: "yes"}))
    turn = guide.turn_to_judge(table)
    if turn is None:
        return guide.current_tip(table), guide.threat_paths(table)
    better_text = timeline.game.legal_actions(timeline.state_for(viewer, turn.start))[-1].text
    judged_table = guide.with_judgement(table, Judgement(1, (better_text,), MAX_SCORE, -MAX_SCORE, 0))
    return (
        guide.consequence(judged_table),
        guide.threat_paths(judged_table),
        guide.take_back(judged_table).timeline.state_for(viewer),
    )


def advice_texts(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the threats and the texts of a hint for the player to move."""
    if viewer != timeline.to_move:
        return ""
    table = with_handover(open_table("x", timeline), awaits_handover=False)
    action = timeline.game.legal_actions(timeline.state_for(viewer))[0].text
    hinted_table = advice.with_hint(advice.request_hint(table), (action,))
    tables = [advice.show_threats(table), hinted_table, advice.show_next_step(hinted_table)]
    return [advice.advice_text(advice_table) for advice_table in tables], advice.threat_paths(tables[0])


def texts_after_resignation(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the viewer's state and the announcement after a resignation, and all texts after its undo."""
    ended_timeline = timeline.without_undone().end("resign 1")
    reopened_timeline = ended_timeline.undo()
    return (
        ended_timeline.state_for(viewer),
        announcements.outcome_text(ended_timeline),
        state_texts(reopened_timeline, viewer)[:2],
        announcement_texts(reopened_timeline, viewer),
        chapter_study(reopened_timeline, viewer),
        continuation_copies(reopened_timeline, viewer),
        judgement_request(reopened_timeline, viewer),
        bot_request(reopened_timeline, viewer),
    )


def printed_pages(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the HTML of the printed position and of the printed moves."""
    table = open_table("x", timeline)
    return [to_html(node) for kind in ("", "record") for node in print_view.nodes_for_print(kind, table)]


def bot_request(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the text of the request to a bot that moves for the viewer; empty if it is another player's turn."""
    return format_request(create_request(timeline, 1, 3)) if timeline.to_move == viewer else ""


def judgement_request(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the text of the request to a bot that judges the viewer's last decision; empty without a decision."""
    if viewer is None:
        return ""
    end = timeline.ply
    while end and _find_decider(timeline, end - 1)[0] != viewer:
        end -= 1
    start = end - 1
    while start > 0 and _find_decider(timeline, start - 1) == _find_decider(timeline, end - 1):
        start -= 1
    return format_request(create_judgement_request(timeline, 1, 5, start, end)) if start >= 0 else ""


def _find_decider(timeline: Timeline[Any], ply: int) -> tuple[int | None, bool]:
    return timeline.game.to_move(timeline.states[ply]), timeline.is_hidden(ply)


def console_lines(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the lines that ``ruleboard play`` prints for the player to move."""
    if timeline.to_move != viewer or timeline.ply < len(timeline.entries):
        return []
    lines, answers = [], iter(["", "moves", "position", "?", "quit", "quit"])
    position = Position.from_json(format_record(timeline.to_record()))
    ConsoleTable(
        position, Seats(), ascii_only=True, read_line=lambda _prompt: next(answers), print_line=lines.append
    ).run()
    return lines


def embedded_boards(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the HTML, the positions and the messages of embedded boards: read-only, to play, and against bots."""
    start = timeline.jump(0).without_undone()
    read_only_board = boards.Board(
        Parameters(timeline.game.id, mode=SHOW_MODE), timeline, open_table("embedded", timeline)
    )
    play_board = boards.Board(Parameters(timeline.game.id, mode=PLAY_MODE), start, open_table("embedded", timeline))
    play_board = replace(play_board, table=with_handover(play_board.table, awaits_handover=timeline.is_hidden()))
    open_boards = [read_only_board, *(boards.step(read_only_board, steps) for steps in (-1, -2, -100, 1)), play_board]
    if viewer is not None:
        opponents = Parameters(timeline.game.id, mode=PLAY_MODE, opponent=1, seat=viewer + 1)
        table_against_bots = with_seats(timeline.without_undone(), viewer)  # bots do not undo a part of a turn
        open_boards.append(boards.Board(opponents, start, open_table("embedded", table_against_bots)))
    result = [
        (to_html(board_page(board)), board.position, embed_messages.ready_message(board)) for board in open_boards
    ]
    return result, embed_messages.change_messages(replace(play_board, table=open_table("embedded", start)), play_board)


def page_contents(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the contents of the page at the current and at earlier plies, and the contents of the home page."""
    tab = Tab(Storage({KEY_PREFIX + "x": format_record(timeline.to_record())}), "#/play/x")
    if timeline.to_move == viewer and tab.shows("play.uncover"):
        tab.click("play.uncover")
    return _visit_pages(tab)


def page_contents_against_bots(timeline: Timeline[Any], viewer: int | None) -> Any:
    """Return the contents of the same pages if bots have all seats except the viewer's."""
    record = with_seats(timeline, viewer).to_record()
    return _visit_pages(Tab(Storage({KEY_PREFIX + "x": format_record(record)}), "#/play/x"))


def _visit_pages(tab: Tab) -> Any:
    contents = [read_page_content(tab)]
    for key in ("[", "[", "]"):
        tab.key(key)
        contents.append(read_page_content(tab))
    tab.visit("#/")
    return [*contents, read_page_content(tab)]


def read_page_content(tab: Tab) -> Any:
    """Return all texts and attributes of the page, its title, its address and its animations."""
    elements = [(tag, attrs, text) for tag, attrs, text in walk(tab.browser.page) if isinstance(text, str)]
    attributes = [(tag, list(attrs.items())) for tag, attrs, _inside in walk(tab.browser.page)]
    return elements, attributes, tab.browser.titles[-1:], tab.browser.address(), tab.browser.motions


PARTS: Final[tuple[Part, ...]] = (
    visible_state,
    state_texts,
    board_pictures,
    package_outputs,
    share_texts,
    embed_snippets,
    notation_text,
    list_summary,
    chapter_study,
    continuation_copies,
    announcement_texts,
    guide_texts,
    advice_texts,
    texts_after_resignation,
    printed_pages,
    bot_request,
    judgement_request,
    console_lines,
    embedded_boards,
)
SLOW_PARTS: Final[dict[Part, int]] = {shared_pictures: 3, page_contents: 8, page_contents_against_bots: 8}
"""The parts that take long, with the number of pairs of each game that the tests compare."""
MAX_VIEWS: Final = 80
"""The number of pairs of each game whose views the tests compare."""


@pytest.mark.parametrize("part", [*PARTS, *SLOW_PARTS], ids=lambda part: part.__name__)
@pytest.mark.parametrize("id", GAMES_WITH_SECRETS)
def test_secrets_do_not_change_visible_parts(id: str, part: Part) -> None:
    """Each part that a viewer sees is the same in both games of a pair."""
    selected_pairs = select_evenly_spaced(
        select_distinct_pairs(id), SLOW_PARTS.get(part, len(select_distinct_pairs(id)))
    )
    for pair in select_evenly_spaced(create_pairs(id), MAX_VIEWS) if part is visible_state else selected_pairs:
        first, second = part(pair.first, pair.viewer), part(pair.second, pair.viewer)
        assert first == second, (pair.difference, pair.viewer, pair.phases)


@pytest.mark.parametrize("id", GAMES_WITH_SECRETS)
def test_pairs_differ_and_cover_all_phases(id: str) -> None:
    """The two games of a pair differ, and the pairs cover each phase with hidden information."""
    all_pairs = create_pairs(id)
    assert all(
        (pair.first.states, pair.first.entries) != (pair.second.states, pair.second.entries) for pair in all_pairs
    )
    covered_phases = {phase for pair in all_pairs for phase in pair.phases}
    for timeline in iter_random_timelines(id, 50):
        assert find_phases(timeline) <= covered_phases


@pytest.mark.parametrize("id", GAMES_WITH_SECRETS)
def test_embedded_board_gives_same_refusals_for_any_secret(id: str) -> None:
    """The host page gets the same errors for any unfinished decision of the hidden player.

    The host page may notice that the player is touching the board, and hence that a decision has begun.
    """
    for pair in create_pairs(id):
        if pair.difference in ("continued", "finished", "replied"):
            assert _find_refusals(pair.first) == _find_refusals(pair.second)


def _find_refusals(timeline: Timeline[Any]) -> list[str]:
    """Return the errors that an embedded board sends during a hidden decision."""
    start, table = timeline.jump(0).without_undone(), open_table("embedded", timeline)
    board = boards.Board(Parameters(timeline.game.id, mode=PLAY_MODE), start, table)
    errors = list[str]()
    for change in (boards.check_no_hidden_decision, lambda board: boards.play(board, "nonsense")):
        try:
            change(board)
        except RuleboardError as error:
            errors.append(str(error))
    return errors


# --- the functions that read a record --------------------------------------------------------------------------------

STORAGE_REASON: Final = "It writes to the storage of this device, which has the whole game."
EXPORT_REASON: Final = "Players export the whole game. The pages refuse to while a decision is hidden (test_hidden.py)."
PACKAGE_REASON: Final = "A position of the Python package is the whole game. Its views are parts of the game."
STUDY_REASON: Final = "The game is a chapter of a study, which never comes from a game in progress with hidden moves."
FINISHED_GAME_REASON: Final = "It is for finished games only."
OUTSIDE_RECORD_REASON: Final = "It reads a record from outside the app."

RECORD_READERS: Final[dict[str, Part | str]] = {
    "api/position:Position.__eq__": PACKAGE_REASON,
    "api/position:Position.__repr__": PACKAGE_REASON,
    "api/position:Position.actions": PACKAGE_REASON,
    "api/position:Position.pop": PACKAGE_REASON,
    "api/position:Position.seed": PACKAGE_REASON,
    "api/position:Position.to_json": PACKAGE_REASON,
    "app/board/changes:winner_choice": FINISHED_GAME_REASON,
    "app/board/review:consistent_verdicts": FINISHED_GAME_REASON,
    "app/board/review:review_line": FINISHED_GAME_REASON,
    "app/board/review_texts:_reply_text": FINISHED_GAME_REASON,
    "app/library/update:_delete": STORAGE_REASON,
    "app/library/update:_record_file": EXPORT_REASON,
    "app/play/opponent_update:_on_judgement": STORAGE_REASON,
    "app/play/review_place:return_to_review": FINISHED_GAME_REASON,
    "app/play/update:_rematch": "It deals everything hidden again.",
    "app/play/view_update:_open_review": FINISHED_GAME_REASON,
    "app/runtime/pages/play:_linked_game_entry": OUTSIDE_RECORD_REASON,
    "app/runtime/pages/play:_on_redraw": STORAGE_REASON,
    "app/share/session:_game_parameters": embed_snippets,
    "app/share/session:_start_parameters": share_texts,
    "app/share/session:actions_text": share_texts,
    "app/share/session:game_file": EXPORT_REASON,
    "app/share/session:record_text": share_texts,
    "app/storage/games:GameStore.import_item_steps": OUTSIDE_RECORD_REASON,
    "app/storage/games:GameStore.record_of": STORAGE_REASON,
    "app/storage/games:GameStore.save": STORAGE_REASON,
    "app/storage/games:_identity_text": STORAGE_REASON,
    "app/storage/reviews:_parse_verdicts": FINISHED_GAME_REASON,
    "app/storage/reviews:fingerprint": STORAGE_REASON,
    "app/storage/summaries:SummaryStore.set": STORAGE_REASON,
    "app/storage/summaries:summary_of": list_summary,
    "app/study/chapters:from_game": chapter_study,
    "app/study/reader:_reader_after_touch": STUDY_REASON,
    "app/study/reader_view:_position_changed": STUDY_REASON,
    "app/study/session:_session_after_touch": STUDY_REASON,
    "app/study/update:_load_game_chapter": chapter_study,
    "app/ui/names:player_names": page_contents,
    "app/ui/names:result_text": page_contents,
    "app/ui/names:side_names": page_contents,
    "console/files:_iter_omitted_parts": "The person who converts a file has the whole game.",
    "engine/game_link:format_game_link": share_texts,
    "engine/game_link:parse_game_link": OUTSIDE_RECORD_REASON,
    "engine/pgn_records:_build_record_steps": OUTSIDE_RECORD_REASON,
    "engine/pgn_records:format_game_pgn": notation_text,
    "engine/study_edit:possible_answers": STUDY_REASON,
    "engine/study_tree:OpenChapter.child_for": STUDY_REASON,
    "engine/study_tree:OpenChapter.texts": STUDY_REASON,
    "engine/study_tree:_OldTree.__init__": STUDY_REASON,
    "thinking/messages:create_judgement_request": judgement_request,
    "thinking/messages:create_request": bot_request,
    "thinking/questions:_create_record_from": bot_request,
    "thinking/questions:_create_record_with_substitutes": bot_request,
    "thinking/questions:_draws_from_seed": bot_request,
    "thinking/questions:judgement_record": judgement_request,
    "thinking/questions:opponent_seed": bot_request,
    "thinking/request_worker:RequestWorker._answer": OUTSIDE_RECORD_REASON,
    "thinking/request_worker:_Replayer.replay": OUTSIDE_RECORD_REASON,
    "thinking/review:TurnJudge._choose": OUTSIDE_RECORD_REASON,
}
"""All functions that read a game's whole record, with the part that compares their output, or the reason to skip it."""

_PACKAGE_FOLDER = Path(ruleboard.__file__).parent
_RECORD_MODULES = ("engine/record", "engine/timeline")


def record_readers() -> Iterator[str]:
    """Yield the names of functions in the package that read the seed, the start or the actions of a record."""
    for file in sorted(_PACKAGE_FOLDER.rglob("*.py")):
        module, text = file.relative_to(_PACKAGE_FOLDER).with_suffix("").as_posix(), file.read_text("utf-8")
        if module not in _RECORD_MODULES and any(word in text for word in ("record", ".texts", ".plies")):
            for name, function in _iter_functions(ast.parse(text)):
                if any(map(_reads_record, ast.walk(function))):
                    yield f"{module}:{name}"


def _iter_functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions and methods of a module with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, ast.FunctionDef))


def _reads_record(node: ast.AST) -> bool:
    """Return True if an expression reads the texts of a timeline, or part of a record that may contain secrets."""
    if isinstance(node, ast.Name):
        return node.id == "format_record"
    if not isinstance(node, ast.Attribute):
        return False
    owner = ast.unparse(node.value)
    is_timeline = "timeline" in owner or owner in ("line", "before", "after")
    is_record = owner.endswith("record")
    return (
        node.attr == "to_record"
        or (node.attr == "texts" and is_timeline)
        or (node.attr == "text" and ".plies[" in owner)
        or (node.attr in ("seed", "start", "actions") and is_record)
    )


def test_all_readers_of_records_are_compared() -> None:
    """Every function that reads a whole record has a test part that compares its output, or an explanation."""
    assert sorted(RECORD_READERS) == sorted(record_readers())
    assert {part for part in RECORD_READERS.values() if callable(part)} <= {*PARTS, *SLOW_PARTS}
