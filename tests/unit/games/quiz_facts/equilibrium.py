"""Facts about the written questions of Tensor: A Game of Equilibrium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

from ruleboard.contract.quizzes import QuizAnswer
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
from ruleboard.games.equilibrium.texts import kind_name, player_name
from ruleboard.games.equilibrium.training import backpropagate
from ruleboard.learning.checks import Question

from . import ComputedFact, ComputedFacts, Facts, Game, number, played, position, texts, yes

game_at = partial(position, "equilibrium")
ORANGE, TEAL = 0, 1


def after_setup(players: str) -> Game:
    """Return a new game after the setup of all players."""
    game = game_at("", players=players)
    while setups := texts(game, "setup *"):
        game = played(game, setups[0])
    return game


START = after_setup("2")
FOUR = after_setup("4")


def state_of(game: Game) -> State:
    state: State = game.state
    return state


def with_state(game: Game, player: int | None = None, state: dict[str, Any] | None = None, **changes: Any) -> Game:
    """Return a game from a state in which the player to move, or another one, has other values."""
    base = replace(state_of(game), **(state or {}))
    player = base.phase.player if player is None else player
    return new_timeline(game.game, with_player(base, player, replace(base.players[player], **changes)))


def board(**tiles: str) -> str:
    """Return a network with tiles in the centre (``c``) and around it (``n0`` to ``n5``)."""
    cells = {"c": CENTRE, **{f"n{index}": cell for index, cell in enumerate(NEIGHBOUR_CELLS[CENTRE])}}
    result = EMPTY * len(state_of(START).players[ORANGE].board)
    for name, tile in tiles.items():
        result = with_tile(result, cells[name], tile)
    return result


RICH = with_state(START, card="IT/AV", board=board(c="T", n0="V"), cycles=9, storage="ITVS", hand=("mul", "sub"))


def player(game: Game, index: int = ORANGE) -> Player:
    return state_of(game).players[index]


@cache
def spent(pattern: str) -> int:
    """Return the cycles that Orange pays for an action that matches a pattern."""
    game = with_state(RICH, storage="IT") if pattern.startswith("download") else RICH
    return player(game).cycles - player(played(game, texts(game, pattern)[0])).cycles


def until_action(game: Game) -> Game:
    """Return the game after the tweaks and flips that follow an action."""
    while rest := texts(game, "tweak *") or texts(game, "flip *"):
        game = played(game, rest[0])
    return game


def passed(game: Game, count: int) -> Game:
    """Return the game after some players have passed."""
    for _number in range(count):
        game = until_action(played(game, "pass"))
    return game


def downloaded(game: Game) -> set[int]:
    """Return how many tiles a Download can take."""
    return {len(text.split()[1].split(",")) for text in texts(game, "download *")}


def loaded_kinds(game: Game) -> set[str]:
    return {text.split()[1].split("@")[0] for text in texts(game, "load *")}


def cells_for(game: Game, kind: str) -> set[int]:
    """Return the cells on which a tile of a type may be loaded."""
    return {CELL_NAMES.index(text.split("@")[1]) for text in texts(game, f"load {kind}@*")}


def free_cells_next_to(game: Game, kinds: str) -> set[int]:
    """Return the free cells of Orange's network that touch a tile of these types, face up or not."""
    tiles = player(game).board
    return {
        cell
        for cell, tile in enumerate(tiles)
        if tile == EMPTY and any(tiles[each].upper() in kinds for each in NEIGHBOUR_CELLS[cell])
    }


def tweak_count(game: Game, pattern: str) -> int:
    """Return how many tweaks follow an action."""
    return int(state_of(played(game, texts(game, pattern)[0])).phase.tweaks)


def leaders(*levels: tuple[int, ...], cycles: tuple[int, int] = (5, 5)) -> tuple[int, ...]:
    """Return the best players with these levels and cycles."""
    game = with_state(START, ORANGE, weights=levels[ORANGE], cycles=cycles[ORANGE])
    game = with_state(game, TEAL, weights=levels[TEAL], cycles=cycles[TEAL])
    return players_by_rank(state_of(game))[0]


