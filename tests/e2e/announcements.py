"""Record the announcements of live regions in the order in which a screen reader reads them."""

from __future__ import annotations

from playwright.sync_api import Page

_START_RECORDING_SCRIPT = """() => {
  if (globalThis.announcements) return;
  globalThis.announcements = [];
  const announce = (element) => {
    const text = element.textContent.replaceAll('\\u200b', '').trim();
    globalThis.announcements.push(text || '(nothing)');
  };
  // A region announces its changes. A region inserted with text is silent, unless it is an alert.
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const changed = target.closest ? target : target.parentElement;
      const region = changed?.closest('[aria-live], [role=alert], [role=status]');
      const dialog = document.querySelector("dialog[open]"); // nothing outside it is announced
      if (region?.isConnected && (!dialog || dialog.contains(region))) regions.add(region);
      for (const added of addedNodes) {
        for (const alert of added.querySelectorAll?.('[role=alert]') ?? []) regions.add(alert);
        if (added.matches?.('[role=alert]')) regions.add(added);
      }
    }
    regions.forEach(announce);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def start_recording(page: Page) -> None:
    """Start recording the announcements of a page and discard earlier ones."""
    page.evaluate(_START_RECORDING_SCRIPT)
    take_announcements(page)


def take_announcements(page: Page) -> list[str]:
    """Return the announcements since the last call of this function."""
    announcements: list[str] = page.evaluate("() => globalThis.announcements.splice(0)")
    return announcements
