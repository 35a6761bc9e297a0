import type { WindowId } from "../ids.ts";
import type { Size } from "../ports.ts";
import type { DefaultColour } from "../screen/screen.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";

/** Someone who looks at a session: a terminal or a control-mode connection. It lives as long as its connection. */
export interface Client {
  /** The terminal's name, or `client-PID` where there is none. */
  readonly name: string;
  readonly tty: string;
  readonly termName: string;
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  readonly utf8: boolean;
  readonly control: boolean;
  readonly readonly: boolean;
  /** Its terminal has the focus, as far as it tells. */
  readonly focused: boolean;
  /** Its terminal's default colours, as 0xrrggbb, as far as the terminal told them. */
  readonly colours: Readonly<Partial<Record<DefaultColour, number>>>;
  /** Its size does not count for windows. */
  readonly ignoreSize: boolean;
  /** It selects panes for itself alone (flag active-pane). */
  readonly ownPanes: boolean;
  /** Where its keys go: the active pane of the window it looks at, or the one it selected there for itself. */
  readonly pane: Pane | undefined;
  /** Undefined for a control client that never told one. */
  readonly size: Size | undefined;
  /** Sizes that a control client told for single windows (`refresh-client -C @1:80x24`). */
  readonly windowSizes: ReadonlyMap<WindowId, Size>;
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly session: Session | undefined;
  readonly lastSession: Session | undefined;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly activity: number;
}