def rising(**tiles: str) -> str:
    """Return the types that go up with a network."""
    return backpropagate(ORANGE, player(with_state(START, board=board(**tiles)))).rising_kinds


LEVELS = (2, 5, 6, 7, 9)
FULL = with_state(START, storage="IIT")
NEARLY_OVER = with_state(START, state={"pile": "I"}, storage="")
OVER = played(NEARLY_OVER, texts(NEARLY_OVER, "download *")[0])
OVER_AFTER_PASS = played(
    with_state(passed(START, 1), state={"pile": "I"}, storage=""),
    texts(with_state(passed(START, 1), state={"pile": "I"}, storage=""), "download *")[0],
)
HACKED = with_state(with_state(RICH, storage="TA", board=board(c="T")), TEAL, card="TA/VS", board=board(c="A"))
HACK = texts(HACKED, "hack 2 T@*")[0]
PASSED_VICTIM = with_state(
    with_state(passed(START, 1), TEAL, storage="TA", cycles=5), ORANGE, card="TA/VS", board=board(c="A")
)
RUN = texts(RICH, "run sub *")[0]
EMPTY_NETWORK = with_state(RICH, board=board(), storage="ITVS", hand=("sub",))
ADDING = with_state(RICH, hand=("add",), board=board(c="T", n0="V"))
DIVIDING = with_state(RICH, hand=("div",))
QUIET_ONCE = passed(START, 2)
QUIET_TWICE = passed(QUIET_ONCE, 2)
TRAINED = played(with_state(passed(START, 1), board=board(c="T", n0="T", n1="A")), "pass")
FACE_DOWN = with_state(RICH, card="IT/AV", board=board(c="V", n0="t"), storage="I")
MAX_IMAGE = with_state(RICH, weights=(10, 3, 3, 3, 3))


def copies_keep_direction() -> bool:
    """Return True if each copy lies to the other as its original lies to the other one."""
    for text in texts(RICH, "run mul *"):
        originals, copies = (
            [tuple(map(int, each.split(","))) for each in part.split("+")] for part in text[8:].split(" at ")
        )
        if [b - a for a, b in zip(*originals, strict=True)] != [b - a for a, b in zip(*copies, strict=True)]:
            return False
    return True


def copies_touch_a_tile() -> bool:
    """Return True if one copy is enough to touch an older tile, and one does."""
    touching = []
    for text in texts(RICH, "run mul *"):
        cells = [CELL_NAMES.index(each) for each in text.split(" at ")[1].split("+")]
        touching.append(sum(cell in free_cells_next_to(RICH, "TV") for cell in cells))
    return {1, 2} == {*touching}


