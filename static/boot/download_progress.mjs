// Progress of the first download: of the snapshot as its bytes arrive, of each other file when it is complete.
//
// Sizes are those of the files, regardless of compression by the server. start_message.js displays the progress.

/** @type {(loaded: number, total: number) => unknown} */
const report = (loaded, total) => dispatchEvent(new CustomEvent("ruleboard:loading", { detail: { loaded, total } }));

/**
 * Report progress until everything is complete.
 * @param {Object<string, number>} sizes of the files in bytes, by address
 * @returns {{update: (address: string, loaded?: number) => void, complete: () => void}} `update` records the number of
 *    bytes of a file so far, by default all; `complete` ends the reports
 */
export function trackDownloads(sizes) {
  /** @param {number[]} numbers */
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const total = sum(Object.values(sizes));
  /** @type {Map<string, number>} */
  const loadedBytes = new Map();
  /** @param {string} address */
  const update = (address, loaded = sizes[address]) => {
    if (!(address in sizes) || (loadedBytes.get(address) ?? -1) >= loaded) return;
    loadedBytes.set(address, loaded);
    report(sum([...loadedBytes.values()]), total);
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => update(name.split("?")[0])));
  observer.observe({ type: "resource", buffered: true });
  const complete = () => {
    observer.disconnect();
    report(total, total);
  };
  return { update, complete };
}
