import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../fixtures/run-program.ts";
import { type HeldPane, Launcher } from "../../process/native/holders.ts";
import { need } from "../../setup/need.ts";
import { normalize } from "./normalize.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** tmux leaves the rest of the modes of -CC to chance. */
const MODES =
  /(?:min = \d+|time = \d+|-?\b(?:isig|icanon|iexten|echo|echonl|icrnl|inlcr|igncr|ixon|ixoff|ixany|opost|onlcr|ocrnl|cs8|hupcl|cread|parenb)\b)/g;

function modesOf(tty: string): readonly string[] {
  return execFileSync("stty", ["-F", tty, "-a"], { encoding: "utf8" }).match(MODES) ?? [];
}

/** Control clients on a real terminal, which a holder holds. */
describe.runIf(need("tmux"))("control clients on a terminal", () => {
  let sides: Side[];
  let launcher: Launcher;
  beforeAll(() => {
    sides = [realSide(), ourSide()];
    launcher = new Launcher();
  });
  afterAll(async () => {
    launcher.stop();
    await Promise.all(sides.map((side) => side.stop()));
  });

  function open({ program, env, dir, configuration }: Side, server: string, flag: string): Promise<HeldPane> {
    const command = `"${program}" -L ${server} -f "${configuration}" ${flag} new-session -s one -x 80 -y 24 cat`;
    const script = `${command}; echo "status $?"; stty -a; echo over`;
    return launcher.open(["sh", "-c", script], {
      cwd: dir,
      environment: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      size: { cols: 91, rows: 33 },
    });
  }

  async function play(side: Side, server: string, { flag, ending }: { flag: string; ending: string }) {
    const pane = await open(side, server, flag);
    const { connection } = pane;
    const { tty } = (await connection.next("welcome")).welcome;
    await connection.outputHas("%session-changed $0 one\r\n");
    const modes = modesOf(tty);
    connection.type("display-message -p '#{client_name} #{client_tty} #{client_flags}'\r");
    await connection.outputHas("control-mode,UTF-8\r\n%end");
    connection.type("bogus\r");
    await connection.outputHas("%error");
    connection.type(ending);
    await connection.outputHas("over\r\n");
    const text = connection.text().replaceAll(tty, "TTY");
    await runProgram(side.program, ["-L", server, "kill-server"], { env: side.env, cwd: side.dir });
    await pane.forget();
    return { modes, ...normalize([["a", text.split("\n")]], { pids: new Map(), dir: side.dir }) };
  }

  it.each([
    ["-CC, ended by an empty line", { flag: "-CC", ending: "\r" }],
    ["-CC, detached", { flag: "-CC", ending: "detach-client\r" }],
    ["-CC, its session killed", { flag: "-CC", ending: "kill-session\r" }],
    ["-C, ended by an empty line", { flag: "-C", ending: "\r" }],
    ["-C, ended by the end of its input", { flag: "-C", ending: "\x04" }],
  ])("%s", async (name, how) => {
    const server = `t${name.length}${how.ending.charCodeAt(0)}`;
    const [expected, actual] = await Promise.all(sides.map((side) => play(side, server, how)));
    expect(actual).toEqual(expected);
  });
});
