"""Armies: the figures in one side's Starting Zone. An army may be incomplete.

An army is a tuple of twenty figures: the front rank, then the home rank, each from file a to file j. An empty string
stands for an empty square. Bases are upper case for both sides. The text of an army is ``<front rank>/<home rank>``,
with ranks as in position texts. Implements 'Setup' (spec).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import max_length_phrase
from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.games.tesulda.board import FRONT_RANKS, HOME_RANKS, SIZE, SQUARE_NAMES
from ruleboard.games.tesulda.figures import (
    BASES,
    BASES_PER_SIDE,
    CIRCLE,
    CROWN,
    FIGURE_SIZES_IN_SETUP,
    PIECES,
    PIECES_PER_SIDE,
    SQUARE,
    STAR,
    has_both_leaders,
    traits,
    with_pieces,
    without_pieces,
)
from ruleboard.games.tesulda.position import EMPTY
from ruleboard.games.tesulda.rank_text import parse_rank
from ruleboard.games.tesulda.terms import counted_bases, counted_pieces
from ruleboard.i18n import N_, _, ngettext
from ruleboard.kit.ranks import format_rank
from ruleboard.wording import join_as_list

Army = tuple[str, ...]

MAX_ARMY_LENGTH: Final = 400
"""The maximum length of an army's text, in characters."""
EMPTY_ARMY: Final[Army] = (EMPTY,) * (2 * SIZE)
_MAX_SOLID_BASES_IN_FRONT: Final = SIZE - BASES_PER_SIDE["T"]
"""The maximum number of squares and circles on the front rank, since all triangles must be there."""
_CAPACITY_CLAUSES: Final = {
    "S": N_("a square base starts with 3 pieces"),
    "C": N_("a circle base starts with 3 pieces"),
    "T": N_("a triangle base starts with 2 pieces"),
}
_CROWN_CAPACITY_CLAUSES: Final = {
    "S": N_("a square base starts with 3 pieces, and the crown counts as 2"),
    "C": N_("a circle base starts with 3 pieces, and the crown counts as 2"),
    "T": N_("a triangle base starts with 2 pieces, and the crown counts as 2"),
}


def zone_squares(side: int) -> tuple[int, ...]:
    """Return the numbers of the squares in a side's Starting Zone, in the order of an army."""
    return tuple(rank * SIZE + file for rank in (FRONT_RANKS[side], HOME_RANKS[side]) for file in range(SIZE))


def army_on(board: Sequence[str], side: int) -> Army:
    """Return the army in a side's Starting Zone."""
    return tuple(board[square][:1].upper() + board[square][1:] for square in zone_squares(side))


def with_army(board: Sequence[str], side: int, army: Army) -> tuple[str, ...]:
    """Return a copy of the board with an army in a side's Starting Zone."""
    new_board = list(board)
    for square, figure in zip(zone_squares(side), army, strict=True):
        new_board[square] = (figure[:1].lower() if side else figure[:1]) + figure[1:]
    return tuple(new_board)


def bases_in_store(army: Army) -> dict[str, int]:
    """Return the number of bases of each kind in the store. A number is negative if the army has too many."""
    used_bases = Counter(figure[0] for figure in army if figure)
    return {base: count - used_bases[base] for base, count in BASES_PER_SIDE.items()}


def pieces_in_store(army: Army) -> dict[str, int]:
    """Return the number of pieces of each kind in the store. A number is negative if the army has too many."""
    used_pieces = Counter(piece for figure in army for piece in figure[1:])
    return {piece: PIECES_PER_SIDE[piece] - used_pieces[piece] for piece in PIECES}


@cache
def missing_parts(figure: str, model: str) -> str:
    """Return the parts that would make a figure equal to a model.

    Args:
        figure: the figure, or ``""`` for an empty square.
        model: the figure to copy, with an upper-case base.

    Returns:
        The base, if the square is empty, and the pieces. The text is empty if nothing is missing, or if the figure has
        another base or other pieces than the model.
    """
    parts, model_parts = Counter(figure), Counter(model)
    return "".join((model_parts - parts).elements()) if parts <= model_parts else EMPTY


def parts_in_store(army: Army) -> dict[str, int]:
    """Return the number of bases and pieces of each kind in the store."""
    return bases_in_store(army) | pieces_in_store(army)


def has_parts(store: Mapping[str, int], parts: str) -> bool:
    """Return True if a store has all the parts, which are letters of bases and pieces."""
    return all(parts.count(part) <= store[part] for part in parts)


def with_model_copied(army: Army, model: str) -> Army:
    """Return the army after copying a model to all unfinished figures with the same base, while the store has parts.

    Figures with other pieces than the model stay the same.
    """
    figures, store = list(army), Counter(parts_in_store(army))
    for index, figure in enumerate(army):
        parts = missing_parts(figure, model) if figure else EMPTY
        if has_parts(store, parts):
            store.subtract(parts)
            figures[index] = model if parts else figure
    return tuple(figures)


