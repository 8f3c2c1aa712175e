"""The review of a finished game next to the board: progress, graph, accuracy and turning points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from ruleboard.app.board import review_texts
from ruleboard.app.board.parts import LineKind, Review
from ruleboard.app.board.review import (
    accuracy,
    chances,
    review_line,
    turning_points,
    viewed_line,
    viewed_line_turn_count,
    viewed_turning_point,
)
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import PlayMessage, StudyMessage
from ruleboard.app.ui.components import button
from ruleboard.app.ui.names import player_names
from ruleboard.engine.search.thinking import MAX_SCORE
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el

_GRAPH_WIDTH: Final = 320
_GRAPH_HEIGHT: Final = 112
_MIDDLE_Y: Final = _GRAPH_HEIGHT // 2
_GRAPH_MARGIN: Final = 10
"""The distance of the graph's ends from the edges of the picture, in its units."""


def review_panel(table: Table) -> Node:
    """Return the review of a table.

    Raises:
        ValueError: the table has no review.
    """
    review, timeline = table.review, table.timeline
    if review is None:
        raise ValueError("no review was asked for")
    has_verdicts = review_texts.has_verdicts(review.verdicts)
    sections: tuple[Node | None, ...] = (_graph(timeline, review, table.display.ply), _accuracy_table(timeline, review))
    if review.is_complete:
        sections = (
            (*sections, _turning_points(table, review))
            if has_verdicts
            else (el("p", text=review_texts.unreviewable_game_text()),)
        )
        sections = (*sections, button(_("Study this game"), StudyMessage.OPEN_GAME, table.id, key="study"))
    elif not has_verdicts:
        sections = ()
    elif not review.is_running:
        sections = (*sections, _turning_points(table, review))
    return el(
        "div",
        el("h2", text=_("Review"), cls="unseen"),
        el("div", _progress_bar(table.timeline, review), *sections, cls="telling review", key="review", tabindex="0"),
        cls="aside",
        key="aside-review",
    )


def _progress_bar(timeline: Timeline[Any], review: Review) -> Node | None:
    """Return the progress of the review and the button that stops or resumes it, or None if it is complete."""
    if review.is_complete:
        return None
    judged_count, turn_count = len(review.verdicts), len(review.turns)
    turn_number, last_turn_number = review_texts.progress_counts(timeline, review)
    text = _("Reviewing turn {n} of {all} …") if review.is_running else _("The review stopped at turn {n} of {all}.")
    return el(
        "div",
        el("span", text=text.format(n=turn_number, all=last_turn_number), cls="small"),
        el("progress", max=str(turn_count), value=str(judged_count), aria_label=_("Review")),
        button(_("Stop"), PlayMessage.STOP_REVIEW, cls="quiet", key="stop")
        if review.is_running
        else button(_("Go on"), PlayMessage.OPEN_REVIEW, cls="quiet", key="go-on"),
        cls="review-progress",
        key="progress",
    )


# --- the graph ------------------------------------------------------------------------------------------------------


def _graph(timeline: Timeline[Any], review: Review, viewed_ply: int | None) -> Node:
    """Return the graph of the chances during the game, which screen readers read as one image."""
    names = player_names(timeline.record)
    has_one_line = max(timeline.game.players) == 2
    lines = [chances(timeline, review, player) for player in range(1 if has_one_line else len(names))]
    count = max(1, len(review.turns))
    label = (
        review_texts.graph_summary(timeline, review, lines[0])
        if has_one_line
        else review_texts.standings_text(len(names) - 1)
    )
    if has_one_line and review.is_running:
        label = ""  # a summary of the first turns would mislead
    shapes: list[Node] = list(_areas(lines[0], count)) if has_one_line else []
    shapes.append(el("path", d=f"M{_GRAPH_MARGIN} {_MIDDLE_Y}H{_GRAPH_WIDTH - _GRAPH_MARGIN}", cls="even"))
    shapes += (
        el("polyline", points=_points_text(line, count), cls=f"chances line-{player}", key=f"line-{player}")
        for player, line in enumerate(lines)
        if line
    )
    viewed_turn = next((number for number, turn in enumerate(review.turns) if turn.start == viewed_ply), None)
    if viewed_turn is not None:
        shapes.append(el("path", d=f"M{_x(viewed_turn, count):.1f} 4V{_GRAPH_HEIGHT - 4}", cls="here"))
    if not review.is_running:  # the numbers of turning points change until the review is complete
        shapes += _markers(review, lines, count)
    return el(
        "figure",
        el(
            "svg",
            shapes,
            _side_label(names[0], 11) if has_one_line else None,
            _side_label(names[1], _GRAPH_HEIGHT - 4) if has_one_line else None,
            viewBox=f"0 0 {_GRAPH_WIDTH} {_GRAPH_HEIGHT}",
            role="img",
            aria_label=label or _("Review"),
            cls="review-graph",
        ),
        el("figcaption", text=label, cls="small") if label else None,
        None if has_one_line else el("ul", map(_legend_entry, range(len(names)), names), cls="review-key small"),
        key="graph",
    )


