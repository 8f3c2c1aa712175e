"""Tests that every game meets the contract of games, on random positions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.options import available_choices, select_available_choices
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.selection import select, touch
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES, VIEWS
from tests.support.move_lists import move_list
from tests.support.playouts import (
    Playout,
    create_playouts,
    find_reachable_selections,
    has_complete_text,
    has_hidden_decisions,
    iter_option_combinations,
    select_evenly_spaced,
    select_sample_plies,
)
from tests.support.sentences import is_sentence

for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def parse_or_none(parse: Callable[..., Any], *text: Any, errors: tuple[type[RuleboardError], ...]) -> Any:
    """Return the result of ``parse``, or None if it raises one of the errors. The error must have a reason."""
    reason = ""
    try:
        return parse(*text)
    except errors as error:
        reason = error.what
    assert reason
    return None


# --- metadata


@for_every_game
def test_game_has_complete_metadata(game: Game[Any, Any]) -> None:
    """A game has an id, a title, player numbers, options with distinct values, an order, a tagline and credits."""
    assert GAMES[game.id] is game
    assert game.id == game.id.lower().strip()
    assert game.title
    assert len(game.players) > 0
    assert game.players[0] >= 1
    assert len({option.id for option in game.options}) == len(game.options)
    for option in game.options:
        values = [choice.value for choice in option.choices]
        assert values
        assert len(set(values)) == len(values)
        assert option.default == values[0]
        assert option.title
        assert all(choice.title for choice in option.choices)
        assert all(not choice.help or is_sentence(choice.help) for choice in option.choices)
    view = VIEWS[game.id]
    assert view.order >= 1
    assert is_sentence(view.tagline)
    assert view.credits.designer or view.credits.publisher
    assert game.repetition.claim_count >= 0
    assert game.repetition.draw_count >= 0


def test_games_have_distinct_list_positions() -> None:
    """Each game has its own position in the list of games."""
    orders = [view.order for view in VIEWS.values()]
    assert orders == sorted(set(orders))


@for_every_game
def test_goal_is_a_sentence_with_all_options(game: Game[Any, Any]) -> None:
    """At the start, the view says how to win in a sentence, whatever the options are, or leaves that to the rules."""
    for options in itertools.islice(iter_option_combinations(game), 400):
        state = game.initial(options, 5)
        goal = VIEWS[game.id].goal_text(state)
        assert not goal or is_sentence(goal), options


@for_every_game
def test_all_option_combinations_have_legal_start(game: Game[Any, Any]) -> None:
    """With any values of the options, the game starts with a player to move and legal actions."""
    for options in itertools.islice(iter_option_combinations(game), 400):
        state = game.initial(options, 5)
        assert len(game.sides(state)) in game.players
        assert game.outcome(state) is None
        assert game.to_move(state) in range(len(game.sides(state)))
        assert game.legal_actions(state)
    defaults = {option.id: option.legacy_default or option.default for option in game.options}
    assert game.initial({}, 3) == game.initial(defaults, 3)


@for_every_game
def test_offered_choices_differ(game: Game[Any, Any]) -> None:
    """Different values of an option start different games, and one of the values is the default."""
    seeds = range(8)
    for options in itertools.islice(iter_option_combinations(game), 200):
        if select_available_choices(game.options, options) != options:
            continue
        for option in game.options:
            choices = available_choices(option, options)
            assert choices[0].value == option.default
            starts = {
                tuple(game.initial({**options, option.id: choice.value}, seed) for seed in seeds) for choice in choices
            }
            assert len(starts) == len(choices), (option.id, options)


@for_every_game
def test_unknown_options_raise(game: Game[Any, Any]) -> None:
    """An unknown option or value raises a RecordError."""
    with pytest.raises(RecordError):
        game.initial({"no such option": "1"}, 0)
    for option in game.options:
        with pytest.raises(RecordError):
            game.initial({option.id: "no such value"}, 0)


# --- rules


@for_every_game
def test_outcome_player_and_actions_are_consistent(game: Game[Any, Any]) -> None:
    """An unfinished game has a player to move and legal actions. A finished game has neither."""
    for playout in create_playouts(game.id):
        for state in playout.states:
            outcome, player = game.outcome(state), game.to_move(state)
            assert (outcome is None) == (player is not None)
            assert bool(game.legal_actions(state)) == (player is not None)
            if player is not None:
                assert player in range(playout.player_count())
            if outcome:
                assert len(outcome.returns) == playout.player_count()
                assert all(-1 <= result <= 1 for result in outcome.returns)
                assert is_sentence(outcome.reason)


@for_every_game
def test_legal_actions_are_distinct(game: Game[Any, Any]) -> None:
    """Legal actions have different texts, and actions with the same touches have different descriptions."""
    for playout in create_playouts(game.id):
        for state in select_evenly_spaced(playout.states, 40):
            legal = game.legal_actions(state)
            assert len({action.text for action in legal}) == len(legal)
            descriptions: dict[tuple[str, ...], set[str]] = {}
            for action in legal:
                target_lists = (action.targets, *action.alternative_targets)
                assert len(set(target_lists)) == len(target_lists)
                assert all(target_list and all(target_list) for target_list in target_lists)
                assert action.kind.split()[0] in ("go", "capture", "special")
                for target_list in target_lists:
                    description = game.describe(state, action)
                    assert description not in descriptions.setdefault(target_list, set()), (target_list, description)
                    descriptions[target_list].add(description)


@for_every_game
def test_apply_is_pure(game: Game[Any, Any]) -> None:
    """Applying the same actions with the same seed gives equal states, and does not change earlier states."""
    for playout in create_playouts(game.id)[:2]:
        state = game.initial(playout.options, playout.seed)
        for action, expected in zip(playout.actions, playout.states, strict=False):
            assert state == expected
            assert hash(state) == hash(expected)
            legal = game.legal_actions(state)
            assert action in legal
            equal_action = Action(action.text, action.targets, action.move, action.kind, action.alternative_targets)
            assert game.apply(state, equal_action) == game.apply(state, action)
            assert game.legal_actions(state) == legal
            state = game.apply(state, action)


@for_every_game
def test_apply_rejects_illegal_actions(game: Game[Any, Any]) -> None:
    """``apply`` raises IllegalAction for unknown actions, actions of other positions, and any action after the end."""
    played_actions = {action for playout in create_playouts(game.id) for action in playout.actions}
    candidates = [
        Action("no such action", ("nowhere",), None),
        *select_evenly_spaced(sorted(played_actions, key=str), 60),
    ]
    for playout, ply in select_sample_plies(game.id, 40):
        state = playout.states[ply]
        legal = set(game.legal_actions(state))
        for action in candidates:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    game.apply(state, action)


@for_every_game
def test_equal_states_have_equal_keys(game: Game[Any, Any]) -> None:
    """A reparsed state has an equal, hashable key. Draw reasons are sentences, and secrecy flags are booleans."""
    for playout, ply in select_sample_plies(game.id, 120):
        state = playout.states[ply]
        if has_complete_text(game, state):
            assert game.key(game.parse_position(game.format_position(state))) == game.key(state)
        hash(game.key(state))
        claim = game.draw_claim_reason(state)
        assert claim is None or is_sentence(claim)
        assert isinstance(game.is_hidden_decision(state), bool)
        if ply < len(playout.actions):
            assert isinstance(game.reveals(state, playout.actions[ply]), bool)


# --- hidden information


@for_every_game
def test_view_of_view_is_same_view(game: Game[Any, Any]) -> None:
    """The public view of a player's view equals the public view of the state."""
    for playout, ply in select_sample_plies(game.id, 60):
        state = playout.states[ply]
        public_view = game.view(state, None)
        assert game.view(public_view, None) == public_view
        for player in range(playout.player_count()):
            view = game.view(state, player)
            assert game.view(view, player) == view
            assert game.view(view, None) == public_view