FACTS: Facts = {
    ("balance", "Orange’s tokens: 2"): (
        lambda _game: leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3)) == (TEAL,),
        lambda _game: leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3)) == (ORANGE,),
        lambda _game: len(leaders((2, 9, 9, 9, 9), (3, 3, 3, 3, 3))) == 2,
    ),
    ("balance", "What does a tweak do"): (
        lambda _game: player(played(RICH, RUN, "tweak A")).weights == (3, 3, 4, 3, 3),
        lambda _game: player(played(RICH, RUN, "tweak A")).weights == (4, 4, 4, 4, 4),
        lambda _game: player(played(RICH, RUN, "tweak A"), TEAL).weights != player(RICH, TEAL).weights,
    ),
    ("balance", "Which token do you lift"): (
        lambda _game: _lifted(0) == max(map(_lifted, range(5))),
        lambda _game: _lifted(4) == max(map(_lifted, range(5))),
        lambda _game: _lifted(2) == max(map(_lifted, range(5))),
    ),
    ("pieces", "all tokens start"): number(lambda _game: START_LEVEL.value),
    ("pieces", "In which order"): lambda _game, answer: answer.replace(" ", "") == TYPES,
    ("pieces", "pay with"): (
        lambda _game: spent("load *") > 0,
        lambda _game: len(player(played(with_state(RICH, storage="IT"), "pass")).storage) < 2,
        lambda _game: (
            min(player(played(RICH, texts(RICH, "code *")[0]) if texts(RICH, "code *") else RICH).weights) < 3
        ),
    ),
    ("pieces", "14 cycles"): number(lambda _game: min(14 + 4, MAX_CYCLES.value)),
    ("setup", "very first tile"): (
        lambda _game: _first_kinds() == {*player(game_at("", players="2")).card[:2]},
        lambda _game: bool(_first_kinds() & {*player(game_at("", players="2")).card[3:]}),
        lambda _game: bool(_first_kinds() - {*player(game_at("", players="2")).card}),
        lambda _game: _first_kinds() == {*TYPES},
    ),
    ("setup", "How many tiles"): number(lambda _game: OPEN_TILE_COUNT.value),
    ("setup", "Who gets only 6"): (
        lambda _game: player(FOUR, state_of(FOUR).order[0]).cycles == STARTER_CYCLES.value,
        lambda _game: player(FOUR, state_of(FOUR).order[-1]).cycles == STARTER_CYCLES.value,
        lambda _game: (
            player(FOUR, max(range(4), key=lambda each: player(FOUR, each).card)).cycles == STARTER_CYCLES.value
            and state_of(FOUR).order[0] != max(range(4), key=lambda each: player(FOUR, each).card)
        ),
    ),
    ("turn", "does a Download cost"): number(lambda _game: spent("download *")),
    ("turn", "cost to hack"): number(lambda _game: spent("hack *")),
    ("turn", "cost to load"): number(lambda _game: spent("load *")),
    ("turn", "cost to run"): number(lambda _game: spent("run *")),
    ("turn", "How many actions"): (
        lambda _game: until_action(played(RICH, texts(RICH, "load *")[0])).to_move == TEAL,
        lambda _game: until_action(played(RICH, texts(RICH, "load *")[0])).to_move == ORANGE,
        lambda _game: until_action(played(RICH, texts(RICH, "load *")[0])).to_move == ORANGE,
        lambda _game: until_action(played(RICH, texts(RICH, "load *")[0])).to_move == ORANGE,
    ),
    ("turn", "1 cycle left"): (
        lambda _game: texts(with_state(START, cycles=1, storage="", hand=())) == ("pass",),
        lambda _game: bool(texts(with_state(START, cycles=1, storage="", hand=()), "download *")),
        lambda _game: bool(texts(with_state(START, cycles=1, storage="", hand=()), "code *")),
    ),
    ("turn", "When is a round over"): (
        lambda _game: state_of(passed(START, 1)).round == 1 and state_of(passed(START, 2)).round == 2,
        lambda _game: state_of(_two_loads()).round == 2,
        lambda _game: state_of(with_state(passed(START, 1), cycles=0)).round == 2,
    ),
    ("download", "How many tiles do you take"): lambda _game, answer: (
        answer == str(max(downloaded(with_state(START, weights=(4, 3, 3, 3, 3), storage="I"))))
    ),
    ("download", "Can you download"): yes(lambda _game: bool(texts(FULL, "download *"))),
    ("download", "What do you get"): (
        lambda _game: downloaded(with_state(START, state={"tiles": "IT"})) == {2},
        lambda _game: downloaded(with_state(START, state={"tiles": "IT"})) == set(),
        lambda _game: downloaded(with_state(START, state={"tiles": "IT"})) == {3},
    ),
    ("download", "3 tiles cost"): number(lambda _game: spent("download *")),
    ("limits", "your limit drops"): (
        lambda _game: player(passed(with_state(START, weights=(0,) * 5, storage="IIITT"), 2)).storage == "IIITT",
        lambda _game: len(player(passed(with_state(START, weights=(0,) * 5, storage="IIITT"), 2)).storage) == 4,
        lambda _game: player(with_state(START, weights=(0,) * 5, storage="IIITT")).cycles != player(START).cycles,
    ),
    ("code", "How often do you pay"): (
        lambda _game: _coding_cost() == state_of(START).numbers.card("sub").cost and spent("run sub *") == 1,
        lambda _game: spent("run sub *") == state_of(START).numbers.card("sub").cost,
        lambda _game: _coding_cost() == 0,
    ),
    ("code", "the only Multiplication"): yes(
        lambda _game: bool(texts(with_state(START, state={"cards": ("add", "div", "sub")}, cycles=9), "code mul"))
    ),
    ("code", "run your card"): (
        lambda _game: "mul" in state_of(passed(RICH, 2)).cards and not player(passed(RICH, 2)).hand,
        lambda _game: "mul" in player(passed(RICH, 2)).hand,
    ),
    ("load", "Where does that tile come from"): (
        lambda _game: player(_loaded()).storage == "TVS",
        lambda _game: state_of(_loaded()).tiles != state_of(RICH).tiles,
        lambda _game: state_of(_loaded()).supply != state_of(RICH).supply,
        lambda _game: state_of(_loaded()).pile != state_of(RICH).pile,
    ),
    ("load", "isn’t on your Tensor card"): (
        lambda _game: cells_for(RICH, "S") == free_cells_next_to(RICH, TYPES),
        lambda _game: cells_for(RICH, "S") == free_cells_next_to(RICH, "S"),
        lambda _game: cells_for(RICH, "S") == free_cells_next_to(RICH, "IT"),
        lambda _game: len(cells_for(RICH, "S")) > len(free_cells_next_to(RICH, TYPES)),
    ),
    ("load", "Can you load the tile"): yes(lambda _game: bool(texts(with_state(RICH, cycles=1), "load *"))),
    ("partner", "no image tile"): yes(lambda _game: "T" in loaded_kinds(RICH)),
    ("partner", "touch 3 tiles"): yes(lambda _game: cells_for(RICH, "I") == free_cells_next_to(RICH, "T")),
    ("bonus", "Do you get a tweak"): yes(lambda _game: tweak_count(with_state(RICH, card="VS/IT"), "load I@*") > 0),
    ("bonus", "Which token can the tweak lift"): (
        lambda _game: {text[-1] for text in texts(_loaded(), "tweak ?")} - {"-"} == {*TYPES},
        lambda _game: texts(_loaded(), "tweak *") == ("tweak I",),
        lambda _game: len({*texts(_loaded(), "tweak ?")}) == 2,
    ),
    ("hack", "Who gets the tweak"): (
        lambda _game: played(HACKED, HACK).to_move == TEAL and bool(texts(played(HACKED, HACK), "tweak *")),
        lambda _game: played(HACKED, HACK).to_move == ORANGE,
        lambda _game: not texts(played(HACKED, HACK), "tweak *"),
        lambda _game: until_action(played(HACKED, HACK)).state.players[ORANGE].weights != player(HACKED).weights,
    ),
    ("hack", "Whose tile"): (
        lambda _game: player(played(HACKED, HACK)).storage == "A",
        lambda _game: player(played(HACKED, HACK), TEAL).storage != player(HACKED, TEAL).storage,
        lambda _game: state_of(played(HACKED, HACK)).supply != state_of(HACKED).supply,
    ),
    ("hack", "already passed"): (
        lambda _game: bool(texts(_hack_passed_victim(), "tweak *")) and _hack_passed_victim().to_move == ORANGE,
        lambda _game: not texts(_hack_passed_victim(), "tweak *"),
        lambda _game: state_of(_hack_passed_victim()).round == 2,
    ),
    ("run", "paid a lot to code"): (
        lambda _game: spent("run sub *") == 1,
        lambda _game: spent("run sub *") == _coding_cost(),
        lambda _game: spent("run sub *") == 0,
        lambda _game: spent("run sub *") == 2,
    ),
    ("run", "Where does the card go"): (
        lambda _game: state_of(played(RICH, RUN)).cards.count("sub") == state_of(RICH).cards.count("sub") + 1,
        lambda _game: "sub" in player(played(RICH, RUN)).hand,
        lambda _game: state_of(played(RICH, RUN)).cards == state_of(RICH).cards,
    ),
    ("run", "lift the same token"): (
        lambda _game: bool(texts(played(RICH, RUN, "tweak A"), "tweak A")),
        lambda _game: not texts(played(RICH, RUN, "tweak A"), "tweak A"),
        lambda _game: len(texts(played(with_state(RICH, weights=(1, 2, 3, 4, 5)), RUN), "tweak *")) == 1,
    ),
    ("division", "What does a face-down tile do"): (
        lambda _game: rising(c="t", n0="A") == "A",
        lambda _game: "T" in rising(c="t", n0="A"),
    ),
    ("division", "turn a face-up tile"): (
        lambda _game: "t" in player(played(DIVIDING, texts(DIVIDING, "run div 0,0")[0])).board,
        lambda _game: not texts(DIVIDING, "run div 0,0"),
        lambda _game: len(texts(DIVIDING, "run div *")) > 2,
    ),
    ("addition", "What can the new tile be"): lambda _game, answer: (
        {"Any other type": TYPES.replace("T", ""), "Any type": TYPES, "Only text": "T"}[answer]
        == "".join(kind for kind in TYPES if kind in {text.split()[3][0] for text in texts(ADDING, "run add 0,0 *")})
    ),
    ("addition", "earn you a tweak"): yes(
        lambda _game: tweak_count(ADDING, "run add 0,0 I@*") > state_of(ADDING).numbers.card("add").tweaks
    ),
    ("addition", "need a partner"): (
        lambda _game: "I" in {text.split()[3][0] for text in texts(ADDING, "run add 0,0 *")},
        lambda _game: "I" not in {text.split()[3][0] for text in texts(ADDING, "run add 0,0 *")},
        lambda _game: "I" not in {text.split()[3][0] for text in texts(ADDING, "run add 0,0 *")},
    ),
    ("addition", "come from"): (
        lambda _game: _added_supply() == (-1, 1, 0, 0, 0),
        lambda _game: player(_added()).storage != player(ADDING).storage,
        lambda _game: state_of(_added()).tiles != state_of(ADDING).tiles,
    ),
    ("multiplication", "Which way round do the copies"): (
        lambda _game: copies_keep_direction(),
        lambda _game: not copies_keep_direction(),
        lambda _game: not copies_keep_direction(),
    ),
    ("multiplication", "2 tiles you copy"): (
        lambda _game: bool(texts(RICH, "run mul *")) and not texts(with_state(RICH, board=_apart()), "run mul *"),
        lambda _game: not texts(RICH, "run mul *"),
        lambda _game: not texts(RICH, "run mul *"),
    ),
    ("multiplication", "no video tile"): (
        lambda _game: not texts(with_state(RICH, state={"supply": (5, 5, 5, 0, 5)}), "run mul *"),
        lambda _game: bool(texts(with_state(RICH, state={"supply": (5, 5, 5, 0, 5)}), "run mul *")),
        lambda _game: bool(texts(with_state(RICH, state={"supply": (5, 5, 5, 0, 5)}), "run mul *")),
    ),
    ("multiplication", "Where can the 2 copies go"): (
        lambda _game: copies_touch_a_tile(),
        lambda _game: not copies_touch_a_tile(),
        lambda _game: not copies_touch_a_tile(),
    ),
    ("pass", "besides cycles"): (
        lambda _game: (
            state_of(passed(START, 2)).order[0]
            == state_of(START).order[0]
            == state_of(passed(START, 1)).passed_players[0]
        ),
        lambda _game: bool(texts(played(START, "pass"), "tweak *")),
        lambda _game: played(START, "pass").to_move == ORANGE,
    ),
    ("pass", "the second to pass"): number(lambda _game: state_of(START).numbers.pass_spots[2][1].value),
    ("pass", "act again this round"): yes(
        lambda _game: until_action(played(passed(START, 1), texts(passed(START, 1), "code *")[0])).to_move == ORANGE
    ),
    ("pass", "cycles of your pass spot"): (
        lambda _game: player(played(START, "pass")).cycles > player(START).cycles,
        lambda _game: player(played(START, "pass")).cycles == player(START).cycles,
        lambda _game: player(passed(START, 1)).cycles == player(START).cycles,
    ),
    ("round-end", "In what order do you play"): (
        lambda _game: _order_after_teal_passes_first() == (TEAL, ORANGE),
        lambda _game: _order_after_teal_passes_first() == (ORANGE, TEAL),
        lambda _game: _order_after_teal_passes_first() == (ORANGE, TEAL),
    ),
    ("round-end", "your stored tiles"): (
        lambda _game: player(passed(RICH, 2)).storage == player(RICH).storage,
        lambda _game: state_of(passed(RICH, 2)).supply != state_of(RICH).supply,
        lambda _game: len(player(passed(RICH, 2)).storage) < 4,
    ),
    ("training", "can go up"): (
        lambda _game: MAX_RISING_TYPES.value == 3 == len(rising(c="I", n0="T", n1="A", n2="V")),
        lambda _game: len(rising(c="I", n0="T", n1="A", n2="V")) == 5,
        lambda _game: len(rising(c="I", n0="T", n1="A", n2="V")) == 1,
        lambda _game: len(rising(c="I", n0="T", n1="A", n2="V")) == 2,
    ),
    ("few", "one face-up tile of each type"): (
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (2,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (4,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (3,) * 5,
        lambda _game: _levels_after(c="I", n0="T", n1="A", n2="V", n3="S") == (4, 4, 4, 2, 2),
    ),
    ("few", "only image tiles"): number(lambda _game: len(rising(c="I", n0="I"))),
    ("few", "None of your tiles"): (
        lambda _game: _levels_after(c="i") == (2,) * 5,
        lambda _game: _levels_after(c="i") == (3,) * 5,
        lambda _game: max(_levels_after(c="i")) > 3,
    ),
    ("face-down", "How many of these tiles"): (
        lambda _game: (
            len(texts(TRAINED, "flip T@*")) == 2 and player(until_action(TRAINED), TEAL).board.count("t") == 1
        ),
        lambda _game: player(until_action(TRAINED), TEAL).board.count("t") == 2,
        lambda _game: player(until_action(TRAINED), TEAL).board.count("t") == 0,
    ),
    ("face-down", "your text tile is face down"): (
        lambda _game: bool(cells_for(FACE_DOWN, "I")),
        lambda _game: not cells_for(FACE_DOWN, "I"),
        lambda _game: not cells_for(FACE_DOWN, "I"),
    ),
    ("why-hack", "Why would you give"): (
        lambda _game: "V" in rising(c="I", n0="A", n1="V") and "V" not in rising(c="I", n0="A", n1="V", n2="T"),
        lambda _game: texts(played(HACKED, HACK), "tweak *") != () and played(HACKED, HACK).to_move == ORANGE,
    ),
    ("why-hack", "hurts Teal most"): (
        lambda _game: rising(c="I", n0="T", n1="A", n2="V", n3="S") == "",
        lambda _game: rising(c="I", n0="T", n1="A", n2="V", n3="I") == "",
        lambda _game: rising(c="I", n0="T", n1="A", n2="V", n3="V") == "",
    ),
    ("why-hack", "video token go down"): lambda _game, answer: (
        "V" not in rising(c="A", n0="I", n1="V", **({"n2": answer[0]} if answer != "None" else {}))
    ),
    ("end", "draws the last tile"): (
        lambda _game: len(state_of(OVER).final_players or ()) == 2 and OVER.outcome is None,
        lambda _game: OVER.outcome is not None,
        lambda _game: bool(state_of(OVER).pile),
    ),
    ("end", "take your final action"): (
        lambda _game: (state_of(OVER).final_players or ())[-1] == ORANGE,
        lambda _game: (state_of(OVER).final_players or ())[0] == ORANGE,
        lambda _game: ORANGE not in (state_of(OVER).final_players or ()),
    ),
    ("end", "already passed when"): yes(lambda _game: ORANGE in (state_of(OVER_AFTER_PASS).final_players or ())),
    ("winner", "Both players’ lowest tokens"): (
        lambda _game: leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (ORANGE,),
        lambda _game: leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
        lambda _game: leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
        lambda _game: leaders((5, 6, 6, 6, 6), (5, 5, 9, 9, 9), cycles=(1, 9)) == (TEAL,),
    ),
    ("winner", "all 5 levels tie"): (
        lambda _game: leaders((5,) * 5, (5,) * 5, cycles=(2, 3)) == (TEAL,),
        lambda _game: leaders((5,) * 5, (5,) * 5, cycles=(3, 3)) != (ORANGE, TEAL),
        lambda _game: len(leaders((5,) * 5, (5,) * 5, cycles=(2, 3))) == 2,
    ),
    ("winner", "Orange’s tokens: 4, 6"): (
        lambda _game: leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7)) == (TEAL,),
        lambda _game: leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7)) == (ORANGE,),
        lambda _game: len(leaders((4, 6, 6, 6, 10), (4, 6, 6, 7, 7))) == 2,
    ),
    ("players", "of each kind are there"): number(lambda _game: CARDS_PER_KIND[4].value),
    ("players", "who can you hack"): (
        lambda _game: (
            {text[5] for text in texts(_four_with_tile(), "hack *")}
            == {*"1234"} - {str(state_of(FOUR).phase.player + 1)}
        ),
        lambda _game: len({text[5] for text in texts(_four_with_tile(), "hack *")}) == 1,
        lambda _game: len({text[5] for text in texts(_four_with_tile(), "hack *")}) == 1,
    ),
    ("players", "the first to pass get"): number(lambda _game: state_of(FOUR).numbers.pass_spots[4][0].value),
    ("odd", "next tile go"): (
        lambda _game: (
            {text.split("@")[1] for text in texts(EMPTY_NETWORK, "load *")} == {"0,0"}
            and loaded_kinds(EMPTY_NETWORK) == {*"ITVS"}
        ),
        lambda _game: loaded_kinds(EMPTY_NETWORK) <= {*"IT"},
        lambda _game: len({text.split("@")[1] for text in texts(EMPTY_NETWORK, "load *")}) > 1,
    ),
    ("odd", "You hold Subtraction"): yes(lambda _game: bool(texts(EMPTY_NETWORK, "run sub*"))),
    ("odd", "everybody just passes"): (
        lambda _game: state_of(QUIET_ONCE).final_players is None and state_of(QUIET_TWICE).final_players is not None,
        lambda _game: state_of(QUIET_TWICE).final_players is None,
        lambda _game: QUIET_TWICE.outcome is not None,
    ),
    ("odd", "image token is on 10"): yes(lambda _game: "tweak I" in texts(played(MAX_IMAGE, RUN))),
}


