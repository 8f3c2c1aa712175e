"""What an address asks an embedded board to show: read from its fragment and written into one. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import quote, unquote

from ruleboard.app.languages import LANGUAGES
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.courses import course
from ruleboard.games.links import packed, unpacked
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _

SHOW, PLAY, FIND = "show", "play", "find"
MODES = (SHOW, PLAY, FIND)
THEMES = ("system", "light", "dark")
KINDS = ("shown", "danger", "last", "taken")
"""How a place can be marked; the first is meant where no kind is named. What is taken up shows where it may go."""

LONGEST = 20_000
"""Characters of an address: any game and any wording fit well within."""
LONGEST_TEXT = 400
"""Characters of a text that is shown, such as a caption."""

_YES, _NO = ("yes", "true", "1", ""), ("no", "false", "0")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
_ORIGIN = re.compile(r"https?://[^\s/?#\\]+")


class ParameterError(RuleboardError):
    """A parameter that cannot be used; ``where`` names it."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """An embedded board as it was asked for.

    Attributes:
        game: the game's id.
        position: the position text it begins from, empty for the game's start.
        moves: the texts of the actions that were made from there.
        at: how many of them are made at first, None for all.
        options: what was chosen before the game.
        mode: ``SHOW``, ``PLAY`` or ``FIND``.
        accept: in ``FIND`` the lines of actions that are looked for; any of them will do.
        ask: in ``FIND`` the task.
        hint: what is said after two misses, empty for what can be said by itself.
        praise: what is said when it was found.
        flip: whether the other side is nearest the reader.
        controls: whether there are buttons to step, undo and begin anew; None where they are of use.
        theme: one of ``THEMES``.
        caption: what stands under the board.
        marks: what is pointed out: pairs of a kind and a target.
        lang: the code of the language, empty for the reader's own.
        lesson: the id of a lesson of the game that is gone through instead; it brings its own positions.
        step: the number of the lesson's step that is shown first, from 1.
        host: the origin of the page around, if it alone is to be heard and told; empty for any.
    """

    game: str
    position: str = ""
    moves: tuple[str, ...] = ()
    at: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    mode: str = SHOW
    accept: tuple[tuple[str, ...], ...] = ()
    ask: str = ""
    hint: str = ""
    praise: str = ""
    flip: bool = False
    controls: bool | None = None
    theme: str = "system"
    caption: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    lang: str = ""
    lesson: str = ""
    step: int = 1
    host: str = ""

    @property
    def language(self) -> str:
        """The language to speak: the one asked for if there is it ("fr" for "fr-CA"), or "system", the reader's own."""
        found = (code for code in (self.lang, self.lang.partition("-")[0]) if code in LANGUAGES)
        return next(found, "system")

    @property
    def taken(self) -> tuple[str, ...]:
        """The targets that are taken up from the beginning."""
        return tuple(target for kind, target in self.marks if kind == "taken")


def parse_fragment(fragment: str) -> Parameters:
    """The parameters in an address after its ``#``: ``name=value`` joined by ``&``, percent-encoded.

    Raises:
        ParameterError: one of them is unknown, given twice, missing or not what was expected; the error names it.
    """
    if len(fragment) > LONGEST:
        raise ParameterError(_("the address is too long"), expected=_("at most {n} characters").format(n=LONGEST))
    given: list[tuple[str, str]] = []
    for part in fragment.removeprefix("#").split("&"):
        if not part:
            continue
        name, equals, value = part.partition("=")
        if not equals and unquote(name) not in ("flip", "controls"):
            raise ParameterError(_("it has no value"), where=_place(unquote(name)), expected=_("name=value"))
        given.append((unquote(name), unquote(value)))
    return _parameters(given)


def parse_parameters(given: Mapping[str, object]) -> Parameters:
    """The parameters in a message: texts by their names.

    Raises:
        ParameterError: as ``parse_fragment``.
    """
    texts = []
    for name, value in given.items():
        if not isinstance(value, str):
            raise ParameterError(_("it is no text"), where=_place(name), expected=_("a text"))
        texts.append((name, value))
    if sum(len(value) for _name, value in texts) > LONGEST:
        raise ParameterError(_("it is too long"), expected=_("at most {n} characters").format(n=LONGEST))
    return _parameters(texts)


def format_fragment(parameters: Parameters) -> str:
    """The fragment of an address, without ``#``; ``parse_fragment`` gives the parameters back."""
    parts = []
    for entry in fields(Parameters):
        value = getattr(parameters, entry.name)
        if entry.name == "game" or value != _DEFAULTS[entry.name]:
            parts.append(f"{entry.name}={quote(_WRITE[entry.name](value), safe=_SAFE)}")
    return "&".join(parts)


_SAFE = "/:;,!*()@$'|"
"""What may stand in a fragment as it is, besides letters, digits and ``-._~``."""


def _parameters(given: list[tuple[str, str]]) -> Parameters:
    values: dict[str, Any] = {}
    for name, text in given:
        if name not in _READ:
            expected = _("one of {names}").format(names=", ".join(_READ))
            raise ParameterError(_("there is no such parameter"), where=_place(name), expected=expected)
        value = _READ[name](name, _clean(text))
        if name == "accept":  # may stand there several times
            values.setdefault(name, []).extend(value)
            continue
        if name in values:
            raise ParameterError(_("it is given twice"), where=name)
        values[name] = value
    if "accept" in values:
        values["accept"] = tuple(values["accept"])
    if "game" not in values:
        raise ParameterError(
            _("it is missing"), where="game", expected=_("one of {names}").format(names=", ".join(GAMES))
        )
    found = Parameters(**values)
    _check_lesson(found, values)
    _check_task(found)
    return found


