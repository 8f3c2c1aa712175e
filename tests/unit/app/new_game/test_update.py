"""Test the page for a new game: options, names, the start position, and the start of the game."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.board.guide import is_guided
from ruleboard.app.message_names import LessonMessage, LibraryMessage, NewGameMessage
from ruleboard.app.new_game.session import NewGamePage
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS_KEY
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS_KEY
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.games.equilibrium.numbers import NUMBER_SETS
from ruleboard.games.tesulda.setups import TesuldaArmies
from ruleboard.learning.first_game import FIRST_GAME_ID
from ruleboard.registry import GAMES, PACKAGES
from tools.fake_browser import Storage, Tab, begin_sensei, walk

GAME = GAMES["sensei"]
START = "rrrRrrr/7/7/7/7/7/gggGggg g 21 arashi"


def find_selected_value(tab: Tab, name: str) -> str:
    """Return the selected value of a group of radio buttons."""
    (value,) = [
        field[1]["value"] for field in tab.all("input") if field[1].get("name") == name and "checked" in field[1]
    ]
    return str(value)


def read_name_fields(tab: Tab) -> list[str]:
    """Return the contents of the fields for the players' names."""
    return [field[1]["value"] for field in tab.all("input") if field[1].get("name", "").startswith("name-")]


def test_first_choice_of_option_is_default() -> None:
    tab = Tab(address="#/new/sensei")
    assert find_selected_value(tab, "option-mode") == "arashi"
    assert tab.position == START
    tab.change("new_game.option.mode", "arashi-expert")
    assert find_selected_value(tab, "option-mode") == "arashi-expert"
    assert tab.position.endswith("arashi-expert")
    tab.submit("new_game.begin")
    assert tab.position.endswith("arashi-expert")
    assert tab.timeline.record.options == {"mode": "arashi-expert"}


def find_offered_values(tab: Tab, name: str) -> list[str]:
    """Return all values that a group of radio buttons offers."""
    return [field[1]["value"] for field in tab.all("input") if field[1].get("name") == name]


@pytest.mark.parametrize(("players", "starts"), [("2", "12"), ("3", "123"), ("4", "1234")])
def test_only_existing_players_can_start(players: str, starts: str) -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.players", players)
    assert find_offered_values(tab, "option-start") == [*starts, "random"]


def test_unavailable_starting_player_is_replaced_and_announced() -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.players", "4")
    tab.change("new_game.option.start", "4")
    assert find_selected_value(tab, "option-start") == "4"
    tab.change("new_game.option.players", "3")
    assert find_selected_value(tab, "option-start") == "1"
    assert tab.controller.model.shared.announcement == "Who starts (and has one cycle fewer): The first player"
    tab.submit("new_game.begin")
    assert tab.timeline.record.options == {"players": "3", "start": "1", "numbers": "scarce", "end": "dry"}
    assert tab.timeline.to_move == 0


def test_record_with_unavailable_starting_player_opens() -> None:
    """A record with a missing starting player opens, since older versions offered a fourth player in games of two.

    Counted around the table, the fourth player is the second one.
    """
    old_record = Record("equilibrium", {"players": "2", "start": "4"}, 5, ("Ann", "Bob"))
    tab = Tab(Storage({KEY_PREFIX + "old": format_record(old_record)}), "#/play/old")
    assert tab.timeline.record == old_record
    assert tab.timeline.to_move == 1


def test_bots_only_game_is_labelled_before_start() -> None:
    """A game of bots only is labelled before its start, since a second bot is easily selected by mistake.

    The app suggests the opponent of the last game for the same seat as in that game.
    """
    tab = Tab(address="#/new/sensei")
    label = "Just watch 2 opponents play each other"
    tab.change("new_game.seat.1", "3")
    assert label not in tab.text
    tab.change("new_game.seat.0", "1")
    assert label in tab.text
    tab.change("new_game.seat.1", "0")
    assert label not in tab.text


