import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SpawnRequest } from "../../src/core/ports.ts";
import { createScreen, decodeScreen } from "../../src/core/screen/emulator.ts";
import { ConnectedHolders } from "../../src/holders/connected-holders.ts";
import { Descriptors } from "../../src/holders/descriptors.ts";
import { FairSlices } from "../../src/holders/fair-slices.ts";
import { HeldPane, keyName } from "../../src/holders/held-pane.ts";
import type { Holding } from "../../src/holders/holding.ts";
import type { LaunchOutcome } from "../../src/holders/launcher.ts";
import { Lending } from "../../src/lending/lending.ts";

let directory: string;
let server: Server | undefined;
let pane: HeldPane;
/** Outcomes of the next launches; later launches fail. */
let outcomes: LaunchOutcome[];
let launched: bigint[];
beforeEach(() => {
  directory = mkdtempSync("/tmp/mhp-");
  outcomes = [];
  launched = [];
  pane = paneIn(directory);
});
afterEach(async () => {
  await pane.leave();
  server?.close();
  server = undefined;
  rmSync(directory, { recursive: true });
});

function paneIn(socketDirectory: string): HeldPane {
  const holding: Holding = {
    socketDirectory,
    holders: new ConnectedHolders(),
    descriptors: new Descriptors(),
    slices: new FairSlices(),
    screens: { create: createScreen, decode: decodeScreen },
    lending: new Lending(),
    starter: {
      launch: async ({ key }) => {
        launched.push(key);
        return outcomes.shift() ?? { kind: "launch-failed", key, stage: 0, errno: 0, sentence: "no more" };
      },
      launchJob: () => Promise.reject(new Error("no test here starts a job")),
      endSession: async () => {},
    },
    closing: { add() {}, delete() {} },
    request: { nextInputId: () => 1n, noteSettling() {}, noteTypedBeside() {}, noteShowing() {} },
  };
  const owner = {
    describe: () => "",
    onTyped() {},
    screenOptions: () => ({ cols: 20, rows: 5, historyLimit: 100 }),
    onScreenCreated() {},
    colour: () => undefined,
    onPrinted() {},
    onExited() {},
    onTrouble() {},
    onLost() {},
  };
  return new HeldPane({ holding, journalDirectory: join(directory, "journal"), recover: false, owner });
}

const request: SpawnRequest = {
  pane: "%0",
  argv: ["cat"],
  cwd: "/",
  environment: new Map(),
  size: { cols: 20, rows: 5 },
};
const UNKNOWN: LaunchOutcome = { kind: "unknown" };

/** Listens where the holder with the key would. */
async function listen(key: bigint, onConnection: () => void): Promise<string> {
  const path = join(directory, keyName(key));
  server = createServer((socket) => {
    socket.destroy();
    onConnection();
  });
  await new Promise<void>((resolve) => server!.listen(path, resolve));
  return path;
}

test("a process is launched again if its launcher died and no holder has a socket", async () => {
  outcomes.push(UNKNOWN);
  await expect(pane.start(1n, request).started).rejects.toThrow("no more");
  expect(launched).toEqual([1n, 1n]);
});

test("a process is launched again if a previous daemon left a socket without a listener", async () => {
  const path = await listen(1n, () => {});
  renameSync(path, `${path}.kept`);
  await new Promise((resolve) => server!.close(resolve));
  renameSync(`${path}.kept`, path);
  await expect(pane.adopt(1n, { size: request.size, request }).started).rejects.toThrow("no more");
  expect(launched).toEqual([1n]);
});

test("a process is not launched again while its holder's socket has a listener", async () => {
  outcomes.push(UNKNOWN);
  let connections = 0;
  const twice = new Promise<void>((resolve) => {
    void listen(1n, () => ++connections === 2 && resolve()).then(() => pane.start(1n, request));
  });
  await twice;
  expect(launched).toEqual([1n]);
});

test("the output of a replaced process is discarded", async () => {
  outcomes.push(UNKNOWN, UNKNOWN);
  const tapped: string[] = [];
  pane.tap((bytes, offset) => tapped.push(`${offset}:${Buffer.from(bytes)}`));
  const first = pane.start(1n, request);
  pane.onOutput(first, 0, Buffer.from("first "));
  const second = pane.start(2n, request);
  pane.onOutput(first, 6, Buffer.from("late "));
  pane.onOutput(second, 0, Buffer.from("second"));
  expect(tapped).toEqual(["0:first ", "0:second"]);
  expect(pane.screen.capture({ start: 0, end: 0 })).toBe("first second\n");
  expect(pane.outputEnd).toBe(6);
});
