"""Questions of a check on a chapter of a course: positions near its lessons, decided and explained by the game's rules.

A question is about a lesson if that lesson is behind the game's refusal (``Refusal.lesson``) or teaches the ending that
is asked about; a question on the effects of an action is about the lesson from whose diagram its position comes.
Nothing is asked that a later chapter teaches. So no game needs code for its checks; ``checks.toml`` only says with
which lessons the chapters end, whether names tell effects, and whether positions in mid-turn are of use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, TypeAlias, TypeVar

from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.game import Outcome
from ruleboard.engine.rng import below, shuffled
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import asks_for_effects, asks_in_mid_turn, chapter_ends, course, shown, view_of
from ruleboard.games.lessons import Lesson, Step
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import BaseView
from ruleboard.i18n import _, spoken
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import targets_in
from ruleboard.wording import sentence

T = TypeVar("T")

QUESTIONS = 5
"""The number of questions of a check."""

_CHAPTER = 5
"""The number of lessons of a chapter in a course that names none."""

_POSITIONS = 48
"""The number of positions tried for a question about a chapter; for one about a lesson of it, a third of them."""

_TOUCHES = 16
"""The number of touches, at most, whose refusals are asked for in a position."""

_REST = 4
"""The number of actions, at most, that end a turn where no question is asked in mid-turn."""

_PLACES = 4
"""The number of places to choose from."""

_SQUARE = re.compile(r"\b[a-z][0-9]+")
"""A square in a sentence."""


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
        lesson: the id of the lesson on the rule; empty if a refusal names none.
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
    known = _known(game, about)
    lesson = lots.one(about.lessons)
    return (
        _asked(game, (lesson,), _Scope(frozenset({lesson.id}), known), number, lots, _POSITIONS // 3)
        or _asked(game, about.lessons, _Scope(own, known), number, lots)
        or _asked(game, about.lessons, _Scope(known | {""}, known), number, lots)
    )


def question_about(game: str, lesson: Lesson, about: Chapter, number: int, seed: int) -> Question | None:
    """Return a question about one lesson of a chapter, as ``question`` asks it first; None if none is found."""
    scope = _Scope(frozenset({lesson.id}), _known(game, about))
    return _asked(game, (lesson,), scope, number, _Lots(seed), _POSITIONS // 3)


def _asked(
    game: str, lessons: Sequence[Lesson], scope: _Scope, number: int, lots: _Lots, attempts: int = 0
) -> Question | None:
    """Return a question in a position of one of these lessons: of the kind that is due, where that is found soon."""
    kinds = tuple(kind for kind in _KINDS if kind is not _effect or asks_for_effects(game))
    due = kinds[number % len(kinds)]
    others = tuple(kind for kind in kinds if kind is not due)
    attempts = attempts or _POSITIONS
    for attempt in range(attempts):
        position = _position(game, lessons, lots)
        for kind in (due, *others) if attempt >= attempts // 3 else (due,):
            if position and (made := kind(position, scope, lots)) and position.shows(made):
                return made
    return None


def _known(game: str, about: Chapter) -> frozenset[str]:
    """Return the ids of the lessons up to the end of a chapter."""
    lessons = [lesson.id for lesson in course(game)]
    return frozenset(lessons[: lessons.index(about.lessons[-1].id) + 1])


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


@dataclass(frozen=True, slots=True)
class _Scope:
    """The lessons that a question may be about, and all those that the reader has come past, by their ids."""

    wanted: frozenset[str]
    known: frozenset[str]


@dataclass(frozen=True)
class _Position:
    """A position to ask about: the game, and how it is shown. Derived values are cached.

    Attributes:
        timeline: the game.
        view: its view.
        seat: the player whose side is nearest.
        lesson: the lesson from which it comes.
        subjects: the targets that the lesson's step is about: with which its task begins, or that it shows taken up.
    """

    timeline: Timeline[Any]
    view: BaseView[Any, Any]
    seat: int
    lesson: str
    subjects: frozenset[str]

    @cached_property
    def seen(self) -> Any:
        """The state as the player to move may see it."""
        return self.timeline.state_for(self.timeline.to_move)

    @cached_property
    def actions(self) -> Sequence[Action[Any]]:
        """The legal actions."""
        return self.timeline.game.legal_actions(self.timeline.state)

    @cached_property
    def begins(self) -> tuple[str, ...]:
        """The targets in the picture with which an action begins."""
        return tuple(filter(_is_place, select(self.actions).next))

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The targets in the picture."""
        marks = Marks(next=dict.fromkeys(self.begins, "go"))
        found = dict.fromkeys(targets_in(self.view.picture(self.seen, self.seat, marks)))
        return tuple(target for target in found if _is_place(target))

    @cached_property
    def covered(self) -> frozenset[str]:
        """The places on which something lies that is touched instead: their names end with its name."""
        names = {self.name(place): place for place in self.places}
        return frozenset(place for name, place in names.items() for end in _ends(name) if end in names)

    def shows(self, asked: Question) -> bool:
        """Return True if all targets that a question refers to are in the picture: some lessons show a part of it."""
        return {*filter(_is_place, (*asked.touched, *asked.pointed))} <= {*self.places}

    def following(self, touched: tuple[str, ...]) -> tuple[str, ...]:
        """Return the targets in the picture that complete an action after others; if none does, all that may follow."""
        after = tuple(filter(_is_place, select(self.actions, touched).next))
        last = self._last(touched)
        return tuple(other for other in after if other in last) or after

    def _last(self, touched: tuple[str, ...]) -> frozenset[str]:
        """Return the targets that complete an action after others."""
        length = len(touched)
        ways = (way for action in self.actions for way in (action.targets, *action.ways))
        return frozenset(way[length] for way in ways if len(way) == length + 1 and way[:length] == touched)

    def begun(self, lots: _Lots) -> Iterator[tuple[str, ...]]:
        """Yield a few beginnings of actions: a target, or two where an action needs more, those of the lesson first."""
        mixed = sorted(lots.mixed(self.begins), key=lambda target: target not in self.subjects)
        for first in mixed[:3]:
            after = filter(_is_place, select(self.actions, (first,)).next)
            last = self._last((first,))
            longer = [(first, second) for second in after if second not in last]
            yield lots.one(longer) if longer and lots.below(2) else (first,)

    def about(self, touched: tuple[str, ...], refusal: Refusal, scope: _Scope) -> str:
        """Return the lesson that a refusal is about, or the position's own, if what is touched is what that shows."""
        own = touched and touched[0] in self.subjects and self.lesson in scope.wanted
        return self.lesson if own and refusal.lesson not in scope.wanted else refusal.lesson

    def refused(self, touched: tuple[str, ...], scope: _Scope, lots: _Lots) -> list[tuple[str, Refusal]]:
        """Return targets that must not follow the touched ones, with the reasons: those that are wanted first.

        After a touched target there are none if one of the reasons is taught later, for then it can do more than the
        reader knows.
        """
        after = select(self.actions, touched).next
        taken = {*after, *touched, *self.begins, *self.covered}
        others = [place for place in self.places if place not in taken]
        found = []
        for place in lots.mixed(others)[:_TOUCHES]:
            if refusal := self.timeline.game.explain(self.timeline.state, (*touched, place)):
                if refusal.lesson in scope.known or not refusal.lesson:
                    found.append((place, refusal))
                elif touched:
                    return []
        if touched:  # a place far off the others would give the answer away
            near = [square for square in map(_coordinates, after) if square]
            found.sort(key=lambda each: _distance(each[0], near))
        found = _varied(found, lambda each: each[1].sentence)
        found.sort(key=lambda each: each[1].lesson not in scope.wanted)
        return found if found and self.about(touched, found[0][1], scope) in scope.wanted else []

    def name(self, target: str) -> str:
        """Return a target in words."""
        return self.timeline.game.name(self.seen, target)

    def names(self, touched: tuple[str, ...]) -> str:
        """Return one target or two in words."""
        first, *more = map(self.name, touched)
        return _("{thing}, then {other}").format(thing=first, other=more[0]) if more else first

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

    def asked_which(
        self, words: str, right: tuple[str, str, str], wrong: Sequence[tuple[str, str, str]], lots: _Lots, **more: Any
    ) -> Question | None:
        """Return a question with one right answer among up to ``_PLACES``, None if their names do not tell them apart.

        Args:
            words: the question.
            right: the target that is the right answer, its name, and the reason.
            wrong: the same of the wrong answers, the best first; the first suffice.
            lots: the choice of the right answer's place.
            more: the other attributes of the question.
        """
        given = [*wrong[: _PLACES - 1]]
        at = lots.below(len(given) + 1)
        given.insert(at, right)
        if len({name for _target, name, _why in given}) < len(given):
            return None
        pointed = frozenset(target for target, _name, _why in given)
        return self.asked(words, [(name, why) for _target, name, why in given], at, pointed=pointed, **more)


