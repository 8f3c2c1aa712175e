"""The journal of what is saved, read and written in browsers of every kind."""

from __future__ import annotations

_OPEN = """const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("ruleboard-journal");
  request.onsuccess = () => resolve(request.result);
  request.onerror = reject;
});"""

ENTRIES = (
    _OPEN
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

JOURNAL = (
    ENTRIES
    + """const journal = async () => Object.fromEntries((await entries())
  .filter(({ key }) => key.startsWith("ruleboard/")).map(({ key, text }) => [key, text]));"""
)
"""A function in JavaScript that resolves to the texts in the journal, by key; null for removed ones."""

PUT = (
    _OPEN
    + """const put = async (entries) => {
  const database = await open();
  const transaction = database.transaction("changes", "readwrite");
  for (const entry of entries) transaction.objectStore("changes").put(entry);
  await new Promise((resolve) => { transaction.oncomplete = resolve; });
  database.close();
};"""
)
"""A function in JavaScript that writes entries into the journal."""
