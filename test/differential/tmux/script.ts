import type { Outcome } from "../../fixtures/run-program.ts";

/**
 * A case is a script of calls, one a line, run on the real tmux and on ours:
 *
 *   new-session -d -s a cat          words split as a shell splits them, with quotes and \ escapes
 *   < text | load-buffer -           with this on standard input
 *   K=V call                         with this in the environment ($NAME is replaced by what `keep` kept)
 *   until /regex/ call               repeated until its standard output matches, then compared
 *   fails call                       repeated until its status is not 0 and no server ends any more: that takes a moment
 *   keep NAME call                   compared, and its standard output kept as $NAME for later lines
 *   raw call                         without -L and -f before it; $SERVER and $DIR are this case's
 *   file NAME text                   writes a file for the calls after it
 *   ours: call                       only ours is called, for an option that only ours has
 */
export interface Step {
  readonly line: string;
  readonly argv: readonly string[];
  readonly input: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Whether an answer is the one to compare. */
  readonly until: (answer: Outcome) => boolean;
  readonly keep: string | undefined;
  readonly oursOnly: boolean;
  readonly raw: boolean;
  /** A file to write instead of a call. */
  readonly file: { readonly name: string; readonly text: string } | undefined;
}

export function parseScript(script: string): readonly Step[] {
  return script
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .map(parseStep);
}

function parseStep(line: string): Step {
  const file = /^file (\S+) (.*)$/.exec(line);
  if (file) return { ...stepOf([]), line, file: { name: file[1]!, text: unescaped(file[2]!) } };
  let rest = line;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length);
    return match;
  };
  const oursOnly = take(/^ours: /);
  const raw = take(/^raw /);
  const fails = take(/^fails /);
  const until = take(/^until \/((?:[^/\\]|\\.)*)\/ /);
  const keep = take(/^keep ([A-Z]+) /);
  const input = take(/^< ((?:[^|\\]|\\.)*) \| /);
  const variables: Record<string, string> = {};
  for (let match = take(/^([A-Z_]+)=(\S*) /); match; match = take(/^([A-Z_]+)=(\S*) /))
    variables[match[1]!] = match[2]!;
  return {
    line,
    argv: splitWords(rest),
    input: input ? unescaped(input[1]!) : "",
    variables,
    until: fails ? hasFailed : ({ stdout }) => !until || new RegExp(until[1]!).test(stdout),
    keep: keep?.[1],
    oursOnly: oursOnly !== null,
    raw: raw !== null,
    file: undefined,
  };
}

/** The real tmux accepts calls while it ends, and says this to their clients. */
function hasFailed({ status, stderr }: Outcome): boolean {
  return status !== 0 && stderr !== "server exited unexpectedly\n";
}

/** A call with these words and nothing else. */
export function stepOf(argv: readonly string[]): Step {
  const nothing = { input: "", variables: {}, keep: undefined, oursOnly: false, raw: false, file: undefined };
  return { ...nothing, line: argv.join(" "), argv, until: () => true };
}

/** As a shell without expansions; `$'…'` takes C escapes. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  const pattern = /\s+|\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\])/gy;
  let word: string | undefined;
  for (const [whole, ansi, single, double, escaped, plain] of text.matchAll(pattern)) {
    if (/^\s/.test(whole)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      const inDouble = double?.replaceAll(/\\(["\\$])/g, "$1");
      word =
        (word ?? "") + (ansi === undefined ? (single ?? inDouble ?? escaped ?? plain!) : unescaped(ansi));
    }
  }
  return word === undefined ? words : [...words, word];
}

function unescaped(text: string): string {
  const named: Record<string, string> = { n: "\n", t: "\t", r: "\r", e: "\x1b", a: "\x07" };
  return text.replaceAll(/\\(x[0-9a-f]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (named[code] ?? code),
  );
}
