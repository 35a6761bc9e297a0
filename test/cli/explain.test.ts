import { describe, expect, test } from "vitest";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { verbsOf } from "./verbs-of.ts";

const daemon = daemonForAll();
const { run } = verbsOf(daemon);

const stateOf = async (pane: string) =>
  JSON.parse((await daemon.run("explain", pane, "--json")).stdout) as { state: string; because: string };
const until = (pane: string, state: string) =>
  daemon.run("wait", pane, "--until", `state:${state}`, "--timeout", "20");

describe("explain", () => {
  test("follows a bell, an answer and the end", async () => {
    const pane = await run("--keep", "--", "sh", "-c", "printf '\\a'; read answer; read more; exit 4");
    expect(await until(pane, "waiting")).toEqual({ stdout: "waiting\n", stderr: "", status: 0 });
    expect((await daemon.run("explain", pane)).stdout).toMatch(
      new RegExp(`^${pane} is waiting, for \\d+ s: it rang, and nobody has typed since\n$`),
    );
    await daemon.run("send", pane, "--enter", "yes");
    await until(pane, "idle");
    await daemon.run("send", pane, "--enter");
    await daemon.run("wait", pane);
    expect(await stateOf(pane)).toMatchObject({
      state: "failed",
      because: "its program ended with status 4",
    });
  });

  test("shows a notification also after the daemon was killed", async () => {
    const pane = await run("--", "sh", "-c", "printf '\\033]9;look here\\a'; exec cat");
    await until(pane, "waiting");
    await daemon.kill9();
    expect((await stateOf(pane)).because).toBe('it notified "look here", and nobody has typed since');
  });

  test("refuses an unknown state, and names the known ones", async () => {
    const pane = await run("--", "cat");
    expect(await daemon.run("wait", pane, "--until", "state:asleep")).toEqual({
      stdout: "",
      stderr: expect.stringContaining('a state is working, waiting, idle, done, failed, not "asleep"'),
      status: 1,
    });
  });
});
