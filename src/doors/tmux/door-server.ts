import { hostname } from "node:os";
import { processEnvironment } from "../../core/environment/process-environment.ts";
import { MuxError } from "../../core/errors.ts";
import type { CompletedWord, Completion } from "../../core/face/prompt.ts";
import type { FormatContext, FormatHost } from "../../core/format/context.ts";
import { expandFormat } from "../../core/format/expand-format.ts";
import { listVariables } from "../../core/format/list-variables.ts";
import { writtenCommands } from "../../core/keys/key-tables.ts";
import type { CopyPorts } from "../../core/modes/copy/copy-mode.ts";
import { showLines } from "../../core/modes/copy/view-mode.ts";
import type { Mux } from "../../core/mux.ts";
import type { Client } from "../../core/tree/client.ts";
import type { Pane } from "../../core/tree/pane.ts";
import type { Server } from "../../core/tree/server.ts";
import type { Session } from "../../core/tree/session.ts";
import { AccessList } from "./access/access-list.ts";
import { Call } from "./call.ts";
import { commandTable } from "./command-table.ts";
import type { HostedServer, Job, JobRequest, TmuxContext } from "./context.ts";
import type { ControlClient } from "./control/control-client.ts";
import { ControlClients } from "./control/control-clients.ts";
import { notifyControls } from "./control/notifications.ts";
import { Turn } from "./control/turn.ts";
import { FormatJobs } from "./format-jobs.ts";
import { Hooks } from "./hooks.ts";
import { Messages } from "./messages.ts";
import type { Command, CommandList } from "./parse-commands/command.ts";
import { CommandParser } from "./parse-commands/parse-commands.ts";
import type { ParseInput, ParseWorld } from "./parse-commands/parse-input.ts";
import { PromptHistory } from "./prompt-history.ts";
import { CommandQueue } from "./queue.ts";
import type { QueueState } from "./queue-state.ts";
import { RunningJobs } from "./running-jobs.ts";
import { complete } from "./terminal/completions.ts";
import type { TerminalClient } from "./terminal/terminal-client.ts";
import { TerminalClients } from "./terminal/terminal-clients.ts";
import { timeZone } from "./time-zone.ts";
import { WaitChannels } from "./wait-channels.ts";

/** What a format is expanded for, beside the server itself. */
export type FormatPlace = Omit<FormatContext, "server" | "host" | "now">;

/** How a text is read; conditions in it are decided for the place. */
export type ParseOptions = Partial<Omit<ParseInput, "world">> & {
  readonly place?: FormatPlace | undefined;
  /** Assignments in the text (`NAME=value`) change nothing: it is a reader's. */
  readonly assignsNothing?: boolean;
};

/** Further ones stand in the messages alone. */
const MOST_FAULTS = 1000;

const parser = new CommandParser(commandTable);

/** What this door keeps for a server beside its tree: channels, messages, hooks. It lives as long as the daemon. */
export class DoorServer {
  readonly context: TmuxContext;
  readonly hosted: HostedServer;
  readonly mux: Mux;
  readonly server: Server;
  readonly messages: Messages;
  readonly channels: WaitChannels;
  /** Other users who may use it. */
  readonly access: AccessList;
  readonly jobs: RunningJobs;
  readonly turn: Turn;
  readonly controls: ControlClients;
  readonly promptHistory: PromptHistory;
  readonly hooks: Hooks;
  /** The terminals of clients. */
  readonly faces: TerminalClients;
  /** Settles when the configuration has been read: the call that started the server waits for it. */
  configured: Promise<void> = Promise.resolve();
  /** Where the server was started: what runs before the end of the configuration runs there. */
  startDirectory: string | undefined;
  configFiles: readonly string[] = [];
  /** What copy mode and view mode need. */
  readonly copyPorts: CopyPorts;
  readonly #formatHost: FormatHost;
  readonly #faults: string[] = [];
  /** Calls being served. */
  #calls = 0;
  #ended = false;
  #settleEnded!: () => void;
  /** Settles when the server is gone. */
  readonly ended = new Promise<void>((resolve) => {
    this.#settleEnded = resolve;
  });

  get hasEnded(): boolean {
    return this.#ended;
  }

