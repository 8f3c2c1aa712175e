"""Questions of a check on a chapter of a course: positions near its lessons, decided and explained by the game's rules.

A question is about a chapter if the lesson behind the game's refusal (``Refusal.lesson``) belongs to it. So no game
needs code for its checks; ``checks.toml`` only says with which lessons the chapters end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import Outcome
from ruleboard.engine.rng import below, shuffled
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import chapter_ends, course, shown, view_of
from ruleboard.games.lessons import Lesson
from ruleboard.games.view import BaseView
from ruleboard.i18n import _
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from ruleboard.wording import sentence

T = TypeVar("T")

QUESTIONS = 5
"""The number of questions of a check."""

_CHAPTER = 5
"""The number of lessons of a chapter in a course that names none."""

_POSITIONS = 48
"""The number of positions that are tried for a question about the chapter's own rules."""

_TOUCHES = 10
"""The number of touches, at most, whose refusals are asked for in a position."""

_PLACES = 4
"""The number of places to choose from."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a course that ends with a check: its number, from 1, and its lessons."""

    number: int
    lessons: tuple[Lesson, ...]

    @property
    def id(self) -> str:
        """The id of its check in addresses and among the completed lessons."""
        return f"check-{self.number}"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with a choice of answers, in the current language.

    Attributes:
        timeline: the game, standing at the position.
        board_view: the view of the position.
        seat: the player whose side is nearest.
        words: the question.
        touched: the targets that are selected in the picture.
        pointed: the targets that are pointed out.
        answers: the answers.
        right: the number of the right one, from 0.
        reasons: the reason that belongs to each answer, as a sentence.
        lesson: the id of the lesson on the rule; empty if there is none.
    """

    timeline: Timeline[Any]
    board_view: BaseView[Any, Any]
    seat: int
    words: str
    touched: tuple[str, ...]
    pointed: frozenset[str]
    answers: tuple[str, ...]
    right: int
    reasons: tuple[str, ...]
    lesson: str


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """Return the chapters of a game's course, in order; none if it has no course.

    Lessons after the last chapter that the game names, as those on how to win, teach no rules and have no check.
    """
    lessons = course(game)
    ends = chapter_ends(game) or [lesson.id for lesson in (*lessons[_CHAPTER - 1 :: _CHAPTER], *lessons[-1:])]
    found: list[tuple[Lesson, ...]] = []
    begun: list[Lesson] = []
    for lesson in lessons:
        begun.append(lesson)
        if lesson.id in ends:
            found.append(tuple(begun))
            begun = []
    return tuple(Chapter(number, part) for number, part in enumerate(found, 1))


def chapter(game: str, id: str) -> Chapter | None:
    """Return a chapter by the id of its check, None if there is none."""
    return next((found for found in chapters(game) if found.id == id), None)


def question(game: str, about: Chapter, number: int, seed: int) -> Question | None:
    """Return a question about a chapter, None if none can be made.

    Args:
        game: the game's id.
        about: the chapter.
        number: its number in the check, from 0, on which its kind depends.
        seed: the seed of the position and of all choices: another one for each question.
    """
    lots = _Lots(seed)
    own = frozenset(lesson.id for lesson in about.lessons)
    kinds = (*_KINDS[number % len(_KINDS) :], *_KINDS[: number % len(_KINDS)])
    for subjects in (own, frozenset(lesson.id for lesson in course(game)), frozenset({""})):
        for attempt in range(_POSITIONS):
            position = _position(game, about, lots)
            for kind in kinds if attempt >= _POSITIONS // 6 else kinds[:1]:
                if position and (made := kind(position, subjects, lots)):
                    return made
    return None


class _Lots:
    """Random choices from a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        """Return a number from 0, below the bound."""
        number, self._state = below(bound, self._state)
        return number

    def one(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.below(len(items))]

    def mixed(self, items: Collection[T]) -> tuple[T, ...]:
        """Return the items in a random order."""
        found, self._state = shuffled(tuple(items), self._state)
        return found


