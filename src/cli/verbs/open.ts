import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Mux } from "../../core/mux.ts";
import type { Session } from "../../core/tree/session.ts";
import { OWN_SERVER, openOwnServer } from "../own-server.ts";
import { sessionName } from "../session-name.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

export const open = defineHotVerb({
  name: "open",
  summary: "a session for this directory, made where there is none",
  operands: "",
  count: [0, 0],
  options: { json: JSON_OPTION },
  examples: [["mullion", "what `mullion` without a verb does"]],
  hidden: true,
  async run(call) {
    const { invocation, context, options, print } = call;
    const mux = await openOwnServer(context, invocation);
    const existing = sessionAt(mux, invocation.cwd);
    const session = existing ?? (await create(mux, call));
    await context.commit();
    const { active } = session.current.window;
    if (options.json) {
      print(
        JSON.stringify({ server: OWN_SERVER, session: session.name, pane: active.id, created: !existing }),
      );
      return;
    }
    print(`Session ${session.name} ${existing ? "runs" : "started"} in ${session.cwd} (pane ${active.id}).`);
    const mullion = howToCall(context.paths.root, invocation.environment.get("PATH") ?? "");
    print(`  look  ${mullion} capture ${session.name}`);
    print(`  type  ${mullion} send ${session.name} --enter 'echo hello'`);
    print(`  list  ${mullion} ls`);
    print(`  end   ${mullion} kill ${session.name}`);
  },
});

/** By its name where the caller's PATH has it, else by its path. */
function howToCall(root: string, path: string): string {
  const found = path
    .split(delimiter)
    .some((directory) => directory !== "" && existsSync(join(directory, "mullion")));
  return found ? "mullion" : join(root, "bin/mullion");
}

function sessionAt(mux: Mux, cwd: string): Session | undefined {
  return mux.server.sessionsByName().find((session) => session.cwd === cwd);
}

async function create(mux: Mux, { invocation }: HotCall): Promise<Session> {
  const { cwd, environment, tty } = invocation;
  const session = mux.createSession({
    name: sessionName(mux.server, basename(cwd)),
    cwd,
    clientEnvironment: environment,
    ...(tty.stdout && tty.size.cols > 0 && { cols: tty.size.cols, rows: tty.size.rows }),
  });
  await session.current.window.active.process?.started;
  return session;
}
