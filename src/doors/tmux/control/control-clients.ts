import type { Client, Pane } from "../../../core/tree/tree.ts";
import type { StayingControl } from "../call.ts";
import type { HostedServer } from "../context.ts";

/** The control clients of a server. While there is one, it receives all output of panes through here. */
export class ControlClients {
  readonly #hosted: HostedServer;
  readonly #all = new Set<StayingControl>();
  readonly #taps = new Map<Pane, () => void>();

  constructor(hosted: HostedServer) {
    this.#hosted = hosted;
    const { events, panes } = hosted.mux.server;
    const tap = ({ pane }: { readonly pane: Pane["id"] }) => {
      const found = panes.get(pane);
      if (found && this.#all.size > 0) this.#tap(found);
    };
    events.on("pane-created", tap);
    events.on("pane-respawned", tap);
    events.on("pane-closed", ({ pane }) => this.#closed(pane));
    events.on("client-detached", ({ client }) => this.named(client)?.onSessionEnded());
  }

  [Symbol.iterator](): Iterator<StayingControl> {
    return this.#all.values();
  }

  of(client: Client): StayingControl | undefined {
    return [...this.#all].find((control) => control.client === client);
  }

  named(name: string): StayingControl | undefined {
    return [...this.#all].find((control) => control.name === name);
  }

  add(control: StayingControl): void {
    this.#all.add(control);
    if (this.#all.size === 1) for (const pane of this.#hosted.mux.server.panes.values()) this.#tap(pane);
  }

  remove(control: StayingControl): void {
    this.#all.delete(control);
    if (this.#all.size > 0) return;
    for (const untap of this.#taps.values()) untap();
    this.#taps.clear();
  }

  /** Ends the clients that are due to leave and have no command left to run. */
  leaveIfDue(): void {
    for (const control of [...this.#all]) control.leaveIfDue();
  }

  /** Ends all clients, because the server and its sessions end. */
  leaveAll(): void {
    for (const control of [...this.#all]) {
      for (const _ of this.#hosted.mux.server.sessions) control.output.tell("%sessions-changed");
      control.leave({ status: 0 });
    }
  }

  /** Taps a pane's output again, because its process has a new holder. */
  #tap(pane: Pane): void {
    this.#taps.get(pane)?.();
    const untap = this.#hosted.tap(pane, (bytes) => {
      for (const control of this.#all)
        if (control.session?.links.some(({ window }) => window === pane.window))
          control.output.tellOutput(pane.id, bytes);
    });
    this.#taps.set(pane, untap);
  }

  #closed(id: Pane["id"]): void {
    for (const [pane, untap] of this.#taps) {
      if (pane.id !== id) continue;
      untap();
      this.#taps.delete(pane);
    }
    for (const control of this.#all) control.output.forget(id);
  }
}
