"""Nodes as text: HTML for pages, SVG for pictures. The functions escape all text."""

from __future__ import annotations

from html import escape

from ruleboard.scene.node import Node

_VOID_TAGS = frozenset({"input", "br", "hr", "img", "meta", "link"})
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


def to_html(node: Node) -> str:
    """Return a node as HTML, including the SVG inside it."""
    parts: list[str] = []
    _write(node, parts, is_xml=False)
    return "".join(parts)


def to_svg(node: Node, style: str = "") -> str:
    """Return an ``<svg>`` node as a standalone SVG file, with ``style`` as its style sheet."""
    attrs = {"xmlns": SVG_NAMESPACE, **node.attrs}
    style_nodes = (Node("style", {}, text=style),) if style else ()
    parts: list[str] = []
    _write(Node("svg", attrs, (*style_nodes, *node.children)), parts, is_xml=True)
    return "".join(parts)


def _write(node: Node, parts: list[str], *, is_xml: bool) -> None:
    parts.append(f"<{node.tag}")
    for name, value in node.attrs.items():
        # Data URLs put apostrophes around the attributes of SVG files. HTML does not need to escape apostrophes.
        text = escape(value) if is_xml else escape(value, quote=False).replace('"', "&quot;")
        parts.append(f' {name}="{text}"')
    if not node.children and not node.text:
        if is_xml:
            parts.append("/>")
            return
        if node.tag in _VOID_TAGS:
            parts.append(">")
            return
    parts.append(">")
    if node.text:
        parts.append(escape(node.text, quote=False))
    for child in node.children:
        _write(child, parts, is_xml=is_xml)
    parts.append(f"</{node.tag}>")
