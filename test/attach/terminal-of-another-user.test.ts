import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { canActAsOthers, prepareMachine, uidOf } from "../security/users.ts";
import { openTerminal } from "./outer-terminal.ts";

const PICTURES = 40;

/** Below `su` the terminal belongs to the user who called it, so the client cannot open it by its name. */
describe.runIf(canActAsOthers())("a terminal of another user", () => {
  const machine = prepareMachine();
  afterAll(() => machine.stop());
  const attach = () => {
    const uid = uidOf("owner");
    const as = `exec setpriv --reuid=${uid} --regid=${uid} --clear-groups`;
    const daemon = { env: { ...machine.env("owner"), HOME: "/" } } as unknown as TestDaemon;
    const env = { HOME: machine.env("owner").HOME! };
    return openTerminal(daemon, `${as} ${join(root, "bin/tmux")} new-session -A -s s cat`, { env });
  };

  test("shows every change, also after many pictures and in the next daemon", async () => {
    const terminal = await attach();
    await terminal.see("[s]");
    for (let picture = 0; picture < PICTURES; picture++) {
      const text = `picture ${picture} ${"x".repeat(600)}.`;
      await machine.tmux("owner", "send-keys", "-t", "s", "-l", text);
      await machine.tmux("owner", "send-keys", "-t", "s", "Enter");
      await terminal.see(`picture ${picture} `);
    }
    const lock = join(machine.env("owner").MULLION_DIR!, "daemon.lock");
    process.kill(Number(/\d+/.exec(readFileSync(lock, "utf8"))![0]), "SIGKILL");
    await waitFor(() => terminal.output.includes("[the daemon is gone"), "the notice");
    terminal.type("typed meanwhile\r");
    await terminal.see("typed meanwhile");
    expect(terminal.text).toContain(`picture ${PICTURES - 1} `);
  });
});
