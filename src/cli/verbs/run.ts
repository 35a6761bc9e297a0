import { basename, resolve } from "node:path";
import type { Mux } from "../../core/mux.ts";
import type { Session } from "../../core/tree/tree.ts";
import { UsageError } from "../exit-status.ts";
import { OWN_SERVER, openOwnServer } from "../own-server.ts";
import { sessionName } from "../session-name.ts";
import { defineHotVerb, JSON_OPTION } from "../verb.ts";

export const run = defineHotVerb({
  name: "run",
  summary: "run a program in a pane of its own and print the pane's id",
  operands: "-- PROGRAM [ARGUMENT]…",
  count: [1, Number.POSITIVE_INFINITY],
  stopsAtOperand: true,
  host: { option: "on", names: () => /^(?=%\d+$)/ },
  options: {
    name: { short: "n", value: "NAME", summary: "name of the session (default: the program's name)" },
    cwd: {
      short: "c",
      value: "DIR",
      completes: "directory",
      summary: "directory to run in (default: this one)",
    },
    keep: { short: "k", summary: "keep the pane and its screen when the program has ended" },
    on: {
      value: "HOST|ENGINE",
      summary: "run it on this host, or in a job of this engine: see mullion host and mullion place",
    },
    env: { short: "e", value: "K=V", repeat: true, summary: "set a variable" },
    json: JSON_OPTION,
  },
  notes: [
    "The program is executed as given, never by a shell. It gets the environment of this call and what -e adds.",
    "If the program cannot be started, run prints the reason, leaves nothing behind and exits with status 1.",
    "With --on it prints the pane as a target on this machine, such as build/%3.",
  ],
  examples: [
    ["mullion run -- npm test", "prints the id of the pane, such as %3"],
    ["mullion wait $(mullion run --keep -- make)", "prints make's exit status; its output can be looked at"],
    ["mullion run -n web -c ~/app -e PORT=8080 -- node server.js", "a session called web"],
  ],
  async run({ invocation, context, options, operands, print }) {
    const variables = options.env.map(parseVariable);
    const mux = await openOwnServer(context, invocation);
    const session = mux.createSession({
      name: options.name ?? sessionName(mux.server, basename(operands[0]!)),
      cwd: resolve(invocation.cwd, options.cwd ?? "."),
      command: operands,
      direct: true,
      environment: [...callerVariables(invocation.environment), ...variables],
      sessionEnvironment: variables,
      clientEnvironment: invocation.environment,
      creators: context.creatorsOf(invocation.environment),
    });
    if (options.keep) session.current.window.active.options.set("remain-on-exit", "on");
    const { pid } = await started(mux, session);
    const { id } = session.current.window.active;
    print(options.json ? JSON.stringify({ pane: id, pid, server: OWN_SERVER, session: session.name }) : id);
  },
});

/** Waits until the program runs; if it cannot start, removes the session again. */
async function started(mux: Mux, session: Session): Promise<{ readonly pid: number }> {
  try {
    return await session.current.window.active.process!.started;
  } catch (error) {
    if (mux.server.sessions.has(session.id)) mux.killSession(session);
    throw error;
  }
}

function parseVariable(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at <= 0) throw new UsageError(`-e needs NAME=VALUE, not ${JSON.stringify(text)}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The caller's environment without the variables that identify a pane, because the new pane sets its own. */
function callerVariables(environment: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...environment].filter(
    ([name]) => !/^(TMUX$|TMUX_PANE$|TERM|CLAUDE_PANE_|MULLION_BIN$)/.test(name),
  );
}
