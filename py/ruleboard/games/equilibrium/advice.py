"""Describe the bot's threats, tips and reasons as sentences, based on a preview of the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleboard.contract.bots import Threat, Tip
from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import numbers, placement, rounds, texts, training
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Setup,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.rules import Equilibrium
from ruleboard.games.equilibrium.state import ACTION, EMPTY, FINAL_ACTION, FLIP, TWEAK, Player, State, with_tile
from ruleboard.games.equilibrium.targets import hex_target, storage_target, weight_target
from ruleboard.i18n import _, ngettext
from ruleboard.wording import capitalize

_GAME = Equilibrium()


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return a threat for each Hack that would lower a player's tokens in the next backpropagation, the worst first."""
    if state.phase.kind not in (ACTION, FINAL_ACTION, TWEAK):
        return ()
    ranked_threats = []
    target_player = state.players[player]
    for number, hacker in enumerate(state.players):
        if number == player or hacker.cycles < numbers.HACK_COST.value or not _can_act(state, number):
            continue
        for kind in dict.fromkeys(hacker.storage):
            cells = placement.free_cells(target_player, kind)
            falling_kinds = (
                _newly_falling_kinds(
                    target_player, replace(target_player, board=with_tile(target_player.board, cells[0], kind))
                )
                if cells
                else ""
            )
            if falling_kinds:
                text = ngettext(
                    "{player} threatens to hack {victim} with {tile}. "
                    "The {kinds} token would then go down in the next training.",
                    "{player} threatens to hack {victim} with {tile}. "
                    "The {kinds} tokens would then go down in the next training.",
                    len(falling_kinds),
                )
                sentence = text.format(
                    player=texts.player_name(number),
                    victim=texts.player_name(player),
                    tile=texts.tile_with_article(kind),
                    kinds=texts.kinds_text(falling_kinds),
                )
                targets = (
                    storage_target(number, kind),
                    *(weight_target(player, item) for item in falling_kinds),
                    hex_target(player, cells[0]),
                )
                ranked_threats.append((len(falling_kinds), Threat(sentence, targets)))
    ranked_threats.sort(key=lambda item: -item[0])
    return tuple(threat for _count, threat in ranked_threats)


def _can_act(state: State, player: int) -> bool:
    return player in state.final_players if state.final_players is not None else player not in state.passed_players


def _newly_falling_kinds(old_player: Player, new_player: Player) -> str:
    """Return the types whose tokens would go down in the next backpropagation only because of a change of the board.

    The two arguments are the player before and after the change of the board.
    """
    rising_kinds = training.backpropagate(0, old_player).rising_kinds
    return "".join(
        kind
        for kind in TYPES
        if kind in rising_kinds and kind not in training.backpropagate(0, new_player).rising_kinds
    )


def tips(state: State, player: int) -> tuple[Tip, ...]:
    """Return a tip that names the player's lowest tokens if they would not go up in the next backpropagation.

    The tip stays on the page, and has no lesson, while another player's lowest token is higher. If the tokens would go
    up, the tip names a way to earn tweaks. If the player must turn a tile face down or may tweak a token, the tip is
    about this choice.
    """
    if state.phase.player != player:
        return ()
    if state.phase.kind == FLIP:
        return (Tip(_("Flip the tile you’ll need least next round.")),)
    board_owner = state.players[player]
    if state.phase.kind == TWEAK:
        kinds = board_owner.lowest_kinds
        if kinds == TYPES:
            return ()
        return (Tip(_("Your lowest token counts. Tweak the {kinds} token.").format(kinds=texts.kinds_with_or(kinds))),)
    if state.phase.kind not in (ACTION, FINAL_ACTION):
        return ()
    rising_kinds = training.backpropagate(0, board_owner).rising_kinds
    lowest_kinds = "".join(kind for kind in board_owner.lowest_kinds if kind not in rising_kinds)
    if not 0 < len(lowest_kinds) <= numbers.MAX_RISING_TYPES.value:
        return _tweak_tips(state)
    text = ngettext(
        "Your {kinds} token is low and won’t go up in the next training.",
        "Your {kinds} tokens are low and won’t go up in the next training.",
        len(lowest_kinds),
    )
    is_player_behind = min(board_owner.weights) < max(min(other_player.weights) for other_player in state.players)
    return (Tip(text.format(kinds=texts.kinds_text(lowest_kinds)), lesson="" if is_player_behind else "win-lowest"),)


