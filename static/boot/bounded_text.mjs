// Readers for external text with a size limit, since a few bytes can decompress to a thousand times as many.

const SLICE_BYTES = 256; // compressed bytes at a time, since browsers decompress a whole chunk before it can be read

/**
 * Read a stream of UTF-8, and stop as soon as it is longer than `maxBytes`.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} maxBytes
 * @returns {Promise<string>}
 * @throws {RangeError} the text is longer
 */
export async function boundedText(stream, maxBytes) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "", size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      throw new RangeError(`This text is longer than ${maxBytes} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Decompress a text from Python's game_link.compress: zlib, then base64url.
 * @param {string} coded the text in base64url
 * @param {number} maxBytes of the decompressed text
 * @returns {Promise<string>}
 * @throws {RangeError} the text is longer
 */
export function inflatedText(coded, maxBytes) {
  const bytes = Uint8Array.from(atob(coded.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  let at = 0;
  const slices = new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at += SLICE_BYTES));
    },
  }, { highWaterMark: 0 });
  return boundedText(slices.pipeThrough(new DecompressionStream("deflate")), maxBytes);
}

/**
 * Return plain data as JSON, and stop at the limit, even if the data contains one list many times.
 * @param {unknown} data
 * @param {number} maxLength in characters
 * @returns {string | undefined} undefined for values that JSON cannot express
 * @throws {RangeError} the text would be longer
 * @throws {TypeError} the data is not plain
 */
export function boundedJson(data, maxLength) {
  let length = 0;
  const text = JSON.stringify(data, (name, value) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) throw new TypeError("These are bytes.");
    length += name.length + 1 + (typeof value === "string" ? value.length : 0);
    if (length > maxLength) throw new RangeError(`This data is longer than ${maxLength} characters.`);
    return value;
  });
  if (text?.length > maxLength) throw new RangeError(`This data is longer than ${maxLength} characters.`);
  return text;
}
