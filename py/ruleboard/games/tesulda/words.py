"""Tesulda in plain words: names of figures and squares, announcements, and what may be done now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.board import HOMES, INDEX, NAMES, ZONE
from ruleboard.games.tesulda.figures import BASE_NAMES, CROWN, PIECE_NAMES, STAR, removed, traits
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.state import SIDES, State, primes
from ruleboard.games.tesulda.terms import A_BASE, A_PIECE, FIGURES, OWNED, TWO_PIECES, capital, listed, so_many
from ruleboard.games.tesulda.turn import END, after, legal_actions, outcome
from ruleboard.i18n import N_, _, ngettext, spoken

_BUTTONS: Final = {
    "do:end": N_("End turn"),
    "do:none": N_("Take nothing"),
    "do:done": N_("Ready"),
    "do:fill": N_("Fill up"),
    "do:default": N_("Default army"),
    "do:shuffle": N_("Shuffle"),
    "do:mirror": N_("Mirror"),
    "do:clear": N_("Start over"),
    "store": N_("The store"),
}
_BUILT: Final = {
    "done": N_("{side}'s army is ready"),
    "fill": N_("The rest of {side}'s army is filled in"),
    "default": N_("{side} takes the default army"),
    "shuffle": N_("{side}'s army is shuffled"),
    "mirror": N_("{side}'s army is turned left to right"),
    "clear": N_("{side} starts over"),
}


def pieces_in_words(pieces: str) -> str:
    """Pieces as a list, leaders first: ``"crown, 2 circles"``; ``"nothing"`` if there are none."""
    kinds = [piece for piece in dict.fromkeys(CROWN + STAR + pieces) if piece in pieces]
    counted = [(piece, pieces.count(piece)) for piece in kinds]
    said = (_(PIECE_NAMES[piece]) if count == 1 else so_many(count, piece) for piece, count in counted)
    return ", ".join(said) or _("nothing")


def some_pieces(pieces: str) -> str:
    """One or two pieces in a sentence: ``"a circle and a star"``, ``"two hexagons"``."""
    if len(pieces) == 2 and pieces[0] == pieces[1]:
        return _(TWO_PIECES[pieces[0]])
    return listed([_(A_PIECE[piece]) for piece in pieces]) or _("nothing")


def ratings(figure: str) -> str:
    """How far a figure goes: ``"straight 0, diagonal 2"``."""
    can = traits(figure)
    return _("straight {straight}, diagonal {diagonal}").format(straight=can.straight, diagonal=can.diagonal)


def trait_names(figure: str) -> str:
    """A figure's traits: ``"Prime, Boost"``; empty if it has none."""
    can = traits(figure)
    named = (
        (_("Prime"), can.prime),
        (_("Tactician"), can.tactician),
        (_("Boost"), can.boost),
        (_("Dodger"), can.dodger),
        (_("Jumper"), can.jumper),
        (_("Minion"), can.minion),
    )
    return ", ".join(name for name, has in named if has)


def trait_words(figure: str) -> str:
    """A figure's ratings and traits: ``"straight 0, diagonal 2; Prime"``."""
    return "; ".join(part for part in (ratings(figure), trait_names(figure)) if part)


def figure_in_words(figure: str) -> str:
    """A figure: side, base, pieces, ratings and traits."""
    return _figure_in_words(spoken(), figure)


@lru_cache(maxsize=1024)
def _figure_in_words(_spoken: NullTranslations, figure: str) -> str:
    """The same, kept: every square of a board tells its figure whenever the board is drawn."""
    return _("{figure}: {pieces}; {traits}").format(
        figure=_(FIGURES[figure[0]]), pieces=pieces_in_words(figure[1:]), traits=trait_words(figure)
    )


def owned(figure: str) -> str:
    """A figure by its owner and base: ``"Light's circle"``."""
    return _(OWNED[figure[0]])


def name(state: State, target: str) -> str:
    """A target in words: a square with its figure, a piece, a stock with its count, or a button."""
    if target in _BUTTONS:
        return _(_BUTTONS[target])
    if target in INDEX:
        return _square(state, target)
    word, _colon, what = target.partition(":")
    if word == "base" and what in BASE_NAMES:
        count = armies.bases_left(building.army_of(state))[what]
        return _("{base} base, {n} in the store").format(base=_(BASE_NAMES[what]), n=count)
    if what[:1] not in PIECE_NAMES:
        return target
    piece = _(PIECE_NAMES[what[0]])
    if word == "store":
        count = armies.pieces_left(building.army_of(state))[what[0]]
        return _("{piece}, {n} in the store").format(piece=piece, n=count)
    if word == "pool":
        return _("{piece}, {n} in the pool").format(piece=piece, n=pool_of(state).count(what[0]))
    if word == "prey":
        return _("{piece} of the captured figure").format(piece=piece)
    return piece if word == "piece" else target


def pool_of(state: State) -> str:
    """The pieces that are seen in the pool: those of a captured figure lie beside it until some have been taken."""
    return removed(state.pool, state.prey[1:])


def _square(state: State, target: str) -> str:
    square = INDEX[target]
    home = target
    if square in HOMES:
        home = _("{square}, {side}'s Home").format(square=target, side=_(SIDES[HOMES.index(square)]))
    if state.build and ZONE[1 - state.side] >> square & 1:
        return _("{square}, covered").format(square=home)
    figure = state.board[square]
    if not figure:
        return _("{square}, empty").format(square=home)
    return _("{square}, {figure}").format(square=home, figure=figure_in_words(figure))


