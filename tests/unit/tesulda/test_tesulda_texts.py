"""Test the texts of Tesulda: names, announcements, prompts, refusals and hints."""

from __future__ import annotations

import random
import re

import pytest

from ruleboard.diagram import position_description
from ruleboard.engine.selection import select
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tesulda.state import State
from ruleboard.games.tesulda.texts import touch_hint
from tests.unit.tesulda.positions import create_position, play

GAME = PACKAGE.game

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}
SEPARATION_TEXT = "can’t mix"


def find_refusal_text(state: State, *targets: str) -> str:
    return GAME.explain(state, targets).sentence


def test_square_name_gives_parts_ratings_and_traits() -> None:
    state = GAME.initial({}, 0)
    assert GAME.name(state, "e1") == "e1, Light square base with crown, circle; straight 1, diagonal 1; Prime"
    assert GAME.name(state, "d2").startswith("d2, Light circle base with circle, square, trapezoid; straight 1")
    assert GAME.name(state, "a9").endswith("base with square, hexagon; straight 2, diagonal 0; Boost, Minion")
    assert GAME.name(state, "j10").startswith("j10, Dark’s Home, Dark square base with 2 squares, hexagon")
    assert GAME.name(state, "e5") == "e5, empty"


def test_pieces_and_stocks_are_named() -> None:
    state = create_position({**DISTANT_PRIMES, "e4": "Sc"}, pool="hh")
    assert GAME.name(state, "pool:h") == "hexagon, 2 in the pool"
    assert GAME.name(state, "prey:c1") == "captured circle"
    assert GAME.name(state, "piece:z2") == "trapezoid"
    building_state = GAME.initial({"setup": "build"}, 0)
    assert GAME.name(building_state, "base:T") == "triangle base, 8 in the supply"
    assert GAME.name(building_state, "store:c") == "circle, 16 in the supply"
    assert GAME.name(building_state, "e10") == "e10, covered"
    assert GAME.name(building_state, "do:fill") == "Fill up"


def test_description_lists_every_piece_and_base_at_its_square() -> None:
    state = GAME.initial({}, 0)
    description = position_description(GAME, state)
    occupied_squares = sorted(name for name, number in SQUARE_NUMBERS.items() if state.board[number])
    places = re.findall(r"\b[a-j](?:10|[1-9])\b", description)
    assert sorted(places) == sorted(occupied_squares * 2)
    assert "crown, circle: e1, e10" in description
    state_with_pool = create_position({**DISTANT_PRIMES, "e4": "Sc"}, pool="hhc")
    assert "circle, 2 hexagons: the pool" in PACKAGE.view.board_text(state_with_pool)


def test_actions_are_announced() -> None:
    state = create_position({**DISTANT_PRIMES, "e8": "Sc", "e9": "tsh", "d9": "Cs"})
    move = GAME.parse_action(state, "e8-e9")
    assert GAME.describe(state, move) == "Light moves from e8 to e9 and captures Dark’s figure"
    assert GAME.describe(state, move, 0) == "You move from e8 to e9 and capture Dark’s figure"
    assert GAME.describe(state, move, 1) == "Light moves from e8 to e9 and captures your figure"
    state = play(state, "e8-e9")
    take_action = GAME.parse_action(state, "take:sh")
    assert GAME.describe(state, take_action) == "Light takes a square and a hexagon from the captured figure"
    state = play(state, "take:-")
    assert GAME.describe(state, GAME.parse_action(state, "res:h")) == "Light brings back a hexagon from the pool"
    assert GAME.describe(state, GAME.parse_action(state, "end")) == "Light ends the turn"


def test_only_crown_and_star_have_definite_articles() -> None:
    """A side has one crown, and one star while it builds. Later it can have both stars."""
    state = play(GAME.initial({"setup": "build"}, 0), "S>e1", "C>d1")
    for piece, name in {"k": "the crown", "t": "the star", "h": "a hexagon"}.items():
        assert name in GAME.describe(state, GAME.parse_action(state, f"{piece}>e1"))
        placed_state = play(state, f"{piece}>e1")
        for action in (f"e1:{piece}>d1", f"e1:{piece}>store"):
            assert name in GAME.describe(placed_state, GAME.parse_action(placed_state, action))
    state = play(create_position({"j10": "ck", "d4": "Ccck", "e4": "Cc"}), "d4-e5")
    assert "the crown" in GAME.describe(state, GAME.parse_action(state, "swap:e5>e4:k"))
    state = play(create_position({**DISTANT_PRIMES, "d4": "Ccct", "e4": "Cc"}), "d4-e5")
    assert "a star" in GAME.describe(state, GAME.parse_action(state, "swap:e5>e4:t"))


