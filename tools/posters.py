"""The games' posters, visible until Python has started: starts as SVG files, scripts for other positions."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from tools.offline import bundle
from tools.pages import prerender_output

_DARK = re.compile(r':root\[data-theme="dark"\]\s*([^{]*)(\{[^}]*\})')
"""A rule for dark pages in tokens.css or a game's style sheet: its selector and its declarations."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK = re.compile(r"\s+")


def posters(css: Path, out: Path) -> None:
    """Write the posters of every game: ``<game>.svg``, its start, and ``<game>.js``, which draws any position.

    Both are self-contained, and light or dark like the page around them.

    Args:
        css: the folder with the style sheets.
        out: the folder of the posters, with the modules of which the scripts are made; these are deleted.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokens = (css / "tokens.css").read_text(encoding="utf-8")
    styles = {file.stem: style(tokens + file.read_text(encoding="utf-8")) for file in (css / "games").glob("*.css")}
    code = "import json, sys; from ruleboard.embed.posters import svgs, in_parts"
    pictures, parts = json.loads(prerender_output(f"{code}; print(json.dumps([svgs({styles!r}), in_parts()]))"))
    for game, svg in pictures.items():
        (out / f"{game}.svg").write_text(svg, encoding="utf-8")
    modules = [*out.glob("*.mjs")]
    for game, data in parts.items():
        _script(
            out / f"{game}.js",
            data.pop("reader"),
            data.pop("lessons"),
            data | {"style": escape(styles.get(game, ""), quote=False)},
        )
    for module in modules:
        module.unlink()


def _script(out: Path, reader: str, lessons: object, poster: object) -> None:
    """Bundle the script that draws the positions of a game, and contains those of its lessons.

    Args:
        out: the script, named after the game.
        reader: the name of the module that reads the game's positions.
        lessons: the positions of the steps of its lessons, see ``ruleboard.embed.posters.lessons``.
        poster: the poster in parts.
    """
    entry, parts = out.with_suffix(".entry.mjs"), out.with_suffix(".json")
    parts.write_text(json.dumps({"poster": poster, "lessons": lessons}), encoding="utf-8")
    entry.write_text(
        f"""import {{ drawing }} from "./draw.mjs";
import {{ read }} from "./{reader}.mjs";
import {{ poster, lessons }} from "./{parts.name}";
(globalThis.ruleboardPosters ??= {{}})[{json.dumps(out.stem)}] = drawing(read, poster, lessons);
""",
        encoding="utf-8",
    )
    bundle(entry, out, format="iife")
    entry.unlink()
    parts.unlink()


def titles() -> str:
    """Return the games' titles by their ids, as JSON."""
    return prerender_output(
        "import json; from ruleboard.games.registry import GAMES; print(json.dumps({g: GAMES[g].title for g in GAMES}))"
    )


def style(css: str) -> str:
    """Return a style sheet of the pages adapted to a picture in a file of its own.

    The theme is that of the page around it, and the picture itself is the root.
    """
    css = _DARK.sub(
        lambda rule: f"@media (prefers-color-scheme: dark) {{ {rule[1].strip() or ':root'} {rule[2]} }}",
        _COMMENT.sub("", css),
    )
    return _BLANK.sub(" ", css).strip()