def test_names_are_suggested_for_next_game() -> None:
    tab = begin_sensei(green=" Ann ", red="Bob")
    assert tab.timeline.record.players == ("Ann", "Bob")
    next_game = Tab(tab.storage, "#/new/sensei")
    assert read_name_fields(next_game) == ["Ann", "Bob"]
    next_game.click("new_game.exchange")
    assert read_name_fields(next_game) == ["Bob", "Ann"]
    next_game.submit("new_game.begin")
    assert next_game.timeline.record.players == ("Bob", "Ann")


def test_typed_names_are_exchanged() -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.name.0", "Ann")
    tab.click("new_game.exchange")
    assert read_name_fields(tab) == ["", "Ann"]
    tab.change("new_game.option.mode", "shizukana")
    assert read_name_fields(tab) == ["", "Ann"]


def test_name_history_exceeds_number_of_sides() -> None:
    tab = Tab(Storage({SETTINGS_KEY: '{"names": ["A", "B", "C", "D"]}'}), "#/new/sensei")
    assert read_name_fields(tab) == ["A", "B"]
    tab.click("new_game.exchange")
    assert read_name_fields(tab) == ["B", "A"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "A position has 4 parts, not 1"),
        ("rrrRrrr/7/7/7/7/7/gggGgg g 21 arashi", "Row 1"),
        ("rrrRrrr/7/7/7/7/7/gggggg1 g 21 arashi", "Green has no characters"),
        ("rrrRrrr/7/7/7/7/7/gggGggg g 21 typhoon", "'typhoon' isn’t a mode"),
        ("3G3/7/7/7/7/7/3R3 g 20 arashi", "home row"),
        ("3G3/3R3/7/7/7/7/7 g 20 arashi", "already over"),
    ],
)
def test_unplayable_start_position_is_explained(text: str, reason: str) -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.start", text)
    assert reason.lower() in tab.text.lower()
    tab.submit("new_game.begin", start=text, name_0="Ann")
    assert tab.main == "page-new"
    assert reason.lower() in tab.text.lower()
    assert reason.lower() in tab.announcement.lower()
    assert isinstance(tab.controller.model.page, NewGamePage)
    assert tab.controller.model.page.error.endswith(".")
    assert read_name_fields(tab) == ["Ann", ""], "the form preserves the names"
    assert not tab.storage.texts
    (field,) = tab.all("textarea")
    assert (field[2], field[1]["aria-describedby"]) == (text, "start-error")
    tab.change("new_game.start", "")
    tab.submit("new_game.begin")
    assert tab.main == "page-table"


def test_game_begins_from_position() -> None:
    start = "rrrRrrr/7/7/7/7/7/gggGggg r 11 shizukana"
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.start", f"  {start}\n")
    assert tab.position == start
    tab.submit("new_game.begin")
    assert tab.position == start
    tab.play("a7-a6")
    reloaded_tab = tab.reload()
    assert reloaded_tab.timeline.states[0] == GAME.parse_position(start)
    assert reloaded_tab.timeline.ply == 1


def test_position_keeps_its_own_game_mode() -> None:
    """The mode of the position overrides the selected option, so that the saved game has the mode that people play."""
    tab = Tab(address="#/new/sensei")
    tab.submit("new_game.begin", start="rrrRrrr/7/7/7/7/7/gggGggg g 21 shizukana")
    assert tab.reload().position.endswith("shizukana")


@given(st.text() | st.text("grGRo1234567/ 210ashizukn-"))
@settings(max_examples=40)
def test_any_start_position_is_played_or_refused(text: str) -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.start", text)
    tab.submit("new_game.begin", start=text)
    assert (tab.main == "page-table") == (not text.strip() or not isinstance(tab.controller.model.page, NewGamePage))


def test_leaving_page_discards_choices() -> None:
    tab = Tab(address="#/new/sensei")
    tab.change("new_game.option.mode", "shizukana")
    tab.visit("#/")
    tab.back()
    assert find_selected_value(tab, "option-mode") == "arashi"


