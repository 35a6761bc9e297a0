import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ourSide, realSide, type Side } from "../differential/tmux/sides.ts";
import { type Outcome, runProgram } from "../fixtures/run-program.ts";
import { need } from "../setup/need.ts";

/** In tmux the client opens the files that a command names. In these lines of bash `T` is a call, `U` one of another server. */
const SCRIPTS: Readonly<Record<string, string>> = {
  "reads its standard input by name": `
    printf one | T load-buffer /dev/stdin; T show-buffer; echo
    printf two | T load-buffer /dev/fd/0; T show-buffer; echo
    printf three | T load-buffer /proc/self/fd/0; T show-buffer; echo
    echo 'set -g @x 1' | T source-file /dev/stdin; T show -gv @x`,
  "writes to its standard streams by name": `
    T set-buffer text
    T save-buffer /dev/stdout | tr a-z A-Z; echo
    T save-buffer -a /dev/fd/1 | tr a-z A-Z; echo
    T save-buffer /dev/stderr 2>&1 >/dev/null | tr a-z A-Z; echo`,
  "reads and writes process substitutions": `
    T load-buffer <(printf 'from a pipe'); T show-buffer; echo
    exec 17<<<seventeen; T load-buffer /dev/fd/17; T show-buffer
    T save-buffer >(tr a-z A-Z > out); until test -s out; do :; done; cat out
    T load-buffer /dev/fd/199; echo $?
    T save-buffer /dev/fd/199; echo $?`,
  "starts a server with a configuration from a pipe": `
    U -f <(echo 'set -g @x from-a-pipe') new-session -d cat
    U show -gv @x; U kill-server`,
  "reads a FIFO when another process writes to it": `
    mkfifo fifo
    T load-buffer fifo & T display-message -p answered; echo late > fifo; wait; T show-buffer`,
  "creates files with its own umask": `
    T set-buffer secret
    for mask in 077 022 000; do (umask $mask; T save-buffer of-$mask); stat -c %a of-$mask; done
    (umask 077; T save-buffer of-022); stat -c %a of-022`,
};

/** Runs the lines with a server of one session; its directory is the current one. */
async function runScript(side: Side, script: string): Promise<Outcome> {
  const call = side.shellLine("files", '"$@"');
  const text = `
    T() { ${call}; }
    U() { ${call.replace("-L files -f /dev/null", "-L others")}; }
    T new-session -d -s a cat
    ${script}
    T kill-server`;
  const cwd = mkdtempSync(join(process.env.MULLION_TEST_RUN!, "f"));
  try {
    return await runProgram("bash", ["--norc", "-c", text], { env: { PATH: process.env.PATH }, cwd });
  } finally {
    await side.stop();
  }
}

describe("files of a caller", () => {
  describe.runIf(need("tmux"))("as with the real tmux", () => {
    test.each(Object.entries(SCRIPTS))("a call %s", async (_, script) => {
      const expected = await runScript(realSide(), script);
      expect(expected.stdout).not.toBe("");
      expect(await runScript(ourSide(), script)).toEqual(expected);
    });
  });

  test("calls that wait for pipes delay no other call, and end with their callers", async () => {
    const script = `
      for i in 1 2 3 4 5 6 7 8; do mkfifo fifo$i; T load-buffer fifo$i & waiting="$waiting $!"; done
      T new-window -P -F '#{window_index}' 'echo printed; exec cat'
      until T capture-pane -p | grep printed; do :; done
      T save-buffer file 2>&1
      kill $waiting; wait 2>/dev/null
      T display-message -p served`;
    const { stdout, status } = await runScript(ourSide(), script);
    expect({ lines: stdout.split("\n"), status }).toEqual({
      lines: ["1", "printed", "no buffers", "served", ""],
      status: 0,
    });
  });

  test("a device without an end is an error", async () => {
    const { stderr } = await runScript(ourSide(), "T load-buffer /dev/zero; T load-buffer /dev/null");
    expect(stderr).toBe("/dev/zero: File too large\n");
  });
});
