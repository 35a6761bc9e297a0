import { MuxError } from "../core/errors.ts";
import { type FarMachine, inspectMachine } from "../hosts/far-machine.ts";
import type { Host } from "../hosts/host.ts";
import { setUp } from "../hosts/set-up.ts";
import { isOldNode, OLDEST_NODE } from "../package/old-node.ts";
import { NoArchive, type PackageArchive, packageArchive } from "../package/package-archive.ts";
import { bytesText } from "./quantities.ts";
import type { HotCall } from "./verb.ts";

/** What is known of Mullion on a host, and what was done about it. */
export type SetUpOutcome =
  /** It is there. */
  | { readonly kind: "present" }
  /** It is not there, and stays so. `advice` says what to do. */
  | { readonly kind: "absent"; readonly advice: string }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "installed"; readonly version: string };

/** Time for ssh and for a few programs there. */
const INSPECT_MS = 20_000;

/**
 * Looks whether Mullion is on a host, and offers to set it up: it asks on a terminal, does it with --set-up, and says how
 * where it cannot ask.
 */
export async function offerSetUp(call: HotCall, host: Host): Promise<SetUpOutcome> {
  const machine = await inspect(call, host);
  if ("reason" in machine) return { kind: "unknown", reason: machine.reason };
  if (machine.hasProgram) return { kind: "present" };
  if (!(await isWanted(call, host, machine))) return { kind: "absent", advice: advice(host) };
  const { version } = await install(call, host, machine);
  return { kind: "installed", version };
}

export async function inspect(call: HotCall, host: Host): Promise<FarMachine | { readonly reason: string }> {
  const stop = call.terminal.progress(() => `looking at host ${host.name}`);
  try {
    return await inspectMachine(host, { ...callerOf(call), timeoutMs: INSPECT_MS });
  } finally {
    stop();
  }
}

/** Sends this machine's package to the host, and records the program there. */
export async function install(call: HotCall, host: Host, machine: FarMachine): Promise<PackageArchive> {
  const { context, terminal } = call;
  const archive = archiveFor(host, machine, context.paths.root);
  let sent = 0;
  const size = archive.bytes.length;
  const stop = terminal.progress(
    () => `sending Mullion ${archive.version} to ${host.name}: ${bytesText(sent)} of ${bytesText(size)}`,
  );
  const onSent = (bytes: number) => {
    sent = bytes;
  };
  try {
    const ready = await setUp(host, machine, archive, { ...callerOf(call), onSent });
    if (JSON.stringify(ready) !== JSON.stringify(host)) context.hosts.file.put(ready, { replace: true });
    return archive;
  } finally {
    stop();
  }
}

function archiveFor(host: Host, machine: FarMachine, root: string): PackageArchive {
  const { platform, system, node, missing } = machine;
  const cannot = (why: string) => new MuxError("not-supported", `host ${host.name} cannot be set up: ${why}`);
  if (platform === undefined) throw cannot(`there is no Mullion for ${system || "its system"}`);
  if (node === undefined || isOldNode(node)) {
    const found = node === undefined ? "Node is not there" : `Node ${node} there is too old`;
    throw cannot(
      `${found}: put Node ${OLDEST_NODE} or newer on the PATH of a shell that runs one command, then call this again`,
    );
  }
  if (missing.length > 0) throw cannot(`it has no ${missing.join(" and no ")}`);
  try {
    return packageArchive(root, platform);
  } catch (error) {
    if (error instanceof NoArchive) throw cannot(error.message);
    throw error;
  }
}

async function isWanted(call: HotCall, host: Host, { home }: FarMachine): Promise<boolean> {
  const { options, invocation } = call;
  if (options["set-up"]) return true;
  if (options["no-set-up"] || options.json || !invocation.tty.stdin || !invocation.tty.stdout) return false;
  call.print(`Mullion is not on host ${host.name}. Send this machine's into ${home}/.local there? [y/N]`);
  return /^y(es)?$/i.test((await readLine(call)).trim());
}

/** One line that a person types. */
function readLine({ invocation, gone }: HotCall): Promise<string> {
  return new Promise((resolve) => {
    let typed = "";
    const settle = () => {
      stop();
      resolve(typed);
    };
    const stop = invocation.stdin.relay({
      onData(bytes) {
        typed += Buffer.from(bytes).toString();
        if (typed.includes("\n")) settle();
      },
      onEnd: settle,
    });
    gone.addEventListener("abort", settle, { once: true });
  });
}

function advice({ name }: Host): string {
  return `Mullion is not on host ${name}: mullion host upgrade ${name} --set-up sends this machine's into the home directory there.`;
}

export function callerOf({ invocation, gone }: HotCall) {
  return { environment: invocation.environment, signal: gone };
}
