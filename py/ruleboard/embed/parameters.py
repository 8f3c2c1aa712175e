"""Parameters of embedded boards: parse them from URL fragments and messages, and format them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote

from ruleboard.app.languages import LANGUAGES
from ruleboard.embed import look
from ruleboard.engine.decoding import MAX_DIGITS, decode_texts
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import COMPRESSED_PREFIX, decompress, format_moves, parse_moves
from ruleboard.engine.move_text import parse_answers, parse_line
from ruleboard.engine.options import format_options
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.i18n import N_, _
from ruleboard.learning.courses import course
from ruleboard.links import decode_position, encode_position, format_parameters
from ruleboard.overriding import override
from ruleboard.registry import GAMES
from ruleboard.wording import clean_name, join_with_semicolons

SHOW_MODE, PLAY_MODE, FIND_MODE = "show", "play", "find"
MODES = (SHOW_MODE, PLAY_MODE, FIND_MODE)
LINE_GOAL, POSITION_GOAL, WIN_GOAL = "line", "position", "win"
GOALS = (LINE_GOAL, POSITION_GOAL, WIN_GOAL)
"""Goals of a task: play the accepted actions, reach the same position by any actions, or win by any actions."""
THEMES = ("system", "light", "dark")
TASK_TEXTS = ("ask", "hint", "praise")
"""The texts of a task."""
MARK_KINDS = ("shown", "danger", "last", "taken")
"""Kinds of marks; the first is the default. A "taken" target is selected, so the board shows its next targets."""

LOOK_NAMES = ("background", "color", "accent", "font", "radius")
"""The parameters of the look."""
DISPLAY_NAMES = (
    *("flip", "coordinates", "controls", "theme", "heading", "caption", "captions", "lang", *LOOK_NAMES),
    *("poster", "width", "autostart", "host"),
)
"""The attributes of ``Parameters`` that change neither the game on a board nor what readers can do there."""
CAPTION_PREFIX = "caption-"
"""The prefix of parameters for captions in other languages: ``caption-fr``."""

MAX_ADDRESS_LENGTH = 20_000
"""The maximum number of characters of an address without its poster; any game is much shorter."""
MAX_POSTER_LENGTH = 40_000
"""The maximum number of characters of the poster in an address, in addition to ``MAX_ADDRESS_LENGTH``.
``static/boot/embed_frame.js`` shows no longer poster."""
MAX_TEXT_LENGTH = 400
"""The maximum number of characters of a text on the page, such as a caption."""

MAX_NUMBER = 9_999
"""The largest number of moves, chapters or steps."""
_TRUE_TEXTS, _FALSE_TEXTS = ("yes", "true", "1", ""), ("no", "false", "0")
_LANGUAGE_PATTERN = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
_ORIGIN_PATTERN = re.compile(r"https?://[^\s/?#\\]+")


class ParameterError(RuleboardError):
    """Raised when a parameter is invalid. Its name is in ``where``."""


_MAX_ERRORS = 10
"""The maximum number of different errors in one message."""


class ParameterErrors(ParameterError):
    """Raised when at least one parameter of a board is invalid. It contains the errors of all parameters.

    Attributes:
        errors: the errors. If there is only one, ``what``, ``where`` and ``expected`` are copied from it. Otherwise
            ``what`` joins the first messages, and ``where`` lists the names of the parameters.
        parameters: the parameters with the defaults in place of invalid values.
    """

    errors: tuple[ParameterError, ...] = ()
    parameters: Parameters

    @classmethod
    def combine(cls, errors: Sequence[ParameterError], parameters: Parameters) -> ParameterErrors:
        """Return one error that combines at least one error."""
        first_error = errors[0]
        if len(errors) == 1:
            combined_error = cls(first_error.what, where=first_error.where, expected=first_error.expected)
        else:
            names, texts = (
                tuple(dict.fromkeys(items))[:_MAX_ERRORS]
                for items in ((error.where.partition(",")[0] for error in errors), map(str, errors))
            )
            combined_error = cls(join_with_semicolons(texts), where=", ".join(names))
        combined_error.errors, combined_error.parameters = tuple(errors), parameters
        return combined_error

    @override
    def __str__(self) -> str:
        return self.what if len(self.errors) > 1 else super().__str__()


class ErrorCollector:
    """A collector for the errors of several checks, which all run even if one fails."""

    def __init__(self, errors: Iterable[ParameterError] = ()) -> None:
        self.errors = list(errors)

    @contextmanager
    def check(self) -> Iterator[None]:
        """Return a context manager that collects the error raised in its block, if any."""
        try:
            yield
        except ParameterErrors as error:
            self.errors += error.errors
        except ParameterError as error:
            self.errors.append(error)

    def unclear_names(self) -> frozenset[str]:
        """Return the names of invalid parameters, or all names if one may be a misspelling of any other."""
        names = frozenset(error.where for error in self.errors)
        return names if names <= _PARAMETERS.keys() else frozenset(_PARAMETERS)

    def raise_all(self, parameters: Parameters) -> None:
        """Raise all errors at once, if there are any.

        Raises:
            ParameterErrors: a check has failed.
        """
        if self.errors:
            raise ParameterErrors.combine(self.errors, parameters)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of an embedded board.

    Attributes:
        game: the game's id.
        position: the text of the first position, empty for the initial position of the game.
        moves: the texts of the actions from there; the last may be an ending, such as a resignation.
        at: the number of moves that the board plays at the start, None for all.
        options: the game's options.
        seed: the seed of a game from its initial position; None for the seed that all boards share.
        mode: ``SHOW_MODE``, ``PLAY_MODE`` or ``FIND_MODE``.
        accept: in ``FIND_MODE`` the accepted answers, each a sequence of actions.
        goal: in ``FIND_MODE`` one of ``GOALS``.
        ask: in ``FIND_MODE`` the text of the task, with a lesson the text under the poster.
        hint: in ``FIND_MODE`` the hint after two wrong answers, empty for the default hint.
        praise: in ``FIND_MODE`` the text after a correct answer.
        flip: True to show the board from the other side.
        coordinates: True to number columns and rows in a game that otherwise shows no coordinates.
        controls: True to show the buttons to step, undo and start again; None to show them where they are useful.
        theme: one of ``THEMES``.
        heading: the text above the board, such as the players' names and the result.
        caption: the text under the board.
        captions: the caption in other languages, by the language code in lower case.
        marks: the marked targets, as pairs of one of ``MARK_KINDS`` and a target.
        lang: the language code, empty for the reader's language.
        lesson: the id of a lesson of the game, which provides the positions; empty for no lesson.
        step: the number of the first step to show in the lesson, from 1.
        opponent: in ``PLAY_MODE`` the level of the bot that plays all sides except one; 0 for no bot.
        seat: the number of the side that the person plays against the bot, from 1.
        hints: True if the board offers hints and threats in ``PLAY_MODE``.
        study: a study to show instead of a board: its compressed text after ``~``, or the name of a file, whose text
            the frame or the host page sends; may be empty.
        chapter: the number of the first chapter to show in the study, from 1.
        start: the number of actions to play at the start in the chapter's main line.
        background: the colour behind the board and its texts: one colour, or two separated by ``|`` for light and dark
            mode; "transparent" for no colour, empty for the default.
        color: the colour of texts, in the same form.
        accent: the colour of buttons and praise, in the same form.
        font: the font families, in CSS syntax.
        radius: the radius of corners, in CSS syntax.
        poster: the compressed picture that a plain frame, without embed.js, shows before it starts.
        width: the maximum width of a plain frame's content in CSS pixels, None for the width of the frame.
        autostart: True if a plain frame starts before the reader touches it.
        host: the only origin whose messages the board accepts; empty for any origin.
    """

    game: str
    position: str = ""
    moves: tuple[str, ...] = ()
    at: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    mode: str = SHOW_MODE
    accept: tuple[tuple[str, ...], ...] = ()
    goal: str = LINE_GOAL
    ask: str = ""
    hint: str = ""
    praise: str = ""
    flip: bool = False
    coordinates: bool = False
    controls: bool | None = None
    theme: str = "system"
    heading: str = ""
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
    width: int | None = None
    autostart: bool = False
    host: str = ""

    @property
    def language(self) -> str:
        """The language of the texts: ``lang`` if available ("fr" for "fr-CA"), or "system" for the reader's own."""
        codes = (code for code in (self.lang, self.lang.partition("-")[0]) if code in LANGUAGES)
        return next(codes, "system")

    @property
    def selected(self) -> tuple[str, ...]:
        """The targets that are selected at the start."""
        return tuple(target for kind, target in self.marks if kind == "taken")

    @property
    def look(self) -> dict[str, str]:
        """The parameters of the appearance that differ from the default, by name."""
        parts = (self.background, self.color, self.accent, self.font, self.radius)
        return {name: value for name, value in zip(LOOK_NAMES, parts, strict=True) if value}

    def has_same_board(self, other: Parameters) -> bool:
        """Return True if ``other`` differs from these parameters only in ``DISPLAY_NAMES``."""
        return self.with_display(other) == other

    def with_display(self, other: Parameters) -> Parameters:
        """Return a copy of the parameters with the values of ``DISPLAY_NAMES`` in ``other``."""
        return replace(self, **{name: getattr(other, name) for name in DISPLAY_NAMES})

    def study_text(self) -> str:
        """Decompress and return the text of the study in the address; return an empty string without one.

        Raises:
            ParameterError: the compressed text is damaged or too long.
        """
        if not self.study.startswith(COMPRESSED_PREFIX):
            return ""
        try:
            return decompress(self.study.removeprefix(COMPRESSED_PREFIX), MAX_ADDRESS_LENGTH)
        except RuleboardError as error:
            raise ParameterError(error.what, where="study", expected=error.expected) from error

    def caption_in(self, languages: Collection[str]) -> str:
        """Return the caption in the reader's language, or the default caption if there is no such translation.

        Args:
            languages: the codes of the reader's languages, the preferred one first; ``lang`` overrides them.
        """
        for code in (self.lang, *(() if self.lang else languages)):
            for tag in (code.lower(), code.lower().partition("-")[0]):
                if tag in self.captions:
                    return self.captions[tag]
        return self.caption


