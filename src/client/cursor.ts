import type { AnyEvent } from "../protocol/events.ts";
import type { ParamsInput } from "../protocol/methods.ts";

export type Cursor = ParamsInput<"mullion.resume">["cursor"];

/** A backend forgets exited contexts in minutes; this many of them are remembered here. */
const MAX_EXITED = 4096;

/**
 * The received position: the numbers of the last event and of the last change of an agent, and for each context the bytes of
 * its output. It advances with
 * each event that it is shown, and so recognises repeated ones: each event is accepted once, however often it is sent.
 */
export class SeenSoFar {
  #sequence: number;
  #agentSequence: number | undefined;
  readonly #offsets: Map<string, number>;
  readonly #exited = new Set<string>();

  constructor({ sequence, offsets, agent_sequence }: Cursor = { sequence: 0, offsets: {} }) {
    this.#sequence = sequence;
    this.#agentSequence = agent_sequence;
    this.#offsets = new Map(Object.entries(offsets));
  }

  get cursor(): Cursor {
    return {
      sequence: this.#sequence,
      offsets: Object.fromEntries(this.#offsets),
      ...(this.#agentSequence !== undefined && { agent_sequence: this.#agentSequence }),
    };
  }

  get sequence(): number {
    return this.#sequence;
  }

  offsetOf(contextId: string): number {
    return this.#offsets.get(contextId) ?? 0;
  }

  /** Returns the new part of the event; undefined if all of it was seen. */
  take(event: AnyEvent): AnyEvent | undefined {
    if (event.method === "context_output") return this.#takeOutput(event);
    if (event.method === "mullion.gap") {
      this.#takeGap(event.params);
      return event;
    }
    if (event.method === "mullion.agent_state_changed") return this.#takeAgent(event);
    if (event.method === "mullion.backend_ended") return event;
    if (event.params.sequence <= this.#sequence) return undefined;
    this.#sequence = event.params.sequence;
    if (event.method === "context_exited") this.#exit(event.params);
    return event;
  }

  #takeOutput(event: Extract<AnyEvent, { method: "context_output" }>): AnyEvent | undefined {
    const { context_id, data, offset } = event.params;
    const bytes = Buffer.from(data, "base64");
    const seen = this.offsetOf(context_id) - offset;
    if (seen >= bytes.length) return undefined;
    this.#offsets.set(context_id, offset + bytes.length);
    if (seen <= 0) return event;
    const params = { context_id, data: bytes.subarray(seen).toString("base64"), offset: offset + seen };
    return { method: "context_output", params };
  }

  #takeAgent(event: Extract<AnyEvent, { method: "mullion.agent_state_changed" }>): AnyEvent | undefined {
    const { agent_sequence } = event.params;
    if (agent_sequence <= (this.#agentSequence ?? 0)) return undefined;
    this.#agentSequence = agent_sequence;
    return event;
  }

  #takeGap(gap: Extract<AnyEvent, { method: "mullion.gap" }>["params"]): void {
    if (gap.kind === "events") this.#sequence = Math.max(this.#sequence, gap.to - 1);
    else this.#offsets.set(gap.context_id, Math.max(this.offsetOf(gap.context_id), gap.to));
  }

  /** Keeps the offset: a context that a cursor does not name starts again at its first byte. */
  #exit({ context_id, offset }: { readonly context_id: string; readonly offset: number }): void {
    this.#offsets.set(context_id, Math.max(this.offsetOf(context_id), offset));
    this.#exited.add(context_id);
    if (this.#exited.size <= MAX_EXITED) return;
    const [oldest] = this.#exited;
    this.#exited.delete(oldest!);
    this.#offsets.delete(oldest!);
  }
}
