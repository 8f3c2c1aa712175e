"""Test the targets of Tensor Chess's actions: moves by a single touch, ambiguous targets, and chains of hops."""

from __future__ import annotations

import random

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.selection import Selection, select
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.board import KING_STEPS, SQUARE_NAMES
from ruleboard.games.tensor_chess.chains import chains
from ruleboard.games.tensor_chess.movegen import LegalActions
from ruleboard.games.tensor_chess.moves import BeastCapture, PlainMove
from ruleboard.games.tensor_chess.packed_moves import pseudo_legal_moves
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.unit.tensor_chess.positions import (
    VARIED_POSITIONS,
    create_scattered_position,
    parse_board,
    play_random_moves,
)

GAME = PACKAGE.game

HOP_STATE = GAME.parse_position(VARIED_POSITIONS[0])


def select_targets(state: State, targets: str) -> Selection:
    return select(GAME.legal_actions(state), targets.split())


def find_decided_text(state: State, targets: str) -> str | None:
    action = select_targets(state, targets).only_action
    return action.text if action else None


@pytest.mark.parametrize(
    ("state", "targets", "text"),
    [
        (START_STATE, "e2 e4", "e2e4"),
        (START_STATE, "a1 b1 a1", "a1>b1a1"),
        (HOP_STATE, "e3 d6", "e3^f4d6"),
        (HOP_STATE, "e3 c7", "e3^f4c7"),
        (HOP_STATE, "e3 f4 c7", "e3^f4c7"),  # over the beast, where no propel is made so
        (HOP_STATE, "f4 h4", "f4h4"),  # a near landing, though the chain could go on
        (HOP_STATE, "f4 h8", "f4h8"),
        (HOP_STATE, "d4 d5 d6", "d4d6xd5"),
        (HOP_STATE, "d4 do:hop d6 d5", "d4d4xd5"),  # over it and back
        (HOP_STATE, "f4 do:hop h4 h6 h8", "f4h8"),
        (HOP_STATE, "f4 do:hop h4 h6 do:stop", "f4h6"),
        (HOP_STATE, "f4 do:hop h4 h5", "f4h6xh5"),
        (HOP_STATE, "f4 do:hop h4 h6 h5", "f4h4xh5"),
        (parse_board("9k/10/10/10/10/10/2t6P/1T7K"), "b1 c2 d3", "b1d3xc2"),
        (parse_board("9k/10/10/10/10/10/2t6P/1T7K"), "b1 c2 b1", "b1b1xc2"),  # over it and back
        (parse_board("k9/4P5/10/10/10/10/10/9K"), "e7 e8 do:promote-t", "e7e8t"),
        (parse_board("1k8/10/10/10/10/10/10/R4K3R", rights="KQ"), "f1 h1", "f1h1"),
        (parse_board("1k8/10/10/10/10/10/10/R4K3R", rights="KQ"), "f1 i1", "f1i1"),
        (parse_board("9k/10/10/10/2T7/10/Q9/9K"), "a2 e2", "a2e2"),  # not asked whether straight or by a bounce
    ],
)
def test_touches_narrow_the_moves(state: State, targets: str, text: str) -> None:
    assert find_decided_text(state, targets) == text


def test_hop_over_a_beast_differs_from_its_capture() -> None:
    """A hop over a beast and its capture are different moves: a touch of the landing square asks which one to play."""
    state = parse_board("9k/10/10/10/10/10/2t6P/1T7K")
    ambiguous_selection = select_targets(state, "b1 d3")
    assert {action.text for action in ambiguous_selection.complete_actions} == {"b1d3", "b1d3xc2"}
    assert not ambiguous_selection.next_targets


def test_ambiguous_bounce_or_propel_asks_for_the_kind() -> None:
    state = parse_board("9k/10/10/10/2T7/10/Q9/9K")
    assert {action.text for action in select_targets(state, "a2 c4 e2").complete_actions} == {"a2^c4e2", "a2>c4e2"}
    assert find_decided_text(state, "a2 c4 b5") == "a2>c4b5"


def test_hop_by_hop_needs_a_chain_of_hops() -> None:
    assert "do:hop" in select_targets(HOP_STATE, "f4").next_targets
    assert "do:hop" not in select_targets(START_STATE, "b1").next_targets
    assert "do:hop" not in select_targets(HOP_STATE, "b4").next_targets


def test_hop_by_hop_shows_only_the_next_landings() -> None:
    assert set(select_targets(HOP_STATE, "f4 do:hop").next_targets) == {"h4", "d6", "d2", "h6"}
    assert set(select_targets(HOP_STATE, "f4 do:hop h4").next_targets) == {"h6", "h5", "do:stop"}


