import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareInstance, root, type TestDaemon } from "../fixtures/daemon.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type OuterTerminal, openTerminal } from "./outer-terminal.ts";

/**
 * ARCHITECTURE.md lists the objects that a key, a byte of output and a call pass. Here the daemon runs from its separate
 * files and records its stacks, and the page must agree with them.
 */
let daemon: TestDaemon;
let stacks: string;

beforeAll(async () => {
  daemon = prepareInstance();
  stacks = join(daemon.dir, "stacks");
  writeFileSync(stacks, "");
  const recorder = join(root, "test/fixtures/record-stacks.mjs");
  const child = spawn(process.execPath, ["--import", recorder, join(root, "dist/daemon/serve.js")], {
    cwd: daemon.env.HOME,
    env: { ...daemon.env, MULLION_READY_FD: "3", STACKS: stacks },
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  const ready = child.stdio[3] as Readable;
  await new Promise((resolve) => ready.once("data", resolve));
  await outputOf(daemon.tmux("new-session", "-d", "-s", "walks", "cat"));
});
afterAll(() => daemon.stop());

/** A call of a stack: a source file of ours, and a type if Node names one. */
interface Frame {
  readonly file: string;
  readonly type: string;
}

function recorded(): Frame[][] {
  const lines = readFileSync(stacks, "utf8").split("\n");
  return lines.map((line) =>
    line.split(" ").map((frame) => {
      const [file = "", type = ""] = frame.split(":");
      return { file, type };
    }),
  );
}

/** Waits for a stack, after those recorded `before`, that begins in one file and ends in another. */
function nextStack(before: number, from: string, to: string): Promise<Frame[]> {
  const fits = (stack: Frame[]) => stack[0]!.file.endsWith(from) && stack.at(-1)!.file.endsWith(to);
  return waitFor(() => recorded().slice(before).find(fits), `a stack from ${from} to ${to}`);
}

/** The objects of the stacks, each once. A file without a class has functions only. */
function objectsOf(...calls: readonly Frame[][]): string[] {
  const names = calls.flat().flatMap(({ file, type }) => {
    const source = readFileSync(join(root, "src", `${file}.ts`), "utf8");
    const classes = [...source.matchAll(/^(?:export )?class (\w+)\b(?! extends Error)/gm)].map(
      ([, name]) => name!,
    );
    return classes.includes(type) ? [type] : classes.slice(0, 1);
  });
  return [...new Set(names)];
}

/** The number and the names that the page gives. */
function onPage(walk: string): { readonly count: number; readonly objects: string[] } {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [, count, list = ""] = new RegExp(`^\\| ${walk} \\| (\\d+): ([^|]*) \\|$`, "m").exec(page) ?? [];
  return { count: Number(count), objects: [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name!) };
}

async function attach(): Promise<OuterTerminal> {
  const terminal = await openTerminal(daemon, "exec tmux attach -t walks", { env: { MULLION_LENDING: "0" } });
  await terminal.see("[walks]");
  return terminal;
}

test("a key passes the objects that the page names", async () => {
  const terminal = await attach();
  const before = recorded().length;
  terminal.type("k");
  const typed = await nextStack(before, "calls/client-connection", "holders/holder-connection");
  const objects = objectsOf(typed);
  expect(onPage("a key that the daemon types")).toEqual({ count: objects.length, objects });
});

test("a byte of output passes the objects that the page names", async () => {
  const terminal = await attach();
  const before = recorded().length;
  terminal.type("o");
  const parsed = await nextStack(before, "holders/holder-connection", "tui/paint-pace");
  const drawn = await nextStack(before, "tui/paint-pace", "calls/client-connection");
  const objects = objectsOf(parsed, drawn);
  expect(onPage("a byte of output, to the terminal")).toEqual({ count: objects.length, objects });
});

test("split-window passes the objects that the page names", async () => {
  const before = recorded().length;
  await outputOf(daemon.tmux("split-window", "-d", "-t", "walks", "cat"));
  const began = await nextStack(before, "calls/client-connection", "holders/held-pane");
  const launched = await nextStack(before, "holders/held-pane", "holders/launcher");
  const objects = objectsOf(began, launched);
  expect(onPage("`split-window`, to the launcher")).toEqual({ count: objects.length, objects });
});