def parse_fragment(fragment: str) -> Parameters:
    """Parse a URL fragment: percent-encoded ``name=value`` pairs separated by ``&``.

    Args:
        fragment: the fragment, with or without ``#``.

    Raises:
        ParameterError: a parameter is unknown, repeated, missing or invalid. The error names all of these.
    """
    if len(fragment) > MAX_ADDRESS_LENGTH + MAX_POSTER_LENGTH:
        raise _create_length_error()
    parts = [part for part in fragment.removeprefix("#").split("&") if part]
    if sum(len(part) + 1 for part in parts if not part.startswith("poster=")) > MAX_ADDRESS_LENGTH:
        raise _create_length_error()
    pairs: list[tuple[str, str]] = []
    errors: list[ParameterError] = []
    for part in parts:
        encoded_name, equals_sign, value = part.partition("=")
        name = unquote(encoded_name)
        if equals_sign or name in ("flip", "coordinates", "controls", "hints", "autostart"):
            pairs.append((name, unquote(value)))
        else:
            errors.append(ParameterError(_("the value is missing"), where=_escape_name(name), expected=_("name=value")))
    return _parse_pairs(pairs, errors)


def _create_length_error() -> ParameterError:
    return ParameterError(
        _("the address is too long"), expected=_("at most {n} characters").format(n=MAX_ADDRESS_LENGTH)
    )


