import { describe, expect, it } from "vitest";
import type { Tool } from "../../scripts/test-tools.mjs";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { need, programPath } from "../setup/need.ts";
import { isSystemCallShown } from "../setup/system-call-shown.ts";

const daemon = daemonForAll();
const run = (...words: string[]) => outputOf(daemon.run(...words));

const asks =
  'require("readline").createInterface({input:process.stdin,output:process.stdout}).question("Project title ",()=>{})';

interface Reader {
  readonly tool?: Tool;
  readonly argv: () => readonly string[];
  /** Blocked in a read, which no system hides. The others poll. */
  readonly isInRead?: true;
}

/** Programs that ask without a sign of a question. */
const READERS: Readonly<Record<string, Reader>> = {
  "Node's readline": { argv: () => [process.execPath, "-e", asks] },
  "Node's readline, started by a shell": {
    argv: () => ["sh", "-c", `"$0" -e '${asks}'; true`, process.execPath],
  },
  "bash's read -e": {
    tool: "bash",
    argv: () => [programPath("bash"), "-c", 'read -e -p "Project title " x'],
  },
  "fish's read": {
    tool: "fish",
    argv: () => [programPath("fish"), "--no-config", "-c", 'read -P "Project title " x'],
  },
  "zsh's vared": {
    tool: "zsh",
    argv: () => [programPath("zsh"), "-fc", 'x=; vared -p "Project title " x'],
    isInRead: true,
  },
};

const SHOWN = { rule: "terminal", timeoutSeconds: "20" };
/** Where the system hides whether a poll has a time limit, ten seconds of silence decide. */
const POLLING = isSystemCallShown() ? SHOWN : { rule: "quiet", timeoutSeconds: "40" };

describe.runIf(process.platform === "linux")("a question in any words is known", () => {
  for (const [name, { tool, argv, isInRead }] of Object.entries(READERS))
    it.runIf(tool === undefined || need(tool))(name, async () => {
      const { rule, timeoutSeconds } = isInRead ? SHOWN : POLLING;
      const [pane = ""] = (await run("run", "--", ...argv())).split("\n");
      expect(await run("wait", pane, "--until", "state:waiting", "--timeout", timeoutSeconds)).toContain(
        "waiting",
      );
      const explained = JSON.parse(await run("explain", pane, "--json")) as Record<string, unknown>;
      expect(explained).toMatchObject({ question: "Project title", rule });
    });
});
