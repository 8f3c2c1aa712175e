"""Parameters of embedded boards, read from the fragment of an address or from a message. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import quote, unquote

from ruleboard.app.languages import LANGUAGES
from ruleboard.embed import look
from ruleboard.engine.bounded_json import decode
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import format_moves, parse_moves
from ruleboard.engine.move_text import parse_answers, parse_line
from ruleboard.engine.options import format_options
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.games.courses import course
from ruleboard.games.links import packed, unpacked
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.wording import cleaned

SHOW, PLAY, FIND = "show", "play", "find"
MODES = (SHOW, PLAY, FIND)
LINE, POSITION, WIN = "line", "position", "win"
ANSWERS = (LINE, POSITION, WIN)
"""Kinds of answers: the accepted actions themselves, turns that lead where they lead, or any win as well."""
THEMES = ("system", "light", "dark")
KINDS = ("shown", "danger", "last", "taken")
"""Kinds of marks; the first is the default. A piece that is "taken" up shows the places to which it may go."""

LOOK = ("background", "color", "accent", "font", "radius")
"""The parameters of the look."""
CAPTION_IN = "caption-"
"""The beginning of the names of captions in other languages: ``caption-fr``."""

LONGEST = 20_000
"""Characters of an address: any game fits well within."""
LONGEST_POSTER = 40_000
"""Characters of the picture in an address, which comes on top; ``static/boot/embed_frame.js`` shows no longer one."""
LONGEST_TEXT = 400
"""Characters of a text that is shown, such as a caption."""

_YES, _NO = ("yes", "true", "1", ""), ("no", "false", "0")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
_ORIGIN = re.compile(r"https?://[^\s/?#\\]+")


class ParameterError(RuleboardError):
    """A parameter that cannot be used; ``where`` names it."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """A description of an embedded board.

    Attributes:
        game: the game's id.
        position: the text of the first position, empty for the game's start.
        moves: the texts of the actions made from there, and of an ending that is no move.
        at: the number of them that are made at first, None for all.
        options: the game's options.
        seed: the seed of a game that is shown from its own start; None for the one that all boards have.
        mode: ``SHOW``, ``PLAY`` or ``FIND``.
        accept: in ``FIND`` the accepted answers, each a line of actions.
        goal: in ``FIND`` one of ``ANSWERS``.
        ask: in ``FIND`` the task.
        hint: the hint after two misses, empty for one that the board gives by itself.
        praise: the text shown once an answer is found.
        flip: True if the other side is nearest the reader.
        coordinates: True if the board has the numbers of its columns and rows, in a game that has them on request only.
        controls: True if there are buttons to step, undo and begin anew; None for where they are of use.
        theme: one of ``THEMES``.
        caption: the text under the board.
        captions: the same in other languages, by the code of the language in lower case.
        marks: the marked places: pairs of a kind, one of ``KINDS``, and a target.
        lang: the code of the language, empty for the reader's own.
        lesson: the id of a lesson of the game that is shown instead; it brings its own positions.
        step: the number of the lesson's step that is shown first, from 1.
        opponent: in ``PLAY`` the level of the opponent who plays all sides but one; 0 for none.
        seat: the number of the side that the person then plays, from 1.
        hints: True if in ``PLAY`` hints and threats are offered.
        study: the name of a study that is shown instead; the page around sends its text. Empty for none.
        chapter: the number of the study's chapter that is shown first, from 1.
        start: the number of actions of its main line that are made at first.
        background: the colour behind everything, "transparent" for that of the page around; empty for Ruleboard's own.
            As ``color`` and ``accent``: one for light and dark pages, or two separated by ``|``.
        color: the colour of texts, in the same way.
        accent: the colour of what is to be pressed or praised, in the same way.
        font: the families of the font, as CSS writes them.
        radius: the radius of corners, as CSS writes it.
        poster: the picture of a plain frame until it is started, packed.
        autostart: True if a plain frame starts without being touched.
        host: the origin of the page around, if messages of other origins are to be ignored; empty for any.
    """

    game: str
    position: str = ""
    moves: tuple[str, ...] = ()
    at: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    mode: str = SHOW
    accept: tuple[tuple[str, ...], ...] = ()
    goal: str = LINE
    ask: str = ""
    hint: str = ""
    praise: str = ""
    flip: bool = False
    coordinates: bool = False
    controls: bool | None = None
    theme: str = "system"
    caption: str = ""
    captions: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[tuple[str, str], ...] = ()
    lang: str = ""
    lesson: str = ""
    step: int = 1
    opponent: int = 0
    seat: int = 1
    hints: bool = False
    study: str = ""
    chapter: int = 1
    start: int = 0
    background: str = ""
    color: str = ""
    accent: str = ""
    font: str = ""
    radius: str = ""
    poster: str = ""
    autostart: bool = False
    host: str = ""

    @property
    def language(self) -> str:
        """The language of the texts: ``lang`` if it is available ("fr" for "fr-CA"), or "system", the reader's own."""
        found = (code for code in (self.lang, self.lang.partition("-")[0]) if code in LANGUAGES)
        return next(found, "system")

    @property
    def taken(self) -> tuple[str, ...]:
        """The targets that are touched from the beginning."""
        return tuple(target for kind, target in self.marks if kind == "taken")

    @property
    def look(self) -> dict[str, str]:
        """The parts of the look that are asked for, by the parameter's name."""
        parts = (self.background, self.color, self.accent, self.font, self.radius)
        return {name: value for name, value in zip(LOOK, parts, strict=True) if value}

    def caption_in(self, languages: Collection[str]) -> str:
        """Return the caption in the first of some languages that it is written in, else the one without a language.

        Args:
            languages: the codes of the reader's languages; ``lang`` comes before them.
        """
        for code in (self.lang, *(() if self.lang else languages)):
            for known in (code.lower(), code.lower().partition("-")[0]):
                if known in self.captions:
                    return self.captions[known]
        return self.caption


