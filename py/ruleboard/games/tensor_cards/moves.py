"""The move list: one line a turn with both players' cards. Implements 'Text formats' (Move list).

A line is ``1.1 Black r5 b2 y9 White r9 b8 yT toward-first``: hand and turn, what either laid, and the orders
chosen. A turn appears when its first cards are revealed, cards not yet revealed as ``?``; what lies face down
is never listed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.limits import check_moves
from ruleboard.engine.move_text import Turn
from ruleboard.games.tensor_cards import rules
from ruleboard.games.tensor_cards.cards import BLACK, SIDES, WHITE
from ruleboard.games.tensor_cards.notation import UNKNOWN, lay_words
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.tensor_cards.words import find
from ruleboard.i18n import _

_LABEL = re.compile(r"[1-9][0-9]*\.[1-3]")
_ORDER = re.compile(r"(toward|away|left|right)-first")


def format_moves(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Turn, ...]:
    """The move list of a game; see ``engine.game.Game.format_moves``."""
    turns: list[Turn] = []
    begun = states[0]
    lay, orders = (0, ""), list[tuple[int, str]]()
    for ply, action in enumerate(actions):
        before, state = states[ply], states[ply + 1]
        verb, _space, rest = action.text.partition(" ")
        if verb == "order":
            orders.append((ply, rest))
        elif verb == "lay" and before.laying == WHITE:
            black = before.laid[BLACK]
            lay = (ply, f"{SIDES[BLACK]} {lay_words(black)} {SIDES[WHITE]} {rest}")
        if state.between_turns and verb in ("lay", "order"):
            turns.append(Turn(_label(begun), None, (lay, *orders)))
            begun, orders = state, []
    last = states[len(actions)]
    if last.laying is None:
        black, white = rules.view(last, None).laid
        words = f"{SIDES[BLACK]} {lay_words(black)} {SIDES[WHITE]} {lay_words(white)}"
        turns.append(Turn(_label(begun), None, ((lay[0], words), *orders)))
    return tuple(turns)


def _label(state: State) -> str:
    return f"{state.hand}.{state.turn}"


def parse_moves(start: State, text: str) -> tuple[Action[Any], ...]:
    """The actions of a move list; a last turn in which cards are still hidden (``?``) is left out.

    Raises:
        ActionError: a line cannot be read, or is numbered wrongly.
        IllegalAction: it can, but not be played; the error says which line.
    """
    check_moves(text)
    actions: list[Action[Any]] = []
    state = start
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for place, (number, words) in enumerate(lines):
        if any(UNKNOWN in word for word in words):
            if place < len(lines) - 1:
                raise ActionError(
                    _("only the last turn can have hidden cards"), where=_where(number), expected=_("no '?'")
                )
            break
        try:
            for move in _line(state, words):
                action = find(state, move)
                actions.append(action)
                state = rules.apply(state, action)
        except (ActionError, IllegalAction) as error:
            raise error.within(_where(number)) from None
        if not state.between_turns and place < len(lines) - 1:
            raise ActionError(_("an order has to be chosen"), where=_where(number), expected=_("such as toward-first"))
    return tuple(actions)


def _where(number: int) -> str:
    return _("line {line}").format(line=number)


def _line(state: State, words: list[str]) -> list[str]:
    """The action texts of one line."""
    if _LABEL.fullmatch(words[0]):
        if words[0] != _label(state):
            raise ActionError(_("this line is numbered {label}").format(label=words[0]), expected=_label(state))
        words = words[1:]
    if len(words) < 8 or words[0] != SIDES[BLACK] or words[4] != SIDES[WHITE]:
        raise ActionError(_("this is no turn"), expected=_("a turn such as 'Black r5 b2 y9 White r9 b8 yT'"))
    for word in words[8:]:
        if not _ORDER.fullmatch(word):
            raise ActionError(_("{text} is no order").format(text=repr(word[:20])), expected=_("such as toward-first"))
    lays = [f"lay {' '.join(words[1:4])}", f"lay {' '.join(words[5:8])}"]
    return lays + [f"order {word}" for word in words[8:]]
