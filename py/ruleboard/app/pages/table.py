"""The page on which a game is played: the board, both players' sides, the move list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from ruleboard.app import table as tables
from ruleboard.app.courses import course, lesson
from ruleboard.app.model import Model
from ruleboard.app.names import players, title
from ruleboard.app.pages import setups
from ruleboard.app.pages.parts import button, el, icon, item, link, live, menu, notices
from ruleboard.app.pages.printed import printed
from ruleboard.app.pages.share import ID as SHARE
from ruleboard.app.pages.share import share
from ruleboard.app.pages.show import again_items, look_again, show_panel, story_page
from ruleboard.app.route import Route, format_route
from ruleboard.app.settings import Settings
from ruleboard.app.table import MOVES, RULE, Table
from ruleboard.engine.game import Outcome, Turn, rule_of
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.engine.timeline import Timeline
from ruleboard.games import FACES, SETUPS, WORKSHOPS
from ruleboard.games.face import Aside, Frame, Scribe, teller
from ruleboard.scene.node import Node
from ruleboard.speech import _


def table(model: Model, table: Table) -> Node:
    """The page of an open game."""
    near = seat(table, model.settings)
    frames = tables.frames(table, near)
    count = len(table.timeline.game.sides(table.timeline.state))
    others = [(near + step) % count for step in range(1, count)]
    over = "showing " if frames else "over " if table.timeline.outcome else ""
    many = max(table.timeline.game.players) > 2 and (count > 2 or model.settings.flip != "face")
    far: Iterable[Node] = (_player(table, other, model.settings, far=True) for other in others)
    front = near
    if many:  # nobody sits just opposite: all are in strips, and whoever decides has the controls at one place
        far = (_strip(table, player) for player in range(count))
        front = _foremost(table, near)
    return el(
        "main",
        notices(model),
        _bar(table),
        *printed(model, table),
        el("div", far, cls="side far"),
        el("div", _stage(table, near, frames), cls="stage whole" if table.whole else "stage"),
        el("div", _player(table, front, model.settings, far=False), cls="side near"),
        el("div", show_panel(table, frames), cls="beside") if frames else _beside(table),
        _rename(table),
        _reference(table),
        share(model, table),
        setups.dialog(model, table) if setups.offered(table) else None,
        live(model),
        cls=f"page page-table {over}{'many ' if many else ''}flip-{model.settings.flip}"
        f" {'prepared ' if model.printing else ''}of-{table.timeline.game.id}",
        key=f"table-{table.id}",
    )


def seat(table: Table, settings: Settings) -> int:
    """The player whose side of the board is nearest the reader."""
    timeline = table.shown if table.showing is None else table.timeline.jump(table.showing.first)
    count = len(timeline.game.sides(timeline.state))
    base = 0
    if settings.flip == "turn" or getattr(FACES[timeline.game.id], "handed_over", False):
        to_move = timeline.game.to_move(timeline.state)
        base = to_move if to_move is not None else 0
    return (base + 1) % count if table.turned else base


def _foremost(table: Table, near: int) -> int:
    """Whose controls are shown where only one player's are: whoever decides, or at the end has won."""
    timeline = table.shown
    if timeline.outcome:
        winners = timeline.outcome.winners
        return near if near in winners else winners[0]
    return near if timeline.to_move is None else timeline.to_move


def _workshop(table: Table) -> str:
    """The address where the game's boards are drawn."""
    return format_route(Route("boards", table.timeline.game.id))


