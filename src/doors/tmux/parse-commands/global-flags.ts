/** The flags before the command on tmux's command line. */
export interface GlobalFlags {
  /** -L and -S. */
  readonly label: string | undefined;
  readonly socketPath: string | undefined;
  /** -f, in order. Empty: the usual files, of which each may be missing. */
  readonly configFiles: readonly string[];
  /** -c: run this and nothing else. */
  readonly shellCommand: string | undefined;
  /** 0: none, 1: -C, 2: -CC. */
  readonly controlMode: 0 | 1 | 2;
  /** -D: the call runs as long as the server that it starts. */
  readonly foreground: boolean;
  readonly noStartServer: boolean;
  readonly utf8: boolean;
  /** -2 and -T: names of features of the terminal. */
  readonly features: readonly string[];
  /** The command and its arguments. */
  readonly words: readonly string[];
}

/** An answer that needs no server. */
export interface EarlyAnswer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly status: number;
}

const WITH_VALUE = "cfLST";
const SWITCHES = "2CDlNquvV";

const USAGE = `usage: tmux [-2CDlNuvV] [-c shell-command] [-f file] [-L socket-name]
            [-S socket-path] [-T features] [command [flags]]
`;

export function parseGlobalFlags(argv: readonly string[], version: string): GlobalFlags | EarlyAnswer {
  const given: (readonly [flag: string, value: string])[] = [];
  let next = 0;
  for (; next < argv.length; next++) {
    const word = argv[next]!;
    if (!word.startsWith("-") || word === "-") break;
    if (word === "--") {
      next++;
      break;
    }
    for (let i = 1; i < word.length; i++) {
      const flag = word[i]!;
      if (flag === "V") return { stdout: `tmux ${version}\n`, status: 0 };
      if (SWITCHES.includes(flag)) given.push([flag, ""]);
      else if (!WITH_VALUE.includes(flag)) return usage(flag);
      else {
        const value = word.slice(i + 1) || argv[++next];
        if (value === undefined) return usage(flag);
        given.push([flag, value]);
        break;
      }
    }
  }
  return collect(given, argv.slice(next));
}

function collect(
  given: readonly (readonly [string, string])[],
  words: readonly string[],
): GlobalFlags | EarlyAnswer {
  const last = (flag: string) => given.findLast(([name]) => name === flag)?.[1];
  const count = (flag: string) => given.filter(([name]) => name === flag).length;
  if (words.length > 0 && (last("c") !== undefined || count("D") > 0)) return usage();
  return {
    label: last("L"),
    socketPath: last("S"),
    configFiles: given.filter(([name]) => name === "f").map(([, value]) => value),
    shellCommand: last("c"),
    controlMode: Math.min(count("C"), 2) as 0 | 1 | 2,
    foreground: count("D") > 0,
    noStartServer: count("N") > 0,
    utf8: count("u") > 0,
    features: given.flatMap(([name, value]) => featuresOf(name, value)),
    words,
  };
}

function featuresOf(flag: string, value: string): readonly string[] {
  if (flag === "2") return ["256"];
  return flag === "T" ? value.split(/[:,]/).filter((name) => name !== "") : [];
}

/**
 * tmux accepts -d and -U in its flag string, but rejects them without naming them, like an argument instead of a
 * letter.
 */
function usage(flag?: string): EarlyAnswer {
  if (flag === undefined || "dU-".includes(flag)) return { stderr: USAGE, status: 1 };
  const fault = WITH_VALUE.includes(flag) ? "option requires an argument" : "unknown option";
  return { stderr: `tmux: ${fault} -- ${flag}\n${USAGE}`, status: 1 };
}