def _tweak_tips(state: State) -> tuple[Tip, ...]:
    """Return a tip that names a card to run, or tiles to load, to earn tweaks now; empty if nothing earns any."""
    player = state.mover
    moves = [action.move for action in _GAME.legal_actions(state)]
    cards = [move.card for move in moves if isinstance(move, Subtraction | Division | Addition | Multiplication)]
    if cards:
        card = max(cards, key=lambda card: player.numbers.card(card).tweaks)
        text = _("Run {card} to earn {tweaks}.")
        tweaks = texts.tweaks_text(player.numbers.card(card).tweaks)
        return (Tip(text.format(card=texts.card_title(card), tweaks=tweaks)),)
    loads_by_kind = {move.kind: move for move in moves if isinstance(move, Load)}
    kinds = "".join(kind for kind, move in loads_by_kind.items() if _GAME.next_state(state, move).phase.kind == TWEAK)
    if kinds:
        text = _("Load {kinds}. A type from your card’s top row earns a tweak.")
        return (Tip(text.format(kinds=texts.kinds_with_or(kinds))),)
    return ()


def consequences(
    state: State, actions: Sequence[Action[Move]], better_actions: Sequence[Action[Move]]
) -> tuple[Threat, ...]:
    """Return a threat: the names of the tokens that go up in the next backpropagation only after the better turn."""
    player = state.phase.player
    players_after_turns = []
    for turn in (better_actions, actions):
        turn_state = state
        for action in turn:
            # A Pass may end the round and turn tiles down.
            if turn_state.phase.player != player or isinstance(action.move, Pass):
                break
            turn_state = _GAME.next_state(turn_state, action.move)
        players_after_turns.append(turn_state.players[player])
    falling_kinds = _newly_falling_kinds(*players_after_turns)
    if not falling_kinds:
        return ()
    text = ngettext(
        "After this turn, the next training won’t lift the {kinds} token.",
        "After this turn, the next training won’t lift the {kinds} tokens.",
        len(falling_kinds),
    )
    targets = tuple(weight_target(player, kind) for kind in falling_kinds)
    return (Threat(text.format(kinds=texts.kinds_text(falling_kinds)), targets),)


def reasons(state: State, actions: Sequence[Action[Move]], reader: int | None = None) -> tuple[str, ...]:
    """Return at most four reasons for actions.

    The reasons name tokens that go up or down now or at the end of the round, and cycles, tiles and tweaks. Without
    such reasons, return what the first action changes. The sentences about a Hack call the owner of the hacked board
    "you" if this player is the reader.
    """
    sentences, turn_state = list[str](), state
    for action in actions:
        sentences += _move_reasons(turn_state, action.move, reader)
        turn_state = _GAME.next_state(turn_state, action.move)
    return tuple(dict.fromkeys(sentences))[:4] or (_fallback_reason(state, actions[0].move, reader),)


