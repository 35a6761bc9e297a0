import { setMaxListeners } from "node:events";
import { NoServer, SessionNotFound, Unsupported } from "./errors.ts";
import { checkTmux, execTmux, type TmuxOptions, type TmuxProgram, tmuxProgram } from "./exec-tmux.ts";
import { layoutGrid } from "./grid.ts";
import { validateKey } from "./key-names.ts";
import { encodeSessionName } from "./session-names.ts";
import type {
  AgentStanding,
  CallOptions,
  Command,
  Condition,
  Direction,
  EventsOptions,
  GridOptions,
  ListOptions,
  Pane,
  PaneTarget,
  Screen,
  Session,
  Size,
  SpawnOptions,
  SplitOptions,
  StartOptions,
  Substrate,
  SubstrateEvent,
  Target,
  WaitOptions,
  WaitOutcome,
} from "./substrate.ts";
import { TmuxEvents } from "./tmux-events.ts";
import {
  CLIENT_FORMAT,
  PANE_FORMAT,
  parsePanes,
  parseSessions,
  SESSION_FORMAT,
  type TmuxPane,
  terminalsBySession,
} from "./tmux-views.ts";
import { NO_STATES, type PaneLook, waitInTmux, watchFor } from "./tmux-wait.ts";
import {
  validateBound,
  validateLine,
  validateLines,
  validateSize,
  validateSpawn,
  validateSplit,
  validateWait,
} from "./validate.ts";

const LOOK_FORMAT =
  "#{window_id} #{session_id} #{pane_pid} #{pane_dead} #{pane_dead_status} #{pane_dead_signal}\t#{session_name}\t#{window_linked_sessions_list}";
/** Looks at a pane whose process has ended in a way unknown to tmux. */
const MOST_LOOKS = 3;
/** A server whose last session just ended may take a new session down with it. */
const MAX_SPAWN_TRIES = 20;

/** Sessions of a tmux server, through its command line. */
export class TmuxSubstrate implements Substrate {
  readonly backend = "tmux";
  readonly #program: TmuxProgram;
  readonly #streams = new Set<TmuxEvents>();
  readonly #closing = new AbortController();
  /** Panes that existed once: waiting for one that is gone is no mistake. */
  readonly #seen = new Set<string>();

  private constructor(program: TmuxProgram) {
    this.#program = program;
    setMaxListeners(0, this.#closing.signal); // One listener for each call in progress.
  }

  /** Throws `TmuxNotFound` if no tmux is installed. */
  static async open(options: TmuxOptions & CallOptions = {}): Promise<TmuxSubstrate> {
    await checkTmux(options);
    return new TmuxSubstrate(tmuxProgram(options));
  }

  async spawnSession(name: string, command?: Command, options: SpawnOptions = {}): Promise<Session> {
    const { signal } = options;
    rejectPlace(options);
    const known = encodeSessionName(name);
    const { cols, rows, words } = validateSpawn(command, options);
    const create = [
      ...["new-session", "-d", "-s", known, ...sideWords({ cols, rows }), "-P", "-F", SESSION_FORMAT],
      ...startWords(words, { cwd: process.cwd(), ...options }),
    ];
    const [session] = parseSessions(await this.#create(create, signal));
    await this.#made({ ...session!, session: name });
    return session!;
  }

  async destroySession(name: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#end(name, signal, "kill-session");
  }

  async destroyPane(pane: PaneTarget, { signal }: CallOptions = {}): Promise<void> {
    await this.#end(pane, signal, "kill-pane");
  }

  async sendCommand(target: Target, command: string, { signal }: CallOptions = {}): Promise<void> {
    validateLine(command);
    await this.#on(target, signal, (at) => [
      ...(command === "" ? [] : [["send-keys", "-t", at, "-l", "--", command]]),
      ["send-keys", "-t", at, "Enter"],
    ]);
  }

  async sendKey(target: Target, key: string, { signal }: CallOptions = {}): Promise<void> {
    validateKey(key);
    await this.#on(target, signal, (at) => [["send-keys", "-t", at, "--", key]]);
  }