def test_each_new_game_has_its_own_seed() -> None:
    tab = begin_sensei()
    tab.visit("#/new/sensei")
    tab.submit("new_game.begin")
    library = tab.controller.library
    assert len(library.ids()) == len({library.open(id).record.seed for id in library.ids()}) == 2


def test_players_match_start_position() -> None:
    game_rules = GAMES["equilibrium"]
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.start", game_rules.format_position(game_rules.initial({"players": "4", "start": "2"}, 1)))
    assert len(read_name_fields(tab)) == 4
    tab.change("new_game.name.0", "Ann")
    tab.click("new_game.exchange")
    assert read_name_fields(tab) == ["", "", "", "Ann"]


def test_each_side_of_submitted_position_has_name() -> None:
    game_rules = GAMES["equilibrium"]
    tab = Tab(address="#/new/equilibrium")
    start = game_rules.format_position(game_rules.initial({"players": "4", "start": "2"}, 1))
    tab.submit("new_game.begin", start=start, name_0="Ann", name_1="Bob")
    assert tab.timeline.record.players == ("Ann", "Bob", "", "")


def test_player_to_move_in_start_position_begins() -> None:
    tab = Tab(address="#/new/sensei")
    assert "Green (goes first)" in tab.text
    tab.change("new_game.start", "rrrRrrr/7/7/7/7/7/gggGggg r 11 shizukana")
    assert "Red (goes first)" in tab.text
    assert "Green (goes first)" not in tab.text
    tab.change("new_game.start", "nonsense")
    assert "Green (goes first)" in tab.text


def test_random_first_player_is_not_announced() -> None:
    tab = Tab(address="#/new/equilibrium")
    assert "(goes first)" in tab.text
    tab.change("new_game.option.start", "random")
    assert "(goes first)" not in tab.text


def test_no_side_goes_first_in_secret() -> None:
    """If both players choose at the same time, no side goes first."""
    assert "(goes first)" not in Tab(address="#/new/tensor-cards").text
    tab = Tab(address="#/new/tesulda")
    tab.change("new_game.option.setup", "build")
    assert "(goes first)" in tab.text, "players build armies in secret, but take turns afterwards"


def test_hidden_information_of_position_is_dealt_again() -> None:
    """A game from a pasted position deals its hidden information again.

    Players can read the pile in the pasted text, and the text of a view has no random numbers for later shuffles.
    """
    equilibrium = GAMES["equilibrium"]
    building_position = "10/10/10/10/10/10/10/10/10/10 l - 0 build:l:0"
    for game, text in (
        ("equilibrium", equilibrium.format_position(equilibrium.initial({}, 5))),
        ("tesulda", building_position),
    ):
        tab = Tab(address=f"#/new/{game}")
        tab.submit("new_game.begin", start=text)
        pasted_state, state = GAMES[game].parse_position(text), tab.timeline.state
        assert state != pasted_state
        assert GAMES[game].view(state, None) == GAMES[game].view(pasted_state, None)


def find_selected_values(tab: Tab, *names: str) -> list[str]:
    return [find_selected_value(tab, name) for name in names]


def choose_opponent(tab: Tab, *, level: int, side: int) -> None:
    """Choose a game of one person, who plays a side, against bots of a level."""
    tab.change("new_game.company", "opponent")
    tab.change("new_game.opponent", str(level))
    tab.change("new_game.side", str(side))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_page_begins_with_choice_of_company(game: str) -> None:
    names = [item[1].get("name") for item in Tab(address=f"#/new/{game}").all("input")]
    assert names[:2] == ["company"] * 2


