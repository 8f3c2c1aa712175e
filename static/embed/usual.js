// Frequent attributes, which need no checks: boards with other ones load the script with the checks.

/** Attributes that any value suits, and values that attributes may have in any board; checks.js has the others. */
const USUAL = /^((class|style|slot|part|name|title|hidden|dir|role|tabindex|sandbox|game|position|moves|(data|aria)-.*?)=|(mode=(show|play)|caption=.{0,400}|at=0|width=[1-9]\d{0,3}|flip=(yes|no)|lang=..)$)/s;

/** Return true if the attributes of an element may be wrong. @param {Iterable<{name: string, value: string}>} attributes */
export const areUnusual = (attributes) => [...attributes].some(({ name, value }) => !USUAL.test(`${name}=${value}`));
