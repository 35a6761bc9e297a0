import { hostname } from "node:os";
import { processEnvironment } from "../../../core/environment/process-environment.ts";
import { MuxError } from "../../../core/errors.ts";
import type { FormatContext, FormatHost, FormatPlace } from "../../../core/format/context.ts";
import { expandFormat, listVariables } from "../../../core/format/expand-format.ts";
import { writtenCommands } from "../../../core/keys/key-tables.ts";
import type { CopyPorts } from "../../../core/modes/copy/copy-mode.ts";
import { showLines } from "../../../core/modes/copy/view-mode.ts";
import type { Mux } from "../../../core/mux.ts";
import { currentClient } from "../../../core/target/resolve-client.ts";
import type { Client, Pane, Server, Session } from "../../../core/tree/tree.ts";
import { AccessList } from "../access/access-list.ts";
import { Call, type StayingClient } from "../call.ts";
import { commandTable } from "../command-table.ts";
import type { HostedServer, JobRequest, TmuxContext } from "../context.ts";
import { ControlClients } from "../control/control-clients.ts";
import { notifyControls } from "../control/notifications.ts";
import { Turn } from "../control/turn.ts";
import type { Door, ParseOptions } from "../door.ts";
import { timeZone } from "../formats/time-zone.ts";
import { CallDelays } from "../jobs/call-delays.ts";
import { DelayedJobs } from "../jobs/delayed-jobs.ts";
import { FormatJobs } from "../jobs/format-jobs.ts";
import { RunningJobs } from "../jobs/running-jobs.ts";
import type { ArgumentValue, Command, CommandList } from "../parse-commands/command.ts";
import { CommandParser } from "../parse-commands/parse-commands.ts";
import type { ParseWorld } from "../parse-commands/parse-input.ts";
import { PromptHistory } from "../prompts/prompt-history.ts";
import { Hooks } from "../queue/hooks.ts";
import { CommandQueue } from "../queue/queue.ts";
import { newState, type QueueState } from "../queue/queue-state.ts";
import { alertTerminals } from "../terminal/alert-terminals.ts";
import { callForAttention } from "../terminal/call-for-attention.ts";
import { TerminalClients } from "../terminal/terminal-clients.ts";
import { Messages } from "./messages.ts";
import { ServerEnd } from "./server-end.ts";
import { WaitChannels } from "./wait-channels.ts";

/** Further faults go to the messages only. */
const MOST_FAULTS = 1000;

const parser = new CommandParser(commandTable);

