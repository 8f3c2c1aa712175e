"""Facts about the written questions of Tensor: A Game of Equilibrium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.equilibrium.numbers import (
    CARDS_PER_KIND,
    MAX_CYCLES,
    MAX_RISING_TYPES,
    OPEN_TILE_COUNT,
    START_LEVEL,
    STARTER_CYCLES,
    TYPES,
)
from ruleboard.games.equilibrium.ranking import players_by_rank
from ruleboard.games.equilibrium.rounds import with_player
from ruleboard.games.equilibrium.state import CELL_NAMES, CENTRE, EMPTY, NEIGHBOUR_CELLS, Player, State, with_tile
from ruleboard.games.equilibrium.texts import kind_name, kind_title, player_name
from ruleboard.games.equilibrium.training import backpropagate
from ruleboard.learning.checks import Question

from . import (
    ComputedFact,
    ComputedFacts,
    Facts,
    Game,
    answer_agrees_with,
    answer_is_number,
    legal_texts,
    play_moves,
    start_at,
)

game_at = partial(start_at, "equilibrium")
ORANGE, TEAL = 0, 1


def create_game_after_setup(players: str) -> Game:
    """Return a new game after the setup of all players."""
    game = game_at("", players=players)
    while setup_texts := legal_texts(game, "setup *"):
        game = play_moves(game, setup_texts[0])
    return game


START = create_game_after_setup("2")
FOUR_PLAYER_START = create_game_after_setup("4")


def state_of(game: Game) -> State:
    state: State = game.state
    return state


def with_state(game: Game, player: int | None = None, state: dict[str, Any] | None = None, **changes: Any) -> Game:
    """Change fields of the state and of a player (by default the player to move), and return the game from there."""
    base = replace(state_of(game), **(state or {}))
    player = base.phase.player if player is None else player
    return new_timeline(game.game, with_player(base, player, replace(base.players[player], **changes)))


def create_board_text(**tiles: str) -> str:
    """Return the text of a network with tiles in its centre (``c``) and on the cells around it (``n0`` to ``n5``)."""
    cells = {"c": CENTRE, **{f"n{index}": cell for index, cell in enumerate(NEIGHBOUR_CELLS[CENTRE])}}
    result = EMPTY * len(state_of(START).players[ORANGE].board)
    for name, tile in tiles.items():
        result = with_tile(result, cells[name], tile)
    return result


RICH_GAME = with_state(
    START, card="IT/AV", board=create_board_text(c="T", n0="V"), cycles=9, storage="ITVS", hand=("mul", "sub")
)


def find_player(game: Game, index: int = ORANGE) -> Player:
    return state_of(game).players[index]


@cache
def count_spent_cycles(pattern: str) -> int:
    """Return the number of cycles that Orange pays for the first action that matches a pattern."""
    game = with_state(RICH_GAME, storage="IT") if pattern.startswith("download") else RICH_GAME
    return find_player(game).cycles - find_player(play_moves(game, legal_texts(game, pattern)[0])).cycles


def play_to_action(game: Game) -> Game:
    """Return the game after the tweaks and flips that follow an action."""
    while follow_up_texts := legal_texts(game, "tweak *") or legal_texts(game, "flip *"):
        game = play_moves(game, follow_up_texts[0])
    return game


def play_passes(game: Game, count: int) -> Game:
    """Return the game after some players have passed."""
    for _number in range(count):
        game = play_to_action(play_moves(game, "pass"))
    return game


def download_counts(game: Game) -> set[int]:
    """Return the numbers of tiles that a Download can take."""
    return {len(text.split()[1].split(",")) for text in legal_texts(game, "download *")}


def loadable_kinds(game: Game) -> set[str]:
    return {text.split()[1].split("@")[0] for text in legal_texts(game, "load *")}


def loadable_cells(game: Game, kind: str) -> set[int]:
    """Return the cells on which a tile of a type may be loaded."""
    return {CELL_NAMES.index(text.split("@")[1]) for text in legal_texts(game, f"load {kind}@*")}


def free_cells_next_to(game: Game, kinds: str) -> set[int]:
    """Return the free cells of Orange's network that touch a tile of these types, face up or not."""
    tiles = find_player(game).board
    return {
        cell
        for cell, tile in enumerate(tiles)
        if tile == EMPTY and any(tiles[neighbour].upper() in kinds for neighbour in NEIGHBOUR_CELLS[cell])
    }


def count_tweaks(game: Game, pattern: str) -> int:
    """Return the number of tweaks after the first action that matches a pattern."""
    return int(state_of(play_moves(game, legal_texts(game, pattern)[0])).phase.tweaks)


def find_leaders(*levels: tuple[int, ...], cycles: tuple[int, int] = (5, 5)) -> tuple[int, ...]:
    """Return the players who share the first rank with these levels and cycles of Orange and Teal."""
    game = with_state(START, ORANGE, weights=levels[ORANGE], cycles=cycles[ORANGE])
    game = with_state(game, TEAL, weights=levels[TEAL], cycles=cycles[TEAL])
    return players_by_rank(state_of(game))[0]


