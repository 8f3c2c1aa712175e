"""What the card game says: names, prompts, refusals, and the story of a reveal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.selection import pick
from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.chronicle import chapters, events_of
from ruleboard.games.tensor_cards.state import State

GAME = PACKAGE.game


def play(state: State, *texts: str) -> tuple[list[State], list]:  # type: ignore[type-arg]
    states, actions = [state], []
    for text in texts:
        actions.append(GAME.parse_action(states[-1], text))
        states.append(GAME.apply(states[-1], actions[-1]))
    return states, actions


def position(variant: str, pieces: str, points: str = "0-0") -> State:
    return GAME.parse_position(f"equilibrium-point {variant} {pieces} W123456789T B123456789T {points} 1.1")


START = GAME.initial({}, 0)


def test_the_story_of_the_worked_example() -> None:
    """'Secrecy': the reveal card by card: what acted, what moved, what was lost and why."""
    states, actions = play(START, "lay r5 b2 y9", "lay r9 b8 yT", "order right-first")
    (chapter,) = chapters(states, actions)
    assert (chapter.hand, chapter.turn, chapter.ply) == (1, 1, 2)
    assert chapter.words == (
        "Red: Black has laid 5, White 9. White's card is higher and acts first.",
        "White's 9: red goes 1 toward White.",
        "Black's 5 does not move red: there is no line to Black's right.",
        "Blue: Black has laid 2, White 8. White's card is higher and acts first.",
        "White's 8: blue goes 1 to White's left.",
        "Black's 2: blue goes 1 to Black's right, then not toward Black (yellow is in the way).",
        "Yellow: Black has laid 9, White 10. White's card is higher and acts first.",
        "White's 10: yellow goes 1 away from White.",
        "Black's 9: yellow goes 1 toward Black.",
    )


def test_a_chapter_grows_with_the_choices() -> None:
    states, actions = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    (half,) = chapters(states, actions)
    assert half.words[-1] == "White's 8: blue goes 1 to White's left."
    states, actions = play(START, "lay r5 b2 y9", "lay r9 b8 yT", "order toward-first", "lay r1 b3 y4", "put r1")
    assert [(chapter.hand, chapter.turn) for chapter in chapters(states, actions)] == [(1, 1)]


def test_lays_before_the_reveal_tell_nothing() -> None:
    (before, *_), (lay, *_) = play(START, "lay r5 b2 y9")
    assert events_of(before, lay) == ()
    states, actions = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    assert events_of(GAME.view(states[1], 1), actions[1]) == ()


@pytest.mark.parametrize(
    ("variant", "pieces", "points", "expected"),
    [
        ("first-star", "r4,1 b6,3 y2,5", "0-0", ["Blue ends on a star: White wins."]),
        (
            "three-points",
            "r4,1 b6,3 y3,3",
            "0-0",
            [
                "Blue ends on a star: a point for White (Black 0, White 1).",
                "Black's 1: blue goes 3 toward Black.",
                "Blue has reached a star in this turn and is lifted off the board.",
            ],
        ),
        (
            "three-points",
            "r4,1 b6,3 y2,5",
            "2-1",
            ["Blue ends on a star: White has 3 points and wins (Black 1, White 3)."],
        ),
        (
            "three-points-reset",
            "r4,1 b6,3 y0,0",
            "0-0",
            [
                "Blue ends on a star: a point for White (Black 0, White 1).",
                "All three pieces go back to their starts.",
                "Black's 1: blue goes 3 toward Black.",
            ],
        ),
        (
            "first-star+far-side",
            "r4,1 b6,3 y2,5",
            "0-0",
            ["White's 8: blue goes 1 to White's left. This star does not count for White."],
        ),
    ],
)
def test_the_story_of_stars(variant: str, pieces: str, points: str, expected: list[str]) -> None:
    states, actions = play(position(variant, pieces, points), "lay rT b1 y9", "lay rT b8 y9")
    words = list(chapters(states, actions)[0].words)
    first = words.index(expected[0])
    told = [text for text in words[first : first + len(expected) + 3] if text in expected]
    assert told == expected


def test_the_story_of_waiting_cancelling_and_coming_back() -> None:
    start = position("three-points", "r4,1 bout y3,3")
    states, actions = play(start, "lay r4 b5 y6", "lay r4 b1 y7")
    words = chapters(states, actions)[0].words
    assert "Equal cards cancel each other: nothing happens." in words
    assert "Blue is waiting off the board: neither card does anything." in words
    assert words[-1] == "Blue is put on its start."


def test_partly_lost_movements_say_how_much_was_made() -> None:
    states, actions = play(position("first-star", "r6,6 b4,3 y0,0"), "lay rT b9 y8", "lay rT b1 y8")
    assert "White's 1: blue goes 3 toward White." in chapters(states, actions)[0].words
    states, actions = play(position("first-star", "r6,6 b4,3 y0,0"), "lay rT b7 y8", "lay rT b1 y8")
    words = chapters(states, actions)[0].words
    assert "Black's 7 does not move blue: there is no line to Black's right." in words
    assert "White's 1: blue goes 2 of 3 toward White (there is no line)." in words


# --- names, prompts, refusals -----------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("card:1", "card 1: 3 toward you"),
        ("card:2", "card 2: 1 toward you and 1 to your right, in either order"),
        ("card:10", "card 10: 1 away from you"),
        ("piece:red", "red piece"),
        ("slot:yellow", "your card for yellow"),
        ("hand", "your hand"),
        ("do:lay", "Lay these three cards"),
        ("do:toward-first", "First toward you"),
        ("do:left-first", "First to your left"),
        ("6,0", "column 7, row 1, star"),
        ("4,1", "column 5, row 2, red piece"),
        ("0,0", "column 1, row 1"),
    ],
)
def test_targets_have_names(target: str, name: str) -> None:
    assert GAME.name(START, target) == name


def test_every_target_of_every_action_has_a_name_of_its_own() -> None:
    states, _ = play(START, "put r5", "put b2", "put y9", "lay r5 b2 y9", "lay r9 b8 yT")
    for state in states:
        for action in GAME.legal_actions(state):
            for way in (action.targets, *action.ways):
                assert all(GAME.name(state, target) not in ("", target) for target in way)


def test_stars_are_named_with_their_owners_under_the_variants() -> None:
    state = GAME.initial({"stars": "far-side"}, 0)
    assert GAME.name(state, "6,0") == "column 7, row 1, star for Black"
    assert GAME.name(state, "0,2") == "column 1, row 3, star for White"


def test_prompts_say_what_is_missing() -> None:
    states, _ = play(START, "put b8", "put r9", "put yT", "lay r9 b8 yT")
    assert [GAME.prompt(state) for state in states] == [
        "Black, lay a card on red, blue and yellow. Turn 1 of 3.",
        "Black, lay a card on red and yellow. Turn 1 of 3.",
        "Black, lay a card on yellow. Turn 1 of 3.",
        "Black, change your cards or lay them for good.",
        "White, lay a card on red, blue and yellow. Turn 1 of 3.",
    ]
    states, _ = play(START, "lay r5 b2 y9", "lay r9 b8 yT")
    assert GAME.prompt(states[-1]) == "Black, your 2 can take blue to either of two spaces: choose one."


REFUSALS = [
    ((), (), "There is nothing to be touched here."),
    ((), ("card:9", "card:8"), "Lay this card on a piece."),
    ((), ("6,0",), "Only cards move the pieces: lay a card on each of them."),
    ((), ("hand",), "Take up one of your cards first."),
    (("put r9",), ("hand",), "First take up a card that you have laid."),
    ((), ("card:9", "hand"), "This card is in your hand."),
    ((), ("do:lay",), "A card is still missing on red, blue and yellow."),
    (("put r9",), ("do:lay",), "A card is still missing on blue and yellow."),
    (("put r9",), ("do:row",), "Some cards are laid already: lay the others one by one."),
    (("put r9",), ("card:9", "piece:red"), "Card 9 already lies on red."),
    (("put r9",), ("piece:red", "piece:blue"), "Take up one of your cards first."),
    ((), ("do:row", "card:9", "card:9"), "Card 9 can be used for one piece only."),
    ((), ("nonsense",), "There is nothing to be touched here."),
    (
        ("lay r1 b3 y4", "lay r1 b3 y4"),
        ("card:1",),
        "Card 1 has been used in this hand; it comes back when the hand is over.",
    ),
    (("lay r5 b2 y9", "lay r9 b8 yT"), ("card:1",), "Black has to choose first where blue goes."),
]


@pytest.mark.parametrize(("before", "targets", "reason"), REFUSALS)
def test_refusals_give_the_reason(before: tuple[str, ...], targets: tuple[str, ...], reason: str) -> None:
    states, _ = play(START, *before)
    if targets:
        assert not pick(GAME.legal_actions(states[-1]), targets).alive
    assert GAME.explain(states[-1], targets).sentence == reason


TARGETS = [
    "card:1",
    "card:9",
    "card:10",
    "piece:red",
    "slot:blue",
    "hand",
    "do:lay",
    "do:row",
    "2,4",
    "0,0",
    "?",
]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([(), ("put r9",), ("put r9", "put b1", "put y2"), ("lay r5 b2 y9", "lay r9 b8 yT")]),
    st.lists(st.sampled_from(TARGETS), max_size=4),
)
def test_whatever_is_touched_is_answered_by_a_sentence(before: tuple[str, ...], targets: list[str]) -> None:
    state = play(START, *before)[0][-1]
    if not pick(GAME.legal_actions(state), targets).alive:
        reason = GAME.explain(state, targets).sentence
        assert reason[0].isupper()
        assert reason.endswith(".")


def test_nothing_can_be_touched_when_the_game_is_over() -> None:
    assert GAME.explain(position("first-star", "r4,1 b3,3 y2,5", "0-1"), ("card:1",)).sentence == "The game is over."


# --- touching ---------------------------------------------------------------------------


def decided(state: State, *touches: str) -> str | None:
    action = pick(GAME.legal_actions(state), touches).decided
    return action.text if action else None


def test_cards_are_laid_by_two_touches_in_either_order_on_the_piece_or_its_slot() -> None:
    for touches in (
        ("card:9", "piece:red"),
        ("card:9", "slot:red"),
        ("piece:red", "card:9"),
        ("slot:red", "card:9"),
    ):
        assert decided(START, *touches) == "put r9"


def test_laid_cards_are_moved_exchanged_taken_back_and_laid_for_good() -> None:
    states, _ = play(START, "put r9", "put b8", "put yT")
    assert decided(states[2], "card:9", "card:8") == "put b9"
    assert decided(states[2], "card:7", "card:8") == "put b7"
    assert decided(states[1], "card:9", "hand") == "take r"
    assert decided(states[3], "do:lay") == "lay r9 b8 yT"


def test_three_cards_can_be_laid_in_a_row() -> None:
    touches = ("do:row", "card:9", "card:8", "card:10")
    assert decided(START, *touches) is None
    assert decided(START, *touches, "do:lay") == "lay r9 b8 yT"
