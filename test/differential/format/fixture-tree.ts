import type { PaneStanding } from "../../../src/core/agent/agent-state.ts";
import { BufferStack } from "../../../src/core/buffers/buffer-stack.ts";
import {
  type Environment,
  Environment as EnvironmentState,
} from "../../../src/core/environment/environment.ts";
import { Events } from "../../../src/core/events.ts";
import type { PaneId, SessionId, WindowId } from "../../../src/core/ids.ts";
import { KeyTables } from "../../../src/core/keys/key-tables.ts";
import { leavesOf } from "../../../src/core/layout/cell.ts";
import { parseLayout } from "../../../src/core/layout/layout-string.ts";
import { Options } from "../../../src/core/options/options.ts";
import type { PaneProcess } from "../../../src/core/ports.ts";
import type { Screen, Style } from "../../../src/core/screen/screen.ts";
import { compareBytes } from "../../../src/core/text/compare-bytes.ts";
import type { Cell, Pane, Server, Session, Window, Winlink } from "../../../src/core/tree/tree.ts";
import { fixtureScript } from "./fixture-script.ts";
import type { RealTmux } from "./real-tmux.ts";

/** No program runs in the fixture. */
const STANDING: PaneStanding = {
  state: "working",
  because: "",
  rule: "none",
  confidence: 0.7,
  since: 0,
  unread: false,
};

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The tree of a real server as objects of ours: what it lists is taken over, options and the like come from the script. */
export function readTree(tmux: RealTmux): Server {
  return new TreeReader(tmux).read();
}

class TreeReader {
  readonly #tmux: RealTmux;
  readonly #sessions = new Map<SessionId, Mutable<Session>>();
  readonly #windows = new Map<WindowId, Mutable<Window>>();
  readonly #panes = new Map<PaneId, Mutable<Pane>>();
  readonly #groups = new Map<string, Session[]>();
  readonly #links = new Map<string, Winlink>();
  readonly #options = new Options({ scope: "server" });
  readonly #sessionOptions = new Options({ scope: "session" });
  readonly #windowOptions = new Options({ scope: "window" });
  readonly #environment: Environment;
  readonly #server: Mutable<Server>;