def find_rising_types(**tiles: str) -> str:
    """Return the types whose tokens rise at the end of a round with the tiles of a network."""
    return backpropagate(ORANGE, find_player(with_state(START, board=create_board_text(**tiles)))).rising_kinds


TWEAK_LEVELS = (2, 5, 6, 7, 9)
FULL_STORAGE_GAME = with_state(START, storage="IIT")
ONE_TILE_GAME = with_state(START, state={"pile": "I"}, storage="")
LAST_TILE_DRAWN_GAME = play_moves(ONE_TILE_GAME, legal_texts(ONE_TILE_GAME, "download *")[0])
LAST_TILE_AFTER_PASS_GAME = play_moves(
    with_state(play_passes(START, 1), state={"pile": "I"}, storage=""),
    legal_texts(with_state(play_passes(START, 1), state={"pile": "I"}, storage=""), "download *")[0],
)
HACK_GAME = with_state(
    with_state(RICH_GAME, storage="TA", board=create_board_text(c="T")),
    TEAL,
    card="TA/VS",
    board=create_board_text(c="A"),
)
HACK_TEXT = legal_texts(HACK_GAME, "hack 2 T@*")[0]
PASSED_VICTIM_GAME = with_state(
    with_state(play_passes(START, 1), TEAL, storage="TA", cycles=5),
    ORANGE,
    card="TA/VS",
    board=create_board_text(c="A"),
)
RUN_TEXT = legal_texts(RICH_GAME, "run sub *")[0]
EMPTY_NETWORK_GAME = with_state(RICH_GAME, board=create_board_text(), storage="ITVS", hand=("sub",))
ADDITION_GAME = with_state(RICH_GAME, hand=("add",), board=create_board_text(c="T", n0="V"))
DIVISION_GAME = with_state(RICH_GAME, hand=("div",))
GAME_AFTER_QUIET_ROUND = play_passes(START, 2)
GAME_AFTER_TWO_QUIET_ROUNDS = play_passes(GAME_AFTER_QUIET_ROUND, 2)
GAME_AFTER_TRAINING = play_moves(
    with_state(play_passes(START, 1), board=create_board_text(c="T", n0="T", n1="A")), "pass"
)
FACE_DOWN_GAME = with_state(RICH_GAME, card="IT/AV", board=create_board_text(c="V", n0="t"), storage="I")
MAX_IMAGE_LEVEL_GAME = with_state(RICH_GAME, weights=(10, 3, 3, 3, 3))


def copies_keep_direction() -> bool:
    """Return True if the copies have the same direction and distance to each other as their originals."""
    for text in legal_texts(RICH_GAME, "run mul *"):
        originals, copies = (
            [tuple(map(int, coordinates.split(","))) for coordinates in part.split("+")]
            for part in text[8:].split(" at ")
        )
        if [b - a for a, b in zip(*originals, strict=True)] != [b - a for a, b in zip(*copies, strict=True)]:
            return False
    return True


def copies_touch_a_tile() -> bool:
    """Return True if at least one copy always touches an older tile, and sometimes only one."""
    touching_counts = []
    for text in legal_texts(RICH_GAME, "run mul *"):
        cells = [CELL_NAMES.index(name) for name in text.split(" at ")[1].split("+")]
        touching_counts.append(sum(cell in free_cells_next_to(RICH_GAME, "TV") for cell in cells))
    return {1, 2} == {*touching_counts}