def test_choices_of_each_game_return_on_its_next_page() -> None:
    """The page suggests the opponent, level, side, options and clock of the last game of the same kind."""
    tab = Tab(address="#/new/sensei")
    choose_opponent(tab, level=3, side=1)
    tab.change("new_game.option.mode", "shizukana")
    tab.change("new_game.clock", "2")
    tab.submit("new_game.begin")
    assert tab.timeline.record.seats == (3, 0)
    other_tab = Tab(tab.storage, "#/new/tensor-chess")
    other_tab.change("new_game.company", "persons")
    other_tab.submit("new_game.begin")
    next_game = Tab(tab.storage, "#/new/sensei")
    names = ("company", "opponent", "side", "option-mode")
    assert find_selected_values(next_game, *names) == ["opponent", "3", "1", "shizukana"]
    next_game.submit("new_game.begin")
    first, second = tab.timeline.record, next_game.timeline.record
    assert (second.seats, second.options, second.clock) == (first.seats, first.options, first.clock)
    assert find_selected_value(Tab(tab.storage, "#/new/tensor-chess"), "company") == "persons"


def test_side_against_opponent_survives_games_between_people() -> None:
    tab = Tab(address="#/new/sensei")
    choose_opponent(tab, level=2, side=1)
    tab.submit("new_game.begin")
    for _game in range(2):
        tab = Tab(tab.storage, "#/new/sensei")
        tab.change("new_game.company", "persons")
        tab.submit("new_game.begin")
        assert not any(tab.timeline.record.seats)
    tab = Tab(tab.storage, "#/new/sensei")
    tab.change("new_game.company", "opponent")
    assert find_selected_values(tab, "opponent", "side") == ["2", "1"]


@pytest.mark.parametrize(
    ("address", "target", "message"),
    [("#/", "e7", LibraryMessage.PLAY_OPPONENT), ("#/learn/sensei", "", LessonMessage.START_GUIDED_GAME)],
)
def test_unplayed_game_begins_with_last_kind_of_opponent(address: str, target: str, message: str) -> None:
    """After a game against an opponent that began elsewhere, this page suggests an opponent for other games, too."""
    tab = Tab(address="#/new/tesulda")
    assert find_selected_value(tab, "company") == "persons"
    tab.visit(address)
    tab.touch(*filter(None, [target]))
    tab.click(message)
    tab.visit("#/new/tesulda")
    assert find_selected_value(tab, "company") == "opponent"


def test_guided_game_is_offered_until_it_is_finished() -> None:
    tab = Tab(address="#/new/tesulda")
    tab.click(NewGameMessage.START_GUIDED_GAME)
    assert is_guided(tab.play_page.table)
    assert tab.timeline.game.id == "tesulda"
    for completed_game, is_offered in (("sensei", True), ("tesulda", False)):
        storage = Storage({PROGRESS_KEY: json.dumps({completed_game: [FIRST_GAME_ID]})})
        tab = Tab(storage, address="#/new/tesulda")
        assert tab.shows(NewGameMessage.START_GUIDED_GAME) == is_offered


def test_suggested_side_exists() -> None:
    """After a game as the third player, the page suggests the last side of a game of two."""
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.players", "3")
    tab.change("new_game.company", "opponent")
    tab.change("new_game.side", "2")
    tab.change("new_game.company", "persons")
    tab.change("new_game.option.players", "2")
    tab.change("new_game.company", "opponent")
    assert find_selected_value(tab, "side") == "1"


def test_first_new_game_offers_two_people_and_opponent() -> None:
    tab = Tab(address="#/new/sensei")
    assert find_selected_value(tab, "company") == "persons"
    tab.change("settings.choose.flip", "face")
    assert json.loads(tab.storage.texts[SETTINGS_KEY])["flip"] == "face"
    tab.change("new_game.company", "opponent")
    assert find_selected_values(tab, "opponent", "side") == ["1", "0"]
    assert find_offered_values(tab, "opponent") == [str(level) for level in LEVELS]
    tab.change("new_game.opponent", "5")
    tab.change("new_game.company", "persons")
    tab.change("new_game.company", "opponent")
    assert find_selected_value(tab, "opponent") == "5"


