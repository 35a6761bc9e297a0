/**
 * One thing that a person does at an attached terminal, as keys. `see` waits until both terminals show something: before
 * keys that depend on what was done before, such as typing at a shell that has just been started. `settled` waits until
 * both are quiet and alike.
 */
export type Step =
  | string
  | { readonly see: string | RegExp }
  | { readonly resize: readonly [cols: number, rows: number] }
  | { readonly settled: true };

export interface Scenario {
  readonly cols?: number;
  readonly rows?: number;
  readonly term?: string;
  /** Lines of tmux.conf beyond what every scenario has. */
  readonly configuration?: readonly string[];
  readonly steps: readonly Step[];
  /** Takes out of a picture what is ours to word. */
  readonly mask?: (picture: string) => string;
}

export const PREFIX = "\x02";
export const ESCAPE = "\x1b";
export const ENTER = "\r";
export const UP = "\x1b[A";
export const DOWN = "\x1b[B";
export const RIGHT = "\x1b[C";
export const LEFT = "\x1b[D";
export const PAGE_UP = "\x1b[5~";
export const PAGE_DOWN = "\x1b[6~";
export const SETTLED: Step = { settled: true };

/** As many shells are at their first prompt. */
export function prompts(count: number): Step {
  return { see: new RegExp(`(?:\\$[^$]*){${count}}`) };
}

/** A command at a shell's prompt, and its output that says it is done, and that is not to be seen as it is typed. */
export function shell(line: string, marker: string | RegExp): readonly Step[] {
  const typed = `$ ${line}`;
  if (typeof marker === "string" ? typed.includes(marker) : marker.test(typed))
    throw new Error(`${marker} is seen already when "${line}" is typed`);
  return [line + ENTER, { see: marker }];
}

export function prefixed(...keys: readonly string[]): string {
  return keys.map((key) => PREFIX + key).join("");
}

/** SGR mouse reports; cells from 1. */
export function mouse(
  kind: "press" | "drag" | "release" | "wheel-up" | "wheel-down",
  x: number,
  y: number,
): string {
  const button = { press: 0, drag: 32, release: 0, "wheel-up": 64, "wheel-down": 65 }[kind];
  return `\x1b[<${button};${x};${y}${kind === "release" ? "m" : "M"}`;
}
