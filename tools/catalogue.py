"""Read, write and compile the message catalogues in locale/.

This module uses only the standard library, because the build imports it. The catalogue of a language has parts: ``app``
for the messages of the engine, the app and the shell, and one part for each game. The browser gets one compiled file.
"""

from __future__ import annotations

import json
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import Formatter

from tools.setup import ROOT

sys.path.insert(0, str(ROOT / "py"))

from ruleboard.api.files import write_text

LOCALE_FOLDER = ROOT / "locale"
APP_PART = "app"
"""The part with all messages that do not belong to a game."""

Key = tuple[str, str]
"""The key of a message: its context (mostly empty) and its English text."""

_FIELD_LINE_PATTERN = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")', re.ASCII)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}


@dataclass(frozen=True, slots=True)
class Message:
    """A message in a catalogue, with its translation.

    Attributes:
        id: the English text, or its singular form.
        plural: the English plural form; may be empty.
        context: the gettext context that separates equal texts with different meanings; usually empty.
        strings: the translation, one text for each plural form; empty if untranslated.
        files: the paths of the source files that use the message.
        notes: notes by the translators.
        is_fuzzy: True if the translation comes from a similar text, so that a translator must check it first.
        is_obsolete: True if no source file uses the message any more.
    """

    id: str
    plural: str = ""
    context: str = ""
    strings: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_fuzzy: bool = False
    is_obsolete: bool = False

    @property
    def key(self) -> Key:
        """The context and the English text, which identify the message."""
        return self.context, self.id

    @property
    def is_translated(self) -> bool:
        """True if the message has a complete translation that is not fuzzy."""
        return bool(self.strings) and all(self.strings) and not self.is_fuzzy and not self.is_obsolete


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one part in one language, or a template without a language.

    Attributes:
        language: the code of the language; empty for a template.
        plurals: the rule for plural forms in gettext's notation; empty for a template.
        messages: the messages, sorted by key.
    """

    language: str = ""
    plurals: str = ""
    messages: tuple[Message, ...] = ()

    @property
    def form_count(self) -> int:
        """The number of plural forms in the language."""
        match = re.match(r"nplurals=(\d+);", self.plurals)
        return int(match[1]) if match else 2


def list_languages() -> tuple[str, ...]:
    """Return the codes of the languages with translations, sorted."""
    return tuple(sorted(folder.name for folder in LOCALE_FOLDER.iterdir() if folder.is_dir()))


def list_part_names(folder: Path = LOCALE_FOLDER) -> tuple[str, ...]:
    """Return the names of the catalogue parts: the app's part, then the parts of the games in alphabetical order."""
    return tuple(sorted((file.stem for file in folder.glob("*.pot")), key=lambda part: (part != APP_PART, part)))


# --- reading -------------------------------------------------------------------------------------------------------


def read_catalogue(file: Path) -> Catalogue:
    """Read a catalogue from a .po file. Return an empty catalogue if the file is missing."""
    if not file.exists():
        return Catalogue()
    blocks = re.split(r"\n[ \t]*\n", file.read_text(encoding="utf-8"))
    messages = [_parse_message(block.splitlines(), file) for block in blocks if block.strip()]
    header = next((message for message in messages if not message.id), Message(""))
    fields = dict(line.split(": ", 1) for line in "".join(header.strings).splitlines() if ": " in line)
    translations = tuple(message for message in messages if message.id)
    return Catalogue(fields.get("Language", ""), fields.get("Plural-Forms", ""), translations)


def _parse_message(lines: Sequence[str], file: Path) -> Message:
    fields: dict[str, str] = {}
    name = ""
    notes, files, flags = [], [], ""
    is_obsolete = False
    for line in lines:
        if line.startswith("#~"):
            is_obsolete, line = True, line[2:].strip()
        if line.startswith("#:"):
            files += line[2:].split()
        elif line.startswith("#,"):
            flags += line[2:]
        elif line.startswith(("#|", "#.")):
            continue
        elif line.startswith("#"):
            notes.append(line[1:].strip())
        elif field := _FIELD_LINE_PATTERN.fullmatch(line.strip()):
            name = field[1] or name
            fields[name] = fields.get(name, "") + _unquote(field[2])
        elif line.strip():
            raise ValueError(f"{file.name}: this is not a line of a catalogue: {line[:80]}")
    forms = [fields[f"msgstr[{form}]"] for form in range(6) if f"msgstr[{form}]" in fields]
    strings = tuple(forms or ([fields["msgstr"]] if "msgstr" in fields else []))
    return Message(
        fields.get("msgid", ""),
        fields.get("msgid_plural", ""),
        fields.get("msgctxt", ""),
        strings if any(strings) else (),
        tuple(files),
        tuple(notes),
        "fuzzy" in flags,
        is_obsolete,
    )


def _unquote(text: str) -> str:
    return re.sub(r"\\.", lambda match: _UNESCAPES.get(match[0], match[0][1:]), text[1:-1])


# --- writing -------------------------------------------------------------------------------------------------------


def write_catalogue(catalogue: Catalogue, file: Path) -> None:
    """Write a sorted catalogue, without dates and line numbers so that version control shows only real changes."""
    header_lines = ["Content-Type: text/plain; charset=UTF-8"]
    if catalogue.language:
        header_lines += [f"Language: {catalogue.language}", f"Plural-Forms: {catalogue.plurals}"]
    blocks = ["\n".join(['msgid ""', 'msgstr ""', *(_quote(f"{line}\n") for line in header_lines)])]
    blocks += [
        _format_block(message, catalogue)
        for message in sorted(catalogue.messages, key=lambda message: message.key[::-1])
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, "\n\n".join(blocks) + "\n")


