import type { WindowId } from "../ids.ts";
import type { Size } from "../ports.ts";
import type { Client } from "./client.ts";
import type { PaneState } from "./pane-state.ts";
import type { SessionState } from "./session-state.ts";
import type { WindowState } from "./window-state.ts";

type Later = "session" | "lastSession" | "activity" | "windowSizes" | "focused" | "colours" | "pane";
type ClientSetup = Omit<Client, Later>;

/** The writable state of a client, changed only by operations. */
export class ClientState implements Client {
  readonly name: string;
  readonly tty: string;
  readonly termName: string;
  readonly pid: number;
  readonly uid: number;
  readonly user: string;
  readonly utf8: boolean;
  readonly control: boolean;
  readonly cwd: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly created: number;
  readonly windowSizes = new Map<WindowId, Size>();
  readonly: boolean;
  focused = true;
  colours: Client["colours"] = {};
  ignoreSize: boolean;
  ownPanes: boolean;
  /** The panes that the client selected for itself alone. */
  readonly selected = new WeakMap<WindowState, PaneState>();
  size: Size | undefined;
  activity: number;
  session: SessionState | undefined;
  lastSession: SessionState | undefined;

  constructor(setup: ClientSetup) {
    this.name = setup.name;
    this.tty = setup.tty;
    this.termName = setup.termName;
    this.pid = setup.pid;
    this.uid = setup.uid;
    this.user = setup.user;
    this.utf8 = setup.utf8;
    this.control = setup.control;
    this.cwd = setup.cwd;
    this.environment = setup.environment;
    this.created = setup.created;
    this.readonly = setup.readonly;
    this.ignoreSize = setup.ignoreSize;
    this.ownPanes = setup.ownPanes;
    this.size = setup.size;
    this.activity = setup.created;
  }

  get pane(): PaneState | undefined {
    const window = this.session?.current.window;
    const own = window && this.ownPanes ? this.selected.get(window) : undefined;
    return own && window?.panes.includes(own) ? own : window?.active;
  }
}
