"""Move lists: the writing and the reading of one turn a line, with the tweaks that belong to it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.limits import check_moves
from ruleboard.engine.move_text import Turn
from ruleboard.games.equilibrium import words
from ruleboard.games.equilibrium.moves import DeclineTweaks, Move, Tweak
from ruleboard.games.equilibrium.notation import VERBS
from ruleboard.games.equilibrium.state import FINAL, FLIP, SETUP, State
from ruleboard.i18n import N_, _

_LABEL = re.compile(r"(?:Setup:|Round \d{1,6}:|Flips:|Final:)\s*", re.ASCII)
_SECTIONS = {"Setup": N_("Setup"), "Flips": N_("Turned face down"), "Final": N_("Last actions")}
"""The titles of the labels that are no rounds."""
_VERB = re.compile(r"(?<!\S)(?:" + "|".join(VERBS) + r")\b", re.ASCII)
"""The word that an action begins with."""


def format_moves(states: Sequence[State], actions: Sequence[Action[Move]]) -> tuple[Turn, ...]:
    """Return the move list of a game; see ``engine.game.Game.format_moves``."""
    turns: list[tuple[str, int, list[tuple[int, str]]]] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        is_tweak = isinstance(action.move, Tweak | DeclineTweaks)
        if is_tweak and turns:
            turns[-1][2].append((ply, action.text))
        else:
            turns.append((_label(state), state.phase.turn if is_tweak else state.phase.who, [(ply, action.text)]))
    return tuple(Turn(label, player, tuple(items)) for label, player, items in turns)


def turn_in_words(turn: Turn, states: Sequence[State], entries: Sequence[Action[Move] | str]) -> Turn:
    """Return a turn of the move list with its actions in words; see ``games.view.BaseView.turn_in_words``."""
    items = []
    for ply, text in turn.items:
        entry = entries[ply]
        items.append((ply, text if isinstance(entry, str) else words.describe_effect(states[ply], entry.move)))
    return replace(turn, label=_label_in_words(turn.label), items=tuple(items))


def parse_moves(
    start: State,
    text: str,
    *,
    parse: Callable[[State, str], Action[Move]],
    apply: Callable[[State, Action[Move]], State],
) -> tuple[Action[Move], ...]:
    """Return the actions of a move list.

    Args:
        start: the state before the first action.
        text: the move list.
        parse: returns the legal action that a text names.
        apply: returns the state after an action.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says in which line.
    """
    check_moves(text)
    state, actions = start, []
    for number, line in enumerate(text.splitlines(), 1):
        rest = line.strip()
        label = _LABEL.match(rest)
        if label:
            rest = rest[label.end() :]
        for part in _split_actions(rest):
            try:
                action = parse(state, part)
            except (ActionError, IllegalAction) as error:
                raise error.within(_("line {n}").format(n=number)) from None
            state = apply(state, action)
            actions.append(action)
    return tuple(actions)


def _label(state: State) -> str:
    if state.phase.kind == SETUP:
        return "Setup:"
    if state.phase.kind == FLIP:
        return "Flips:"
    return "Final:" if state.phase.kind == FINAL or state.final is not None else f"Round {state.round}:"


def _label_in_words(label: str) -> str:
    section, _space, number = label.removesuffix(":").partition(" ")
    if section == "Round":
        return _("Round {n}").format(n=number)
    return _(_SECTIONS.get(section, ""))


def _split_actions(line: str) -> list[str]:
    """Split a line before each word that an action can begin with."""
    begins = [found.start() for found in _VERB.finditer(line)]
    if not begins or begins[0]:
        begins.insert(0, 0)
    parts = (line[begin:end].rstrip(string.whitespace) for begin, end in pairwise((*begins, len(line))))
    return [part for part in parts if part]
