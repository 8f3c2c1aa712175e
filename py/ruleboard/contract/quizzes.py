"""The parts of quizzes that a game defines: the kinds of its pieces, and kinds of questions that only it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from ruleboard.engine.errors import Refusal

S = TypeVar("S")
T = TypeVar("T")


class Random(Protocol):
    """The random generator of a question, with the seed of the quiz."""

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
        reason: a sentence about this position, before the explanation of the rule; may be empty.
        selection: the targets that the picture shows as selected.
        highlighted: the targets that the picture highlights.
        state: the state of the picture if it differs from the state that the game received, else None.
        focus: the part of the picture to show, with everybody whom the question compares; empty for the picture of the
            lesson or case.
        shows_hidden: True if the picture shows what is hidden from the player to move, such as the opponent's cards.
        path: the targets along the path that the picture shows after the answer; empty for no path.
        counted_targets: the targets that the correct answer counts. The picture marks them after the answer.
    """

    values: Mapping[str, str]
    answers: tuple[QuizAnswer, ...]
    reason: str = ""
    selection: tuple[str, ...] = ()
    highlighted: tuple[str, ...] = ()
    state: Any = None
    focus: str = ""
    shows_hidden: bool = False
    path: tuple[str, ...] = ()
    counted_targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quiz(Generic[S]):
    """The parts of quizzes that a game defines.

    Attributes:
        piece: returns the kind of the piece on a target, as in ``QuestionKind.piece`` ("rook"), or ``""`` if the target
            has none.
        kinds: the functions that create the questions of this game's own kinds, by kind. They return None if a state
            does not suit.
        wrong_reasons: returns refusals that do not apply to touched targets, at least two in a game with ``why``
            questions, which offer them as wrong answers.
        short_name: returns the name of a target on the picture, or ``""`` if the picture shows no name. None stands for
            the text of the answer, unless the picture omits the coordinate in it.
        win_labels: for each player, the answer that this player wins; empty for "{side} wins". In some languages, the
            verb depends on the name of the side.
    """

    piece: Callable[[S, str], str] = lambda _state, _target: ""
    kinds: Mapping[str, Callable[[S, Random], GameQuestion | None]] = field(default_factory=dict)
    wrong_reasons: Callable[[S, Sequence[str]], Sequence[Refusal]] = lambda _state, _targets: ()
    short_name: Callable[[str], str | None] = lambda _target: None
    win_labels: Sequence[str] = ()
