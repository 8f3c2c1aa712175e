"""Ask about random networks, tokens and Tensor cards for the quizzes of Equilibrium."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ruleboard.contract.quizzes import GameQuestion, Quiz, QuizAnswer, Random
from ruleboard.games.equilibrium.numbers import TOP_LEVEL, TYPES, Tier
from ruleboard.games.equilibrium.placement import free_cells
from ruleboard.games.equilibrium.ranking import players_by_rank
from ruleboard.games.equilibrium.refusals import explain
from ruleboard.games.equilibrium.rounds import with_player
from ruleboard.games.equilibrium.state import (
    ACTION,
    CENTRE,
    EMPTY,
    EMPTY_BOARD,
    NEIGHBOUR_CELLS,
    SETUP,
    Phase,
    Player,
    State,
    sorted_tiles,
    with_tile,
)
from ruleboard.games.equilibrium.targets import hand_target, hex_target, parse_target, weight_target
from ruleboard.games.equilibrium.texts import kind_name, kind_title, player_name
from ruleboard.games.equilibrium.training import backpropagate, levels_after
from ruleboard.i18n import _

_TILE_COUNTS = (4, 5, 6)
_QUIZ_LEVELS = tuple(range(1, TOP_LEVEL.value))
_PIECE_KINDS = {"storage": "tile", "hand": "card"}


def _piece_kind(state: State, target: str) -> str:
    """Return "tile" for a stored tile, "network tile" for a hex with a tile, or "card" for a card in a hand."""
    parsed_target = parse_target(target)
    if parsed_target.kind == "hex" and state.players[parsed_target.player].board[parsed_target.cell] != EMPTY:
        return "network tile"
    return _PIECE_KINDS.get(parsed_target.kind, "")


def _grow_network(player: Player, random: Random, *, tile_count: int = 2, has_face_down_tiles: bool = False) -> Player:
    """Return a player with a random network of tiles in and next to the centre, as the setup and Loads create it.

    Every second tile is face down if ``has_face_down_tiles`` is True.
    """
    board = with_tile(EMPTY_BOARD, CENTRE, random.choice(player.top_kinds))
    for number in range(1, tile_count):
        kinds = random.shuffled(player.bottom_kinds if number == 1 else TYPES)
        owner = replace(player, board=board)
        kind, cell = next(
            (kind, cell)
            for kind in kinds
            for cell in random.shuffled(NEIGHBOUR_CELLS[CENTRE])
            if board[cell] == EMPTY and (number == 1 or cell in free_cells(owner, kind))
        )
        board = with_tile(board, cell, kind.lower() if has_face_down_tiles and number % 2 else kind)
    return replace(player, board=board)


def _random_network(state: State, random: Random, *, has_face_down_tiles: bool) -> State:
    """Return the state with a random network and random levels of the mover, who is about to take an action."""
    levels = tuple(random.choice(_QUIZ_LEVELS) for _kind in TYPES)
    player = _grow_network(
        state.mover, random, tile_count=random.choice(_TILE_COUNTS), has_face_down_tiles=has_face_down_tiles
    )
    return with_player(_before_action(state), state.phase.player, replace(player, weights=levels))


def _before_action(state: State) -> State:
    """Return the state with an action of the mover as the next decision, and not a tweak that would change tokens."""
    return state if state.phase.kind == SETUP else replace(state, phase=Phase(ACTION, state.phase.player))


def _panel(state: State) -> str:
    """Return the focus of a picture that shows only the mover’s panel."""
    return str(state.phase.player + 1)


def _with_supply(state: State, old_board: str) -> State | None:
    """Return the state after the supply and the mover’s network exchange tiles, or None if the supply has too few."""
    boards = (old_board.upper(), state.mover.board.upper())
    supply = tuple(
        amount + boards[0].count(kind) - boards[1].count(kind) for kind, amount in zip(TYPES, state.supply, strict=True)
    )
    return replace(state, supply=supply) if min(supply) >= 0 else None


def _ask_own_tile(
    state: State, random: Random, *, asks_for_own: bool, has_face_down_tiles: bool
) -> GameQuestion | None:
    """Ask which hex the mover's operation can choose, or which it can't: only one network is the mover's.

    Return None if the supply has too few tiles. The positions of these questions have an Operation card in the mover's
    hand, and tiles in both networks.
    """
    network = _with_supply(_random_network(state, random, has_face_down_tiles=has_face_down_tiles), state.mover.board)
    if network is None:
        return None
    state, mover = network, network.phase.player
    card = hand_target(mover, state.mover.hand[0])
    own_tiles, other_tiles = (
        random.shuffled(
            [
                hex_target(number, cell)
                for number, player in enumerate(state.players)
                if (number == mover) == is_own
                for cell, tile in enumerate(player.board)
                if tile != EMPTY
            ]
        )
        for is_own in (True, False)
    )
    if not asks_for_own:
        answers = tuple(QuizAnswer("", target=target) for target in (other_tiles[0], *own_tiles[:3]))
        return GameQuestion({}, answers, selection=(card,), state=state)
    empty_hexes = [hex_target(mover, cell) for cell, tile in enumerate(state.mover.board) if tile == EMPTY]
    wrong_targets = (*other_tiles[:2], random.choice(empty_hexes))
    reasons = [explain(state, (card, target)).sentence for target in wrong_targets]
    answers = (
        QuizAnswer("", target=own_tiles[0]),
        *(QuizAnswer("", reason, target=target) for target, reason in zip(wrong_targets, reasons, strict=True)),
    )
    return GameQuestion({}, answers, selection=(card,), state=state)


def _token_question(state: State, kinds: tuple[str, ...]) -> GameQuestion:
    """Return a question about the mover’s tokens. The first type is the correct answer, and all others are wrong."""
    player = state.phase.player
    answers = tuple(QuizAnswer("", target=weight_target(player, kind)) for kind in kinds)
    return GameQuestion({}, answers, state=state, focus=_panel(state))


def _ask_training(
    state: State, random: Random, *, asks_for_rising: bool, has_face_down_tiles: bool
) -> GameQuestion | None:
    """Ask which token goes up, or down, at the end of the round. Return None if the network does not allow this."""
    network = _with_supply(_random_network(state, random, has_face_down_tiles=has_face_down_tiles), state.mover.board)
    if network is None:
        return None
    state, training = network, backpropagate(network.phase.player, network.mover)
    correct_kinds, wrong_kinds = training.rising_kinds, training.falling_kinds
    if not asks_for_rising:
        correct_kinds, wrong_kinds = wrong_kinds, correct_kinds
    if training.is_all_equal or not correct_kinds or len(wrong_kinds) < 2:
        return None
    kinds = (random.choice(correct_kinds), *random.shuffled(wrong_kinds))
    return _token_question(state, kinds)


def _ask_new_level(state: State, random: Random) -> GameQuestion | None:
    """Ask for a token’s level after the end of the round. Return None if the supply has too few tiles."""
    network = _with_supply(_random_network(state, random, has_face_down_tiles=False), state.mover.board)
    if network is None:
        return None
    state, training = network, backpropagate(network.phase.player, network.mover)
    kind = random.choice(TYPES)
    level = state.mover.weights[TYPES.index(kind)]
    new_level = levels_after(state.mover.weights, training.rising_kinds)[TYPES.index(kind)]
    answers = tuple(QuizAnswer(str(number)) for number in (new_level, *({level - 1, level, level + 1} - {new_level})))
    return GameQuestion(
        {"level": str(level)},
        answers,
        highlighted=(weight_target(state.phase.player, kind),),
        state=state,
        focus=_panel(state),
    )


def _ask_extreme(
    state: State, random: Random, *, choose_level: Callable[[tuple[int, ...]], int]
) -> GameQuestion | None:
    """Ask for the lowest or the highest token. Return None if several tokens tie."""
    levels = tuple(random.choice(_QUIZ_LEVELS) for _kind in TYPES)
    if levels.count(choose_level(levels)) > 1:
        return None
    state = with_player(_before_action(state), state.phase.player, replace(state.mover, weights=levels))
    first_kind = TYPES[levels.index(choose_level(levels))]
    kinds = (first_kind, *random.shuffled([kind for kind in TYPES if kind != first_kind]))
    return _token_question(state, kinds)


def _ask_limit(state: State, random: Random, *, read_limit: Callable[[Tier], int]) -> GameQuestion:
    """Ask for a limit that depends on the highest token. The wrong answers are the limits of other tokens."""
    levels = tuple(random.choice(_QUIZ_LEVELS) for _kind in TYPES)
    state = with_player(_before_action(state), state.phase.player, replace(state.mover, weights=levels))
    correct_limit = read_limit(state.mover.tier)
    all_levels = (*sorted(levels), *range(TOP_LEVEL.value + 1))
    limits = dict.fromkeys((correct_limit, *(read_limit(state.numbers.tier(level)) for level in all_levels)))
    return GameQuestion({}, tuple(QuizAnswer(str(number)) for number in limits), state=state, focus=_panel(state))


def _ask_winner(state: State, random: Random) -> GameQuestion | None:
    """Ask who wins with random tokens. Return None if players share the win, or if more than two play."""
    low_level, high_level = random.choice((1, 2, 3)), random.choice((7, 8, 9))
    levels_by_player = [
        (low_level, *(random.choice((low_level, 4, 5, high_level)) for _number in range(len(TYPES) - 1)))
        for _player in (0, 1)
    ]
    players = tuple(
        replace(player, weights=random.shuffled(levels))
        for player, levels in zip(state.players, levels_by_player, strict=False)
    )
    state = replace(_before_action(state), players=(*players, *state.players[2:]))
    winners = players_by_rank(state)[0]
    if len(state.players) > 2 or len(winners) > 1:
        return None
    labels = [player_name(winners[0]), player_name(1 - winners[0]), _("You share the win")]
    return GameQuestion({}, tuple(map(QuizAnswer, labels)), state=state, focus="1 2")


def _with_random_card(state: State, random: Random) -> State | None:
    """Give the player to move a random Tensor card and a network of 2 tiles that fits it.

    A player who has this card gets the old card. During the setup, the network stays empty. Return None if the supply
    has too few tiles.
    """
    kinds = "".join(random.shuffled(TYPES))
    card = f"{sorted_tiles(kinds[:2])}/{sorted_tiles(kinds[2:4])}"
    new_players = tuple(
        replace(player, card=state.mover.card) if player.card == card else player for player in state.players
    )
    mover = replace(state.mover, card=card)
    if state.phase.kind != SETUP:
        mover = _grow_network(mover, random)
    new_state = with_player(_before_action(replace(state, players=new_players)), state.phase.player, mover)
    return _with_supply(new_state, state.mover.board)


def _ask_about_card(
    state: State, random: Random, *, ask: Callable[[State, Random], GameQuestion]
) -> GameQuestion | None:
    """Ask about a random Tensor card. Return None if the supply has too few tiles for a network that fits the card."""
    card_state = _with_random_card(state, random)
    return None if card_state is None else ask(card_state, random)


def _ask_partner(state: State, random: Random) -> GameQuestion:
    """Ask which type a tile must touch according to the Tensor card.

    The wrong answers are the type in the other row, the same type and, for a type with a partner, "Any type".
    """
    kind = random.choice(TYPES)
    partner = state.mover.partner(kind)
    any_kind_label = _("Any type")
    top_kinds, bottom_kinds = state.mover.top_kinds, state.mover.bottom_kinds
    column = max(top_kinds.find(kind), bottom_kinds.find(kind))
    other_row_kind = (bottom_kinds if kind in top_kinds else top_kinds)[column] if partner else random.choice(top_kinds)
    labels = [kind_title(partner) if partner else any_kind_label, kind_title(other_row_kind), kind_title(kind)]
    labels += [any_kind_label] if partner else []
    return GameQuestion({"kind": kind_name(kind)}, tuple(map(QuizAnswer, labels)), state=state, focus=_panel(state))


def _ask_bonus(state: State, random: Random) -> GameQuestion:
    """Ask for the type of a tile that gives a tweak when the player loads it, according to the Tensor card."""
    top_kinds = state.mover.top_kinds
    other_kinds = random.shuffled([kind for kind in TYPES if kind not in top_kinds])
    labels = [kind_title(random.choice(top_kinds)), *map(kind_title, other_kinds)]
    return GameQuestion({}, tuple(map(QuizAnswer, labels)), state=state, focus=_panel(state))


def _ask_missing_type(state: State, random: Random) -> GameQuestion:
    """Ask which type the Tensor card lacks."""
    missing_kind = next(kind for kind in TYPES if kind not in state.mover.card)
    other_kinds = random.shuffled([kind for kind in TYPES if kind != missing_kind])
    labels = map(kind_title, (missing_kind, *other_kinds))
    return GameQuestion({}, tuple(map(QuizAnswer, labels)), state=state, focus=_panel(state))


def _short_name(target: str) -> str:
    """Return the type of the token at a target, or an empty text for other targets."""
    parsed_target = parse_target(target)
    return kind_name(parsed_target.name) if parsed_target.kind == "weight" else ""


QUIZ = Quiz(
    _piece_kind,
    {
        "rises": partial(_ask_training, asks_for_rising=True, has_face_down_tiles=False),
        "falls": partial(_ask_training, asks_for_rising=False, has_face_down_tiles=False),
        "rises-face-down": partial(_ask_training, asks_for_rising=True, has_face_down_tiles=True),
        "falls-face-down": partial(_ask_training, asks_for_rising=False, has_face_down_tiles=True),
        **{
            f"{name}{suffix}": partial(_ask_own_tile, asks_for_own=asks_for_own, has_face_down_tiles=bool(suffix))
            for name, asks_for_own in (("own-tile", True), ("other-tile", False))
            for suffix in ("", "-face-down")
        },
        "new-level": _ask_new_level,
        "lowest": partial(_ask_extreme, choose_level=min),
        "highest": partial(_ask_extreme, choose_level=max),
        "storage-limit": partial(_ask_limit, read_limit=lambda tier: tier.max_storage),
        "hand-limit": partial(_ask_limit, read_limit=lambda tier: tier.max_hand),
        "income": partial(_ask_limit, read_limit=lambda tier: tier.income),
        "winner": _ask_winner,
        "partner": partial(_ask_about_card, ask=_ask_partner),
        "bonus": partial(_ask_about_card, ask=_ask_bonus),
        "missing": partial(_ask_about_card, ask=_ask_missing_type),
    },
    short_name=_short_name,
)
