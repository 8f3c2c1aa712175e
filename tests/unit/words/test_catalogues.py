"""Test the catalogues of texts: they contain all texts of the sources, are valid, and can be loaded by gettext."""

from __future__ import annotations

import ast
import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from ruleboard.app.languages import LANGUAGES
from tests.support.catalogues import load_translations as compiled_translations
from tools.catalogue import (
    APP_PART,
    LOCALE_FOLDER,
    Catalogue,
    Message,
    find_placeholders,
    iter_translation_faults,
    list_languages,
    list_part_names,
    read_catalogue,
    write_catalogue,
)
from tools.i18n import PACKAGE, extract_templates, iter_file_messages, update_catalogue


def test_templates_match_sources() -> None:
    current_templates = extract_templates()
    assert set(current_templates) == set(list_part_names())
    for part, template in current_templates.items():
        stored_templates = {
            (message.key, message.plural, message.files)
            for message in read_catalogue(LOCALE_FOLDER / f"{part}.pot").messages
        }
        assert {(message.key, message.plural, message.files) for message in template.messages} == stored_templates, (
            f"locale/{part}.pot is not what the sources give: please run `python3 dev.py i18n`"
        )


def test_every_source_text_is_in_templates() -> None:
    """The templates contain every text in the sources. The extractor can overlook texts in f-strings."""
    ids = {
        message.id for part in list_part_names() for message in read_catalogue(LOCALE_FOLDER / f"{part}.pot").messages
    }
    for file in PACKAGE.rglob("*.py"):
        calls = (node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call))
        for call in calls:
            match call:
                case ast.Call(func=ast.Name("_"), args=[ast.Constant(str(text))]):
                    assert text in ids, f"{file.name}, line {call.lineno}: {text}"


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("part", list_part_names())
def test_every_translation_is_complete_and_valid(language: str, part: str) -> None:
    faults = list(
        iter_translation_faults(
            read_catalogue(LOCALE_FOLDER / language / f"{part}.po"), read_catalogue(LOCALE_FOLDER / f"{part}.pot")
        )
    )
    assert not faults, f"locale/{language}/{part}.po: " + "; ".join(faults[:10])


def test_app_offers_all_available_languages() -> None:
    assert set(LANGUAGES) == {"en", *list_languages()}


@pytest.mark.parametrize("language", list_languages())
def test_gettext_loads_compiled_catalogues(language: str) -> None:
    translations = compiled_translations(language)
    for part in list_part_names():
        for message in read_catalogue(LOCALE_FOLDER / language / f"{part}.po").messages:
            if message.is_translated and not message.plural and not message.context:
                assert translations.gettext(message.id) == message.strings[0]
            if message.is_translated and message.context:
                assert translations.pgettext(message.context, message.id) == message.strings[0]
            if message.is_translated and message.plural:
                assert translations.ngettext(message.id, message.plural, 1) == message.strings[0]
                assert translations.ngettext(message.id, message.plural, 2) == message.strings[-1]


@pytest.mark.parametrize("language", list_languages())
def test_babel_parses_catalogues_equally(language: str) -> None:
    for part in list_part_names():
        file = LOCALE_FOLDER / language / f"{part}.po"
        parsed_by_babel = {
            (message.context or "", message.id): message
            for message in read_po(io.BytesIO(file.read_bytes()))
            if message.id
        }
        for message in read_catalogue(file).messages:
            parsed_strings = parsed_by_babel[
                message.context, (message.id, message.plural) if message.plural else message.id
            ]
            strings = (
                parsed_strings.string if isinstance(parsed_strings.string, (tuple, list)) else (parsed_strings.string,)
            )
            assert (message.strings or ("",) * len(strings)) == tuple(strings)


def test_catalogue_round_trips(tmp_path: Path) -> None:
    quoted_message = Message('Say "no"\\', strings=("Dire « non »\\",), files=("a.py", "b.py"), notes=("a note",))
    fuzzy_message = Message("one\n\ttwo\n", strings=("un\n\tdeux\n",), is_fuzzy=True)
    plural_message = Message("{n} square", "{n} squares", strings=("{n} case", "{n} cases"))
    context_message = Message("Light", context="weight", strings=("Léger",))
    before = Catalogue(
        "fr", "nplurals=2; plural=(n > 1);", (quoted_message, fuzzy_message, plural_message, context_message)
    )
    write_catalogue(before, tmp_path / "a.po")
    after = read_catalogue(tmp_path / "a.po")
    assert (after.language, after.plurals, after.form_count) == ("fr", "nplurals=2; plural=(n > 1);", 2)
    assert set(after.messages) == set(before.messages)


