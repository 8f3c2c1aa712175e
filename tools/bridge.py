"""Write types/bridge.d.ts: the types of the bridge between Python and the page's scripts, for TypeScript's checks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.scripts import Buffer, FrameScripts, PageScripts, StepWorker
from ruleboard.thinking import messages
from tools.setup import ROOT

FILE = ROOT / "types/bridge.d.ts"
"""The types for scripts. A test compares them with those in Python."""

_TYPE_NAMES = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    bytes: "Uint8Array",
    Buffer: "Uint8Array",
}
_INTERFACES = (PageScripts, FrameScripts, StepWorker)
_CAPITAL_AFTER_SMALL_PATTERN = re.compile(r"(?<=[a-z])([A-Z])")


def format_bridge_types() -> str:
    """Return the text of the file."""
    answer_types = " | ".join(cls.__name__ for cls in get_args(messages.Answer))
    blocks = [
        "// The bridge between Python and the page's scripts. `python -m tools.bridge` writes this file.\n",
        *(_format_interface(cls, _format_methods(cls)) for cls in _INTERFACES),
        *(_format_interface(cls, _format_fields(cls)) for cls in get_args(messages.Answer)),
        f"/** The answer of a bot, see thinking/messages.py. */\ntype Answer = {answer_types};\n",
    ]
    return "\n".join(blocks)


def _format_interface(cls: type, members: Iterator[str]) -> str:
    return f"{_format_comment(cls)}interface {cls.__name__} {{\n{''.join(members)}}}\n"


def _format_methods(cls: type) -> Iterator[str]:
    """Yield the TypeScript declarations of a protocol's attributes and methods."""
    for name, kind in inspect.get_annotations(cls, eval_str=True).items():
        yield f"  {name}: {_find_type_name(kind)};\n"
    for name, method in inspect.getmembers(cls, inspect.isfunction):
        if name.startswith("_"):
            continue
        hints = get_type_hints(method)
        result = _find_type_name(hints.pop("return"))
        has_default = {key: value.default == "" for key, value in inspect.signature(method).parameters.items()}
        parameters = ", ".join(f"{key}{'?' * has_default[key]}: {_find_type_name(kind)}" for key, kind in hints.items())
        yield f"{_format_comment(method, name)}  {name}({parameters}): {_find_return_type_name(result)};\n"


def _format_fields(cls: Any) -> Iterator[str]:
    yield f'  kind: "{messages.ANSWER_NAMES[cls]}";\n'
    hints = get_type_hints(cls)
    for field in fields(cls):
        yield f"  {field.name}: {_find_type_name(hints[field.name])};\n"


def _format_comment(documented_object: Any, method_name: str = "") -> str:
    """Return the first line of a docstring as a comment. A method without one gets the comment of ``Browser``."""
    text = inspect.getdoc(documented_object)
    if method_name and not text:
        snake_case_name = _CAPITAL_AFTER_SMALL_PATTERN.sub(lambda match: f"_{match[1].lower()}", method_name)
        text = inspect.getdoc(getattr(Browser, snake_case_name))
    line = (text or "").partition("\n")[0].replace("``", "`").replace("True", "true")
    return f"{'  ' * bool(method_name)}/** {line} */\n"


def _find_type_name(kind: Any) -> str:
    """Return the name of a type in TypeScript."""
    if kind in _TYPE_NAMES:
        return _TYPE_NAMES[kind]
    if kind is NoneType or kind is None:
        return "undefined"
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return " | ".join(map(_find_type_name, arguments))
    if origin is tuple:
        return f"{_find_type_name(arguments[0])}[]"
    if origin is Callable or origin is get_origin(Callable[[], None]):
        names = ("value",) if len(arguments[0]) == 1 else ("first", "second", "third")
        parameters = ", ".join(
            f"{name}: {_find_type_name(kind)}" for name, kind in zip(names, arguments[0], strict=False)
        )
        result = _find_type_name(arguments[1])
        return f"({parameters}) => {_find_return_type_name(result)}"
    name: str = kind.__name__
    return name


def _find_return_type_name(name: str) -> str:
    return "void" if name == "undefined" else name


if __name__ == "__main__":
    FILE.write_text(format_bridge_types(), encoding="utf-8")
