"""The editor: boards, storage, hands, tokens, Tensor cards and cycles, the action board, and the round.

Tiles and Operation cards are never lost: what is put somewhere comes from the supply or the action board, and goes back
there. Only the number of the tiles in the draw pile is set; their order is drawn by lot when the position is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleboard.games.editors import ERASER, BaseEditor
from ruleboard.games.equilibrium import draw_pile, figures, numbers, picture
from ruleboard.games.equilibrium.deal import TENSOR_CARDS, initial
from ruleboard.games.equilibrium.numbers import FIRST, MOST_HELD, MOST_STORED, OPERATIONS, TYPES
from ruleboard.games.equilibrium.position_text import format_position, read_position
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    EMPTY,
    ROUND_LIMIT,
    Phase,
    Player,
    State,
    sorted_tiles,
    tile_totals,
    turn_order_after,
    with_tile,
)
from ruleboard.games.equilibrium.targets import Target, parse_target
from ruleboard.games.equilibrium.words import SIDES, TITLES
from ruleboard.games.extensions import Counter, Switch, Tool
from ruleboard.i18n import N_, _, ngettext
from ruleboard.overriding import override
from ruleboard.scene.node import Node
from ruleboard.wording import listed

_FLIP = "flip"
_MOST_CYCLES = numbers.MOST_CYCLES.value
_COUNTS = ("2", "3", "4")


class EquilibriumEditor(BaseEditor[State]):
    """The editor of positions; see ``games.extensions.Editor``. Any change makes the position one of a usual turn."""

    tools = (
        *(Tool(kind, TITLES[kind], figures.tile_alone(kind), kind) for kind in TYPES),
        Tool(_FLIP, N_("Turn over"), figures.tile_alone("i"), "o"),
        *(Tool(card, FIRST.cards[card].title, figures.card_alone(card), "", 1) for card in OPERATIONS),
        replace(ERASER, row=2),
    )

    @override
    def load(self, text: str) -> State:
        return draw_pile.public(read_position(text))

    @override
    def dump(self, state: State) -> str:
        return format_position(draw_pile.public(state))

    @override
    def started(self, state: State) -> State:
        return initial({"players": str(len(state.players)), "start": "1", "numbers": state.numbers.id}, 0)

    @override
    def cleared(self, state: State) -> State:
        """Return a first round with empty boards, storages and hands."""
        begun = self.started(state)
        players = tuple(
            replace(fresh, card=player.card) for fresh, player in zip(begun.players, state.players, strict=True)
        )
        return _balanced(_in_turn(replace(begun, players=players))) or state

    @override
    def holds(self, state: State, target: str) -> bool:
        """Return True if a tile or an Operation card lies on a target, which may be the supply."""
        return bool(_thing(state, parse_target(target)))

    @override
    def placed(self, state: State, target: str, tool: str) -> State:
        """Return the position after a touch: of a token, which goes up, or with a tool of anything else."""
        place = parse_target(target)
        if not _exists(state, place):
            return state
        usual = _in_turn(state)
        if place.thing == "weight" and tool in ("", ERASER.id):
            return _with_token(usual, place, -1 if tool else 1)
        if tool == ERASER.id:
            return _balanced(_without(usual, place)) or state
        if place.thing == "hex" and tool == _FLIP:
            board = usual.players[place.player].board
            turned = with_tile(board, place.cell, board[place.cell].swapcase())
            return _with_player(usual, place.player, replace(usual.players[place.player], board=turned))
        if place.thing == "hex" and tool == _thing(state, place):
            return _balanced(_without(usual, place)) or state
        return _balanced(_with(usual, place, tool)) or state if tool else state

    @override
    def moved(self, state: State, start: str, goal: str) -> State:
        """Return the position after a tile or a card was moved; a tile that lies on the goal goes to the supply."""
        place, to = parse_target(start), parse_target(goal)
        if not _exists(state, to):
            return state
        usual = _in_turn(state)
        thing = _thing(usual, place)
        there = _with(usual, to, thing) if thing else usual
        if there is usual and to.thing not in ("supply", "card"):
            return state
        if (place.thing, place.player) == (to.thing, to.player) and to.thing != "hex":
            return state
        return _balanced(_without(there, place)) or state

    @override
    def fields(self, state: State) -> tuple[Switch | Counter, ...]:
        """Return the fields for the players, the turn order, who has passed, the cycles, the pile and the round."""
        players = tuple((str(who + 1), _(SIDES[who])) for who in range(len(state.players)))
        tiles = len(TYPES) * state.numbers.tiles[len(players)].value
        return (
            Switch("players", N_("Players"), tuple((count, count) for count in _COUNTS), (str(len(players)),)),
            Switch("turn", N_("To move"), players, (str(state.phase.who + 1),)),
            Switch("first", N_("First in the round"), players, (str(state.order[0] + 1),) if state.order else ()),
            Switch("passed", N_("Passed"), players, tuple(str(who + 1) for who in state.passed), many=True),
            *(
                Counter(f"cycles{number}", _("{player}: cycles").format(player=name), player.cycles, 0, _MOST_CYCLES)
                for (number, name), player in zip(players, state.players, strict=True)
            ),
            Counter("pile", N_("Tiles in the draw pile"), len(state.pile + state.bag), 0, tiles),
            Counter("round", N_("Round"), state.round, 1, ROUND_LIMIT),
        )

    @override
    def with_field(self, state: State, id: str, value: str) -> State:
        number = int(value)
        if id == "players":
            return _with_players(state, number) if number != len(state.players) else state
        usual = _in_turn(state)
        match id:
            case "turn":
                return replace(usual, phase=Phase(ACTION, number - 1))
            case "first":
                order = usual.order if len(usual.order) == len(usual.players) else tuple(range(len(usual.players)))
                return replace(usual, order=turn_order_after(order, order[order.index(number - 1) - 1]))
            case "passed":
                left = tuple(who for who in usual.passed if who != number - 1)
                return replace(usual, passed=left if left != usual.passed else (*left, number - 1))
            case "pile":
                return _with_pile(usual, number)
            case "round":
                return replace(usual, round=number)
        who = int(id.removeprefix("cycles")) - 1
        return _with_player(usual, who, replace(usual.players[who], cycles=number))

    @override
    def remark(self, text: str) -> str:
        """Return whose boards are empty after the setup, and where the first tile of such a board goes."""
        state = self.load(text)
        bare = [_(SIDES[who]) for who, player in enumerate(state.players) if not player.board.strip(EMPTY)]
        if not bare or state.phase.kind != ACTION:
            return ""
        return ngettext(
            "The board of {players} is empty: a first tile of any type goes to its centre.",
            "The boards of {players} are empty: a first tile of any type goes to the centre.",
            len(bare),
        ).format(players=listed(bare))

    @override
    def drawn(self, state: State, seat: int, taken: str) -> Node:
        """Return the table of a position, valid or not."""
        held = [target for target in _targets(state) if self.holds(state, target)]
        return picture.setup(state, seat, taken, held)


def _targets(state: State) -> Iterator[str]:
    """Yield the targets on which tiles and cards can lie."""
    yield from (f"tile:{slot}" for slot in range(numbers.OPEN_TILES.value))
    yield from (f"supply:{kind}" for kind in TYPES)
    yield from (f"card:{card}" for card in OPERATIONS)
    for who in range(1, len(state.players) + 1):
        yield from (f"hex:{who}:{cell}" for cell in CELL_NAMES)
        yield from (f"storage:{who}:{kind}" for kind in TYPES)
        yield from (f"hand:{who}:{card}" for card in OPERATIONS)


def _exists(state: State, place: Target) -> bool:
    """Return True if a target is a place of the table."""
    if place.player >= 0:
        names = {"hex": CELL_NAMES, "storage": (*TYPES, ""), "hand": (*OPERATIONS, ""), "weight": TYPES, "type": TYPES}
        return place.player < len(state.players) and place.name in names.get(place.thing, ())
    slots = tuple(str(slot) for slot in range(numbers.OPEN_TILES.value))
    return place.name in {"tile": slots, "supply": tuple(TYPES), "card": OPERATIONS}.get(place.thing, ())


def _thing(state: State, place: Target) -> str:
    """Return the tile (a small letter for one face down) or the card on a target; empty if there is none."""
    if not _exists(state, place):
        return ""
    name = place.name
    match place.thing:
        case "hex":
            return state.players[place.player].board[place.cell].replace(EMPTY, "")
        case "storage" if name:
            return name if name in state.players[place.player].storage else ""
        case "hand":
            return name if name in state.players[place.player].hand else ""
        case "tile":
            return state.tiles[int(name) : int(name) + 1]
        case "supply":
            return name if state.supply[TYPES.index(name)] else ""
        case "card":
            return name if name in state.cards else ""
    return ""


def _with(state: State, place: Target, thing: str) -> State:
    """Return the position with a thing put on a target, before the supply is counted; the same one if it cannot be."""
    kind, is_card = thing.upper(), thing in OPERATIONS
    is_tile = kind in TYPES
    if place.player < 0:
        if place.thing != "tile" or not is_tile:
            return state
        slot = int(place.name)
        return replace(state, tiles=state.tiles[:slot] + kind + state.tiles[slot + 1 :])
    player = state.players[place.player]
    match place.thing:
        case "hex" if is_tile:
            player = replace(player, board=with_tile(player.board, place.cell, thing))
        case "storage" if is_tile and len(player.storage) < MOST_STORED:
            player = replace(player, storage=sorted_tiles(player.storage + kind))
        case "hand" if is_card and len(player.hand) < MOST_HELD:
            player = replace(player, hand=tuple(sorted((*player.hand, thing))))
        case "type" if is_tile:
            player = replace(player, card=_with_type(player.card, place.name, kind))
        case _:
            return state
    return _with_player(state, place.player, player)


def _without(state: State, place: Target) -> State:
    """Return the position with nothing on a target, or one thing less, before the supply is counted."""
    if not _thing(state, place):
        return state
    if place.thing == "tile":
        slot = int(place.name)
        return replace(state, tiles=state.tiles[:slot] + state.tiles[slot + 1 :])
    if place.player < 0:
        return state
    player = state.players[place.player]
    if place.thing == "hex":
        player = replace(player, board=with_tile(player.board, place.cell, EMPTY))
    elif place.thing == "storage":
        player = replace(player, storage=player.storage.replace(place.name, "", 1))
    else:
        at = player.hand.index(place.name)
        player = replace(player, hand=player.hand[:at] + player.hand[at + 1 :])
    return _with_player(state, place.player, player)


def _with_type(card: str, old: str, new: str) -> str:
    """Return a Tensor card with another type in the place of one; where that is on the card already, they change."""
    exchanged = card.replace(old, "?").replace(new, old).replace("?", new)
    return "/".join(sorted_tiles(row) for row in exchanged.split("/"))


def _with_token(state: State, place: Target, by: int) -> State:
    """Return the position with a token a level higher or lower; above the highest level the lowest follows."""
    player = state.players[place.player]
    at = TYPES.index(place.name)
    level = (player.weights[at] + by) % (numbers.TOP_LEVEL.value + 1)
    weights = (*player.weights[:at], level, *player.weights[at + 1 :])
    return _with_player(state, place.player, replace(player, weights=weights))


def _with_player(state: State, who: int, player: Player) -> State:
    return replace(state, players=(*state.players[:who], player, *state.players[who + 1 :]))


def _with_players(state: State, count: int) -> State:
    """Return a first round for another number of players, with the boards, tokens and cycles of those who stay."""
    begun = initial({"players": str(count), "start": "1", "numbers": state.numbers.id}, 0)
    kept = tuple(replace(player, hand=()) for player in state.players[:count])
    free = (card for card in TENSOR_CARDS if card not in {player.card for player in kept})
    added = tuple(replace(player, card=next(free)) for player in begun.players[len(kept) :])
    return _balanced(_in_turn(replace(begun, players=kept + added))) or state


def _in_turn(state: State) -> State:
    """Return the position as one of a usual turn, with five tiles on the action board if the game was being set up."""
    if state.phase.kind == ACTION and not state.bag:
        return state
    tiles = (state.tiles + state.bag)[: numbers.OPEN_TILES.value] if state.bag else state.tiles
    pile = state.pile + state.bag[len(tiles) - len(state.tiles) :]
    who = state.phase.who if state.phase.who >= 0 else 0
    return replace(state, tiles=tiles, pile=pile, bag="", final=None, phase=Phase(ACTION, who))


def _balanced(state: State) -> State | None:
    """Return the position with what lies nowhere else in the supply and on the action board; None if there is too much.

    Tiles that the supply cannot give come from the draw pile.
    """
    each = state.numbers.tiles[len(state.players)].value
    pile, supply = state.pile, []
    for kind, found, left in zip(TYPES, tile_totals(state), state.supply, strict=True):
        spare = each - (found - left)
        while spare < 0 and kind in pile:
            pile, spare = pile.replace(kind, "", 1), spare + 1
        if spare < 0:
            return None
        supply.append(spare)
    held = [card for player in state.players for card in player.hand]
    stock = [card for card in OPERATIONS for _copy in range(numbers.CARDS_EACH[len(state.players)].value)]
    for card in held:
        if card not in stock:
            return None
        stock.remove(card)
    return replace(state, pile=pile, supply=tuple(supply), cards=tuple(sorted(stock)))


def _with_pile(state: State, count: int) -> State:
    """Return the position with another number of tiles in the pile: those of which the supply has most come first."""
    pile, supply = state.pile, list(state.supply)
    while len(pile) < count and any(supply):
        kind = max(range(len(TYPES)), key=supply.__getitem__)
        pile, supply[kind] = pile + TYPES[kind], supply[kind] - 1
    while len(pile) > count:
        kind = min((at for at in range(len(TYPES)) if TYPES[at] in pile), key=supply.__getitem__)
        pile, supply[kind] = pile.replace(TYPES[kind], "", 1), supply[kind] + 1
    return replace(state, pile=pile, supply=tuple(supply))
