import type { Client, Pane } from "../../../core/tree/tree.ts";
import type { DoorServer } from "../server/door-server.ts";
import type { ControlClient } from "./control-client.ts";

/** The control clients of a server. While there is one, it receives all output of panes through here. */
export class ControlClients {
  readonly #door: DoorServer;
  readonly #all = new Set<ControlClient>();
  readonly #taps = new Map<Pane, () => void>();

  constructor(door: DoorServer) {
    this.#door = door;
    const { events, panes } = door.server;
    const tap = ({ pane }: { readonly pane: Pane["id"] }) => {
      const found = panes.get(pane);
      if (found && this.#all.size > 0) this.#tap(found);
    };
    events.on("pane-created", tap);
    events.on("pane-respawned", tap);
    events.on("pane-closed", ({ pane }) => this.#closed(pane));
    events.on("client-detached", ({ client }) => this.named(client)?.dropped());
  }

  [Symbol.iterator](): Iterator<ControlClient> {
    return this.#all.values();
  }

  of(client: Client): ControlClient | undefined {
    return [...this.#all].find((control) => control.client === client);
  }

  named(name: string): ControlClient | undefined {
    return [...this.#all].find((control) => control.name === name);
  }

  add(control: ControlClient): void {
    this.#all.add(control);
    if (this.#all.size === 1) for (const pane of this.#door.server.panes.values()) this.#tap(pane);
  }

  remove(control: ControlClient): void {
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
      for (const _ of this.#door.server.sessions) control.output.tell("%sessions-changed");
      control.leave({ status: 0 });
    }
  }

  /** Taps a pane's output again, because its process has a new holder. */
  #tap(pane: Pane): void {
    this.#taps.get(pane)?.();
    const untap = this.#door.hosted.tap(pane, (bytes) => {
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
