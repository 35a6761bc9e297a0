import { beforeEach } from "vitest";
import { createServer } from "../../src/core/mux/create-server.ts";
import type { Mux } from "../../src/core/mux.ts";
import type { TerminalUse, WokenBy } from "../../src/core/ports.ts";
import type { Pane } from "../../src/core/tree/tree.ts";
import { type IdleProcess, IdleWorld } from "./tree-ports.ts";

/** The time until a printing pane is looked at. */
export const LOOK_MS = 250;

/** A pane whose agent state is judged, in a new world for each test. */
export class JudgedPane {
  world!: IdleWorld;
  mux!: Mux;
  pane!: Pane;
  process!: IdleProcess;

  constructor() {
    beforeEach(() => {
      this.world = new IdleWorld();
      this.mux = createServer({ socketPath: "/tmp/s", ports: this.world.ports });
      this.mux.server.windowOptions.set("remain-on-exit", "on");
      this.mux.createSession({ cwd: "/" });
      this.pane = [...this.mux.server.panes.values()][0]!;
      this.process = this.world.processes[0]!;
    });
  }

  get standing() {
    return this.mux.server.agents.of(this.pane);
  }

  write(text: string): void {
    this.pane.screen.write(new TextEncoder().encode(text));
    this.mux.paneOutput(this.pane);
  }

  /** Collects the changes from now on. */
  changes(): string[] {
    const seen: string[] = [];
    this.mux.server.events.on("pane-state-changed", ({ state, before }) =>
      seen.push(`${before} to ${state}`),
    );
    return seen;
  }

  /** The program in the foreground, how it waits for the terminal's input, and what it has started there. */
  runs(
    argv: readonly string[],
    waits: TerminalUse["waits"] | undefined,
    started: readonly (readonly string[])[] = [],
    wokenBy: WokenBy = "more",
  ): void {
    Object.assign(this.process, {
      foreground: () => ({ pgrp: 2, command: argv[0], argv, cwd: "/" }),
      terminalUse: () => waits && { waits, wokenBy: () => wokenBy, argv, outer: [argv, ...started] },
    });
  }
}
