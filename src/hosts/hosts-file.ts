import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { MuxError } from "../core/errors.ts";
import { legible } from "../core/text/legible.ts";
import { checkAddress, checkHostName, DEFAULT_PROGRAM, type Host } from "./host.ts";

/** Hosts that are in no file, because an engine gives and takes them. */
export interface PlacedHosts {
  hosts(): readonly Host[];
  /** The engine whose jobs have names like this one; undefined: a person may use the name. */
  ownerOf(name: string): string | undefined;
}

const NONE: PlacedHosts = { hosts: () => [], ownerOf: () => undefined };

/**
 * The hosts that a person has added, in a file of the configuration directory that people may edit, copy and keep under
 * version control: it holds no password, no key and no state.
 *
 *   { "hosts": { "build": { "ssh": "ssh://me@build.example" }, "pod": { "command": ["kubectl", "exec", …] } } }
 *
 * It is read whenever a call may be about a host, so an edit takes effect at once.
 */
export class HostsFile {
  readonly path: string;
  readonly #placed: PlacedHosts;
  /** Called after each change that this daemon made. */
  onWritten: () => void = () => {};

  constructor(path: string, placed = NONE) {
    this.path = path;
    this.#placed = placed;
  }

  /**
   * In the order of the file, then those of engines. Throws MuxError if the file cannot be used. People may edit the file, and
   * an engine may number a job as a host is named there: the name is the job's while it runs, or its calls would run
   * elsewhere.
   */
  all(): readonly Host[] {
    const placed = this.#placed.hosts();
    const names = new Set(placed.map(({ name }) => name));
    return [...this.#own().filter(({ name }) => !names.has(name)), ...placed];
  }

  #own(): readonly Host[] {
    try {
      return parseHosts(JSON.parse(readFileSync(this.path, "utf8")));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return [];
      throw new MuxError("bad-value", `${this.path} cannot be used: ${legible(message)}`);
    }
  }

  find(name: string): Host | undefined {
    return this.all().find((host) => host.name === name);
  }

  /** Returns whether a host of this name was replaced. */
  put(host: Host, { replace }: { readonly replace: boolean }): boolean {
    this.#checkOwn(host.name);
    this.#checkFree(host.name);
    // What the file could not be read with would make all other hosts unusable too.
    parseHost(host.name, host);
    const own = this.#own();
    const others = own.filter(({ name }) => name !== host.name);
    const isThere = others.length < own.length;
    if (isThere && !replace)
      throw new MuxError("name-taken", `there is a host ${host.name} already: --force replaces it`);
    this.#write([...others, host]);
    return isThere;
  }

  remove(name: string): void {
    this.#checkOwn(name);
    this.#write(this.#own().filter((host) => host.name !== name));
  }

  #checkOwn(name: string): void {
    if (!this.#placed.hosts().some((host) => host.name === name)) return;
    throw new MuxError("name-taken", `${name} is a placed job: mullion place rm ${name} ends it`);
  }

  #checkFree(name: string): void {
    const engine = this.#placed.ownerOf(name);
    if (engine === undefined) return;
    throw new MuxError("bad-name", `${name} may be the name of a job of ${engine}: choose another name`);
  }

  /** Another process never reads half a file. */
  #write(hosts: readonly Host[]): void {
    const entries = hosts.map(({ name, ...rest }) => [name, rest]);
    const text = `${JSON.stringify({ hosts: Object.fromEntries(entries) }, undefined, 2)}\n`;
    const next = `${this.path}.${process.pid}`;
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      writeFileSync(next, text, { mode: 0o600 });
      renameSync(next, this.path);
    } catch (error) {
      throw new MuxError("bad-value", `cannot write ${this.path}: ${(error as Error).message}`);
    }
    this.onWritten();
  }
}

function parseHosts(value: unknown): Host[] {
  const { hosts } = record(value, "it");
  return Object.entries(record(hosts, "its member hosts")).map(([name, entry]) => parseHost(name, entry));
}

function parseHost(name: string, entry: unknown): Host {
  checkHostName(name);
  const { ssh, options = [], program = DEFAULT_PROGRAM, command } = record(entry, `host ${name}`);
  if ((ssh === undefined) === (command === undefined))
    throw new MuxError("bad-value", `host ${name} needs either ssh or command`);
  if (command !== undefined) return { name, command: words(command, `the command of host ${name}`, 1) };
  if (typeof ssh !== "string" || typeof program !== "string" || program === "")
    throw new MuxError("bad-value", `ssh and program of host ${name} must be text`);
  return { name, ssh: checkAddress(ssh), options: words(options, `the options of host ${name}`, 0), program };
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new MuxError("bad-value", `${what} is no JSON object`);
}

function words(value: unknown, what: string, least: number): readonly string[] {
  const isList =
    Array.isArray(value) && value.every((word) => typeof word === "string" && !word.includes("\0"));
  if (isList && value.length >= least && value[0] !== "") return value as string[];
  throw new MuxError("bad-value", `${what} must be a list of words, the first one not empty`);
}