FACTS: Facts = {
    ("balance", "Orange’s tokens: 2"): (
        lambda _game: find_leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3)) == (TEAL,),
        lambda _game: find_leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3)) == (ORANGE,),
        lambda _game: len(find_leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3))) == 2,
    ),
    ("balance", "What does a tweak do"): (
        lambda _game: find_player(play_moves(RICH_GAME, RUN_TEXT, "tweak A")).weights == (3, 3, 4, 3, 3),
        lambda _game: find_player(play_moves(RICH_GAME, RUN_TEXT, "tweak A")).weights == (4, 4, 4, 4, 4),
        lambda _game: (
            find_player(play_moves(RICH_GAME, RUN_TEXT, "tweak A"), TEAL).weights
            != find_player(RICH_GAME, TEAL).weights
        ),
    ),
    ("balance", "Which token do you lift"): (
        lambda _game: _levels_after_tweak(0) == max(map(_levels_after_tweak, range(5))),
        lambda _game: _levels_after_tweak(4) == max(map(_levels_after_tweak, range(5))),
        lambda _game: _levels_after_tweak(2) == max(map(_levels_after_tweak, range(5))),
    ),
    ("pieces", "all tokens start"): answer_is_number(lambda _game: START_LEVEL.value),
    ("pieces", "In which order"): lambda _game, answer: answer.replace(" ", "") == TYPES,
    ("pieces", "pay with"): (
        lambda _game: count_spent_cycles("load *") > 0,
        lambda _game: len(find_player(play_moves(with_state(RICH_GAME, storage="IT"), "pass")).storage) < 2,
        lambda _game: (
            min(
                find_player(
                    play_moves(RICH_GAME, legal_texts(RICH_GAME, "code *")[0])
                    if legal_texts(RICH_GAME, "code *")
                    else RICH_GAME
                ).weights
            )
            < 3
        ),
    ),
    ("pieces", "14 cycles"): answer_is_number(lambda _game: min(14 + 4, MAX_CYCLES.value)),
    ("setup", "very first tile"): (
        lambda _game: _first_tile_kinds() == {*find_player(game_at("", players="2")).card[:2]},
        lambda _game: bool(_first_tile_kinds() & {*find_player(game_at("", players="2")).card[3:]}),
        lambda _game: bool(_first_tile_kinds() - {*find_player(game_at("", players="2")).card}),
        lambda _game: _first_tile_kinds() == {*TYPES},
    ),
    ("setup", "How many tiles"): answer_is_number(lambda _game: OPEN_TILE_COUNT.value),
    ("setup", "Who gets only 6"): (
        lambda _game: (
            find_player(FOUR_PLAYER_START, state_of(FOUR_PLAYER_START).order[0]).cycles == STARTER_CYCLES.value
        ),
        lambda _game: (
            find_player(FOUR_PLAYER_START, state_of(FOUR_PLAYER_START).order[-1]).cycles == STARTER_CYCLES.value
        ),
        lambda _game: (
            find_player(
                FOUR_PLAYER_START, max(range(4), key=lambda number: find_player(FOUR_PLAYER_START, number).card)
            ).cycles
            == STARTER_CYCLES.value
            and state_of(FOUR_PLAYER_START).order[0]
            != max(range(4), key=lambda number: find_player(FOUR_PLAYER_START, number).card)
        ),
    ),
    ("turn", "does a Download cost"): answer_is_number(lambda _game: count_spent_cycles("download *")),
    ("turn", "cost to hack"): answer_is_number(lambda _game: count_spent_cycles("hack *")),
    ("turn", "cost to load"): answer_is_number(lambda _game: count_spent_cycles("load *")),
    ("turn", "cost to run"): answer_is_number(lambda _game: count_spent_cycles("run *")),
    ("turn", "How many actions"): (
        lambda _game: play_to_action(play_moves(RICH_GAME, legal_texts(RICH_GAME, "load *")[0])).to_move == TEAL,
        lambda _game: play_to_action(play_moves(RICH_GAME, legal_texts(RICH_GAME, "load *")[0])).to_move == ORANGE,
        lambda _game: play_to_action(play_moves(RICH_GAME, legal_texts(RICH_GAME, "load *")[0])).to_move == ORANGE,
        lambda _game: play_to_action(play_moves(RICH_GAME, legal_texts(RICH_GAME, "load *")[0])).to_move == ORANGE,
    ),
    ("turn", "1 cycle left"): (
        lambda _game: legal_texts(with_state(START, cycles=1, storage="", hand=())) == ("pass",),
        lambda _game: bool(legal_texts(with_state(START, cycles=1, storage="", hand=()), "download *")),
        lambda _game: bool(legal_texts(with_state(START, cycles=1, storage="", hand=()), "code *")),
    ),
    ("turn", "When is a round over"): (
        lambda _game: state_of(play_passes(START, 1)).round == 1 and state_of(play_passes(START, 2)).round == 2,
        lambda _game: state_of(_game_after_two_turns()).round == 2,
        lambda _game: state_of(with_state(play_passes(START, 1), cycles=0)).round == 2,
    ),
    ("download", "How many tiles do you take"): lambda _game, answer: (
        answer == str(max(download_counts(with_state(START, weights=(4, 3, 3, 3, 3), storage="I"))))
    ),
    ("download", "Can you download"): answer_agrees_with(
        lambda _game: bool(legal_texts(FULL_STORAGE_GAME, "download *"))
    ),
    ("download", "What do you get"): (
        lambda _game: download_counts(with_state(START, state={"tiles": "IT"})) == {2},
        lambda _game: download_counts(with_state(START, state={"tiles": "IT"})) == set(),
        lambda _game: download_counts(with_state(START, state={"tiles": "IT"})) == {3},
    ),
    ("download", "3 tiles cost"): answer_is_number(lambda _game: count_spent_cycles("download *")),
    ("limits", "your limit drops"): (
        lambda _game: (
            find_player(play_passes(with_state(START, weights=(0,) * 5, storage="IIITT"), 2)).storage == "IIITT"
        ),
        lambda _game: (
            len(find_player(play_passes(with_state(START, weights=(0,) * 5, storage="IIITT"), 2)).storage) == 4
        ),
        lambda _game: (
            find_player(with_state(START, weights=(0,) * 5, storage="IIITT")).cycles != find_player(START).cycles
        ),
    ),
    ("code", "How often do you pay"): (
        lambda _game: (
            _measure_coding_cost() == state_of(START).numbers.card("sub").cost and count_spent_cycles("run sub *") == 1
        ),
        lambda _game: count_spent_cycles("run sub *") == state_of(START).numbers.card("sub").cost,
        lambda _game: _measure_coding_cost() == 0,
    ),
    ("code", "the only Multiplication"): answer_agrees_with(
        lambda _game: bool(legal_texts(with_state(START, state={"cards": ("add", "div", "sub")}, cycles=9), "code mul"))
    ),
    ("code", "run your card"): (
        lambda _game: (
            "mul" in state_of(play_passes(RICH_GAME, 2)).cards and not find_player(play_passes(RICH_GAME, 2)).hand
        ),
        lambda _game: "mul" in find_player(play_passes(RICH_GAME, 2)).hand,
    ),
    ("load", "Where does that tile come from"): (
        lambda _game: find_player(_game_after_load()).storage == "TVS",
        lambda _game: state_of(_game_after_load()).tiles != state_of(RICH_GAME).tiles,
        lambda _game: state_of(_game_after_load()).supply != state_of(RICH_GAME).supply,
        lambda _game: state_of(_game_after_load()).pile != state_of(RICH_GAME).pile,
    ),
    ("load", "isn’t on your Tensor card"): (
        lambda _game: loadable_cells(RICH_GAME, "S") == free_cells_next_to(RICH_GAME, TYPES),
        lambda _game: loadable_cells(RICH_GAME, "S") == free_cells_next_to(RICH_GAME, "S"),
        lambda _game: loadable_cells(RICH_GAME, "S") == free_cells_next_to(RICH_GAME, "IT"),
        lambda _game: len(loadable_cells(RICH_GAME, "S")) > len(free_cells_next_to(RICH_GAME, TYPES)),
    ),
    ("load", "Can you load the tile"): answer_agrees_with(
        lambda _game: bool(legal_texts(with_state(RICH_GAME, cycles=1), "load *"))
    ),
    ("partner", "no image tile"): answer_agrees_with(lambda _game: "T" in loadable_kinds(RICH_GAME)),
    ("partner", "touch 3 tiles"): answer_agrees_with(
        lambda _game: loadable_cells(RICH_GAME, "I") == free_cells_next_to(RICH_GAME, "T")
    ),
    ("bonus", "Do you get a tweak"): answer_agrees_with(
        lambda _game: count_tweaks(with_state(RICH_GAME, card="VS/IT"), "load I@*") > 0
    ),
    ("bonus", "Which token can the tweak lift"): (
        lambda _game: {text[-1] for text in legal_texts(_game_after_load(), "tweak ?")} - {"-"} == {*TYPES},
        lambda _game: legal_texts(_game_after_load(), "tweak *") == ("tweak I",),
        lambda _game: len({*legal_texts(_game_after_load(), "tweak ?")}) == 2,
    ),
    ("hack", "Who gets the tweak"): (
        lambda _game: (
            play_moves(HACK_GAME, HACK_TEXT).to_move == TEAL
            and bool(legal_texts(play_moves(HACK_GAME, HACK_TEXT), "tweak *"))
        ),
        lambda _game: play_moves(HACK_GAME, HACK_TEXT).to_move == ORANGE,
        lambda _game: not legal_texts(play_moves(HACK_GAME, HACK_TEXT), "tweak *"),
        lambda _game: (
            play_to_action(play_moves(HACK_GAME, HACK_TEXT)).state.players[ORANGE].weights
            != find_player(HACK_GAME).weights
        ),
    ),
    ("hack", "Where does the tile"): (
        lambda _game: find_player(play_moves(HACK_GAME, HACK_TEXT)).storage == "A",
        lambda _game: (
            find_player(play_moves(HACK_GAME, HACK_TEXT), TEAL).storage != find_player(HACK_GAME, TEAL).storage
        ),
        lambda _game: state_of(play_moves(HACK_GAME, HACK_TEXT)).supply != state_of(HACK_GAME).supply,
    ),
    ("hack", "already passed"): (
        lambda _game: (
            bool(legal_texts(_game_after_hack_of_passed_victim(), "tweak *"))
            and _game_after_hack_of_passed_victim().to_move == ORANGE
        ),
        lambda _game: not legal_texts(_game_after_hack_of_passed_victim(), "tweak *"),
        lambda _game: state_of(_game_after_hack_of_passed_victim()).round == 2,
    ),
    ("run", "paid a lot to code"): (
        lambda _game: count_spent_cycles("run sub *") == 1,
        lambda _game: count_spent_cycles("run sub *") == _measure_coding_cost(),
        lambda _game: count_spent_cycles("run sub *") == 0,
        lambda _game: count_spent_cycles("run sub *") == 2,
    ),
    ("run", "Where does the card go"): (
        lambda _game: (
            state_of(play_moves(RICH_GAME, RUN_TEXT)).cards.count("sub") == state_of(RICH_GAME).cards.count("sub") + 1
        ),
        lambda _game: "sub" in find_player(play_moves(RICH_GAME, RUN_TEXT)).hand,
        lambda _game: state_of(play_moves(RICH_GAME, RUN_TEXT)).cards == state_of(RICH_GAME).cards,
    ),
    ("run", "lift the same token"): (
        lambda _game: bool(legal_texts(play_moves(RICH_GAME, RUN_TEXT, "tweak A"), "tweak A")),
        lambda _game: not legal_texts(play_moves(RICH_GAME, RUN_TEXT, "tweak A"), "tweak A"),
        lambda _game: (
            len(legal_texts(play_moves(with_state(RICH_GAME, weights=(1, 2, 3, 4, 5)), RUN_TEXT), "tweak *")) == 1
        ),
    ),
    ("division", "What does a face-down tile do"): (
        lambda _game: find_rising_types(c="t", n0="A") == "A",
        lambda _game: "T" in find_rising_types(c="t", n0="A"),
    ),
    ("division", "turn a face-up tile"): (
        lambda _game: "t" in find_player(play_moves(DIVISION_GAME, legal_texts(DIVISION_GAME, "run div 0,0")[0])).board,
        lambda _game: not legal_texts(DIVISION_GAME, "run div 0,0"),
        lambda _game: len(legal_texts(DIVISION_GAME, "run div *")) > 2,
    ),
    ("addition", "What can the new tile be"): lambda _game, answer: (
        {"Any other type": TYPES.replace("T", ""), "Any type": TYPES, "Only text": "T"}[answer]
        == "".join(
            kind
            for kind in TYPES
            if kind in {text.split()[3][0] for text in legal_texts(ADDITION_GAME, "run add 0,0 *")}
        )
    ),
    ("addition", "earn you a tweak"): answer_agrees_with(
        lambda _game: (
            count_tweaks(ADDITION_GAME, "run add 0,0 I@*") > state_of(ADDITION_GAME).numbers.card("add").tweaks
        )
    ),
    ("addition", "need a partner"): (
        lambda _game: "I" in {text.split()[3][0] for text in legal_texts(ADDITION_GAME, "run add 0,0 *")},
        lambda _game: "I" not in {text.split()[3][0] for text in legal_texts(ADDITION_GAME, "run add 0,0 *")},
        lambda _game: "I" not in {text.split()[3][0] for text in legal_texts(ADDITION_GAME, "run add 0,0 *")},
    ),
    ("addition", "come from"): (
        lambda _game: _supply_changes_of_addition() == (-1, 1, 0, 0, 0),
        lambda _game: find_player(_game_after_addition()).storage != find_player(ADDITION_GAME).storage,
        lambda _game: state_of(_game_after_addition()).tiles != state_of(ADDITION_GAME).tiles,
    ),
    ("multiplication", "Which way round do the copies"): (
        lambda _game: copies_keep_direction(),
        lambda _game: not copies_keep_direction(),
        lambda _game: not copies_keep_direction(),
    ),
    ("multiplication", "2 tiles you copy"): (
        lambda _game: (
            bool(legal_texts(RICH_GAME, "run mul *"))
            and not legal_texts(with_state(RICH_GAME, board=_separate_tiles_board()), "run mul *")
        ),
        lambda _game: not legal_texts(RICH_GAME, "run mul *"),
        lambda _game: not legal_texts(RICH_GAME, "run mul *"),
    ),
    ("multiplication", "no video tile"): (
        lambda _game: not legal_texts(with_state(RICH_GAME, state={"supply": (5, 5, 5, 0, 5)}), "run mul *"),
        lambda _game: bool(legal_texts(with_state(RICH_GAME, state={"supply": (5, 5, 5, 0, 5)}), "run mul *")),
        lambda _game: bool(legal_texts(with_state(RICH_GAME, state={"supply": (5, 5, 5, 0, 5)}), "run mul *")),
    ),
    ("multiplication", "Where can the 2 copies go"): (
        lambda _game: copies_touch_a_tile(),
        lambda _game: not copies_touch_a_tile(),
        lambda _game: not copies_touch_a_tile(),
    ),
    ("pass", "besides cycles"): (
        lambda _game: (
            state_of(play_passes(START, 2)).order[0]
            == state_of(START).order[0]
            == state_of(play_passes(START, 1)).passed_players[0]
        ),
        lambda _game: bool(legal_texts(play_moves(START, "pass"), "tweak *")),
        lambda _game: play_moves(START, "pass").to_move == ORANGE,
    ),
    ("pass", "the second to pass"): answer_is_number(lambda _game: state_of(START).numbers.pass_spots[2][1].value),
    ("pass", "act again this round"): answer_agrees_with(
        lambda _game: (
            play_to_action(play_moves(play_passes(START, 1), legal_texts(play_passes(START, 1), "code *")[0])).to_move
            == ORANGE
        )
    ),
    ("pass", "cycles of your pass spot"): (
        lambda _game: find_player(play_moves(START, "pass")).cycles > find_player(START).cycles,
        lambda _game: find_player(play_moves(START, "pass")).cycles == find_player(START).cycles,
        lambda _game: find_player(play_passes(START, 1)).cycles == find_player(START).cycles,
    ),
    ("round-end", "In what order do you play"): (
        lambda _game: _order_after_teal_passes_first() == (TEAL, ORANGE),
        lambda _game: _order_after_teal_passes_first() == (ORANGE, TEAL),
        lambda _game: _order_after_teal_passes_first() == (ORANGE, TEAL),
    ),
    ("round-end", "your stored tiles"): (
        lambda _game: find_player(play_passes(RICH_GAME, 2)).storage == find_player(RICH_GAME).storage,
        lambda _game: state_of(play_passes(RICH_GAME, 2)).supply != state_of(RICH_GAME).supply,
        lambda _game: len(find_player(play_passes(RICH_GAME, 2)).storage) < 4,
    ),
    ("training", "can go up"): (
        lambda _game: MAX_RISING_TYPES.value == 3 == len(find_rising_types(c="I", n0="T", n1="A", n2="V")),
        lambda _game: len(find_rising_types(c="I", n0="T", n1="A", n2="V")) == 5,
        lambda _game: len(find_rising_types(c="I", n0="T", n1="A", n2="V")) == 1,
        lambda _game: len(find_rising_types(c="I", n0="T", n1="A", n2="V")) == 2,
    ),
    ("few", "one face-up tile of each type"): (
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (2,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (4,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (3,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (4, 4, 4, 2, 2),
    ),
    ("few", "only image tiles"): answer_is_number(lambda _game: len(find_rising_types(c="I", n0="I"))),
    ("few", "None of your tiles"): (
        lambda _game: _levels_after(c="i") == (2,) * 5,
        lambda _game: _levels_after(c="i") == (3,) * 5,
        lambda _game: max(_levels_after(c="i")) > 3,
    ),
    ("face-down", "How many of these tiles"): (
        lambda _game: (
            len(legal_texts(GAME_AFTER_TRAINING, "flip T@*")) == 2
            and find_player(play_to_action(GAME_AFTER_TRAINING), TEAL).board.count("t") == 1
        ),
        lambda _game: find_player(play_to_action(GAME_AFTER_TRAINING), TEAL).board.count("t") == 2,
        lambda _game: find_player(play_to_action(GAME_AFTER_TRAINING), TEAL).board.count("t") == 0,
    ),
    ("face-down", "your text tile is face down"): (
        lambda _game: bool(loadable_cells(FACE_DOWN_GAME, "I")),
        lambda _game: not loadable_cells(FACE_DOWN_GAME, "I"),
        lambda _game: not loadable_cells(FACE_DOWN_GAME, "I"),
    ),
    ("why-hack", "Why would you give"): (
        lambda _game: (
            "V" in find_rising_types(c="I", n0="A", n1="V")
            and "V" not in find_rising_types(c="I", n0="A", n1="V", n2="T")
        ),
        lambda _game: (
            legal_texts(play_moves(HACK_GAME, HACK_TEXT), "tweak *") != ()
            and play_moves(HACK_GAME, HACK_TEXT).to_move == ORANGE
        ),
    ),
    ("why-hack", "hurts Teal most"): (
        lambda _game: find_rising_types(c="I", n0="T", n1="A", n2="V", n3="S") == "",
        lambda _game: find_rising_types(c="I", n0="T", n1="A", n2="V", n3="I") == "",
        lambda _game: find_rising_types(c="I", n0="T", n1="A", n2="V", n3="V") == "",
    ),
    ("why-hack", "video token go down"): lambda _game, answer: (
        "V" not in find_rising_types(c="A", n0="I", n1="V", **({"n2": answer[0]} if answer != "None" else {}))
    ),
    ("end", "draws the last tile"): (
        lambda _game: (
            len(state_of(LAST_TILE_DRAWN_GAME).final_players or ()) == 2 and LAST_TILE_DRAWN_GAME.outcome is None
        ),
        lambda _game: LAST_TILE_DRAWN_GAME.outcome is not None,
        lambda _game: bool(state_of(LAST_TILE_DRAWN_GAME).pile),
    ),
    ("end", "take your final action"): (
        lambda _game: (state_of(LAST_TILE_DRAWN_GAME).final_players or ())[-1] == ORANGE,
        lambda _game: (state_of(LAST_TILE_DRAWN_GAME).final_players or ())[0] == ORANGE,
        lambda _game: ORANGE not in (state_of(LAST_TILE_DRAWN_GAME).final_players or ()),
    ),
    ("end", "already passed when"): answer_agrees_with(
        lambda _game: ORANGE in (state_of(LAST_TILE_AFTER_PASS_GAME).final_players or ())
    ),
    ("winner", "What breaks the tie"): (
        lambda _game: find_leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (ORANGE,),
        lambda _game: find_leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
        lambda _game: find_leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
        lambda _game: find_leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
    ),
    ("winner", "all 5 levels tie"): (
        lambda _game: find_leaders((5,) * 5, (5,) * 5, cycles=(2, 3)) == (TEAL,),
        lambda _game: find_leaders((5,) * 5, (5,) * 5, cycles=(3, 3)) != (ORANGE, TEAL),
        lambda _game: len(find_leaders((5,) * 5, (5,) * 5, cycles=(2, 3))) == 2,
    ),
    ("winner", "Orange’s tokens: 4, 6"): (
        lambda _game: find_leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7)) == (TEAL,),
        lambda _game: find_leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7)) == (ORANGE,),
        lambda _game: len(find_leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7))) == 2,
    ),
    ("players", "of each kind are there"): answer_is_number(lambda _game: CARDS_PER_KIND[4].value),
    ("players", "who can you hack"): (
        lambda _game: (
            {text[5] for text in legal_texts(_four_player_game_with_tiles(), "hack *")}
            == {*"1234"} - {str(state_of(FOUR_PLAYER_START).phase.player + 1)}
        ),
        lambda _game: len({text[5] for text in legal_texts(_four_player_game_with_tiles(), "hack *")}) == 1,
        lambda _game: len({text[5] for text in legal_texts(_four_player_game_with_tiles(), "hack *")}) == 1,
    ),
    ("players", "the first to pass get"): answer_is_number(
        lambda _game: state_of(FOUR_PLAYER_START).numbers.pass_spots[4][0].value
    ),
    ("odd", "next tile go"): (
        lambda _game: (
            {text.split("@")[1] for text in legal_texts(EMPTY_NETWORK_GAME, "load *")} == {"0,0"}
            and loadable_kinds(EMPTY_NETWORK_GAME) == {*"ITVS"}
        ),
        lambda _game: loadable_kinds(EMPTY_NETWORK_GAME) <= {*"IT"},
        lambda _game: len({text.split("@")[1] for text in legal_texts(EMPTY_NETWORK_GAME, "load *")}) > 1,
    ),
    ("odd", "You hold Subtraction"): answer_agrees_with(
        lambda _game: bool(legal_texts(EMPTY_NETWORK_GAME, "run sub*"))
    ),
    ("odd", "everybody just passes"): (
        lambda _game: (
            state_of(GAME_AFTER_QUIET_ROUND).final_players is None
            and state_of(GAME_AFTER_TWO_QUIET_ROUNDS).final_players is not None
        ),
        lambda _game: state_of(GAME_AFTER_TWO_QUIET_ROUNDS).final_players is None,
        lambda _game: GAME_AFTER_TWO_QUIET_ROUNDS.outcome is not None,
    ),
    ("odd", "image token is on 10"): answer_agrees_with(
        lambda _game: "tweak I" in legal_texts(play_moves(MAX_IMAGE_LEVEL_GAME, RUN_TEXT))
    ),
}


