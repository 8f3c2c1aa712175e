"""Errors and refusals for people, in the reader's language: the fault, its place, and the expectation."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import Any

from ruleboard.i18n import _
from ruleboard.wording import sentence


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why something is not allowed, for the player. Refusals are sentences; errors are clauses.

    Attributes:
        sentence: the reason as a whole sentence; an empty one is no refusal.
        lesson: the id of the lesson that teaches the rule; empty if there is none to learn.
        wording: the reason as a clause, where that is more than the sentence without its full stop.
    """

    sentence: str
    lesson: str = ""
    wording: str = ""

    @classmethod
    def from_clause(cls, clause: str, lesson: str = "") -> Refusal:
        """Return the refusal whose reason is given as a clause, without capital letter and full stop."""
        return cls(sentence(clause), lesson, clause)

    def __bool__(self) -> bool:
        return bool(self.sentence)

    @property
    def clause(self) -> str:
        """The reason as errors take it."""
        return self.wording or self.sentence.removesuffix(".")


NO_REFUSAL = Refusal("")
"""Nothing is refused."""


class RuleboardError(ValueError):
    """Input from a person that cannot be used.

    Args:
        what: the fault, as a clause without a full stop ("there is no square 'z9'").
        where: the place in the input ("rank 3", "action 12"); empty when there is only one place.
        expected: valid input, as a noun phrase ("a file from a to g"); may be empty.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        super().__init__(what, where, expected)

    def __str__(self) -> str:
        clause = self.what
        if self.where:
            clause = _("{where}: {what}").format(where=self.where, what=clause)
        if self.expected:
            clause = _("{what} (expected {expected})").format(what=clause, expected=self.expected)
        return clause

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, exceptions call their class with ``args``, which takes keywords here and in subclasses.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]

    def within(self, where: str) -> RuleboardError:
        """Return the same error, its place prefixed by the larger part that contains it ("action 12")."""
        place = _("{outer}, {inner}").format(outer=where, inner=self.where) if self.where else where
        return type(self)(self.what, where=place, expected=self.expected)


def printable(name: str) -> str:
    """Return a name from outside on one line: line breaks, and marks that turn the text around, are written out."""
    return name if name.isprintable() else repr(name)[1:-1]


class PositionError(RuleboardError):
    """A position text that cannot be read, or describes a position that the rules do not allow."""


class ActionError(RuleboardError):
    """An action text that cannot be understood."""


class IllegalAction(RuleboardError):
    """An action that is understood, but not allowed in this position; ``what`` is the reason."""

    @classmethod
    def refused(cls, refusal: Refusal) -> IllegalAction:
        """Return the error that gives a refusal's reason."""
        return cls(refusal.clause)


class RecordError(RuleboardError):
    """A record that does not parse, or does not replay."""


class NewerRecord(RecordError):
    """A record written by a newer version: it is not damaged, but cannot be read here."""


class StudyError(RuleboardError):
    """A study that does not parse, or whose moves the rules do not allow."""


class NewerStudy(StudyError):
    """A study written for a newer version: it is not damaged, but cannot be read here."""
