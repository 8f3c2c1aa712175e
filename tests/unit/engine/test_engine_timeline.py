"""Test timelines: undo, redo, jumps, endings, repetition, reveals, and the replay of records."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction, RecordError
from ruleboard.engine.move_text import Turn
from ruleboard.engine.record import Record, format_record, parse_record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, replay
from tests.unit.engine.toys import COUNTER, Count, step

GAMES = {"counter": COUNTER}
UP_ACTION, DOWN_ACTION, UP_SEVEN_ACTION = step(1), step(-1), step(7)


def record(*actions: str, start: str | None = None, at: int | None = None) -> Record:
    """Return a record of the toy game."""
    return Record("counter", {}, 0, ("Ann", "Ben"), actions, start, at)


def create_timeline(*actions: str, start: str | None = None, ply: int | None = None) -> Timeline[Count]:
    """Return the timeline of a record of the toy game."""
    return replay(record(*actions, start=start, at=ply), GAMES)


def test_timeline_starts_at_the_last_ply() -> None:
    """A replayed timeline starts at its last ply, or at the ply in the field ``at`` of its record."""
    assert create_timeline("+1", "+1").ply == 2
    assert create_timeline("+1", "+1").is_at_end
    earlier = create_timeline("+1", "+1", "-1", ply=1)
    assert (earlier.ply, earlier.state, earlier.is_at_end) == (1, Count(1, 1), False)
    assert earlier.to_move == 1


def test_undo_and_redo_stop_at_the_ends() -> None:
    """Undo at the start and redo at the end return the same timeline."""
    timeline = create_timeline("+1", "-1")
    assert [timeline.undo().ply, timeline.undo().undo().ply, timeline.undo().undo().undo().ply] == [1, 0, 0]
    assert timeline.undo().undo().redo().state == Count(1, 1)
    assert timeline.redo() is timeline
    assert create_timeline().undo() == create_timeline()


def test_jumps_stay_within_the_game() -> None:
    """A jump beyond either end of the game goes to ply 0 or to the last ply."""
    timeline = create_timeline("+1", "-1")
    assert [timeline.jump(at).ply for at in (-5, 0, 1, 2, 9)] == [0, 0, 1, 2, 2]


def test_new_action_removes_later_ones() -> None:
    timeline = create_timeline("+1", "+1", "+1").jump(1).play(DOWN_ACTION)
    assert timeline.to_record().actions == ("+1", "-1")
    assert timeline.state == Count(0, 0)
    assert timeline.is_at_end


def test_timelines_never_change() -> None:
    timeline = create_timeline("+1", "+1")
    before = (timeline.entries, timeline.states, timeline.ply)
    timeline.undo().play(DOWN_ACTION)
    timeline.end("resign 1")
    assert (timeline.entries, timeline.states, timeline.ply) == before


def test_illegal_actions_are_refused() -> None:
    """A timeline rejects illegal actions and actions after the end."""
    with pytest.raises(IllegalAction):
        create_timeline().play(step(2))
    with pytest.raises(IllegalAction, match="over"):
        create_timeline("+7", "+1", "+1", "+1").play(UP_ACTION)


# --- endings


@pytest.mark.parametrize(
    ("entry", "returns", "reason"),
    [
        ("resign 1", (-1.0, 1.0), "First resigned."),
        ("resign 2", (1.0, -1.0), "Second resigned."),
        ("time 2", (1.0, -1.0), "Second ran out of time."),
        ("draw agreed", (0.0, 0.0), "Draw agreed."),
    ],
)
def test_game_can_be_ended(entry: str, returns: tuple[float, ...], reason: str) -> None:
    """Either player can end a game. The ending is in the record and in the move list, and undo removes it."""
    timeline = create_timeline("+1").end(entry)
    assert timeline.outcome is not None
    assert (timeline.outcome.returns, timeline.outcome.reason) == (returns, reason)
    assert timeline.to_move is None
    assert timeline.to_record().actions == ("+1", entry)
    assert create_timeline("+1", entry).outcome == timeline.outcome
    assert timeline.undo().outcome is None
    assert timeline.undo().play(UP_ACTION).to_record().actions == ("+1", "+1")
    assert [str(turn) for turn in timeline.turns()] == ["+1", reason]
    assert timeline.turns()[-1].items[0][0] == 1


@pytest.mark.parametrize(
    "entry", ["resign 0", "resign 3", "resign", "resign 1 ", "resign ²", "time 3", "time", "draw", "", "+1"]
)
def test_ending_must_be_a_defined_one(entry: str) -> None:
    with pytest.raises(RecordError):
        create_timeline().end(entry)


def test_no_action_follows_an_ending() -> None:
    """Timelines and records reject actions and further endings after an ending."""
    timeline = create_timeline("+1", "resign 2")
    with pytest.raises(IllegalAction):
        timeline.play(UP_ACTION)
    with pytest.raises(RecordError):
        timeline.end("draw agreed")
    with pytest.raises(RecordError, match="over") as error_info:
        create_timeline("resign 2", "+1")
    assert error_info.value.where == "action 2"
    with pytest.raises(RecordError):
        create_timeline("+7", "+1", "+1", "+1", "resign 1")


# --- repetition

REPEATED_TEXTS = ("+1", "-1")


def test_first_occurrence_counts() -> None:
    """The start counts as the first occurrence: a draw can be claimed at the third, and the fifth is a draw."""
    claims = [create_timeline(*REPEATED_TEXTS * times).draw_claim_reason() for times in range(4)]
    assert [bool(claim) for claim in claims] == [False, False, True, True]
    assert claims[2] == "This position has come up 3 times."
    assert create_timeline(*REPEATED_TEXTS * 3).outcome is None
    timeline = create_timeline(*REPEATED_TEXTS * 4)
    assert timeline.outcome is not None
    assert timeline.outcome.is_draw
    assert "5 times" in timeline.outcome.reason
    assert timeline.draw_claim_reason() is None
    with pytest.raises(IllegalAction):
        timeline.play(UP_ACTION)


def test_repetition_ignores_undone_actions() -> None:
    """Positions after undone actions do not count as occurrences."""
    timeline = create_timeline(*REPEATED_TEXTS * 4)
    assert timeline.jump(6).outcome is None
    assert timeline.jump(4).draw_claim_reason()
    assert timeline.jump(2).draw_claim_reason() is None


def test_states_without_a_key_are_not_counted() -> None:
    """Positions in mid-turn, which have no key, do not count as occurrences."""
    timeline = create_timeline(*REPEATED_TEXTS * 6, start="-9 0")
    assert timeline.draw_claim_reason() is None
    assert timeline.outcome is None


def test_claim_needs_a_reason() -> None:
    """A draw can be claimed only after a repetition, or if the game itself gives a reason."""
    with pytest.raises(RecordError):
        create_timeline("+1").end("draw claimed")
    claimed_draw = create_timeline(*REPEATED_TEXTS * 2).end("draw claimed")
    assert claimed_draw.outcome is not None
    assert claimed_draw.outcome.is_draw
    assert claimed_draw.outcome.reason == "Draw claimed."
    timeline_at_four = create_timeline(start="4 0")
    assert timeline_at_four.draw_claim_reason() == "Four is dull."
    assert timeline_at_four.end("draw claimed").outcome is not None
    with pytest.raises(RecordError):
        create_timeline("draw claimed")


# --- what was uncovered


def test_undo_stops_at_a_reveal() -> None:
    """Undo stops at a reveal. Players can view earlier states but cannot play on from them."""
    timeline = create_timeline("+1", "+7", "-1")
    assert timeline.earliest_ply == 2
    assert timeline.undo().ply == 2
    assert timeline.undo().undo().ply == 2
    viewed_timeline = timeline.jump(0)
    assert viewed_timeline.state == Count(0, 0)
    assert viewed_timeline.undo() == viewed_timeline
    with pytest.raises(IllegalAction, match="been revealed"):
        viewed_timeline.play(DOWN_ACTION)
    with pytest.raises(RecordError, match="been revealed"):
        viewed_timeline.end("resign 1")
    assert timeline.undo().play(UP_ACTION).to_record().actions == ("+1", "+7", "+1")


def test_record_position_cannot_precede_a_reveal() -> None:
    """The field ``at`` of a record cannot be a ply before a reveal."""
    assert create_timeline("+1", "+7", "-1", ply=0).ply == 2
    assert create_timeline("+1", "+7", "-1", ply=2).ply == 2


# --- replaying


@pytest.mark.parametrize(
    ("invalid_record", "location"),
    [
        (Record("chess", {}, 0, ("", "")), "field game"),
        (Record("counter", {"limit": "11"}, 0, ("", "")), "field options"),
        (Record("counter", {"colour": "red"}, 0, ("", "")), "field options"),
        (Record("counter", {}, 0, ("",)), "field players"),
        (Record("counter", {}, 0, ("", "", "")), "field players"),
        (record(start="here"), "start position"),
        (record("+1", "+2"), "action 2"),
        (record("+1", "one"), "action 2"),
        (record("resign 9"), "action 1"),
    ],
)
def test_unreplayable_record_reports_the_ply(invalid_record: Record, location: str) -> None:
    """The error for a record that cannot be replayed names the ply of the first invalid action."""
    with pytest.raises(RecordError) as error_info:
        replay(invalid_record, GAMES)
    assert error_info.value.where == location


def test_number_of_actions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay accepts the longest possible game, and rejects longer records before it applies any action."""
    monkeypatch.setattr("ruleboard.engine.timeline.MAX_ACTIONS", 2)
    longest_timeline = create_timeline("+1", "-1")
    with pytest.raises(IllegalAction, match="too long"):
        longest_timeline.play(UP_ACTION)
    assert create_timeline(*longest_timeline.end("resign 1").to_record().actions).outcome
    with pytest.raises(RecordError, match="has 3 actions") as error_info:
        create_timeline("+1", "no action", "-1")
    assert error_info.value.where == "field actions"