def _bar(table: Table) -> Node:
    id = table.id
    reference = teller(FACES[table.timeline.game.id]).reference()
    return el(
        "header",
        link(_("Games"), "#/", picture="back", bare=True),
        el("h1", text=title(table.timeline.record)),
        button(
            _("Look closer") if table.whole else _("Show the whole board"),
            "whole",
            picture="closer" if table.whole else "whole",
            bare=True,
            cls="pan",
        ),
        button(_("Turn the board"), "turn", picture="turn", bare=True),
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
                item(_("Rematch, sides changed"), "rematch", within="menu-game"),
                el("button", type="button", cls="button item", popovertarget="reference", text=reference.title)
                if reference
                else None,
                item(_("Print this position"), "print-position", within="menu-game"),
                item(_("Export"), "export", id, within="menu-game"),
                link(_("Lessons"), format_route(Route("learn", table.timeline.game.id)), cls="button item")
                if course(table.timeline.game.id)
                else None,
                link(_("All the rules"), format_route(Route("rules", table.timeline.game.id)), cls="button item"),
                link(_("Settings"), "#/settings", cls="button item"),
                link(_("Help"), "#/help", cls="button item"),
                None if table.fresh else item(_("Delete"), "delete", id, within="menu-game", danger=True),
            ),
        ),
        cls="bar",
    )


def _stage(table: Table, near: int, frames: tuple[Frame, ...]) -> Node:
    timeline = table.shown
    state = timeline.state
    # What is decided in the open, all may watch: then nobody's own cards are on the screen.
    alone = not table.curtain and table.looking is None and timeline.game.secret(state)
    viewer = timeline.to_move if alone else None
    face = FACES[timeline.game.id]
    if frames and table.showing:
        return frames[table.showing.step].picture._replace(key=f"board-{near}")
    if table.recounting:
        return story_page(table)
    if table.curtain and table.looking is None and timeline.to_move is not None:
        name = players(timeline.record)[timeline.to_move]
        return el(
            "div",
            el("h2", text=_("It is {player}'s turn to decide unseen").format(player=name)),
            el("p", text=_("Hand the device over. When nobody else can see it:")),
            button(_("I am {player}: show my side").format(player=name), "uncover", cls="primary large"),
            el("div", look_again(), cls="row") if tables.latest(table) else None,
            cls="curtain",
            key="curtain",
        )
    marks = replace(table.marks, roads=tables.roads(table, near))
    board = face.picture(timeline.game.view(state, viewer), near, marks)
    # One stop for the Tab key; from there the arrow keys go from target to target.
    return board._replace(attrs={**board.attrs, "tabindex": "0"}, key=f"board-{near}")


def _strip(table: Table, player: int) -> Node:
    """A player in one line; touched, it brings their part of the board into sight."""
    timeline = table.shown
    game, outcome = timeline.game, timeline.outcome
    side = _(game.sides(timeline.state)[player])
    name = players(timeline.record)[player]
    mine = timeline.to_move == player
    under = _result(outcome, player) if outcome else side if side != name else ""
    return el(
        "button",
        FACES[game.id].tray(game.view(timeline.state, None), player),
        el("span", el("strong", text=name), el("span", cls="small", text=under) if under else None, cls="who"),
        cls=f"strip p{player}{' to-move' if mine else ''}",
        key=f"strip-{player}",
        type="button",
        data_do="bring",
        data_value=str(player + 1),
        aria_current="true" if mine else None,
        title=_("Show {player}’s part of the board").format(player=name),
    )


def _player(table: Table, player: int, settings: Settings, *, far: bool) -> Node:
    timeline = table.shown
    game, state = timeline.game, timeline.state
    outcome = None if table.showing else timeline.outcome
    mine = timeline.to_move == player and not table.showing
    side = _(game.sides(state)[player])
    name = players(timeline.record)[player]
    upside = " upside" if far and settings.flip == "face" else ""
    return el(
        "section",
        el(
            "div",
            FACES[game.id].tray(game.view(state, None), player),
            el(
                "div",
                el("strong", text=name),
                el("span", cls="small", text=side) if side != name else None,
                cls="who",
            ),
            cls="identity",
        ),
        el("div", _status(table, player, outcome), cls="status"),
        _controls(table, player, far=far),
        cls=f"player p{player}{' to-move' if mine else ''}{upside}",
        key=f"player-{player}",
        aria_label=_("{player}, {side}").format(player=name, side=side) if side != name else side,
    )