def parse_parameters(values: Mapping[str, object]) -> Parameters:
    """Validate the parameters in a message.

    Args:
        values: the parameters by name; each value must be a string, an integer, True or False.

    Raises:
        ParameterError: see ``parse_fragment``.
    """
    texts: list[tuple[str, str]] = []
    errors: list[ParameterError] = []
    for name, value in values.items():
        if isinstance(value, str | int):
            texts.append((name, value if isinstance(value, str) else json.dumps(value)))
        else:
            errors.append(ParameterError(_("it isn’t text"), where=_escape_name(name), expected=_("any text")))
    if sum(len(value) for _name, value in texts) > MAX_ADDRESS_LENGTH:
        raise ParameterError(_("it’s too long"), expected=_("at most {n} characters").format(n=MAX_ADDRESS_LENGTH))
    return _parse_pairs(texts, errors)


def parse_look(values: Mapping[str, object]) -> dict[str, str]:
    """Validate the parameters of the appearance in a message.

    Raises:
        ParameterError: see ``parse_fragment``.
    """
    return parse_parameters({"game": next(iter(GAMES)), **values}).look


def format_fragment(parameters: Parameters) -> str:
    """Format parameters as a URL fragment without ``#``, which ``parse_fragment`` can parse."""
    return format_parameters(parameter_texts(parameters))


