"""Test the building of an army: actions, refusals and secrecy (spec: Setup)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.errors import IllegalAction, PositionError
from ruleboard.engine.options import new_record_options
from ruleboard.engine.record import Record
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import replay
from ruleboard.games.tesulda import PACKAGE, building
from ruleboard.games.tesulda import army as armies
from ruleboard.games.tesulda.army import DEFAULT_ARMY, format_army, parse_army
from ruleboard.games.tesulda.moves import ArmyCommand, CopyFigure
from ruleboard.games.tesulda.state import DARK, LIGHT, State
from ruleboard.registry import GAMES
from tests.unit.tesulda.positions import list_legal_texts, play

GAME = PACKAGE.game


def start(first: str = "light") -> State:
    return GAME.initial({"setup": "build", "first": first}, 7)


def state_after_actions(*actions: str) -> State:
    return play(start(), *actions)


def test_light_builds_before_dark() -> None:
    state = start(first="dark")
    assert GAME.to_move(state) == 0
    state = play(state, "default", "done")
    assert GAME.to_move(state) == 1
    assert state.build is not None
    state = play(state, "default", "done")
    assert state.build is None
    assert GAME.to_move(state) == 1
    assert state == GAME.initial({"first": "dark"}, 0)


def test_done_requires_a_complete_setup() -> None:
    assert "done" not in list_legal_texts(start())
    assert "done" in list_legal_texts(state_after_actions("default"))
    assert "done" not in list_legal_texts(state_after_actions("default", "a2-a1"))  # a triangle on the rank of the Home


def test_parts_come_from_the_store_and_return() -> None:
    state = state_after_actions("S>e1", "c>e1", "k>e1")
    assert state.board[4] == "Sck"
    assert play(state, "e1:c>store").board[4] == "Sk"
    assert play(state, "e1>store") == start()


def test_store_holds_the_parts_of_a_side() -> None:
    squares = ["a1", "b1", "c1", "d1", "e1", "f1"]
    state = state_after_actions(*(f"S>{square}" for square in squares))
    assert not [text for text in list_legal_texts(state) if text.startswith("S>")]
    assert [text for text in list_legal_texts(state) if text.startswith("C>")]
    state_with_crown = play(state, "k>a1")
    assert not [text for text in list_legal_texts(state_with_crown) if text.startswith("k>")]
    assert armies.bases_in_store(armies.EMPTY_ARMY) == {"C": 6, "S": 6, "T": 8}
    pieces = armies.pieces_in_store(armies.EMPTY_ARMY)
    assert pieces == {"c": 16, "s": 16, "d": 4, "h": 9, "z": 4, "t": 1, "k": 1}
    assert sum(pieces.values()) == 51


def test_figures_change_squares_and_swap() -> None:
    state = state_after_actions("S>e1", "c>e1", "T>a2")
    assert play(state, "e1-f2").board[15] == "Sc"
    state_after_exchange = play(state, "e1-a2") if "e1-a2" in list_legal_texts(state) else play(state, "a2-e1")
    assert (state_after_exchange.board[4], state_after_exchange.board[10]) == ("T", "Sc")


def test_piece_moves_between_rods() -> None:
    state = state_after_actions("S>e1", "C>d1", "c>e1", "e1:c>d1")
    assert (state.board[4], state.board[3]) == ("S", "Cc")


def test_full_rod_accepts_only_the_crown() -> None:
    state = state_after_actions("T>a2", "c>a2", "s>a2")
    with pytest.raises(IllegalAction, match="the rod on a2 is full: a triangle base starts with 2 pieces"):
        play(state, "h>a2")
    state_with_crown = play(state, "k>a2")
    assert "There are too many pieces on a2" in GAME.prompt(state_with_crown)


def test_joining_crown_and_star_is_reported() -> None:
    assert "the figure on e1" in GAME.prompt(state_after_actions("S>e1", "k>e1", "t>e1"))


def test_enlarged_figure_has_targets_for_pieces() -> None:
    state = state_after_actions("S>e1", "c>e1", "c>e1", "C>d1")
    actions = GAME.legal_actions(state)
    assert {"piece:c1", "piece:c2", "d1", "store"} <= set(select(actions, ("e1",)).next_targets)
    action = select(actions, ("e1", "piece:c2", "d1")).only_action
    assert action is not None
    assert action.text == "e1:c>d1"
    return_action = select(actions, ("e1", "piece:c1", "store:c")).only_action
    assert return_action is not None
    assert return_action.text == "e1:c>store"
    selected_action = select(actions, ("e1", "store:h")).only_action
    assert selected_action is not None
    assert selected_action.text == "h>e1"


def test_figure_is_copied_with_base_and_pieces() -> None:
    state = state_after_actions("T>a2", "c>a2", "s>a2", "T>b2", "s>b2", "C>c2", "T>d2", "h>d2")
    state_after_copies = play(state, "copy:a2>b2", "copy:a2>e2")
    assert (state_after_copies.board[11], state_after_copies.board[14]) == ("Tcs", "Tcs")
    copy_texts = {text for text in list_legal_texts(state) if text.startswith("copy:a2>")}
    assert "copy:a2>all" in copy_texts
    assert not copy_texts & {"copy:a2>a2", "copy:a2>c2", "copy:a2>d2"}  # the same figure, another base, another piece
    assert not [text for text in list_legal_texts(state) if text.startswith("copy:c2>")]  # a base without pieces


def test_last_figure_is_copied_without_touching_it() -> None:
    """The button alone selects the figure that the player changed last. A figure with pieces is another one to copy."""
    state = state_after_actions("S>a1", "c>a1", "T>a2", "T>b2", "c>a2", "s>a2", "S>d1")
    selection = select(GAME.legal_actions(state), ("do:copy",))
    assert {"b2", "c2", "do:all", "a1"} <= {*selection.next_targets}
    assert "d1" not in selection.next_targets
    assert "a different base" in GAME.explain(state, ("do:copy", "d1")).sentence
    copy_action = select(GAME.legal_actions(state), ("do:copy", "b2")).only_action
    assert copy_action
    assert copy_action.text == "copy:a2>b2"
    assert not select(GAME.legal_actions(state), ("do:copy", "a1")).complete_actions
    state = play(state, "copy:a2>b2")
    next_copy_action = select(GAME.legal_actions(state), ("do:copy", "c2")).only_action
    assert next_copy_action
    assert next_copy_action.text == "copy:b2>c2"
    last_squares = [build.last_square for viewer in (LIGHT, DARK) if (build := GAME.view(state, viewer).build)]
    assert last_squares == [11, -1], "only the player who builds sees which figure was changed last"


@pytest.mark.parametrize("text", ["b1>store", "default", "clear", "shuffle"])
def test_players_touch_a_figure_to_copy_if_the_last_one_is_gone(text: str) -> None:
    state = play(state_after_actions("S>a1", "c>a1", "S>b1", "h>b1"), text)
    targets = select(GAME.legal_actions(state), ("do:copy",)).next_targets
    assert "c1" not in targets
    assert state.build
    assert state.build.last_square == -1


def test_figure_to_copy_may_be_touched_before_the_button() -> None:
    state = state_after_actions("S>a1", "c>a1", "S>b1", "h>b1")
    action = select(GAME.legal_actions(state), ("a1", "do:copy", "c1")).only_action
    assert action
    assert action.text == "copy:a1>c1"


def test_copies_end_with_the_store() -> None:
    state = state_after_actions("S>a1", "d>a1", "d>a1", "S>b1", "S>c1", "S>d1", "h>d1")
    assert "copy:a1>b1" in list_legal_texts(state)
    state_after_copy = play(state, "copy:a1>all")
    assert [figure for figure in state_after_copy.board if figure] == ["Sdd", "Sdd", "S", "Sh"]
    assert not [text for text in list_legal_texts(state_after_copy) if text.startswith("copy:a1>")]
    assert not [text for text in list_legal_texts(play(start(), "C>e1", "k>e1")) if text.startswith("copy:")]


@settings(max_examples=5)
@given(st.integers(0, 2**32), st.sets(st.integers(0, 19), min_size=1, max_size=2), st.booleans())
def test_copies_equal_steps_by_hand(seed: int, removed_indices: set[int], dark: bool) -> None:
    """A copy has the same result as the same steps by hand, and takes the same parts from the store."""
    army = tuple("" if index in removed_indices else figure for index, figure in enumerate(armies.random_army(seed)[0]))
    state = state_after_actions("default", "done") if dark else start()
    for action in building.building_actions(state, army):
        state = GAME.apply(state, action)
    for action in GAME.legal_actions(state):
        if isinstance(action.move, CopyFigure):
            steps = state
            figure = building.current_army(state)[armies.zone_squares(state.side).index(action.move.model)]
            for part in figure:
                steps = play(steps, f"{part}>{action.targets[-1]}")
            assert GAME.apply(state, action) == steps


def test_number_of_building_actions_stays_small() -> None:
    max_count = 0
    for seed in range(6):
        chance = random.Random(seed)
        state = start()
        for _ in range(120):
            actions = [action for action in GAME.legal_actions(state) if not isinstance(action.move, ArmyCommand)]
            max_count = max(max_count, len(actions))
            placing_actions = [action for action in actions if action.targets[0].startswith(("base:", "store:"))]
            state = GAME.apply(
                state, chance.choice(placing_actions if placing_actions and chance.random() < 0.8 else actions)
            )
    assert max_count < 1000


def test_shuffle_depends_on_the_seed() -> None:
    shuffled_once, shuffled_twice = state_after_actions("shuffle"), state_after_actions("shuffle", "shuffle")
    assert shuffled_once == state_after_actions("shuffle")
    assert shuffled_once.board != shuffled_twice.board
    assert "done" in list_legal_texts(shuffled_once)


def test_army_can_be_mirrored_and_cleared() -> None:
    state = state_after_actions("default", "mirror")
    assert state.board[5] == "Sck"
    assert play(state, "clear") == start()


# --- secrecy


def format_view(state: State, viewer: int | None) -> str:
    return GAME.format_position(GAME.view(state, viewer))


def test_armies_are_hidden_until_both_are_done() -> None:
    light = state_after_actions("S>e1", "k>e1", "C>d2")
    for viewer in (1, None):
        assert format_view(light, viewer) == format_view(start(), viewer)
    assert "(Sk)" in format_view(light, 0)
    dark = state_after_actions("default", "done", "T>a9")
    assert "(S" not in format_view(dark, 1)
    assert "(t)" in format_view(dark, 1)
    assert "(t)" not in format_view(dark, 0)
    assert "(" not in format_view(dark, None)
    state_after_both = play(dark, "fill", "done")
    assert GAME.view(state_after_both, None) == state_after_both


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_views_hide_seed_and_shuffle_count(viewer: int | None) -> None:
    assert format_view(state_after_actions("shuffle"), viewer).endswith(" build:l:0")
    assert format_view(state_after_actions("shuffle", "done", "shuffle"), viewer).endswith(" build:l:0")


def test_army_does_not_depend_on_opponents_shuffles() -> None:
    state_after_one_shuffle, state_after_two_shuffles = (
        state_after_actions(*["shuffle"] * number, "done", "shuffle") for number in (1, 2)
    )
    armies_of_light = [
        armies.army_on(state.board, LIGHT) for state in (state_after_one_shuffle, state_after_two_shuffles)
    ]
    assert armies_of_light[0] != armies_of_light[1]
    assert (
        building.current_army(state_after_one_shuffle)
        == building.current_army(state_after_two_shuffles)
        not in armies_of_light
    )


def test_record_without_shuffle_rule_uses_one_generator() -> None:
    actions = ("shuffle", "done", "shuffle")
    older = replay(Record("tesulda", {"setup": "build"}, 7, ("", ""), actions), GAMES)
    light, chance = armies.random_army(7)
    dark, chance = armies.random_army(chance)
    assert armies.army_on(older.state.board, LIGHT) == light
    assert building.current_army(older.state) == dark
    assert GAME.format_position(older.state).endswith(f" build:l:{chance:x}")
    newer_timeline = replay(
        Record("tesulda", new_record_options(GAME.options, {"setup": "build"}), 7, ("", ""), actions), GAMES
    )
    assert newer_timeline.state == state_after_actions(*actions)
    assert newer_timeline.state.board != older.state.board


def test_older_position_text_stays_the_same() -> None:
    text = "10/10/10/10/10/10/10/10/10/10 l - 0 build:d:e026f52744e5942c"
    assert GAME.format_position(GAME.parse_position(text)) == text
    shuffled_position = GAME.format_position(play(GAME.parse_position(text), "shuffle", "shuffle"))
    assert shuffled_position.endswith(" build:d:e026f52744e5942c:2")
    assert GAME.parse_position(shuffled_position) == play(GAME.parse_position(text), "shuffle", "shuffle")


def test_hidden_army_is_drawn_as_a_playable_one() -> None:
    view_of_dark = GAME.view(state_after_actions("default", "done", "T>a9"), DARK)
    redealt_states = [GAME.with_hidden_redealt(view_of_dark, seed) for seed in range(5)]
    light_armies = [armies.army_on(state.board, LIGHT) for state in redealt_states]
    assert len(set(light_armies)) == 5
    assert all(armies.is_playable(army) and not armies.army_problems(army) for army in light_armies)
    assert all(GAME.view(state, DARK) == view_of_dark for state in redealt_states)


def test_building_is_hidden_and_cannot_be_undone() -> None:
    state = state_after_actions("default")
    assert GAME.is_hidden_decision(state)
    done_action = GAME.parse_action(state, "done")
    assert GAME.reveals(state, done_action)
    assert not GAME.reveals(state, GAME.parse_action(state, "clear"))
    assert not GAME.is_hidden_decision(play(state, "done", "default", "done"))
    record = Record("tesulda", {"setup": "build"}, 1, ("", ""), ("default", "done", "shuffle"))
    timeline = replay(record, GAMES)
    assert timeline.undo().ply == 2
    assert timeline.undo().undo().ply == 2


def test_builders_actions_do_not_depend_on_hidden_parts() -> None:
    dark = state_after_actions("shuffle", "done", "T>a9", "S>b10")
    assert GAME.legal_actions(GAME.view(dark, 1)) == GAME.legal_actions(dark)


# --- a whole army at once


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.sets(st.integers(0, 19), max_size=6), st.booleans())
def test_any_army_can_be_built_from_any_setup(seed: int, removed_indices: set[int], dark: bool) -> None:
    army = tuple("" if index in removed_indices else figure for index, figure in enumerate(armies.random_army(seed)[0]))
    state = state_after_actions("default", "done", "S>a9") if dark else state_after_actions("T>c2", "h>c2")
    for action in building.building_actions(state, army):
        state = GAME.apply(state, action)
    assert building.current_army(state) == army
    assert ("done" in list_legal_texts(state)) == (not removed_indices)


def test_overloaded_army_cannot_be_built() -> None:
    with pytest.raises(PositionError, match="3 pieces besides the crown"):
        building.building_actions(start(), parse_army("(Tcsh)9/10"))


def test_default_pattern_survives_its_text() -> None:
    state = start()
    for action in building.building_actions(state, parse_army(format_army(DEFAULT_ARMY))):
        state = GAME.apply(state, action)
    assert state.board == state_after_actions("default").board


# --- refusals


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        (("do:done",), "Not placed yet"),
        (("do:mirror",), "wouldn’t change"),
        (("base:S", "e5"), "your own 2 ranks"),
        (("base:S", "e10"), "Dark’s Starting Zone"),
        (("base:S", "e1"), "already a figure on e1"),
        (("store:c", "a1"), "nothing on a1 yet"),
        (("a1",), "put a base there first"),
        (("e1", "piece:h1"), "doesn’t have a hexagon"),
        (("e1", "piece:c1", "b1"), "nothing on b1"),
        (("store:k",), "There isn’t a crown left"),
    ],
)
def test_refusals_give_reasons(targets: tuple[str, ...], message: str) -> None:
    state = state_after_actions("S>e1", "c>e1", "C>d1", "k>d1")
    assert message in GAME.explain(state, targets).sentence


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        (("do:copy", "b1"), "a figure with pieces"),
        (("do:copy", "a1", "c1"), "a different base or different pieces"),
        (("do:copy", "a1", "e5"), "your own 2 ranks"),
        (("do:copy", "a1", "d1"), "already has this base"),
        (("do:copy", "e1", "b1"), "the parts for another"),
        (("do:copy", "e1", "do:all"), "the parts for another"),
    ],
)
def test_refused_copies_give_reasons(targets: tuple[str, ...], message: str) -> None:
    state = state_after_actions("S>a1", "c>a1", "S>b1", "C>c1", "copy:a1>d1", "S>e1", "k>e1")
    assert targets[-1] not in select(GAME.legal_actions(state), targets[:-1]).next_targets
    assert message in GAME.explain(state, targets).sentence