def _status(table: Table, player: int, outcome: Outcome | None) -> tuple[Node | None, ...]:
    """What is said to one player."""
    timeline = table.shown
    if outcome:
        return (el("strong", text=_result(outcome, player), cls="result"), el("span", text=outcome.reason))
    if table.offer is not None and player != table.offer:
        return (el("span", text=_("{player} offers a draw.").format(player=players(timeline.record)[table.offer])),)
    if timeline.to_move != player or table.covered:
        return ()
    if table.said:
        rule = rule_of(table.said)
        return (
            el("span", text=table.said, cls="said", key="said"),
            button(_("The rule"), "teach", rule, cls="quiet rule", key="teach")
            if rule and lesson(timeline.game.id, rule)
            else None,
        )
    if table.offer == player:
        return (el("span", text=_("Draw offered: your opponent decides.")),)
    found = table.pick
    only_buttons = table.touched and all(target.startswith("do:") for target in found.next)
    if len(found.complete) > 1 or (found.complete and found.next) or (found.next and only_buttons):
        return (el("span", text=_("Which of these?")),)
    state = timeline.state if table.looking is None else timeline.game.view(timeline.state, None)
    return (el("span", text=table.hint or timeline.game.prompt(state), key="prompt"), _this_turn(timeline))


def _result(outcome: Outcome, player: int) -> str:
    """What an outcome is to one player, in a word or two."""
    if outcome.is_draw:
        return _("Draw")
    mine = outcome.returns[player]
    better = sum(other > mine for other in outcome.returns)
    if not better:
        alone = outcome.returns.count(mine) == 1 or len(outcome.returns) == 2
        return _("Won") if alone else _("Shares the win")
    if len(set(outcome.returns)) == 2:
        return _("Lost")
    return ("", _("2nd place"), _("3rd place"), _("4th place"))[better]


def _this_turn(timeline: Timeline[Any]) -> Node | None:
    """What the player to move has done this turn."""
    at = timeline.at
    if timeline.game.key(timeline.state) is not None:
        return None
    for turn, items in _lines(timeline):
        if turn.player == timeline.to_move and items[0].first < at <= items[-1].last + 1:
            done = (item.text for item in items if item.first < at)
            return el("span", cls="done small", text=_("This turn: {actions}").format(actions=", ".join(done)))
    return None


def _controls(table: Table, player: int, *, far: bool) -> Node:
    """The buttons under one player's hand."""
    timeline = table.timeline
    game = timeline.game
    kids: list[Node | None] = []
    if table.showing:
        pass  # what can be done now is beside the show
    elif table.yielded:  # nothing that would have to be saved
        if not far and table.looking is not None:
            kids.append(button(_("Back to the game"), "now"))
    elif timeline.outcome and table.looking is None:
        if not far:
            kids.append(button(_("Rematch"), "rematch", cls="primary"))
            kids.append(button(_("Undo"), "undo", picture="undo", bare=True, disabled=timeline.at <= timeline.earliest))
    elif table.looking is not None:
        if not far:
            allowed = table.looking >= timeline.earliest and not table.curtain
            kids.append(button(_("Play on from here"), "continue", cls="primary") if allowed else None)
            if tables.latest(table):
                kids.append(button(_("Show again"), "show-again"))
            kids.append(button(_("Back to the game"), "now"))
    elif table.offer is not None:
        if player != table.offer:
            kids.append(button(_("Accept"), "answer", "yes", cls="primary"))
            kids.append(button(_("Decline"), "answer", "no"))
    elif timeline.to_move == player and not table.covered:
        kids.extend(choices(table))
        kids.append(setups.opener(table) if setups.offered(table) else None)
        id = f"menu-player-{player}"
        two = len(game.sides(timeline.state)) == 2
        kids += [
            button(_("Undo"), "undo", picture="undo", bare=True, disabled=timeline.at <= timeline.earliest),
            button(_("Redo"), "redo", picture="redo", bare=True, disabled=timeline.is_last),
            menu(
                id,
                _("Draw or resign"),
                (
                    item(_("Claim a draw"), "claim", within=id) if timeline.claim() else None,
                    item(_("Offer a draw"), "offer", within=id) if two else None,
                    item(_("All agree on a draw"), "agree", within=id) if not two else None,
                    item(
                        _("Resign") if two else _("Resign: the others share the win"),
                        "resign",
                        str(player),
                        within=id,
                        danger=True,
                    ),
                ),
                cls="up" if not far else "",
            ),
        ]
    return el("div", *kids, cls="controls")


