"""Test how pieces change rods: take, swap and Resource (spec: A turn, 2 and 3)."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import IllegalAction
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.state import State
from tests.unit.tesulda.positions import create_position, list_legal_texts, play

GAME = PACKAGE.game

DISTANT_PRIMES = {"a1": "Ck", "j10": "ck"}


def state_after_attack(
    attacker: str, captured_figure: str, other_figures: dict[str, str] | None = None, pool: str = "-"
) -> State:
    """Return the state after ``attacker`` has gone from e4 to e5 and captured ``captured_figure``."""
    return play(
        create_position({**DISTANT_PRIMES, "e4": attacker, "e5": captured_figure, **(other_figures or {})}, pool=pool),
        "e4-e5",
    )


def state_after_prime_attack(attacker: str, captured_figure: str) -> State:
    """Return the state after a Prime has gone from e4 to e5 and captured ``captured_figure``."""
    return play(create_position({"j10": "ck", "e4": attacker, "e5": captured_figure}), "e4-e5")


def find_takes(state: State) -> set[str]:
    return {text.removeprefix("take:") for text in list_legal_texts(state)}


def find_texts(state: State, word: str) -> set[str]:
    return {text for text in list_legal_texts(state) if text.startswith(word)}


# --- Attack


def test_player_takes_up_to_two_captured_pieces() -> None:
    assert find_takes(state_after_attack("Sc", "tchh")) == {"-", "c", "h", "ch", "hh"}


def test_take_always_follows_an_attack() -> None:
    """After every Attack the player takes pieces, or takes none by ``take:-`` (Text formats)."""
    assert find_takes(state_after_attack("Scccch", "tss")) == {"-"}
    assert find_takes(state_after_attack("Sc", "t")) == {"-"}


def test_taking_respects_the_size_limit_of_five() -> None:
    assert find_takes(state_after_attack("Scszz", "tch")) == {"-", "c", "h"}


def test_crown_counts_as_two_when_taking() -> None:
    """A crown counts as two: a Prime with two more pieces can take one, and with three more none (A turn, 2)."""
    assert find_takes(state_after_prime_attack("Scck", "tsh")) == {"-", "s", "h"}
    assert find_takes(state_after_prime_attack("Scchk", "tsh")) == {"-"}


def test_taking_cannot_join_crown_and_star() -> None:
    assert find_takes(state_after_prime_attack("Sck", "cct")) == {"-", "c"}


def test_two_stars_may_share_a_figure() -> None:
    assert "t" in find_takes(state_after_attack("Sct", "ttc"))


def test_untaken_pieces_go_to_the_pool_without_the_base() -> None:
    state = play(state_after_attack("Sc", "tchh", pool="s"), "take:ch")
    assert state.board[44] == "Scch"
    assert state.pool == "sh"
    assert state.side == 1


def test_capturing_the_last_crown_ends_the_game_without_take() -> None:
    state = play(create_position({"a1": "Ck", "e4": "Sc", "e5": "csk"}), "e4-e5")
    assert GAME.outcome(state) is not None
    assert GAME.legal_actions(state) == ()
    assert state.pool == "sk"


def test_attack_resets_the_quiet_turns() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Sc", "e5": "tc"}, quiet=77), "e4-e5")
    assert state.quiet_turns == 0
    assert play(create_position({**DISTANT_PRIMES, "e4": "Sc", "e5": "tc"}, quiet=77), "e4-e3").quiet_turns == 78


# --- Swap


def test_figure_swaps_with_any_adjacent_friend() -> None:
    neighbour_figures = dict.fromkeys(("d4", "f4", "d5"), "Ss") | dict.fromkeys(("f5", "d6", "e6", "f6"), "Cs")
    neighbour_figures["e6"] = "cs"  # an enemy
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc", **neighbour_figures, "g7": "Cs"}), "e4-e5")
    partner_squares = {text[5:].split(":")[0] for text in find_texts(state, "swap:")}
    near_squares = {"d4", "f4", "d5", "f5", "d6", "f6"}
    assert partner_squares == {f"e5>{square}" for square in near_squares}


def test_swap_moves_one_or_two_pieces_one_way() -> None:
    """A swap moves pieces in one direction, and leaves each figure one to four plain pieces (A turn, 3)."""
    state = play(create_position({**DISTANT_PRIMES, "e4": "Sccz", "d5": "Cs"}), "e4-e5")
    assert set(list_legal_texts(state)) == {
        "swap:e5>d5:c",
        "swap:e5>d5:z",
        "swap:e5>d5:cc",
        "swap:e5>d5:cz",
        "end",
    }


def test_neighbour_can_give_pieces_in_a_swap() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Sc", "d5": "Csd"}), "e4-e5")
    assert find_texts(state, "swap:") == {"swap:d5>e5:s", "swap:d5>e5:d"}


def test_swap_leaves_at_most_four_plain_pieces() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scccs", "d5": "Csdz"}), "e4-e5")
    assert find_texts(state, "swap:") == {
        "swap:e5>d5:c",
        "swap:e5>d5:s",
    }


def test_leaders_are_not_plain_but_fill_the_rod() -> None:
    """The crown takes one of the five places on a rod: four plain pieces and a crown fit, but not five and a crown."""
    state = play(create_position({"e4": "Sk", "d5": "Cccc", "j10": "ck"}), "e4-e5")
    assert find_texts(state, "swap:") == {"swap:d5>e5:c", "swap:d5>e5:cc"}
    full_state = play(create_position({"e4": "Scssk", "d5": "Ccz", "j10": "ck"}), "e4-e5")
    assert "swap:d5>e5:c" in list_legal_texts(full_state)
    state_with_too_many_pieces = play(create_position({"e4": "Scsszk", "d5": "Ccz", "j10": "ck"}), "e4-e5")
    assert not find_texts(state_with_too_many_pieces, "swap:d5")


def test_lone_leader_must_receive_a_plain_piece() -> None:
    """A figure that has only a leader must receive a piece in a swap.

    A swap leaves each figure one to four plain pieces.
    """
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc", "d5": "Tt"}), "e4-e5")
    assert find_texts(state, "swap:") == {"swap:e5>d5:c"}


def test_crown_is_swapped_as_one_piece() -> None:
    state = play(create_position({"e4": "Sck", "d5": "Cccs", "j10": "ck"}), "e4-e5")
    assert find_texts(state, "swap:e5") == {"swap:e5>d5:k"}
    next_state = play(state, "swap:e5>d5:k")
    assert (next_state.board[43], next_state.board[44]) == ("Cccsk", "Sc")


def test_swapping_cannot_join_crown_and_star() -> None:
    state = play(create_position({"e4": "Sccst", "d5": "Cck", "j10": "ck"}), "e4-e5")
    assert not {text for text in find_texts(state, "swap:") if "t" in text.split(":")[2]}
    assert not {text for text in find_texts(state, "swap:") if "k" in text.split(":")[2]}
    assert "swap:e5>d5:cs" in list_legal_texts(state)


def test_swap_may_not_expose_the_prime() -> None:
    """The crown cannot be swapped to d5, which the figure on d9 attacks (Safety of the Prime)."""
    state = play(create_position({"e4": "Scsk", "d5": "Cc", "d9": "sssss", "j10": "ck"}), "e4-e5")
    assert set(list_legal_texts(state)) == {"swap:e5>d5:c", "swap:e5>d5:s", "end"}


def test_only_one_swap_per_turn() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sccss", "d9": "Cs"}, pool="d"), "e8-e9", "swap:e9>d9:c")
    assert find_texts(state, "swap:") == set()
    assert find_texts(state, "res:") == {"res:d"}


# --- Resource


def test_resource_takes_one_or_two_pieces_in_enemy_zone() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sc"}, pool="cch"), "e8-e9")
    assert set(list_legal_texts(state)) == {"res:c", "res:h", "res:cc", "res:ch", "end"}


def test_resource_does_not_depend_on_the_start_square() -> None:
    """A Resource is legal even if the figure's Move began in the zone (A turn, 3: 'wherever it started')."""
    state = play(create_position({**DISTANT_PRIMES, "e9": "Sc"}, pool="h"), "e9-e10")
    assert "res:h" in list_legal_texts(state)


