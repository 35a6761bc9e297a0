import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EventParams } from "../../src/protocol/events.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { TestClient } from "../native/client.ts";
import { need, programPath } from "../setup/need.ts";

const daemon = daemonForAll();

/** A change is noticed within this time, although nothing is printed or typed, and nobody asks. */
const SOON_MS = 2_000;
/** Longer than any silence that a rule waits for. */
const SILENT_SECONDS = 11;

/** A state from before this part of the silence is that of the program's start. */
const EARLY_MS = (SILENT_SECONDS / 2) * 1_000;

/** What follows `change` is silent. */
const MEMBERS: Readonly<Record<string, { readonly script: string; readonly state: string }>> = {
  "begins to read": { script: `sleep ${SILENT_SECONDS}; change; read x`, state: "idle" },
  "begins to ask": { script: `printf 'Allow? '; sleep ${SILENT_SECONDS}; change; read x`, state: "waiting" },
  "gives up waiting": {
    script: `printf 'Allow? '; read -t ${SILENT_SECONDS} x; change; sleep 600`,
    state: "working",
  },
  "ends after its report": {
    script: `set -m; sh -c 'mullion report waiting; exec sleep ${SILENT_SECONDS}'; change; sleep 600`,
    state: "working",
  },
};

describe.runIf(process.platform === "linux" && need("bash"))("a program that is silent for long", () => {
  it("has each new state soon, although nobody asks for it", async () => {
    const client = new TestClient(daemon, "socket");
    onTestFinished(() => client.close());
    await client.initialize({ mullion_level: 2 });
    await client.call("mullion.subscribe", {});
    /** `since`: when the daemon noticed the state, so that a delay of this process does not count. */
    const seen = new Map<string, { readonly state: string; readonly since: number }>();
    client.onMessage = ({ method, params }) => {
      if (method !== "mullion.agent_state_changed") return;
      const { session, agent } = params as unknown as EventParams<"mullion.agent_state_changed">;
      if (agent) seen.set(session, agent);
    };
    const names = Object.keys(MEMBERS);
    const changeFile = (index: number) => join(daemon.dir, `changed-${index}`);
    for (const [index, name] of names.entries()) {
      const change = `change() { : > ${changeFile(index)}; }`;
      const argv = [programPath("bash"), "-c", `${change}; ${MEMBERS[name]!.script}`];
      await outputOf(daemon.run("run", "-n", `m${index}`, "--", ...argv));
    }
    const wrong = () =>
      names.filter((name, index) => {
        const shown = seen.get(`m${index}`);
        // The daemon may notice the change before the program has noted it.
        return shown?.state !== MEMBERS[name]!.state || shown.since < changedAt(index) - EARLY_MS;
      });
    const changedAt = (index: number) =>
      statSync(changeFile(index), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    await waitFor(
      () => wrong().length === 0,
      () => `every state; wrong are ${wrong()}`,
      (SILENT_SECONDS + 15) * 1_000,
    );
    for (const [index, name] of names.entries())
      expect(seen.get(`m${index}`)!.since - changedAt(index), name).toBeLessThan(SOON_MS);
  });
});
