"""Test turns of the card game: the worked example, moves, the order of the cards, wins and hands."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import IllegalAction
from ruleboard.games.tensor_cards import PACKAGE, library
from ruleboard.games.tensor_cards.board import BLUE, PIECES, Space
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.resolution import single_card_movements
from ruleboard.games.tensor_cards.state import Pieces, State, Terms
from tests.unit.tensor_cards.positions import play, play_duel

GAME = PACKAGE.game

START = "equilibrium-point first-star r4,1 b3,3 y2,5 W123456789T B123456789T 0-0 1.1"
BOARD = library.boards()["equilibrium-point"].board
TERMS = Terms(BOARD, library.deck().deck)


def create_position(pieces: str, variant: str = "first-star") -> State:
    """Return the state of the first turn on the default board, with the pieces on other spaces."""
    return GAME.parse_position(f"equilibrium-point {variant} {pieces} W123456789T B123456789T 0-0 1.1")


def format_pieces(state: State) -> str:
    return " ".join(GAME.format_position(state).split()[2:5])


def list_legal_texts(state: State) -> list[str]:
    return [action.text for action in GAME.legal_actions(state)]


# --- the worked example -----------------------------------------------------------------


def test_game_starts_as_in_the_spec() -> None:
    assert GAME.format_position(GAME.initial({}, 0)) == START


def test_white_9_beats_black_5_in_worked_example() -> None:
    """White's 9 takes red to (5,1), from where the right step of Black's 2 has no line (Boards and decks)."""
    state = play(GAME.initial({}, 0), "lay r5 b2 y9", "lay r9 b8 yT")
    assert list_legal_texts(state) == ["order toward-first", "order right-first"]
    assert GAME.to_move(state) == BLACK


@pytest.mark.parametrize(("order", "blue"), [("toward-first", "2,4"), ("right-first", "3,5")])
def test_black_2_moves_blue_once_in_worked_example(order: str, blue: str) -> None:
    """After White's 8, Black's 2 moves blue one step to (3,5) or (2,4), since yellow blocks its other part.

    The example is in 'Boards and decks'.
    """
    state = play(GAME.initial({}, 0), "lay r5 b2 y7", "lay r9 b8 y7", f"order {order}")
    assert GAME.format_position(state) == (f"equilibrium-point first-star r5,1 b{blue} y2,5 W123456T B134689T 0-0 1.2")


def test_choice_in_worked_example_is_made_by_touch() -> None:
    """The owner of the card, here Black, makes the choice by touch (Play)."""
    state = play(GAME.initial({}, 0), "lay r5 b2 y9", "lay r9 b8 yT")
    assert GAME.to_move(state) == BLACK
    alternatives = {action.text: (action.targets, *action.alternative_targets) for action in GAME.legal_actions(state)}
    assert alternatives == {
        "order toward-first": (("2,4",), ("do:toward-first",)),
        "order right-first": (("3,5",), ("do:right-first",)),
    }


# --- moving -----------------------------------------------------------------------------

SEPARATE_PIECES: Pieces = (Space(6, 6), Space(3, 3), Space(0, 0))

END_SPACES_OF_WHITE = {1: (6, 3), 4: (5, 3), 5: (3, 1), 6: (3, 5), 7: (3, 2), 8: (3, 4), 9: (4, 3), 10: (2, 3)}
END_SPACES_OF_BLACK = {1: (0, 3), 4: (1, 3), 5: (3, 5), 6: (3, 1), 7: (3, 4), 8: (3, 2), 9: (2, 3), 10: (4, 3)}


@pytest.mark.parametrize(("player", "ends"), [(WHITE, END_SPACES_OF_WHITE), (BLACK, END_SPACES_OF_BLACK)])
def test_single_part_cards_move_in_their_players_direction(player: int, ends: dict[int, tuple[int, int]]) -> None:
    """Toward, away, left and right are directions of the player who has placed the card (Material)."""
    end_by_card = {
        card: single_card_movements(TERMS, SEPARATE_PIECES, BLUE, player, card)[0][-1].path[-1] for card in ends
    }
    assert end_by_card == ends


def test_steps_beyond_the_edge_are_lost() -> None:
    """A piece two steps from the edge takes two of three steps and loses the third (Moving)."""
    movements = single_card_movements(TERMS, (Space(6, 6), Space(4, 3), Space(0, 0)), BLUE, WHITE, 1)[0]
    assert (movements[0].path[-1], movements[0].step_count, movements[0].lost_steps, movements[0].blocker) == (
        (6, 3),
        2,
        1,
        None,
    )


def test_steps_without_a_line_are_lost() -> None:
    """A step from (5,1) to (5,2) is lost, since no line connects them (Moving)."""
    movements = single_card_movements(TERMS, (Space(5, 1), Space(3, 3), Space(0, 0)), 0, BLACK, 5)[0]
    assert (movements[0].step_count, movements[0].lost_steps, movements[0].blocker) == (0, 2, None)


def test_piece_neither_enters_nor_jumps_over_another() -> None:
    """A piece loses a step onto an occupied space, and the rest of that part of the card (Moving)."""
    movements = single_card_movements(TERMS, (Space(5, 3), Space(3, 3), Space(0, 0)), BLUE, WHITE, 1)[0]
    assert (movements[0].path[-1], movements[0].lost_steps, movements[0].blocker) == ((4, 3), 2, 0)


def test_blocked_part_does_not_affect_the_other_part() -> None:
    """If one part of a card is blocked, the other part still moves the piece (Moving).

    White's 2 goes only right from the edge. Black's 1 takes one of three steps, as no line connects (5,5) and (4,5).
    """
    state = play_duel(create_position("r6,6 b3,3 y1,0"), "r", black=1, white=2)
    assert format_pieces(state) == "r5,5 b3,3 y1,0"


# --- choosing an order ------------------------------------------------------------------


def test_order_is_not_asked_if_both_orders_end_alike() -> None:
    """A player chooses an order only if the two orders end on different spaces (Moving)."""
    state = play_duel(create_position("r6,6 b3,3 y0,0"), "b", black=1, white=2)
    assert state.is_between_turns
    assert format_pieces(state) == "r6,6 b1,2 y0,0"  # over (4,2), then Black's 1


def test_shorter_path_may_be_chosen() -> None:
    """A player may choose the shorter path (Moving).

    White's 3 from (3,3) takes only one step if it goes toward White first, since no line connects (4,3) and (4,4).
    """
    state = play_duel(create_position("r6,6 b3,3 y0,0"), "b", black=1, white=3)
    assert GAME.to_move(state) == WHITE
    assert list_legal_texts(state) == ["order toward-first", "order left-first"]
    assert format_pieces(play(state, "order toward-first")) == "r6,6 b1,3 y0,0"
    assert format_pieces(play(state, "order left-first")) == "r6,6 b1,4 y0,0"


def test_both_players_may_choose_in_one_turn() -> None:
    """Both players may choose in the same turn, each when their own card acts (Moving)."""
    state = play_duel(create_position("r6,6 b3,3 y0,0"), "b", black=2, white=3)
    assert (GAME.to_move(state), list_legal_texts(state)) == (WHITE, ["order toward-first", "order left-first"])
    state = play(state, "order toward-first")  # blue stands on (4,3), below which there is no line
    assert (GAME.to_move(state), list_legal_texts(state)) == (BLACK, ["order toward-first", "order right-first"])
    assert format_pieces(play(state, "order toward-first")) == "r6,6 b3,4 y0,0"
    assert format_pieces(play(state, "order right-first")) == "r6,6 b3,3 y0,0"


def test_order_at_the_wrong_time_is_refused() -> None:
    with pytest.raises(IllegalAction, match="to choose an order"):
        GAME.parse_action(GAME.initial({}, 0), "order right-first")


# --- order of cards ---------------------------------------------------------------------


def test_higher_number_acts_first() -> None:
    """Black's 8 (up) acts before White's 4 (two toward White), which yellow would otherwise have blocked (Play)."""
    state = play_duel(create_position("r6,6 b3,3 y4,3"), "b", black=8, white=4)
    assert format_pieces(state) == "r6,6 b5,2 y4,3"
    state = play_duel(create_position("r6,6 b3,3 y3,2"), "b", black=8, white=9)
    assert format_pieces(state) == "r6,6 b4,2 y3,2"


def test_equal_numbers_cancel_each_other() -> None:
    """If both cards on a piece have the same number, neither of them moves it (Play)."""
    state = play(GAME.initial({}, 0), "lay r9 b8 y1", "lay r9 b8 y1")
    assert format_pieces(state) == "r4,1 b3,3 y2,5"


def test_red_is_resolved_before_blue_and_blue_before_yellow() -> None:
    """Red leaves (4,3) before blue arrives there, and blue leaves (3,3) before yellow arrives (Play)."""
    state = play(create_position("r4,3 b3,3 y2,3"), "lay r5 b6 y1", "lay r1 b9 y4")
    assert format_pieces(state) == "r6,3 b4,1 y1,3"


def test_piece_blocks_others_until_its_cards_are_resolved() -> None:
    """Blue on (5,3) blocks red, although blue's own cards later take it away (Play)."""
    state = play(create_position("r4,3 b5,3 y0,0"), "lay r5 b7 y1", "lay r9 b8 y1")
    assert format_pieces(state).startswith("r4,3 ")