def parse_fragment(fragment: str) -> Parameters:
    """Return the parameters in the fragment of an address: ``name=value`` joined by ``&``, percent-encoded.

    Args:
        fragment: the fragment, with or without ``#``.

    Raises:
        ParameterError: a parameter is unknown, given twice, missing or not as expected; the error names it.
    """
    if len(fragment) > LONGEST + LONGEST_POSTER:
        raise _too_long()
    parts = [part for part in fragment.removeprefix("#").split("&") if part]
    if sum(len(part) + 1 for part in parts if not part.startswith("poster=")) > LONGEST:
        raise _too_long()
    given: list[tuple[str, str]] = []
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals and unquote(name) not in ("flip", "coordinates", "controls", "hints", "autostart"):
            raise ParameterError(_("it has no value"), where=_place(unquote(name)), expected=_("name=value"))
        given.append((unquote(name), unquote(value)))
    return _parameters(given)


def _too_long() -> ParameterError:
    return ParameterError(_("the address is too long"), expected=_("at most {n} characters").format(n=LONGEST))


def parse_parameters(given: Mapping[str, object]) -> Parameters:
    """Return the parameters in a message.

    Args:
        given: the values by name, which have to be texts.

    Raises:
        ParameterError: as ``parse_fragment``.
    """
    texts = []
    for name, value in given.items():
        if not isinstance(value, str):
            raise ParameterError(_("it is not a text"), where=_place(name), expected=_("a text"))
        texts.append((name, value))
    if sum(len(value) for _name, value in texts) > LONGEST:
        raise ParameterError(_("it is too long"), expected=_("at most {n} characters").format(n=LONGEST))
    return _parameters(texts)


def parse_look(given: Mapping[str, object]) -> dict[str, str]:
    """Return the parts of a look, by name, that are given as texts.

    Raises:
        ParameterError: as ``parse_fragment``.
    """
    return parse_parameters({"game": next(iter(GAMES)), **given}).look


