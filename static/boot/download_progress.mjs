// Progress of the first download: of the snapshot as its bytes arrive, of every other file when it is complete.
//
// Sizes are those of the files, however a host compresses them. start_message.js displays the progress.

const report = (loaded, total) => dispatchEvent(new CustomEvent("ruleboard:loading", { detail: { loaded, total } }));

/**
 * Report progress until everything is complete.
 * @param {Object<string, number>} sizes of the files in bytes, by address
 * @returns {{update: (address: string, loaded?: number) => void, complete: () => void}} `update` records how many bytes
 *   of a file have arrived, by default all; `complete` ends the reports
 */
export function trackDownloads(sizes) {
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const total = sum(Object.values(sizes));
  const arrived = new Map();
  const update = (address, loaded = sizes[address]) => {
    if (!(address in sizes) || arrived.get(address) >= loaded) return;
    arrived.set(address, loaded);
    report(sum([...arrived.values()]), total);
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => update(name.split("?")[0])));
  observer.observe({ type: "resource", buffered: true });
  const complete = () => {
    observer.disconnect();
    report(total, total);
  };
  return { update, complete };
}
