"""The build of the HTML pages, with PyScript's config and the prerendered home page in them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

from tools.catalogue import language_messages, languages
from tools.setup import ROOT

_CONFIG = 'config="./pyscript.toml"'
_SCRIPT = '<script type="py"'
_FIRST_PAINT = "<!-- first paint -->"
_FIRST_WORDS = '<script type="application/json" id="first-words">{}</script>'
_POLICY_SCRIPT = '<script src="./static/boot/embed_policy.js"></script>'
_NO_SCRIPTS = re.compile(r"(?<=<noscript>)<p>(.*?)</p>(?=</noscript>)")
"""The text of a page where scripts are disabled, so that none can find the reader's language."""


def page(source: Path, config: Path, texts: Mapping[str, Mapping[str, str]]) -> str:
    """Return a page's text with the config and the shell's translated texts in it as JSON.

    Within the page they need neither a fetch nor a TOML parser before Python can start to load.
    """
    settings = tomllib.loads(config.read_text(encoding="utf-8"))
    as_json = json.dumps(settings, separators=(",", ":"))
    text = source.read_text(encoding="utf-8").replace(_CONFIG, f'config="{escape(as_json)}"')
    # PyScript fetches its plugins for MicroPython too, unless its configuration names the same plugins.
    plugins = json.dumps({"plugins": settings.get("plugins", [])}, separators=(",", ":"))
    text = text.replace(_SCRIPT, f"<mpy-config hidden>{escape(plugins, quote=False)}</mpy-config>\n    {_SCRIPT}")
    text = text.replace(_FIRST_WORDS, _FIRST_WORDS.replace("{}", _within_script(texts)))
    text = _NO_SCRIPTS.sub(lambda match: match[0] + _translated_paragraphs(unescape(match[1])), text)
    return text.replace(_FIRST_PAINT, first_paint()) if _FIRST_PAINT in text else text


def inline_policy(dist: Path) -> None:
    """Write static/boot/embed_policy.js into embed.html, and its hash into the policy there; delete the script.

    Raises:
        RuntimeError: the page has no placeholder for one of them.
    """
    script, html = dist / "static" / "boot" / "embed_policy.js", dist / "embed.html"
    code = script.read_text(encoding="utf-8").strip()
    fill_placeholder(html, _POLICY_SCRIPT, f"<script>{code}</script>")
    fill_placeholder(html, "{policy}", f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'")
    script.unlink()


def without_scripts(text: str) -> list[str]:
    """Return the texts of a page's ``<noscript>`` elements, which are translated."""
    return [unescape(text_in_html) for text_in_html in _NO_SCRIPTS.findall(text)]


def _translated_paragraphs(text: str) -> str:
    messages = ((language, language_messages(language).get(("", text))) for language in languages())
    return "".join(
        f'<p lang="{language}">{escape(message.strings[0], quote=False)}</p>'
        for language, message in messages
        if message is not None
    )


def fill_placeholder(script: Path, placeholder: str, code: str) -> None:
    """Replace the placeholder in a script of the build.

    Args:
        script: the script.
        placeholder: the placeholder.
        code: the code to put there.

    Raises:
        RuntimeError: the script has no such placeholder.
    """
    text = script.read_text(encoding="utf-8")
    if placeholder not in text:
        raise RuntimeError(f"{script.name} has no place for what the build tells it: {placeholder}")
    script.write_text(text.replace(placeholder, code), encoding="utf-8")


def _within_script(texts: Mapping[str, Mapping[str, str]]) -> str:
    """Return JSON escaped for a page's script."""
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def first_paint() -> str:
    """Return the home page as HTML, rendered by the app's own code, for the time before any script has run."""
    return prerender_output("print(html())")


def prerender_output(code: str, *arguments: str) -> str:
    """Return the output of code that uses ``ruleboard.app.runtime.prerender``.

    Args:
        code: the code.
        arguments: its command line arguments.

    Raises:
        RuntimeError: the code fails.
    """
    # In an interpreter of its own: a server that builds again must see the sources as they are now.
    run = subprocess.run(
        [sys.executable, "-c", f"from ruleboard.app.runtime.prerender import *; {code}", *arguments],
        cwd=ROOT / "py",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if run.returncode:
        raise RuntimeError(f"The first picture could not be drawn.\n{run.stderr}")
    return run.stdout.strip()
