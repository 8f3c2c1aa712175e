"""The contract of games: rules, texts, words and records of every registered game, on positions of random games."""

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
from ruleboard.engine.options import offered, settled
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.selection import select, touch
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES, VIEWS
from tests.support.listing import listed
from tests.support.playouts import (
    Playout,
    combinations,
    has_hidden_decisions,
    is_in_texts,
    playouts,
    samples,
    spread,
    steps,
)

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def is_sentence(text: str) -> bool:
    """Return True if a text begins and ends like a sentence."""
    return len(text) > 2 and text == text.strip() and not text[0].islower() and text[-1] in ".!?"


def read_or_refused(read: Callable[..., Any], *text: Any, refusals: tuple[type[RuleboardError], ...]) -> Any:
    """Return the result of ``read`` for a text; None if it refuses it with one of these errors and a reason."""
    refusal = ""
    try:
        return read(*text)
    except refusals as error:
        refusal = error.what
    assert refusal
    return None


# --- what a game says of itself


@every_game
def test_a_game_introduces_itself(game: Game[Any, Any]) -> None:
    """Id, title, numbers of players; options with distinct values; shelf, tagline and credits."""
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
    face = VIEWS[game.id]
    assert face.order >= 1
    assert is_sentence(face.tagline)
    assert face.credits.designer or face.credits.publisher
    assert game.repetition.claim >= 0
    assert game.repetition.draw >= 0


def test_games_stand_on_the_shelf_side_by_side() -> None:
    """No two games claim the same place."""
    shelves = [face.order for face in VIEWS.values()]
    assert shelves == sorted(set(shelves))


@every_game
def test_every_combination_of_options_starts(game: Game[Any, Any]) -> None:
    """A start is a position with a player to move, for all values of all options."""
    for options in itertools.islice(combinations(game), 400):
        state = game.initial(options, 5)
        assert len(game.sides(state)) in game.players
        assert game.outcome(state) is None
        assert game.to_move(state) in range(len(game.sides(state)))
        assert game.legal_actions(state)
    absent = {option.id: option.absent or option.default for option in game.options}
    assert game.initial({}, 3) == game.initial(absent, 3)


@every_game
def test_no_two_choices_that_are_offered_mean_the_same(game: Game[Any, Any]) -> None:
    """Whatever else is chosen, another choice of an option begins another game; the default is always offered."""
    seeds = range(8)
    for options in itertools.islice(combinations(game), 200):
        if settled(game.options, options) != options:
            continue
        for option in game.options:
            choices = offered(option, options)
            assert choices[0].value == option.default
            games = {
                tuple(game.initial({**options, option.id: choice.value}, seed) for seed in seeds) for choice in choices
            }
            assert len(games) == len(choices), (option.id, options)


@every_game
def test_unknown_options_are_refused(game: Game[Any, Any]) -> None:
    """An option or a value the game does not have is a RecordError."""
    with pytest.raises(RecordError):
        game.initial({"no such option": "1"}, 0)
    for option in game.options:
        with pytest.raises(RecordError):
            game.initial({option.id: "no such value"}, 0)


# --- rules


@every_game
def test_states_hold_together(game: Game[Any, Any]) -> None:
    """Someone is to move exactly while there is no outcome, and exactly then something is allowed."""
    for playout in playouts(game.id):
        for state in playout.states:
            outcome, player = game.outcome(state), game.to_move(state)
            assert (outcome is None) == (player is not None)
            assert bool(game.legal_actions(state)) == (player is not None)
            if player is not None:
                assert player in range(playout.players())
            if outcome:
                assert len(outcome.returns) == playout.players()
                assert all(-1 <= got <= 1 for got in outcome.returns)
                assert is_sentence(outcome.reason)


@every_game
def test_legal_actions_are_distinct_and_well_formed(game: Game[Any, Any]) -> None:
    """No text twice; those who share their touches can be told apart in words; ways are other touches."""
    for playout in playouts(game.id):
        for state in spread(playout.states, 40):
            legal = game.legal_actions(state)
            assert len({action.text for action in legal}) == len(legal)
            by_touches: dict[tuple[str, ...], set[str]] = {}
            for action in legal:
                ways = (action.targets, *action.ways)
                assert len(set(ways)) == len(ways)
                assert all(way and all(way) for way in ways)
                assert action.kind.split()[0] in ("go", "capture", "special")
                for way in ways:
                    words = game.describe(state, action)
                    assert words not in by_touches.setdefault(way, set()), (way, words)
                    by_touches[way].add(words)


