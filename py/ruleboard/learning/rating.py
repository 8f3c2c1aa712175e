"""Glicko-2 ratings of people who solve problems.

Each attempt is a game against the problem, whose rating is fixed. The names follow Mark E. Glickman, "Example of the
Glicko-2 system" (2022), http://www.glicko.net/glicko/glicko2.pdf.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

from ruleboard.learning.problems import Problem

_GLICKO_SCALE: Final = 173.7178
"""The number of rating points in one unit of the Glicko-2 scale."""
_VOLATILITY_CONSTRAINT: Final = 0.5
"""The system constant, which limits how fast the volatility changes."""
_VOLATILITY_TOLERANCE: Final = 0.000001
_PROBLEM_DEVIATION: Final = 80.0
"""The rating deviation of a problem."""
_MAX_RELIABLE_DEVIATION: Final = 200.0
"""The maximum deviation of a reliable rating. Ratings reach it after about four results."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A Glicko-2 rating.

    Attributes:
        rating: the rating, 1500 for a new player.
        deviation: the rating deviation (RD), the uncertainty of the rating.
        volatility: the expected fluctuation of the rating.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def is_reliable(self) -> bool:
        """True if the rating is precise enough to show. The first results change a rating by hundreds of points."""
        return self.deviation <= _MAX_RELIABLE_DEVIATION


def problem_rating(problem: Problem) -> Rating:
    """Return the rating of a problem from its grade and its effort."""
    return Rating(700.0 + 300.0 * problem.grade + 60.0 * problem.effort, _PROBLEM_DEVIATION)


def update_rating(player: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a player's rating after a rating period.

    Args:
        player: the rating before the period.
        games: at least one game, each as the rating of the opponent and the score: 1 for a win, 0 for a loss.
    """
    mu, phi = (player.rating - 1500) / _GLICKO_SCALE, player.deviation / _GLICKO_SCALE
    inverse_v = surprise = 0.0
    for opponent, score in games:
        g = 1 / sqrt(1 + 3 * (opponent.deviation / _GLICKO_SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - 1500) / _GLICKO_SCALE)))
        inverse_v += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    v = 1 / inverse_v
    volatility = _compute_volatility(phi, player.volatility, v, v * surprise)
    new_phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / v)
    return Rating(_GLICKO_SCALE * (mu + new_phi**2 * surprise) + 1500, _GLICKO_SCALE * new_phi, volatility)


def _compute_volatility(phi: float, volatility: float, v: float, delta: float) -> float:
    """Return the new volatility, by the Illinois algorithm of step 5 in the paper."""
    a = log(volatility**2)

    def f(x: float) -> float:
        variance = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - variance) / (2 * variance**2) - (x - a) / _VOLATILITY_CONSTRAINT**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        step = 1
        while f(a - step * _VOLATILITY_CONSTRAINT) < 0:
            step += 1
        high = a - step * _VOLATILITY_CONSTRAINT
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _VOLATILITY_TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
