"""Functions that create chapters: from the start of a game, a position, a record, or the review of a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ruleboard.app.board import review_texts
from ruleboard.app.board.parts import LineKind, Review
from ruleboard.app.board.review import best_actions, review_line, review_turns, turning_points
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.ui.names import game_title, player_names
from ruleboard.engine.game_link import contains_hidden_information
from ruleboard.engine.options import new_record_options
from ruleboard.engine.pgn_records import date_tags
from ruleboard.engine.record import Record
from ruleboard.engine.study import NO_NOTE, Chapter, Note, StudyMove, iter_notes
from ruleboard.engine.study_edit import with_moves, with_note
from ruleboard.engine.study_text import MAX_COMMENT_LENGTH, MAX_TITLE_LENGTH
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import Timeline
from ruleboard.registry import GAMES
from ruleboard.wording import clean_name

_MIN_BLUNDER_LOSS: Final = 400
"""The minimum loss of a grave mistake, as a score: 20 % of the chances to win."""


def from_start(game: str, seed: int = 0) -> Chapter:
    """Return a chapter without moves at the start of a game with its default options."""
    rules = GAMES[game]
    options = new_record_options(rules.options, {option.id: option.default for option in rules.options})
    return Chapter(game, options=options, seed=seed)


def from_position(game: str, text: str, seed: int) -> Chapter:
    """Return a chapter without moves that begins with a position; the seed shuffles the hidden cards or pieces.

    Raises:
        RuleboardError: the text is not a position of the game.
    """
    rules = GAMES[game]
    state = rules.with_hidden_redealt(rules.parse_position(text), seed)
    return Chapter(game, options=new_record_options(rules.options, {}), start=rules.format_position(state))


def from_game(timeline: Timeline[Any]) -> Chapter:
    """Return a chapter with the moves of a record: all moves of a finished game, else those before the viewed ply.

    The chapter of an unfinished game ends before the first decision that is still hidden. If even the state there hides
    something, the chapter begins with the public position and contains neither the moves nor the seed, since they would
    reveal the hidden information.
    """
    record = timeline.record
    name = game_title(record)[:MAX_TITLE_LENGTH]
    line = timeline if timeline.is_finished else _public_timeline(timeline).without_undone()
    if not timeline.is_finished and line.has_secrets:
        text = timeline.game.format_position(timeline.public_state())
        return Chapter(record.game, name, dict(record.options), start=text, tags=_pgn_tags(record))
    moves = tuple(map(StudyMove, line.texts))
    return Chapter(
        record.game, name, dict(record.options), record.seed, record.start, moves=moves, tags=_pgn_tags(record)
    )


def _pgn_tags(record: Record) -> dict[str, str]:
    """Return the PGN tags for the names of two players and the date of a record."""
    names = [clean_name(name) for name in player_names(record)] if any(record.players) or any(record.seats) else []
    tags = dict(zip(("White", "Black"), names, strict=True)) if len(names) == 2 else {}
    return tags | date_tags(record.meta.get("created", ""))


def _public_timeline(timeline: Timeline[Any]) -> Timeline[Any]:
    """Return the timeline up to the last public state, before all decisions that are still hidden.

    A state in the middle of a decision does not count, even if nothing is hidden there.
    """
    if not contains_hidden_information(timeline):
        return timeline
    ply = timeline.ply
    while ply and (timeline.game.hides(timeline.states[ply]) or _is_mid_decision(timeline, ply)):
        ply -= 1
    return timeline.jump(ply)


def _is_mid_decision(timeline: Timeline[Any], ply: int) -> bool:
    """Return True if the player to move at a ply has already begun a hidden decision."""
    to_move, states = timeline.game.to_move, timeline.states
    if not timeline.is_hidden(ply) or not timeline.is_hidden(ply - 1):
        return False
    return to_move(states[ply - 1]) == to_move(states[ply])


def contains_chapter(chapter: Chapter, other_chapter: Chapter) -> bool:
    """Return True if two chapters have the same moves, and the first chapter also has notes if the second has notes."""
    chapter_key, other_key = (
        (item.game, item.options, item.seed, item.start, _move_texts(item)) for item in (chapter, other_chapter)
    )
    return chapter_key == other_key and (_has_notes(chapter) or not _has_notes(other_chapter))


def _move_texts(chapter: Chapter) -> list[str]:
    return [move.text for move in chapter.moves]


def _has_notes(chapter: Chapter) -> bool:
    return any(note != NO_NOTE for note in iter_notes(chapter))


def from_review(timeline: Timeline[Any], verdicts: tuple[Verdict, ...]) -> Chapter:
    """Return a chapter of a finished game, annotated with the turning points of its review.

    Each turning point has a verdict, the review's sentences as a comment, and the better line as a variation.
    """
    chapter = from_game(timeline)
    review = Review(review_turns(timeline), verdicts)
    if not review.is_complete:
        return chapter
    for number in turning_points(review):
        turn, verdict = review.turns[number], verdicts[number]
        chapter_tree = open_chapter(chapter, GAMES)
        node = chapter_tree.main_line_node(turn.end)
        comment = " ".join(review_texts.turning_point(timeline, review, number).sentences)[:MAX_COMMENT_LENGTH]
        glyph = "??" if verdict.loss >= _MIN_BLUNDER_LOSS else "?"
        chapter = with_note(chapter_tree, node, replace(chapter_tree.nodes[node].note, comment=comment, glyph=glyph))
        better_moves = [action.text for action in best_actions(timeline, verdict)]
        if better_moves:
            chapter_tree = open_chapter(chapter, GAMES, previous_tree=chapter_tree)
            turns = review_line(timeline, review, number, LineKind.BETTER)
            line = [action.text for turn in turns for action in turn]
            chapter = with_moves(chapter_tree, chapter_tree.main_line_node(turn.start), line)
            extended_chapter = open_chapter(chapter, GAMES, previous_tree=chapter_tree)
            end = extended_chapter.find_node(
                (*extended_chapter.texts(extended_chapter.main_line_node(turn.start)), *better_moves)
            )
            if extended_chapter.nodes[end].note == Note():
                chapter = with_note(extended_chapter, end, Note(glyph="!"))
    return chapter
