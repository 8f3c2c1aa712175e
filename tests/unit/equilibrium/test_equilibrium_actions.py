"""Test the six actions of Equilibrium: costs, limits, tweaks, passes and turn order."""

from __future__ import annotations

import pytest

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.selection import select
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.action_guide import action_statuses
from ruleboard.games.equilibrium.moves import Hack, Pass, Skip
from tests.unit.equilibrium.equilibrium_help import create_player, create_position, list_legal_texts, play

GAME = PACKAGE.game

TOP_ROW_BOARD = {"0,0": "I", "1,0": "A"}

# Download


def test_download_at_limit_three_fills_the_storage() -> None:
    """With limit 3 a Download takes three tiles into an empty storage, or two if it has one tile (Action 1)."""
    download_texts = list_legal_texts(create_position(create_player(storage="I")), "download")
    assert download_texts == {
        f"download {a},{b}" for a, b in ("IT", "IA", "IV", "IS", "TA", "TV", "TS", "AV", "AS", "VS")
    }
    downloads_without_room = list_legal_texts(create_position(create_player()), "download")
    assert len(downloads_without_room) == 10
    assert all(len(text.split(",")) == 3 for text in downloads_without_room)


def test_download_counts_equal_tiles_once_and_costs_two() -> None:
    state = create_position(create_player(storage="I", cycles=5), tiles="IITTT")
    assert list_legal_texts(state, "download") == {"download I,I", "download I,T", "download T,T"}
    next_state = play(state, "download I,T")
    assert next_state.players[0].storage == "IIT"
    assert next_state.players[0].cycles == 3


def test_download_refills_from_the_top_of_the_pile() -> None:
    """A Download draws as many tiles as it takes, so that five tiles are face up again (Action 1)."""
    next_state = play(create_position(create_player(storage="I"), tiles="ITAVS", pile="VVSSI"), "download T,V")
    assert next_state.tiles == "IVAVS"
    assert next_state.pile == "SSI"


def test_download_accepts_tiles_in_any_order() -> None:
    state = create_position(create_player(storage="I"), tiles="IITTT")
    actions = GAME.legal_actions(state)
    for first_target, second_target in (("tile:4", "tile:0"), ("tile:1", "tile:2"), ("tile:0", "tile:3")):
        decided_action = select(actions, (first_target, second_target)).only_action
        assert decided_action is not None
        assert decided_action.text == "download I,T"
    assert sum(len(action.alternative_targets) + 1 for action in actions if action.text.startswith("download")) == 20


def test_download_needs_storage_and_cycles() -> None:
    assert not list_legal_texts(create_position(create_player(storage="ITT")), "download")
    assert not list_legal_texts(create_position(create_player(cycles=1)), "download")
    assert not list_legal_texts(create_position(create_player(storage="ITTAA", weights=[4, 0, 0, 0, 0])), "download"), (
        "over the limit"
    )


def test_download_of_everything_needs_no_choice() -> None:
    """With a limit of 6 and an empty storage, a Download takes all five tiles without a choice."""
    state = create_position(create_player(weights=[9, 3, 3, 3, 3]), tiles="ITTAS")
    assert list_legal_texts(state, "download") == {"download I,T,T,A,S"}
    action = select(GAME.legal_actions(state), ("do:download",)).only_action
    assert action is not None
    assert action.text == "download I,T,T,A,S"


# Code


@pytest.mark.parametrize(
    ("cycles", "cards"),
    [(0, []), (1, ["sub"]), (2, ["sub", "div", "add"]), (3, ["sub", "div", "add", "mul"])],
)
def test_code_costs_what_the_card_says(cycles: int, cards: list[str]) -> None:
    """Coding costs 1 for Subtraction, 2 for Division and Addition, 3 for Multiplication."""
    state = create_position(create_player(cycles=cycles))
    assert list_legal_texts(state, "code") == {f"code {card}" for card in cards}
    for card in cards:
        next_state = play(state, f"code {card}")
        assert next_state.players[0].hand == (card,)
        assert card not in next_state.cards
        assert next_state.players[0].cycles == cycles - {"sub": 1, "div": 2, "add": 2, "mul": 3}[card]