def choices(table: Table) -> list[Node]:
    """What can be done that is not on the board: buttons of the game, and the answers to an ambiguity."""
    game, state = table.timeline.game, table.timeline.state
    found = table.pick
    aside = SETUPS[game.id].buttons if setups.offered(table) else ()
    nodes = [
        button(game.describe(state, action), "choose", action.text, cls="primary", key=f"choose {action.text}")
        for action in found.complete
        if len(found.complete) > 1 or found.next
    ]
    nodes += [_target_button(table, target) for target in table.buttons if target not in aside]
    return nodes


def _beside(table: Table) -> Node:
    """What is read beside the board: what the game tells, if it does, and the move list."""
    asides = table.asides
    if not asides:
        return el("section", _moves(table), cls="beside", aria_label=_("Moves"))
    aside = None if table.reading == MOVES else table.aside
    tabs = [(other.id, other.title) for other in asides] + [(MOVES, _("Moves"))]
    at = aside.id if aside else MOVES
    return el(
        "section",
        el(
            "div",
            (
                el(
                    "button",
                    text=title,
                    type="button",
                    cls="tab story" if table.story and id == table.story.id else "tab",
                    data_do="read",
                    data_value=id,
                    aria_pressed="true" if id == at else "false",
                    key=f"tab-{id}",
                )
                for id, title in tabs
            ),
            cls="tabs",
        ),
        _told(table, aside) if aside else _moves(table),
        cls="beside resting" if table.resting else "beside",
        aria_label=aside.title if aside else _("Moves"),
    )


def _told(table: Table, aside: Aside) -> Node:
    """The step of an aside that is read, and the way through the others."""
    at, last = table.page, len(aside.steps) - 1
    story = aside is table.story
    closes = story or aside.id == RULE
    return el(
        "div",
        el("h2", text=aside.title, cls="unseen"),
        el("div", aside.steps[at].node, cls="telling", key=f"{aside.id}-{at}", tabindex="0"),
        el(
            "div",
            button(_("Back"), "step", str(at - 1), picture="previous", bare=True, disabled=at == 0) if last else None,
            el("span", text=_("{n} of {all}").format(n=at + 1, all=last + 1), cls="small") if last else None,
            button(_("Next"), "step", str(at + 1), cls="primary") if at < last else None,
            button(_("Close"), "read", "", cls="primary" if at == last else "quiet") if closes else None,
            cls="steps",
        )
        if last or closes
        else None,
        _whole_lesson(table) if aside.id == RULE else None,
        cls=f"aside{' story' if story else ''}",
        key=f"aside-{aside.id}",
    )


def _whole_lesson(table: Table) -> Node:
    address = format_route(Route("learn", table.timeline.game.id, text=table.rule))
    return link(_("Open the lesson"), address, cls="button quiet")


def _reference(table: Table) -> Node | None:
    """What the menu offers to look up."""
    aside = teller(FACES[table.timeline.game.id]).reference()
    if aside is None:
        return None
    return el(
        "div",
        el(
            "header",
            el("h2", text=aside.title),
            el(
                "button",
                icon("close"),
                type="button",
                cls="button bare",
                popovertarget="reference",
                popovertargetaction="hide",
                aria_label=_("Close"),
            ),
        ),
        aside.steps[0].node,
        id="reference",
        popover="auto",
        role="dialog",
        aria_label=aside.title,
        cls="dialog reference",
    )


def _target_button(table: Table, target: str) -> Node:
    """A button for a target that is not on the board: its name, and its picture if the game has one."""
    game, state = table.timeline.game, table.timeline.state
    sign = getattr(FACES[game.id], "sign", None)
    picture = sign(state, target) if sign else None
    return el(
        "button",
        picture,
        el("span", text=game.name(state, target)),
        type="button",
        cls="button pictured" if picture else "button primary",
        data_target=target,
        data_legal=True,
        key=target,
    )


