import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeEndInput, encodeForget, LAUNCH_KIND } from "../../../src/wire/holder-wire.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { isAlive, Launcher } from "./holders.ts";

const launcher = new Launcher();
afterAll(() => launcher.stop());
const { KIND_JOB, KIND_PIPE } = LAUNCH_KIND;

describe("a process without a terminal", () => {
  it("reads and writes one stream, byte by byte, and ends when its input does", async () => {
    const pane = await launcher.open(["sh", "-c", "echo lost >&2; cat; exit 3"], { kind: KIND_PIPE });
    const every = Buffer.from(Array.from({ length: 1024 }, (_, i) => i % 256));
    pane.connection.type(every, 1n);
    await waitFor(() => pane.connection.end === every.length, "its echo");
    expect((await pane.connection.state(1)).inputBytes).toBe(1024);
    pane.connection.write(encodeEndInput());
    expect(await pane.connection.next("exit")).toMatchObject({ status: 3, finalOffset: 1024 });
    expect(pane.connection.output).toEqual(every);
    expect(pane.connection.last("welcome")?.welcome.tty).toBe("");
    await pane.forget();
  });

  it("lives on without a daemon, and tells the next one what it has received", async () => {
    const pane = await launcher.open(["cat"], { kind: KIND_PIPE });
    pane.connection.type("one ");
    await pane.connection.outputHas("one ");
    pane.connection.socket.destroy();
    const again = pane.reconnect();
    again.type("two");
    await again.outputHas("two");
    expect((await again.state(1)).inputBytes).toBe(7);
    await pane.close();
  });

  it("is over when nobody has its stream open any more", async () => {
    const go = join(launcher.directory, "go");
    const script = `(while ! test -e ${go}; do sleep 0.02; done; echo late) & echo soon`;
    const pane = await launcher.open(["sh", "-c", script], { kind: KIND_JOB });
    await pane.connection.outputHas("soon\n");
    await waitFor(() => !isAlive(pane.childPid), "the end of the child");
    expect(pane.connection.last("exit")).toBeUndefined();
    writeFileSync(go, "");
    await pane.connection.next("exit");
    expect(pane.connection.text()).toBe("soon\nlate\n");
    await pane.forget();
  });

  it("goes on unheard when it is let go, and leaves nothing", async () => {
    const script = "head -c 3000000 /dev/zero; read rest; head -c 3000000 /dev/zero";
    const lost = await launcher.open(["sh", "-c", script], { kind: KIND_JOB });
    await lost.connection.next("welcome");
    const forgotten = await launcher.open(["sh", "-c", script], { kind: KIND_PIPE });
    await forgotten.connection.next("welcome");
    forgotten.connection.write(encodeForget());
    for (const pane of [lost, forgotten]) {
      pane.connection.socket.end();
      await waitFor(() => !isAlive(pane.holderPid), "the holder's end");
      expect(isAlive(pane.childPid)).toBe(false);
      expect(existsSync(pane.socketPath)).toBe(false);
    }
  });

  it("refuses an end of input that is meant for a terminal", async () => {
    const pane = await launcher.open(["cat"]);
    pane.connection.write(encodeEndInput());
    expect(await pane.connection.next("refused")).toMatchObject({
      sentence: expect.stringContaining("terminal"),
    });
    pane.reconnect();
    await pane.close();
  });
});
