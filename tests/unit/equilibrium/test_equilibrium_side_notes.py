"""Test the notes next to the board: hints, the six actions, the ends of round and game, and the ranking."""

from __future__ import annotations

from ruleboard.contract.view import SideNote
from ruleboard.games.equilibrium import PACKAGE, numbers
from ruleboard.games.equilibrium.state import State
from ruleboard.scene.node import Node
from tests.support.pictures import iter_nodes
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, play, play_random_game

VIEW = PACKAGE.view
GAME = PACKAGE.game


def collect_texts(node: Node) -> str:
    """Return all texts in a node and its descendants."""
    return " ".join(part.text for part in iter_nodes(node) if part.text)


def collect_step_texts(note: SideNote | None) -> list[str]:
    assert note is not None
    return [collect_texts(step.node) for step in note.steps]


def create_summary(state: State, *actions: str) -> SideNote | None:
    """Return the note on recent events after playing actions."""
    states, played_actions = [state], []
    for text in actions:
        played_actions.append(GAME.parse_action(states[-1], text))
        states.append(GAME.apply(states[-1], played_actions[-1]))
    return VIEW.recent_events(states, played_actions)


def test_actions_show_cost_and_reason() -> None:
    state = create_position(create_player(cycles=1, storage="I"), create_player())
    (step,) = next(note for note in VIEW.side_notes(state) if note.id == "actions").steps
    text = collect_texts(step.node)
    assert "A Load costs 2 cycles, but you have 1." in text
    assert "You have no Operation cards." in text


def test_hints_guide_load_download_and_multiplication() -> None:
    board = {"0,0": "I", "1,0": "T"}
    state = create_position(
        create_player(card="IT/AV", board=board, storage="I", hand=["mul"]), create_player(board={"0,0": "A"})
    )
    assert VIEW.touch_hint(state, ()) == ""
    assert "your network to load (2 cycles)" in VIEW.touch_hint(state, ("storage:1:I",))
    assert VIEW.touch_hint(state, ("tile:0",)) == "You’ve chosen 1 of 2 tiles. Touch 1 more tile."
    steps = ("hand:1:mul", "hex:1:0,0", "hex:1:1,0", "hex:1:0,1")
    hints = [VIEW.touch_hint(state, steps[:count]) for count in range(1, 5)]
    assert len(set(hints)) == 4
    assert all(hint.startswith("Multiplication. ") for hint in hints)


def test_round_end_has_a_step_for_each_player() -> None:
    """The end of a round has a step for each player.

    With one tile of each of four types, the first three in type order rise (spec: Round end).
    """
    board = {"0,0": "I", "1,0": "T", "0,1": "A", "-1,0": "V"}
    state = create_position(create_player(board=board), create_player(), order=[1, 2], passed=[2])
    first, second, third = collect_step_texts(create_summary(state, "pass"))
    assert "next round: Teal, Orange." in first
    assert "No tile is face up, so all 5 tokens go down." in second
    assert "The type order decides: image, text and audio go up." in third
    assert "Up: image, text and audio. Down: video and sensor." in third


def test_round_summary_stays_during_flips() -> None:
    """The summary of a round remains until a player takes an action other than a flip."""
    state = create_position(create_player(board={"0,0": "I", "1,0": "I"}), create_player(), order=[1, 2], passed=[2])
    pass_summary = create_summary(state, "pass")
    note = create_summary(state, "pass", "flip I@0,0")
    assert pass_summary
    assert note
    assert pass_summary.id == note.id
    assert create_summary(state, "pass", "flip I@0,0", "pass") is None


def test_counted_tiles_and_raised_tokens_are_highlighted() -> None:
    state = create_position(create_player(board={"0,0": "I", "1,0": "t"}), create_player(), order=[1, 2], passed=[2])
    note = create_summary(state, "pass")
    assert note
    assert note.steps[2].highlighted_targets == ("hex:1:0,0", "weight:1:I")


def test_preview_follows_the_board_until_the_end() -> None:
    """The preview changes with the board, and includes the ranking during the final actions."""
    state = create_position(
        create_player(board={"0,0": "I"}), create_player(), final=[1, 2], phase=["final", 1], pile=""
    )
    (text,) = collect_step_texts(next(note for note in VIEW.side_notes(state) if note.id == "preview"))
    assert "If the game ended now" in text
    assert "lowest first" in text
    states, _ = play_random_game(2, 3)
    assert VIEW.side_notes(states[-1]) == ()
    assert {note.id for note in VIEW.side_notes(states[0])} == {"actions"}


def test_final_actions_and_ranking_are_announced() -> None:
    """The ranking after the last backpropagation is announced: levels 5, 6, 7 rank above 5, 6, 6 (spec: examples)."""
    weights = [[6, 7, 8, 9, 9], [6, 7, 7, 9, 9]]
    players = [create_player(weights=levels, storage="IIII") for levels in weights]
    state = create_position(*players, final=[2], phase=["final", 2], pile="")
    note = create_summary(state, "skip")
    assert note
    assert note.id == "end"
    assert "third lowest tokens are on 7 and 6." in collect_step_texts(note)[-1]
    state = create_position(create_player(storage="II"), create_player(), tiles="ITAVS", pile="T")
    note = create_summary(state, "download I")
    assert note
    assert "in this order: Teal, Orange." in collect_step_texts(note)[0]


def test_every_number_is_listed_with_its_source() -> None:
    for number_set in numbers.NUMBER_SETS.values():
        (text,) = collect_step_texts(VIEW.reference_note(create_position(numbers=number_set.id)))
        for number in number_set.all_numbers():
            assert number.title in text
        assert text.count(" reconstructed") >= sum(
            number.source == numbers.RECONSTRUCTED_SOURCE for number in number_set.all_numbers()
        )


def test_ordinary_action_has_no_summary() -> None:
    assert create_summary(create_position(), "code sub") is None
    assert play(create_position(), "code sub").phase.player == 1


def test_end_without_downloads_is_announced() -> None:
    """After two rounds without a Download, prompts and preview announce the possible end (our rule)."""
    warning_text = "There’s been no Download for 2 rounds."
    state = create_position(create_player(), create_player(), dry=1)
    step_text = collect_step_texts(create_summary(state, "code sub", "pass", "pass"))[0]
    assert (step_text + GAME.prompt(play(state, "code sub", "pass", "pass"))).count(warning_text) == 1
    state_before_end = play(state, "code sub", "pass", "pass", "code sub")
    (_actions, preview_note) = VIEW.side_notes(state_before_end)
    assert collect_step_texts(preview_note)[0].startswith("If the round ended now, the endgame would begin.")
    step_text = collect_step_texts(create_summary(state_before_end, "pass", "pass"))[0]
    assert step_text.startswith("There’s been no Download for 3 rounds, so the endgame begins.")


def test_setup_hides_the_six_actions() -> None:
    (actions_note,) = VIEW.side_notes(GAME.initial({}, 0))
    assert "Download" not in collect_step_texts(actions_note)[0]
    actions_note, preview = VIEW.side_notes(create_position(create_player()))
    assert preview.id == "preview", "the first note, so that it is open beside the board where there is room"
    assert "Download" in collect_step_texts(actions_note)[0]
