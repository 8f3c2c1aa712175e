// The address of the page that is shown, where it follows a moment later: a change of it takes the browser up to some
// milliseconds, and while somebody steps through a study each of them counts.

const REST_MS = 100; // without another change

/** The address that is to come, with the one whose place it takes; null if there is none. */
let coming = null;
let timer = 0;

/** Have an address take the place of the present one in the browser's history soon; of several the last. */
export function goLazily(address) {
  clearTimeout(timer);
  coming = { address, from: location.href };
  timer = setTimeout(settleAddress, REST_MS);
}

/** Let the address that is to come be there at once. */
export function settleAddress() {
  clearTimeout(timer);
  const given = coming;
  coming = null;
  // Whoever has gone elsewhere meanwhile, as by Back, stays there.
  if (given && location.href === given.from) history.replaceState(null, "", given.address);
}

addEventListener("pagehide", settleAddress);
