"""The miner of Tensor, the card game: lays that win, or do not lose, whatever the other side lays.

Positions are put together by lot: three pieces on a board, and the last four cards of both players, which both see.
Every lay is tried against every other; the order of two-part cards is tried both ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from research.miners.composing import grade_of
from research.problems import Found
from ruleboard.games.problems import FIND, Problem, Turn
from ruleboard.games.registry import GAMES
from ruleboard.games.tensor_cards import library
from ruleboard.games.tensor_cards.board import PIECES
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.games.tensor_cards.lay_matrix import placements_of
from ruleboard.games.tensor_cards.notation import format_move
from ruleboard.games.tensor_cards.numbered_board import NumberedBoard, Position, numbered_board
from ruleboard.games.tensor_cards.state import (
    ANY_STAR,
    FAR_SIDE,
    FIRST_STAR,
    OWN_SIDE,
    TURNS,
    CommitPlacement,
    Placement,
    State,
    Terms,
)

DEALS: Final = 150
"""The number of positions that are tried for one seed."""
MOST: Final = 6
"""The most accepted lays of a problem."""
NEARLY: Final = 3
"""The least number of wrong lays that reach the goal against some lays of the other side."""
REFUTED: Final = 2
"""The most wrong lays that are written down with the lay that refutes them."""
_THEMES: Final = {ANY_STAR: "sure", OWN_SIDE: "own", FAR_SIDE: "far"}
"""The themes of wins for certain, by the stars that count."""
LEFT: Final = len(CARDS) - 3 * (TURNS - 1)
"""The number of cards that each player has left in the last turn of a hand."""


class Verdict(NamedTuple):
    """The verdict on a lay of Black's.

    Attributes:
        lay: the lay.
        least: the least that it brings against any lay of White's: 1 if Black wins, -1 if White does, else 0; with the
            orders of Black's own two-part cards chosen as badly as possible.
        most: the same with these orders chosen as well as possible.
        beaten: the number of White's lays against which it brings 1, and 0 or more, with the orders chosen well.
    """

    lay: Placement
    least: int
    most: int
    beaten: tuple[int, int]


class Answer(NamedTuple):
    """The theme of a position, its accepted lays, and the wrong ones, those that reach the goal most often first."""

    theme: str
    lays: tuple[Placement, ...]
    wrong: tuple[Verdict, ...]


def outcomes(board: NumberedBoard, start: Position, black: Placement, white: Placement) -> tuple[int, int]:
    """Return the result of a turn for Black with Black's own orders chosen badly, and chosen well.

    White's orders are chosen as badly for Black as possible.
    """

    def at(position: Position, step: int) -> tuple[int, int]:
        """The results before a step: two for each piece, the higher card's and the other's."""
        winner = board.winner(position)
        if winner is not None or step == 2 * len(PIECES):
            result = 0 if winner is None else 1 if winner == BLACK else -1
            return result, result
        piece, second = divmod(step, 2)
        cards = (black[piece], white[piece])
        if cards[BLACK] == cards[WHITE]:
            return at(position, step + 2)
        player = (BLACK if cards[BLACK] > cards[WHITE] else WHITE) ^ second
        found = [at(after, step + 1) for after in board.after_card(position, piece, player, cards[player])]
        well = max if player == BLACK else min
        return min(least for least, _most in found), well(most for _least, most in found)

    return at(start, 0)


def verdicts(state: State) -> tuple[Verdict, ...]:
    """Return the verdicts on all lays of Black's."""
    board = numbered_board(state.terms)
    start = board.position(state)
    black, white = state.hands
    found = []
    for lay in placements_of(black):
        results = [outcomes(board, start, lay, other) for other in placements_of(white)]
        most = [result for _least, result in results]
        beaten = (most.count(1), len(most) - most.count(-1))
        found.append(Verdict(lay, min(least for least, _most in results), min(most), beaten))
    return tuple(found)


