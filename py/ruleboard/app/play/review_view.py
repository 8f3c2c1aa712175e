"""The review of a finished game beside the board: progress, graph, accuracy and turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from ruleboard.app.play import review_words as words
from ruleboard.app.play.review import Review, accuracy, chances, shown_point, turning_points
from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import button
from ruleboard.app.ui.names import players
from ruleboard.engine.search.thinking import WON
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_WIDTH: Final = 320
_HEIGHT: Final = 112
_MIDDLE: Final = _HEIGHT // 2
_INSET: Final = 10
"""The distance of the graph's ends from the picture's edges, in its units."""


def panel(table: Table) -> Node:
    """Return the review of a table that has one."""
    review, timeline = table.review, table.timeline
    if review is None:
        raise ValueError("no review was asked for")
    judged = words.is_judged(review.verdicts)
    told: tuple[Node | None, ...] = (_graph(timeline, review, table.viewed_at), _accuracies(timeline, review))
    if review.is_complete:
        told = (*told, _points(table, review)) if judged else (el("p", text=words.nothing_judged()),)
        told = (*told, button(_("Open as study"), "study.from_game", table.id, key="study"))
    elif judged:
        told = (*told, _points(table, review))
    else:
        told = ()
    return el(
        "div",
        el("h2", text=_("Review"), cls="unseen"),
        el("div", _progress(review), *told, cls="telling review", key="review", tabindex="0"),
        cls="aside",
        key="aside-review",
    )


def _progress(review: Review) -> Node | None:
    """Return how much of the review is done, with the button that stops it or goes on; None once it is complete."""
    if review.is_complete:
        return None
    done, all_ = len(review.verdicts), len(review.turns)
    text = _("Judging turn {n} of {all} …") if review.running else _("Stopped after {n} of {all} turns.")
    return el(
        "div",
        el("span", text=text.format(n=done + review.running, all=all_), cls="small"),
        el("progress", max=str(all_), value=str(done), aria_label=_("Review")),
        button(_("Stop"), "play.stop_review", cls="quiet", key="stop")
        if review.running
        else button(_("Go on"), "play.review", cls="quiet", key="go-on"),
        cls="review-progress",
        key="progress",
    )


# --- the graph ------------------------------------------------------------------------------------------------------


def _graph(timeline: Timeline[Any], review: Review, viewed_at: int | None) -> Node:
    """Return the graph of the chances over the game, as one image for screen readers."""
    names = players(timeline.record)
    shared = max(timeline.game.players) == 2
    of_all = [chances(timeline, review, player) for player in range(1 if shared else len(names))]
    count = max(1, len(review.turns))
    label = words.summary(timeline, review, of_all[0]) if shared else words.standings(len(names) - 1)
    if shared and review.running:
        label = ""  # of the first turns alone it would mislead
    body: list[Node] = list(_areas(of_all[0], count)) if shared else []
    body.append(el("path", d=f"M{_INSET} {_MIDDLE}H{_WIDTH - _INSET}", cls="even"))
    body += (
        el("polyline", points=_points_text(line, count), cls=f"chances line-{player}", key=f"line-{player}")
        for player, line in enumerate(of_all)
        if line
    )
    here = next((number for number, turn in enumerate(review.turns) if turn.first == viewed_at), None)
    if here is not None:
        body.append(el("path", d=f"M{_x(here, count):.1f} 4V{_HEIGHT - 4}", cls="here"))
    body += _markers(review, of_all, count)
    return el(
        "figure",
        el(
            "svg",
            body,
            _name(names[0], 11) if shared else None,
            _name(names[1], _HEIGHT - 4) if shared else None,
            viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
            role="img",
            aria_label=label or _("Review"),
            cls="review-graph",
        ),
        el("figcaption", text=label, cls="small") if label else None,
        None if shared else el("ul", map(_key, range(len(names)), names), cls="review-key small"),
        key="graph",
    )


def _key(player: int, name: str) -> Node:
    """Return an entry of the key to the lines of more than two players."""
    sample = el("path", d="M2 6H38", cls=f"chances line-{player}")
    return el("li", el("svg", sample, viewBox="0 0 40 12", cls="sample", aria_hidden="true"), el("span", text=name))


def _x(number: int, count: int) -> float:
    return _INSET + (_WIDTH - 2 * _INSET) * number / count


def _y(score: int) -> float:
    return _MIDDLE - (_MIDDLE - 6) * score / WON


def _points_text(line: Sequence[tuple[int, int]], count: int) -> str:
    return " ".join(f"{_x(number, count):.1f},{_y(score):.1f}" for number, score in line)


def _areas(line: Sequence[tuple[int, int]], count: int) -> Iterator[Node]:
    """Yield the areas in which the first player, and the second one, stands better: above and below the middle."""
    places = [(_x(number, count), _y(score)) for number, score in line]
    crossings = [
        (x + (other - x) * (_MIDDLE - y) / (below - y), float(_MIDDLE))
        for (x, y), (other, below) in pairwise(places)
        if (y - _MIDDLE) * (below - _MIDDLE) < 0
    ]
    whole = sorted((*places, *crossings))
    if not whole:
        return
    for name, limit in (("first", min), ("second", max)):
        edge = " ".join(f"{x:.1f},{limit(y, _MIDDLE):.1f}" for x, y in whole)
        ends = f"{whole[0][0]:.1f},{_MIDDLE} {edge} {whole[-1][0]:.1f},{_MIDDLE}"
        yield el("polygon", points=ends, cls=f"better-{name}", key=name)


def _markers(review: Review, lines: Sequence[Sequence[tuple[int, int]]], count: int) -> Iterator[Node]:
    """Yield the numbers of the turning points, where the line has come to after them: in a circle for the first
    player, in a square for others.

    Args:
        review: the review.
        lines: the chances of each player who has a line.
        count: the number of turns.
    """
    for place, number in enumerate(turning_points(review), 1):
        player = review.verdicts[number].player
        line = lines[player if player < len(lines) else 0]
        at, score = next((each for each in line if each[0] > number), line[-1])
        x, y = _x(at, count), min(_HEIGHT - 10.0, max(10.0, _y(score)))
        shape = el("rect", x=x - 7, y=y - 7, width=14, height=14) if player else el("circle", cx=x, cy=y, r=8)
        yield el("g", shape, el("text", x=x, y=y + 4, text=str(place)), cls="marker", key=f"marker-{place}")


def _name(name: str, y: int) -> Node:
    return el("text", x=2, y=y, text=name, cls="side-name")


# --- accuracy and turning points --------------------------------------------------------------------------------------


def _accuracies(timeline: Timeline[Any], review: Review) -> Node:
    """Return the table with the accuracy of each player: a dash while turns are being judged."""
    note = _("How near a player's turns came to the best that were found, on average. It does not say who won.")
    return el(
        "table",
        el("caption", el("span", text=_("Accuracy")), el("span", text=note, cls="small")),
        el(
            "tbody",
            (
                el(
                    "tr",
                    el("th", text=name, scope="row"),
                    el("td", text="–" if share is None else _("{n}%").format(n=share)),
                )
                for name, share in (
                    (name, None if review.running else accuracy(review, player))
                    for player, name in enumerate(players(timeline.record))
                )
            ),
        ),
        cls="review-accuracy",
        key="accuracy",
    )


def _points(table: Table, review: Review) -> Node:
    """Return the turning points; a touch on one shows its position on the board."""
    found = turning_points(review)
    if not found:
        text = _("No turn has cost much.") if review.is_complete else _("No turn has cost much so far.")
        return el("p", text=text, key="points")
    here = shown_point(table)
    return el(
        "ol",
        (_point(table.timeline, review, number, place, number == here) for place, number in enumerate(found, 1)),
        cls="review-points",
        key="points",
        aria_label=_("Turning points"),
    )


def _point(timeline: Timeline[Any], review: Review, number: int, place: int, here: bool) -> Node:
    told = words.point(timeline, review, number)
    return el(
        "li",
        el(
            "button",
            el("span", text=str(place), cls="place", aria_hidden="true"),
            el("span", text=told.title),
            type="button",
            cls="button review-point now" if here else "button review-point",
            data_do="play.point",
            data_value=str(number),
            aria_current="step" if here else None,
            title=_("Show the better turn on the board"),
        ),
        el("p", text=" ".join(told.sentences)),
        key=f"point-{number}",
    )