@every_game
def test_playing_is_a_pure_function(game: Game[Any, Any]) -> None:
    """The same seed and actions give the same states; states are values."""
    for playout in playouts(game.id)[:4]:
        state = game.initial(playout.options, playout.seed)
        for action, known in zip(playout.actions, playout.states, strict=False):
            assert state == known
            assert hash(state) == hash(known)
            legal = game.legal_actions(state)
            assert action in legal
            same = Action(action.text, action.targets, action.move, action.kind, action.ways)
            assert game.apply(state, same) == game.apply(state, action)
            assert game.legal_actions(state) == legal
            state = game.apply(state, action)


@every_game
def test_apply_refuses_what_is_not_allowed(game: Game[Any, Any]) -> None:
    """Invented actions, actions of other positions, any action after the end: IllegalAction."""
    known = {action for playout in playouts(game.id) for action in playout.actions}
    strangers = [Action("no such action", ("nowhere",), None), *spread(sorted(known, key=str), 60)]
    for playout, at in samples(game.id, 40):
        state = playout.states[at]
        legal = set(game.legal_actions(state))
        for action in strangers:
            if action not in legal:
                with pytest.raises(IllegalAction):
                    game.apply(state, action)


@every_game
def test_keys_stand_for_positions(game: Game[Any, Any]) -> None:
    """Equal states have equal, hashable keys; claims are sentences; secrecy and reveals are yes or no."""
    for playout, at in samples(game.id, 120):
        state = playout.states[at]
        if is_in_texts(game, state):
            assert game.key(game.parse_position(game.format_position(state))) == game.key(state)
        hash(game.key(state))
        claim = game.claimable(state)
        assert claim is None or is_sentence(claim)
        assert isinstance(game.secret(state), bool)
        if at < len(playout.actions):
            assert isinstance(game.reveals(state, playout.actions[at]), bool)


# --- hidden information


@every_game
def test_a_view_of_a_view_tells_nothing_new(game: Game[Any, Any]) -> None:
    """Looking twice is looking once, and the public learns the same from any player's view as from the whole."""
    for playout, at in samples(game.id, 60):
        state = playout.states[at]
        public = game.view(state, None)
        assert game.view(public, None) == public
        for player in range(playout.players()):
            seen = game.view(state, player)
            assert game.view(seen, player) == seen
            assert game.view(seen, None) == public


@every_game
def test_who_decides_knows_enough_to_decide(game: Game[Any, Any]) -> None:
    """The legal actions of the player to move, and the words about them, depend only on their view."""
    for playout, at in samples(game.id, 60):
        state = playout.states[at]
        player = game.to_move(state)
        if player is not None:
            seen = game.view(state, player)
            assert game.to_move(seen) == player
            assert game.legal_actions(seen) == game.legal_actions(state)
            assert game.prompt(seen) == game.prompt(state)


# --- texts


@every_game
def test_positions_are_read_as_they_are_written(game: Game[Any, Any]) -> None:
    """parse_position gives back an equal state, or where secrets keep that from being the same text."""
    for playout in playouts(game.id):
        for state in spread(playout.states, 60):
            text = game.format_position(state)
            assert "\n" not in text
            again = game.parse_position(text)
            assert again == state if is_in_texts(game, state) else game.format_position(again) == text
            for viewer in (None, *range(playout.players())):
                assert game.format_position(game.view(state, viewer))


@every_game
def test_actions_are_read_as_they_are_written(game: Game[Any, Any]) -> None:
    """parse_action gives back every legal action, and refuses those of other positions with a reason."""
    known = {
        game.format_action(playout.states[at], playout.actions[at])
        for playout in playouts(game.id)
        for at in spread(range(len(playout.actions)), 20)
    }
    for playout, at in samples(game.id, 60):
        state = playout.states[at]
        texts = set()
        for action in game.legal_actions(state):
            text = game.format_action(state, action)
            texts.add(text)
            assert game.parse_action(state, text) == action
        for text in spread(sorted(known - texts), 40):
            other = read_or_refused(game.parse_action, state, text, refusals=(ActionError, IllegalAction))
            assert other is None or other in game.legal_actions(state)  # another way to write one of them