def _fallback_reason(state: State, move: Move, reader: int | None) -> str:
    """Return a sentence about a move that changes no token now or at the end of the round."""
    number, player = state.phase.player, state.mover
    match move:
        case Tweak(kind):
            level = player.weights[TYPES.index(kind)] + 1
            return _("The {kind} token goes up to level {level}.").format(kind=texts.kind_name(kind), level=level)
        case Flip(kind):
            return _("{kind} went up, so one of its tiles turns face down.").format(
                kind=capitalize(texts.kind_name(kind))
            )
        case Pass() if player.cycles:
            return _("Passing keeps {cycles} for the next round.").format(cycles=texts.cycles_text(player.cycles))
        case Pass():
            return _("There are no cycles left for an action.")
        case Hack(owner):
            return _fallback_hack_reason(state, _GAME.next_state(state, move), owner, reader)
        case Load() | Subtraction() | Division() | Addition() | Multiplication() | Setup():
            return _fallback_board_reason(player, _GAME.next_state(state, move).players[number])
        case _:
            return _("All tokens stay where they are.")


def _fallback_hack_reason(state: State, next_state: State, owner: int, reader: int | None) -> str:
    """Describe a Hack that does not make additional tokens go down in the next backpropagation.

    Args:
        state: the state before the Hack.
        next_state: the state after the Hack.
        owner: the number of the player whose board is hacked.
        reader: the number of the player who reads the sentence, or None.
    """
    old_player, new_player = state.players[owner], next_state.players[owner]
    kinds = _newly_falling_kinds(_player_after_training(old_player), _player_after_training(new_player))
    if kinds and owner == reader:
        text = ngettext(
            "After this turn, the training after next will push your {kinds} token down.",
            "After this turn, the training after next will push your {kinds} tokens down.",
            len(kinds),
        )
    elif kinds:
        text = ngettext(
            "After this turn, the training after next will push {player}’s {kinds} token down.",
            "After this turn, the training after next will push {player}’s {kinds} tokens down.",
            len(kinds),
        )
    elif owner == reader:
        text = ngettext(
            "The tile takes up your only free hex.",
            "The tile takes up one of your {n} free hexes.",
            old_player.board.count(EMPTY),
        )
    else:
        text = ngettext(
            "The tile takes up {player}’s only free hex.",
            "The tile takes up one of {player}’s {n} free hexes.",
            old_player.board.count(EMPTY),
        )
    return text.format(player=texts.player_name(owner), kinds=texts.kinds_text(kinds), n=old_player.board.count(EMPTY))


def _fallback_board_reason(old_player: Player, new_player: Player) -> str:
    """Describe a change of a player's board that does not make additional tokens go up in the next backpropagation."""
    kinds = _newly_falling_kinds(_player_after_training(new_player), _player_after_training(old_player))
    if kinds:
        text = ngettext(
            "After this turn, the training after next will lift the {kinds} token.",
            "After this turn, the training after next will lift the {kinds} tokens.",
            len(kinds),
        )
        return text.format(kinds=texts.kinds_text(kinds))
    growing_kinds = "".join(kind for kind in TYPES if new_player.board.count(kind) > old_player.board.count(kind))
    if growing_kinds:
        return _("More {kinds} tiles stay face up for later training.").format(kinds=texts.kinds_text(growing_kinds))
    if any(placement.free_cells(new_player, kind) != placement.free_cells(old_player, kind) for kind in TYPES):
        return _("After this turn, new tiles can go on other hexes.")
    return _("All tokens stay where they are.")


def _player_after_training(player: Player) -> Player:
    """Return a player after the next backpropagation, which turns one tile of each rising type face down."""
    effect = training.compute_round_end(0, player, is_game_end=False)
    return replace(player, board=training.board_after_flips(player.board, effect))


def _move_reasons(state: State, move: Move, reader: int | None) -> list[str]:
    number, player = state.phase.player, state.mover
    match move:
        case Tweak(kind):
            return _tweak_reasons(player, kind)
        case Pass():
            return _pass_reasons(state)
        case Download(kinds):
            return _download_reasons(player, kinds)
        case Code(card):
            tweaks = texts.tweaks_text(state.numbers.card(card).tweaks)
            return [_("Running {card} earns {tweaks}.").format(card=texts.card_title(card), tweaks=tweaks)]
        case Hack(owner):
            return _hack_reasons(state, _GAME.next_state(state, move), owner, reader)
        case Load() | Subtraction() | Division() | Addition() | Multiplication() | Setup():
            next_state = _GAME.next_state(state, move)
            return _board_reasons(player, next_state.players[number]) + _bonus_reasons(next_state, number)
        case _:
            return []


