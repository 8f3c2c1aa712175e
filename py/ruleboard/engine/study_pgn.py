"""Studies as PGN: comments, variations, glyphs, and drawings in the syntax of lichess; see docs/formats.md.

Each chapter is one PGN game. Commands in comments, such as ``[%task …]``, contain the data for which PGN has no syntax.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final
from urllib.parse import quote

from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.limits import MAX_STUDY_LENGTH, MAX_STUDY_MOVES, check_study_length
from ruleboard.engine.pgn_layout import drop_placeholder, escape_tag, wrap_tokens
from ruleboard.engine.pgn_notation import RESULT_SPELLINGS, UNDECIDED_RESULT, ActionTokens, AnyGame, MoveTokens
from ruleboard.engine.pgn_reader import MAX_NOTICES, PgnGame, ReaderOptions, read_pgn_steps
from ruleboard.engine.plain_text import escape_entities
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.study import ARROW, GLYPHS, RING, Chapter, Note, Study, StudyMark, StudyMove
from ruleboard.engine.study_text import MAX_CHAPTERS, MAX_TITLE_LENGTH, is_language, task_data
from ruleboard.engine.study_tree import chapter_start
from ruleboard.i18n import _

_READER_OPTIONS: Final = ReaderOptions(
    StudyError, lambda n: _("chapter {n}").format(n=n), MAX_CHAPTERS, MAX_STUDY_MOVES, MAX_STUDY_LENGTH
)
_FIELDS: Final = frozenset(
    (
        *("Event", "StudyName", "ChapterName", "Annotator", "Language", "Variant", "Game", "Options", "Seed", "Side"),
        *("Orientation", "FEN", "SetUp", "Result"),
    )
)
"""The tags that correspond to fields of a study."""
_REPEATED_TAGS: Final = ("Event", "StudyName", "Annotator", "Language")
"""The tags that may have different values in a study and in its chapters."""
_SQUARE_PATTERN: Final = re.compile(r"[a-z][0-9]{1,2}", re.ASCII)

# --- writing ---------------------------------------------------------------------------------------------------------


def format_study_pgn(study: Study, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> str:
    """Return a study as PGN.

    ``parse_study_pgn`` converts it back to an equal study, except for line breaks and double spaces in titles.

    Args:
        study: the study.
        games: the games, keyed by id.
        notations: the move notations, keyed by the id of the game.

    Raises:
        StudyError: a game or an option is unknown, a starting position is invalid, or a move is illegal.
    """
    return "\n".join(
        _format_chapter(study, chapter, games, notations, f"chapters[{number}]")
        for number, chapter in enumerate(study.chapters, 1)
    )


def _format_chapter(
    study: Study, chapter: Chapter, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], where: str
) -> str:
    start = chapter_start(chapter, games, f"{where}.")
    game_notation = notations.get(chapter.game)
    notation = game_notation or ActionTokens(start.game)
    tags = {
        **_format_field_tags(study, chapter),
        "Variant": notation.variant,
        "Game": "" if game_notation else chapter.game,
    }
    chapter_tags = {
        name: value
        for name, value in chapter.tags.items()
        if name not in tags or (name in _REPEATED_TAGS and drop_placeholder(value))
    }
    result = chapter.tags.get("Result", UNDECIDED_RESULT)
    head = "\n".join(
        f'[{name} "{escape_tag(value)}"]'
        for name, value in {**tags, **chapter_tags, "Result": result}.items()
        if value or (name == "ChapterName" and chapter_tags)  # else players or an event would be the title
    )
    writer = _MoveWriter(start.game, notation)
    tokens = [
        *_format_glyphs(chapter.note),
        *_format_comment(chapter.note),
        *writer.line(start.state, chapter.moves, f"{where}.moves"),
    ]
    tokens.append(result if result in RESULT_SPELLINGS else UNDECIDED_RESULT)
    return f"{head}\n\n{wrap_tokens(tokens)}\n"


def _format_field_tags(study: Study, chapter: Chapter) -> dict[str, str]:
    """Return the PGN tags that represent the fields of a study and a chapter. The values may be empty."""
    return {
        "Event": ": ".join(filter(drop_placeholder, dict.fromkeys((study.title, chapter.title)))) or study.title,
        "StudyName": study.title,
        "ChapterName": chapter.title,
        "Annotator": study.author,
        "Language": study.language,
        "Options": json.dumps(dict(chapter.options), sort_keys=True) if chapter.options else "",
        "Seed": str(chapter.seed) if chapter.seed else "",
        "Side": str(chapter.seat + 1) if chapter.seat else "",
        "SetUp": "1" if chapter.start is not None else "",
        "FEN": chapter.start or "",
    }


@dataclass(frozen=True, slots=True)
class _MoveWriter:
    """A writer that converts the moves of one chapter to PGN tokens."""

    game: AnyGame
    notation: MoveTokens

    def line(self, state: Any, moves: Sequence[StudyMove], where: str) -> Iterator[str]:
        """Yield the tokens of a line and its variations, nested up to ``MAX_VARIATION_DEPTH``."""
        is_first = True
        for index, move in enumerate(moves, 1):
            location = f"{where}[{index}]"
            state_before = state
            if is_ending(move.text):
                yield f"{{[%end {move.text}]}}"
            else:
                action = self._parse_action(state, move.text, location)
                if number := self.notation.number(state, is_first=is_first):
                    yield number
                yield self.notation.write(state, action)
                state = self.game.apply(state, action)
            yield from _format_glyphs(move.note)
            comments = list(_format_comment(move.note))
            yield from comments
            for variation_number, variation in enumerate(move.variations, 1):
                tokens = list(self.line(state_before, variation, f"{location}.variations[{variation_number}]"))
                tokens[0] = f"({tokens[0]}"
                tokens[-1] += ")"
                yield from tokens
            is_first = bool(comments or move.variations)

    def _parse_action(self, state: Any, text: str, where: str) -> Action[Any]:
        try:
            return self.game.parse_action(state, text)
        except RuleboardError as error:
            raise _unplayable_error(text, error, where) from error


def _unplayable_error(text: str, error: RuleboardError, where: str) -> StudyError:
    message = _("{action} can’t be played: {why}").format(action=repr(text[:40]), why=error.what)
    return StudyError(message, where=where, expected=error.expected)


def _format_glyphs(note: Note) -> Iterator[str]:
    """Yield the PGN tokens for the glyphs of a note, starting with the annotation of the move."""
    if note.glyph:
        yield f"${GLYPHS.index(note.glyph) + 1}"
    yield from (extra for extra in note.extras if extra[0] == "$")


def _format_comment(note: Note) -> Iterator[str]:
    """Yield the PGN comment for a note with its commands, or nothing if the comment would be empty."""
    parts = [escape_entities(note.comment)] if _is_plain(note.comment) else [f"[%text {quote(note.comment, safe='')}]"]
    for command, marks in groupby(map(_format_mark, note.marks), key=lambda pair: pair[0]):
        if command == "mark":
            parts += [f"[%mark {value}]" for _command, value in marks]
        else:
            parts.append(f"[%{command} {','.join(value for _command, value in marks)}]")
    if note.has_diagram:
        parts.append("[%diagram]")
    if note.task:
        parts.append(f"[%task {quote(json.dumps(task_data(note.task), sort_keys=True), safe='')}]")
    parts += [extra for extra in note.extras if extra[0] != "$"]
    if comment := " ".join(filter(None, parts)):
        yield f"{{{comment}}}"


_SPECIAL_TEXTS: Final = ("}", "[%", "[#]", "\r", "\n%")
"""Texts that would end a PGN comment, or that PGN readers would interpret or skip."""


def _is_plain(comment: str) -> bool:
    """Return True if a comment contains no PGN syntax, so that the text can be put in braces unchanged."""
    return comment == comment.strip() and not any(sign in comment for sign in _SPECIAL_TEXTS)


def _format_mark(mark: StudyMark) -> tuple[str, str]:
    """Return the name and the value of the PGN command for a mark."""
    has_plain_targets = all(map(_SQUARE_PATTERN.fullmatch, mark.targets))
    letter = mark.color[0].upper()
    if has_plain_targets and mark.kind == RING:
        return "csl", f"{letter}{mark.targets[0]}"
    if has_plain_targets and mark.kind == ARROW and len(mark.targets) == 2:
        return "cal", letter + "".join(mark.targets)
    return "mark", ",".join(quote(part, safe="") for part in (mark.kind, mark.color, mark.text, *mark.targets))


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study_pgn(text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> Study:
    """Parse a study from PGN and check its moves, in linear time.

    Args:
        text: PGN games, each of which becomes a chapter.
        games: the games, keyed by id.
        notations: the move notations, keyed by the id of the game.

    Raises:
        StudyError: the text is too long or invalid, or has an illegal move; the error names the location.
    """
    return run_to_end(read_study_pgn_steps(text, games, notations)).study


@dataclass(frozen=True, slots=True)
class PgnStudy:
    """A study from a PGN text, with notices about omitted and changed parts."""

    study: Study
    notices: tuple[str, ...] = ()


def read_study_pgn_steps(
    text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]
) -> Steps[PgnStudy]:
    """Read a study like ``parse_study_pgn``, but in steps.

    Raises:
        StudyError: see ``parse_study_pgn``. The reader stops as soon as the text exceeds a limit.
    """
    check_study_length(text)
    pgn = yield from read_pgn_steps(text, games, notations, _READER_OPTIONS)
    tags = pgn.games[0].chapter.tags
    notices: list[str] = []
    title = tags.get("StudyName") or drop_placeholder(tags.get("Event", "")) or "?"
    language = tags.get("Language", "")
    if language and not is_language(language):
        notices.append(
            _("the value of the tag {name} isn’t a language code, so it has no effect").format(name="Language")
        )
        language = ""
    study = Study(_truncate_title(title, notices), _truncate_title(tags.get("Annotator", ""), notices), language)
    chapters = []
    for number, game in enumerate(pgn.games, 1):
        chapters.append(_read_chapter(game, study, _READER_OPTIONS.game_name(number), notices))
        yield 1
    return PgnStudy(replace(study, chapters=tuple(chapters)), (*pgn.notices, *notices[:MAX_NOTICES]))


def _read_chapter(game: PgnGame, study: Study, where: str, notices: list[str]) -> Chapter:
    """Convert a PGN game to a chapter. The chapter keeps all tags without a field in a study."""
    tags = game.chapter.tags
    event = drop_placeholder(tags.get("Event", ""))
    names = " – ".join(name for name in (tags.get("White", ""), tags.get("Black", "")) if drop_placeholder(name))
    title = tags.get("ChapterName", names or (event if event != study.title else ""))
    chapter = replace(game.chapter, title=_truncate_title(title, notices), tags={})
    derived_tags = _format_field_tags(study, chapter)
    chapter_tags = {name: value for name, value in tags.items() if value and name not in _FIELDS}
    repeated_tags = {name: value for name in _REPEATED_TAGS if drop_placeholder(value := tags.get(name, ""))}
    chapter_tags |= {name: value for name, value in repeated_tags.items() if value != derived_tags[name]}
    chapter_tags |= _read_result_tags(game, where, notices)
    return replace(chapter, tags=chapter_tags)


def _read_result_tags(game: PgnGame, where: str, notices: list[str]) -> dict[str, str]:
    """Return the ``Result`` tag as a dict; empty if the game is unfinished."""
    tag_value = game.chapter.tags.get("Result", "")
    result = tag_value if game.result in ("", UNDECIDED_RESULT) else game.result
    result = RESULT_SPELLINGS.get(result, result)
    if RESULT_SPELLINGS.get(tag_value, result) not in (UNDECIDED_RESULT, result):
        what = _("the tag says {text}, but the game ends with {result}, so {result} counts")
        what = what.format(result=result, text=repr(tag_value[:20]))
        notices.append(_("{where}: {what}").format(where=where, what=what))
    return {} if result in ("", UNDECIDED_RESULT) else {"Result": result}


def _truncate_title(text: str, notices: list[str]) -> str:
    """Truncate a title that is too long, and add a notice."""
    if len(text) <= MAX_TITLE_LENGTH:
        return text
    notices.append(_("a title was shortened: {text}").format(text=repr(text[:40])))
    return text[:MAX_TITLE_LENGTH].rstrip()
