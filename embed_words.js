// The fourth script of embed.js: the initial positions of the games as text, which describe the posters.
globalThis.ruleboardStarts = RULEBOARD_STARTS;
