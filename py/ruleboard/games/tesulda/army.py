"""Armies: the figures of one side in its Starting Zone, complete or not.

An army is a tuple of twenty figures: the front rank, then the home rank, from file a to file j. Empty squares have
``""``. Bases are in upper case for both sides. The text of an army is ``<front rank>/<home rank>``, with ranks as in
positions. Implements 'Setup' (spec).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import max_length_phrase
from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.games.tesulda.board import FRONT_RANK, HOME_RANK, NAMES, SIZE
from ruleboard.games.tesulda.figures import (
    BASES,
    BASES_PER_SIDE,
    CIRCLE,
    CROWN,
    PIECES,
    PIECES_PER_SIDE,
    SETUP_SIZE,
    SQUARE,
    STAR,
    has_both_leaders,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.rank_text import format_rank, parse_rank
from ruleboard.games.tesulda.state import EMPTY
from ruleboard.games.tesulda.terms import counted_bases, counted_pieces
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import join_as_list

Army = tuple[str, ...]

MAX_LENGTH: Final = 400
"""The maximum length of an army's text, in characters."""
NO_ARMY: Final[Army] = (EMPTY,) * (2 * SIZE)
_MAX_SOLID_IN_FRONT: Final = SIZE - BASES_PER_SIDE["T"]
"""The maximum number of squares and circles on the front rank, since all triangles must be there."""
_CARRIES: Final = {
    "S": N_("a square carries three pieces"),
    "C": N_("a circle carries three pieces"),
    "T": N_("a triangle carries two pieces"),
}
_CARRIES_CROWN: Final = {
    "S": N_("a square carries three pieces, and the crown counts as two"),
    "C": N_("a circle carries three pieces, and the crown counts as two"),
    "T": N_("a triangle carries two pieces, and the crown counts as two"),
}


def squares(side: int) -> tuple[int, ...]:
    """Return the numbers of the squares in a side's Starting Zone, in the order of its army."""
    return tuple(rank * SIZE + file for rank in (FRONT_RANK[side], HOME_RANK[side]) for file in range(SIZE))


def army_on(board: Sequence[str], side: int) -> Army:
    """Return the army in a side's Starting Zone."""
    return tuple(board[square][:1].upper() + board[square][1:] for square in squares(side))


def with_army(board: Sequence[str], side: int, army: Army) -> tuple[str, ...]:
    """Return a copy of the board with an army in a side's Starting Zone."""
    new_board = list(board)
    for square, figure in zip(squares(side), army, strict=True):
        new_board[square] = (figure[:1].lower() if side else figure[:1]) + figure[1:]
    return tuple(new_board)


def bases_in_store(army: Army) -> dict[str, int]:
    """Return the number of bases of each kind in the store. It is negative if the army has too many."""
    used = Counter(figure[0] for figure in army if figure)
    return {base: count - used[base] for base, count in BASES_PER_SIDE.items()}


def pieces_in_store(army: Army) -> dict[str, int]:
    """Return the number of pieces of each kind in the store. It is negative if the army has too many."""
    used = Counter(piece for figure in army for piece in figure[1:])
    return {piece: PIECES_PER_SIDE[piece] - used[piece] for piece in PIECES}


def room(figure: str) -> int:
    """Return the remaining capacity of a figure in a setup. It is negative if the figure carries too much."""
    return SETUP_SIZE[figure[0].upper()] - traits(figure).size


