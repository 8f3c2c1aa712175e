"""Descriptions of a game's turning points, chances and accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Any, Final, NamedTuple, TypeGuard

from ruleboard.app.board import guide
from ruleboard.app.board.parts import Review, ReviewTurn
from ruleboard.app.board.review import accuracy, best_actions, turning_points
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.ui.names import player_names
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import turn_labels
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.i18n import _, cached_by_language, ngettext
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.wording import sentence, with_full_stop

_MIN_DECIDED_SCORE: Final = MAX_SCORE * 19 // 20
"""The score from which a game counts as won."""
_MAX_TITLE_ACTIONS_LENGTH: Final = 32
"""The maximum number of characters of actions in the title of a turning point, so that it fits the narrowest panel."""
_MAX_EVEN_SCORE: Final = MAX_SCORE // 10
"""The maximum absolute score at which the players are even."""


class TurningPoint(NamedTuple):
    """The description of a turning point.

    Attributes:
        title: the number of the turn, the player and, if they are short, the actions.
        sentences: the actions, if they are long, then the consequence, the better turn, and the reasons for it.
        mentions_cause: True if the sentences say what the turn allowed or missed, not only how far the chances fell.
    """

    title: str
    sentences: tuple[str, ...]
    mentions_cause: bool


def turning_point(timeline: Timeline[Any], review: Review, turn_number: int) -> TurningPoint:
    """Describe the turning point at a turn, numbered from 0."""
    turn, verdict = review.turns[turn_number], review.verdicts[turn_number]
    state = timeline.states[turn.start]
    actions = [entry for entry in timeline.entries[turn.start : turn.end] if isinstance(entry, Action)]
    player = player_names(timeline.record)[turn.player]
    label = " ".join(filter(None, (turn_label(timeline, review, turn_number), player)))
    actions_text = _actions_text(timeline.game.id, state, tuple(actions))
    recommended_actions = best_actions(timeline, verdict)
    ended_game = timeline.jump(turn.end).outcome is not None
    score, played_score = verdict.score, verdict.played_score
    player_and_reply = player, _reply_text(timeline, review, turn_number)
    sentences, mentions_cause = _explanation(
        timeline.game.id,
        state,
        timeline.states[turn.end],
        tuple(actions),
        recommended_actions,
        score,
        played_score,
        ended_game,
        *player_and_reply,
        next((action.targets[-1:] for action in reversed(actions) if _is_capture(action)), ()),
    )
    if len(actions_text) > _MAX_TITLE_ACTIONS_LENGTH:
        return TurningPoint(label, (sentence(actions_text), *sentences), mentions_cause)
    return TurningPoint(_("{turn}: {actions}").format(turn=label, actions=actions_text), sentences, mentions_cause)


class LineTurn(NamedTuple):
    """A turn of a line.

    Attributes:
        player: the name of the player.
        text: the actions, as in the move list.
        description: the actions as sentences, for screen readers.
    """

    player: str
    text: str
    description: str


def line_texts(timeline: Timeline[Any], turns: Sequence[tuple[Action[Any], ...]]) -> tuple[LineTurn, ...]:
    """Return the texts of the turns of a line from the current state of a game."""
    game, names, line = timeline.game, player_names(timeline.record), timeline
    line_turns = list[LineTurn]()
    for actions in turns:
        player, state, ply = line.to_move, line.state, line.ply
        name = "" if player is None else names[player]
        text = _actions_text(game.id, state, actions)
        line = line.with_line(actions)
        states = line.states[ply:]
        if _describe_secret_actions(game.id, states, actions)[0]:  # the game does not name the cards
            descriptions = [sentence(_("{turn}: {actions}").format(turn=name, actions=text))]
        else:
            descriptions = [sentence(game.describe(*step)) for step in zip(states, actions, strict=False)]
        line_turns.append(LineTurn(name, text, " ".join(descriptions)))
    return tuple(line_turns)


def _reply_text(timeline: Timeline[Any], review: Review, turn_number: int) -> str:
    """Return a sentence about the next turn if that turn was the best one and captured a piece, else an empty text."""
    if turn_number + 1 >= len(review.verdicts) or timeline.is_hidden(review.turns[turn_number].start):
        return ""
    turn, verdict = review.turns[turn_number + 1], review.verdicts[turn_number + 1]
    if _is_recapture(timeline, review.turns[turn_number], turn):
        return ""
    if turn.player == review.turns[turn_number].player or verdict.best_actions != timeline.texts[turn.start : turn.end]:
        return ""
    return guide.reply_text(timeline.jump(turn.start), best_actions(timeline, verdict), is_decisive=False)


def _is_recapture(timeline: Timeline[Any], turn: ReviewTurn, reply: ReviewTurn) -> bool:
    """Return True if a reply captures on a square where the turn has captured, so that both are an exchange."""
    squares = [
        {entry.targets[-1] for entry in timeline.entries[review_turn.start : review_turn.end] if _is_capture(entry)}
        for review_turn in (turn, reply)
    ]
    return bool(squares[0] & squares[1])


def _is_capture(entry: Action[Any] | str) -> TypeGuard[Action[Any]]:
    return isinstance(entry, Action) and entry.kind.startswith("capture") and bool(entry.targets)


def turn_label(timeline: Timeline[Any], review: Review, turn_number: int) -> str:
    """Return the label of a turn in the move list, in long form if the game has one, else the turn's number."""
    index, turns = review.turns[turn_number].move_list_index, timeline.turns()
    readable_turn = VIEWS[timeline.game.id].readable_turn(turns[index], timeline.states, timeline.entries)
    return readable_turn.label or f"{turn_labels(turns)[index]}."


