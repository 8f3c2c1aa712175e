"""Positions and actions of Tesulda as text.

A position is ``<ranks 10 to 1> <side> <pool> <quiet>``, a turn's start. In mid-turn, and while armies are
built, a fifth part follows:

- ``then:<square>:(<figure>)`` after an Attack, while pieces of that captured figure may be taken by the one
  on the square;
- ``then:<square>:<left>`` later in a turn, ``<left>`` telling what may still be done: ``s`` swap, ``r``
  resource, ``sr``;
- ``build:<first>:<chance>`` while the side to move builds: who will move first, and the state of the random
  generator in hexadecimal. The zone of the side that does not build holds a whole army or, where that is
  hidden, nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, Refusal, RuleboardError
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import refusals
from ruleboard.games.tesulda.board import GRID, INDEX, NAMES, SIZE, ZONE, number
from ruleboard.games.tesulda.building import STORE, WHOLE
from ruleboard.games.tesulda.exchange import allowance
from ruleboard.games.tesulda.figures import (
    BASES,
    BASES_A_SIDE,
    CROWN,
    NEED,
    PIECES,
    PIECES_A_SIDE,
    ordered,
)
from ruleboard.games.tesulda.rank_text import format_row, parse_figure, parse_row, refuse_meeting
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.state import (
    DARK,
    DRAW_AFTER,
    LIGHT,
    RESOURCE,
    SIDES,
    SWAP,
    Build,
    State,
    figures,
    primes,
)
from ruleboard.games.tesulda.terms import so_many, so_many_bases
from ruleboard.games.tesulda.turn import can_go_on, legal_actions
from ruleboard.i18n import _, ngettext

_LETTERS: Final = ("l", "d")
_CHANCE: Final = re.compile(r"0|[1-9a-f][0-9a-f]{0,15}")
_SQUARE: Final = "([a-z][0-9]+)"
_MOVE: Final = re.compile(f"{_SQUARE}-{_SQUARE}", re.ASCII)
_TAKE: Final = re.compile(f"take:(-|[{PIECES}]{{1,2}})")
_SWAP: Final = re.compile(f"swap:{_SQUARE}>{_SQUARE}:([{PIECES}]{{1,2}})", re.ASCII)
_RESOURCE: Final = re.compile(f"res:([{PIECES}]{{1,2}})")
_PUT: Final = re.compile(f"([{BASES}]|[{PIECES}])>{_SQUARE}", re.ASCII)
_REMOVE: Final = re.compile(f"{_SQUARE}(?::([{PIECES}]))?>{STORE}", re.ASCII)
_SHIFT: Final = re.compile(f"{_SQUARE}:([{PIECES}])>{_SQUARE}", re.ASCII)


def format_position(state: State) -> str:
    """The text of a state, see above."""
    rows = [format_row(state.board[at : at + SIZE]) for at in range(SIZE * (SIZE - 1), -1, -SIZE)]
    text = f"{'/'.join(rows)} {_LETTERS[state.side]} {state.pool or '-'} {state.quiet}"
    if state.build:
        return f"{text} build:{_LETTERS[state.build.first]}:{state.build.chance:x}"
    if state.fresh:
        return text
    return f"{text} then:{NAMES[state.moved]}:{f'({state.prey})' if state.prey else state.left}"


def parse_position(text: str) -> State:
    """The state a text describes. Not all pieces need to be accounted for.

    Raises:
        PositionError: the text cannot be read, or the rules never lead to what it describes.
    """
    fields = text.split()
    if len(fields) not in (4, 5):
        raise PositionError(
            _("a position has four parts, or five in mid-turn; this has {n}").format(n=len(fields)),
            expected=_("the ranks, the side to move, the pool, and the turns since the last Attack"),
        )
    ranks, side_text, pool_text, quiet_text, *rest = fields
    rows = ranks.split("/")
    if len(rows) != SIZE:
        raise PositionError(
            ngettext("there is {n} rank", "there are {n} ranks", len(rows)).format(n=len(rows)),
            where=_("board"),
            expected=_("10, separated by /"),
        )
    parsed = [parse_row(row, _("rank {n}").format(n=SIZE - at)) for at, row in enumerate(rows)]
    board = tuple(figure for row in reversed(parsed) for figure in row)
    state = State(board, _side(side_text, _("side")), _pool(pool_text), _quiet(quiet_text))
    _check_counts(state)
    if rest and rest[0].startswith("build:"):
        return _building(state, rest[0])
    for square, figure in enumerate(board):
        if figure:
            refuse_meeting(figure, NAMES[square])
    crowned = [bool(primes(board, side)) for side in (LIGHT, DARK)]
    if not any(crowned):
        raise PositionError(_("neither side has a crown"), where=_("board"), expected=_("one for each side"))
    if not rest:
        return state
    if not all(crowned):
        over = _("{side} has no crown, so the game is over and no turn goes on")
        raise PositionError(over.format(side=_(SIDES[crowned.index(False)])), where=_("turn"))
    return _mid_turn(state, rest[0])


def _side(text: str, where: str) -> int:
    if text not in _LETTERS:
        raise PositionError(_("{text} is no side").format(text=repr(text[:10])), where=where, expected=_("l or d"))
    return _LETTERS.index(text)


def _pool(text: str) -> str:
    if text == "-":
        return ""
    for piece in text:
        if piece not in PIECES:
            raise PositionError(
                _("{text} is no piece").format(text=repr(piece)),
                where=_("pool"),
                expected=_("c, s, d, z, h, t or k, or - for none"),
            )
    return ordered(text)


def _quiet(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= DRAW_AFTER:
        return int(text)
    raise PositionError(
        _("{text} cannot be the turns since the last Attack").format(text=repr(text[:10])),
        where=_("turns"),
        expected=_("a number from 0 to {n}").format(n=DRAW_AFTER),
    )


def _check_counts(state: State) -> None:
    """Refuse more bases or pieces than there are.

    Raises:
        PositionError: there are more.
    """
    for side, title in enumerate(SIDES):
        bases = Counter(figure[0].upper() for _square, figure in figures(state.board, side))
        for base, most in BASES_A_SIDE.items():
            if bases[base] > most:
                raise PositionError(
                    _("{side} has {bases}").format(side=_(title), bases=so_many_bases(bases[base], base)),
                    where=_("board"),
                    expected=_("{n} at most").format(n=most),
                )
    used = Counter(state.pool)
    for figure in state.board:
        used.update(figure[1:])
    for piece, most in PIECES_A_SIDE.items():
        if used[piece] > 2 * most:
            raise PositionError(
                _("there are {pieces} on the board and in the pool").format(pieces=so_many(used[piece], piece)),
                where=_("board"),
                expected=_("{n} at most, of both sides").format(n=2 * most),
            )


def _mid_turn(state: State, text: str) -> State:
    word, _colon, rest = text.partition(":")
    name, _colon, what = rest.partition(":")
    if word != "then" or not what:
        raise PositionError(
            _("{text} cannot be read").format(text=repr(text[:20])),
            where=_("turn"),
            expected=_("then:<square>:<(captured figure) or what is left: s, r or sr>"),
        )
    try:
        square = number(GRID.parse(name))
    except RuleboardError as error:
        raise PositionError(error.what, where=_("turn"), expected=error.expected) from None
    if square not in [at for at, _figure in figures(state.board, state.side)]:
        raise PositionError(
            _("no figure of {side} stands on {square}").format(side=_(SIDES[state.side]), square=name),
            where=_("turn"),
            expected=_("the one that has moved"),
        )
    if attackers(state.board, state.side):
        raise PositionError(
            _("{side}'s Prime can be attacked, so this cannot have been its Move").format(side=_(SIDES[state.side])),
            where=_("turn"),
        )
    if what.startswith("(") and what.endswith(")"):
        return _with_prey(state, square, parse_figure(what[1:-1], _("turn")))
    possible = [SWAP, RESOURCE, SWAP + RESOURCE] if ZONE[1 - state.side] >> square & 1 else [SWAP]
    if what not in possible:
        raise PositionError(
            _("{text} cannot be left of the turn").format(text=repr(what[:10])),
            where=_("turn"),
            expected=", ".join(possible),
        )
    reached = State(state.board, state.side, state.pool, state.quiet, square, left=what)
    if not can_go_on(reached):
        raise PositionError(
            _("nothing is left to be done, so the turn is over"), where=_("turn"), expected=_("a turn's start")
        )
    return reached


def _with_prey(state: State, square: int, prey: str) -> State:
    refuse_meeting(prey, _("turn"))
    if prey[0].islower() == bool(state.side):
        own = _("a figure of {side}'s own cannot be captured by it")
        raise PositionError(own.format(side=_(SIDES[state.side])), where=_("turn"))
    if Counter(prey[1:]) - Counter(state.pool):
        raise PositionError(_("the captured figure's pieces are not all in the pool"), where=_("turn"))
    if len(figures(state.board, 1 - state.side)) >= sum(BASES_A_SIDE.values()):
        raise PositionError(_("no figure is missing that could have been captured"), where=_("turn"))
    if state.quiet:
        raise PositionError(
            _("it is an Attack, but {n} turns have gone by without one").format(n=state.quiet),
            where=_("turns"),
            expected="0",
        )
    left = allowance(state.side, square)
    return State(state.board, state.side, state.pool, 0, square, prey, left)


def _building(state: State, text: str) -> State:
    _word, first, chance = (*text.split(":"), "", "")[:3]
    if text.count(":") != 2 or not _CHANCE.fullmatch(chance):
        raise PositionError(
            _("{text} cannot be read").format(text=repr(text[:20])),
            where=_("building"),
            expected=_("build:<l or d>:<up to 16 hexadecimal digits>"),
        )
    if state.pool or state.quiet:
        raise PositionError(
            _("nothing has been captured or moved yet"),
            where=_("building"),
            expected=_("- and 0 for pool and turns"),
        )
    begun = State(state.board, state.side, build=Build(_side(first, _("building")), int(chance, 16)))
    cleared = state.board
    for side in (LIGHT, DARK):
        for square in armies.squares(side):
            figure = state.board[square]
            if figure and figure[0].islower() != bool(side):
                raise PositionError(
                    _("a figure of {other} is in the zone of {side}").format(
                        other=_(SIDES[1 - side]), side=_(SIDES[side])
                    ),
                    where=NAMES[square],
                )
        cleared = armies.placed(cleared, side, armies.NO_ARMY)
    for square, figure in enumerate(cleared):
        if figure:
            raise PositionError(_("a figure is outside the Starting Zones"), where=NAMES[square])
    other = armies.army_on(state.board, 1 - state.side)
    if other != armies.NO_ARMY and (state.side == LIGHT or armies.problems(other)):
        raise PositionError(
            _("{other}'s army cannot be there like this while {side} builds").format(
                other=_(SIDES[1 - state.side]), side=_(SIDES[state.side])
            ),
            where=_("board"),
            expected=_("a whole army of Light's, or nothing"),
        )
    own = armies.army_on(state.board, state.side)
    for square, figure in zip(armies.squares(state.side), own, strict=True):
        if figure and len(figure[1:].replace(CROWN, "")) > NEED[figure[0]]:
            raise PositionError(
                _("there is too much on its rod: {allowed}").format(allowed=armies.allowed(figure)),
                where=NAMES[square],
            )
    if any(left < 0 for left in armies.pieces_left(own).values()):
        raise PositionError(
            _("{side} uses more pieces than a side has").format(side=_(SIDES[state.side])), where=_("board")
        )
    return begun


def parse_action(state: State, text: str) -> Action[Any]:
    """The allowed action a text names.

    Raises:
        ActionError: the text is no action of Tesulda.
        IllegalAction: it is not allowed here; the error says why.
    """
    wanted = _canonical(text)
    for action in legal_actions(state):
        if action.text == wanted:
            return action
    reason = _why_not(state, text)
    if reason is None:
        raise ActionError(
            _("{text} is no action").format(text=repr(text[:20])),
            expected=_("a move such as b2-b4, take:cs, swap:b4>c5:cs, res:hh or end")
            if state.build is None
            else _("S>e1, c>e1, e1-e2, e1:c>e2, e1>store, default, shuffle, fill, mirror, clear or done"),
        )
    raise IllegalAction.refused(reason)


def _canonical(text: str) -> str:
    """A take, swap or resource with its pieces in the order of texts."""
    head, colon, pieces = text.rpartition(":")
    if head.startswith(("take", "swap:", "res")) and len(pieces) == 2 and all(piece in PIECES for piece in pieces):
        return head + colon + ordered(pieces)
    return text


def _why_not(state: State, text: str) -> Refusal | None:
    """Why an action that is not allowed is not; None if the text is no action at all."""
    if text in ("end", *(action.text for action in WHOLE)):
        return refusals.clause(state, (f"do:{text}",))
    if match := _TAKE.fullmatch(text):
        return refusals.why_not_take(state, match[1].replace("-", ""))
    if match := _RESOURCE.fullmatch(text):
        return refusals.why_not_resource(state, match[1])
    if match := _PUT.fullmatch(text):
        kind = "base" if match[1] in BASES else "store"
        return refusals.clause(state, (f"{kind}:{match[1]}", _square(match[2], text)))
    if match := _REMOVE.fullmatch(text):
        piece = (f"piece:{match[2]}1",) if match[2] else ()
        return refusals.clause(state, (_square(match[1], text), *piece, STORE))
    if match := _MOVE.fullmatch(text):
        return refusals.clause(state, (_square(match[1], text), _square(match[2], text)))
    if match := _SHIFT.fullmatch(text):
        here, there = _square(match[1], text), _square(match[3], text)
        return refusals.clause(state, (here, f"piece:{match[2]}1", there))
    if match := _SWAP.fullmatch(text):
        here, there = _square(match[1], text), _square(match[2], text)
        return refusals.why_not_swap(state, INDEX[here], INDEX[there], match[3])
    return None


def _square(name: str, text: str) -> str:
    if name not in INDEX:
        raise ActionError(
            _("there is no square {text}").format(text=repr(name[:8])), where=text[:20], expected=_("a1 to j10")
        )
    return name
