import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { need } from "../setup/need.ts";

const daemon = daemonForAll();

/** The whole of a file that ends with a line's end: it may be there before all of it is. */
const written = (name: string) =>
  waitFor(() => {
    try {
      const text = readFileSync(join(daemon.env.HOME!, name), "utf8");
      return text.endsWith("\n") ? text : "";
    } catch {
      return "";
    }
  }, name);

describe.each(["bash", "zsh", "fish"] as const)("%s in a pane", (shell) => {
  test.runIf(need(shell))(
    "finds our tmux after its login files, and input sent at once arrives whole",
    async () => {
      const { stdout: pane } = await daemon.run("run", "-n", shell, "--", shell, "-l");
      const long = "x".repeat(6000);
      await daemon.run(
        "send",
        pane.trim(),
        "--enter",
        `command -v tmux >${shell}.path; echo ${long} >${shell}.long`,
      );
      expect(await written(`${shell}.path`)).toBe(`${root}bin/tmux\n`);
      expect(await written(`${shell}.long`)).toBe(`${long}\n`);
    },
  );

  test.runIf(need(shell))("is plain where the integration is turned off", async () => {
    const env = { MULLION_SHELL_INTEGRATION: "0" };
    const { stdout: pane } = await daemon.run("run", "--", shell, { env });
    await daemon.run("send", pane.trim(), "--enter", `env >${shell}.env; echo end >>${shell}.env`);
    const environment = await waitFor(async () => {
      const text = await written(`${shell}.env`);
      return text.endsWith("end\n") && text;
    }, "the whole environment");
    expect(environment).not.toContain("MULLION_BIN=");
  });
});
