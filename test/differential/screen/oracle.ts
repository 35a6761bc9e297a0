import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createScreen, decodeScreen } from "../../../src/core/screen/emulator.ts";
import type { Screen } from "../../../src/core/screen/screen.ts";

/**
 * The same bytes on a real tmux and on ours, and what can be seen of each: captures with every flag, the cursor, the
 * flags, before and after each of a series of resizes.
 */
export interface Case {
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
  readonly historyLimit?: number;
  /** Has to leave the terminal in its ground state, and to ask no questions. */
  readonly bytes: Uint8Array;
  readonly sizes?: readonly (readonly [cols: number, rows: number])[];
  /** Written after the resizes, with another series of them behind it. */
  readonly later?: { readonly bytes: Uint8Array; readonly sizes: Case["sizes"] & {} };
}

/** One text per thing looked at, for each stage (after the bytes, after each resize). */
export type Observation = Readonly<Record<string, string>>;

const SEPARATOR = "~~~~ next ~~~~";
const BATCH = 20;
const run = promisify(execFile);

/** What is looked at: a name, the tmux command, and how ours answers it. */
interface Look {
  readonly name: string;
  readonly command: readonly string[];
  ours(screen: Screen): string;
}

const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
/** capture-pane -p ends its output with a newline in any case. */
const printed = (text: string | undefined): string => (text?.endsWith("\n") ? text : `${text ?? ""}\n`);

function capture(name: string, flags: string, options: Parameters<Screen["capture"]>[0]): Look {
  return {
    name,
    command: ["capture-pane", "-pq", ...flags.split(" ")],
    ours: (screen) => printed(screen.capture(options)),
  };
}

const flagOf = (on: boolean): string => (on ? "1" : "0");

const state: readonly [format: string, ours: (screen: Screen) => string][] = [
  ["#{cursor_x},#{cursor_y}", ({ cursor }) => `${cursor.x},${cursor.y}`],
  ["#{history_size}", (screen) => `${screen.historySize}`],
  ["#{pane_width}x#{pane_height}", (screen) => `${screen.cols}x${screen.rows}`],
  [
    "#{scroll_region_upper}-#{scroll_region_lower}",
    ({ scrollRegion: { upper, lower } }) => `${upper}-${lower}`,
  ],
  ["#{pane_tabs}", (screen) => screen.tabs.join(",")],
  [
    "#{alternate_saved_x},#{alternate_saved_y}",
    ({ alternateSaved: saved }) => (saved ? `${saved.x},${saved.y}` : "4294967295,4294967295"),
  ],
  ["#{alternate_on}", ({ modes }) => flagOf(modes.alternate)],
  ["#{cursor_flag}", ({ cursor }) => flagOf(cursor.visible)],
  ["#{insert_flag}", ({ modes }) => flagOf(modes.insert)],
  ["#{keypad_cursor_flag}", ({ modes }) => flagOf(modes.applicationCursor)],
  ["#{keypad_flag}", ({ modes }) => flagOf(modes.applicationKeypad)],
  ["#{wrap_flag}", ({ modes }) => flagOf(modes.wrap)],
  ["#{origin_flag}", ({ modes }) => flagOf(modes.origin)],
  ["#{mouse_all_flag}", ({ modes }) => flagOf(modes.mouse === "all")],
  ["#{mouse_button_flag}", ({ modes }) => flagOf(modes.mouse === "button")],
  ["#{mouse_standard_flag}", ({ modes }) => flagOf(modes.mouse === "standard")],
  ["#{mouse_sgr_flag}", ({ modes }) => flagOf(modes.mouseSgr)],
  ["#{mouse_utf8_flag}", ({ modes }) => flagOf(modes.mouseUtf8)],
];

const looks: readonly Look[] = [
  capture("text", "-S -", all),
  capture("escapes", "-e -S -", { ...all, escapes: true }),
  capture("joined", "-J -S -", { ...all, join: true }),
  capture("spaces", "-N -S -", { ...all, keepSpaces: true }),
  capture("octal", "-e -C -J -S -", { ...all, escapes: true, octal: true, join: true }),
  capture("range", "-S -3 -E 1 -N", { start: -3, end: 1, keepSpaces: true }),
  capture("other", "-a -e -N", { ...all, escapes: true, keepSpaces: true, alternate: true }),
  {
    name: "state",
    command: ["display-message", "-p", state.map(([format]) => `${format}`).join(" ")],
    ours: (screen) => `${state.map(([, ours]) => ours(screen)).join(" ")}\n`,
  },
];

/** After a resize fewer looks do: styles with all blanks, where lines are joined, and the state. */
const looksAfterResize = [
  capture("escapes and spaces", "-e -N -S -", { ...all, escapes: true, keepSpaces: true }),
  ...looks.filter(({ name }) => name === "joined" || name === "state"),
];

interface Stage {
  readonly name: string;
  readonly size?: readonly [cols: number, rows: number];
  readonly bytes?: Uint8Array;
  readonly looks: readonly Look[];
}

function stagesOf({ bytes, sizes = [], later }: Case): Stage[] {
  const stages: Stage[] = [
    { name: "written", bytes, looks },
    ...sizes.map((size) => ({ name: size.join("x"), size, looks: looksAfterResize })),
  ];
  if (later !== undefined) {
    stages.push({ name: "written later", bytes: later.bytes, looks });
    for (const size of later.sizes) {
      stages.push({ name: `later ${size.join("x")}`, size, looks: looksAfterResize });
    }
  }
  return stages;
}

