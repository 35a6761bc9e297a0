import { Environment } from "../../core/environment/environment.ts";
import type { DetachOptions } from "../../core/face/face.ts";
import type { Client } from "../../core/tree/client.ts";
import type { Session } from "../../core/tree/session.ts";
import type { Call } from "./call.ts";
import { CommandError } from "./command-error.ts";
import type { DoorServer } from "./door-server.ts";

interface AttachRun {
  readonly call: Call;
  readonly door: DoorServer;
}

export interface AttachOptions {
  /** `-d` and `-x`: every other client of the session goes. */
  readonly alone?: boolean;
  /** `-f`. */
  readonly flags?: string | undefined;
  /** `-r`. */
  readonly readonly?: boolean;
  /** `-E`: update-environment is left alone. */
  readonly keepEnvironment?: boolean;
}

/** Commands that take over the caller's terminal check it here; a control client needs none. */
export function openTerminal(call: Call): void {
  if (call.control) return;
  const tty = call.invocation?.tty;
  if (!tty?.stdin) throw new CommandError("open terminal failed: not a terminal");
  throw new CommandError("open terminal failed: attaching a terminal is not supported yet");
}

/** The caller looks at the session from now on. */
export function attach({ call, door }: AttachRun, session: Session, options: AttachOptions = {}): void {
  const { control } = call;
  refuseNested(call, door);
  if (control && options.flags !== undefined) control.setFlags(options.flags);
  if (control && options.readonly) control.setFlags("read-only,ignore-size");
  openTerminal(call);
  if (options.alone)
    for (const client of door.server.clients.filter((other) => other.session === session))
      if (client !== control?.client) detach(door, client);
  if (!options.keepEnvironment) updateEnvironment(session, call.invocation?.environment);
  control?.attach(session);
}

/**
 * Takes a client off its session; a control client ends when its commands have run. What more can be asked concerns its
 * terminal.
 */
export function detach(door: DoorServer, client: Client, options: DetachOptions = {}): void {
  const control = door.controls.of(client);
  const face = door.faces.of(client);
  if (control) control.leave({ status: 0, detached: true });
  else if (face) face.detach(options);
  else door.mux.detachClient(client);
}

/** update-environment picks from what the client brings. */
export function updateEnvironment(
  session: Session,
  environment: ReadonlyMap<string, string> | undefined,
): void {
  if (!environment) return;
  const patterns = session.options.list("update-environment").map(([, pattern]) => pattern);
  session.environment.updateFrom(Environment.fromMap(environment), patterns);
}

/** A terminal that is a pane itself would show its own picture. */
function refuseNested({ invocation, caller }: Call, { server }: DoorServer): void {
  if (!invocation?.environment.get("TMUX") || !caller.tty) return;
  if ([...server.panes.values()].some(({ process }) => process?.tty === caller.tty))
    throw new CommandError("sessions should be nested with care, unset $TMUX to force");
}
