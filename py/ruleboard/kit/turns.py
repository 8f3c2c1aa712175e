"""Parse and format move lists of games whose turns consist of several actions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.limits import check_move_list_length
from ruleboard.engine.move_text import UNFINISHED_MARK, Turn
from ruleboard.i18n import _

S = TypeVar("S")
A = TypeVar("A", bound=Action[Any])

END_ACTION_TEXT: Final = "end"
"""The text of the action that ends a turn."""
_UNFINISHED_ENDS: Final = ([UNFINISHED_MARK], ["..."])
_TURN_NUMBER_PATTERN: Final = re.compile(r"([0-9]{1,6})(?:\.+|…)", re.ASCII)


def parse_turns(
    start: S,
    text: str,
    *,
    find_end_action: Callable[[S], A | None],
    parse: Callable[[S, str], Sequence[A]],
    apply: Callable[[S, A], S],
    is_turn_over: Callable[[S, S], bool],
) -> tuple[A, ...]:
    """Parse a move list with one turn on each line. The parser skips empty lines.

    A line may begin with the number of the turn, or with the number of the row that contains the turn and its reply.

    This parser is for games whose turns consist of several actions, and whose notation omits the end of a turn.

    Args:
        start: the state before the first action.
        text: the move list.
        find_end_action: returns the action that ends the turn if it is legal in a state, or None. The parser adds it at
            the end of a line.
        parse: parses one item of a line, and returns its actions.
        apply: returns the state after an action.
        is_turn_over: returns True if a turn that began in the first state has ended in the second.

    Raises:
        ActionError, IllegalAction: a move is malformed or illegal; the error names it.
    """
    check_move_list_length(text)
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    actions: list[A] = []
    state = start
    for turn_index, (number, line_items) in enumerate(lines):
        items = _without_turn_number(line_items, turn_index, number)
        if not items:
            continue
        is_unfinished = items[-1:] in _UNFINISHED_ENDS and number == lines[-1][0]
        turn_start, has_turn_ended = state, False
        for index, item in enumerate(items[:-1] if is_unfinished else items, 1):
            try:
                if has_turn_ended:
                    raise ActionError(_("the turn is already over"), expected=_("a new line for each turn"))
                for action in parse(state, item):
                    state = apply(state, action)
                    actions.append(action)
            except RuleboardError as error:
                raise error.within(_("line {line}, move {n}").format(line=number, n=index)) from None
            has_turn_ended = is_turn_over(turn_start, state)
        end_action = None if has_turn_ended or is_unfinished else find_end_action(state)
        if end_action is not None:
            actions.append(end_action)
            state = apply(state, end_action)
    return tuple(actions)


def _without_turn_number(items: list[str], turn_index: int, line: int) -> list[str]:
    """Remove the turn number from the start of a line.

    Args:
        items: the items of the line.
        turn_index: the number of turns before this line.
        line: the line number, for the error.

    Raises:
        ActionError: the number is neither the turn's nor its row's.
    """
    match = _TURN_NUMBER_PATTERN.match(items[0])
    if match is None:
        return items
    numbers = (turn_index + 1, turn_index // 2 + 1, (turn_index + 1) // 2 + 1)
    if int(match[1]) not in numbers:
        raise ActionError(
            _("this line is numbered {label}").format(label=match[0]),
            where=_("line {n}").format(n=line),
            expected=f"{numbers[0]}.",
        )
    text_after_number = items[0][match.end() :]
    return [text_after_number, *items[1:]] if text_after_number else items[1:]


class PlayedAction(NamedTuple):
    """An action in a move list.

    Attributes:
        player: the player, from 0.
        text: the notation of the action, or ``""`` for an action that only ends the turn.
        ends_turn: True if the turn is over after the action.
    """

    player: int | None
    text: str
    ends_turn: bool


def format_turns(actions: Iterable[PlayedAction]) -> tuple[Turn, ...]:
    """Format a move list with one turn on each line.

    An action with an empty text shares the text of the action before it. If it is the only action of its turn, its text
    is ``end``. An unfinished last turn ends with ``…``.
    """
    turns: list[Turn] = []
    items: list[tuple[int, str]] = []
    player: int | None = None
    for ply, action in enumerate(actions):
        player = action.player
        if not action.text and items:
            items[-1] = (ply, items[-1][1])
        else:
            items.append((ply, action.text or END_ACTION_TEXT))
        if action.ends_turn:
            turns.append(Turn("", player, tuple(items)))
            items = []
    if items:
        ply, text = items[-1]
        turns.append(Turn("", player, (*items[:-1], (ply, f"{text} {UNFINISHED_MARK}"))))
    return tuple(turns)
