// Read lists of messages as JSON from the standard input, and write the refusal of each list, or null.
import { text } from "node:stream/consumers";

import { createChecker } from "../../static/boot/own_checker.mjs";

const refusals = JSON.parse(await text(process.stdin)).map((/** @type {string[]} */ messages) => {
  const checker = createChecker();
  try {
    messages.forEach((message) => checker.check(message));
  } catch (error) {
    return String(error);
  }
  return null;
});
console.log(JSON.stringify(refusals));
