"""Positions that are played on, and the part of them that a player may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final

from ruleboard.api import pictures
from ruleboard.api.files import write_text
from ruleboard.api.values import quoted, quoted_text
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.options import with_rules
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.search.thinking import LEVELS, concluded
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES, PACKAGES, SCORES
from ruleboard.i18n import _
from ruleboard.thinking.questions import question_at

MAX_DEPTH: Final = 20
"""The most actions that ``Position.perft`` plays; even where few are legal, so many take longer than anybody waits."""
_SEEDS = 1 << 64


def game_of(id: object) -> Game[Any, Any]:
    """Return the engine's rules of a game.

    Raises:
        RecordError: there is no such game.
    """
    if not isinstance(id, str) or id not in GAMES:
        raise RecordError(f"there is no game {quoted_text(id)}", expected=f"one of {', '.join(GAMES)}")
    return GAMES[id]


class Position:
    """A place in a game, with the way that led there. `push` and `pop` change it, as boards in chess libraries do.

    `str` gives the position text, `repr` a text that Python reads back, and a notebook shows the board. Two
    positions are equal if the same game was played the same way.

    >>> import ruleboard
    >>> position = ruleboard.play("sensei")
    >>> position.push("a1-a4")
    >>> position
    Position('sensei', actions=['a1-a4'])
    >>> str(position)
    'rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi'

    Args:
        game: the game's id.
        options: the values of options; those left out take their default.
        seed: the seed of everything that is drawn by lot.
        start: the position text it begins from; None for the game's own start.
        actions: the texts of the actions, and perhaps of an ending, played from there.

    Raises:
        RecordError: the game, an option or the seed is not known, or an action cannot be played.
        PositionError: the text of the start cannot be read.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        *,
        start: str | None = None,
        actions: Iterable[str] = (),
    ) -> None:
        rules = game_of(game)
        given = _options(options)
        _check_seed(seed)
        if start is not None and not isinstance(start, str):
            raise PositionError("a position is a text", expected="such as str(position) gives")
        done = tuple(actions) if not isinstance(actions, str) else (actions,)
        for number, text in enumerate(done, 1):
            if not isinstance(text, str):
                raise RecordError(f"{quoted_text(text)} is no text", where=f"action {number}")
        first = rules.parse_position(start) if start is not None else rules.initial(given, seed)
        names = ("",) * len(rules.sides(first))
        record = Record(game, with_rules(rules.options, given), seed, names, done, start)
        self._timeline: Timeline[Any] = replay(record, GAMES)

    @classmethod
    def _of(cls, timeline: Timeline[Any]) -> Position:
        made = cls.__new__(cls)
        made._timeline = timeline
        return made

    @classmethod
    def from_json(cls, text: str) -> Position:
        """Return the position at the end of a record, as the page exports it.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> ruleboard.Position.from_json(position.to_json()) == position
        True

        Raises:
            RecordError: the text is no record, or cannot be replayed; the error names field or action.
        """
        if not isinstance(text, str):
            raise RecordError("a record is a text", expected="JSON")
        return cls._of(replay(parse_record(text), GAMES).cut())

    @classmethod
    def _from_record(cls, record: Record) -> Position:
        return cls._of(replay(record, GAMES).cut())

    # --- the place

    @property
    def game(self) -> str:
        """The game's id."""
        return self._timeline.record.game

    @property
    def options(self) -> dict[str, str]:
        """The options that were given."""
        rules = {option.id for option in self._timeline.game.options if option.is_rule}
        return {id: value for id, value in self._timeline.record.options.items() if id not in rules}

    @property
    def seed(self) -> int:
        """The seed of everything that is drawn by lot."""
        return self._timeline.record.seed

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the players on the board, by number.

        >>> import ruleboard
        >>> ruleboard.play("equilibrium", {"players": "3"}).sides
        ('Orange', 'Teal', 'Violet')
        """
        return tuple(_(side) for side in self._timeline.game.sides(self._timeline.state))

    @property
    def turn(self) -> int | None:
        """The number of the player whose decision it is, from 0; None once the game is over."""
        return self._timeline.to_move

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of everything that was done, in order."""
        return self._timeline.texts

    @property
    def is_hidden(self) -> bool:
        """True if the decision that is due now is made unseen by the others."""
        return self.turn is not None and self._timeline.is_hidden()

    def legal_actions(self) -> tuple[str, ...]:
        """Return the texts of all actions that the rules allow here; none once the game is over.

        >>> import ruleboard
        >>> ruleboard.play("tensor-chess").legal_actions()[:3]
        ('a1>b1a1', 'b1b3', 'b1d3')
        """
        if self.turn is None:
            return ()
        game, state = self._timeline.game, self._timeline.state
        return tuple(game.format_action(state, action) for action in game.legal_actions(state))

    def is_legal(self, text: str) -> bool:
        """Return True if `push` would take this text."""
        try:
            self._after(text)
        except RuleboardError:
            return False
        return True

    def outcome(self) -> Outcome | None:
        """Return the result, None while the game goes on.

        >>> import ruleboard
        >>> position = ruleboard.play("tensor-chess")
        >>> position.push("resign 1")
        >>> position.outcome().returns, position.outcome().reason
        ((-1.0, 1.0), 'White resigned.')
        """
        return self._timeline.outcome

    def can_claim_draw(self) -> str | None:
        """Return the reason why the player to move may claim a draw (`push("draw claimed")`); None if not."""
        return self._timeline.claim()

    def prompt(self) -> str:
        """Return a sentence on the decision that is due."""
        return self._timeline.game.prompt(self._timeline.state) if self.turn is not None else ""

    def describe(self, text: str) -> str:
        """Return a legal action in words.

        >>> import ruleboard
        >>> ruleboard.play("sensei").describe("a1-a4")
        "Green's stone goes from a1 to a4"

        Raises:
            ActionError: the text is no action.
            IllegalAction: the action is not allowed here.
        """
        game, state = self._timeline.game, self._timeline.state
        return game.describe(state, game.parse_action(state, _text(text)))

    def moves(self) -> str:
        """Return the move list as the game's own notation writes it, a turn a line."""
        return "\n".join(str(turn) for turn in self._timeline.turns())

    # --- playing

    def push(self, text: str) -> None:
        """Play an action, or an ending: `resign N` (here N counts from 1, as in files), `draw agreed`, `draw claimed`.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> position.push("a1-a8")
        Traceback (most recent call last):
            ...
        ruleboard.engine.errors.ActionError: a1-a8: there is no square 'a8' (expected a1 to g7)

        Raises:
            ActionError: the text is no action of this game.
            IllegalAction: the action is not allowed here; the error says why.
            RecordError: the ending is not possible here.
        """
        self._timeline = self._after(text)

    def _after(self, text: str) -> Timeline[Any]:
        here = self._timeline
        if is_ending(_text(text)):
            return here.end(text)
        if here.outcome:
            raise IllegalAction("the game is over")
        return here.play(here.game.parse_action(here.state, text))

    def pop(self) -> str:
        """Take back the last action or ending, whatever it has uncovered, and return its text.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> position.push("a1-a4")
        >>> position.pop()
        'a1-a4'

        Raises:
            IllegalAction: nothing has been done.
        """
        here = self._timeline
        if not here.at:
            raise IllegalAction("nothing has been done that could be taken back")
        self._timeline = here.jump(here.at - 1).cut()
        return here.texts[here.at - 1]

    def copy(self) -> Position:
        """Return a position of its own at the same place."""
        return self._of(self._timeline)

    def choose(self, level: int = 3, seed: int | None = None) -> tuple[str, ...]:
        """Return the texts of the actions that the game's own opponent would play here, a whole turn.

        It is told no more than the player to move may know. It counts positions and never time: the same place of the
        same game, level and seed give the same answer.

        Args:
            level: 1 to 5, from weak to strong; strong levels take seconds.
            seed: the seed of its own random choices; None for one that depends on the game and the place in it.

        Raises:
            RuleboardError: there is no such level.
            IllegalAction: the game is over.
        """
        here, player = self._timeline, self.turn
        if not isinstance(level, int) or level not in LEVELS:
            raise RuleboardError(f"there is no level {quoted(level)}", expected=f"{LEVELS[0]} to {LEVELS[-1]}")
        if player is None:
            raise IllegalAction("the game is over")
        if seed is not None:
            _check_seed(seed)
        question = question_at(here, player, level, seed)
        choice = concluded(PACKAGES[self.game].opponent.think(here.state_for(player), question))
        texts = []
        for action in choice.actions:
            texts.append(here.game.format_action(here.state, action))
            here = here.play(action)
        return tuple(texts)

    def perft(self, depth: int) -> int:
        """Return the number of ways to play `depth` actions from here.

        >>> import ruleboard
        >>> ruleboard.play("sensei").perft(2)
        1492

        Raises:
            RuleboardError: the depth is negative, or far beyond what can be counted.
        """
        if not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
            raise RuleboardError(f"{quoted(depth)} is no depth", expected=f"a number from 0 to {MAX_DEPTH}")
        return 1 if depth == 0 else _perft(self._timeline, depth)

    # --- looking

    def view(self, player: int | None = None) -> View:
        """Return the part that a player (None: everybody) may know.

        Raises:
            RuleboardError: there is no such player.
        """
        players = len(self.sides)
        if player is not None and (not isinstance(player, int) or not 0 <= player < players):
            raise RuleboardError(f"there is no player {quoted(player)}", expected=f"0 to {players - 1}, or None")
        return View(self.game, player, self._timeline.state_for(player), self._timeline.game)

    def svg(
        self,
        *,
        seat: int = 0,
        marks: str = "",
        title: str = "",
        look: str = pictures.LIGHT,
        width: int = 640,
        coordinates: bool | None = None,
    ) -> str:
        """Return a picture of the public part, as an SVG text that stands alone.

        >>> import ruleboard
        >>> ruleboard.play("sensei").svg(marks="a1", width=300).startswith('<?xml version="1.0"')
        True

        Args:
            seat: the player whose side is nearest.
            marks: places pointed out, such as "a1; last:b2; danger:c3".
            title: the line above the board.
            look: "light", "dark" or "print".
            width: the width in pixels.
            coordinates: True for the names of files and ranks, or of columns and rows, False to leave them out; None
                for those that the app has.

        Raises:
            RuleboardError: one of these is not possible; the error says which.
        """
        return self.view().svg(seat=seat, marks=marks, title=title, look=look, width=width, coordinates=coordinates)

    def _repr_svg_(self) -> str:
        return self.svg(width=420)

    # --- files

    def to_json(self) -> str:
        """Return the record, as the page imports it."""
        return format_record(self._timeline.to_record())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record into a file, which the page and `load` open.

        Raises:
            RecordError: the file cannot be written.
        """
        write_text(path, self.to_json() + "\n")

    def score(self) -> str:
        """Return the game in the notation that other programs read, as PGN in Tensor Chess.

        Raises:
            RuleboardError: the game has none.
        """
        if self.game not in SCORES:
            raise RuleboardError(f"{self.game} has no such notation", expected=", ".join(SCORES))
        return SCORES[self.game].format(self._timeline)

    # --- Python

    def __str__(self) -> str:
        return self._timeline.game.format_position(self._timeline.state)

    def __repr__(self) -> str:
        record = self._timeline.to_record()
        plain = Record(
            record.game,
            with_rules(self._timeline.game.options, self.options),
            record.seed,
            ("",) * len(record.players),
            record.actions,
            record.start,
        )
        if record != plain or GAMES[record.game] is not self._timeline.game:
            return f"Position.from_json({format_record(record)!r})"
        shown = [repr(record.game), repr(self.options)] if self.options else [repr(record.game)]
        shown += [f"seed={record.seed}"] * bool(record.seed)
        shown += [f"start={record.start!r}"] * (record.start is not None)
        shown += [f"actions={list(record.actions)}"] * bool(record.actions)
        return f"Position({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._timeline.to_record() == other._timeline.to_record()

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_json, (self.to_json(),)


@dataclass(frozen=True, slots=True)
class View:
    """The part of a position that one player, or everybody, may know.

    Attributes:
        game: the game's id.
        player: the player, from 0; None for everybody.
        state: the state as the game's own modules know it, with nothing in it that the player may not know.
    """

    game: str
    player: int | None
    state: Any
    _rules: Game[Any, Any] = field(compare=False)  # the game's id stands for them: a copy has rules of its own

    def __str__(self) -> str:
        return self._rules.format_position(self.state)

    def svg(
        self,
        *,
        seat: int | None = None,
        marks: str = "",
        title: str = "",
        look: str = pictures.LIGHT,
        width: int = 640,
        coordinates: bool | None = None,
    ) -> str:
        """Return a picture; the arguments are those of `Position.svg`, the seat by default the player's own.

        Raises:
            RuleboardError: an argument is not possible; the error says which.
        """
        near = (self.player or 0) if seat is None else seat
        return pictures.svg(
            self._rules,
            self.state,
            seat=near,
            marks=marks,
            title=title,
            look=look,
            width=width,
            coordinates=coordinates,
        )

    def _repr_svg_(self) -> str:
        return self.svg(width=420)


def position_of(record: Record) -> Position:
    """Return the position at the end of the game of a record.

    Raises:
        RecordError: it cannot be replayed.
    """
    return Position._from_record(record)


def _perft(timeline: Timeline[Any], depth: int) -> int:
    if timeline.to_move is None:
        return 0
    legal = timeline.game.legal_actions(timeline.state)
    return len(legal) if depth == 1 else sum(_perft(timeline.play(action), depth - 1) for action in legal)


def _options(options: object) -> dict[str, str]:
    """Return options as a new dictionary.

    Raises:
        RecordError: they are no texts by name.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise RecordError("options are names with values", expected="such as {'mode': 'arashi'}")
    for name, value in options.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise RecordError(
                f"the value {quoted_text(value)} of {quoted_text(name)} is no text",
                where="options",
                expected="names and values as texts",
            )
    return dict(options)


def _check_seed(seed: object) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < _SEEDS:
        raise RecordError(f"{quoted_text(seed)} is no seed", expected="a whole number from 0 to 2**64 - 1")


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise ActionError(f"{quoted_text(text)} is no action", expected="a text, such as legal_actions() has them")
    return text
