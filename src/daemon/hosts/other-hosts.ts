import { dirname, join } from "node:path";
import type { CliHosts } from "../../cli/context.ts";
import { HostView } from "../../cli/hosts/host-view.ts";
import { ownAgentsDirectory } from "../../cli/own-agents.ts";
import { routeCall } from "../../cli/route-call.ts";
import { attempt } from "../../core/attempt.ts";
import { MuxError } from "../../core/errors.ts";
import { splitWords } from "../../core/text/shell-words.ts";
import type { OtherMachines } from "../../doors/http/host.ts";
import { askHost } from "../../hosts/ask-host.ts";
import { FarLinks, type FarOptions } from "../../hosts/far-links.ts";
import { FollowedCall } from "../../hosts/followed-call.ts";
import { describeHost, type Host } from "../../hosts/host.ts";
import type { HostLink, HostLinkState } from "../../hosts/host-link.ts";
import { HostLinks } from "../../hosts/host-links.ts";
import { HostsFile } from "../../hosts/hosts-file.ts";
import { LinkDuplex } from "../../hosts/link-duplex.ts";
import { LINK_DOOR } from "../../hosts/link-wire.ts";
import { type CallRelay, RelayedCall, type RelayedClient, rejectCall } from "../../hosts/relayed-call.ts";
import { programs } from "../../package/programs.ts";
import type { ClaimedPlace, FarHosts, PlaceOrder } from "../../panes/host.ts";
import { AgentJobs } from "../../places/agent-jobs.ts";
import { PlacedCall } from "../../places/placed-call.ts";
import { describeJob, PlacedJobs } from "../../places/placed-jobs.ts";
import { PlacedJobsFile } from "../../places/placed-jobs-file.ts";
import { slurm } from "../../places/slurm.ts";
import { ProtocolError } from "../../protocol/errors.ts";
import type { Result } from "../../protocol/methods.ts";
import type { PageHost } from "../../protocol/page.ts";
import { LEVEL } from "../../protocol/version.ts";
import type { Hello } from "../../wire/client-wire.ts";
import type { DaemonPaths } from "../paths.ts";
import { daemonEnvironment, engineDirectory } from "../system/daemon-environment.ts";
import { randomId } from "../system/random-id.ts";
import { openFarBackend } from "./far-backend.ts";

/** Below the 60 seconds after which many clients give up a request. */
const AGENT_WAIT_S = 45;

/** Both sides of other machines: the hosts that this daemon reaches, and the links of daemons that it is a host of. */
export class OtherHosts {
  readonly jobs: PlacedJobs;
  readonly #links: HostLinks;
  readonly #far: FarLinks;
  /** A host that was changed has another link, and so another view. */
  readonly #views = new WeakMap<HostLink, HostView>();
  readonly #program: string;
  readonly #agentJobs: AgentJobs;
  readonly #relays = new Set<CallRelay>();
  #onEnded: ((name: string) => void) | undefined;
  #isEnding = false;
  /** Links of jobs whose loss is watched. */
  readonly #watched = new WeakSet<HostLink>();