_Kind: TypeAlias = Callable[[_Position, _Scope, _Lots], Question | None]
"""A kind of questions: one about a position and a lesson that is wanted, if there is any."""


def _is_place(target: str) -> bool:
    return not target.startswith("do:")


def _ends(name: str) -> Iterator[str]:
    """Return the ends of a name: "column 5, row 4, blue piece" ends with "row 4, blue piece" and with "blue piece"."""
    parts = name.split(", ")
    return (", ".join(parts[at:]) for at in range(1, len(parts)))


def _coordinates(target: str) -> tuple[int, int] | None:
    """Return the file and the rank of a square, None for any other target."""
    return (ord(target[0]), int(target[1:])) if _SQUARE.fullmatch(target) else None


def _distance(target: str, squares: Sequence[tuple[int, int]]) -> int:
    """Return the steps from a square to the nearest of others, 0 for any other target."""
    here = _coordinates(target)
    if here is None:
        return 0
    return min((max(abs(here[0] - file), abs(here[1] - rank)) for file, rank in squares), default=0)


def _position(game: str, lessons: Sequence[Lesson], lots: _Lots) -> _Position | None:
    """Return a position some random actions after a diagram of a lesson, None if nobody is to move there."""
    lesson = lots.one(lessons)
    at = lots.below(len(lesson.steps))
    timeline, seat = shown(game, lesson.id, at)
    played = lots.below(4)
    to_the_end = bool(played) and not asks_in_mid_turn(game)
    for number in range(played + (_REST if to_the_end else 0)):
        if number >= played and timeline.game.key(timeline.state) is not None:
            break
        actions = timeline.game.legal_actions(timeline.state) if not timeline.outcome else ()
        if not actions:
            break
        after = timeline.play(lots.one(actions))
        if after.outcome:
            break
        timeline = after
    if timeline.outcome or timeline.to_move is None:
        return None
    if to_the_end and timeline.game.key(timeline.state) is None:
        return None
    if VIEWS[game].faces_mover:
        seat = timeline.to_move
    subjects = frozenset() if played else _subjects(lesson.steps[at], timeline)
    return _Position(timeline, view_of(game, lesson.id, at), seat, lesson.id, subjects)


