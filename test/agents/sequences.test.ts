import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createServer } from "../../src/core/mux/create-server.ts";
import { root } from "../fixtures/daemon.ts";
import { IdleWorld } from "../property/tree-ports.ts";

/** What a real agent showed in turn, when keys were typed, and the states in their order as a person saw them. */
interface Sequence {
  readonly program: string;
  readonly what: string;
  readonly states: readonly string[];
  /** Milliseconds since the first screen; `typed` is a key, and the rest are whole screens. */
  readonly steps: readonly ({ readonly at: number } & (
    | { readonly typed: string }
    | { readonly rows: readonly string[] }
  ))[];
}

/** Time passes in steps of this length, so that looks at the screen come when they are due. */
const TICK_MS = 10;
const directory = join(root, "test/agents/sequences");
const sequences = readdirSync(directory).map(
  (file) => JSON.parse(readFileSync(join(directory, file), "utf8")) as Sequence,
);

it.each(sequences)("$program: $what", ({ program, states, steps }) => {
  const world = new IdleWorld();
  const mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  mux.createSession({ cwd: "/", cols: 80, rows: 24 });
  const [pane] = mux.server.panes.values();
  const [process] = world.processes;
  if (!pane || !process) throw new Error("the session has no pane");
  const foreground = { pgrp: 2, command: program, argv: [program], cwd: "/" };
  Object.assign(process, {
    foreground: () => foreground,
    terminalUse: () => ({ waits: "poll", wokenBy: () => "more", argv: [program], outer: [] }),
  });
  const seen: string[] = [mux.server.agents.of(pane).state];
  mux.server.events.on("pane-state-changed", ({ state, before }) => {
    if (state !== before) seen.push(state);
  });
  let passed = 0;
  const passUntil = (at: number) => {
    for (; passed < at; passed += TICK_MS) world.pass(TICK_MS);
  };
  for (const step of steps) {
    passUntil(step.at);
    if ("typed" in step) mux.paneTyped(pane);
    else {
      pane.screen.write(new TextEncoder().encode(`\x1b[?1049h\x1b[2J\x1b[H${step.rows.join("\r\n")}`));
      mux.paneOutput(pane);
    }
  }
  passUntil(passed + 5_000);
  expect(seen).toEqual(states);
});
