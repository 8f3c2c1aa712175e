"""The parts of quizzes that a game defines: the kinds of its pieces, and kinds of questions that only it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from ruleboard.engine.errors import Refusal

S = TypeVar("S")
T = TypeVar("T")


class Random(Protocol):
    """A random generator whose seed determines a question."""

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item."""
        ...

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in a random order."""
        ...


@dataclass(frozen=True, slots=True)
class QuizAnswer:
    """An answer to a question of a quiz.

    Attributes:
        text: the label of the answer.
        reason: a sentence that says why the answer is wrong; empty if the explanation of the question is enough.
        lesson: for a wrong answer, the id of the lesson whose rule the answer breaks.
        target: the target on the board that is the answer, or ``""`` for an answer with a button.
    """

    text: str
    reason: str = ""
    lesson: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class GameQuestion:
    """A question that a game computes from a state.

    Attributes:
        values: the values of the placeholders in the text of the question.
        answers: the answers, the correct one first. No two have the same text. The quiz offers the first four.
        reason: a sentence that says what happens in this position, before the explanation of the rule; may be empty.
        selection: the targets that the picture shows as selected.
        highlighted: the targets that the picture highlights.
        state: the state of the picture if it differs from the state that the game received, else None.
        shows_hidden: True if the picture shows what is hidden from the player to move, such as the opponent's cards.
        path: the targets along the path that the picture shows after the answer; empty for no path.
        counted: the targets that the correct answer counts, which the picture marks after the answer.
    """

    values: Mapping[str, str]
    answers: tuple[QuizAnswer, ...]
    reason: str = ""
    selection: tuple[str, ...] = ()
    highlighted: tuple[str, ...] = ()
    state: Any = None
    shows_hidden: bool = False
    path: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quiz(Generic[S]):
    """The parts of quizzes that a game defines.

    Attributes:
        piece: returns the kind of piece on a target, such as "rook", or ``""`` if the target has none. It compares the
            kinds with ``QuestionKind.piece``.
        kinds: functions for the kinds of questions that only this game has, by name. Each returns a question about a
            state, or None.
        wrong_reasons: returns reasons that do not apply to touched targets, each with the id of its lesson. They are
            the wrong answers to ``why`` questions, so a game with such questions needs at least two for each of them.
        short_name: returns the name that the picture shows for a target, ``""`` if it shows none, or None to use the
            text of the answer unless the picture leaves its coordinate out.
    """

    piece: Callable[[S, str], str] = lambda _state, _target: ""
    kinds: Mapping[str, Callable[[S, Random], GameQuestion | None]] = field(default_factory=dict)
    wrong_reasons: Callable[[S, Sequence[str]], Sequence[Refusal]] = lambda _state, _targets: ()
    short_name: Callable[[str], str | None] = lambda _target: None
