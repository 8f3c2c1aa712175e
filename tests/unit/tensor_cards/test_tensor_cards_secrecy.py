"""Test that views, texts, pictures and move lists hide placed cards until the reveal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.record import Record
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import replay
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.cards import BLACK, WHITE
from ruleboard.games.tensor_cards.state import State
from ruleboard.scene.marks import Marks
from ruleboard.scene.serialize import to_svg
from tests.support.move_lists import move_list
from tests.unit.tensor_cards.positions import play

VIEW = PACKAGE.view
GAME = PACKAGE.game

START = GAME.initial({}, 0)
PLACEMENT_TEXTS = [action.text for action in GAME.legal_actions(START) if action.text.startswith("lay ")]
placement_strategy = st.sampled_from(PLACEMENT_TEXTS)
NO_MARKS = Marks()


def find_visible_texts(state: State, seat: int) -> tuple[str, ...]:
    """Return all texts of the page for one player's view of a state."""
    marks = Marks(
        next_targets={target: kinds[0] for target, kinds in select(GAME.legal_actions(state)).next_targets.items()}
    )
    return (
        to_svg(VIEW.picture(state, seat, marks)),
        GAME.format_position(state),
        GAME.prompt(state),
        GAME.explain(state, ("piece:red",)).sentence,
        repr(state),
    )


@settings(max_examples=40, deadline=None)
@given(placement_strategy, placement_strategy)
def test_views_of_white_and_public_hide_blacks_placement(first_placement: str, second_placement: str) -> None:
    """The views of White and of the public are the same for any cards that Black has placed (Secrecy)."""
    for viewer, seat in ((WHITE, WHITE), (WHITE, BLACK), (None, BLACK), (None, WHITE)):
        first_view, second_view = (
            GAME.view(play(START, placement), viewer) for placement in (first_placement, second_placement)
        )
        assert first_view == second_view
        assert find_visible_texts(first_view, seat) == find_visible_texts(second_view, seat)


@settings(max_examples=40, deadline=None)
@given(
    placement_strategy,
    placement_strategy,
    st.permutations(range(3)),
    st.integers(0, 3),
    st.sampled_from([BLACK, WHITE]),
)
def test_only_the_owner_sees_an_unconfirmed_placement(
    placement: str, black: str, order: list[int], count: int, player: int
) -> None:
    """Only its owner sees an unconfirmed placement: other views hide even the number of placed cards (Secrecy)."""
    start_state = START if player == BLACK else play(START, black)
    state = play(start_state, *[f"put {placement.split()[1:][piece]}" for piece in order[:count]])
    for viewer in (1 - player, None):
        assert GAME.view(state, viewer) == GAME.view(start_state, viewer)
    assert GAME.view(state, player).draft == state.draft


@settings(max_examples=40, deadline=None)
@given(placement_strategy, placement_strategy, placement_strategy)
def test_whites_actions_do_not_depend_on_blacks_placement(
    first_placement: str, second_placement: str, white: str
) -> None:
    first_view, second_view = (
        GAME.view(play(START, placement), WHITE) for placement in (first_placement, second_placement)
    )
    assert GAME.legal_actions(first_view) == GAME.legal_actions(second_view)
    assert GAME.describe(first_view, GAME.parse_action(first_view, white)) == "White places 3 cards."


def test_placement_is_announced_without_its_cards() -> None:
    text = GAME.describe(START, GAME.parse_action(START, "lay r9 b8 yT"))
    assert text == "Black places 3 cards."


def test_pending_choice_shows_only_revealed_cards() -> None:
    """While a player chooses for blue in the worked example, views hide the cards on yellow (Secrecy)."""
    state = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    other_state = play(START, "lay r5 b2 y1", "lay r9 b8 y3")
    assert GAME.view(state, None) == GAME.view(other_state, None)
    assert GAME.view(state, None).placements == ((5, 2, -1), (9, 8, -1))
    assert GAME.view(state, BLACK).placements == ((5, 2, 9), (9, 8, -1))
    assert GAME.view(state, WHITE).placements == ((5, 2, -1), (9, 8, 10))
    assert find_visible_texts(GAME.view(state, None), BLACK) == find_visible_texts(GAME.view(other_state, None), BLACK)
    assert GAME.legal_actions(GAME.view(state, BLACK)) == GAME.legal_actions(state)


@pytest.mark.parametrize("viewer", [BLACK, WHITE, None])
def test_order_stops_at_hidden_cards(viewer: int | None) -> None:
    """In a view without yellow's cards, the worked example stops before these cards."""
    view = GAME.view(play(START, "lay r5 b2 y9", "lay r9 b8 yT"), viewer)
    for action in GAME.legal_actions(view):
        with pytest.raises(IllegalAction, match="hidden"):
            GAME.apply(view, action)


@settings(max_examples=40, deadline=None)
@given(placement_strategy, placement_strategy, st.sampled_from([BLACK, WHITE, None]))
def test_view_of_view_is_unchanged(black: str, white: str, viewer: int | None) -> None:
    for state in (START, play(START, black), play(START, black, white)):
        view = GAME.view(state, viewer)
        assert GAME.view(view, viewer) == view


def test_between_turns_everything_is_public() -> None:
    assert GAME.view(START, None) == START


def test_picture_shows_backs_of_hidden_cards() -> None:
    view = GAME.view(play(START, "lay r5 b2 y9"), WHITE)
    svg = to_svg(VIEW.picture(view, WHITE, NO_MARKS))
    assert svg.count("face down") == 3
    assert svg.count('class="gap"') == 0


def test_placing_is_hidden_but_choosing_is_public() -> None:
    assert GAME.is_hidden_decision(START)
    assert GAME.is_hidden_decision(play(START, "lay r5 b2 y9"))
    assert not GAME.is_hidden_decision(play(START, "lay r5 b2 y9", "lay r9 b8 yT"))


def test_move_list_omits_face_down_cards() -> None:
    """A move list has a turn only after its reveal has begun, with ``?`` for cards that are still hidden."""
    texts = ["put r5", "take r", "lay r5 b2 y9", "lay r9 b8 yT"]
    state, actions = START, []
    for text in texts:
        actions.append(GAME.parse_action(state, text))
        state = GAME.apply(state, actions[-1])
    assert move_list(GAME, START, actions[:3]) == ()
    (turn,) = move_list(GAME, START, actions)
    assert str(turn) == "1.1 Black r5 b2 y? White r9 b8 y?"


def test_undo_never_crosses_a_placement() -> None:
    """Undo does not go back before a reveal, and White cannot undo Black's placement to see it."""
    record = Record(
        "tensor-cards",
        {},
        0,
        ("", ""),
        ("put r9", "put b8", "put yT", "lay r9 b8 yT", "put r1", "put b2"),
    )
    timeline = replay(record, {"tensor-cards": GAME})
    assert timeline.earliest_ply == 4
    assert timeline.undo().undo().undo().ply == 4


def test_only_a_choice_revealing_no_cards_can_be_undone() -> None:
    state_with_blue_choice = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    assert all(GAME.reveals(state_with_blue_choice, action) for action in GAME.legal_actions(state_with_blue_choice))
    start = GAME.parse_position("equilibrium-point first-star r6,6 b0,0 y3,3 W123456789T B123456789T 0-0 1.1")
    state_with_yellow_choice = play(start, "lay r9 b8 y1", "lay r9 b8 y3")
    assert [
        GAME.reveals(state_with_yellow_choice, action) for action in GAME.legal_actions(state_with_yellow_choice)
    ] == [False, False]
