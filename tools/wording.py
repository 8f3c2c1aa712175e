"""The languages in dist/: compiled catalogues, the list of languages, and the texts shown before Python starts."""

from __future__ import annotations

import json
from pathlib import Path

from tools.catalogue import compiled, languages, of_script, whole
from tools.pages import drawn, tell

_PLACE = 'const LANGUAGES = ["en"];'
"""The line of static/boot/user_preferences.js that the list of all languages replaces."""


def wording(static: Path) -> dict[str, dict[str, str]]:
    """Write the catalogues of all languages into a folder, and their codes into the script there that chooses one.

    Return the texts that the page shows before Python starts, by language and English text.
    """
    folder = static / "words"
    folder.mkdir()
    for language in languages():
        (folder / f"{language}.mo").write_bytes(compiled(language))
    tell(static / "boot" / "user_preferences.js", _PLACE, f"const LANGUAGES = {json.dumps(['en', *languages()])};")
    return _first_words(static)


def _first_words(static: Path) -> dict[str, dict[str, str]]:
    """Return the texts of the home page and of the scripts that report on the start, by language and English text."""
    told = [
        text
        for script in ("start_message.js", "start_workers.js", "embed_frame.js")
        for text in of_script((static / "boot" / script).read_text(encoding="utf-8"))
    ]
    found = {}
    for language in languages():
        messages = whole(language)
        code = "import json, sys, pathlib; print(json.dumps(words(pathlib.Path(sys.argv[1]).read_bytes())))"
        painted = json.loads(drawn(code, str((static / "words" / f"{language}.mo").resolve())))
        script = {text: messages["", text].strings[0] for text in told if ("", text) in messages}
        found[language] = painted | script
    return found
