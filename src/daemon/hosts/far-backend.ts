import { createHash } from "node:crypto";
import { BackendError, type Client, connect, type OpenTransport } from "../../client/index.ts";
import { splitLines } from "../../client/line-splitter.ts";
import { MuxError } from "../../core/errors.ts";
import { legible } from "../../core/text/legible.ts";
import type { HostLinks } from "../../hosts/host-links.ts";
import { LINK_DOOR } from "../../hosts/link-wire.ts";
import type { FarBackend, FarOrder } from "../../panes/host.ts";
import { ProtocolError, type WireErrorCode, wireErrors } from "../../protocol/errors.ts";
import { type AnyEvent, events } from "../../protocol/events.ts";

/** Longest line that is accepted from a host. */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** Events of a host that may wait here for a slow reader. */
const MAX_EVENT_BYTES = 1024 * 1024;
const MAX_SENTENCE_CHARS = 500;
/** Time for the link and for the first answer, unless the caller waits for the host. */
const CONNECT_MS = 20_000;

/** The links of this machine. `to` throws MuxError if there is no such host. */
type KnownLinks = Pick<HostLinks, "origin" | "to">;

/**
 * The daemon of a host as a backend: our own client, over a stream of the host's link. A cut link delays it; when one of
 * the daemons dies, the client connects again and goes on at its cursor.
 */
export async function openFarBackend(links: KnownLinks, order: FarOrder): Promise<FarBackend> {
  const { host, team, reach, cursor, wait = false, starts = true } = order;
  const signal = wait ? order.signal : AbortSignal.timeout(CONNECT_MS);
  const client = await failingAsOurs(host, () =>
    connect({
      transport: linkTransport(links, host, { wait, starts }),
      sessionHint: hintThere(links.origin, team),
      ...(reach && { reach }),
      ...(cursor && { cursor }),
      ...(signal && { signal }),
      events: order.events,
      env: {},
      reconnectTimeoutMs: Number.POSITIVE_INFINITY,
    }),
  );
  const start = client.cursor;
  void passEvents(client, order);
  return {
    call: (method, params, gone) =>
      failingAsOurs(host, async () => {
        // An unreachable host fails the call at once.
        await links.to(host).reach({});
        return await client.call(method, params as never, { signal: gone });
      }),
    offsets: () => start.offsets,
    close: () => client.close(),
  };
}

/** The team there has another name: a host does not learn what runs here, and two machines do not share a team. */
function hintThere(origin: string, team: string): string {
  return `from-${createHash("sha256").update(`${origin} ${team}`).digest("hex").slice(0, 16)}`;
}

async function passEvents(client: Client, { host, onEvent, onEnd }: FarOrder): Promise<void> {
  let reason: ProtocolError | undefined;
  try {
    for await (const given of client.events({ maxBytes: MAX_EVENT_BYTES })) {
      const event = checkedEvent(given);
      if (event) await onEvent(event);
    }
  } catch (error) {
    // A client that no longer reconnects has the host's answer as the cause.
    reason = asOurs(host, (error as Error).cause ?? error);
  }
  client.close();
  onEnd(reason);
}

/** Undefined for an event that does not follow the schema: a host is not trusted. */
function checkedEvent({ method, params }: AnyEvent): AnyEvent | undefined {
  const checked = Object.hasOwn(events, method) ? events[method].params.safeParse(params) : undefined;
  return checked?.success ? ({ method, params: checked.data } as AnyEvent) : undefined;
}

function linkTransport(
  links: KnownLinks,
  host: string,
  { wait: waitsAtFirst, starts }: { readonly wait: boolean; readonly starts: boolean },
): OpenTransport {
  let wait = waitsAtFirst;
  return async (listener, signal) => {
    const link = hostOrEnd(() => links.to(host));
    const session = await link.reach({ wait, starts, ...(signal && { signal }) });
    wait = true;
    const stream = session.open(LINK_DOOR.SOCKET, starts);
    const split = splitLines((line) => listener.onLine(line), MAX_LINE_BYTES);
    let isOpen = true;
    const end = (error?: Error) => {
      if (!isOpen) return;
      isOpen = false;
      stream.discard();
      listener.onClose(error);
    };
    stream.onData = (bytes) => {
      try {
        split(bytes);
        stream.consumed(bytes.length);
      } catch (error) {
        end(error as Error);
      }
    };
    stream.onEnd = (how) => end(how === "broken" ? link.unreachable() : undefined);
    return {
      send: (line) => stream.write(Buffer.from(`${line}\n`)),
      pause() {},
      resume() {},
      close: () => end(),
    };
  };
}

/** A host that was removed is not tried again. One of a file that cannot be read for a moment is. */
function hostOrEnd<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof MuxError) || error.code !== "no-such-target") throw error;
    const { code, message } = error;
    throw new BackendError(code, message, { rpcCode: wireErrors[code].rpc });
  }
}

async function failingAsOurs<T>(host: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asOurs(host, error);
  }
}

/** What a host answers is foreign text, and its codes count only where they are codes of the protocol. */
function asOurs(host: string, error: unknown): ProtocolError {
  const { name, cause } = error as Error;
  // A lost connection has the reason of its loss.
  const why = cause instanceof Error ? cause : (error as Error);
  if (why instanceof MuxError) return new ProtocolError("host-unreachable", why.message);
  const said = name === "TimeoutError" ? `it did not answer within ${CONNECT_MS / 1000} s` : why.message;
  const sentence = `host ${host}: ${legible(said).slice(0, MAX_SENTENCE_CHARS)}`;
  return new ProtocolError(codeOf(error) ?? "host-unreachable", sentence);
}

/** The code that the host's daemon answered with; undefined: it did not answer, or with none of the protocol's. */
function codeOf(error: unknown): WireErrorCode | undefined {
  if (!(error instanceof BackendError) || error.rpcCode === undefined) return undefined;
  return Object.hasOwn(wireErrors, error.code) ? (error.code as WireErrorCode) : undefined;
}