def format_fragment(parameters: Parameters) -> str:
    """Return the fragment of an address, without ``#``; ``parse_fragment`` returns the parameters again."""
    defaults = Parameters(game="")
    written = (
        (name, parameter.write(parameters), parameter.write(defaults)) for name, parameter in _PARAMETERS.items()
    )
    captions = ((f"{CAPTION_IN}{code}", text, "") for code, text in parameters.captions.items())
    return "&".join(
        f"{name}={quote(text, safe=_SAFE)}" for name, text, default in (*written, *captions) if text != default
    )


def with_position(parameters: Parameters, changes: Mapping[str, object]) -> Parameters:
    """Return the parameters with another position or other moves, without marks, and otherwise as they are.

    Args:
        parameters: the parameters before.
        changes: ``position``, ``moves``, ``at`` and ``options`` as texts, by name; without ``options`` these stay, the
            others get their defaults.

    Raises:
        ParameterError: as ``parse_fragment``.
    """
    found = parse_parameters({"game": parameters.game, **changes})
    options = found.options if "options" in changes else parameters.options
    return replace(parameters, position=found.position, moves=found.moves, at=found.at, options=options, marks=())


_SAFE = "/:;,!*()@$'|"
"""Characters that are not encoded in a fragment, besides letters, digits and ``-._~``."""


def _parameters(given: list[tuple[str, str]]) -> Parameters:
    """Return the parameters with pairs of a name and a text."""
    found = Parameters(game="")
    names: set[str] = set()
    for name, text in given:
        if _is_caption(name):
            code = name.removeprefix(CAPTION_IN).lower()
            if code in found.captions:
                raise ParameterError(_("it is given twice"), where=name)
            found = replace(found, captions={**found.captions, code: _text(name, _clean(text))})
            continue
        if name not in _PARAMETERS:
            expected = _("one of {names}").format(names=", ".join(_PARAMETERS))
            raise ParameterError(_("there is no such parameter"), where=_place(name), expected=expected)
        found = _PARAMETERS[name].read(found, _clean(text))
        if name in names and name not in _REPEATABLE:
            raise ParameterError(_("it is given twice"), where=name)
        names.add(name)
    if "game" not in names and not found.study:
        raise ParameterError(
            _("it is missing"), where="game", expected=_("one of {names}").format(names=", ".join(GAMES))
        )
    _check_study(found, names)
    _check_lesson(found, names)
    _check_task(found)
    _check_opponent(found, names)
    return found


def _is_caption(name: str) -> bool:
    """Return True if a parameter is a caption in another language."""
    return name.startswith(CAPTION_IN) and bool(_LANGUAGE.fullmatch(name.removeprefix(CAPTION_IN)))


def _check_task(found: Parameters) -> None:
    """Check that there is an answer to find in ``FIND``, and nothing of a task in the other modes."""
    if found.mode == FIND:
        if not found.accept:
            raise ParameterError(
                _("it is missing, so there is nothing to find"), where="accept", expected=_("an action of the game")
            )
        return
    goal = found.goal if found.goal != LINE else ""
    task = {"accept": found.accept, "goal": goal, "ask": found.ask, "hint": found.hint, "praise": found.praise}
    for name, value in task.items():
        if value:
            raise ParameterError(_("nothing is to be found on this board"), where=name, expected="mode=find")


_OF_A_LESSON = (
    *("position", "moves", "at", "options", "seed", "mode", "accept", "goal", "ask", "hint", "praise"),
    *("flip", "marks", "opponent", "seat", "hints"),
)
"""The parameters that a lesson brings itself."""


def _check_opponent(found: Parameters, names: Collection[str]) -> None:
    """Check that an opponent and hints are asked for where one can play, and a seat only beside an opponent."""
    for name, asked in (("opponent", found.opponent > 0), ("hints", found.hints)):
        if asked and found.mode != PLAY:
            raise ParameterError(_("nobody plays on this board"), where=name, expected="mode=play")
    if "seat" in names and not found.opponent:
        raise ParameterError(_("it can only be used with an opponent"), where="seat", expected="opponent=1")


