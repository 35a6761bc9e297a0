import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { PaneStanding } from "../../src/core/agent/agent-state.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { waitFor } from "../fixtures/wait-for.ts";

type Step = Readonly<Record<string, unknown>>;

const daemon = daemonForAll();
const run = (...words: string[]) => outputOf(daemon.run(...words));
const standing = async (pane: string) => JSON.parse(await run("explain", pane, "--json")) as PaneStanding;

let hookCommand = "";
beforeAll(async () => {
  copyFileSync(new URL("stand-in-agent.cjs", import.meta.url), standIn());
  const printed = await run("integrate", "claude", "--print");
  hookCommand = JSON.parse(/"command": (".*")/.exec(printed)![1]!) as string;
});

/** The program's name makes it Claude Code. */
function standIn(): string {
  const directory = join(daemon.dir, "bin");
  mkdirSync(directory, { recursive: true });
  return join(directory, "claude.cjs");
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const command = (...steps: readonly Step[]) =>
  `${quoted(process.execPath)} ${quoted(standIn())} ${quoted(JSON.stringify(steps))}`;
const hook = (session_id: string, hook_event_name: string, more: object = {}): Step => ({
  hook: { session_id, hook_event_name, ...more },
});
const starts = (session: string, source = "startup") => hook(session, "SessionStart", { source });
const asksFor = (session: string, tool: string) =>
  hook(session, "PermissionRequest", { tool_name: "Bash", tool_input: { command: tool } });

let files = 0;
const newFile = () => join(daemon.dir, `step-${++files}`);
const reached = (file: string) => waitFor(() => existsSync(file), `the step ${file}`);
const release = (file: string) => writeFileSync(file, "");

/** Runs a script of steps of agents in a pane; returns the pane's id. */
async function runs(script: string): Promise<string> {
  const pane = await run(
    "run",
    "--keep",
    "--",
    "env",
    `HOOK=${hookCommand}`,
    "sh",
    "-c",
    `${script}; exec sleep 1000`,
  );
  return pane.trim();
}

describe.runIf(process.platform === "linux")("an agent that runs in an agent of the same kind", () => {
  it("changes neither the state nor the session of the outer one", async () => {
    const [ran, goOn, asked, end] = [newFile(), newFile(), newFile(), newFile()];
    // As `claude -p --resume`.
    const inner = command(
      starts("inner", "resume"),
      hook("inner", "UserPromptSubmit"),
      asksFor("inner", "rm -r inner"),
      hook("inner", "Stop"),
    );
    const outer = command(
      starts("outer"),
      hook("outer", "UserPromptSubmit"),
      hook("outer", "PreToolUse", { tool_name: "Bash" }),
      { run: inner },
      { mark: ran, until: goOn },
      asksFor("outer", "make"),
      { mark: asked, until: end },
    );
    const pane = await runs(outer);
    await reached(ran);
    expect(await standing(pane)).toMatchObject({ state: "working", rule: "report" });
    release(goOn);
    await reached(asked);
    expect(await standing(pane)).toMatchObject({ state: "waiting", rule: "report", question: "Bash: make" });
    release(end);
  });

  it("gives way to the outer one, if that reports later", async () => {
    const [ran, end] = [newFile(), newFile()];
    const inner = command(starts("inner"), hook("inner", "Stop"));
    const pane = await runs(
      command({ run: inner }, hook("outer", "UserPromptSubmit"), { mark: ran, until: end }),
    );
    await reached(ran);
    expect(await standing(pane)).toMatchObject({ state: "working", rule: "report" });
    release(end);
  });
});

describe.runIf(process.platform === "linux")("another session counts", () => {
  it("in the same agent, after /clear", async () => {
    const [cleared, end] = [newFile(), newFile()];
    const pane = await runs(
      command(
        starts("first"),
        hook("first", "Stop"),
        starts("second", "clear"),
        hook("second", "UserPromptSubmit"),
        { mark: cleared, until: end },
      ),
    );
    await reached(cleared);
    expect(await standing(pane)).toMatchObject({ state: "working", rule: "report" });
    release(end);
  });

  it("in the next agent that the same script has started", async () => {
    const [ran, end] = [newFile(), newFile()];
    const first = command(starts("first"), hook("first", "Stop"));
    const second = command(starts("second"), hook("second", "UserPromptSubmit"), { mark: ran, until: end });
    const pane = await runs(`${first}; ${second}`);
    await reached(ran);
    expect(await standing(pane)).toMatchObject({ state: "working", rule: "report" });
    release(end);
  });
});