def _moves(table: Table) -> Node:
    """The move list: every action can be looked at."""
    timeline = table.shown
    end = len(timeline.entries)
    lines = list(enumerate(_told_lines(timeline)))
    return el(
        "div",
        el("h2", text=_("Moves"), cls="unseen"),
        el(
            "ol",
            (
                _turn(
                    turn,
                    items,
                    number,
                    timeline,
                    table,
                    again=number > 0 and lines[number - 1][1][0].label == turn.label,
                )
                for number, (turn, items) in lines
            ),
            cls="list",
        )
        if timeline.entries
        else el("p", text=_("Moves are written down here."), cls="list small empty"),
        el(
            "div",
            button(_("To the start"), "look", "0", picture="first", bare=True, disabled=timeline.at == 0),
            button(
                _("One back"),
                "look",
                str(timeline.at - 1),
                picture="previous",
                bare=True,
                disabled=timeline.at == 0,
            ),
            button(_("One on"), "look", str(timeline.at + 1), picture="next", bare=True, disabled=timeline.at == end),
            button(_("To the end"), "look", str(end), picture="last", bare=True, disabled=timeline.at == end),
            cls="steps",
        ),
        cls="moves",
        key="moves",
    )


class _Move(NamedTuple):
    """One text of the move list and the plies it stands for, the first and the last."""

    first: int
    last: int
    text: str


def _lines(timeline: Timeline[Any]) -> list[tuple[Turn, tuple[_Move, ...]]]:
    """The move list, with all plies that each of its texts stands for."""
    lines = []
    first = 0
    for turn in timeline.turns():
        items = []
        for ply, text in turn.items:
            items.append(_Move(first, ply, text))
            first = ply + 1
        lines.append((turn, tuple(items)))
    return lines


def _told_lines(timeline: Timeline[Any]) -> list[tuple[Turn, tuple[_Move, ...]]]:
    """The move list as it is read: in words, if the game has words for it."""
    face = FACES[timeline.game.id]
    if not isinstance(face, Scribe):
        return _lines(timeline)
    found = []
    for turn, items in _lines(timeline):
        told = face.in_words(turn, timeline.states, timeline.entries)
        texts = dict(told.items)
        found.append((told, tuple(move._replace(text=texts[move.last]) for move in items)))
    return found


def _turn(
    turn: Turn, items: tuple[_Move, ...], number: int, timeline: Timeline[Any], table: Table, *, again: bool
) -> Node:
    """One line of the move list; ``again``: its label is the one before's."""
    nodes = []
    for move in items:
        now = move.first < timeline.at <= move.last + 1
        gone = move.first >= table.timeline.at
        nodes.append(
            el(
                "button",
                text=move.text,
                type="button",
                cls=f"ply{' now' if now else ''}{' gone' if gone else ''}",
                data_do="look",
                data_value=str(move.last + 1),
                aria_current="step" if now else None,
                key=str(move.last),
            )
        )
    player = "all" if turn.player is None else f"p{turn.player}"
    return el(
        "li",
        el("span", text=turn.label, cls="label") if turn.label else None,
        el("span", *nodes, cls="items"),
        cls=f"turn {player}{' again' if again else ''}",
        key=str(number),
    )


def _rename(table: Table) -> Node:
    record = table.timeline.record
    sides = [_(side) for side in table.timeline.game.sides(table.timeline.state)]
    fields = [("title", _("Title"), record.meta.get("title", ""), title(table.timeline.record))]
    fields += [(f"name-{number}", side, record.players[number], side) for number, side in enumerate(sides)]
    return el(
        "form",
        el("h2", text=_("Names and title")),
        (
            el(
                "label",
                el("span", text=label),
                el(
                    "input",
                    type="text",
                    name=name,
                    value=value,
                    placeholder=hint,
                    maxlength=LONGEST_NAME,
                    autocomplete="off",
                ),
                cls="field",
            )
            for name, label, value, hint in fields
        ),
        el("button", cls="button primary", type="submit", text=_("Keep")),
        id="rename",
        popover="auto",
        aria_label=_("Names and title"),
        data_do="rename",
        cls="dialog",
    )
