// The journal's logic: cases by hand, then random sequences in a model of all that can happen to it.
//
// JOURNAL_SEQUENCES says how many sequences (2,000), JOURNAL_FIRST the number of the first one: a failure names its own.

import assert from "node:assert/strict";
import test from "node:test";

import { journalOf } from "../../static/page/journal_core.js";
import {
  MAX_STAMP, OWED, STAMP, cleaning, decision, digest, isStamp, keyAside, mergeChanges, nextStamp, watermarkOf,
} from "../../static/page/journal_log.js";
/**
 * @import { Entries } from "../../static/page/journal_core.js"
 * @import { Change, Fact, Owed } from "../../static/page/journal_log.js"
 */
import { sequence } from "./journal_model.mjs";

const SEQUENCES = Number(process.env.JOURNAL_SEQUENCES ?? 2000), FIRST = Number(process.env.JOURNAL_FIRST ?? 0);
const STUDY = "ruleboard/1/study/22a", GAME = "ruleboard/1/game/abc", SETTINGS = "ruleboard/1/settings";

const nextTask = () => new Promise(setImmediate);

/**
 * Return localStorage with some texts and room for a number of characters, a database of entries, closed or not, and
 * functions that start their journal, let the next transaction fail, and act before one.
 * @param {Record<string, string>} texts
 * @param {object[]} entries some of which may be damaged
 * @param {{room?: number, isClosed?: boolean}} [limits]
 */
function parts(texts, entries, { room = Infinity, isClosed = false } = {}) {
  const stored = new Map(Object.entries(texts));
  const size = () => [...stored].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  /** @type {import("../../static/page/journal_core.js").TextStorage} */
  const storage = {
    getItem: (key) => stored.get(key) ?? null,
    removeItem: (key) => stored.delete(key),
    setItem(key, text) {
      if (size() - (stored.get(key)?.length ?? -key.length) + text.length > room) throw new Error("QuotaExceededError");
      stored.set(key, text);
    },
  };
  /** The entries by key, with the fields of changes and owed texts. @type {Map<string, Change & Partial<Owed>>} */
  const table = new Map(/** @type {(Change & Partial<Owed>)[]} */ (entries).map((entry) => [entry.key, entry]));
  /** What happens before a transaction. @type {{update?: () => void}} */
  const before = {};
  let isFailing = isClosed;
  const check = () => {
    if (!isFailing) return;
    isFailing = isClosed;
    throw new Error("the database fails");
  };
  /** @type {Entries} */
  const database = {
    read: async (after) => (check(), {
      changes: [...table.values()].filter(({ stamp }) => isStamp(stamp) && stamp > after),
      owed: /** @type {Owed[]} */ ([...table.values()].filter(({ key }) => key.startsWith(OWED))),
      damaged: [...table.values()].filter(({ key, stamp }) => !isStamp(stamp) && !key.startsWith(OWED)),
    }),
    async update(keys, change) {
      check();
      before.update?.();
      const { puts, deletes } = change(keys.map((key) => table.get(key)));
      for (const key of deletes) table.delete(key);
      for (const entry of puts) table.set(entry.key, /** @type {Change & Partial<Owed>} */ (entry));
    },
    async clean() {},
  };
  /** @type {string[]} */
  const restored = [];
  /** @param {unknown} error */
  const onError = (error) => assert.match(String(error), /the database fails$/);
  const start = () => journalOf({ storage, database, now: () => 5000, onRestored: (key) => restored.push(key), onError });
  return { stored, table, restored, start, before, fail: () => { isFailing = true; } };
}

test("an edit after a start without room for all is not replaced by what was restored", async () => {
  const large = "x".repeat(6000);
  const old = [{ key: STUDY, text: "v5", stamp: 2000 }, { key: GAME, text: large, stamp: 3000 }];
  const { stored, table, start } = parts({ [STAMP]: "1000" }, old, { room: 1000 });
  const page = start();
  await page.run();
  assert.equal(stored.get(STUDY), "v5");
  page.saveText(STUDY, "v6");
  for (let count = 0; count < 3; count++) await start().run();
  assert.equal(stored.get(STUDY), "v6");
  assert.equal(table.get(STUDY)?.text, "v6");
  assert.ok([...table.values()].some(({ of, text }) => of === GAME && text === large), "what found no room is owed");
});

