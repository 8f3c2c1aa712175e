"""An army built by hand, one small action after the other: 'Setup' (spec).

Bases and pieces come from a store and go back to it; figures change squares; one action does it all by
pattern, by chance or by what is missing. Light builds first, then Dark, neither seeing the other's army.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.army import Army
from ruleboard.games.tesulda.board import INDEX, NAMES
from ruleboard.games.tesulda.figures import BASES, CROWN, NEED, PIECES, with_pieces, without_pieces
from ruleboard.games.tesulda.piece_targets import touches
from ruleboard.games.tesulda.state import DARK, EMPTY, LIGHT, NO_BOARD, Build, State
from ruleboard.i18n import _

STORE: Final = "store"
DEFAULT: Final = Action("default", ("do:default",), None)
SHUFFLE: Final = Action("shuffle", ("do:shuffle",), None)
FILL: Final = Action("fill", ("do:fill",), None)
MIRROR: Final = Action("mirror", ("do:mirror",), None)
CLEAR: Final = Action("clear", ("do:clear",), None)
DONE: Final = Action("done", ("do:done",), None)
WHOLE: Final = (DONE, FILL, DEFAULT, SHUFFLE, MIRROR, CLEAR)
"""The actions that concern the whole army."""


def begin(first: int, seed: int) -> State:
    """The state in which Light begins to build."""
    return State(NO_BOARD, LIGHT, build=Build(first, seed))


def army_of(state: State) -> Army:
    """The army as far as its builder has come."""
    return armies.army_on(state.board, state.side)


def takes_piece(figure: str, piece: str) -> bool:
    """Whether a rod takes one more piece: the crown always, others while there is room."""
    return piece == CROWN or armies.room(figure) > 0


def legal_actions(state: State) -> tuple[Action[Any], ...]:
    """All building actions: from the store, back to it, between figures and squares, and the whole army."""
    return _legal_actions(army_of(state), state.side)


@lru_cache(maxsize=64)
def _legal_actions(army: Army, side: int) -> tuple[Action[Any], ...]:
    places = [(NAMES[at], figure) for at, figure in zip(armies.squares(side), army, strict=True)]
    return (*_whole(army), *_from_store(army, places), *_figures(places), *_pieces(places))


def _whole(army: Army) -> Iterator[Action[Any]]:
    possible = {
        DONE: not armies.problems(army),
        FILL: armies.filled(army) != army,
        DEFAULT: army != armies.DEFAULT,
        SHUFFLE: True,
        MIRROR: armies.mirrored(army) != army,
        CLEAR: army != armies.NO_ARMY,
    }
    return (action for action in WHOLE if possible[action])


Places = list[tuple[str, str]]
"""The squares of a zone by name, with what stands there."""


def _from_store(army: Army, places: Places) -> Iterator[Action[Any]]:
    for base, left in armies.bases_left(army).items():
        if left > 0:
            yield from (_put(base, square) for square, figure in places if not figure)
    for piece, left in armies.pieces_left(army).items():
        if left > 0:
            yield from (_put(piece, square) for square in _open(places, piece))


def _open(places: Places, piece: str) -> list[str]:
    """The squares of the figures that take one more piece."""
    return [square for square, figure in places if figure and takes_piece(figure, piece)]


@cache
def _put(what: str, square: str) -> Action[Any]:
    """The action that puts a base or a piece from the store on a square."""
    if what in BASES:
        return Action(f"{what}>{square}", (f"base:{what}", square), None)
    target = f"store:{what}"
    return Action(f"{what}>{square}", (target, square), None, ways=((square, target),))


def _figures(places: Places) -> Iterator[Action[Any]]:
    for at, (here, figure) in enumerate(places):
        if figure:
            for other, (there, met) in enumerate(places):
                if at < other or not met:
                    yield _shift(here, there, bool(met))
            yield Action(f"{here}>{STORE}", (here, STORE), None, "special back")


@cache
def _shift(here: str, there: str, exchanged: bool) -> Action[Any]:
    """The action that moves a figure to another square, where it may change places with the one there."""
    return Action(f"{here}-{there}", (here, there), None, ways=((there, here),) if exchanged else ())


def _pieces(places: Places) -> Iterator[Action[Any]]:
    room = {piece: _open(places, piece) for piece in PIECES}
    for here, figure in places:
        for piece in dict.fromkeys(figure[1:]):
            count = figure.count(piece, 1)
            yield from (_piece(here, piece, count, there) for there in room[piece] if there != here)
            yield _piece(here, piece, count, STORE)


@lru_cache(maxsize=4096)
def _piece(here: str, piece: str, count: int, goal: str) -> Action[Any]:
    """The action that takes a piece off a rod, which has ``count`` of the kind, to a figure or the store."""
    ends = (STORE, f"store:{piece}") if goal == STORE else (goal,)
    first, *others = ((here, *touched, end) for end in ends for touched in touches("piece", piece * count, piece))
    return Action(f"{here}:{piece}>{goal}", first, None, "special back" if goal == STORE else "go", tuple(others))


def after(state: State, action: Action[Any]) -> State:
    """The state after a building action that is known to be allowed."""
    army = army_of(state)
    if action == DONE:
        return _done(state)
    if action == SHUFFLE and state.build:
        army, chance = armies.random_army(state.build.chance)
        state = replace(state, build=replace(state.build, chance=chance))
    elif action in WHOLE:
        made = {DEFAULT: armies.DEFAULT, CLEAR: armies.NO_ARMY}
        army = made.get(action) or (armies.filled(army) if action == FILL else armies.mirrored(army))
    else:
        army = _changed(army, action.text, state.side)
    return replace(state, board=armies.placed(state.board, state.side, army))


def _done(state: State) -> State:
    if state.side == LIGHT or state.build is None:
        return replace(state, side=DARK)
    return State(state.board, state.build.first)


def _changed(army: Army, text: str, side: int) -> Army:
    """The army after an action of one figure or piece, given by its text."""
    place = {NAMES[at]: number for number, at in enumerate(armies.squares(side))}
    figures = list(army)
    if ">" not in text:
        here, there = (place[square] for square in text.split("-"))
        figures[here], figures[there] = figures[there], figures[here]
        return tuple(figures)
    source, _mark, goal = text.partition(">")
    square, _colon, piece = source.partition(":")
    if source in BASES:
        figures[place[goal]] = source
        return tuple(figures)
    if square not in INDEX:
        piece = source
    elif not piece:
        figures[place[square]] = EMPTY
        return tuple(figures)
    else:
        figures[place[square]] = without_pieces(figures[place[square]], piece)
    if goal != STORE:
        figures[place[goal]] = with_pieces(figures[place[goal]], piece)
    return tuple(figures)


def check(state: State, army: Army) -> None:
    """Make sure that an army can be built.

    Raises:
        PositionError: a rod carries more than can be put on it.
    """
    for at, figure in zip(armies.squares(state.side), army, strict=True):
        pieces = len(figure[1:].replace(CROWN, ""))
        if figure and pieces > NEED[figure[0]]:
            raise PositionError(
                _("there are {n} pieces besides the crown").format(n=pieces),
                where=NAMES[at],
                expected=_("{n} at most").format(n=NEED[figure[0]]),
            )


def steps(state: State, army: Army) -> tuple[Action[Any], ...]:
    """The actions that build an army, whatever stands in the builder's zone; ``DONE`` is left to the player.

    Raises:
        PositionError: as ``check`` does.
    """
    check(state, army)
    names = [NAMES[at] for at in armies.squares(state.side)]
    found = [] if army_of(state) == armies.NO_ARMY else [CLEAR.text]
    found += [f"{figure[0]}>{names[place]}" for place, figure in enumerate(army) if figure]
    for place, figure in enumerate(army):
        found += [f"{piece}>{names[place]}" for piece in figure[1:].replace(CROWN, "")]
    found += [f"{CROWN}>{names[place]}" for place, figure in enumerate(army) if CROWN in figure]
    actions: list[Action[Any]] = []
    for text in found:
        by_text = {action.text: action for action in legal_actions(state)}
        actions.append(by_text[text])
        state = after(state, by_text[text])
    return tuple(actions)


def seen(state: State, viewer: int | None) -> State:
    """What a player (None: the public) may know while armies are built: of the armies, only their own."""
    if state.build is None:
        return state
    board = state.board
    for side in (LIGHT, DARK):
        if side != viewer:
            board = armies.placed(board, side, armies.NO_ARMY)
    own = viewer == state.side
    return replace(state, board=board, build=replace(state.build, chance=state.build.chance if own else 0))
