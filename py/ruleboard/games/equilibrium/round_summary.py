"""The side notes about the end of a round, the final actions and the ranking, and a preview of the round's end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.engine.action import Action
from ruleboard.games.equilibrium import figures, rounds, training, training_text
from ruleboard.games.equilibrium.moves import Flip, Move
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.ranking import rank_players
from ruleboard.games.equilibrium.rules import round_end_effects
from ruleboard.games.equilibrium.state import GAME_OVER, SETUP, State, face_up_cells
from ruleboard.games.equilibrium.targets import hex_target, weight_target
from ruleboard.games.equilibrium.texts import end_warning, player_name, prompt
from ruleboard.games.equilibrium.training import RoundEnd
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def round_summary(states: Sequence[State], actions: Sequence[Action[Move]]) -> SideNote | None:
    """Return the side note about the end of a round or game or about the start of the final actions, or None.

    The note is about the last action that is not a flip, so it stays visible while players turn tiles face down.

    Args:
        states: the states before and after each of the actions, in order.
        actions: the latest actions, in order.
    """
    index = len(actions) - 1
    while index >= 0 and isinstance(actions[index].move, Flip):
        index -= 1
    if index < 0:
        return None
    before, after, move = states[index], states[index + 1], actions[index].move
    if after.phase.kind == GAME_OVER:
        return _game_end_note(before, move, after)
    if before.final_players is None and after.final_players is not None:
        return _final_actions_note(before, after)
    return _round_end_note(before, move, after)


def _round_end_note(before: State, move: Move, after: State) -> SideNote | None:
    effects = round_end_effects(before, move)
    if effects is None:
        return None
    sentences = [_("Everybody has passed, so round {n} is over.").format(n=before.round)]
    if any(player.hand for player in before.players):
        sentences.append(_("All cards in hand go back to the action board."))
    sentences.append(_("Order in the next round: {players}.").format(players=_player_names(after.order)))
    sentences.append(_("Now each network trains."))
    if before.round == 1:
        sentences.append(
            _("Open “Preview” at any time to see the next training. The preview stays open while you play.")
        )
    if (warning := end_warning(after)) not in prompt(after):  # otherwise the prompt contains the warning
        sentences.append(warning)
    steps = [_sentence_list_step(sentences), *(_player_step(before, effects[number]) for number in after.order)]
    return SideNote(f"round-{before.round}", _("Round {n}").format(n=before.round), tuple(steps))


def _final_actions_note(before: State, after: State) -> SideNote:
    if before.pile and not after.pile:
        reason = _("The pile is empty, so the endgame begins.")
    elif rounds.is_last_quiet_round(before):
        reason = _("For 2 rounds, everybody has only passed, so the endgame begins.")
    else:
        reason = _("There’s been no Download for 3 rounds, so the endgame begins.")
    order = _player_names(after.final_players or ())
    sentences = (
        reason,
        _("Each player can take one final action, or none, in this order: {players}.").format(players=order),
        _("The action board isn’t refilled."),
        _("Then each network trains one last time, without income or flips, and you compare tokens."),
    )
    return SideNote("last-actions", _("Final actions"), (_sentence_list_step(sentences),))


def _game_end_note(before: State, move: Move, after: State) -> SideNote | None:
    effects = round_end_effects(before, move)
    if effects is None:
        return None
    sentence = _("The final actions are done. Now each network trains one last time, without income or flips.")
    steps = [
        _sentence_list_step([sentence]),
        *(_player_step(after, effects[player]) for player in after.order),
        _ranking_step(after),
    ]
    return SideNote("end", _("The end"), tuple(steps))


def _ranking_step(state: State) -> SideNoteStep:
    ranked_players = rank_players(state)
    lowest_targets = tuple(
        weight_target(entry.player, kind)
        for entry in ranked_players
        for kind, level in zip(TYPES, state.players[entry.player].weights, strict=True)
        if level == entry.levels[0]
    )
    rule_text = _(
        "Compare each player’s lowest token: the player with the highest of these wins. If the lowest tokens tie, "
        "compare the second lowest, and so on. If all levels tie, compare cycles."
    )
    sentences = _draw_list((rule_text, *training_text.comparison_sentences(state)))
    return SideNoteStep(
        el("div", el("h3", text=_("Ranking")), figures.build_ranking_table(ranked_players), sentences), lowest_targets
    )


def _player_step(state: State, effect: RoundEnd) -> SideNoteStep:
    player, rising_kinds = effect.training.player, effect.training.rising_kinds
    tiles = tuple(
        hex_target(player, cell) for kind in TYPES for cell in face_up_cells(state.players[player].board, kind)
    )
    token_targets = tuple(weight_target(player, kind) for kind in rising_kinds)
    return SideNoteStep(_training_section(effect, is_complete=True), tiles + token_targets)


def _training_section(effect: RoundEnd, *, is_complete: bool) -> Node:
    """Return a section with a figure and sentences that describe a player's backpropagation.

    If ``is_complete`` is False, the sentences omit the facts that the figure shows.
    """
    sentences = training_text.round_end_sentences(effect, is_complete=is_complete)
    return el(
        "section",
        el("h3", text=player_name(effect.training.player), cls=f"p{effect.training.player}"),
        figures.draw_backpropagation(effect.training),
        _draw_list(sentences) if sentences else None,
        cls="trained",
    )


def preview_note(state: State) -> SideNote | None:
    """Return the side note that describes what would happen if the round ended now, or None.

    During the final actions, the note describes the end of the game.
    """
    if state.phase.kind in (SETUP, GAME_OVER):
        return None
    starts_endgame = rounds.is_last_quiet_round(state) or rounds.is_last_dry_round(state)
    is_game_end = starts_endgame or state.final_players is not None
    effects = training.preview_round_end(state, is_game_end=is_game_end)
    if starts_endgame:
        text = _(
            "If the round ended now, the endgame would begin. Without any final actions, training would go like this."
        )
    elif is_game_end:
        text = _("If the game ended now, training would go like this.")
    else:
        text = _("If the round ended now, training would go like this.")
    nodes: list[Node] = [el("p", text=text), *(_training_section(effect, is_complete=False) for effect in effects)]
    if is_game_end:
        players = tuple(
            replace(player, weights=effect.training.new_levels)
            for player, effect in zip(state.players, effects, strict=True)
        )
        nodes.append(figures.build_ranking_table(rank_players(replace(state, players=players))))
    return SideNote("preview", _("Preview"), (SideNoteStep(el("div", nodes, cls="trainings")),))


def _player_names(players: Iterable[int]) -> str:
    return ", ".join(player_name(player) for player in players)


def _sentence_list_step(lines: Sequence[str]) -> SideNoteStep:
    return SideNoteStep(el("div", _draw_list(lines)))


def _draw_list(lines: Sequence[str]) -> Node:
    return el("ul", (el("li", text=line) for line in lines), cls="told")
