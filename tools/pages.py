"""Build the HTML pages, with PyScript's configuration and the prerendered home page."""

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

from tools.catalogue import list_languages, read_language_messages
from tools.setup import ROOT

_CONFIG_ATTRIBUTE = 'config="./pyscript.toml"'
_SCRIPT_START = '<script type="py"'
_FIRST_PAINT_PLACEHOLDER = "<!-- first paint -->"
_FIRST_TEXTS_ELEMENT = '<script type="application/json" id="first-words">{}</script>'
_POLICY_SCRIPT = '<script src="./static/boot/embed_policy.js"></script>'
_NOSCRIPT_PARAGRAPH_PATTERN = re.compile(r"(?<=<noscript>)<p>(.*?)</p>(?=</noscript>)")
"""The text of a page for browsers without scripts. It contains all languages, since no script can choose one."""


def build_page_html(source: Path, config: Path, texts: Mapping[str, Mapping[str, str]]) -> str:
    """Insert PyScript's configuration and the translations of the first texts into a page, as JSON.

    The browser then needs neither a request nor a TOML parser before Python starts to load.
    """
    settings = tomllib.loads(config.read_text(encoding="utf-8"))
    settings_json = json.dumps(settings, separators=(",", ":"))
    text = source.read_text(encoding="utf-8").replace(_CONFIG_ATTRIBUTE, f'config="{escape(settings_json)}"')
    # PyScript fetches its plugins for MicroPython too, unless its configuration names the same plugins.
    plugins_json = json.dumps({"plugins": settings.get("plugins", [])}, separators=(",", ":"))
    text = text.replace(
        _SCRIPT_START, f"<mpy-config hidden>{escape(plugins_json, quote=False)}</mpy-config>\n    {_SCRIPT_START}"
    )
    text = text.replace(_FIRST_TEXTS_ELEMENT, _FIRST_TEXTS_ELEMENT.replace("{}", _format_script_json(texts)))
    text = _NOSCRIPT_PARAGRAPH_PATTERN.sub(lambda match: match[0] + _translate_paragraphs(unescape(match[1])), text)
    return text.replace(_FIRST_PAINT_PLACEHOLDER, prerender_home()) if _FIRST_PAINT_PLACEHOLDER in text else text


def inline_security_policy(dist: Path) -> None:
    """Move static/boot/embed_policy.js into embed.html, and write its hash into the content security policy.

    Raises:
        RuntimeError: the page lacks a placeholder.
    """
    script, html = dist / "static" / "boot" / "embed_policy.js", dist / "embed.html"
    code = script.read_text(encoding="utf-8").strip()
    fill_placeholder(html, _POLICY_SCRIPT, f"<script>{code}</script>")
    fill_placeholder(html, "{policy}", f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'")
    script.unlink()


def find_noscript_texts(text: str) -> list[str]:
    """Return the texts in the ``<noscript>`` elements of a page, for translation."""
    return [unescape(text_in_html) for text_in_html in _NOSCRIPT_PARAGRAPH_PATTERN.findall(text)]


def _translate_paragraphs(text: str) -> str:
    messages = ((language, read_language_messages(language).get(("", text))) for language in list_languages())
    return "".join(
        f'<p lang="{language}">{escape(message.strings[0], quote=False)}</p>'
        for language, message in messages
        if message is not None
    )


def fill_placeholder(script: Path, placeholder: str, code: str) -> None:
    """Replace a placeholder in a built script or page.

    Args:
        script: the path of the file.
        placeholder: the text to replace.
        code: the new code.

    Raises:
        RuntimeError: the file does not contain the placeholder.
    """
    text = script.read_text(encoding="utf-8")
    if placeholder not in text:
        raise RuntimeError(f"{script.name} has no place for what the build tells it: {placeholder}")
    script.write_text(text.replace(placeholder, code), encoding="utf-8")


def _format_script_json(texts: Mapping[str, Mapping[str, str]]) -> str:
    """Return texts as JSON, escaped for a ``<script>`` element."""
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def prerender_home() -> str:
    """Render the home page as HTML with the app's own code. Browsers show it before any script runs."""
    return run_prerender("print(html())")


def run_prerender(code: str, *arguments: str) -> str:
    """Run Python code after importing ``ruleboard.app.runtime.prerender``, and return its output.

    Args:
        code: the Python code.
        arguments: the command-line arguments for the code.

    Raises:
        RuntimeError: the code exits with an error.
    """
    # In an interpreter of its own: a server that builds again must see the sources as they are now.
    process = subprocess.run(
        [sys.executable, "-c", f"from ruleboard.app.runtime.prerender import *; {code}", *arguments],
        cwd=ROOT / "py",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if process.returncode:
        raise RuntimeError(f"The first picture could not be drawn.\n{process.stderr}")
    return process.stdout.strip()
