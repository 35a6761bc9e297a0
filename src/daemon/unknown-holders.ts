import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type HolderState, probeHolder } from "../cli/holder-probe.ts";
import { socketDirectory } from "../cli/own-server.ts";
import type { PaneId } from "../core/ids.ts";
import { idNumber } from "../core/ids.ts";
import type { TmuxDoor } from "../doors/tmux/tmux-door.ts";
import { closeHolder, releaseJob } from "../holders/close-holder.ts";
import { JOB_PREFIX } from "../holders/held-job.ts";
import { environmentOf } from "./adopted-pane.ts";
import { daemonEnvironment } from "./daemon-environment.ts";
import type { House } from "./house.ts";
import { parseDescription } from "./pane-description.ts";
import { journalName } from "./retired-panes.ts";
import type { Servers } from "./servers.ts";
import type { FoundHolder, TmuxServer } from "./tmux-server.ts";

/** Of programs that do not say where they were. */
const RECOVERED = "recovered";
const DEFAULT_SERVER = "default";
/** Connections at a time. */
const ASKED_AT_ONCE = 64;
/** Pauses between questions to one that does not answer, each twice as long as the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

interface UnknownHoldersOptions {
  readonly house: House;
  readonly servers: Servers;
  readonly door: TmuxDoor;
}

/** A holder that lives and does not answer. */
export interface SilentHolder {
  readonly socketPath: string;
  readonly reason: string;
}

type Answered = { readonly name: string; readonly state: HolderState };

/**
 * Holders that no record knows: records were lost or could not be written, or a daemon died between two steps. A program
 * that runs is adopted, by what its holder says of it. Ended are only those that were ended already when the daemon died
 * (a note says so), and what shows for a moment on a terminal that is gone (display-popup). A program whose call was
 * never answered is adopted as well: if its caller repeats the call, that undoes the first attempt, as it does for one on
 * record. What runs beside the panes goes on unheard.
 */
export class UnknownHolders {
  readonly #options: UnknownHoldersOptions;
  readonly #silent = new Map<string, string>();
  #adopted = 0;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(options: UnknownHoldersOptions) {
    this.#options = options;
  }

  /** Since the daemon started. */
  get adopted(): number {
    return this.#adopted;
  }

  get silent(): readonly SilentHolder[] {
    const { holders } = this.#options.house.paths;
    return [...this.#silent].map(([name, reason]) => ({ socketPath: join(holders, name), reason }));
  }

  /** Resolves when every holder was asked; those that do not answer are asked again later. */
  async adopt(): Promise<void> {
    const { house, servers } = this.#options;
    const names = readdirSync(house.paths.holders);
    house.closing.keepOnly(new Set(names));
    const pipes = [...house.store.under("pipe/")].map(([, record]) => (record as { key: string }).key);
    const owned = new Set([...servers.all().flatMap((server) => server.holderNames()), ...pipes]);
    await this.#ask(names.filter((name) => !owned.has(name)));
    this.#settle();
  }

  async #ask(names: readonly string[]): Promise<void> {
    const { holders } = this.#options.house.paths;
    const answered: Answered[] = [];
    for (let at = 0; at < names.length; at += ASKED_AT_ONCE) {
      const asked = names.slice(at, at + ASKED_AT_ONCE).map(async (name) => ({
        name,
        state: await probeHolder(join(holders, name)),
      }));
      answered.push(...(await Promise.all(asked)));
    }
    const found = answered.flatMap((answer) => this.#sort(answer) ?? []);
    for (const each of found.sort(byPlace)) await this.#takeIn(each);
  }

  /** Deals with what is not to be adopted. */
  #sort({ name, state }: Answered): FoundHolder | undefined {
    const { house } = this.#options;
    const path = join(house.paths.holders, name);
    this.#silent.delete(name);
    if (state.kind === "stale") rmSync(path, { force: true });
    else if (state.kind === "refused") this.#silent.set(name, state.sentence);
    else if (name.startsWith(JOB_PREFIX) || state.welcome.tty === "") releaseJob(path);
    else {
      const description = parseDescription(state.welcome.description);
      const isOver = state.welcome.exited || house.closing.has(name) || description === "popup";
      if (!isOver) return { key: BigInt(`0x${name}`), welcome: state.welcome, description };
      closeHolder(path);
    }
    return undefined;
  }

  async #takeIn(found: FoundHolder): Promise<void> {
    const { house } = this.#options;
    const { description, welcome } = found;
    const server = await this.#serverOf(found);
    this.#moveJournal(found, server);
    const pane = server.takeIn(found, RECOVERED);
    this.#adopted += 1;
    const [link] = pane.window.links;
    const place = `${server.mux.server.socketPath} ${link?.session.name}:${link?.index}, ${pane.id}`;
    const known = description ? "" : ", and its holder did not say where it was";
    house.log.write(`process ${welcome.childPid}, which no record knows, is adopted: ${place}${known}`);
    if (description?.request !== undefined) this.#noteRequest(description.request, server, pane.id);
  }

  async #serverOf({ description, welcome }: FoundHolder): Promise<TmuxServer> {
    const { servers, door } = this.#options;
    const environment = new Map([...daemonEnvironment(), ...usersEnvironment(welcome.childPid)]);
    const place = description
      ? { key: description.server, socketPath: description.socketPath }
      : { key: "", socketPath: join(socketDirectory(process.env), DEFAULT_SERVER) };
    const server = await servers.recover(place, environment);
    door.adopt(server);
    return server;
  }

  /** What it printed before is in its journal, if that is there, under the name of the pane that it was. */
  #moveJournal({ description }: FoundHolder, server: TmuxServer): void {
    if (!description || server.key === description.server) return;
    const { journals } = this.#options.house.paths;
    const { pane } = description;
    const owner = this.#options.servers.withKey(description.server);
    if (owner?.mux.server.panes.has(pane) || server.mux.server.panes.has(pane)) return;
    const former = join(journals, journalName({ server: description.server, pane }));
    try {
      renameSync(former, join(journals, server.journalName(pane)));
    } catch {
      // There is none, or none can be moved.
    }
  }

  /** As it was before its daemon died: begun, and for all that is known never answered. */
  #noteRequest(request: string, { key }: TmuxServer, pane: PaneId): void {
    const { exactlyOnce, ledger } = this.#options.house;
    ledger.note(...exactlyOnce.found(BigInt(`0x${request}`), [key, pane]));
  }

  /** Panes that run nothing end, once it is sure that nothing is left which may be theirs. */
  #settle(): void {
    const { servers } = this.#options;
    if (this.#silent.size > 0) {
      setTimeout(() => void this.#askAgain(), this.#pauseMs).unref();
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    } else for (const server of servers.all()) server.closeLost();
  }

  async #askAgain(): Promise<void> {
    await this.#ask([...this.#silent.keys()]);
    this.#options.house.ledger.commit();
    this.#settle();
  }
}

/** Panes of a window in their order. */
function byPlace(a: FoundHolder, b: FoundHolder): number {
  const number = ({ description }: FoundHolder) =>
    description ? idNumber(description.pane) : Number.MAX_SAFE_INTEGER;
  return number(a) - number(b) || a.welcome.startTimeMs - b.welcome.startTimeMs;
}

/** What a program was started with, without what its pane added. */
function usersEnvironment(pid: number): Map<string, string> {
  const environment = environmentOf(pid);
  for (const name of [...environment.keys()])
    if (/^(TMUX|MULLION_|CLAUDE_PANE_BACKEND_|TERM)/.test(name)) environment.delete(name);
  return environment;
}
