"""The move list: a turn a line, with the tweaks that belong to it; both ways."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.limits import check_action, check_moves
from ruleboard.engine.move_text import Turn
from ruleboard.games.equilibrium import legal, moves, refusals, rules, words
from ruleboard.games.equilibrium.state import FINAL, FLIP, SETUP, State
from ruleboard.i18n import N_, _

_LABEL = re.compile(r"(?:Setup:|Round \d{1,6}:|Flips:|Final:)\s*", re.ASCII)
_SECTIONS = {"Setup": N_("Setup"), "Flips": N_("Turned face down"), "Final": N_("Last actions")}
"""What labels but rounds are to people who read along."""
_VERB = re.compile(r"(?<!\S)(?:" + "|".join(moves.VERBS) + r")\b", re.ASCII)
"""The word an action begins with."""


def parse_action(state: State, text: str) -> Action[Any]:
    """The legal action a text names; its tiles may come in any order.

    Raises:
        ActionError: it is no action text.
        IllegalAction: it is not allowed here.
    """
    check_action(text)
    move = moves.read(text)
    found = legal.legal(state).get(moves.write(move))
    if found is None:
        raise IllegalAction.refused(refusals.explain(state, _touches(state, move)))
    return found


def check_legal(state: State, action: Action[Any]) -> None:
    """Make sure that an action is one of the legal ones.

    Raises:
        IllegalAction: it is not; the error says why.
    """
    known = legal.legal(state).get(action.text)
    if known == action:
        return
    if known is not None:
        raise IllegalAction(_("this action is made by other touches here"))
    try:
        move = moves.read(action.text)
    except ActionError as error:
        raise IllegalAction(error.what) from None
    raise IllegalAction.refused(refusals.explain(state, _touches(state, move)))


def _touches(state: State, move: moves.Move) -> tuple[str, ...]:
    """The touches that would make a move, as far as an explanation needs them."""
    who = max(state.phase.who, 0)
    hexes = [legal.hex_target(who, cell) for cell in move.cells]
    mine = f":{who + 1}:"
    found: list[str]
    if move.verb == "setup":
        found = [f"type{mine}{move.types[0]}", hexes[0], f"type{mine}{move.types[1]}", hexes[1]]
    elif move.verb == "download":
        found = [*_slots(state, move.types), "do:download"]
    elif move.verb == "code":
        found = [f"card:{move.card}"]
    elif move.verb in ("load", "hack"):
        owner = who if move.verb == "load" else move.player
        if not 0 <= owner < len(state.players) or (move.verb == "hack" and owner == who):
            return ("do:hack",)
        found = [f"storage{mine}{move.types}", legal.hex_target(owner, move.cells[0])]
    elif move.verb == "run":
        found = [
            f"hand{mine}{move.card}",
            hexes[0],
            *([f"supply:{move.types}"] if move.types else []),
            *hexes[1:],
        ]
    elif move.verb == "tweak":
        found = [f"weight{mine}{move.types}"] if move.types else ["do:tweak-none"]
    else:
        found = hexes or [f"do:{move.verb}"]
    return tuple(found[: _alive(state, found) + 1])


def _slots(state: State, kinds: str) -> list[str]:
    free = list(enumerate(state.tiles))
    found = []
    for kind in kinds:
        slot = next((slot for slot, tile in free if tile == kind), len(state.tiles))
        free = [item for item in free if item[0] != slot]
        found.append(f"tile:{slot}")
    return found


def _alive(state: State, touches: Sequence[str]) -> int:
    """How many of the touches some legal action begins with; less than all of them."""
    most = 0
    for action in legal.legal_actions(state):
        for way in (action.targets, *action.ways):
            same = next(
                (at for at, pair in enumerate(zip(way, touches, strict=False)) if pair[0] != pair[1]),
                len(way),
            )
            most = max(most, min(same, len(touches) - 1))
    return most


def write(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
    """The move list of a game; see ``engine.game.Game.format_moves``."""
    turns: list[tuple[str, int, list[tuple[int, str]]]] = []
    for ply, action in enumerate(actions):
        state = states[ply]
        tweak = action.text.startswith("tweak")
        if tweak and turns:
            turns[-1][2].append((ply, action.text))
        else:
            turns.append((_label(state), state.phase.turn if tweak else state.phase.who, [(ply, action.text)]))
    return tuple(Turn(label, player, tuple(items)) for label, player, items in turns)


def in_words(turn: Turn, states: Sequence[State], entries: Sequence[Action[Any] | str]) -> Turn:
    """A turn of the move list for who reads along: its actions are told, instead of written as they are typed."""
    items = []
    for ply, text in turn.items:
        entry = entries[ply]
        items.append((ply, text if isinstance(entry, str) else words.done(states[ply], entry)))
    return replace(turn, label=_spoken(turn.label), items=tuple(items))


def _spoken(label: str) -> str:
    """What stands before the actions of a turn, as people read it."""
    verb, _space, number = label.removesuffix(":").partition(" ")
    if verb == "Round":
        return _("Round {n}").format(n=number)
    return _(_SECTIONS.get(verb, ""))


def _label(state: State) -> str:
    if state.phase.kind == SETUP:
        return "Setup:"
    if state.phase.kind == FLIP:
        return "Flips:"
    return "Final:" if state.phase.kind == FINAL or state.final is not None else f"Round {state.round}:"


def read(start: State, text: str) -> tuple[Action[Any], ...]:
    """The actions of a move list.

    Raises:
        ActionError, IllegalAction: a move cannot be read or is not allowed; the error says in which line.
    """
    check_moves(text)
    state, actions = start, []
    for number, line in enumerate(text.splitlines(), 1):
        rest = line.strip()
        labelled = _LABEL.match(rest)
        if labelled:
            rest = rest[labelled.end() :]
        for part in _parts(rest):
            try:
                action = parse_action(state, part)
            except (ActionError, IllegalAction) as error:
                raise error.within(_("line {n}").format(n=number)) from None
            state = rules.apply(state, action)
            actions.append(action)
    return tuple(actions)


def _parts(line: str) -> list[str]:
    """Split a line before each word that an action can begin with."""
    begins = [found.start() for found in _VERB.finditer(line)]
    if not begins or begins[0]:
        begins.insert(0, 0)
    parts = (line[begin:end].rstrip(string.whitespace) for begin, end in pairwise((*begins, len(line))))
    return [part for part in parts if part]
