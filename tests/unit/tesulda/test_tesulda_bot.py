"""Test the bot of Tesulda: its Moves, winning turns, armies, threats and reasons."""

from __future__ import annotations

import random

import pytest

from ruleboard.engine.search.thinking import LEVELS, Question, TurnChoice
from ruleboard.engine.search.thinking import MAX_SCORE as WON_FOR_CERTAIN
from ruleboard.engine.steps import run_to_end
from ruleboard.games.tesulda import PACKAGE, building
from ruleboard.games.tesulda.army import army_problems
from ruleboard.games.tesulda.bot import TesuldaBot
from ruleboard.games.tesulda.moves import Move, MoveFigure
from ruleboard.games.tesulda.position import Position, position_of
from ruleboard.games.tesulda.search_rules import attack_with_rescue, position_after_turn
from ruleboard.games.tesulda.state import State, turn_start
from tests.support.positions import SWAP_MATE
from tests.unit.tesulda.positions import create_position as at
from tests.unit.tesulda.positions import create_random_position_text, play

GAME = PACKAGE.game
BOT = TesuldaBot()


def find_choice(state: State, level: int, seed: int = 1) -> TurnChoice[Move]:
    """Return the choice of a bot of a level in a state that has not occurred before."""
    return run_to_end(BOT.think(state, Question(state.side, level, seed)))


def play_choice(state: State, answer: TurnChoice[Move]) -> State:
    """Return the state after the actions of a choice, and check that each of them is legal."""
    for action in answer.actions:
        assert action in GAME.legal_actions(state)
        state = GAME.apply(state, action)
    return state


def play_random_game(seed: int, turn_count: int) -> list[State]:
    """Return the states of a random game that begins with random armies."""
    chance = random.Random(seed)
    state = GAME.initial({"setup": "shuffled"}, seed)
    states = [state]
    while GAME.to_move(state) is not None and len(states) < turn_count:
        state = GAME.apply(state, chance.choice(GAME.legal_actions(state)))
        states.append(state)
    return states


def rebuild_position(position: Position) -> Position:
    """Return the position of the same board, with a key and a score that no step has changed."""
    return position_of(position.board, position.side, position.quiet_turns)


def test_search_transfers_pieces_like_the_contract() -> None:
    """The search's Attacks, takes and swaps are legal actions that lead to the same figures (A turn, 2 and 3)."""
    checked_count = 0
    for state in (GAME.parse_position(create_random_position_text(random.Random(seed))) for seed in range(12)):
        for action in GAME.legal_actions(state):
            if not isinstance(action.move, MoveFigure):
                continue
            origin, goal = action.move.origin, action.move.goal
            later_state, decisions = state, attack_with_rescue(state.position, 100 * origin + goal)
            for decision in decisions:
                later_state = GAME.apply(
                    later_state,
                    next(candidate for candidate in GAME.legal_actions(later_state) if candidate.move == decision),
                )
            search_position = position_after_turn(state.position, origin, goal, with_rescue=True)
            assert search_position == rebuild_position(search_position)
            if decisions:
                checked_count += 1
                assert turn_start(later_state, 1 - state.side).position == search_position
    assert checked_count > 5


@pytest.mark.parametrize("level", LEVELS)
def test_choice_completes_the_turn_from_any_state(level: int) -> None:
    for state in play_random_game(level, 30)[20:]:
        if level < 3 or not state.is_turn_start:
            assert play_choice(state, find_choice(state, level)).side != state.side


def test_expected_reply_follows_the_turn() -> None:
    state = turn_start(DODGER_STATE, 0)
    answer = find_choice(state, 3)
    for action in answer.line:
        assert action in GAME.legal_actions(state)
        state = GAME.apply(state, action)
    assert len(answer.line) == len(answer.actions) + 1


@pytest.mark.parametrize("level", LEVELS)
def test_choice_depends_only_on_state_and_seed(level: int) -> None:
    state = GAME.initial({}, 0)
    if level > 3:  # with few figures left the search is short
        state = DODGER_STATE
    assert find_choice(state, level, 5) == find_choice(state, level, 5)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_armies_follow_the_setup_rules(level: int, seed: int) -> None:
    """Bots of both sides build armies by the rules while the other army is hidden (Setup)."""
    state = GAME.initial({"setup": "build"}, seed)
    light = run_to_end(BOT.think(GAME.view(state, 0), Question(0, level, seed)))
    state = play_choice(state, light)
    dark = run_to_end(BOT.think(GAME.view(state, 1), Question(1, level, seed)))
    state_before_ready = state
    for action in dark.actions[:-1]:
        state_before_ready = GAME.apply(state_before_ready, action)
    assert army_problems(building.current_army(state_before_ready), 1) == ()
    assert GAME.to_move(play_choice(state, dark)) == 0


