"""The legal moves as actions: their texts, what is touched to make them, and how they are marked.

What is touched (targets are squares unless said otherwise):

- a plain move, a beast's chain, castling: the piece, then where it lands (the king's landing);
- a bounce: the piece, then where it lands; also the piece, the beast, the landing where no propel is made so.
  A bounce that comes to the same as a plain move, or as another bounce, is made only by way of its beast: a
  tap need not ask what makes no difference;
- a propel: the piece, the beast, where the beast goes;
- a promotion: the pawn, its landing, then ``do:promote-q`` and the like;
- a beast's capture by the fewest hops: the beast, then the captured beast (and the landing, where several chains
  are as short). The landing does as well, and is asked about, where the same hops can be made without capture.
  Longer chains that capture the same beast are walked:
- a chain, hop by hop, where some chain has two hops or more: the beast, ``do:hop``, every landing, then
  ``do:stop`` where it could go on; or the captured beast, which ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from ruleboard.engine.action import Action
from ruleboard.games.tensor_chess.board import EMPTY, KING_STEPS, NAMES
from ruleboard.games.tensor_chess.chains import Walk, shortest, walks
from ruleboard.games.tensor_chess.packed_moves import (
    BOUNCE,
    CASTLE,
    FROM,
    KINDS,
    MASK,
    PASSANT,
    PROMOTE,
    PROPEL,
    TAKE,
    VIA,
    legal_moves,
)
from ruleboard.games.tensor_chess.position_text import move_text
from ruleboard.games.tensor_chess.state import State

HOP = "do:hop"
STOP = "do:stop"
PROMOTE_TO = "do:promote-"

_Way = tuple[str, ...]


class Catalogue(NamedTuple):
    """The legal actions of a state, and for each text the action and the move it stands for."""

    actions: tuple[Action[Any], ...]
    by_text: Mapping[str, tuple[Action[Any], int]]


@lru_cache(maxsize=128)
def catalogue(state: State) -> Catalogue:
    """The legal actions of a state, draws disregarded."""
    moves = legal_moves(state)
    beast = ord("Tt"[state.turn])
    actions: list[Action[Any]] = []
    for start, own in groupby(moves, key=_start):
        make = _beast_actions if state.board[start] == beast else _piece_actions
        actions.extend(make(state, start, list(own)))
    return Catalogue(tuple(actions), {pair[0].text: pair for pair in zip(actions, moves, strict=True)})


def _start(move: int) -> int:
    return move >> FROM & MASK


def _piece_actions(state: State, start: int, moves: list[int]) -> Iterator[Action[Any]]:
    """The actions of one piece that is no beast, in the order of its moves."""
    by_tap = {move & MASK for move in moves if not move & KINDS}
    propels = {move & ~KINDS for move in moves if move & KINDS == PROPEL}
    for move in moves:
        landing = move & MASK
        kind = move & KINDS
        text = move_text(move)
        capture = state.board[landing] != EMPTY and landing != start
        short = (NAMES[start], NAMES[landing])
        if kind == BOUNCE:
            via = (NAMES[start], NAMES[move >> VIA & MASK], NAMES[landing])
            mark = "capture bounce" if capture else "special bounce"
            if landing in by_tap:
                yield Action(text, via, None, mark)
            else:
                by_tap.add(landing)
                yield Action(text, short, None, mark, () if move & ~KINDS in propels else (via,))
        elif kind == PROPEL:
            yield Action(text, (NAMES[start], NAMES[move >> VIA & MASK], NAMES[landing]), None, "special propel")
        elif kind == PROMOTE:
            button = PROMOTE_TO + chr(move >> VIA & MASK).lower()
            yield Action(text, (*short, button), None, "capture promote" if capture else "special promote")
        elif kind == CASTLE:
            yield Action(text, short, None, "special castle")
        else:
            yield Action(text, short, None, "capture" if capture or kind == PASSANT else "go")


def _beast_actions(state: State, start: int, moves: list[int]) -> Iterator[Action[Any]]:
    """The actions of one beast, in the order of its moves, with the ways to walk them hop by hop."""
    ends = [(move & MASK, move >> VIA & MASK if move & KINDS == TAKE else -1) for move in moves]
    walked = walks(state, start)
    roads = shortest(state, start)
    ways = _ways(start, [walk for walk in walked if (walk.landings[-1], walk.captured) in ends])
    for move, end in zip(moves, ends, strict=True):
        landing, captured = end
        text = move_text(move)
        short = (NAMES[start], NAMES[landing])
        walks_there = tuple(ways.get(end, ()))
        if captured < 0:
            yield Action(text, short, None, "go" if landing in KING_STEPS[start] else "go hop", walks_there)
            continue
        # The same landing without capture, by the same way: then a tap on it may mean either.
        tapped = (short,) if landing != start and roads.get((landing, -1)) == roads[end] else ()
        rivals = [len(roads[other]) for other in ends if other[1] == captured and other != end]
        hops = len(roads[end])
        if all(hops < rival for rival in rivals):
            yield Action(text, (NAMES[start], NAMES[captured]), None, "capture hop", tapped + walks_there)
        elif all(hops <= rival for rival in rivals):
            yield Action(
                text, (NAMES[start], NAMES[captured], NAMES[landing]), None, "capture hop", tapped + walks_there
            )
        else:
            yield Action(text, walks_there[0], None, "capture hop", tapped + walks_there[1:])


def _ways(start: int, walked: list[Walk]) -> dict[tuple[int, int], list[_Way]]:
    """How to touch these walks hop by hop, by landing and captured beast; nothing if none has two hops."""
    ways: dict[tuple[int, int], list[_Way]] = {}
    if all(len(walk.landings) == 1 for walk in walked):
        return ways
    on_the_way = {walk.landings[:length] for walk in walked for length in range(1, len(walk.landings))}
    for walk in walked:
        names = [NAMES[square] for square in walk.landings]
        if walk.captured >= 0:
            names[-1] = NAMES[walk.captured]
        elif walk.landings in on_the_way:
            names.append(STOP)
        ways.setdefault((walk.landings[-1], walk.captured), []).append((NAMES[start], HOP, *names))
    return ways