def test_endangered_prime_is_announced_after_the_turn() -> None:
    """A Prime is announced as endangered if a figure could move onto it in the next turn (Safety of the Prime)."""
    state = create_position({"a1": "Sk", "e2": "Sssssh", "e10": "ck"})
    move = next(action for action in GAME.legal_actions(state) if action.text == "e2-e3")
    assert GAME.describe(state, move).endswith("Dark’s Prime is under attack")
    assert GAME.describe(state, move, 1).endswith("Your Prime is under attack")
    assert "Prime" not in GAME.describe(state, GAME.parse_action(state, "e2-d2"))


def test_prompts_name_the_legal_actions() -> None:
    assert GAME.prompt(create_position({**DISTANT_PRIMES, "e4": "Sc"})) == "Move one of your figures."
    attacked_position = create_position({"e1": "Sk", "e8": "sssssh", "j10": "ck"})
    assert "Your Prime is under attack" in GAME.prompt(attacked_position)
    state = play(create_position({**DISTANT_PRIMES, "e8": "Scc", "e9": "tsh", "d9": "Cs"}), "e8-e9")
    assert "Take up to 2 pieces" in GAME.prompt(state)
    state = play(state, "take:-")
    assert GAME.prompt(state) == "Hand over pieces, bring back pieces from the pool, or end your turn."
    assert GAME.prompt(create_position({"a1": "Ck", "j10": "c"})) == ""


@pytest.mark.parametrize(
    ("figures", "targets", "reason"),
    [
        ({"e4": "Ss"}, ("e5",), "no figure on e5"),
        (
            {"e4": "tcs"},
            ("e4",),
            "opponent’s figure on e4: straight 1, diagonal 1; Minion. It can go to d3, e3 or f3.",
        ),
        ({"e4": "scc"}, ("e4",), "straight 1, diagonal 2. It can go to 12 squares."),
        ({"e4": "Tdd"}, ("e4",), "straight 0, diagonal 0"),
        ({"e9": "Tcs"}, ("e9",), "already inside"),
        ({"e4": "Ss"}, ("e4", "e7"), "at most 2 squares straight, and e7 is 3 away."),
        ({"e4": "Ss"}, ("e4", "f5"), "diagonal rating is 0"),
        ({"e4": "Ss"}, ("e4", "f6"), "line leads from e4 to f6"),
        ({"e4": "Sss", "e5": "tc"}, ("e4", "e6"), "The figure on e5 is in the way."),
        ({"e4": "Ss", "e5": "Tc"}, ("e4", "e5"), "own figure is already on e5"),
        ({"e4": "Ss", "e7": "Tc"}, ("e4", "e7"), "at most 2 squares straight, and e7 is 3 away."),
        ({"e4": "Ss", "f6": "Tc"}, ("e4", "f6"), "line leads from e4 to f6"),
        ({"e4": "Ssd"}, ("e4", "e5"), "exactly 2 squares straight"),
        ({"e4": "Tcs"}, ("e4", "d4"), "nearer to your opponent’s zone"),
        (
            {"e4": "Tcsz"},
            ("e4", "e7"),
            "at most 1 square straight, and e7 is 3 away. Turning a corner doesn’t get it there either.",
        ),
        ({"e4": "Tcsz"}, ("e4", "f7"), "no clear path to f7"),
        ({"e4": "Ss"}, ("e4", "e4"), "another square"),
        ({"e4": "Ss"}, ("do:end",), "Every turn begins with a Move."),
        (
            {"a3": "Ss", "a9": "sssssh"},
            ("a3", "b3"),
            "exposes your Prime: Dark’s figure on a9 could capture it",
        ),
        ({"b9": "sssssh", "h5": "S"}, ("a1", "b2"), "Dark’s figure on b9 could capture it on b2."),
        ({"a9": "sssssh", "e4": "Ss"}, ("e4", "e5"), "attack, and this Move doesn’t save it: Dark’s figure on a9"),
        ({"a9": "sssssh", "e4": "Ss"}, ("e4",), "attack, and no Move by this figure saves it: Dark’s figure"),
        (
            {"e4": "Tcs", **dict.fromkeys(("d5", "e5", "f5"), "S")},
            ("e4",),
            "nearer to your opponent’s zone: your own figures on d5, e5 and f5 block",
        ),
        ({"e4": "Ssd", **dict.fromkeys(("e2", "c4", "g4", "e6"), "S")}, ("e4",), "figures on e2, c4, g4 and e6 block"),
        (
            {"a2": "Tcs", "b8": "sssssh", "a9": "sss"},
            ("b8",),
            "It can go to",
        ),
    ],
)
def test_refused_moves_give_reasons(figures: dict[str, str], targets: tuple[str, ...], reason: str) -> None:
    assert reason in find_refusal_text(create_position({**DISTANT_PRIMES, **figures}), *targets)


