// Frequent attributes, which need no checks: boards with other ones load the script with the checks.

const NAMES = /^(class|style|slot|part|name|title|hidden|dir|role|tabindex|sandbox|game|position|moves|(data|aria)-.*)$/;
/** The values that attributes may have in any board; checks.js has the others. @type {Record<string, RegExp>} */
const VALUES = { mode: /^(show|play)$/, caption: /^.{0,400}$/s, at: /^0$/, width: /^[1-9]\d{0,3}$/, flip: /^(yes|no)$/, lang: /^..$/ };

/** Return true if the attributes of an element may be wrong. @param {Iterable<{name: string, value: string}>} attributes */
export const areUnusual = (attributes) => [...attributes].some(({ name, value }) => !(NAMES.test(name) || VALUES[name]?.test(value)));
