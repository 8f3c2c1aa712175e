"""The state of the share dialog, and the links, HTML, pictures and texts that it offers.

All of them contain only public states, so that they reveal nothing hidden.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Final

from ruleboard import diagram
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import last_hidden_player
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import ShareMessage
from ruleboard.app.routes import MAX_ADDRESS_LENGTH, Route, format_route
from ruleboard.app.ui.board_choices import BOARD_FIELDS, BOARD_WIDTHS, BoardChoices
from ruleboard.app.ui.board_lines import (
    MIN_WIDTH_OF_COLUMNS,
    board_lines,
    caption_height,
    frame_address,
    frame_line,
    frame_source,
    poster,
)
from ruleboard.app.ui.choices import Form, LineField, RadioField, SwitchField
from ruleboard.app.ui.names import game_title, player_names
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game_link import contains_hidden_information, format_game_link, format_moves
from ruleboard.engine.move_text import parse_answers
from ruleboard.engine.options import format_options, new_record_options
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import N_, _
from ruleboard.learning.problems import has_won, play_turn
from ruleboard.links import encode_position, state_from_link, state_to_link
from ruleboard.opponents import OPPONENTS
from ruleboard.registry import GAMES, NOTATIONS, VIEWS
from ruleboard.scene.css import StyleSheet
from ruleboard.scene.marks import Marks, Path
from ruleboard.scene.node import Node, el
from ruleboard.scene.posters import data_url
from ruleboard.wording import clean_name, sentence

SECTIONS: Final = ("picture", "link", "embed", "text")
PICTURE_WIDTHS: Final = (600, 1200, 2400)
"""Widths of pictures, in pixels."""
_MAX_SEATS: Final = 4
"""The maximum number of sides of a game."""
_SIZE_PATTERN: Final = re.compile(r"([0-9]{1,5})x([0-9]{1,5})", re.ASCII)
"""The width and height of a preview, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class ShareChoices(BoardChoices):
    """The choices in the share dialog.

    Attributes:
        section: the current section, one of ``SECTIONS``.
        site: the URL of the page without its fragment.
        can_share: True if the device offers to share a link.
        title: the text above the board in a picture.
        coordinates: True if a picture has coordinates around the board. A board in another page then also has
            coordinates, if the game makes them optional.
        last_move: True if the board marks the last move.
        for_print: True if a picture is black and white.
        picture_width: the width of a picture, in pixels.
        scope: the part of the game on the board in another page, "position" or "game".
        start_point: the position at which the other page opens a whole game, "start" or "here".
        form: the HTML of the board there, "element" (``<rule-board>``) or "frame" (a plain ``<iframe>``).
        mode: the use of the board by readers of the other page, "show", "play" or "find".
        heading: the text above a whole game in the other page; None for the players' names and, where readers only
            look at the game, the result.
        marks: the targets to highlight there, separated by semicolons, each optionally with a kind before it.
        poster: True if the other page shows a picture until the board starts.
        ask: the task for readers, in the mode "find".
        accept: the accepted answers, in the mode "find". Semicolons separate the actions of an answer, and ``|``
            separates answers.
        goal: the goal of the task, "line" for exactly the accepted answers, "position" for every way to the same
            position, "win" for every turn that wins; empty for "win" if all answers win, else "line".
        hint: the hint there; empty for the board's own hint.
        praise: the text there after a correct answer; may be empty.
        opponent: the level of the bot that plays all sides except one there, in the mode "play"; 0 for no bot.
        seat: the number of the side that the reader plays against the bot, from 1; 0 for the side to move.
        hints: True if the board offers hints and threats there, in the mode "play".
        embed_width: the width of the board in the other page, in CSS pixels.
        embed_height: the measured height of the preview, in CSS pixels; 0 before the measurement.
        picture: the picture as an SVG file; empty until it is drawn.
    """

    section: str = SECTIONS[0]
    site: str = ""
    can_share: bool = False
    title: str = ""
    coordinates: bool = field(default=True, kw_only=True)
    last_move: bool = True
    for_print: bool = False
    picture_width: int = PICTURE_WIDTHS[1]
    scope: str = "position"
    start_point: str = "start"
    form: str = "element"
    mode: str = "show"
    heading: str | None = None
    marks: str = ""
    poster: bool = True
    ask: str = ""
    accept: str = ""
    goal: str = ""
    hint: str = ""
    praise: str = ""
    opponent: int = 0
    seat: int = 0
    hints: bool = False
    embed_width: int = BOARD_WIDTHS[1]
    embed_height: int = 0
    picture: str = ""

    @property
    def is_hosted(self) -> bool:
        """True if the app is on a web server, where other people can reach it."""
        return self.site.startswith(("https://", "http://"))


