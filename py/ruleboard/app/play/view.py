"""The page of a game: the board, the players' panels around it, the menu and the side panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, assert_never

from ruleboard.app.board import attack_query, history
from ruleboard.app.board import situation as situations
from ruleboard.app.board.animation import hint_paths, last_turn_paths, reply_paths
from ruleboard.app.board.board_part import (
    board_view,
    front_player,
    part_player,
    player_with_question,
    players_with_next_targets,
    shows_one_part,
)
from ruleboard.app.board.guide import is_guided
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.orientation import is_face_to_face, player_at_bottom, viewer_of
from ruleboard.app.board.parts import DrawOffer, LineKind
from ruleboard.app.board.prompts import draggable_targets, repeats_selection
from ruleboard.app.board.replay_view import (
    last_replay_buttons,
    replay_history_page,
    replay_menu_items,
    replay_panel,
)
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import LibraryMessage, PlayMessage, SettingsMessage, ShareMessage, StudyMessage
from ruleboard.app.play.clock_view import clock_face, pause_item, start_button
from ruleboard.app.play.player_panel import (
    action_bar,
    controls,
    draw_offer_dialog,
    ending_items,
    resign_dialog,
    result_text,
    status_messages,
)
from ruleboard.app.play.print_view import nodes_for_print
from ruleboard.app.play.side_panel import reference_dialog, side_panel
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import (
    SHARE_DIALOG,
    Shell,
    button,
    dialog,
    drag_attributes,
    link,
    live_region,
    menu,
    menu_group,
    menu_item,
    notices,
    skip_button,
    zoom_button,
)
from ruleboard.app.ui.fields import seatings, text_field
from ruleboard.app.ui.legend import LEGEND_DIALOG, legend_dialog
from ruleboard.app.ui.names import game_title, player_names, short_name, title_names
from ruleboard.contract.view import ReplayFrame
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.move_text import row_label
from ruleboard.engine.record import MAX_NAME_LENGTH, Record
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.learning.courses import course
from ruleboard.links import state_to_link
from ruleboard.registry import BOARD_EDITORS, EDITORS, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el, targets_in
from ruleboard.wording import clean_name


def game_page(
    shell: Shell, table: Table, settings: Settings, *, print_content: str = "", dialogs: Iterable[Node | None] = ()
) -> Node:
    """Return the page of a game.

    Args:
        shell: the parts that all pages share.
        table: the game.
        settings: the person's settings.
        print_content: the content of the printed page; see ``print_view.nodes_for_print``.
        dialogs: the dialogs of other features on the page.
    """
    seat = player_at_bottom(table, settings)
    frames = history.replay_frames(table, seat)
    side_count = len(table.timeline.game.sides(table.timeline.state))
    far_players = [(seat + step) % side_count for step in range(1, side_count)]
    state_class = "showing " if frames else "over " if table.timeline.outcome else ""
    shares_panel = not is_face_to_face(table, settings)
    has_strips = shares_panel and max(table.timeline.game.players) > 2
    front_person = front_player(table, seat)
    if has_strips:  # no player sits opposite: all are in strips, and one panel has the controls
        far_panels = [_player_strip(table, player, seat, settings) for player in range(side_count)]
        near_panels = [_player_section(table, front_person, settings, speaker=front_person)]
    elif shares_panel:
        far_panels = [_player_section(table, player, settings, speaker=None) for player in far_players]
        near_panels = [_player_section(table, seat, settings, speaker=front_person)]
    else:
        far_panels = [
            _player_section(table, player, settings, speaker=player, is_far_side=True) for player in far_players
        ]
        near_panels = [_player_section(table, seat, settings, speaker=seat)]
    return el(
        "main",
        skip_button(_("Skip to the board")),
        notices(shell),
        _title_bar(table, settings),
        *nodes_for_print(print_content, table),
        el("div", far_panels, cls="side far"),
        el(
            "div",
            _board_area(table, seat, frames, settings),
            cls=f"stage{' whole' if table.display.shows_whole_board else ''}{_winner_class(table)}",
        ),
        el("div", near_panels, cls="side near"),
        el("div", replay_panel(table, frames, PlayMessage.STEP_REPLAY, PlayMessage.SKIP_REPLAY), cls="beside")
        if frames
        else side_panel(table),
        action_bar(table, settings) if shares_panel else None,
        _rename_dialog(table),
        draw_offer_dialog(table),
        resign_dialog(table),
        reference_dialog(table),
        legend_dialog(table.timeline.game.id),
        *dialogs,
        live_region(shell),
        cls=f"page page-table {state_class}{'many ' if has_strips else ''}flip-{settings.flip}"
        f" {'one-part ' if shows_one_part(table, settings) else ''}{'prepared ' if print_content else ''}"
        f"{'one-side ' if shares_panel else ''}{'guided ' if is_guided(table) else ''}"
        f"of-{table.timeline.game.id}",
        key=f"table-{table.id}",
    )


def _editor_address(table: Table) -> str:
    """Return the address that opens the position editor with the public view of the viewed position."""
    return _state_address(table.timeline.game, table.viewed_timeline.state)


@lru_cache(maxsize=4)
def _state_address(game: Game[Any, Any], state: object) -> str:
    return format_route(Route("edit", game.id, text=state_to_link(game, state)))


def _title_bar(table: Table, settings: Settings) -> Node:
    timeline = table.timeline
    mode = VIEWS[timeline.game.id].mode_name(timeline.public_state())
    return el(
        "header",
        link(_("Games"), "#/", picture="back", icon_only=True),
        el(
            "h1",
            _title(timeline.record),
            el("span", text=mode, cls="mode") if mode else None,
            cls="" if table.display.ply is None else "unseen",
        ),
        _back_to_current_button(table, table.display.ply) if table.display.ply is not None else None,
        _sound_button(settings),
        zoom_button(table.display.shows_whole_board, PlayMessage.TOGGLE_ZOOM),
        _attack_query_button(table) if attack_query.is_available(table) else None,
        button(_("Flip the board"), PlayMessage.FLIP_BOARD, picture="turn", icon_only=True),
        menu("menu-game", _("This game"), _menu_groups(table, settings)),
        cls="bar",
    )


def _title(record: Record) -> Node:
    """Return the title of a game. The names of two players have a line each if they do not fit next to each other."""
    names = title_names(record)
    if len(names) == 2:
        first_name, second_name = (el("span", text=name) for name in names)
        dash_node = el("span", text="\N{NO-BREAK SPACE}– ")
        return el("span", el("span", first_name, dash_node, cls="first"), second_name, cls="versus")
    return el("span", text=game_title(record).replace(" – ", "\N{NO-BREAK SPACE}– "))


def _menu_groups(table: Table, settings: Settings) -> tuple[Node | None, ...]:
    """Return the groups of the menu: ending the game, the game, its board, and other pages."""
    id, game_id, menu_id = table.id, table.timeline.game.id, "menu-game"
    reference_note = VIEWS[game_id].reference_note(table.timeline.public_state())
    return (
        menu_group(_("Draw or resign"), ending_items(table, menu_id))
        if not is_face_to_face(table, settings) and table.timeline.outcome is None
        else None,
        menu_group(
            _("The game"),
            (
                _dialog_item(_("Names and title"), "rename"),
                _dialog_item(_("Share"), SHARE_DIALOG),
                pause_item(table, menu_id),
                menu_item(_("Rematch with sides swapped"), PlayMessage.REMATCH, menu_id=menu_id),
                menu_item(_("Study this game"), StudyMessage.OPEN_GAME, id, menu_id=menu_id)
                if table.timeline.outcome is not None
                else None,
                menu_item(_("Export"), LibraryMessage.EXPORT, id, menu_id=menu_id),
            ),
        ),
        menu_group(
            _("The board"),
            (
                _dialog_item(_("What the marks mean"), LEGEND_DIALOG),
                _dialog_item(reference_note.title, "reference") if reference_note else None,
                menu_item(_(VIEWS[game_id].pieces_question), PlayMessage.LIST_PIECES, menu_id=menu_id),
                *replay_menu_items(table, menu_id),
                *_seating_items(table, settings),
                menu_item(_("Print this position"), ShareMessage.PRINT_POSITION, menu_id=menu_id),
                link(_("Edit this position"), _editor_address(table), cls="button item")
                if game_id in EDITORS
                else None,
                link(_(BOARD_EDITORS[game_id].title), format_route(Route("boards", game_id)), cls="button item")
                if game_id in BOARD_EDITORS
                else None,
            ),
        ),
        menu_group(
            _("More"),
            (
                link(_("Lessons"), format_route(Route("learn", game_id)), cls="button item")
                if course(game_id)
                else None,
                link(_("All the rules"), format_route(Route("rules", game_id)), cls="button item"),
                link(_("Settings"), "#/settings", cls="button item"),
                link(_("Help"), "#/help", cls="button item"),
            ),
        ),
        None
        if table.saving.is_unsaved
        else menu_group(
            _("Delete"), (menu_item(_("Delete"), LibraryMessage.DELETE, id, menu_id=menu_id, is_dangerous=True),)
        ),
    )


def _dialog_item(label: str, dialog_id: str) -> Node:
    """Return a menu item that opens a dialog."""
    return el("button", type="button", cls="button item", data_opens=dialog_id, text=label)


def _sound_button(settings: Settings) -> Node:
    """Return the button that turns sounds on or off. Their volume is that of the device."""
    message, value = f"{SettingsMessage.CHOOSE}.sounds", "off" if settings.sounds else "on"
    picture, aria_pressed = ("sound", "true") if settings.sounds else ("silent", "false")
    return button(_("Sounds"), message, value, picture=picture, icon_only=True, cls="sound", aria_pressed=aria_pressed)


def _seating_items(table: Table, settings: Settings) -> Iterator[Node]:
    """Yield the menu items for changing the seating of several people."""
    if len(table.persons) < 2:
        return
    for flip, label in seatings(len(table.timeline.record.players)):
        if flip is not settings.flip:
            yield menu_item(label, f"{SettingsMessage.CHOOSE}.flip", flip, menu_id="menu-game")


def _attack_query_button(table: Table) -> Node:
    """Return the button that opens and closes the attack query."""
    aria_pressed = "false" if table.touches.attack_query is None else "true"
    return button(
        _("Show attackers"),
        PlayMessage.TOGGLE_ATTACK_QUERY,
        picture="target",
        icon_only=True,
        aria_pressed=aria_pressed,
    )


def _back_to_current_button(table: Table, ply: int) -> Node:
    """Return the button that describes the viewed state, with its ply, and returns to the current one."""
    timeline = table.timeline.jump(ply)
    label = _("The start")
    if table.display.variation and table.display.variation_line is LineKind.HINT:
        label = _("Hint")
    elif timeline.ply:
        turns = timeline.turns()
        turn, last_turn = (row_label(turns, ply) for ply in (timeline.ply, len(timeline.entries)))
        label = _("Turn {n} of {all}").format(n=turn, all=last_turn)
    return el(
        "button",
        el("span", text=label, cls="place"),
        el("span", text=_("back to the game")),
        type="button",
        cls="button looking",
        key="looking",
        data_do=PlayMessage.VIEW_CURRENT,
    )


def _board_area(table: Table, seat: int, frames: tuple[ReplayFrame, ...], settings: Settings) -> Node:
    """Return the board, or the screen that covers it."""
    situation = table.situation
    while isinstance(situation, situations.InOtherTab | situations.DrawOffered):
        situation = situation.underlying_situation
    match situation:
        case situations.Replaying(position=position):
            return frames[position.step].picture._replace(key=f"board-{seat}")
        case situations.InReplayHistory():
            return replay_history_page(table)
        case situations.HandOver() if table.draw_offer is not None:
            return _screen_during_draw_offer(table, table.draw_offer)
        case situations.HandOver(player=player):
            return _handover_screen(table, player, seat)
        case (
            situations.LookingBack()
            | situations.GameOver()
            | situations.MistakeMade()
            | situations.OpponentToMove()
            | situations.PersonToMove()
        ):
            return _board(table, seat, settings)
        case _:
            assert_never(situation)


def _handover_screen(table: Table, player: int, seat: int) -> Node:
    """Return the hand-over screen, which a player opens when no one else can see it."""
    timeline = table.timeline
    name = player_names(timeline.record)[player]
    return el(
        "div",
        el(
            "div",
            VIEWS[timeline.game.id].emblem(player),
            el("h2", text=_("It’s {player}’s turn to choose in secret").format(player=name)),
            el("p", text=_("Hand over the device. Next player: touch the button when only you can see the screen.")),
            cls="handover",
        ),
        button(_("I’m {player}. Show my side").format(player=name), PlayMessage.SHOW_BOARD, cls="primary large"),
        el("div", last_replay_buttons(), cls="row") if history.latest_replay(table) else None,
        VIEWS[timeline.game.id].handover_picture(timeline.public_state(), seat),
        cls=f"curtain p{player}",
        key="curtain",
    )


def _screen_during_draw_offer(table: Table, offer: DrawOffer) -> Node:
    """Return the screen that hides a player's secrets until another player has answered a draw offer.

    The buttons for the answer are in the panel. The screen has no button that shows the board.
    """
    names = player_names(table.timeline.record)
    return el(
        "div",
        el(
            "div",
            VIEWS[table.timeline.game.id].emblem(offer.responder),
            el("h2", text=_("{player} offers a draw.").format(player=names[offer.player])),
            el("p", text=_("{player} decides.").format(player=names[offer.responder])),
            cls="handover",
        ),
        cls=f"curtain p{offer.responder}",
        key="curtain-offer",
    )


def _board(table: Table, seat: int, settings: Settings) -> Node:
    """Return the board in the viewed state, with marks and draggable targets."""
    timeline = table.viewed_timeline
    paths, hints = last_turn_paths(table, seat), hint_paths(table, seat)
    marks = replace(
        board_marks(table),
        paths=paths,
        hints=hints,
        reply_paths=reply_paths(table, seat),
        shows_path_numbers=bool(VIEWS[timeline.game.id].turn_end),
    )
    if table.touches.attack_query is not None:
        query_target = frozenset({table.touches.attack_query} - {""})
        marks = Marks(
            highlighted=query_target,
            threats=attack_query.attack_paths(table),
            last=board_marks(table).last if not query_target else frozenset(),
        )
    elif situations.explains_touches(table.situation):
        marks = replace(marks, read_only=False)
    board = board_view(table, seat, settings).picture(timeline.state_for(viewer_of(table)), seat, marks)
    # The Tab key stops once, and the arrow keys go from target to target. A finished game needs no stop.
    focus_attrs = {} if timeline.outcome and table.touches.attack_query is None else {"tabindex": "0"}
    drag_attrs = (
        drag_attributes(())
        if table.touches.attack_query is not None
        else drag_attributes(draggable_targets(table), _immovable_targets(table, board))
    )
    if repeats_selection(table):
        drag_attrs["data-sweeps"] = "true"
    return board._replace(attrs={**board.attrs, **focus_attrs, **drag_attrs}, key=f"board-{seat}")


def _immovable_targets(table: Table, board: Node) -> frozenset[str]:
    """Return the targets with pieces of the player to move that cannot be dragged now."""
    if table.read_only or not draggable_targets(table):  # this board has no drags
        return frozenset()
    timeline = table.timeline
    owner, player = VIEWS[timeline.game.id].owner, timeline.to_move
    state = timeline.state_for(player)
    return frozenset(target for target in targets_in(board) if owner(state, target) == player) - draggable_targets(
        table
    )


def _player_pictures(
    timeline: Timeline[Any], player: int, *, hides_outcome: bool = False
) -> tuple[Node | None, Node | None]:
    """Return the emblem of a player's side and the player's tray next to the board; each may be None.

    After the game, the emblem replaces a tray that contains it, since the tray would show the winner's moves as spent.
    """
    view = VIEWS[timeline.game.id]
    is_over = timeline.outcome is not None and not hides_outcome
    if view.tray_has_emblem and is_over:
        return view.emblem(player), None
    emblem = None if view.tray_has_emblem else view.emblem(player)
    return emblem, view.tray(timeline.public_state(), player, timeline.public_state(0))


def _player_strip(table: Table, player: int, seat: int, settings: Settings) -> Node:
    """Return a line that describes a player. A touch on it pans the board to the player's part, or opens this part."""
    timeline = table.viewed_timeline
    outcome = timeline.outcome
    name = player_names(timeline.record)[player]
    is_to_move = _player_to_decide(table) == player
    details = result_text(outcome, player) if outcome else _player_details(table, player)
    won_class = " won" if _has_won(outcome, player) else ""
    clock = None if outcome else clock_face(table, player)  # replaces the side, which the colour shows, too
    label = name if outcome or clock else short_name(timeline.record, player)
    has_parts = shows_one_part(table, settings)
    summary = VIEWS[timeline.game.id].part_summary(timeline.public_state(), player) if has_parts else None
    next_class = " may" if has_parts and player in players_with_next_targets(table) else ""
    return el(
        "button",
        *_player_pictures(timeline, player),
        el(
            "span",
            el("strong", text=label),
            clock or (summary if summary and not outcome else None),
            el("span", cls="small", text=details) if details and not clock and (outcome or not summary) else None,
            cls="who",
        ),
        cls=f"strip p{player}{' to-move' if is_to_move else ''}{won_class}{next_class}",
        key=f"strip-{player}",
        type="button",
        data_do=PlayMessage.PAN_TO_PLAYER,
        data_value=str(player + 1),
        aria_current="true" if is_to_move else None,
        aria_pressed=str(part_player(table, seat) == player).lower() if has_parts else None,
        title=_("Show this part of the board: {player}").format(player=name),
    )


