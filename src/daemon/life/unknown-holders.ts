import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type HolderState, probeHolder } from "../../cli/holder-probe.ts";
import { socketDirectory } from "../../cli/own-server.ts";
import { attempt } from "../../core/attempt.ts";
import { idNumber, type PaneId } from "../../core/ids.ts";
import type { TmuxDoor } from "../../doors/tmux/tmux-door.ts";
import { closeHolder, releaseJob } from "../../holders/close-holder.ts";
import { JOB_PREFIX } from "../../holders/held-job.ts";
import { type HolderProcess, holderProcesses } from "../../processes/holder-processes.ts";
import { signal } from "../../processes/process-mark.ts";
import type { House } from "../house.ts";
import { journalName } from "../panes/retired-panes.ts";
import { parseDescription } from "../records/pane-description.ts";
import type { Servers } from "../servers/servers.ts";
import type { FoundHolder, TmuxServer } from "../servers/tmux-server.ts";
import { daemonEnvironment } from "../system/daemon-environment.ts";
import { processEnvironment } from "./adopted-pane.ts";

/** Session for programs whose holders have no description. */
const RECOVERED = "recovered";
const DEFAULT_SERVER = "default";
/** Number of holders probed at a time. */
const ASKED_AT_ONCE = 64;
/** First pause before a silent holder is probed again; each pause is twice as long as the previous one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

interface UnknownHoldersOptions {
  readonly house: House;
  readonly servers: Servers;
  readonly door: TmuxDoor;
}

/** A holder that is running but does not answer. */
export interface SilentHolder {
  readonly socketPath: string;
  readonly reason: string;
}

type Answered = { readonly name: string; readonly state: HolderState };

/**
 * Holders that are on no record: records were lost or could not be written, or a daemon died between two steps. A
 * running program is adopted, with the help of its holder's description. Only two kinds are ended: programs that were
 * already being ended when the daemon died (a note says so), and programs that a vanished terminal showed temporarily
 * (display-popup). A program whose call was never answered is adopted as well: if its caller repeats the call, the
 * first attempt is undone, as for one on record. Jobs beside the panes keep running, and their output is discarded.
 */
export class UnknownHolders {
  readonly #options: UnknownHoldersOptions;
  readonly #silent = new Map<string, string>();
  #pauseMs = FIRST_PAUSE_MS;

  constructor(options: UnknownHoldersOptions) {
    this.#options = options;
  }

  get silent(): readonly SilentHolder[] {
    const { holders } = this.#options.house.paths;
    return [...this.#silent].map(([name, reason]) => ({ socketPath: join(holders, name), reason }));
  }

  /** Resolves when every holder was asked once; silent ones are asked again later. */
  async adopt(): Promise<void> {
    const { house, servers } = this.#options;
    const names = readdirSync(house.paths.holders);
    house.closing.keepOnly(new Set(names));
    const owned = new Set(servers.all().flatMap((server) => server.holderNames()));
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
    const isStale = answered.some(({ state }) => state.kind === "stale");
    const living = isStale ? await holderProcesses(holders) : [];
    const found = answered.flatMap((answer) => this.#sort(answer, living) ?? []);
    for (const each of found.sort(byPlace)) await this.#takeIn(each);
  }

  /** Returns a holder to adopt; closes, releases or remembers all others. */
  #sort({ name, state }: Answered, living: readonly HolderProcess[]): FoundHolder | undefined {
    const { house } = this.#options;
    const path = join(house.paths.holders, name);
    this.#silent.delete(name);
    if (state.kind === "stale") this.#removeSocket(name, living);
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

  /**
   * A holder that runs may not listen on its socket: it has made the file and does not listen yet, or the file is not its
   * own. It makes another one, and is asked again.
   */
  #removeSocket(name: string, living: readonly HolderProcess[]): void {
    const path = join(this.#options.house.paths.holders, name);
    rmSync(path, { force: true });
    // A title may be truncated.
    const holder = living.find(({ socketPath }) => path.startsWith(socketPath));
    if (holder && signal(holder.pid, "SIGUSR1")) this.#silent.set(name, "it does not listen on its socket");
  }

  async #takeIn(found: FoundHolder): Promise<void> {
    const { house, servers } = this.#options;
    const { description, welcome } = found;
    const server = this.#serverOf(found);
    this.#moveJournal(found, server);
    const pane = server.takeIn(found, RECOVERED);
    const [link] = pane.window.links;
    const place = `${server.mux.server.socketPath} ${link?.session.name}:${link?.index}, ${pane.id}`;
    const known = description ? "" : ", and its holder did not say where it was";
    house.log.write(`process ${welcome.childPid}, which no record knows, is adopted: ${place}${known}`);
    if (description?.request !== undefined) this.#noteRequest(description.request, server, pane.id);
    await servers.listen(server);
  }

  #serverOf({ description, welcome }: FoundHolder): TmuxServer {
    const { servers, door } = this.#options;
    const environment = new Map([...daemonEnvironment(), ...usersEnvironment(welcome.childPid)]);
    const place = description
      ? { key: description.server, socketPath: description.socketPath }
      : { key: "", socketPath: join(socketDirectory(process.env), DEFAULT_SERVER) };
    const server = servers.recover(place, environment);
    door.adopt(server);
    return server;
  }

  /** Moves the journal with the program's earlier output, if there is one, to the name of the adopted pane. */
  #moveJournal({ description }: FoundHolder, server: TmuxServer): void {
    if (!description || server.key === description.server) return;
    const { journals } = this.#options.house.paths;
    const { pane } = description;
    const owner = this.#options.servers.withKey(description.server);
    if (owner?.mux.server.panes.has(pane) || server.mux.server.panes.has(pane)) return;
    const former = join(journals, journalName({ server: description.server, pane }));
    // There may be no journal, or it cannot be moved.
    attempt(() => renameSync(former, join(journals, server.journalName(pane))));
  }

  /** Records the request as it was before the previous daemon died: started, and unanswered as far as is known. */
  #noteRequest(request: string, { key }: TmuxServer, pane: PaneId): void {
    const { exactlyOnce, ledger } = this.#options.house;
    ledger.note(...exactlyOnce.found(BigInt(`0x${request}`), [key, pane]));
  }

  /** Closes panes that run nothing, once no silent holder is left that may belong to them. */
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

/** Sorts the panes of a window by their place. */
function byPlace(a: FoundHolder, b: FoundHolder): number {
  const number = ({ description }: FoundHolder) =>
    description ? idNumber(description.pane) : Number.MAX_SAFE_INTEGER;
  return number(a) - number(b) || a.welcome.startTimeMs - b.welcome.startTimeMs;
}

/** The environment a program was started with, without the variables that its pane added. */
function usersEnvironment(pid: number): Map<string, string> {
  const environment = processEnvironment(pid);
  for (const name of [...environment.keys()])
    if (/^(TMUX|MULLION_|CLAUDE_PANE_BACKEND_|TERM)/.test(name)) environment.delete(name);
  return environment;
}