def _legend_entry(player: int, name: str) -> Node:
    """Return a player's entry in the legend of the graph."""
    sample = el("path", d="M2 6H38", cls=f"chances line-{player}")
    return el("li", el("svg", sample, viewBox="0 0 40 12", cls="sample", aria_hidden="true"), el("span", text=name))


def _x(turn_number: int, turn_count: int) -> float:
    return _GRAPH_MARGIN + (_GRAPH_WIDTH - 2 * _GRAPH_MARGIN) * turn_number / turn_count


def _y(score: int) -> float:
    return _MIDDLE_Y - (_MIDDLE_Y - 6) * score / MAX_SCORE


def _points_text(line: Sequence[tuple[int, int]], turn_count: int) -> str:
    return " ".join(f"{_x(number, turn_count):.1f},{_y(score):.1f}" for number, score in line)


def _areas(line: Sequence[tuple[int, int]], turn_count: int) -> Iterator[Node]:
    """Yield the areas in which a player is ahead: the first player's above the middle, the second player's below."""
    points = [(_x(number, turn_count), _y(score)) for number, score in line]
    midline_points = [
        (x + (next_x - x) * (_MIDDLE_Y - y) / (next_y - y), float(_MIDDLE_Y))
        for (x, y), (next_x, next_y) in pairwise(points)
        if (y - _MIDDLE_Y) * (next_y - _MIDDLE_Y) < 0
    ]
    outline = sorted((*points, *midline_points))
    if not outline:
        return
    for name, choose_y in (("first", min), ("second", max)):
        curve_points = " ".join(f"{x:.1f},{choose_y(y, _MIDDLE_Y):.1f}" for x, y in outline)
        polygon_points = f"{outline[0][0]:.1f},{_MIDDLE_Y} {curve_points} {outline[-1][0]:.1f},{_MIDDLE_Y}"
        yield el("polygon", points=polygon_points, cls=f"better-{name}", key=name)


def _markers(review: Review, lines: Sequence[Sequence[tuple[int, int]]], turn_count: int) -> Iterator[Node]:
    """Yield markers with the numbers of the turning points, each at the end of its turn in the graph.

    The numbers are in circles for the first player, and in squares for other players.

    Args:
        review: the review.
        lines: the chances of each player who has a line.
        turn_count: the number of turns.
    """
    for point_number, turn_number in enumerate(turning_points(review), 1):
        player = review.verdicts[turn_number].player
        line = lines[player if player < len(lines) else 0]
        turn, score = next((point for point in line if point[0] > turn_number), line[-1])
        x, y = _x(turn, turn_count), min(_GRAPH_HEIGHT - 10.0, max(10.0, _y(score)))
        shape = el("rect", x=x - 7, y=y - 7, width=14, height=14) if player else el("circle", cx=x, cy=y, r=8)
        yield el(
            "g", shape, el("text", x=x, y=y + 4, text=str(point_number)), cls="marker", key=f"marker-{point_number}"
        )


def _side_label(name: str, y: int) -> Node:
    return el("text", x=2, y=y, text=name, cls="side-name")


# --- accuracy and turning points --------------------------------------------------------------------------------------


def _accuracy_table(timeline: Timeline[Any], review: Review) -> Node:
    """Return a table with the accuracy of each player, or a dash for each while the review runs."""
    note = _("This number compares a player’s turns with the best turns, on average. It doesn’t say who won.")
    return el(
        "table",
        el("caption", el("span", text=_("Accuracy")), el("span", text=note, cls="small")),
        el(
            "tbody",
            (
                el(
                    "tr",
                    el("th", text=name, scope="row"),
                    el("td", text="–" if percentage is None else _("{n}%").format(n=percentage)),
                )
                for name, percentage in (
                    (name, None if review.is_running else accuracy(review, player))
                    for player, name in enumerate(player_names(timeline.record))
                )
            ),
        ),
        cls="review-accuracy",
        key="accuracy",
    )


