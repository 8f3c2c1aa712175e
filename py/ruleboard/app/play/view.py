"""The page of a game: the board, the players' panels around it, the menu and the side panel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ruleboard.app.play import history
from ruleboard.app.play import inquiry as inquiries
from ruleboard.app.play.animation import answer_paths, hinted_paths, last_paths
from ruleboard.app.play.clock_view import face as clock_face
from ruleboard.app.play.clock_view import pause_item, paused
from ruleboard.app.play.clocks import claimer
from ruleboard.app.play.guide import is_guided
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.player_panel import controls, resigning, result, status
from ruleboard.app.play.print_view import printed
from ruleboard.app.play.replay_view import again_items, look_again, show_panel, story_page
from ruleboard.app.play.side_panel import beside, reference
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell, button, closer, drags, item, link, live, menu, notices
from ruleboard.app.ui.dialogs import SHARE
from ruleboard.app.ui.fields import line
from ruleboard.app.ui.legend import legend_dialog
from ruleboard.app.ui.names import bare_name, players, title
from ruleboard.engine.game import Outcome
from ruleboard.engine.move_text import place_in_list
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import course
from ruleboard.games.links import outbound
from ruleboard.games.registry import EDITORS, VIEWS, WORKSHOPS
from ruleboard.games.view import ReplayFrame
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, targets_in
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
    frames = history.frames(table, near)
    count = len(table.timeline.game.sides(table.timeline.state))
    front = _at_hand(table, near)
    others = [(front + step) % count for step in range(1, count)]
    over = "showing " if frames else "over " if table.timeline.outcome else ""
    many = max(table.timeline.game.players) > 2 and (count > 2 or settings.flip != "face")
    far: Iterable[Node] = (_player(table, other, settings, far=True) for other in others)
    fronts: Iterable[int] = (front,)
    one_side = _turns_on_one_side(table, settings)
    asked = _asked(table)
    if one_side and asked in others and asked in table.persons:
        others[others.index(asked)], fronts = front, (asked,)
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
        resigning(table),
        reference(table),
        legend_dialog(table.timeline.game.id),
        *dialogs,
        live(shell),
        cls=f"page page-table {over}{'many ' if many else ''}flip-{settings.flip}"
        f" {'prepared ' if printing else ''}{'one-side ' if one_side else ''}{'guided ' if is_guided(table) else ''}"
        f"of-{table.timeline.game.id}",
        key=f"table-{table.id}",
    )


def _at_hand(table: Table, near: int) -> int:
    """Return the player whose panel is below the board where there are two: the nearest.

    Where the device goes from hand to hand, it is who decides something in the open: the board stays, and so do the
    buttons.
    """
    timeline = table.timeline
    if table.only_person is not None or not VIEWS[timeline.game.id].faces_mover:
        return near
    if table.replay or table.viewed_at is not None or timeline.to_move is None or timeline.is_hidden():
        return near
    return timeline.to_move


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


def _turns_on_one_side(table: Table, settings: Settings) -> bool:
    """Return True if only the panel nearest the reader needs room: the turn never comes to the far side."""
    if table.turned:
        return False
    return table.only_person is not None or settings.flip == "turn" or VIEWS[table.timeline.game.id].faces_mover


def _asked(table: Table) -> int | None:
    """Return the player who is asked about a draw or a win on time at the board that is shown, None if nobody is."""
    if table.viewed_at is not None or table.replay:
        return None
    return claimer(table) if table.answering is None else table.answering


def _fronts(table: Table, front: int) -> tuple[int, ...]:
    """Return the players whose panels are shown where all are in strips: who is asked something, and the foremost."""
    asked = _asked(table)
    return (front,) if asked is None or asked == front else (asked, front)


def _workshop(table: Table) -> str:
    """Return the address of the game's workshop."""
    return format_route(Route("boards", table.timeline.game.id))


def _editor(table: Table) -> str:
    """Return the address of the position editor with what everybody may know of the position that is shown."""
    game = table.timeline.game
    return format_route(Route("edit", game.id, text=outbound(game, table.shown.state)))