def parameter_texts(parameters: Parameters) -> dict[str, str]:
    """Return the texts of the parameters that differ from their defaults, by name; see ``parse_parameters``."""
    defaults = Parameters(game="")
    texts = (
        (name, parameter.format(getattr(parameters, name)), parameter.format(getattr(defaults, name)))
        for name, parameter in _PARAMETERS.items()
    )
    captions = ((f"{CAPTION_PREFIX}{code}", text, "") for code, text in parameters.captions.items())
    return {name: text for name, text, default in (*texts, *captions) if text != default}


def with_position(parameters: Parameters, changes: Mapping[str, object]) -> Parameters:
    """Replace the position or the moves in parameters, and remove the marks.

    Args:
        parameters: the parameters to change.
        changes: ``position``, ``moves``, ``at`` and ``options`` as texts, by name. If ``options`` is missing,
            the options stay; the other parameters get their defaults.

    Raises:
        ParameterError: see ``parse_fragment``.
    """
    new_parameters = parse_parameters({"game": parameters.game, **changes})
    options = new_parameters.options if "options" in changes else parameters.options
    return replace(
        parameters,
        position=new_parameters.position,
        moves=new_parameters.moves,
        at=new_parameters.at,
        options=options,
        marks=(),
    )


def _parse_pairs(pairs: Iterable[tuple[str, str]], errors: Iterable[ParameterError] = ()) -> Parameters:
    """Parse pairs of parameter names and values.

    Args:
        pairs: the pairs.
        errors: the errors in pairs that the caller could not parse.

    Raises:
        ParameterErrors: a parameter is unknown, repeated, missing or invalid.
    """
    parameters = Parameters(game="")
    collector = ErrorCollector(errors)
    names: list[str] = []
    for name, text in pairs:
        with collector.check():
            parameters = _add_value(parameters, name, text, names)
        names.append(name)
    unclear = collector.unclear_names()
    if not (parameters.game or parameters.study or unclear & {"game", "study"}):
        collector.errors.append(
            ParameterError(_("it’s missing"), where="game", expected=_("one of {names}").format(names=", ".join(GAMES)))
        )
    board_names = [name for name in names if name in _PARAMETERS]
    collector.errors += _find_study_errors(parameters, board_names, unclear)
    collector.errors += _find_lesson_errors(parameters, board_names, unclear)
    if not (parameters.study or parameters.lesson or "mode" in unclear):
        collector.errors += _find_task_errors(parameters, unclear)
        collector.errors += _find_opponent_errors(parameters, board_names, unclear)
    collector.raise_all(parameters)
    return parameters


def _add_value(parameters: Parameters, name: str, text: str, names: Collection[str]) -> Parameters:
    """Return the parameters with the value of one more parameter.

    Args:
        parameters: the parameters so far.
        name: the name of the parameter.
        text: its text.
        names: the names of the parameters so far.

    Raises:
        ParameterError: the parameter is unknown, repeated or invalid.
    """
    if _is_caption(name):
        code = name.removeprefix(CAPTION_PREFIX).lower()
        if code in parameters.captions:
            raise ParameterError(_("it appears twice"), where=name)
        return replace(parameters, captions={**parameters.captions, code: _parse_text(name, _clean_text(text))})
    if name not in _PARAMETERS:
        expected = _("one of {names}").format(names=", ".join(_PARAMETERS))
        raise ParameterError(_("there’s no such parameter"), where=_escape_name(name), expected=expected)
    parameters = _PARAMETERS[name].read(parameters, name, _clean_text(text))
    if name in names and not _PARAMETERS[name].is_repeatable:
        raise ParameterError(_("it appears twice"), where=name)
    return parameters


