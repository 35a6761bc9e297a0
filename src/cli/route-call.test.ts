import { expect, test } from "vitest";
import type { Host } from "../hosts/host.ts";
import { routeCall } from "./route-call.ts";
import { verbs } from "./verb-table.ts";

const hosts: readonly Host[] = [
  { name: "build", command: ["x"] },
  { name: "gpu", command: ["y"] },
];

/** Host and words of the call there; undefined: it stays here. */
function route(...argv: string[]): string | undefined {
  const found = routeCall(argv, () => hosts);
  return found && `${found.host}: ${found.argv.join(" ")}${found.wait ? " (waits)" : ""}`;
}

test.each<[words: string, outcome: string | undefined]>([
  ["capture build/%3 -n 5 -e", "build: capture --lines=5 --styles -- %3"],
  ["capture %3", undefined],
  ["capture other/%3", undefined],
  ["capture /build/%3", undefined],
  ["send build/web a/b --key=C-c -k Up", "build: send --key=C-c --key=Up -- web a/b"],
  ["send web build/x", undefined],
  ["send build/web -- --text", "build: send -- web --text"],
  ["kill gpu/a gpu/b", "gpu: kill -- a b"],
  ["attach build/", "build: attach --"],
  ["attach build/team/one -r", "build: attach --read-only -- team/one"],
  ["wait build/%1 --wait -u match:a/b", "build: wait --until=match:a/b -- %1 (waits)"],
  ["wait %1 --wait -u match:a/b", undefined],
  ["run --on build -n web -- /bin/sh -c x --wait", "build: run --name=web -- /bin/sh -c x --wait"],
  ["run -- /bin/sh --on build", undefined],
  ["ls --host build --json", "build: ls --json --"],
  ["agents --host=gpu", "gpu: agents --"],
  ["logs --host build %3 -f", "build: logs --follow -- %3"],
  ["kill a b --host gpu", "gpu: kill -- a b"],
  ["attach --host build", "build: attach --"],
  ["wait web --all-hosts", undefined],
  ["replay build/web", "build: replay -- web"],
  ["replay build/session.cast", undefined],
  ["version build/x", undefined],
  ["capture build/%3 --nonsense", undefined],
  ["capture build/%3 --help", undefined],
])("%s", (words, outcome) => {
  expect(route(...words.split(" "))).toBe(outcome);
});

/** Verbs that take a target, each with the operands of a call; shares show panes of this machine only. */
const WITH_TARGETS: Readonly<Record<string, readonly string[]>> = {
  ...{
    answer: ["y"],
    attach: [],
    capture: [],
    explain: [],
    kill: [],
    logs: [],
    record: [],
    rename: ["name"],
  },
  ...{ replay: [], restore: [], send: ["text"], wait: [] },
};

test("every verb that takes a target takes it on a host", () => {
  const taking = verbs.filter(({ operands }) => /PANE|SESSION/.test(operands)).map(({ name }) => name);
  expect(taking.filter((name) => name !== "share").sort()).toEqual(Object.keys(WITH_TARGETS).sort());
});

test.each(Object.entries(WITH_TARGETS))("%s takes a target on a host, in both ways", (name, rest) => {
  const expected = ["build: ", name, " -- ", ["%3", ...rest].join(" ")].join("");
  expect(route(name, "build/%3", ...rest)).toBe(expected);
  expect(route(name, "--host", "build", "%3", ...rest)).toBe(expected);
  expect(route(name, "build/%3", ...rest, "--wait")).toBe(`${expected} (waits)`);
});

test("what the call reads is known before it runs", () => {
  expect(routeCall(["attach", "build/x"], () => hosts)?.reads).toBe("terminal");
  expect(routeCall(["send", "build/x", "-"], () => hosts)?.reads).toBe("stdin");
  expect(routeCall(["capture", "build/x"], () => hosts)?.reads).toBeUndefined();
});

test("a call that mixes machines, or would write there, is rejected", () => {
  expect(() => route("kill", "build/a", "b")).toThrow("on one machine");
  expect(() => route("kill", "build/a", "gpu/b")).toThrow("on one machine");
  expect(() => route("record", "build/a", "-o", "x.cast")).toThrow("redirect standard output");
  expect(() => route("ls", "--host", "build", "--all-hosts")).toThrow("exclude each other");
});

test("the file of hosts is not read for a call that cannot be about one", () => {
  const unread = () => expect.unreachable("the hosts were read");
  expect(routeCall(["capture", "%3"], unread)).toBeUndefined();
  expect(routeCall(["ls", "--json"], unread)).toBeUndefined();
});
