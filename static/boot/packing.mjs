// The packing of the two large files, the memory snapshot and Pyodide's compiled code: each of them lies on the host packed
// in two ways (tools/packing.py), and a browser downloads and keeps one of them.
//
// By Zstandard where the unpacked files are kept for later visits: that is the smaller download, and its decoder, which
// is slow as long as the browser has not compiled it well, unpacks them once. By gzip where they are unpacked at each
// visit: browsers do that by themselves.

/** Whether this browser has files of its own for the unpacked ones, see opfs_cache.mjs. */
export const HAS_FILES = Boolean(navigator.storage?.getDirectory);

/** Whether the page is the one file, in which Pyodide's script has run already. There the smaller packing is. */
export const INLINE = "ruleboardPyodide" in globalThis;

const GZIP = /\.gzip\.bin$/;
const ZSTD = /\.zstd\.bin$|\/vendor\/zstd[^/]*\//; // and its decoder
const usesGzip = !HAS_FILES && !INLINE && "DecompressionStream" in globalThis;

/** Return the name of a large file as this browser downloads it. */
export const packed = (name) => `${name}.${usesGzip ? "gzip" : "zstd"}.bin`;

/** Return whether an address is that of a file packed by gzip. */
export const isGzip = (address) => GZIP.test(address);

/** Return whether this browser has no use for a file, since it downloads the other packing. */
export const isUseless = (address) => (usesGzip ? ZSTD : GZIP).test(address);
