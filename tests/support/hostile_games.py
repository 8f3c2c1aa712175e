"""Games whose authors attack the page around the board, with the error that stops each attack."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

GAME: Final = """
from ruleboard.own import BoardGame, draw

class Dots(BoardGame):
    title = "Dots"
    start = "... / ..."
    sides = {"Ayes": "a", "Bees": "b"}
    pieces = {"a": "an A", "b": "a B"}

    def moves(self, board):
        for square in board.empty:
            yield square, board.put(square, board.letters).passed
"""
"""A game without an attack."""

_SENDING_GAME_TEXT: Final = """
from ruleboard.embed.own_board import WorkerBrowser
mount = WorkerBrowser.mount

def attack(self, tree):
    mount(self, tree)
    for message in {messages}:
        self._host.send(message)

WorkerBrowser.mount = attack
"""


def create_sending_game_text(*messages: str) -> str:
    """Return the text of a game that sends its own messages to the frame."""
    return _SENDING_GAME_TEXT.replace("{messages}", repr(messages)) + GAME


def _tree_message(tag: str, **attributes: object) -> str:
    """Return a message with an element in a page."""
    return json.dumps(["mount", ["main", {}, [[tag, attributes, []]]]])


def _attribute_message(tag: str, name: str, value: object) -> str:
    return json.dumps(["mount", [tag, {name: value}, ""]])


def _picture_message(tag: str, rules: str = "", **attributes: object) -> str:
    return json.dumps(["picture", 1, ["svg", {}, [[tag, attributes, []]]], rules])


def _patch_message(*operations: object, motions: object = ()) -> str:
    return json.dumps(["patch", operations, motions])


def _event_message(**fields: object) -> str:
    return json.dumps(["post", {"ruleboard": 1, "type": "action", **fields}])


def _nested_page_message(depth: int) -> str:
    return '["mount", ' + '["g", {}, [' * depth + '["g", {}, ""]' + "]]" * depth + "]"


_ROW_OF_GROUPS: Final = [["g", {}, ""]] * 4_000

REFUSED_MESSAGES: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    # elements that load, link, run, submit or contain something else
    **{
        f"element {tag}": ((_tree_message(tag),), f"the element {tag}")
        for tag in (
            *("script", "SCRIPT", "svg:script", "iframe", "frame", "object", "embed", "img", "image", "picture"),
            *("video", "audio", "link", "style", "meta", "base", "a", "use", "foreignObject", "animate", "set"),
            *("form", "input", "textarea", "dialog", "template", "slot", "math", "rule-board", "canvas"),
            *("feImage", "filter", "mask", "pattern", "constructor", "__proto__", "toString", "", "g onload=x"),
        )
    },
    # attributes
    **{
        f"attribute {name} of {tag}": ((_attribute_message(tag, name, value),), f"the attribute {name}")
        for tag, name, value in (
            ("g", "href", "https://example.org"),
            ("g", "xlink:href", "#x"),
            ("div", "src", "https://example.org"),
            ("button", "onclick", "fetch('/')"),
            ("svg", "onload", "fetch('/')"),
            ("button", "formaction", "javascript:1"),
            ("div", "style", "background: url(https://example.org)"),
            ("div", "id", "app"),
            ("div", "name", "ruleboard"),
            ("div", "contenteditable", ""),
            ("div", "popover", ""),
            ("div", "data-opens", "x"),
            ("div", "data-on", "size"),
            ("div", "__proto__x", "1"),
            ("rect", "clip-path", "url(#x)"),
            ("rect", "filter", "url(https://example.org)"),
            ("g", "accesskey", "a"),
            ("g", "is", "rule-board"),
            ("g", "data-ready", ""),
        )
    },
    **{
        f"value {value!r} of {name}": ((_attribute_message(tag, name, value),), f"the value of {name}")
        for tag, name, value in (
            ("p", "id", "app"),
            ("p", "id", "start-message"),
            ("rect", "fill", "url(https://example.org/x.svg#a)"),
            ("rect", "fill", "url(#a)"),
            ("rect", "fill", "expression(1)"),
            ("rect", "fill", "var(--x, url(//example.org))"),
            ("rect", "stroke", "red;background:url(x)"),
            ("rect", "width", "1e9"),
            ("rect", "width", "9999999"),
            ("rect", "width", "NaN"),
            ("rect", "width", 10),
            ("rect", "x", None),
            ("rect", "x", {"toString": "1"}),
            ("g", "transform", "translate(url(x))"),
            ("g", "transform", "rotate(1)" * 40),
            ("path", "d", "M0 0" * 6_000),
            ("path", "d", "M0 0<script>"),
            ("g", "class", 'x" onload="y'),
            ("g", "role", "<b>"),
            ("g", "tabindex", "9"),
            ("button", "type", "submit"),
            ("button", "data-do", "share.printed"),
            ("button", "data-do", "app.dismiss"),
            ("g", "aria-label", "x" * 2_000),
            ("g", "lang", "en onload=x"),
        )
    },
    # size
    "30,000 elements": ((json.dumps(["mount", ["g", {}, [["g", {}, ""]] * 30_000]]),), "10000 elements"),
    "30,000 elements by patches": (
        (
            json.dumps(["mount", ["g", {}, []]]),
            *[_patch_message(["insert", [], 0, ["g", {}, _ROW_OF_GROUPS]])] * 8,
        ),
        "10000 elements",
    ),
    "many levels": ((_nested_page_message(1_000),), "levels"),
    "levels by patches": (
        (
            json.dumps(["mount", ["g", {}, ""]]),
            *(_patch_message(["insert", [0] * n, 0, ["g", {}, ""]]) for n in range(60)),
        ),
        "levels",
    ),
    "long text": ((json.dumps(["mount", ["p", {}, "x" * 20_000]]),), "too long"),
    "long message": ((json.dumps(["title", "x" * 3_000_000]),), "too long"),
    # trees and patches of another form
    "tree as text": ((json.dumps(["mount", "<script>"]),), "another form"),
    "attributes as list": ((json.dumps(["mount", ["g", [["onload", "x"]], ""]]),), "another form"),
    "content as object": ((json.dumps(["mount", ["g", {}, {"length": 1}]]),), "another form"),
    "patch of an attribute": ((_patch_message(["attr", [], "onclick", "x"]),), "the attribute onclick"),
    "patch of a link": ((_patch_message(["attr", [], "href", "x"]),), "the attribute href"),
    "patch with a script": ((_patch_message(["replace", [], ["script", {}, "x"]]),), "the element script"),
    "patch of a missing element": ((_patch_message(["text", [0, 99], "x"]),), "does not exist"),
    "patch of a parent": ((_patch_message(["remove", [], -1]),), "does not exist"),
    "patch with a fraction": ((_patch_message(["remove", [], 0.5]),), "does not exist"),
    "patch with a name as path": ((_patch_message(["text", ["constructor"], "x"]),), "does not exist"),
    "patch with a text as path": ((_patch_message(["text", "constructor", "x"]),), "without a page"),
    "patch of elements by a text": ((_patch_message(["text", [], "x"]),), "in place of elements"),
    "operation constructor": ((_patch_message(["constructor", [], "x"]),), "another form"),
    "operation as text": ((_patch_message("remove"),), "another form"),
    "operations as object": ((json.dumps(["patch", {"length": 1}, []]),), "another form"),
    "motion as text": ((_patch_message(motions=["x"]),), "a motion"),
    "motion with a text": ((_patch_message(motions=[["x", [["0px); x(", 1]]]]),), "a motion"),
    "motion far away": ((_patch_message(motions=[["x", [[1e300, 1]]]]),), "a motion"),
    "many motions": ((_patch_message(motions=[["x", [[0, 0]]]] * 1_000),), "a motion"),
    # other messages
    "no JSON": (("mount",), "not JSON"),
    "deep JSON": (("[" * 1_000_000,), "not JSON"),
    "JSON without a list": (('{"0": "mount"}',), "another form"),
    "message constructor": (('["constructor"]',), "another form"),
    "message __proto__": (('["__proto__", {}]',), "another form"),
    "message of the frame": (('["source", "x", "y"]',), "another form"),
    "message with more values": (('["title", "a", "b"]',), "another form"),
    "title as object": (('["title", {}]',), "a title"),
    "another theme": (('["theme", "x url(y)"]',), "a theme"),
    "look with an address": (('["look", {"background": "url(//example.org)"}]',), "a look"),
    "look with a property": (('["look", {"position": "fixed"}]',), "a look"),
    "look with more rules": (('["look", {"color": "red;x:y"}]',), "a look"),
    "picture with a link": ((_picture_message("a", href="https://example.org"),), "the element a"),
    "picture with a button": ((_picture_message("button"),), "the element button"),
    "picture with an id": ((_picture_message("g", id="x"),), "the attribute id"),
    "picture with a name for scripts": ((_picture_message("g", **{"data-do": "embed.undo"}),), "the attribute data-do"),
    "picture with a class of the page": ((_picture_message("g", **{"class": "button"}),), "the value of class"),
    "picture with a font from elsewhere": (
        (_picture_message("text", **{"font-family": "url(//x)"}),),
        "the value of font-family",
    ),
    **{
        f"picture with the rules {rules}": ((_picture_message("g", rules=rules),), "the style of a picture")
        for rules in (
            "@import '//example.org';",
            "body{display:none}",
            "@media(prefers-color-scheme:dark){.d0{fill:red}body{fill:red}}",
            "@media(prefers-color-scheme:dark){.d0{fill:url(//example.org)}}",
            "@media(prefers-color-scheme:dark){.d0{position:fixed}}",
            "@media(prefers-color-scheme:dark){.d0{fill:red}}</style><script>",
        )
    },
    "message to print with a value": (('["print", 1]',), "another form"),
    "event failed": ((_event_message(type="failed"),), "the event failed"),
    "picture": ((_event_message(type="picture", svg="<svg onload=x>"),), "the event picture"),
    "event size": ((_event_message(type="size", height=10_000),), "the event size"),
    "event loading": ((_event_message(type="loading"),), "the event loading"),
    "event of another version": ((_event_message(ruleboard=2),), "an event"),
    "event with an object": ((_event_message(action={"x": {"x": {"x": {}}}}),), "an event"),
    "event with a long text": ((_event_message(action="x" * 100_000),), "an event"),
    "event with many fields": ((_event_message(**{f"x{'y' * n}": 1 for n in range(20)}),), "an event"),
    "event with another name": ((_event_message(**{"__proto__": 1}),), "an event"),
}
"""Lists of messages, each with a part of the error with which the checker rejects the last message."""

REFUSED_FILES: Final[Mapping[str, tuple[str, str]]] = {
    **{
        f"import {name}": (f"import {name}\n{GAME}", name)
        for name in ("os", "sys", "js", "pyodide", "pyodide_js", "socket", "subprocess", "urllib.request", "gc")
    },
    "import by function": (f"__import__('js').fetch('/')\n{GAME}", "js"),
    "relative import": (f"from . import js\n{GAME}", "import"),
    "end of the program": (f"raise SystemExit\n{GAME}", "SystemExit"),
    "interruption": (f"raise KeyboardInterrupt\n{GAME}", "KeyboardInterrupt"),
    "no memory": (f"[0] * 10 ** 13\n{GAME}", "MemoryError"),
    "recursion": (f"def f(): f()\nf()\n{GAME}", "RecursionError"),
    "deep expression": (f"x = {'(' * 5_000}{')' * 5_000}\n{GAME}", "dots.py"),
    "exception without text": (f"class E(Exception):\n    def __str__(self): raise E\nraise E\n{GAME}", "E"),
    "long exception": (f"raise ValueError('x' * 10 ** 6)\n{GAME}", "ValueError"),
    "board with a million squares": (GAME.replace("... / ...", "/".join(["9" * 20] * 1_000)), "start"),
    "title as object": (GAME.replace('"Dots"', "{}"), "title"),
    "id of a game of the project": (GAME.replace("class Dots", "class Sensei"), "sensei"),
    "moves of another form": (GAME.replace("yield square,", "yield 7,"), "moves"),
    "moves that fail": (GAME.replace("yield square,", "1 / 0;"), "ZeroDivisionError"),
    "null byte": ("\0", "null"),
    "long file": ("#" * 300_000, "file"),
}
"""Files, each with a part of the error with which its board ends."""