@dataclass(frozen=True, slots=True)
class ShareDialog:
    """The share dialog of a table.

    Attributes:
        table: the game.
        share_choices: the choices, None while the dialog is closed.
        print_content: the content of the printed page: empty for the page itself, "record" for the moves, or the text
            of an SVG file.
    """

    table: Table
    share_choices: ShareChoices | None = None
    print_content: str = ""


def initial_choices(table: Table, site: str, can_share: bool) -> ShareChoices:
    """Return the initial choices of the dialog, with the game's title, and the next move as the answer to a task."""
    timeline = _table_at_expressible_position(table).viewed_timeline
    next_action = timeline.entries[timeline.ply] if timeline.ply < len(timeline.entries) else None
    answer = ""
    if isinstance(next_action, Action) and not timeline.is_hidden():
        answer = timeline.game.format_action(timeline.state, next_action)
    title = timeline.record.meta.get("title", "")
    shares_whole_game = table.viewed_timeline.outcome is not None and not game_error(table)
    scope = "game" if shares_whole_game else "position"
    coordinates = not has_optional_coordinates(table)
    return ShareChoices(
        site=site,
        can_share=can_share,
        title=title,
        coordinates=coordinates,
        scope=scope,
        accept=answer,
        is_flipped=table.display.is_flipped,
    )


def chosen_heading(table: Table, share_choices: ShareChoices) -> str:
    """Return the author's text above a whole game, or its title or names, with the result if readers cannot play."""
    if share_choices.heading is not None:
        return share_choices.heading
    title, outcome = clean_name(game_title(table.timeline.record)), table.timeline.outcome
    if outcome is None or share_choices.mode != "show":
        return title
    return _("{title} · {status}").format(title=title, status=outcome.reason)


def chosen_seat(table: Table, share_choices: ShareChoices) -> int:
    """Return the number of the reader's side against a bot: the author's choice, or the side to move."""
    timeline = embedded_table(table, share_choices).viewed_timeline
    if 0 < share_choices.seat <= len(timeline.record.players):
        return share_choices.seat
    return (timeline.to_move or 0) + 1


SHARE_FORM: Final = Form(
    ShareMessage.CHOOSE,
    "share",
    {
        "scope": RadioField(N_("Show"), {"position": N_("this position"), "game": N_("the whole game")}),
        "begin": RadioField(
            N_("Opened"), {"start": N_("at its start"), "here": N_("at the position on the board")}, "start_point"
        ),
        "mode": RadioField(
            N_("Readers can"), {"show": N_("look at it"), "play": N_("play on"), "find": N_("find a move")}
        ),
        "opponent": RadioField(
            N_("Opponent"),
            {0: N_("no opponent"), **{level: opponent.names[0] for level, opponent in OPPONENTS.items()}},
        ),
        "seat": RadioField(N_("The reader plays"), dict.fromkeys(range(1, _MAX_SEATS + 1), "")),
        "goal": RadioField(
            N_("Counts as right"),
            {
                "line": N_("exactly this answer"),
                "position": N_("any moves to the same position"),
                "win": N_("any move that wins"),
            },
        ),
        "form": RadioField(N_("Written as"), {"element": N_("a custom element"), "frame": N_("a plain iframe")}),
        "picture_width": RadioField(N_("Width in pixels"), {width: str(width) for width in PICTURE_WIDTHS}),
        "embed_width": RadioField(N_("Width in pixels"), {width: str(width) for width in BOARD_WIDTHS}),
        "hints": SwitchField(N_("Hints and threats")),
        "last_move": SwitchField(N_("Last move")),
        "for_print": SwitchField(N_("Black and white")),
        "poster": SwitchField(N_("Stays a picture until the reader starts it")),
        "title": LineField(N_("Title above the board")),
        "heading": LineField(N_("Names and result above the board")),
        "marked": LineField(N_("Squares to highlight, separated by semicolons"), "marks"),
        "ask": LineField(N_("The task, as a sentence")),
        "accept": LineField(N_("The move to find")),
        "hint": LineField(N_("Hint")),
        "praise": LineField(N_("Praise")),
        **BOARD_FIELDS,
    },
)
"""The fields of the dialog."""


