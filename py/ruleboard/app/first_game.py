"""The start of a beginner's first game against an opponent, which several pages offer."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import GoToAddress, StartGame
from ruleboard.app.messages import Update
from ruleboard.app.routes import Route, format_route
from ruleboard.app.shared import Shared
from ruleboard.learning.first_game import FIRST_GAME_ID, GUIDED_KEY, first_game_record

S = TypeVar("S")


def is_guided_game_done(game: str, shared: Shared) -> bool:
    """Return True if the person has finished the guided game of a game's course."""
    return FIRST_GAME_ID in shared.progress.get(game, ())


def start_first_game(
    session: S, game: str, context: Context, services: Services, *, is_guided: bool, replaces_page: bool = False
) -> Update[S]:
    """Start a beginner's first game, or continue the guided game if it is in progress.

    The page for a new game then suggests an opponent for all games.

    Args:
        session: the session of the page.
        game: the game's id.
        context: the state that the handler reads but does not change.
        services: the services.
        is_guided: True for a guided game.
        replaces_page: True if the page of the game replaces this one in the browser's history.
    """
    for entry in services.games.entries() if is_guided else ():
        record = None if entry.damage else entry.record
        if record and record.game == game and GUIDED_KEY in record.meta and not record.meta.get("result"):
            return Update(session, context.shared, (GoToAddress(format_route(Route("play", entry.id))),))
    record = first_game_record(game, services.device.seed(), is_guided=is_guided)
    update = Update(session, context.shared, (StartGame(record, replace=replaces_page),))
    return update.with_settings(replace(context.settings, seats=record.seats))