@for_every_game
def test_player_view_has_same_legal_actions(game: Game[Any, Any]) -> None:
    """The legal actions and the prompt depend only on the view of the player to move."""
    for playout, ply in select_sample_plies(game.id, 60):
        state = playout.states[ply]
        player = game.to_move(state)
        if player is not None:
            view = game.view(state, player)
            assert game.to_move(view) == player
            assert game.legal_actions(view) == game.legal_actions(state)
            assert game.prompt(view) == game.prompt(state)


# --- texts


@for_every_game
def test_positions_round_trip(game: Game[Any, Any]) -> None:
    """``parse_position`` returns an equal state, or a state with the same text if the text omits secrets."""
    for playout in create_playouts(game.id):
        for state in select_evenly_spaced(playout.states, 60):
            text = game.format_position(state)
            assert "\n" not in text
            parsed_state = game.parse_position(text)
            assert (
                parsed_state == state if has_complete_text(game, state) else game.format_position(parsed_state) == text
            )
            for viewer in (None, *range(playout.player_count())):
                assert game.format_position(game.view(state, viewer))


@for_every_game
def test_actions_round_trip(game: Game[Any, Any]) -> None:
    """``parse_action`` accepts the text of every legal action, and rejects actions of other positions with a reason."""
    played_texts = {
        game.format_action(playout.states[ply], playout.actions[ply])
        for playout in create_playouts(game.id)
        for ply in select_evenly_spaced(range(len(playout.actions)), 20)
    }
    for playout, ply in select_sample_plies(game.id, 60):
        state = playout.states[ply]
        texts = set()
        for action in game.legal_actions(state):
            text = game.format_action(state, action)
            texts.add(text)
            assert game.parse_action(state, text) == action
        for text in select_evenly_spaced(sorted(played_texts - texts), 40):
            action = parse_or_none(game.parse_action, state, text, errors=(ActionError, IllegalAction))
            assert action is None or action in game.legal_actions(state)  # another way to write one of them


