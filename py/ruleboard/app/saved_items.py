"""Saved games, studies, armies, boards and decks: functions that list and delete them, with an offer to undo."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app import notices
from ruleboard.app.context import Services
from ruleboard.app.documents import DOCUMENTS, write_document
from ruleboard.app.message_names import AppMessage
from ruleboard.app.notices import Notice
from ruleboard.app.shared import DeletedGameOrStudy, DeletedItem, DeletedSetups, DeletedUnreadable, Shared
from ruleboard.app.storage import quarantine
from ruleboard.app.storage.setups import STORAGE_KEY as SETUPS
from ruleboard.app.storage.setups import format_setups, with_unique_names, without_setup
from ruleboard.app.storage.store import StoreFull
from ruleboard.i18n import _


def with_lists(shared: Shared, services: Services) -> Shared:
    """Return the shared state with the current lists of stored games, studies and quarantined texts."""
    return replace(
        shared,
        entries=tuple(services.games.entries()),
        studies=services.studies.entries(),
        unreadable=services.documents.quarantine.texts,
    )


def retry_saving(shared: Shared, services: Services) -> Shared:
    """Try again to save the texts for which the store had no room, and return the shared state."""
    if all((services.games.retry(), services.studies.retry(), services.documents.retry())):
        return shared.without_notice("full")
    return shared


# --- deleting -----------------------------------------------------------------------------------------------------


def with_undo_offer(shared: Shared, key: str, title: str, item: DeletedItem) -> Shared:
    """Return the shared state with a notice that offers to restore a deleted item.

    Args:
        shared: the shared state.
        key: a key that is unique among all items that a person can delete.
        title: the displayed title of the item.
        item: the item.
    """
    name = f"deleted-{key}"
    text = _("Deleted “{name}”. You can undo this until you go to another page.").format(name=title)
    notice = Notice(text, "undo", AppMessage.UNDELETE, _("Undo"))
    return replace(shared.with_notice(name, notice), deleted_items={**shared.deleted_items, name: item})


def without_undo_offers(shared: Shared) -> Shared:
    """Return the shared state without offers to restore deleted items, which would cover the next page."""
    return replace(shared.without_notice(*shared.deleted_items), deleted_items={})


def undelete(shared: Shared, name: str, services: Services) -> Shared:
    """Restore a deleted item, given the name of the notice that offers to restore it.

    If the store has no room, the offer stays. A game or a study is kept in memory in that case.
    """
    item = shared.deleted_items.get(name)
    match item:
        case None:
            return shared
        case DeletedUnreadable():
            is_restored = services.documents.quarantine.restore(item.key, item.text)
            shared = replace(shared, unreadable=services.documents.quarantine.texts)
            if not is_restored:
                return shared.with_notice("full", notices.storage_full_notice())
        case DeletedSetups():
            shared = _restore_setups(shared, item, services)
        case DeletedGameOrStudy():
            shared = _restore_text(shared, item, services)
    remaining_items = {key: deleted_item for key, deleted_item in shared.deleted_items.items() if key != name}
    return replace(shared.without_notice(name), deleted_items=remaining_items)


def _restore_setups(shared: Shared, item: DeletedSetups, services: Services) -> Shared:
    """Restore armies, boards or decks, with the unknown fields of their stored text."""
    setups = with_unique_names((*shared.setups, *item.setups))
    text = format_setups(setups, services.documents.page_text(SETUPS), item.text)
    restored_state = replace(shared, setups=setups)
    return (
        restored_state
        if services.documents.write(SETUPS, text)
        else restored_state.with_notice("full", notices.storage_full_notice())
    )


def _restore_text(shared: Shared, item: DeletedGameOrStudy, services: Services) -> Shared:
    """Restore a game or a study."""
    store = services.studies if item.is_study else services.games
    try:
        store.restore(item.id, item.text)
    except StoreFull:
        shared = shared.with_notice("full", notices.storage_full_notice())
    return with_lists(shared, services)


def delete_setup(shared: Shared, game: str, name: str, services: Services) -> Shared:
    """Delete a game's saved army, board or deck by its name, and offer to undo the deletion."""
    deleted_setups = tuple(setup for setup in shared.setups if (setup.game, setup.name) == (game, name))
    if not deleted_setups:
        return shared
    item = DeletedSetups(deleted_setups, services.documents.page_text(SETUPS))
    remaining_items = replace(shared, setups=without_setup(shared.setups, game, name))
    return with_undo_offer(remaining_items, f"{game}-{name}", name, item)


def delete_unreadable(shared: Shared, key: str, services: Services) -> Shared:
    """Delete a text from the quarantine by its key, and offer to undo the deletion.

    If the same text is also stored under its original key, its readable part replaces it there.
    """
    documents = services.documents
    text, original_key = documents.quarantine.texts.get(key), quarantine.original_key(key)
    if text is None:  # another tab has deleted it
        return replace(shared, unreadable=documents.quarantine.texts)
    documents.quarantine.remove(key)
    if original_key in DOCUMENTS and documents.read(original_key) == text:
        shared = write_document(shared, original_key, documents)
    shared = replace(shared, unreadable=documents.quarantine.texts)
    if not any(quarantine.original_key(other_key) == original_key for other_key in shared.unreadable):
        document = DOCUMENTS.get(original_key)
        shared = shared.without_notice(document.notice) if document else shared
    shared = with_undo_offer(shared, key, quarantine.original_title(key), DeletedUnreadable(key, text))
    return retry_saving(shared, services)