def _subjects(step: Step, timeline: Timeline[Any]) -> frozenset[str]:
    """Return the targets that a step is about: with which its task begins, or that it shows taken up."""
    begun = {line[0] for line in step.task.accept} if step.task else set()
    actions = timeline.game.legal_actions(timeline.state) if begun else ()
    return frozenset((*step.touched[:1], *(action.targets[0] for action in actions if action.text in begun)))


def _follows(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask which of several places may follow a touched target."""
    for touched in position.begun(lots):
        after = position.following(touched)
        refused = position.refused(touched, scope, lots) if after else []
        if len(refused) < _PLACES - 1:
            continue
        goal = _one_kind(position, touched, after, lots)
        wrong = [(place, position.place(place), refusal.sentence) for place, refusal in refused]
        return position.asked_which(
            _("You touch {thing}. What can you touch next?").format(thing=position.names(touched)),
            (goal, position.place(goal), _done(position, (*touched, goal))),
            wrong,
            lots,
            touched=touched,
            lesson=position.about(touched, refused[0][1], scope),
        )
    return None


def _follows_not(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask which of several places may not follow a touched target."""
    for touched in position.begun(lots):
        after = position.following(touched)
        refused = position.refused(touched, scope, lots) if len(after) >= _PLACES - 1 else []
        if not refused:
            continue
        (place, refusal), *_others = refused
        allowed = [(goal, position.place(goal), _done(position, (*touched, goal))) for goal in lots.mixed(after)]
        allowed = _varied(allowed, lambda each: each[2])
        return position.asked_which(
            _("You touch {thing}. What can you not touch next?").format(thing=position.names(touched)),
            (place, position.place(place), refusal.sentence),
            allowed,
            lots,
            touched=touched,
            lesson=position.about(touched, refusal, scope),
        )
    return None


def _begins(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask with which of several targets an action may begin."""
    refused = position.refused((), scope, lots) if position.begins else []
    if len(refused) < _PLACES - 1:
        return None
    first = lots.one(position.begins)
    return position.asked_which(
        _("Which of these can you begin with?"),
        (first, position.name(first), _("That is allowed.")),
        [(place, position.name(place), refusal.sentence) for place, refusal in refused],
        lots,
        lesson=refused[0][1].lesson,
    )


def _allowed(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask whether a place may follow a touched target. Whether it may is drawn first, so that yes is as often right."""
    allowed = not lots.below(2)
    for touched in position.begun(lots):
        after = position.following(touched)
        refused = position.refused(touched, scope, lots)
        if not refused or not after:
            continue
        place, refusal = refused[0]
        if allowed:
            place = _one_kind(position, touched, after, lots)
        why = _done(position, (*touched, place)) if allowed else refusal.sentence
        words = _("You touch {thing}, then {place}. Is that allowed?")
        return position.asked(
            words.format(thing=position.names(touched), place=position.place(place)),
            ((_("Yes"), why), (_("No"), why)),
            0 if allowed else 1,
            touched=touched,
            pointed=frozenset({place}),
            lesson=position.about(touched, refusal, scope),
        )
    return None


def _varied(items: Iterable[T], words: Callable[[T], str]) -> list[T]:
    """Return the items so that those whose words differ come first; words differ if they do without their squares."""
    seen: Counter[str] = Counter()
    turns = []
    for item in items:
        kind = _SQUARE.sub("", words(item))
        turns.append((seen[kind], item))
        seen[kind] += 1
    return [item for _turn, item in sorted(turns, key=lambda each: each[0])]


def _one_kind(position: _Position, touched: tuple[str, ...], after: Sequence[str], lots: _Lots) -> str:
    """Return one of the targets that may follow: each kind of action is as likely, however many targets it has."""
    told = {goal: _done(position, (*touched, goal)) for goal in lots.mixed(after)}
    first = _varied(told, lambda goal: told[goal])
    kinds = len({_SQUARE.sub("", words) for words in told.values()})
    return lots.one(first[:kinds])


def _done(position: _Position, touched: tuple[str, ...]) -> str:
    """Return the description of the action that legal touches make, as a sentence."""
    game, state = position.timeline.game, position.timeline.state
    complete = select(position.actions, touched).complete
    return sentence(game.describe(state, complete[0])) if complete else _("That is allowed.")


def _effect(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask for an effect of an action elsewhere than on the places that are touched."""
    timeline, game = position.timeline, position.timeline.game
    if position.lesson not in scope.wanted or timeline.is_hidden():
        return None
    for action in lots.mixed(position.actions)[:8]:
        after = timeline.play(action)
        if after.is_hidden() or game.outcome(after.state):  # how a game ends is asked by itself
            continue
        seen = after.state_for(after.to_move)
        left = frozenset(targets_in(position.view.picture(seen, position.seat, Marks())))
        names = [(place, position.name(place), game.name(seen, place)) for place in position.places if place in left]
        changed = [(place, before, then) for place, before, then in names if before != then]
        told = sentence(game.describe(timeline.state, action))
        untold = [found for found in changed if not _words(found[2]) - _words(found[1]) <= _words(told)]
        more = [found for found in untold if found[0] not in action.targets and found[0] not in told]
        if not more or len(changed) < 2:
            continue
        place, before, then = lots.one(more)
        now = _("That is true now, but no longer afterwards.")
        return position.asked_which(
            _("{action} Which of these is true afterwards?").format(action=told),
            (place, then, _("So far: {thing}.").format(thing=before)),
            [(each, name, now) for each, name, _then in lots.mixed(changed)],
            lots,
            lesson=position.lesson,
        )
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _ending(position: _Position, scope: _Scope, lots: _Lots) -> Question | None:
    """Ask how the game stands after an action, where one ends it in a way that is known."""
    game, state = position.timeline.game, position.timeline.state
    if position.timeline.is_hidden():
        return None
    taught = _endings(game.id, spoken())
    ends: list[tuple[Action[Any], Outcome | None]] = []
    on: list[tuple[Action[Any], Outcome | None]] = []
    for action in lots.mixed(position.actions)[:30]:
        outcome = game.outcome(game.apply(state, action))
        (ends if outcome else on).append((action, outcome))
    lessons = {taught.get(outcome.reason, position.lesson) for _action, outcome in ends if outcome}
    if not lessons & scope.wanted or not lessons <= scope.known:
        return None
    action, outcome = lots.one(on if on and not lots.below(3) else ends)
    sides = [_(side) for side in game.sides(state)]
    answers = [*(_("{side} wins.").format(side=side) for side in sides), _("It is a draw."), _("The game goes on.")]
    right = len(sides) + 1
    if outcome:
        right = len(sides) if outcome.is_draw else outcome.winners[0]
    mixed = lots.mixed(range(len(answers)))  # else the first and the last would be right more often than the others
    why = outcome.reason if outcome else _("Nothing has ended the game.")
    lesson = taught.get(outcome.reason, position.lesson) if outcome else min(lessons & scope.wanted)
    return position.asked(
        _("{action} What is the result?").format(action=sentence(game.describe(state, action))),
        [(answers[number], why) for number in mixed],
        mixed.index(right),
        pointed=frozenset(filter(_is_place, action.targets)),
        lesson=lesson,
    )


@lru_cache(maxsize=16)
def _endings(game: str, _language: object) -> dict[str, str]:
    """Return the first lesson that shows an ending, or lets it be brought about, by the ending's reason in words."""
    found: dict[str, str] = {}
    for lesson in course(game):
        for at, step in enumerate(lesson.steps):
            timeline, _seat = shown(game, lesson.id, at)
            lines = step.task.accept if step.task and not timeline.outcome else ((),)
            for line in lines[:1]:
                for text in line:
                    timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
                if timeline.outcome:
                    found.setdefault(timeline.outcome.reason, lesson.id)
    return found


_KINDS: tuple[_Kind, ...] = (_follows, _effect, _follows_not, _ending, _begins, _allowed)
"""The kinds of questions in the order of a check; the last, which is guessed most easily, where no other is found."""