def _player_section(
    table: Table, player: int, settings: Settings, *, speaker: int | None, is_far_side: bool = False
) -> Node:
    """Return the panel of a player.

    Args:
        table: the game.
        player: the player whose name and pieces it shows.
        settings: the person's settings.
        speaker: the player whose messages and buttons it contains; None for a panel without them.
        is_far_side: True if the far player uses the panel from the opposite side of the board.
    """
    timeline = table.viewed_timeline
    game, state = timeline.game, timeline.state
    outcome = None if table.display.replay else timeline.outcome
    is_to_move = _player_to_decide(table) == player and not table.display.replay
    side = _(game.sides(state)[player])
    name = short_name(timeline.record, player)
    upside_class = " upside" if is_far_side else ""
    won_class = " won" if _has_won(outcome, player) else ""
    details = _player_details(table, player)
    return el(
        "section",
        el(
            "div",
            *_player_pictures(timeline, player, hides_outcome=bool(table.display.replay)),
            el(
                "div",
                el("strong", text=name),
                el("span", cls="small", text=details) if details else None,
                cls="who",
            ),
            el("strong", text=result_text(outcome, player), cls="result") if outcome else None,
            start_button(table, player),
            clock_face(table, player),
            cls="identity",
        ),
        *(() if speaker is None else _speaker_nodes(table, player, speaker, settings, is_far_side=is_far_side)),
        cls=f"player p{player}{' to-move' if is_to_move else ''}{won_class}{upside_class}",
        key=f"player-{player}",
        aria_label=_("{player}, {side}").format(player=name, side=details) if details else side,
    )


