"""Form fields: lines of text, larger texts, switches, files."""

from __future__ import annotations

from typing import Any

from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def line(label: str, value: str, longest: int, *, problem: str = "", key: str = "", **more: Any) -> Node:
    """A line of text.

    Args:
        label: what stands above it.
        value: what stands in it.
        longest: how many letters it takes.
        problem: what is wrong with it; empty if nothing is.
        key: its name among its siblings.
        more: further attributes of the line itself.
    """
    return el(
        "label",
        el("span", text=label),
        el(
            "input",
            type="text",
            value=value,
            maxlength=longest,
            autocomplete="off",
            aria_invalid="true" if problem else None,
            **more,
        ),
        el("span", text=problem, cls="error small", role="status") if problem else None,
        cls="field",
        key=key,
    )


def area(text: str = "", **more: Any) -> Node:
    """Several lines of a text that is no prose, with further attributes."""
    return el("textarea", text=text, spellcheck="false", autocapitalize="off", autocomplete="off", **more)


def switch(
    inside: Node, do: str, on: bool, *, kind: str = "checkbox", cls: str = "segment", key: str = "", **more: Any
) -> Node:
    """Something that is on or off, or with the kind "radio" one of several; acts at once.

    Args:
        inside: what it says.
        do: what is to be done.
        on: whether it is on.
        kind: "checkbox" or "radio".
        cls: its class.
        key: its name among its siblings.
        more: further attributes: the name of all of which one is on, and its value.
    """
    return el(
        "label",
        el("input", type=kind, checked=on, data_do=do, data_on="change", **more),
        inside,
        cls=cls,
        key=key,
    )


def file_button(label: str, do: str, accept: str, *, many: bool = False) -> Node:
    """A button that asks for a file, or for ``many``, and acts at once."""
    return el(
        "label",
        el("span", text=label),
        el("input", type="file", accept=accept, multiple=many, data_do=do, data_on="change", cls="unseen"),
        cls="button",
    )


def paste(label: str, do: str, problem: str = "") -> Node:
    """A form for a text from elsewhere; ``problem`` is why the last one was refused."""
    return el(
        "form",
        el(
            "label",
            el("span", text=label),
            area(
                name="text",
                rows=3,
                aria_describedby="unusable" if problem else None,
                aria_invalid="true" if problem else None,
            ),
            cls="field",
        ),
        el("p", cls="error", id="unusable", role="alert", text=problem) if problem else None,
        el("button", cls="button", type="submit", text=_("Import this text")),
        data_do=do,
        cls="paste",
    )