def _bar(table: Table) -> Node:
    id = table.id
    lookup = VIEWS[table.timeline.game.id].reference_note(table.timeline.public_state())
    return el(
        "header",
        link(_("Games"), "#/", picture="back", bare=True),
        el("h1", text=title(table.timeline.record), cls="" if table.viewed_at is None else "unseen"),
        _place(table) if table.viewed_at is not None else None,
        closer(table.shows_whole_board, "play.whole"),
        _inquiry_switch(table) if inquiries.is_offered(table) else None,
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
                pause_item(table, "menu-game"),
                item(_("Rematch, sides changed"), "play.rematch", within="menu-game"),
                el("button", type="button", cls="button item", popovertarget="reference", text=lookup.title)
                if lookup
                else None,
                item(_("Open as study"), "study.from_game", id, within="menu-game")
                if table.timeline.outcome is not None
                else None,
                link(_("Edit this position"), _editor(table), cls="button item")
                if table.timeline.game.id in EDITORS
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


def _inquiry_switch(table: Table) -> Node:
    """Return the button that opens and closes the inquiry of the table."""
    pressed = "false" if table.inquiry is None else "true"
    return button(_("Show attackers"), "play.inquire", picture="target", bare=True, aria_pressed=pressed)


def _place(table: Table) -> Node:
    """Return the button that says which state is shown while one looks back, and goes back to the current one."""
    timeline = table.shown
    place = _("The start")
    if timeline.at:
        turns = timeline.turns()
        here, last = (place_in_list(turns, ply) for ply in (timeline.at - 1, len(timeline.entries) - 1))
        place = _("Turn {n} of {all}").format(n=here, all=last)
    return el(
        "button",
        el("span", text=place, cls="place"),
        el("span", text=_("back to now")),
        type="button",
        cls="button looking",
        key="looking",
        data_do="play.now",
    )


def _stage(table: Table, near: int, frames: tuple[ReplayFrame, ...]) -> Node:
    timeline = table.shown
    picture = VIEWS[timeline.game.id].picture
    if frames and table.replay:
        return frames[table.replay.step].picture._replace(key=f"board-{near}")
    if table.history_open:
        return story_page(table)
    if table.curtain and table.viewed_at is None and timeline.to_move is not None:
        name = players(timeline.record)[timeline.to_move]
        return el(
            "div",
            el("h2", text=_("It is {player}'s turn to choose in secret").format(player=name)),
            el("p", text=_("Hand the device over. When nobody else can see it:")),
            button(_("I am {player}: show my side").format(player=name), "play.uncover", cls="primary large"),
            el("div", look_again(), cls="row") if history.latest_replay(table) else None,
            VIEWS[timeline.game.id].curtained(timeline.public_state(), near),
            cls="curtain",
            key="curtain",
        )
    paths, hints = last_paths(table, near), hinted_paths(table, near)
    marks = replace(table.marks, paths=paths, hints=hints, answers=answer_paths(table, near))
    if table.inquiry is not None:
        asked = frozenset({table.inquiry} - {""})
        marks = Marks(
            highlighted=asked, threats=inquiries.ways(table), last=table.marks.last if not asked else frozenset()
        )
    elif table.looks_back or table.waits_for_opponent:  # a touch tells what can be done
        marks = replace(marks, read_only=False)
    board = picture(timeline.state_for(table.viewer), near, marks)
    # One stop for the Tab key; from there the arrow keys go from target to target. At the end nothing is left to do.
    stop = {} if timeline.outcome and table.inquiry is None else {"tabindex": "0"}
    drag = drags(()) if table.inquiry is not None else drags(table.draggable, _stuck(table, board))
    return board._replace(attrs={**board.attrs, **stop, **drag}, key=f"board-{near}")


def _stuck(table: Table, board: Node) -> frozenset[str]:
    """Return the targets with things of the player to move that cannot be dragged now."""
    if table.read_only or not table.draggable:  # nothing is dragged on this board
        return frozenset()
    timeline = table.timeline
    owner, player = VIEWS[timeline.game.id].owner, timeline.to_move
    seen = timeline.state_for(player)
    return frozenset(target for target in targets_in(board) if owner(seen, target) == player) - table.draggable


def _tray(timeline: Timeline[Any], player: int) -> Node | None:
    """Return the things that lie beside the board in front of a player; None if nothing does."""
    return VIEWS[timeline.game.id].tray(timeline.public_state(), player, timeline.public_state(0))


def _strip(table: Table, player: int) -> Node:
    """Return a player in one line; a touch pans the board to their part."""
    timeline = table.shown
    outcome = timeline.outcome
    name = players(timeline.record)[player]
    mine = timeline.to_move == player
    under = result(outcome, player) if outcome else _part(table, player)
    won = " won" if _has_won(outcome, player) else ""
    clock = None if outcome else clock_face(table, player)  # in the place of the side, which the colour tells, too
    shown = name if outcome or clock else bare_name(timeline.record, player)
    return el(
        "button",
        _tray(timeline, player),
        el(
            "span",
            el("strong", text=shown),
            clock or (el("span", cls="small", text=under) if under else None),
            cls="who",
        ),
        cls=f"strip p{player}{' to-move' if mine else ''}{won}",
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
    name = bare_name(timeline.record, player)
    upside = " upside" if far and settings.flip == "face" and table.only_person is None else ""
    won = " won" if _has_won(outcome, player) else ""
    part = _part(table, player)
    return el(
        "section",
        el(
            "div",
            _tray(timeline, player),
            el(
                "div",
                el("strong", text=name),
                el("span", cls="small", text=part) if part else None,
                cls="who",
            ),
            el("strong", text=result(outcome, player), cls="result") if outcome else None,
            paused(table, player),
            clock_face(table, player),
            cls="identity",
        ),
        el("div", status(table, player, outcome, far=far), cls="status"),
        controls(table, player, far=far, hints=settings.hints == "on"),
        cls=f"player p{player}{' to-move' if mine else ''}{won}{upside}",
        key=f"player-{player}",
        aria_label=_("{player}, {side}").format(player=name, side=part) if part else side,
    )


def _has_won(outcome: Outcome | None, player: int) -> bool:
    return outcome is not None and not outcome.is_draw and player in outcome.winners


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