@for_every_game
def test_move_lists_round_trip(game: Game[Any, Any]) -> None:
    """``parse_moves`` returns the actions of a move list from any ply of a game. The plies in the list increase."""
    for playout in create_playouts(game.id):
        start = playout.states[0]
        for length in select_evenly_spaced(range(len(playout.actions) + 1), 12):
            turns = game.format_moves(playout.states[: length + 1], playout.actions[:length])
            _check_move_list(playout, 0, length, game.parse_moves(start, "\n".join(map(str, turns))))
            plies = [ply for turn in turns for ply, _ in turn.items]
            assert plies == sorted(set(plies))
            assert all(text for turn in turns for _, text in turn.items)
            last_ply = plies[-1] if plies else -1
            assert last_ply < length if has_hidden_decisions(game.id) else last_ply == length - 1
            assert all(turn.player is None or turn.player in range(playout.player_count()) for turn in turns)


def _check_move_list(playout: Playout, start: int, end: int, actions: Sequence[Action]) -> None:
    """Check that a move list contains the actions from ply ``start`` to ply ``end``.

    A move list omits hidden decisions that players have taken back. It then leads to the state after the last finished
    turn, or to a later state.
    """
    game = playout.game
    states = playout.states[start : end + 1]
    text_plies = [ply for ply, state in enumerate(states) if has_complete_text(game, state)]
    if len(text_plies) == len(states):
        assert actions == playout.actions[start:end]
        return
    state = states[0]
    for action in actions:
        state = game.apply(state, action)
    assert state in states[text_plies[-1] if text_plies else 0 :]


@for_every_game
def test_move_lists_begin_at_any_position(game: Game[Any, Any]) -> None:
    """A move list may begin at any position whose text contains the whole state, even in the middle of a turn."""
    for playout, ply in select_sample_plies(game.id, 24):
        if has_complete_text(game, playout.states[ply]):
            end = min(ply + 30, len(playout.actions))
            text = "\n".join(map(str, move_list(game, playout.states[ply], playout.actions[ply:end])))
            _check_move_list(playout, ply, end, game.parse_moves(playout.states[ply], text))


@for_every_game
def test_formatted_games_are_found_in_text(game: Game[Any, Any]) -> None:
    """``read_move_lists`` finds each formatted game in a text, and its notices concern only hidden turns."""
    for playout in create_playouts(game.id)[:2]:
        text = "\n".join(map(str, game.format_moves(playout.states, playout.actions)))
        if not text:
            continue
        respelled_moves = game.respell_moves(text)
        assert respelled_moves.move_list == text
        lists = read_move_lists(game, playout.states[0], f"{text}\n*\n\n{text}\n")
        assert [moves.ending for moves in lists.games] == ["", ""]
        assert len(lists.notices) == 2 * len(respelled_moves.notices)
        for moves in lists.games:
            _check_move_list(playout, 0, len(playout.actions), moves.actions)


