import { constants, hostname } from "node:os";
import type { PaneId } from "../../core/ids.ts";
import { createServer } from "../../core/mux/create-server.ts";
import type { Change, Mux, MuxPorts } from "../../core/mux.ts";
import type { PaneProcess, SpawnRequest } from "../../core/ports.ts";
import type { ServerRecords, SoundRecords } from "../../core/records/record.ts";
import { repairRecords, repairs } from "../../core/records/repair.ts";
import type { Pane } from "../../core/tree/tree.ts";
import type { HostedServer, Job } from "../../doors/tmux/context.ts";
import type { DoorRecords } from "../../doors/tmux/server/door-records.ts";
import { HeldJob } from "../../holders/held-job.ts";
import { type HeldPane, keyName } from "../../holders/held-pane.ts";
import type { HeldProcess } from "../../holders/held-process.ts";
import type { TimedRecord } from "../../holders/journal-record.ts";
import type { InputState, PaneOutput } from "../../panes/host.ts";
import { readsTerminal } from "../../processes/reads-terminal.ts";
import { integrateShell } from "../../shell-integration/integrate-shell.ts";
import type { Welcome } from "../../wire/holder-wire.ts";
import { currentRequest } from "../calls/request-scope.ts";
import type { House } from "../house.ts";
import { adoptedPane } from "../life/adopted-pane.ts";
import { crashPoint } from "../life/crash-point.ts";
import { InputGate } from "../panes/input-gate.ts";
import { presentDirectory } from "../panes/jobs.ts";
import { paneEnvironment } from "../panes/pane-environment.ts";
import { PanePipes } from "../panes/pane-pipes.ts";
import { journalName } from "../panes/retired-panes.ts";
import { doorRecords } from "../records/door-records.ts";
import {
  type HolderRecord,
  keyOf,
  requestedRecord,
  requestOf,
  startedRecord,
} from "../records/holder-record.ts";
import { keepDescriptions } from "../records/keep-descriptions.ts";
import { change, recordKey, type StoreChange, serverKinds } from "../records/kinds.ts";
import type { HolderDescription } from "../records/pane-description.ts";
import { systemClock } from "../system/clock.ts";
import { Overdue, settledOrOverdue } from "../system/overdue.ts";
import { randomId } from "../system/random-id.ts";
import { HostedPane } from "./hosted-pane.ts";
import { optionRules } from "./option-rules.ts";

/** A holder answers in a fraction of a millisecond, and within a few on a busy machine. */
const unflushed = new Overdue<() => void>(1_000, (settle) => settle());

export interface TmuxServerOptions {
  readonly house: House;
  /** Identifies the server on disk: a later server may have the same socket path, but never the same key. */
  readonly key: string;
  readonly socketPath: string;
  readonly environment?: ReadonlyMap<string, string>;
  /** Records of a previous daemon. */
  readonly records?: ServerRecords;
  /** The machine stopped since: no process of the records runs. */
  readonly stopped?: boolean;
  /** Closes the server's socket and removes the server from the list. */
  onEnded(): void;
}

/** A holder that is on no record. */
export interface FoundHolder {
  readonly key: bigint;
  readonly welcome: Welcome;
  /** Undefined if the holder has no description. */
  readonly description: HolderDescription | undefined;
}

/** One tmux server as the daemon hosts it: the core's tree, with a holder for each pane that outlives the daemon. */
export class TmuxServer implements HostedServer {
  readonly key: string;
  readonly mux: Mux;
  readonly pipes: PanePipes;
  readonly records: DoorRecords;
  readonly #options: TmuxServerOptions;
  readonly #house: House;
  readonly #panes = new Map<PaneId, HostedPane>();
  readonly #leaveLedger: () => void;

