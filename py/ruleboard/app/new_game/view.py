"""The view of the page for a new game: its options, players, and start position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleboard.app import positions
from ruleboard.app.message_names import NewGameMessage, SettingsMessage
from ruleboard.app.new_game.clock_field import clock_field
from ruleboard.app.new_game.session import (
    OPPONENT_CHOICE,
    PERSONS_CHOICE,
    NewGamePage,
    opponent_level,
    padded_seats,
    person_side,
    sides,
    starting_player,
)
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.preferences import Flip
from ruleboard.app.ui.animals import animal, people
from ruleboard.app.ui.components import Shell, back_link, button, link, page_frame
from ruleboard.app.ui.fields import choice_list, radio_buttons, radio_group, seatings, text_area, text_field
from ruleboard.app.ui.thumbnails import board_at, board_at_start
from ruleboard.engine.options import Choice, Option, available_choices
from ruleboard.engine.record import MAX_NAME_LENGTH
from ruleboard.engine.seats import PERSON
from ruleboard.i18n import N_, _, ngettext
from ruleboard.learning.courses import course
from ruleboard.opponents import OPPONENTS, opponent_label, opponent_name, playing_style
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES, PACKAGES, VIEWS
from ruleboard.scene.node import Node, el

PLAYERS_OPTION = "players"
"""The id of the option with the number of players, which the page shows next to their names."""

CustomChoices = Mapping[str, tuple[Choice, ...]]
"""The custom boards and decks as choices, by the id of the option that can take them."""


_SCREEN_TITLES = {
    2: N_("Two players on this device"),
    3: N_("Three players on this device"),
    4: N_("Four players on this device"),
}


def new_game_page(
    shell: Shell, page: NewGamePage, custom_choices: CustomChoices, flip: Flip, *, offers_guided_game: bool
) -> Node:
    """Render the page for a new game.

    Args:
        shell: the parts of the page around it.
        page: its session.
        custom_choices: the custom boards and decks as choices.
        flip: the setting for the rotation of the board.
        offers_guided_game: True to offer the guided game of the course.
    """
    options = tuple(sorted(page.options.items()))
    preview = (board_at(page.game, page.start) if page.start else None) or board_at_start(page.game, options)
    return page_frame(
        shell,
        "new",
        el("div", el("div", preview, cls="plate"), _form(page, custom_choices, flip, offers_guided_game), cls="spread"),
        back=back_link(_("Games"), "#/"),
    )


def _form(page: NewGamePage, custom_choices: CustomChoices, flip: Flip, offers_guided_game: bool) -> Node:
    game = GAMES[page.game]
    return el(
        "form",
        el("h1", text=_(game.title)),
        el("p", cls="lead", text=_(VIEWS[page.game].tagline)),
        _players(page, flip, offers_guided_game),
        (
            _option_field(option, page, custom_choices.get(option.id, ()))
            for option in game.options
            if option.id != PLAYERS_OPTION and not option.is_rule and not option.legacy_default
        ),
        clock_field(page),
        (_collapsed_field(option, page) for option in game.options if option.legacy_default),
        _start_field(page),
        el(
            "div",
            link(_("Learn the game"), format_route(Route("learn", game.id)), cls="button") if course(game.id) else None,
            link(_(BOARD_EDITORS[game.id].title), format_route(Route("boards", game.id)), cls="button")
            if game.id in BOARD_EDITORS
            else None,
            cls="row",
        ),
        el(
            "div",
            el("button", cls="button primary large", type="submit", text=_("Play")),
            el("p", text=_text_without_persons(page), cls="small", role="status"),
            cls="begin",
        ),
        data_do=NewGameMessage.BEGIN,
        autocomplete="off",
        cls="setup",
    )


def _text_without_persons(page: NewGamePage) -> str:
    """Return a text about a game without persons; empty if a person plays a side."""
    seats = padded_seats(page)
    if PERSON in seats:
        return ""
    return ngettext("Just watch {n} opponent play", "Just watch {n} opponents play each other", len(seats)).format(
        n=len(seats)
    )


def _players(page: NewGamePage, flip: Flip, offers_guided_game: bool) -> Node:
    player_count_option = next((option for option in GAMES[page.game].options if option.id == PLAYERS_OPTION), None)
    has_opponent = any(padded_seats(page))
    return el(
        "fieldset",
        el("legend", text=_("Players")),
        _opponent_cards(page, has_opponent=has_opponent),
        button(_("Your first game, with tips"), NewGameMessage.START_GUIDED_GAME, cls="quiet")
        if offers_guided_game
        else None,
        _player_count(player_count_option, page) if player_count_option else None,
        *((_opponents(page), _side_choice(page)) if has_opponent else (_seating(page, flip),)),
        _names(page),
    )


def _opponent_cards(page: NewGamePage, *, has_opponent: bool) -> Node:
    """Render two large cards for choosing the opponents: persons at the same screen, or bots."""
    level = opponent_level(page)
    labels = (
        (PERSONS_CHOICE, el("span", people(), el("strong", text=_(_SCREEN_TITLES[len(sides(page))])))),
        (OPPONENT_CHOICE, el("span", animal(level), el("strong", text=_("Against the computer")))),
    )
    value = OPPONENT_CHOICE if has_opponent else PERSONS_CHOICE
    return radio_buttons(NewGameMessage.CHOOSE_COMPANY, "company", labels, value, cls="large-card")


def _opponents(page: NewGamePage) -> Node:
    """Render the choice of an opponent."""
    levels = {*padded_seats(page)} - {PERSON}
    labels = (
        (
            str(level),
            el(
                "span",
                animal(level),
                el("strong", text=opponent_name(level)),
                el("span", cls="small", text=_("Level {level}").format(level=level)),
                cls="opponent",
            ),
        )
        for level in OPPONENTS
    )
    value = str(*levels) if len(levels) == 1 else ""
    style = playing_style(PACKAGES[page.game].opponent, int(value)) if value else ""
    buttons = radio_buttons(NewGameMessage.CHOOSE_OPPONENT, "opponent", labels, value, cls="animal-card")
    return radio_group(_("Opponent"), buttons, el("p", cls="small style", text=style, role="status"), key="opponent")


def _side_choice(page: NewGamePage) -> Node:
    """Render the choice of the person's side."""
    first_player, side = starting_player(page), person_side(page)
    labels = []
    for number, name in enumerate(sides(page)):
        label = _("{side} (goes first)").format(side=_(name)) if number == first_player else _(name)
        labels.append((str(number), el("span", text=label)))
    value = "" if side is None else str(side)
    return radio_group(_("You play"), radio_buttons(NewGameMessage.CHOOSE_SIDE, "side", labels, value), key="side")


