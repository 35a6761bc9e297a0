import { MuxError } from "../core/errors.ts";
import type { Mux } from "../core/mux.ts";
import type { Pane, Session } from "../core/tree/tree.ts";
import type { HotCall } from "./verb.ts";

export interface AttachedTo {
  readonly mux: Mux;
  readonly session: Session;
  /** Pane to select before attaching. */
  readonly pane?: Pane | undefined;
  readonly readonly?: boolean | undefined;
}

/** Whether the caller has a terminal that does not already show this server. */
export function canAttach({ invocation }: Pick<HotCall, "invocation">, { server }: Mux): boolean {
  const { tty, environment } = invocation;
  if (!tty.stdin || !tty.stdout || environment.get("TERM") === "dumb") return false;
  return ![...server.panes.values()].some(({ process }) => process?.tty === tty.name);
}

/** Shows the session on the caller's terminal. Resolves when the caller has been answered. */
export async function attachTerminal({ invocation, context }: HotCall, to: AttachedTo): Promise<void> {
  if (!invocation.tty.stdin || !invocation.tty.stdout)
    throw new MuxError(
      "bad-value",
      "there is no terminal to attach: see `mullion capture` and `mullion send`",
    );
  const target = to.pane ? `${to.session.id}:${to.pane.window.id}.${to.pane.id}` : to.session.id;
  await context.attach(invocation, to.mux, ["attach-session", ...(to.readonly ? ["-r"] : []), "-t", target]);
}