@every_game
def test_move_lists_are_read_as_they_are_written(game: Game[Any, Any]) -> None:
    """parse_moves gives back the actions, at any point of a game; the plies of the items grow to the last."""
    for playout in playouts(game.id):
        start = playout.states[0]
        for length in spread(range(len(playout.actions) + 1), 12):
            turns = game.format_moves(playout.states[: length + 1], playout.actions[:length])
            _check_listed(playout, 0, length, game.parse_moves(start, "\n".join(map(str, turns))))
            plies = [ply for turn in turns for ply, _ in turn.items]
            assert plies == sorted(set(plies))
            assert all(text for turn in turns for _, text in turn.items)
            last = plies[-1] if plies else -1
            assert last < length if has_hidden_decisions(game.id) else last == length - 1
            assert all(turn.player is None or turn.player in range(playout.players()) for turn in turns)


def _check_listed(playout: Playout, first: int, end: int, listed: Sequence[Action]) -> None:
    """A move list told the actions from ``first`` to ``end``.

    What was tried out unseen is in no list: then it tells how the game stood after the last finished turn, or later.
    """
    game = playout.game
    states = playout.states[first : end + 1]
    told = [at for at, state in enumerate(states) if is_in_texts(game, state)]
    if len(told) == len(states):
        assert listed == playout.actions[first:end]
        return
    state = states[0]
    for action in listed:
        state = game.apply(state, action)
    assert state in states[told[-1] if told else 0 :]


@every_game
def test_move_lists_can_begin_anywhere(game: Game[Any, Any]) -> None:
    """A move list may begin at a position in mid-turn, if that is a position that texts can tell."""
    for playout, at in samples(game.id, 24):
        if is_in_texts(game, playout.states[at]):
            end = min(at + 30, len(playout.actions))
            text = "\n".join(map(str, listed(game, playout.states[at], playout.actions[at:end])))
            _check_listed(playout, at, end, game.parse_moves(playout.states[at], text))


def _mutated(text: str, data: st.DataObject) -> str:
    """A text with a few characters changed, dropped, doubled or exchanged."""
    letters = list(text)
    strange = st.one_of(st.sampled_from(sorted(set(text))), st.characters())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(letters) - 1)))
        change = data.draw(st.sampled_from(["put", "drop", "double", "exchange", "cut"]))
        if change == "put":
            letters[at : at + 1] = [data.draw(strange)]
        elif change == "drop":
            del letters[at : at + 1]
        elif change == "double":
            letters[at:at] = letters[at : at + 3]
        elif change == "exchange":
            other = data.draw(st.integers(0, max(0, len(letters) - 1)))
            if letters:
                letters[at], letters[other] = letters[other], letters[at]
        else:
            del letters[at:]
    return "".join(letters)


def _is_sound(game: Game[Any, Any], state: Any) -> None:
    """A position from a text bears everything that is asked of positions."""
    assert game.parse_position(game.format_position(state)) == state
    legal = game.legal_actions(state)
    assert bool(legal) == (game.to_move(state) is not None)
    assert (game.outcome(state) is None) == bool(legal)
    game.key(state)
    game.claimable(state)
    game.view(state, None)
    for action in spread(legal, 5):
        game.apply(state, action)


@every_game
@given(data=st.data())
@settings(max_examples=100)
def test_any_position_text_is_read_or_refused(game: Game[Any, Any], data: st.DataObject) -> None:
    """Whatever the text: a sound position or a PositionError that says something."""
    playout, at = data.draw(st.sampled_from(samples(game.id, 30)))
    valid = game.format_position(playout.states[at])
    text = data.draw(st.one_of(st.text(max_size=80), st.builds(lambda: _mutated(valid, data))))
    state = read_or_refused(game.parse_position, text, refusals=(PositionError,))
    if state is not None:
        _is_sound(game, state)


@every_game
@given(data=st.data())
@settings(max_examples=100)
def test_any_action_text_is_read_or_refused(game: Game[Any, Any], data: st.DataObject) -> None:
    """Whatever the text: a legal action, an ActionError, or an IllegalAction; move lists likewise."""
    playout, at = data.draw(st.sampled_from(samples(game.id, 30)))
    state = playout.states[at]
    near = playout.actions[min(at, len(playout.actions) - 1)].text
    text = data.draw(st.one_of(st.text(max_size=30), st.builds(lambda: _mutated(near, data))))
    refusals = (ActionError, IllegalAction)
    action = read_or_refused(game.parse_action, state, text, refusals=refusals)
    assert action is None or action in game.legal_actions(state)
    actions = read_or_refused(game.parse_moves, state, f"{text}\n{near} {text}", refusals=refusals)
    for action in actions or ():
        state = game.apply(state, action)


