"""Scripts that read and write the storage journal in a browser."""

from __future__ import annotations

_OPEN_SCRIPT = """const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("ruleboard-journal");
  request.onsuccess = () => resolve(request.result);
  request.onerror = reject;
});"""

READ_ENTRIES_SCRIPT = (
    _OPEN_SCRIPT
    + """const entries = async () => {
  const database = await open();
  const all = await new Promise((resolve) => {
    const request = database.transaction("changes").objectStore("changes").getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return all;
};"""
)
"""A function in JavaScript that resolves to all entries of the journal."""

READ_JOURNAL_SCRIPT = (
    READ_ENTRIES_SCRIPT
    + """const journal = async () => Object.fromEntries((await entries())
  .filter(({ key }) => key.startsWith("ruleboard/")).map(({ key, text }) => [key, text]));"""
)
"""A function in JavaScript that resolves to the texts in the journal, by key; null for removed ones."""

REPLACE_STORAGE_SCRIPT = """const replaceStorage = (texts) => {
  localStorage.clear();
  for (const key in texts) localStorage.setItem(key, texts[key]);
  Storage.prototype.setItem = Storage.prototype.removeItem = () => {};
};"""
"""A function in JavaScript that replaces the whole localStorage by texts, as a power cut does.

The page cannot store anything after it: a later change would make localStorage look newer than the lost changes.
"""

WRITE_ENTRY_SCRIPT = (
    _OPEN_SCRIPT
    + """const put = async (entries) => {
  const database = await open();
  const transaction = database.transaction("changes", "readwrite");
  for (const entry of entries) transaction.objectStore("changes").put(entry);
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
};"""
)
"""A function in JavaScript that writes entries into the journal."""