def problems(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each problem of an army: first mistakes, then missing parts.

    Args:
        army: the army, complete or not.
        side: the side of the army, for the names of squares.
    """
    return (*_mistakes(army, side), *_missing(army, side))


def mistakes(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each broken constraint of an army, without missing parts."""
    return tuple(_mistakes(army, side))


def misplaced_indices(army: Army) -> tuple[int, ...]:
    """Return the indices of the figures whose square or pieces break a constraint."""
    return tuple(
        place
        for place, figure in enumerate(army)
        if figure and ((place >= SIZE and figure[0] == "T") or has_both_leaders(figure[1:]) or room(figure) < 0)
    )


def _figures(army: Army, side: int) -> list[tuple[str, str]]:
    """Return the figures of an army with the names of their squares."""
    return [(NAMES[square], figure) for square, figure in zip(squares(side), army, strict=True) if figure]


def _mistakes(army: Army, side: int) -> Iterator[str]:
    triangles = [
        NAMES[square] for square, figure in zip(squares(side)[SIZE:], army[SIZE:], strict=True) if figure[:1] == "T"
    ]
    if triangles:
        yield ngettext(
            "A triangle stands on {squares}, but the rank of the Home is closed to triangles.",
            "Triangles stand on {squares}, but the rank of the Home is closed to triangles.",
            len(triangles),
        ).format(squares=join_as_list(triangles))
    solid_count = sum(figure[:1] not in ("", "T") for figure in army[:SIZE])
    if solid_count > _MAX_SOLID_IN_FRONT:
        yield _(
            "There are {n} square and circle bases on the front rank: only {most} fit beside the {triangles} triangles."
        ).format(n=solid_count, most=_MAX_SOLID_IN_FRONT, triangles=BASES_PER_SIDE["T"])
    for square_name, figure in _figures(army, side):
        if has_both_leaders(figure[1:]):
            yield _("Crown and star are both on {square}: they may not share a figure.").format(square=square_name)
        if room(figure) < 0:
            yield _("There is too much on {square}: {allowed}.").format(
                square=square_name, allowed=capacity_clause(figure)
            )
    for base, remaining in bases_in_store(army).items():
        if remaining < 0:
            yield _surplus(counted_bases(BASES_PER_SIDE[base] - remaining, base), BASES_PER_SIDE[base])
    for piece, remaining in pieces_in_store(army).items():
        if remaining < 0:
            yield _surplus(counted_pieces(PIECES_PER_SIDE[piece] - remaining, piece), PIECES_PER_SIDE[piece])


def _surplus(things: str, limit: int) -> str:
    return _("There are {things}: a side has {n}.").format(things=things, n=limit)


def capacity_clause(figure: str) -> str:
    """Return a clause on the number of pieces that a figure's base carries in a setup."""
    return _((_CARRIES_CROWN if CROWN in figure else _CARRIES)[figure[0].upper()])


def _missing(army: Army, side: int) -> Iterator[str]:
    bases = [counted_bases(count, base) for base, count in bases_in_store(army).items() if count > 0]
    if bases:
        yield _("Still to be placed: {bases}.").format(bases=join_as_list(bases))
    incomplete = [square for square, figure in _figures(army, side) if room(figure) > 0]
    if incomplete:
        yield ngettext(
            "The figure on {squares} has too few pieces.",
            "The figures on {squares} have too few pieces.",
            len(incomplete),
        ).format(squares=join_as_list(incomplete))
    pieces = [counted_pieces(count, piece) for piece, count in pieces_in_store(army).items() if count > 0]
    if pieces:
        yield _("Still to be used: {pieces}.").format(pieces=join_as_list(pieces))


def format_army(army: Army) -> str:
    """Format an army as text."""
    return f"{format_rank(army[:SIZE])}/{format_rank(army[SIZE:])}"


def parse_army(text: str) -> Army:
    """Parse the text of an army. ``problems`` validates the army as a setup.

    Raises:
        PositionError: the text is malformed, or the army has more bases or pieces than a side.
    """
    if len(text) > MAX_LENGTH:
        raise PositionError(_("this is too long to be an army"), expected=max_length_phrase(MAX_LENGTH))
    rows = text.strip().split("/")
    if len(rows) != 2:
        raise PositionError(
            ngettext("there is {n} rank", "there are {n} ranks", len(rows)).format(n=len(rows)),
            expected=_("the front rank and the rank of the Home, with / between"),
        )
    ranks = (_("front rank"), _("home rank"))
    army = (*parse_rank(rows[0], ranks[0]), *parse_rank(rows[1], ranks[1]))
    for place, figure in enumerate(army):
        if figure and figure[0] not in BASES:
            raise PositionError(
                _("{text} is no base of an army").format(text=repr(figure[0])),
                where=_("{rank}, square {n}").format(rank=ranks[place // SIZE], n=place % SIZE + 1),
                expected=_("S, C or T, for either side"),
            )
    for base, remaining in bases_in_store(army).items():
        if remaining < 0:
            _raise_surplus(counted_bases(BASES_PER_SIDE[base] - remaining, base), BASES_PER_SIDE[base])
    for piece, remaining in pieces_in_store(army).items():
        if remaining < 0:
            _raise_surplus(counted_pieces(PIECES_PER_SIDE[piece] - remaining, piece), PIECES_PER_SIDE[piece])
    return army


def _raise_surplus(things: str, maximum: int) -> None:
    """Raise the error for an army with more bases or pieces than a side has.

    Raises:
        PositionError: always.
    """
    raise PositionError(
        _("there are {things}").format(things=things), where=_("army"), expected=_("{n} at most").format(n=maximum)
    )


DEFAULT_ARMY: Final[Army] = parse_army(
    "(Tsh)(Tcs)(Tcs)(Ccsz)(Tch)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/(Sssh)(Scdz)(Ccch)(Scst)(Sck)(Ccdh)(Ssdh)(Ccch)(Csdz)(Sssh)"
)
"""A balanced setup for beginners and bots."""


def mirror_image(army: Army) -> Army:
    """Return an army with left and right exchanged."""
    return (*army[SIZE - 1 :: -1], *army[: SIZE - 1 : -1])


def random_army(chance: int) -> tuple[Army, int]:
    """Return a random setup and the next state of the random generator. ``chance`` is the generator's current state."""
    solid_bases, chance = shuffled("S" * BASES_PER_SIDE["S"] + "C" * BASES_PER_SIDE["C"], chance)
    front, chance = shuffled((*solid_bases[SIZE:], *"T" * BASES_PER_SIDE["T"]), chance)
    bases = (*front, *solid_bases[:SIZE])
    crown_index, chance = randbelow(len(bases), chance)
    star_index, chance = randbelow(len(bases) - 1, chance)
    star_index += star_index >= crown_index
    plain_pieces, chance = shuffled(
        [piece for piece in PIECES if piece not in (CROWN, STAR) for _number in range(PIECES_PER_SIDE[piece])], chance
    )
    army, used_count = [], 0
    for place, base in enumerate(bases):
        figure = base + CROWN * (place == crown_index) + STAR * (place == star_index)
        count = room(figure)
        army.append(with_pieces(figure, "".join(plain_pieces[used_count : used_count + count])))
        used_count += count
    return tuple(army), chance


def is_playable(army: Army) -> bool:
    """Return True if the Prime is on the home rank, behind other figures, and all figures can move.

    This rule of our own limits random armies only. Other setups need not follow it.
    """
    prime = next(place for place, figure in enumerate(army) if CROWN in figure)
    return prime >= SIZE and all(traits(figure).straight or traits(figure).diagonal for figure in army)


def with_store_added(army: Army) -> Army:
    """Return the army after adding all parts of the store, as similar to the default army as possible.

    Figures and pieces keep their places, except that one piece may make room for the crown or the star. The player's
    mistakes remain.
    """
    figures = list(_with_bases(army))
    _add_crown(figures)
    _add_star(figures)
    remaining = {piece: count for piece, count in pieces_in_store(tuple(figures)).items() if piece not in (CROWN, STAR)}
    for place, figure in enumerate(figures):
        for piece in DEFAULT_ARMY[place][1:]:
            is_preferred = DEFAULT_ARMY[place].count(piece) > figures[place].count(piece, 1)
            if figure and is_preferred and remaining.get(piece, 0) > 0 and room(figures[place]) > 0:
                figures[place] = with_pieces(figures[place], piece)
                remaining[piece] -= 1
    for piece, count in remaining.items():
        for _number in range(count):
            candidates = [place for place, figure in enumerate(figures) if figure and room(figure) > 0]
            if candidates:
                place = max(candidates, key=lambda place: _suitability(figures[place], piece))
                figures[place] = with_pieces(figures[place], piece)
    return tuple(figures)


def _with_bases(army: Army) -> Army:
    """Return the army with bases on all empty squares. The home rank comes first and gets no triangles."""
    figures = list(army)
    remaining = bases_in_store(army)
    preferred = [figure[0] for figure in DEFAULT_ARMY]
    front, home = range(SIZE), range(SIZE, 2 * SIZE)
    for places, preferences in ((home, (preferred, "C", "S")), (front, (preferred, "T", "C", "S"))):
        for preference in preferences:
            for place in places:
                base = preference if isinstance(preference, str) else preference[place]
                if not figures[place] and remaining[base] > 0:
                    figures[place] = base
                    remaining[base] -= 1
    return tuple(figures)


def _suitability(figure: str, piece: str) -> tuple[bool, int]:
    """Return a sort key for figures. It is higher if a piece suits the figure.

    A circle or square suits the base of its shape, and a rod with room. Other pieces suit a figure without their kind.
    """
    base = figure[0]
    if piece in (CIRCLE, SQUARE):
        return (base == ("C" if piece == CIRCLE else "S"), room(figure))
    return (piece not in figure[1:], len(figure))


def _add_crown(figures: list[str]) -> None:
    """Add the crown to a figure if the store has it. If no figure has room, move a piece to make room."""
    if pieces_in_store(tuple(figures))[CROWN] < 1:
        return
    by_preference = sorted((place for place, figure in enumerate(figures) if figure), key=_distance_from_default_crown)
    for place in by_preference:
        if room(figures[place]) >= 2 and STAR not in figures[place]:
            figures[place] = with_pieces(figures[place], CROWN)
            return
    with_room = [place for place in by_preference if room(figures[place]) >= 1]
    if len(with_room) >= 2:
        _move_piece(figures, with_room[0], with_room[1])
        figures[with_room[0]] = with_pieces(figures[with_room[0]], CROWN)
    elif with_room and room(figures[with_room[0]]) >= 2:  # only the figure with the star has room, so exchange its star
        _exchange_star(figures, with_room[0], by_preference)
        figures[with_room[0]] = with_pieces(figures[with_room[0]], CROWN)


def _distance_from_default_crown(place: int) -> int:
    """Return the distance of an index in the army from the index of the default army's crown."""
    crown_index = next(index for index, figure in enumerate(DEFAULT_ARMY) if CROWN in figure)
    return abs(place % SIZE - crown_index % SIZE) + 20 * abs(place // SIZE - crown_index // SIZE)


def _move_piece(figures: list[str], giver: int, taker: int) -> None:
    """Move a piece, preferably the star, from the figure that gets the crown to another figure."""
    rod = figures[giver][1:]
    piece = STAR if STAR in rod else rod[-1]
    figures[giver] = without_pieces(figures[giver], piece)
    figures[taker] = with_pieces(figures[taker], piece)


def _exchange_star(figures: list[str], star_index: int, places: Sequence[int]) -> None:
    """Exchange a figure's star for a plain piece of another figure."""
    for place in places:
        plain_pieces = [piece for piece in figures[place][1:] if piece not in (CROWN, STAR)]
        if place != star_index and plain_pieces and CROWN not in figures[place]:
            figures[star_index] = with_pieces(without_pieces(figures[star_index], STAR), plain_pieces[0])
            figures[place] = with_pieces(without_pieces(figures[place], plain_pieces[0]), STAR)
            return


def _add_star(figures: list[str]) -> None:
    """Add the star to a figure without the crown if the store has it.

    If no figure has room, exchange it for a piece.
    """
    if pieces_in_store(tuple(figures))[STAR] < 1:
        return
    default_place = next(index for index, figure in enumerate(DEFAULT_ARMY) if STAR in figure)
    by_preference = sorted(
        (place for place, figure in enumerate(figures) if figure), key=lambda place: (place != default_place, -place)
    )
    with_room = [place for place in by_preference if room(figures[place]) >= 1]
    for place in with_room:
        if CROWN not in figures[place]:
            figures[place] = with_pieces(figures[place], STAR)
            return
    if with_room:  # only the figure with the crown has room
        figures[with_room[0]] = with_pieces(figures[with_room[0]], STAR)
        _exchange_star(figures, with_room[0], by_preference)
