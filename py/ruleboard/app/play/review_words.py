"""The turning points of a game in words from its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final, NamedTuple

from ruleboard.app.play import guide
from ruleboard.app.play.review import Review, accuracy, best_actions, turning_points
from ruleboard.app.storage.reviews import Verdict
from ruleboard.app.ui.names import players
from ruleboard.engine.action import Action
from ruleboard.engine.move_text import row_number
from ruleboard.engine.search.thinking import WON
from ruleboard.engine.timeline import Timeline, starting_at
from ruleboard.games.registry import PACKAGES, VIEWS
from ruleboard.i18n import _, ngettext, spoken
from ruleboard.wording import sentence

_DECIDED: Final = WON * 19 // 20
"""The chances, in scores, from which a game is as good as won."""
_SHORT: Final = 32
"""Characters of actions that stand in the title of a turning point, so that it has one line in the narrowest panel."""
_EVEN: Final = WON // 10
"""The chances, in scores, up to which nobody stands better."""


class Point(NamedTuple):
    """A turning point in words.

    Attributes:
        title: the turn that was played: its number, the player and, if they are short, the actions.
        sentences: the actions, if they are longer; the harm it did, the better turn, and the reasons for that.
    """

    title: str
    sentences: tuple[str, ...]


def point(timeline: Timeline[Any], review: Review, number: int) -> Point:
    """Return the words for the turning point at the turn of a number, from 0."""
    turn, verdict = review.turns[number], review.verdicts[number]
    state = timeline.states[turn.first]
    actions = [entry for entry in timeline.entries[turn.first : turn.end] if isinstance(entry, Action)]
    who = players(timeline.record)[turn.player]
    label = " ".join(filter(None, (label_of(timeline, review, number), who)))
    said = _said(timeline.game.id, state, tuple(actions), spoken())
    best = best_actions(timeline, verdict)
    over = timeline.jump(turn.end).outcome is not None
    score, played = verdict.score, verdict.played
    told = who, _answer(timeline, review, number)
    words = _words(timeline.game.id, state, timeline.states[turn.end], best, score, played, over, *told, spoken())
    if len(said) > _SHORT:
        return Point(label, (sentence(said), *words))
    return Point(_("{turn}: {actions}").format(turn=label, actions=said), words)


def _answer(timeline: Timeline[Any], review: Review, number: int) -> str:
    """Return the turn that was played after a turn in words, if it captures something and was the best; else empty."""
    if number + 1 >= len(review.verdicts) or timeline.is_hidden(review.turns[number].first):
        return ""
    turn, verdict = review.turns[number + 1], review.verdicts[number + 1]
    if turn.player == review.turns[number].player or verdict.best != timeline.texts[turn.first : turn.end]:
        return ""
    return guide.answer(timeline.jump(turn.first), best_actions(timeline, verdict), lost=False)


def label_of(timeline: Timeline[Any], review: Review, number: int) -> str:
    """Return the label of a turn in the move list, in words if the game has words for it; else its number."""
    line, turns = review.turns[number].line, timeline.turns()
    listed = VIEWS[timeline.game.id].turn_in_words(turns[line], timeline.states, timeline.entries)
    return listed.label or f"{row_number(turns, line)}."


@lru_cache(maxsize=64)
def _said(id: str, state: Any, actions: tuple[Action[Any], ...], _spoken: NullTranslations) -> str:
    """Return the actions of a turn as the move list has them; those made unseen, which it has together with others, in
    words.
    """
    line = _line(id, state, actions)
    if line.is_hidden(0):
        told = (line.game.describe(line.states[at], action) for at, action in enumerate(actions))
        return VIEWS[id].unseen_in_words(actions) or ", ".join(told)
    turns = [VIEWS[id].turn_in_words(turn, line.states, line.entries) for turn in line.turns()]
    return ", ".join(text for turn in turns for _ply, text in turn.items)


def _recommended(id: str, state: Any, actions: tuple[Action[Any], ...]) -> str:
    """Return the actions of a turn as a recommendation; as ``_said`` has them, unless the game has words for each."""
    line, view = _line(id, state, actions), VIEWS[id]
    told = [view.recommended(line.states[at], action) for at, action in enumerate(actions)]
    if line.is_hidden(0) or not any(told):
        return _said(id, state, actions, spoken())
    items = [item for turn in line.turns() for item in view.turn_in_words(turn, line.states, line.entries).items]
    return ", ".join(told[ply] or text for ply, text in items)


def _line(id: str, state: Any, actions: Sequence[Action[Any]]) -> Timeline[Any]:
    """Return the line of a few actions."""
    line = starting_at(PACKAGES[id].game, state)
    for action in actions:
        line = line.play(action)
    return line


@lru_cache(maxsize=64)
def _words(
    id: str,
    state: Any,
    after: Any,
    best: tuple[Action[Any], ...],
    score: int,
    played: int,
    over: bool,
    who: str,
    answer: str,
    _spoken: NullTranslations,
) -> tuple[str, ...]:
    """Return the sentences of a turning point; cached, since the reasons take a game's search a while.

    Args:
        id: the game.
        state: the state before the turn.
        after: the state after it.
        best: the actions of the best turn.
        score: the chances of the player with it.
        played: the chances with the turn that was played.
        over: True if the turn has ended the game.
        who: the name of the player.
        answer: the next turn of the other in words, if it captures something.
    """
    line = _line(id, state, best)
    player = line.game.to_move(state)
    if player is None or not best:
        return ()
    bot = PACKAGES[id].opponent
    threats: Sequence[str] = ()
    if not over and line.outcome is None:  # those that there would not be after the better turn
        avoided = {threat.sentence for threat in bot.threats(line.state_for(player), player)}
        left = bot.threats(_line(id, after, ()).state_for(player), player)
        threats = [threat.possible or threat.sentence for threat in left if threat.sentence not in avoided]
    better = _("Better: {actions}.").format(actions=_recommended(id, state, best))
    reasons = bot.reasons(line.state_for(player, 0), best)
    who = who if max(line.game.players) == 2 else ""
    harm = _harm(threats, score, played, who, len(line.game.sides(state)) - 1, answer)
    return (*harm, better, *map(sentence, reasons))


def _harm(threats: Sequence[str], score: int, played: int, who: str, others: int, answer: str) -> Sequence[str]:
    """Return the harm that a turn did, in sentences: a win missed, the worst of the threats it left; else the loss.

    Args:
        threats: the threats that the turn left.
        score: the chances with the best turn.
        played: the chances with the turn that was played.
        who: the name of the player, if they are one half of two players' chances; else they compare with the best of
            the others.
        others: the number of the other players.
        answer: the next turn of the other in words, if it captures something.
    """
    found = [_("A sure win was missed.")] if score >= _DECIDED else []
    if threats:
        found.append(_("Overlooked: {threat}").format(threat=threats[0]))
    elif answer:
        found.append(answer)
    elif played <= -_DECIDED:
        found.append(_("After this the game was lost."))
    names = {"player": who, "before": percent(score), "after": percent(played)}
    if who:
        return found or [_("{player}'s chances fell from {before}% to {after}%.").format(**names)]
    fell = _("Against the other player, the standing fell from {before} to {after} of 100; 50 is level.")
    if others > 1:
        fell = _("Against the best of the others, the standing fell from {before} to {after} of 100; 50 is level.")
    return found or [fell.format(**names)]


def percent(score: int) -> int:
    """Return chances in percent: 50 if they are equal."""
    return round(50 + 50 * score / WON)


def standings(others: int) -> str:
    """Return the description of the lines of a game that more than two can play: they do not add up to anything.

    Args:
        others: the number of the other players.
    """
    if others == 1:
        return _("How each player stood against the other, judged at their own turns: above the middle, ahead.")
    return _("How each player stood against the best of the others: in the middle, they are level.")


def summary(timeline: Timeline[Any], review: Review, chances: Sequence[tuple[int, int]]) -> str:
    """Return the graph of a game for two in a sentence or two.

    Args:
        timeline: the game.
        review: the review.
        chances: those of the first player, see ``review.chances``.
    """
    names = players(timeline.record)
    turns = [score for _number, score in chances[: len(review.turns)]]
    first, second = (sum(sign * score > _EVEN for score in turns) for sign in (1, -1))
    even = len(turns) - first - second
    told = [
        ngettext("{player} stood better in {n} turn", "{player} stood better in {n} turns", count).format(
            player=name, n=count
        )
        for name, count in zip(names, (first, second), strict=True)
        if count
    ]
    standing = ", ".join(told)
    if even and standing:
        standing = _("{standing}; in {n} the chances were even").format(standing=standing, n=even)
    elif even:
        standing = ngettext("The chances were even in {n} turn", "The chances were even in {n} turns", even).format(
            n=even
        )
    return sentence(standing) if standing else ""


def announced(timeline: Timeline[Any], review: Review) -> str:
    """Return the announcement of a complete review: the accuracy of each player, and the number of turning points."""
    exact = [(name, accuracy(review, player)) for player, name in enumerate(players(timeline.record))]
    known = [_("{player}: accuracy {n}%").format(player=name, n=share) for name, share in exact if share is not None]
    if not known:
        return nothing_judged()
    count = len(turning_points(review))
    points = ngettext("{n} turning point.", "{n} turning points.", count).format(n=count)
    return " ".join((_("The review is ready."), *map(sentence, known), points))


def nothing_judged() -> str:
    """Return the sentence for a game of which no turn could be judged."""
    return _("The turns of this game cannot be judged: too much in it is hidden, or left to chance.")


def is_judged(verdicts: Sequence[Verdict]) -> bool:
    """Return True if at least one turn could be judged."""
    return any(one.best for one in verdicts)