/** What ours shows; with `restored`, where it is stored and read again before each stage. */
export function observeOurs(test: Case, { restored = false } = {}): Observation {
  let screen = createScreen({ cols: test.cols, rows: test.rows, historyLimit: test.historyLimit ?? 2000 });
  const seen: Record<string, string> = {};
  for (const stage of stagesOf(test)) {
    if (restored) screen = decodeScreen(screen.encode());
    if (stage.bytes !== undefined) screen.write(stage.bytes);
    if (stage.size !== undefined) screen.resize(...stage.size);
    for (const look of stage.looks) seen[`${stage.name}: ${look.name}`] = look.ours(screen);
  }
  return seen;
}

/**
 * Shows a file on a raw terminal, asks the terminal for its status, and reports when the answer has arrived; then, on
 * request, does the same with a second file.
 */
const pane = `stty raw -echo
show() {
  cat "$1"
  printf '\\033[5n'
  dd bs=1 count=4 of=/dev/null 2>/dev/null
  tmux wait-for -S "$2"
}
show "$1" "$2"
tmux wait-for "$2-go"
show "$1-later" "$2-later"
exec cat >/dev/null
`;

/** What a real tmux shows, case by case. */
export class Oracle {
  private readonly work = mkdtempSync(join(tmpdir(), "oracle-"));
  private readonly socket = `screen-oracle-${process.pid}`;
  /** The socket stands in the same folder, and so goes with it. */
  private readonly env: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: "C.UTF-8",
    TMUX_TMPDIR: this.work,
    TMUX: "",
  };
  private count = 0;

  async start(): Promise<void> {
    writeFileSync(join(this.work, "pane.sh"), pane);
    const keep = ["-L", this.socket, "-f", "/dev/null", "new-session", "-d", "-s", "keep", "cat"];
    await run("tmux", keep, { env: this.env });
    await this.tmux(
      ["set-option", "-g", "status", "off"],
      ["set-option", "-g", "default-terminal", "screen"],
    );
  }

  async stop(): Promise<void> {
    await this.tmux(["kill-server"]).catch(() => {});
    rmSync(this.work, { recursive: true, force: true });
  }

  async observe(cases: readonly Case[]): Promise<Observation[]> {
    const seen: Observation[] = [];
    for (let i = 0; i < cases.length; i += BATCH) seen.push(...(await this.batch(cases.slice(i, i + BATCH))));
    return seen;
  }

  private async batch(cases: readonly Case[]): Promise<Observation[]> {
    const named = cases.map((test) => ({ test, session: `case${this.count++}` }));
    const commands: string[][] = [];
    for (const { test, session } of named) {
      const file = join(this.work, session);
      writeFileSync(file, test.bytes);
      writeFileSync(`${file}-later`, test.later?.bytes ?? "");
      const size = ["-x", `${test.cols}`, "-y", `${test.rows}`];
      commands.push(
        ["set-option", "-g", "history-limit", `${test.historyLimit ?? 2000}`],
        ["new-session", "-d", "-s", session, ...size, "sh", join(this.work, "pane.sh"), file, session],
      );
    }
    for (const { session } of named) commands.push(["wait-for", session]);
    for (const { test, session } of named) {
      for (const { size, looks, bytes } of stagesOf(test)) {
        if (bytes !== undefined && bytes === test.later?.bytes) {
          commands.push(["wait-for", "-S", `${session}-go`], ["wait-for", `${session}-later`]);
        }
        if (size !== undefined) {
          commands.push(["resize-window", "-t", `${session}:`, "-x", `${size[0]}`, "-y", `${size[1]}`]);
        }
        for (const look of looks) commands.push(...lookCommand(look, session));
      }
    }
    for (const { session } of named) commands.push(["kill-session", "-t", session]);
    const texts = (await this.tmux(...commands)).split(`${SEPARATOR}\n`);
    return named.map(({ test }) => {
      const observed: Record<string, string> = {};
      for (const { name, looks } of stagesOf(test)) {
        for (const look of looks) observed[`${name}: ${look.name}`] = texts.shift()!;
      }
      return observed;
    });
  }

  /** Runs commands through a file, because they do not fit on a command line. */
  private async tmux(...commands: readonly (readonly string[])[]): Promise<string> {
    const file = join(this.work, "commands");
    writeFileSync(file, commands.map((command) => `${command.map(quote).join(" ")}\n`).join(""));
    const { stdout, stderr } = await run(
      "tmux",
      ["-L", this.socket, "-f", "/dev/null", "-u", "source-file", file],
      {
        env: this.env,
        maxBuffer: 1 << 28,
        timeout: 60_000,
      },
    );
    if (stderr !== "") throw new Error(`tmux: ${stderr}`);
    return stdout;
  }
}

const quote = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;

function lookCommand({ command: [verb, ...rest] }: Look, session: string): string[][] {
  return [
    [verb!, "-t", `${session}:`, ...rest],
    ["display-message", "-p", SEPARATOR],
  ];
}

/** The first difference, formatted for a person; undefined if there is none. */
export function firstDifference(theirs: Observation, ours: Observation): string | undefined {
  for (const [name, text] of Object.entries(theirs)) {
    if (text !== ours[name]) {
      return `${name}\n  tmux ${JSON.stringify(text)}\n  ours ${JSON.stringify(ours[name])}`;
    }
  }
  return undefined;
}