  constructor(tmux: RealTmux) {
    this.#tmux = tmux;
    this.#environment = EnvironmentState.fromMap(parseEnvironment(tmux.must(["show-environment", "-g"])));
    const [[socketPath = "", startTime = "", next = ""] = []] = tmux.rows(
      ["list-sessions", "-f", "#{==:#{session_id},$0}"],
      ["socket_path", "start_time", "next_session_id"],
    );
    this.#server = {
      socketPath,
      startTime: Number(startTime) * 1000,
      sessions: this.#sessions,
      windows: this.#windows,
      panes: this.#panes,
      options: this.#options,
      sessionOptions: this.#sessionOptions,
      windowOptions: this.#windowOptions,
      keys: new KeyTables(),
      environment: this.#environment,
      buffers: this.#readBuffers(),
      events: new Events(),
      hostname: "",
      agents: {
        evidenceOf: () => undefined,
        unsettledMs: () => 0,
        showsQuestion: () => true,
        choicesOf: () => [],
        recordOf: () => undefined,
        of: () => STANDING,
        lastOf: () => STANDING,
      },
      marked: undefined,
      markedLink: undefined,
      markedWindow: undefined,
      next: { session: Number(next.slice(1)) },
      clients: [],
      groups: this.#groups,
      sessionsByName: () => [...this.#sessions.values()].sort((a, b) => compareBytes(a.name, b.name)),
      sessionNamed: (name) => [...this.#sessions.values()].find((session) => session.name === name),
    };
  }

  read(): Server {
    this.#readSessions();
    this.#readWindows();
    this.#readPanes();
    this.#readLayouts();
    this.#readStacks();
    this.#replayScript();
    return this.#server;
  }

  #readBuffers(): BufferStack {
    const rows = this.#tmux.rows(["list-buffers"], ["buffer_name", "buffer_created"]);
    let created = 0;
    const buffers = new BufferStack({ now: () => created, limit: () => 50 });
    for (const [name = "", seconds] of rows.reverse()) {
      created = Number(seconds) * 1000;
      const data = Buffer.from(this.#tmux.must(["show-buffer", "-b", name]));
      if (name.startsWith("buffer")) buffers.add(data);
      else buffers.set(name, data);
    }
    return buffers;
  }

  #readSessions(): void {
    const names = [
      "session_id",
      "session_name",
      "session_path",
      "session_created",
      "session_activity",
      "session_group",
    ];
    const rows = this.#tmux.rows(["list-sessions"], names);
    rows.sort(([a = ""], [b = ""]) => Number(a.slice(1)) - Number(b.slice(1)));
    for (const [id = "", name = "", cwd = "", created, activity, group] of rows) {
      const session: Mutable<Session> = {
        id: id as SessionId,
        server: this.#server,
        name,
        cwd,
        created: Number(created) * 1000,
        activity: Number(activity) * 1000,
        lastAttached: 0,
        attached: 0,
        options: new Options({ scope: "session", parent: this.#sessionOptions }),
        environment: new EnvironmentState(),
        links: [],
        current: undefined as unknown as Winlink,
        lastLinks: [],
        group: group || undefined,
        linkAt: (index) => session.links.find((link) => link.index === index),
      };
      this.#sessions.set(session.id, session);
      if (group) this.#groups.set(group, [...(this.#groups.get(group) ?? []), session]);
    }
  }

  #readWindows(): void {
    const names = ["session_id", "window_id", "window_index", "window_name", "window_width", "window_height"];
    const more = [
      "window_active",
      "window_activity",
      "window_bell_flag",
      "window_activity_flag",
      "window_marked_flag",
    ];
    const rows = this.#tmux.rows(["list-windows", "-a"], [...names, ...more]);
    const order = this.#linkOrder();
    rows.sort(([a = "", , i], [b = "", , j]) => order(a, i) - order(b, j));
    for (const [
      session = "",
      id = "",
      index,
      name = "",
      cols,
      rows_,
      active,
      activity,
      bell,
      alerted,
      marked,
    ] of rows) {
      const owner = this.#sessions.get(session as SessionId)!;
      const window = this.#window(id as WindowId, { name, cols: Number(cols), rows: Number(rows_) });
      window.activity = Number(activity) * 1000;
      const link: Winlink = {
        session: owner,
        window,
        index: Number(index),
        activity: alerted === "1",
        bell: bell === "1",
        silence: false,
      };
      window.links = [...window.links, link];
      owner.links = [...owner.links, link].sort((a, b) => a.index - b.index);
      if (active === "1") owner.current = link;
      if (marked === "1") Object.assign(this.#server, { markedLink: link, markedWindow: link.window });
      this.#links.set(`${session}:${index}`, link);
    }
  }

  /** A window's links stand in the order they were made: of alpha:one first alpha's, then beta's. */
  #linkOrder(): (session: string, index: string | undefined) => number {
    return (session, index) => Number(session.slice(1)) * 1000 + Number(index);
  }

  #window(id: WindowId, { name, cols, rows }: { name: string; cols: number; rows: number }): Mutable<Window> {
    const known = this.#windows.get(id);
    if (known) return known;
    const window: Mutable<Window> = {
      id,
      server: this.#server,
      name,
      panes: [],
      active: undefined as unknown as Pane,
      last: undefined,
      cols,
      rows,
      layout: undefined as unknown as Cell,
      savedLayout: undefined,
      oldLayout: undefined,
      lastPreset: -1,
      zoomed: false,
      stacked: false,
      options: new Options({ scope: "window", parent: this.#windowOptions }),
      created: 0,
      activity: 0,
      links: [],
      latest: undefined,
    };
    this.#windows.set(id, window);
    return window;
  }

  #readPanes(): void {
    const rows = this.#tmux.rows(["list-panes", "-a"], PANE_FIELDS);
    for (const values of rows) {
      const field = (name: string) => values[PANE_FIELDS.indexOf(name)]!;
      const window = this.#windows.get(field("window_id") as WindowId)!;
      const id = field("pane_id") as PaneId;
      if (this.#panes.has(id)) continue;
      const pane = this.#pane(id, window, field);
      this.#panes.set(id, pane);
      window.panes = [...window.panes, pane];
      if (field("pane_active") === "1") window.active = pane;
      if (field("pane_last") === "1") window.last = pane;
      if (field("pane_marked") === "1") this.#server.marked = pane;
    }
  }

  #pane(id: PaneId, window: Window, field: (name: string) => string): Mutable<Pane> {
    const number = (name: string) => Number(field(name));
    const dead = field("pane_dead") === "1";
    const signal = field("pane_dead_signal");
    const outcome = signal === "" ? { status: number("pane_dead_status") } : { signal: Number(signal) };
    return {
      id,
      window,
      cell: undefined as unknown as Cell,
      title: field("pane_title"),
      start: START_COMMANDS.get(field("pane_start_command"))
        ? startOf(START_COMMANDS.get(field("pane_start_command"))!, field("pane_start_path"))
        : startOf([field("pane_start_command")], field("pane_start_path")),
      process: dead ? undefined : processOf(field),
      screen: screenOf(field, this.#tmux.must(["capture-pane", "-p", "-t", id]).split("\n")),
      options: new Options({ scope: "pane", parent: window.options as Options }),
      cols: number("pane_width"),
      rows: number("pane_height"),
      left: number("pane_left"),
      top: number("pane_top"),
      empty: false,
      activePoint: 0,
      historyLimit: number("history_limit"),
      directory: undefined,
      exit: dead
        ? {
            ...outcome,
            time: number("pane_dead_time") * 1000,
            pid: number("pane_pid"),
            tty: field("pane_tty"),
          }
        : undefined,
      inputOff: field("pane_input_off") === "1",
      creators: [],
      metadata: new Map(),
      modes: [],
      search: { text: undefined, regex: false },
    };
  }

  #readLayouts(): void {
    const rows = this.#tmux.rows(
      ["list-windows", "-a"],
      ["window_id", "window_layout", "window_visible_layout"],
    );
    for (const [id = "", whole = "", visible = ""] of rows) {
      const window = this.#windows.get(id as WindowId)!;
      window.zoomed = whole !== visible;
      window.layout = this.#layout(visible, visible.split(/[{[]/).length === 1 ? 1 : window.panes.length);
      window.savedLayout = window.zoomed ? this.#layout(whole, window.panes.length) : undefined;
    }
  }

