"""Format and parse position texts. Implements 'Text formats' (spec) for positions.

A position at the start of a turn is ``<ranks 10 to 1> <side> <pool> <quiet>``. During a turn, and while players build
armies, a fifth part follows:

- ``then:<square>:(<figure>)`` after an Attack: the figure on the square may take pieces of the captured figure in
  brackets.
- ``then:<square>:<left>`` later in a turn: the remaining steps, ``s`` for swap, ``r`` for resource, ``sr`` for both.
- ``build:<first>:<chance>`` while the side to move builds: the side with the first Move, and the seed of the shuffles
  in hexadecimal, 0 if it is hidden (in older records, the state of the random generator). After shuffles
  ``:<number>`` follows, the number of shuffles by the player who builds. The other zone has a complete army, or is
  empty if this army is hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Final

from ruleboard.engine.errors import PositionError, RuleboardError
from ruleboard.engine.limits import check_position_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.board import GRID, SIZE, SQUARE_NAMES, ZONE_MASKS, square_number
from ruleboard.games.tesulda.exchange import can_continue_turn
from ruleboard.games.tesulda.figures import (
    BASES_PER_SIDE,
    CROWN,
    FIGURE_SIZES_IN_SETUP,
    PIECES,
    PIECES_PER_SIDE,
    sort_pieces,
)
from ruleboard.games.tesulda.position import EMPTY, prime_squares
from ruleboard.games.tesulda.rank_text import check_leaders, parse_figure, parse_rank
from ruleboard.games.tesulda.state import (
    DARK,
    DRAW_TURN_COUNT,
    LIGHT,
    RESOURCE_STEP,
    SIDES,
    SWAP_STEP,
    BuildProgress,
    State,
    state_from_board,
)
from ruleboard.games.tesulda.terms import counted_bases, counted_pieces
from ruleboard.games.tesulda.turn import optional_steps_after_move
from ruleboard.i18n import _
from ruleboard.kit.ranks import format_ranks, parse_ranks

MAX_POSITION_LENGTH: Final = 1000
"""The maximum length of a position text, in characters."""
_SIDE_LETTERS: Final = ("l", "d")
_BUILDING_PATTERN: Final = re.compile(
    r"build:(?P<first>[^:]*):(?P<chance>0|[1-9a-f][0-9a-f]{0,15})(?::(?P<shuffles>[1-9][0-9]{0,5}))?"
)


def format_position(state: State) -> str:
    """Format a state as a position text."""
    ranks = format_ranks([figure and f"({figure})" for figure in state.board], SIZE, EMPTY)
    text = f"{ranks} {_SIDE_LETTERS[state.side]} {state.pool or '-'} {state.quiet_turns}"
    if state.build:
        shuffles_text = f":{state.build.shuffle_count}" if state.build.shuffle_count else ""
        return f"{text} build:{_SIDE_LETTERS[state.build.first_side]}:{state.build.seed:x}{shuffles_text}"
    if state.is_turn_start:
        return text
    return f"{text} then:{SQUARE_NAMES[state.mover_square]}:{f'({state.prey})' if state.prey else state.optional_steps}"


def parse_position(text: str) -> State:
    """Parse a position text. Some pieces of the game may be missing.

    Raises:
        PositionError: the text is malformed, or the position is impossible.
    """
    state, fifth_part = _parse_four_parts(text)
    _check_counts(state)
    if fifth_part.startswith("build:"):
        return _parse_building_part(state, fifth_part)
    for square, figure in enumerate(state.board):
        if figure:
            check_leaders(figure, SQUARE_NAMES[square])
    has_crown = [bool(prime_squares(state.position.figures_of(side))) for side in (LIGHT, DARK)]
    if not any(has_crown):
        raise PositionError(_("neither side has a crown"), where=_("board"), expected=_("one for each side"))
    if not fifth_part:
        return state
    if not all(has_crown):
        template = _("{side} has no crown, so the game is over")
        raise PositionError(template.format(side=_(SIDES[has_crown.index(False)])), where=_("turn"))
    return _parse_turn_part(state, fifth_part)


def parse_draft_position(text: str) -> State:
    """Parse a position text for the position editor.

    A position at the start of a turn may be invalid.

    Raises:
        PositionError: the text is malformed, or a position during a turn or while players build armies is impossible.
    """
    state, fifth_part = _parse_four_parts(text)
    return parse_position(text) if fifth_part else state


def _parse_four_parts(text: str) -> tuple[State, str]:
    """Parse the first four parts of a position text without validation.

    Return the state and the text of the fifth part.

    Raises:
        PositionError: a part is malformed, or the text has a wrong number of parts.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    fields = plain_characters(text).split()
    if len(fields) not in (4, 5):
        raise PositionError(
            _("a position has 4 parts, or 5 during a turn, but this has {n}").format(n=len(fields)),
            expected=_("the ranks, the side to move, the pool, and the turns since the last capture"),
        )
    ranks, side_text, pool_text, quiet_turns_text, *extra_parts = fields
    rows = parse_ranks(
        ranks,
        SIZE,
        lambda row, number: parse_rank(row, _("rank {n}").format(n=number)),
        expected=_("10 ranks, separated by /"),
    )
    board = tuple(figure for row in rows for figure in row)
    side, pool, quiet_turns = (
        _parse_side(side_text, _("side")),
        _parse_pool(pool_text),
        _parse_quiet_turns(quiet_turns_text),
    )
    return state_from_board(board, side, pool, quiet_turns), "".join(extra_parts)