test("what found no room is restored once there is room", async () => {
  const large = "x".repeat(6000);
  const before = parts({ [STAMP]: "1000" }, [{ key: GAME, text: large, stamp: 3000 }], { room: 1000 });
  await before.start().run();
  const { stored, table, start } = parts(Object.fromEntries(before.stored), [...before.table.values()]);
  await start().run();
  assert.equal(stored.get(GAME), large);
  assert.ok(![...table.keys()].some((key) => key.startsWith(OWED)));
});

/** @type {[string, RegExp][]} */
const FREE_KEYS = [[GAME, /^ruleboard\/1\/game\/[a-z]+$/], [STUDY, /^ruleboard\/1\/study\/[a-z]+$/],
  [SETTINGS, /^ruleboard\/1\/settings-unreadable$/], [`${SETTINGS}-unreadable`, /^ruleboard\/1\/settings-unreadable-2$/]];
for (const [key, kind] of FREE_KEYS) {
  test(`two texts of which none is proved older both stay: ${key}`, async () => {
    const { stored, restored, start } = parts({ [STAMP]: "1000", [key]: "theirs" }, [{ key, text: "ours", stamp: 2000 }]);
    for (let count = 0; count < 2; count++) await start().run();
    assert.equal(stored.get(key), "theirs");
    const [other, ...more] = [...stored.keys()].filter((name) => name !== key && name !== STAMP);
    assert.match(other, kind);
    assert.equal(stored.get(other), "ours");
    assert.deepEqual(more, []);
    assert.deepEqual(restored, [other]);
  });
}

test("a setting changed there and back is restored to the last change", async () => {
  const world = parts({}, []);
  const page = world.start();
  await page.run();
  const states = [];
  for (const text of ["dark", "light", "dark", "light"]) {
    page.saveText(SETTINGS, text);
    states.push(Object.fromEntries(world.stored));
    await nextTask();
  }
  for (const state of [{}, ...states]) {
    const { stored, start } = parts(state, [...world.table.values()]);
    await start().run();
    assert.equal(stored.get(SETTINGS), "light");
    assert.deepEqual([...stored.keys()].sort(), [STAMP, SETTINGS]);
  }
});

test("a text that a version without stamps has set back is not taken for the one before", async () => {
  /** @type {Fact[]} */
  const past = [[1000, digest("dark")], [2000, digest("light")], [3000, digest("dark")]];
  const log = { watermark: 1000, first: 1500, early: new Map(), removed: new Set() };
  const entry = { key: SETTINGS, text: "dark", stamp: 3000, past };
  assert.equal(decision(entry, "light", log), "aside");
  assert.equal(decision({ ...entry, text: "other" }, "dark", log), "put");
});

test("an early text is not taken for the equal one that a key had before", () => {
  /** @type {Fact[]} */
  const past = [[1000, digest("dark")], [2000, digest("light")]];
  const log = { watermark: 1000, first: 2000, early: new Map([[SETTINGS, [digest("blue")]]]), removed: new Set() };
  assert.equal(decision({ key: SETTINGS, text: "light", stamp: 2000, past }, "dark", log), "aside");
});

test("what a page removes before the comparison stays removed", async () => {
  const { stored, table, start } = parts({ [STAMP]: "1000", [GAME]: "v1" }, [{ key: GAME, text: "v2", stamp: 2000 }]);
  const page = start();
  page.removeText(GAME);
  await page.run();
  await nextTask();
  assert.equal(stored.has(GAME), false);
  assert.equal(table.get(GAME)?.text, null);
});

test("what an earlier page has removed before its comparison stays removed", async () => {
  const entry = { key: GAME, text: "v1", stamp: 2000 };
  const { stored, start } = parts({ [STAMP]: "1000", [GAME]: "v1" }, [entry], { isClosed: true });
  const page = start();
  page.removeText(GAME);
  await nextTask();
  const later = parts(Object.fromEntries(stored), [entry]);
  await later.start().run();
  assert.equal(later.stored.has(GAME), false);
});

test("what a failed transaction did not write is written with the next", async () => {
  const world = parts({}, []);
  const page = world.start();
  await page.run();
  world.fail();
  page.saveText(GAME, "v1");
  await nextTask();
  assert.equal(world.table.has(GAME), false);
  page.saveText(STUDY, "v1");
  await nextTask();
  assert.equal(world.table.get(GAME)?.text, "v1");
});