def _levels_after_tweak(index: int) -> list[int]:
    return sorted(level + (index == position) for position, level in enumerate(TWEAK_LEVELS))


def _first_tile_kinds() -> set[str]:
    """Return the types that Orange can choose for the first tile."""
    return {text.split()[1][0] for text in legal_texts(game_at("", players="2"), "setup *@0,0*")}


def _game_after_two_turns() -> Game:
    """Return the game after each player has had one turn."""
    return play_to_action(
        play_moves(play_to_action(play_moves(RICH_GAME, legal_texts(RICH_GAME, "load *")[0])), "code sub")
    )


def _measure_coding_cost() -> int:
    return find_player(START).cycles - find_player(play_moves(START, "code sub")).cycles


def _game_after_load() -> Game:
    """Return the game after Orange has loaded an image tile, whose type is in the top row of the card."""
    return play_moves(RICH_GAME, legal_texts(RICH_GAME, "load I@*")[0])


def _game_after_hack_of_passed_victim() -> Game:
    """Return the game after Teal has hacked Orange, who has passed, with a type in the top row of Orange’s card."""
    return play_moves(PASSED_VICTIM_GAME, legal_texts(PASSED_VICTIM_GAME, "hack 1 T@*")[0])


def _game_after_addition() -> Game:
    return play_moves(ADDITION_GAME, legal_texts(ADDITION_GAME, "run add 0,0 I@*")[0])


