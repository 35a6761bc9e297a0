import { MuxError } from "../../core/errors.ts";
import { momentText } from "../../core/text/moment.ts";
import { splitWords } from "../../core/text/shell-words.ts";
import {
  checkAddress,
  checkHostName,
  commandByHand,
  DEFAULT_PROGRAM,
  describeHost,
  type Host,
  programOf,
} from "../../hosts/host.ts";
import type { HostLink, HostLinkState } from "../../hosts/host-link.ts";
import { columns } from "../columns.ts";
import { EXIT_STATUS, UsageError } from "../exit-status.ts";
import { offerSetUp, type SetUpOutcome } from "../host-set-up.ts";
import { installedText, upgradeHosts, versionSkew } from "../host-upgrade.ts";
import { age } from "../quantities.ts";
import { defineHotVerb, type HotCall, JSON_OPTION } from "../verb.ts";

const ACTIONS = ["add", "ls", "show", "rm", "doctor", "upgrade"] as const;

export const host = defineHotVerb({
  name: "host",
  summary: "other machines: add them, set them up, list them, find out why one is unreachable",
  operands: "add|ls|show|rm|doctor|upgrade [NAME] [ssh://[USER@]HOST[:PORT] [-- SSH-OPTION…]]",
  count: [1, Number.POSITIVE_INFINITY],
  completes: ACTIONS,
  options: {
    command: {
      value: "WORDS",
      summary:
        "reach the host with this program instead of ssh; its standard streams lead to mullion connect",
    },
    program: { value: "PATH", summary: "mullion on the host, where it is not on the PATH (for ssh)" },
    force: {
      short: "f",
      summary: "add: replace a host of the same name; upgrade: whatever version is there",
    },
    "set-up": { summary: "install Mullion on a host that has none, without asking" },
    "no-set-up": { summary: "do not look whether the host has Mullion, and do not ask" },
    all: { summary: "upgrade: every host" },
    json: JSON_OPTION,
  },
  notes: [
    "A host is any machine, container or pod that can run mullion connect with a pipe to this one. Its panes belong to its own daemon, and go on when the connection ends. In other verbs build/%3 and build/web are targets on the host build; run --on, ls --host and --all-hosts name hosts too. With --wait such a call waits for an unreachable host instead of failing.",
    "ssh is OpenSSH with your own configuration, keys and agent. It runs with BatchMode, so it asks for no password and no confirmation: connect once by hand before you add a host. Nothing listens on a network port, and no password or key is stored.",
    "add, doctor and upgrade offer to set up a host that has no Mullion: this machine's package goes over the same connection into ~/.local of the user there, is checked by its hash, and is used only once it is complete. The host needs Node and tar; nothing runs as another user, and nothing is downloaded. upgrade brings a host to this machine's version, and its daemon is replaced with every pane alive.",
    "WORDS are split as a shell does, but no shell runs them and nothing is expanded.",
    "A link opens at the first call that needs it and stays open for ten minutes after the last. When it is cut it comes back by itself, and what was under way goes on: nothing is lost or done twice.",
  ],
  exits: { 1: "also: doctor cannot reach the host, or upgrade has failed on one" },
  examples: [
    ["mullion host add build ssh://me@build.example", "over ssh"],
    ["mullion host add gpu ssh://gpu -- -J jump.example", "further words for ssh"],
    ["mullion host add pod --command 'kubectl exec -i agents-0 -- mullion connect'", "over any program"],
    ["mullion host add cloud ssh://ubuntu@cloud.example --set-up", "and install Mullion there"],
    ["mullion host doctor build", "version, latency, or what is wrong"],
    ["mullion host upgrade --all", "bring every host to this version, with its panes alive"],
    ["mullion run --on build -- make", "then: mullion attach build/"],
  ],
  async run(call) {
    const [action = "", ...rest] = call.operands;
    const run = Object.hasOwn(actions, action) ? actions[action as Action] : undefined;
    if (!run)
      throw new UsageError(`host has no ${JSON.stringify(action)}: it is one of ${ACTIONS.join(", ")}`);
    return await run(call, rest);
  },
});

type Action = (typeof ACTIONS)[number];
type Run = (call: HotCall, operands: readonly string[]) => Promise<number | undefined> | undefined;

const actions: Readonly<Record<Action, Run>> = { add, ls: list, show, rm: remove, doctor, upgrade };

