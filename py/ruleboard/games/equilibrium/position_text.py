"""Format and parse positions as JSON objects on one line, in a canonical form."""

from __future__ import annotations

import json
from typing import Any

from ruleboard.engine.decoding import ErrorStyle, Path, Value, decode_as, format_path
from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import check_position_length
from ruleboard.engine.plain_text import plain_characters
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.numbers import FIRST_SET, NUMBER_SETS, TYPES, NumberSet
from ruleboard.games.equilibrium.state import (
    ACTION,
    CELL_NAMES,
    EMPTY,
    EMPTY_BOARD,
    FINAL_ACTION,
    FLIP,
    GAME_OVER,
    MAX_ROUND_NUMBER,
    SETUP,
    TWEAK,
    Phase,
    Player,
    State,
    sorted_tiles,
    with_tile,
)
from ruleboard.games.equilibrium.validation import validate
from ruleboard.i18n import _, ngettext

MAX_POSITION_LENGTH = 8000
"""The maximum length of a position text in characters, including the whitespace that JSON allows."""
_FIELD_NAMES = (
    "players",
    "tiles",
    "cards",
    "pile",
    "supply",
    "bag",
    "order",
    "passed",
    "round",
    "quiet",
    "final",
    "phase",
)


def format_position(state: State) -> str:
    """Format a state as a position text."""
    data: dict[str, Any] = {
        "players": [_player_data(player) for player in state.players],
        "tiles": state.tiles,
        "cards": list(state.cards),
        "pile": state.pile,
        "supply": dict(zip(TYPES, state.supply, strict=True)),
        "bag": state.bag,
        "order": [number + 1 for number in state.order],
        "passed": [number + 1 for number in state.passed_players],
        "round": state.round,
        "quiet": state.quiet_rounds,
        "final": None if state.final_players is None else [number + 1 for number in state.final_players],
        "phase": _phase_data(state.phase),
    }
    if state.dry_rounds:
        data["dry"] = state.dry_rounds
    if state.has_acted:
        data["acted"] = True
    if state.has_downloaded:
        data["downloaded"] = True
    if state.numbers is not FIRST_SET:
        data["numbers"] = state.numbers.id
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _player_data(player: Player) -> dict[str, Any]:
    return {
        "card": player.card,
        "board": {CELL_NAMES[cell]: tile for cell, tile in enumerate(player.board) if tile != EMPTY},
        "storage": player.storage,
        "weights": list(player.weights),
        "cycles": player.cycles,
        "hand": list(player.hand),
    }


def _phase_data(phase: Phase) -> list[Any]:
    if phase.kind == TWEAK:
        return [TWEAK, phase.player + 1, phase.tweaks, phase.turn_player + 1]
    if phase.kind == FLIP:
        return [FLIP, [[player + 1, kind] for player, kind in phase.flips]]
    if phase.kind == GAME_OVER:
        return [GAME_OVER, [[player + 1 for player in rank] for rank in phase.ranks]]
    return [phase.kind, phase.player + 1]


def parse_position(text: str) -> State:
    """Parse and validate a position text. Whitespace and the order of fields and tiles do not matter.

    Raises:
        PositionError: the text is malformed, or no game can reach the position.
    """
    state = parse_draft_position(text)
    validate(state)
    return state


def parse_draft_position(text: str) -> State:
    """Parse a position text for the editor, without checking that a game can reach the position.

    Raises:
        PositionError: the text is malformed.
    """
    check_position_length(text, MAX_POSITION_LENGTH)
    data = decode_as(plain_characters(text), PositionError, _("a position"), _("one JSON object"))
    value = Value(data, ErrorStyle(PositionError, _format_path))
    value.check_names((*_FIELD_NAMES, "dry", "acted", "downloaded", "numbers"))
    player_values = value.field("players").items()
    count = len(player_values)
    if not 2 <= count <= 4:
        raise value.field("players").error(
            ngettext("the game has {n} player", "the game has {n} players", count).format(n=count), _("2 to 4")
        )
    number_set = NUMBER_SETS[value.field("numbers", FIRST_SET.id).one_of(NUMBER_SETS)]
    supply, max_supply = value.field("supply"), number_set.tiles[count].value
    supply.check_names(tuple(TYPES))
    final_players = value.field("final", default="")  # null has a meaning, so a missing field must be an error
    return State(
        players=tuple(_parse_player(player, number_set) for player in player_values),
        tiles=_parse_tiles(value.field("tiles"), numbers.OPEN_TILE_COUNT.value),
        cards=_parse_cards(value.field("cards")),
        pile=_parse_tiles(value.field("pile"), 100),
        supply=tuple(supply.field(kind).integer(0, max_supply) for kind in TYPES),
        bag=_parse_tiles(value.field("bag"), 100),
        order=_parse_player_numbers(value.field("order"), count),
        passed_players=_parse_player_numbers(value.field("passed"), count),
        round=value.field("round").integer(1, MAX_ROUND_NUMBER),
        quiet_rounds=value.field("quiet").integer(0, numbers.MAX_QUIET_ROUNDS.value),
        dry_rounds=value.field("dry", 0).integer(0, numbers.MAX_DRY_ROUNDS.value),
        has_acted=value.field("acted", False).flag(),
        has_downloaded=value.field("downloaded", False).flag(),
        final_players=final_players.optional(lambda players: _parse_player_numbers(players, count)),
        phase=_parse_phase(value.field("phase"), count, number_set),
    )


