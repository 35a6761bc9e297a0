import { existsSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import type { Mux } from "../../core/mux.ts";
import type { Session } from "../../core/tree/tree.ts";
import { programs } from "../../package/programs.ts";
import { attachTerminal, canAttach } from "../attach-terminal.ts";
import { noteOtherPackage } from "../other-package.ts";
import { OWN_SERVER, openOwnServer } from "../own-server.ts";
import { sessionName } from "../session-name.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

export const open = defineHotVerb({
  name: "open",
  called: "mullion",
  summary: "a session for this directory, made where there is none",
  options: { json: JSON_OPTION },
  examples: [["mullion", "what `mullion` without a verb does"]],
  hidden: true,
  async run(call) {
    const { invocation, context, options, print } = call;
    noteOtherPackage(call);
    const mux = await openOwnServer(context, invocation);
    const existing = mux.server.sessionsByName().find((session) => session.cwd === invocation.cwd);
    const session = existing ?? (await create(mux, call));
    if (options.json) {
      const pane = session.current.window.active.id;
      print(JSON.stringify({ server: OWN_SERVER, session: session.name, pane, created: !existing }));
    } else if (canAttach(call, mux)) await attachTerminal(call, { mux, session });
    else describe(call, session, existing !== undefined);
  },
});

function describe({ context, invocation, print }: HotCall, session: Session, existed: boolean): void {
  const { active } = session.current.window;
  print(`Session ${session.name} ${existed ? "runs" : "started"} in ${session.cwd} (pane ${active.id}).`);
  const mullion = howToCall(context.paths.root, invocation.environment.get("PATH") ?? "");
  print(`  open  ${mullion} attach ${session.name}`);
  print(`  look  ${mullion} capture ${session.name}`);
  print(`  type  ${mullion} send ${session.name} --enter 'echo hello'`);
  print(`  list  ${mullion} ls`);
  print(`  end   ${mullion} kill ${session.name}`);
}

/** The program's name if the caller's PATH finds it, else its path. */
function howToCall(root: string, path: string): string {
  const found = path
    .split(delimiter)
    .some((directory) => directory !== "" && existsSync(join(directory, "mullion")));
  return found ? "mullion" : programs(root).mullion;
}

async function create(mux: Mux, { invocation }: HotCall): Promise<Session> {
  const { cwd, environment, tty } = invocation;
  const session = mux.createSession({
    name: sessionName(mux.server, basename(cwd)),
    cwd,
    clientEnvironment: environment,
    ...(tty.stdout && tty.size.cols > 0 && { clientSize: tty.size }),
  });
  await session.current.window.active.process?.started;
  return session;
}