  constructor({ stateDir, socket, root }: DaemonPaths, version: string) {
    const configuration = dirname(ownAgentsDirectory(process.env));
    this.#program = programs(root).mullion;
    this.jobs = new PlacedJobs({
      file: new PlacedJobsFile(join(stateDir, "places.json")),
      engines: [slurm],
      environment: daemonEnvironment(),
      onRunning: () => this.#links.noteChange(),
      onLost: (name) => this.#onJobLost(name),
      complaintsOf: (name) => this.#links.opened(name)?.complaints,
      now: () => Date.now(),
    });
    this.#agentJobs = new AgentJobs({
      jobs: this.jobs,
      waitMs: 1000 * (Number(process.env.MULLION_PLACE_WAIT_S) || AGENT_WAIT_S),
      newRequest: () => randomId().toString(16),
      link: (name) => this.#to(name),
    });
    const file = new HostsFile(join(configuration, "hosts.json"), this.jobs);
    this.#links = new HostLinks(file, join(stateDir, "link-origin"), daemonEnvironment());
    const login = engineLogin();
    this.#far = new FarLinks({ socketPath: socket, version, level: LEVEL, ...(login && { login }) });
  }

  /** Takes over a call of `mullion` that is about another host. */
  relay(hello: Hello, client: RelayedClient): CallRelay | undefined {
    const relay = this.#relayOf(hello, client);
    if (!relay) return undefined;
    this.#relays.add(relay);
    client.onGone(() => this.#relays.delete(relay));
    return relay;
  }

  #relayOf(hello: Hello, client: RelayedClient): CallRelay | undefined {
    if (hello.program !== "mullion" || this.#isEnding) return undefined;
    try {
      const route = routeCall(hello.argv, () => [...this.#links.file.all(), ...this.#absentJobs()]);
      if (!route) return undefined;
      const { host, names, ...rest } = route;
      const placed = rest.argv[0] === "run" && !this.#links.file.find(host) && this.jobs.engineOf(host);
      const named = names && ((line: string) => names(line, host));
      if (!placed) return new RelayedCall({ hello, client, link: this.#to(host), ...rest, names: named });
      const order = { jobs: this.jobs, program: this.#program, argv: rest.argv, names, ...placed };
      return new PlacedCall({ hello, client, ...order, link: (name) => this.#to(name) });
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
      return rejectCall(client, error.message);
    }
  }

  /** Throws MuxError if there is no such host, and with what happened to it if it is a job that does not run. */
  #to(name: string): HostLink {
    const job = this.jobs.find(name);
    if (job && job.state.kind !== "running") throw new MuxError("no-such-target", describeJob(job));
    return this.#watch(this.#links.to(name));
  }

  /** The loss of a job's link says that something happened to the job. */
  #watch(link: HostLink): HostLink {
    const { name } = link.host;
    if (this.#watched.has(link) || !this.jobs.find(name)) return link;
    this.#watched.add(link);
    link.onChange(({ kind }) => {
      if (kind === "unreachable") void this.jobs.onLinkLost(name);
    });
    return link;
  }

  #onJobLost(name: string): void {
    this.#links.drop(name);
    this.#onEnded?.(name);
  }

  #claim({ place, team, cwd, gone }: PlaceOrder): Promise<ClaimedPlace> | undefined {
    const placed = this.#links.file.find(place) ? undefined : this.jobs.engineOf(place);
    if (!placed) return undefined;
    const options = splitWords(placed.options);
    const job = { options, environment: daemonEnvironment(), cwd, program: this.#program };
    return this.#agentJobs.claim({ ...job, engine: placed.engine, team, gone }).then((claimed) => {
      if (claimed.kind === "late") throw new ProtocolError("host-unreachable", claimed.sentence);
      return { host: claimed.name, settle: claimed.settle };
    });
  }

  /** Names of jobs that do not run: a call to one of them learns why. */
  #absentJobs(): readonly Host[] {
    const absent = this.jobs.all().filter(({ state }) => state.kind !== "running");
    return absent.map(({ name }) => ({ name, command: [] }));
  }

  /** The daemons of hosts, as the native doors use them. */
  get forDoors(): FarHosts {
    return {
      names: () => this.#links.file.all().map(({ name }) => name),
      described: () => this.#links.all().map(describeLink),
      onChange: (listener) => void this.#links.onChange(listener),
      onEnded: (listener) => {
        this.#onEnded = listener;
        for (const { name, ended } of this.jobs.all()) if (ended) listener(name);
      },
      check: (name) => void this.#to(name),
      claim: (order) => this.#claim(order),
      open: (order) => openFarBackend({ origin: this.#links.origin, to: (name) => this.#to(name) }, order),
    };
  }

  /** The hosts, as pages show them. */
  get forPages(): OtherMachines {
    return {
      described: () => attempt(() => this.#links.all().map(describeForPage)) ?? [],
      onChange: (listener) => this.#links.onChange(listener),
      connect: async (name, options) => {
        const session = await this.#to(name).reach({ ...options, starts: false });
        options.signal.throwIfAborted();
        return new LinkDuplex(session.open(LINK_DOOR.SOCKET, false));
      },
      onCut: (name, listener) => {
        const link = this.#links.to(name);
        const look = ({ kind }: HostLinkState) => {
          if (kind === "connected" || kind === "connecting") return;
          stop();
          listener(link.unreachable().message);
        };
        const stop = link.onChange(look);
        look(link.state);
        return stop;
      },
    };
  }

  get forVerbs(): CliHosts {
    const links = this.#links;
    return {
      file: links.file,
      link: (name) => this.#to(name),
      views: () => links.all().map((link) => this.#viewOf(this.#watch(link))),
      onChange: (listener) => links.onChange(listener),
      drop: (name) => links.drop(name),
      follow: (name, call) => new FollowedCall(this.#to(name), { ...call, requestId: randomId }),
      ask: (name, question) => askHost(this.#to(name), { ...question, requestId: randomId() }),
      serve: (invocation) => this.#far.serve(invocation),
    };
  }

  #viewOf(link: HostLink): HostView {
    const view = this.#views.get(link) ?? new HostView(link, randomId);
    this.#views.set(link, view);
    return view;
  }

  /** The far ends of links that other machines have opened. */
  get served(): Pick<FarLinks, "isPipe" | "idle"> {
    return this.#far;
  }

  /** From now on, `relay` leaves new calls to the daemon, which rejects them. */
  relayNoMore(): void {
    this.#isEnding = true;
  }

  /**
   * Answers every call that `relay` has taken over, so that no client repeats its request to a new daemon, and every request
   * that waits for a job.
   */
  async dismiss(sentence: string): Promise<void> {
    const relayed = [...this.#relays].map((relay) => relay.dismiss(sentence));
    await Promise.all([...relayed, this.#agentJobs.dismiss(sentence)]);
  }

  /** Ends the links of both sides. The other side of each shows the reason. */
  stop(reason: string): void {
    this.jobs.stop();
    this.#links.stop();
    this.#far.stop(reason);
  }
}

/** In the job of an engine, calls run in the directory and the environment that the engine gave to the job. */
function engineLogin(): FarOptions["login"] {
  if (!process.env.MULLION_PLACE) return undefined;
  return { environment: daemonEnvironment(), cwd: engineDirectory() };
}

function describeForPage({ host: { name }, state }: HostLink): PageHost {
  if (state.kind !== "unreachable") return { name, state: state.kind };
  return { name, state: state.kind, since: state.since, reason: state.reason };
}

function describeLink({ host, state }: HostLink): Result<"mullion.hosts">["hosts"][number] {
  const about = { name: host.name, address: describeHost(host), state: state.kind };
  if (state.kind === "unreachable") return { ...about, since: state.since, reason: state.reason };
  if (state.kind !== "connected") return about;
  const { since, latencyMs, welcome } = state;
  const { version, level } = welcome;
  return { ...about, since, version, level, ...(latencyMs !== undefined && { latency_ms: latencyMs }) };
}
