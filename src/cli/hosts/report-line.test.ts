import { expect, test } from "vitest";
import { parseReportLine } from "./report-line.ts";

const AGENT = { state: "waiting", because: "", rule: "screen", confidence: 1, since: 0, unread: false };
const PANE = {
  ...{ pane_id: "%1", title: "", metadata: {}, command: ["sh"], foreground: "sh", cwd: "/", pid: 1, tty: "" },
  ...{ cols: 80, rows: 24, left: 0, top: 0, active: true, agent: { ...AGENT, program: "" }, name: "a" },
  ...{
    is_agent: true,
    server: "s",
    socket: "/s",
    session: "s",
    window_id: "@1",
    window_index: 0,
    window: "w",
  },
  ...{ last_line: "", choices: [{ text: "y", label: "yes" }], running: true, exit: null },
};
const parse = (more: object) => parseReportLine(JSON.stringify({ pane: { ...PANE, ...more } }));

test("a pane that a host reports is read, with members of a later version", () => {
  expect(parse({ later: 1 })).toEqual({ pane: { ...PANE, later: 1 } });
});

test.each([
  { choices: ["y"] },
  { cols: 0 },
  { rows: 10_001 },
  { running: undefined },
  { exit: { status: "0" } },
  { window_id: "@" },
])("a pane of another form is rejected: %j", (more) => {
  expect(() => parse(more)).toThrow("its list of panes has another form: is its Mullion another version?");
});
