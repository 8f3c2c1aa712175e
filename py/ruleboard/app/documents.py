"""The stored documents other than games and studies: settings, progress, and saved armies, boards and decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ruleboard.app.notices import PAGE_NOTICES, storage_full_notice
from ruleboard.app.shared import Shared
from ruleboard.app.storage.documents import DocumentStore
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.preferences import format_settings, parse_settings
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS
from ruleboard.app.storage.progress import format_progress, parse_progress
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS
from ruleboard.app.storage.setups import format_setups, is_readable, parse_setups
from ruleboard.engine.decoding import decode_object


@dataclass(frozen=True, slots=True)
class Document:
    """A kind of stored document.

    Attributes:
        notice: the name of the notice that the stored text is unreadable.
        is_readable: returns False for a damaged text.
        value: returns the document's value in the shared state.
        with_text: returns the shared state with the value parsed from a text.
        text: formats the value as text, with the unknown fields of the stored text that the new text replaces.
    """

    notice: str
    is_readable: Callable[[str], bool]
    value: Callable[[Shared], object]
    with_text: Callable[[Shared, str | None], Shared]
    text: Callable[[Shared, str | None], str]


def _is_object(text: str) -> bool:
    """Return True if a text is a JSON object."""
    return decode_object(text or "{}") is not None


DOCUMENTS: Mapping[str, Document] = {
    SETTINGS: Document(
        "unreadable-settings",
        _is_object,
        lambda shared: shared.settings,
        lambda shared, text: replace(shared, settings=parse_settings(text)),
        lambda shared, previous_text: format_settings(shared.settings, previous_text),
    ),
    PROGRESS: Document(
        "unreadable-progress",
        _is_object,
        lambda shared: shared.progress,
        lambda shared, text: replace(shared, progress=parse_progress(text)),
        lambda shared, previous_text: format_progress(shared.progress, previous_text),
    ),
    SETUPS: Document(
        "unreadable",
        is_readable,
        lambda shared: shared.setups,
        lambda shared, text: replace(shared, setups=parse_setups(text) or ()),
        lambda shared, previous_text: format_setups(shared.setups, previous_text),
    ),
}
"""The documents by key."""


def read_document(shared: Shared, key: str, store: DocumentStore) -> Shared:
    """Return the shared state with the stored document under a key.

    A damaged text is moved to the quarantine, and a notice reports it.
    """
    document, text = DOCUMENTS[key], store.read(key)
    if text and not document.is_readable(text):
        store.quarantine.add(key, text)
        shared = shared.with_notice(document.notice, PAGE_NOTICES[document.notice]())
        shared = replace(shared, unreadable=store.quarantine.texts)
    return document.with_text(shared, text)


def write_document(shared: Shared, key: str, store: DocumentStore) -> Shared:
    """Store the document under a key. If the store is full, the text stays in memory, and a notice reports it."""
    if store.write(key, DOCUMENTS[key].text(shared, store.page_text(key))):
        return shared
    return shared.with_notice("full", storage_full_notice())


def write_changed_documents(before: Shared, after: Shared, store: DocumentStore) -> Shared:
    """Store the documents that an update has changed, and other documents that the store has lost."""
    shared = after
    for key, document in DOCUMENTS.items():
        old_value, value = document.value(before), document.value(after)
        if value is not old_value and (value != old_value or not store.exists(key)):
            shared = write_document(shared, key, store)
    return shared
