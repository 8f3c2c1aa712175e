"""Updates of the page for a new game: options, names, seats, clock, and the start of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ImportFiles, ScrollTarget, StartGame
from ruleboard.app.first_game import start_first_game
from ruleboard.app.message_names import NewGameMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler, session_handler
from ruleboard.app.new_game import clock_field
from ruleboard.app.new_game import session as sessions
from ruleboard.app.new_game.session import OPPONENT_CHOICE, PERSONS_CHOICE, NewGamePage
from ruleboard.app.storage.imports import POSITION_FIELD, FileText
from ruleboard.app.ui.forms import form_values, is_number, names_in_form
from ruleboard.engine.clock import Clock
from ruleboard.engine.record import Record
from ruleboard.i18n import _
from ruleboard.registry import GAMES


def _choose_option(page: NewGamePage, message: Input, context: Context, _services: Services) -> Update[NewGamePage]:
    """Choose a value of an option, and announce other options that change as a result."""
    new_page = sessions.check_start(sessions.with_option(page, message.argument, message.value))
    requested_options = {**page.options, message.argument: message.value}
    update = Update(new_page, context.shared)
    for text in _changed_options(new_page, requested_options):
        update = update.with_announcement(text)
    return update


def _changed_options(page: NewGamePage, requested_options: Mapping[str, str]) -> Iterator[str]:
    """Yield an announcement for each option whose value is not the requested one."""
    for option in GAMES[page.game].options:
        value = page.options.get(option.id)
        if value != requested_options.get(option.id):
            title = next(choice.title for choice in option.choices if choice.value == value)
            yield _("{option}: {choice}").format(option=_(option.title), choice=_(title))


def _with_name(page: NewGamePage, message: Input) -> NewGamePage:
    if not is_number(message.argument):
        return page
    return sessions.check_start(sessions.with_name(page, int(message.argument), message.value))


def _with_seat(page: NewGamePage, message: Input) -> NewGamePage:
    """Let a person or a bot play a side."""
    if not is_number(message.argument) or not is_number(message.value):
        return page
    return sessions.with_seat(page, int(message.argument), int(message.value))


def _with_persons_or_opponent(page: NewGamePage, message: Input) -> NewGamePage:
    """Let either persons play all sides, or one person play against bots."""
    if message.value == PERSONS_CHOICE:
        return sessions.with_persons(page)
    return sessions.with_opponent(page, page.level) if message.value == OPPONENT_CHOICE else page


def _start_game(page: NewGamePage, message: Input, context: Context, services: Services) -> Update[NewGamePage]:
    """Start the game, whose page replaces this one in the browser's history.

    Otherwise going back would show an empty form, and the game would seem lost.
    """
    form = form_values(message.value)
    page = sessions.with_start(page, form.get("start", ""))
    seats = sessions.padded_seats(page)
    form_names = names_in_form(form, len(seats))
    # A bot has no field for its name. The page remembers the name of the person who may sit there again.
    player_names = tuple(
        stored_name if seat else form_name
        for stored_name, form_name, seat in zip(sessions.padded_names(page), form_names, seats, strict=True)
    )
    page = replace(page, names=player_names)
    if page.error:
        return Update(page, context.shared).with_announcement(page.error).with_reveals(ScrollTarget.START_FIELD)
    players = tuple("" if seat else name for name, seat in zip(player_names, seats, strict=True))
    record_seats = seats if any(seats) else ()
    seed = services.device.seed()
    start = sessions.redealt_start(page, seed) if page.start else None
    record = Record(page.game, page.options, seed, players, start=start, seats=record_seats)
    if page.clock and not all(seats):  # Bots among themselves need no clock.
        record = replace(record, clock=Clock(page.clock))
    settings = replace(context.settings, names=player_names, seats=seats)
    settings = settings.with_new_game(page.game, sessions.game_choices(page))
    return Update(page, context.shared, (StartGame(record, replace=True),)).with_settings(settings)


def _start_guided_game(page: NewGamePage, _message: Input, context: Context, services: Services) -> Update[NewGamePage]:
    return start_first_game(page, page.game, context, services, is_guided=True, replaces_page=True)


MESSAGE_HANDLERS: Mapping[str, Handler[NewGamePage]] = {
    NewGameMessage.CHOOSE_OPTION: _choose_option,
    NewGameMessage.SET_NAME: session_handler(_with_name),
    NewGameMessage.SET_SEAT: session_handler(_with_seat),
    NewGameMessage.CHOOSE_COMPANY: session_handler(_with_persons_or_opponent),
    NewGameMessage.CHOOSE_OPPONENT: session_handler(
        lambda page, message: sessions.with_opponent(page, int(message.value)) if is_number(message.value) else page
    ),
    NewGameMessage.CHOOSE_SIDE: session_handler(
        lambda page, message: sessions.with_side(page, int(message.value)) if is_number(message.value) else page
    ),
    NewGameMessage.SET_START: session_handler(lambda page, message: sessions.with_start(page, message.value)),
    NewGameMessage.OPEN_ELSEWHERE: effect_handler(
        lambda page, _message: ImportFiles((FileText(page.start),), POSITION_FIELD)
    ),
    NewGameMessage.CHOOSE_CLOCK: session_handler(lambda page, message: clock_field.with_clock(page, message.value)),
    NewGameMessage.SET_CLOCK_PART: session_handler(
        lambda page, message: clock_field.with_control_part(page, message.argument, message.value)
    ),
    NewGameMessage.EXCHANGE_SIDES: session_handler(lambda page, _message: sessions.exchange_sides(page)),
    NewGameMessage.BEGIN: _start_game,
    NewGameMessage.START_GUIDED_GAME: _start_guided_game,
}
