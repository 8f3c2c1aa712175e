"""Test the texts of the card game: events of a reveal, names and prompts."""

from __future__ import annotations

import itertools

import pytest

from ruleboard.app.ui.legend import legend_dialog
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.cards import WHITE
from ruleboard.games.tensor_cards.resolution import new_events
from ruleboard.games.tensor_cards.state import FIRST_STAR, State
from ruleboard.games.tensor_cards.targets import ROW_BUTTON
from ruleboard.games.tensor_cards.texts import event_text, goal_text
from ruleboard.scene.node import descendants
from tests.unit.tensor_cards.positions import play

GAME = PACKAGE.game


def create_position(variant: str, pieces: str, points: str = "0-0") -> State:
    return GAME.parse_position(f"equilibrium-point {variant} {pieces} W123456789T B123456789T {points} 1.1")


START = GAME.initial({}, 0)


def describe_reveal(state: State, *texts: str) -> list[str]:
    """Return the events of a reveal, as texts, after playing actions."""
    sentences = []
    for text in texts:
        action = GAME.parse_action(state, text)
        sentences += [event_text(state.terms, event) for event in new_events(state, action.move)]
        state = GAME.apply(state, action)
    return sentences


def test_reveal_of_worked_example_is_described_card_by_card() -> None:
    """Each event names the card that acts, its steps, its lost steps, and the reason for the loss (Secrecy)."""
    assert describe_reveal(START, "lay r5 b2 y9", "lay r9 b8 yT", "order right-first") == [
        "Red: Black 5, White 9. The 9 is higher, so White’s card acts first.",
        "White’s 9: red goes 1 space toward White.",
        "Black’s 5 can’t move red: red has no line to Black’s right.",
        "Blue: Black 2, White 8. The 8 is higher, so White’s card acts first.",
        "White’s 8: blue goes 1 space to White’s left.",
        "Black’s 2: blue goes 1 space to Black’s right, then can’t go toward Black (yellow is in the way).",
        "Yellow: Black 9, White 10. The 10 is higher, so White’s card acts first.",
        "White’s 10: yellow goes 1 space away from White.",
        "Black’s 9: yellow goes 1 space toward Black.",
    ]


def test_reveal_pauses_at_a_choice() -> None:
    assert describe_reveal(START, "lay r5 b2 y9", "lay r9 b8 yT")[-1] == "White’s 8: blue goes 1 space to White’s left."


def test_placements_before_the_reveal_have_no_events() -> None:
    assert describe_reveal(START, "lay r5 b2 y9", "put r1") == []
    view = GAME.view(play(START, "lay r5 b2 y9"), WHITE)
    assert new_events(view, GAME.parse_action(view, "lay r9 b8 yT").move) == ()


@pytest.mark.parametrize(
    ("variant", "pieces", "points", "expected"),
    [
        ("first-star", "r4,1 b6,3 y2,5", "0-0", ["Blue ends on a star, and White wins."]),
        (
            "three-points",
            "r4,1 b6,3 y3,3",
            "0-0",
            [
                "Blue ends on a star. White scores: Black 0, White 1.",
                "Black’s 1: blue goes 3 spaces toward Black.",
                "Blue scored, so it leaves the board.",
            ],
        ),
        (
            "three-points",
            "r4,1 b6,3 y2,5",
            "2-1",
            ["Blue ends on a star, and White wins. Black 1, White 3."],
        ),
        (
            "three-points-reset",
            "r4,1 b6,3 y0,0",
            "0-0",
            [
                "Blue ends on a star. White scores: Black 0, White 1.",
                "All 3 pieces go back to their starts.",
                "Black’s 1: blue goes 3 spaces toward Black.",
            ],
        ),
        (
            "first-star+far-side",
            "r4,1 b6,3 y2,5",
            "0-0",
            ["White’s 8: blue goes 1 space to White’s left. This star doesn’t count for White."],
        ),
    ],
)
def test_arrivals_on_stars_are_described(variant: str, pieces: str, points: str, expected: list[str]) -> None:
    sentences = describe_reveal(create_position(variant, pieces, points), "lay rT b1 y9", "lay rT b8 y9")
    index = sentences.index(expected[0])
    assert [text for text in sentences[index : index + len(expected) + 3] if text in expected] == expected


def test_waiting_cancelling_and_returning_are_described() -> None:
    sentences = describe_reveal(create_position("three-points", "r4,1 bout y3,3"), "lay r4 b5 y6", "lay r4 b1 y7")
    assert "Equal cards cancel out." in sentences
    assert "Blue: Black 5, White 1." in sentences, "no card acts first on a piece off the board"
    assert "Blue is off the board, so these cards do nothing." in sentences
    assert sentences[-1] == "Blue goes back to its start."


def test_partly_lost_movements_report_their_steps() -> None:
    start = create_position("first-star", "r6,6 b4,3 y0,0")
    assert "White’s 1: blue goes 3 spaces toward White." in describe_reveal(start, "lay rT b9 y8", "lay rT b1 y8")
    sentences = describe_reveal(start, "lay rT b7 y8", "lay rT b1 y8")
    assert "Black’s 7 can’t move blue: blue has no line to Black’s right." in sentences
    assert "White’s 1: blue goes 2 of 3 spaces toward White (edge of the board)." in sentences


