import { AsyncLocalStorage } from "node:async_hooks";
import { randomId } from "./random-id.ts";
import type { StoreChange } from "./store.ts";

/**
 * The request that the code at hand runs for. Whatever it types or starts is numbered under the request's id, so that the
 * same request, repeated to a new daemon because the old one died before it answered, does the same things under the same
 * names: a holder that has taken an input knows its id and does not type it twice.
 */
export interface RequestScope {
  readonly requestId: bigint;
  /** What is still done in its name is done behind the caller's back. */
  answered: boolean;
  inputs: number;
  /** Of everything it did that takes a moment to be beyond loss, such as input on its way to a holder. */
  settling: Promise<void> | undefined;
  /** Panes it started, as [server key, pane id]. */
  readonly spawned: (readonly [server: string, pane: string])[];
  /** Of a key: what goes on record with the last of its changes; `changed`: there are some. */
  readonly dealtWith?: (changed: boolean) => readonly StoreChange[];
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function inRequest<T>(requestId: bigint, run: (scope: RequestScope) => T): T {
  const scope: RequestScope = {
    requestId,
    answered: false,
    inputs: 0,
    settling: undefined,
    spawned: [],
  };
  return scopes.run(scope, () => run(scope));
}

/** Of a key of an attached terminal, by its place in what that typed. */
export function keyRequestId(requestId: bigint, offset: bigint): bigint {
  return mix(mix(requestId) ^ offset);
}

/** A key has no answer; what it gives settles when what the key typed can be lost no more. */
export function inKey(
  key: Pick<RequestScope, "requestId" | "dealtWith">,
  run: () => void,
): Promise<void> | undefined {
  const scope: RequestScope = { ...key, answered: true, inputs: 0, settling: undefined, spawned: [] };
  scopes.run(scope, run);
  return scope.settling;
}

export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/** The request at hand, if there is one, is answered after this. */
export function noteSettling(settled: Promise<void>): void {
  const scope = currentRequest();
  if (scope) scope.settling = Promise.all([scope.settling, settled]).then(() => {});
}

/** What the request at hand will be answered with is on record before that. */
export function noteShowing(write: () => Promise<void>): void {
  const scope = currentRequest();
  if (scope && !scope.answered) noteSettling(write());
}

/** Marks ids of typed input, as against answers to queries. */
const TYPED = 1n << 63n;
/** Room for the frames of one long write before the next id. */
const ID_STEP_BITS = 20n;

/** The first id of a write; the frames of it count on from there. */
export function nextInputId(): bigint {
  const scope = currentRequest();
  const base = scope ? mix(mix(scope.requestId) + BigInt(++scope.inputs)) : randomId();
  return TYPED | ((base >> 1n) & ~((1n << ID_STEP_BITS) - 1n));
}

/** Spreads neighbouring numbers over all 64 bits (the finaliser of splitmix64). */
function mix(value: bigint): bigint {
  let z = BigInt.asUintN(64, value * 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
