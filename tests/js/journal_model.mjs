// A model of what can happen to the journal: tabs, crashes, full storage, other versions, damage, clocks.
//
// The world has a localStorage, which is on the disk up to some change, and a database whose transactions are durable
// one after the other. Texts are unique, and each is a version that knows which versions it replaced: so the model knows
// what is newer than what, which the journal does not.

import { journalOf } from "../../static/page/journal_core.js";
import { EARLY, MAX_STAMP, OWED, OWN, STAMP, STARTS, isStamp } from "../../static/page/journal_log.js";

const P = "ruleboard/1/";
const KEYS = ["game/abc", "game/xyz", "study/22a", "settings", "progress", "summary/abc"].map((name) => P + name);
const DERIVED = `${P}summary/`;
const BAD_STAMPS = ["NaN", "Infinity", "1e300", "-5", "text", "", "7", String(MAX_STAMP)];
const BAD_ENTRY_STAMPS = [NaN, Infinity, 1e300, -5, "text", undefined];
const STARTS_ON_DISK = 8; // after that many the model's browser has written localStorage

export class Broken extends Error {}

/**
 * Return random numbers below a bound (mulberry32).
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4294967296) * bound);
  };
}

const afterPromises = async () => { for (let turn = 0; turn < 12; turn++) await Promise.resolve(); };

/**
 * @import { Entries } from "../../static/page/journal_core.js"
 */

/** An entry of the database. any: the model also damages entries. @typedef {any} Entry */
/**
 * A text of a key, and the versions that it replaced.
 * @typedef {{id: number, key: string, text: string | null, before: Set<Version>, isAcknowledged: boolean, isGone?: boolean}} Version
 */
/** A text in localStorage. @typedef {[text: string | null, version: Version | undefined]} Stored */
/** A transaction that waits. @typedef {{page: Page, run: () => any, resolve: (value: any) => void, reject: (error: Error) => void}} Job */

class World {
  /** @param {number} seed */
  constructor(seed) {
    this.below = randomOf(seed);
    this.isOrdinary = seed % 4 === 0;
    this.now = 1e12;
    /** @type {Map<string, Stored>} */
    this.stored = new Map(); // localStorage as pages see it: [text, version] by key
    /** @type {Map<string, Stored>} */
    this.disk = new Map();
    /** @type {[string, Stored, boolean][]} */
    this.log = []; // changes of localStorage that are not on the disk
    /** @type {Map<string, Entry>} */
    this.entries = new Map(); // the database
    this.entryVersions = new Map(); // the version in each entry
    /** @type {Version[]} */
    this.versions = [];
    /** @type {Map<string, Version>} */
    this.byText = new Map();
    /** @type {Job[]} */
    this.jobs = [];
    /** @type {Page[]} */
    this.pages = [];
    this.room = Infinity;
    this.failing = 0; // of 10 transactions
    this.isWatermarkDamaged = false;
    /** @type {Set<string>} */
    this.excused = new Set(); // keys of which an entry was damaged
    this.copies = 0;
    this.cleanings = 0;
    /** @type {string[]} */
    this.trace = [];
    this.violation = ""; // what a start has done wrong
  }

  /** @param {...unknown} words */
  tell(...words) { this.trace.push(words.join(" ")); }
  /** @param {number} of */
  chance(of) { return this.below(of) === 0; }
  /**
   * @template T
   * @param {T[]} list
   */
  one(list) { return list[this.below(list.length)]; }

  // --- versions ---

  /**
   * @param {string} key
   * @param {string | null} text
   * @param {(Version | undefined)[]} parents
   */
  add(key, text, parents) {
    /** @type {Version} */
    const version = { id: this.versions.length, key, text, before: new Set(), isAcknowledged: false };
    for (const parent of parents.filter((version) => version !== undefined)) {
      for (const older of [parent, ...parent.before]) version.before.add(older);
    }
    this.versions.push(version);
    if (text !== null) this.byText.set(`${key} ${text}`, version);
    return version;
  }

  /** @param {string} key */
  newText(key) {
    return `${key.slice(P.length)} ${this.versions.length} ${"x".repeat(this.below(this.chance(5) ? 400 : 40))}`;
  }

  // --- localStorage ---

  /** @param {string} key */
  textOf(key) { return this.stored.get(key)?.[0] ?? null; }
  /** @param {string} key */
  versionOf(key) { return this.stored.get(key)?.[1]; }

  size() {
    let size = 0;
    for (const [key, [text]] of this.stored) if (text !== null) size += key.length + text.length;
    return size;
  }