def _lifted(index: int) -> list[int]:
    return sorted(level + (index == position) for position, level in enumerate(LEVELS))


def _first_kinds() -> set[str]:
    """Return the types that the first tile of Orange can have."""
    return {text.split()[1][0] for text in texts(game_at("", players="2"), "setup *@0,0*")}


def _two_loads() -> Game:
    """Return the game after each player has had one turn."""
    return until_action(played(until_action(played(RICH, texts(RICH, "load *")[0])), "code sub"))


def _coding_cost() -> int:
    return player(START).cycles - player(played(START, "code sub")).cycles


def _loaded() -> Game:
    """Return the game after Orange loads image, a type from the top row."""
    return played(RICH, texts(RICH, "load I@*")[0])


def _hack_passed_victim() -> Game:
    """Return the game after Teal hacks Orange, who has passed, with a type from Orange’s top row."""
    return played(PASSED_VICTIM, texts(PASSED_VICTIM, "hack 1 T@*")[0])


def _added() -> Game:
    return played(ADDING, texts(ADDING, "run add 0,0 I@*")[0])


def _added_supply() -> tuple[int, ...]:
    """Return how the supply changes when Addition replaces text by image."""
    return tuple(after - before for before, after in zip(ADDING.state.supply, _added().state.supply, strict=True))