# --- winning ----------------------------------------------------------------------------


def test_piece_ending_on_a_star_wins_at_once() -> None:
    """A piece that ends on a star wins: no further card acts, and the position has the winner (Winning)."""
    state = play(create_position("r5,0 b3,3 y2,5"), "lay r1 b2 y3", "lay r9 b8 yT")
    assert GAME.format_position(state) == "equilibrium-point first-star r6,0 b3,3 y2,5 W1234567 B456789T 1-0 1.2"
    assert format_pieces(state) == "r6,0 b3,3 y2,5"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.squares) == ((WHITE,), ("6,0",))
    assert GAME.to_move(state) is None
    assert GAME.legal_actions(state) == ()


def test_star_on_either_side_wins_for_the_card() -> None:
    """The player of the card wins on any star: Black's 7 takes blue to (6,4) on White's edge (Winning)."""
    state = play_duel(create_position("r4,1 b6,3 y2,5"), "b", black=7, white=5)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (BLACK,)


def test_passing_over_a_star_does_nothing() -> None:
    """A piece may pass over a star without effect (Winning).

    White's 6 takes blue over the star (6,4) to (6,5), and then Black's 1 takes it to (5,5).
    """
    state = play_duel(create_position("r4,1 b6,3 y2,5"), "b", black=1, white=6)
    assert GAME.outcome(state) is None
    assert format_pieces(state) == "r4,1 b5,5 y2,5"