/** The door's state for a server beside its tree: channels, messages, hooks. It lives as long as the daemon. */
export class DoorServer implements Door {
  readonly context: TmuxContext;
  readonly hosted: HostedServer;
  readonly mux: Mux;
  readonly server: Server;
  readonly commands = commandTable;
  readonly messages: Messages;
  readonly channels: WaitChannels;
  readonly callDelays: CallDelays;
  readonly delayedJobs: DelayedJobs;
  /** Other users who may use the server. */
  readonly access: AccessList;
  readonly jobs: RunningJobs;
  readonly turn: Turn;
  readonly controls: ControlClients;
  readonly promptHistory: PromptHistory;
  readonly hooks: Hooks;
  /** The terminals of clients. */
  readonly faces: TerminalClients;
  /** Resolves when the configuration has been read: the call that started the server waits for it. */
  configured: Promise<void> = Promise.resolve();
  /** Directory in which the server was started; commands run there until the configuration has been read. */
  startDirectory: string | undefined;
  configFiles: readonly string[] = [];
  readonly ending = new ServerEnd();
  /** Ports of copy mode and view mode. */
  readonly copyPorts: CopyPorts;
  readonly #formatHost: FormatHost;
  readonly #faults: string[] = [];
  /** Number of running calls. */
  #calls = 0;
  #ended = false;

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
    this.callDelays = new CallDelays(hosted.records, context.clock);
    this.delayedJobs = new DelayedJobs({
      records: hosted.records,
      clock: context.clock,
      hasEnded: () => this.#ended,
      commit: () => hosted.commit(),
    });
    this.access = new AccessList(hosted.records);
    this.jobs = new RunningJobs(context.jobs);
    const formatJobs = new FormatJobs({
      jobs: this.jobs,
      now,
      request: (command, job) => this.shellRequest(command, job.client?.session),
      onChanged: (client) => this.faces.of(client)?.picture.redraw("status"),
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
    this.controls = new ControlClients(hosted);
    this.faces = new TerminalClients(this.server);
    alertTerminals(this);
    callForAttention(this);
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
    return expandFormat(text, this.#formatContext(place));
  }

  /** `display-message -a`. */
  allVariables(place: FormatPlace): readonly (readonly [name: string, value: string])[] {
    return listVariables(this.#formatContext(place));
  }

  #formatContext(place: FormatPlace): FormatContext {
    return { ...place, server: this.server, host: this.#formatHost, now: this.context.clock.now() };
  }

  /** Parses commands from an option or an argument: all of them are one group. */
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

  /** Parses the commands of a key as key tables store them. */
  parseBinding(command: string): CommandList {
    return this.parseText(writtenCommands(command), { oneGroup: false });
  }

  parseWords(words: readonly ArgumentValue[]): CommandList {
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

  /** Runs commands with -b: as the client, after its own commands, or for the server itself without one. */
  runLater(list: CommandList, client: Client | undefined): void {
    const stayer = client && this.stayerOf(client);
    if (stayer) stayer.runCommands(list, newState());
    else this.runInBackground([list], newState());
  }

  /** Runs commands that no caller waits for, such as those of hooks of events. */
  runInBackground(lists: readonly CommandList[], state: QueueState): void {
    const call = this.ownCall();
    const queue = new CommandQueue(this, call);
    for (const list of lists) queue.append(list, state);
    void queue
      .drain()
      .then(() => this.hosted.commit())
      .catch((error: unknown) => this.context.reportBug(error, "background commands"));
  }

  /**
   * A call by the server itself. Unless a client is attached (`answeringCall`), its output is discarded, and its errors
   * go to the messages.
   */
  ownCall(): Call {
    const nowhere = { stdout: () => {}, stderr: () => {} };
    const cwd = this.startDirectory ?? this.context.home("") ?? "/";
    return new Call({ caller: {}, utf8: true, name: "", cwd, output: nowhere });
  }

  /**
   * The call that a command's output belongs to. A command without a caller, such as one of a hook, acts for the
   * client that was used last: an attached terminal shows its output and errors.
   */
  answeringCall(call: Call): Call {
    if (call.invocation) return call;
    const client = currentClient(this.server, call.caller);
    return (client && this.stayerOf(client)?.call) ?? call;
  }

  /** Keeps an error that has no caller: it goes to the messages, and the next new session shows it. */
  addFault(text: string): void {
    this.messages.add(text);
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(text);
  }

  get configuring(): boolean {
    return this.startDirectory !== undefined;
  }

  /** Starts reading the configuration; the server stays alive until that has ended. */
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
      if (!this.#ended) this.hosted.commit();
    });
  }

  /** Shows the errors of the configuration in a pane. */
  showFaults(pane: Pane): void {
    if (this.configuring) return;
    const lines = this.#faults.splice(0);
    if (lines.length > 0) showLines(this.mux, pane, { lines, ports: this.copyPorts });
  }

  /**
   * Reports an error to the caller; an error of the server's own commands is kept with file and line, as for a
   * configuration file.
   */
  report(call: Call, sentence: string, { file, line }: Pick<Command, "file" | "line">): void {
    if (call.invocation) this.messages.add(`${call.name} message: ${sentence}`);
    else this.addFault(file === undefined ? sentence : `${file}:${line}: ${sentence}`);
    call.error(sentence);
  }

  /** The request for a shell command beside the panes, with the environment of a new process in the session. */
  shellRequest(
    command: string,
    session: Session | undefined,
    cwd = this.startDirectory ?? session?.cwd,
  ): JobRequest {
    const environment = processEnvironment(this.server.environment, session?.environment);
    const { options, socketPath } = this.server;
    // The configuration may check the terminal that the server was started on, as in `if '[ "$TERM" = linux ]'`.
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

  /** Name of a user by id; empty if it is unknown. */
  userOf(uid: number): string {
    if (uid === this.context.uid) return this.context.user;
    return uid === 0 ? "root" : (this.access.get(uid)?.name ?? "");
  }

  /** The door's part of a client: a control client or a terminal. */
  stayerOf(client: Client): StayingClient | undefined {
    return this.controls.of(client) ?? this.faces.terminalOf(client);
  }

  /** Path of the shell that a client executes. */
  shell(session?: Session): string {
    return (session?.options ?? this.server.sessionOptions).get("default-shell") || "/bin/sh";
  }

  /** Serves a call. The server stays alive meanwhile, even when it is empty. */
  async during(serve: () => Promise<void>): Promise<void> {
    this.#calls++;
    try {
      await serve();
    } finally {
      this.#calls--;
      this.#endIfEmpty(0)?.catch((error: unknown) => this.context.reportBug(error, "ending a server"));
    }
  }

  /**
   * Runs before a call is answered: commits its changes, and ends the server if the call left it empty. The promise
   * resolves when the server has ended.
   */
  settle(): Promise<void> | undefined {
    this.#destroyUnattached();
    const ending = this.#endIfEmpty(1);
    if (ending) return ending;
    if (!this.#ended) this.hosted.commit();
    return undefined;
  }

  /** Like `end`, and detaches all clients. */
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
    this.ending.reach();
  }

  /** destroy-unattached: ends sessions without a client that have the option. */
  #destroyUnattached(): void {
    for (const session of [...this.server.sessions.values()])
      if (session.attached === 0 && session.options.flag("destroy-unattached")) this.mux.killSession(session);
  }

  /**
   * exit-empty and exit-unattached. Clients that wait for a channel are released, and the last of them ends the server.
   * A server that reads its configuration has no session yet: its programs may wait for each other.
   */
  #endIfEmpty(ownCalls: number): Promise<void> | undefined {
    if (this.configuring) return undefined;
    const { options, sessions, clients } = this.server;
    const wanted = sessions.size === 0 || (options.flag("exit-unattached") && clients.length === 0);
    if (this.#ended || !wanted || !options.flag("exit-empty")) return undefined;
    this.channels.releaseAll();
    return this.#calls <= ownCalls ? this.end() : undefined;
  }

  /** Option rule: the text under which a hook stores commands. */
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