def free_capacity(figure: str) -> int:
    """Return the free capacity of a figure in a setup. The number is negative if the figure carries too much."""
    return FIGURE_SIZES_IN_SETUP[figure[0].upper()] - traits(figure).size


def army_problems(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each problem of an army: first the mistakes, then the missing parts.

    Args:
        army: the army, complete or not.
        side: the side of the army, which determines the names of its squares.
    """
    return (*_mistake_texts(army, side), *_missing_part_texts(army, side))


def army_mistakes(army: Army, side: int = 0) -> tuple[str, ...]:
    """Return a sentence for each rule that an army breaks. Missing parts are not mistakes."""
    return tuple(_mistake_texts(army, side))


def misplaced_indices(army: Army) -> tuple[int, ...]:
    """Return the indices of the figures whose square or pieces break a rule."""
    return tuple(
        index
        for index, figure in enumerate(army)
        if figure
        and ((index >= SIZE and figure[0] == "T") or has_both_leaders(figure[1:]) or free_capacity(figure) < 0)
    )


def _figures_with_squares(army: Army, side: int) -> list[tuple[str, str]]:
    """Return pairs of each figure in an army and the name of its square."""
    return [(SQUARE_NAMES[square], figure) for square, figure in zip(zone_squares(side), army, strict=True) if figure]


def _mistake_texts(army: Army, side: int) -> Iterator[str]:
    misplaced_triangles = [
        SQUARE_NAMES[square]
        for square, figure in zip(zone_squares(side)[SIZE:], army[SIZE:], strict=True)
        if figure[:1] == "T"
    ]
    if misplaced_triangles:
        yield ngettext(
            "The triangle on {squares} can’t stand on the home rank.",
            "The triangles on {squares} can’t stand on the home rank.",
            len(misplaced_triangles),
        ).format(squares=join_as_list(misplaced_triangles))
    solid_count = sum(figure[:1] not in ("", "T") for figure in army[:SIZE])
    if solid_count > _MAX_SOLID_BASES_IN_FRONT:
        yield _(
            "The front rank has {n} square and circle bases. Only {most} fit in alongside the {triangles} triangles."
        ).format(n=solid_count, most=_MAX_SOLID_BASES_IN_FRONT, triangles=BASES_PER_SIDE["T"])
    for square_name, figure in _figures_with_squares(army, side):
        if has_both_leaders(figure[1:]):
            yield _("The crown and the star can’t share the figure on {square}.").format(square=square_name)
        if free_capacity(figure) < 0:
            yield _("There are too many pieces on {square}: {allowed}.").format(
                square=square_name, allowed=capacity_clause(figure)
            )
    for part_names, limit in _surplus_parts(army):
        yield _("This army has {things}, but each side gets only {n}.").format(things=part_names, n=limit)


def _surplus_parts(army: Army) -> Iterator[tuple[str, int]]:
    """Yield the count with its name (``"7 stars"``) and the limit of each kind of part that exceeds its limit."""
    for base, store_count in bases_in_store(army).items():
        if store_count < 0:
            yield counted_bases(BASES_PER_SIDE[base] - store_count, base), BASES_PER_SIDE[base]
    for piece, store_count in pieces_in_store(army).items():
        if store_count < 0:
            yield counted_pieces(PIECES_PER_SIDE[piece] - store_count, piece), PIECES_PER_SIDE[piece]


def capacity_clause(figure: str) -> str:
    """Return a clause that states how many pieces a figure's base may carry in a setup."""
    return _((_CROWN_CAPACITY_CLAUSES if CROWN in figure else _CAPACITY_CLAUSES)[figure[0].upper()])


def _missing_part_texts(army: Army, side: int) -> Iterator[str]:
    bases = [counted_bases(count, base) for base, count in bases_in_store(army).items() if count > 0]
    if bases:
        yield _("Not placed yet: {bases}.").format(bases=join_as_list(bases))
    incomplete_squares = [square for square, figure in _figures_with_squares(army, side) if free_capacity(figure) > 0]
    if incomplete_squares:
        yield ngettext(
            "The figure on {squares} has too few pieces.",
            "The figures on {squares} have too few pieces.",
            len(incomplete_squares),
        ).format(squares=join_as_list(incomplete_squares))
    pieces = [counted_pieces(count, piece) for piece, count in pieces_in_store(army).items() if count > 0]
    if pieces:
        yield _("Not used yet: {pieces}.").format(pieces=join_as_list(pieces))


def format_army(army: Army) -> str:
    """Format an army as text."""
    square_texts = [figure and f"({figure})" for figure in army]
    return f"{format_rank(square_texts[:SIZE], EMPTY)}/{format_rank(square_texts[SIZE:], EMPTY)}"


def parse_army(text: str) -> Army:
    """Parse the text of an army. The function does not validate the army as a setup; see ``army_problems``.

    Raises:
        PositionError: the text is malformed, or the army has more bases or pieces than a side owns.
    """
    if len(text) > MAX_ARMY_LENGTH:
        raise PositionError(_("this is too long for an army"), expected=max_length_phrase(MAX_ARMY_LENGTH))
    rows = text.strip().split("/")
    if len(rows) != 2:
        raise PositionError(
            ngettext("there’s {n} rank", "there are {n} ranks", len(rows)).format(n=len(rows)),
            expected=_("the front rank and the home rank, separated by /"),
        )
    ranks = (_("front rank"), _("home rank"))
    army = (*parse_rank(rows[0], ranks[0]), *parse_rank(rows[1], ranks[1]))
    for index, figure in enumerate(army):
        if figure and figure[0] not in BASES:
            raise PositionError(
                _("{text} isn’t a base").format(text=repr(figure[0])),
                where=_("{rank}, square {n}").format(rank=ranks[index // SIZE], n=index % SIZE + 1),
                expected=_("S, C or T, for either side"),
            )
    for part_names, limit in _surplus_parts(army):
        raise PositionError(
            _("there are {things}").format(things=part_names),
            where=_("army"),
            expected=_("at most {n}").format(n=limit),
        )
    return army


DEFAULT_ARMY: Final[Army] = parse_army(
    "(Tsh)(Tcs)(Tcs)(Ccsz)(Tch)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/(Sssh)(Scdz)(Ccch)(Scst)(Sck)(Ccdh)(Ssdh)(Ccch)(Csdz)(Sssh)"
)
"""A balanced setup for beginners and bots."""


def mirror_image(army: Army) -> Army:
    """Return an army with its left and right exchanged."""
    return (*army[SIZE - 1 :: -1], *army[: SIZE - 1 : -1])


def random_army(random_state: int) -> tuple[Army, int]:
    """Return a random setup and the next state of the random generator.

    ``random_state`` is the current state of the generator.
    """
    solid_bases, random_state = shuffled("S" * BASES_PER_SIDE["S"] + "C" * BASES_PER_SIDE["C"], random_state)
    front_bases, random_state = shuffled((*solid_bases[SIZE:], *"T" * BASES_PER_SIDE["T"]), random_state)
    bases = (*front_bases, *solid_bases[:SIZE])
    crown_index, random_state = randbelow(len(bases), random_state)
    star_index, random_state = randbelow(len(bases) - 1, random_state)
    star_index += star_index >= crown_index
    plain_pieces, random_state = shuffled(
        [piece for piece in PIECES if piece not in (CROWN, STAR) for _number in range(PIECES_PER_SIDE[piece])],
        random_state,
    )
    army, placed_count = [], 0
    for index, base in enumerate(bases):
        figure = base + CROWN * (index == crown_index) + STAR * (index == star_index)
        count = free_capacity(figure)
        army.append(with_pieces(figure, "".join(plain_pieces[placed_count : placed_count + count])))
        placed_count += count
    return tuple(army), random_state


def is_playable(army: Army) -> bool:
    """Return True if the Prime is on the home rank behind other figures, and all figures can move.

    Only random armies must be playable. The rules allow players to build other armies.
    """
    prime_index = next(index for index, figure in enumerate(army) if CROWN in figure)
    return prime_index >= SIZE and all(
        traits(figure).straight_rating or traits(figure).diagonal_rating for figure in army
    )


def with_all_parts_placed(army: Army) -> Army:
    """Place all parts from the store, and make the army as similar to the default army as possible.

    Figures and pieces keep their places, except that one piece may make room for the crown or the star. The player's
    mistakes remain.
    """
    figures = list(_with_bases(army))
    _add_crown(figures)
    _add_star(figures)
    remaining_pieces = {
        piece: count for piece, count in pieces_in_store(tuple(figures)).items() if piece not in (CROWN, STAR)
    }
    for index, figure in enumerate(figures):
        for piece in DEFAULT_ARMY[index][1:]:
            is_preferred = DEFAULT_ARMY[index].count(piece) > figures[index].count(piece, 1)
            if figure and is_preferred and remaining_pieces.get(piece, 0) > 0 and free_capacity(figures[index]) > 0:
                figures[index] = with_pieces(figures[index], piece)
                remaining_pieces[piece] -= 1
    for piece, count in remaining_pieces.items():
        for _number in range(count):
            candidates = [candidate for candidate, figure in enumerate(figures) if figure and free_capacity(figure) > 0]
            if candidates:
                index = max(candidates, key=lambda candidate: _suitability_key(figures[candidate], piece))
                figures[index] = with_pieces(figures[index], piece)
    return tuple(figures)


def _with_bases(army: Army) -> Army:
    """Return the army with a base on every empty square. The home rank is filled first, without triangles."""
    figures = list(army)
    remaining_bases = bases_in_store(army)
    default_bases = [figure[0] for figure in DEFAULT_ARMY]
    front_indices, home_indices = range(SIZE), range(SIZE, 2 * SIZE)
    for rank_indices, preferences in (
        (home_indices, (default_bases, "C", "S")),
        (front_indices, (default_bases, "T", "C", "S")),
    ):
        for preference in preferences:
            for index in rank_indices:
                base = preference if isinstance(preference, str) else preference[index]
                if not figures[index] and remaining_bases[base] > 0:
                    figures[index] = base
                    remaining_bases[base] -= 1
    return tuple(figures)


def _suitability_key(figure: str, piece: str) -> tuple[bool, int]:
    """Return a sort key for figures: the larger it is, the better a piece suits the figure.

    A circle or square piece suits a base of its own shape with much free capacity. Any other piece suits a figure that
    has no piece of its kind.
    """
    base = figure[0]
    if piece in (CIRCLE, SQUARE):
        return (base == ("C" if piece == CIRCLE else "S"), free_capacity(figure))
    return (piece not in figure[1:], len(figure))


def _add_crown(figures: list[str]) -> None:
    """Add the crown to a figure if the crown is in the store.

    If no figure has room for the crown, another piece moves to make room.
    """
    if pieces_in_store(tuple(figures))[CROWN] < 1:
        return
    preferred_indices = sorted(
        (index for index, figure in enumerate(figures) if figure), key=_distance_from_default_crown
    )
    for index in preferred_indices:
        if free_capacity(figures[index]) >= 2 and STAR not in figures[index]:
            figures[index] = with_pieces(figures[index], CROWN)
            return
    indices_with_room = [index for index in preferred_indices if free_capacity(figures[index]) >= 1]
    if len(indices_with_room) >= 2:
        _move_piece(figures, indices_with_room[0], indices_with_room[1])
        figures[indices_with_room[0]] = with_pieces(figures[indices_with_room[0]], CROWN)
    elif (
        indices_with_room and free_capacity(figures[indices_with_room[0]]) >= 2
    ):  # only the figure with the star has room, so exchange its star
        _exchange_star(figures, indices_with_room[0], preferred_indices)
        figures[indices_with_room[0]] = with_pieces(figures[indices_with_room[0]], CROWN)


def _distance_from_default_crown(index: int) -> int:
    crown_index = next(index for index, figure in enumerate(DEFAULT_ARMY) if CROWN in figure)
    return abs(index % SIZE - crown_index % SIZE) + 20 * abs(index // SIZE - crown_index // SIZE)


def _move_piece(figures: list[str], giver_index: int, taker_index: int) -> None:
    """Move a piece, preferably the star, from one figure to another to make room for the crown."""
    rod = figures[giver_index][1:]
    piece = STAR if STAR in rod else rod[-1]
    figures[giver_index] = without_pieces(figures[giver_index], piece)
    figures[taker_index] = with_pieces(figures[taker_index], piece)


def _exchange_star(figures: list[str], star_index: int, indices: Sequence[int]) -> None:
    for index in indices:
        plain_pieces = [piece for piece in figures[index][1:] if piece not in (CROWN, STAR)]
        if index != star_index and plain_pieces and CROWN not in figures[index]:
            figures[star_index] = with_pieces(without_pieces(figures[star_index], STAR), plain_pieces[0])
            figures[index] = with_pieces(without_pieces(figures[index], plain_pieces[0]), STAR)
            return


def _add_star(figures: list[str]) -> None:
    """Add the star to a figure without the crown, if the star is in the store.

    If no such figure has room, the star takes the place of a plain piece, which moves to another figure.
    """
    if pieces_in_store(tuple(figures))[STAR] < 1:
        return
    default_index = next(index for index, figure in enumerate(DEFAULT_ARMY) if STAR in figure)
    preferred_indices = sorted(
        (index for index, figure in enumerate(figures) if figure), key=lambda index: (index != default_index, -index)
    )
    indices_with_room = [index for index in preferred_indices if free_capacity(figures[index]) >= 1]
    for index in indices_with_room:
        if CROWN not in figures[index]:
            figures[index] = with_pieces(figures[index], STAR)
            return
    if indices_with_room:  # only the figure with the crown has room
        figures[indices_with_room[0]] = with_pieces(figures[indices_with_room[0]], STAR)
        _exchange_star(figures, indices_with_room[0], preferred_indices)