def describe(state: State, action: Action[Any]) -> str:
    """An action in words, as it is announced and offered, and that it ends the turn with a Prime in danger."""
    if state.build:
        return _describe_building(state, action)
    said, then = _done(state, action), after(state, action)
    if then.fresh and attackers(then.board, then.side) and not outcome(then):
        said = _("{action}; {side}'s Prime can be attacked").format(action=said, side=_(SIDES[then.side]))
    return said


def _done(state: State, action: Action[Any]) -> str:
    side = _(SIDES[state.side])
    if action == END:
        return _("{side} ends the turn").format(side=side)
    if state.fresh:
        return capital(_describe_move(state, action))
    word, *rest = action.text.split(":")
    if word == "take":
        pieces = some_pieces(rest[0].replace("-", ""))
        return _("{side} takes {pieces} of the captured figure").format(side=side, pieces=pieces)
    if word == "res":
        return _("{side} brings back {pieces} from the pool").format(side=side, pieces=some_pieces(rest[0]))
    origin, _mark, goal = rest[0].partition(">")
    return _("{side} gives {pieces} from {here} to {there}").format(
        side=side, pieces=some_pieces(rest[1]), here=origin, there=goal
    )


def _describe_move(state: State, action: Action[Any]) -> str:
    here, there = action.targets
    figure, prey = owned(state.board[INDEX[here]]), state.board[INDEX[there]]
    if not prey:
        return _("{figure} goes from {here} to {there}").format(figure=figure, here=here, there=there)
    text = _("{figure} goes from {here} to {there} and captures {other}")
    if primes(state.board, 1 - state.side) == [INDEX[there]]:
        text = _("{figure} goes from {here} to {there} and captures {other} with the last crown")
    return text.format(figure=figure, here=here, there=there, other=owned(prey))


def _describe_building(state: State, action: Action[Any]) -> str:
    side = _(SIDES[state.side])
    if action.text in _BUILT:
        return _(_BUILT[action.text]).format(side=side)
    source, _mark, goal = action.text.partition(">")
    square, _colon, piece = source.partition(":")
    if not goal:
        here, there = action.targets
        text = _("The figure on {here} goes to {there}")
        if state.board[INDEX[there]]:
            text = _("The figures on {here} and {there} change places")
        return text.format(here=here, there=there)
    if square not in INDEX:
        what = _(A_BASE[source] if source in BASE_NAMES else A_PIECE[source])
        return _("{side} puts {thing} on {square}").format(side=side, thing=what, square=goal)
    if not piece:
        return _("The figure on {here} goes back to the store").format(here=square)
    text = _("{side} moves {piece} from {here} to {there}")
    if goal == building.STORE:
        text = _("{side} puts {piece} from {here} back into the store")
    return text.format(side=side, piece=_(A_PIECE[piece]), here=square, there=goal)


def prompt(state: State) -> str:
    """What the player to move may do now; empty at the end. In building: what is wrong or missing."""
    if state.build:
        return _prompt_building(state)
    actions = legal_actions(state)
    if not actions:
        return ""
    if state.fresh:
        if attackers(state.board, state.side):
            return _("Your Prime can be attacked: make a Move after which it is safe.")
        return _("Move one of your figures.")
    if state.prey:
        if len(actions) == 1:
            return _("Your figure can carry no piece of the captured one.")
        return _("Take up to two pieces: touch them, then your figure.")
    swaps, resources = (any(action.text.startswith(word) for action in actions) for word in ("swap:", "res:"))
    if swaps and resources:
        return _("You may swap pieces with a neighbour, bring back pieces from the pool, or end your turn.")
    if swaps:
        return _("You may swap pieces with a neighbour, or end your turn.")
    return _("You may bring back pieces from the pool, or end your turn.")


def _prompt_building(state: State) -> str:
    army = building.army_of(state)
    if army == armies.NO_ARMY:
        return _("Build your army: put bases on your two ranks and pieces on them, or begin with a whole army.")
    said = [*armies.mistakes(army, state.side), *_unfinished(army, state.side)]
    return " ".join(said) or _("Your army is complete.")


def _unfinished(army: armies.Army, side: int) -> Iterator[str]:
    """What is still to be done, shortly: the counts of the store tell the rest."""
    left = (armies.bases_left(army), armies.pieces_left(army))
    bases, pieces = (sum(max(0, count) for count in counts.values()) for counts in left)
    places = zip(armies.squares(side), army, strict=True)
    short = [NAMES[at] for at, figure in places if figure and armies.room(figure) > 0]
    if len(short) > 5 and not bases:
        yield _("{n} figures can carry more.").format(n=len(short))
    elif short and not bases:
        yield ngettext(
            "The figure on {squares} can carry more.", "The figures on {squares} can carry more.", len(short)
        ).format(squares=", ".join(short))
    found = []
    if bases:
        found.append(ngettext("{n} base", "{n} bases", bases).format(n=bases))
    if pieces:
        found.append(ngettext("{n} piece", "{n} pieces", pieces).format(n=pieces))
    if found:
        yield _("Still in the store: {things}.").format(things=listed(found))