def _supply_changes_of_addition() -> tuple[int, ...]:
    """Return the changes of the supply by type when Addition replaces a text tile by an image tile."""
    return tuple(
        after - before
        for before, after in zip(ADDITION_GAME.state.supply, _game_after_addition().state.supply, strict=True)
    )


def _separate_tiles_board() -> str:
    """Return a network with two tiles that are no neighbours."""
    cells = NEIGHBOUR_CELLS[CENTRE]
    opposite = next(candidate for candidate in cells[1:] if candidate not in NEIGHBOUR_CELLS[cells[0]])
    return with_tile(with_tile(create_board_text(), cells[0], "T"), opposite, "V")


def _order_after_teal_passes_first() -> tuple[int, ...]:
    game = play_to_action(play_moves(START, "code sub"))
    return tuple(state_of(play_passes(game, 2)).order)


def _levels_after(**tiles: str) -> tuple[int, ...]:
    """Return Orange’s levels, which were all 3, after a round that ends with the tiles of a network."""
    return find_player(play_passes(with_state(START, board=create_board_text(**tiles)), 2)).weights


def _four_player_game_with_tiles() -> Game:
    return with_state(FOUR_PLAYER_START, storage="ITAVS")


REASONS_WITHOUT_FACT = {
    ("code", "number with + below a card’s gear"): "It asks what a picture shows.",
    ("round-end", "What happens first"): "The end of a round is one step of the rules.",
    ("end", "What do you leave out"): "It asks what the last training does not do.",
    ("players", "What else changes"): "It asks what the numbers of players do not change.",
}


