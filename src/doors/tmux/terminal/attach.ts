import { Environment } from "../../../core/environment/environment.ts";
import type { DetachOptions } from "../../../core/face/face.ts";
import type { Client, Pane, Session } from "../../../core/tree/tree.ts";
import { isReader } from "../access/permit.ts";
import type { StayingClient, StayingTerminal } from "../call.ts";
import { CommandError } from "../command-error.ts";
import type { CommandRun } from "../define-command.ts";
import type { Door } from "../door.ts";
import { TerminalClient } from "./terminal-client.ts";

type AttachRun = Pick<CommandRun, "call" | "door" | "queue">;
type Nesting = Pick<AttachRun, "call" | "door">;

interface AttachOptions {
  /** `-d` detaches every other client of the session; `-x` also hangs up its parent process. */
  readonly alone?: "detach" | "hang-up" | undefined;
  /** `-f`. */
  readonly flags?: string | undefined;
  /** `-r`. */
  readonly readonly?: boolean;
  /** `-E`: ignore update-environment. */
  readonly keepEnvironment?: boolean;
}

/** Checks the caller's terminal for commands that take it over; a control client needs none. */
export function openTerminal({ call, door }: Nesting): void {
  if (call.control || call.terminal?.client) return;
  const { tty, environment } = call.invocation ?? {};
  if (!tty?.stdin) throw new CommandError("open terminal failed: not a terminal");
  const fault = door.context.whyUnsuitable(environment?.get("TERM") || "unknown");
  if (fault !== undefined) throw new CommandError(`open terminal failed: ${fault}`);
}

/** The terminal that a call takes over or has taken over. */
export function terminalOf({ call, door, queue }: AttachRun): StayingTerminal {
  const { invocation } = call;
  if (!invocation) throw new CommandError("open terminal failed: not a terminal");
  call.terminal ??= new TerminalClient({ door, invocation, call, queue });
  return call.terminal;
}

/** The client that stays after its call: a control client or a terminal. */
export function stayerOf(run: AttachRun): StayingClient {
  return run.call.control ?? terminalOf(run);
}

/** Attaches the caller to the session. */
export function attach(run: AttachRun, session: Session, options: AttachOptions = {}): void {
  const { call, door } = run;
  refuseNested(run);
  openTerminal(run);
  const stayer = stayerOf(run);
  if (options.flags !== undefined) stayer.setFlags(options.flags);
  if (options.readonly) stayer.setFlags("read-only,ignore-size");
  if (options.alone)
    for (const client of door.server.clients.filter((other) => other.session === session))
      if (client !== stayer.client) detach(door, client, { kill: options.alone === "hang-up" });
  // A reader must not change the environment: its variables (an agent's socket, a display) would reach every new pane.
  if (!options.keepEnvironment && !isReader(door.access, call.invocation))
    updateEnvironment(session, call.invocation?.environment);
  stayer.attach(session);
}

/** Detaches a client from its session; it ends when its commands have run. The options concern its terminal. */
export function detach(door: Door, client: Client, options: DetachOptions = {}): void {
  const control = door.controls.of(client);
  if (control) control.leave({ status: 0, detached: true });
  else door.faces.of(client)?.detach(options);
}

/** Copies the variables that update-environment names from the client's environment. */
export function updateEnvironment(
  session: Session,
  environment: ReadonlyMap<string, string> | undefined,
): void {
  if (!environment) return;
  const patterns = session.options.list("update-environment").map(([, pattern]) => pattern);
  session.environment.updateFrom(Environment.fromMap(environment), patterns);
}

/** Rejects a terminal that is itself a pane of this server, because it would show its own picture. */
export function refuseNested({ call: { invocation, caller }, door: { server } }: Nesting): void {
  if (!invocation?.environment.get("TMUX") || !caller.tty || caller.client) return;
  const isOwn = ({ id, process }: Pane) =>
    // The program may call before the daemon knows its terminal.
    process?.tty === caller.tty || (process?.tty === "" && id === caller.paneId);
  if ([...server.panes.values()].some(isOwn))
    throw new CommandError("sessions should be nested with care, unset $TMUX to force");
}