def _check_task(found: Parameters) -> None:
    """Make sure that there is something to find if that is asked for, and nothing is said of a task if it is not."""
    if found.mode == FIND:
        if not found.accept:
            raise ParameterError(
                _("it is missing, so there is nothing to find"), where="accept", expected=_("an action of the game")
            )
        return
    for name in ("accept", "ask", "hint", "praise"):
        if getattr(found, name):
            raise ParameterError(_("nothing is to be found on this board"), where=name, expected="mode=find")


def _check_lesson(found: Parameters, values: Mapping[str, Any]) -> None:
    """Make sure that a lesson is there, and that nothing is asked for besides that it brings itself."""
    if not found.lesson:
        if "step" in values:
            raise ParameterError(_("there is no lesson whose step it could be"), where="step")
        return
    for name in ("position", "moves", "at", "options", "mode", "accept", "ask", "hint", "praise", "flip", "marks"):
        if name in values:
            raise ParameterError(_("a lesson brings it itself"), where=name, expected=_("the lesson alone"))
    known = course(found.game)
    if found.lesson not in {lesson.id for lesson in known}:
        what = _("there is no lesson {name}").format(name=repr(found.lesson[:30]))
        example = ", ".join(lesson.id for lesson in known)
        raise ParameterError(what, where="lesson", expected=_("one of {names}").format(names=example))


def _place(name: str) -> str:
    return repr(name[:30])[1:-1] or "?"


def _clean(text: str) -> str:
    """A text without half characters, which nothing could write again, and control characters."""
    return "".join(letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff").strip()


# --- reading and writing each of them ------------------------------------------------------------------------------


def _text(name: str, text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise ParameterError(
            _("it is too long"), where=name, expected=_("at most {n} characters").format(n=LONGEST_TEXT)
        )
    return text


def _one_of(*known: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in known:
            what = _("there is no {value}").format(value=repr(text[:30]))
            raise ParameterError(what, where=name, expected=_("one of {names}").format(names=", ".join(known)))
        return text

    return read


def _whether(name: str, text: str) -> bool:
    if text not in (*_YES, *_NO):
        what = _("{value} is neither yes nor no").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("yes or no"))
    return text in _YES


def _number(text: str) -> int:
    """The number a text is; -1 if it is none, or one with too many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1


def _moves_made(name: str, text: str) -> int:
    if (number := _number(text)) < 0:
        what = _("{value} is no number of moves").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("a number from 0 up"))
    return number


def _step(name: str, text: str) -> int:
    if (number := _number(text)) < 1:
        what = _("{value} is no number of a step").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("a number from 1 up"))
    return number


def _matching(pattern: re.Pattern[str], example: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if not pattern.fullmatch(text):
            what = _("{value} cannot be read").format(value=repr(text[:30]))
            raise ParameterError(what, where=name, expected=_("such as {example}").format(example=example))
        return text

    return read


def _line(_name: str, text: str) -> tuple[str, ...]:
    return tuple(action.strip() for action in text.split(";") if action.strip())


def _lines(name: str, text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(line for line in (_line(name, part) for part in text.split("|")) if line)


def _options(name: str, text: str) -> dict[str, str]:
    if text.startswith("{"):
        return _options_as_json(name, text)
    found: dict[str, str] = {}
    for part in _line(name, text):
        option, colon, value = part.partition(":")
        if not colon:
            what = _("{value} has no value").format(value=repr(part[:30]))
            raise ParameterError(what, where=name, expected=_("option:value, separated by semicolons"))
        found[option.strip()] = value.strip()
    return found


def _options_as_json(name: str, text: str) -> dict[str, str]:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise ParameterError(_("it cannot be read"), where=name, expected=_("a JSON object of texts"))
    return {_clean(option): _clean(value) for option, value in data.items()}


def _marks(name: str, text: str) -> tuple[tuple[str, str], ...]:
    marks = []
    for part in _line(name, text):
        kind, colon, target = part.partition(":")
        known = colon and kind in KINDS and target.strip()
        marks.append((kind, target.strip()) if known else (KINDS[0], part))
    return tuple(marks)


_READ: Mapping[str, Callable[[str, str], Any]] = {
    "game": _one_of(*GAMES),
    "position": lambda _name, text: unpacked(text),
    "moves": _line,
    "at": _moves_made,
    "options": _options,
    "mode": _one_of(*MODES),
    "accept": _lines,
    "ask": _text,
    "hint": _text,
    "praise": _text,
    "flip": _whether,
    "controls": _whether,
    "theme": _one_of(*THEMES),
    "caption": _text,
    "marks": _marks,
    "lesson": _text,
    "step": _step,
    "lang": _matching(_LANGUAGE, "en"),
    "host": _matching(_ORIGIN, "https://example.org"),
}


def _write_options(options: Mapping[str, str]) -> str:
    plain = all(not set(";:{") & set(option + value) for option, value in options.items())
    if plain:
        return ";".join(f"{option}:{value}" for option, value in options.items())
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def _write_whether(value: bool) -> str:
    return _YES[0] if value else _NO[0]


_WRITE: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(_READ, str),
    "position": packed,
    "moves": ";".join,
    "options": _write_options,
    "accept": lambda lines: "|".join(";".join(line) for line in lines),
    "flip": _write_whether,
    "controls": _write_whether,
    "marks": lambda marks: ";".join(f"{kind}:{target}" for kind, target in marks),
}
_DEFAULTS: Mapping[str, object] = {
    entry.name: {} if entry.name == "options" else entry.default for entry in fields(Parameters)
}
