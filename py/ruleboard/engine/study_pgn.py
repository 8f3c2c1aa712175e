"""Studies as PGN: comments, variations, glyphs, and drawings in the format of lichess. See docs/formats.md.

Each chapter is a game of the text. Content without a PGN equivalent is in commands within comments: ``[%task …]``.
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
from ruleboard.engine.limits import LONGEST_STUDY, MOST_STUDY_MOVES, check_study
from ruleboard.engine.pgn_layout import escaped_tag, wrapped
from ruleboard.engine.pgn_notation import RESULTS, UNDECIDED, ActionTokens, AnyGame, MoveTokens
from ruleboard.engine.pgn_reader import MAX_NOTICES, PgnGame, Purpose, reading_pgn
from ruleboard.engine.steps import Steps, finished
from ruleboard.engine.study import ARROW, GLYPHS, RING, Chapter, Note, Study, StudyMark, StudyMove
from ruleboard.engine.study_text import LONGEST_TITLE, MOST_CHAPTERS, is_language, task_data
from ruleboard.engine.study_tree import chapter_start
from ruleboard.i18n import _

_PURPOSE: Final = Purpose(
    StudyError, lambda n: _("chapter {n}").format(n=n), MOST_CHAPTERS, MOST_STUDY_MOVES, LONGEST_STUDY
)
_FIELDS: Final = frozenset(
    (
        *("Event", "StudyName", "ChapterName", "Annotator", "Language", "Variant", "Game", "Options", "Seed", "Side"),
        *("Orientation", "FEN", "SetUp", "Result"),
    )
)
"""The tags that correspond to fields of a study."""
_REPEATED: Final = ("Event", "StudyName", "Annotator", "Language")
"""The tags that may differ between chapters."""
_SQUARE: Final = re.compile(r"[a-z][0-9]{1,2}", re.ASCII)

# --- writing ---------------------------------------------------------------------------------------------------------


def format_study_pgn(study: Study, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> str:
    """Return a study as PGN. ``parse_study_pgn`` restores it, except line ends and double spaces in titles.

    Args:
        study: the study.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.

    Raises:
        StudyError: a game or an option is unknown, a start is malformed, or a move is not legal.
    """
    return "\n".join(
        _chapter_text(study, chapter, games, notations, f"chapters[{number}]")
        for number, chapter in enumerate(study.chapters, 1)
    )


def _chapter_text(
    study: Study, chapter: Chapter, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens], where: str
) -> str:
    start = chapter_start(chapter, games, f"{where}.")
    known = notations.get(chapter.game)
    notation = known or ActionTokens(start.game)
    tags = {**_written_tags(study, chapter), "Variant": notation.variant, "Game": "" if known else chapter.game}
    own = {name: value for name, value in chapter.tags.items() if name not in tags or name in _REPEATED}
    result = chapter.tags.get("Result", UNDECIDED)
    head = "\n".join(
        f'[{name} "{escaped_tag(value)}"]'
        for name, value in {**tags, **own, "Result": result}.items()
        if value or (name == "ChapterName" and own)  # else players or an event would be the title
    )
    writer = _Writer(start.game, notation)
    tokens = [
        *_glyphs(chapter.note),
        *_comments(chapter.note),
        *writer.line(start.state, chapter.moves, f"{where}.moves"),
    ]
    tokens.append(result if result in RESULTS else UNDECIDED)
    return f"{head}\n\n{wrapped(tokens)}\n"


def _written_tags(study: Study, chapter: Chapter) -> dict[str, str]:
    """Return the tags for the fields of a study and a chapter. Empty values mean no tag."""
    return {
        "Event": ": ".join(filter(None, (study.title, chapter.title))),
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
class _Writer:
    """The writer of the lines of one chapter."""

    game: AnyGame
    notation: MoveTokens

    def line(self, state: Any, moves: Sequence[StudyMove], where: str) -> Iterator[str]:
        """Yield the tokens of a line and of all its variations. The depth of variations is at most ``DEEPEST``."""
        first = True
        for at, move in enumerate(moves, 1):
            place = f"{where}[{at}]"
            before = state
            if is_ending(move.text):
                yield f"{{[%end {move.text}]}}"
            else:
                action = self._action(state, move.text, place)
                if number := self.notation.number(state, first=first):
                    yield number
                yield self.notation.write(state, action)
                state = self.game.apply(state, action)
            yield from _glyphs(move.note)
            comments = list(_comments(move.note))
            yield from comments
            for turn, variation in enumerate(move.variations, 1):
                tokens = list(self.line(before, variation, f"{place}.variations[{turn}]"))
                tokens[0] = f"({tokens[0]}"
                tokens[-1] += ")"
                yield from tokens
            first = bool(comments or move.variations)

    def _action(self, state: Any, text: str, where: str) -> Action[Any]:
        try:
            return self.game.parse_action(state, text)
        except RuleboardError as error:
            raise _unplayable(text, error, where) from error


def _unplayable(text: str, error: RuleboardError, where: str) -> StudyError:
    what = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
    return StudyError(what, where=where, expected=error.expected)


def _glyphs(note: Note) -> Iterator[str]:
    """Yield the glyphs of a note, the verdict first."""
    if note.glyph:
        yield f"${GLYPHS.index(note.glyph) + 1}"
    yield from (extra for extra in note.extras if extra[0] == "$")


def _comments(note: Note) -> Iterator[str]:
    """Yield the comment on a position with its commands, or nothing if the note is empty."""
    parts = [note.comment] if _is_plain(note.comment) else [f"[%text {quote(note.comment, safe='')}]"]
    for command, marks in groupby(map(_mark, note.marks), key=lambda found: found[0]):
        if command == "mark":
            parts += [f"[%mark {value}]" for _command, value in marks]
        else:
            parts.append(f"[%{command} {','.join(value for _command, value in marks)}]")
    if note.diagram:
        parts.append("[%diagram]")
    if note.task:
        parts.append(f"[%task {quote(json.dumps(task_data(note.task), sort_keys=True), safe='')}]")
    parts += [extra for extra in note.extras if extra[0] != "$"]
    if whole := " ".join(filter(None, parts)):
        yield f"{{{whole}}}"


_NOT_PLAIN: Final = ("}", "[%", "[#]", "\r", "\n%")
"""Parts of a comment with a special meaning in PGN, or that other programs would skip."""


def _is_plain(comment: str) -> bool:
    """Return True if a comment needs no escaping in braces."""
    return comment == comment.strip() and not any(sign in comment for sign in _NOT_PLAIN)


def _mark(mark: StudyMark) -> tuple[str, str]:
    """Return the command of a mark, and its value."""
    simple = all(map(_SQUARE.fullmatch, mark.targets))
    letter = mark.color[0].upper()
    if simple and mark.kind == RING:
        return "csl", f"{letter}{mark.targets[0]}"
    if simple and mark.kind == ARROW and len(mark.targets) == 2:
        return "cal", letter + "".join(mark.targets)
    return "mark", ",".join(quote(part, safe="") for part in (mark.kind, mark.color, mark.text, *mark.targets))


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study_pgn(text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> Study:
    """Return the study in a PGN text, in time proportional to its length. The rules check its moves.

    Args:
        text: the text: games with tags, each a chapter.
        games: the games by their ids.
        notations: the notations of games that have one, by the games' ids.

    Raises:
        StudyError: the text is too long or malformed, or a move is not legal; the error names the place.
    """
    return finished(reading_study_pgn(text, games, notations)).study


@dataclass(frozen=True, slots=True)
class StudyText:
    """The study in a text, and notices about omissions and changes."""

    study: Study
    notices: tuple[str, ...] = ()


def reading_study_pgn(text: str, games: Mapping[str, AnyGame], notations: Mapping[str, MoveTokens]) -> Steps[StudyText]:
    """Read a study like ``parse_study_pgn``, in steps.

    Raises:
        StudyError: as ``parse_study_pgn``, as soon as the text exceeds a limit.
    """
    check_study(text)
    pgn = yield from reading_pgn(text, games, notations, _PURPOSE)
    tags = pgn.games[0].chapter.tags
    notices: list[str] = []
    title = tags.get("StudyName") or _known(tags.get("Event", "")) or "?"
    language = tags.get("Language", "")
    if language and not is_language(language):
        notices.append(_("the tag {name} is no language code, and has no effect").format(name="Language"))
        language = ""
    study = Study(_cut(title, notices), _cut(tags.get("Annotator", ""), notices), language)
    chapters = []
    for number, game in enumerate(pgn.games, 1):
        chapters.append(_chapter(game, study, _PURPOSE.noun(number), notices))
        yield 1
    return StudyText(replace(study, chapters=tuple(chapters)), (*pgn.notices, *notices[:MAX_NOTICES]))


def _chapter(game: PgnGame, study: Study, where: str, notices: list[str]) -> Chapter:
    """Return a game as a chapter, with its title and the tags that do not correspond to fields of a study."""
    tags = game.chapter.tags
    event = _known(tags.get("Event", ""))
    names = " – ".join(name for name in (tags.get("White", ""), tags.get("Black", "")) if _known(name))
    title = tags.get("ChapterName", names or (event if event != study.title else ""))
    chapter = replace(game.chapter, title=_cut(title, notices), tags={})
    derived = _written_tags(study, chapter)
    own = {name: value for name, value in tags.items() if value and name not in _FIELDS}
    own |= {name: tags[name] for name in _REPEATED if tags.get(name, "") not in ("", derived[name])}
    own |= _result(game, where, notices)
    return replace(chapter, tags=own)


def _result(game: PgnGame, where: str, notices: list[str]) -> dict[str, str]:
    """Return the tag of a result; empty for an unfinished game."""
    written = game.chapter.tags.get("Result", "")
    result = written if game.result in ("", UNDECIDED) else game.result
    result = RESULTS.get(result, result)
    if RESULTS.get(written, result) not in (UNDECIDED, result):
        what = _("the result at the end of the game, {result}, stands, though its tag says {text}")
        what = what.format(result=result, text=repr(written[:20]))
        notices.append(_("{where}: {what}").format(where=where, what=what))
    return {} if result in ("", UNDECIDED) else {"Result": result}


def _known(value: str) -> str:
    """Return the value of a tag, or an empty text if the tag says "unknown"."""
    return value if value.strip("? ") else ""


def _cut(text: str, notices: list[str]) -> str:
    """Return a title, cut to the maximum length."""
    if len(text) <= LONGEST_TITLE:
        return text
    notices.append(_("a title was cut: {text}").format(text=repr(text[:40])))
    return text[:LONGEST_TITLE].rstrip()
