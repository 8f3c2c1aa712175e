"""Test the end of Equilibrium: the last tile, quiet rounds, final actions and the ranking."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleboard.app.share.session import linked_record
from ruleboard.engine.errors import PositionError
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import replay, rules_for_options
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.ranking import rank_players
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.training_text import comparison_sentences
from ruleboard.registry import GAMES
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, list_legal_texts, play

GAME = PACKAGE.game


def test_drawing_the_last_tile_triggers_the_end() -> None:
    """After the last tile is drawn, each player has a final action, even after a pass (Game end).

    The player who drew the tile acts last.
    """
    state = create_position(
        create_player(storage="I"),
        create_player(),
        create_player(),
        pile="AV",
        order=[3, 1, 2],
        passed=[2],
        phase=["action", 1],
    )
    next_state = play(state, "download T,S")
    assert len(next_state.tiles) == 5
    assert next_state.final_players == (1, 2, 0)
    assert GAME.to_move(next_state) == 1
    assert "pass" not in list_legal_texts(next_state)
    assert "skip" in list_legal_texts(next_state)


def test_refill_may_be_partial() -> None:
    next_state = play(create_position(create_player(), pile="V"), "download I,T,A")
    assert next_state.tiles == "VVS"
    assert next_state.final_players == (1, 0)


def test_remaining_pile_does_not_end_the_game() -> None:
    next_state = play(create_position(create_player(storage="I"), pile="AVS"), "download T,S")
    assert next_state.final_players is None
    assert GAME.to_move(next_state) == 1


def test_final_downloads_are_not_refilled() -> None:
    """A final Download draws no tiles, and may take fewer tiles than usual (Game end, 1)."""
    state = create_position(create_player(), create_player(), tiles="IT", pile="", final=[1, 2], phase=["final", 1])
    assert list_legal_texts(state, "download") == {"download I,T"}
    next_state = play(state, "download I,T")
    assert next_state.tiles == ""
    assert not list_legal_texts(next_state, "download"), "an empty action board"


def test_each_player_has_one_final_action() -> None:
    state = create_position(
        create_player(storage="A"),
        create_player(card="AS/IT", board={"0,0": "S"}),
        tiles="",
        pile="",
        final=[1, 2],
        phase=["final", 1],
    )
    next_state = play(state, "hack 2 A@1,0")
    assert next_state.final_players == (1,)
    assert GAME.to_move(next_state) == 1
    next_state = play(next_state, "tweak I")
    assert GAME.format_position(next_state).count('"phase":["final",2]') == 1
    next_state = play(next_state, "code sub")
    assert GAME.outcome(next_state) is not None
    assert list_legal_texts(next_state) == set()


def test_last_backpropagation_has_no_income_and_no_flips() -> None:
    """The last backpropagation has no income (Game end, 2) and no flips (our rule)."""
    state = create_position(
        create_player(board={"0,0": "I", "1,0": "I"}, cycles=3),
        create_player(cycles=3),
        tiles="",
        pile="",
        final=[2],
        phase=["final", 2],
    )
    next_state = play(state, "skip")
    assert next_state.phase.kind == "over"
    assert [player_state.cycles for player_state in next_state.players] == [3, 3]
    assert next_state.players[0].weights == (4, 2, 2, 2, 2)
    assert next_state.players[1].weights == (2, 2, 2, 2, 2)
    assert next_state.players[0].board.count("I") == 2
    assert GAME.to_move(next_state) is None


EMPTY_PILE_WARNING = "you empty the pile"


def test_download_of_the_last_tile_has_a_warning() -> None:
    """The prompt warns when a Download is selected, and the hint warns when the last tile is touched."""
    state = create_position(create_player(storage="I"), create_player(), pile="TA")
    assert EMPTY_PILE_WARNING in GAME.prompt(state)
    assert EMPTY_PILE_WARNING in PACKAGE.view.touch_hint(state, ("tile:0",))
    assert play(state, "download I,T").final_players == (1, 0)


@pytest.mark.parametrize(
    "state",
    [
        create_position(create_player(storage="I"), create_player(), pile="TAV"),  # one tile is left
        create_position(create_player(storage="ITA"), create_player(), pile="TA"),  # no room in storage
        create_position(create_player(cycles=1), create_player(), pile="TA"),  # not paid for
        create_position(
            create_player(), create_player(), pile="", tiles="IT", final=[1, 2], phase=["final", 1]
        ),  # the endgame has begun
    ],
)
def test_other_downloads_have_no_warning(state: State) -> None:
    assert EMPTY_PILE_WARNING not in GAME.prompt(state)


def test_two_rounds_of_passes_end_the_game() -> None:
    """After two rounds in which all only pass, each player has one final action in turn order (our rule)."""
    state = create_position(create_player(), create_player())
    warning = "Last round, everybody just passed."
    assert warning not in GAME.prompt(state)
    state = play(state, "pass", "pass")
    assert state.quiet_rounds == 1
    assert state.round == 2
    assert warning in GAME.prompt(state)
    assert warning not in GAME.prompt(play(state, "code sub")), "a player has acted"
    state = play(state, "pass", "pass")
    assert state.final_players == (0, 1)
    assert GAME.to_move(state) == 0
    weights = [player_state.weights for player_state in state.players]
    assert weights == [(2,) * 5] * 2, "the end replaces the end of the second round"
    state = play(state, "skip", "skip")
    assert GAME.outcome(state) is not None
    assert [player_state.weights for player_state in state.players] == [(1,) * 5] * 2


def test_final_downloads_after_quiet_rounds_are_not_refilled() -> None:
    """A final Download draws no tiles, although tiles remain in the pile (Game end, 1)."""
    state = play(create_position(create_player(), create_player()), "pass", "pass", "pass", "pass")
    action = GAME.parse_action(state, "download I,T")
    assert not GAME.reveals(state, action)
    next_state = GAME.apply(state, action)
    assert next_state.tiles == "AVS"
    assert next_state.pile == state.pile
    assert next_state.final_players == (1,)
    assert GAME.parse_position(GAME.format_position(next_state)) == next_state


@pytest.mark.parametrize("active_player", [1, 2])
def test_a_round_with_an_action_is_not_quiet(active_player: int) -> None:
    state = create_position(create_player(), create_player())
    for number in (1, 2):
        state = play(state, *(["code sub"] if number == active_player else []), "pass", "pass")
    assert state.final_players is None
    assert state.quiet_rounds == (0 if active_player == 2 else 1)


def summarize_game_end(*levels_and_cycles: tuple[list[int], int]) -> dict[str, object]:
    """Return the outcome of a game with the given levels and cycles of each player.

    The levels and cycles are those before the last backpropagation, which lowers all levels by 1.
    """
    seats = [create_player(weights=levels, cycles=cycles) for levels, cycles in levels_and_cycles]
    state = create_position(*seats, tiles="", pile="", final=[len(seats)], phase=["final", len(seats)])
    next_state = play(state, "skip")
    outcome = GAME.outcome(next_state)
    assert outcome is not None
    return {
        "places": next_state.phase.ranks,
        "returns": outcome.returns,
        "reason": outcome.reason,
        "comparisons": " ".join(comparison_sentences(next_state)),
    }


def test_levels_outrank_a_higher_token() -> None:
    """Levels 5, 6, 7 win against 5, 6, 6, because after equal lowest levels the next ones count (rulebook example)."""
    outcome = summarize_game_end(([6, 7, 7, 10, 10], 7), ([6, 7, 8, 8, 8], 7))
    assert outcome["places"] == ((1,), (0,))
    assert outcome["returns"] == (-1.0, 1.0)
    assert outcome["reason"] == "Teal wins: their third lowest token is on 7, Orange’s on 6."


def test_levels_are_compared_in_sorted_order() -> None:
    assert summarize_game_end(([9, 4, 9, 9, 9], 7), ([5, 6, 7, 5, 5], 0))["places"] == ((1,), (0,))


def test_cycles_break_the_last_tie() -> None:
    """If all levels are equal, the player with more cycles wins (Game end, 3)."""
    outcome = summarize_game_end(([3, 4, 5, 6, 7], 4), ([7, 6, 5, 4, 3], 5))
    assert outcome["places"] == ((1,), (0,))
    assert "cycles" in str(outcome["reason"])


def test_full_tie_shares_the_rank() -> None:
    """Players with equal levels and cycles share a rank (our rule). The returns by rank go from 1 to -1."""
    outcome = summarize_game_end(([3] * 5, 4), ([5] * 5, 4), ([3] * 5, 4), ([2] * 5, 4))
    assert outcome["places"] == ((1,), (0, 2), (3,))
    assert outcome["returns"] == (0.0, 1.0, 0.0, -1.0)
    assert "Orange and Violet tie." in str(outcome["comparisons"])
    tied_game = summarize_game_end(([3] * 5, 4), ([3] * 5, 4))
    assert tied_game["returns"] == (0.0, 0.0)
    assert "share" in str(tied_game["reason"])


def test_the_ranking_has_every_player() -> None:
    state = create_position(
        create_player(weights=[1, 2, 3, 4, 5]), create_player(weights=[5, 4, 3, 2, 2]), create_player()
    )
    assert [(entry.player, entry.rank) for entry in rank_players(state)] == [(2, 1), (1, 2), (0, 3)]


NO_DOWNLOAD_WARNING = "There’s been no Download for 2 rounds."
ROUND_WITH_ACTION = ("code sub", "pass", "pass")
"""A round with an action, but without a Download."""


def test_third_round_without_a_download_ends_the_game() -> None:
    """The game ends as after the last tile, with final actions without refills and no last income (our rule)."""
    state = create_position(create_player(), create_player())
    for dry_rounds in (0, 1, 2):
        assert (state.round, state.dry_rounds, state.quiet_rounds) == (dry_rounds + 1, dry_rounds, 0)
        assert (NO_DOWNLOAD_WARNING in GAME.prompt(state)) == (dry_rounds == 2), "told one round before, and only then"
        state = play(state, *ROUND_WITH_ACTION)
    assert state.final_players == (1, 0), "the player after the last to pass acts first"
    assert [player_state.weights for player_state in state.players] == [(1,) * 5] * 2, "no third backpropagation yet"
    assert state.players[0].hand == ("sub",), "no round end of its own"
    assert '"dry":3' in GAME.format_position(state)
    state = play(state, "download I,T")
    assert len(state.tiles) == 3
    cycles = [player_state.cycles for player_state in state.players]
    state = play(state, "skip")
    assert GAME.outcome(state) is not None
    assert [player_state.cycles for player_state in state.players] == cycles


def test_download_restarts_the_count() -> None:
    """A Download restarts the count of rounds, which must be consecutive.

    The round of the Download does not count (our rule).
    """
    state = play(create_position(create_player(), create_player(), dry=2, pile="ITAVSITAVS"), "download I,T,A")
    assert state.dry_rounds == 0
    assert NO_DOWNLOAD_WARNING not in GAME.prompt(state)
    state = play(state, "pass", "pass")
    assert (state.final_players, state.dry_rounds) == (None, 0)
    assert '"dry"' not in GAME.format_position(state), "left out at 0"
    state = play(state, *ROUND_WITH_ACTION, *ROUND_WITH_ACTION)
    assert (state.final_players, state.dry_rounds) == (None, 2)
    assert play(state, *ROUND_WITH_ACTION).final_players is not None


def test_position_counts_rounds_without_a_download() -> None:
    """The field 'dry' counts rounds without a Download, and marks the players who have downloaded in this round.

    The count is at most 2 during a round and 3 at the end of the game.
    """
    state_before_pass = create_position(create_player(), create_player(), dry=2)
    assert '"dry":2' in GAME.format_position(state_before_pass)
    state_after_download = play(create_position(create_player(), create_player(), pile="ITAVSITAVS"), "download I,T,A")
    end_state = play(state_before_pass, *ROUND_WITH_ACTION)
    for state in (state_before_pass, state_after_download, end_state, play(state_after_download, "pass", "pass")):
        assert GAME.parse_position(GAME.format_position(state)) == state
    for wrong_fields in ({"dry": 3}, {"dry": 4}, {"dry": 1, "acted": True, "downloaded": True}, {"downloaded": True}):
        with pytest.raises(PositionError):
            create_position(create_player(), create_player(), **wrong_fields)


def test_quiet_rounds_end_before_rounds_without_downloads() -> None:
    """Two rounds in which all only pass end the game before the third round without a Download (our rule)."""
    state = play(create_position(create_player(), create_player()), "pass", "pass", "pass", "pass")
    assert (state.final_players, state.quiet_rounds, state.dry_rounds) == ((0, 1), 2, 2)


def test_older_records_ignore_rounds_without_downloads() -> None:
    """Older records replay without the rule. New records name the rule, even if they have a start position."""
    start = GAME.format_position(create_position(create_player(), create_player()))
    actions = ROUND_WITH_ACTION * 3
    old = Record("equilibrium", {"players": "2", "start": "1"}, 7, ("", ""), actions, start=start)
    timeline = replay(old, GAMES)
    assert timeline.state.final_players is None
    assert timeline.state.round == 4
    new = replace(old, options=new_record_options(GAME.options, old.options))
    assert replay(new, GAMES).state.final_players == (1, 0)


def test_new_games_end_without_downloads() -> None:
    """Games from links and rematches of older games follow the new rule."""
    assert rules_for_options(GAME, linked_record("equilibrium", "", 3).options) is GAME
    older = {"players": "3", "start": "2"}
    assert rules_for_options(GAME, older) is not GAME
    assert rules_for_options(GAME, new_record_options(GAME.options, older)) is GAME
