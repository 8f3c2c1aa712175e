// The parts of Node that the tests use. Node's own types would also hold for the scripts of the page.

declare var process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };

declare function setImmediate(run: (value?: unknown) => void): void;

declare module "node:assert/strict" {
  interface Assert {
    (value: unknown, message?: string): asserts value;
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    fail(message?: string): never;
    rejects(promise: Promise<unknown>, expected?: RegExp | object): Promise<void>;
    throws(run: () => unknown, expected?: RegExp | object): void;
  }
  const assert: Assert;
  export default assert;
}

declare module "node:test" {
  type Run = () => void | Promise<void>;
  export default function test(name: string, run: Run): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void; reset(): void };
  };
  export function beforeEach(run: Run): void;
  export function afterEach(run: Run): void;
}

declare module "node:fs" {
  export function readFileSync(path: string | number | URL, encoding: "utf8"): string;
}
