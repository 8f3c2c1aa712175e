"""Reading, writing and compiling of the message catalogues under locale/.

Standard library only: the build needs it. A language's catalogue is split into parts: ``app`` holds the messages of the
engine, the app and the shell, and every game has a part of its own. For the browser they are compiled into one file.
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

LOCALE = ROOT / "locale"
APP = "app"
"""The part of all messages that belong to no game."""

Key = tuple[str, str]
"""The key of a message: its context (mostly empty) and its English text."""

_FIELD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*(".*")', re.ASCII)
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_LONG = {short: char for char, short in _SHORT.items()}


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a catalogue.

    Attributes:
        id: the English text, or its singular.
        plural: the English plural, or empty.
        context: the context that tells it from the same text with another meaning; mostly empty.
        strings: the translation, one for each plural form if there is a plural; empty if untranslated.
        files: the paths of the sources that use it.
        notes: notes of the translators.
        fuzzy: True if the translation comes from a similar text; it is not used until a translator has checked it.
        obsolete: True if no source has it any more.
    """

    id: str
    plural: str = ""
    context: str = ""
    strings: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fuzzy: bool = False
    obsolete: bool = False

    @property
    def key(self) -> Key:
        """The key of the message."""
        return self.context, self.id

    @property
    def translated(self) -> bool:
        """True if there is a complete translation that may be used."""
        return bool(self.strings) and all(self.strings) and not self.fuzzy and not self.obsolete


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The messages of one part in one language, or a template without a language.

    Attributes:
        language: the code of the language; empty for a template.
        plurals: the rule of its plural forms in gettext's notation; empty for a template.
        messages: the messages, sorted.
    """

    language: str = ""
    plurals: str = ""
    messages: tuple[Message, ...] = ()

    @property
    def forms(self) -> int:
        """The number of plural forms of the language."""
        match = re.match(r"nplurals=(\d+);", self.plurals)
        return int(match[1]) if match else 2


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have translations."""
    return tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))


def parts(folder: Path = LOCALE) -> tuple[str, ...]:
    """Return the names of the parts: the app's first, then the games' in alphabetical order."""
    return tuple(sorted((file.stem for file in folder.glob("*.pot")), key=lambda part: (part != APP, part)))


# --- reading -------------------------------------------------------------------------------------------------------


def read(file: Path) -> Catalogue:
    """Return the catalogue of a file; an empty one if there is no such file."""
    if not file.exists():
        return Catalogue()
    blocks = re.split(r"\n[ \t]*\n", file.read_text(encoding="utf-8"))
    messages = [_message(block.splitlines(), file) for block in blocks if block.strip()]
    header = next((message for message in messages if not message.id), Message(""))
    fields = dict(line.split(": ", 1) for line in "".join(header.strings).splitlines() if ": " in line)
    translations = tuple(message for message in messages if message.id)
    return Catalogue(fields.get("Language", ""), fields.get("Plural-Forms", ""), translations)


def _message(lines: Sequence[str], file: Path) -> Message:
    fields: dict[str, str] = {}
    name = ""
    notes, files, flags = [], [], ""
    obsolete = False
    for line in lines:
        if line.startswith("#~"):
            obsolete, line = True, line[2:].strip()
        if line.startswith("#:"):
            files += line[2:].split()
        elif line.startswith("#,"):
            flags += line[2:]
        elif line.startswith(("#|", "#.")):
            continue
        elif line.startswith("#"):
            notes.append(line[1:].strip())
        elif field := _FIELD.fullmatch(line.strip()):
            name = field[1] or name
            fields[name] = fields.get(name, "") + _unquoted(field[2])
        elif line.strip():
            raise ValueError(f"{file.name}: this is no line of a catalogue: {line[:80]}")
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
        obsolete,
    )


def _unquoted(text: str) -> str:
    return re.sub(r"\\.", lambda match: _LONG.get(match[0], match[0][1:]), text[1:-1])


# --- writing -------------------------------------------------------------------------------------------------------


def write(catalogue: Catalogue, file: Path) -> None:
    """Write a catalogue: sorted, without dates and line numbers, so that only what has changed differs."""
    head = ["Content-Type: text/plain; charset=UTF-8"]
    if catalogue.language:
        head += [f"Language: {catalogue.language}", f"Plural-Forms: {catalogue.plurals}"]
    blocks = ["\n".join(['msgid ""', 'msgstr ""', *(_quoted(f"{line}\n") for line in head)])]
    blocks += [_block(message, catalogue) for message in sorted(catalogue.messages, key=lambda one: one.key[::-1])]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, "\n\n".join(blocks) + "\n")


