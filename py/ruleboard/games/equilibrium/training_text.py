"""Sentences that describe backpropagation and the ranking."""

from __future__ import annotations

from itertools import pairwise

from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.ranking import RankedPlayer, deciding_criterion, ranking
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.texts import cycles_text, kind_name, kinds_text, player_name, tile_with_article
from ruleboard.games.equilibrium.training import RoundEnd
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import capitalize, join_as_list

_COMPARISONS = (
    N_("lowest token on level {mine}, against {theirs} for {other}"),
    N_("second lowest token on level {mine}, against {theirs} for {other}"),
    N_("third lowest token on level {mine}, against {theirs} for {other}"),
    N_("second highest token on level {mine}, against {theirs} for {other}"),
    N_("highest token on level {mine}, against {theirs} for {other}"),
    N_("all tokens are level with those of {other}, but the cycles decide: {mine} against {theirs}"),
)
"""The comparisons of two players, by the result of ``ranking.deciding_criterion``."""


def round_end_sentences(effect: RoundEnd, *, whole: bool = True) -> tuple[str, ...]:
    """Return sentences that describe the end of a round or game for a player.

    They are about income, counts, ties, rising and falling tokens, and flips.

    Args:
        effect: the changes for the player.
        whole: False to omit sentences that repeat the figure, so that only income, ties and equal counts remain.
    """
    training = effect.training
    player = player_name(training.player)
    sentences = []
    if effect.income:
        sentences.append(
            _("{player} gets {cycles} as income.").format(player=player, cycles=cycles_text(effect.income))
        )
    face_up = [
        _("{n} {kind}").format(n=count, kind=kind_name(kind))
        for kind, count in zip(TYPES, training.counts, strict=True)
        if count
    ]
    if training.is_all_equal:
        if face_up:
            text = _("{player} has the same number of every type ({n}) face up: all five tokens go down.")
        else:
            text = _("{player} has no tile at all face up: all five tokens go down.")
        return (*sentences, text.format(player=player, n=training.counts[0]))
    if whole:
        sentences.append(_("{player} has face up: {tiles}.").format(player=player, tiles=", ".join(face_up)))
    if training.tied_kinds:
        sentences.append(
            _tie_sentence(
                training.tied_kinds, "".join(kind for kind in training.tied_kinds if kind in training.rising_kinds)
            )
        )
    if whole:
        rising = "".join(kind for kind in TYPES if kind in training.rising_kinds)
        text = _("Up: {up}. Down: {down}.")
        sentences.append(text.format(up=kinds_text(rising), down=kinds_text(training.falling_kinds)))
        if effect.flips:
            tiles = join_as_list(tile_with_article(kind) for kind, _cells in effect.flips)
            sentences.append(_("{player} turns {tiles} face down.").format(player=player, tiles=tiles))
    return tuple(sentences)


def _tie_sentence(tied: str, rising: str) -> str:
    """Return a sentence that says how the order of types breaks a tie."""
    return ngettext(
        "{tied} are tied; by the order of the types {taken} goes first.",
        "{tied} are tied; by the order of the types {taken} go first.",
        len(rising),
    ).format(tied=capitalize(kinds_text(tied)), taken=kinds_text(rising))


def comparison_sentences(state: State) -> tuple[str, ...]:
    """Return the sentences that say which criterion separates each player from the next in the ranking."""
    return tuple(_comparison_sentence(better, worse) for better, worse in pairwise(ranking(state)))


def _comparison_sentence(better: RankedPlayer, worse: RankedPlayer) -> str:
    better_name, worse_name = player_name(better.player), player_name(worse.player)
    criterion = deciding_criterion(better, worse)
    if criterion > len(TYPES):
        return _("{one} and {other} share the place.").format(one=better_name, other=worse_name)
    better_value, worse_value = better.criteria[criterion], worse.criteria[criterion]
    if criterion == len(TYPES):
        text = _("All five levels are equal, so cycles decide: {one} has {mine}, {other} {theirs}.")
        return text.format(one=better_name, mine=better_value, other=worse_name, theirs=worse_value)
    reason = _(_COMPARISONS[criterion]).format(mine=better_value, theirs=worse_value, other=worse_name)
    if criterion:
        return _("{one} is ahead of {other}: equal so far, then {why}.").format(
            one=better_name, other=worse_name, why=reason
        )
    return _("{one} is ahead of {other}: {why}.").format(one=better_name, other=worse_name, why=reason)


def outcome_reason(state: State) -> str:
    """Return a sentence that names the criterion that decided the game."""
    ranked = ranking(state)
    first_ranked = [player for player in ranked if player.rank == 1]
    if len(first_ranked) == len(ranked):
        return _("All share the win: their tokens stand on the same levels, and they have the same cycles.")
    runner_up = ranked[len(first_ranked)]
    criterion = deciding_criterion(first_ranked[0], runner_up)
    reason = _(_COMPARISONS[criterion]).format(
        mine=first_ranked[0].criteria[criterion],
        theirs=runner_up.criteria[criterion],
        other=player_name(runner_up.player),
    )
    winners = join_as_list(player_name(player.player) for player in first_ranked)
    return ngettext("{players} wins: {why}.", "{players} share the win: {why}.", len(first_ranked)).format(
        players=winners, why=reason
    )