def _is_caption(name: str) -> bool:
    """Return True if a parameter is a caption in a language, such as ``caption-fr``."""
    return name.startswith(CAPTION_PREFIX) and bool(_LANGUAGE_PATTERN.fullmatch(name.removeprefix(CAPTION_PREFIX)))


def _find_task_errors(parameters: Parameters, unclear_names: Collection[str]) -> Iterator[ParameterError]:
    """Yield an error if ``FIND_MODE`` has no accepted answer, and for each parameter of a task in another mode.

    Args:
        parameters: the parameters.
        unclear_names: the names of parameters whose values are unknown because of errors.
    """
    if parameters.mode == FIND_MODE:
        if not parameters.accept and "accept" not in unclear_names:
            message = _("the right move is missing")
            yield ParameterError(message, where="accept", expected=_("an action of the game"))
        return
    task = {
        "accept": parameters.accept,
        "goal": parameters.goal if parameters.goal != LINE_GOAL else "",
        "ask": parameters.ask,
        "hint": parameters.hint,
        "praise": parameters.praise,
    }
    for name, value in task.items():
        if value:
            yield ParameterError(_("this board has no move to find"), where=name, expected="mode=find")


LESSON_CONFLICTS = (
    *("position", "moves", "at", "options", "seed", "mode", "accept", "goal", "hint", "praise"),
    *("flip", "marks", "opponent", "seat", "hints"),
)
"""The parameters that a lesson sets itself."""


def _find_opponent_errors(
    parameters: Parameters, names: Collection[str], unclear_names: Collection[str]
) -> Iterator[ParameterError]:
    """Yield an error for an opponent or hints unless the mode is ``PLAY_MODE``, and for a seat without an opponent."""
    for name, is_given in (("opponent", parameters.opponent > 0), ("hints", parameters.hints)):
        if is_given and parameters.mode != PLAY_MODE:
            yield ParameterError(
                _("this parameter needs a board that you can play on"), where=name, expected="mode=play"
            )
    if "seat" in names and not parameters.opponent and "opponent" not in unclear_names:
        yield ParameterError(_("this parameter needs an opponent"), where="seat", expected="opponent=1")


STUDY_PARAMETERS = (
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
        "width",
    ),
    *LOOK_NAMES,
)


def _find_study_errors(
    parameters: Parameters, names: Collection[str], unclear_names: Collection[str]
) -> Iterator[ParameterError]:
    """Yield an error for each parameter that conflicts with a study, and for a chapter or a start without one."""
    for name in names:
        if parameters.study and name not in STUDY_PARAMETERS:
            yield ParameterError(
                _("this parameter doesn’t work with a study"), where=name, expected=_("the study alone")
            )
        if not parameters.study and name in ("chapter", "start") and "study" not in unclear_names:
            yield ParameterError(_("this parameter needs a study"), where=name, expected="study")


def _find_lesson_errors(
    parameters: Parameters, names: Collection[str], unclear_names: Collection[str]
) -> Iterator[ParameterError]:
    """Yield an error for an unknown lesson, and for each parameter that conflicts with it."""
    if not parameters.lesson:
        if "step" in names and "lesson" not in unclear_names:
            yield ParameterError(_("this parameter needs a lesson"), where="step")
        return
    for name in LESSON_CONFLICTS:
        if name in names:
            yield ParameterError(
                _("this parameter doesn’t work with a lesson"), where=name, expected=_("the lesson alone")
            )
    lesson_ids = [lesson.id for lesson in course(parameters.game)] if parameters.game else [parameters.lesson]
    if parameters.lesson not in lesson_ids:
        message = _("there’s no lesson {name}").format(name=repr(parameters.lesson[:30]))
        example = ", ".join(lesson_ids)
        yield ParameterError(message, where="lesson", expected=_("one of {names}").format(names=example))


def _escape_name(name: str) -> str:
    """Escape and shorten the name of an unknown parameter for an error."""
    return repr(name[:30])[1:-1] or "?"