def _change_characters(text: str, data: st.DataObject) -> str:
    """Replace, delete, duplicate or swap a few characters of a text."""
    letters = list(text)
    character_strategy = st.one_of(st.sampled_from(sorted(set(text))), st.characters())
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, max(0, len(letters) - 1)))
        change = data.draw(st.sampled_from(["put", "drop", "double", "exchange", "cut"]))
        if change == "put":
            letters[index : index + 1] = [data.draw(character_strategy)]
        elif change == "drop":
            del letters[index : index + 1]
        elif change == "double":
            letters[index:index] = letters[index : index + 3]
        elif change == "exchange":
            other_index = data.draw(st.integers(0, max(0, len(letters) - 1)))
            if letters:
                letters[index], letters[other_index] = letters[other_index], letters[index]
        else:
            del letters[index:]
    return "".join(letters)


def _check_parsed_state(game: Game[Any, Any], state: Any) -> None:
    """Check that a parsed state meets the contract of states."""
    assert game.parse_position(game.format_position(state)) == state
    legal = game.legal_actions(state)
    assert bool(legal) == (game.to_move(state) is not None)
    assert (game.outcome(state) is None) == bool(legal)
    game.key(state)
    game.draw_claim_reason(state)
    game.view(state, None)
    for action in select_evenly_spaced(legal, 5):
        game.apply(state, action)


@for_every_game
@given(data=st.data())
@settings(max_examples=100)
def test_any_position_text_parses_or_raises(game: Game[Any, Any], data: st.DataObject) -> None:
    """``parse_position`` returns a valid state for any text, or raises PositionError with a reason."""
    playout, ply = data.draw(st.sampled_from(select_sample_plies(game.id, 30)))
    valid_text = game.format_position(playout.states[ply])
    text = data.draw(st.one_of(st.text(max_size=80), st.builds(lambda: _change_characters(valid_text, data))))
    state = parse_or_none(game.parse_position, text, errors=(PositionError,))
    if state is not None:
        _check_parsed_state(game, state)


@for_every_game
@given(data=st.data())
@settings(max_examples=100)
def test_any_action_text_parses_or_raises(game: Game[Any, Any], data: st.DataObject) -> None:
    """``parse_action`` and ``parse_moves`` return legal actions for any text, or raise ActionError or IllegalAction."""
    playout, ply = data.draw(st.sampled_from(select_sample_plies(game.id, 30)))
    state = playout.states[ply]
    valid_text = playout.actions[min(ply, len(playout.actions) - 1)].text
    text = data.draw(st.one_of(st.text(max_size=30), st.builds(lambda: _change_characters(valid_text, data))))
    errors = (ActionError, IllegalAction)
    action = parse_or_none(game.parse_action, state, text, errors=errors)
    assert action is None or action in game.legal_actions(state)
    actions = parse_or_none(game.parse_moves, state, f"{text}\n{valid_text} {text}", errors=errors)
    for action in actions or ():
        state = game.apply(state, action)


# --- descriptions


@for_every_game
def test_actions_and_targets_have_descriptions(game: Game[Any, Any]) -> None:
    """Every action and every target has a description. Only unfinished games have a prompt."""
    for playout, ply in select_sample_plies(game.id, 80):
        state = playout.states[ply]
        sides = game.sides(state)
        assert len(set(sides)) == len(sides)
        assert all(sides)
        assert bool(game.prompt(state)) == (game.to_move(state) is not None)
        for action in select_evenly_spaced(game.legal_actions(state), 40):
            assert game.describe(state, action).strip()
            for target in action.targets:
                name = game.name(state, target)
                assert name.strip()
                assert not name.startswith("do:")


@for_every_game
def test_refusals_are_explained(game: Game[Any, Any]) -> None:
    """For any selection, ``explain`` returns a sentence about a touch that is not legal."""
    rng = random.Random(game.id)
    targets = sorted(
        {target for playout in create_playouts(game.id) for action in playout.actions for target in action.targets}
    )
    for playout, ply in select_sample_plies(game.id, 40):
        state = playout.states[ply]
        legal = game.legal_actions(state)
        for step in find_reachable_selections(legal, 6):
            for target in rng.sample(targets, min(len(targets), 25)):
                touches = (*step.targets, target)
                if not select(legal, touches).is_possible:
                    reason = game.explain(state, touches).sentence
                    assert is_sentence(reason), reason
                    assert "do:" not in reason


