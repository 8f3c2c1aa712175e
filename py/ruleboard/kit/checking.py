"""Check an author's game: play it at random, and check every position against the contracts of games and views."""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import unwrap
from itertools import cycle, islice, product
from traceback import walk_tb
from types import CodeType
from typing import Any, Final

from ruleboard.contract.package import Package
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.search.thinking import Question
from ruleboard.engine.selection import select
from ruleboard.i18n import _
from ruleboard.kit.board import Board, to_board_seed
from ruleboard.kit.definition import BoardGame
from ruleboard.kit.rules import BoardRules
from ruleboard.kit.source import source_error
from ruleboard.scene.marks import Marks

_MIN_GAMES: Final = 12
_MAX_ACTIONS: Final = 80
_MAX_POSITIONS: Final = 200
_MAX_FAULTS: Final = 10
_OTHER_SEED_COUNT: Final = 3
"""The number of other seeds for which the check compares the moves of a position."""
_TOUCHES_PER_POSITION: Final = 12
"""The number of random touches in each position. If one is not allowed, the game must explain why."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a game.

    Attributes:
        message: a sentence that says what is wrong.
        line: the line in the author's file; 0 if the fault has no line.
        position: the text of the position, or ``""`` before the first one.
    """

    message: str
    line: int
    position: str


def check_steps(
    package: Package[Any, Any], max_positions: int = _MAX_POSITIONS
) -> Generator[int, None, tuple[Fault, ...]]:
    """Play random games with all options, and check each position.

    Args:
        package: the game.
        max_positions: the number of positions after which the check ends.

    Yields:
        The number of positions so far.

    Returns:
        The faults; the check ends after ten.
    """
    game = package.game
    fresh_game = BoardRules(game.definition) if isinstance(game, BoardRules) else game
    faults: dict[str, Fault] = {}
    position_count = 0
    movers: set[int | None] = set()
    choices = [[(option.id, choice.value) for choice in option.choices] for option in game.options]
    option_sets = [dict(values) for values in product(*choices)]
    for number, options in enumerate(
        islice(cycle(option_sets), max(_MIN_GAMES, min(len(option_sets), 2 * _MIN_GAMES)))
    ):
        rng = random.Random(f"{game.id} {number}")
        state = None
        try:
            state = game.initial(options, number)
            for ply in range(_MAX_ACTIONS):
                for method, message in _iter_position_faults(package, fresh_game, state, rng, is_start_state=not ply):
                    line = _find_line(game, method) or _find_line(game, "moves")
                    fault = Fault(message, line, _format_position(game, state))
                    faults.setdefault(f"{method} {message.partition(':')[0]}", fault)
                position_count += 1
                movers.add(game.to_move(state))
                yield position_count
                if game.to_move(state) is None or position_count >= max_positions or len(faults) >= _MAX_FAULTS:
                    break
                state = game.apply(state, rng.choice(game.legal_actions(state)))
        except Exception as error:  # the author's code may raise anything
            located_error = source_error(error, _find_file(game))
            message = str(RuleboardError(located_error.what, expected=located_error.expected))
            line = located_error.line or _find_line(game, getattr(error, "where", ""))
            position = _format_position(game, _find_board(error) or state)
            faults.setdefault(f"{line} {located_error.what}", Fault(message, line, position))
        if position_count >= max_positions or len(faults) >= _MAX_FAULTS:
            break
    if len(movers - {None}) == 1 and position_count > 1 and not faults:
        message = _("The same side moves every time. Perhaps you forgot .passed after a board.")
        faults[message] = Fault(message, _find_line(game, "moves"), "")
    if isinstance(game, BoardRules):
        for other_game in _iter_other_games(type(game.definition)):
            message = _("Ruleboard uses only the last game in a file, so it skips {name}.")
            faults[other_game.__name__] = Fault(
                message.format(name=other_game.__name__), _find_moves_code(other_game).co_firstlineno, ""
            )
    return tuple(faults.values())


def _iter_other_games(game: type[BoardGame]) -> Iterator[type[BoardGame]]:
    """Yield the other complete games in an author's file. Base classes of the game do not count."""
    names = unwrap(game.moves).__globals__
    for value in () if "PACKAGE" in names else tuple(names.values()):
        is_other_game = isinstance(value, type) and issubclass(value, BoardGame) and not issubclass(game, value)
        if is_other_game and value.__module__ == game.__module__ and not value.__abstractmethods__:
            yield value


def _find_board(error: BaseException) -> Board | None:
    """Return the board whose moves or result raised an error, or None. It may be a board that the bot searched."""
    for frame, _number in walk_tb(error.__traceback__):
        if frame.f_code is BoardRules._compute_situation.__code__:
            board: Board = frame.f_locals["board"]
            return board
    return None


def _find_file(game: Game[Any, Any]) -> str:
    return _find_moves_code(game.definition).co_filename if isinstance(game, BoardRules) else ""


def _find_moves_code(game: BoardGame | type[BoardGame]) -> CodeType:
    """Return the code of the author's ``moves``, which may have decorators such as ``functools.cache``."""
    code: CodeType = unwrap(game.moves).__code__
    return code


