"""Test invariants of the card game: the symmetry of the sides, and the conservation of pieces and cards."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.board import Space
from ruleboard.games.tensor_cards.state import GOALS, STAR_RULES, State, Terms, initial_state, position_of
from tests.unit.tensor_cards.positions import rotate_board

GAME = PACKAGE.game

DECK = library.deck().deck
BOARDS = list(library.boards().values())


def rotate_state(terms: Terms, state: State) -> State:
    """Return a state between turns with the board rotated and the sides exchanged."""

    def rotate_space(space: Space | None) -> Space | None:
        return None if space is None else terms.board.rotated_space(space)

    red, blue, yellow = state.pieces
    return replace(
        state,
        terms=terms,
        position=position_of(
            terms.board, (rotate_space(red), rotate_space(blue), rotate_space(yellow)), state.points[::-1]
        ),
        hands=(state.hands[1], state.hands[0]),
    )


@pytest.mark.parametrize("file", BOARDS, ids=lambda file: file.board.name)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("stars", STAR_RULES)
def test_rotating_the_table_changes_nothing(file: library.BoardFile, goal: str, stars: str) -> None:
    """A game on the rotated board with the sides exchanged is the same game, rotated (Boards and decks)."""
    terms = Terms(file.board, DECK, goal, stars)
    other_terms = replace(terms, board=rotate_board(file.board))
    chance = random.Random(f"{file.title} {goal} {stars}")
    for _ in range(3):
        state, other_state = initial_state(terms), initial_state(other_terms)
        while not state.is_over and state.hand < 12:
            black, white = [chance.sample(hand, 3) for hand in state.hands]
            preference = chance.random()
            state = _play_turn(state, black, white, preference)
            other_state = _play_turn(other_state, white, black, preference)
            assert other_state == rotate_state(other_terms, state)


def _play_turn(state: State, black: list[int], white: list[int], preference: float) -> State:
    for cards in (black, white):
        text = "lay " + " ".join(letter + "123456789T"[card - 1] for letter, card in zip("rby", cards, strict=True))
        state = GAME.apply(state, GAME.parse_action(state, text))
    while not state.is_between_turns:
        actions = GAME.legal_actions(state)
        state = GAME.apply(state, actions[int(preference * len(actions))])
    return state


@pytest.mark.parametrize("goal", GOALS)
def test_games_conserve_pieces_and_cards(goal: str) -> None:
    """Pieces are always on different spaces, both hands have the same size, and points never decrease."""
    chance = random.Random(goal)
    for file in BOARDS:
        state = initial_state(Terms(file.board, DECK, goal))
        while not state.is_over:
            old_state = state
            state = _play_turn(old_state, *(chance.sample(hand, 3) for hand in old_state.hands), chance.random())
            occupied_spaces = [space for space in state.pieces if space is not None]
            assert len(set(occupied_spaces)) == len(occupied_spaces)
            assert set(occupied_spaces) <= file.board.spaces
            assert len(occupied_spaces) == 3 or goal == "three-points"
            assert [len(hand) for hand in state.hands] == [10 - 3 * (state.turn - 1)] * 2
            assert all(
                new_points >= old_points for new_points, old_points in zip(state.points, old_state.points, strict=True)
            )
            assert GAME.parse_position(GAME.format_position(state)) == state


def test_built_in_boards_are_symmetric_except_red_and_yellow() -> None:
    """A half turn maps the starts to each other, if red and yellow are exchanged (Boards and decks)."""
    for file in BOARDS:
        red, blue, yellow = file.board.starts
        assert replace(rotate_board(file.board), starts=(yellow, blue, red)) == replace(
            file.board, starts=(yellow, blue, red)
        )
        assert rotate_board(file.board).starts == (yellow, blue, red)