def test_resource_needs_the_enemy_zone() -> None:
    assert play(create_position({**DISTANT_PRIMES, "e7": "Sc"}, pool="h"), "e7-e8").side == 1
    assert play(create_position({**DISTANT_PRIMES, "e3": "Sc"}, pool="h"), "e3-e2").side == 1


def test_dark_takes_resources_in_lights_zone() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e3": "sc"}, side="d", pool="h"), "e3-e2")
    assert "res:h" in list_legal_texts(state)


def test_resource_can_use_pieces_captured_this_turn() -> None:
    """A Resource can use all pieces in the pool, of both sides and also from this turn (A turn, 3)."""
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sc", "e9": "tss"}), "e8-e9", "take:s")
    assert find_texts(state, "res:") == {"res:s"}


def test_resource_keeps_size_limit_and_separates_leaders() -> None:
    large_figure_state = play(create_position({**DISTANT_PRIMES, "e8": "Sccss"}, pool="hz"), "e8-e9")
    assert find_texts(large_figure_state, "res:") == {"res:h", "res:z"}
    prime_state = play(create_position({"e8": "Sck", "j10": "ck"}, pool="ht"), "e8-e9")
    assert find_texts(prime_state, "res:") == {"res:h"}
    full_state = play(create_position({"e8": "Sczzk", "j10": "ck"}, pool="h"), "e8-e9")
    assert full_state.is_turn_start


