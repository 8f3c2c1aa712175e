"""Buttons next to the board: the game's buttons, and one for each action while several remain possible.

The keys of the buttons contain the player, so that the focus does not stay on a button when the player changes.
"""

from __future__ import annotations

from collections.abc import Collection

from ruleboard.app.board.prompts import button_targets
from ruleboard.app.board.table import Table
from ruleboard.app.ui.components import button
from ruleboard.engine.selection import select
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el


def choice_buttons(
    table: Table, choose_message: str, excluded_targets: Collection[str] = (), *, emphasizes_likely_choice: bool = True
) -> list[Node]:
    """Return the buttons next to the board of a table.

    Args:
        table: the table.
        choose_message: the message that plays one of several actions.
        excluded_targets: the targets whose buttons the page shows in another place.
        emphasizes_likely_choice: True to emphasize the likely choice; False if a task tells the person what to do.
    """
    game, state = table.timeline.game, table.timeline.state
    selection, player = table.selection, table.timeline.to_move
    nodes = [
        button(
            game.describe(state, action, player),
            choose_message,
            action.text,
            cls="primary" if len(selection.complete_actions) == 1 else "",
            key=f"{player} choose {action.text}",
        )
        for action in selection.complete_actions
        if len(selection.complete_actions) > 1 or selection.next_targets
    ]
    nodes += [_narrow_button(table, target) for target in _narrow_targets(table)]
    nodes += [
        _target_button(table, target, emphasizes_likely_choice=emphasizes_likely_choice)
        for target in button_targets(table)
        if target not in excluded_targets
    ]
    return nodes


def _narrow_targets(table: Table) -> tuple[str, ...]:
    """Return the targets with narrow buttons. All these buttons stay on the page while the player chooses a target.

    They are the targets that can follow the touches so far or the first of these touches.
    """
    touched_targets = table.touches.targets
    selections = [select(table.actions, touched_targets[:count]) for count in range(len(touched_targets) + 1)]
    targets = dict.fromkeys(target for selection in selections for target in selection.next_targets)
    narrow_targets = tuple(target for target in targets if _short_label(table, target))
    is_choice_open = not {*touched_targets, *table.selection.next_targets}.isdisjoint(narrow_targets)
    return narrow_targets if is_choice_open else ()


def _short_label(table: Table, target: str) -> str:
    return VIEWS[table.timeline.game.id].short_label(table.timeline.state, table.touches.targets, target)


def _narrow_button(table: Table, target: str) -> Node:
    """Return a button for a target on the board, for screens on which the target is too narrow for a finger."""
    button_node = _target_button(table, target)
    picture, label = button_node.children
    key, is_touched = f"narrow {button_node.key}", target in table.touches.targets
    attrs = {
        **button_node.attrs,
        "aria-label": label.text,
        "class": f"{button_node.attrs['class']} narrow",
        "data-key": key,
        **({"aria-pressed": "true"} if is_touched else {}),
    }
    if target not in table.selection.next_targets:
        del attrs["data-legal"]
    return button_node._replace(
        attrs=attrs, children=(picture, label._replace(text=_short_label(table, target))), key=key
    )


def _target_button(table: Table, target: str, *, emphasizes_likely_choice: bool = True) -> Node:
    """Return the button of a target, with its picture if the game has one."""
    game, state = table.timeline.game, table.timeline.state
    picture = VIEWS[game.id].button_icon(state, target)
    button_class = (
        "pictured" if picture else _button_class(table, target, emphasizes_likely_choice=emphasizes_likely_choice)
    )
    return el(
        "button",
        picture,
        el("span", text=game.name(state, target)),
        type="button",
        cls=f"button {button_class}".rstrip(),
        data_target=target,
        data_legal=True,
        key=f"{table.timeline.to_move} {target}",
    )


def _button_class(table: Table, target: str, *, emphasizes_likely_choice: bool) -> str:
    """Return the CSS class of a text button, such as "primary" for the likely or only choice."""
    view = VIEWS[table.timeline.game.id]
    if all(action.targets[0] == target for action in table.actions):
        return "primary"
    likely_target = next((button for button in view.primary_buttons if button in button_targets(table)), "")
    if emphasizes_likely_choice and target == likely_target:
        return "primary"
    return "quiet" if target in view.quiet_buttons else ""
