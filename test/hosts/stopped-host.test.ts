import { describe, expect, test } from "vitest";
import { waitFor } from "../fixtures/wait-for.ts";
import { expectEveryByteOnce } from "./every-byte-once.ts";
import { severalMachines } from "./several-machines.ts";

describe("a host whose daemon is stopped and goes on, during output and input", () => {
  const { near, hosts, call } = severalMachines(["red", "blue"]);

  async function stopDuring(index: number, event: () => Promise<unknown>): Promise<void> {
    const pid = hosts[index]?.pid();
    if (pid === undefined) throw new Error("no daemon runs");
    process.kill(pid, "SIGSTOP");
    try {
      await event();
    } finally {
      process.kill(pid, "SIGCONT");
    }
  }

  test("loses and doubles no byte, neither on the same connection nor on the next one", {
    timeout: 120_000,
  }, async () => {
    const stateOf = async (name: string) =>
      (JSON.parse(await call("host", "show", name, "--json")) as { state: { kind: string } }).state.kind;
    const shortStops = async () => {
      for (let round = 0; round < 5; round++) {
        await stopDuring(0, async () => {
          expect((await near.run("ls", "--all-hosts")).stdout).toMatch(/host red did not answer within/);
        });
        await call("ls", "--host", "red");
      }
    };
    // The near end gives up a connection on which nothing arrives for 15 s.
    const isCut = async () => (await stateOf("blue")) === "unreachable";
    const longStop = () => stopDuring(1, () => waitFor(isCut, "the connection to be cut", 30_000));
    await Promise.all([
      expectEveryByteOnce(near, "red", shortStops),
      expectEveryByteOnce(near, "blue", longStop),
    ]);
  });
});