def test_passing_a_star_between_two_parts_does_nothing() -> None:
    """A star between the two parts of a card has no effect, since the move ends after the second part (Winning)."""
    state = play_duel(create_position("r4,1 b5,4 y2,5"), "b", black=1, white=2)
    assert GAME.outcome(state) is None
    assert format_pieces(state) == "r4,1 b3,3 y2,5"


def test_lost_second_part_ends_after_the_first() -> None:
    """A move ends after its first part if the second part is lost (Winning).

    White's 2 from (5,0) reaches the star in the corner, where it cannot turn right.
    """
    state = play_duel(create_position("r5,0 b3,3 y2,5"), "r", black=1, white=2)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (WHITE,)


def test_staying_on_a_star_does_nothing() -> None:
    """A piece that stays on a star does not win (Winning).

    White's 9 cannot move blue from the star (6,4) at the edge. Then Black's 5 takes blue two down.
    """
    state = play_duel(create_position("r4,1 b6,4 y2,5"), "b", black=5, white=9)
    assert GAME.outcome(state) is None
    assert format_pieces(state) == "r4,1 b6,6 y2,5"


# --- hands ------------------------------------------------------------------------------


def test_used_cards_return_after_three_turns() -> None:
    """The players use six cards a turn, and after the third turn each hand has all ten cards again (Play)."""
    state = play(GAME.initial({}, 0), "lay r1 b2 y3", "lay r1 b2 y3")
    assert GAME.format_position(state).split()[5:] == ["W456789T", "B456789T", "0-0", "1.2"]
    with pytest.raises(IllegalAction, match="used your 1"):
        GAME.parse_action(state, "put r1")
    with pytest.raises(IllegalAction, match="used your 1"):
        GAME.parse_action(state, "lay r1 b4 y5")
    state = play(state, "lay r4 b5 y6", "lay r4 b5 y6")
    assert GAME.format_position(state).split()[5:] == ["W789T", "B789T", "0-0", "1.3"]
    state = play(state, "lay r7 b8 yT", "lay r7 b8 yT")
    assert GAME.format_position(state).split()[5:] == ["W123456789T", "B123456789T", "0-0", "2.1"]