def with_choice(share_choices: ShareChoices, name: str, value: str) -> ShareChoices:
    """Return the choices with a new value for one choice. Unknown names and values change nothing.

    Args:
        share_choices: the choices before the change.
        name: the name of a field, "section", or "embed_height" for the measured size of the preview.
        value: its new value; ignored for a switch, which is toggled.
    """
    match name:
        case "section" if value in SECTIONS:
            return replace(share_choices, section=value)
        case "embed_height" if size_match := _SIZE_PATTERN.fullmatch(value):
            # The preview may be narrower than the board in the other page.
            return (
                replace(share_choices, embed_height=int(size_match[2]))
                if int(size_match[1]) == share_choices.embed_width
                else share_choices
            )
        case "embed_width":
            return replace(SHARE_FORM.update(share_choices, name, value), embed_height=0)
    return SHARE_FORM.update(share_choices, name, value)


# --- links -----------------------------------------------------------------------------------------------------------


def position_route(table: Table) -> Route:
    """Return the route of the position on the board."""
    timeline = table.viewed_timeline
    return Route("from", timeline.game.id, text=state_to_link(timeline.game, timeline.state))


def position_link(table: Table, share_choices: ShareChoices) -> str:
    """Return the URL of the position on the board."""
    return share_choices.site + format_route(position_route(table))


def editor_address(table: Table) -> str:
    """Return the URL of the editor with the public view of the position on the board."""
    timeline = table.viewed_timeline
    return format_route(Route("edit", timeline.game.id, text=state_to_link(timeline.game, timeline.state)))


def game_error(table: Table) -> str:
    """Return a sentence that says why a person cannot share the whole game; empty if they can."""
    timeline = _whole_game(table)
    if not contains_hidden_information(timeline):
        return ""
    if timeline.is_hidden():
        return _("You can’t share the whole game while a player is deciding in secret.")
    return _("You can share the whole game once everything hidden has been revealed.")


def game_link(table: Table, share_choices: ShareChoices) -> str:
    """Return the URL of the whole game; empty if it is too long or would reveal hidden actions."""
    timeline = _whole_game(table)
    text = None if contains_hidden_information(timeline) else format_game_link(timeline)
    return share_choices.site + format_route(Route("game", text)) if text else ""


def game_file(table: Table) -> str:
    """Return the text of a file with the whole game, which must not contain hidden information."""
    return format_record(_whole_game(table).to_record())


def _whole_game(table: Table) -> Timeline[Any]:
    """Return the whole game without undone actions, regardless of the position on the board."""
    return table.timeline.without_undone()


def linked_record(game: str, text: str, seed: int) -> Record:
    """Create the record of a game that starts with the position in a link.

    Args:
        game: the game's id.
        text: the compressed position in the link; empty for the game's start.
        seed: the seed of the game.

    Raises:
        RuleboardError: the position is malformed or impossible.
    """
    rules = GAMES[game]
    options = new_record_options(rules.options, {})
    if not text:
        return Record(game, options, seed, ("",) * len(rules.sides(rules.initial(options, seed))))
    state = state_from_link(rules, text, seed)
    return Record(game, options, seed, ("",) * len(rules.sides(state)), start=rules.format_position(state))


# --- snippets --------------------------------------------------------------------------------------------------------


def parameters(table: Table, share_choices: ShareChoices) -> dict[str, str]:
    """Return the parameters of the embedded board by name, except those with default values."""
    values = (
        _game_parameters(table, share_choices)
        if shares_game(table, share_choices)
        else _position_parameters(table, share_choices)
    )
    if share_choices.mode == "find":
        texts = {"ask": share_choices.ask, "hint": share_choices.hint, "praise": share_choices.praise}
        goal = chosen_goal(table, share_choices)
        values |= {"accept": share_choices.accept, "goal": "" if goal == "line" else goal} | texts
    can_play = share_choices.mode == "play" and not is_over(table, share_choices)
    if can_play and share_choices.opponent:
        values |= {"opponent": str(share_choices.opponent), "seat": str(chosen_seat(table, share_choices))}
    shows_coordinates = share_choices.coordinates and has_optional_coordinates(table)
    values |= replace(share_choices, coordinates=shows_coordinates).board_attributes()
    values |= {
        "hints": "yes" if share_choices.hints and can_play else "",
        "autostart": "" if share_choices.poster else "yes",
    }
    return {name: value for name, value in values.items() if value}