def _apart() -> str:
    """Return a network with two tiles that are no neighbours."""
    cells = NEIGHBOUR_CELLS[CENTRE]
    opposite = next(each for each in cells[1:] if each not in NEIGHBOUR_CELLS[cells[0]])
    return with_tile(with_tile(board(), cells[0], "T"), opposite, "V")


def _order_after_teal_passes_first() -> tuple[int, ...]:
    game = until_action(played(START, "code sub"))
    return tuple(state_of(passed(game, 2)).order)


def _levels_after(**tiles: str) -> tuple[int, ...]:
    """Return Orange’s levels, all 3 before, after the end of a round with a network."""
    return player(passed(with_state(START, board=board(**tiles)), 2)).weights


def _four_with_tile() -> Game:
    return with_state(FOUR, storage="ITAVS")


KNOWLEDGE = {
    ("code", "corner below a card’s gear"): "It asks what a picture shows.",
    ("round-end", "What happens first"): "The end of a round is one step of the rules.",
    ("end", "What do you leave out"): "It asks what the last training does not do.",
    ("players", "What else changes"): "It asks what the numbers of players do not change.",
}


def level_of(game: Game, target: str) -> int:
    """Return the level of the token of Orange or Teal that is a target, such as ``weight:1:T``."""
    _name, owner, kind = target.split(":")
    return player(game, int(owner) - 1).weights[TYPES.index(kind)]