async function add(
  call: HotCall,
  [name, address, ...sshOptions]: readonly string[],
): Promise<number | undefined> {
  const { context, options, print, invocation } = call;
  if (name === undefined) throw new UsageError("host add needs a name and an address");
  checkHostName(name);
  const host = newHost(name, address, sshOptions, options);
  // A repeated request finds the host that its first attempt has added.
  const isReplaced = context.hosts.file.put(host, { replace: Boolean(options.force) || invocation.retry });
  if (isReplaced) context.hosts.drop(name);
  // A program that does not show how to run another one there needs no look.
  const looks = !options["no-set-up"] && programOf(host) !== undefined;
  const outcome = looks ? await offerSetUp(call, host) : undefined;
  if (options.json) {
    const { name: _, ...entry } = context.hosts.link(name).host;
    print(JSON.stringify({ name, ...entry, ...(outcome && { mullion: outcome.kind }) }));
  } else print(`Host ${name} is ${describeHost(host)}. ${nextStep(host, outcome)}`);
  return undefined;
}

function nextStep(host: Host, outcome: SetUpOutcome | undefined): string {
  if (outcome?.kind === "absent") return outcome.advice;
  const doctor = `mullion host doctor ${host.name} tries it.`;
  if (outcome?.kind === "installed") return `${installedText(host, outcome.version)} ${doctor}`;
  return outcome?.kind === "unknown" ? `It does not answer now (${outcome.reason}): ${doctor}` : doctor;
}

function newHost(
  name: string,
  address: string | undefined,
  sshOptions: readonly string[],
  { command, program }: HotCall["options"],
): Host {
  if (typeof command === "string") {
    if (address !== undefined || program !== undefined)
      throw new UsageError("--command stands alone, without an address and --program");
    const words = splitWords(command);
    if (words.length === 0) throw new UsageError("--command is empty");
    return { name, command: words };
  }
  if (address === undefined)
    throw new UsageError("host add needs an address (ssh://[USER@]HOST[:PORT]) or --command");
  const path = typeof program === "string" && program !== "" ? program : DEFAULT_PROGRAM;
  return { name, ssh: checkAddress(address), options: sshOptions, program: path };
}

function list({ context, options, print, terminal }: HotCall, extra: readonly string[]): undefined {
  noMore("ls", extra);
  const links = context.hosts.file.all().map(({ name }) => context.hosts.link(name));
  if (options.json) print(JSON.stringify({ hosts: links.map(described) }));
  else if (links.length === 0) print("No hosts: mullion host add NAME ssh://HOST adds one.");
  else
    print(
      columns(
        links.map(({ host, state }) => [
          { text: host.name, paint: terminal.paint.bold },
          { text: [stateText(state), ...skewOf(host.name, state, context.version)].join("; ") },
          { text: describeHost(host), paint: terminal.paint.dim },
        ]),
      ).join("\n"),
    );
}

function show({ context, options, print }: HotCall, [name, ...extra]: readonly string[]): undefined {
  noMore("show", extra);
  const link = context.hosts.link(named("show", name));
  if (options.json) {
    print(JSON.stringify(described(link)));
    return;
  }
  const { host, state, pid } = link;
  const versions =
    state.kind === "connected" ? [`Mullion ${state.welcome.version}, Node ${state.welcome.node}`] : [];
  const carrier = pid === undefined ? [] : [`process ${pid} carries the link`];
  const skew = skewOf(host.name, state, context.version);
  print(
    [`${host.name}: ${stateText(state)}`, describeHost(host), ...versions, ...skew, ...carrier].join("\n"),
  );
}

function skewOf(name: string, state: HostLinkState, ownVersion: string): string[] {
  const skew = state.kind === "connected" ? versionSkew(name, state.welcome, ownVersion) : undefined;
  return skew === undefined ? [] : [skew];
}

function remove({ context, options, print }: HotCall, [name, ...extra]: readonly string[]): undefined {
  noMore("rm", extra);
  const link = context.hosts.link(named("rm", name));
  context.hosts.file.remove(link.host.name);
  context.hosts.drop(link.host.name);
  const text = `Host ${link.host.name} is removed here. Its panes go on.`;
  print(options.json ? JSON.stringify({ removed: link.host.name }) : text);
}

async function doctor(call: HotCall, [name, ...extra]: readonly string[]): Promise<number | undefined> {
  noMore("doctor", extra);
  const { context, options, print } = call;
  const known = named("doctor", name);
  const began = performance.now();
  if (!(await isReached(call, known))) {
    const link = context.hosts.link(known);
    const advice = adviceFor(link);
    if (options.json) print(JSON.stringify({ ...described(link), advice }));
    else print([`${link.host.name}: ${stateText(link.state)}`, ...advice].join("\n"));
    return EXIT_STATUS.failed;
  }
  const link = context.hosts.link(known);
  const reachedMs = Math.round(performance.now() - began);
  await link.measure();
  if (options.json) print(JSON.stringify({ ...described(link), reachedMs }));
  else print([healthText(link, reachedMs), ...skewOf(known, link.state, context.version)].join("\n"));
  return undefined;
}