_BESIDE_STUDY = (
    *(
        "study",
        "chapter",
        "start",
        "game",
        "flip",
        "coordinates",
        "theme",
        "caption",
        "lang",
        "host",
        "autostart",
        "poster",
    ),
    *LOOK,
)


def _check_study(found: Parameters, names: Collection[str]) -> None:
    """Check that nothing is given beside a study that it brings itself, and a chapter or a start only beside one."""
    for name in names:
        if found.study and name not in _BESIDE_STUDY:
            raise ParameterError(_("it cannot be used with a study"), where=name, expected=_("the study alone"))
        if not found.study and name in ("chapter", "start"):
            raise ParameterError(_("it can only be used with a study"), where=name, expected="study")


def _check_lesson(found: Parameters, names: Collection[str]) -> None:
    """Check that the lesson exists, and that nothing is given beside it that it brings itself."""
    if not found.lesson:
        if "step" in names:
            raise ParameterError(_("it can only be used with a lesson"), where="step")
        return
    for name in _OF_A_LESSON:
        if name in names:
            raise ParameterError(_("it cannot be used with a lesson"), where=name, expected=_("the lesson alone"))
    known = course(found.game)
    if found.lesson not in {lesson.id for lesson in known}:
        what = _("there is no lesson {name}").format(name=repr(found.lesson[:30]))
        example = ", ".join(lesson.id for lesson in known)
        raise ParameterError(what, where="lesson", expected=_("one of {names}").format(names=example))


def _place(name: str) -> str:
    """Return the name of an unknown parameter as an error shows it."""
    return repr(name[:30])[1:-1] or "?"


def _clean(text: str) -> str:
    """Return a text without control characters, and without halves of surrogate pairs, which cannot be encoded."""
    return "".join(letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff").strip()


# --- reading and writing of single values ----------------------------------------------------------------------------


def _text(name: str, text: str) -> str:
    text = cleaned(text)
    if len(text) > LONGEST_TEXT:
        raise ParameterError(
            _("it is too long"), where=name, expected=_("at most {n} characters").format(n=LONGEST_TEXT)
        )
    return text


def _one_of(known: Collection[str], name: str, text: str) -> str:
    if text not in known:
        what = _("there is no {value}").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("one of {names}").format(names=", ".join(known)))
    return text


def _flag(name: str, text: str) -> bool:
    if text not in (*_YES, *_NO):
        what = _("{value} is neither yes nor no").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("yes or no"))
    return text in _YES


def _format_flag(value: bool) -> str:
    return _YES[0] if value else _NO[0]