def _parse_side(text: str, location: str) -> int:
    if text not in _SIDE_LETTERS:
        raise PositionError(_("{text} isn’t a side").format(text=repr(text[:10])), where=location, expected=_("l or d"))
    return _SIDE_LETTERS.index(text)


def _parse_pool(text: str) -> str:
    if text == "-":
        return ""
    for piece in text:
        if piece not in PIECES:
            raise PositionError(
                _("{text} isn’t a piece").format(text=repr(piece)),
                where=_("pool"),
                expected=_("c, s, d, z, h, t or k, or - for none"),
            )
    return sort_pieces(text)


def _parse_quiet_turns(text: str) -> int:
    """Parse the number of turns since the last Attack.

    Raises:
        PositionError: the text is not a number from 0 to 150.
    """
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= DRAW_TURN_COUNT:
        return int(text)
    raise PositionError(
        _("{text} can’t be the number of turns since the last capture").format(text=repr(text[:10])),
        where=_("turns"),
        expected=_("a number from 0 to {n}").format(n=DRAW_TURN_COUNT),
    )


def _check_counts(state: State) -> None:
    for side, title in enumerate(SIDES):
        bases = Counter(figure[0].upper() for figure in state.position.figures_of(side).values())
        for base, max_count in BASES_PER_SIDE.items():
            if bases[base] > max_count:
                raise PositionError(
                    _("{side} has {bases}").format(side=_(title), bases=counted_bases(bases[base], base)),
                    where=_("board"),
                    expected=_("at most {n}").format(n=max_count),
                )
    piece_counts = Counter(state.pool)
    for figure in state.board:
        piece_counts.update(figure[1:])
    for piece, max_count in PIECES_PER_SIDE.items():
        if piece_counts[piece] > 2 * max_count:
            raise PositionError(
                _("there are {pieces} on the board and in the pool").format(
                    pieces=counted_pieces(piece_counts[piece], piece)
                ),
                where=_("board"),
                expected=_("at most {n} for both sides together").format(n=2 * max_count),
            )


def _parse_turn_part(state: State, text: str) -> State:
    """Parse the fifth part of a position text during a turn, and return the resulting state.

    Raises:
        PositionError: the part is malformed, or the state is impossible.
    """
    keyword, _colon, remaining_text = text.partition(":")
    name, _colon, details_text = remaining_text.partition(":")
    if keyword != "then" or not details_text:
        raise PositionError(
            _("{text} makes no sense here").format(text=repr(text[:20])),
            where=_("turn"),
            expected=_("then:<square>:<(captured figure) or what is left: s, r or sr>"),
        )
    try:
        square = square_number(GRID.parse(name))
    except RuleboardError as error:
        raise PositionError(error.what, where=_("turn"), expected=error.expected) from None
    if square not in state.position.own_figures:
        raise PositionError(
            _("{side} has no figure on {square}").format(side=_(SIDES[state.side]), square=name),
            where=_("turn"),
            expected=_("the figure that moved"),
        )
    if state.position.in_check:
        raise PositionError(
            _("{side} can’t have made this move, because it leaves {side}’s Prime under attack").format(
                side=_(SIDES[state.side])
            ),
            where=_("turn"),
        )
    if details_text.startswith("(") and details_text.endswith(")"):
        return _state_with_prey(state, square, parse_figure(details_text[1:-1], _("turn")))
    possible_steps = (
        [SWAP_STEP, RESOURCE_STEP, SWAP_STEP + RESOURCE_STEP]
        if ZONE_MASKS[1 - state.side] >> square & 1
        else [SWAP_STEP]
    )
    if details_text not in possible_steps:
        raise PositionError(
            _("{text} doesn’t say what’s left to do this turn").format(text=repr(details_text[:10])),
            where=_("turn"),
            expected=", ".join(possible_steps),
        )
    new_state = replace(state, mover_square=square, optional_steps=details_text)
    if not can_continue_turn(new_state):
        raise PositionError(
            _("nothing is left to do, so the turn is over"), where=_("turn"), expected=_("the start of a turn")
        )
    return new_state