# --- words


@every_game
def test_words_are_never_wanting(game: Game[Any, Any]) -> None:
    """Every action and target has words; there is a prompt while the game goes on, and none afterwards."""
    for playout, at in samples(game.id, 80):
        state = playout.states[at]
        sides = game.sides(state)
        assert len(set(sides)) == len(sides)
        assert all(sides)
        assert bool(game.prompt(state)) == (game.to_move(state) is not None)
        for action in spread(game.legal_actions(state), 40):
            assert game.describe(state, action).strip()
            for target in action.targets:
                words = game.name(state, target)
                assert words.strip()
                assert not words.startswith("do:")


@every_game
def test_refusals_are_explained(game: Game[Any, Any]) -> None:
    """Whatever is touched in vain, and at whatever step, the reason is a whole sentence."""
    chance = random.Random(game.id)
    targets = sorted(
        {target for playout in playouts(game.id) for action in playout.actions for target in action.targets}
    )
    for playout, at in samples(game.id, 40):
        state = playout.states[at]
        legal = game.legal_actions(state)
        for step in steps(legal, 6):
            for target in chance.sample(targets, min(len(targets), 25)):
                touches = (*step.touched, target)
                if not select(legal, touches).alive:
                    reason = game.explain(state, touches).sentence
                    assert is_sentence(reason), reason
                    assert "do:" not in reason


# --- the picker


@every_game
def test_every_action_can_be_touched(game: Game[Any, Any]) -> None:
    """Touching an action's targets (or another of its ways) one by one makes it, and never goes astray."""
    for playout, at in samples(game.id, 60):
        legal = game.legal_actions(playout.states[at])
        gone: set[tuple[str, ...]] = set()  # many actions begin with the same touches
        for action in spread(legal, 60):
            for way in (action.targets, *action.ways):
                for length, target in enumerate(way):
                    if way[: length + 1] not in gone:
                        gone.add(way[: length + 1])
                        assert target in select(legal, way[:length]).next
                        step = touch(legal, way[:length], target)
                        assert step is not None
                        assert step.touched == way[: length + 1]
                assert action in select(legal, way).complete


@every_game
def test_nothing_but_actions_can_be_touched(game: Game[Any, Any]) -> None:
    """Wherever touching leads, what is complete is allowed, and what is alive leads on."""
    for playout, at in samples(game.id, 40):
        legal = game.legal_actions(playout.states[at])
        for step in steps(legal, 60):
            assert step.alive == bool(step.next or step.complete)
            for action in step.complete:
                assert action in legal
                assert step.touched in (action.targets, *action.ways)
            for target in step.next:
                assert select(legal, (*step.touched, target)).alive


# --- records and timelines


def _timeline(playout: Playout) -> Timeline[Any]:
    """The timeline of a playout, as far as repetition lets it go."""
    record = Record(playout.game.id, playout.options, playout.seed, ("",) * playout.players())
    timeline = replay(record, GAMES)
    for action in playout.actions:
        if timeline.outcome:
            break
        timeline = timeline.play(action)
    return timeline


@every_game
def test_records_replay_to_the_same_game(game: Game[Any, Any]) -> None:
    """A game that is written down, read and replayed is the same, place included."""
    for playout in playouts(game.id):
        timeline = _timeline(playout)
        assert timeline.states == playout.states[: len(timeline.states)]
        for at in spread(range(len(timeline.entries) + 1), 3):
            record = timeline.jump(at).to_record()
            again = replay(parse_record(format_record(record)), GAMES)
            assert again.states == timeline.states
            assert again.entries == timeline.entries
            assert again.at == max(at, timeline.earliest)
            assert again.jump(at).to_record() == record


@every_game
def test_records_can_begin_anywhere(game: Game[Any, Any]) -> None:
    """A record may begin at any position that comes about and that a text can tell."""
    for playout, at in samples(game.id, 12):
        if not is_in_texts(game, playout.states[at]):
            continue
        start = game.format_position(playout.states[at])
        record = Record(game.id, playout.options, playout.seed, ("",) * playout.players(), start=start)
        timeline = replay(record, GAMES)
        assert timeline.state == playout.states[at]
        for action in playout.actions[at : at + 5]:
            if timeline.outcome is None:
                timeline = timeline.play(action)
        assert replay(timeline.to_record(), GAMES).states == timeline.states


