/** What a verb may do where a person looks: colours, and a line that tells why nothing happens yet. */
export interface CliTerminal {
  readonly paint: Paint;
  /**
   * From one second on a line is shown, and kept up to date, until the returned function takes it away. It does nothing where
   * nobody looks.
   */
  progress(text: () => string): () => void;
}

type Colouring = (text: string) => string;

export interface Paint {
  readonly bold: Colouring;
  readonly dim: Colouring;
  readonly red: Colouring;
  readonly green: Colouring;
  readonly yellow: Colouring;
  readonly blue: Colouring;
}

export interface TerminalOptions {
  /** Whether a terminal is behind them. */
  readonly stdout: boolean;
  readonly stderr: boolean;
  variable(name: string): string | undefined;
  writeError(text: string): void;
}

/** Whoever waits longer than this wants to know for what. */
const PROGRESS_AFTER_MS = 1_000;
const ERASE_LINE = "\r\x1b[K";

export function cliTerminal({ stdout, stderr, variable, writeError }: TerminalOptions): CliTerminal {
  const smart = stdout && variable("TERM") !== "dumb";
  const coloured = smart && !variable("NO_COLOR");
  return {
    paint: coloured ? colours : plain,
    progress(text) {
      if (!(smart && stderr)) return () => {};
      let shown = false;
      const timer = setInterval(() => {
        shown = true;
        writeError(`${ERASE_LINE}${text()}`);
      }, PROGRESS_AFTER_MS);
      return () => {
        clearInterval(timer);
        if (shown) writeError(ERASE_LINE);
        shown = false;
      };
    },
  };
}

const sgr =
  (code: number): Colouring =>
  (text) =>
    text === "" ? "" : `\x1b[${code}m${text}\x1b[0m`;
const same: Colouring = (text) => text;

const colours: Paint = {
  bold: sgr(1),
  dim: sgr(2),
  red: sgr(31),
  green: sgr(32),
  yellow: sgr(33),
  blue: sgr(34),
};
const plain: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, blue: same };