# --- names and prompts ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("card:1", "card 1 (3 toward you)"),
        ("card:2", "card 2 (1 toward you and 1 to your right, in either order)"),
        ("card:10", "card 10 (1 away from you)"),
        ("piece:red", "red piece"),
        ("slot:yellow", "the spot for yellow’s card"),
        ("hand", "your hand"),
        ("do:lay", "Place these cards"),
        ("do:toward-first", "First toward you"),
        ("do:left-first", "First to your left"),
        ("6,0", "column 1, row 1, star"),
        ("4,1", "column 2, row 3, red piece"),
        ("0,0", "column 1, row 7"),
    ],
)
def test_targets_have_names(target: str, name: str) -> None:
    assert GAME.name(START, target) == name


def test_every_target_has_a_unique_name() -> None:
    texts = ["put r5", "put b2", "put y9", "lay r5 b2 y9", "lay r9 b8 yT"]
    for state in [play(START, *texts[:count]) for count in range(len(texts) + 1)]:
        for action in GAME.legal_actions(state):
            for targets in (action.targets, *action.alternative_targets):
                assert all(GAME.name(state, target) not in ("", target) for target in targets)


def test_variants_name_stars_with_their_owners() -> None:
    state = GAME.initial({"stars": "far-side"}, 0)
    assert GAME.name(state, "6,0") == "column 1, row 1, star for Black"
    assert GAME.name(state, "0,2") == "column 3, row 7, star for White"


def test_prompts_name_the_missing_cards() -> None:
    texts = ["put b8", "put r9", "put yT", "lay r9 b8 yT"]
    assert [GAME.prompt(play(START, *texts[:count])) for count in range(len(texts) + 1)] == [
        "Put a card on each piece. Turn 1 of 3.",
        "Now put one card each on red and yellow.",
        "Now put a card on yellow.",
        "Touch “Place these cards”, or change your cards first.",
        "Put a card on each piece. Turn 1 of 3.",
    ]
    state_before_choice = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    assert (
        GAME.prompt(state_before_choice)
        == "Where should your 2 take blue? Touch the space marked 1 or the one marked 2."
    )
    # The worked example: (2,4) is one step to Black, (3,5) one to Black’s right; Black sees them as 5,5 and 6,4.
    toward_action, right = GAME.legal_actions(state_before_choice)
    assert [
        GAME.name(state_before_choice, target)
        for target in (toward_action.targets[0], *toward_action.alternative_targets[0])
    ] == [
        "1: column 5, row 5",
        "1: toward you first",
    ]
    assert [GAME.name(state_before_choice, target) for target in (right.targets[0], *right.alternative_targets[0])] == [
        "2: column 6, row 4",
        "2: to your right first",
    ]


@pytest.mark.parametrize(
    ("card", "expected_text"),
    [
        (
            5,
            "If nothing else moves, your 5 can move red or blue 2 spaces, or yellow only 1 space.",
        ),
        (9, "If nothing else moves, your 9 can move red, blue or yellow 1 space."),
        (6, "If nothing else moves, your 6 can move blue or yellow 2 spaces, or red only 1 space."),
    ],
)
def test_selected_card_describes_its_own_effect(card: int, expected_text: str) -> None:
    assert PACKAGE.view.touch_hint(START, (f"card:{card}",)) == expected_text


def test_placed_card_is_described_only_by_its_piece() -> None:
    state_with_card = play(START, "put y5")
    assert (
        PACKAGE.view.touch_hint(state_with_card, ("card:5",))
        == "If nothing else moves, your 5 can move yellow only 1 space."
    )


def test_star_within_reach_is_announced() -> None:
    state = create_position("first-star", "r6,6 b6,3 y2,5")  # (6,4) is a star, one step to White’s left
    state = play(state, "lay r9 b8 yT")
    assert "blue to a star" in PACKAGE.view.touch_hint(state, ("card:8",))


