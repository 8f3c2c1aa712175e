"""Positions on which programs can play actions, and views without hidden information."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Final

from ruleboard.api import pictures
from ruleboard.api.drawings import parse_drawings
from ruleboard.api.files import write_text
from ruleboard.api.values import quote, quote_text
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Game, Outcome
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.i18n import _
from ruleboard.registry import GAMES, NOTATIONS, PACKAGES
from ruleboard.thinking.questions import opponent_seed, question_at

MAX_DEPTH: Final = 20
"""The maximum depth of ``Position.perft``; even with few legal actions, more depth takes too long."""
_SEED_COUNT = 1 << 64


def game_of(id: object) -> Game[Any, Any]:
    """Return the engine's rules for a game.

    Raises:
        RecordError: no game has this id.
    """
    if not isinstance(id, str) or id not in GAMES:
        raise RecordError(f"there is no game {quote_text(id)}", expected=f"one of {', '.join(GAMES)}")
    return GAMES[id]


class Drawable(ABC):
    """The base class of ``Position`` and ``View``, which draws their pictures."""

    __slots__ = ()

    @abstractmethod
    def _visible_view(self) -> View:
        """Return the view that the picture shows."""

    def svg(
        self,
        *,
        seat: int | None = None,
        marks: str = "",
        title: str = "",
        look: str = pictures.LIGHT,
        width: int = 640,
        coordinates: bool | None = None,
        arrows: str = "",
        rings: str = "",
        labels: str = "",
    ) -> str:
        """Return a picture as a standalone SVG file. The picture of a position shows only public information.

        >>> import ruleboard
        >>> ruleboard.play("sensei").svg(marks="a1", width=300).startswith('<?xml version="1.0"')
        True

        Args:
            seat: the player (0-based) at the bottom of the board; by default the player of the view, or else player 0.
            marks: the targets to mark, such as "a1; last:b2; danger:c3".
            title: the line above the board.
            look: "light", "dark" or "print".
            width: the width in pixels.
            coordinates: True to show the names of files and ranks, or of columns and rows; False to show none; None to
                show the same names as the app.
            arrows: the arrows over the board, such as "a1>a4; red:b1>b3>d3".
            rings: the rings around targets, such as "a1; blue:b2".
            labels: the labels of targets, such as "a1=A; b2=B".

        Raises:
            RuleboardError: an argument is invalid; the error names it.
        """
        view = self._visible_view()
        return pictures.svg(
            view._rules,
            view.state,
            seat=(view.player or 0) if seat is None else seat,
            marks=marks,
            title=title,
            look=look,
            width=width,
            coordinates=coordinates,
            drawings=parse_drawings(view._rules, view.state, arrows=arrows, rings=rings, labels=labels),
        )

    def _repr_svg_(self) -> str:
        return self.svg(width=420)


class Position(Drawable):
    """A state in a game, with the actions that led to it. `push` and `pop` change it, as in chess libraries.

    `str` returns the position text, `repr` returns Python code for the position, and a notebook shows the board. Two
    positions are equal if their games had the same options and actions.

    >>> import ruleboard
    >>> position = ruleboard.play("sensei")
    >>> position.push("a1-a4")
    >>> position
    Position('sensei', actions=['a1-a4'])
    >>> str(position)
    'rrrRrrr/7/7/g6/7/7/1ggGggg g 11 arashi'

    Args:
        game: the game's id.
        options: the values of the game's options; missing options take their defaults.
        seed: the seed of all randomness in the game.
        start: the text of the starting position, or None for the usual start.
        actions: the texts of the actions from there; the last may be an ending.

    Raises:
        RecordError: the game, an option or the seed is unknown, or an action is not legal.
        PositionError: the text of the start is malformed.
    """

    __hash__ = None  # type: ignore[assignment]  # positions are mutable

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
        values = _validate_options(options)
        _check_seed(seed)
        if start is not None and not isinstance(start, str):
            raise PositionError("a position is a text", expected="such as str(position) gives")
        action_texts = tuple(actions) if not isinstance(actions, str) else (actions,)
        for number, text in enumerate(action_texts, 1):
            if not isinstance(text, str):
                raise RecordError(f"{quote_text(text)} is not text", where=f"action {number}")
        first_state = rules.parse_position(start) if start is not None else rules.initial(values, seed)
        names = ("",) * len(rules.sides(first_state))
        record = Record(game, new_record_options(rules.options, values), seed, names, action_texts, start)
        self._timeline: Timeline[Any] = replay(record, GAMES)

    @classmethod
    def _from_timeline(cls, timeline: Timeline[Any]) -> Position:
        position = cls.__new__(cls)
        position._timeline = timeline
        return position

    @classmethod
    def from_json(cls, text: str) -> Position:
        """Parse a record that the page has exported, and return its last position.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> ruleboard.Position.from_json(position.to_json()) == position
        True

        Raises:
            RecordError: the text is not a record, or its actions are not legal; the error names the field or action.
        """
        if not isinstance(text, str):
            raise RecordError("a record is a text", expected="JSON")
        return cls._from_timeline(replay(parse_record(text), GAMES).without_undone())

    @classmethod
    def _from_record(cls, record: Record) -> Position:
        return cls._from_timeline(replay(record, GAMES).without_undone())

    # --- state and history

    @property
    def game(self) -> str:
        """The game's id."""
        return self._timeline.record.game

    @property
    def options(self) -> dict[str, str]:
        """The value of each option of the game, by its name."""
        rules = {option.id for option in self._timeline.game.options if option.is_rule}
        return {id: value for id, value in self._timeline.record.options.items() if id not in rules}

    @property
    def seed(self) -> int:
        """The seed of all randomness in the game."""
        return self._timeline.record.seed

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides on the board, by player number.

        >>> import ruleboard
        >>> ruleboard.play("equilibrium", {"players": "3"}).sides
        ('Orange', 'Teal', 'Violet')
        """
        return tuple(_(side) for side in self._timeline.game.sides(self._timeline.state))

    @property
    def turn(self) -> int | None:
        """The player who decides now (0-based), or None if the game is over."""
        return self._timeline.to_move

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions and endings so far, in order."""
        return self._timeline.texts

    @property
    def is_hidden(self) -> bool:
        """True if the player to move decides in secret."""
        return self.turn is not None and self._timeline.is_hidden()

    def legal_actions(self) -> tuple[str, ...]:
        """Return the texts of all legal actions; empty if the game is over.

        >>> import ruleboard
        >>> ruleboard.play("tensor-chess").legal_actions()[:3]
        ('a1>b1a1', 'b1b3', 'b1d3')
        """
        if self.turn is None:
            return ()
        game, state = self._timeline.game, self._timeline.state
        return tuple(game.format_action(state, action) for action in game.legal_actions(state))

    def is_legal(self, text: str) -> bool:
        """Return True if `push` accepts an action or an ending with this text."""
        try:
            self._timeline_after(text)
        except RuleboardError:
            return False
        return True

    def outcome(self) -> Outcome | None:
        """Return the result, or None while the game continues.

        >>> import ruleboard
        >>> position = ruleboard.play("tensor-chess")
        >>> position.push("resign 1")
        >>> position.outcome().returns, position.outcome().reason
        ((-1.0, 1.0), 'White resigned.')
        """
        return self._timeline.outcome

    def can_claim_draw(self) -> str | None:
        """Return the reason why the player to move may `push("draw claimed")`, or None if they may not."""
        return self._timeline.draw_claim_reason()

    def prompt(self) -> str:
        """Return a sentence about the next decision; empty if the game is over."""
        return self._timeline.game.prompt(self._timeline.state) if self.turn is not None else ""

    def describe(self, text: str) -> str:
        """Describe a legal action in a clause.

        >>> import ruleboard
        >>> ruleboard.play("sensei").describe("a1-a4")
        'Green moves the stone on a1 to a4'

        Raises:
            ActionError: the text is not an action.
            IllegalAction: the action is not legal in this position.
        """
        game, state = self._timeline.game, self._timeline.state
        return game.describe(state, game.parse_action(state, _validate_text(text)))

    def moves(self) -> str:
        """Return the move list in the game's own notation, with one turn on each line."""
        return "\n".join(str(turn) for turn in self._timeline.turns())

    # --- playing

    def push(self, text: str) -> None:
        """Play an action, or an ending: `resign N` (here N counts from 1, as in files), `draw agreed`, `draw claimed`.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> position.push("a1-a8")
        Traceback (most recent call last):
            ...
        ruleboard.engine.errors.ActionError: a1-a8: there’s no square 'a8' (expected a1 to g7)

        Raises:
            ActionError: the text is not an action of this game.
            IllegalAction: the action is not legal in this position; the error says why.
            RecordError: the ending is not possible in this position.
        """
        self._timeline = self._timeline_after(text)

    def _timeline_after(self, text: str) -> Timeline[Any]:
        timeline = self._timeline
        if is_ending(_validate_text(text)):
            return timeline.end(text)
        if timeline.outcome:
            raise IllegalAction("the game is over")
        return timeline.play(timeline.game.parse_action(timeline.state, text))

    def pop(self) -> str:
        """Undo the last action or ending, even one that revealed hidden information, and return its text.

        >>> import ruleboard
        >>> position = ruleboard.play("sensei")
        >>> position.push("a1-a4")
        >>> position.pop()
        'a1-a4'

        Raises:
            IllegalAction: the position has no actions.
        """
        timeline = self._timeline
        if not timeline.ply:
            raise IllegalAction("nothing has been done that could be taken back")
        self._timeline = timeline.jump(timeline.ply - 1).without_undone()
        return timeline.texts[timeline.ply - 1]

    def copy(self) -> Position:
        """Return an independent copy of the position."""
        return self._from_timeline(self._timeline)

    def choose(self, level: int = 3, seed: int | None = None) -> tuple[str, ...]:
        """Return the actions of the turn that the game's bot chooses.

        The bot knows only what the player to move may know. It counts positions instead of measuring time, so the same
        state of the same game, level and seed give the same answer.

        Args:
            level: 1 to 5, from weak to strong; strong levels take seconds.
            seed: the seed of the bot's random choices; None for a seed that depends on the game and its ply.

        Raises:
            RuleboardError: the level does not exist.
            IllegalAction: the game is over.
        """
        timeline, player = self._timeline, self.turn
        if not isinstance(level, int) or level not in LEVELS:
            raise RuleboardError(f"there is no level {quote(level)}", expected=f"{LEVELS[0]} to {LEVELS[-1]}")
        if player is None:
            raise IllegalAction("the game is over")
        if seed is not None:
            _check_seed(seed)
        question = question_at(timeline, player, level, opponent_seed(timeline), seed)
        choice = run_to_end(PACKAGES[self.game].opponent.think(timeline.state_for(player), question))
        texts = []
        for action in choice.actions:
            texts.append(timeline.game.format_action(timeline.state, action))
            timeline = timeline.play(action)
        return tuple(texts)

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` legal actions from this position.

        >>> import ruleboard
        >>> ruleboard.play("sensei").perft(2)
        1492

        Raises:
            RuleboardError: the depth is negative, or far too large to count.
        """
        if not isinstance(depth, int) or not 0 <= depth <= MAX_DEPTH:
            raise RuleboardError(f"{quote(depth)} is not a depth", expected=f"a number from 0 to {MAX_DEPTH}")
        return 1 if depth == 0 else _perft(self._timeline, depth)

    # --- views and pictures

    def view(self, player: int | None = None) -> View:
        """Return the position as a player sees it, or as the public sees it if ``player`` is None.

        Raises:
            RuleboardError: the game has no such player.
        """
        player_count = len(self.sides)
        if player is not None and (not isinstance(player, int) or not 0 <= player < player_count):
            raise RuleboardError(f"there is no player {quote(player)}", expected=f"0 to {player_count - 1}, or None")
        return View(self.game, player, self._timeline.state_for(player), self._timeline.game)

    def _visible_view(self) -> View:
        return self.view()

    # --- files

    def to_json(self) -> str:
        """Return the record as JSON, which the page can import."""
        return format_record(self._timeline.to_record())

    def save(self, path: str | PathLike[str]) -> None:
        """Save the record to a file, which the page and `load` can open.

        Raises:
            RecordError: the file is not writable.
        """
        write_text(path, self.to_json() + "\n")

    def score(self) -> str:
        """Return the game in a notation that other programs can read, such as PGN for Tensor Chess.

        Raises:
            RuleboardError: the game has no such notation.
        """
        if self.game not in NOTATIONS:
            raise RuleboardError(f"{self.game} has no such notation", expected=", ".join(NOTATIONS))
        return NOTATIONS[self.game].format(self._timeline)

    # --- Python

    def __str__(self) -> str:
        return self._timeline.game.format_position(self._timeline.state)

    def __repr__(self) -> str:
        record = self._timeline.to_record()
        plain_record = Record(
            record.game,
            new_record_options(self._timeline.game.options, self.options),
            record.seed,
            ("",) * len(record.players),
            record.actions,
            record.start,
        )
        if record != plain_record or GAMES[record.game] is not self._timeline.game:
            return f"Position.from_json({format_record(record)!r})"
        arguments = [repr(record.game), repr(self.options)] if self.options else [repr(record.game)]
        arguments += [f"seed={record.seed}"] * bool(record.seed)
        arguments += [f"start={record.start!r}"] * (record.start is not None)
        arguments += [f"actions={list(record.actions)}"] * bool(record.actions)
        return f"Position({', '.join(arguments)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._timeline.to_record() == other._timeline.to_record()

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.from_json, (self.to_json(),)


@dataclass(frozen=True, slots=True)
class View(Drawable):
    """A position without the information that is hidden from a player or from the public.

    Attributes:
        game: the game's id.
        player: the player (0-based), or None for the public.
        state: the game's own state value, without hidden information.
    """

    game: str
    player: int | None
    state: Any
    _rules: Game[Any, Any] = field(compare=False)  # the id identifies the game: a copy has another rules object

    def __str__(self) -> str:
        return self._rules.format_position(self.state)

    def _visible_view(self) -> View:
        return self


def position_of(record: Record) -> Position:
    """Replay a record, and return the last position.

    Raises:
        RecordError: the game is not valid.
    """
    return Position._from_record(record)


def _perft(timeline: Timeline[Any], depth: int) -> int:
    if timeline.to_move is None:
        return 0
    legal_actions = timeline.game.legal_actions(timeline.state)
    return (
        len(legal_actions) if depth == 1 else sum(_perft(timeline.play(action), depth - 1) for action in legal_actions)
    )


def _validate_options(options: object) -> dict[str, str]:
    """Check options, and copy them to a new dictionary.

    Raises:
        RecordError: the options are not a mapping of strings to strings.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise RecordError("options are names with values", expected="such as {'mode': 'arashi'}")
    for name, value in options.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise RecordError(
                f"the value {quote_text(value)} of {quote_text(name)} is not text",
                where="options",
                expected="names and values as texts",
            )
    return dict(options)


def _check_seed(seed: object) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < _SEED_COUNT:
        raise RecordError(f"{quote_text(seed)} is not a seed", expected="a whole number from 0 to 2**64 - 1")


def _validate_text(text: object) -> str:
    if not isinstance(text, str):
        raise ActionError(f"{quote_text(text)} is not an action", expected="a string from legal_actions()")
    return text
