"""Errors in input, and reasons why the rules do not allow a move, in the user's language."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import Any

from ruleboard.i18n import _
from ruleboard.wording import sentence


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a player may not touch a target or play an action.

    Attributes:
        sentence: the reason as a complete sentence; empty if the touch or the action is allowed.
        lesson: the id of the lesson that teaches the rule; may be empty.
        wording: the reason as a clause for error messages; empty for the sentence without its full stop.
    """

    sentence: str
    lesson: str = ""
    wording: str = ""

    @classmethod
    def from_clause(cls, clause: str, lesson: str = "") -> Refusal:
        """Create a refusal from a clause, which starts in lower case and has no full stop."""
        return cls(sentence(clause), lesson, clause)

    def __bool__(self) -> bool:
        return bool(self.sentence)

    @property
    def clause(self) -> str:
        """The reason as a clause, for the text of an error."""
        return self.wording or self.sentence.removesuffix(".")


NO_REFUSAL = Refusal("")
"""An empty refusal, which means that the touch or the action is allowed."""


class RuleboardError(ValueError):
    """Raised when a person's input is invalid.

    Args:
        what: the fault, as a clause without a full stop ("there is no square 'z9'").
        where: the location in the input ("rank 3", "action 12"); may be empty.
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
        """Return a copy of the error whose location starts with ``where`` ("action 12")."""
        combined_location = _("{outer}, {inner}").format(outer=where, inner=self.where) if self.where else where
        return type(self)(self.what, where=combined_location, expected=self.expected)


def escape_unprintable(name: str) -> str:
    """Escape the line breaks and text direction marks in a name, so that an error can show it on one line."""
    return name if name.isprintable() else repr(name)[1:-1]


class PositionError(RuleboardError):
    """Raised when a position text is malformed or describes an impossible position."""


class ActionError(RuleboardError):
    """Raised when a text is not an action of the game."""


class IllegalAction(RuleboardError):
    """Raised when an action is not legal in the current position; ``what`` is the reason."""

    @classmethod
    def from_refusal(cls, refusal: Refusal) -> IllegalAction:
        """Create an error that states the reason of a refusal."""
        return cls(refusal.clause)


class RecordError(RuleboardError):
    """Raised when a record is malformed, or when its actions are not legal."""


class NewerRecord(RecordError):
    """Raised when a record has a newer format, which this version of the program cannot read."""


class StudyError(RuleboardError):
    """Raised when a study is malformed, or when its moves are not legal."""


class NewerStudy(StudyError):
    """Raised when a study has a newer format, which this version of the program cannot read."""
