import { expect, it } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import type { PaneId } from "../ids.ts";
import { createServer } from "../mux/create-server.ts";
import type { JsonValue, Mux } from "../mux.ts";

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
  const older = mux.allRecords().map(({ key, record }): readonly [string, JsonValue] => {
    const value = { ...(record as Record<string, JsonValue>) };
    if (key === "server") value.version = 1;
    if (key.startsWith("window/"))
      value.panes = (value.panes as JsonValue[]).map((place) => (place as JsonValue[])[0]!);
    if (key.startsWith("pane/")) Object.assign(value, byId.get(key.slice("pane/".length) as PaneId));
    return [key, value];
  });
  expect(places(createServer({ socketPath: "/tmp/s", ports: world.ports, records: older }))).toEqual(
    places(mux),
  );
});

it("refuses records of a later version", () => {
  const later = split()
    .allRecords()
    .map(({ key, record }): readonly [string, JsonValue] => [
      key,
      key === "server" ? { ...(record as Record<string, JsonValue>), version: 99 } : record!,
    ]);
  expect(() => createServer({ socketPath: "/tmp/s", ports: world.ports, records: later })).toThrow(
    "unknown version of records: 99",
  );
});
