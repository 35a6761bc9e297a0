import { randomUUID } from "node:crypto";
import type { OpenTransport } from "../client/transport.ts";
import { type Answer, Peer, type PeerMessage, Violation } from "./peer.ts";
import type { TransportKind } from "./requirements.ts";

/** Capabilities of a backend that streams output. */
const OUTPUT = ["context_output", "output"];

/** The requirement concerns a capability that the backend does not announce. */
export class NotApplicable extends Error {
  override readonly name = "NotApplicable";
}

export interface StageOptions {
  readonly open: OpenTransport;
  readonly transport: TransportKind;
  readonly timeoutMs: number;
}

/** The environment of one check: its own connections, and programs that are ended after it. */
export class Stage {
  readonly #options: StageOptions;
  readonly #peers: Peer[] = [];

  constructor(options: StageOptions) {
    this.#options = options;
  }

  /** Over stdio a backend may be one process for one client, and end with it. */
  get mayEndWithClient(): boolean {
    return this.#options.transport === "stdio";
  }

  newHint(): string {
    return `conformance-${randomUUID()}`;
  }

  /** Connects without sending anything. */
  async connect(): Promise<Peer> {
    const peer = await Peer.open(this.#options.open, this.#options.timeoutMs);
    this.#peers.push(peer);
    return peer;
  }

  /** Connects and initializes under a unique hint. */
  async begin(params: PeerMessage = {}): Promise<Peer> {
    return (await this.greet(params)).peer;
  }

  async greet(params: PeerMessage = {}): Promise<{ peer: Peer; hello: PeerMessage }> {
    const peer = await this.connect();
    const answer = await peer.request("initialize", {
      protocol_version: "1",
      capabilities: ["events"],
      session_hint: this.newHint(),
      ...params,
    });
    return { peer, hello: resultOf(answer, "initialize") };
  }

  /** For a check about capture. */
  async beginWithCapture(): Promise<Peer> {
    const { peer, hello } = await this.greet();
    return announces(hello, ["capture"]) ? peer : notApplicable("capture is not announced");
  }

  /** For a check about output: requests output events. */
  async beginWithOutput(): Promise<Peer> {
    const { peer, hello } = await this.greet({ capabilities: ["events", ...OUTPUT] });
    return announces(hello, OUTPUT) ? peer : notApplicable("streaming of output is not announced");
  }

  async spawn(peer: Peer, command: readonly string[], more: PeerMessage = {}): Promise<string> {
    const result = resultOf(await peer.request("spawn_agent", { command, ...more }), "spawn_agent");
    const { context_id: id } = result;
    if (typeof id !== "string" || id === "")
      throw new Violation(`spawn_agent gave ${JSON.stringify(result)}`);
    peer.spawned.add(id);
    return id;
  }

  /** Runs an sh script, with arguments from $1 on, to its end. */
  async exitCodeOf(peer: Peer, script: string, more: PeerMessage = {}): Promise<unknown> {
    return await this.exitCode(peer, await this.spawn(peer, ["sh", "-c", script], more));
  }

  async exitCode(peer: Peer, contextId: string): Promise<unknown> {
    return ((await peer.event("context_exited", contextId)).params as PeerMessage).exit_code;
  }

  async list(peer: Peer): Promise<readonly unknown[]> {
    const { contexts } = resultOf(await peer.request("list"), "list");
    if (!Array.isArray(contexts)) throw new Violation(`list has no contexts: ${JSON.stringify(contexts)}`);
    return contexts;
  }

  async end(): Promise<void> {
    for (const peer of this.#peers) {
      peer.resume();
      if (!peer.closed) for (const context_id of peer.spawned) peer.post("kill", { context_id });
      // An answer proves that the backend has read the preceding kills.
      if (!peer.closed && peer.spawned.size > 0) await peer.request("list").catch(() => {});
      peer.close();
    }
  }
}

export function resultOf(answer: Answer, method: string): PeerMessage {
  if (!answer.result) throw new Violation(`${method} was answered with ${JSON.stringify(answer.error)}`);
  return answer.result;
}

export function expectError(answer: Answer, what: string): void {
  if (!answer.error) throw new Violation(`${what} was answered with ${JSON.stringify(answer.result)}`);
}

export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected)
    throw new Violation(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

function announces({ capabilities }: PeerMessage, any: readonly string[]): boolean {
  return Array.isArray(capabilities) && any.some((name) => capabilities.includes(name));
}

export function notApplicable(reason: string): never {
  throw new NotApplicable(reason);
}

/** Throws a Violation if the requirement does not hold. */
export type RequirementCheck = (stage: Stage) => Promise<void>;
