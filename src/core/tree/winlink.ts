import type { Session } from "./session.ts";
import type { Window } from "./window.ts";

/** A window's position in a session. One window may be linked into several sessions, or twice into one. */
export interface Winlink {
  readonly session: Session;
  readonly window: Window;
  readonly index: number;
  /** Alerts not yet seen in this session: `#` `!` `~` in the flags. */
  readonly activity: boolean;
  readonly bell: boolean;
  readonly silence: boolean;
}
