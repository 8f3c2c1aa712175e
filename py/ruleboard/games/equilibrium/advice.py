"""Threats to a player and the reasons for a choice, in words, from a preview of the end of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleboard.engine.action import Action
from ruleboard.games.bots import Counsel, Threat
from ruleboard.games.equilibrium import numbers, placement, training, words
from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    Division,
    Download,
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
from ruleboard.games.equilibrium.state import ACTION, FINAL, FLIP, TWEAK, Player, State, with_tile
from ruleboard.games.equilibrium.targets import hex_target, storage_target, weight_target
from ruleboard.i18n import _

_GAME = Equilibrium()


def threats(state: State, player: int) -> tuple[Threat, ...]:
    """Return the Hacks that would make tokens of a player go down in the next backpropagation, the worst first."""
    if state.phase.kind not in (ACTION, FINAL, TWEAK):
        return ()
    found = []
    victim = state.players[player]
    for who, other in enumerate(state.players):
        if who == player or other.cycles < numbers.HACK_COST.value or not _may_act(state, who):
            continue
        for kind in dict.fromkeys(other.storage):
            cells = placement.free_cells(victim, kind)
            lost = _fallen(victim, replace(victim, board=with_tile(victim.board, cells[0], kind))) if cells else ""
            if lost:
                text = _(
                    "{player} threatens to hack {victim} with {tile}: {kinds} would go down in the backpropagation."
                )
                sentence = text.format(
                    player=words.player_name(who),
                    victim=words.player_name(player),
                    tile=words.kind_tile(kind),
                    kinds=words.listed_kinds(lost),
                )
                targets = (
                    storage_target(who, kind),
                    *(weight_target(player, each) for each in lost),
                    hex_target(player, cells[0]),
                )
                found.append((len(lost), Threat(sentence, targets)))
    found.sort(key=lambda each: -each[0])
    return tuple(threat for _lost, threat in found)


def _may_act(state: State, who: int) -> bool:
    return who in state.final if state.final is not None else who not in state.passed


def _fallen(before: Player, after: Player) -> str:
    """Return the types that would go up by the one board of a player, and down by the other."""
    up = training.backpropagate(0, before).up
    return "".join(kind for kind in TYPES if kind in up and kind not in training.backpropagate(0, after).up)


def counsel(state: State, player: int) -> tuple[Counsel, ...]:
    """Return the lowest tokens of the player to act that would not go up in the next backpropagation.

    When a tile is to be turned down, return the advice on that.
    """
    if state.phase.who != player:
        return ()
    if state.phase.kind == FLIP:
        return (Counsel(_("Turn face down what you can do without in the next round.")),)
    if state.phase.kind not in (ACTION, FINAL):
        return ()
    mine = state.players[player]
    rising = training.backpropagate(0, mine).up
    low = "".join(
        kind
        for kind, level in zip(TYPES, mine.weights, strict=True)
        if level == min(mine.weights) and kind not in rising
    )
    if not 0 < len(low) <= numbers.MOST_RISING.value:
        return ()
    text = _("Among your lowest tokens, these would not go up in the next backpropagation: {kinds}.")
    return (Counsel(text.format(kinds=words.listed_kinds(low)), lesson="win-lowest"),)


def harm(state: State, played: Sequence[Action[Move]], better: Sequence[Action[Move]]) -> tuple[Threat, ...]:
    """Return the types that would go up in the next backpropagation by a better turn, and by this one do not."""
    who = state.phase.who
    after = []
    for turn in (better, played):
        then = state
        for action in turn:
            if then.phase.who != who or isinstance(action.move, Pass):  # which may end the round and turn tiles down
                break
            then = _GAME.next_state(then, action.move)
        after.append(then.players[who])
    lost = _fallen(*after)
    if not lost:
        return ()
    text = _("After this turn these would not go up in the next backpropagation: {kinds}.")
    targets = tuple(weight_target(who, kind) for kind in lost)
    return (Threat(text.format(kinds=words.listed_kinds(lost)), targets),)


def reasons(state: State, actions: Sequence[Action[Move]]) -> tuple[str, ...]:
    """Return the reasons for actions: tokens that they move now or at the end of the round, and the means they give."""
    found: list[str] = []
    for action in actions:
        found += _of_move(state, action.move)
        state = _GAME.next_state(state, action.move)
    return tuple(dict.fromkeys(found))[:4]


def _of_move(state: State, move: Move) -> list[str]:
    """Return the reasons for one move."""
    who, player = state.phase.who, state.mover
    match move:
        case Tweak(kind):
            return _of_tweak(player, kind)
        case Pass():
            return _of_pass(state)
        case Download(kinds):
            return _of_download(player, kinds)
        case Code(card):
            tweaks = words.n_tweaks(state.numbers.card(card).tweaks)
            return [_("{card}, once run, gives {tweaks}.").format(card=words.card_title(card), tweaks=tweaks)]
        case Hack(owner):
            after = _GAME.next_state(state, move).players[owner]
            lost = _fallen(state.players[owner], after)
            text = _("{player}: {kinds} would go down in the next backpropagation.")
            return [text.format(player=words.player_name(owner), kinds=words.listed_kinds(lost))] if lost else []
        case Load() | Subtraction() | Division() | Addition() | Multiplication() | Setup():
            then = _GAME.next_state(state, move)
            return _of_board(player, then.players[who]) + _of_bonus(then, who)
        case _:
            return []


def _of_board(before: Player, after: Player) -> list[str]:
    """Return the reasons of a changed board: the types that go up at the end of the round by it."""
    risen = _fallen(after, before)
    if not risen:
        return []
    return [_("Would go up in the next backpropagation: {kinds}.").format(kinds=words.listed_kinds(risen))]


def _of_bonus(after: State, who: int) -> list[str]:
    if after.phase.kind != TWEAK or after.phase.who != who:
        return []
    return [_("It gives {tweaks}.").format(tweaks=words.n_tweaks(after.phase.left))]


def _of_tweak(player: Player, kind: str) -> list[str]:
    level = player.weights[TYPES.index(kind)]
    if level == min(player.weights):
        text = _("Among the lowest tokens, which decide the game: {kind}.")
        return [text.format(kind=words.kind_name(kind))]
    now, then = player.tier, player.numbers.tier(level + 1)
    if level == max(player.weights) and now != then:
        text = _("The limits rise to {cards} in hand and {tiles} in storage.")
        return [text.format(cards=words.n_cards(then.hand), tiles=words.n_tiles(then.storage))]
    return []


def _of_pass(state: State) -> list[str]:
    spot = state.numbers.pass_spots[len(state.players)][len(state.passed)].value
    found = [_("Passing gives {cycles}.").format(cycles=words.n_cycles(spot))]
    if not state.passed:
        found.append(_("The first to pass begins the next round."))
    return found


def _of_download(player: Player, kinds: str) -> list[str]:
    """Return the reason for a Download: tiles of the card's top row, which bring tweaks when loaded."""
    bonus = "".join(kind for kind in dict.fromkeys(kinds) if kind in player.top)
    if bonus:
        text = _("The card's top row has {kinds}: each such tile brings a tweak when loaded.")
        return [text.format(kinds=words.listed_kinds(bonus))]
    return [
        _("{tiles} in storage for {cycles}.").format(
            tiles=words.n_tiles(len(kinds)), cycles=words.n_cycles(numbers.DOWNLOAD_COST.value)
        )
    ]