def test_kind_distinguishes_moves() -> None:
    kinds = {action.text: action.kind for action in GAME.legal_actions(HOP_STATE)}
    assert kinds["e3d2"] == "go"
    assert kinds["g5e6"] == "capture"
    assert kinds["e3^f4d6"] == "special bounce"
    assert kinds["e3^f4c7"] == "capture bounce"
    assert kinds["e3>f4d2"] == "special propel"
    assert kinds["f4h8"] == "go hop"
    assert kinds["d4d6xd5"] == "capture hop"
    castling_kinds = {
        action.kind for action in GAME.legal_actions(parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"))
    }
    assert castling_kinds == {"go", "special castle"}


def positions() -> list[State]:
    chance = random.Random(5)
    varied_states = [
        play_random_moves(GAME.parse_position(fen), chance, length) for fen in VARIED_POSITIONS for length in (0, 3, 9)
    ]
    return [
        *varied_states,
        *(create_scattered_position(chance) for _ in range(40)),
        *(play_random_moves(START_STATE, chance, 40) for _ in range(20)),
    ]


def test_captures_of_a_beast_ask_where_to_land() -> None:
    """A touch of the captured beast completes the capture only if no capture of it lands elsewhere (our rule)."""
    choice_count = 0
    for state in positions():
        landings: dict[tuple[int, int], set[int]] = {}
        for action in GAME.legal_actions(state):
            if isinstance(move := action.move, BeastCapture):
                landings.setdefault((move.start, move.beast), set()).add(move.landing)
        for squares, ends in landings.items():
            selection = select_targets(state, " ".join(SQUARE_NAMES[square] for square in squares))
            is_choice = len(ends) > 1
            assert set(selection.next_targets) == ({SQUARE_NAMES[end] for end in ends} if is_choice else set())
            assert len(selection.complete_actions) == (not is_choice)
            choice_count += is_choice
    assert choice_count > 20


def test_every_move_can_be_made_by_touching() -> None:
    """The targets of an action, and all alternatives, select that action. No two actions have the same targets."""
    for state in positions():
        legal = GAME.legal_actions(state)
        assert len({action.targets for action in legal}) >= len(legal) - count_shared_targets(legal)
        for action in legal:
            for targets in (action.targets, *action.alternative_targets):
                assert action in select(legal, targets).complete_actions


def count_shared_targets(legal: tuple[Action, ...] | list[Action]) -> int:
    """Return the number of groups of actions in which a bounce, a propel and a plain move have the same targets."""
    return sum(action.kind.endswith("bounce") and len(action.targets) == 3 for action in legal)


def test_action_with_a_text_is_that_of_the_sequence() -> None:
    """An action that the rules build from its text alone equals the action in the sequence of legal actions."""
    rng = random.Random(2)
    for _ in range(60):
        state = create_scattered_position(rng)
        legal = LegalActions(state)
        actions = list(LegalActions(state))
        rng.shuffle(actions)
        assert [legal.find(action.text) for action in actions] == actions
        assert all(action in legal for action in actions)


def test_complete_touches_have_no_continuation() -> None:
    """A complete selection has no continuation, so that no player must wait or confirm."""
    for state in positions():
        legal = GAME.legal_actions(state)
        for action in legal:
            for targets in (action.targets, *action.alternative_targets):
                assert not select(legal, targets).next_targets, (GAME.format_position(state), targets)


def test_chains_end_at_every_legal_landing() -> None:
    """Chains of hops lead to every legal landing except single steps, with one chain for each landing."""
    for state in positions():
        for square, code in enumerate(state.board):
            if code == b"Tt"[state.turn]:
                listed_chains = chains(state, square)
                assert all(
                    len(set(chain.landings)) == len(chain.landings)
                    for chain in listed_chains
                    if chain.captured_square < 0
                )
                moves = pseudo_legal_moves(state, square)
                capture_landings = {(move.landing, move.beast) for move in moves if isinstance(move, BeastCapture)}
                plain_landings = {(move.landing, -1) for move in moves if isinstance(move, PlainMove)}
                step_landings = {(landing, -1) for landing in KING_STEPS[square]}
                assert {chain.end for chain in listed_chains} == capture_landings | (plain_landings - step_landings)


def test_many_chains_are_cut_to_the_shortest() -> None:
    """On a board full of pieces, each landing has only its shortest chain."""
    state = parse_board("k9/1p1p1p1p1p/p1p1p1p1p1/1p1p1p1p1p/p1p1p1p1p1/1p1p1p1p1p/p1p1p1p1n1/Tn1n1n1n1K")
    listed_chains = chains(state, 0)
    assert len(listed_chains) == len({chain.end for chain in listed_chains}) == 19
