"""The journal of what is saved, read in browsers of every kind."""

from __future__ import annotations

JOURNAL = """const journal = async () => {
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open("ruleboard-journal");
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  const entries = await new Promise((resolve) => {
    const request = database.transaction("changes").objectStore("changes").getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return Object.fromEntries(entries.map(({ key, text }) => [key, text]));
};"""
"""A function in JavaScript that resolves to the texts in the journal, by key; null for removed ones."""
