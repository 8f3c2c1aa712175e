"""The page on which a game is set up: its options, who plays, and perhaps a position to begin from."""

from __future__ import annotations

from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.model import Draft, Model
from ruleboard.app.ui.components import button, frame, link
from ruleboard.app.ui.fields import area, line, switch
from ruleboard.app.ui.thumbnails import board_at, board_at_start
from ruleboard.app.workshop.session import choices
from ruleboard.engine.options import Choice, Option, offered
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.games.courses import course
from ruleboard.games.registry import EDITORS, GAMES, VIEWS, WORKSHOPS
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def new(model: Model, draft: Draft) -> Node:
    """The page for a game that is about to begin."""
    options = tuple(sorted(draft.options.items()))
    preview = (board_at(draft.game, draft.start) if draft.start else None) or board_at_start(draft.game, options)
    return frame(
        model,
        "new",
        el("div", el("div", preview, cls="plate"), _form(model, draft), cls="spread"),
        tools=(link(_("Games"), "#/", cls="button quiet", picture="back"),),
    )


def _form(model: Model, draft: Draft) -> Node:
    game = GAMES[draft.game]
    return el(
        "form",
        el("h1", text=_(game.title)),
        el("p", cls="lead", text=_(VIEWS[draft.game].tagline)),
        link(_("Learn the game"), format_route(Route("learn", game.id)), cls="button") if course(game.id) else None,
        (_option(option, draft, model) for option in game.options),
        link(_(WORKSHOPS[game.id].title), format_route(Route("boards", game.id)), cls="button")
        if game.id in WORKSHOPS
        else None,
        _players(draft),
        _start(draft),
        el("p", cls="error", id="start-error", role="alert", text=draft.error) if draft.error else None,
        el("button", cls="button primary large", type="submit", text=_("Play")),
        data_do="begin",
        autocomplete="off",
        cls="setup",
    )


def _players(draft: Draft) -> Node:
    game = GAMES[draft.game]
    sides = game.sides(game.initial(draft.options, 0))
    return el(
        "fieldset",
        el("legend", text=_("Players")),
        el(
            "div",
            (_name(number, _(side), draft) for number, side in enumerate(sides)),
            button(_("Exchange sides"), "exchange", cls="quiet", picture="swap"),
            cls="names",
        ),
    )


def _start(draft: Draft) -> Node:
    """The position to begin from: as text, or set up by hand."""
    game = GAMES[draft.game]
    return el(
        "details",
        el("summary", text=_("Begin from a position")),
        el("label", text=_("Position as text"), for_="start"),
        area(
            draft.start,
            id="start",
            name="start",
            rows=2,
            data_do="draft-start",
            data_on="change",
            placeholder=game.format_position(game.initial(draft.options, 0)),
            aria_describedby="start-error" if draft.error else None,
            aria_invalid="true" if draft.error else None,
        ),
        link(_("Set up a position"), format_route(Route("edit", draft.game, text=draft.start)), cls="button")
        if draft.game in EDITORS
        else None,
        open=bool(draft.start),
        cls="start",
    )


def _option(option: Option, draft: Draft, model: Model) -> Node:
    value = draft.options.get(option.id, option.default)
    given = (Choice(choice.value, _(choice.title), _(choice.help)) for choice in offered(option, draft.options))
    own = (Choice(sheet.value, sheet.title, _(sheet.about)) for sheet in choices(draft.game, option.id, model.setups))
    return el(
        "fieldset",
        el("legend", text=_(option.title)),
        el(
            "div",
            (
                switch(
                    el(
                        "span",
                        el("strong", text=choice.title),
                        el("span", cls="small", text=choice.help) if choice.help else None,
                    ),
                    f"draft-option-{option.id}",
                    choice.value == value,
                    kind="radio",
                    name=f"option-{option.id}",
                    value=choice.value,
                    cls="choice",
                    key=choice.value,
                )
                for choice in (*given, *own)
            ),
            cls="choices",
        ),
        key=option.id,
    )


def _first(draft: Draft) -> int | None:
    """Who begins whatever chance brings; None if that is drawn by lot."""
    game = GAMES[draft.game]
    found = {game.to_move(game.initial(draft.options, seed)) for seed in range(6)}
    return found.pop() if len(found) == 1 else None


def _name(number: int, side: str, draft: Draft) -> Node:
    name = f"name-{number}"
    return line(
        _("{side} (begins)").format(side=side) if number == _first(draft) else side,
        draft.names[number] if number < len(draft.names) else "",
        LONGEST_NAME,
        name=name,
        placeholder=side,
        data_do=f"draft-{name}",
        data_on="change",
        key=name,
    )