def test_choosing_side_moves_name_of_person() -> None:
    tab = Tab(address="#/new/equilibrium")
    tab.change("new_game.option.players", "3")
    tab.change("new_game.name.0", "Ann")
    tab.change("new_game.company", "opponent")
    tab.change("new_game.side", "2")
    tab.submit("new_game.begin")
    assert tab.timeline.record.seats == (1, 1, 0)
    assert tab.timeline.record.players == ("", "", "Ann")


@pytest.mark.parametrize(
    "stored_options",
    [
        {"mode": "typhoon"},
        {"mode": "arashi", "wind": "strong"},
        {},
    ],
)
def test_options_of_other_versions_are_ignored(stored_options: dict[str, str]) -> None:
    settings = {"new_games": {"sensei": {"options": stored_options, "seats": [0, 0, 4, 4]}}}
    tab = Tab(Storage({SETTINGS_KEY: json.dumps(settings)}), "#/new/sensei")
    assert find_selected_value(tab, "option-mode") == "arashi"
    tab.submit("new_game.begin")
    assert (tab.timeline.record.options, tab.timeline.record.seats) == ({"mode": "arashi"}, ())


def test_choices_for_older_games_are_collapsed() -> None:
    tab = Tab(address="#/new/equilibrium")
    collapsed_values = [
        field[1]["value"]
        for details in tab.all("details")
        if any(child[0] == "details" for child in details[2])
        for child in details[2]
        if child[0] == "details" and "open" not in child[1]
        for field in walk(child)
        if field[1].get("name") == "option-numbers"
    ]
    assert set(collapsed_values) == {*NUMBER_SETS} - {next(iter(NUMBER_SETS))}


def leave_handover_screen(tab: Tab) -> None:
    """Press the button of the hand-over screen, if the page shows one."""
    if tab.shows("play.uncover"):
        tab.click("play.uncover")


@pytest.mark.parametrize("level", [0, 1])
def test_next_game_offers_army_that_player_built_last(level: int) -> None:
    """A rematch and a new game offer each person only their own last army."""
    tab = Tab(address="#/new/tesulda")
    tab.change("new_game.option.setup", "build")
    tab.submit("new_game.begin")
    built_armies = []
    for _player in range(2):
        leave_handover_screen(tab)
        tab.touch("do:shuffle" if not built_armies else "do:default")
        built_armies.append(TesuldaArmies().army_text(tab.timeline.state))
        tab.touch("do:done")
    assert built_armies[0] != built_armies[1]
    tab.click("play.rematch")
    for army in reversed(built_armies):  # the players have swapped sides
        leave_handover_screen(tab)
        buttons = [button[1] for button in tab.all("button")]
        first_choice = next(button for button in buttons if button.get("data-target", "").startswith("do:"))
        last_army = next(button for button in buttons if button.get("data-do") == "setups.use_last")
        assert buttons.index(last_army) < buttons.index(first_choice)
        choices = [last_army, *(button for button in buttons if "data-target" in button)]
        assert [button for button in choices if "primary" in button["class"]] == [last_army]
        tab.click("setups.use_last")
        assert TesuldaArmies().army_text(tab.timeline.state) == army
        assert not tab.shows("setups.use_last")
        tab.touch("do:done")
    tab.visit("#/new/tesulda")
    if level:
        tab.change("new_game.company", "opponent")
    tab.submit("new_game.begin")
    leave_handover_screen(tab)
    tab.click("setups.use_last")
    assert TesuldaArmies().army_text(tab.timeline.state) == built_armies[1]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_page_says_how_each_opponent_plays_this_game(game: str) -> None:
    tab = Tab(address=f"#/new/{game}")
    tab.change("new_game.company", "opponent")
    styles = PACKAGES[game].opponent.playing_styles
    assert len(set(styles)) == len(LEVELS)
    for level, style in zip(LEVELS, styles, strict=True):
        tab.change("new_game.opponent", str(level))
        assert style in tab.text
