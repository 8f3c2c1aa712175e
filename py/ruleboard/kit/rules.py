"""The rules of a board game that its author has defined by ``BoardGame``."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from ruleboard.engine.action import Action, ActionKind
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, Refusal, RuleboardError
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.limits import check_action_length
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import resolve_options
from ruleboard.i18n import _
from ruleboard.kit import words
from ruleboard.kit.board import Board
from ruleboard.kit.definition import BoardGame, Result
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.position import format_position, parse_position
from ruleboard.kit.turns import END, PlayedAction, format_turns, parse_turns
from ruleboard.kit.validation import checked_move, checked_moves, checked_result, start_board
from ruleboard.overriding import override

_CACHED_BOARDS: Final = 256
BUTTON_PREFIX: Final = "do:"
"""The beginning of the targets of buttons."""


@dataclass(frozen=True, slots=True)
class BoardMove:
    """An action on a board.

    Attributes:
        touches: the squares and the words of buttons that the player touches.
        after: the board after the action.
    """

    touches: tuple[str, ...]
    after: Board


class _Situation(NamedTuple):
    """The legal actions and the result on a board.

    Attributes:
        actions: the legal actions by text.
        result: the result of the game, or None while it continues.
    """

    actions: Mapping[str, Action[BoardMove]]
    result: Result | None


class BoardRules(BaseGame[Board, BoardMove]):
    """The rules, texts and notation of a board game.

    Attributes:
        definition: the game as its author has written it.
        start: the board at the start of the game.
    """

    def __init__(self, definition: BoardGame) -> None:
        self.definition = definition
        self.start = start_board(definition)
        self.id = definition.id()
        self.title = definition.title
        self.side_names = tuple(definition.sides)
        self.repetition = definition.repetition_rule
        self._situation = lru_cache(maxsize=_CACHED_BOARDS)(self._compute_situation)

    def _compute_situation(self, board: Board) -> _Situation:
        result = checked_result(self.definition.result(board), board)
        actions = {} if result else self._compute_actions(board)
        if not actions and result is None:
            result = checked_result(self.definition.without_moves(board), board)
            if result is None:
                raise BoardGameError(_("a side without moves has no result"), where="without_moves", expected="won(…)")
        return _Situation(actions, result)

    def _compute_actions(self, board: Board) -> dict[str, Action[BoardMove]]:
        actions: dict[str, Action[BoardMove]] = {}
        for item in checked_moves(self.definition.moves(board)):
            touches, after = checked_move(item, board)
            step_count = board.step_count + 1 if after.side == board.side else 0
            after = Board(after.type, after.cells, after.side, after.note, step_count)
            text = "-".join(touches)
            if text in actions and actions[text].move.after != after:
                raise BoardGameError(
                    _("{action} has two different boards after it").format(action=text),
                    where="moves",
                    expected=_("a button as one more touch, to choose between them"),
                )
            targets = tuple(map(self._target, touches))
            actions[text] = Action(text, targets, BoardMove(touches, after), _kind(board, after, targets))
        return actions

    def _target(self, word: str) -> str:
        return word if word in self.start.type.numbers else BUTTON_PREFIX + word

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> Board:
        resolve_options(self.options, options)
        return self.start

    @override
    def to_move(self, state: Board) -> int | None:
        return None if self._situation(state).result else state.side

    @override
    def legal_actions(self, state: Board) -> Sequence[Action[BoardMove]]:
        return tuple(self._situation(state).actions.values())

    @override
    def apply(self, state: Board, action: Action[BoardMove]) -> Board:
        if self._situation(state).actions.get(action.text) != action:
            raise IllegalAction.from_refusal(self.explain(state, action.targets))
        return action.move.after

    @override
    def next_state(self, state: Board, move: BoardMove) -> Board:
        return move.after

    @override
    def outcome(self, state: Board) -> Outcome | None:
        result = self._situation(state).result
        if result is None:
            return None
        if result.winner is None:
            return Outcome((0.0, 0.0), _(result.reason), result.squares)
        returns = (1.0, -1.0) if result.winner == 0 else (-1.0, 1.0)
        winner = _(self.side_names[result.winner])
        return Outcome(returns, _(result.reason).replace("{side}", winner), result.squares)

    @override
    def key(self, state: Board) -> Hashable | None:
        """Return the board, or None in the middle of a turn."""
        return None if state.step_count else state

    @override
    def explain(self, state: Board, targets: Sequence[str]) -> Refusal:
        touches = tuple(target.removeprefix(BUTTON_PREFIX) for target in targets)
        situation = self._situation(state)
        own_sentence = "" if situation.result else _(self.definition.refuse(state, touches))
        legal = [action.move.touches for action in situation.actions.values()]
        sentence = own_sentence or words.refusal(self.definition, state, touches, legal)
        return Refusal(sentence, self.definition.lesson)

    @override
    def name(self, state: Board, target: str) -> str:
        if target in state.type.numbers:
            return words.square_name(self.definition, state, target)
        return words.button_label(self.definition, target.removeprefix(BUTTON_PREFIX))

    @override
    def describe(self, state: Board, action: Action[BoardMove], reader: int | None = None) -> str:
        return words.describe(self.definition, state, action.move.touches, action.move.after, reader)

    @override
    def prompt(self, state: Board) -> str:
        situation = self._situation(state)
        if situation.result:
            return ""
        first_touches = {action.move.touches[0]: None for action in situation.actions.values()}
        return _(self.definition.prompt(state)) or words.prompt(self.definition, state, tuple(first_touches))

    @override
    def targets_of(self, text: str) -> tuple[str, ...]:
        check_action_length(text)
        touches = text.split("-")
        if not all(touch in self.start.type.numbers or touch in self.definition.buttons for touch in touches):
            squares = tuple(self.start.type.numbers)
            raise ActionError(
                _("{text} is not an action").format(text=repr(text[:20])),
                expected=_("squares from {first} to {last} with - between them").format(
                    first=squares[0], last=squares[-1]
                ),
            )
        return tuple(map(self._target, touches))

    @override
    def parse_action(self, state: Board, text: str) -> Action[BoardMove]:
        action = self._situation(state).actions.get(text)
        if action is None:
            raise IllegalAction.from_refusal(self.explain(state, self.targets_of(text)))
        return action

    @override
    def format_position(self, state: Board) -> str:
        return format_position(state)

    @override
    def parse_position(self, text: str) -> Board:
        board = parse_position(text, self.start, "".join(self.definition.pieces))
        try:
            fault = self.definition.fault(board)
            self._situation(board)
        except RuleboardError as error:
            raise PositionError(error.what, where=_("note") if board.note else "", expected=error.expected) from None
        if fault:
            raise PositionError(_(fault))
        return board

    @override
    def format_moves(self, states: Sequence[Board], actions: Sequence[Action[BoardMove]]) -> tuple[Turn, ...]:
        """Return the move list of a game, with all actions of a turn on one line."""
        return format_turns(
            PlayedAction(
                states[ply].side,
                "" if action.text == END else action.text,
                self._is_turn_over(states[ply], states[ply + 1]),
            )
            for ply, action in enumerate(actions)
        )

    def _is_turn_over(self, before: Board, after: Board) -> bool:
        return after.step_count == 0 or self._situation(after).result is not None

    @override
    def parse_moves(self, start: Board, text: str) -> tuple[Action[BoardMove], ...]:
        return parse_turns(
            start,
            text,
            end=lambda state: self._situation(state).actions.get(END),
            parse=lambda state, item: (self.parse_action(state, item),),
            apply=self.apply,
            is_turn_over=self._is_turn_over,
        )


def _kind(before: Board, after: Board, targets: tuple[str, ...]) -> ActionKind:
    if targets[-1].startswith(BUTTON_PREFIX):
        return "special"
    counts = [sum(map(board.cells.count, before.opponent_letters)) for board in (before, after)]
    return "capture" if counts[1] < counts[0] else "go"
