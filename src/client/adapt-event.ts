import type { AnyEvent, EventName } from "../protocol/events.ts";
import type { SeenSoFar } from "./cursor.ts";

type Raw = Record<string, unknown>;

/**
 * Converts an event to the schema. Backends that implement only the proposal number neither events nor bytes: this
 * function numbers them. Undefined for an unknown event.
 */
export function adaptEvent(method: string, params: Raw, seen: SeenSoFar): AnyEvent | undefined {
  const adapt = adapters[method as EventName];
  if (!Object.hasOwn(adapters, method) || !adapt) return undefined;
  if (adapt !== ofNoContext && typeof params.context_id !== "string") return undefined;
  return { method, params: adapt(params, seen) } as AnyEvent;
}

/** An event that may concern no context, and that every backend which sends it numbers. */
const ofNoContext = (params: Raw) => params;
const numbered = (params: Raw, seen: SeenSoFar) => ({ sequence: seen.sequence + 1, ...params });
const measured = (params: Raw, seen: SeenSoFar) => ({
  offset: seen.offsetOf(params.context_id as string),
  ...params,
});

const adapters: Readonly<Record<EventName, (params: Raw, seen: SeenSoFar) => Raw>> = {
  context_exited: (params, seen) => numbered(measured(params, seen), seen),
  context_output: measured,
  "mullion.context_spawned": numbered,
  "mullion.context_changed": numbered,
  "mullion.agent_state_changed": ofNoContext,
  "mullion.gap": ofNoContext,
  "mullion.backend_ended": ofNoContext,
};
