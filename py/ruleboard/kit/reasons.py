"""Reasons why a touch or a move is not allowed. Each reason has a test, a text and the id of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ruleboard.engine.errors import NO_REFUSAL, Refusal

Reasons: TypeAlias = Iterator[tuple[object, str, str]]
"""Possible reasons in order: a test, which is true if the reason applies, its text, and the id of its lesson."""


def first_refusal(reasons: Reasons, create_refusal: Callable[[str, str], Refusal] = Refusal.from_clause) -> Refusal:
    """Return a refusal with the first reason that applies, or ``NO_REFUSAL`` if none applies.

    Args:
        reasons: the possible reasons.
        create_refusal: creates a refusal from a text and a lesson. By default the texts are clauses.
    """
    return next((create_refusal(text, lesson) for applies, text, lesson in reasons if applies), NO_REFUSAL)


def inapplicable_refusals(
    reasons: Reasons, create_refusal: Callable[[str, str], Refusal] = Refusal.from_clause
) -> tuple[Refusal, ...]:
    """Return refusals with the reasons that do not apply, for the wrong answers in quizzes.

    Args:
        reasons: the possible reasons.
        create_refusal: creates a refusal from a text and a lesson. By default the texts are clauses.
    """
    return tuple(create_refusal(text, lesson) for applies, text, lesson in reasons if not applies)
