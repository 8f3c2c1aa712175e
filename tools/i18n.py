"""Extract all texts that users read into the templates in locale/ and update the translations.

``python3 dev.py i18n`` does this for all languages; ``python3 dev.py i18n de`` also adds a new language.
"""

from __future__ import annotations

import argparse
import difflib
import io
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from babel.core import Locale, UnknownLocaleError
from babel.messages.extract import extract
from babel.messages.plurals import get_plural

from tools.catalogue import (
    APP_PART,
    LOCALE_FOLDER,
    Catalogue,
    Key,
    Message,
    list_languages,
    list_part_names,
    merge_messages,
    read_catalogue,
    write_catalogue,
)
from tools.pages import find_noscript_texts
from tools.setup import ROOT

PACKAGE = ROOT / "py" / "ruleboard"
GAMES_FOLDER = PACKAGE / "games"
DATA_FILES = (
    "lessons.toml",
    "rulings.toml",
    "reference.toml",
    "legend.toml",
    "guide.toml",
    "problems.toml",
    "checks.toml",
)
"""The names of the files with texts in a game's folder."""

_TRANSLATION_FUNCTIONS: Mapping[str, Any] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "NP_": ((1, "c"), 2),
}
_MIN_SIMILARITY = 0.75
"""The minimum similarity at which a new text gets the translation of a removed one, marked as fuzzy."""


def extract_templates() -> dict[str, Catalogue]:
    """Extract the templates of all parts from the sources. A text belongs to the first part that uses the text."""
    catalogues_by_part: dict[str, Catalogue] = {}
    used_keys: set[Key] = set()
    for part, files in find_source_files().items():
        messages = merge_messages(message for file in files for message in iter_file_messages(file))
        catalogues_by_part[part] = Catalogue(
            messages=tuple(message for key, message in messages.items() if key not in used_keys)
        )
        used_keys.update(messages)
    return catalogues_by_part


def find_source_files() -> dict[str, tuple[Path, ...]]:
    """Return the files that contain texts for users, by part: the app first, then the games in alphabetical order."""
    folders = sorted(folder for folder in GAMES_FOLDER.iterdir() if (folder / "__init__.py").exists())
    python_files = sorted(PACKAGE.rglob("*.py"))
    script_files = sorted(file for folder in ("boot", "page") for file in (ROOT / "static" / folder).glob("*js"))
    game_files = {folder: [file for file in python_files if file.is_relative_to(folder)] for folder in folders}
    app_files = (file for file in python_files if not any(file.is_relative_to(folder) for folder in folders))
    files_by_part = {
        APP_PART: (*app_files, *script_files, *sorted(ROOT.glob("embed.js")), *sorted(ROOT.glob("*.html")))
    }
    for folder, files in game_files.items():
        data = (folder / name for name in DATA_FILES)
        files_by_part[folder.name.replace("_", "-")] = (*files, *(file for file in data if file.exists()))
    return files_by_part


def iter_file_messages(file: Path) -> Iterator[Message]:
    """Extract the messages from one file."""
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    if file.suffix == ".toml":
        yield from (
            Message(text, files=(name,)) for text in _find_texts(tomllib.loads(file.read_text(encoding="utf-8")))
        )
        return
    if file.suffix == ".html":
        yield from (Message(text, files=(name,)) for text in find_noscript_texts(file.read_text(encoding="utf-8")))
        return
    method = "python" if file.suffix == ".py" else "javascript"
    source = io.BytesIO(file.read_bytes())
    for _line, literal, _comments, context in extract(
        method, source, keywords=_TRANSLATION_FUNCTIONS, options={"encoding": "utf-8"}
    ):
        id, plural = literal if isinstance(literal, tuple) else (literal, "")
        yield Message(id, plural, context or "", files=(name,))


def _find_texts(data: object, is_text: bool = False) -> Iterator[str]:
    """Yield the texts for users in parsed TOML: the values of the keys in ``TEXT_KEYS``, at any depth."""
    from ruleboard.learning.lessons import TEXT_KEYS, text_blocks

    if isinstance(data, str):
        if is_text:
            yield from (text_block for text_block in text_blocks(data) if _has_words(text_block))
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _find_texts(value, key in TEXT_KEYS)
    elif isinstance(data, list):
        for value in data:
            yield from _find_texts(value, is_text)