@every_game
def test_going_to_and_fro_changes_nothing(game: Game[Any, Any]) -> None:
    """Undo and redo are each other's opposite, a jump is many of them, and what is taken back stays known."""
    for playout in playouts(game.id)[:5]:
        timeline = _timeline(playout)
        length = len(timeline.entries)
        back = timeline
        while back.at > back.earliest:
            earlier = back.undo()
            assert earlier.at == back.at - 1
            assert earlier.state == timeline.states[earlier.at]
            assert earlier.redo() == back
            back = earlier
        assert back.undo() == back
        assert back.at == timeline.earliest
        assert timeline.jump(back.at) == back
        assert back.jump(length) == timeline
        assert timeline.redo() == timeline
        assert timeline.jump(-3).at == 0
        assert timeline.jump(length + 3) == timeline


@every_game
def test_playing_on_from_here_forgets_what_was_taken_back(game: Game[Any, Any]) -> None:
    """An action played after going back replaces the rest of the line."""
    for playout in playouts(game.id)[:5]:
        timeline = _timeline(playout)
        for at in spread(range(timeline.earliest, len(timeline.entries)), 4):
            earlier = timeline.jump(at)
            action = game.legal_actions(earlier.state)[-1]
            on = earlier.play(action)
            assert on.is_last
            assert on.entries == (*timeline.entries[:at], action)
            assert on.states == (*timeline.states[: at + 1], game.apply(earlier.state, action))


@every_game
def test_any_game_can_be_given_up(game: Game[Any, Any]) -> None:
    """Each player can resign or lose on time, a draw can be agreed, and afterwards nothing more is played."""
    playout = playouts(game.id)[0]
    start = replay(Record(game.id, playout.options, playout.seed, ("",) * playout.players()), GAMES)
    for player in range(playout.players()):
        ended = start.end(f"resign {player + 1}")
        assert ended.outcome is not None
        assert ended.outcome.returns[player] == min(ended.outcome.returns) < max(ended.outcome.returns)
        assert ended.to_move is None
        assert game.sides(start.state)[player] in ended.outcome.reason
        again = replay(ended.to_record(), GAMES)
        assert (again.entries, again.states, again.outcome) == (ended.entries, ended.states, ended.outcome)
        with pytest.raises(IllegalAction):
            ended.play(game.legal_actions(start.state)[0])
        late = start.end(f"time {player + 1}")
        assert late.outcome is not None
        assert late.outcome.returns == ended.outcome.returns
    drawn = start.end("draw agreed")
    assert drawn.outcome is not None
    assert drawn.outcome.is_draw
    for wrong in (f"resign {playout.players() + 1}", "resign 0", "resign", "give up"):
        with pytest.raises(RecordError):
            start.end(wrong)


@every_game
def test_broken_records_are_refused(game: Game[Any, Any]) -> None:
    """Wrong actions, starts, options and numbers of players are RecordErrors that say where."""
    playout = playouts(game.id)[0]
    good = _timeline(playout).to_record()
    broken = [
        Record(good.game, good.options, good.seed, good.players, (*good.actions[:2], "no such action")),
        Record(good.game, good.options, good.seed, good.players, start="no such position"),
        Record(good.game, {"no such option": ""}, good.seed, good.players),
        Record(good.game, good.options, good.seed, (*good.players, *("",) * 5)),
        Record("no such game", good.options, good.seed, good.players),
    ]
    for record in broken:
        with pytest.raises(RecordError) as caught:
            replay(record, GAMES)
        assert caught.value.where
        assert isinstance(caught.value, RuleboardError)


@every_game
def test_the_move_list_that_grows_is_the_one_that_is_written_at_once(game: Game[Any, Any]) -> None:
    """After each action only the end is formatted anew; labels and unfinished turns come out as in the whole list."""
    for options in spread(list(combinations(game)), 3):
        timeline = replay(Record(game.id, options, 1, ("",) * len(game.sides(game.initial(options, 1)))), GAMES)
        dice = random.Random(1)
        for _ in range(60):
            legal = game.legal_actions(timeline.state)
            if timeline.outcome or not legal:
                break
            timeline = timeline.play(dice.choice(legal))
            assert timeline.turns() == game.format_moves(timeline.states, timeline.entries)
