import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "../fixtures/daemon.ts";
import { daemonForAll } from "../fixtures/daemon-for-all.ts";
import { outputOf } from "../fixtures/output-of.ts";
import { runProgram } from "../fixtures/run-program.ts";
import { need, programPath } from "../setup/need.ts";
import { openTerminal } from "./outer-terminal.ts";

/** What users set in terminal-overrides, and what reaches a terminal under it, beside the real tmux. */
describe.runIf(need("tmux"))("terminal-overrides", () => {
  const daemon = daemonForAll();
  const sides = [
    { program: programPath("tmux"), server: "overrides-real" },
    { program: join(root, "bin/tmux"), server: "overrides" },
  ];
  type Side = (typeof sides)[number];
  const call = ({ program, server }: Side, ...words: string[]) =>
    outputOf(runProgram(program, ["-L", server, "-f", "/dev/null", ...words], { env: daemon.env, cwd: "/" }));
  afterEach(() =>
    Promise.all(
      sides.map(({ program, server }) =>
        runProgram(program, ["-L", server, "kill-server"], { env: daemon.env, cwd: "/" }),
      ),
    ),
  );

  const seen: Readonly<Record<string, RegExp>> = {
    "second screen": /\x1b\[\?1049h/,
    "colours as they are": /38[;:]2[;:]+1[;:]2[;:]3/,
    "underline styles": /4:3/,
    "cursor style": /\x1b\[5 q/,
    "another cursor style": /\x1b\[=5c/,
    clipboard: /\x1b\]52;/,
    "another clipboard": /\x1b\]52;X;aGVsbG8=\x07/,
    "another second screen": /\x1b\[\?47h/,
  };
  const program = [
    "stty raw -echo",
    "printf '\\033[38;2;1;2;3mrgb\\033[m\\033[4:3mcurly\\033[m\\033[1mbold\\033[m\\033[5 q\\033]52;c;aGVsbG8=\\007'",
    "printf ready",
    "exec cat",
  ].join("; ");

  async function observe(side: Side, TERM: string, overrides: string): Promise<Record<string, boolean>> {
    await call(side, "new-session", "-d", "-s", "s", "cat");
    await call(side, "set-option", "-g", "set-clipboard", "on");
    if (overrides !== "") await call(side, "set-option", "-ga", "terminal-overrides", overrides);
    const terminal = await openTerminal(daemon, `exec ${side.program} -L ${side.server} attach -t s`, {
      env: { TERM },
    });
    await terminal.see(/\[s\] 0:/);
    await call(side, "respawn-pane", "-k", "-t", "s", program);
    await terminal.see("ready");
    // Modes and the clipboard may follow the text; they come before the echo of a key that is typed after it.
    terminal.type("!");
    await terminal.see("ready!");
    return Object.fromEntries(
      Object.entries(seen).map(([name, pattern]) => [name, pattern.test(terminal.output)]),
    );
  }

  async function leave(side: Side): Promise<string> {
    await call(side, "new-session", "-d", "-s", "s", "cat");
    await call(side, "set-option", "-ga", "terminal-overrides", ",*:smcup@:rmcup@");
    const line = `${side.program} -L ${side.server} attach -t s; echo back; exec cat`;
    const terminal = await openTerminal(daemon, line, { env: { TERM: "xterm-256color" } });
    await terminal.see(/\[s\] 0:/);
    await call(side, "detach-client", "-s", "s");
    await terminal.see("back");
    return terminal.text;
  }

  it("leaves an empty screen with the last words on top where there is no second screen", async () => {
    const [theirs, ours] = await Promise.all(sides.map(leave));
    expect(ours).toBe(theirs);
  });

  it.each([
    ["xterm-256color", ""],
    ["xterm-256color", ",*:am@"],
    ["xterm-256color", "xterm*:Tc"],
    ["xterm-256color", ",xterm-256color:RGB"],
    ["xterm-256color", "*:smcup@:rmcup@"],
    ["xterm-256color", "*:Ss=\\E[%p1%d q:Se=\\E[2 q"],
    ["xterm-256color", "*:Ss=\\E[=%p1%dc:Se=\\E[=0c"],
    ["xterm-256color", "*:Ss@"],
    ["xterm-256color", "*:smcup=\\E7\\E[?47h:rmcup=\\E[2J\\E[?47l\\E8"],
    ["xterm-256color", "*:Ms@"],
    ["xterm-256color", "*:Ms=\\E]52;X;%p2%s\\007"],
    ["xterm-256color", "*:Smulx=\\E[4::%p1%dm"],
    ["xterm-256color", "*:setrgbf=\\E[38;2;%p1%d;%p2%d;%p3%dm:setrgbb=\\E[48;2;%p1%d;%p2%d;%p3%dm"],
    ["screen-256color", "*:Tc,*:smcup@:rmcup@"],
    ["vt220", "vt*:RGB:colors=256"],
  ])("on %s with %s reach the terminal as with the real tmux", async (TERM, overrides) => {
    const [theirs, ours] = await Promise.all(sides.map((side) => observe(side, TERM, overrides)));
    expect(ours).toEqual(theirs);
  });
});