  constructor(context: TmuxContext, hosted: HostedServer) {
    this.context = context;
    this.hosted = hosted;
    this.mux = hosted.mux;
    this.server = hosted.mux.server;
    const now = () => context.clock.now();
    this.messages = new Messages({ now, limit: () => this.server.options.number("message-limit") });
    this.channels = new WaitChannels(hosted.records);
    this.access = new AccessList(hosted.records);
    this.jobs = new RunningJobs(context.jobs);
    const formatJobs = new FormatJobs({
      jobs: this.jobs,
      now,
      request: (command, job) => this.shellRequest(command, job.client?.session),
      changed: (client) => this.faces.of(client)?.redraw("status"),
    });
    const files = () => this.configFiles;
    this.#formatHost = {
      hostname: hostname(),
      pid: process.pid,
      uid: context.uid,
      user: context.user,
      version: context.version,
      get configFiles() {
        return files();
      },
      zone: timeZone,
      runJob: (job) => formatJobs.run(job),
      clientView: (client) => {
        const terminal = this.faces.terminalOf(client);
        if (terminal) return terminal.view;
        const control = this.controls.of(client);
        return control ? { flags: control.flagNames, keyTable: control.keyTable } : {};
      },
      paneView: (pane) => ({ piped: hosted.pipes.has(pane) }),
    };
    this.copyPorts = { clock: context.clock, expandStyle: (text) => this.expand(text) };
    this.controls = new ControlClients(this);
    this.faces = new TerminalClients(this);
    this.promptHistory = new PromptHistory(() => this.server.options.number("prompt-history-limit"));
    this.turn = new Turn(context.clock, () => {
      this.controls.leaveIfDue();
      this.faces.leaveIfDue();
    });
    notifyControls(this);
    this.hooks = new Hooks(this);
    this.server.events.on("server-emptied", () => {
      if (this.#calls === 0) void this.#endIfEmpty(0);
    });
  }

  expand(text: string, place: FormatPlace = {}): string {
    return expandFormat(text, {
      ...place,
      server: this.server,
      host: this.#formatHost,
      now: this.context.clock.now(),
    });
  }

  /** `display-message -a`. */
  allVariables(place: FormatPlace): readonly (readonly [name: string, value: string])[] {
    return listVariables({
      ...place,
      server: this.server,
      host: this.#formatHost,
      now: this.context.clock.now(),
    });
  }

  /** Commands from text that stands in an option or an argument: all of them are one group. */
  parseText(text: string, { place, assignsNothing = false, ...rest }: ParseOptions = {}): CommandList {
    const world = this.#world(place);
    return parser.fromText(text, {
      world: assignsNothing ? { ...world, assign: () => {} } : world,
      file: undefined,
      line: 1,
      oneGroup: true,
      ...rest,
    });
  }

  /** The commands of a key, as key tables keep them. */
  parseBinding(command: string): CommandList {
    return this.parseText(writtenCommands(command), { oneGroup: false });
  }