def _seating(page: NewGamePage, flip: Flip) -> Node:
    """Render the choice of how people sit at the screen."""
    labels = [(seating.value, el("span", text=label)) for seating, label in seatings(len(sides(page)))]
    return radio_group(
        _("Seating"), radio_buttons(f"{SettingsMessage.CHOOSE}.flip", "flip", labels, flip), key="seating"
    )


def _names(page: NewGamePage) -> Node:
    """Render the collapsed fields with each side's name and with the choice between a person and a bot."""
    first_player = starting_player(page)
    return el(
        "details",
        el("summary", text=_("Names and seats")),
        el(
            "div",
            (
                _player(number, _(side), page, is_first_player=number == first_player)
                for number, side in enumerate(sides(page))
            ),
            button(_("Swap sides"), NewGameMessage.EXCHANGE_SIDES, cls="quiet", picture="swap"),
            cls="names",
        ),
        cls="start",
        key="names",
    )


def _player_count(option: Option, page: NewGamePage) -> Node:
    """Render the choices for the number of players in one row, with the help for the current choice."""
    value = page.options.get(option.id, option.default)
    choices = available_choices(option, page.options)
    help_texts = [_(choice.help) for choice in choices if choice.value == value and choice.help]
    return el(
        "div",
        _option_buttons(option, value, [(choice.value, el("span", text=_(choice.title))) for choice in choices]),
        (el("p", text=help, cls="small") for help in help_texts),
        cls="count",
    )


