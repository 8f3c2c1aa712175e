"""The languages in dist/: compiled catalogues, the list of languages, and the texts shown before Python starts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tools.catalogue import compile_language, language_messages, languages, script_messages
from tools.pages import fill_placeholder, prerender_output

_PLACEHOLDER = 'const LANGUAGES = ["en"];'
"""The line of static/boot/user_preferences.js that the list of all languages replaces."""


Texts = dict[str, dict[str, str]]
"""Texts by language and English text."""


def wording(static: Path) -> tuple[Texts, Texts]:
    """Write the catalogues of all languages into a folder, and their codes into the script there that chooses one.

    Return the texts that pages show before Python starts: those of the home page with its scripts, and those of the
    scripts of an embedded board.
    """
    folder = static / "words"
    folder.mkdir()
    for language in languages():
        (folder / f"{language}.mo").write_bytes(compile_language(language))
    fill_placeholder(
        static / "boot" / "user_preferences.js", _PLACEHOLDER, f"const LANGUAGES = {json.dumps(['en', *languages()])};"
    )
    of_start = ("start_message.js", "start_loader.js")
    home = _script_texts(static, of_start)
    for language, texts in home.items():
        code = "import json, sys, pathlib; print(json.dumps(translations(pathlib.Path(sys.argv[1]).read_bytes())))"
        prerendered = json.loads(prerender_output(code, str((folder / f"{language}.mo").resolve())))
        home[language] = prerendered | texts
    return home, _script_texts(static, (*of_start, "embed_frame.js"))


def _script_texts(static: Path, scripts: Iterable[str]) -> Texts:
    """Return the texts of scripts that run before Python starts."""
    texts = [
        text for script in scripts for text in script_messages((static / "boot" / script).read_text(encoding="utf-8"))
    ]
    catalogues = {language: language_messages(language) for language in languages()}
    return {
        language: {text: messages["", text].strings[0] for text in texts if ("", text) in messages}
        for language, messages in catalogues.items()
    }
