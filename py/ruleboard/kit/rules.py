"""The rules of a board game, from its definition as a subclass of ``BoardGame``."""

from __future__ import annotations

import re
from collections.abc import Generator, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Final, NamedTuple

from ruleboard.engine.action import Action, ActionKind
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, Refusal, RuleboardError
from ruleboard.engine.game import BaseGame, Outcome
from ruleboard.engine.limits import check_action_length
from ruleboard.engine.move_text import Turn
from ruleboard.engine.options import Choice, Option, resolve_options
from ruleboard.engine.rng import stream_state
from ruleboard.i18n import N_, _
from ruleboard.kit import words
from ruleboard.kit.board import HIDDEN_SEED, Board, to_board_seed
from ruleboard.kit.definition import BoardGame, Result
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.position import format_position, parse_position
from ruleboard.kit.turns import END_ACTION_TEXT, PlayedAction, format_turns, parse_turns
from ruleboard.kit.validation import (
    PLAYERS_OPTION,
    check_definition,
    start_board,
    validate_board,
    validate_move,
    validate_moves,
    validate_result,
    validate_text,
)
from ruleboard.overriding import override
from ruleboard.wording import capitalize

_BOARD_CACHE_SIZE: Final = 256
_START_CACHE_SIZE: Final = 64
_REDEAL_STREAM: Final = 1
"""The number of the random stream with which bots deal again, separate from the random numbers of the game."""
_PLAYERS_TITLE: Final = N_("Players")
_WINNER_PREFIX_PATTERN: Final = re.compile(r"\{side\}\s?: ")
"""The winner's name and a colon at the start of a reason. ``outcome`` inserts a verb there to form a sentence."""
BUTTON_PREFIX: Final = "do:"
"""The prefix of the targets of buttons."""