# --- selections


@for_every_game
def test_every_action_can_be_touched(game: Game[Any, Any]) -> None:
    """Touching the targets of an action, or its alternative targets, selects the action."""
    for playout, ply in select_sample_plies(game.id, 60):
        legal = game.legal_actions(playout.states[ply])
        checked_targets: set[tuple[str, ...]] = set()  # since many actions begin with the same touches
        for action in select_evenly_spaced(legal, 60):
            for target_list in (action.targets, *action.alternative_targets):
                for length, target in enumerate(target_list):
                    if target_list[: length + 1] not in checked_targets:
                        checked_targets.add(target_list[: length + 1])
                        assert target in select(legal, target_list[:length]).next_targets
                        step = touch(legal, target_list[:length], target)
                        assert step is not None
                        assert step.targets == target_list[: length + 1]
                assert action in select(legal, target_list).complete_actions


@for_every_game
def test_touches_lead_only_to_legal_actions(game: Game[Any, Any]) -> None:
    """A complete selection is a legal action, and every incomplete selection leads to a legal action."""
    for playout, ply in select_sample_plies(game.id, 40):
        legal = game.legal_actions(playout.states[ply])
        for step in find_reachable_selections(legal, 60):
            assert step.is_possible == bool(step.next_targets or step.complete_actions)
            for action in step.complete_actions:
                assert action in legal
                assert step.targets in (action.targets, *action.alternative_targets)
            for target in step.next_targets:
                assert select(legal, (*step.targets, target)).is_possible


# --- records and timelines


def _replay_until_draw(playout: Playout) -> Timeline[Any]:
    """Replay a playout, but stop at a draw by repetition."""
    record = Record(playout.game.id, playout.options, playout.seed, ("",) * playout.player_count())
    timeline = replay(record, GAMES)
    for action in playout.actions:
        if timeline.outcome:
            break
        timeline = timeline.play(action)
    return timeline


@for_every_game
def test_records_round_trip(game: Game[Any, Any]) -> None:
    """A record that is formatted, parsed and replayed gives the same game at the same ply."""
    for playout in create_playouts(game.id):
        timeline = _replay_until_draw(playout)
        assert timeline.states == playout.states[: len(timeline.states)]
        for ply in select_evenly_spaced(range(len(timeline.entries) + 1), 3):
            record = timeline.jump(ply).to_record()
            replayed_timeline = replay(parse_record(format_record(record)), GAMES)
            assert replayed_timeline.states == timeline.states
            assert replayed_timeline.entries == timeline.entries
            assert replayed_timeline.ply == max(ply, timeline.earliest_ply)
            assert replayed_timeline.jump(ply).to_record() == record


@for_every_game
def test_records_begin_at_any_position(game: Game[Any, Any]) -> None:
    """A record may begin at any reachable position whose text contains the whole state."""
    for playout, ply in select_sample_plies(game.id, 12):
        if not has_complete_text(game, playout.states[ply]):
            continue
        start = game.format_position(playout.states[ply])
        record = Record(game.id, playout.options, playout.seed, ("",) * playout.player_count(), start=start)
        timeline = replay(record, GAMES)
        assert timeline.state == playout.states[ply]
        for action in playout.actions[ply : ply + 5]:
            if timeline.outcome is None:
                timeline = timeline.play(action)
        assert replay(timeline.to_record(), GAMES).states == timeline.states


@for_every_game
def test_undo_redo_and_jump_are_consistent(game: Game[Any, Any]) -> None:
    """Redo reverts undo, a jump equals repeated undo or redo, and undone actions stay in the timeline."""
    for playout in create_playouts(game.id)[:5]:
        timeline = _replay_until_draw(playout)
        length = len(timeline.entries)
        current_timeline = timeline
        while current_timeline.ply > current_timeline.earliest_ply:
            earlier_timeline = current_timeline.undo()
            assert earlier_timeline.ply == current_timeline.ply - 1
            assert earlier_timeline.state == timeline.states[earlier_timeline.ply]
            assert earlier_timeline.redo() == current_timeline
            current_timeline = earlier_timeline
        assert current_timeline.undo() == current_timeline
        assert current_timeline.ply == timeline.earliest_ply
        assert timeline.jump(current_timeline.ply) == current_timeline
        assert current_timeline.jump(length) == timeline
        assert timeline.redo() == timeline
        assert timeline.jump(-3).ply == 0
        assert timeline.jump(length + 3) == timeline


