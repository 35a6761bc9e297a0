import type { WindowId } from "../ids.ts";
import type { Size } from "../ports.ts";
import type { DefaultColour } from "../screen/screen.ts";
import type { Pane } from "./pane.ts";
import type { Session } from "./session.ts";

/** A viewer of a session: a terminal or a control-mode connection. It lives as long as its connection. */
export interface Client {
  /** The terminal's name, or `client-PID` without a terminal. */
  readonly name: string;
  readonly tty: string;
  readonly termName: string;
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  readonly utf8: boolean;
  readonly control: boolean;
  readonly readonly: boolean;
  /** Whether the client's terminal has the focus, as far as the terminal reports it. */
  readonly focused: boolean;
  /** The default colours that the client's terminal has reported, as 0xrrggbb. */
  readonly colours: Readonly<Partial<Record<DefaultColour, number>>>;
  /** The client's size does not affect windows. */
  readonly ignoreSize: boolean;
  /** The client selects panes for itself alone (flag active-pane). */
  readonly ownPanes: boolean;
  /**
   * The pane that receives the client's keys: the active pane of its window, or the pane that it selected there for
   * itself.
   */
  readonly pane: Pane | undefined;
  /** Undefined for a control client that never reported a size. */
  readonly size: Size | undefined;
  /** Sizes that a control client set for single windows (`refresh-client -C @1:80x24`). */
  readonly windowSizes: ReadonlyMap<WindowId, Size>;
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly session: Session | undefined;
  readonly lastSession: Session | undefined;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly activity: number;
}