def _clean_text(text: str) -> str:
    """Remove control characters and lone surrogates from a text."""
    return "".join(letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff").strip()


# --- reading and writing of single values ----------------------------------------------------------------------------


def _parse_text(name: str, text: str) -> str:
    text = clean_name(text)
    if len(text) > MAX_TEXT_LENGTH:
        raise ParameterError(
            _("it’s too long"), where=name, expected=_("at most {n} characters").format(n=MAX_TEXT_LENGTH)
        )
    return text


def _parse_study(name: str, text: str) -> str:
    return text if text.startswith(COMPRESSED_PREFIX) else _parse_text(name, text)


def _parse_choice(choices: Collection[str], name: str, text: str) -> str:
    if text not in choices:
        message = _("there’s no {value}").format(value=repr(text[:30]))
        raise ParameterError(message, where=name, expected=_("one of {names}").format(names=", ".join(choices)))
    return text


def _parse_flag(name: str, text: str) -> bool:
    if text not in (*_TRUE_TEXTS, *_FALSE_TEXTS):
        message = _("{value} is neither yes nor no").format(value=repr(text[:30]))
        raise ParameterError(message, where=name, expected=_("yes or no"))
    return text in _TRUE_TEXTS


def _format_flag(value: bool | None) -> str:
    return "" if value is None else _TRUE_TEXTS[0] if value else _FALSE_TEXTS[0]


def _create_number_parser(
    error: str, expected: str, minimum: int = 0, maximum: int = MAX_NUMBER
) -> Callable[[str, str], int]:
    """Return a parser of integers within a range.

    Args:
        error: the error message, with ``{value}`` as a placeholder for the invalid text.
        expected: a description of valid numbers.
        minimum: the smallest valid number.
        maximum: the largest valid number.
    """

    def parse(name: str, text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
        if not is_number or not minimum <= int(text) <= maximum:
            raise ParameterError(_(error).format(value=repr(text[:30])), where=name, expected=_(expected))
        return int(text)

    return parse


def _format_number(value: int | None) -> str:
    return "" if value is None else str(value)


def _parse_pattern(pattern: re.Pattern[str], example: str, name: str, text: str) -> str:
    if not pattern.fullmatch(text):
        message = _("{value} can’t be read").format(value=repr(text[:30]))
        raise ParameterError(message, where=name, expected=_("such as {example}").format(example=example))
    return text


def _parse_look_value(parse: Callable[[str], str], name: str, text: str) -> str:
    """Parse a parameter of the appearance with a function from ``look``; return an empty string unchanged."""
    try:
        return parse(text) if text else ""
    except look.LookError as error:
        raise ParameterError(error.what, where=name, expected=error.expected) from error


def _parse_moves(text: str) -> tuple[str, ...]:
    try:
        return tuple(map(_clean_text, parse_moves(text)))
    except RuleboardError as error:
        raise ParameterError(error.what, where="moves", expected=error.expected) from error


def _parse_options(text: str) -> dict[str, str]:
    if text.startswith("{"):
        texts = decode_texts(text)
        if texts is None:
            raise ParameterError(
                _("Ruleboard can’t read this"), where="options", expected=_("a JSON object with text values")
            )
        return {_clean_text(option): _clean_text(value) for option, value in texts.items()}
    options: dict[str, str] = {}
    for part in parse_line(text):
        option, colon, value = part.partition(":")
        if not colon:
            message = _("the value of {text} is missing").format(text=repr(part[:30]))
            raise ParameterError(
                message, where="options", expected=_("option:value pairs with semicolons between them")
            )
        options[option.strip()] = value.strip()
    return options


def _parse_marks(text: str) -> tuple[tuple[str, str], ...]:
    marks = []
    for part in parse_line(text):
        kind, colon, target = part.partition(":")
        has_valid_kind = colon and kind in MARK_KINDS and target.strip()
        marks.append((kind, target.strip()) if has_valid_kind else (MARK_KINDS[0], part))
    return tuple(marks)


# --- the parameters by name ------------------------------------------------------------------------------------------


class _Parameter(NamedTuple):
    """The parser and the formatter of one parameter. Its value is the attribute of ``Parameters`` with its name.

    Attributes:
        parse: returns the value for the name of the parameter and a text; raises ``ParameterError`` for an invalid one.
        format: returns a value as text.
        is_repeatable: True if a fragment may repeat the parameter. The value is a tuple of all items.
    """

    parse: Callable[[str, str], Any]
    format: Callable[[Any], str] = str
    is_repeatable: bool = False

    def read(self, parameters: Parameters, name: str, text: str) -> Parameters:
        """Return the parameters with the value from a text."""
        value = self.parse(name, text)
        if self.is_repeatable:
            value = (*getattr(parameters, name), *value)
        return replace(parameters, **{name: value})


_FLAG_PARAMETER = _Parameter(_parse_flag, _format_flag)
_TEXT_PARAMETER = _Parameter(_parse_text)
_MOVE_COUNT_PARAMETER = _Parameter(
    _create_number_parser(N_("{value} isn’t a number of moves"), N_("a number that is 0 or more")), _format_number
)
_COLORS_PARAMETER = _Parameter(partial(_parse_look_value, look.parse_colors))

_PARAMETERS: Mapping[str, _Parameter] = {
    "game": _Parameter(partial(_parse_choice, GAMES)),
    "position": _Parameter(lambda _name, text: decode_position(text), encode_position),
    "moves": _Parameter(lambda _name, text: _parse_moves(text), format_moves),
    "at": _MOVE_COUNT_PARAMETER,
    "options": _Parameter(lambda _name, text: _parse_options(text), format_options),
    "seed": _Parameter(
        _create_number_parser(N_("{value} isn’t a seed"), N_("a number that is 0 or more"), maximum=10**MAX_DIGITS - 1),
        _format_number,
    ),
    "mode": _Parameter(partial(_parse_choice, MODES)),
    "accept": _Parameter(
        lambda _name, text: parse_answers(text),
        lambda answers: "|".join(";".join(line) for line in answers),
        is_repeatable=True,
    ),
    "goal": _Parameter(partial(_parse_choice, GOALS)),
    "ask": _TEXT_PARAMETER,
    "hint": _TEXT_PARAMETER,
    "praise": _TEXT_PARAMETER,
    "flip": _FLAG_PARAMETER,
    "coordinates": _FLAG_PARAMETER,
    "controls": _FLAG_PARAMETER,
    "theme": _Parameter(partial(_parse_choice, THEMES)),
    "heading": _TEXT_PARAMETER,
    "caption": _TEXT_PARAMETER,
    "marks": _Parameter(
        lambda _name, text: _parse_marks(text), lambda marks: ";".join(f"{kind}:{target}" for kind, target in marks)
    ),
    "lang": _Parameter(partial(_parse_pattern, _LANGUAGE_PATTERN, "en")),
    "lesson": _TEXT_PARAMETER,
    "step": _Parameter(_create_number_parser(N_("{value} isn’t a step number"), N_("a number that is 1 or more"), 1)),
    "opponent": _Parameter(
        _create_number_parser(
            N_("{value} isn’t an opponent level"), N_("a number from 1 to 5"), min(LEVELS), max(LEVELS)
        )
    ),
    "seat": _Parameter(_create_number_parser(N_("{value} isn’t a side number"), N_("a number that is 1 or more"), 1)),
    "hints": _FLAG_PARAMETER,
    "study": _Parameter(_parse_study),
    "chapter": _Parameter(
        _create_number_parser(N_("{value} isn’t a chapter number"), N_("a number that is 1 or more"), 1)
    ),
    "start": _MOVE_COUNT_PARAMETER,
    "background": _COLORS_PARAMETER,
    "color": _COLORS_PARAMETER,
    "accent": _COLORS_PARAMETER,
    "font": _Parameter(partial(_parse_look_value, look.parse_fonts)),
    "radius": _Parameter(partial(_parse_look_value, look.parse_radius)),
    # Only the frame's script (embed_frame.js) uses these two: it shows the poster before a plain frame starts.
    "poster": _Parameter(lambda _name, text: text),
    "width": _Parameter(
        _create_number_parser(N_("{value} isn’t a number of pixels"), N_("a number that is 1 or more"), 1),
        _format_number,
    ),
    "autostart": _FLAG_PARAMETER,
    "host": _Parameter(partial(_parse_pattern, _ORIGIN_PATTERN, "https://example.org")),
}