@cached_by_language(64)
def _actions_text(id: str, state: Any, actions: tuple[Action[Any], ...]) -> str:
    """Return the text of a turn's actions, as in the move list.

    The move list merges hidden actions of several turns, so this function describes them in full.
    """
    timeline = _timeline_of_actions(id, state, actions)
    game, view, states = timeline.game, VIEWS[id], timeline.states
    secret_text, first_ply = _describe_secret_actions(id, states, actions)
    if timeline.is_hidden(0):
        texts = [game.describe(states[ply], action) for ply, action in enumerate(actions) if ply >= first_ply]
    else:
        turns = [view.readable_turn(turn, states, timeline.entries) for turn in timeline.turns()]
        texts = [text for turn in turns for ply, text in turn.items if ply >= first_ply]
    return _join_texts([secret_text, *texts] if secret_text else texts)


def _describe_secret_actions(id: str, states: Sequence[Any], actions: Sequence[Action[Any]]) -> tuple[str, int]:
    """Return the description and the number of the secret actions at the start of a turn.

    An example is a placement before the choice of an order. Return "" and 0 to use ``Game.describe``.
    """
    game = PACKAGES[id].game
    count = len([*takewhile(lambda state: new_timeline(game, state).is_hidden(), states[: len(actions)])])
    text = VIEWS[id].describe_hidden_actions(actions[:count]) if count else ""
    return text, count if text else 0


def _join_texts(texts: Sequence[str]) -> str:
    """Join the texts of actions with commas, or as sentences if one of them is a sentence."""
    if len(texts) > 1 and any(with_full_stop(text) == text for text in texts):
        return " ".join((with_full_stop(texts[0]), *map(sentence, texts[1:])))
    return ", ".join(texts)


def _recommendation_text(id: str, state: Any, actions: tuple[Action[Any], ...]) -> str:
    """Return a sentence that recommends the actions, or ``_actions_text`` if the game has no recommendations."""
    timeline, view = _timeline_of_actions(id, state, actions), VIEWS[id]
    recommendations = [view.recommendation(timeline.states[ply], action) for ply, action in enumerate(actions)]
    if timeline.is_hidden(0) or not any(recommendations):
        return _actions_text(id, state, actions)
    items = [
        item for turn in timeline.turns() for item in view.readable_turn(turn, timeline.states, timeline.entries).items
    ]
    return _join_texts([recommendations[ply] or text for ply, text in items])


def _timeline_of_actions(id: str, state: Any, actions: Sequence[Action[Any]]) -> Timeline[Any]:
    """Return a timeline that contains only a few actions from a state."""
    return new_timeline(PACKAGES[id].game, state).with_line(actions)