def _format_path(path: Path) -> str:
    """Format the path of an invalid value: "player 2, storage"."""
    match path:
        case ("players", int(index), *rest):
            return ", ".join(filter(None, [_("player {n}").format(n=index + 1), format_path(tuple(rest))]))
    return format_path(path)


def _parse_tiles(value: Value, max_count: int) -> str:
    text = value.text()
    for tile in text:
        if tile not in TYPES:
            raise value.error(
                _("there’s no tile {tile}").format(tile=repr(tile)), _("only the letters {types}").format(types=TYPES)
            )
    if len(text) > max_count:
        raise value.error(_("{n} tiles is too many").format(n=len(text)), _("at most {n}").format(n=max_count))
    return text


def _parse_cards(value: Value) -> tuple[str, ...]:
    for card in value.items():
        if card.text() not in numbers.OPERATION_CARDS:
            raise card.error(
                _("there’s no Operation card {card}").format(card=repr(card.data[:12])),
                ", ".join(numbers.OPERATION_CARDS),
            )
    return tuple(sorted(value.data))


def _parse_player_numbers(value: Value, count: int) -> tuple[int, ...]:
    """Convert a list of distinct player numbers that count from 1 to numbers that count from 0."""
    players = tuple(number.integer(1, count) - 1 for number in value.items())
    if len(set(players)) < len(players):
        raise value.error(_("a player is listed twice"))
    return players


def _parse_player(value: Value, number_set: NumberSet) -> Player:
    value.check_names(("card", "board", "storage", "weights", "cycles", "hand"))
    card = value.field("card").text()
    if set(card) <= {*TYPES, "/"}:
        card = "/".join(map(sorted_tiles, card.split("/")))
    if card not in TENSOR_CARDS:
        raise value.field("card").error(_("this isn’t a Tensor card"), _("2 rows, like IT/AV"))
    hex_values, board = value.field("board"), EMPTY_BOARD
    hex_values.check_names(CELL_NAMES)
    for name, tile in hex_values.members().items():
        if not isinstance(tile, str) or len(tile) != 1 or tile not in TYPES + TYPES.lower():
            raise hex_values.field(name).error(
                _("this isn’t a tile"), _("one of the letters {types}").format(types=TYPES)
            )
        board = with_tile(board, CELL_NAMES.index(name), tile)
    levels = value.field("weights").items()
    if len(levels) != len(TYPES):
        raise value.field("weights").error(
            ngettext("the player has {n} token", "the player has {n} tokens", len(levels)).format(n=len(levels)), "5"
        )
    return Player(
        card=card,
        board=board,
        storage=sorted_tiles(_parse_tiles(value.field("storage"), numbers.MAX_STORAGE)),
        weights=tuple(level.integer(0, numbers.TOP_LEVEL.value) for level in levels),
        cycles=value.field("cycles").integer(0, numbers.MAX_CYCLES.value),
        hand=_parse_cards(value.field("hand")),
        numbers=number_set,
    )


_PHASE_LENGTHS = {SETUP: 2, ACTION: 2, FINAL_ACTION: 2, TWEAK: 4, FLIP: 2, GAME_OVER: 2}
"""The number of parts of each phase in a position text."""


def _parse_phase(value: Value, count: int, number_set: NumberSet) -> Phase:
    parts = value.items()
    kind = parts[0].data if parts else None
    if not isinstance(kind, str) or kind not in _PHASE_LENGTHS:
        raise value.error(_("the first word is unknown"), ", ".join(_PHASE_LENGTHS))
    if len(parts) != _PHASE_LENGTHS[kind]:
        raise value.error(
            ngettext("this has {n} part", "this has {n} parts", len(parts)).format(n=len(parts)),
            f"{_PHASE_LENGTHS[kind]}",
        )
    if kind == FLIP:
        flips = tuple(_parse_flip(flip, count) for flip in parts[1].items())
        if not flips or len(set(flips)) < len(flips):
            raise value.error(_("the list of flips is empty, or has a flip twice"))
        return Phase(FLIP, flips[0][0], flips=flips)
    if kind == GAME_OVER:
        return Phase(GAME_OVER, ranks=tuple(_parse_player_numbers(rank, count) for rank in parts[1].items()))
    player = parts[1].integer(1, count) - 1
    if kind != TWEAK:
        return Phase(kind, player)
    max_tweaks = max(card.value.tweaks for card in number_set.cards.values())
    return Phase(TWEAK, player, parts[2].integer(1, max_tweaks), parts[3].integer(1, count) - 1)


def _parse_flip(value: Value, count: int) -> tuple[int, str]:
    match value.data:
        case [_player, str(kind)] if len(kind) == 1 and kind in TYPES:
            return value.items()[0].integer(1, count) - 1, kind
    raise value.error(_("this isn’t a flip"), _('like [1,"I"]'))
