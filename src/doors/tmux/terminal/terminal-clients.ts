import type { Face, Faces } from "../../../core/face/face.ts";
import type { Client } from "../../../core/tree/tree.ts";
import type { DoorServer } from "../server/door-server.ts";
import { alertTerminals } from "./alert-terminals.ts";
import { callForAttention } from "./call-for-attention.ts";
import type { TerminalClient } from "./terminal-client.ts";

/** The terminals attached to a server's sessions. */
export class TerminalClients implements Faces {
  readonly #all = new Set<TerminalClient>();

  constructor(door: DoorServer) {
    const { events, panes } = door.server;
    events.on("client-detached", ({ client }) => this.#named(client)?.dropped());
    events.on("pane-clipboard-set", ({ pane, selection, data }) => {
      const window = panes.get(pane)?.window;
      for (const { client, face } of this.#all)
        if (window && client?.session?.current.window === window) face?.setClipboard(selection, data);
    });
    events.on("pane-passed-through", ({ pane: id, bytes }) => {
      const pane = panes.get(id);
      if (!pane || (pane.window.zoomed && pane.window.active !== pane)) return;
      for (const { client, face } of this.#all)
        if (client?.session?.current.window === pane.window) face?.passThrough(bytes);
    });
    alertTerminals(door);
    callForAttention(door);
  }

  of(client: Client): Face | undefined {
    return this.terminalOf(client)?.face;
  }

  terminalOf(client: Client): TerminalClient | undefined {
    return [...this.#all].find((terminal) => terminal.client === client);
  }

  [Symbol.iterator](): Iterator<TerminalClient> {
    return this.#all.values();
  }

  add(terminal: TerminalClient): void {
    this.#all.add(terminal);
  }

  remove(terminal: TerminalClient): void {
    this.#all.delete(terminal);
  }

  leaveIfDue(): void {
    for (const terminal of [...this.#all]) terminal.leaveIfDue();
  }

  /** Ends all clients, because the server ends. */
  leaveAll(): void {
    for (const terminal of [...this.#all]) terminal.leave({ status: 1, sentence: "[server exited]" });
  }

  #named(name: string): TerminalClient | undefined {
    return [...this.#all].find((terminal) => terminal.name === name);
  }
}
