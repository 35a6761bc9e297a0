import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { attempt } from "../core/attempt.ts";
import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import type { Host } from "./host.ts";
import { HostLink } from "./host-link.ts";
import type { HostsFile } from "./hosts-file.ts";

/** The links of a daemon, one for each host that a call has needed. */
export class HostLinks {
  readonly file: HostsFile;
  readonly #originPath: string;
  readonly #environment: ReadonlyMap<string, string>;
  readonly #links = new Map<string, HostLink>();
  readonly #changed = new Set<() => void>();
  #origin: string | undefined;

  /** `originPath`: the file that identifies this installation to its hosts. `environment`: of the daemon. */
  constructor(file: HostsFile, originPath: string, environment: ReadonlyMap<string, string>) {
    this.file = file;
    this.#originPath = originPath;
    this.#environment = environment;
    file.onWritten = () => this.noteChange();
  }

  /** Throws MuxError if there is no such host. A host that was changed in the file gets a new link. */
  to(name: string): HostLink {
    const hosts = this.file.all();
    const host = hosts.find((each) => each.name === name);
    if (!host) throw new MuxError("no-such-target", noHost(name, hosts));
    return this.#linkTo(host);
  }

  /** The link to a host, if a call has needed it. */
  opened(name: string): HostLink | undefined {
    return this.#links.get(name);
  }

  /** In the order of the file. */
  all(): readonly HostLink[] {
    return this.file.all().map((host) => this.#linkTo(host));
  }

  /** Calls `listener` when a host is new, changed or removed, and when a link is another kind of state. */
  onChange(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  #linkTo(host: Host): HostLink {
    const { name } = host;
    const known = this.#links.get(name);
    if (known && JSON.stringify(known.host) === JSON.stringify(host)) return known;
    known?.stop();
    // Two names may lead to one machine, which must not take the link of one for the next link of the other.
    const origin = createHash("sha256").update(`${this.origin} ${name}`).digest("hex");
    const link = new HostLink(host, origin, this.#environment);
    this.#links.set(name, link);
    let before = link.state.kind;
    link.onChange(({ kind }) => {
      // A link also reports each measured latency.
      if (kind !== before) this.noteChange();
      before = kind;
    });
    this.noteChange();
    return link;
  }

  /** Hosts of an engine came or went. */
  noteChange(): void {
    for (const listener of [...this.#changed]) listener();
  }

  /** Closes the link to a host; its calls are lost. */
  drop(name: string): void {
    this.#links.get(name)?.stop();
    this.#links.delete(name);
    this.noteChange();
  }

  stop(): void {
    for (const name of [...this.#links.keys()]) this.drop(name);
  }

  /** Random and kept: a host replaces the session of a daemon that died with that of the next one. */
  get origin(): string {
    this.#origin ??= readOrigin(this.#originPath) ?? newOrigin(this.#originPath);
    return this.#origin;
  }
}

function noHost(name: string, hosts: readonly Host[]): string {
  const known = hosts.map((host) => host.name).join(", ");
  const hint = known === "" ? "mullion host add adds one" : `there are ${known}`;
  return `there is no host ${legible(name)}: ${hint}`;
}

function readOrigin(path: string): string | undefined {
  const text = attempt(() => readFileSync(path, "utf8"))?.trim() ?? "";
  return /^[0-9a-f]{32}$/.test(text) ? text : undefined;
}

function newOrigin(path: string): string {
  const origin = randomBytes(16).toString("hex");
  try {
    writeFileSync(path, `${origin}\n`, { mode: 0o600 });
  } catch {
    // A full disk: the next daemon has another origin, and its hosts drop the old session after a while.
  }
  return origin;
}
