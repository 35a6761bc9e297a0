import { isAgent } from "../../core/agent/agent-identity.ts";
import { attempt } from "../../core/attempt.ts";
import type { Clock } from "../../core/ports.ts";
import type { HostView } from "../hosts/host-view.ts";
import { agentsOfHost, hostTrouble } from "../hosts/span-hosts.ts";
import { leadingClock } from "../leading-clock.ts";
import { LivePanes } from "../live-panes.ts";
import type { HotCall } from "../verb.ts";
import { type AgentRow, agentRow } from "./agent-rows.ts";

/** The first change is shown at once, those within this time after it together. */
const PAUSE_MS = 50;

interface FollowedHost {
  /** Undefined: they have changed. */
  rows: readonly AgentRow[] | undefined;
  stop(): void;
}

/**
 * Every pane of this machine and, if asked for, of every host, kept up to date by events of both. A host that is added comes,
 * one that is removed goes, and one that gets another link has another view.
 */
export class LiveAgents {
  readonly #call: HotCall;
  readonly #onChanged: () => void;
  readonly #here: LivePanes<AgentRow>;
  readonly #there = new Map<HostView, FollowedHost>();
  readonly #clockThere: Clock;
  #ignoreHosts = () => {};
  #cancel: (() => void) | undefined;
  #cancelHosts: (() => void) | undefined;

  constructor(call: HotCall, withHosts: boolean, onChanged: () => void) {
    const { context } = call;
    this.#call = call;
    this.#onChanged = onChanged;
    this.#clockThere = leadingClock(context.clock);
    this.#here = new LivePanes(context, {
      pauseMs: PAUSE_MS,
      read: (mux, pane, known) =>
        agentRow(mux, pane, mux.server.agents.lastOf(pane), known?.agent ?? isAgent(pane)),
      onChanged,
    });
    if (!withHosts) return;
    this.#follow(context.hosts.views());
    this.#ignoreHosts = context.hosts.onChange(() => this.#lookForHosts());
  }

  get all(): readonly AgentRow[] {
    const there = [...this.#there].flatMap(([view, host]) => {
      host.rows ??= agentsOfHost(view.last);
      return host.rows;
    });
    return [...this.#here.all, ...there];
  }

  /** What a person must know of hosts that are cut off; empty: all of them answer. */
  get trouble(): string {
    return hostTrouble([...this.#there.keys()].map((view) => view.last));
  }

  close(): void {
    this.#here.close();
    this.#ignoreHosts();
    this.#cancel?.();
    this.#cancelHosts?.();
    for (const { stop } of this.#there.values()) stop();
  }

  /** Follows these hosts and no other. */
  #follow(views: readonly HostView[]): void {
    for (const [view, { stop }] of this.#there) {
      if (views.includes(view)) continue;
      stop();
      this.#there.delete(view);
    }
    for (const view of views) {
      if (this.#there.has(view)) continue;
      const host: FollowedHost = { rows: undefined, stop() {} };
      this.#there.set(view, host);
      host.stop = view.follow(this.#call.invocation, () => this.#changed(host));
    }
  }

  #changed(host: FollowedHost): void {
    host.rows = undefined;
    this.#cancel ??= this.#clockThere.after(PAUSE_MS, () => {
      this.#cancel = undefined;
      this.#onChanged();
    });
  }

  /** Later, because reading the hosts may open a link, which is a change too. */
  #lookForHosts(): void {
    const { clock, hosts } = this.#call.context;
    this.#cancelHosts ??= clock.after(PAUSE_MS, () => {
      this.#cancelHosts = undefined;
      // While the file of hosts cannot be read, the list stays as it is.
      const views = attempt(() => hosts.views());
      if (views) this.#follow(views);
      this.#onChanged();
    });
  }
}
