import { isAgent } from "../../core/agent/agent-identity.ts";
import type { HostView } from "../hosts/host-view.ts";
import { agentsOfHost, hostTrouble } from "../hosts/span-hosts.ts";
import { LivePanes } from "../live-panes.ts";
import type { HotCall } from "../verb.ts";
import { type AgentRow, agentRow } from "./agent-rows.ts";

/** Changes within this time are reported together. */
const PAUSE_MS = 50;

/** Every pane of this machine and, if asked for, of every host, kept up to date by events of both. */
export class LiveAgents {
  readonly #here: LivePanes<AgentRow>;
  /** Rows of each host; undefined: they have changed. */
  readonly #there = new Map<HostView, readonly AgentRow[] | undefined>();
  readonly #stops: (() => void)[] = [];
  #cancel: (() => void) | undefined;

  constructor({ context, invocation }: HotCall, withHosts: boolean, onChanged: () => void) {
    const { clock, hosts } = context;
    this.#here = new LivePanes(context, {
      pauseMs: PAUSE_MS,
      read: (mux, pane, known) =>
        agentRow(mux, pane, mux.server.agents.lastOf(pane), known?.agent ?? isAgent(pane)),
      onChanged,
    });
    for (const view of withHosts ? hosts.views() : []) {
      this.#there.set(view, undefined);
      const changed = () => {
        this.#there.set(view, undefined);
        this.#cancel ??= clock.after(PAUSE_MS, () => {
          this.#cancel = undefined;
          onChanged();
        });
      };
      this.#stops.push(view.follow(invocation.environment, changed));
    }
  }

  get all(): readonly AgentRow[] {
    for (const [view, rows] of this.#there) if (!rows) this.#there.set(view, agentsOfHost(view.last));
    return [...this.#here.all, ...[...this.#there.values()].flatMap((rows) => rows ?? [])];
  }

  /** What a person must know of hosts that are cut off; empty: all of them answer. */
  get trouble(): string {
    return hostTrouble([...this.#there.keys()].map((view) => view.last));
  }

  close(): void {
    this.#here.close();
    this.#cancel?.();
    for (const stop of this.#stops) stop();
  }
}