def game_after_round(question: Question) -> Game:
    """Return the game after the end of the round."""
    game = question.timeline
    return passed(game, len(state_of(game).players) - len(state_of(game).passed_players))


def moves_token(change: int) -> ComputedFact:
    return lambda question, answer: (
        level_of(game_after_round(question), answer.target) == level_of(question.timeline, answer.target) + change
    )


def is_extreme(choose: Callable[[tuple[int, ...]], int]) -> ComputedFact:
    return lambda question, answer: (
        level_of(question.timeline, answer.target) == choose(state_of(question.timeline).mover.weights)
    )


def stores_at_most(question: Question, answer: QuizAnswer) -> bool:
    phase = replace(state_of(START).phase, player=state_of(question.timeline).phase.player)
    game = with_state(question.timeline, state={"tiles": "ITAVSITA", "phase": phase}, storage="", cycles=9)
    return {int(answer.text)} == downloaded(game)


def has_tier_value(name: str) -> ComputedFact:
    return lambda question, answer: int(answer.text) == getattr(state_of(question.timeline).mover.tier, name)


def may_touch(question: Question, answer: QuizAnswer) -> bool:
    """Return True if a loaded tile may touch exactly the tiles of a type, by the reader's card."""
    names = {kind_name(kind): kind for kind in TYPES}
    named_kind = next(kind for name, kind in names.items() if f"type {name}." in question.text)
    card = state_of(question.timeline).mover.card
    game = with_state(RICH, card=card, board=board(c="I", n0="T", n1="A", n2="V", n3="S"), storage=named_kind)
    kinds = names.get(answer.text, TYPES)
    return cells_for(game, named_kind) == free_cells_next_to(game, kinds)


