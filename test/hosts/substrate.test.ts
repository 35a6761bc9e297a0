import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSubstrate,
  HostUnreachable,
  InvalidArgument,
  type MullionSubstrate,
  SessionExists,
  SessionNotFound,
  type SubstrateEvent,
  Unsupported,
} from "../../src/library/index.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";
import { severalMachines } from "./several-machines.ts";

describe("a session of the Substrate on a host", { timeout: 60_000 }, () => {
  const { near, call, shut, open } = severalMachines(["there", "off"]);
  let substrate: MullionSubstrate;
  beforeAll(async () => {
    substrate = await createSubstrate({ env: near.env });
  });
  afterAll(() => substrate.close());

  test("is waited for, read, typed into, asked for its state and ended by its name", async () => {
    const born = await substrate.spawnSession(
      "web.1",
      "printf 'Go on? [y/N] '; read x; echo got $x; exec cat",
      {
        place: "there",
      },
    );
    expect(born).toMatchObject({ name: "there/web.1", host: "there" });
    expect(born.paneId).toMatch(/^there\/ctx_\d+$/);
    expect(await substrate.waitFor("there/web.1", { state: "waiting" })).toEqual({
      outcome: "met",
      state: "waiting",
    });
    expect(await substrate.state(born)).toMatchObject({ state: "waiting", question: "Go on? [y/N]" });
    await substrate.sendCommand("there/web.1", "yes");
    expect(await substrate.waitFor(born, { regex: "^got" })).toEqual({ outcome: "met", text: "got yes" });
    expect(await substrate.captureOutput("there/web.1", 1)).toBe("got yes");
    expect((await substrate.captureScreen(born)).lines[1]).toBe("got yes");
    expect(await substrate.listSessions({ place: "there" })).toMatchObject([
      { name: "there/web.1", host: "there", paneId: born.paneId, cols: 200, rows: 50 },
    ]);
    expect(await substrate.listSessions()).toEqual([]);
    await substrate.destroySession("there/web.1");
    await expect(substrate.state("there/web.1")).rejects.toBeInstanceOf(SessionNotFound);
    expect(await substrate.waitFor(born, { exit: true })).toMatchObject({ outcome: "met" });
  });

  test("has its name beside the same name here, and is split, resized and laid out there", async () => {
    const here = await substrate.spawnSession("twin", ["cat"]);
    await substrate.spawnSession("twin", ["cat"], { place: "there" });
    await expect(substrate.spawnSession("twin", ["cat"], { place: "there" })).rejects.toBeInstanceOf(
      SessionExists,
    );
    const beside = await substrate.splitPane("there/twin", "right", { command: ["cat"] });
    expect(beside).toMatchObject({ session: "there/twin", host: "there" });
    expect((await substrate.layoutGrid("there/twin", 2, 1, { command: ["cat"] })).flat()).toHaveLength(2);
    expect(await substrate.listPanes("there/twin")).toHaveLength(3);
    expect(await substrate.resize("there/twin", { cols: 100, rows: 40 })).toEqual({ cols: 100, rows: 40 });
    await substrate.destroyPane(beside);
    expect(await substrate.listPanes("there/twin")).toHaveLength(2);
    await substrate.destroySession("there/twin");
    expect(await substrate.listPanes("twin")).toMatchObject([{ paneId: here.paneId, session: "twin" }]);
    expect((await substrate.listPanes("twin"))[0]).not.toHaveProperty("host");
    await substrate.destroySession("twin");
  });

  test("has events that name the host", async () => {
    const early = await substrate.spawnSession("early", "read x; echo ended; exit 3", { place: "there" });
    const events = await substrate.events();
    const late = await substrate.spawnSession("late", "read x; exit 4", { place: "there" });
    const only = await substrate.events({ session: "there/early", output: false });
    await substrate.sendKey(late, "Enter");
    await substrate.waitFor(late, { exit: true });
    await substrate.sendKey(early, "Enter");
    const ofEarly = { session: "there/early", host: "there", paneId: early.paneId };
    const ofLate = { session: "there/late", host: "there", paneId: late.paneId };
    const all: SubstrateEvent[] = [];
    for await (const event of events) {
      all.push(event);
      if (event.type === "exited" && event.paneId === early.paneId) break;
    }
    expect(all.filter(({ type }) => type !== "output")).toEqual([
      { type: "created", ...ofLate },
      { type: "exited", ...ofLate, exitCode: 4 },
      { type: "exited", ...ofEarly, exitCode: 3 },
    ]);
    const printed = all.flatMap((event) =>
      event.type === "output" && event.paneId === early.paneId ? [event.data] : [],
    );
    expect(String(Buffer.concat(printed))).toBe("\r\nended\r\n");
    expect(await only.next()).toEqual({ done: false, value: { type: "exited", ...ofEarly, exitCode: 3 } });
    await only.return?.();
  });

  test("has events with its new name after it was renamed", async () => {
    const { paneId } = await substrate.spawnSession("before", ["cat"], { place: "there" });
    const events = await substrate.events();
    const place = { session: "there/after", host: "there", paneId };
    let newest: SubstrateEvent | undefined;
    const reading = (async () => {
      for await (newest of events) if (newest.type === "exited") return;
    })();
    await call("rename", "there/before", "after");
    // Output that arrives before the new name has the old one.
    const isRenamed = async () => {
      await substrate.sendKey({ paneId }, "Enter");
      return newest && "session" in newest && newest.session === place.session;
    };
    await waitFor(isRenamed, "an event with the new name");
    await substrate.destroySession("there/after");
    await reading;
    expect(newest).toMatchObject({ type: "exited", ...place });
  });

  test("fails with a class of its own where it cannot start or be reached", async () => {
    const spawn = (place: string, command = ["cat"]) => substrate.spawnSession("x", command, { place });
    await expect(spawn("nowhere")).rejects.toBeInstanceOf(InvalidArgument);
    await expect(spawn("nowhere")).rejects.toThrow("there is no host nowhere");
    await expect(spawn("no/where")).rejects.toBeInstanceOf(InvalidArgument);
    await expect(spawn("there", ["/nonexistent"])).rejects.toMatchObject({ code: "start-failed" });
    await expect(substrate.destroySession("nowhere/x")).rejects.toBeInstanceOf(SessionNotFound);
    const gone = await spawn("off");
    await shut("off");
    await waitFor(async () => (await call("host", "show", "off")).includes("unreachable"), "the cut");
    await expect(substrate.captureOutput(gone, 1)).rejects.toBeInstanceOf(HostUnreachable);
    await expect(substrate.listSessions({ place: "off" })).rejects.toThrow("host off is unreachable");
    expect(await substrate.listSessions()).toEqual([]);
    open("off");
  });

  test.runIf(need("tmux"))("is more than tmux can do", async () => {
    const other = await createSubstrate({ backend: "tmux", env: near.env });
    await expect(other.spawnSession("x", ["cat"], { place: "there" })).rejects.toBeInstanceOf(Unsupported);
    await expect(other.listSessions({ place: "there" })).rejects.toBeInstanceOf(Unsupported);
    await other.close();
  });
});