test("a text that was owed is not taken for later than those it was put over", async () => {
  const owed = { key: `${OWED}2000/5/${GAME}`, of: GAME, text: "v2", at: 2000 };
  /** @type {Fact[]} */
  const past = [[1000, digest("v1")], [4000, digest("v3")]];
  const world = parts({ [STAMP]: "4500" }, [owed, { key: GAME, text: "v3", stamp: 4000, past }]);
  await world.start().run();
  assert.equal(world.stored.get(GAME), "v2");
  const later = parts({ [STAMP]: "4000", [GAME]: "v3" }, [...world.table.values()]);
  await later.start().run();
  assert.equal(later.stored.get(GAME), "v3");
  assert.ok([...later.stored.values()].includes("v2"));
});

test("a sound entry that replaces a damaged one stays", async () => {
  const { stored, table, start, before } = parts({ [STAMP]: "1000", [GAME]: "v2" }, [{ key: GAME, text: "v1" }]);
  const sound = { key: GAME, text: "v2", stamp: 3000 };
  before.update = () => table.set(GAME, sound);
  await start().run();
  assert.equal(stored.get(GAME), "v2");
  assert.equal(table.get(GAME), sound);
});

test("what localStorage has is the later text, whatever the stamps say", async () => {
  const world = parts({}, []);
  const page = world.start();
  await page.run();
  world.table.set(GAME, { key: GAME, text: "v1", stamp: 9e12 });
  page.saveText(GAME, "v2");
  await nextTask();
  assert.equal(world.table.get(GAME)?.text, "v2");
  assert.ok(Number(world.table.get(GAME)?.stamp) > 9e12);
});

for (const text of ["NaN", "Infinity", "1e300", "-5", "text", "", String(MAX_STAMP)]) {
  test(`the stamp heals: ${text}`, async () => {
    const { stored, table, start } = parts({ [STAMP]: text, [GAME]: "v1" }, [{ key: GAME, text: "v1", stamp: 7000 }]);
    const page = start();
    await page.run();
    assert.ok(watermarkOf(stored.get(STAMP) ?? null) > 7000);
    page.saveText(GAME, "v2");
    await nextTask();
    assert.ok(Number(table.get(GAME)?.stamp) > 7000);
  });
}

test("stamps grow whatever the clock says", () => {
  for (const now of [NaN, Infinity, -1, 0, 5, 1e300]) assert.equal(nextStamp(100, now), 101);
  assert.equal(nextStamp(100, 200.5), 200);
  assert.equal(watermarkOf(null), 0);
});

test("the past is bounded", () => {
  /** @type {Change | undefined} */
  let entry;
  for (let stamp = 1; stamp < 1000; stamp++) {
    entry = mergeChanges(entry, { key: GAME, text: `v${stamp}`, stamp, past: [[stamp, digest(`v${stamp}`)]] });
  }
  assert.ok(entry?.past && entry.past.length <= 200);
  assert.deepEqual(entry.past.at(-1), [999, digest("v999")]);
});

test("digests differ", () => {
  const texts = Array.from({ length: 5000 }, (_, number) => JSON.stringify({ number, actions: ["a1-a2"] }));
  assert.equal(new Set(texts.map(digest)).size, texts.length);
  assert.equal(new Set(texts.map((text) => keyAside(GAME, text, () => false))).size, texts.length);
});

test("a clock set ahead does not make the journal forget", () => {
  /** @type {number[]} */
  let starts = [];
  for (let count = 1; count < 20; count++) {
    const plan = cleaning(starts, 1000 * count, 1e14);
    assert.ok(plan.limit < 0);
    starts = plan.starts;
  }
  assert.equal(cleaning(starts, 20_000, 1e14).limit, 1000);
  assert.ok(cleaning(starts, 20_000, 0).limit < 0);
});

test(`${SEQUENCES} random sequences`, async () => {
  let copies = 0;
  for (let seed = FIRST; seed < FIRST + SEQUENCES; seed++) copies += (await sequence(seed)).copies;
  assert.ok(copies > 0 || SEQUENCES < 100, "no sequence kept two texts");
});
