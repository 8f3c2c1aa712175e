"""Parse actions, and format and parse move lists.

A move list has one line for each turn. An Attack contains an ``x``, an army is a single item, and ``end`` is omitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, Refusal
from ruleboard.engine.move_text import UNFINISHED_MARK, SpelledMoves, Turn
from ruleboard.games.tesulda import building, refusals, texts
from ruleboard.games.tesulda.army import army_problems, format_army, parse_army
from ruleboard.games.tesulda.movegen import END_ACTION, find_action, legal_actions
from ruleboard.games.tesulda.moves import ArmyCommand, Move
from ruleboard.games.tesulda.notation import parse_move
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.turn import next_state
from ruleboard.i18n import _
from ruleboard.kit.turns import parse_turns

_WORD_PATTERN = re.compile(r"\S+")


def parse_action(state: State, text: str) -> Action[Move]:
    """Parse the text of a legal action.

    Raises:
        ActionError: the text is malformed.
        IllegalAction: the action is not legal. The message gives the reason.
    """
    move = parse_move(text)
    if move is None:
        raise ActionError(
            _("{text} isn’t an action").format(text=repr(text[:20])),
            expected=_("a move such as b2-b4, take:cs, swap:b4>c5:cs, res:hh or end")
            if state.build is None
            else _("S>e1, c>e1, e1-e2, e1:c>e2, e1>store, default, shuffle, fill, mirror, clear or done"),
        )
    action = find_action(state, move)
    if action is None:
        raise IllegalAction.from_refusal(refusals.refuse_move(state, move))
    return action


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Format the move list of a game; see ``engine.game.Game.format_moves``.

    ``end`` shares the item of the action before it, unless the list begins with ``end``. An army is a turn with one
    item, the text of the army. The list contains the armies only after both are complete. An unfinished last turn
    ends with ``…``.
    """
    turns, first_ply = _army_turns(states, actions)
    if states[first_ply].build:
        return ()
    turn_items: list[tuple[int, str]] = []
    for ply, action in enumerate(actions[first_ply:], first_ply):
        if action == END_ACTION and turn_items:
            turn_items[-1] = (ply, turn_items[-1][1])
        else:
            turn_items.append((ply, f"{action.text}x" if action.kind == "capture" else action.text))
        player = states[ply].side
        if states[ply + 1].side != player:
            turns.append(Turn("", player, tuple(turn_items)))
            turn_items = []
    if turn_items:
        ply, text = turn_items[-1]
        turns.append(Turn("", states[len(actions)].side, (*turn_items[:-1], (ply, f"{text} {UNFINISHED_MARK}"))))
    return tuple(turns)


def readable_turn(turn: Turn, entries: Sequence[Action[Move] | str]) -> Turn:
    """Describe the takes, swaps and resources in a turn of the move list; see ``BaseView.readable_turn``."""
    items = []
    for ply, text in turn.items:
        entry = entries[ply]
        ends_turn = isinstance(entry, Action) and entry.text == END_ACTION.text  # quicker than a comparison of actions
        item_entries = entries[ply - 1 : ply + 1] if ends_turn else entries[ply : ply + 1]
        readable_text = texts.short_description(item_entries[0].move) if isinstance(item_entries[0], Action) else ""
        suffix = f" {UNFINISHED_MARK}" if text.endswith(UNFINISHED_MARK) else ""
        items.append((ply, readable_text + suffix if readable_text else text))
    return replace(turn, items=tuple(items))


def _army_turns(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[list[Turn], int]:
    turns: list[Turn] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        if state.build is None:
            return turns, ply
        if action.move is ArmyCommand.DONE:
            turns.append(Turn("", state.side, ((ply, format_army(building.current_army(state))),)))
    return turns, len(actions)


def respell_moves(text: str) -> SpelledMoves:
    """Convert the letters of squares, pieces and commands in a move list to lowercase.

    Armies and the first letter of ``S>e1`` do not change, because upper-case letters there are bases.
    """
    return SpelledMoves(_WORD_PATTERN.sub(lambda word: _respell_word(word[0]), text))


def _respell_word(word: str) -> str:
    if "/" in word:
        return word
    return word[0] + word[1:].lower() if word[1:2] == ">" else word.lower()


def parse_moves(start: State, text: str) -> tuple[Action[Move], ...]:
    """Parse a move list with one line for each turn. The parser skips empty lines.

    Raises:
        ActionError: a move is malformed. ``where`` names the move.
        IllegalAction: a move is not legal. ``where`` names the move.
    """
    return parse_turns(
        start,
        text,
        find_end_action=lambda state: END_ACTION if END_ACTION in legal_actions(state) else None,
        parse=_parse_item,
        apply=_apply_action,
        is_turn_over=_has_turn_ended,
    )


def _apply_action(state: State, action: Action[Move]) -> State:
    return next_state(state, action.move)


def _has_turn_ended(previous_state: State, state: State) -> bool:
    return state.side != previous_state.side or (state.build is None and previous_state.build is not None)


def _parse_item(state: State, item: str) -> tuple[Action[Move], ...]:
    if state.build and "/" in item:
        return _parse_army(state, item)
    if not item.endswith("x"):
        return (parse_action(state, item),)
    action = parse_action(state, item[:-1])
    if action.kind != "capture":
        raise IllegalAction(_("{text} is marked as a capture but captures nothing").format(text=repr(item[:20])))
    return (action,)


def _parse_army(state: State, item: str) -> tuple[Action[Move], ...]:
    try:
        army = parse_army(item)
        actions = building.building_actions(state, army)
    except PositionError as error:
        raise ActionError(error.what, where=error.where, expected=error.expected) from None
    for problem in army_problems(army, state.side):
        raise IllegalAction.from_refusal(Refusal(problem))
    return (*actions, building.COMMAND_ACTIONS[ArmyCommand.DONE])