  constructor(options: TmuxServerOptions) {
    const { house, key, socketPath, environment } = options;
    this.#options = options;
    this.#house = house;
    this.key = key;
    const records = options.records && this.#sound(options.records);
    this.mux = createServer({
      socketPath,
      ports: this.#ports(),
      ...(environment && { environment }),
      ...(records && { records }),
    });
    this.pipes = new PanePipes({
      house,
      key,
      held: (id) => this.#panes.get(id)?.held,
    });
    this.records = doorRecords(house, key);
    this.#leaveLedger = house.ledger.addSource(() =>
      this.mux.takeChanges().map((each) => this.#treeChange(each)),
    );
    const { events } = this.mux.server;
    // Registered first: other listeners may commit, and the journal's fate must be in the same commit.
    events.on("pane-exited", ({ pane, kept }) => kept || this.#onClosed(pane));
    events.on("pane-closed", ({ pane }) => this.#onClosed(pane));
    // Calls commit before they are answered; this is for changes that happen outside of calls.
    events.onAny(() => house.ledger.commitSoon());
    if (!records) house.ledger.note(change("socket", key, { socketPath }));
    house.watch.onOpened(this);
    keepDescriptions(this.mux.server, (id) => this.#panes.get(id)?.held.process?.describe());
    const adopt = options.stopped ? this.#keepStopped : this.#adopt;
    for (const pane of records ? this.mux.server.panes.values() : []) adopt.call(this, pane);
    if (records && !options.stopped) this.pipes.restore();
  }

  /** A holder that does not answer in time does not delay a caller that only reads. */
  flush(pane: Pane): Promise<void> {
    const held = this.#panes.get(pane.id)?.held;
    return held ? settledOrOverdue(held.flush(), unflushed) : Promise.resolve();
  }

  commit({ ofKey = false }: { readonly ofKey?: boolean } = {}): void {
    const scope = currentRequest();
    if (!scope || scope.answered) this.#house.ledger.commit(ofKey ? scope?.handledChanges : undefined);
    if (ofKey) crashPoint("before-taken");
  }

  tap(pane: Pane, onOutput: (bytes: Uint8Array) => void): () => void {
    return this.#panes.get(pane.id)?.held.tap(onOutput) ?? (() => {});
  }

  /** Output of the pane's current process; undefined for a closed pane. */
  outputOf(pane: PaneId): PaneOutput | undefined {
    const held = this.#panes.get(pane)?.held;
    return (
      held && {
        get end() {
          return held.outputEnd;
        },
        tap: (onOutput) => held.tap((bytes) => onOutput({ offset: held.outputEnd - bytes.length, bytes })),
        recorded: (from) => held.recorded(from),
      }
    );
  }

  /** Records of the pane's journal; undefined for a closed pane, and if journals are off. */
  async recordingOf(pane: PaneId): Promise<Iterable<TimedRecord> | undefined> {
    return this.#panes.get(pane)?.held.recording();
  }

  async inputOf(pane: PaneId): Promise<InputState | undefined> {
    const state = await this.#panes.get(pane)?.held.process?.query();
    return state && { canonical: state.canonical, unreadBytes: state.queuedInputBytes };
  }

  isAwaitingLine(pane: PaneId): boolean | undefined {
    const process = this.#panes.get(pane)?.held.process;
    return process && readsTerminal(process.pid, process.tty);
  }

  async end(): Promise<void> {
    this.#house.watch.onEnded(this);
    this.pipes.stopAll();
    const hosted = [...this.#panes];
    this.#panes.clear();
    this.#leaveLedger();
    const { ledger, store } = this.#house;
    ledger.note(
      change("socket", this.key, undefined),
      ...serverKinds.flatMap((kind) =>
        [...store.under(kind, this.key)].map(([name]) => change(kind, name, undefined, this.key)),
      ),
      ...hosted.map(([id]) => this.#holderChange(id, undefined)),
    );
    this.commit();
    this.#options.onEnded();
    for (const [, { held }] of hosted) held.process?.close();
    await Promise.all(hosted.map(([id, { held }]) => this.#part(id, held)));
  }

  /** Ends the server's part of this daemon and keeps the panes running. */
  async leave(): Promise<void> {
    await Promise.all([...this.#panes.values()].map(({ held }) => held.leave()));
  }

  /** Closes a pane that a request created without ever answering. */
  undo(pane: PaneId): void {
    const found = this.mux.server.panes.get(pane);
    if (found) this.mux.killPane(found);
  }

  heldPanes(): readonly { readonly pane: Pane; readonly held: HeldPane }[] {
    return [...this.#panes].flatMap(([id, { held }]) => {
      const pane = this.mux.server.panes.get(id);
      return pane ? [{ pane, held }] : [];
    });
  }

  /** The processes of all panes. */
  processes(): HeldProcess[] {
    return [...this.#panes.values()].flatMap(({ held }) => held.process ?? []);
  }

  /** Names of the journal directories of all panes. */
  journalNames(): string[] {
    return [...this.mux.server.panes.keys()].map((id) => this.journalName(id));
  }

  journalName(id: PaneId): string {
    return journalName({ server: this.key, pane: id });
  }

  #ports(): MuxPorts {
    const { house } = this.#options;
    return {
      spawner: { spawn: (request) => this.#spawn(request) },
      clock: systemClock,
      createScreen: (_, pane) => this.#host(pane, false).held.screen,
      serverPid: process.pid,
      paneEnvironment: ({ id }, inherited) =>
        paneEnvironment(house.paths, { server: this.key, pane: id }, inherited),
      optionRules,
      deathMessage: (pane) => house.deathMessage(pane),
      hostname: hostname(),
    };
  }

  /** Repairs incomplete records, in memory and on disk. */
  #sound(records: ServerRecords): SoundRecords {
    const sound = repairRecords(records);
    const changes = repairs(records, sound);
    if (changes.length === 0) return sound;
    const { ledger, log } = this.#house;
    const dropped = changes.filter(({ record }) => record === undefined).length;
    log.write(
      `records of the server on ${this.#options.socketPath} were incomplete: ${changes.length - dropped} mended, ${dropped} dropped`,
    );
    ledger.note(...changes.map((each) => this.#treeChange(each)));
    return sound;
  }

  #treeChange({ kind, name, record }: Change): StoreChange {
    return { kind, key: recordKey(kind, name, this.key), value: record };
  }

  #holderChange(pane: PaneId, record: HolderRecord | undefined): StoreChange {
    return change("holder", pane, record, this.key);
  }

  #spawn(request: SpawnRequest): PaneProcess {
    const { ledger, exactlyOnce, paths } = this.#house;
    const file = request.file ?? request.argv[0] ?? "";
    const shell = integrateShell({
      file,
      argv: request.argv,
      environment: request.environment,
      root: paths.root,
      bin: paths.bin,
    });
    // A program that is run directly fails in a directory that no longer exists, as in tmux.
    const isDirect = this.mux.server.panes.get(request.pane)?.start.direct;
    const cwd = isDirect ? request.cwd : presentDirectory(request);
    const environment = cwd === request.cwd ? shell.environment : new Map(shell.environment).set("PWD", cwd);
    const full = { ...request, cwd, argv: shell.argv, environment };
    const key = randomId();
    const isNew = !this.#panes.has(request.pane);
    const hosted = this.#host(request.pane, false);
    const process = hosted.held.start(key, full);
    hosted.gate = shell.active ? new InputGate(process, file) : undefined;

    ledger.note(this.#holderChange(request.pane, requestedRecord(key, full)));
    const scope = currentRequest();
    hosted.request = scope?.requestId.toString(16);
    if (scope && isNew) {
      scope.spawned.push([this.key, request.pane]);
      ledger.note(...exactlyOnce.begun(scope));
    }
    this.#recordStart(request.pane, process);
    return process;
  }

  #recordStart(pane: PaneId, process: HeldProcess): void {
    const { ledger } = this.#house;
    const record = (started: { pid: number; tty: string }) => {
      if (this.#panes.get(pane)?.held.process !== process) return;
      ledger.note(this.#holderChange(pane, startedRecord(process.key, started, process.holder)));
      ledger.commitSoon();
    };
    process.started.then(record, () => {});
  }

  /** Keeps a pane whose process ended with the machine, and forgets its holder and its pipe. */
  #keepStopped(pane: Pane): void {
    const hosted = this.#host(pane.id, true);
    const { ledger, store } = this.#house;
    for (const [name, pipe] of store.under("pipe", this.key))
      if (pipe.pane === pane.id) ledger.note(change("pipe", name, undefined, this.key));
    if (!pane.exit && !pane.empty)
      hosted.onExited({ signal: constants.signals.SIGHUP, stopped: true }, undefined);
  }

  #adopt(pane: Pane): void {
    const { held } = this.#host(pane.id, true);
    const { cols, rows } = pane;
    const record = this.#house.store.get("holder", pane.id, this.key);
    if (!record) return;
    const { started, holder } = record;
    const request = requestOf(record, pane.id);
    const process = held.adopt(keyOf(record), { size: { cols, rows }, started, holder, request });
    if (!started) this.#recordStart(pane.id, process);
    this.mux.attachProcess(pane, process);
  }

  /**
   * Adopts a program that is on no record: in its own pane if that exists without a process, or else in a new one, as
   * near to its previous place as its description allows.
   */
  takeIn({ key, welcome, description }: FoundHolder, session: string): Pane {
    const { childPid, holderPid, tty, startTimeMs } = welcome;
    const own = description && this.mux.server.panes.get(description.pane);
    const waiting = own && !own.process && !own.exit && !own.empty ? own : undefined;
    const pane = waiting ?? this.mux.adoptPane(adoptedPane(description, { ...welcome, session }));
    const hosted = this.#host(pane.id, true);
    const { cols, rows } = pane;
    hosted.request = description?.request;
    const started = { pid: childPid, tty };
    const holder = { pid: holderPid, startedMs: startTimeMs };
    const process = hosted.held.adopt(key, { size: { cols, rows }, started, holder });
    this.mux.attachProcess(pane, process);
    this.#house.ledger.note(this.#holderChange(pane.id, startedRecord(key, started, holder)));
    return pane;
  }

  /** Names of the holders of all panes and of all commands of pipe-pane. */
  holderNames(): string[] {
    const pipes = [...this.#house.store.under("pipe", this.key)].map(([, { key }]) => key);
    return [...this.processes().map(({ key }) => keyName(key)), ...pipes];
  }

  /** Closes panes on record that run nothing and for which no holder was found: their processes have ended. */
  closeLost(): void {
    const lost = [...this.mux.server.panes.values()].filter(
      ({ process, exit, empty }) => !process && !exit && !empty,
    );
    for (const pane of lost)
      this.#host(pane.id, false).onExited({ signal: constants.signals.SIGHUP }, "no record names it");
  }

  takeJob(pane: Pane, job: Job): void {
    if (!(job instanceof HeldJob)) throw new Error("only a held job can become a pane");
    const { held } = this.#host(pane.id, false);
    const { cols, rows } = pane;
    const handed = job.handOver();
    const process = held.take(handed, { cols, rows });
    this.mux.attachProcess(pane, process);
    // In the same commit as the pane: the next daemon ends the program of a popup that is on no record.
    this.#house.ledger.note(this.#holderChange(pane.id, startedRecord(handed.key, handed.started)));
    this.#recordStart(pane.id, process);
  }

  #host(id: PaneId, recover: boolean): HostedPane {
    const known = this.#panes.get(id);
    if (known) return known;
    const hosted = new HostedPane({ id, house: this.#house, server: this, recover });
    this.#panes.set(id, hosted);
    return hosted;
  }

  #onClosed(id: PaneId): void {
    const hosted = this.#panes.get(id);
    if (!hosted) return;
    this.pipes.stop({ id });
    this.#panes.delete(id);
    this.#house.ledger.note(this.#holderChange(id, undefined));
    hosted.held.process?.close();
    void this.#part(id, hosted.held);
  }

  /** Discards everything of a closed pane, unless a client may still ask about it. */
  async #part(id: PaneId, held: HeldPane): Promise<void> {
    const { watch, retired } = this.#house;
    if (watch.keeps(this, id, () => held.outputEnd)) retired.keep(this.journalName(id), held);
    else await held.discard();
  }
}