@dataclass(frozen=True)
class _Position:
    """A position to ask about: the game, and how it is shown. Derived values are cached."""

    timeline: Timeline[Any]
    view: BaseView[Any, Any]
    seat: int

    @cached_property
    def seen(self) -> Any:
        """The state as the player to move may see it."""
        return self.timeline.state_for(self.timeline.to_move)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions."""
        return self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def begins(self) -> frozenset[str]:
        """The targets with which an action begins."""
        return frozenset(select(self.actions).next)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The targets in the picture."""
        marks = Marks(next=dict.fromkeys(self.begins, "go"))
        found = dict.fromkeys(targets_in(self.view.picture(self.seen, self.seat, marks)))
        return tuple(target for target in found if _is_place(target))

    def following(self, target: str) -> tuple[str, ...]:
        """Return the targets in the picture that may follow one."""
        return tuple(filter(_is_place, select(self.actions, (target,)).next))

    def refusals(self, touched: tuple[str, ...], lots: _Lots) -> Iterator[tuple[str, Refusal]]:
        """Yield targets that must not follow the touched ones, with the reasons, in a random order."""
        after = select(self.actions, touched).next
        others = [place for place in self.places if place not in (*after, *touched) and place not in self.begins]
        for place in lots.mixed(others)[:_TOUCHES]:
            if refusal := self.timeline.game.explain(self.timeline.state, (*touched, place)):
                yield place, refusal

    def name(self, target: str) -> str:
        """Return a target in words."""
        return self.timeline.game.name(self.seen, target)

    def place(self, target: str) -> str:
        """Return a place in words: a square alone, without the piece on it."""
        name = self.name(target)
        return target if name.startswith(f"{target}, ") else name

    def asked(self, words: str, answers: Sequence[tuple[str, str]], right: int, **more: Any) -> Question:
        """Return a question about the position.

        Args:
            words: the question.
            answers: the answers, each with the reason that belongs to it.
            right: the number of the right one.
            more: the other attributes that are not empty.
        """
        texts, reasons = zip(*answers, strict=True)
        given = {"touched": (), "pointed": frozenset(), "lesson": "", **more}
        return Question(
            self.timeline, self.view, self.seat, words, answers=texts, right=right, reasons=reasons, **given
        )


_Kind: TypeAlias = Callable[[_Position, Collection[str], _Lots], Question | None]
"""A kind of questions: one about a position with a refusal that leads to one of some lessons, if there is any."""


def _is_place(target: str) -> bool:
    return not target.startswith("do:")


def _position(game: str, about: Chapter, lots: _Lots) -> _Position | None:
    """Return a position some random actions after a diagram of the chapter, None if nobody is to move there."""
    lesson = lots.one(about.lessons)
    at = lots.below(len(lesson.steps))
    timeline, seat = shown(game, lesson.id, at)
    for _number in range(1 + lots.below(4)):
        actions = timeline.game.legal_actions(timeline.state) if not timeline.outcome else ()
        if not actions:
            break
        after = timeline.play(lots.one(actions))
        if after.outcome:
            break
        timeline = after
    view = view_of(game, lesson.id, at)
    return None if timeline.outcome or timeline.to_move is None else _Position(timeline, view, seat)


def _allowed(position: _Position, subjects: Collection[str], lots: _Lots) -> Question | None:
    """Ask whether a place may follow a touched target."""
    for piece in lots.mixed(tuple(filter(_is_place, position.begins)))[:3]:
        after = position.following(piece)
        for place, refusal in position.refusals((piece,), lots):
            if refusal.lesson not in subjects:
                continue
            if after and lots.below(2):
                goal = lots.one(after)
                return _yes_or_no(position, piece, goal, _done(position, (piece, goal)), refusal.lesson, allowed=True)
            return _yes_or_no(position, piece, place, refusal.sentence, refusal.lesson, allowed=False)
    return None