@pytest.mark.parametrize(("highest", "limit"), [(0, 1), (2, 1), (4, 1), (5, 2), (6, 2), (8, 2), (9, 3), (10, 3)])
def test_hand_limit_comes_from_the_highest_token(highest: int, limit: int) -> None:
    """The hand limit depends on the level of the highest token: two cards from level 5 on."""
    for hand_size in range(4):
        hand = ["sub", "div", "add"][:hand_size]
        state = create_position(create_player(weights=[0, 0, highest, 0, 0], hand=hand))
        assert bool(list_legal_texts(state, "code")) == (hand_size < limit)


@pytest.mark.parametrize(
    ("highest", "limit"), [(0, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5), (9, 6), (10, 6)]
)
def test_storage_limit_comes_from_the_highest_token(highest: int, limit: int) -> None:
    """The storage limit depends on the highest token: from level 5 on, it is four tiles."""
    for stored_count in (limit - 1, limit):
        state = create_position(create_player(weights=[0, 0, highest, 0, 0], storage="IITTAA"[:stored_count]))
        download_actions = list_legal_texts(state, "download")
        assert bool(download_actions) == (stored_count < limit)
        assert all("," not in text for text in download_actions)


def test_held_card_is_unavailable_to_others() -> None:
    """A card in another player's hand is unavailable (Action 2). In games for three or four there are two of each."""
    assert "code mul" not in list_legal_texts(create_position(create_player(), create_player(hand=["mul"])), "code")
    state = create_position(create_player(), create_player(hand=["mul"]), create_player())
    assert "code mul" in list_legal_texts(state, "code")
    assert "code mul" not in list_legal_texts(
        play(create_position(create_player(), create_player()), "code mul"), "code"
    )


# Load, Hack and their tweaks


def test_top_row_load_gives_the_loader_a_tweak() -> None:
    state = create_position(
        create_player(card="AS/IT", board={"0,0": "S"}, storage="AI", cycles=3, weights=[4, 2, 3, 3, 5])
    )
    next_state = play(state, "load A@1,0")
    assert next_state.players[0].cycles == 1
    assert GAME.to_move(next_state) == 0
    assert list_legal_texts(next_state) == {"tweak I", "tweak T", "tweak A", "tweak V", "tweak S", "tweak -"}
    assert play(next_state, "tweak V").players[0].weights == (4, 2, 3, 4, 5)
    assert GAME.to_move(play(next_state, "tweak V")) == 1
    assert play(next_state, "tweak -").players[0].weights == (4, 2, 3, 3, 5)


def test_other_loads_give_no_tweak() -> None:
    """Loading a tile of the card's bottom row, or of the type that is not on the card, gives no tweak."""
    state = create_position(create_player(card="AS/IT", board={"0,0": "T"}, storage="IV"))
    for text in ("load I@1,0", "load V@1,0"):
        assert GAME.to_move(play(state, text)) == 1


def test_hack_gives_the_board_owner_tweaks() -> None:
    """A hack gives the owner of the board a tweak. Then the turn goes to the player after the hacker (Action 4)."""
    state = create_position(
        create_player(card="IT/AV", storage="A", cycles=1),
        create_player(card="AS/IT", board={"0,0": "S"}),
        create_player(),
    )
    next_state = play(state, "hack 2 A@1,0")
    assert next_state.players[0].cycles == 0
    assert next_state.players[0].storage == ""
    assert GAME.to_move(next_state) == 1
    next_turn = play(next_state, "tweak T")
    assert next_turn.players[1].weights == (3, 4, 3, 3, 3)
    assert next_turn.players[0].weights == (3,) * 5
    assert GAME.to_move(next_turn) == 1
    assert GAME.format_position(next_turn).count('"phase":["action",2]') == 1
    state_after = play(next_state, "tweak -")
    assert state_after.players[1].weights == (3,) * 5
    assert (state_after.phase.kind, state_after.phase.player) == ("action", 1), (
        "after the hacker, not after the one who declined"
    )


def test_passed_victim_still_tweaks() -> None:
    state = create_position(
        create_player(storage="A"),
        create_player(card="AS/IT", board={"0,0": "S"}),
        create_player(),
        order=[2, 3, 1],
        passed=[2],
    )
    next_state = play(state, "hack 2 A@1,0")
    assert GAME.to_move(next_state) == 1
    assert GAME.to_move(play(next_state, "tweak -")) == 2