def _format_block(message: Message, catalogue: Catalogue) -> str:
    lines = [f"# {note}".rstrip() for note in message.notes]
    lines += [f"#: {file}" for file in message.files]
    lines += ["#, fuzzy"] if message.is_fuzzy else []
    lines += _format_field("msgctxt", message.context) if message.context else []
    lines += _format_field("msgid", message.id)
    if message.plural:
        lines += _format_field("msgid_plural", message.plural)
        for form in range(catalogue.form_count):
            lines += _format_field(f"msgstr[{form}]", message.strings[form] if form < len(message.strings) else "")
    else:
        lines += _format_field("msgstr", message.strings[0] if message.strings else "")
    return "\n".join(lines)


def _format_field(name: str, text: str) -> list[str]:
    if "\n" not in text.rstrip("\n"):
        return [f"{name} {_quote(text)}"]
    return [f'{name} ""', *(_quote(line) for line in text.splitlines(keepends=True))]


def _quote(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


# --- one language as the browser loads it --------------------------------------------------------------------------


def read_language_messages(language: str) -> Mapping[Key, Message]:
    """Return the usable messages of all parts of a language, by key."""
    catalogues = [read_catalogue(LOCALE_FOLDER / language / f"{part}.po") for part in reversed(list_part_names())]
    return {message.key: message for catalogue in catalogues for message in catalogue.messages if message.is_translated}


def compile_language(language: str) -> bytes:
    """Return the content of the .mo file of a language, as Python's gettext expects it."""
    plurals = read_catalogue(LOCALE_FOLDER / language / f"{APP_PART}.po").plurals
    head = f"Content-Type: text/plain; charset=UTF-8\nLanguage: {language}\nPlural-Forms: {plurals}\n"
    texts = {"": head}
    for message in read_language_messages(language).values():
        key = f"{message.context}\4{message.id}" if message.context else message.id
        texts[f"{key}\0{message.plural}" if message.plural else key] = "\0".join(message.strings)
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    return _format_mo_content(pairs)


def _format_mo_content(pairs: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Return the content of a .mo file: a header, the offsets of the keys and texts, then the keys and texts."""
    count = len(pairs)
    tables_offset = 28
    data = b""
    offsets: list[int] = []
    for column in (0, 1):
        for pair in pairs:
            offsets += [len(pair[column]), tables_offset + 16 * count + len(data)]
            data += pair[column] + b"\0"
    head = struct.pack(
        "<7I", 0x950412DE, 0, count, tables_offset, tables_offset + 8 * count, 0, tables_offset + 16 * count
    )
    return head + struct.pack(f"<{len(offsets)}I", *offsets) + data


def find_script_messages(text: str) -> tuple[str, ...]:
    """Return the messages that a script looks up with ``_("…")``."""
    return tuple(json.loads(literal) for literal in re.findall(r'\b_\(\s*("(?:[^"\\]|\\.)*")', text))


# --- checks of a translation ---------------------------------------------------------------------------------------


def iter_translation_faults(catalogue: Catalogue, template: Catalogue) -> Iterator[str]:
    """Yield a sentence about each error in the translation of one part."""
    required_messages = {message.key: message for message in template.messages}
    translations = {message.key: message for message in catalogue.messages}
    if not catalogue.plurals:
        yield "the rule of the plural forms is missing"
    for key, message in translations.items():
        if message.is_obsolete or key not in required_messages:
            yield f"no source has this any more: {message.id!r}"
        elif message.is_fuzzy:
            yield f"a translator has to check this translation: {message.id!r}"
    for key, message in required_messages.items():
        if key not in translations or not translations[key].strings:
            yield f"not translated: {message.id!r}"
        else:
            yield from _find_message_faults(replace(message, strings=translations[key].strings), catalogue.form_count)


def _find_message_faults(message: Message, form_count: int) -> Iterator[str]:
    english_texts = (message.id, message.plural) if message.plural else (message.id,)
    if len(message.strings) != (form_count if message.plural else 1) or not all(message.strings):
        yield f"not all plural forms are translated: {message.id!r}"
        return
    for text in message.strings:
        if find_placeholders(text) not in [find_placeholders(english_text) for english_text in english_texts]:
            yield f"the placeholders of {message.id!r} are not those of {text!r}"
        if _find_surrounding_blanks(text) != _find_surrounding_blanks(message.id):
            yield f"{text!r} does not begin or end with the same space as {message.id!r}"


def find_placeholders(text: str) -> frozenset[str] | None:
    """Return the names of the placeholders in a text, or None if the text is malformed."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def _find_surrounding_blanks(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def merge_messages(messages: Iterable[Message]) -> dict[Key, Message]:
    """Return messages by key. Messages with the same key become one message with all their files."""
    messages_by_key: dict[Key, Message] = {}
    for message in messages:
        entry = messages_by_key.get(message.key, message)
        files = tuple(dict.fromkeys((*entry.files, *message.files)))
        messages_by_key[message.key] = replace(entry, plural=entry.plural or message.plural, files=files)
    return messages_by_key
