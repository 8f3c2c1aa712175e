"""Test durable texts: they never overwrite unread texts, and wait if the storage has no room for them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.app.storage.documents import DocumentStore
from ruleboard.app.storage.durable import Conflict, DurableTexts
from ruleboard.app.storage.store import MemoryStore, StoreFull


class LimitedStore(MemoryStore):
    """A store that refuses texts longer than a limit."""

    def __init__(self, **texts: str) -> None:
        super().__init__()
        self._texts.update(texts)
        self.room = 1000

    def set(self, key: str, text: str) -> None:
        if len(text) > self.room:
            raise StoreFull
        super().set(key, text)


def open_page(store: LimitedStore, *, conflicts_on_removal: bool = True) -> DurableTexts:
    """Return the texts in a store as a newly opened page sees them."""
    return DurableTexts(store, conflicts_on_removal=conflicts_on_removal)


@pytest.mark.parametrize("conflicts_on_removal", [True, False])
def test_unread_text_is_not_overwritten(conflicts_on_removal: bool) -> None:
    store = LimitedStore(a="theirs")
    texts = open_page(store, conflicts_on_removal=conflicts_on_removal)
    assert texts.peek("a") == "theirs"
    with pytest.raises(Conflict):
        texts.write("a", "mine")
    assert store.get("a") == "theirs"
    assert texts.read("a") == "theirs"
    texts.write("a", "mine")
    assert store.get("a") == "mine"


@pytest.mark.parametrize("conflicts_on_removal", [True, False])
def test_text_changed_by_other_page_is_not_overwritten(conflicts_on_removal: bool) -> None:
    store = LimitedStore()
    first, second = (open_page(store, conflicts_on_removal=conflicts_on_removal) for _ in range(2))
    first.write("a", "1")
    second.read("a")
    second.write("a", "2")
    assert first.is_stale("a")
    assert first.page_text("a") == "1"
    with pytest.raises(Conflict):
        first.write("a", "3")
    assert first.peek("a") == store.get("a") == "2"
    assert second.page_text("a") == "2"


@pytest.mark.parametrize("conflicts_on_removal", [True, False])
def test_removed_text_is_rewritten_unless_in_conflict(conflicts_on_removal: bool) -> None:
    store = LimitedStore()
    texts = open_page(store, conflicts_on_removal=conflicts_on_removal)
    texts.write("a", "1")
    store.remove("a")
    assert texts.is_stale("a") == conflicts_on_removal
    if conflicts_on_removal:
        with pytest.raises(Conflict):
            texts.write("a", "2")
        assert list(store) == []
        assert texts.read("a") is None
    texts.write("a", "2")
    assert store.get("a") == "2"


def test_text_waits_for_free_storage() -> None:
    store = LimitedStore(a="old")
    texts = open_page(store)
    texts.read("a")
    store.room = 0
    for key, text in (("a", "new"), ("b", "first")):
        with pytest.raises(StoreFull):
            texts.write(key, text)
        assert texts.peek(key) == texts.read(key) == texts.page_text(key) == text
    assert (store.get("a"), store.get("b")) == ("old", None)
    assert list(texts) == ["a", "b"]
    assert not texts.retry()
    store.room = 1000
    assert texts.retry()
    assert (store.get("a"), store.get("b")) == ("new", "first")


def test_long_waiting_text_does_not_block_short_one() -> None:
    store = LimitedStore()
    texts = open_page(store)
    store.room = 0
    for key, text in (("a", "long"), ("b", "s"), ("c", "long")):
        with pytest.raises(StoreFull):
            texts.write(key, text)
    store.room = 1
    assert not texts.retry()
    assert list(store) == ["b"]


@pytest.mark.parametrize("other_text", ["theirs", None])
@pytest.mark.parametrize("is_retried", [True, False])
def test_waiting_text_yields_to_other_page(other_text: str | None, is_retried: bool) -> None:
    store = LimitedStore(a="old")
    texts = open_page(store)
    texts.read("a")
    store.room = 0
    with pytest.raises(StoreFull):
        texts.write("a", "mine")
    store.remove("a")
    store.room = 1000
    if other_text:
        store.set("a", other_text)
    assert texts.peek("a") == other_text
    assert not is_retried or texts.retry(), "no text waits any more"
    assert texts.read("a") == other_text
    assert texts.retry()
    assert store.get("a") == other_text
    texts.write("a", "mine after all")


def test_removed_text_is_returned_stored_or_waiting() -> None:
    store = LimitedStore(a="stored")
    texts = open_page(store)
    store.room = 0
    with pytest.raises(StoreFull):
        texts.write("b", "waiting")
    assert (texts.remove("a"), texts.remove("b"), texts.remove("c")) == ("stored", "waiting", None)
    assert list(texts) == []
    assert texts.retry()


def test_page_can_rewrite_text_it_removed() -> None:
    store = LimitedStore()
    texts = open_page(store)
    texts.write("a", "1")
    texts.remove("a")
    texts.write("a", "1")
    assert store.get("a") == "1"


def test_text_waits_until_before_write_succeeds() -> None:
    is_ready = False
    requests: list[str] = []

    def before_write(key: str) -> None:
        requests.append(key)
        if not is_ready:
            raise StoreFull

    store = LimitedStore()
    texts = DurableTexts(store, conflicts_on_removal=False, before_write=before_write)
    with pytest.raises(StoreFull):
        texts.write("a", "text")
    assert not texts.retry()
    assert list(store) == []
    is_ready = True
    assert texts.retry()
    assert store.get("a") == "text"
    assert requests == ["a", "a", "a"]


def test_unread_document_of_other_tab_is_preserved() -> None:
    """A page does not overwrite another tab's text before reading it, as when the browser's event is late."""
    store = LimitedStore()
    first, second = DocumentStore(store), DocumentStore(store)
    first.write("a", "1")
    second.read("a")
    second.write("a", "2")
    assert first.write("a", "3"), "there is room"
    assert store.get("a") == "2"
    assert first.is_stale("a")
    assert first.read("a") == "2"


STEP_STRATEGY = st.tuples(
    st.sampled_from(["write", "write", "write", "read", "read", "remove", "retry", "full", "room", "clear"]),
    st.integers(0, 1),
    st.sampled_from("ab"),
)


@settings(max_examples=200)
@given(st.booleans(), st.lists(STEP_STRATEGY, max_size=50))
def test_two_pages_never_lose_each_others_texts(conflicts_on_removal: bool, steps: list[tuple[str, int, str]]) -> None:
    store = LimitedStore()
    pages = [open_page(store, conflicts_on_removal=conflicts_on_removal) for _ in range(2)]
    texts_by_page: list[dict[str, set[str]]] = [
        {"a": set(), "b": set()} for _ in pages
    ]  # texts that each page has read or written
    valid_texts: list[dict[str, str | None]] = [{}, {}]  # texts that each page must see until the other changes them
    for number, (step, index, key) in enumerate(steps):
        before, current_page = {name: store.get(name) for name in "ab"}, pages[index]
        match step:
            case "write":
                texts_by_page[index][key].add(str(number))
                try:
                    current_page.write(key, str(number))
                except StoreFull:
                    assert store.room == 0
                    valid_texts[index][key] = str(number)
                except Conflict:
                    assert before[key] is not None or conflicts_on_removal
                    assert current_page.is_stale(key)
                else:
                    assert store.get(key) == str(number)
                    valid_texts[index][key] = str(number)
            case "read":
                text = current_page.read(key)
                texts_by_page[index][key] |= {text} if text else set()
                assert not current_page.is_stale(key)
                valid_texts[index][key] = text
            case "remove":
                current_page.remove(key)
                valid_texts[index][key] = None
            case "retry":
                assert current_page.retry() or store.room == 0
            case "clear":
                store.remove(key)
            case _:
                store.room = 0 if step == "full" else 1000
        for name in "ab":
            after = store.get(name)
            if after != before[name]:
                assert step in ("remove", "clear") or before[name] is None or before[name] in texts_by_page[index][name]
                for index_of_page in (0, 1):
                    if index_of_page != index or step == "clear":
                        valid_texts[index_of_page].pop(name, None)
            for page_index in (0, 1):
                if name in valid_texts[page_index]:
                    assert pages[page_index].peek(name) == valid_texts[page_index][name]