def gives_a_tweak(question: Question, answer: QuizAnswer) -> bool:
    kind = next(kind for kind in TYPES if kind_name(kind) == answer.text)
    card = state_of(question.timeline).mover.card
    game = with_state(RICH, card=card, board=board(c="I", n0="T", n1="A", n2="V", n3="S"), storage=kind)
    return tweak_count(game, f"load {kind}@*") > 0


def wins(question: Question, answer: QuizAnswer) -> bool:
    best = players_by_rank(state_of(question.timeline))[0]
    return answer.text == (player_name(best[0]) if len(best) == 1 else "You share the win")


COMPUTED: ComputedFacts = {
    "rises*": moves_token(1),
    "falls*": moves_token(-1),
    "new-level": lambda question, answer: (
        int(answer.text) == level_of(game_after_round(question), min(question.highlighted))
    ),
    "lowest": is_extreme(min),
    "highest": is_extreme(max),
    "storage-limit": stores_at_most,
    "hand-limit": has_tier_value("max_hand"),
    "income": has_tier_value("income"),
    "winner": wins,
    "partner": may_touch,
    "bonus": gives_a_tweak,
    "missing": lambda question, answer: (
        next(kind for kind in TYPES if kind_name(kind) == answer.text) not in state_of(question.timeline).mover.card
    ),
}
