import type { Subscribable } from "../protocol/events.ts";
import type { Result } from "../protocol/methods.ts";
import { LEVEL, PROTOCOL_VERSION } from "../protocol/version.ts";
import { BackendError } from "./backend-error.ts";
import type { Cursor } from "./cursor.ts";
import type { OpenTransport } from "./transport.ts";
import { Wire } from "./wire.ts";

export type BackendHello = Result<"initialize">;

/** A client that can resume must know when the backend has ended for good. */
const END = "mullion.backend_ended" satisfies Subscribable;

/** What a client asks of its connection, and of each one that replaces it. */
export interface WantedConnection {
  readonly transport: OpenTransport;
  readonly sessionHint: string | undefined;
  readonly reach: "team" | "all" | undefined;
  /** Whether to receive changes of agents on hosts. */
  readonly hosts: boolean;
  readonly events: readonly Subscribable[];
  /** Where events continue; undefined: where the backend says that they begin. */
  readonly cursor: Cursor | undefined;
}

interface Establishing extends WantedConnection {
  /** Called before the first event. */
  began(hello: BackendHello, from: Cursor | undefined): void;
  onEvent(method: string, params: Record<string, unknown>): void;
  onClose(error: Error | undefined): void;
  readonly signal?: AbortSignal | undefined;
}

/** A backend that ends with its panes allows no more connections; its event says so only to those that it has. */
function refused(error: unknown): never {
  const hasEnded = error instanceof BackendError && error.code === "not-allowed";
  throw hasEnded ? new BackendError("backend-ended", error.message, { cause: error }) : error;
}

/** Whether the backend keeps events while no client is connected. */
export function canResume({ capabilities, mullion }: BackendHello): boolean {
  return mullion !== undefined && capabilities.includes("mullion.resume");
}

/**
 * Opens an initialized connection that delivers events from a known point on. A backend that can resume is asked for
 * everything since the cursor; events that it pushed before that answer are ignored, because it sends them again.
 */
export async function establish(given: Establishing): Promise<Wire> {
  const { signal, events, sessionHint, reach, hosts } = given;
  let live = false;
  const wire = await Wire.open(
    given.transport,
    {
      onEvent(method, params) {
        if (live) given.onEvent(method, params);
      },
      onClose: given.onClose,
    },
    signal,
  );
  const begin = (hello: BackendHello, from: Cursor | undefined) => {
    given.began(hello, from);
    live = true;
  };
  const params = {
    protocol_version: PROTOCOL_VERSION,
    mullion_level: LEVEL,
    capabilities: ["events", ...(events.includes("context_output") ? ["context_output"] : [])],
    ...(sessionHint !== undefined && { session_hint: sessionHint }),
    ...(reach !== undefined && { mullion: { reach, events } }),
  };
  try {
    const onAnswer = (result: unknown) => {
      if (!canResume(result as BackendHello)) begin(result as BackendHello, undefined);
    };
    const hello = (await wire
      .request("initialize", params, { signal, onAnswer })
      .catch(refused)) as BackendHello;
    if (canResume(hello)) {
      const cursor = given.cursor ?? hello.mullion!.cursor;
      const resume = { events: [...new Set([...events, END])], cursor, ...(hosts && { hosts }) };
      await wire.request("mullion.resume", resume, { signal, onAnswer: () => begin(hello, cursor) });
    }
    return wire;
  } catch (error) {
    wire.close();
    throw error;
  }
}