@cached_by_language(64)
def _explanation(
    id: str,
    state: Any,
    after: Any,
    played_actions: tuple[Action[Any], ...],
    recommended_actions: tuple[Action[Any], ...],
    score: int,
    played_score: int,
    ended_game: bool,
    player_name: str,
    reply: str,
    exchange: tuple[str, ...],
) -> tuple[tuple[str, ...], bool]:
    """Return the sentences that explain a turning point, and whether they name a cause.

    They are cached, since the search for reasons takes time.

    Args:
        id: the id of the game.
        state: the state before the turn.
        after: the state after the turn.
        played_actions: the actions of the turn.
        recommended_actions: the actions of the best turn.
        score: the player's chances with the best turn.
        played_score: the player's chances with the turn in the game.
        ended_game: True if the turn ended the game.
        player_name: the name of the player.
        reply: a sentence about the next turn if it captures a piece; may be empty.
        exchange: the square where the turn has captured and may expect a recapture; else empty.
    """
    timeline = _timeline_of_actions(id, state, recommended_actions)
    player = timeline.game.to_move(state)
    if player is None or not recommended_actions:
        return (), False
    bot = PACKAGES[id].opponent
    threats: Sequence[str] = ()
    if not ended_game and timeline.outcome is None:  # only threats that the better turn avoids
        unavoidable_sentences = {threat.sentence for threat in bot.threats(timeline.state_for(player), player)}
        earlier_sentences = {threat.sentence for threat in bot.threats(timeline.state_for(player, 0), player)}
        remaining_threats = bot.threats(_timeline_of_actions(id, after, ()).state_for(player), player)
        threats = [
            threat.sentence if threat.sentence in earlier_sentences else threat.opportunity or threat.sentence
            for threat in remaining_threats
            if threat.sentence not in unavoidable_sentences and threat.targets[-1:] != exchange
        ]
    actions_text = _recommendation_text(id, state, recommended_actions)
    recommendation = with_full_stop(_("Better: {actions}").format(actions=actions_text))
    state_before = timeline.state_for(player, 0)
    common_reasons = set(bot.reasons(state_before, played_actions))  # they do not make the better turn better
    reasons = [reason for reason in bot.reasons(state_before, recommended_actions) if reason not in common_reasons]
    player_name = player_name if max(timeline.game.players) == 2 else ""
    consequences = _consequence_sentences(threats, score, played_score, reply)
    chances = _chances_sentence(score, played_score, player_name, len(timeline.game.sides(state)) - 1)
    mentions_cause = bool(threats or reply or score >= _MIN_DECIDED_SCORE)
    return (*(consequences or [chances]), recommendation, *map(sentence, reasons)), mentions_cause


def _consequence_sentences(threats: Sequence[str], score: int, played_score: int, reply: str) -> Sequence[str]:
    """Return the consequences of a turn: a missed win and the worst threat against it; empty if there are none.

    Args:
        threats: the threats that the turn did not stop.
        score: the chances with the best turn.
        played_score: the chances with the turn in the game.
        reply: a sentence about the next turn if it captures a piece; may be empty.
    """
    sentences = [_("This turn missed a sure win.")] if score >= _MIN_DECIDED_SCORE else []
    if threats:
        sentences.append(_("Overlooked: {threat}").format(threat=threats[0]))
    elif reply:
        sentences.append(reply)
    elif played_score <= -_MIN_DECIDED_SCORE:
        sentences.append(_("After this turn, the game was lost."))
    return sentences


def _chances_sentence(score: int, played_score: int, player_name: str, opponent_count: int) -> str:
    """Return a sentence about the chances that a turn lost.

    Args:
        score: the chances with the best turn.
        played_score: the chances with the turn in the game.
        player_name: the name of the player in a game for two, else empty. With more players, the chances are relative
            to the best opponent's.
        opponent_count: the number of the other players.
    """
    names = {"player": player_name, "before": to_percent(score), "after": to_percent(played_score)}
    if player_name:
        return _("{player}’s chances fell from {before}% to {after}%.").format(**names)
    template = _("This turn lowered the chances of winning from {before}% to {after}% (50% is even).")
    if opponent_count > 1:
        template = _(
            "This turn lowered the chances against the player who was doing best from {before}% "
            "to {after}% (50% is even)."
        )
    return template.format(**names)


