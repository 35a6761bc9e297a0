import { MuxError } from "../core/errors.ts";
import type { Host } from "../hosts/host.ts";
import type { LinkWelcome } from "../hosts/link-wire.ts";
import { upgradeDaemon } from "../hosts/set-up.ts";
import { LEVEL } from "../protocol/version.ts";
import { callerOf, inspect, install, offerSetUp } from "./host-set-up.ts";
import type { HotCall } from "./verb.ts";

/** Brings hosts to this machine's version, one after the other. Throws MuxError with the failures, after the last host. */
export async function upgradeHosts(call: HotCall, hosts: readonly Host[]): Promise<void> {
  const failures: string[] = [];
  for (const host of hosts) {
    try {
      call.print(await upgradeHost(call, host));
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
      failures.push(error.message);
    }
  }
  if (failures.length > 0) throw new MuxError("not-supported", failures.join("; "));
}

/** Resolves to a sentence about what was done. */
async function upgradeHost(call: HotCall, host: Host): Promise<string> {
  const { context, options } = call;
  const outcome = await offerSetUp(call, host);
  if (outcome.kind === "absent") throw new MuxError("not-supported", outcome.advice.replace(/\.$/, ""));
  if (outcome.kind === "unknown")
    throw new MuxError("not-supported", `host ${host.name} cannot be reached: ${outcome.reason}`);
  if (outcome.kind === "installed") return installedText(host, outcome.version);
  const there = await welcomeOf(call, host.name);
  if (there && !options.force) {
    const order = compareVersions(there.version, context.version);
    if (order === 0) return `Host ${host.name} runs Mullion ${there.version} already.`;
    if (order > 0)
      throw new MuxError(
        "not-supported",
        `host ${host.name} runs Mullion ${there.version}, which is newer than ${context.version} here: upgrade this machine, or use --force`,
      );
  }
  return await replace(call, host);
}

async function replace(call: HotCall, host: Host): Promise<string> {
  const { context } = call;
  const machine = await inspect(call, host);
  if ("reason" in machine)
    throw new MuxError("not-supported", `host ${host.name} cannot be reached: ${machine.reason}`);
  const { version } = await install(call, host, machine);
  const stop = call.terminal.progress(() => `the new daemon takes over on ${host.name}`);
  const said = await upgradeDaemon(host, callerOf(call)).finally(stop);
  // The link to the previous daemon has ended, or leads to a program that is not used any more.
  context.hosts.drop(host.name);
  const now = await welcomeOf(call, host.name);
  if (now?.version !== version)
    throw new MuxError(
      "not-supported",
      `host ${host.name} was upgraded, but ${now ? `runs ${now.version}` : "is not reached now"}: mullion host doctor ${host.name} says more`,
    );
  return `${host.name}: ${said}`;
}

export function installedText({ name }: Host, version: string): string {
  return `Mullion ${version} is installed on host ${name}.`;
}

/** What the daemon there says about itself; undefined: there is no link, or it speaks another version of it. */
async function welcomeOf({ context, invocation }: HotCall, name: string): Promise<LinkWelcome | undefined> {
  const link = context.hosts.link(name);
  try {
    await link.reach({ environment: invocation.environment, now: true });
  } catch (error) {
    if (!(error instanceof MuxError)) throw error;
  }
  return link.state.kind === "connected" ? link.state.welcome : undefined;
}

/** How the Mullion there differs from this one; undefined: it does not. */
export function versionSkew(
  name: string,
  { version, level }: LinkWelcome,
  ownVersion: string,
): string | undefined {
  if (version === ownVersion && level === LEVEL) return undefined;
  const levels = level === LEVEL ? "" : `, and calls use level ${Math.min(level, LEVEL)} of the protocol`;
  const isNewer = compareVersions(version, ownVersion) > 0;
  const advice = isNewer ? "upgrade this machine" : `mullion host upgrade ${name} brings it to this version`;
  return `Mullion ${version} there, ${ownVersion} here${levels}: ${advice}`;
}

/** By number, part for part. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) =>
    version.split(/[.+-]/).map((part) => Number.parseInt(part, 10)),
  );
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] || 0) - (right?.[at] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
