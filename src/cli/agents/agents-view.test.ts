import { beforeEach, expect, test } from "vitest";
import { IdleWorld } from "../../../test/property/tree-ports.ts";
import { textWidth } from "../../core/format/width.ts";
import { createServer } from "../../core/mux/create-server.ts";
import { plain } from "../terminal.ts";
import { type AgentRow, agentRows } from "./agent-rows.ts";
import { AgentsView } from "./agents-view.ts";

const NOW = 1_800_000_000_000;
let rows: AgentRow[];
let view: AgentsView;

beforeEach(() => {
  const mux = createServer({ socketPath: "/tmp/s", ports: new IdleWorld().ports });
  for (let index = 0; index < 200; index++)
    mux.createSession({ name: `agent ${index} 漢字漢字漢字漢字漢字`, cwd: "/" });
  const panes = [...mux.server.panes.values()];
  for (const pane of panes.slice(0, 3)) mux.paneNotified(pane, `may I ${"漢".repeat(80)}?`);
  rows = agentRows([mux]);
  view = new AgentsView({ all: true });
  view.agents = rows;
});

const picture = (cols: number, height: number) =>
  view.lines({ cols, rows: height }, { now: NOW, paint: plain });
const selected = () => picture(80, 24).find((line) => line.startsWith("> "));

test.each([20, 40, 80, 200])("200 agents fit into %i columns, and fill the terminal", (cols) => {
  const lines = picture(cols, 24);
  expect(lines).toHaveLength(24);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(cols);
});

test("the selection stays with its agent when lines move", () => {
  for (const key of ["j", "j", "j", "j"]) view.key(key);
  const before = selected();
  view.agents = rows.slice(2);
  expect(selected()).toBe(before);
  const opened = view.key("Enter");
  expect(opened?.kind === "open" && before?.includes(opened.agent.name.slice(0, 9))).toBe(true);
});

test("an answer carries the question that was shown when it was begun", () => {
  expect(view.key("y")).toMatchObject({ kind: "answer", text: "y", agent: { id: "%0" } });
  for (const key of ["4", "2", "BSpace", "Space", "ä"]) expect(view.key(key)).toBeUndefined();
  view.agents = rows.slice(1);
  expect(view.key("Enter")).toMatchObject({ kind: "answer", text: "4 ä", agent: { id: "%0" } });
});

test("Escape shows everything again before it leaves", () => {
  for (const key of ["/", "9", "9", "Enter"]) view.key(key);
  expect(picture(80, 24).filter((line) => /agent \d/.test(line))).toHaveLength(2);
  expect(view.key("Escape")).toBeUndefined();
  expect(view.key("Escape")).toEqual({ kind: "leave" });
});

test("searches in the name of a server, not in the directory of its socket", () => {
  for (const key of ["/", "t", "m", "p"]) view.key(key);
  expect(picture(80, 24)[1]).toContain("No agent matches");
});

test("has nothing to draw before an age changes", () => {
  picture(80, 24);
  const since = Math.max(...rows.map(({ standing }) => standing.since));
  expect(view.nextChange(since + 500)).toBe(since + 1_500);
  expect(view.nextChange(since + 30_500)).toBe(since + 35_500);
  expect(view.nextChange(since + 3_700_000)).toBe(since + 7_200_000);
});
