// Types of the start: the memory snapshot, Pyodide's module, and the messages between the page and its workers.

/** The start and the end of a range of bytes. */
type ByteRange = [from: number, to: number];

/** The description of the memory snapshot, by tools/snapshot.mjs and tools/snapshot.py. */
interface Snapshot {
  name: string;
  loads: Record<string, number>;
  unpacked: number;
  memory: number;
  header: number;
  known: ByteRange[];
  cleared: ByteRange[];
  sum: number;
  lock: NonNullable<PyodideConfig["lockFileContents"]>;
}

type PyodideConfig = import("pyodide").PyodideConfig;

/** Pyodide's module, with the inner parts that the start uses. */
type PyodideModule = Awaited<ReturnType<NonNullable<PyodideConfig["createPyodideModule"]>>> & {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
  __PyRuntime: number;
  __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
  growMemory(size: number): void;
};

type CreatePyodideModule = (settings: object) => Promise<PyodideModule>;

/** A request to loader_worker.mjs. Its answers go to the port. */
type LoaderRequest = { port: MessagePort } & (
  | { task: "code" | "snapshot"; address: string }
  | { task: "cache"; snapshot: string; code: string });

/** The result of a task of loader_worker.mjs; `cached` is true if it came from the cache. */
type LoaderResult<Result> = { result: Result; cached?: boolean };

/** A message of loader_worker.mjs. */
type LoaderMessage<Result> = { build: string } & Partial<LoaderResult<Result> & { loaded: number; error: string }>;

/** A task that start_loader.js has begun in a worker; `failed` resolves if the worker cannot start. */
interface LoaderTask {
  port: MessagePort;
  failed: Promise<unknown>;
}

/** The first message to thinker_worker.mjs. */
interface ThinkerStart {
  build: string;
  description: Snapshot;
  address: string;
  code: WebAssembly.Module | null;
  snapshot: Uint8Array | null;
}

/** A message to thinker_worker.mjs. */
type ThinkerRequest = { request: string; number: number };
type ThinkerMessage = { start: ThinkerStart } | { cancel: true } | ThinkerRequest;

/** A message of thinker_worker.mjs. */
type ThinkerAnswer = Partial<{ ready: true; text: string; number: number; error: string }>;

declare var ruleboardLoader:
  | { build: string; worker: Worker; code: LoaderTask; snapshot: LoaderTask }
  | null
  | undefined;
declare var ruleboardPyodide: CreatePyodideModule | undefined;
declare var ruleboardStartThinker: () => Promise<Worker>;
declare var importScripts: ((address: string) => void) | undefined;

// Synchronous access to files, which only workers have: TypeScript's types for pages lack it.
interface FileSystemFileHandle {
  createSyncAccessHandle(options?: { mode: string }): Promise<FileSystemSyncAccessHandle>;
}
interface FileSystemSyncAccessHandle {
  close(): void;
  flush(): void;
  getSize(): number;
  read(buffer: AllowSharedBufferSource, options?: { at: number }): number;
  truncate(size: number): void;
  write(buffer: AllowSharedBufferSource, options?: { at: number }): number;
}

/** The file of a game, from the page around the frame; the text is undefined if the file does not load. */
type OwnSource = { text?: unknown; name?: unknown };

/** The first message to own_worker.mjs. */
interface OwnStart {
  description: Snapshot;
  code: WebAssembly.Module;
  snapshot: Uint8Array;
  settings: string;
  catalogue: Uint8Array;
}

/** A message to own_worker.mjs. */
type OwnMessage = { start: OwnStart } | { source: [text: string, name: string] } | { event: [string, string, string] } | { ping: true };

/** Python's OwnBoard. */
interface OwnBoard {
  load(text: string, name: string): void;
  handle(kind: string, name: string, value: string): void;
  call(number: number): void;
}

/** The latest file of the game of an embedded board. */
declare var ruleboardSource: OwnSource | undefined;
