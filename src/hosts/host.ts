import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import { quoteWord } from "../core/text/shell-words.ts";

/** A place of a person's own: how to run `mullion connect` there, with a pipe to us. */
export type Host = SshHost | CommandHost;

interface SshHost {
  readonly name: string;
  /** ssh://[USER@]HOST[:PORT] */
  readonly ssh: string;
  /** Further words for ssh, before the address. */
  readonly options: readonly string[];
  /** The program there, where it is not on the PATH. */
  readonly program: string;
}

interface CommandHost {
  readonly name: string;
  readonly command: readonly string[];
  /** A pattern of the caller's variables that the program must not see; for the jobs of an engine. */
  readonly hides?: string;
}

/** Names appear in targets, `HOST/%3`, and in sentences. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;
/** Neither the user nor the host begins with a dash, so that ssh never takes it for an option. */
const ADDRESS =
  /^ssh:\/\/(?:[^-@/\s:][^@/\s:]*@)?(?:[^-@/\s:[][^@/\s:]*|\[[0-9a-fA-F:.%]+\])(?::\d{1,5})?\/?$/;
/** Seconds within which ssh must have connected. */
const SSH_TIMEOUT_S = 10;

export const DEFAULT_PROGRAM = "mullion";

export function checkHostName(name: string): string {
  if (NAME.test(name)) return name;
  throw new MuxError(
    "bad-name",
    `${legible(name)} cannot be the name of a host: use letters, digits, dots, dashes and underscores, 63 at most, and begin with a letter or a digit`,
  );
}

export function checkAddress(address: string): string {
  if (ADDRESS.test(address)) return address;
  const why = /:[^@/]*@/.test(address.slice("ssh://".length)) ? " (a password has no place in it)" : "";
  throw new MuxError(
    "bad-value",
    `${legible(address)} is not an address of the form ssh://[USER@]HOST[:PORT]${why}`,
  );
}

/**
 * The words that open a link. ssh never asks anything: a daemon has no terminal for a question, so keys, agents and known
 * hosts must suffice. What is after the address is for the shell of the host.
 */
export function linkCommand(host: Host): readonly string[] {
  if ("command" in host) return host.command;
  return [...sshWords(host), `${programWord(host.program)} connect`];
}

function sshWords({ options, ssh }: SshHost): string[] {
  const batch = ["-T", "-o", "BatchMode=yes", "-o", `ConnectTimeout=${SSH_TIMEOUT_S}`];
  return ["ssh", ...batch, ...options, "--", ssh];
}

/**
 * The words that run a script of POSIX sh on the host. The login shell there may be any other, so the script is one line
 * without quotes, backslashes and exclamation marks, which every shell passes on from between single quotes. Undefined: the
 * command of the host does not end with `mullion connect`, so nothing else can take the place of that.
 */
export function shellCommand(host: Host, script: string): readonly string[] | undefined {
  if (/['\\!\n]/.test(script)) throw new Error("a shell could read this script in another way");
  if (!("command" in host)) return [...sshWords(host), `exec sh -c '${script}'`];
  const words = wordsBeforeProgram(host);
  return words && [...words, "sh", "-c", script];
}

/** The host, reached through another `mullion` there. */
export function withProgram(host: Host, program: string): Host {
  if (!("command" in host)) return { ...host, program };
  return { ...host, command: [...(wordsBeforeProgram(host) ?? []), program, "connect"] };
}

/** The program there; undefined: the command of the host does not show it. */
export function programOf(host: Host): string | undefined {
  if (!("command" in host)) return host.program;
  return wordsBeforeProgram(host) && host.command.at(-2);
}

function wordsBeforeProgram({ command }: CommandHost): readonly string[] | undefined {
  const [program = "", connect] = command.slice(-2);
  const isOurs = connect === "connect" && /(?:^|\/)mullion$/.test(program) && command.length > 2;
  return isOurs ? command.slice(0, -2) : undefined;
}

/** How a person tries the same by hand, where ssh may ask. */
export function commandByHand(host: Host): string {
  const words =
    "command" in host
      ? host.command
      : ["ssh", ...host.options, "--", host.ssh, `${programWord(host.program)} version`];
  return words.map(quoteWord).join(" ");
}

/**
 * Variables that name an instance, a pane or a team of this machine. nsenter, bwrap and chroot pass on everything that they
 * get, and a `mullion` on the host must not look for its daemon here.
 */
const OF_THIS_MACHINE = /^(?:MULLION_\w+|TMUX(?:_PANE|_TMPDIR)?|CLAUDE_PANE_BACKEND(?:_\w+)?)$/;

/** What of the caller's environment the program of the link gets: ssh, kubectl and docker need their settings. */
export function linkEnvironment(
  host: Host,
  environment: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const hides = "hides" in host ? host.hides : undefined;
  const hidden = new RegExp(hides === undefined ? OF_THIS_MACHINE : `${OF_THIS_MACHINE.source}|${hides}`);
  return new Map([...environment].filter(([name]) => !hidden.test(name)));
}

export function describeHost(host: Host): string {
  return "command" in host ? host.command.map(quoteWord).join(" ") : host.ssh;
}

/** Of the shell there: a leading ~/ stands for the home directory of its user. */
function programWord(program: string): string {
  return program.startsWith("~/") ? `~/${quoteWord(program.slice(2))}` : quoteWord(program);
}
