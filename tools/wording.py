"""Write the translations into dist/: compiled catalogues, the list of languages, and the first texts of pages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tools.catalogue import compile_language, find_script_messages, list_languages, read_language_messages
from tools.pages import fill_placeholder, run_prerender

_LANGUAGES_PLACEHOLDER = 'const LANGUAGES = ["en"];'
"""The line of static/boot/user_preferences.js that the build replaces by the list of all languages."""


Texts = dict[str, dict[str, str]]
"""Texts by language and English text."""


def write_translations(static: Path) -> tuple[Texts, Texts]:
    """Write the catalogues and the list of languages into the static folder.

    Returns:
        The translations of the texts that pages show before Python starts: the texts of the home page, and the texts of
            embedded boards.
    """
    folder = static / "words"
    folder.mkdir()
    for language in list_languages():
        (folder / f"{language}.mo").write_bytes(compile_language(language))
    fill_placeholder(
        static / "boot" / "user_preferences.js",
        _LANGUAGES_PLACEHOLDER,
        f"const LANGUAGES = {json.dumps(['en', *list_languages()])};",
    )
    start_scripts = ("start_message.js", "start_loader.js")
    home_texts = _translate_scripts(static, start_scripts)
    for language, texts in home_texts.items():
        code = "import json, sys, pathlib; print(json.dumps(translations(pathlib.Path(sys.argv[1]).read_bytes())))"
        prerendered_texts = json.loads(run_prerender(code, str((folder / f"{language}.mo").resolve())))
        home_texts[language] = prerendered_texts | texts
    return home_texts, _translate_scripts(static, (*start_scripts, "embed_frame.js"))


def _translate_scripts(static: Path, scripts: Iterable[str]) -> Texts:
    """Return the translations of the texts in scripts that run before Python starts."""
    texts = [
        text
        for script in scripts
        for text in find_script_messages((static / "boot" / script).read_text(encoding="utf-8"))
    ]
    catalogues = {language: read_language_messages(language) for language in list_languages()}
    return {
        language: {text: messages["", text].strings[0] for text in texts if ("", text) in messages}
        for language, messages in catalogues.items()
    }