def _position_parameters(table: Table, share_choices: ShareChoices) -> dict[str, str]:
    table = _table_at_expressible_position(table)
    timeline = table.viewed_timeline
    last_move_marks = (
        diagram.marks_text(timeline.game, timeline.state, _marks(table, share_choices))
        if share_choices.last_move
        else ""
    )
    return {
        "game": timeline.game.id,
        "position": state_to_link(timeline.game, timeline.state),
        "mode": share_choices.mode,
        "marks": ";".join(filter(None, (last_move_marks, share_choices.marks))),
    }


def _game_parameters(table: Table, share_choices: ShareChoices) -> dict[str, str]:
    """Return the parameters for the whole game, which must not contain hidden information."""
    timeline = _whole_game(table)
    ply = embedded_table(table, share_choices).viewed_timeline.ply
    return {
        "game": timeline.game.id,
        **_start_parameters(timeline),
        "moves": format_moves(timeline.to_record().actions),
        "at": "" if ply >= timeline.ply else str(ply),
        "heading": chosen_heading(table, share_choices),
        "mode": share_choices.mode,
        "marks": share_choices.marks,
    }


def _start_parameters(timeline: Timeline[Any]) -> dict[str, str]:
    """Return the parameters for the first position of a game. Omit parameters with a board's default values."""
    record, rules = timeline.record, timeline.game
    options = {
        option.id: record.options[option.id]
        for option in rules.options
        if option.id in record.options
        and (option.is_rule or option.legacy_default or record.options[option.id] != option.default)
    }
    has_seed = record.start is None and rules.initial(options, record.seed) != rules.initial(options, 0)
    return {
        "position": encode_position(record.start or ""),
        "options": format_options(options),
        "seed": str(record.seed) if has_seed else "",
    }


def shares_game(table: Table, share_choices: ShareChoices) -> bool:
    """Return True if the embedded board contains the whole game."""
    return share_choices.scope == "game" and not game_error(table)


def embedded_table(table: Table, share_choices: ShareChoices) -> Table:
    """Return the table at the embedded board's first position. A whole game contains no lines of a review."""
    if not shares_game(table, share_choices):
        return _table_at_expressible_position(table)
    # In the mode "find", readers find the move of the position on the board.
    if share_choices.start_point != "start" or share_choices.mode == "find" or not table.timeline.ply:
        return replace(table, display=replace(table.display, variation=()))
    return replace(
        table,
        advice=None,
        display=replace(table.display, ply=0, variation=()),
        touches=replace(table.touches, targets=(), refused_target=""),
    )


def _table_at_expressible_position(table: Table) -> Table:
    """Return the table at the last position that a text can express, such as the start of a hidden turn."""
    timeline = table.viewed_timeline
    text, ply = timeline.game.format_position(timeline.public_state()), timeline.ply
    while ply and timeline.game.format_position(timeline.public_state(ply - 1)) == text:
        ply -= 1
    if ply == timeline.ply:
        return table
    variation = table.display.variation
    count = max(0, len(variation) - (timeline.ply - ply))
    display = replace(table.display, ply=min(ply, timeline.ply - len(variation)), variation=variation[:count])
    touches = replace(table.touches, targets=(), refused_target="")
    return replace(table, advice=None, display=display, touches=touches)


def is_mid_turn(table: Table, share_choices: ShareChoices) -> bool:
    """Return True if the embedded board omits the actions of an unfinished turn that is not secret.

    An ending that is not a move, such as a resignation, belongs to no turn.
    """
    timeline, ply = table.viewed_timeline, _table_at_expressible_position(table).viewed_timeline.ply
    has_actions = any(isinstance(entry, Action) for entry in timeline.entries[ply : timeline.ply])
    return has_actions and not (shares_game(table, share_choices) or timeline.is_hidden())


def is_over(table: Table, share_choices: ShareChoices) -> bool:
    """Return True if the game is over at the position where the embedded board opens.

    A position without moves does not contain a resignation.
    """
    timeline = embedded_table(table, share_choices).viewed_timeline
    outcome = timeline.outcome if shares_game(table, share_choices) else timeline.game.outcome(timeline.state)
    return outcome is not None