  parseWords(words: readonly (string | CommandList)[]): CommandList {
    return parser.fromWords(words, { world: this.#world(), file: undefined, line: 0 });
  }

  #world(place: FormatPlace = {}): ParseWorld {
    const { environment, options } = this.server;
    return {
      expand: (format) => this.expand(format, { ...place, noJobs: true }),
      variable: (name) => environment.get(name)?.value,
      assign: (name, value, { hidden }) => {
        environment.set(name, value, { hidden });
      },
      home: (user) => (user === "" && environment.get("HOME")?.value) || this.context.home(user),
      alias: (name) => aliasFor(name, options.list("command-alias")),
    };
  }

  /** Commands that nobody waits for: hooks of events, `run-shell -b`. */
  runInBackground(lists: readonly CommandList[], state: QueueState): void {
    const call = this.ownCall();
    const queue = new CommandQueue(this, call);
    for (const list of lists) queue.append(list, state);
    void queue
      .drain()
      .then(() => this.hosted.commit())
      .catch((error: unknown) => this.context.reportBug(error, "background commands"));
  }

  /** A call by the server itself: what it prints is not seen, what fails stands in the messages. */
  ownCall(): Call {
    const nowhere = { stdout: () => {}, stderr: () => {} };
    const cwd = this.startDirectory ?? this.context.home("") ?? "/";
    return new Call({ caller: {}, utf8: true, name: "", cwd, output: nowhere });
  }

  /** What went wrong with nobody to be told: it stands in the messages, and in the next session that is made. */
  addFault(text: string): void {
    this.messages.add(text);
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(text);
  }

  get configuring(): boolean {
    return this.startDirectory !== undefined;
  }

  /** The server reads its configuration meanwhile, and stays until that has ended. */
  configure(directory: string, read: () => Promise<void>): void {
    this.startDirectory = directory;
    this.configured = this.during(async () => {
      try {
        await read();
      } catch (error) {
        this.context.reportBug(error, "the configuration");
      }
      this.startDirectory = undefined;
      const [first] = this.server.sessionsByName();
      if (first) this.showFaults(first.current.window.active);
      if (!this.#ended) await this.hosted.commit();
    });
  }

  /** What was wrong in the configuration is shown at its end. */
  showFaults(pane: Pane): void {
    if (this.configuring) return;
    const lines = this.#faults.splice(0);
    if (lines.length > 0) showLines(this.mux, pane, { lines, ports: this.copyPorts });
  }

  /** An error is told to the caller; one of the server's own is kept with its place, as for a configuration file. */
  report(call: Call, sentence: string, { file, line }: Pick<Command, "file" | "line">): void {
    if (call.invocation) this.messages.add(`${call.name} message: ${sentence}`);
    else this.addFault(file === undefined ? sentence : `${file}:${line}: ${sentence}`);
    call.error(sentence);
  }

  /** How a shell command runs beside the panes: with the environment that a new process of the session would get. */
  shellRequest(
    command: string,
    session: Session | undefined,
    cwd = this.startDirectory ?? session?.cwd,
  ): JobRequest {
    const environment = processEnvironment(this.server.environment, session?.environment);
    const { options, socketPath } = this.server;
    // The configuration may ask what terminal the server was started on, as in `if '[ "$TERM" = linux ]'`.
    if (!this.configuring) {
      environment.set("TERM", options.get("default-terminal") ?? "");
      environment.set("TERM_PROGRAM", "tmux");
      environment.set("TERM_PROGRAM_VERSION", this.context.version);
    }
    environment.set("TMUX", `${socketPath},${process.pid},${session ? session.id.slice(1) : -1}`);
    return {
      file: "/bin/sh",
      argv: ["sh", "-c", command],
      cwd: cwd ?? this.context.home("") ?? "/",
      environment,
    };
  }

  /** A caller's name; empty where nobody told it. */
  userOf(uid: number): string {
    if (uid === this.context.uid) return this.context.user;
    return uid === 0 ? "root" : (this.access.get(uid)?.name ?? "");
  }

  /** What a client is to this door: a control client, or a terminal. */
  stayerOf(client: Client): ControlClient | TerminalClient | undefined {
    return this.controls.of(client) ?? this.faces.terminalOf(client);
  }

  /** The shell that a client becomes, or runs a command with. */
  shell(session?: Session): string {
    return (session?.options ?? this.server.sessionOptions).get("default-shell") || "/bin/sh";
  }

  /** Words of a client's prompt. */
  complete(client: Client, word: CompletedWord): Completion {
    return complete({ server: this.server, client, commands: commandTable }, word);
  }

  startJob(request: JobRequest, onOutput: (bytes: Uint8Array) => void): Job {
    return this.jobs.start(request, onOutput);
  }

  /** A call is being served: the server stays while it is, even when nothing is left in it. */
  async during(serve: () => Promise<void>): Promise<void> {
    this.#calls++;
    try {
      await serve();
    } finally {
      this.#calls--;
      void this.#endIfEmpty(0).catch((error: unknown) => this.context.reportBug(error, "ending a server"));
    }
  }

  /** Before a call is answered: what it changed is written down, and a server it left empty is gone. */
  async settle(): Promise<void> {
    this.#destroyUnattached();
    await this.#endIfEmpty(1);
    if (!this.#ended) await this.hosted.commit();
  }

  /** As `end`, and nobody looks at it any more either. */
  async endAll(): Promise<void> {
    const staying = [...this.faces].map((terminal) => terminal.staying);
    await this.end();
    await Promise.all(staying);
  }

  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.channels.releaseAll();
    this.jobs.endAll();
    this.controls.leaveAll();
    this.faces.leaveAll();
    await this.hosted.end();
    this.#settleEnded();
  }

  /** A session that nobody looks at may have been told to go when that is so. */
  #destroyUnattached(): void {
    for (const session of [...this.server.sessions.values()])
      if (session.attached === 0 && session.options.flag("destroy-unattached")) this.mux.killSession(session);
  }

  /** exit-empty and exit-unattached. Those who wait for a channel are let go, and the last of them ends the server. */
  async #endIfEmpty(ownCalls: number): Promise<void> {
    const { options, sessions, clients } = this.server;
    const wanted = sessions.size === 0 || (options.flag("exit-unattached") && clients.length === 0);
    if (this.#ended || !wanted || !options.flag("exit-empty")) return;
    this.channels.releaseAll();
    if (this.#calls <= ownCalls) await this.end();
  }

  /** As an option's rule: the text that a hook keeps for commands. */
  canonicalCommands(text: string): string {
    try {
      return this.parseText(text).print();
    } catch (error) {
      throw new MuxError("bad-value", (error as Error).message);
    }
  }
}

function aliasFor(name: string, aliases: readonly (readonly [number, string])[]): string | undefined {
  const found = aliases.find(([, text]) => text.startsWith(`${name}=`));
  return found?.[1].slice(name.length + 1);
}
