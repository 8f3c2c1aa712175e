"""What is told beside the board, step by step: a round's end, the last round, the ranking, and what would be now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import figures, legal, rules, stories, training
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import OVER, SETUP, State, face_up
from ruleboard.games.equilibrium.training import Ending
from ruleboard.games.equilibrium.words import side
from ruleboard.games.view import SideNote, SideNoteStep
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def story(states: Sequence[State], actions: Sequence[Action[Any]]) -> SideNote | None:
    """What the last action has brought, flips that followed it left out: a round's end, the last actions, the end."""
    last = len(actions) - 1
    while last >= 0 and actions[last].text.startswith("flip"):
        last -= 1
    if last < 0:
        return None
    before, after, action = states[last], states[last + 1], actions[last]
    if after.phase.kind == OVER:
        return _game_end(before, action, after)
    if before.final is None and after.final is not None:
        return _last_actions(before, after)
    return _round_end(before, action, after)


def _round_end(before: State, action: Action[Any], after: State) -> SideNote | None:
    endings = rules.ending(before, action)
    if endings is None:
        return None
    first = [_("Everyone has passed, so round {n} is over.").format(n=before.round)]
    if any(player.hand for player in before.players):
        first.append(_("Operation cards in hand go back to the action board."))
    first.append(_("The new turn order is as you passed: {players}.").format(players=_listed(after.order)))
    first.append(_("Now everyone's network is trained: backpropagation."))
    steps = [_words(first), *(_player(before, endings[who]) for who in after.order)]
    return SideNote(f"round-{before.round}", _("Round {n}").format(n=before.round), tuple(steps))


def _last_actions(before: State, after: State) -> SideNote:
    drained = bool(before.pile) and not after.pile
    if drained:
        why = _("The draw pile is empty, so the game is coming to its end.")
    else:
        why = _("For two rounds nobody did anything but pass, so the game is coming to its end.")
    order = _listed(after.final or ())
    said = (
        why,
        _("Everyone may take one final action, or none, in this order: {players}.").format(players=order),
        _("The action board is not refilled any more."),
        _("Then comes one last backpropagation, without income and without turning tiles, and the ranking."),
    )
    return SideNote("last-actions", _("Last actions"), (_words(said),))


def _game_end(before: State, action: Action[Any], after: State) -> SideNote | None:
    endings = rules.ending(before, action)
    if endings is None:
        return None
    first = _("The final actions are done. One last backpropagation, without income and without turning tiles.")
    steps = [_words([first]), *(_player(after, endings[who]) for who in after.order), _ranked(after)]
    return SideNote("end", _("The end"), tuple(steps))


def _ranked(state: State) -> SideNoteStep:
    found = training.standings(state)
    lowest = tuple(
        f"weight:{standing.player + 1}:{kind}"
        for standing in found
        for kind, level in zip(TYPES, state.players[standing.player].weights, strict=True)
        if level == standing.levels[0]
    )
    told = (_("The highest lowest token wins; then the second lowest, and so on; then cycles."),)
    partings = stories.tell_partings(state)
    return SideNoteStep(
        el("div", el("h3", text=_("Ranking")), figures.ranking(found), _list((*told, *partings))), lowest
    )


def _player(state: State, ending: Ending) -> SideNoteStep:
    """One player's backpropagation, with the counted tiles and the rising tokens pointed out on the board."""
    found = ending.training
    who = found.player + 1
    tiles = tuple(
        legal.hex_target(found.player, cell)
        for kind in TYPES
        for cell in face_up(state.players[found.player].board, kind)
    )
    return SideNoteStep(_trained(ending, whole=True), tiles + tuple(f"weight:{who}:{kind}" for kind in found.up))


def _trained(ending: Ending, *, whole: bool) -> Node:
    """A backpropagation as figure and sentences, or as figure and what the figure does not say."""
    found = ending.training
    told = stories.tell_ending(ending, whole=whole)
    return el(
        "section",
        el("h3", text=side(found.player), cls=f"p{found.player}"),
        figures.training(found),
        _list(told) if told else None,
        cls="trained",
    )


def preview(state: State) -> SideNote | None:
    """What would happen if the round ended now, or the game once it is coming to its end."""
    if state.phase.kind in (SETUP, OVER):
        return None
    endings = training.preview(state)
    ends = state.final is not None
    if ends:
        said = _("If the game ended now, backpropagation would go like this.")
    else:
        said = _("If the round ended now, backpropagation would go like this.")
    parts: list[Node] = [el("p", text=said), *(_trained(ending, whole=False) for ending in endings)]
    if ends:
        players = tuple(
            replace(player, weights=ending.training.after)
            for player, ending in zip(state.players, endings, strict=True)
        )
        parts.append(figures.ranking(training.standings(replace(state, players=players))))
    return SideNote("preview", _("Preview"), (SideNoteStep(el("div", parts)),))


def _listed(players: Iterable[int]) -> str:
    return ", ".join(side(player) for player in players)


def _words(lines: Sequence[str]) -> SideNoteStep:
    return SideNoteStep(el("div", _list(lines)))


def _list(lines: Sequence[str]) -> Node:
    return el("ul", (el("li", text=line) for line in lines), cls="told")