def _hack_reasons(state: State, next_state: State, owner: int, reader: int | None) -> list[str]:
    """Return the reason for a Hack that makes additional tokens go down in the next backpropagation.

    Without such tokens, the list is empty. The arguments are those of ``_fallback_hack_reason``.
    """
    falling_kinds = _newly_falling_kinds(state.players[owner], next_state.players[owner])
    if not falling_kinds:
        return []
    if owner == reader:
        text = ngettext(
            "After this turn, your next training will push the {kinds} token down.",
            "After this turn, your next training will push the {kinds} tokens down.",
            len(falling_kinds),
        )
    else:
        text = ngettext(
            "After this turn, {player}’s next training will push the {kinds} token down.",
            "After this turn, {player}’s next training will push the {kinds} tokens down.",
            len(falling_kinds),
        )
    return [text.format(player=texts.player_name(owner), kinds=texts.kinds_text(falling_kinds))]


def _board_reasons(old_player: Player, new_player: Player) -> list[str]:
    rising_kinds = _newly_falling_kinds(new_player, old_player)
    if not rising_kinds:
        return []
    text = ngettext(
        "After this turn, the next training will lift the {kinds} token.",
        "After this turn, the next training will lift the {kinds} tokens.",
        len(rising_kinds),
    )
    return [text.format(kinds=texts.kinds_text(rising_kinds))]


def _bonus_reasons(next_state: State, player: int) -> list[str]:
    if next_state.phase.kind != TWEAK or next_state.phase.player != player:
        return []
    return [_("The turn earns {tweaks}.").format(tweaks=texts.tweaks_text(next_state.phase.tweaks))]


def _tweak_reasons(player: Player, kind: str) -> list[str]:
    if kind in player.lowest_kinds:
        return [_("The {kind} token is one of the lowest, so it needs the tweak.").format(kind=texts.kind_name(kind))]
    level = player.weights[TYPES.index(kind)]
    tier, next_tier = player.tier, player.numbers.tier(level + 1)
    if level == max(player.weights) and tier != next_tier:
        text = _("The new limits are {cards} in hand and {tiles} in storage.")
        return [text.format(cards=texts.cards_text(next_tier.max_hand), tiles=texts.tiles_text(next_tier.max_storage))]
    return []


def _pass_reasons(state: State) -> list[str]:
    _cycles, income = rounds.pass_income(state)
    if len(_GAME.legal_actions(state)) == 1:
        text = (
            _("No other action is possible. Passing gives {cycles}.") if income else _("No other action is possible.")
        )
    elif state.passed_players:
        text = _("Passing gives {cycles}.") if income else ""
    elif income:
        text = _("The first to pass gets {cycles} and starts the next round.")
    else:
        text = _("The first to pass starts the next round.")
    return [text.format(cycles=texts.cycles_text(income))] if text else []


def _download_reasons(player: Player, kinds: str) -> list[str]:
    """Return the reason for a Download.

    The reason names tiles whose types are in the card's top row, since loading them brings tweaks. Without such tiles,
    the reason is the cost.
    """
    bonus_kinds = "".join(kind for kind in dict.fromkeys(kinds) if kind in player.top_kinds)
    if bonus_kinds:
        text = _("The Download brings tiles that earn a tweak when loaded: {kinds}.")
        return [text.format(kinds=texts.kinds_text(bonus_kinds))]
    return [
        _("The Download brings {tiles} for {cycles}.").format(
            tiles=texts.tiles_text(len(kinds)), cycles=texts.cycles_text(numbers.DOWNLOAD_COST.value)
        )
    ]