  async captureOutput(target: Target, lines: number, { signal }: CallOptions = {}): Promise<string> {
    validateLines(lines);
    const text = await this.#on(target, signal, (at) => [
      ["capture-pane", "-p", "-t", at, "-S", `-${lines}`],
    ]);
    return text.replace(/\n+$/, "").split("\n").slice(-lines).join("\n");
  }

  async captureScreen(target: Target, { signal }: CallOptions = {}): Promise<Screen> {
    const fields = ["pane_width", "pane_height", "cursor_x", "cursor_y", "cursor_flag"];
    const format = fields.map((field) => `#{${field}}`).join(" ");
    const text = await this.#on(target, signal, (at) => [
      ["display-message", "-p", "-t", at, format],
      ["capture-pane", "-p", "-t", at],
      ["capture-pane", "-p", "-e", "-t", at],
    ]);
    const [head, ...body] = text.split("\n");
    const [cols = 0, rows = 0, x = 0, y = 0, visible] = head!.split(" ").map(Number);
    const [lines, styledLines] = [body.slice(0, rows), body.slice(rows, 2 * rows)];
    return { cols, rows, cursor: { x, y, visible: visible === 1 }, lines, styledLines };
  }

  async listSessions({ signal, place }: ListOptions = {}): Promise<Session[]> {
    rejectPlace({ place });
    const sessions = ["list-sessions", "-F", SESSION_FORMAT];
    const output = await this.#listed([sessions, ["list-clients", "-F", CLIENT_FORMAT]], signal);
    const found = parseSessions(output, terminalsBySession(output));
    for (const { paneId } of found) this.#seen.add(paneId);
    return found.sort((a, b) => Number(a.sessionId.slice(1)) - Number(b.sessionId.slice(1)));
  }

  async listPanes(session: string, { signal }: CallOptions = {}): Promise<Pane[]> {
    const output = await this.#on(session, signal, (at) => [
      ["list-panes", "-s", "-t", at, "-F", PANE_FORMAT],
    ]);
    return this.#noted(parsePanes(output)).map(({ pane }) => pane);
  }

  async splitPane(target: Target, direction: Direction, options: SplitOptions = {}): Promise<Pane> {
    const { percent, signal } = options;
    const words = validateSplit(direction, options);
    const output = await this.#on(target, signal, (at) => [
      [
        ...["split-window", "-d", direction === "right" ? "-h" : "-v", "-t", at, "-P", "-F", PANE_FORMAT],
        ...(percent === undefined ? [] : ["-l", `${percent}%`]),
        ...(options.cwd === undefined ? ["-c", "#{session_path}"] : []),
        ...startWords(words, options),
      ],
    ]);
    const [made] = parsePanes(output);
    await this.#made({ ...made!.pane, sessionId: made!.sessionId });
    return made!.pane;
  }

  layoutGrid(session: string, rows: number, cols: number, options?: GridOptions): Promise<Pane[][]> {
    return layoutGrid(this, { session, rows, cols }, options);
  }

  async resize(target: Target, size: Size, { signal }: CallOptions = {}): Promise<Size> {
    validateSize(size);
    const { pane, alone } = await this.#find(target, signal);
    const whole = typeof target === "string";
    const format = whole ? "#{window_width} #{window_height}" : "#{pane_width} #{pane_height}";
    const output = await this.#on(pane, signal, (at) => [
      [whole || alone ? "resize-window" : "resize-pane", "-t", at, ...sideWords(size)],
      ["display-message", "-p", "-t", at, format],
    ]);
    const [cols = 0, rows = 0] = output.trim().split(" ").map(Number);
    return { cols, rows };
  }

  async state(): Promise<AgentStanding> {
    throw new Unsupported(NO_STATES);
  }

  async waitFor(target: Target, condition: Condition, options: WaitOptions = {}): Promise<WaitOutcome> {
    const signal = this.#signal(options.signal);
    const timeoutMs = validateWait(condition, options);
    const watch = watchFor(condition);
    try {
      const { pane } = await this.#find(target, signal);
      const look = () => this.#look(pane, signal).catch(undefinedIfGone);
      return await waitInTmux({ program: this.#program, pane, condition, timeoutMs, signal, look });
    } catch (error) {
      const isGone =
        error instanceof SessionNotFound && typeof target !== "string" && this.#seen.has(target.paneId);
      if (isGone) return watch.onExit({});
      throw error;
    }
  }

  async events(options: EventsOptions = {}): Promise<AsyncIterableIterator<SubstrateEvent>> {
    if (options.session !== undefined) encodeSessionName(options.session);
    validateBound(options.maxBytes);
    const signal = this.#signal(options.signal);
    const stream = await TmuxEvents.open({
      ...options,
      signal,
      program: this.#program,
      look: async () => parsePanes(await this.#listed([["list-panes", "-a", "-F", PANE_FORMAT]], signal)),
      left: (stream) => this.#streams.delete(stream),
    });
    this.#streams.add(stream);
    return stream;
  }

  async close(): Promise<void> {
    this.#closing.abort(new NoServer("the substrate was closed"));
    await Promise.all([...this.#streams].map((stream) => stream.return()));
  }

  #signal(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
  }

  #exec(commands: readonly (readonly string[])[], signal: AbortSignal | undefined): Promise<string> {
    return execTmux(this.#program, commands, this.#signal(signal));
  }

  /** Runs commands on a session or a pane. If no server runs, neither exists. */
  async #on(
    target: Target,
    signal: AbortSignal | undefined,
    commands: (target: string) => readonly (readonly string[])[],
  ): Promise<string> {
    const at = targetWord(target);
    try {
      return await this.#exec(commands(at), signal);
    } catch (error) {
      if (!(error instanceof NoServer) || this.#closing.signal.aborted) throw error;
      throw new SessionNotFound(`there is no ${at}: no server runs`, { cause: error });
    }
  }

  /** A server that ends with its last session may be gone before it answers. */
  async #end(
    target: Target,
    signal: AbortSignal | undefined,
    command: "kill-session" | "kill-pane",
  ): Promise<void> {
    try {
      const end = () => this.#on(target, signal, (at) => [[command, "-t", at]]);
      await this.#program.turns.telling(end, this.#signal(signal));
    } catch (error) {
      if (!(error instanceof SessionNotFound && isServerLost(error.cause))) throw error;
    }
  }

  /** Returns nothing if no server runs. */
  async #listed(commands: readonly (readonly string[])[], signal: AbortSignal | undefined): Promise<string> {
    try {
      return await this.#exec(commands, signal);
    } catch (error) {
      if (error instanceof NoServer && !this.#closing.signal.aborted) return "";
      throw error;
    }
  }

  async #create(command: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#program.turns.telling(() => this.#exec([command], signal), this.#signal(signal));
      } catch (error) {
        const isDying = error instanceof NoServer && !this.#closing.signal.aborted;
        if (!isDying || tries === MAX_SPAWN_TRIES) throw error;
      }
    }
  }

  /** Event streams must not miss a pane created here. */
  async #made(place: Parameters<TmuxEvents["made"]>[0]): Promise<void> {
    this.#seen.add(place.paneId);
    await Promise.all([...this.#streams].map((stream) => stream.made(place)));
  }

  async #find(target: Target, signal: AbortSignal | undefined): Promise<TmuxPane> {
    const output = await this.#on(target, signal, (at) => [["list-panes", "-t", at, "-F", PANE_FORMAT]]);
    const panes = this.#noted(parsePanes(output));
    const found = panes.find(({ pane }) =>
      typeof target === "string" ? pane.active : pane.paneId === target.paneId,
    );
    if (!found) throw new SessionNotFound(`there is no pane ${targetWord(target)}`);
    return found;
  }

  /**
   * tmux learns that a pane's terminal is closed before it learns how the process ended, and may not learn the exit at
   * all until another of its children exits (libutempter takes its SIGCHLD meanwhile): so this starts one. A process
   * that closed its terminal and continues has no status, however often it is asked for.
   */
  async #look(pane: PaneTarget, signal: AbortSignal, looks = MOST_LOOKS): Promise<PaneLook> {
    const output = await this.#on(pane, signal, (at) => [
      ...(looks < MOST_LOOKS ? [["run-shell", "true"]] : []),
      ["display-message", "-p", "-t", at, LOOK_FORMAT],
      ["capture-pane", "-p", "-J", "-t", at],
    ]);
    const [
      ,
      windowId = "",
      sessionId = "",
      pid,
      dead,
      status,
      killed,
      session = "",
      linked = "",
      screen = "",
    ] = /^(@\d+) (\$\d+) (\d*) ([01]?) (\d*) (\w*)\t([^\t]*)\t(.*)\n([\s\S]*)$/.exec(output) ?? [];
    const place = { windowId, sessionId, session, linked: linked.split(","), pid: Number(pid) };
    if (dead !== "1") return { ...place, screen, exit: undefined };
    if (!status && !killed && looks > 1) return this.#look(pane, signal, looks - 1);
    return { ...place, screen, exit: status ? { exitCode: Number(status) } : {} };
  }

  #noted(panes: TmuxPane[]): TmuxPane[] {
    for (const { pane } of panes) this.#seen.add(pane.paneId);
    return panes;
  }
}

