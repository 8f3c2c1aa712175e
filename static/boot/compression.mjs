// The compression of the two large files, the memory snapshot and Pyodide's compiled code. The server has each of them
// in two compressed forms (tools/compression.py), and a browser downloads and stores one of them.
//
// Zstandard for browsers that store the decompressed files for later visits: the download is smaller, and the decoder,
// which is slow until the browser has optimized it, runs only once. Gzip for browsers that decompress the files at each
// visit, since they have a fast decoder of their own.

/** True if this browser can store the decompressed files, see opfs_cache.mjs. */
export const HAS_FILES = Boolean(navigator.storage?.getDirectory);

/** True in the single-file page, in which Pyodide's script has already run. It contains the smaller form. */
export const INLINE = "ruleboardPyodide" in globalThis;

const GZIP = /\.gzip\.bin$/;
const ZSTD = /\.zstd\.bin$|\/vendor\/zstd[^/]*\//; // and its decoder
const usesGzip = !HAS_FILES && !INLINE && "DecompressionStream" in globalThis;

/**
 * Return the name of a large file in the form that this browser downloads.
 * @param {string} name
 */
export const compressedName = (name) => `${name}.${usesGzip ? "gzip" : "zstd"}.bin`;

/**
 * Return true for the address of a file compressed with gzip.
 * @param {string} address
 */
export const isGzip = (address) => GZIP.test(address);

/**
 * Return true if this browser does not need a file, since it downloads the other form.
 * @param {string} address
 */
export const isOtherCompression = (address) => (usesGzip ? ZSTD : GZIP).test(address);