def level_of(game: Game, target: str) -> int:
    """Return the level of the token that a target such as ``weight:1:T`` names."""
    _name, owner, kind = target.split(":")
    return find_player(game, int(owner) - 1).weights[TYPES.index(kind)]


def game_after_round(question: Question) -> Game:
    """Return the game after the end of the round."""
    game = question.timeline
    return play_passes(game, len(state_of(game).players) - len(state_of(game).passed_players))


def moves_token_by(change: int) -> ComputedFact:
    return lambda question, answer: (
        level_of(game_after_round(question), answer.target) == level_of(question.timeline, answer.target) + change
    )


def is_extreme_level(choose: Callable[[tuple[int, ...]], int]) -> ComputedFact:
    return lambda question, answer: (
        level_of(question.timeline, answer.target) == choose(state_of(question.timeline).mover.weights)
    )


def stores_at_most(question: Question, answer: QuizAnswer) -> bool:
    phase = replace(state_of(START).phase, player=state_of(question.timeline).phase.player)
    game = with_state(question.timeline, state={"tiles": "ITAVSITA", "phase": phase}, storage="", cycles=9)
    return {int(answer.text)} == download_counts(game)


def has_tier_value(name: str) -> ComputedFact:
    return lambda question, answer: int(answer.text) == getattr(state_of(question.timeline).mover.tier, name)