def shows_moves(table: Table, share_choices: ShareChoices) -> bool:
    """Return True if the embedded board opens after moves, which readers can undo."""
    return shares_game(table, share_choices) and embedded_table(table, share_choices).viewed_timeline.ply > 0


def fits_address(table: Table, share_choices: ShareChoices) -> bool:
    """Return True if the URL of the embedded board is short enough for the app to parse it."""
    return len(_frame_address(table, share_choices)) <= MAX_ADDRESS_LENGTH


def snippet(table: Table, share_choices: ShareChoices) -> str:
    """Return the HTML that embeds the board in another page, with all texts escaped."""
    if share_choices.form == "frame":
        title = share_choices.caption or _(table.viewed_timeline.game.title)
        return frame_line(frame_url(table, share_choices), title, frame_height(table, share_choices))
    picture = data_url(share_choices.picture) if share_choices.picture else ""
    return board_lines(
        share_choices.site, board_element(table, share_choices, picture, width=str(share_choices.embed_width))
    )


def frame_url(table: Table, share_choices: ShareChoices) -> str:
    """Return the URL of a plain frame, including its poster."""
    picture = share_choices.picture if share_choices.poster else ""
    timeline = embedded_table(table, share_choices).viewed_timeline
    description = diagram.position_description(timeline.game, timeline.public_state())
    return frame_source(_frame_address(table, share_choices), share_choices.embed_width, picture, description)


def frame_height(table: Table, share_choices: ShareChoices) -> int:
    """Return the height of a plain frame in CSS pixels, as measured in the preview, or an estimate."""
    return share_choices.embed_height or estimated_height(table, share_choices)


def _frame_address(table: Table, share_choices: ShareChoices) -> str:
    return frame_address(share_choices.site, parameters(table, share_choices))


def board_element(table: Table, share_choices: ShareChoices, picture: str, **attributes: str) -> Node:
    """Return the ``<rule-board>`` element with its poster.

    Args:
        table: the game.
        share_choices: the choices.
        picture: the URL of the poster.
        attributes: additional attributes.
    """
    return el("rule-board", *_poster(table, share_choices, picture), **parameters(table, share_choices), **attributes)


def _poster(table: Table, share_choices: ShareChoices, picture: str) -> Sequence[Node | None]:
    """Return the poster, which is visible until the board starts, in print, and if scripts cannot run."""
    has_game = shares_game(table, share_choices)
    if share_choices.mode == "find":
        template = _("{game}: a move to find in Ruleboard")
    elif has_game:
        template = _("{game}: a game to look through in Ruleboard")
    elif is_over(table, share_choices):
        template = _("{game}: the end of a game in Ruleboard")
    else:
        template = _("{game}: a position to continue in Ruleboard")
    label = template.format(game=_(table.viewed_timeline.game.title))
    # The whole game would show the move to find.
    game_address = game_link(table, share_choices) if has_game and share_choices.mode != "find" else ""
    address = game_address or position_link(table, share_choices)
    timeline = embedded_table(table, share_choices).viewed_timeline
    link = poster(address, label, picture if share_choices.poster else "", timeline.game, timeline.public_state())
    texts = (
        share_choices.caption if share_choices.poster else "",
        share_choices.ask if share_choices.mode == "find" else "",
    )
    heading = chosen_heading(table, share_choices)
    return (
        el("p", text=heading) if has_game and heading else None,
        link,
        *(el("p", text=text) for text in texts if text),
    )


def estimated_height(table: Table, share_choices: ShareChoices) -> int:
    """Estimate a sufficient height for the board and the texts under it, in CSS pixels."""
    timeline = table.viewed_timeline
    view_box = VIEWS[timeline.game.id].picture(timeline.public_state(), 0, Marks()).attrs["viewBox"].split()
    has_column = share_choices.embed_width >= MIN_WIDTH_OF_COLUMNS
    width = share_choices.embed_width - (_COLUMN_WIDTH if has_column else 2 * _PADDING)
    board_height = min(_MAX_BOARD_HEIGHT, round(width * float(view_box[3]) / float(view_box[2])))
    height_below = 0 if has_column else _TEXT_HEIGHTS[share_choices.mode]
    height_below += caption_height(share_choices.caption, share_choices.embed_width)
    return board_height + height_below + 2 * _PADDING


