"""The turns of move lists as values, and parsers that most games share."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, RuleboardError
from ruleboard.engine.limits import check_move_list_length
from ruleboard.i18n import _

UNFINISHED_MARK: Final = "…"
"""The text after the last action of a turn that has not ended."""

S = TypeVar("S")
A = TypeVar("A", bound=Action[Any])

_NUMBER_LABEL_PATTERN: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:\.|…)?", re.ASCII)
"""The label of a turn that the game numbers, such as "7." or "2.3"."""
_NUMBERED_LINE_PATTERN: Final = re.compile(r"([0-9]{1,6})\. (\S+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a move list.

    Attributes:
        label: the text before the actions ("1.", "Round 2"); may be empty.
        player: the player (0-based), or None if several players acted together.
        items: pairs of (ply, notation). The ply counts all actions of the game from 0, so that the state after the item
            is ``states[ply + 1]``. An item that covers several plies has the ply of its last action.
        is_out_of_turn: True if the player decides during another player's turn or between two rounds.
    """

    label: str
    player: int | None
    items: tuple[tuple[int, str], ...]
    is_out_of_turn: bool = False

    def __str__(self) -> str:
        return " ".join(([self.label] if self.label else []) + [text for _, text in self.items])


@dataclass(frozen=True, slots=True)
class SpelledMoves:
    """A move list in the spelling of its game, and notices about lines that the parser will ignore."""

    move_list: str
    notices: tuple[str, ...] = ()


def turn_index(turns: Sequence[Turn], ply: int) -> int:
    """Return the index of the turn that contains an action.

    Args:
        turns: the move list; not empty.
        ply: the number of the action, from 0. An action beyond the list belongs to the last turn.
    """
    return min(bisect_left(turns, ply, key=lambda turn: turn.items[-1][0]), len(turns) - 1)


def parse_numbered(start: S, text: str, *, parse: Callable[[S, str], A], apply: Callable[[S, A], S]) -> tuple[A, ...]:
    """Parse a move list with one numbered action on each line ("1. b2"). The parser skips empty lines.

    Args:
        start: the state before the first action.
        text: the move list.
        parse: returns the legal action with a given text in a given state.
        apply: returns the state after an action.

    Raises:
        ActionError, IllegalAction: a line is malformed or has the wrong number, or its action is not legal; the error
            names the move.
    """
    check_move_list_length(text)
    actions: list[A] = []
    state = start
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        match = _NUMBERED_LINE_PATTERN.fullmatch(line.strip())
        location = _("move {n}").format(n=number)
        if match is None or int(match[1]) != number:
            raise ActionError(_("this isn’t a move"), where=location, expected=_("a number, a dot and a move"))
        try:
            action = parse(state, match[2])
        except RuleboardError as error:
            raise error.within(location) from error
        actions.append(action)
        state = apply(state, action)
    return tuple(actions)


def begins_row(turns: Sequence[Turn], number: int) -> bool:
    """Return True if a turn begins a row. A row has at most one turn for each player, in playing order."""
    player, previous_player = turns[number].player, turns[number - 1].player if number else None
    return player is not None and (previous_player is None or player <= previous_player)


def turn_labels(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Return the number of each turn as the move list shows it.

    If the game numbers its turns, a turn without a number repeats the previous one. If the labels are not numbers, such
    as "Round 2:", the function numbers all turns except decisions out of turn. In a list without labels, each row has a
    number.
    """
    has_labels = any(turn.label for turn in turns)
    labels, number, count = list[str](), "", 0
    for index, turn in enumerate(turns):
        match = _NUMBER_LABEL_PATTERN.fullmatch(turn.label)
        if match:
            number = match[1]
        elif has_labels:
            count += turn.player is not None and not turn.is_out_of_turn
        else:
            count += begins_row(turns, index)
        labels.append(number or str(max(count, 1)))
    return tuple(labels)


def row_label(turns: Sequence[Turn], ply: int) -> str:
    """Return the number of the turn that contains an action, as text; see ``turn_labels``.

    Args:
        turns: the move list. It may be empty if all actions so far are hidden.
        ply: the number of the action, from 0. An action beyond the list belongs to the last turn.
    """
    return turn_labels(turns)[turn_index(turns, ply)] if turns else "1"


def count_rows(turns: Sequence[Turn]) -> int:
    """Count the different turn numbers that a move list shows."""
    return len(set(turn_labels(turns)))


def parse_line(text: str) -> tuple[str, ...]:
    """Split a text at semicolons, and drop empty parts."""
    return tuple(part.strip() for part in text.split(";") if part.strip())


def parse_answers(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse the answers to a task. ``|`` separates answers, and semicolons separate the actions of an answer."""
    return tuple(line for line in map(parse_line, text.split("|")) if line)