def _turning_points(table: Table, review: Review) -> Node:
    """Return the list of turning points. Its buttons show their positions on the board."""
    numbers = turning_points(review)
    if not numbers:
        text = _("No costly turns.") if review.is_complete else _("No costly turns so far.")
        return el("p", text=text, key="points")
    viewed_number = viewed_turning_point(table)
    return el(
        "ol",
        (
            _turning_point_entry(table, review, turn_number, point_number, turn_number == viewed_number)
            for point_number, turn_number in enumerate(numbers, 1)
        ),
        cls="review-points",
        key="points",
        aria_label=_("Turning points"),
    )


def _turning_point_entry(table: Table, review: Review, turn_number: int, point_number: int, is_viewed: bool) -> Node:
    point = review_texts.turning_point(table.timeline, review, turn_number)
    return el(
        "li",
        el(
            "button",
            el("span", text=str(point_number), cls="place", aria_hidden="true"),
            el("span", text=point.title),
            type="button",
            cls="button review-point now" if is_viewed else "button review-point",
            data_do=PlayMessage.SHOW_TURNING_POINT,
            data_value=str(turn_number),
            aria_current="step" if is_viewed else None,
            title=_("Show the better turn on the board"),
        ),
        el("p", text=" ".join(point.sentences)),
        _lines(table, review, turn_number, mentions_cause=point.mentions_cause) if is_viewed else None,
        key=f"point-{turn_number}",
    )


def _lines(table: Table, review: Review, turn_number: int, *, mentions_cause: bool) -> Node:
    """Return the line with the better turn. Its buttons show the positions on the board.

    Unless the sentences name a cause, the line with the played turn stands next to the better line for comparison.
    """
    titles = {LineKind.BETTER: _("What was better")}
    if not mentions_cause:
        titles[LineKind.PLAYED] = _("After the turn that was played")
    viewed_kind, step = table.display.variation_line, viewed_line_turn_count(table)
    return el(
        "div",
        (
            _line(
                kind,
                title,
                review_texts.line_texts(
                    table.timeline.jump(review.turns[turn_number].start),
                    review_line(table.timeline, review, turn_number, kind),
                ),
                step if kind is viewed_kind else 0,
            )
            for kind, title in titles.items()
        ),
        cls="review-lines",
    )


def line_buttons(table: Table) -> Node | None:
    """Return the buttons that step through the line on the board, or None without a line."""
    kind, step, count = table.display.variation_line, viewed_line_turn_count(table), len(viewed_line(table))
    if not count:
        return None
    if not step:
        return button(_("Show what follows"), PlayMessage.SHOW_LINE, f"{kind}.1", key="line-on")
    return el(
        "div",
        button(
            _("Step back"),
            PlayMessage.SHOW_LINE,
            f"{kind}.{step - 1}",
            picture="previous",
            icon_only=True,
            key="line-back",
        ),
        el("span", cls="small count", text=_("{n} of {all}").format(n=step, all=count)),
        button(
            _("Next"),
            PlayMessage.SHOW_LINE,
            f"{kind}.{step + 1}",
            cls="primary",
            disabled=step == count,
            key="line-on",
        ),
        cls="line-steps",
        key="line-steps",
    )


def _line(kind: LineKind, title: str, turns: Sequence[review_texts.LineTurn], step: int) -> Node:
    """Return the turns of a line as buttons. The step is the number of the viewed turn, 0 for none."""
    return el(
        "section",
        el("h3", text=title),
        el(
            "ol",
            (
                el(
                    "li",
                    el(
                        "button",
                        el("span", text=turn.player, cls="small"),
                        el("span", text=turn.text),
                        type="button",
                        cls="button quiet now" if turn_index == step else "button quiet",
                        data_do=PlayMessage.SHOW_LINE,
                        data_value=f"{kind}.{turn_index}",
                        aria_current="step" if turn_index == step else None,
                        key=f"{kind}-{turn_index}",
                    ),
                )
                for turn_index, turn in enumerate(turns, 1)
            ),
            aria_label=title,
        ),
        key=f"line-{kind}",
    )
