import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { need, programPath } from "../setup/need.ts";
import { openTerminal } from "./outer-terminal.ts";

describe.runIf(need("tmux"))("a terminal that does not say how big it is", () => {
  const daemon = daemonForAll();
  const programs = { real: programPath("tmux"), ours: join(root, "bin/tmux") };
  const call = (which: keyof typeof programs, ...words: string[]) =>
    runProgram(programs[which], ["-L", `unknown-${which}`, "-f", "/dev/null", ...words], {
      env: daemon.env,
      cwd: "/",
    });
  afterEach(() => Promise.all([call("real", "kill-server"), call("ours", "kill-server")]));

  test.each(["real", "ours"] as const)(
    "is taken for one of 80x24 and shows the session: %s",
    async (which) => {
      await outputOf(call(which, "new-session", "-d", "-s", "s", "echo shown; exec cat"));
      const attach = `${programs[which]} -L unknown-${which} attach -t s`;
      const terminal = await openTerminal(daemon, `stty cols 0 rows 0; exec ${attach}`);
      await terminal.see("shown");
      const size = await outputOf(call(which, "list-clients", "-F", "#{client_width}x#{client_height}"));
      expect(size).toBe("80x24\n");
      terminal.type("typed\r");
      await terminal.see("typed");
    },
  );
});