MATE_STATE = at({"a10": "ck", "b4": "Sssh", "e5": "Tcs", "f5": "Sssh", "j1": "Sck"})
"""Light wins by f5-f10: the Prime on a10 is attacked along the rank, and b9, its only goal, along file b."""
DODGER_STATE = at({"j10": "cssk", "f7": "tcss", "d4": "Ccsz", "a1": "Sck"}, "d")
"""Light's Dodger reaches f7 by one square straight and two diagonally."""


@pytest.mark.parametrize("level", LEVELS)
def test_search_finds_a_winning_move(level: int) -> None:
    """The search finds a Move that wins because the other side has no Move and its Prime is attacked (End)."""
    for seed in range(3):
        answer = find_choice(MATE_STATE, level, seed)
        assert answer.score == WON_FOR_CERTAIN
        assert GAME.outcome(play_choice(MATE_STATE, answer)) is not None


@pytest.mark.parametrize("level", [4, 5])
def test_search_finds_a_winning_swap(level: int) -> None:
    """The search finds a swap that wins by giving the square on f10 a hexagon, with which it attacks a10 (Ratings).

    The figure on b4 covers b9, the Prime's only goal.
    """
    state = at({"a10": "ck", "b4": "Sssh", "f10": "Sss", "g8": "Cch", "j1": "Sck"})
    answer = find_choice(state, level)
    assert answer.score == WON_FOR_CERTAIN
    assert GAME.outcome(play_choice(state, answer)) is not None


STAR_RESCUE_POSITION = (
    "(sssh)2(sct)(sck)(ccdh)1(ccch)1(sssh)/1(tcs)2(tcszh)(tcs)1(Scszht)(tcssz)(tsh)/2(sc)(tcsdz)1(ccsh)4/(tsh)5(scd)3/"
    "2(Ccszh)3(ccsh)3/10/2(Tcsh)2(Cccsh)(Sd)3/10/(Tsh)(Tcs)(Tcs)2(Tcs)1(Tcs)(Tcs)(Tsh)/"
    "(Sssh)(Scdz)2(Sck)(Ccdh)2(Csdz)(Sssh) d cccccssdz 0"
)
"""Dark's i9 can capture the Tactician on h9, where c6 takes back; h10 is out of reach. c6 can be captured, too."""


@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (GAME.parse_position(STAR_RESCUE_POSITION), ("i9-h9", "take:t", "swap:h9>h10:zt")),
        (
            at({"e5": "Sss", "d9": "Tc", "e8": "tcst", "h8": "sss", "a5": "tcss", "j1": "Sck", "a10": "ck"}),
            ("e5-e8", "take:ct", "swap:e8>d9:st"),
        ),
    ],
    ids=["a whole game", "few figures"],
)
@pytest.mark.parametrize("level", [3, 5])
def test_search_swaps_a_captured_star_before_its_recapture(level: int, state: State, actions: tuple[str, ...]) -> None:
    """The search passes a captured star to a neighbour before the capturing figure is recaptured (A turn, 2 and 3)."""
    answer = find_choice(state, level)
    assert tuple(action.text for action in answer.actions) == actions
    assert answer.score > 200


def can_win_at_once(state: State, side: int) -> bool:
    """Return True if a side can end its turn with a win."""
    outcome = GAME.outcome(state)
    if outcome is not None or state.side != side:
        return outcome is not None and outcome.returns[side] > 0
    return any(can_win_at_once(GAME.apply(state, action), side) for action in GAME.legal_actions(state))


@pytest.mark.parametrize("level", [4, 5])
def test_search_prevents_a_winning_swap(level: int) -> None:
    """The search prevents f9-f10, after which a swap from g9 lets f10 attack the Prime on a10 (Swap).

    The figure on b4 covers b9, the Prime's only goal.
    """
    figures = {"a10": "ck", "d5": "sssss", "i5": "Tcss", "b4": "Sssh", "f9": "Sss", "g9": "Cch", "j1": "Sck"}
    state_with_trap = at(figures, "d")
    assert can_win_at_once(play(state_with_trap, "d5-i5", "take:-"), 0)
    assert not can_win_at_once(play_choice(state_with_trap, find_choice(state_with_trap, level)), 0)


