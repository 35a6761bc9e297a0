import { expect, test } from "vitest";
import { routeCall } from "./route-call.ts";

/** The line as this machine prints it, if the host `build` printed it for the call. */
function shown(call: string, line: string): string {
  const route = routeCall(call.split(" "), () => [{ name: "build", command: ["x"] }]);
  return route?.names?.(line, route.host) ?? line;
}

test.each<[call: string, line: string, outcome: string]>([
  ["run --on build -- make", "%3", "build/%3"],
  ["run --on build --json -- make", '{"pane":"%3","pid":7}', '{"pane":"build/%3","pid":7,"host":"build"}'],
  ["wait build/%3 -u match:x", "%3 is a line of the program", "%3 is a line of the program"],
  ["wait build/%3 build/%4", "%4 0", "build/%4 0"],
  ["wait build/%3 build/%4", "%4", "build/%4"],
  [
    "wait build/a build/b --json",
    '{"panes":["%3","%4"]}',
    '{"panes":["build/%3","build/%4"],"host":"build"}',
  ],
  ["kill build/web --json", '{"killed":[]}', '{"killed":[],"host":"build"}'],
  ["search --host build x", "main %3 0: x of %4", "main build/%3 0: x of %4"],
  [
    "search --host build x",
    "\x1b[34mmain\x1b[39m \x1b[1m%3\x1b[22m 0: x",
    "\x1b[34mmain\x1b[39m \x1b[1mbuild/%3\x1b[22m 0: x",
  ],
  [
    "restore --host build web",
    "left vim in %3 of web (main): mullion restore %3 -L main starts it",
    "left vim in build/%3 of web (main): mullion restore build/%3 -L main starts it",
  ],
  [
    "capture build/web --json",
    JSON.stringify({ pane: "%3", text: '"pane":"%4"' }),
    JSON.stringify({ pane: "build/%3", text: '"pane":"%4"', host: "build" }),
  ],
  ["capture build/web", "%3", "%3"],
  ["logs build/web", "%3", "%3"],
])("%s: %s", (call, line, outcome) => {
  expect(shown(call, line)).toBe(outcome);
});
