// Texts from files and elements of a page, for the frames of its boards.

import { boundedText } from "./bounded_text.mjs";
import { MAX_STUDY_LENGTH } from "./contract.mjs";

const POLICY_TIMEOUT = 100; // ms for the report of a policy, which comes after the failure

/**
 * Return the text of an element, or of a file of the page's own site; empty if it is missing.
 * @param {string} address of the file, or `#` and the id of the element
 * @param {number} maxLength of the file in characters, each of at most four bytes
 */
export async function pageText(address, maxLength) {
  let text = "";
  if (address.startsWith("#")) {
    const element = document.getElementById(address.slice(1));
    text = (element instanceof HTMLTextAreaElement ? element.value : element?.textContent) ?? "";
  } else {
    const url = new URL(address, document.baseURI);
    const { ok, body } = url.origin === location.origin ? await fetch(url, { redirect: "error" }) : new Response();
    if (ok && body) text = await boundedText(body, 4 * maxLength);
  }
  return /^\s*[^\s<]/.test(text) ? text : ""; // a host may answer with a page if the file does not exist
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
    text = await pageText(name, MAX_STUDY_LENGTH);
  } catch { // the frame reports a missing study
    await new Promise((resolve) => { setTimeout(resolve, POLICY_TIMEOUT); });
  }
  document.removeEventListener("securitypolicyviolation", onViolation);
  return text && text.length <= MAX_STUDY_LENGTH ? { type: "study", text } : { type: "study", missing: name, ...(isBlocked ? { policy: true } : {}) };
}