@pytest.mark.parametrize("level", [3, 4])
def test_avoidable_win_by_swap_is_not_certain(level: int) -> None:
    """A win that the other side can avoid does not get the score of a certain win.

    After e9-g5 each Move of Light loses at once, but after c4-e2 with the swap f1>e2:d Dark has no winning turn.
    """
    text = (
        "(sssh)2(sct)(sck)(ccdh)3(Scszht)/1(tcs)2(tcszh)(tcs)3(tsh)/2(sc)7/(tsh)5(scd)3/3(ccccsh)2(ccszh)(tcss)2/10/"
        "2(Tcsh)3(Sd)3/7(Cs)2/(Tsh)(Tcs)(Tcs)2(Tcs)1(Tcsdz)(Tcs)(Tsh)/(Sssh)(Scdz)2(Sck)(Ccdh)3(Sssh)"
        " d cccccccccsssssssddzzzhhhh 0"
    )
    state = GAME.parse_position(text)
    assert find_choice(state, level).score < WON_FOR_CERTAIN


@pytest.mark.parametrize("level", [2, 3])
def test_search_saves_a_figure_attacked_round_a_corner(level: int) -> None:
    state = play_choice(DODGER_STATE, find_choice(DODGER_STATE, level))
    assert not BOT.threats(state, 1)


def test_mate_by_swap_is_a_threat() -> None:
    state = GAME.parse_position(SWAP_MATE)
    later_state = GAME.apply(state, GAME.parse_action(state, "a2-a4"))
    while GAME.to_move(later_state) == 0:
        later_state = GAME.apply(later_state, GAME.parse_action(later_state, "end"))
    for text in ("b10-c9", "swap:d10>c9:t", "end"):
        if GAME.outcome(later_state) is None:
            later_state = GAME.apply(later_state, GAME.parse_action(later_state, text))
    outcome = GAME.outcome(later_state)
    assert outcome is not None
    assert outcome.winners == (1,)
    threat = BOT.threats(state, 0)[0]
    assert threat.sentence == (
        "Dark’s figure on b10 threatens to go to c9. "
        "Then the figure on d10 can hand a star to the one on c9, and no Move can save your Prime."
    )
    assert threat.targets == ("b10", "g1")


def test_averting_a_mate_by_swap_is_a_reason() -> None:
    """The reason for c2-d3 is that it prevents a mate by a swap, since the Prime can then escape."""
    state = GAME.parse_position(SWAP_MATE)
    assert "This turn stops Dark from winning on the next one." in BOT.reasons(
        state, [GAME.parse_action(state, "c2-d3")]
    )
    (tip,) = BOT.tips(turn_start(state, 1), 1)
    assert tip.can_win


def test_ratings_are_a_reason_only_when_pieces_change_them() -> None:
    state = GAME.parse_position(SWAP_MATE)
    move = GAME.parse_action(state, "a2-a4")
    state_after_move = GAME.apply(state, move)
    swaps = [action for action in GAME.legal_actions(state_after_move) if action.text.startswith("swap")]
    assert swaps
    for action in swaps:
        goal = action.text[8:10]
        old_ratings, new_ratings = (
            GAME.name(state_with_name, goal).partition("; ")[2]
            for state_with_name in (state_after_move, GAME.apply(state_after_move, action))
        )
        rating_reasons = [reason for reason in BOT.reasons(state, [move, action]) if " then has " in reason]
        assert (not rating_reasons) == (old_ratings == new_ratings)


def test_existing_attack_is_not_a_new_threat() -> None:
    """An attack that existed before the Move is not a new threat, even if only now a Minion could recapture."""
    state = at({"a10": "ccck", "d5": "csss", "c6": "tcs", "d2": "Sssss", "c3": "Tcs", "j1": "Sck"})
    reasons = BOT.reasons(state, [GAME.parse_action(state, "c3-c4")])
    assert not [reason for reason in reasons if "threatens" in reason]


