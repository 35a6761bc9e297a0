import { runProgram } from "../../fixtures/run-program.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { splitWords } from "../tmux/script.ts";
import { ControlProcess } from "./control-process.ts";
import { normalize } from "./normalize.ts";
import type { Side } from "./sides.ts";

/**
 * A scenario is a script, one step a line, played on the real tmux and on ours:
 *
 *   $ new-session -d -s one cat     an ordinary call, and its answer
 *   $~ /ready/ capture-pane -p      … repeated until the answer matches; only the last one counts
 *   a: attach-session -t one        starts the control client a with `-C` and these words
 *   a: attach-session << list-keys  … and sends this line at once
 *   a:: -u -C attach-session        … with these words alone
 *   a> list-windows                 a sends this line and waits for the answer; a>2 for two answers
 *   a< list-                        a sends this, without a newline, and waits for nothing; \n is a newline
 *   a~ ^%output                     waits until a receives a line that matches, after the last one it waited for
 *   a.                              a closes its input, and ends
 *   a$                              waits until a has ended
 *   a! SIGTERM                      a gets this signal, and ends
 *
 * At the end every remaining client reports its session and closes its input. All output of clients and answers of calls
 * is compared.
 */
export type Scenarios = Readonly<Record<string, string>>;

export async function play(side: Side, server: string, script: string): Promise<Record<string, unknown>> {
  const stage = new Stage(side, server);
  try {
    for (const line of script.split("\n").map((text) => text.trim()))
      if (line !== "" && !line.startsWith("//")) await stage.step(line);
    await stage.finish();
  } finally {
    await stage.clear();
  }
  return stage.transcript();
}

class Stage {
  readonly #side: Side;
  readonly #server: string;
  readonly #clients = new Map<string, ControlProcess>();
  readonly #calls: unknown[] = [];

  constructor(side: Side, server: string) {
    this.#side = side;
    this.#server = server;
  }

  async step(line: string): Promise<void> {
    if (line.startsWith("$ ")) {
      this.#calls.push({ line, ...(await this.#call(splitWords(line.slice(2)))) });
      return;
    }
    const [, pattern, words] = /^\$~ \/(.*?)\/ (.*)$/.exec(line) ?? [];
    if (pattern !== undefined) {
      await waitFor(async () => (await this.#call(splitWords(words!))).stdout.match(pattern), line);
      return;
    }
    const [, name, sign, rest] = /^(\w)(::|:|>\d*|<|~|\.|\$|!) ?(.*)$/.exec(line)!;
    if (sign === ":") {
      const [command = "", typed] = rest!.split(" << ");
      return this.#start(name!, ["-C", ...splitWords(command)], typed);
    }
    if (sign === "::") return this.#start(name!, splitWords(rest!));
    const client = this.#clients.get(name!)!;
    await this.#act(client, sign!, rest!);
  }

  async #act(client: ControlProcess, sign: string, rest: string): Promise<void> {
    if (sign.startsWith(">")) await client.ask(lines(this.#fill(rest)), Number(sign.slice(1) || 1));
    else if (sign === "<") client.write(lines(this.#fill(rest)));
    else if (sign === "~") await client.see(new RegExp(this.#fill(rest)));
    else {
      if (sign === ".") client.closeInput();
      if (sign === "!") client.signal(rest as NodeJS.Signals);
      await client.ended();
    }
  }

  /** $DIR is the side's own directory, $a the name of client a. */
  #fill(text: string): string {
    const named = (name: string) => this.#clients.get(name)?.pid;
    return text
      .replaceAll("$DIR", this.#side.dir)
      .replaceAll(/\$([a-d])\b/g, (whole, name: string) => (named(name) ? `client-${named(name)}` : whole));
  }

  async #start(name: string, words: readonly string[], typed?: string): Promise<void> {
    const { program, env, dir, configuration } = this.#side;
    const argv = ["-L", this.#server, "-f", configuration, ...words.map((word) => this.#fill(word))];
    const client = new ControlProcess({ program, argv, env, cwd: dir });
    this.#clients.set(name, client);
    if (typed !== undefined) client.write(`${lines(typed)}\n`);
    await client.see(/^%(?:end|error) |^%exit/);
  }

  #call(words: readonly string[]) {
    const { program, env, dir, configuration } = this.#side;
    const argv = ["-L", this.#server, "-f", configuration, ...words.map((word) => this.#fill(word))];
    return runProgram(program, argv, { env, cwd: dir });
  }

  async finish(): Promise<void> {
    for (const [name, client] of this.#clients) {
      if (client.hasEnded) continue;
      await client.ask(`display-message -p ${name}`, 1);
      client.closeInput();
      await client.ended();
      for (const other of this.#clients.values())
        if (!other.hasEnded) await other.see(new RegExp(`^%client-detached client-${client.pid}$`));
    }
  }

  async clear(): Promise<void> {
    await this.#call(["kill-server"]);
    for (const client of this.#clients.values()) client.signal("SIGKILL");
  }

  transcript(): Record<string, unknown> {
    const pids = new Map([...this.#clients].map(([name, { pid }]) => [pid, name]));
    const said = [...this.#clients].map(([name, { transcript }]) => [name, transcript] as const);
    return {
      ...normalize(said, { pids, dir: this.#side.dir }),
      calls: normalizeCalls(this.#calls, this.#side.dir),
    };
  }
}

function lines(text: string): string {
  return text.replaceAll("\\n", "\n");
}

function normalizeCalls(calls: readonly unknown[], dir: string): unknown {
  const text = JSON.stringify(calls)
    .replaceAll(dir, "DIR")
    .replaceAll(/client-\d+/g, "client-PID")
    .replaceAll(/(%begin|%end|%error) \d+ \d+/g, "$1 TIME NUMBER");
  return JSON.parse(text);
}