  /**
   * @param {string} key
   * @param {string | null} text
   * @param {Version} [version]
   */
  set(key, text, version, isRestored = false) {
    const sizeOf = (/** @type {string | null} */ value) => (value === null ? 0 : key.length + value.length);
    const growth = sizeOf(text) - sizeOf(this.textOf(key));
    if (growth > 0 && this.size() + growth > this.room) throw new Broken.Full("QuotaExceededError");
    this.stored.set(key, [text, version]);
    this.log.push([key, [text, version], isRestored]);
  }

  /** @param {number} count */
  flush(count) {
    // A crash within a restoration is allowed to make copies.
    while (this.isOrdinary && this.log[count - 1]?.[2] && this.log[count]) count++;
    for (const [key, value] of this.log.splice(0, count)) this.disk.set(key, value);
  }

  // --- the database ---

  /**
   * @template T
   * @param {Page} page
   * @param {() => T} run
   * @returns {Promise<T>}
   */
  job(page, run) {
    return new Promise((resolve, reject) => this.jobs.push({ page, run, resolve, reject }));
  }

  /** Carry out the first transaction that waits. */
  async step() {
    const job = this.jobs.shift();
    if (!job) return;
    if (this.below(10) < this.failing) {
      this.tell("transaction fails");
      job.reject(new Error("the database fails"));
    } else {
      job.resolve(job.run());
    }
    await afterPromises();
  }

  async stepAll() {
    for (let count = 0; this.jobs.length; count++) {
      if (count > 500) throw new Broken("the journal never rests");
      await this.step();
    }
  }

  // --- what happens ---

  open() {
    const page = new Page(this);
    this.pages.push(page);
    this.tell("open");
    void page.journal.run();
    return page;
  }

  /** @param {Page} page */
  close(page) {
    this.pages.splice(this.pages.indexOf(page), 1);
    this.abandon(page);
    this.tell("close a tab");
  }

  /**
   * Forget the transactions of a page; the first of them may have been carried out.
   * @param {Page} page
   */
  abandon(page) {
    if (this.jobs[0]?.page === page && this.chance(2)) this.jobs[0].run();
    this.jobs = this.jobs.filter((job) => job.page !== page);
  }

  crash(count = this.below(this.log.length + 1)) {
    this.tell("crash; of", this.log.length, "changes", count, "were on the disk");
    if (this.jobs[0] && this.chance(2)) this.jobs[0].run();
    this.jobs = [];
    this.pages = [];
    this.flush(count);
    this.log = [];
    this.stored = new Map(this.disk);
  }

  /** Another version of the app writes or removes without a stamp. */
  foreign() {
    const key = this.one(KEYS);
    const before = this.versionOf(key);
    const text = this.chance(3) ? null : this.newText(key);
    if (text === null && this.textOf(key) === null) return;
    const version = this.add(key, text, [before]);
    this.excused.add(key); // its removal looks like a loss
    if (text === null) {
      for (const older of version.before) older.isGone = true;
    }
    try { this.set(key, text, version); } catch { return; }
    this.tell("a version without a journal stores", key, text);
  }

  /** The first version with a journal writes: its entries have no past. */
  old() {
    const key = this.one(KEYS);
    const text = this.chance(4) ? null : this.newText(key);
    if (text === null && this.textOf(key) === null) return;
    const version = this.add(key, text, [this.versionOf(key)]);
    const mark = Number(this.textOf(STAMP) ?? 0);
    if (!(mark >= 0 && mark < 0.9 * MAX_STAMP)) return; // its journal does not work then
    // It has restored at its own start what was lost.
    if ([...this.entries.values()].some((entry) => isStamp(entry.stamp) && entry.stamp > mark)) return;
    try { this.set(key, text, version); } catch { return; }
    const stamp = Math.max(this.now, mark + 1);
    try {
      this.set(STAMP, String(stamp));
    } catch {
      for (const name of KEYS) this.excused.add(name);
    }
    this.tell("an old version stores", key, text, stamp);
    if (this.chance(2)) return;
    this.entries.set(key, { key, text, stamp });
    this.entryVersions.set(key, version);
    version.isAcknowledged = true;
  }