/** Offers to set the host up, where that is what it lacks. */
async function isReached(call: HotCall, name: string): Promise<boolean> {
  const { context, invocation, options, print } = call;
  for (const isFirst of [true, false]) {
    const link = context.hosts.link(name);
    try {
      await link.reach({ environment: invocation.environment, now: true });
      return true;
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
      const { state, host } = link;
      const hasNone = state.kind === "unreachable" && NO_PROGRAM.test(state.reason);
      if (!isFirst || !hasNone || options["no-set-up"] || programOf(host) === undefined) return false;
      const outcome = await offerSetUp(call, host);
      if (outcome.kind !== "installed") return false;
      if (!options.json) print(installedText(host, outcome.version));
    }
  }
  return false;
}

async function upgrade(call: HotCall, [name, ...extra]: readonly string[]): Promise<undefined> {
  noMore("upgrade", extra);
  if ((name === undefined) !== Boolean(call.options.all))
    throw new UsageError("host upgrade needs the name of a host, or --all");
  await upgradeHosts(call, upgradable(call, name));
}

/** The host of this name, or all of them. A job of an engine runs what its node has. */
function upgradable({ context: { hosts, placed } }: HotCall, name: string | undefined): readonly Host[] {
  if (name === undefined) return hosts.file.all().filter((host) => !placed.find(host.name));
  const { host } = hosts.link(name);
  if (!placed.find(name)) return [host];
  throw new MuxError("not-supported", `${name} is a placed job, which runs the Mullion of its node`);
}

function healthText({ host, state }: HostLink, reachedMs: number): string {
  if (state.kind !== "connected") return `${host.name}: ${stateText(state)}`;
  const { version, level, node } = state.welcome;
  return [
    `${host.name} answers (${reachedMs} ms).`,
    `Mullion ${version}, protocol level ${level}, Node ${node}.`,
    `There and back takes ${milliseconds(state.latencyMs)}.`,
  ].join("\n");
}

/** What ssh, a shell or another program says where there is no `mullion`. */
const NO_PROGRAM = /not found|No such file|Unknown command|status 127/i;

/** What a person can do, from what ssh or the program said. */
function adviceFor({ host, state }: HostLink): string[] {
  const reason = state.kind === "unreachable" ? state.reason : "";
  const known = ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? [];
  return [
    ...known.map((text) => text.replaceAll("NAME", host.name)),
    `Try it by hand: ${commandByHand(host)}`,
  ];
}

const ADVICE: readonly (readonly [reason: RegExp, advice: readonly string[]])[] = [
  [
    /Permission denied/i,
    [
      "ssh may not ask for a password or a passphrase here: add your key to an agent (ssh-add), or to the host (ssh-copy-id).",
    ],
  ],
  [
    /Host key verification failed/i,
    ["The host's key is not known here, or has changed: connect once by hand and check it."],
  ],
  [
    NO_PROGRAM,
    [
      "Mullion is not installed there, or not on the PATH of a shell that runs one command: mullion host upgrade NAME --set-up installs it, or add the host again with --program PATH.",
    ],
  ],
  [
    /connect needs|no verb|client wire|version \d+ of the link/i,
    ["The Mullion there is another version: mullion host upgrade NAME brings it to this one."],
  ],
  [/cannot run/i, ["The program is not installed here, or not on the PATH of this call."]],
  [
    /refused|timed out|No route|unreachable|resolve/i,
    ["The machine is off, elsewhere, or not reachable from this network."],
  ],
];

function described({ host, state, pid }: HostLink) {
  return { ...host, ...(pid !== undefined && { pid }), state };
}

function stateText(state: HostLinkState): string {
  if (state.kind === "unreachable") {
    return `unreachable since ${momentText(state.since, Date.now())}: ${state.reason}`;
  }
  if (state.kind !== "connected") return state.kind;
  return `connected for ${age(state.since, Date.now())}, ${milliseconds(state.latencyMs)}`;
}

function milliseconds(ms: number | undefined): string {
  return ms === undefined ? "unknown" : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function named(action: Action, name: string | undefined): string {
  if (name === undefined) throw new UsageError(`host ${action} needs the name of a host`);
  return name;
}

function noMore(action: Action, extra: readonly string[]): void {
  if (extra.length > 0) throw new UsageError(`host ${action} takes no ${extra[0]}`);
}
