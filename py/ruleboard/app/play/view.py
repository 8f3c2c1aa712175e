"""The page of a game: the board, the players' panels around it, the menu and the side panel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleboard.app.play import session as tables
from ruleboard.app.play.animation import better_paths, last_paths
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.player_panel import controls, result, status
from ruleboard.app.play.print_view import printed
from ruleboard.app.play.replay_view import again_items, look_again, show_panel, story_page
from ruleboard.app.play.side_panel import beside, reference
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell, button, closer, drags, item, link, live, menu, notices
from ruleboard.app.ui.dialogs import SHARE
from ruleboard.app.ui.fields import line
from ruleboard.app.ui.names import players, title
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.games.courses import course
from ruleboard.games.registry import VIEWS, WORKSHOPS
from ruleboard.games.view import ReplayFrame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el
from ruleboard.wording import cleaned


def table(
    shell: Shell, table: Table, settings: Settings, *, printing: str = "", dialogs: Iterable[Node | None] = ()
) -> Node:
    """Return the page of a game.

    Args:
        shell: the parts that all pages have.
        table: the game.
        settings: the person's choices.
        printing: the content of the printed page, as ``print_view.printed`` takes it.
        dialogs: the dialogs of other features that the page opens.
    """
    near = seat(table, settings)
    frames = tables.frames(table, near)
    count = len(table.timeline.game.sides(table.timeline.state))
    others = [(near + step) % count for step in range(1, count)]
    over = "showing " if frames else "over " if table.timeline.outcome else ""
    many = max(table.timeline.game.players) > 2 and (count > 2 or settings.flip != "face")
    far: Iterable[Node] = (_player(table, other, settings, far=True) for other in others)
    fronts: Iterable[int] = (near,)
    if many:  # nobody sits just opposite: all are in strips, and whoever decides has the controls at one place
        far = (_strip(table, player) for player in range(count))
        fronts = _fronts(table, _foremost(table, near))
    return el(
        "main",
        notices(shell),
        _bar(table),
        *printed(printing, table),
        el("div", far, cls="side far"),
        el("div", _stage(table, near, frames), cls="stage whole" if table.shows_whole_board else "stage"),
        el("div", (_player(table, player, settings, far=False) for player in fronts), cls="side near"),
        el("div", show_panel(table, frames, "play"), cls="beside") if frames else beside(table),
        _rename(table),
        reference(table),
        *dialogs,
        live(shell),
        cls=f"page page-table {over}{'many ' if many else ''}flip-{settings.flip}"
        f" {'prepared ' if printing else ''}of-{table.timeline.game.id}",
        key=f"table-{table.id}",
    )


def _foremost(table: Table, near: int) -> int:
    """Return the player whose panel is shown where only one is.

    It is the player to move, but the only person during an opponent's turn, and at the end the winner.
    """
    timeline = table.shown
    if timeline.outcome:
        winners = timeline.outcome.winners
        return near if near in winners else winners[0]
    if timeline.to_move is None:
        return near
    opponents = table.level_of(timeline.to_move) > 0
    return table.only_person if opponents and table.only_person is not None else timeline.to_move


def _fronts(table: Table, front: int) -> tuple[int, ...]:
    """Return the players whose panels are shown where all are in strips: who answers an offer, and the foremost."""
    asked = table.answering
    if asked is None or asked == front or table.viewed_at is not None or table.replay:
        return (front,)
    return (asked, front)


def _workshop(table: Table) -> str:
    """Return the address of the game's workshop."""
    return format_route(Route("boards", table.timeline.game.id))


def _bar(table: Table) -> Node:
    id = table.id
    lookup = VIEWS[table.timeline.game.id].reference_note()
    return el(
        "header",
        link(_("Games"), "#/", picture="back", bare=True),
        el("h1", text=title(table.timeline.record)),
        closer(table.shows_whole_board, "play.whole"),
        button(_("Turn the board"), "play.turn", picture="turn", bare=True),
        menu(
            "menu-game",
            _("This game"),
            (
                el(
                    "button",
                    type="button",
                    cls="button item",
                    data_opens="rename",
                    text=_("Names and title"),
                ),
                el(
                    "button",
                    type="button",
                    cls="button item",
                    data_opens=SHARE,
                    text=_("Share"),
                ),
                *again_items(table, "menu-game"),
                link(_(WORKSHOPS[table.timeline.game.id].title), _workshop(table), cls="button item")
                if table.timeline.game.id in WORKSHOPS
                else None,
                item(_("Rematch, sides changed"), "play.rematch", within="menu-game"),
                el("button", type="button", cls="button item", popovertarget="reference", text=lookup.title)
                if lookup
                else None,
                item(_("Print this position"), "share.print_position", within="menu-game"),
                item(_("Export"), "library.export", id, within="menu-game"),
                link(_("Lessons"), format_route(Route("learn", table.timeline.game.id)), cls="button item")
                if course(table.timeline.game.id)
                else None,
                link(_("All the rules"), format_route(Route("rules", table.timeline.game.id)), cls="button item"),
                link(_("Settings"), "#/settings", cls="button item"),
                link(_("Help"), "#/help", cls="button item"),
                None if table.unsaved else item(_("Delete"), "library.delete", id, within="menu-game", danger=True),
            ),
        ),
        cls="bar",
    )


