// Tells the page how much of what Python needs has come: the snapshot bit by bit, every other file once it is there.
//
// Sizes are those of the files, whatever a host makes of them on the way. static/start.js shows what is told.

const tell = (loaded, total) => dispatchEvent(new CustomEvent("ruleboard:loading", { detail: { loaded, total } }));

// Follow files, given as { address: size }; returns what is to be told of them, and when all are there.
export function follow(files) {
  const sum = (sizes) => sizes.reduce((all, size) => all + size, 0);
  const total = sum(Object.values(files));
  const loaded = new Map();
  const come = (address, size = files[address]) => {
    if (!(address in files) || loaded.get(address) >= size) return;
    loaded.set(address, size);
    tell(sum([...loaded.values()]), total);
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => come(name)));
  observer.observe({ type: "resource", buffered: true });
  const complete = () => {
    observer.disconnect();
    tell(total, total);
  };
  return { come, complete };
}
