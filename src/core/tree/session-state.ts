import type { Environment } from "../environment/environment.ts";
import type { SessionId } from "../ids.ts";
import type { Options } from "../options/options.ts";
import type { ServerState } from "./server-state.ts";
import type { Session } from "./session.ts";
import type { WinlinkState } from "./winlink-state.ts";

interface SessionSetup {
  readonly id: SessionId;
  readonly server: ServerState;
  readonly name: string;
  readonly cwd: string;
  readonly created: number;
  readonly options: Options;
  readonly environment: Environment;
}

/** The writable state of a session, changed only by operations. */
export class SessionState implements Session {
  readonly id: SessionId;
  readonly server: ServerState;
  readonly created: number;
  readonly options: Options;
  readonly environment: Environment;
  name: string;
  cwd: string;
  activity: number;
  lastAttached = 0;
  links: WinlinkState[] = [];
  /** Set with the first window; a living session always has one. */
  current!: WinlinkState;
  lastLinks: WinlinkState[] = [];

  constructor({ id, server, name, cwd, created, options, environment }: SessionSetup) {
    this.id = id;
    this.server = server;
    this.name = name;
    this.cwd = cwd;
    this.created = created;
    this.activity = created;
    this.options = options;
    this.environment = environment;
  }

  get attached(): number {
    return this.server.clients.filter((client) => client.session === this).length;
  }

  get group(): string | undefined {
    return [...this.server.groups].find(([, sessions]) => sessions.includes(this))?.[0];
  }

  /** All sessions that share this session's windows, including itself. */
  get grouped(): readonly SessionState[] {
    const { group } = this;
    return group === undefined ? [this] : this.server.groups.get(group)!;
  }

  linkAt(index: number): WinlinkState | undefined {
    return this.links.find((link) => link.index === index);
  }
}
