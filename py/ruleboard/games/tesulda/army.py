"""Armies: the twenty figures of one side in its Starting Zone, complete or not.

An army is a tuple of twenty figures, first the front rank, then the home rank, each from file a to file j, with ``""``
for an empty square. Bases are in upper case for both sides. The text of an army is ``<front rank>/<home rank>``, with
ranks as in positions. Implements 'Setup' (spec).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import at_most
from ruleboard.engine.rng import below, shuffled
from ruleboard.games.tesulda.board import FRONT_RANK, HOME_RANK, NAMES, SIZE
from ruleboard.games.tesulda.figures import (
    BASES,
    BASES_A_SIDE,
    CIRCLE,
    CROWN,
    PIECES,
    PIECES_A_SIDE,
    SETUP_SIZE,
    SQUARE,
    STAR,
    leaders_meet,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.rank_text import format_rank, parse_rank
from ruleboard.games.tesulda.state import EMPTY
from ruleboard.games.tesulda.terms import counted_bases, counted_pieces
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import listed

Army = tuple[str, ...]

LONGEST: Final = 400
"""The maximum length of an army's text, in characters."""
NO_ARMY: Final[Army] = (EMPTY,) * (2 * SIZE)
_BESIDE_TRIANGLES: Final = SIZE - BASES_A_SIDE["T"]
"""The number of squares and circles on the front rank, where all triangles have to stand."""
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
    """Return the squares of a side's Starting Zone, in the order of its army."""
    return tuple(rank * SIZE + file for rank in (FRONT_RANK[side], HOME_RANK[side]) for file in range(SIZE))


def army_on(board: Sequence[str], side: int) -> Army:
    """Return the army in a side's Starting Zone."""
    return tuple(board[at][:1].upper() + board[at][1:] for at in squares(side))


def placed(board: Sequence[str], side: int, army: Army) -> tuple[str, ...]:
    """Return the board with an army in a side's Starting Zone."""
    changed = list(board)
    for at, figure in zip(squares(side), army, strict=True):
        changed[at] = (figure[:1].lower() if side else figure[:1]) + figure[1:]
    return tuple(changed)


def bases_left(army: Army) -> dict[str, int]:
    """Return the number of bases of each kind in the store, negative if the army has too many."""
    used = Counter(figure[0] for figure in army if figure)
    return {base: count - used[base] for base, count in BASES_A_SIDE.items()}


def pieces_left(army: Army) -> dict[str, int]:
    """Return the number of pieces of each kind in the store, negative if the army has too many."""
    used = Counter(piece for figure in army for piece in figure[1:])
    return {piece: PIECES_A_SIDE[piece] - used[piece] for piece in PIECES}


def room(figure: str) -> int:
    """Return the size that a figure may still gain in a setup, negative if it carries too much."""
    return SETUP_SIZE[figure[0].upper()] - traits(figure).size