def test_figure_unable_to_take_gives_a_reason() -> None:
    """The refusal for a figure that cannot take says that a rod has room for only five pieces (Attack)."""
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sccsss", "e9": "tch"}), "e8-e9")
    for targets in (("e9",), ("a1",), ("prey:c1",)):
        assert find_refusal_text(state, *targets) == "The figure on e9 already has 5 pieces, and the limit is 5."


def test_pinned_figure_names_its_attacker() -> None:
    state = create_position({"a1": "Ck", "a3": "Cc", "a9": "sssssh", "j10": "ck"})
    assert find_refusal_text(state, "a3").endswith("Dark’s figure on a9 could capture it on a1.")


@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (("prey:h1", "prey:h2", "e9"), "The captured figure doesn’t have 2 hexagons."),
        (
            ("prey:s1", "prey:h1"),
            "There’s room for only one of these pieces: the figure on e9 already has 4 pieces, and the limit is 5.",
        ),
        (("prey:s1", "pool:h"), "You can take pieces only from the figure you captured."),
        (("prey:s1", "a1"), "Only your figure on e9 can take these pieces."),
        (("e9",), "First pick up what to take, then touch your figure."),
        (("do:end",), "First choose what to take from the captured figure."),
        (("a1",), "First choose what to take from the captured figure."),
    ],
)
def test_refused_takes_give_reasons(targets: tuple[str, ...], reason: str) -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sccss", "e9": "tsh"}), "e8-e9")
    assert find_refusal_text(state, *targets) == reason


@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (("a1",), "between your figure on e9 and its neighbours"),
        (("d9", "piece:s1", "e9"), "The figure on d9 needs a piece besides the crown and the star."),
        (("e9", "piece:c1", "f9"), "The figure on f9 would have more than 4 pieces besides the crown and the star."),
        (("e9", "piece:c1", "e9"), "already on e9"),
        (
            ("piece:c1", "pool:h"),
            SEPARATION_TEXT,
        ),
        (
            ("pool:h", "piece:c1"),
            SEPARATION_TEXT,
        ),
        (("e9", "piece:k1", "d9"), "The crown and the star would meet on d9."),
        (("e9", "piece:k1", "f9"), "Dark’s figure on g10 could capture it on f9."),
        (("pool:d", "e9"), "The pool doesn’t have a diamond."),
        (("pool:t", "e9"), "The crown and the star can’t share a figure."),
        (("e9", "e8"), "already moved this turn"),
        (("prey:s1",), "nothing to take"),
    ],
)
def test_refused_swaps_and_resources_give_reasons(targets: tuple[str, ...], reason: str) -> None:
    figures = {"a1": "Cc", "e8": "Scsk", "d9": "Cst", "f9": "Cccss", "g10": "tcc", "j2": "ck"}
    state = play(create_position(figures, pool="ht"), "e8-e9")
    assert reason in find_refusal_text(state, *targets)


def test_second_swap_or_resource_gives_a_reason() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Scc", "d9": "Cs"}, pool="dd"), "e8-e9")
    assert "already brought back" in find_refusal_text(play(state, "res:d"), "pool:d", "e9")
    assert "already handed over" in find_refusal_text(play(state, "swap:e9>d9:c"), "d9", "piece:s1", "e9")
    state_outside_zone = play(create_position({**DISTANT_PRIMES, "e4": "Scc", "d5": "Cs"}, pool="d"), "e4-e5")
    assert "Dark’s Starting Zone" in find_refusal_text(state_outside_zone, "pool:d", "e5")