def test_swap_and_resource_come_in_either_order() -> None:
    state = create_position({**DISTANT_PRIMES, "e8": "Scc", "d9": "Cs"}, pool="d")
    state_after_swap_first = play(state, "e8-e9", "swap:e9>d9:c", "res:d")
    state_after_resource_first = play(state, "e8-e9", "res:d", "swap:e9>d9:c")
    assert state_after_swap_first == state_after_resource_first
    assert state_after_swap_first.is_turn_start


def test_only_one_resource_per_turn() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Scc", "d9": "Cs"}, pool="dd"), "e8-e9", "res:d")
    assert find_texts(state, "res:") == set()
    assert find_texts(state, "swap:")


# --- the end of a turn


def test_turn_ends_without_remaining_actions() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc"}), "e4-e5")
    assert state.is_turn_start
    assert state.side == 1


def test_turn_continues_while_a_swap_is_possible() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc", "d5": "Cs"}), "e4-e5")
    assert not state.is_turn_start
    assert play(state, "end").side == 1


def test_turn_requires_a_move() -> None:
    """A player cannot end a turn before making a Move (A turn, 1)."""
    with pytest.raises(IllegalAction):
        GAME.parse_action(GAME.initial({}, 0), "end")


# --- touches


def test_take_touches_pieces_then_figure() -> None:
    state = state_after_attack("Sc", "tchh")
    actions_by_text = {action.text: action for action in GAME.legal_actions(state)}
    take_action = actions_by_text["take:hh"]
    assert {take_action.targets, *take_action.alternative_targets} == {
        ("prey:h1", "prey:h2", "e5"),
        ("prey:h2", "prey:h1", "e5"),
    }
    assert actions_by_text["take:-"].targets == ("do:none",)


def test_swap_touches_figure_pieces_figure() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e4": "Scc", "d5": "Cs"}), "e4-e5")
    swap_action = next(action for action in GAME.legal_actions(state) if action.text == "swap:e5>d5:c")
    assert swap_action.targets == ("e5", "piece:c1", "d5")
    assert ("piece:c2", "d5") in swap_action.alternative_targets


def test_resource_touches_pool_then_figure() -> None:
    state = play(create_position({**DISTANT_PRIMES, "e8": "Sc"}, pool="cch"), "e8-e9")
    two_piece_action = next(action for action in GAME.legal_actions(state) if action.text == "res:ch")
    assert {two_piece_action.targets, *two_piece_action.alternative_targets} == {
        ("pool:c", "pool:h", "e9"),
        ("pool:h", "pool:c", "e9"),
    }