_PADDING: Final = 8
_MAX_BOARD_HEIGHT: Final = 608
_COLUMN_WIDTH: Final = 320
_TEXT_HEIGHTS: Final = {"show": 150, "play": 190, "find": 210}
"""The height of texts and buttons under a board, by its mode."""


def file_name(table: Table) -> str:
    """Return a file name without extension for a game: the game's id and the players' names."""
    record = table.timeline.record
    return "-".join((record.game, *(re.sub(r"\W+", "", name).lower() for name in player_names(record))))


def answer_error(table: Table, share_choices: ShareChoices) -> str:
    """Return a sentence about the error in the accepted answers; empty if readers can play them."""
    timeline = embedded_table(table, share_choices).viewed_timeline
    game, state = timeline.game, timeline.public_state()
    if not parse_answers(share_choices.accept):
        legal_actions = () if is_over(table, share_choices) else game.legal_actions(state)
        if not legal_actions:
            return _("The game is already over, so there’s no move to find.")
        example = min((game.format_action(state, action) for action in legal_actions), key=len)
        return _("Enter the move that readers should find, such as {example}.").format(example=example)
    goal = chosen_goal(table, share_choices)
    for line in parse_answers(share_choices.accept):
        try:
            state_before_last = play_turn(game, state, line[:-1])
            play_turn(game, state_before_last, line[-1:])
        except RuleboardError as error:
            return sentence(str(error))
        is_own_turn = game.to_move(state_before_last) == timeline.to_move or timeline.is_hidden()
        if goal != "line" and not is_own_turn:
            return _("The side that solves the task has to play the last turn of the answer.")
    return ""


def chosen_goal(table: Table, share_choices: ShareChoices) -> str:
    """Return the goal of the task: the author's choice, else "win" if all answers win and "line" otherwise."""
    if share_choices.goal:
        return share_choices.goal
    timeline = embedded_table(table, share_choices).viewed_timeline
    game, player = timeline.game, timeline.to_move
    start, answers = timeline.public_state(), parse_answers(share_choices.accept)
    try:
        all_answers_win = all(has_won(game, play_turn(game, start, line), player) for line in answers)
    except RuleboardError:
        all_answers_win = False
    return "win" if answers and all_answers_win else "line"


def marks_from_text(table: Table, share_choices: ShareChoices, text: str) -> str:
    """Parse marks that use the displayed coordinates, and format them as the choices store them."""
    timeline = table.viewed_timeline
    return diagram.parse_displayed_marks(
        timeline.game, timeline.public_state(), text, embedded_seat(table, share_choices)
    )


def marks_as_text(table: Table, share_choices: ShareChoices) -> str:
    """Format the marks with the coordinates displayed on the preview."""
    timeline = table.viewed_timeline
    return diagram.displayed_marks(
        timeline.game, timeline.public_state(), share_choices.marks, embedded_seat(table, share_choices)
    )


def target_example(table: Table, share_choices: ShareChoices) -> str:
    """Return an example of displayed coordinates that differ from a target's name; empty if all are the same."""
    game, state = table.viewed_timeline.game, table.viewed_timeline.public_state()
    seat = embedded_seat(table, share_choices)
    targets = sorted(diagram.targets_on(game, state))
    texts = (VIEWS[game.id].displayed_name(state, target, seat) for target in targets)
    return next((text for target, text in zip(targets, texts, strict=True) if text != target), "")


def marks_error(table: Table, share_choices: ShareChoices) -> str:
    """Return a sentence about the error in the marks; empty if all their targets are on the board."""
    timeline = embedded_table(table, share_choices).viewed_timeline
    try:
        seat = embedded_seat(table, share_choices)
        diagram.parse_marks(timeline.game, timeline.public_state(), share_choices.marks, seat)
    except RuleboardError as error:
        return sentence(str(error))
    return ""


# --- pictures --------------------------------------------------------------------------------------------------------


def _marks(table: Table, share_choices: ShareChoices) -> Marks:
    marks = board_marks(table)
    if not share_choices.last_move:
        return Marks(read_only=True, result=marks.result)
    return Marks(last=marks.last, highlighted=marks.highlighted, read_only=True, result=marks.result)


