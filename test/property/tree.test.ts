import fc from "fast-check";
import { describe, expect } from "vitest";
import { MuxError } from "../../src/core/errors.ts";
import { LEGIBLE } from "../../src/core/layout/pane-room.ts";
import { createServer } from "../../src/core/mux/create-server.ts";
import type { Change, Mux } from "../../src/core/mux.ts";
import { collectRecords } from "../../src/core/records/changes.ts";
import { treeShapes } from "../../src/core/records/record.ts";
import { repairRecords, repairs } from "../../src/core/records/repair.ts";
import { ourPortrait } from "../differential/layout/portrait.ts";
import { chooser, layoutSteps, windowSteps, workSessions } from "../differential/layout/steps.ts";
import { property } from "../fixtures/property.ts";
import { lifeSteps } from "./tree-life.ts";
import { IdleWorld } from "./tree-ports.ts";
import { expectSound } from "./tree-soundness.ts";

const commands = { ...layoutSteps, ...windowSteps };
const names = [...Object.keys(commands), ...Object.keys(lifeSteps)];
const sequence = fc.array(
  fc.tuple(fc.constantFrom(...names), fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 })),
  { maxLength: 40 },
);
const room = fc.constantFrom("refuse", "grow", "legible");

/** Takes a server through the steps; what it refuses is part of the game. */
function live(
  steps: readonly [string, number[]][],
  paneRoom: string,
  check: (mux: Mux, name: string) => void,
) {
  const world = new IdleWorld();
  const mux = createServer({ socketPath: "/tmp/tree", ports: world.ports });
  mux.server.options.set("pane-room", paneRoom);
  for (const [name, numbers] of steps) {
    world.pass(700);
    if (workSessions(mux).length === 0) mux.createSession({ name: "work", cwd: "/" });
    try {
      const choose = chooser(numbers);
      if (name in commands) commands[name]!(mux, choose).run(mux);
      else lifeSteps[name]!(mux, choose);
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
    }
    check(mux, name);
  }
  return { mux, world };
}

describe("a tree after any sequence of operations", () => {
  property("is sound", { runs: 150 }, (check) =>
    check(
      fc.property(
        sequence,
        room,
        (steps, paneRoom) => void live(steps, paneRoom, ({ server }) => expectSound(server)),
      ),
    ),
  );

  property("never gives an id twice", { runs: 60 }, (check) =>
    check(
      fc.property(sequence, (steps) => {
        const given = { session: -1, window: -1, pane: -1 };
        const world = new Set<unknown>();
        live(steps, "grow", ({ server }) => {
          for (const [kind, things] of [
            ["session", server.sessions],
            ["window", server.windows],
            ["pane", server.panes],
          ] as const)
            for (const thing of things.values()) {
              if (world.has(thing)) continue;
              world.add(thing);
              expect(Number(thing.id.slice(1))).toBeGreaterThan(given[kind]);
              given[kind] = Number(thing.id.slice(1));
            }
        });
      }),
    ),
  );

  property("closes exactly the processes of panes that are gone", { runs: 60 }, (check) =>
    check(
      fc.property(sequence, (steps) => {
        const { mux, world } = live(steps, "grow", () => {});
        const running = new Set([...mux.server.panes.values()].map(({ process }) => process));
        for (const process of world.processes) {
          const exited = !running.has(process) && !process.closed;
          if (running.has(process)) {
            expect(process.closed).toBe(false);
            const pane = mux.server.panes.get(process.request.pane)!;
            expect(process.size).toEqual({ cols: pane.cols, rows: pane.rows });
          } else expect(process.closed || exited).toBe(true);
        }
      }),
    ),
  );

  property("keeps every pane legible where it must and nobody looks", { runs: 60 }, (check) =>
    check(
      fc.property(sequence, (steps) => {
        live(steps, "legible", ({ server }) => {
          for (const window of server.windows.values()) {
            if (window.links.some(({ session }) => session.attached > 0)) continue;
            if (Math.max(window.cols, window.rows) >= 10_000) continue;
            for (const pane of window.panes) {
              expect(pane.cols).toBeGreaterThanOrEqual(LEGIBLE.cols);
              expect(pane.rows).toBeGreaterThanOrEqual(LEGIBLE.rows);
            }
          }
        });
      }),
    ),
  );
});

describe("records", () => {
  property("change wherever the tree does, and rebuild it exactly", { runs: 150 }, (check) =>
    check(
      fc.property(sequence, room, (steps, paneRoom) => {
        const records = new Map<string, Change>();
        const { mux } = live(steps, paneRoom, (each, name) => {
          for (const change of each.takeChanges()) apply(records, change);
          expect(sorted(records), name).toEqual(sorted(all(each)));
        });
        if (records.size === 0) return;
        const found = collectRecords(records.values());
        const sound = repairRecords(found);
        expect(repairs(found, sound)).toEqual([]);
        const again = createServer({
          socketPath: "/tmp/tree",
          ports: new IdleWorld().ports,
          records: sound,
        });
        expect(again.takeChanges()).toEqual([]);
        expect(sorted(all(again))).toEqual(sorted(records));
        expect(ourPortrait(again.server)).toEqual(ourPortrait(mux.server));
        expectSound(again.server);
      }),
    ),
  );

  /** With these lines lost, as many links are left as the window's record has, but not the same ones. */
  const moved = (
    [
      ["split", []],
      ["split", []],
      ["split", []],
      ["createWindow", [0, 339462]],
      ["split", [12471, 0, 0, 147957]],
    ] as const
  ).map(([name, numbers]): [string, number[]] => [name, [...numbers, ...Array(16 - numbers.length).fill(0)]]);

  property(
    "that are lost in part rebuild a sound tree of what is left, and no number is given twice",
    { runs: 300 },
    (check) =>
      check(
        fc.property(
          sequence,
          room,
          fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }),
          (steps, room, lost) => {
            const records = new Map<string, Change>();
            let line = 0;
            live(steps, room, (each) => {
              const isLost = lost.includes(line++);
              for (const change of each.takeChanges()) if (!isLost) apply(records, change);
            });
            const mended = repairRecords(collectRecords(records.values()));
            expect(repairs(mended, repairRecords(mended))).toEqual([]);
            const again = createServer({
              socketPath: "/tmp/tree",
              ports: new IdleWorld().ports,
              records: mended,
            });
            expectSound(again.server);
            const { panes } = again.server;
            const session = again.createSession({ cwd: "/" });
            expect(session.current.window.panes).toHaveLength(1);
            expect(panes.get(session.current.window.active.id)).toBe(session.current.window.active);
            expectSound(again.server);
          },
        ),
        { cases: [[moved, "refuse", [3, 5]]] },
      ),
  );
});

function all(mux: Mux): Map<string, Change> {
  const records = new Map<string, Change>();
  for (const change of mux.allRecords()) apply(records, change);
  return records;
}

/** As a daemon keeps it: plain JSON of the shape of its kind. */
function apply(records: Map<string, Change>, change: Change): void {
  const key = `${change.kind}/${change.name}`;
  if (change.record === undefined) {
    records.delete(key);
    return;
  }
  const kept = JSON.parse(JSON.stringify(change)) as Change;
  expect(treeShapes[change.kind].fault(kept.record), key).toBeUndefined();
  records.set(key, kept);
}

/** The buffers are written down with the first one. */
function sorted(records: ReadonlyMap<string, Change>): [string, Change][] {
  const empty = JSON.stringify({ next: 0, buffers: [] });
  return [...records]
    .filter(([, { record }]) => JSON.stringify(record) !== empty)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