@for_every_game
def test_new_action_replaces_undone_actions(game: Game[Any, Any]) -> None:
    """An action after undo replaces the undone actions."""
    for playout in create_playouts(game.id)[:5]:
        timeline = _replay_until_draw(playout)
        for ply in select_evenly_spaced(range(timeline.earliest_ply, len(timeline.entries)), 4):
            earlier_timeline = timeline.jump(ply)
            action = game.legal_actions(earlier_timeline.state)[-1]
            continued_timeline = earlier_timeline.play(action)
            assert continued_timeline.is_at_end
            assert continued_timeline.entries == (*timeline.entries[:ply], action)
            assert continued_timeline.states == (
                *timeline.states[: ply + 1],
                game.apply(earlier_timeline.state, action),
            )


@for_every_game
def test_no_action_is_legal_after_resignation_time_loss_or_draw(game: Game[Any, Any]) -> None:
    """After a resignation, a loss on time or an agreed draw, no action is legal."""
    playout = create_playouts(game.id)[0]
    start = replay(Record(game.id, playout.options, playout.seed, ("",) * playout.player_count()), GAMES)
    for player in range(playout.player_count()):
        resigned_timeline = start.end(f"resign {player + 1}")
        assert resigned_timeline.outcome is not None
        assert (
            resigned_timeline.outcome.returns[player]
            == min(resigned_timeline.outcome.returns)
            < max(resigned_timeline.outcome.returns)
        )
        assert resigned_timeline.to_move is None
        assert game.sides(start.state)[player] in resigned_timeline.outcome.reason
        replayed_timeline = replay(resigned_timeline.to_record(), GAMES)
        assert (replayed_timeline.entries, replayed_timeline.states, replayed_timeline.outcome) == (
            resigned_timeline.entries,
            resigned_timeline.states,
            resigned_timeline.outcome,
        )
        with pytest.raises(IllegalAction):
            resigned_timeline.play(game.legal_actions(start.state)[0])
        timed_out_timeline = start.end(f"time {player + 1}")
        assert timed_out_timeline.outcome is not None
        assert timed_out_timeline.outcome.returns == resigned_timeline.outcome.returns
    drawn_timeline = start.end("draw agreed")
    assert drawn_timeline.outcome is not None
    assert drawn_timeline.outcome.is_draw
    for invalid_ending in (f"resign {playout.player_count() + 1}", "resign 0", "resign", "give up"):
        with pytest.raises(RecordError):
            start.end(invalid_ending)


@for_every_game
def test_invalid_record_raises_record_error(game: Game[Any, Any]) -> None:
    """A record with a wrong action, start, option or number of players raises RecordError, which names the part."""
    playout = create_playouts(game.id)[0]
    record = _replay_until_draw(playout).to_record()
    invalid_records = [
        Record(record.game, record.options, record.seed, record.players, (*record.actions[:2], "no such action")),
        Record(record.game, record.options, record.seed, record.players, start="no such position"),
        Record(record.game, {"no such option": ""}, record.seed, record.players),
        Record(record.game, record.options, record.seed, (*record.players, *("",) * 5)),
        Record("no such game", record.options, record.seed, record.players),
    ]
    for invalid_record in invalid_records:
        with pytest.raises(RecordError) as failure:
            replay(invalid_record, GAMES)
        assert failure.value.where
        assert isinstance(failure.value, RuleboardError)


@for_every_game
def test_incremental_move_list_equals_full_list(game: Game[Any, Any]) -> None:
    """After each action a timeline formats only the last turns, with the same result as for the whole game."""
    for options in select_evenly_spaced(list(iter_option_combinations(game)), 3):
        timeline = replay(Record(game.id, options, 1, ("",) * len(game.sides(game.initial(options, 1)))), GAMES)
        rng = random.Random(1)
        for _ in range(60):
            legal = game.legal_actions(timeline.state)
            if timeline.outcome or not legal:
                break
            timeline = timeline.play(rng.choice(legal))
            assert timeline.turns() == game.format_moves(timeline.states, timeline.entries)
