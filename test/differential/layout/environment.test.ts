import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServer } from "../../../src/core/mux/create-server.ts";
import type { Mux } from "../../../src/core/mux.ts";
import type { Session } from "../../../src/core/tree/tree.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { IdleWorld } from "../../property/tree-ports.ts";
import { need, programPath } from "../../setup/need.ts";

/** What a process gets: read by the process itself, so only where the system shows it. */
const shown = "/proc/self/environ";

const client = new Map([
  ["PATH", process.env.PATH ?? "/usr/bin:/bin"],
  ["SHELL", "/bin/sh"],
  ["TERM", "xterm"],
  ["DISPLAY", ":7"],
  ["COLORTERM", "truecolor"],
  ["EMPTY", ""],
]);

describe.runIf(need("tmux") && existsSync(shown))("the environment of a process in a pane", () => {
  const world = new IdleWorld();
  let dir: string;
  let mux: Mux;
  let session: Session;
  let files = 0;

  const tmux = (...words: string[]) =>
    execFileSync(programPath("tmux"), ["-L", "e", "-f", "/dev/null", ...words], {
      env: { ...Object.fromEntries(client), TMUX_TMPDIR: dir },
      encoding: "utf8",
    });

  beforeAll(() => {
    dir = mkdtempSync(`${process.env.MULLION_TEST_RUN ?? "/tmp"}/e-`);
    client.set("TMUX_TMPDIR", dir);
    tmux("new-session", "-d", "-s", "keep", "cat");
    const [socketPath = "", pid] = tmux("display-message", "-p", "#{socket_path} #{pid}").trim().split(" ");
    const ports = { ...world.ports, serverPid: Number(pid) };
    mux = createServer({ socketPath, ports, environment: client });
    mux.server.sessionOptions.set("default-shell", "/bin/sh");
    session = mux.createSession({ name: "keep", cwd: "/", clientEnvironment: client });
  });

  afterAll(() => {
    tmux("kill-server");
    rmSync(dir, { recursive: true, force: true });
  });

  /** The pane's program copies what it was given to a file. */
  async function theirs(...words: string[]): Promise<string[]> {
    const file = `${dir}/${files++}`;
    tmux(...words, "sh", "-c", `cp ${shown} ${file}.part && mv ${file}.part ${file}`);
    await waitFor(() => existsSync(file), `the environment after ${words.join(" ")}`);
    return withoutShell(readFileSync(file, "utf8").split("\0").filter(Boolean));
  }

  const ours = () =>
    [...world.processes.at(-1)!.request.environment].map(([name, value]) => `${name}=${value}`);

  it("is tmux's in a new session with variables of its own", async () => {
    const expected = await theirs("new-session", "-d", "-s", "s", "-c", "/tmp", "-e", "A=1", "-e", "TERM=x");
    mux.createSession({
      name: "s",
      cwd: "/tmp",
      clientEnvironment: client,
      sessionEnvironment: [
        ["A", "1"],
        ["TERM", "x"],
      ],
      path: client.get("PATH")!,
      command: ["env", "-0"],
    });
    expect(ours()).toEqual(expected);
  });

  it("is tmux's after variables were set, removed and hidden", async () => {
    tmux("set-environment", "-g", "G", "global", ";", "set-environment", "-gh", "H", "hidden");
    tmux(
      "set-environment",
      "-t",
      "keep",
      "-r",
      "COLORTERM",
      ";",
      "set-environment",
      "-t",
      "keep",
      "S",
      "session",
    );
    const expected = await theirs("new-window", "-t", "keep:", "-c", "/tmp", "-e", "S=window", "-e", "N=new");
    mux.server.environment.set("G", "global");
    mux.server.environment.set("H", "hidden", { hidden: true });
    session.environment.remove("COLORTERM");
    session.environment.set("S", "session");
    mux.createWindow(session, {
      cwd: "/tmp",
      environment: [
        ["S", "window"],
        ["N", "new"],
      ],
      path: client.get("PATH")!,
      command: ["env", "-0"],
    });
    const numbered = (line: string) => line.replace(/^TMUX_PANE=.*/, "TMUX_PANE=%N");
    expect(ours().map(numbered)).toEqual(expected.map(numbered));
  });
});

/** The shell that runs the copy adds its own, and prints no order of its own making. */
function withoutShell(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^(_|OLDPWD|SHLVL)=/.test(line)).sort();
}