def _find_line(game: Game[Any, Any], method: str) -> int:
    """Return the first line of a method in the author's file, or 0 if the file does not define the method."""
    function = getattr(getattr(game, "definition", None), method, None)
    code = getattr(unwrap(function), "__code__", None) if function else None
    return code.co_firstlineno if code and code.co_filename == _find_file(game) else 0


def _format_position(game: Game[Any, Any], state: Any) -> str:
    return "" if state is None else game.format_position(state)


def _is_sentence(text: str) -> bool:
    starts_like_sentence = not text[:1].islower() or re.match(r"[a-z]\d", text) is not None
    return len(text) > 2 and text == text.strip() and starts_like_sentence and text[-1] in ".!?"


def _iter_position_faults(
    package: Package[Any, Any], fresh_game: Game[Any, Any], state: Any, rng: random.Random, *, is_start_state: bool
) -> Iterator[tuple[str, str]]:
    """Yield each fault in a position: the name of the faulty ``BoardGame`` method, and a sentence.

    ``fresh_game`` has the same rules, but computes the moves again.
    """
    game, player, outcome = package.game, package.game.to_move(state), package.game.outcome(state)
    players = range(len(game.sides(state)))
    if outcome and not _is_sentence(outcome.reason):
        yield "result", _("The reason for the result isn’t a sentence: {text}").format(text=repr(outcome.reason))
    if is_start_state and outcome:
        yield "result", _("The game is over before it begins.")
    try:
        if game.parse_position(game.format_position(state)) != state:
            yield "setup", _("The game reads the text of this position as a different position.")
    except RuleboardError as error:
        yield (
            "fault",
            _("The game can reach this position, but can’t read the text that describes it: {reason}").format(
                reason=error
            ),
        )
    for seat in (None, *players):
        package.view.picture(game.view(state, seat), seat or 0, Marks())
    if player is None:
        return
    legal_actions = game.legal_actions(state)
    if list(_find_boards_after(fresh_game, state).items()) != list(_find_boards_after(game, state).items()):
        yield "moves", _("When asked again about the same board, the game gives different moves.")
    elif isinstance(state, Board) and state.seed and _reuses_random_number(game, state, rng):
        yield (
            "moves",
            _(
                "One of your actions starts from the board before the roll. Start it from the board after the roll, "
                "or every roll will give the same number."
            ),
        )
    view = game.view(state, player)
    if game.view(view, player) != view:
        yield "view", _("Calling view() on a board that view() returned should change nothing, but it does.")
    if game.to_move(view) != player or game.legal_actions(view) != legal_actions:
        yield "view", _("The moves depend on something the player can’t see.")
    redealt_view = game.with_hidden_redealt(view, rng.getrandbits(32))
    if game.view(redealt_view, player) != view:
        yield "redeal", _("redeal() may change only what’s hidden, but it changed what the player sees.")
    if not _is_sentence(game.prompt(state)):
        yield "prompt", _("The prompt isn’t a sentence: {text}").format(text=repr(game.prompt(state)))
    yield from _iter_refusal_faults(game, state, legal_actions, rng)
    for action in rng.sample(list(legal_actions), min(len(legal_actions), 5)):
        state_after = game.apply(state, action)
        package.view.motions(state, action, state_after, player)
        game.describe(state, action, player)
    if is_start_state:
        search = package.opponent.think(view, Question(player, 1, 1, {}))
        for _count in search:
            pass


def _find_boards_after(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    """Map the text of each legal action to the board after the action."""
    return {action.text: game.apply(state, action) for action in game.legal_actions(state)}


def _reuses_random_number(game: Game[Any, Any], board: Board, rng: random.Random) -> bool:
    """Return True if an action uses a random number without advancing the seed, so that the next roll repeats it."""
    boards = {
        text: state_after
        for text, state_after in _find_boards_after(game, board).items()
        if board.seed == state_after.seed  # without a roll
    }
    for _number in range(_OTHER_SEED_COUNT):
        seed = to_board_seed(rng.getrandbits(32))
        other_boards = _find_boards_after(game, replace(board, seed=seed))
        if any(replace(state_after, seed=seed) != other_boards.get(text) for text, state_after in boards.items()):
            return True
    return False


def _iter_refusal_faults(
    game: Game[Any, Any], state: Any, legal_actions: Sequence[Any], rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Yield the faults in the reasons for touches that are not allowed."""
    names = (
        list(state.squares)
        if isinstance(game, BoardRules)
        else [name for item in legal_actions for name in item.targets]
    )
    first_targets = [
        (),
        *(action.targets[:1] for action in rng.sample(list(legal_actions), min(len(legal_actions), 3))),
    ]
    for _number in range(_TOUCHES_PER_POSITION):
        targets = (*rng.choice(first_targets), rng.choice(names))
        if not select(legal_actions, targets).is_possible:
            sentence = game.explain(state, targets).sentence
            if not _is_sentence(sentence):
                yield "refuse", _("The reason for a refused touch isn’t a sentence: {text}").format(text=repr(sentence))
