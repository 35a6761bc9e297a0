import type { Face, Faces } from "../../../core/face/face.ts";
import type { Client, Server } from "../../../core/tree/tree.ts";
import type { StayingTerminal } from "../call.ts";

/** The terminals attached to a server's sessions. */
export class TerminalClients implements Faces {
  readonly #all = new Set<StayingTerminal>();

  constructor({ events, panes }: Server) {
    events.on("client-detached", ({ client }) => this.#named(client)?.onSessionEnded());
    events.on("pane-clipboard-set", ({ pane, selection, data }) => {
      const window = panes.get(pane)?.window;
      for (const { client, face } of this.#all)
        if (window && client?.session?.current.window === window) face?.clipboard.set(selection, data);
    });
    events.on("pane-passed-through", ({ pane: id, bytes }) => {
      const pane = panes.get(id);
      if (!pane || (pane.window.zoomed && pane.window.active !== pane)) return;
      for (const { client, face } of this.#all)
        if (client?.session?.current.window === pane.window) face?.picture.passThrough(bytes);
    });
  }

  of(client: Client): Face | undefined {
    return this.terminalOf(client)?.face;
  }

  terminalOf(client: Client): StayingTerminal | undefined {
    return [...this.#all].find((terminal) => terminal.client === client);
  }

  [Symbol.iterator](): Iterator<StayingTerminal> {
    return this.#all.values();
  }

  add(terminal: StayingTerminal): void {
    this.#all.add(terminal);
  }

  remove(terminal: StayingTerminal): void {
    this.#all.delete(terminal);
  }

  leaveIfDue(): void {
    for (const terminal of [...this.#all]) terminal.leaveIfDue();
  }

  /** Ends all clients, because the server ends. */
  leaveAll(): void {
    for (const terminal of [...this.#all]) terminal.leave({ status: 1, sentence: "[server exited]" });
  }

  #named(name: string): StayingTerminal | undefined {
    return [...this.#all].find((terminal) => terminal.name === name);
  }
}