  damage() {
    if (this.chance(2)) {
      const text = this.one(BAD_STAMPS);
      try { this.set(STAMP, text); } catch { return; }
      this.isWatermarkDamaged = true;
      this.flush(this.log.length); // what damages a disk does not go by itself
      this.tell("stamp damaged:", text);
      return;
    }
    const key = this.one([...this.entries.keys(), ""]);
    const entry = this.entries.get(key);
    if (!entry) return;
    const version = this.entryVersions.get(key);
    if (version) version.isAcknowledged = false;
    for (const other of version ? version.before : []) other.isAcknowledged = false;
    this.excused.add(entry.of ?? key);
    if (version) this.excused.add(version.key);
    const damaged = { ...entry };
    const kind = this.below(4);
    if (kind === 0) damaged.stamp = this.one(BAD_ENTRY_STAMPS);
    if (kind === 1) damaged.text = this.one([undefined, 5, {}]);
    if (kind === 2) damaged.past = this.one([null, "text", [[1]], [[NaN, 2]], [], 5]);
    if (kind === 3) damaged.starts = this.one([5, "text", [NaN, Infinity, -1]]);
    if (damaged.stamp === undefined) delete damaged.stamp;
    this.entries.set(key, damaged);
    this.tell("entry damaged:", key, kind, damaged.stamp);
  }

  async runStep() {
    const page = this.pages.length ? this.one(this.pages) : this.open();
    const kind = this.below(this.isOrdinary ? 12 : 20);
    this.now += this.below(1000);
    if (kind < 5) page.change();
    else if (kind < 8) await this.step();
    else if (kind === 8 || kind === 9) {
      if (this.isOrdinary) await this.stepAll(); // a browser writes the journal sooner than localStorage
      if (kind === 8) this.flush(this.below(this.log.length + 1));
    }
    if (kind === 9) {
      this.crash();
      await this.start();
    } else if (kind === 10 && this.pages.length < 3) {
      this.open();
      if (this.isOrdinary) await this.stepAll();
    } else if (kind === 11) {
      await this.stepAll();
      this.clean();
      await this.stepAll();
    } else if (kind === 12) this.close(page);
    else if (kind === 13) this.foreign();
    else if (kind === 14) this.old();
    else if (kind === 15 && this.chance(3)) this.damage();
    else if (kind === 16) {
      this.room = this.chance(3) ? Infinity : this.size() + this.below(200);
      this.tell("room", this.room - this.size());
    } else if (kind === 17) {
      this.failing = this.one([0, 0, 2, 10]);
      this.tell("failing", this.failing);
    } else if (kind === 18) {
      this.now = Math.max(0, this.now + this.one([-1e11, -1e9, -5000, 1e9, 1e12]));
      this.tell("clock", this.now);
    } else if (kind === 19) {
      await this.stepAll();
    }
    await afterPromises();
  }

  clean() {
    for (const page of this.pages) void page.journal.clean();
    if (++this.cleanings % STARTS_ON_DISK === 0) this.flush(this.log.length);
  }

  /** Start after a crash; if all is well nothing that was acknowledged may be missing then. */
  async start() {
    this.open();
    await afterPromises();
    if (this.isOrdinary || this.chance(2)) {
      await this.stepAll();
      if (!this.failing) this.checkNothingLost();
    }
  }

  // --- what must hold ---

  checkErrors() {
    if (this.violation) throw new Broken(this.violation);
    for (const { error } of this.pages) if (error) throw error;
  }

  /**
   * Check a change of localStorage that a start makes.
   * @param {string} key
   * @param {Version | undefined} version
   */
  checkRestored(key, version) {
    const stored = this.versionOf(key);
    this.tell("restored", key, version?.text, "over", stored?.text);
    if (stored?.text === null) for (const older of stored.before) older.isAcknowledged = false;
    if (!version) this.violation = `a start writes what was never saved under ${key}`;
    else if (stored?.text && stored !== version && !version.before.has(stored)
        && !(this.excused.has(key) && this.versions.some(({ text, before }) => text === null && before.has(stored)))) {
      this.violation = `${key}: ${version.text} replaces ${stored.text}, which may be newer`;
    } else if (version.text !== null && !this.isWatermarkDamaged && !this.excused.has(version.key)
        && (stored?.before.has(version) || this.isRemovalAcknowledged(version))) {
      this.violation = `${key}: ${version.text} comes back`;
    }
  }

  /** @param {Version} version */
  isRemovalAcknowledged(version) {
    const isRemoval = (/** @type {Version} */ { text, isAcknowledged, before }) => text === null && isAcknowledged && before.has(version);
    return this.versions.some(isRemoval);
  }