def with_picture(
    table: Table, share_choices: ShareChoices, sheets: Mapping[str, StyleSheet], seat: int, paths: tuple[Path, ...]
) -> ShareChoices:
    """Return the choices with their picture.

    Args:
        table: the game.
        share_choices: the choices.
        sheets: the stylesheets by look.
        seat: the player at the bottom of the board, from 0.
        paths: the paths of the last move, which the picture shows if it marks the last move.
    """
    timeline = table.viewed_timeline
    look = diagram.PRINT if share_choices.for_print else diagram.LIGHT
    marks = replace(_marks(table, share_choices), paths=paths if share_choices.last_move else ())
    options = diagram.Diagram(
        share_choices.title, seat, marks, share_choices.coordinates, look, share_choices.picture_width
    )
    return replace(share_choices, picture=diagram.svg(timeline.game, timeline.state, sheets[look], options))


def with_poster(table: Table, share_choices: ShareChoices, sheets: Mapping[str, StyleSheet]) -> ShareChoices:
    """Return the choices with the poster of the embedded board.

    Args:
        table: the game at the position with which the board starts.
        share_choices: the choices.
        sheets: the stylesheets by look.
    """
    timeline = table.viewed_timeline
    shows_last_move = share_choices.last_move and not shares_game(table, share_choices)
    marks = _marks(table, share_choices) if shows_last_move else Marks(read_only=True, result=board_marks(table).result)
    if not marks_error(table, share_choices):
        chosen_marks = diagram.parse_marks(timeline.game, timeline.public_state(), share_choices.marks)
        marks = replace(
            chosen_marks, last=chosen_marks.last | marks.last, highlighted=chosen_marks.highlighted | marks.highlighted
        )
    options = diagram.Diagram(
        seat=embedded_seat(table, share_choices),
        marks=marks,
        coordinates=share_choices.coordinates if has_optional_coordinates(table) else None,
        width=share_choices.embed_width,
    )
    picture = diagram.poster(timeline.game, timeline.state, sheets[diagram.LIGHT], options, share_choices.theme)
    return replace(share_choices, picture=picture)


def embedded_seat(table: Table, share_choices: ShareChoices) -> int:
    """Return the player at the bottom of the embedded board, which may turn to the player to move."""
    timeline, player = embedded_table(table, share_choices).viewed_timeline, 0
    if share_choices.mode == "play" and share_choices.opponent and not is_over(table, share_choices):
        player = chosen_seat(table, share_choices) - 1
    elif share_choices.mode != "show" and VIEWS[timeline.game.id].rotates_to_mover:
        has_moves = shares_game(table, share_choices)
        player = last_hidden_player(timeline) if has_moves else (timeline.is_hidden() and timeline.to_move) or 0
    return (player + share_choices.is_flipped) % len(timeline.game.sides(timeline.state))


def has_coordinates(table: Table) -> bool:
    """Return True if the board can show coordinates."""
    return diagram.has_coordinates(table.viewed_timeline.game, table.viewed_timeline.public_state())


def has_optional_coordinates(table: Table) -> bool:
    """Return True if the board can show coordinates but hides them by default."""
    return diagram.has_optional_coordinates(table.viewed_timeline.game, table.viewed_timeline.public_state())


# --- texts -----------------------------------------------------------------------------------------------------------


def position_text(table: Table) -> str:
    """Return the position text of the public view of the board."""
    return table.viewed_timeline.game.format_position(table.viewed_timeline.public_state())


def moves_text(table: Table) -> str:
    """Return the moves so far as text, with one turn per line."""
    timeline = table.timeline
    actions = [entry for entry in timeline.entries[: timeline.ply] if isinstance(entry, Action)]
    return "\n".join(map(str, timeline.game.format_moves(timeline.states, actions)))


def actions_text(table: Table) -> str:
    """Return the moves so far in the form of the attribute ``moves``; empty if they would reveal hidden actions."""
    if game_error(table):
        return ""
    return format_moves(_whole_game(table).to_record().actions)


def actions_attributes(table: Table) -> str:
    """Return the attributes that a board needs besides ``moves`` to show the same game; may be empty.

    The result is empty if the attributes would reveal hidden information; see ``actions_text``.
    """
    if game_error(table):
        return ""
    attributes = _start_parameters(table.timeline)
    return " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items() if value)


def record_text(table: Table) -> str | None:
    """Return the whole game in its own notation or as a record, or None if it would reveal hidden actions."""
    timeline = table.timeline
    if notation := NOTATIONS.get(timeline.game.id):
        return notation.format(timeline)
    return None if game_error(table) else format_record(timeline.to_record())