/** Exactly this session, or exactly this pane. */
function targetWord(target: Target): string {
  if (typeof target === "string") return `=${encodeSessionName(target)}:`;
  if (!/^%\d+$/.test(target.paneId))
    throw new SessionNotFound(`there is no pane ${JSON.stringify(target.paneId)}`);
  return target.paneId;
}

function sideWords({ cols, rows }: Size): string[] {
  return ["-x", String(cols), "-y", String(rows)];
}

/** tmux passes a single word to a shell: this makes tmux execute it directly, like several words. */
function startWords(words: readonly string[] | undefined, { cwd, env = {} }: StartOptions): string[] {
  const direct = words?.length === 1 ? ["/bin/sh", "-c", 'exec "$0"', words[0]!] : words;
  return [
    ...(cwd === undefined ? [] : ["-c", cwd.replaceAll("#", "##")]),
    ...Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ...(direct ? ["--", ...direct] : []),
  ];
}

/** The server was there, and was lost during the call. */
function isServerLost(error: unknown): boolean {
  return error instanceof NoServer && /server exited|lost server/.test(error.message);
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof SessionNotFound)) throw error;
}

function rejectPlace({ place }: ListOptions): void {
  if (place !== undefined) throw new Unsupported("tmux knows no other machines: use the backend mullion");
}