def test_record_may_start_from_any_position() -> None:
    """A start position in the record replaces the start of the game, and stays in the record."""
    timeline = create_timeline("+1", start="5 1")
    assert timeline.state == Count(6, 0)
    assert timeline.to_record().start == "5 1"


def test_record_keeps_its_additional_fields() -> None:
    """The record keeps its metadata when new metadata is added."""
    meta = create_timeline("+1").to_record(title="Evening game").meta
    assert meta == {"title": "Evening game"}
    record = replay(Record("counter", {}, 0, ("", ""), meta={"a": "1", "b": "2"}), GAMES).to_record(b="3")
    assert record.meta == {"a": "1", "b": "3"}


class TimelineMachine(RuleBasedStateMachine):
    """Comparison of a timeline with a simple model, which is a list of action texts and an index."""

    def __init__(self) -> None:
        super().__init__()
        self.timeline = create_timeline()
        self.texts: list[str] = []
        self.at = 0

    def _bound(self) -> int:
        return max((place + 1 for place, text in enumerate(self.texts) if text == "+7"), default=0)

    @precondition(lambda self: self.timeline.outcome is None and self.at >= self._bound())
    @rule(action=st.sampled_from([UP_ACTION, DOWN_ACTION, DOWN_ACTION, UP_SEVEN_ACTION]))
    def play(self, action: Action) -> None:
        self.timeline = self.timeline.play(action)
        self.texts[self.at :] = [action.text]
        self.at += 1

    @precondition(lambda self: self.timeline.outcome is None and self.at >= self._bound())
    @rule(entry=st.sampled_from(["resign 1", "resign 2", "draw agreed"]))
    def end(self, entry: str) -> None:
        self.timeline = self.timeline.end(entry)
        self.texts[self.at :] = [entry]
        self.at += 1

    @rule()
    def undo(self) -> None:
        self.timeline = self.timeline.undo()
        self.at = self.at - 1 if self.at > self._bound() else self.at

    @rule()
    def redo(self) -> None:
        self.timeline = self.timeline.redo()
        self.at = min(self.at + 1, len(self.texts))

    @rule(at=st.integers(-2, 12))
    def jump(self, at: int) -> None:
        self.timeline = self.timeline.jump(at)
        self.at = max(0, min(at, len(self.texts)))

    @rule()
    def save(self) -> None:
        """Replace the timeline by a replay of its record."""
        self.timeline = replay(parse_record(format_record(self.timeline.to_record())), GAMES)
        self.at = max(self.at, self._bound())

    @invariant()
    def check_model(self) -> None:
        """Check that the timeline agrees with the model."""
        assert self.timeline.ply == self.at
        assert [str(entry) for entry in self.timeline.entries] == self.texts
        numbers = [int(text) for text in self.texts[: self.at] if text[0] in "+-"]
        assert self.timeline.state == Count(sum(numbers), len(numbers) % 2)
        has_ending = bool(self.at) and self.texts[self.at - 1][0] not in "+-"
        assert (self.timeline.to_move is None) >= has_ending
        assert self.timeline.turns() == replay(self.timeline.to_record(), GAMES).turns()