def _start_field(page: NewGamePage) -> Node:
    """Render the field for the start position, with a link to the position editor."""
    game = GAMES[page.game]
    return el(
        "details",
        el("summary", text=_("Start from a position")),
        el("label", text=_("Position as text"), for_="start"),
        text_area(
            page.start,
            id="start",
            name="start",
            rows=2,
            data_do=NewGameMessage.SET_START,
            data_on="change",
            placeholder=game.format_position(game.initial(page.options, 0)),
            aria_describedby="start-error" if page.error else None,
            aria_invalid="true" if page.error else None,
        ),
        # The error stands below the field. Above it, it would move the button when it appears or disappears.
        el("p", cls="error", id="start-error", role="alert", text=page.error) if page.error else None,
        button(_("Open it"), NewGameMessage.OPEN_ELSEWHERE)
        if page.error and positions.is_misplaced(page.game, page.start)
        else None,
        link(_("Set up a position"), format_route(Route("edit", page.game, text=page.start)), cls="button")
        if page.game in EDITORS
        else None,
        open=bool(page.start),
        cls="start",
    )


def _option_field(option: Option, page: NewGamePage, custom_choices: tuple[Choice, ...]) -> Node:
    value = page.options.get(option.id, option.default)
    labels = _choice_labels((*_translated_choices(option, page), *custom_choices))
    return radio_group(_(option.title), _option_buttons(option, value, labels, cls="choice"), key=option.id)


def _option_buttons(option: Option, value: str, labels: Iterable[tuple[str, Node]], *, cls: str = "segment") -> Node:
    return radio_buttons(f"{NewGameMessage.CHOOSE_OPTION}.{option.id}", f"option-{option.id}", labels, value, cls=cls)


def _collapsed_field(option: Option, page: NewGamePage) -> Node:
    """Render the collapsed field of an advanced option. Choices that exist only for older games are collapsed, too."""
    value = page.options.get(option.id, option.default)
    title = next(_(choice.title) for choice in option.choices if choice.value == value)
    default_choice, *older_choices = _choice_labels(_translated_choices(option, page))
    return el(
        "details",
        el("summary", text=_("{option}: {choice}").format(option=_(option.title), choice=title)),
        _option_buttons(option, value, [default_choice], cls="choice"),
        el(
            "details",
            el("summary", text=_("From older games")),
            _option_buttons(option, value, older_choices, cls="choice"),
            open=value != option.default,
            key="older",
        ),
        key=f"folded-{option.id}",
        cls="start",
    )


def _translated_choices(option: Option, page: NewGamePage) -> Iterable[Choice]:
    """Yield the available choices of an option in the language of the page."""
    for choice in available_choices(option, page.options):
        yield Choice(choice.value, _(choice.title), _(choice.help))


def _choice_labels(choices: Iterable[Choice]) -> list[tuple[str, Node]]:
    """Return the values of choices with their titles and explanations as labels."""
    return [
        (
            choice.value,
            el(
                "span",
                el("strong", text=choice.title),
                el("span", cls="small", text=choice.help) if choice.help else None,
            ),
        )
        for choice in choices
    ]


def _player(player: int, side: str, page: NewGamePage, *, is_first_player: bool) -> Node:
    """Render the fields of a player: person or bot, and the name or the bot's level."""
    seat, name = padded_seats(page)[player], f"name-{player}"
    label = _("{side} (goes first)").format(side=side) if is_first_player else side
    return el(
        "div",
        el("span", text=label)
        if seat
        else text_field(
            label,
            page.names[player] if player < len(page.names) else "",
            MAX_NAME_LENGTH,
            name=name,
            placeholder=side,
            data_do=f"{NewGameMessage.SET_NAME}.{player}",
            data_on="change",
            key=name,
        ),
        choice_list(
            _("Who plays {side}").format(side=side),
            f"{NewGameMessage.SET_SEAT}.{player}",
            str(seat),
            [("0", _("A person")), *((str(level), opponent_label(level)) for level in OPPONENTS)],
        ),
        el("p", cls="small", text=playing_style(PACKAGES[page.game].opponent, seat)) if seat else None,
        cls="seat",
        key=f"seat-{player}",
    )