def _state_with_prey(state: State, square: int, prey: str) -> State:
    """Return the state after the figure on a square has captured the prey, before it takes pieces.

    Raises:
        PositionError: the turn cannot have captured the prey.
    """
    check_leaders(prey, _("turn"))
    if prey[0].islower() == bool(state.side):
        template = _("{side} can’t capture its own figure")
        raise PositionError(template.format(side=_(SIDES[state.side])), where=_("turn"))
    if Counter(prey[1:]) - Counter(state.pool):
        raise PositionError(_("some of the captured pieces aren’t in the pool"), where=_("turn"))
    if len(state.position.enemy_figures) >= sum(BASES_PER_SIDE.values()):
        template = _("the other side still has all its figures, so {side} can’t have captured one")
        raise PositionError(template.format(side=_(SIDES[state.side])), where=_("turn"))
    if state.quiet_turns:
        raise PositionError(
            _("{side} has just captured a figure, so the count of turns can’t be {n}").format(
                side=_(SIDES[state.side]), n=state.quiet_turns
            ),
            where=_("turns"),
            expected="0",
        )
    remaining_steps = optional_steps_after_move(state.side, square)
    return replace(state, mover_square=square, prey=prey, optional_steps=remaining_steps)


def _parse_building_part(state: State, text: str) -> State:
    parts = _BUILDING_PATTERN.fullmatch(text)
    if parts is None:
        raise PositionError(
            _("{text} makes no sense here").format(text=repr(text[:20])),
            where=_("building"),
            expected=_("build:<l or d>:<up to 16 hexadecimal digits>"),
        )
    if state.pool or state.quiet_turns:
        raise PositionError(
            _("nobody has moved or captured yet"),
            where=_("building"),
            expected=_("- for the pool and 0 for the turns"),
        )
    first_side_letter, seed, shuffle_count = parts["first"], int(parts["chance"], 16), int(parts["shuffles"] or 0)
    first_side = _parse_side(first_side_letter, _("building"))
    building_state = replace(state, build=BuildProgress(first_side, seed, shuffle_count))
    board_outside_zones = state.board
    for side in (LIGHT, DARK):
        for square in armies.zone_squares(side):
            figure = state.board[square]
            if figure and figure[0].islower() != bool(side):
                raise PositionError(
                    _("{other} has a figure in {side}’s zone").format(other=_(SIDES[1 - side]), side=_(SIDES[side])),
                    where=SQUARE_NAMES[square],
                )
        board_outside_zones = armies.with_army(board_outside_zones, side, armies.EMPTY_ARMY)
    for square, figure in enumerate(board_outside_zones):
        if figure:
            raise PositionError(_("a figure is outside the Starting Zones"), where=SQUARE_NAMES[square])
    other_army = armies.army_on(state.board, 1 - state.side)
    if other_army != armies.EMPTY_ARMY and (state.side == LIGHT or armies.army_problems(other_army)):
        raise PositionError(
            _("{other} can’t have this army while {side} builds").format(
                other=_(SIDES[1 - state.side]), side=_(SIDES[state.side])
            ),
            where=_("board"),
            expected=_("Light’s whole army, or nothing"),
        )
    own_army = armies.army_on(state.board, state.side)
    for square, figure in zip(armies.zone_squares(state.side), own_army, strict=True):
        if figure and len(figure[1:].replace(CROWN, "")) > FIGURE_SIZES_IN_SETUP[figure[0]]:
            raise PositionError(
                _("there are too many pieces on this figure: {allowed}").format(allowed=armies.capacity_clause(figure)),
                where=SQUARE_NAMES[square],
            )
    if any(count < 0 for count in armies.pieces_in_store(own_army).values()):
        raise PositionError(_("{side} uses too many pieces").format(side=_(SIDES[state.side])), where=_("board"))
    return building_state