def _block(message: Message, catalogue: Catalogue) -> str:
    lines = [f"# {note}".rstrip() for note in message.notes]
    lines += [f"#: {file}" for file in message.files]
    lines += ["#, fuzzy"] if message.fuzzy else []
    lines += _field("msgctxt", message.context) if message.context else []
    lines += _field("msgid", message.id)
    if message.plural:
        lines += _field("msgid_plural", message.plural)
        for form in range(catalogue.forms):
            lines += _field(f"msgstr[{form}]", message.strings[form] if form < len(message.strings) else "")
    else:
        lines += _field("msgstr", message.strings[0] if message.strings else "")
    return "\n".join(lines)


def _field(name: str, text: str) -> list[str]:
    if "\n" not in text.rstrip("\n"):
        return [f"{name} {_quoted(text)}"]
    return [f'{name} ""', *(_quoted(line) for line in text.splitlines(keepends=True))]


def _quoted(text: str) -> str:
    return '"' + "".join(_SHORT.get(char, char) for char in text) + '"'


# --- one language as the browser loads it --------------------------------------------------------------------------


def whole(language: str) -> Mapping[Key, Message]:
    """Return the translated messages of all parts of a language, by key."""
    catalogues = [read(LOCALE / language / f"{part}.po") for part in reversed(parts())]
    return {message.key: message for catalogue in catalogues for message in catalogue.messages if message.translated}


def compiled(language: str) -> bytes:
    """Return the catalogue of a language as a .mo file, which Python's gettext reads."""
    plurals = read(LOCALE / language / f"{APP}.po").plurals
    head = f"Content-Type: text/plain; charset=UTF-8\nLanguage: {language}\nPlural-Forms: {plurals}\n"
    texts = {"": head}
    for message in whole(language).values():
        key = f"{message.context}\4{message.id}" if message.context else message.id
        texts[f"{key}\0{message.plural}" if message.plural else key] = "\0".join(message.strings)
    pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
    return _packed(pairs)


def _packed(pairs: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Return the bytes of a .mo file: a header, the tables of the keys' and the texts' offsets, then all of them."""
    count = len(pairs)
    tables = 28
    data = b""
    offsets: list[int] = []
    for column in (0, 1):
        for pair in pairs:
            offsets += [len(pair[column]), tables + 16 * count + len(data)]
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, tables, tables + 8 * count, 0, tables + 16 * count)
    return head + struct.pack(f"<{len(offsets)}I", *offsets) + data


def script_messages(text: str) -> tuple[str, ...]:
    """Return the messages of a script of the app, which looks them up by ``_("…")``."""
    return tuple(json.loads(literal) for literal in re.findall(r'\b_\(\s*("(?:[^"\\]|\\.)*")', text))


# --- checks of a translation ---------------------------------------------------------------------------------------


def problems(catalogue: Catalogue, template: Catalogue) -> Iterator[str]:
    """Yield the faults of a part's translation, as sentences."""
    required = {message.key: message for message in template.messages}
    translations = {message.key: message for message in catalogue.messages}
    if not catalogue.plurals:
        yield "the rule of the plural forms is missing"
    for key, message in translations.items():
        if message.obsolete or key not in required:
            yield f"no source has this any more: {message.id!r}"
        elif message.fuzzy:
            yield f"somebody has to look at this translation: {message.id!r}"
    for key, message in required.items():
        if key not in translations or not translations[key].strings:
            yield f"not translated: {message.id!r}"
        else:
            yield from _faults(replace(message, strings=translations[key].strings), catalogue.forms)


def _faults(message: Message, forms: int) -> Iterator[str]:
    english = (message.id, message.plural) if message.plural else (message.id,)
    if len(message.strings) != (forms if message.plural else 1) or not all(message.strings):
        yield f"not all plural forms are translated: {message.id!r}"
        return
    for text in message.strings:
        if placeholders(text) not in [placeholders(one) for one in english]:
            yield f"the placeholders of {message.id!r} are not those of {text!r}"
        if _edges(text) != _edges(message.id):
            yield f"{text!r} does not begin or end with the same space as {message.id!r}"


def placeholders(text: str) -> frozenset[str] | None:
    """Return the names of a text's placeholders; None if they are malformed."""
    try:
        return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)
    except ValueError:
        return None


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def merged(messages: Iterable[Message]) -> dict[Key, Message]:
    """Return messages by key; the files of messages with the same key are joined."""
    by_key: dict[Key, Message] = {}
    for message in messages:
        entry = by_key.get(message.key, message)
        files = tuple(dict.fromkeys((*entry.files, *message.files)))
        by_key[message.key] = replace(entry, plural=entry.plural or message.plural, files=files)
    return by_key