  #layout(text: string, count: number): Cell {
    const root = parseLayout(text, count);
    const numbers = [...text.matchAll(/\d+x\d+,\d+,\d+,(\d+)/g)].map((match) => match[1]!);
    for (const [at, leaf] of leavesOf(root).entries()) leaf.pane = this.#panes.get(`%${Number(numbers[at])}`);
    return root;
  }

  #readStacks(): void {
    for (const [id = "", stack = ""] of this.#tmux.rows(["list-sessions"], ["session_id", "session_stack"])) {
      const session = this.#sessions.get(id as SessionId)!;
      session.lastLinks = stack
        .split(",")
        .slice(1)
        .map((index) => session.linkAt(Number(index))!);
    }
  }

  /** State that no listing shows: options, environments, and the order in which panes were used. */
  #replayScript(): void {
    let point = 1;
    for (const command of fixtureScript) {
      const target = command[command.indexOf("-t") + 1] ?? "";
      if (command[0] === "select-pane" && command.length === 3) {
        (this.#find(target).pane as Mutable<Pane>).activePoint = point++;
      } else if (command[0] === "set-option") this.#setOption(command, target);
      else if (command[0] === "set-environment") this.#setEnvironment(command, target);
    }
  }

  #setOption(command: readonly string[], target: string): void {
    const flags = command.filter((word) => /^-[a-z]+$/.test(word)).join("");
    const [name = "", value = ""] = command.slice(-2);
    this.#store(flags, target, name).set(name, value);
  }

  #store(flags: string, target: string, name: string): Options {
    if (flags.includes("s")) return this.#options;
    const windowWide = ["remain-on-exit", "automatic-rename"].includes(name) || flags.includes("w");
    if (flags.includes("g")) return windowWide ? this.#windowOptions : this.#sessionOptions;
    const { session, window, pane } = this.#find(target);
    return (
      flags.includes("p") ? pane.options : flags.includes("w") ? window.options : session.options
    ) as Options;
  }

  #setEnvironment(command: readonly string[], target: string): void {
    const flags = command.filter((word) => /^-[a-z]+$/.test(word)).join("");
    const environment = (
      flags.includes("g") ? this.#environment : this.#find(target).session.environment
    ) as EnvironmentState;
    if (flags.includes("r")) environment.remove(command.at(-1)!);
    else environment.set(command.at(-2)!, command.at(-1)!, { hidden: flags.includes("h") });
  }

  /** Plain `session:window.pane` of the script itself; not the code under test. */
  #find(target: string): { session: Session; window: Window; pane: Pane } {
    const [sessionName, rest = ""] = target.split(":");
    const [windowName, paneIndex] = rest.split(".");
    const session = this.#server.sessionNamed(sessionName!)!;
    const link = session.links.find(
      ({ window, index }) => window.name === windowName || String(index) === windowName,
    );
    const window = (link ?? session.current).window;
    return { session, window, pane: window.panes[Number(paneIndex ?? 0)]! };
  }
}

