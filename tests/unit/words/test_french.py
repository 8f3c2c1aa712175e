"""Test the French texts: their typography, and the same French words for each term of a game (docs/languages.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tools.catalogue import LOCALE_FOLDER, Message, list_part_names, read_catalogue
from tools.setup import ROOT

NO_BREAK_SPACE, NARROW_SPACE = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
NAMES = ("Tensor: A Game of Equilibrium", '[1,"I"]')
"""Texts with English typography: the title of a game and a piece of notation."""

FAULT_PATTERNS = {
    "a straight apostrophe": r"'",
    "straight quotes": '"',
    "three full stops": r"\.\.\.",
    "no no-break space before a colon": rf"[^{NO_BREAK_SPACE}]:(?=\s|$)",
    "no narrow no-break space before ; ! ?": rf"(?<!«{NO_BREAK_SPACE})(?<!{NARROW_SPACE})[;!?]",
    "no no-break space within guillemets": rf"«(?!{NO_BREAK_SPACE})|(?<!{NO_BREAK_SPACE})»",
    "no no-break space before a unit": rf"[\d}}][ {NARROW_SPACE}](?:%|(?:mm|cm|Mo)\b)",
    "two spaces": r"[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]{2}",
    "the reader addressed as « tu »": r"(?i)\b(?:tu|toi|ton|tes)\b",
}
MARKUP_SIGNS = {"bold": "**", "a cell": "|", "code": "`"}
SENTENCE_ENDS = ".:!?…"


def iter_faults(message: Message) -> Iterator[str]:
    """Yield a short description of each typography fault in a translation."""
    for text in message.strings:
        remaining_text = text
        for name in NAMES:
            remaining_text = remaining_text.replace(name, "")
        yield from (name for name, pattern in FAULT_PATTERNS.items() if re.search(pattern, remaining_text))
        for name, mark in MARKUP_SIGNS.items():
            if text.count(mark) != message.id.count(mark):
                yield f"{name} lost or added"
        if (message.id[-1] in SENTENCE_ENDS) != (text[-1] in SENTENCE_ENDS):
            yield "an end of a sentence lost or added"


@pytest.mark.parametrize("part", list_part_names())
def test_french_typography_is_correct(part: str) -> None:
    all_faults = [
        f"{fault}: {message.strings}"
        for message in read_catalogue(LOCALE_FOLDER / "fr" / f"{part}.po").messages
        for fault in iter_faults(message)
    ]
    assert not all_faults, f"locale/fr/{part}.po: " + "; ".join(all_faults[:10])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("L'image.", "a straight apostrophe"),
        ('Dire "non".', "straight quotes"),
        ("Et puis....", "three full stops"),
        ("Voici : deux.", "no no-break space before a colon"),
        ("Voici: deux.", "no no-break space before a colon"),
        ("Un ; deux.", "no narrow no-break space before ; ! ?"),
        (f"Un{NO_BREAK_SPACE}; deux.", "no narrow no-break space before ; ! ?"),
        (f"Un ?{NO_BREAK_SPACE}.", "no narrow no-break space before ; ! ?"),
        ("Dire « non ».", "no no-break space within guillemets"),
        ("Elle mesure {n} cm.", "no no-break space before a unit"),
        (f"À {{n}}{NARROW_SPACE}%.", "no no-break space before a unit"),
        ("Une  case.", "two spaces"),
        ("Touche ton pion.", "the reader addressed as « tu »"),
        ("Une **case.", "bold lost or added"),
        ("Une | case.", "a cell lost or added"),
        ("Une case", "an end of a sentence lost or added"),
    ],
)
def test_check_finds_each_typography_fault(text: str, fault: str) -> None:
    assert fault in list(iter_faults(Message("A text.", strings=(text,))))


def test_good_french_passes() -> None:
    good_text = (
        f"L’**une**{NO_BREAK_SPACE}: «{NO_BREAK_SPACE}non{NO_BREAK_SPACE}» ou «{NO_BREAK_SPACE}?{NO_BREAK_SPACE}»"
        f"{NARROW_SPACE}; 5{NO_BREAK_SPACE}cm, 3 cases… et a1:b2."
    )
    assert not list(iter_faults(Message("The **one**: no or ?; 5 cm, 3 squares … and a1:b2.", strings=(good_text,))))


# --- the glossary --------------------------------------------------------------------------------------------------


def iter_glossary_rows() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the rows of the glossary: a game or ``all``, an English term, and its French translations."""
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    for part, english, french in re.findall(r"^\| ([a-z-]+) \| (.+?) \| (.+?) \|$", page, re.MULTILINE):
        for term in english.split(", "):
            yield part, term, tuple(french.split(", "))


def has_term(term: str, text: str) -> bool:
    """Return True if an English text contains a term.

    A capitalised term does not match the first word of a sentence.
    """
    before, flags = (r"(?<=[a-z,|] )", 0) if term[0].isupper() else (r"(?<![\w>{])", re.IGNORECASE)
    return bool(re.search(rf"{before}{re.escape(term)}(?:s|es)?(?![\w:}}])", text.replace("**", ""), flags))


def has_translation(french: tuple[str, ...], text: str) -> bool:
    """Return True if a French text contains one of the French terms, with any ending."""
    patterns = (r"\w*\s+".join(re.escape(word) for word in term.split()) for term in french)
    return any(re.search(rf"\b{pattern}", text, re.IGNORECASE) for pattern in patterns)


ROWS = list(iter_glossary_rows())


def test_glossary_covers_every_catalogue() -> None:
    assert {part for part, _english, _french in ROWS} >= {"all", *list_part_names()} - {"app"}


@pytest.mark.parametrize(
    ("part", "english", "french"), ROWS, ids=[f"{part} {english}" for part, english, _french in ROWS]
)
def test_term_has_one_translation_everywhere(part: str, english: str, french: tuple[str, ...]) -> None:
    files = [LOCALE_FOLDER / "fr" / f"{name}.po" for name in (list_part_names() if part == "all" else [part])]
    matching_messages = [
        message for file in files for message in read_catalogue(file).messages if has_term(english, message.id)
    ]
    assert matching_messages, f"no text speaks of {english}: its row in docs/languages.md is in vain"
    mistranslated_messages = [
        message.id
        for message in matching_messages
        if not all(has_translation(french, text) for text in message.strings)
    ]
    assert not mistranslated_messages, f"{english} is not {' or '.join(french)} in: " + "; ".join(
        mistranslated_messages[:5]
    )


def test_terms_match_whole_words() -> None:
    assert has_term("tile", "Two tiles.")
    assert has_term("Move", "After its Move it stays.")
    assert not has_term("Move", "Move a triangle.")
    assert not has_term("swap", "such as swap:b4>c5")
    assert not has_term("row", "{row} and arrows")
    assert has_translation(("carte Tensor",), "Les cartes Tensor.")
    assert has_translation(("échang",), "Elles sont échangées.")
    assert not has_translation(("case",), "Un encas.")