TestTimeline = TimelineMachine.TestCase


# --- long games --------------------------------------------------------------------------------------------------


class CountingGame(type(COUNTER)):  # type: ignore[misc]
    """The toy game, which counts the calls of its methods."""

    def __init__(self) -> None:
        self.calls = 0

    def __getattribute__(self, name: str) -> object:
        if name in ("apply", "outcome", "key", "reveals", "format_action", "parse_action", "legal_actions"):
            self.calls += 1
        return super().__getattribute__(name)

    def format_moves(self, states: Sequence[Count], actions: Sequence[Action]) -> tuple[Turn, ...]:
        self.calls += len(actions)
        return tuple(Turn("", states[ply].side, ((ply, action.text),)) for ply, action in enumerate(actions))


def test_cost_of_an_action_does_not_grow() -> None:
    """An action late in a long game calls the rules no more often than an action at the start."""
    costs = []
    for length in (20, 4000):
        game = CountingGame()
        timeline = replay(record(*create_cycle(length)), {"counter": game})
        timeline.turns()
        game.calls = 0
        after = timeline.play(UP_ACTION)
        assert after.outcome is None
        assert after.draw_claim_reason() is None
        assert after.undo().redo().earliest_ply == 0
        assert len(after.turns()) == length + 1
        assert len(after.to_record().actions) == length + 1
        costs.append(game.calls)
    assert costs[0] == costs[1]


def create_cycle(length: int) -> list[str]:
    """Return actions of the toy game that lead through mid-turn positions, which do not count as repetitions."""
    return ["-1"] * length


def test_blocks_format_long_lists_identically() -> None:
    game = CountingGame()
    timeline = replay(record(*create_cycle(2345)), {"counter": game})
    game.calls = 0
    run_to_end(timeline.format_turns())
    assert game.calls < 2 * 2345
    assert timeline.turns() == game.format_moves(timeline.states, timeline.entries)


def test_game_may_number_turns_from_the_list_start() -> None:
    """The timeline formats the whole move list again if the game numbers turns from the start of the list."""
    timeline = create_timeline(*create_cycle(7))
    for _ in range(6):
        timeline = timeline.play(DOWN_ACTION)
        assert timeline.turns() == COUNTER.format_moves(timeline.states, timeline.entries)


def test_copy_can_undo_to_its_own_reveals() -> None:
    """In a copied timeline, undo stops only at reveals before the copy's last ply."""
    timeline = create_timeline("+1", "+7", "-1", "-1")
    assert timeline.earliest_ply == 2
    assert timeline.jump(1).without_undone().earliest_ply == 0
    assert timeline.jump(3).without_undone().earliest_ply == 2
