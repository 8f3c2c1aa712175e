// A quick look at attributes: only unusual ones are worth the script with the checks.

import { ATTRIBUTES } from "../boot/contract.mjs";

const OTHER_NAMES = /^(id|class|style|slot|part|name|title|hidden|dir|role|tabindex|src|width|autostart|sandbox|poster|(data|aria|caption)-.*)$/;
/** The values that attributes may have; checks.js has the same. @type {Record<string, RegExp>} */
const VALUES = {
  mode: /^(show|play|find)$/, goal: /^(line|position|win)$/, theme: /^(system|light|dark)$/, study: /^[^#]/,
  opponent: /^[1-5]$/, width: /^[1-9]\d*$/, at: /^\d+$/, seed: /^\d+$/, start: /^\d+$/, step: /^[1-9]/, seat: /^[1-9]/, chapter: /^[1-9]/,
};

/** Return true if the attributes of an element may be wrong. @param {Iterable<{name: string, value: string}>} attributes */
export const areUnusual = (attributes) => [...attributes].some(({ name, value }) => (
  !(ATTRIBUTES.includes(name) || OTHER_NAMES.test(name)) || !(VALUES[name]?.test(value) ?? true)));