def _stage(table: Table, near: int, frames: tuple[ReplayFrame, ...]) -> Node:
    timeline = table.shown
    face = VIEWS[timeline.game.id]
    if frames and table.replay:
        return frames[table.replay.step].picture._replace(key=f"board-{near}")
    if table.history_open:
        return story_page(table)
    if table.curtain and table.viewed_at is None and timeline.to_move is not None:
        name = players(timeline.record)[timeline.to_move]
        return el(
            "div",
            el("h2", text=_("It is {player}'s turn to decide unseen").format(player=name)),
            el("p", text=_("Hand the device over. When nobody else can see it:")),
            button(_("I am {player}: show my side").format(player=name), "play.uncover", cls="primary large"),
            el("div", look_again(), cls="row") if tables.latest_replay(table) else None,
            cls="curtain",
            key="curtain",
        )
    marks = replace(table.marks, paths=better_paths(table, near) or last_paths(table, near))
    board = face.picture(timeline.state_for(table.viewer), near, marks)
    # One stop for the Tab key; from there the arrow keys go from target to target.
    return board._replace(attrs={**board.attrs, "tabindex": "0", **drags(table.draggable)}, key=f"board-{near}")


def _strip(table: Table, player: int) -> Node:
    """Return a player in one line; a touch pans the board to their part."""
    timeline = table.shown
    game, outcome = timeline.game, timeline.outcome
    name = players(timeline.record)[player]
    mine = timeline.to_move == player
    under = result(outcome, player) if outcome else _part(table, player)
    return el(
        "button",
        VIEWS[game.id].tray(timeline.public_state(), player),
        el("span", el("strong", text=name), el("span", cls="small", text=under) if under else None, cls="who"),
        cls=f"strip p{player}{' to-move' if mine else ''}",
        key=f"strip-{player}",
        type="button",
        data_do="play.pan",
        data_value=str(player + 1),
        aria_current="true" if mine else None,
        title=_("Show {player}’s part of the board").format(player=name),
    )


def _player(table: Table, player: int, settings: Settings, *, far: bool) -> Node:
    timeline = table.shown
    game, state = timeline.game, timeline.state
    outcome = None if table.replay else timeline.outcome
    mine = timeline.to_move == player and not table.replay
    side = _(game.sides(state)[player])
    name = players(timeline.record)[player]
    upside = " upside" if far and settings.flip == "face" and table.only_person is None else ""
    part = _part(table, player)
    return el(
        "section",
        el(
            "div",
            VIEWS[game.id].tray(timeline.public_state(), player),
            el(
                "div",
                el("strong", text=name),
                el("span", cls="small", text=part) if part else None,
                cls="who",
            ),
            cls="identity",
        ),
        el("div", status(table, player, outcome), cls="status"),
        controls(table, player, far=far, hints=settings.hints == "on"),
        cls=f"player p{player}{' to-move' if mine else ''}{upside}",
        key=f"player-{player}",
        aria_label=_("{player}, {side}").format(player=name, side=part) if part else side,
    )


def _part(table: Table, player: int) -> str:
    """Return the side of a player, unless it is the player's name too, and the level of an opponent."""
    timeline, level = table.timeline, table.level_of(player)
    side = _(timeline.game.sides(timeline.state)[player])
    if level:
        return _("{side}, level {level}").format(side=side, level=level)
    return "" if side == players(timeline.record)[player] else side


def _rename(table: Table) -> Node:
    record = table.timeline.record
    sides = [_(side) for side in table.timeline.game.sides(table.timeline.state)]
    fields = [("title", _("Title"), cleaned(record.meta.get("title", "")), title(table.timeline.record))]
    fields += [(f"name-{number}", side, cleaned(record.players[number]), side) for number, side in enumerate(sides)]
    return el(
        "form",
        el("h2", text=_("Names and title")),
        (line(label, value, LONGEST_NAME, name=name, placeholder=hint) for name, label, value, hint in fields),
        el("button", cls="button primary", type="submit", text=_("Keep")),
        id="rename",
        popover="auto",
        aria_label=_("Names and title"),
        data_do="play.rename",
        cls="dialog",
    )
