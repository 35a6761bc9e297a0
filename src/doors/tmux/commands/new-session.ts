import type { CreateSessionOptions } from "../../../core/mux.ts";
import type { Size } from "../../../core/ports.ts";
import { sessionTarget } from "../../../core/target/current-target.ts";
import type { Session } from "../../../core/tree/tree.ts";
import { CommandError } from "../command-error.ts";
import { type CommandRun, defineCommand } from "../define-command.ts";
import { expand } from "../formats/expand.ts";
import { insertHook } from "../queue/prepare-run.ts";
import { attach, openTerminal, refuseNested, stayerOf } from "../terminal/attach.ts";
import { accepted, parseNumber } from "./shared/parse-number.ts";
import { startedNew, startOptions } from "./shared/start-options.ts";

const FLAGS = "Ac:dDe:EF:f:n:Ps:t:x:Xy:";
type Run = CommandRun<typeof FLAGS, "session?">;

/** Maximum width or height. */
const MAX_SIZE = 65535;
/** The size of a caller whose terminal has none. */
const UNKNOWN_SIZE: Size = { cols: 80, rows: 24 };

export const newSession = defineCommand({
  name: "new-session",
  alias: "new",
  flags: FLAGS,
  max: Number.POSITIVE_INFINITY,
  usage:
    "[-AdDEPX] [-c start-directory] [-e environment] [-F format] [-f flags] [-n window-name] [-s session-name] [-t target-session] [-x width] [-y height] [shell-command]",
  target: "session?",
  startsServer: true,
  async run(run) {
    const { args, target, mux, server, state, call, door } = run;
    if (args.t !== undefined && (args.operands.length > 0 || args.n !== undefined)) {
      throw new CommandError("command or window name given with target");
    }
    const name = args.s === undefined ? undefined : expand(run, args.s, { client: run.client });
    const existing = args.A ? (name === undefined ? target.session : server.sessionNamed(name)) : undefined;
    if (existing) {
      const alone = args.X ? "hang-up" : args.D ? "detach" : undefined;
      const options = { alone, flags: args.f, keepEnvironment: args.E } as const;
      return attach(run, existing, options);
    }
    if (!args.d && call.invocation) checkTerminal(run, name);

    const session = mux.createSession(creation(run, name));
    const place = sessionTarget(session);
    if (!args.d) state.current = place;
    await startedNew(run, place.pane, "create window failed");
    if (!args.d) lookAt(run, session);
    if (args.P) call.print(expand(run, args.F ?? "#{session_name}:", { session, link: session.current }));
    door.showFaults(place.pane);
    insertHook(run.queue, "after-new-session", { place, command: run.command });
  },
});

/** Attaches the caller to the new session, which already has the caller's environment. */
function lookAt(run: Run, session: Session): void {
  if (!run.call.invocation) return;
  const stayer = stayerOf(run);
  if (run.args.f !== undefined) stayer.setFlags(run.args.f);
  stayer.attach(session, { newSession: true });
}

/** Reports a duplicate name before a missing terminal, as tmux does. */
function checkTerminal(run: Run, name: string | undefined): void {
  const { server } = run;
  if (name !== undefined && server.sessionNamed(name)) throw new CommandError(`duplicate session: ${name}`);
  if (!run.call.control) refuseNested(run);
  openTerminal(run);
}

function creation(run: Run, name: string | undefined): CreateSessionOptions {
  const { args, call, target } = run;
  const cols = size(run, "x", "width");
  const rows = size(run, "y", "height");
  const environment = call.invocation?.environment;
  const windowName = args.n;
  const { environment: sessionEnvironment = [], ...start } = startOptions(run, {});
  return {
    ...start,
    cwd: start.cwd ?? call.cwd,
    sessionEnvironment,
    ...(name !== undefined && { name }),
    ...(windowName !== undefined && {
      windowName: (session) => expand(run, windowName, { client: run.client, session }),
    }),
    ...(cols !== undefined && { cols }),
    ...(rows !== undefined && { rows }),
    ...(!args.d && terminalSize(call)),
    ...(environment && !args.E && { clientEnvironment: environment }),
    ...(args.t !== undefined && (target.session ? { groupWith: target.session } : { groupName: args.t })),
  };
}

function size({ args, call }: Run, flag: "x" | "y", what: string): number | undefined {
  const text = args[flag];
  if (text === undefined) return undefined;
  if (text === "-") {
    const known = call.caller.client?.size ?? call.invocation?.tty.size;
    return flag === "x" ? known?.cols || UNKNOWN_SIZE.cols : known?.rows || UNKNOWN_SIZE.rows;
  }
  return accepted(what, parseNumber(text, { min: 1, max: MAX_SIZE }));
}

/** A window created for a terminal has its size. */
function terminalSize({
  invocation,
  control,
  caller,
}: Run["call"]): Pick<CreateSessionOptions, "clientSize"> {
  const size = control ? undefined : (caller.client?.size ?? invocation?.tty.size);
  return size ? { clientSize: size } : {};
}
