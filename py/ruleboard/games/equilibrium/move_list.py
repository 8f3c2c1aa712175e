"""Format and parse move lists with one line for each turn, including the tweaks of its player."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.limits import check_move_list_length
from ruleboard.engine.move_text import SpelledMoves, Turn
from ruleboard.games.equilibrium import texts
from ruleboard.games.equilibrium.moves import DeclineTweaks, Move, Tweak
from ruleboard.games.equilibrium.notation import VERBS
from ruleboard.games.equilibrium.numbers import OPERATION_CARDS
from ruleboard.games.equilibrium.state import FINAL_ACTION, FLIP, SETUP, State
from ruleboard.i18n import N_, _

_LABEL_PATTERN = re.compile(r"(?:Setup:|Round \d{1,6}:|Flips:|Final:)\s*", re.ASCII)
_SECTION_TITLES = {"Setup": N_("Setup"), "Flips": N_("Turned face down"), "Final": N_("Final actions")}
"""The readable texts of labels, except for rounds."""
_WORD_PATTERN = re.compile(r"\S+")
_VERB_PATTERN = re.compile(r"(?<!\S)(?:" + "|".join(VERBS) + r")\b", re.ASCII)
"""The first word of an action."""


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Format the move list of a game; see ``engine.game.Game.format_moves``."""
    turns = list[Turn]()
    for ply, action in enumerate(actions):
        state, player, item = states[ply], states[ply].phase.player, (ply, action.text)
        is_tweak = isinstance(action.move, Tweak | DeclineTweaks)
        if is_tweak and turns and turns[-1].player == player:
            turns[-1] = replace(turns[-1], items=(*turns[-1].items, item))
        else:
            is_out_of_turn = state.phase.turn_player != player if is_tweak else state.phase.kind == FLIP
            turns.append(Turn(_turn_label(state), player, (item,), is_out_of_turn))
    return tuple(turns)


def readable_turn(
    turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str], reader: int | None = None
) -> Turn:
    """Describe the actions in a turn of the move list as sentences; see ``BaseView.readable_turn``."""
    turn_items = []
    for ply, text in turn.items:
        entry = entries[ply]
        if not isinstance(entry, str):
            text = texts.describe_effect(states[ply], entry.move, reader)
        turn_items.append((ply, text))
    return replace(turn, label=_readable_label(turn.label), items=tuple(turn_items))


def respell_moves(text: str) -> SpelledMoves:
    """Correct the case in a move list or an action: capital letters for tiles, lowercase letters for verbs."""
    return SpelledMoves(_WORD_PATTERN.sub(lambda word: _respell_word(word[0]), text))


def _respell_word(word: str) -> str:
    lower_word = word.lower()
    if lower_word == "round" or (
        lower_word.removesuffix(":").capitalize() in _SECTION_TITLES and lower_word.endswith(":")
    ):
        return lower_word.capitalize()
    if lower_word in (*VERBS, *OPERATION_CARDS, "at"):
        return lower_word
    return word.upper()


def parse_moves(
    start: State,
    text: str,
    *,
    parse_action: Callable[[State, str], Action[Move]],
    apply_action: Callable[[State, Action[Move]], State],
) -> tuple[Action[Move], ...]:
    """Parse a move list.

    Args:
        start: the state before the first action.
        text: the move list.
        parse_action: a function that returns the legal action for a text in a state.
        apply_action: a function that returns the state after an action.

    Raises:
        ActionError, IllegalAction: a move is malformed or illegal. The error names the line of the move.
    """
    check_move_list_length(text)
    state, actions = start, []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        label = _LABEL_PATTERN.match(content)
        if label:
            if label[0].strip() != _turn_label(state):
                raise ActionError(
                    _("this line is numbered {label}").format(label=label[0].strip()),
                    where=_("line {n}").format(n=number),
                    expected=_turn_label(state),
                )
            content = content[label.end() :]
        for part in _split_actions(content):
            try:
                action = parse_action(state, part)
            except (ActionError, IllegalAction) as error:
                raise error.within(_("line {n}").format(n=number)) from None
            state = apply_action(state, action)
            actions.append(action)
    return tuple(actions)


def _turn_label(state: State) -> str:
    if state.phase.kind == SETUP:
        return "Setup:"
    if state.phase.kind == FLIP:
        return "Flips:"
    return "Final:" if state.phase.kind == FINAL_ACTION or state.final_players is not None else f"Round {state.round}:"


def _readable_label(label: str) -> str:
    section, _space, number = label.removesuffix(":").partition(" ")
    if section == "Round":
        return _("Round {n}").format(n=number)
    return _(_SECTION_TITLES.get(section, ""))


def _split_actions(line: str) -> list[str]:
    verb_starts = [match.start() for match in _VERB_PATTERN.finditer(line)]
    if not verb_starts or verb_starts[0]:
        verb_starts.insert(0, 0)
    parts = (line[start:end].rstrip(string.whitespace) for start, end in pairwise((*verb_starts, len(line))))
    return [part for part in parts if part]