def to_percent(score: int) -> int:
    """Convert a score to chances in percent. Equal chances are 50."""
    return round(50 + 50 * score / MAX_SCORE)


def standings_text(opponent_count: int) -> str:
    """Return the explanation of the graph in a game for more than two players, whose chances do not add up to 100 %.

    Args:
        opponent_count: the number of the other players.
    """
    if opponent_count == 1:
        return _("Each line shows how one player stood, turn by turn. Above the middle, that player was ahead.")
    return _(
        "Each line compares one player with the other player who is doing best. "
        "Where a line is in the middle, the 2 were even."
    )


def progress_counts(timeline: Timeline[Any], review: Review) -> tuple[int, int]:
    """Return the number of the turn that comes next in a review, from 1, and the number of all turns.

    Simultaneous decisions count as one turn.
    """
    first_decisions = _simultaneous_first_decisions(timeline, review)
    judged_count = len(review.verdicts)
    judged_turn_count = judged_count - sum(number < judged_count for number in first_decisions)
    return judged_turn_count + 1, len(review.turns) - len(first_decisions)


def _simultaneous_first_decisions(timeline: Timeline[Any], review: Review) -> frozenset[int]:
    """Return the numbers of the review's turns that another player's decision completes at the same time."""
    return frozenset(
        number
        for number, (turn, next_turn) in enumerate(pairwise(review.turns))
        if turn.move_list_index == next_turn.move_list_index and timeline.is_hidden(turn.start)
    )


def graph_summary(timeline: Timeline[Any], review: Review, chances: Sequence[tuple[int, int]]) -> str:
    """Return a sentence that summarizes the graph of a game for two. Simultaneous decisions count as one turn.

    Args:
        timeline: the game.
        review: the review.
        chances: the chances of the first player; see ``review.chances``.
    """
    names = player_names(timeline.record)
    first_decisions = _simultaneous_first_decisions(timeline, review)
    turns = [score for number, score in chances[: len(review.turns)] if number not in first_decisions]
    first_better_count, second_better_count = (
        sum(sign * score > _MAX_EVEN_SCORE for score in turns) for sign in (1, -1)
    )
    even_count = len(turns) - first_better_count - second_better_count
    standings = [
        ngettext("{player} was ahead for {n} turn", "{player} was ahead for {n} turns", count).format(
            player=name, n=count
        )
        for name, count in zip(names, (first_better_count, second_better_count), strict=True)
        if count
    ]
    summary = ", ".join(standings)
    if even_count and summary:
        template = ngettext(
            "{standing}, and the game was even for {n} turn",
            "{standing}, and the game was even for {n} turns",
            even_count,
        )
        summary = template.format(standing=summary, n=even_count)
    elif even_count:
        summary = ngettext(
            "The chances were even for {n} turn", "The chances were even for {n} turns", even_count
        ).format(n=even_count)
    return sentence(summary) if summary else ""


def review_announcement(timeline: Timeline[Any], review: Review) -> str:
    """Return the announcement of a complete review: the accuracy of each player, and the number of turning points."""
    accuracies = [(name, accuracy(review, player)) for player, name in enumerate(player_names(timeline.record))]
    sentences = [
        _("{player}: accuracy {n}%").format(player=name, n=percentage)
        for name, percentage in accuracies
        if percentage is not None
    ]
    if not sentences:
        return unreviewable_game_text()
    count = len(turning_points(review))
    points = ngettext("{n} turning point.", "{n} turning points.", count).format(n=count)
    return " ".join((_("The review is ready."), *map(sentence, sentences), points))


def unreviewable_game_text() -> str:
    """Return the message for a game whose turns the bot cannot judge."""
    return _("I can’t review this game. Too much in it is hidden or left to chance.")


def has_verdicts(verdicts: Sequence[Verdict]) -> bool:
    """Return True if the bot could judge at least one of the turns."""
    return any(verdict.best_actions for verdict in verdicts)
