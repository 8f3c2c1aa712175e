// Messages to and from the frame of a board.

import { MESSAGE_VERSION } from "../boot/contract.mjs";
import { BASE } from "./site.js";

/**
 * Open a channel to a frame.
 * @param {HTMLIFrameElement} frame
 * @param {object[]} queue the messages that wait until the frame is ready, also those for an earlier frame that never was
 * @param {(type: string, detail: any) => void} onMessage any: messages of the frame, which is ours
 */
export function openChannel(frame, queue, onMessage) {
  let isReady = false;
  // In a sandbox, ours or the page's own, the board has an opaque origin.
  const isSandboxed = () => frame.hasAttribute("sandbox") || self.origin === "null";
  /** @param {MessageEvent} event */
  const listener = ({ source, origin, data }) => {
    if (source !== frame.contentWindow) return;
    if (origin !== BASE.origin && !(isSandboxed() && origin === "null")) return;
    if (data?.ruleboard !== MESSAGE_VERSION) return;
    const { ruleboard: _version, type, ...detail } = data;
    onMessage(type, detail);
  };
  /** @param {object} message */
  const send = (message) => frame.contentWindow?.postMessage({ ruleboard: MESSAGE_VERSION, ...message }, isSandboxed() ? "*" : BASE.origin);
  /** @param {object} message */
  const post = (message) => {
    if (isReady) send(message);
    else queue.push(message);
  };
  addEventListener("message", listener);
  return {
    post,
    /** Send a message that the frame needs to become ready. */
    send,
    /** Send the messages that wait, and others at once from now on. */
    flush() {
      isReady = true;
      queue.splice(0).forEach(post);
    },
    close: () => removeEventListener("message", listener),
  };
}
