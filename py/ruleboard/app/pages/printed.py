"""What a table gives on paper besides the board: a heading, or the moves in its place. Not seen on a screen."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.app import sharing as shares
from ruleboard.app.model import Model
from ruleboard.app.names import players, title
from ruleboard.app.pages.parts import address, el
from ruleboard.app.table import Table
from ruleboard.scene.node import Node
from ruleboard.speech import _


def printed(model: Model, table: Table) -> Iterator[Node]:
    """The parts of the page that are only seen on paper."""
    timeline = table.timeline
    if model.printing != "record":
        heading = el("p", text=shares.heading(table), cls="on-paper heading", key="heading", aria_hidden="true")
        picture = address(model.printing) if model.printing else ""
        yield heading
        if picture:
            yield el("img", src=picture, alt="", cls="on-paper position", key="picture", aria_hidden="true")
        return
    sides = timeline.game.sides(timeline.states[0])
    names = players(timeline.record)
    outcome = timeline.outcome
    yield el(
        "section",
        el("h1", text=title(timeline.record)),
        el("p", text=timeline.game.title),
        el(
            "p",
            text=" – ".join(
                name if name == side else _("{name} ({side})").format(name=name, side=side)
                for name, side in zip(names, sides, strict=False)
            ),
        ),
        el(
            "ol",
            (
                el(
                    "li",
                    el("span", text=turn.label, cls="label") if turn.label else None,
                    el("span", text=" ".join(text for ply, text in turn.items if ply < timeline.at)),
                    cls=f"turn {'all' if turn.player is None else f'p{turn.player}'}",
                )
                for turn in timeline.turns()
                if turn.items and turn.items[0][0] < timeline.at
            ),
            cls="list",
        ),
        el("p", text=outcome.reason) if outcome else None,
        el("p", text=shares.position(table), cls="small") if not outcome else None,
        cls="on-paper record",
        key="record",
        aria_hidden="true",
    )
