import { expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { createServer } from "../mux/create-server.ts";
import type { Mux } from "../mux.ts";
import { collectRecords } from "./changes.ts";
import { treeShapes } from "./record.ts";
import { repairRecords } from "./repair.ts";

const world = new IdleWorld();

function split(): Mux {
  const mux = createServer({ socketPath: "/tmp/s", ports: world.ports });
  mux.createSession({ cwd: "/", cols: 80, rows: 24 });
  mux.splitPane([...mux.server.panes.values()][0]!, { direction: "left-right" });
  return mux;
}

const places = ({ server }: Mux) =>
  [...server.panes.values()].map(({ id, cols, rows, left, top }) => ({ id, cols, rows, left, top }));

it("reads records of version 1, which have places with the panes", () => {
  const mux = split();
  const byId = new Map(places(mux).map(({ id, ...place }) => [id, place]));
  const records = repairRecords(collectRecords(mux.allRecords()));
  const older = {
    ...records,
    server: { ...records.server!, version: 1 },
    windows: new Map(
      [...records.windows].map(([id, window]) => [
        id,
        { ...window, panes: window.panes.map((place) => (typeof place === "string" ? place : place[0])) },
      ]),
    ),
    panes: new Map([...records.panes].map(([id, pane]) => [id, { ...pane, ...byId.get(id)! }])),
  };
  for (const [, window] of older.windows) expect(treeShapes.window.fault(window)).toBeUndefined();
  for (const [, pane] of older.panes) expect(treeShapes.pane.fault(pane)).toBeUndefined();
  expect(places(createServer({ socketPath: "/tmp/s", ports: world.ports, records: older }))).toEqual(
    places(mux),
  );
});

it("refuses records of a later version", () => {
  const records = repairRecords(collectRecords(split().allRecords()));
  const later = { ...records, server: { ...records.server!, version: 99 } };
  expect(() => createServer({ socketPath: "/tmp/s", ports: world.ports, records: later })).toThrow(
    "unknown version of records: 99",
  );
});