def test_threats_follow_the_path_of_a_move() -> None:
    """A threat shows the path of a Dodger, which goes round a corner and attacks at the end (Traits)."""
    (threat,) = BOT.threats(DODGER_STATE, 1)
    assert threat.targets == ("d4", "f7")
    assert threat.path in (("d4", "d5", "e6", "f7"), ("d4", "e5", "f6", "f7"))
    assert threat.sentence == "Light’s figure on d4 threatens to capture your figure on f7."


def test_end_of_the_game_is_the_worst_threat() -> None:
    threat = BOT.threats(turn_start(MATE_STATE, 1), 1)[0]
    assert threat.targets == ("f5", "a10")
    assert threat.path == ("f5", "f6", "f7", "f8", "f9", "f10")
    assert threat.sentence == "Light’s figure on f5 threatens to go to f10. Then no Move can save your Prime."


def test_attacks_on_a_prime_come_first() -> None:
    state = at({"a10": "ccck", "a5": "Sssh", "j1": "Sck"}, "d")
    threat = BOT.threats(state, 1)[0]
    assert threat.path == ("a5", "a6", "a7", "a8", "a9", "a10")
    assert threat.targets == ("a5", "a10")


def test_building_armies_has_no_threats() -> None:
    assert BOT.threats(GAME.initial({"setup": "build"}, 0), 0) == ()


@pytest.mark.parametrize(
    ("state", "actions", "reason"),
    [
        (MATE_STATE, "f5-f10", "This turn wins the game."),
        (DODGER_STATE, "f7-h7", "This turn saves Dark’s figure on f7."),
        (turn_start(DODGER_STATE, 0), "d4-f7", "This turn captures Dark’s figure on f7, and Dark can’t recapture."),
        (
            at({"j1": "cssk", "f7": "tcss", "d4": "Ccsz", "a1": "Sck"}),
            "d4-f7 take:cs",
            "The figure on f7 then has ratings of 2 straight and 3 diagonal.",
        ),
        (at({"a10": "ccck", "b5": "Sssh", "j1": "Sck"}), "b5-a5", "This turn attacks Dark’s Prime."),
        (at({"a10": "ccck", "a5": "Sssh", "j1": "Sck"}, "d"), "a10-b9", "This turn saves the Prime."),
        (
            at({"a10": "ccck", "a8": "tcs", "b5": "Sssh", "j1": "Sck"}),
            "b5-a5",
            "Only Dark’s figure on a8 shields Dark’s Prime from the figure that moved.",
        ),
        (
            at({"j10": "ccck", "e6": "ssc", "c6": "Csc", "b3": "Sss", "a1": "Sck"}),
            "b3-c3",
            "This turn guards Light’s figure on c6.",
        ),
        (
            at({"j10": "ccck", "a5": "Sss", "j1": "Sck"}),
            "a5-a7",
            "The figure can enter Dark’s Starting Zone next turn.",
        ),
        (
            at({"j10": "ccck", "a3": "Sss", "a4": "Ccs", "j1": "Sck"}),
            "a4-b4",
            "The figure on b4 can then reach 9 squares, 3 more than before.",
        ),
        (
            at({"j10": "ccck", "a3": "Ssss", "a4": "Ccs", "j1": "Sck"}),
            "a4-b4",
            "The figure on a3 can then reach 10 squares, 4 more than before.",
        ),
        (
            at({"a10": "ccck", "f2": "tcs", "d4": "Css", "j1": "Sck"}),
            "d4-e3",
            "This turn threatens Dark’s figure on f2.",
        ),
    ],
)
def test_reasons_describe_effects_of_moves(state: State, actions: str, reason: str) -> None:
    turns, later_state = [], state
    for text in actions.split():
        turns.append(GAME.parse_action(later_state, text))
        later_state = GAME.apply(later_state, turns[-1])
    assert reason in BOT.reasons(state, turns)


def test_insignificant_move_has_one_plain_reason() -> None:
    """A bot gives a reason that is true of many Moves only if it has no better reason."""
    state = at({"a10": "ccck", "b5": "Sssh", "j1": "Sck"})
    assert BOT.reasons(state, [GAME.parse_action(state, "b5-b4")]) == ("This turn leaves all of Light’s figures safe.",)
    assert BOT.reasons(state, [GAME.parse_action(state, "b5-b6")]) == (
        "This turn brings the figure closer to Dark’s Prime.",
    )
