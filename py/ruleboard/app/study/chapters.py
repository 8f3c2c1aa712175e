"""New studies and chapters: from the start of a game, a position, a game that was played, and from its review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from ruleboard.app.play import review_words
from ruleboard.app.play.review import Review, best_actions, turning_points, turns_of
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.ui.names import title
from ruleboard.engine.options import with_rules
from ruleboard.engine.study import NO_NOTE, Chapter, Note, StudyMove, notes
from ruleboard.engine.study_edit import with_moves, with_note
from ruleboard.engine.study_text import LONGEST_COMMENT, LONGEST_TITLE
from ruleboard.engine.study_tree import open_chapter
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import GAMES

_GRAVE: Final = 400
"""The loss of chances, in scores, from which a turning point is a grave mistake: 20 %."""


def from_start(game: str, seed: int = 0) -> Chapter:
    """Return a chapter without moves that begins as a new game with the default options does."""
    rules = GAMES[game]
    options = with_rules(rules.options, {option.id: option.default for option in rules.options})
    return Chapter(game, options=options, seed=seed)


def from_position(game: str, text: str, seed: int) -> Chapter:
    """Return a chapter without moves that begins with a position; unknown orders in it are drawn by lot.

    Raises:
        RuleboardError: the text is no position that can be played.
    """
    rules = GAMES[game]
    state = rules.reshuffled(rules.parse_position(text), seed)
    return Chapter(game, options=with_rules(rules.options, {}), start=rules.format_position(state))


def from_game(timeline: Timeline[Any]) -> Chapter:
    """Return a chapter of a game: all of its line once it has ended, else as far as it stands.

    While something is hidden in a game that goes on, the chapter begins with the position that everybody may see, and
    has neither moves nor the seed: they would tell of it.
    """
    record = timeline.record
    name = title(record)[:LONGEST_TITLE]
    if timeline.conclusion is None and timeline.has_secrets:
        text = timeline.game.format_position(timeline.public_state())
        return Chapter(record.game, name, dict(record.options), start=text)
    line = timeline if timeline.conclusion else timeline.cut()
    moves = tuple(map(StudyMove, line.texts))
    return Chapter(record.game, name, dict(record.options), record.seed, record.start, moves=moves)


def has_all_of(chapter: Chapter, other: Chapter) -> bool:
    """Return True if a chapter is of the same game as another one, move by move, and has notes if the other has."""
    one, two = ((each.game, each.options, each.seed, each.start, _played(each)) for each in (chapter, other))
    return one == two and (_is_noted(chapter) or not _is_noted(other))


def _played(chapter: Chapter) -> list[str]:
    return [move.text for move in chapter.moves]


def _is_noted(chapter: Chapter) -> bool:
    return any(note != NO_NOTE for note in notes(chapter))


def from_review(timeline: Timeline[Any], verdicts: tuple[Verdict, ...]) -> Chapter:
    """Return a chapter of a finished game with the turning points of its review.

    Each has a verdict, the review's words as a comment, and the better turn as a variation.
    """
    chapter = from_game(timeline)
    review = Review(turns_of(timeline), verdicts)
    if not review.is_complete:
        return chapter
    for number in turning_points(review):
        turn, verdict = review.turns[number], verdicts[number]
        opened = open_chapter(chapter, GAMES)
        place = opened.on_main_line(turn.end)
        words = " ".join(review_words.point(timeline, review, number).sentences)[:LONGEST_COMMENT]
        glyph = "??" if verdict.loss >= _GRAVE else "?"
        chapter = with_note(opened, place, replace(opened.places[place].note, comment=words, glyph=glyph))
        better = [action.text for action in best_actions(timeline, verdict)]
        if better:
            opened = open_chapter(chapter, GAMES, before=opened)
            chapter = with_moves(opened, opened.on_main_line(turn.first), better)
            after = open_chapter(chapter, GAMES, before=opened)
            end = after.find((*after.texts(after.on_main_line(turn.first)), *better))
            if after.places[end].note == Note():
                chapter = with_note(after, end, Note(glyph="!"))
    return chapter
