import { rmSync } from "node:fs";
import type { AnnouncedEnd } from "../../cli/context.ts";
import { momentText } from "../../core/text/moment.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import type { House } from "../house.ts";
import type { Servers } from "../servers/servers.ts";
import { settledOrLate, systemClock } from "../system/clock.ts";
import { type Ending, leave } from "./shutdown.ts";

/** Panes are ended this long before the place is, so that they can save their work and print about it. */
const BEFORE_MS = 15_000;
/** Between SIGHUP and SIGKILL. */
const GRACE_MS = 5_000;
const MESSAGE_MS = 60_000;
/** A place that an engine gives is returned when it has had no session for this long. */
const UNUSED_MS = 60_000;
const LOOKS = 20;

interface PlaceEndOptions {
  readonly house: House;
  readonly servers: Servers;
  readonly tmux: TmuxDoor;
  /** Asked for when the end comes. */
  ending(): Ending;
}

/**
 * The end of a place that ends with its panes: a container, a pod, a job of an engine. The panes are ended as by a stop of
 * the machine: their last output is in the journals, and the next daemon with the same state keeps them, for `restore`.
 */
export class PlaceEnd {
  readonly #options: PlaceEndOptions;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(options: PlaceEndOptions) {
    this.#options = options;
  }

  announce({ at, reason }: AnnouncedEnd): void {
    clearTimeout(this.#timer);
    const now = systemClock.now();
    this.#warn(`this pane ends before ${momentText(at, now)}: ${reason}`);
    const waitMs = Math.max(0, at - BEFORE_MS - now);
    this.#timer = setTimeout(() => void this.endNow(reason), waitMs);
  }

  /** Ends all panes, then the daemon. */
  async endNow(reason: string): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const { house, servers, ending } = this.#options;
    const { holding, log, paths } = house;
    log.write(`the place ends (${reason})`);
    // No pane closes by what follows; the journals get everything that is printed meanwhile.
    holding.leaving = true;
    const processes = servers.all().flatMap((server) => server.processes());
    await settledOrLate(Promise.all(processes.map((process) => process.stop(GRACE_MS))), GRACE_MS + 1_000);
    // The next daemon takes it for a stop of the machine.
    rmSync(paths.boots[1], { force: true });
    await leave(ending());
  }

  /**
   * Ends the job of an engine when it has had no session for a while, because no other person can use the allocation
   * meanwhile, and when the job's script is gone, because a node that fails may leave the rest.
   */
  endWithJob(): void {
    const script = process.ppid;
    let unusedSince = systemClock.now();
    const look = () => {
      const now = systemClock.now();
      if (process.ppid !== script) void this.endNow("its job is gone");
      if (this.#options.servers.all().some(({ mux }) => mux.server.sessions.size > 0)) unusedSince = now;
      else if (now - unusedSince >= UNUSED_MS) void this.endNow("nothing runs in it");
    };
    setInterval(look, UNUSED_MS / LOOKS).unref();
  }

  #warn(text: string): void {
    const { house, servers, tmux } = this.#options;
    house.notices.add(text);
    house.log.write(text);
    for (const hosted of servers.all()) {
      const { mux } = hosted;
      for (const pane of mux.server.panes.values()) if (pane.process) mux.paneNotified(pane, text);
      for (const { name } of mux.server.clients)
        tmux.command(hosted, ["display-message", "-l", "-d", String(MESSAGE_MS), "-c", name, text]);
    }
  }
}