def test_hack_with_own_top_row_gives_no_tweak() -> None:
    """A hack with a tile of the hacker's own top row gives no tweak, since the hacked player's card decides."""
    state = create_position(create_player(card="IT/AV", storage="I"), create_player(card="AS/IT", board={"0,0": "T"}))
    assert GAME.format_position(play(state, "hack 2 I@1,0")).count('"phase":["action",2]') == 1


def test_tweak_stops_at_ten() -> None:
    state = create_position(create_player(card="AS/IT", board={"0,0": "S"}, storage="A", weights=[10, 9, 10, 0, 10]))
    assert list_legal_texts(play(state, "load A@1,0")) == {"tweak T", "tweak V", "tweak -"}
    full_state = create_position(create_player(card="AS/IT", board={"0,0": "S"}, storage="A", weights=[10] * 5))
    assert GAME.to_move(play(full_state, "load A@1,0")) == 1, "no token can go up: nothing to decide"


# Run


@pytest.mark.parametrize(("card", "tweaks"), [("sub", 1), ("div", 1), ("add", 2), ("mul", 2)])
def test_run_costs_one_and_returns_the_card(card: str, tweaks: int) -> None:
    """A run costs one cycle and returns the card (Action 5). Its tweaks may raise one token or several."""
    state = create_position(create_player(board=TOP_ROW_BOARD, hand=[card], cycles=1))
    next_state = play(state, min(list_legal_texts(state, "run")))
    assert next_state.players[0].cycles == 0
    assert next_state.players[0].hand == ()
    assert card in next_state.cards
    assert next_state.phase.tweaks == tweaks
    if tweaks == 2:
        assert play(next_state, "tweak S", "tweak S").players[0].weights == (3, 3, 3, 3, 5)
        state_after_tweaks = play(next_state, "tweak S", "tweak I")
        assert state_after_tweaks.players[0].weights == (4, 3, 3, 3, 4)
        assert GAME.to_move(play(next_state, "tweak -")) == 1, "declining gives up all that are left"
        assert GAME.to_move(state_after_tweaks) == 1


def test_run_by_operation_gives_no_card_bonus() -> None:
    """Addition and Multiplication give only the tweaks of their own card, even for tiles of the top row."""
    state = create_position(create_player(card="AS/IT", board={"0,0": "S"}, hand=["add"]))
    next_state = play(state, "run add 0,0 A@0,0", "tweak I", "tweak I")
    assert GAME.to_move(next_state) == 1
    state_before_run = create_position(create_player(card="AS/IT", board={"0,0": "S", "1,0": "A"}, hand=["mul"]))
    next_state = play(state_before_run, "run mul 0,0+1,0 at 0,1+1,1", "tweak I", "tweak I")
    assert GAME.to_move(next_state) == 1


def test_run_needs_a_cycle() -> None:
    state = create_position(create_player(board=TOP_ROW_BOARD, hand=["sub"], storage="S", cycles=0))
    assert list_legal_texts(state) == {"pass"}, "who cannot pay for anything must pass"


# Passing and turns


def test_passing_gives_five_four_three_two_cycles() -> None:
    """The first player to pass gets 5 cycles, and the next players get 4, 3 and 2 (Action 6)."""
    state = create_position(
        create_player(cycles=0), create_player(cycles=0), create_player(cycles=0), create_player(cycles=0)
    )
    state = play(state, "pass", "pass", "pass")
    assert [player_state.cycles for player_state in state.players] == [5, 4, 3, 0]
    assert GAME.to_move(state) == 3
    assert play(state, "pass").players[3].cycles == 2 + 1, "and the round's income, with all tokens on 3"


def test_track_ends_at_fifteen() -> None:
    """A player loses cycles beyond 15 (our rule)."""
    assert play(create_position(create_player(cycles=12), create_player()), "pass").players[0].cycles == 15


def test_passed_player_is_skipped() -> None:
    state = create_position(create_player(), create_player(), create_player(), order=[3, 1, 2], phase=["action", 3])
    state = play(state, "code sub", "pass", "code div")
    assert GAME.to_move(state) == 2
    state = play(state, "download I,T,A")
    assert GAME.to_move(state) == 1