def _yes_or_no(position: _Position, piece: str, goal: str, why: str, lesson: str, *, allowed: bool) -> Question:
    words = _("First: {thing}. Then: {place}. Is that allowed?")
    return position.asked(
        words.format(thing=position.name(piece), place=position.place(goal)),
        ((_("Yes"), why), (_("No"), why)),
        0 if allowed else 1,
        touched=(piece,),
        pointed=frozenset({goal}),
        lesson=lesson,
    )


def _done(position: _Position, touched: tuple[str, ...]) -> str:
    """Return the description of the action that legal touches make, as a sentence."""
    game, state = position.timeline.game, position.timeline.state
    complete = select(position.actions, touched).complete
    return sentence(game.describe(state, complete[0])) if complete else _("That is allowed.")


def _begun(position: _Position, subjects: Collection[str], lots: _Lots) -> Question | None:
    """Ask whether an action may begin with something."""
    for place, refusal in position.refusals((), lots):
        if refusal.lesson in subjects:
            begins = tuple(filter(_is_place, position.begins)) if lots.below(2) else ()
            asked, why = (lots.one(begins), _("That is allowed.")) if begins else (place, refusal.sentence)
            return position.asked(
                _("May an action begin with this: {thing}?").format(thing=position.name(asked)),
                ((_("Yes"), why), (_("No"), why)),
                0 if begins else 1,
                pointed=frozenset({asked}),
                lesson=refusal.lesson,
            )
    return None


def _places(position: _Position, subjects: Collection[str], lots: _Lots) -> Question | None:
    """Ask which of several places may follow a touched target."""
    for piece in lots.mixed(tuple(filter(_is_place, position.begins)))[:3]:
        after = position.following(piece)
        refused = list(position.refusals((piece,), lots)) if after else []
        ours = [refusal.lesson for _place, refusal in refused if refusal.lesson in subjects]
        if len(refused) < _PLACES - 1 or not ours:
            continue
        goal = lots.one(after)
        refused.sort(key=lambda found: found[1].lesson not in subjects)
        if len({position.place(place) for place in (goal, *(place for place, _refusal in refused))}) <= len(refused):
            continue  # their names do not tell them apart
        answers = [(position.place(place), refusal.sentence) for place, refusal in refused[: _PLACES - 1]]
        right = lots.below(_PLACES)
        answers.insert(right, (position.place(goal), _done(position, (piece, goal))))
        return position.asked(
            _("First: {thing}. Which of these may follow?").format(thing=position.name(piece)),
            answers,
            right,
            touched=(piece,),
            pointed=frozenset((goal, *(place for place, _refusal in refused[: _PLACES - 1]))),
            lesson=ours[0],
        )
    return None


def _ending(position: _Position, _subjects: Collection[str], lots: _Lots) -> Question | None:
    """Ask how the game stands after an action, where one ends it."""
    game, state = position.timeline.game, position.timeline.state
    if position.timeline.is_hidden():
        return None
    ends: list[tuple[Action[Any], Outcome | None]] = []
    on: list[tuple[Action[Any], Outcome | None]] = []
    for action in lots.mixed(position.actions)[:30]:
        outcome = game.outcome(game.apply(state, action))
        (ends if outcome else on).append((action, outcome))
    if not ends:
        return None
    action, outcome = lots.one(on if on and not lots.below(3) else ends)
    sides = [_(side) for side in game.sides(state)]
    answers = [*(_("{side} wins.").format(side=side) for side in sides), _("It is a draw."), _("The game goes on.")]
    right = len(sides) + 1
    if outcome:
        right = len(sides) if outcome.is_draw else outcome.winners[0]
    why = outcome.reason if outcome else _("Nothing has ended the game.")
    return position.asked(
        _("{action} What is the result?").format(action=sentence(game.describe(state, action))),
        [(answer, why) for answer in answers],
        right,
        pointed=frozenset(filter(_is_place, action.targets)),
    )


_KINDS: tuple[_Kind, ...] = (_allowed, _places, _begun, _ending, _allowed)
"""The kinds of questions, in the order of a check."""
