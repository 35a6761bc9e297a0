import { afterAll, afterEach } from "vitest";
import { createScreen } from "../../src/core/screen/emulator.ts";
import type { Screen } from "../../src/core/screen/screen.ts";
import { encodeResize } from "../../src/wire/holder-wire.ts";
import { root, type TestDaemon } from "../fixtures/daemon.ts";
import { waitFor } from "../fixtures/wait-for.ts";
import { type HeldPane, Launcher } from "../process/native/holders.ts";

/**
 * A terminal that a client attaches from: a real PTY, held by a real holder, whose output is interpreted by the emulator.
 * What runs on it is a shell script, so that one can see what the client left behind.
 */
export interface OuterTerminal {
  readonly screen: Screen;
  readonly text: string;
  /** Everything that was printed, as bytes. */
  readonly output: string;
  readonly pid: number;
  type(keys: string): void;
  resize(cols: number, rows: number): void;
  /** Nobody reads what is printed there, until it goes on. */
  stall(stalled: boolean): void;
  /** It is gone, as a closed window is: nothing can be read from it or written to it. */
  hangUp(): void;
  /** Waits until the screen shows it. */
  see(text: string | RegExp): Promise<void>;
  /** Waits until the screen satisfies something. */
  until(holds: (text: string) => boolean, what: string): Promise<void>;
  /** Whether the terminal is in raw mode. */
  isRaw(): Promise<boolean>;
}

interface OuterOptions {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
}

let launcher: Launcher | undefined;
const open = new Set<HeldPane>();
/** No terminal outlives its test. */
afterEach(async () => {
  await Promise.all([...open].map((pane) => pane.close(100)));
  open.clear();
});
afterAll(() => {
  launcher?.stop();
  launcher = undefined;
});

/** Runs a line of shell, in which `tmux` and `mullion` are ours. */
export async function openTerminal(
  daemon: TestDaemon,
  line: string,
  { cols = 80, rows = 24, env = {} }: OuterOptions = {},
): Promise<OuterTerminal> {
  launcher ??= new Launcher();
  const environment = { ...daemon.env, PATH: `${root}/bin:${daemon.env.PATH}`, PS1: "$ ", ...env };
  const pane = await launcher.open(["sh", "-c", line], {
    cwd: daemon.env.HOME!,
    environment: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    size: { cols, rows },
  });
  open.add(pane);
  return outer(pane, createScreen({ cols, rows, historyLimit: 2000 }));
}

function outer(pane: HeldPane, screen: Screen): OuterTerminal {
  let drawn = 0;
  let sequence = 0;
  const draw = () => {
    const { output } = pane.connection;
    const end = endOfUpdates(output, drawn);
    screen.write(output.subarray(drawn, end));
    drawn = Math.max(drawn, end);
  };
  const text = () => {
    draw();
    return Array.from({ length: screen.rows }, (_, line) => screen.lineText(line)).join("\n");
  };
  const until = async (holds: (shown: string) => boolean, what: string) => {
    try {
      await waitFor(() => holds(text()), what);
    } catch (error) {
      throw new Error(`${(error as Error).message}; the screen shows\n${text()}`);
    }
  };
  return {
    get screen() {
      draw();
      return screen;
    },
    get text() {
      return text();
    },
    get output() {
      return pane.connection.output.toString();
    },
    get pid() {
      return pane.childPid;
    },
    type: (keys) => pane.connection.type(Buffer.from(keys)),
    resize(cols, rows) {
      draw();
      screen.resize(cols, rows);
      pane.connection.write(encodeResize({ cols, rows }));
    },
    stall: (stalled) => void process.kill(pane.holderPid, stalled ? "SIGSTOP" : "SIGCONT"),
    hangUp() {
      open.delete(pane);
      process.kill(pane.holderPid, "SIGKILL");
    },
    until,
    see: (wanted) =>
      until(
        (shown) => (typeof wanted === "string" ? shown.includes(wanted) : wanted.test(shown)),
        `${wanted} on the screen`,
      ),
    async isRaw() {
      const { canonical, echo } = await pane.connection.state(++sequence);
      return !canonical && !echo;
    },
  };
}

const UPDATE_BEGINS = "\x1b[?2026h";
const UPDATE_ENDS = "\x1b[?2026l";

/** A terminal shows a synchronized update when it is whole, though its bytes may come in two reads. */
function endOfUpdates(output: Buffer, drawn: number): number {
  const from = Math.max(0, drawn - UPDATE_BEGINS.length);
  const rest = output.subarray(from);
  const begin = rest.lastIndexOf(UPDATE_BEGINS);
  return begin <= rest.lastIndexOf(UPDATE_ENDS) ? output.length : from + begin;
}

/** Counts the bells in what a terminal received. A BEL that ends an OSC is none; a query ends in ST. */
export function bellsIn(output: string): number {
  return output.replace(/\x1b\][^\x07\x1b]*(\x07|\x1b\\)/g, "").split("\x07").length - 1;
}