def test_choices_from_a_position_during_a_reveal_are_the_only_items() -> None:
    """A turn that begins during a reveal has no placements, and names no side if only one player chooses."""
    texts_of_turn = ("lay r2 b3 y4", "lay r4 b1 y2", "order right-first", "order left-first", "order right-first")
    states, actions = [START], []
    for text in texts_of_turn:
        actions.append(GAME.parse_action(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    for end, mentions_sides in ((4, False), (5, True)):
        part = slice(2, end)
        (turn,) = GAME.format_moves(states[2 : end + 1], actions[part])
        assert [text for _ply, text in turn.items] == ["right-first", "left-first", "right-first"][: end - 2]
        readable_items = PACKAGE.view.readable_turn(turn, states[2 : end + 1], actions[part]).items
        assert [ply for ply, _text in readable_items] == list(range(end - 2))
        assert all(text.startswith(("Black: ", "White: ")) == mentions_sides for _ply, text in readable_items)


def test_move_list_describes_cards_without_hidden_ones() -> None:
    start = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    states = (START, play(START, "lay r5 b2 y9"), start)
    actions = (GAME.parse_action(states[0], "lay r5 b2 y9"), GAME.parse_action(states[1], "lay r9 b8 yT"))
    (turn,) = GAME.format_moves(states, actions)
    turn_text = PACKAGE.view.readable_turn(turn, states, actions)
    assert str(turn_text) == "1.1 Black: red 5, blue 2, yellow ? – White: red 9, blue 8, yellow ?"


# --- texts for the player who reads them


def test_reveal_addresses_the_reader() -> None:
    """The owner of a card reads "your" and "you" in the same events that name the sides for others."""
    state = play(START, "lay r5 b2 y9")
    action = GAME.parse_action(state, "lay r9 b8 yT")
    events = new_events(state, action.move)
    white_texts, black_texts = ([event_text(state.terms, event, reader) for event in events] for reader in (1, 0))
    assert white_texts[:2] == [
        "Red: your 9, Black’s 5. The 9 is higher, so your card acts first.",
        "Your 9: red goes 1 space toward you.",
    ]
    assert black_texts[0] == "Red: your 5, White’s 9. The 9 is higher, so White’s card acts first."
    assert black_texts[2] == "Your 5 can’t move red: red has no line to your right."
    assert not any("White" in text for text in white_texts)
    assert not any("Black" in text for text in black_texts)


def test_choice_of_an_order_names_the_card_and_the_first_direction() -> None:
    """The text of the choice does not repeat what the text of the movement says, which follows in announcements."""
    state = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    action = GAME.parse_action(state, "order right-first")
    texts = [GAME.describe(state, action, reader) for reader in (0, None)]
    assert all("2 on blue" in text for text in texts)
    assert "to your right first" in texts[0]
    assert "to Black’s right first" in texts[1]
    assert not any("toward" in text for text in texts)


def test_second_part_of_a_card_repeats_the_verb_only_after_a_lost_step() -> None:
    state = create_position("first-star", "r6,6 b2,2 y0,0")
    sentences = describe_reveal(state, "lay rT b2 y9", "lay rT b8 y1", "order toward-first")
    assert sum("then 1 to" in sentence for sentence in sentences) == 1
    assert not any("then goes" in sentence for sentence in sentences)


def test_card_in_the_hand_names_the_pieces_that_it_cannot_move() -> None:
    state = create_position("first-star", "r6,6 b6,3 y2,5")
    hints = [PACKAGE.view.touch_hint(state, (f"card:{card}",)) for card in range(1, 11)]
    assert any("it would do nothing" in hint for hint in hints)
    assert not any("nowhere" in hint for hint in hints)


@pytest.mark.parametrize("target", ["piece:blue", "slot:blue"])
def test_selected_piece_asks_for_a_card(target: str) -> None:
    assert "card for blue" in PACKAGE.view.touch_hint(START, (target,))
    assert not PACKAGE.view.is_picked_up(START, (target,))
    assert PACKAGE.view.is_picked_up(START, ("card:5",))


def test_placing_in_order_asks_for_a_card_for_the_next_piece() -> None:
    targets = (ROW_BUTTON, "card:8", "card:2", "card:5")
    hints = [PACKAGE.view.touch_hint(START, targets[:count]) for count in range(1, 5)]
    assert ["card for red" in hints[0], "card for blue" in hints[1], "card for yellow" in hints[2]] == [True] * 3
    assert not hints[3]


def test_legend_says_that_players_cannot_undo_a_placement() -> None:
    texts = [node.text for node in descendants(legend_dialog("tensor-cards"))]
    assert any("You can’t undo “Place these cards”" in text for text in texts)
    assert "Undo your last move." not in texts


def test_description_has_cards_and_points_but_no_secrets() -> None:
    """The description of a position for the public names the hands of the last reveal, also after a placement."""
    position = "equilibrium-point three-points r4,1 b3,3 y2,5 W1357 B2468 1-0 1.3"
    state = GAME.parse_position(position)
    text = PACKAGE.view.board_text(state)
    assert all(part in text for part in ("Black’s cards: 2, 4, 6, 8", "White’s cards: 1, 3, 5, 7", ": 1 point"))
    timeline = new_timeline(GAME, state)
    for _action in range(4):
        timeline = timeline.play(GAME.legal_actions(timeline.state)[0])
        assert PACKAGE.view.board_text(timeline.public_state()) == text


def test_goal_depends_on_options() -> None:
    """The sentence about the goal differs between all rules for stars, and between one star and three points."""
    goals = [option.choices for option in GAME.options if option.id in ("goal", "stars")]
    texts = {
        (goal.value, stars.value): goal_text(GAME.initial({"goal": goal.value, "stars": stars.value}, 1))
        for goal, stars in itertools.product(*goals)
    }
    assert len(set(texts.values())) == 6
    assert all(("3" in text) == (goal != FIRST_STAR) for (goal, _stars), text in texts.items())
