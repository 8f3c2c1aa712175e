"""Position texts, formatted and parsed. Implements 'Text formats' (spec) for positions.

A position at the start of a turn is ``<ranks 10 to 1> <side> <pool> <quiet>``. During a turn, and while players build
armies, a fifth part follows:

- ``then:<square>:(<figure>)`` after an Attack: the figure on the square may take pieces of the captured figure.
- ``then:<square>:<left>`` later in a turn: the remaining steps, ``s`` for swap, ``r`` for resource, ``sr`` for both.
- ``build:<first>:<chance>`` while the side to move builds: the side with the first Move, and the seed of the shuffles
  in hexadecimal, 0 if it is hidden (in older records, the state of the random generator). ``:<number>`` follows after
  shuffles, the number of shuffles by the player who builds. The other zone holds a complete army, or is empty if that
  is hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ruleboard.engine.errors import PositionError, RuleboardError
from ruleboard.engine.limits import check_position
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.board import GRID, NAMES, SIZE, ZONE, number
from ruleboard.games.tesulda.exchange import can_continue
from ruleboard.games.tesulda.figures import (
    BASES_A_SIDE,
    CROWN,
    PIECES,
    PIECES_A_SIDE,
    SETUP_SIZE,
    ordered,
)
from ruleboard.games.tesulda.rank_text import check_leaders, format_rank, parse_figure, parse_rank
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
from ruleboard.games.tesulda.terms import counted_bases, counted_pieces
from ruleboard.games.tesulda.turn import steps_after
from ruleboard.i18n import _, ngettext

LONGEST: Final = 1000
"""The maximum length of a position text, in characters."""
_LETTERS: Final = ("l", "d")
_BUILDING: Final = re.compile(
    r"build:(?P<first>[^:]*):(?P<chance>0|[1-9a-f][0-9a-f]{0,15})(?::(?P<shuffles>[1-9][0-9]{0,5}))?"
)


def format_position(state: State) -> str:
    """Return the position text of a state."""
    rows = [format_rank(state.board[at : at + SIZE]) for at in range(SIZE * (SIZE - 1), -1, -SIZE)]
    text = f"{'/'.join(rows)} {_LETTERS[state.side]} {state.pool or '-'} {state.quiet}"
    if state.build:
        shuffles = f":{state.build.shuffles}" if state.build.shuffles else ""
        return f"{text} build:{_LETTERS[state.build.first]}:{state.build.chance:x}{shuffles}"
    if state.is_turn_start:
        return text
    return f"{text} then:{NAMES[state.moved]}:{f'({state.prey})' if state.prey else state.left}"


def parse_position(text: str) -> State:
    """Return the state of a position text. Pieces may be missing.

    Raises:
        PositionError: the text is not a position, or the position is impossible.
    """
    state, rest = _without_turn(text)
    _check_counts(state)
    if rest.startswith("build:"):
        return _building(state, rest)
    for square, figure in enumerate(state.board):
        if figure:
            check_leaders(figure, NAMES[square])
    crowned = [bool(primes(state.board, side)) for side in (LIGHT, DARK)]
    if not any(crowned):
        raise PositionError(_("neither side has a crown"), where=_("board"), expected=_("one for each side"))
    if not rest:
        return state
    if not all(crowned):
        over = _("{side} has no crown, so the game is over and no turn goes on")
        raise PositionError(over.format(side=_(SIDES[crowned.index(False)])), where=_("turn"))
    return _mid_turn(state, rest)


def read_position(text: str) -> State:
    """Return the state of a position text, as the position editor needs it.

    The start of a turn is not validated, but other positions are.

    Raises:
        PositionError: the text is not a position, or a position during a turn or while building is impossible.
    """
    state, rest = _without_turn(text)
    return parse_position(text) if rest else state


def _without_turn(text: str) -> tuple[State, str]:
    """Return the state of the first four parts of a text, without validation, and the fifth part.

    Raises:
        PositionError: the parser cannot read the four parts, or the text has another number of parts.
    """
    check_position(text, LONGEST)
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
    parsed = [parse_rank(row, _("rank {n}").format(n=SIZE - at)) for at, row in enumerate(rows)]
    board = tuple(figure for row in reversed(parsed) for figure in row)
    state = State(board, _side(side_text, _("side")), _pool(pool_text), _quiet(quiet_text))
    return state, "".join(rest)


def _side(text: str, where: str) -> int:
    """Return the side of a letter.

    Raises:
        PositionError: the letter is unknown.
    """
    if text not in _LETTERS:
        raise PositionError(_("{text} is no side").format(text=repr(text[:10])), where=where, expected=_("l or d"))
    return _LETTERS.index(text)


def _pool(text: str) -> str:
    """Return the sorted pieces of a pool's text.

    Raises:
        PositionError: a letter is not a piece.
    """
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
    """Return the number of turns since the last Attack.

    Raises:
        PositionError: the text is not a number from 0 to 150.
    """
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= DRAW_AFTER:
        return int(text)
    raise PositionError(
        _("{text} cannot be the turns since the last Attack").format(text=repr(text[:10])),
        where=_("turns"),
        expected=_("a number from 0 to {n}").format(n=DRAW_AFTER),
    )


def _check_counts(state: State) -> None:
    """Check that a position has no more bases or pieces than the game.

    Raises:
        PositionError: it has more.
    """
    for side, title in enumerate(SIDES):
        bases = Counter(figure[0].upper() for _square, figure in figures(state.board, side))
        for base, most in BASES_A_SIDE.items():
            if bases[base] > most:
                raise PositionError(
                    _("{side} has {bases}").format(side=_(title), bases=counted_bases(bases[base], base)),
                    where=_("board"),
                    expected=_("{n} at most").format(n=most),
                )
    used = Counter(state.pool)
    for figure in state.board:
        used.update(figure[1:])
    for piece, most in PIECES_A_SIDE.items():
        if used[piece] > 2 * most:
            raise PositionError(
                _("there are {pieces} on the board and in the pool").format(pieces=counted_pieces(used[piece], piece)),
                where=_("board"),
                expected=_("{n} at most, of both sides").format(n=2 * most),
            )


def _mid_turn(state: State, text: str) -> State:
    """Return the state during a turn, from the fifth part of a position text.

    Raises:
        PositionError: the parser cannot read the part, or the state is impossible.
    """
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
    if not can_continue(reached):
        raise PositionError(
            _("nothing is left to be done, so the turn is over"), where=_("turn"), expected=_("a turn's start")
        )
    return reached


def _with_prey(state: State, square: int, prey: str) -> State:
    """Return the state after an Attack, before the figure on a square takes pieces.

    Raises:
        PositionError: this turn cannot have captured the figure.
    """
    check_leaders(prey, _("turn"))
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
    left = steps_after(state.side, square)
    return State(state.board, state.side, state.pool, 0, square, prey, left)


def _building(state: State, text: str) -> State:
    """Return the state while players build armies, from the fifth part of a position text.

    Raises:
        PositionError: the parser cannot read the part, or the state is impossible.
    """
    parts = _BUILDING.fullmatch(text)
    if parts is None:
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
    first, chance, shuffles = parts["first"], int(parts["chance"], 16), int(parts["shuffles"] or 0)
    begun = State(state.board, state.side, build=Build(_side(first, _("building")), chance, shuffles))
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
        if figure and len(figure[1:].replace(CROWN, "")) > SETUP_SIZE[figure[0]]:
            raise PositionError(
                _("there is too much on its rod: {allowed}").format(allowed=armies.allowed(figure)),
                where=NAMES[square],
            )
    if any(left < 0 for left in armies.pieces_left(own).values()):
        raise PositionError(
            _("{side} uses more pieces than a side has").format(side=_(SIDES[state.side])), where=_("board")
        )
    return begun
