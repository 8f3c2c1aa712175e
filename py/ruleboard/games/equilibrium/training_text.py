"""Sentences that describe backpropagation and the ranking."""

from __future__ import annotations

from itertools import pairwise

from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.ranking import RankedPlayer, deciding_criterion, rank_players
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.texts import cycles_text, kind_name, kinds_text, player_name, tile_with_article
from ruleboard.games.equilibrium.training import RoundEnd
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import capitalize, join_as_list

_WIN_TEXTS = (
    N_("{player} wins: their lowest token is on {value}, {other}’s on {other_value}."),
    N_("{player} wins: their second lowest token is on {value}, {other}’s on {other_value}."),
    N_("{player} wins: their third lowest token is on {value}, {other}’s on {other_value}."),
    N_("{player} wins: their second highest token is on {value}, {other}’s on {other_value}."),
    N_("{player} wins: their highest token is on {value}, {other}’s on {other_value}."),
    N_("{player} wins: all levels tie, but {player} has more cycles than {other}, {value} to {other_value}."),
)
"""The reasons for a win, by the result of ``ranking.deciding_criterion``."""
_OWN_WIN_TEXTS = (
    N_("You win: your lowest token is on {value}, {other}’s on {other_value}."),
    N_("You win: your second lowest token is on {value}, {other}’s on {other_value}."),
    N_("You win: your third lowest token is on {value}, {other}’s on {other_value}."),
    N_("You win: your second highest token is on {value}, {other}’s on {other_value}."),
    N_("You win: your highest token is on {value}, {other}’s on {other_value}."),
    N_("You win: all levels tie, but you have more cycles than {other}, {value} to {other_value}."),
)
"""The same as the winner reads it."""
_OWN_LOSS_TEXTS = (
    N_("{player} wins: their lowest token is on {value}, yours on {other_value}."),
    N_("{player} wins: their second lowest token is on {value}, yours on {other_value}."),
    N_("{player} wins: their third lowest token is on {value}, yours on {other_value}."),
    N_("{player} wins: their second highest token is on {value}, yours on {other_value}."),
    N_("{player} wins: their highest token is on {value}, yours on {other_value}."),
    N_("{player} wins: all levels tie, but {player} has more cycles than you, {value} to {other_value}."),
)
"""The same as the second-ranked player reads it."""
_RANKING_TEXTS = (
    N_("{player} beats {other}: their lowest tokens are on {value} and {other_value}."),
    N_("{player} beats {other}: their second lowest tokens are on {value} and {other_value}."),
    N_("{player} beats {other}: their third lowest tokens are on {value} and {other_value}."),
    N_("{player} beats {other}: their second highest tokens are on {value} and {other_value}."),
    N_("{player} beats {other}: their highest tokens are on {value} and {other_value}."),
    N_("{player} beats {other}: all levels tie, but {player} has more cycles, {value} to {other_value}."),
)
"""The comparisons of two players in the ranking, by the result of ``ranking.deciding_criterion``."""


def round_end_sentences(effect: RoundEnd, *, is_complete: bool = True) -> tuple[str, ...]:
    """Return sentences that describe the end of a round or game for a player.

    They are about income, counts, ties, rising and falling tokens, and flips.

    Args:
        effect: the changes for the player.
        is_complete: False to omit sentences that repeat the figure, so that only income, ties and equal counts remain.
    """
    training = effect.training
    sentences = []
    if effect.income:
        sentences.append(_("Income: {cycles}.").format(cycles=cycles_text(effect.income)))
    face_up_texts = [
        _("{n} {kind}").format(n=count, kind=kind_name(kind))
        for kind, count in zip(TYPES, training.counts, strict=True)
        if count
    ]
    if training.is_all_equal:
        if face_up_texts:
            text = ngettext(
                "Each type has {n} face-up tile, so all 5 tokens go down.",
                "Each type has {n} face-up tiles, so all 5 tokens go down.",
                training.counts[0],
            )
            return (*sentences, text.format(n=training.counts[0]))
        return (*sentences, _("No tile is face up, so all 5 tokens go down."))
    if is_complete:
        sentences.append(_("Face up: {tiles}.").format(tiles=", ".join(face_up_texts)))
    if training.tied_kinds:
        sentences.append(
            _tie_sentence(
                training.tied_kinds, "".join(kind for kind in training.tied_kinds if kind in training.rising_kinds)
            )
        )
    if is_complete:
        rising_kinds = "".join(kind for kind in TYPES if kind in training.rising_kinds)
        text = _("Up: {up}. Down: {down}.")
        sentences.append(text.format(up=kinds_text(rising_kinds), down=kinds_text(training.falling_kinds)))
        if effect.flips:
            tiles = join_as_list(tile_with_article(kind) for kind, _cells in effect.flips)
            sentences.append(_("Turned face down: {tiles}.").format(tiles=tiles))
    return tuple(sentences)


def _tie_sentence(tied_kinds: str, rising_kinds: str) -> str:
    return ngettext(
        "{tied} tie. The type order decides: {rising} goes up.",
        "{tied} tie. The type order decides: {rising} go up.",
        len(rising_kinds),
    ).format(tied=capitalize(kinds_text(tied_kinds)), rising=kinds_text(rising_kinds))


def comparison_sentences(state: State) -> tuple[str, ...]:
    """Return the sentences that say which criterion separates each player from the next in the ranking."""
    return tuple(
        _comparison_sentence(better_player, worse_player)
        for better_player, worse_player in pairwise(rank_players(state))
    )


def _comparison_sentence(better_player: RankedPlayer, worse_player: RankedPlayer) -> str:
    criterion = deciding_criterion(better_player, worse_player)
    if criterion > len(TYPES):
        players = join_as_list((player_name(better_player.player), player_name(worse_player.player)))
        return _("{players} tie.").format(players=players)
    return _comparison_text(_RANKING_TEXTS[criterion], better_player, worse_player)


def _comparison_text(text: str, better_player: RankedPlayer, worse_player: RankedPlayer) -> str:
    criterion = deciding_criterion(better_player, worse_player)
    return _(text).format(
        player=player_name(better_player.player),
        other=player_name(worse_player.player),
        value=better_player.criteria[criterion],
        other_value=worse_player.criteria[criterion],
    )


def outcome_reason(state: State, reader: int | None = None) -> str:
    """Return a sentence that says who won, and which criterion decided the game.

    Args:
        state: the state at the end of the game.
        reader: the player who reads the sentence as "you", or None.
    """
    ranked_players = rank_players(state)
    winners = [player for player in ranked_players if player.rank == 1]
    if len(winners) > 1:
        other_names = join_as_list(player_name(player.player) for player in winners if player.player != reader)
        if any(player.player == reader for player in winners):
            return _("You share the win with {players}: all levels and cycles tie.").format(players=other_names)
        return _("{players} share the win: all levels and cycles tie.").format(players=other_names)
    winner, runner_up = ranked_players[:2]
    criterion = deciding_criterion(winner, runner_up)
    if reader == winner.player:
        text = _OWN_WIN_TEXTS[criterion]
    elif reader == runner_up.player:
        text = _OWN_LOSS_TEXTS[criterion]
    else:
        text = _WIN_TEXTS[criterion]
    return _comparison_text(text, winner, runner_up)