LAST_TURN_POSITION = "equilibrium-point first-star{} r4,1 b3,3 y2,5 W789T B789T 0-0 60.3"


def test_sixty_hands_without_a_winner_are_a_draw() -> None:
    """After sixty hands without a winner the game is a draw, with turn 61.1 in the position text (Variants)."""
    state = play(GAME.parse_position(LAST_TURN_POSITION.format("")), "lay r7 b8 y9", "lay r7 b8 y9")
    outcome = GAME.outcome(state)
    assert GAME.format_position(state).endswith(" 61.1")
    assert outcome is not None
    assert outcome.is_draw
    assert GAME.to_move(state) is None


def test_game_without_a_limit_continues() -> None:
    state = play(GAME.parse_position(LAST_TURN_POSITION.format("+endless")), "lay r7 b8 y9", "lay r7 b8 y9")
    assert GAME.format_position(state).endswith(" 61.1")
    assert GAME.outcome(state) is None
    assert GAME.to_move(state) == BLACK


def test_win_in_the_last_turn_is_not_a_draw() -> None:
    start = "equilibrium-point first-star r5,0 b3,3 y2,5 W789T B789T 0-0 60.3"
    state = play(GAME.parse_position(start), "lay r7 b8 yT", "lay r9 bT y8")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (WHITE,)


# --- laying -----------------------------------------------------------------------------


def test_number_of_placements_is_combinatorial() -> None:
    """There are 10 × 9 × 8 placements: ten cards for red, then nine for blue and eight for yellow (Play)."""
    placements = list_legal_texts(GAME.initial({}, 0))
    assert sum(text.startswith("lay ") for text in placements) == 10 * 9 * 8
    assert sum(text.startswith("put ") for text in placements) == 30
    assert len(placements) == len(set(placements)) == 750


def test_placement_can_be_changed_until_confirmed() -> None:
    state = play(GAME.initial({}, 0), "put r9", "put b8", "put r7")
    assert state.draft == (7, 8, 0)
    assert not any(text.startswith("lay") for text in list_legal_texts(state))
    state = play(state, "put yT", "take b", "put b1")
    assert [text for text in list_legal_texts(state) if text.startswith("lay")] == ["lay r7 b1 yT"]
    assert play(state, "lay r7 b1 yT") == play(GAME.initial({}, 0), "lay r7 b1 yT")


def test_replacing_a_card_frees_its_slot() -> None:
    state = play(GAME.initial({}, 0), "put r9", "put b8", "put b9")
    assert state.draft == (8, 9, 0)
    assert play(state, "put y8").draft == (0, 9, 8)


def test_taking_back_only_card_restores_state() -> None:
    assert play(GAME.initial({}, 0), "put r9", "take r") == GAME.initial({}, 0)


def test_placement_needs_three_different_cards() -> None:
    state = GAME.initial({}, 0)
    with pytest.raises(IllegalAction, match="one piece only"):
        GAME.parse_action(state, "lay r9 b9 yT")
    with pytest.raises(IllegalAction, match="one card each on blue and yellow"):
        GAME.parse_action(play(state, "put r9"), "lay r9 b8 yT")
    assert not any(text.startswith("lay") for text in list_legal_texts(play(state, "put r9", "put b8")))
    with pytest.raises(IllegalAction, match="aren’t the cards you put"):
        GAME.parse_action(play(state, "put r9", "put b8", "put y7"), "lay r9 b8 yT")
    with pytest.raises(IllegalAction, match="no card on red"):
        GAME.parse_action(state, "take r")
    with pytest.raises(IllegalAction, match="Your 9 is already on red"):
        GAME.parse_action(play(state, "put r9"), "put r9")


def test_black_places_cards_before_white() -> None:
    """Black, player 0, places cards before White, player 1 (Text formats)."""
    state = GAME.initial({}, 0)
    assert (GAME.sides(state), GAME.to_move(state)) == (("Black", "White"), BLACK)
    assert GAME.to_move(play(state, "lay r9 b8 yT")) == WHITE


def test_all_three_pieces_start_on_the_board() -> None:
    assert all(GAME.initial({}, 0).pieces[piece] == BOARD.starts[piece] for piece in PIECES)
