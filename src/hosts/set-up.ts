import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import type { FarMachine } from "./far-machine.ts";
import { runFarScript, type ScriptOptions } from "./far-script.ts";
import { type Host, withProgram } from "./host.ts";

/** A package as one tar archive. */
export interface Parcel {
  /** Names its directory there: parcels with the same name are the same. */
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

type FarOptions = Omit<ScriptOptions, "timeoutMs" | "input">;

const SEND_MS = 600_000;
const UPGRADE_MS = 60_000;
const MAX_SENTENCE_CHARS = 300;

/** Below the home directory of the host. */
const PLACE = ".local/share/mullion";

/**
 * Sends the package to a host, into the home of the user there. The script checks the hash of what arrived before it
 * unpacks it, and runs the program once before it moves the directory to its name: a set-up that was cut off leaves nothing
 * that anything uses. `bin/mullion` there is a link to the newest package, replaced by a rename. A package that is there
 * already is not replaced, and older ones stay, because programs in panes may use them. Returns the host with the program
 * that is installed now.
 */
export async function setUp(
  host: Host,
  { home }: FarMachine,
  parcel: Parcel,
  options: FarOptions,
): Promise<Host> {
  const answer = await runFarScript(host, installation(parcel), {
    ...options,
    input: parcel.bytes,
    timeoutMs: SEND_MS,
  });
  const failed = (why: string) =>
    new MuxError("not-supported", `Mullion was not installed on host ${host.name}: ${why}`);
  if (answer.kind === "failed") throw failed(answer.reason);
  const fault = answer.lines.find((line) => line.startsWith("failed="));
  if (fault !== undefined) throw failed(legible(fault.slice("failed=".length)).slice(0, MAX_SENTENCE_CHARS));
  if (!answer.lines.includes("installed")) throw failed("it gave a wrong answer");
  return withProgram(host, `${home}/${PLACE}/bin/mullion`);
}

/** Lets the daemon of the installed package take over from the one that runs there. Resolves to what it printed. */
export async function upgradeDaemon(host: Host, options: FarOptions): Promise<string> {
  const script = `"$HOME/${PLACE}/bin/mullion" upgrade 2>&1 </dev/null && echo upgraded`;
  const answer = await runFarScript(host, `{ ${script} || :; }`, { ...options, timeoutMs: UPGRADE_MS });
  if (answer.kind === "failed")
    throw new MuxError("not-supported", `the upgrade of host ${host.name} failed: ${answer.reason}`);
  const isDone = answer.lines.at(-1) === "upgraded";
  const said = legible((isDone ? answer.lines.slice(0, -1) : answer.lines).join(" "));
  if (isDone) return said.slice(0, MAX_SENTENCE_CHARS);
  throw new MuxError(
    "not-supported",
    `the daemon on host ${host.name} was not replaced: ${said.slice(0, MAX_SENTENCE_CHARS)}`,
  );
}

/** Runs as the user who logs in there, and never as another one. `$$` keeps two set-ups apart. */
function installation({ name, sha256 }: Parcel): string {
  return [
    "umask 077",
    `d="$HOME/${PLACE}"`,
    `n="$d/${name}"`,
    't="$d/.new-$$"',
    'clean() { rm -rf "$t"; }',
    'fail() { echo "failed=$1"; clean; cat >/dev/null; exit 0; }',
    'mkdir -p "$d/bin" "$HOME/.local/bin" 2>/dev/null',
    // What a set-up that was killed left behind.
    'find "$d" -name ".new-*" -prune -mtime +0 -exec rm -rf {} + 2>/dev/null',
    "trap clean 0",
    'trap "exit 1" 1 2 13 15',
    `if [ -d "$n" ]; then cat >/dev/null; else ${unpacking(sha256)}; fi`,
    linking(name),
    "echo installed",
  ].join("; ");
}

function unpacking(sha256: string): string {
  return [
    'mkdir -p "$t/package" && cat >"$t/tar" || fail "there is no room, or $d cannot be written"',
    'if command -v sha256sum >/dev/null 2>&1; then h=$(sha256sum <"$t/tar")',
    'elif command -v shasum >/dev/null 2>&1; then h=$(shasum -a 256 <"$t/tar")',
    'else h=$(openssl dgst -sha256 <"$t/tar"); fi',
    `case $h in *${sha256}*) ;; *) fail "what arrived is not what was sent";; esac`,
    '(cd "$t/package" && tar xf ../tar) || fail "tar cannot unpack it"',
    's=$("$t/package/npm-bin/mullion" version 2>&1 </dev/null) || fail "$s"',
    '[ -d "$n" ] || mv "$t/package" "$n" || fail "$n cannot be made"',
  ].join("; ");
}

/** A program of another installation in ~/.local/bin stays. */
function linking(name: string): string {
  return [
    "for p in mullion mullion-pane-backend",
    `do ln -s "../${name}/npm-bin/$p" "$d/bin/.$p-$$" && mv -f "$d/bin/.$p-$$" "$d/bin/$p" || fail "$d/bin cannot be written"`,
    'l="$HOME/.local/bin/$p"',
    '[ -e "$l" ] || [ -h "$l" ] || ln -s "../share/mullion/bin/$p" "$l" || :',
    "done",
  ].join("; ");
}
