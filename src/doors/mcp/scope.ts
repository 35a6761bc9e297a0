import type { Result } from "../../client/index.ts";
import type { McpGrant } from "./host.ts";
import type { Link } from "./link.ts";
import { McpRefusal, outOfScope } from "./refusal.ts";

type Session = Result<"mullion.tree">["sessions"][number];
type Window = Session["windows"][number];

/** A pane of the scope, with its place. */
export type ScopedPane = Window["panes"][number] & {
  readonly session: string;
  readonly socket: string;
  readonly window: string;
  /** The machine that it is on; undefined: this one. */
  readonly host: string | undefined;
};

/** A name stands for one of these. A closed pane has only its context. */
export interface Target {
  readonly contextId: string;
  readonly pane: ScopedPane | undefined;
}

const MAX_REMEMBERED = 500;
const CONTEXT = /^(?:[^/]+\/)?ctx_\d+$/;

/**
 * The panes that a client may use. Everything that names a pane goes through here or to the daemon, which knows the same
 * limits: the connection belongs to a team.
 */
export class McpScope {
  readonly link: Link;
  readonly grant: McpGrant;
  /** Ids of the panes that this server has started, by the names that the client gave them: a closed pane has none. */
  readonly #started = new Map<string, string>();

  constructor(link: Link, grant: McpGrant) {
    this.link = link;
    this.grant = grant;
  }

  /** `hosts`: also on other machines, which costs a question to each of them. `host`: only there. */
  async panes(where: { readonly hosts?: boolean; readonly host?: string } = {}): Promise<ScopedPane[]> {
    const params = { ended: true, ...where };
    const { sessions } = await this.link.call("mullion.tree", params);
    return sessions.flatMap(({ name: session, socket, windows, host }) =>
      windows.flatMap(({ name: window, panes }) =>
        panes.map((pane) => ({ ...pane, session, socket, window, host })),
      ),
    );
  }

  /** The panes that resources show: with --all, those of this machine; with --all-hosts, those of every host too. */
  shown(): Promise<ScopedPane[]> {
    return this.panes({ hosts: this.grant.hosts });
  }

  /**
   * A pane by its id (ctx_7), by tmux's id (%3), by its name, or by the name of a session with one pane; on another machine
   * with the machine's name before it (build/ctx_7, build/%3).
   */
  async find(name: string): Promise<Target> {
    const [, host, rest = name] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
    const isContext = CONTEXT.test(name);
    const here = isContext && host !== undefined ? [] : await this.panes();
    const local = isContext ? [] : named(here, name);
    const isFar = local.length === 0 && host !== undefined;
    const there = isFar ? await this.panes({ host }) : [];
    const known = [...here, ...there].find(({ context_id }) => context_id === name);
    if (known || isContext) return { contextId: name, pane: known };
    const [found, ...more] = isFar ? named(there, rest) : local;
    const ended = this.#started.get(name);
    if (!found && ended !== undefined) return { contextId: ended, pane: undefined };
    if (!found) throw new McpRefusal(outOfScope(`there is no pane ${quoted(name)}`, this.grant));
    if (more.length > 0)
      throw new McpRefusal(
        `${more.length + 1} panes are called ${quoted(name)}: use one of ${[found, ...more].map(({ context_id }) => context_id).join(", ")}`,
      );
    return { contextId: found.context_id, pane: found };
  }

  /** Keeps the name of a pane that the client has started, so that it can wait for and read what ended soon. */
  remember(name: string, contextId: string): void {
    const [, host] = /^([^/]+)\//.exec(contextId) ?? [];
    const full = host === undefined ? name : `${host}/${name}`;
    this.#started.delete(full);
    this.#started.set(full, contextId);
    const oldest = this.#started.keys().next().value;
    if (this.#started.size > MAX_REMEMBERED && oldest !== undefined) this.#started.delete(oldest);
  }

  /**
   * The bytes that a context has printed. Throws for a context that never was in scope, as the daemon does for every call
   * that names one.
   */
  async offsetOf(contextId: string): Promise<number> {
    const params = { context_id: contextId, styles: false };
    return (await this.link.call("mullion.screen", params)).offset;
  }

  /** As find, for what changes a pane. A program must not type into its own terminal or end itself. */
  async findOther(name: string, what: string): Promise<Target> {
    const target = await this.find(name);
    if (target.pane?.self)
      throw new McpRefusal(`${quoted(name)} is the pane that you run in: you cannot ${what} it`);
    return target;
  }

  /** Rejects what changes something, on a server that only reads. */
  checkWriting(tool: string): void {
    if (this.grant.readOnly)
      throw new McpRefusal(
        `${tool} is not available: this server was started with --read-only, so ask the person who started it, or only look with list, read, wait, search and explain`,
      );
  }
}

function named(panes: readonly ScopedPane[], name: string): ScopedPane[] {
  const byId = panes.filter(({ pane_id }) => pane_id === name);
  if (byId.length > 0) return byId;
  const byName = panes.filter(({ metadata }) => metadata.name === name);
  const found = byName.length > 0 ? byName : panes.filter(({ session }) => session === name);
  // A name is free for another program once its program has ended.
  const running = found.filter(({ exit_code }) => exit_code === undefined);
  return running.length > 0 ? running : found;
}

/** For sentences: a client may send names of any length. */
export function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