  /** Check that all acknowledged versions, or later ones, are stored or owed. */
  checkNothingLost() {
    const present = new Set();
    const add = (/** @type {Version | undefined} */ version) => {
      if (!version) return;
      present.add(version);
      for (const older of version.before) present.add(older);
    };
    for (const [, [, version]] of this.stored) add(version);
    for (const version of this.versions) if (version.text === null && version.isAcknowledged) add(version);
    for (const entry of this.entries.values()) {
      if (entry.key.startsWith(OWED)) add(this.byText.get(`${entry.of} ${entry.text}`));
    }
    for (const version of this.versions) {
      const isExpected = version.isAcknowledged && !version.isGone && version.text !== null;
      if (isExpected && !present.has(version) && !version.key.startsWith(DERIVED)) {
        throw new Broken(`lost: ${version.key} ${version.text}`);
      }
    }
  }

  /** Check at the end that everything heals. */
  async checkHealing() {
    this.tell("--- the end");
    this.room = Infinity;
    this.failing = 0;
    await this.stepAll();
    if (this.chance(2)) this.crash();
    for (let count = 0; count < 2; count++) {
      for (const page of [...this.pages]) this.close(page);
      this.open();
      await afterPromises();
      await this.stepAll();
    }
    const page = this.pages[0];
    this.checkNothingLost();
    const stamp = this.textOf(STAMP);
    if (stamp !== null && !(/^\d+$/.test(stamp) && isStamp(Number(stamp)))) throw new Broken(`the stamp is ${stamp}`);
    for (const entry of this.entries.values()) {
      if (entry.key.startsWith(OWED)) throw new Broken(`${entry.key} is owed although there is room`);
      if (!isStamp(entry.stamp) && entry.key !== STARTS) throw new Broken(`${entry.key} is damaged still`);
    }
    if (this.textOf(EARLY) !== null) throw new Broken("early changes are listed still");
    this.flush(this.log.length);
    const key = this.one(KEYS);
    page.change(key, false);
    const text = this.textOf(key);
    await afterPromises();
    await this.stepAll();
    if (!this.versionOf(key)?.isAcknowledged) throw new Broken("the journal has stopped");
    this.crash(0);
    this.open();
    await afterPromises();
    await this.stepAll();
    if (this.textOf(key) !== text) throw new Broken(`${key} is ${this.textOf(key)} instead of ${text}`);
    this.checkNothingLost();
    if (this.isOrdinary && this.copies) throw new Broken("a copy was made without need");
  }
}

Broken.Full = class extends Error {};

class Page {
  /** @param {World} world */
  constructor(world) {
    this.world = world;
    this.latest = new Map(); // versions that this page has saved last
    this.readVersions = new Map();
    this.isCompared = false; // for sure
    this.changing = null; // the version that a change of the app saves now
    this.journal = journalOf({
      storage: {
        getItem: (key) => world.textOf(key),
        setItem: (key, text) => this.set(key, text),
        removeItem: (key) => this.set(key, null),
      },
      database: {
        read: (after) => world.job(this, () => this.read(after)),
        update: (keys, change) => {
          const saved = new Map(keys.map((key) => [key, this.latest.get(key)]));
          return world.job(this, () => this.update(keys, change, saved)).then((written) => {
            for (const [key, version] of saved) if (version && written.has(key)) version.isAcknowledged = true;
          });
        },
        clean: (plan) => world.job(this, () => this.clean(plan)),
      },
      now: () => world.now,
      onRestored: () => {},
      onError: (error) => { if (/** @type {Error} */ (error).message !== "the database fails") this.error = error; },
    });
  }

  change(key = this.world.one(KEYS), isRemoval = this.world.chance(4)) {
    const { world } = this;
    if (isRemoval && world.textOf(key) === null) return;
    const text = isRemoval ? null : world.newText(key);
    const versions = world.versions.filter((version) => version.key === key);
    // An early removal is of the text that is seen; one that is restored later may come back with it or not.
    if (isRemoval && !this.isCompared) for (const version of versions) version.isAcknowledged = false;
    this.changing = world.add(key, text, isRemoval && this.isCompared ? versions : [world.versionOf(key)]);
    world.tell("change", key, text, "over", world.textOf(key));
    const before = this.latest.get(key);
    this.latest.set(key, this.changing);
    try {
      if (text === null) this.journal.removeText(key);
      else this.journal.saveText(key, text);
    } catch (error) {
      if (!(error instanceof Broken.Full)) throw error;
      this.latest.set(key, before);
      world.tell("  no room");
    }
    this.changing = null;
  }

