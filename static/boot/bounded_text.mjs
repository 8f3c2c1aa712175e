// Texts from outside, whose size is checked while they arrive: a few bytes can unpack to a thousand times as many.

const SLICE_BYTES = 256; // of packed bytes at a time: browsers unpack the whole of a chunk before anybody reads of it

/**
 * Return the text of a stream of UTF-8, of which no more is read once it is longer than `maxBytes`.
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
 * Return the text that was packed by zlib, as Python's game_link.pack packs it, and then written in base64url.
 * @param {string} coded the text in base64url
 * @param {number} maxBytes of the text unpacked
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
 * Return plain data as JSON. The data is not followed further than the limit, even where it holds one list many times.
 * @param {unknown} data
 * @param {number} maxLength in characters
 * @returns {string | undefined} undefined for what JSON has no words for
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