def test_check_finds_translation_errors() -> None:
    template = Catalogue(
        messages=(
            Message("Missing"),
            Message("To {where}"),
            Message(" spaced"),
            Message("{n} square", "{n} squares"),
            Message("Looked at"),
            Message("Good {x}"),
        )
    )
    translation = Catalogue(
        "fr",
        "nplurals=2; plural=(n > 1);",
        (
            Message("To {where}", strings=("Vers {ou}",)),
            Message(" spaced", strings=("sans espace",)),
            Message("{n} square", "{n} squares", strings=("{n} case", "")),
            Message("Looked at", strings=("Peut-être",), is_fuzzy=True),
            Message("Good {x}", strings=("Bon {x}",)),
            Message("Gone", strings=("Parti",)),
        ),
    )
    faults = list(iter_translation_faults(translation, template))
    expected = ("no source", "check this", "not translated: 'Missing'", "placeholders", "same space", "plural forms")
    for part in expected:
        assert sum(part in problem for problem in faults) == 1, (part, faults)
    assert len(faults) == len(expected)


def test_similar_translation_becomes_fuzzy() -> None:
    template = Catalogue(messages=(Message("Take the stone back"), Message("Moved here"), Message("Stays")))
    before = Catalogue(
        "fr",
        "nplurals=2; plural=(n > 1);",
        (Message("Take the stones back", strings=("Reprendre",)), Message("Stays", strings=("Reste",), notes=("ok",))),
    )
    after = {
        message.id: message
        for message in update_catalogue(before, template, {("", "Moved here"): Message("", strings=("Ici",))}).messages
    }
    assert after["Take the stone back"].is_fuzzy
    assert not after["Take the stone back"].is_translated
    assert after["Moved here"].strings == ("Ici",)
    assert after["Stays"].notes == ("ok",)
    assert after["Stays"].is_translated


def test_data_file_texts_are_extracted(tmp_path: Path) -> None:
    file = tmp_path / "lessons.toml"
    file.write_text(
        'format = "x"\n[[lesson]]\nid = "first"\ntitle = "First steps"\n'
        '[[lesson.step]]\nposition = "g1 r7"\ntext = "One,\\nand on.\\n\\nTwo."\ntask = { ask = "There?" }\n'
    )
    assert [message.id for message in iter_file_messages(file)] == ["First steps", "One, and on.", "Two.", "There?"]


def test_script_and_python_texts_are_extracted(tmp_path: Path) -> None:
    (tmp_path / "a.mjs").write_text('say(_("Loading: {loaded} MB."));\n')
    (tmp_path / "a.py").write_text(
        'X = N_("Data")\n_("Text")\nngettext("{n} a", "{n} b", 2)\npgettext("c", "Text")\nNP_("d", "Text")\n'
    )
    assert [message.id for message in iter_file_messages(tmp_path / "a.mjs")] == ["Loading: {loaded} MB."]
    extracted_keys = [
        (message.context, message.id, message.plural) for message in iter_file_messages(tmp_path / "a.py")
    ]
    assert extracted_keys == [
        ("", "Data", ""),
        ("", "Text", ""),
        ("", "{n} a", "{n} b"),
        ("c", "Text", ""),
        ("d", "Text", ""),
    ]


def test_malformed_text_has_no_placeholders() -> None:
    assert find_placeholders("{a} and {b}") == {"a", "b"}
    assert find_placeholders("{a") is None
    assert list_part_names()[0] == APP_PART


@pytest.mark.parametrize("part", list_part_names())
def test_texts_never_call_targets_lit(part: str) -> None:
    """No text says that targets are lit, since texts must make sense to people who cannot see the board."""
    english = [
        message.id
        for message in read_catalogue(LOCALE_FOLDER / f"{part}.pot").messages
        if re.search(r"\b(?:un)?lit\b|\bglow", message.id)
    ]
    french = [
        text
        for message in read_catalogue(LOCALE_FOLDER / "fr" / f"{part}.po").messages
        for text in message.strings
        if "éclairé" in text
    ]
    assert not english + french
