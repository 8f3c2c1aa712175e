"""The announcements of live regions, as a screen reader would read them, in order."""

from __future__ import annotations

from playwright.sync_api import Page

_LISTEN = """() => {
  if (globalThis.heard) return;
  globalThis.heard = [];
  const say = (element) => {
    const text = element.textContent.replaceAll('\\u200b', '').trim();
    globalThis.heard.push(text || '(nothing)');
  };
  // A region says what changes in it. What comes with text is not said, unless it is an alert.
  new MutationObserver((changes) => {
    const said = new Set();
    for (const { target, addedNodes } of changes) {
      const changed = target.closest ? target : target.parentElement;
      const region = changed?.closest('[aria-live], [role=alert], [role=status]');
      if (region?.isConnected) said.add(region);
      for (const added of addedNodes) {
        for (const alert of added.querySelectorAll?.('[role=alert]') ?? []) said.add(alert);
        if (added.matches?.('[role=alert]')) said.add(added);
      }
    }
    said.forEach(say);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: Page) -> None:
    """Begin to listen to a page, and forget what was said before."""
    page.evaluate(_LISTEN)
    heard(page)


def heard(page: Page) -> list[str]:
    """Return the announcements since the last call."""
    said: list[str] = page.evaluate("() => globalThis.heard.splice(0)")
    return said
