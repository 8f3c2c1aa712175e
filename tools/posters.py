"""Build the posters, which are pictures that embedded boards show until Python has started."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from tools.offline import bundle_script
from tools.pages import prerender_output

_DARK_RULE = re.compile(r':root\[data-theme="dark"\]\s*([^{]*)(\{[^}]*\})')
"""A rule for dark pages in tokens.css or a game's style sheet: its selector and its declarations."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANK = re.compile(r"\s+")


def write_posters(css: Path, out: Path) -> None:
    """Write two files for each game: ``<game>.svg`` shows the initial position, ``<game>.js`` draws any position.

    Both files are self-contained and follow the light or dark theme of the host page.

    Args:
        css: the folder of the style sheets.
        out: the folder of the posters. It contains the source modules of the scripts, which the function deletes.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokens = (css / "tokens.css").read_text(encoding="utf-8")
    styles = {
        file.stem: poster_style(tokens + file.read_text(encoding="utf-8")) for file in (css / "games").glob("*.css")
    }
    code = "import json, sys; from ruleboard.embed.posters import svgs, in_parts"
    pictures, parts = json.loads(prerender_output(f"{code}; print(json.dumps([svgs({styles!r}), in_parts()]))"))
    for game, svg in pictures.items():
        (out / f"{game}.svg").write_text(svg, encoding="utf-8")
    modules = [*out.glob("*.mjs")]
    for game, data in parts.items():
        _bundle_poster_script(
            out / f"{game}.js",
            data.pop("reader"),
            data.pop("lessons"),
            data | {"style": escape(styles.get(game, ""), quote=False)},
        )
    for module in modules:
        module.unlink()


def _bundle_poster_script(out: Path, reader: str, lessons: object, poster: object) -> None:
    """Bundle the script that draws any position of a game, together with the positions of the lessons.

    Args:
        out: the path of the script, whose file name is the id of the game.
        reader: the name of the module that reads the game's positions.
        lessons: the positions in the lessons, see ``ruleboard.embed.posters.lessons``.
        poster: the parts of the poster as JSON data.
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
    bundle_script(entry, out, format="iife")
    entry.unlink()
    parts.unlink()


def titles_json() -> str:
    """Return the titles of the games by game id, as JSON."""
    return prerender_output(
        "import json; from ruleboard.registry import GAMES; print(json.dumps({g: GAMES[g].title for g in GAMES}))"
    )


def poster_style(css: str) -> str:
    """Adapt the style sheet of the pages to a picture in a separate file.

    In such a file the picture is the root element, and it has the theme of the host page.
    """
    css = _DARK_RULE.sub(
        lambda rule: f"@media (prefers-color-scheme: dark) {{ {rule[1].strip() or ':root'} {rule[2]} }}",
        _COMMENT.sub("", css),
    )
    return _BLANK.sub(" ", css).strip()
