import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../../fixtures/run-program.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { ControlProcess } from "./control-process.ts";
import { ourSide, realSide, type Side } from "./sides.ts";

/** Each write of a control client as one element: a pipe that is read at once gives them one by one, and never less. */
async function piecesOf({ program, env, dir, configuration }: Side, commands: readonly string[]) {
  const argv = ["-L", "pieces", "-f", configuration, "-C", "new-session", "-s", "one", "cat"];
  const child = spawn(program, argv, { env, cwd: dir, stdio: ["pipe", "pipe", "ignore"] });
  const pieces: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => pieces.push(piece));
  const ends = () => pieces.join("").match(/^%end /gm)?.length ?? 0;
  const closed = once(child, "close");
  await waitFor(() => ends() === 1, "the first answer");
  for (const [index, command] of commands.entries()) {
    child.stdin.write(`${command}\n`);
    await waitFor(() => ends() === index + 2, `an answer to ${command}`);
  }
  child.stdin.end();
  await runProgram(program, ["-L", "pieces", "kill-server"], { env, cwd: dir });
  await closed;
  return pieces;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe.runIf(need("tmux"))("the pieces in which a control client is answered", () => {
  let sides: { real: Side; ours: Side };
  beforeAll(() => {
    sides = { real: realSide(), ours: ourSide() };
  });
  afterAll(() => Promise.all([sides.real.stop(), sides.ours.stop()]));

  it.each(["real", "ours"] as const)("hold a block from its beginning to its end: %s", async (name) => {
    const commands = Array.from({ length: 40 }, () => ["list-buffers", "show-hooks -g", "capture-pane -p"]);
    const pieces = await piecesOf(sides[name], commands.flat());
    for (const piece of pieces) expect(count(piece, /^%end /gm), piece).toBe(count(piece, /^%begin /gm));
  });

  it.each(["real", "ours"] as const)("may hold a very long line: %s", async (name) => {
    const { program, env, dir, configuration } = sides[name];
    const argv = ["-L", "long", "-f", configuration, "-C", "new-session", "-s", "one", "cat"];
    const client = new ControlProcess({ program, argv, env, cwd: dir });
    await client.see(/^%session-changed/);
    client.write(`set-buffer ${"x".repeat(3_000_000)}`);
    await client.ask("yz", 1);
    await client.ask("display-message -p '#{buffer_size}'", 1);
    expect(client.lines).toContain("3000002");
    await runProgram(program, ["-L", "long", "kill-server"], { env, cwd: dir });
    await client.ended();
  });

  it("keep a client whose line never ends, and stop reading from it", async () => {
    const { program, env, dir, configuration } = sides.ours;
    const argv = ["-L", "endless", "-f", configuration, "-C", "new-session", "-s", "one", "cat"];
    const client = new ControlProcess({ program, argv, env, cwd: dir });
    const call = (...words: string[]) => runProgram(program, ["-L", "endless", ...words], { env, cwd: dir });
    await client.see(/^%session-changed/);
    client.write("x".repeat(40_000_000));
    await call("new-window", "-d", "cat");
    await client.see(/^%window-add/);
    expect((await call("list-clients", "-F", "#{client_control_mode}")).stdout).toBe("1\n");
    await call("kill-server");
    await client.ended();
    expect(client.lines.at(-1)).toBe("%exit");
  });
});