def may_touch(question: Question, answer: QuizAnswer) -> bool:
    """Return True if the answer names exactly the types next to which the player's card allows the loaded tile."""
    named_kind = next(kind for kind in TYPES if f"your {kind_name(kind)} tile" in question.text)
    card = state_of(question.timeline).mover.card
    game = with_state(
        RICH_GAME, card=card, board=create_board_text(c="I", n0="T", n1="A", n2="V", n3="S"), storage=named_kind
    )
    kinds = {kind_title(kind): kind for kind in TYPES}.get(answer.text, TYPES)
    return loadable_cells(game, named_kind) == free_cells_next_to(game, kinds)


def gives_a_tweak(question: Question, answer: QuizAnswer) -> bool:
    kind = next(kind for kind in TYPES if kind_title(kind) == answer.text)
    card = state_of(question.timeline).mover.card
    game = with_state(
        RICH_GAME, card=card, board=create_board_text(c="I", n0="T", n1="A", n2="V", n3="S"), storage=kind
    )
    return count_tweaks(game, f"load {kind}@*") > 0


def is_winner(question: Question, answer: QuizAnswer) -> bool:
    best_players = players_by_rank(state_of(question.timeline))[0]
    return answer.text == (player_name(best_players[0]) if len(best_players) == 1 else "You share the win")


def can_choose(question: Question, answer: QuizAnswer) -> bool:
    """Return True if the target of an answer may follow the selection of a question."""
    game = question.timeline
    return select(game.game.legal_actions(game.state), (*question.selection, answer.target)).is_possible


COMPUTED_FACTS: ComputedFacts = {
    "rises*": moves_token_by(1),
    "falls*": moves_token_by(-1),
    "own-tile*": can_choose,
    "other-tile*": lambda question, answer: not can_choose(question, answer),
    "new-level": lambda question, answer: (
        int(answer.text) == level_of(game_after_round(question), min(question.highlighted))
    ),
    "lowest": is_extreme_level(min),
    "highest": is_extreme_level(max),
    "storage-limit": stores_at_most,
    "hand-limit": has_tier_value("max_hand"),
    "income": has_tier_value("income"),
    "winner": is_winner,
    "partner": may_touch,
    "bonus": gives_a_tweak,
    "missing": lambda question, answer: (
        next(kind for kind in TYPES if kind_title(kind) == answer.text) not in state_of(question.timeline).mover.card
    ),
}