SAMPLE_TARGETS = [
    *SQUARE_NAMES[::7], "do:end", "do:none", "do:done", "do:fill", "store", "store:c", "base:T", "piece:c1", "piece:k1",
           "prey:s1", "pool:h", "nonsense", "piece:", "pool:", "store:q", "base:", ""]  # fmt: skip


@pytest.mark.parametrize("seed", range(9))
def test_every_touch_gets_a_full_sentence(seed: int) -> None:
    chance = random.Random(seed)
    state = GAME.initial({"setup": ("default", "shuffled", "build")[seed % 3]}, seed)
    for _ in range(40):
        for _ in range(8):
            sentence = GAME.explain(state, chance.choices(SAMPLE_TARGETS, k=chance.randint(0, 4))).sentence
            assert sentence.endswith(".")
            assert sentence[0] == sentence[0].upper()
            assert "prey:" not in sentence
        actions = GAME.legal_actions(state)
        if not actions:
            break
        action = chance.choice(actions)
        assert GAME.describe(state, action)[0].isupper()
        state = GAME.apply(state, action)


# --- hints


LATE_POSITION = "(ss)8(tk)/10/3(tcs)6/10/3(Ss)6/10/10/10/5(Cs)4/4(Sck)5 l ch 3"


@pytest.mark.parametrize(
    ("actions", "selected_targets", "message"),
    [
        ((), ("d6",), "d6: straight 2, diagonal 0."),
        (("d6-d8",), ("prey:c1",), "Touch your figure on d8 to give it this piece"),
        (("d6-d8",), ("prey:c1", "prey:s1"), "Touch your figure on d8 to give it these pieces"),
        (("e1-e2",), ("e2",), "Pick up the piece"),
        (("e1-e2",), ("e2", "piece:k1"), "Touch the figure that should get this piece"),
        (("e1-e2",), ("piece:k1",), "Touch the figure that should get this piece"),
    ],
)
def test_hint_names_the_next_target(actions: tuple[str, ...], selected_targets: tuple[str, ...], message: str) -> None:
    assert touch_hint(play(GAME.parse_position(LATE_POSITION), *actions), selected_targets).startswith(message)


def test_hint_offers_a_second_piece_only_if_the_person_can_pick_one_up() -> None:
    answers = set()
    for seed in range(3):
        chance, state = random.Random(seed), GAME.initial({"setup": "shuffled"}, seed)
        for _ in range(60):
            actions = GAME.legal_actions(state)
            paths = [path for action in actions for path in (action.targets, *action.alternative_targets)]
            selections = {path[:length] for path in paths for length in (1, 2)}
            for targets in () if state.is_turn_start else selections:
                if sum(":" in target for target in targets) != 1 or targets[0].startswith("do:"):
                    continue
                next_targets = select(actions, targets).next_targets
                is_offered = any(":" in target for target in next_targets)
                assert ("second" in touch_hint(state, targets)) == is_offered
                answers.add((targets[0].split(":")[0] in ("prey", "pool"), is_offered))
            if not actions:
                break
            state = GAME.apply(state, chance.choice(actions))
    assert len(answers) == 4


@pytest.mark.parametrize(
    ("actions", "selected_targets", "is_picked_up"),
    [
        ((), ("d6",), True),
        (("d6-d8",), ("prey:c1",), True),
        (("d6-d8",), ("prey:c1", "prey:s1"), True),
        (("e1-e2",), ("e2",), False),
        (("e1-e2",), ("e2", "piece:k1"), True),
    ],
)
def test_pieces_are_picked_up_and_a_giver_is_only_chosen(
    actions: tuple[str, ...], selected_targets: tuple[str, ...], is_picked_up: bool
) -> None:
    state = play(GAME.parse_position(LATE_POSITION), *actions)
    assert PACKAGE.view.is_picked_up(state, selected_targets) == is_picked_up


@pytest.mark.parametrize(
    ("selected_targets", "message"),
    [
        (("base:S",), "a free square"),
        (("store:c",), "the figure that should get the piece."),
        (("e1",), "a square or the supply"),
        (("e1", "piece:c1"), "or the supply."),
    ],
)
def test_hint_guides_the_builder(selected_targets: tuple[str, ...], message: str) -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "S>e1", "c>e1")
    assert message in touch_hint(state, selected_targets)


def test_problems_are_reported_during_a_selection() -> None:
    state = play(GAME.initial({"setup": "build"}, 1), "T>a1")
    assert "The triangle on a1" in touch_hint(state, ("base:S",))
