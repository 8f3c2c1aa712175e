"""Test the store that keeps texts in memory, for browsers without storage."""

from __future__ import annotations

from ruleboard.app.storage.store import MemoryStore


def test_memory_store_follows_storage_contract() -> None:
    store = MemoryStore()
    store.set("a", "1")
    store.set("a", "2")
    store.set("b", "")
    store.remove("gone")
    assert (store.get("a"), store.get("b"), store.get("c")) == ("2", "", None)
    for key in store:
        store.remove(key)
    assert list(store) == []
    assert not store.is_durable
