"""Classify figures and ask about random figures for the quizzes of Tesulda."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ruleboard.contract.quizzes import GameQuestion, Quiz, QuizAnswer, Random
from ruleboard.games.tesulda.board import SQUARE_NUMBERS
from ruleboard.games.tesulda.exchange import can_gain
from ruleboard.games.tesulda.figures import (
    CIRCLE,
    CROWN,
    DIAMOND,
    HEXAGON,
    ROD_CAPACITY,
    SQUARE,
    STAR,
    TRAPEZOID,
    Traits,
    piece_choices,
    sort_pieces,
    traits,
)
from ruleboard.games.tesulda.refusals import wrong_reasons
from ruleboard.games.tesulda.state import LIGHT, State, state_from_board
from ruleboard.i18n import N_, _

_LINEUP_SQUARES = ("c5", "e5", "g5", "i5")
"""The squares of the random figures."""
_MAX_TAKEN_PIECES = 2
"""The maximum number of pieces that a figure takes from a captured figure."""


def _trait_or_figure(state: State, target: str) -> str:
    """Return the rarest trait of the mover's figure on a square.

    Return "figure" for a figure without traits, or ``""`` for other squares.
    """
    figure = state.board[SQUARE_NUMBERS[target]] if target in SQUARE_NUMBERS else ""
    if not figure or traits(figure).side != state.side:
        return ""
    abilities = traits(figure)
    trait_flags = {
        "prime": abilities.is_prime,
        "jumper": abilities.is_jumper,
        "dodger": abilities.is_dodger,
        "minion": abilities.is_minion,
        "tactician": abilities.is_tactician,
        "boosted": abilities.is_boosted,
    }
    return next((name for name, has_trait in trait_flags.items() if has_trait), "figure")


def _random_figure(random: Random, extra_pieces: str = "") -> str:
    """Return a random figure of Light, with two or three pieces that increase its ratings and some other pieces."""
    pieces = "".join(random.choice((CIRCLE, SQUARE)) for _number in range(random.choice((1, 2, 3 - len(extra_pieces)))))
    return random.choice(("S", "C", "T")) + sort_pieces(pieces + extra_pieces)


def _with_lineup(state: State, lineup: dict[str, str]) -> State:
    """Return a state with the figures of a lineup on empty squares. Light is to move and has one Prime."""
    has_prime = any(CROWN in figure for figure in lineup.values())
    board = ["" if has_prime and figure[:1].isupper() and CROWN in figure else figure for figure in state.board]
    for square, figure in lineup.items():
        board[SQUARE_NUMBERS[square]] = figure
    return state_from_board(board, LIGHT)


def _ask_rating(state: State, random: Random, *, is_straight: bool, extra_piece: str) -> GameQuestion | None:
    """Ask how far a figure can go. Return None if the random figure gives too few different wrong answers."""
    figure = _random_figure(random, extra_piece)
    abilities = traits(figure)
    base = int(abilities.base == ("S" if is_straight else "C"))
    boost_factor, star_bonus = (2 if abilities.is_boosted else 1), 3 * abilities.pieces.count(STAR)
    shape, other_shape = (SQUARE, CIRCLE) if is_straight else (CIRCLE, SQUARE)
    count, other_count = abilities.pieces.count(shape), abilities.pieces.count(other_shape)
    rating = abilities.straight_rating if is_straight else abilities.diagonal_rating
    mistakes = (
        ("boost", base + count + star_bonus),
        ("boost", boost_factor * (base + count + star_bonus)),
        ("star", base + boost_factor * count),
        ("ratings", rating - base),
        ("ratings", 1 - base + boost_factor * (count + star_bonus)),
        ("ratings", base + boost_factor * (other_count + star_bonus)),
        ("ratings", base + boost_factor * (count + other_count + star_bonus)),
        ("ratings", base + len(abilities.pieces)),
    )
    mistakes_by_rating: dict[int, str] = {}
    for mistake, number in mistakes:
        mistakes_by_rating.setdefault(number, mistake)
    answers = [QuizAnswer(str(rating))]
    answers += [
        QuizAnswer(str(number), "", mistake) for number, mistake in mistakes_by_rating.items() if number != rating
    ]
    if rating <= base or len(answers) < 3:
        return None
    reason = _("The base gives {base}, and the pieces add {pieces}.").format(base=base, pieces=rating - base)
    square = random.choice(_LINEUP_SQUARES)
    lineup_state = _with_lineup(state, {square: figure})
    return GameQuestion(
        {"square": square},
        tuple(answers),
        reason,
        highlighted=(square,),
        state=lineup_state,
        counted_targets=_line_of_squares(square, rating, is_straight=is_straight),
    )


def _line_of_squares(square: str, length: int, *, is_straight: bool) -> tuple[str, ...]:
    """Return the names of ``length`` squares in a line from a square; empty if no line has room for them."""
    file, rank = ord(square[0]), int(square[1:])
    directions = ((0, 1), (-1, 0), (1, 0), (0, -1)) if is_straight else ((-1, 1), (1, 1), (-1, -1), (1, -1))
    for file_step, rank_step in directions:
        names = [f"{chr(file + file_step * step)}{rank + rank_step * step}" for step in range(1, length + 1)]
        if all(name in SQUARE_NUMBERS for name in names):
            return tuple(names)
    return ()


def _ask_trait(
    state: State, random: Random, *, extra_piece: str, has_trait: Callable[[Traits], bool]
) -> GameQuestion | None:
    """Ask which figure has a trait. Return None if the random figures do not allow this."""
    other_pieces = [piece for piece in (HEXAGON, TRAPEZOID, DIAMOND, "") if piece != extra_piece]
    other_figures = (
        _random_figure(random, piece) for piece in random.shuffled(other_pieces)[: len(_LINEUP_SQUARES) - 1]
    )
    figures = [_random_figure(random, extra_piece), *other_figures]
    if [figure for figure in figures if has_trait(traits(figure))] != figures[:1]:
        return None
    squares = random.shuffled(_LINEUP_SQUARES[: len(figures)])
    lineup = dict(zip(squares, figures, strict=True))
    answers = tuple(QuizAnswer(square, target=square) for square in squares)
    return GameQuestion({}, answers, state=_with_lineup(state, lineup))


def _ask_farthest(state: State, random: Random, *, is_straight: bool, extra_piece: str) -> GameQuestion | None:
    """Ask which figure goes farthest straight or diagonally. Return None if several figures tie."""
    figures = [_random_figure(random, extra_piece if number % 2 else "") for number in range(len(_LINEUP_SQUARES))]
    ratings = [traits(figure).straight_rating if is_straight else traits(figure).diagonal_rating for figure in figures]
    if ratings.count(max(ratings)) > 1:
        return None
    lineup = dict(zip(_LINEUP_SQUARES, figures, strict=True))
    best_square = _LINEUP_SQUARES[ratings.index(max(ratings))]
    answers = [QuizAnswer(best_square, target=best_square)]
    answers += [QuizAnswer(square, target=square) for square in _LINEUP_SQUARES if square != best_square]
    reason = _("This figure goes {n} squares.").format(n=max(ratings)) if max(ratings) > 1 else ""
    return GameQuestion({}, tuple(answers), reason, state=_with_lineup(state, lineup))


def _ask_takeable_count(state: State, random: Random) -> GameQuestion | None:
    """Ask how many pieces an attacker may take. Return None if too few wrong answers differ.

    The wrong answers ignore the crown's size, the rod's capacity or the limit of 2, or they count the base.
    """
    crown = random.choice(("", CROWN))
    pieces = "".join(random.choice((CIRCLE, SQUARE)) for _number in range(random.choice((1, 2, 3, 4)) - len(crown)))
    if not pieces:
        return None
    attacker, prey, square = random.choice(("S", "C")) + sort_pieces(pieces + crown), "tcsh", "e5"
    correct_count = max((len(part) for part in piece_choices(prey[1:]) if can_gain(attacker, part)), default=0)
    capacity = ROD_CAPACITY - traits(attacker).size
    mistakes = (
        min(_MAX_TAKEN_PIECES, capacity + len(crown)),
        _MAX_TAKEN_PIECES,
        capacity,
        max(0, min(_MAX_TAKEN_PIECES, capacity - 1)),
    )
    wrong_counts = [count for count in dict.fromkeys(mistakes) if count != correct_count]
    answers = [QuizAnswer(str(correct_count)), *(QuizAnswer(str(count), "", "room") for count in wrong_counts)]
    if len(answers) < 3:
        return None
    lineup_state = _with_lineup(state, {square: attacker, "g5": prey})
    return GameQuestion(
        {"square": square, "other": "g5"}, tuple(answers), highlighted=(square, "g5"), state=lineup_state
    )


_TRAIT_TESTS: dict[str, tuple[str, Callable[[Traits], bool]]] = {
    "prime": (CROWN, lambda abilities: abilities.is_prime),
    "boost": (HEXAGON, lambda abilities: abilities.is_boosted),
    "tactician": (STAR, lambda abilities: abilities.is_tactician),
    "dodger": (
        TRAPEZOID,
        lambda abilities: abilities.is_dodger and bool(abilities.straight_rating and abilities.diagonal_rating),
    ),
    "jumper": (
        DIAMOND,
        lambda abilities: abilities.is_jumper and max(abilities.straight_rating, abilities.diagonal_rating) > 1,
    ),
    "minion": ("", lambda abilities: abilities.is_minion),
}
"""For each trait, a piece that gives it and the test for it.

A Dodger has to be able to turn, and a Jumper to fly over a square, since the questions name what they can do.
"""

_EXTRA_PIECES = {"ratings": "", "boost": HEXAGON, "star": STAR}
"""For each lesson about ratings, the piece that its figures carry."""

QUIZ = Quiz(
    _trait_or_figure,
    {
        **{
            f"{name}-figure": partial(_ask_trait, extra_piece=extra_piece, has_trait=has_trait)
            for name, (extra_piece, has_trait) in _TRAIT_TESTS.items()
        },
        **{
            f"{lesson}-{direction}": partial(_ask_rating, is_straight=direction == "straight", extra_piece=extra_piece)
            for lesson, extra_piece in _EXTRA_PIECES.items()
            for direction in ("straight", "diagonal")
        },
        **{
            f"{lesson}-far-{direction}": partial(
                _ask_farthest, is_straight=direction == "straight", extra_piece=extra_piece
            )
            for lesson, extra_piece in _EXTRA_PIECES.items()
            for direction in ("straight", "diagonal")
        },
        "room": _ask_takeable_count,
    },
    wrong_reasons=wrong_reasons,
    win_labels=(N_("Light wins"), N_("Dark wins")),
)