def _has_words(text: str) -> bool:
    """Return True if a text has a word besides its placeholders. Answers such as "3" need no translation."""
    return bool(re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+\}", "", text)))


def update_catalogue(catalogue: Catalogue, template: Catalogue, translations: Mapping[Key, Message]) -> Catalogue:
    """Update the translation of one part to a new template, and return it.

    Args:
        catalogue: the previous translation.
        template: the current messages.
        translations: the translated messages of all parts in this language, for texts that have moved to another part.
    """
    previous_messages = {message.key: message for message in catalogue.messages}
    current_keys = {message.key for message in template.messages}
    removed_messages = {
        message.id: message for key, message in previous_messages.items() if key not in current_keys and message.strings
    }
    messages = []
    for message in template.messages:
        translation = previous_messages.get(message.key)
        if translation is None or not translation.strings:
            translation = translations.get(message.key, translation)
        if translation is None or not translation.strings:
            similar_ids = difflib.get_close_matches(message.id, removed_messages, 1, _MIN_SIMILARITY)
            if similar_ids and bool(removed_messages[similar_ids[0]].plural) == bool(message.plural):
                translation = replace(removed_messages[similar_ids[0]], is_fuzzy=True)
        if translation is not None and bool(translation.plural) == bool(message.plural):
            message = replace(
                message, strings=translation.strings, notes=translation.notes, is_fuzzy=translation.is_fuzzy
            )
        messages.append(message)
    return replace(catalogue, messages=tuple(messages))


def update_language(language: str, template_by_part: Mapping[str, Catalogue]) -> None:
    """Update all catalogues of a language to new templates."""
    folder = LOCALE_FOLDER / language
    previous = {
        part: read_catalogue(folder / f"{part}.po")
        for part in (*template_by_part, *(file.stem for file in folder.glob("*.po")))
    }
    translations = {
        message.key: message for catalogue in previous.values() for message in catalogue.messages if message.strings
    }
    plurals = next((catalogue.plurals for catalogue in previous.values() if catalogue.plurals), "") or find_plural_rule(
        language
    )
    for part, template in template_by_part.items():
        catalogue = replace(previous[part], language=language, plurals=plurals)
        write_catalogue(update_catalogue(catalogue, template, translations), folder / f"{part}.po")
    for part in previous.keys() - template_by_part.keys():
        (folder / f"{part}.po").unlink()


def find_plural_rule(language: str) -> str:
    """Return the rule for the plural forms of a language in gettext's notation."""
    plural_forms, rule = get_plural(language)
    return f"nplurals={plural_forms}; plural={rule};"


def main(arguments: list[str]) -> int:
    """Update templates and catalogues from the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py i18n", description="Gather all texts and update the translations.")
    parser.add_argument("new", nargs="*", metavar="LANGUAGE", help="the code of a language to begin, such as de")
    new_languages = parser.parse_args(arguments).new
    sys.path.insert(0, str(ROOT / "py"))
    if unknown_languages := [code for code in new_languages if not _has_plural_rule(code)]:
        parser.error(f"there is no language {unknown_languages[0]!r}: a code such as de or pt-BR is expected")
    template_by_part = extract_templates()
    for part in set(list_part_names()) - set(template_by_part):
        (LOCALE_FOLDER / f"{part}.pot").unlink()
    for part, template in template_by_part.items():
        write_catalogue(template, LOCALE_FOLDER / f"{part}.pot")
    for language in (*list_languages(), *(code for code in new_languages if code not in list_languages())):
        update_language(language, template_by_part)
        print(f"{language}: {_format_progress(language, template_by_part)}")
    return 0


def _has_plural_rule(code: str) -> bool:
    try:
        Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        return False
    return True


def _format_progress(language: str, parts: Iterable[str]) -> str:
    part_texts = []
    for part in parts:
        messages = read_catalogue(LOCALE_FOLDER / language / f"{part}.po").messages
        translated_count = sum(message.is_translated for message in messages)
        part_texts.append(f"{part} {translated_count} of {len(messages)}")
    return ", ".join(part_texts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