  /**
   * @param {string} key
   * @param {string | null} text
   */
  set(key, text) {
    const { world } = this;
    if (key === STAMP || key === EARLY) {
      try {
        world.set(key, text);
        if (key === STAMP) {
          world.tell("  stamp", text);
          this.isCompared = true;
        }
      } catch (error) {
        for (const name of KEYS) world.excused.add(name); // a removal without its stamp looks like a loss
        throw error;
      }
      return;
    }
    if (this.changing?.key === key) {
      world.set(key, text, this.changing);
      return;
    }
    const version = this.restored(key, text);
    const before = world.stored.get(key);
    world.set(key, text, version, true);
    const after = world.stored.get(key);
    if (before) world.stored.set(key, before);
    else world.stored.delete(key);
    world.checkRestored(key, version);
    if (after) world.stored.set(key, after);
    this.latest.set(key, version);
  }

  /**
   * Return the version of a text that a start writes.
   * @param {string} key
   * @param {string | null} text
   */
  restored(key, text) {
    const { world } = this;
    if (text === null) return this.readVersions.get(key);
    const own = world.byText.get(`${key} ${text}`);
    if (own) return own;
    const origins = world.versions.filter((version) => version.text === text);
    if (!origins.length) return undefined;
    world.copies++;
    return world.add(key, text, origins);
  }

  /** @param {number} after */
  read(after) {
    const { world } = this;
    this.readVersions = new Map(world.entryVersions);
    const all = [...world.entries.values()].map((entry) => ({ ...entry }));
    const own = all.filter(({ key }) => key.startsWith(OWN));
    for (const { of } of own) world.excused.add(of); // a removal must be in the journal to end what is owed
    return {
      changes: all.filter(({ stamp }) => isStamp(stamp) && stamp > after),
      owed: own.filter(({ key }) => key.startsWith(OWED)),
      damaged: all.filter(({ key, stamp }) => !isStamp(stamp) && !key.startsWith(OWN)),
    };
  }

  /**
   * @param {string[]} keys
   * @param {import("../../static/page/journal_core.js").EntryChange} change
   * @param {Map<string, Version>} saved
   */
  update(keys, change, saved) {
    const { world } = this;
    const { puts, deletes } = change(keys.map((key) => world.entries.get(key)));
    for (const key of deletes) {
      world.entries.delete(key);
      world.entryVersions.delete(key);
    }
    for (const entry of /** @type {Entry[]} */ (puts)) {
      if ("frees" in entry) throw new Broken("an entry has what is not for the database");
      const version = saved.get(entry.key);
      const isSaved = version && version.text === entry.text;
      world.entries.set(entry.key, structuredClone(entry));
      if (entry.key.startsWith(OWED)) world.entryVersions.set(entry.key, world.byText.get(`${entry.of} ${entry.text}`));
      else if (isSaved) world.entryVersions.set(entry.key, version);
      else if (entry.text === null && world.textOf(entry.key) === null) {
        world.entryVersions.set(entry.key, world.versionOf(entry.key));
      }
      const removal = world.entryVersions.get(entry.key);
      if (!isSaved && entry.text === null && removal?.text === null) removal.isAcknowledged = true;
      if (isSaved && entry.text === null) version.isAcknowledged = true; // it may not come back from now on
      world.tell("  in the journal:", entry.key, entry.text, entry.stamp);
    }
    return new Set(puts.map(({ key }) => key));
  }

  /** @param {Parameters<Entries["clean"]>[0]} plan */
  clean(plan) {
    const { world } = this;
    const { starts, limit } = plan(world.entries.get(STARTS)?.starts);
    world.entries.set(STARTS, { key: STARTS, starts });
    for (const [key, { stamp }] of world.entries) {
      if (!isStamp(stamp) || stamp > limit) continue;
      world.entries.delete(key);
      world.entryVersions.delete(key);
    }
  }
}

/**
 * Run one random sequence; throw with all that happened if something does not hold.
 * @param {number} seed
 */
export async function sequence(seed) {
  const world = new World(seed);
  try {
    world.open();
    if (world.isOrdinary) await world.stepAll();
    for (let count = 20 + world.below(60); count; count--) {
      await world.runStep();
      world.checkErrors();
    }
    await world.checkHealing();
    world.checkErrors();
  } catch (reason) {
    const error = /** @type {Error} */ (reason);
    error.message = `sequence ${seed}: ${error.message}\n${world.trace.slice(-Number(process.env.TRACE ?? 60)).join("\n")}`;
    throw error;
  }
  return world;
}
