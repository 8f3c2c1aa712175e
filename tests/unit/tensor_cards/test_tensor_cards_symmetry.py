"""Properties of whole games: neither side is favoured, and nothing is lost or doubled."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.layout import Space, turned
from ruleboard.games.tensor_cards.state import GOALS, STARS, State, Terms, opening

GAME = PACKAGE.game

DECK = library.deck().deck
BOARDS = list(library.boards().values())


def opposite(terms: Terms, state: State) -> State:
    """A state between turns after half a turn of the table: Black sits where White sat."""

    def image(space: Space | None) -> Space | None:
        return None if space is None else terms.layout.image(space)

    red, blue, yellow = state.pieces
    return replace(
        state,
        terms=terms,
        pieces=(image(red), image(blue), image(yellow)),
        hands=(state.hands[1], state.hands[0]),
        points=(state.points[1], state.points[0]),
    )


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.layout.name)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("stars", STARS)
def test_turning_the_table_changes_nothing(board: library.Board, goal: str, stars: str) -> None:
    """'Boards and decks': a game with the sides exchanged on the turned board is the same game turned."""
    terms = Terms(board.layout, DECK, goal, stars)
    other_terms = replace(terms, layout=turned(board.layout))
    chance = random.Random(f"{board.title} {goal} {stars}")
    for _ in range(3):
        state, other = opening(terms), opening(other_terms)
        while not state.over and state.hand < 12:
            black, white = [chance.sample(hand, 3) for hand in state.hands]
            prefer = chance.random()
            state = _turn(state, black, white, prefer)
            other = _turn(other, white, black, prefer)
            assert other == opposite(other_terms, state)


def _turn(state: State, black: list[int], white: list[int], prefer: float) -> State:
    for cards in (black, white):
        text = "lay " + " ".join(letter + "123456789T"[card - 1] for letter, card in zip("rby", cards, strict=True))
        state = GAME.apply(state, GAME.parse_action(state, text))
    while not state.between_turns:
        actions = GAME.legal_actions(state)
        state = GAME.apply(state, actions[int(prefer * len(actions))])
    return state


@pytest.mark.parametrize("goal", GOALS)
def test_games_keep_their_pieces_and_cards(goal: str) -> None:
    """Pieces stand on spaces of their own; both hands are equally large; points only grow."""
    chance = random.Random(goal)
    for board in BOARDS:
        state = opening(Terms(board.layout, DECK, goal))
        while not state.over:
            before = state
            state = _turn(before, *(chance.sample(hand, 3) for hand in before.hands), chance.random())
            placed = [space for space in state.pieces if space is not None]
            assert len(set(placed)) == len(placed)
            assert set(placed) <= board.layout.spaces
            assert len(placed) == 3 or goal == "three-points"
            assert [len(hand) for hand in state.hands] == [10 - 3 * (state.turn - 1)] * 2
            assert all(now >= was for now, was in zip(state.points, before.points, strict=True))
            assert GAME.parse_position(GAME.format_position(state)) == state


def test_the_built_in_boards_are_their_own_images_but_for_red_and_yellow() -> None:
    """'Boards and decks': piece starts map onto one another, red and yellow exchanged."""
    for board in BOARDS:
        red, blue, yellow = board.layout.starts
        assert replace(turned(board.layout), starts=(yellow, blue, red)) == replace(
            board.layout, starts=(yellow, blue, red)
        )
        assert turned(board.layout).starts == (yellow, blue, red)