def answer(state: State) -> Answer | None:
    """Return the theme of a position at the start of a turn, with the accepted lays; None if it is no problem.

    A lay is right whichever orders are chosen later, and wrong whichever are; else the position is no problem.
    """
    found = verdicts(state)
    goal, theme = 1, _THEMES[state.terms.stars]
    if not any(verdict.most == 1 for verdict in found):
        if state.terms.stars != ANY_STAR:
            return None
        goal, theme = 0, "stop"
    elif theme == "sure" and any(verdict.beaten[1] < len(found) for verdict in found):
        theme = "race"
    right = tuple(verdict.lay for verdict in found if verdict.least >= goal)
    if not 0 < len(right) <= MOST or any((verdict.most >= goal) != (verdict.least >= goal) for verdict in found):
        return None
    wrong = sorted((verdict for verdict in found if verdict.least < goal), key=lambda one: -one.beaten[1 - goal])
    nearly = tuple(verdict for verdict in wrong if verdict.beaten[1 - goal])
    return Answer(theme, right, nearly) if len(nearly) >= NEARLY else None


def mined(seed: int) -> Iterator[Found]:
    """Yield the problems among the positions of one seed: the best one of each theme."""
    chance = random.Random(f"problems tensor-cards {seed}")
    best: dict[str, tuple[float, State, Answer]] = {}
    for _number in range(DEALS):
        state = _dealt(chance)
        found = answer(state)
        if found is not None:
            value = _beauty(state, found)
            if found.theme not in best or value > best[found.theme][0]:
                best[found.theme] = (value, state, found)
    for value, state, found in best.values():
        lines = tuple(((_text(lay),),) for lay in found.lays)
        strict = 3 if len(lines) == 1 else 2 if len(lines) < 4 else 1
        grade = max(strict, grade_of("tensor-cards", state, lines, FIND))
        text = GAMES["tensor-cards"].format_position(state)
        yield Found(found.theme, grade, text, lines, value, _refutations(state, found))


def _beauty(state: State, found: Answer) -> float:
    """Return how pretty a problem is: few answers, many lays that nearly are, and the default board a little more."""
    return len(found.wrong) / 4 - len(found.lays) + (state.terms.board.name == next(iter(library.boards())))


def _dealt(chance: random.Random) -> State:
    """Return the last turn of a hand, with pieces and cards by lot."""
    boards = [file.board for file in library.boards().values()]
    board = chance.choice((boards[0], *boards))
    stars = chance.choice((ANY_STAR, ANY_STAR, OWN_SIDE, FAR_SIDE))
    red, blue, yellow = chance.sample(sorted(board.spaces - set(board.stars)), 3)
    black, white = (tuple(sorted(chance.sample(CARDS, LEFT))) for _player in (BLACK, WHITE))
    terms = Terms(board, library.deck().deck, FIRST_STAR, stars)
    return State(terms, (red, blue, yellow), (black, white), hand=chance.randrange(1, 5), turn=TURNS)


def _text(lay: Placement) -> str:
    """Return the text of the action that lays three cards."""
    return format_move(CommitPlacement(lay))


def _refutations(state: State, found: Answer) -> tuple[tuple[Turn, Turn], ...]:
    """Return the wrong lays that come nearest to the goal, each with a lay of White's, and orders, that refutes it."""
    goal = 0 if found.theme == "stop" else 1
    shown: list[tuple[Turn, Turn]] = []
    for verdict in found.wrong:
        reply = _refuting(state, verdict.lay, lambda result: result < goal)
        if reply and len(shown) < REFUTED:
            shown.append(((_text(verdict.lay),), reply))
    return tuple(shown)


def _refuting(state: State, lay: Placement, fails: Callable[[int], bool]) -> Turn:
    """Return the text of a lay of White's that needs no orders and after which Black fails; empty if there is none."""
    rules = GAMES["tensor-cards"]
    laid = rules.apply(state, rules.parse_action(state, _text(lay)))
    for other in placements_of(state.hands[WHITE]):
        after = rules.apply(laid, rules.parse_action(laid, _text(other)))
        if after.laying is None and not after.over:
            continue
        outcome = rules.outcome(after)
        result = 0 if outcome is None or outcome.is_draw else 1 if BLACK in outcome.winners else -1
        if fails(result):
            return (_text(other),)
    return ()


def faults(problem: Problem) -> Iterator[str]:
    """Yield the faults of the lays of a problem."""
    state: State = GAMES["tensor-cards"].parse_position(problem.position)
    found = answer(state)
    if found is None or found.theme != problem.theme.id:
        yield f"it is a problem of another theme: {found.theme if found else 'none'}"
        return
    listed = {line[0] for line in problem.solution.lines}
    right = {(_text(lay),) for lay in found.lays}
    if listed != right:
        yield f"{len(right - listed)} lays are missing, {len(listed - right)} are wrong"