@dataclass(frozen=True, slots=True)
class BoardMove:
    """An action on a board.

    Attributes:
        touches: the squares and the words of buttons that the player touches.
        after: the board after the action. Two actions with the same touches are equal, since a player who sees only
            a part of the board does not know the board after it.
    """

    touches: tuple[str, ...]
    after: Board = field(compare=False)


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
        definition: the author's definition of the game.
        start: the board at the start of the game with the default options.
    """

    def __init__(self, definition: BoardGame) -> None:
        self.definition = definition
        check_definition(definition)
        self.id = definition.id()
        self.title = definition.title
        self.side_names = tuple(definition.sides)
        self.options = tuple(
            Option(
                name,
                _PLAYERS_TITLE if name == PLAYERS_OPTION else capitalize(name),
                tuple(Choice(value, title) for value, title in titles.items()),
            )
            for name, titles in definition.options.items()
        )
        counts = sorted(map(int, definition.options.get(PLAYERS_OPTION, (len(self.side_names),))))
        self.players = range(counts[0], counts[-1] + 1)
        self._defaults = {option.id: option.default for option in self.options}
        self._start_for = lru_cache(maxsize=_START_CACHE_SIZE)(partial(start_board, definition))
        self.start = self.start_for({})
        self.repetition = definition.repetition_rule
        self._situation = lru_cache(maxsize=_BOARD_CACHE_SIZE)(self._compute_situation)

    def start_for(self, options: Mapping[str, str]) -> Board:
        """Return the board before ``setup`` in a game with these options. In games with chance it has ``HIDDEN_SEED``.

        Raises:
            RecordError: the game has no such option or value.
            BoardGameError: the author's start has a mistake.
        """
        return self._start_for(tuple(resolve_options(self.options, options).items()))

    def _compute_situation(self, board: Board) -> _Situation:
        result = validate_result(self.definition.result(board), board, "result")
        actions = {} if result else self._compute_actions(board)
        if not actions and result is None:
            result = validate_result(self.definition.without_moves(board), board, "without_moves")
            if result is None:
                raise BoardGameError(
                    _("a side has no moves left, but this method returns no result"),
                    where="without_moves",
                    expected="won(…)",
                )
        return _Situation(actions, result)

    def _compute_actions(self, board: Board) -> dict[str, Action[BoardMove]]:
        actions: dict[str, Action[BoardMove]] = {}
        moves = validate_moves(self.definition.moves(board))
        for item in moves:
            try:
                action = self._build_action(item, board, actions)
            except BoardGameError as error:
                if isinstance(moves, Generator):
                    with suppress(StopIteration):  # the author's own ``except`` may end the generator
                        moves.throw(error)  # the traceback then contains the line of the yield
                raise
            actions[action.text] = action
        return actions

    def _build_action(self, item: object, board: Board, actions: Mapping[str, Action[BoardMove]]) -> Action[BoardMove]:
        """Build the action for an item that ``moves`` has yielded.

        Raises:
            BoardGameError: the item is not an action, or an earlier action with the same touches leads to a different
                board.
        """
        touches, after = validate_move(item, board)
        step_count = board.step_count + 1 if after.side == board.side else 0
        after = Board(
            after.type, after.cells, after.side, after.note, step_count, after.hands, after.seed or board.seed
        )
        text = "-".join(touches)
        if text in actions and actions[text].move.after != after:
            raise BoardGameError(
                _("{action} leads to 2 different boards").format(action=text),
                where="moves",
                expected=_("one more touch that tells these boards apart, such as a button"),
            )
        targets = tuple(map(self._to_target, touches))
        return Action(text, targets, BoardMove(touches, after), _action_kind(board, after, targets))

    def _to_target(self, word: str) -> str:
        return word if word[-1:].isdigit() else BUTTON_PREFIX + word  # only the names of squares have digits

    @override
    def initial(self, options: Mapping[str, str], seed: int) -> Board:
        start = self.start_for(options)
        seeded_start = replace(start, seed=to_board_seed(stream_state(seed))) if start.seed else start
        board = validate_board(self.definition.setup(seeded_start), start, "setup")
        return replace(board, step_count=0)

    @override
    def sides(self, state: Board) -> tuple[str, ...]:
        return self.side_names[: len(state.type.side_letters)]

    @override
    def view(self, state: Board, viewer: int | None) -> Board:
        board = replace(state, seed=HIDDEN_SEED) if state.seed else state
        if not self.definition.has_hidden_pieces or self._situation(state).result:
            return board
        return validate_board(self.definition.view(board, viewer), state, "view")

    @override
    def with_hidden_redealt(self, state: Board, seed: int) -> Board:
        if not (state.seed or self.definition.has_hidden_pieces):
            return state
        board = replace(state, seed=to_board_seed(stream_state(seed, _REDEAL_STREAM)))
        if self.definition.has_hidden_pieces:
            board = validate_board(self.definition.redeal(board), state, "redeal")
        return board if state.seed else replace(board, seed=0)

    @override
    def is_hidden_decision(self, state: Board) -> bool:
        """Return True if the player to move sees pieces that the other players do not see."""
        return self.definition.has_hidden_pieces and self.view(state, state.side) != self.view(state, None)

    @override
    def reveals(self, state: Board, action: Action[BoardMove]) -> bool:
        """Return True if an action draws a random number or uncovers a piece."""
        after = self._board_after(state, action)
        return after.seed != state.seed or self._hidden_count(after) < self._hidden_count(state)

    def _hidden_count(self, state: Board) -> int:
        return sum(map(str.__ne__, self.view(state, None).cells, state.cells))

    def _board_after(self, state: Board, action: Action[BoardMove]) -> Board:
        return self._situation(state).actions.get(action.text, action).move.after

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
        return self._board_after(state, action)

    @override
    def next_state(self, state: Board, move: BoardMove) -> Board:
        return self._situation(state).actions["-".join(move.touches)].move.after

    @override
    def outcome(self, state: Board) -> Outcome | None:
        result = self._situation(state).result
        if result is None:
            return None
        sides = range(len(state.type.side_letters))
        if result.winner is None:
            return Outcome((0.0,) * len(sides), _(result.reason), result.squares)
        returns = tuple(1.0 if side == result.winner else -1.0 / (len(sides) - 1) for side in sides)
        winner = _(self.side_names[result.winner])
        reason = _(result.reason)
        if match := _WINNER_PREFIX_PATTERN.match(reason):
            reason = _("{side} won: {reason}").replace("{reason}", reason[match.end() :])
        return Outcome(returns, reason.replace("{side}", winner), result.squares)

    @override
    def key(self, state: Board) -> Hashable | None:
        """Return the board without its random numbers, or None in the middle of a turn."""
        return None if state.step_count else replace(state, seed=0)

    @override
    def explain(self, state: Board, targets: Sequence[str]) -> Refusal:
        touches = tuple(target.removeprefix(BUTTON_PREFIX) for target in targets)
        situation = self._situation(state)
        author_sentence = None if situation.result else validate_text(self.definition.refuse(state, touches), "refuse")
        legal_touches = [action.move.touches for action in situation.actions.values()]
        sentence = (
            _(author_sentence) if author_sentence else words.refusal(self.definition, state, touches, legal_touches)
        )
        return Refusal(sentence, self.definition.lesson)

    @override
    def name(self, state: Board, target: str) -> str:
        if target in state.type.numbers:
            return words.square_name(self.definition, state, target)
        return words.button_label(self.definition, target.removeprefix(BUTTON_PREFIX))

    @override
    def describe(self, state: Board, action: Action[BoardMove], reader: int | None = None) -> str:
        return words.describe(self.definition, state, action.move.touches, self._board_after(state, action), reader)

    @override
    def prompt(self, state: Board) -> str:
        situation = self._situation(state)
        if situation.result:
            return ""
        first_touches = {action.move.touches[0]: None for action in situation.actions.values()}
        author_prompt = validate_text(self.definition.prompt(state), "prompt")
        return _(author_prompt) if author_prompt else words.prompt(self.definition, state, tuple(first_touches))

    @override
    def targets_of(self, text: str) -> tuple[str, ...]:
        return self._parse_targets(self.start, text)

    def _parse_targets(self, board: Board, text: str) -> tuple[str, ...]:
        check_action_length(text)
        touches = text.split("-")
        squares = tuple(board.type.numbers)
        if not all(touch in board.type.numbers or touch in self.definition.buttons for touch in touches):
            raise ActionError(
                _("{text} isn’t an action").format(text=repr(text[:20])),
                expected=_("squares from {first} to {last} with - between them").format(
                    first=squares[0], last=squares[-1]
                ),
            )
        return tuple(map(self._to_target, touches))

    @override
    def parse_action(self, state: Board, text: str) -> Action[BoardMove]:
        action = self._situation(state).actions.get(text)
        if action is None:
            raise IllegalAction.from_refusal(self.explain(state, self._parse_targets(state, text)))
        return action

    @override
    def format_position(self, state: Board) -> str:
        return format_position(state, self._defaults)

    @override
    def parse_position(self, text: str) -> Board:
        board = parse_position(text, self.start_for, "".join(self.definition.pieces))
        try:
            fault = validate_text(self.definition.fault(board), "fault")
            if not fault:  # the author's other methods need not handle a board with a fault
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
                "" if action.text == END_ACTION_TEXT else action.text,
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
            find_end_action=lambda state: self._situation(state).actions.get(END_ACTION_TEXT),
            parse=lambda state, item: (self.parse_action(state, item),),
            apply=self.apply,
            is_turn_over=self._is_turn_over,
        )


def _action_kind(before: Board, after: Board, targets: tuple[str, ...]) -> ActionKind:
    if targets[-1].startswith(BUTTON_PREFIX):
        return "special"
    if after.seed != before.seed:  # the kind must not depend on chance
        return "capture" if before[targets[-1]] in before.opponent_letters else "go"
    opponent_counts = [sum(map(board.cells.count, before.opponent_letters)) for board in (before, after)]
    return "capture" if opponent_counts[1] < opponent_counts[0] else "go"
