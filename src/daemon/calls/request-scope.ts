import { AsyncLocalStorage } from "node:async_hooks";
import type { ChangingRequest } from "../../holders/holding.ts";
import type { StoreChange } from "../records/kinds.ts";
import { randomId } from "../system/random-id.ts";

/**
 * The request that the current code runs for. All input and processes of a request are numbered under its id. If a
 * daemon dies before it answers and the client sends the request to the next daemon, the same actions have the same
 * ids: a holder that has accepted an input recognises its id and does not type it twice.
 */
export interface RequestScope {
  readonly requestId: bigint;
  /** The caller has its answer; later work for this request is no longer covered by a retry. */
  answered: boolean;
  /** Its client repeats it to the next daemon. */
  repeats: boolean;
  inputs: number;
  /**
   * Resolves when nothing the request did can be lost any more, such as input on its way to a holder. Undefined if that
   * is already so.
   */
  settling: Promise<void> | undefined;
  /** Typed into a program beside the panes, such as that of a popup: no holder recognises this input when it is repeated. */
  typedBeside: boolean;
  /** Panes that the request started, as [server key, pane id]. */
  readonly spawned: (readonly [server: string, pane: string])[];
  /** For a key: the changes to record together with the key's last change. `changed`: the key changed something. */
  readonly handledChanges: ((changed: boolean) => readonly StoreChange[]) | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function inRequest<T>(requestId: bigint, run: (scope: RequestScope) => T): T {
  const scope = newScope(requestId);
  return scopes.run(scope, () => run(scope));
}

/** Request id of a key of an attached terminal, from the key's stdin offset. */
export function keyRequestId(requestId: bigint, offset: bigint): bigint {
  return mix(mix(requestId) ^ offset);
}

/**
 * Runs a key's effects. A key has no answer; the promise resolves when the input that the key typed cannot be lost any
 * more.
 */
export function inKey(
  { requestId, handledChanges }: Pick<RequestScope, "requestId" | "handledChanges">,
  run: () => void,
): Promise<void> | undefined {
  const scope = newScope(requestId, handledChanges);
  scope.answered = true;
  scopes.run(scope, run);
  return scope.settling;
}

function newScope(requestId: bigint, handledChanges?: RequestScope["handledChanges"]): RequestScope {
  // No spread: it costs 8 µs for each of the thousands of keys of a paste.
  return {
    requestId,
    handledChanges,
    answered: false,
    repeats: true,
    inputs: 0,
    settling: undefined,
    typedBeside: false,
    spawned: [],
  };
}

export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

/** Marks ids of typed input, as opposed to answers to terminal queries. */
const TYPED = 1n << 63n;
/** Reserves ids for the frames of one long write. */
const ID_STEP_BITS = 20n;

/** The current request, if there is one: its answer waits for what held panes do for it. */
export const runningRequest: ChangingRequest = {
  nextInputId() {
    const scope = currentRequest();
    const base = scope ? mix(mix(scope.requestId) + BigInt(++scope.inputs)) : randomId();
    return TYPED | ((base >> 1n) & ~((1n << ID_STEP_BITS) - 1n));
  },

  noteSettling(settled) {
    const scope = currentRequest();
    if (!scope) return;
    const settling = scope.settling ? Promise.all([scope.settling, settled]).then(() => {}) : settled;
    scope.settling = settling;
    if (scope.answered) return;
    // Most input has settled when its call ends: such a call is answered at once.
    void settling.then(() => {
      if (scope.settling === settling) scope.settling = undefined;
    });
  },

  noteTypedBeside(handed) {
    const scope = currentRequest();
    if (scope) scope.typedBeside = true;
    this.noteSettling(handed);
  },

  noteShowing(write) {
    const scope = currentRequest();
    if (scope && !scope.answered) this.noteSettling(write());
  },
};

/** Spreads adjacent numbers over all 64 bits (the finaliser of splitmix64). */
function mix(value: bigint): bigint {
  let z = BigInt.asUintN(64, value * 0x9e3779b97f4a7c15n);
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}
