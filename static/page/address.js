// Delayed changes of the page's address. A change can take the browser some milliseconds, which would slow down quick
// steps through a study.

const DELAY_MS = 100; // delay after the latest change

/**
 * The next address, and the one that it replaces; null without a pending change.
 * @type {{address: string, from: string} | null}
 */
let pending = null;
let timer = 0;

/**
 * Replace the present address in the browser's history soon. A later call replaces an earlier one.
 * @param {string} address
 */
export function goLazily(address) {
  clearTimeout(timer);
  pending = { address, from: location.href };
  timer = setTimeout(flushAddress, DELAY_MS);
}

/** Apply the pending address immediately. */
export function flushAddress() {
  clearTimeout(timer);
  const change = pending;
  pending = null;
  // Do nothing if the user has meanwhile left the page, as by Back.
  if (change && location.href === change.from) history.replaceState(null, "", change.address);
}

addEventListener("pagehide", flushAddress);