def test_a_pass_is_final_and_free() -> None:
    state = create_position(create_player(cycles=0))
    assert list_legal_texts(state) == {"pass"}
    assert GAME.parse_action(state, "pass").targets == ("do:pass",)


# Refusals


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("load S@-2,0", "must touch another tile"),
        ("load S@0,0", "already"),
        ("load T@0,1", "no text tiles in storage"),
        ("load I@0,1", "must touch a text tile"),
        ("hack 2 S@1,0", "centre"),
        ("hack 3 S@0,0", "another player"),
        ("hack 1 S@0,1", "another player"),
        ("run mul 0,0+1,0 at 0,1+1,1", "isn’t in your hand"),
        ("run sub 2,0", "no tile"),
        ("code mul", "hand is full"),
        ("download I", "more tile"),
        ("tweak I", "tweak"),
        ("skip", "final actions"),
        ("flip I@0,0", "pick up"),
        ("setup I@0,0 A@1,0", "Tensor card"),
    ],
)
def test_refusals_give_reasons(text: str, reason: str) -> None:
    state = create_position(
        create_player(board=TOP_ROW_BOARD, storage="IS" if "download" not in text else "", hand=["sub"], cycles=9)
    )
    with pytest.raises(IllegalAction) as error_info:
        GAME.parse_action(state, text)
    assert reason in error_info.value.what


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump",
        "load",
        "load X@0,0",
        "load I@3,0",
        "load I@0",
        "run mul 0,0+1,0",
        "run xyz 0,0",
        "code x",
        "hack I@0,0",
        "download",
        "download I,",
        "pass now",
        "tweak",
        "setup I@0,0",
    ],
)
def test_unknown_action_texts_are_refused(text: str) -> None:
    with pytest.raises(ActionError):
        GAME.parse_action(create_position(), text)


def test_apply_refuses_illegal_actions() -> None:
    """``apply`` rejects invented actions and actions of other positions, other players and other targets."""
    state = create_position(create_player(cycles=0))
    with pytest.raises(IllegalAction, match="costs 3 cycles, but you have 0"):
        GAME.apply(state, GAME.parse_action(create_position(), "code mul"))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Action("pass", ("do:skip",), Pass()))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Action("hack 3 I@0,0", ("storage:1:I", "hex:3:0,0"), Hack(2, "I", 9)))
    with pytest.raises(IllegalAction):
        GAME.apply(state, Action("fly", ("do:fly",), Skip()))
    assert GAME.explain(state, ("storage:1:I", "hex:3:0,0")).sentence.endswith(".")


def test_action_list_has_costs_and_reasons() -> None:
    """The list of actions gives costs, and gives a reason for exactly those actions that are not legal."""
    statuses = {status.verb: status for status in action_statuses(create_position(create_player(cycles=1)))}
    assert [statuses[verb].cost for verb in ("download", "code", "load", "hack", "run", "pass")] == [
        (2, 2), (1, 3), (2, 2), (1, 1), (1, 1), (0, 0),
    ]  # fmt: skip
    assert not statuses["download"].is_possible
    assert "costs 2 cycles, but you have 1" in statuses["download"].refusal.sentence
    assert "no tiles in storage" in statuses["load"].refusal.sentence
    assert "no Operation cards" in statuses["run"].refusal.sentence
    assert statuses["code"].is_possible
    assert statuses["pass"].is_possible
    setup_statuses = action_statuses(GAME.initial({}, 1))
    assert all(not status.is_possible and status.refusal.lesson == "setup" for status in setup_statuses)


@pytest.mark.parametrize(
    ("download_text", "message"),
    [
        ("download V,I,T", "has no video tile"),
        ("download T,T,T", "has only 2 text tiles"),
    ],
)
def test_download_text_names_missing_tiles(download_text: str, message: str) -> None:
    state = create_position(create_player(), create_player(), tiles="ITTAS")
    with pytest.raises(IllegalAction) as refused:
        PACKAGE.game.parse_action(state, download_text)
    assert message.lower() in str(refused.value).lower()