def _winner_class(table: Table) -> str:
    """Return the CSS classes that light the board's rim in the winner's colour; empty unless one player has won."""
    outcome = table.viewed_timeline.outcome
    if outcome is None or len(outcome.winners) != 1 or table.display.replay:
        return ""
    return f" lit p{outcome.winners[0]}"


def _player_to_decide(table: Table) -> int | None:
    """Return the player whose panel the page highlights: the player with a question, or else the player to move."""
    player = player_with_question(table)
    return table.viewed_timeline.to_move if player is None else player


def _speaker_nodes(
    table: Table, player: int, speaker: int, settings: Settings, *, is_far_side: bool
) -> tuple[Node, ...]:
    """Return the speaker's messages and buttons in a player's panel.

    If the speaker is another player, they are in a card with the speaker's colour, emblem and name.
    """
    outcome = None if table.display.replay else table.viewed_timeline.outcome
    messages = [*filter(None, status_messages(table, speaker, outcome, is_far_side=is_far_side))]
    buttons = controls(table, speaker, settings, is_far_side=is_far_side)
    is_looking_back = isinstance(table.situation, situations.LookingBack)  # its message names the player
    if not messages or speaker == player or outcome is not None or is_looking_back:
        return el("div", messages, cls="status"), buttons
    name, emblem = short_name(table.timeline.record, speaker), VIEWS[table.timeline.game.id].emblem(speaker)
    title = el("span", emblem, el("strong", text=name), cls="speaker", key="speaker")
    return (
        el(
            "div",
            el("div", title, *messages, cls="status"),
            buttons,
            cls=f"acting p{speaker}",
            role="group",
            aria_label=name,
            key=f"acting-{speaker}",
        ),
    )


def _has_won(outcome: Outcome | None, player: int) -> bool:
    return outcome is not None and not outcome.is_draw and player in outcome.winners


def _player_details(table: Table, player: int) -> str:
    """Return the side of a player, unless the player's name is the same, and the level of a bot."""
    timeline, level = table.timeline, table.bot_level_of(player)
    side = _(timeline.game.sides(timeline.state)[player])
    if level:
        return _("{side}, level {level}").format(side=side, level=level)
    return "" if side == player_names(timeline.record)[player] else side


def _rename_dialog(table: Table) -> Node:
    record = table.timeline.record
    sides = [_(side) for side in table.timeline.game.sides(table.timeline.state)]
    fields = [("title", _("Title"), clean_name(record.meta.get("title", "")), game_title(table.timeline.record))]
    fields += [(f"name-{number}", side, clean_name(record.players[number]), side) for number, side in enumerate(sides)]
    form = el(
        "form",
        el("h2", text=_("Names and title")),
        (text_field(label, value, MAX_NAME_LENGTH, name=name, placeholder=hint) for name, label, value, hint in fields),
        el("button", cls="button primary", type="submit", text=_("Save")),
        data_do=PlayMessage.RENAME,
    )
    return dialog("rename", _("Names and title"), form)