const PANE_FIELDS = [
  "window_id",
  "pane_id",
  "pane_title",
  "pane_start_command",
  "pane_start_path",
  "pane_width",
  "pane_height",
  "pane_left",
  "pane_top",
  "pane_active",
  "pane_last",
  "pane_marked",
  "pane_dead",
  "pane_dead_status",
  "pane_dead_signal",
  "pane_dead_time",
  "pane_input_off",
  "pane_pid",
  "pane_tty",
  "pane_current_path",
  "pane_current_command",
  "cursor_x",
  "cursor_y",
  "cursor_flag",
  "history_size",
  "history_limit",
  "history_bytes",
  "scroll_region_lower",
];

/** Where the printed form is not the given one. */
const START_COMMANDS = new Map(
  fixtureScript.flatMap((command) => {
    const given = command.includes("--") ? command.slice(command.indexOf("--") + 1) : command.slice(-1);
    const printed = given.length > 1 ? given.join(" ") : `"${given[0]!.replaceAll("\\", "\\\\")}"`;
    return [[printed, given] as const];
  }),
);

function startOf(command: readonly string[], cwd: string): Pane["start"] {
  return { command, direct: false, file: "/bin/sh", argv: [], shell: "/bin/sh", cwd };
}

function processOf(field: (name: string) => string): PaneProcess {
  const pid = Number(field("pane_pid"));
  return {
    started: Promise.resolve({ pid, tty: field("pane_tty") }),
    pid,
    tty: field("pane_tty"),
    write: () => Promise.resolve(),
    resize: () => {},
    signal: () => {},
    close: () => {},
    foreground: () => ({
      pgrp: pid,
      command: field("pane_current_command"),
      cwd: field("pane_current_path"),
    }),
  };
}

function screenOf(field: (name: string) => string, lines: readonly string[]): Screen {
  const number = (name: string) => Number(field(name));
  const text = (line: number) => lines[line] ?? "";
  const screen: Partial<Screen> = {
    cols: number("pane_width"),
    rows: number("pane_height"),
    cursor: {
      x: number("cursor_x"),
      y: number("cursor_y"),
      visible: field("cursor_flag") === "1",
      shape: "default",
      blinking: false,
    },
    modes: {
      alternate: false,
      insert: false,
      wrap: true,
      origin: false,
      applicationCursor: false,
      applicationKeypad: false,
      bracketedPaste: false,
      focusEvents: false,
      mouse: "none",
      mouseUtf8: false,
      mouseSgr: false,
      extendedKeys: false,
      synchronized: false,
    },
    scrollRegion: { upper: 0, lower: number("scroll_region_lower") },
    tabs: Array.from({ length: number("pane_width") }, (_, at) => at).filter((at) => at > 0 && at % 8 === 0),
    alternateSaved: undefined,
    historySize: number("history_size"),
    historyBytes: number("history_bytes"),
    historyLimit: number("history_limit"),
    lineText: text,
    runs: (line) => [{ column: 0, text: text(line), columns: text(line).length, style: {} as Style }],
  };
  return screen as Screen;
}

function parseEnvironment(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => line.includes("="));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