def _number(text: str) -> int:
    """Return the number in a text; -1 if there is none, or one with too many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1


def _move_count(name: str, text: str) -> int:
    if (number := _number(text)) < 0:
        what = _("{value} is not a number of moves").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("a number from 0 up"))
    return number


def _chapter(text: str) -> int:
    if (number := _number(text)) < 1:
        what = _("{value} is not a chapter number").format(value=repr(text[:30]))
        raise ParameterError(what, where="chapter", expected=_("a number from 1 up"))
    return number


def _step(text: str) -> int:
    if (number := _number(text)) < 1:
        what = _("{value} is not a step number").format(value=repr(text[:30]))
        raise ParameterError(what, where="step", expected=_("a number from 1 up"))
    return number


def _level(text: str) -> int:
    if (number := _number(text)) not in LEVELS:
        what = _("{value} is not an opponent's level").format(value=repr(text[:30]))
        raise ParameterError(what, where="opponent", expected=_("a number from 1 to 5"))
    return number


def _seat(text: str) -> int:
    if (number := _number(text)) < 1:
        what = _("{value} is not a side number").format(value=repr(text[:30]))
        raise ParameterError(what, where="seat", expected=_("a number from 1 up"))
    return number


def _matching(pattern: re.Pattern[str], example: str, name: str, text: str) -> str:
    if not pattern.fullmatch(text):
        what = _("{value} cannot be read").format(value=repr(text[:30]))
        raise ParameterError(what, where=name, expected=_("such as {example}").format(example=example))
    return text


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 21):
        what = _("{value} is not a seed").format(value=repr(text[:30]))
        raise ParameterError(what, where="seed", expected=_("a number from 0 up"))
    return int(text)


def _styled(name: str, read: Callable[[str], str], text: str) -> str:
    """Return a part of the look as its function of ``look`` reads it; empty for an empty text."""
    try:
        return read(text) if text else ""
    except look.LookError as error:
        raise ParameterError(error.what, where=name, expected=error.expected) from error


def _moves(text: str) -> tuple[str, ...]:
    try:
        return tuple(map(_clean, parse_moves(text)))
    except RuleboardError as error:
        raise ParameterError(error.what, where="moves", expected=error.expected) from error


def _options(text: str) -> dict[str, str]:
    if text.startswith("{"):
        return _options_as_json(text)
    found: dict[str, str] = {}
    for part in parse_line(text):
        option, colon, value = part.partition(":")
        if not colon:
            what = _("{value} has no value").format(value=repr(part[:30]))
            raise ParameterError(what, where="options", expected=_("option:value, separated by semicolons"))
        found[option.strip()] = value.strip()
    return found


def _options_as_json(text: str) -> dict[str, str]:
    try:
        data = decode(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise ParameterError(_("it cannot be read"), where="options", expected=_("a JSON object of texts"))
    return {_clean(option): _clean(value) for option, value in data.items()}


def _marks(text: str) -> tuple[tuple[str, str], ...]:
    marks = []
    for part in parse_line(text):
        kind, colon, target = part.partition(":")
        known = colon and kind in KINDS and target.strip()
        marks.append((kind, target.strip()) if known else (KINDS[0], part))
    return tuple(marks)


# --- the parameters by name ------------------------------------------------------------------------------------------


class _Parameter(NamedTuple):
    """Reading and writing of one parameter.

    Attributes:
        read: returns the parameters with the value of a text; raises ``ParameterError`` if it has none.
        write: returns the text of the value in the parameters.
    """

    read: Callable[[Parameters, str], Parameters]
    write: Callable[[Parameters], str]


_PARAMETERS: Mapping[str, _Parameter] = {
    "game": _Parameter(
        lambda found, text: replace(found, game=_one_of(GAMES, "game", text)),
        lambda found: found.game,
    ),
    "position": _Parameter(
        lambda found, text: replace(found, position=unpacked(text)),
        lambda found: packed(found.position),
    ),
    "moves": _Parameter(
        lambda found, text: replace(found, moves=_moves(text)),
        lambda found: format_moves(found.moves),
    ),
    "at": _Parameter(
        lambda found, text: replace(found, at=_move_count("at", text)),
        lambda found: "" if found.at is None else str(found.at),
    ),
    "options": _Parameter(
        lambda found, text: replace(found, options=_options(text)),
        lambda found: format_options(found.options),
    ),
    "seed": _Parameter(
        lambda found, text: replace(found, seed=_seed(text)),
        lambda found: "" if found.seed is None else str(found.seed),
    ),
    "mode": _Parameter(
        lambda found, text: replace(found, mode=_one_of(MODES, "mode", text)),
        lambda found: found.mode,
    ),
    "accept": _Parameter(
        lambda found, text: replace(found, accept=(*found.accept, *parse_answers(text))),
        lambda found: "|".join(";".join(line) for line in found.accept),
    ),
    "goal": _Parameter(
        lambda found, text: replace(found, goal=_one_of(ANSWERS, "goal", text)),
        lambda found: found.goal,
    ),
    "ask": _Parameter(
        lambda found, text: replace(found, ask=_text("ask", text)),
        lambda found: found.ask,
    ),
    "hint": _Parameter(
        lambda found, text: replace(found, hint=_text("hint", text)),
        lambda found: found.hint,
    ),
    "praise": _Parameter(
        lambda found, text: replace(found, praise=_text("praise", text)),
        lambda found: found.praise,
    ),
    "flip": _Parameter(
        lambda found, text: replace(found, flip=_flag("flip", text)),
        lambda found: _format_flag(found.flip),
    ),
    "coordinates": _Parameter(
        lambda found, text: replace(found, coordinates=_flag("coordinates", text)),
        lambda found: _format_flag(found.coordinates),
    ),
    "controls": _Parameter(
        lambda found, text: replace(found, controls=_flag("controls", text)),
        lambda found: "" if found.controls is None else _format_flag(found.controls),
    ),
    "theme": _Parameter(
        lambda found, text: replace(found, theme=_one_of(THEMES, "theme", text)),
        lambda found: found.theme,
    ),
    "caption": _Parameter(
        lambda found, text: replace(found, caption=_text("caption", text)),
        lambda found: found.caption,
    ),
    "marks": _Parameter(
        lambda found, text: replace(found, marks=_marks(text)),
        lambda found: ";".join(f"{kind}:{target}" for kind, target in found.marks),
    ),
    "lang": _Parameter(
        lambda found, text: replace(found, lang=_matching(_LANGUAGE, "en", "lang", text)),
        lambda found: found.lang,
    ),
    "lesson": _Parameter(
        lambda found, text: replace(found, lesson=_text("lesson", text)),
        lambda found: found.lesson,
    ),
    "step": _Parameter(
        lambda found, text: replace(found, step=_step(text)),
        lambda found: str(found.step),
    ),
    "opponent": _Parameter(
        lambda found, text: replace(found, opponent=_level(text)),
        lambda found: str(found.opponent),
    ),
    "seat": _Parameter(
        lambda found, text: replace(found, seat=_seat(text)),
        lambda found: str(found.seat),
    ),
    "hints": _Parameter(
        lambda found, text: replace(found, hints=_flag("hints", text)),
        lambda found: _format_flag(found.hints),
    ),
    "study": _Parameter(
        lambda found, text: replace(found, study=_text("study", text)),
        lambda found: found.study,
    ),
    "chapter": _Parameter(
        lambda found, text: replace(found, chapter=_chapter(text)),
        lambda found: str(found.chapter),
    ),
    "start": _Parameter(
        lambda found, text: replace(found, start=_move_count("start", text)),
        lambda found: str(found.start),
    ),
    "background": _Parameter(
        lambda found, text: replace(found, background=_styled("background", look.colors, text)),
        lambda found: found.background,
    ),
    "color": _Parameter(
        lambda found, text: replace(found, color=_styled("color", look.colors, text)),
        lambda found: found.color,
    ),
    "accent": _Parameter(
        lambda found, text: replace(found, accent=_styled("accent", look.colors, text)),
        lambda found: found.accent,
    ),
    "font": _Parameter(
        lambda found, text: replace(found, font=_styled("font", look.fonts, text)),
        lambda found: found.font,
    ),
    "radius": _Parameter(
        lambda found, text: replace(found, radius=_styled("radius", look.radius, text)),
        lambda found: found.radius,
    ),
    # The picture of a plain frame until it is started: the frame's script alone shows it (embed_frame.js).
    "poster": _Parameter(lambda found, text: replace(found, poster=text), lambda found: found.poster),
    "autostart": _Parameter(
        lambda found, text: replace(found, autostart=_flag("autostart", text)),
        lambda found: _format_flag(found.autostart),
    ),
    "host": _Parameter(
        lambda found, text: replace(found, host=_matching(_ORIGIN, "https://example.org", "host", text)),
        lambda found: found.host,
    ),
}
_REPEATABLE = ("accept",)
"""Parameters that may be given several times."""