def problems(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each constraint that an army breaks, first the mistakes, then the missing parts.

    Args:
        army: the army, complete or not.
        side: the side of the army, for the names of squares.
    """
    return (*_mistakes(army, side), *_missing(army, side))


def mistakes(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each constraint that an army breaks, except missing parts."""
    return tuple(_mistakes(army, side))


def mistaken(army: Army) -> tuple[int, ...]:
    """Return the indices of the figures that break a constraint by their square or their pieces."""
    return tuple(
        place
        for place, figure in enumerate(army)
        if figure and ((place >= SIZE and figure[0] == "T") or leaders_meet(figure[1:]) or room(figure) < 0)
    )


def _figures(army: Army, side: int) -> list[tuple[str, str]]:
    """Return the figures of an army with the names of their squares."""
    return [(NAMES[at], figure) for at, figure in zip(squares(side), army, strict=True) if figure]


def _mistakes(army: Army, side: int) -> Iterator[str]:
    triangles = [NAMES[at] for at, figure in zip(squares(side)[SIZE:], army[SIZE:], strict=True) if figure[:1] == "T"]
    if triangles:
        yield ngettext(
            "A triangle stands on {squares}, but the rank of the Home is closed to triangles.",
            "Triangles stand on {squares}, but the rank of the Home is closed to triangles.",
            len(triangles),
        ).format(squares=listed(triangles))
    solid = sum(figure[:1] not in ("", "T") for figure in army[:SIZE])
    if solid > _BESIDE_TRIANGLES:
        yield _(
            "There are {n} square and circle bases on the front rank: only {most} fit beside the {triangles} triangles."
        ).format(n=solid, most=_BESIDE_TRIANGLES, triangles=BASES_A_SIDE["T"])
    for where, figure in _figures(army, side):
        if leaders_meet(figure[1:]):
            yield _("Crown and star are both on {square}: they may not share a figure.").format(square=where)
        if room(figure) < 0:
            yield _("There is too much on {square}: {allowed}.").format(square=where, allowed=allowed(figure))
    for base, left in bases_left(army).items():
        if left < 0:
            yield _surplus(counted_bases(BASES_A_SIDE[base] - left, base), BASES_A_SIDE[base])
    for piece, left in pieces_left(army).items():
        if left < 0:
            yield _surplus(counted_pieces(PIECES_A_SIDE[piece] - left, piece), PIECES_A_SIDE[piece])


def _surplus(things: str, has: int) -> str:
    return _("There are {things}: a side has {n}.").format(things=things, n=has)


def allowed(figure: str) -> str:
    """Return a clause about the number of pieces that a figure's base carries in a setup."""
    return _((_CARRIES_CROWN if CROWN in figure else _CARRIES)[figure[0].upper()])


def _missing(army: Army, side: int) -> Iterator[str]:
    bases = [counted_bases(left, base) for base, left in bases_left(army).items() if left > 0]
    if bases:
        yield _("Still to be placed: {bases}.").format(bases=listed(bases))
    short = [where for where, figure in _figures(army, side) if room(figure) > 0]
    if short:
        yield ngettext(
            "The figure on {squares} has too few pieces.", "The figures on {squares} have too few pieces.", len(short)
        ).format(squares=listed(short))
    pieces = [counted_pieces(left, piece) for piece, left in pieces_left(army).items() if left > 0]
    if pieces:
        yield _("Still to be used: {pieces}.").format(pieces=listed(pieces))


def format_army(army: Army) -> str:
    """Return the text of an army."""
    return f"{format_rank(army[:SIZE])}/{format_rank(army[SIZE:])}"


def parse_army(text: str) -> Army:
    """Return the army of a text. Use ``problems`` to check that it is a valid setup.

    Raises:
        PositionError: the text is not an army, or uses more bases or pieces than a side has.
    """
    if len(text) > LONGEST:
        raise PositionError(_("this is too long to be an army"), expected=at_most(LONGEST))
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
    for base, left in bases_left(army).items():
        if left < 0:
            _refuse(counted_bases(BASES_A_SIDE[base] - left, base), BASES_A_SIDE[base])
    for piece, left in pieces_left(army).items():
        if left < 0:
            _refuse(counted_pieces(PIECES_A_SIDE[piece] - left, piece), PIECES_A_SIDE[piece])
    return army


def _refuse(things: str, most: int) -> None:
    """Raise the error for an army that uses more than a side has.

    Raises:
        PositionError: always.
    """
    raise PositionError(
        _("there are {things}").format(things=things), where=_("army"), expected=_("{n} at most").format(n=most)
    )


DEFAULT: Final[Army] = parse_army(
    "(Tsh)(Tcs)(Tcs)(Ccsz)(Tch)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/(Sssh)(Scdz)(Ccch)(Scst)(Sck)(Ccdh)(Ssdh)(Ccch)(Csdz)(Sssh)"
)
"""A setup that plays well."""


def mirrored(army: Army) -> Army:
    """Return the mirror image of an army, with left and right exchanged."""
    return (*army[SIZE - 1 :: -1], *army[: SIZE - 1 : -1])


def random_army(chance: int) -> tuple[Army, int]:
    """Return a random setup and the next state of the random generator. ``chance`` is its current state."""
    solid, chance = shuffled("S" * BASES_A_SIDE["S"] + "C" * BASES_A_SIDE["C"], chance)
    front, chance = shuffled((*solid[SIZE:], *"T" * BASES_A_SIDE["T"]), chance)
    bases = (*front, *solid[:SIZE])
    crowned, chance = below(len(bases), chance)
    starred, chance = below(len(bases) - 1, chance)
    starred += starred >= crowned
    plain, chance = shuffled(
        [piece for piece in PIECES if piece not in (CROWN, STAR) for _number in range(PIECES_A_SIDE[piece])], chance
    )
    army, used = [], 0
    for place, base in enumerate(bases):
        figure = base + CROWN * (place == crowned) + STAR * (place == starred)
        count = room(figure)
        army.append(with_pieces(figure, "".join(plain[used : used + count])))
        used += count
    return tuple(army), chance


def is_playable(army: Army) -> bool:
    """Return True if the Prime starts on the home rank, behind its own figures, and all figures can move.

    Only random armies follow this rule of ours. Other setups are legal without it.
    """
    prime = next(place for place, figure in enumerate(army) if CROWN in figure)
    return prime >= SIZE and all(traits(figure).straight or traits(figure).diagonal for figure in army)


def filled(army: Army) -> Army:
    """Return the army with all parts of the store added, as similar to the default army as possible.

    Figures and pieces keep their places, except that one piece may make room for the crown or the star. Mistakes of the
    player remain.
    """
    figures = list(_with_bases(army))
    _add_crown(figures)
    _add_star(figures)
    left = {piece: count for piece, count in pieces_left(tuple(figures)).items() if piece not in (CROWN, STAR)}
    for place, figure in enumerate(figures):
        for piece in DEFAULT[place][1:]:
            wanted = DEFAULT[place].count(piece) > figures[place].count(piece, 1)
            if figure and wanted and left.get(piece, 0) > 0 and room(figures[place]) > 0:
                figures[place] = with_pieces(figures[place], piece)
                left[piece] -= 1
    for piece, count in left.items():
        for _number in range(count):
            with_room = [place for place, figure in enumerate(figures) if figure and room(figure) > 0]
            if with_room:
                place = max(with_room, key=lambda place: _suitability(figures[place], piece))
                figures[place] = with_pieces(figures[place], piece)
    return tuple(figures)


def _with_bases(army: Army) -> Army:
    """Return the army with bases on all empty squares, first on the home rank. Triangles go to the front rank only."""
    figures = list(army)
    left = bases_left(army)
    preferred = [figure[0] for figure in DEFAULT]
    front, home = range(SIZE), range(SIZE, 2 * SIZE)
    for places, preferences in ((home, (preferred, "C", "S")), (front, (preferred, "T", "C", "S"))):
        for wanted in preferences:
            for place in places:
                base = wanted if isinstance(wanted, str) else wanted[place]
                if not figures[place] and left[base] > 0:
                    figures[place] = base
                    left[base] -= 1
    return tuple(figures)


def _suitability(figure: str, piece: str) -> tuple[bool, int]:
    """Return a sort key that is high if a piece suits a figure.

    A circle or square suits the base of its shape, and a rod with room. Other pieces suit a figure without their kind.
    """
    base = figure[0]
    if piece in (CIRCLE, SQUARE):
        return (base == ("C" if piece == CIRCLE else "S"), room(figure))
    return (piece not in figure[1:], len(figure))


def _add_crown(figures: list[str]) -> None:
    """Add the crown, if it is in the store, to a figure with room. Otherwise move a piece to make room."""
    if pieces_left(tuple(figures))[CROWN] < 1:
        return
    by_preference = sorted((place for place, figure in enumerate(figures) if figure), key=_from_default_crown)
    for place in by_preference:
        if room(figures[place]) >= 2 and STAR not in figures[place]:
            figures[place] = with_pieces(figures[place], CROWN)
            return
    short = [place for place in by_preference if room(figures[place]) >= 1]
    if len(short) >= 2:
        _move_piece(figures, short[0], short[1])
        figures[short[0]] = with_pieces(figures[short[0]], CROWN)
    elif short and room(figures[short[0]]) >= 2:  # only the figure with the star has room, so exchange its star
        _exchange_star(figures, short[0], by_preference)
        figures[short[0]] = with_pieces(figures[short[0]], CROWN)


def _from_default_crown(place: int) -> int:
    """Return the distance of a place (0-based index) from the crown of the default army."""
    crowned = next(at for at, figure in enumerate(DEFAULT) if CROWN in figure)
    return abs(place % SIZE - crowned % SIZE) + 20 * abs(place // SIZE - crowned // SIZE)


def _move_piece(figures: list[str], crowned: int, other: int) -> None:
    """Move a piece, preferably the star, from the figure that gets the crown to another figure."""
    rod = figures[crowned][1:]
    piece = STAR if STAR in rod else rod[-1]
    figures[crowned] = without_pieces(figures[crowned], piece)
    figures[other] = with_pieces(figures[other], piece)


def _exchange_star(figures: list[str], starred: int, places: Sequence[int]) -> None:
    """Exchange a figure's star for a plain piece of another figure."""
    for other in places:
        plain = [piece for piece in figures[other][1:] if piece not in (CROWN, STAR)]
        if other != starred and plain and CROWN not in figures[other]:
            figures[starred] = with_pieces(without_pieces(figures[starred], STAR), plain[0])
            figures[other] = with_pieces(without_pieces(figures[other], plain[0]), STAR)
            return


def _add_star(figures: list[str]) -> None:
    """Add the star, if it is in the store, to a figure without the crown. Otherwise exchange it for a piece."""
    if pieces_left(tuple(figures))[STAR] < 1:
        return
    preferred = next(at for at, figure in enumerate(DEFAULT) if STAR in figure)
    by_preference = sorted(
        (place for place, figure in enumerate(figures) if figure), key=lambda place: (place != preferred, -place)
    )
    with_room = [place for place in by_preference if room(figures[place]) >= 1]
    for place in with_room:
        if CROWN not in figures[place]:
            figures[place] = with_pieces(figures[place], STAR)
            return
    if with_room:  # only the figure with the crown has room
        figures[with_room[0]] = with_pieces(figures[with_room[0]], STAR)
        _exchange_star(figures, with_room[0], by_preference)
