"""Build the posters, which are pictures that embedded boards show until Python has started."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from tools.offline import bundle_script
from tools.pages import run_prerender

_DARK_RULE_PATTERN = re.compile(r':root\[data-theme="dark"\]\s*([^{]*)(\{[^}]*\})')
"""A rule for dark pages in tokens.css or a game's style sheet: its selector and its declarations."""
_COMMENT_PATTERN = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK_PATTERN = re.compile(r"\s+")


def write_posters(css: Path, words: Path, out: Path) -> None:
    """Write two files for each game: ``<game>.svg`` shows the initial position, ``<game>.js`` draws other positions.

    Both files are self-contained and follow the light or dark theme of the host page.

    Args:
        css: the folder of the style sheets.
        words: the folder of the catalogues.
        out: the folder of the posters. It contains the source modules of the scripts, which the function deletes.
    """
    out.mkdir(parents=True, exist_ok=True)
    token_styles = (css / "tokens.css").read_text(encoding="utf-8")
    styles = {
        file.stem: create_poster_style(token_styles + file.read_text(encoding="utf-8"))
        for file in (css / "games").glob("*.css")
    }
    styles[""] = create_poster_style(token_styles + (css / "kit.css").read_text(encoding="utf-8"))
    pictures, scripts = (
        _evaluate_poster_expression(expression, words, styles)
        for expression in ("start_pictures(styles)", "script_data(styles, catalogues)")
    )
    for game, svg in pictures.items():
        (out / f"{game}.svg").write_text(svg, encoding="utf-8")
    modules = [*out.glob("*.mjs")]
    for game, data in scripts.items():
        reader = data.pop("reader", "")
        if reader:
            page_data, style = {name: data.pop(name) for name in ("lessons", "words")}, styles.get(game, styles[""])
            data = {"poster": {**data, "style": escape(style, quote=False)}, **page_data}
        _bundle_poster_script(out / f"{game}.js", reader, data)
    for module in modules:
        module.unlink()


def _bundle_poster_script(out: Path, reader: str, data: Mapping[str, object]) -> None:
    """Bundle the script that draws positions of a game.

    Args:
        out: the path of the script, whose file name is the id of the game.
        reader: the name of the module that reads the game's positions; may be empty.
        data: ``poster``, ``lessons`` and ``words`` for a game with a reader, ``pictures`` and ``titles`` for another,
            as JSON data. See ``ruleboard.embed.posters.script_data``.
    """
    entry, values = out.with_suffix(".entry.mjs"), out.with_suffix(".json")
    values.write_text(json.dumps(data), encoding="utf-8")
    function, arguments = ("drawing", ["read", *data]) if reader else ("pictured", list(data))
    imports = {function: "draw.mjs", ", ".join(data): values.name} | ({"read": f"{reader}.mjs"} if reader else {})
    lines = [f'import {{ {names} }} from "./{file}";' for names, file in imports.items()]
    name = json.dumps(out.stem)
    lines.append(f"(globalThis.ruleboardPosters ??= {{}})[{name}] = {function}({', '.join(arguments)});")
    entry.write_text("\n".join(lines), encoding="utf-8")
    bundle_script(entry, out, format="iife")
    entry.unlink()
    values.unlink()


def create_starts_json(words: Path) -> str:
    """Return the initial position of each game as text, by language and game id, as JSON.

    ``words`` is the folder of the catalogues.
    """
    return json.dumps(_evaluate_poster_expression("start_descriptions(catalogues)", words), ensure_ascii=False)


def _evaluate_poster_expression(expression: str, words: Path, styles: Mapping[str, str] | None = None) -> Any:
    """Return the JSON value of an expression with functions of ``ruleboard.embed.posters``."""
    code = (
        "import json, sys, pathlib; from ruleboard.embed.posters import *; "
        "catalogues = {file.stem: file.read_bytes() for file in sorted(pathlib.Path(sys.argv[1]).glob('*.mo'))}; "
        f"styles = {styles or {}!r}; print(json.dumps({expression}))"
    )
    return json.loads(run_prerender(code, str(words.resolve())))


def create_games_json() -> str:
    """Return the title of each game, and the ratio of width to height of its board, by game id, as JSON."""
    return run_prerender("import json; from ruleboard.embed.posters import game_data; print(json.dumps(game_data()))")


def create_facts_json() -> str:
    """Return what a page can check in attributes before the rules have loaded, by game id, as JSON."""
    return run_prerender("import json; from ruleboard.embed.posters import game_facts; print(json.dumps(game_facts()))")


def create_poster_style(css: str) -> str:
    """Adapt the style sheet of the pages to a picture in a separate file.

    In such a file the picture is the root element, and it has the theme of the host page.
    """
    css = _DARK_RULE_PATTERN.sub(
        lambda rule: f"@media (prefers-color-scheme: dark) {{ {rule[1].strip() or ':root'} {rule[2]} }}",
        _COMMENT_PATTERN.sub("", css),
    )
    return _BLANK_PATTERN.sub(" ", css).strip()
