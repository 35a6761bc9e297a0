import { afterAll, describe, expect, it } from "vitest";
import { Launcher } from "./holders.ts";

const launcher = new Launcher();
afterAll(() => launcher.stop());

describe("a holder", () => {
  it("delivers everything that was printed just before the exit", async () => {
    for (let run = 0; run < 200; run++) {
      const pane = await launcher.open(["sh", "-c", "head -c 65536 /dev/zero | tr '\\0' x; exit 3"]);
      expect(await pane.connection.next("exit")).toMatchObject({ status: 3, signal: 0, finalOffset: 65536 });
      expect(pane.connection.output.length).toBe(65536);
      await pane.forget();
    }
  }, 120_000);
});
