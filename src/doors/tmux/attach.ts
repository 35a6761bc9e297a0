import type { Session } from "../../core/tree/session.ts";
import type { Call } from "./call.ts";
import { CommandError } from "./command-error.ts";

/** Commands that take over the caller's terminal check it here. */
export function openTerminal(call: Call): void {
  const tty = call.invocation?.tty;
  if (!tty?.stdin) throw new CommandError("open terminal failed: not a terminal");
  throw new CommandError("open terminal failed: attaching a terminal is not supported yet");
}

export function attach({ call }: { readonly call: Call }, _session: Session): void {
  openTerminal(call);
}
