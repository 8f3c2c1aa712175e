// The text of a study from a file or an element of a page, for the frame of its board.

import { boundedText } from "./bounded_text.mjs";
import { MAX_STUDY_LENGTH } from "./contract.mjs";

const POLICY_TIMEOUT = 100; // ms for the report of a policy, which comes after the failure

/**
 * Return the text of a file of the page's own site; empty if it does not load.
 * @param {string} address
 * @param {number} maxLength in characters, each of at most four bytes
 */
export async function fetchText(address, maxLength) {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin) return "";
  const response = await fetch(url, { redirect: "error" });
  return response.ok ? boundedText(/** @type {ReadableStream<Uint8Array>} */ (response.body), 4 * maxLength) : "";
}

/**
 * Return the message with a study, or with its name if the study is missing.
 * @param {string} name the address of a file of the page's own site, or `#` and the id of an element with the text
 */
export async function studyMessage(name) {
  let text = "", isBlocked = false;
  const onViolation = (/** @type {SecurityPolicyViolationEvent} */ event) => { isBlocked ||= event.effectiveDirective === "connect-src"; };
  document.addEventListener("securitypolicyviolation", onViolation);
  try {
    text = name.startsWith("#") ? document.getElementById(name.slice(1))?.textContent ?? "" : await fetchText(name, MAX_STUDY_LENGTH);
  } catch { // the frame reports a missing study
    await new Promise((resolve) => { setTimeout(resolve, POLICY_TIMEOUT); });
  }
  document.removeEventListener("securitypolicyviolation", onViolation);
  // A host may answer with a page if the file does not exist.
  return /^\s*[^\s<]/.test(text) && text.length <= MAX_STUDY_LENGTH ? { type: "study", text } : { type: "study", missing: name, ...(isBlocked ? { policy: true } : {}) };
}
