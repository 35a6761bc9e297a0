import { expect, test } from "vitest";
import { MuxError } from "../../core/errors.ts";
import type { HostLink } from "../../hosts/host-link.ts";
import type { LinkStream, StreamEnd } from "../../hosts/link-stream.ts";
import { openFarBackend } from "./far-backend.ts";

type Answer = { readonly result: unknown } | { readonly error: unknown };

const HELLO = {
  result: {
    protocol_version: "1",
    capabilities: ["events", "mullion.resume"],
    self_context_id: "ctx_0",
    mullion: { version: "9.9", level: 1, session_hint: "x", cursor: { sequence: 0, offsets: {} } },
  },
};
const RESUMED = { result: {} };
const BAD_CURSOR = {
  error: { code: 1009, message: "event 1 has not happened", data: { code: "bad-cursor" } },
};

/** A link whose daemon gives these answers, in their order. `finding` runs for each attempt to find the host. */
function linkWith(answers: Answer[], finding: () => void = () => {}) {
  let cut: (how: StreamEnd) => void = () => {};
  const open = () => {
    const stream: Partial<LinkStream> = {
      discard() {},
      consumed() {},
      onEnd() {},
      write(bytes) {
        const { id } = JSON.parse(bytes.toString()) as { id: number };
        const answer = answers.shift();
        if (answer)
          queueMicrotask(() =>
            stream.onData?.(Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`)),
          );
      },
    };
    cut = (how) => stream.onEnd?.(how);
    return stream;
  };
  const link = { reach: async () => ({ open }) } as unknown as HostLink;
  const links = {
    origin: "0",
    to() {
      finding();
      return link;
    },
  };
  return { links, cut: () => cut("lost") };
}

/** Opens a backend. `ended` resolves to why its events have ended. */
async function openWith({ links }: ReturnType<typeof linkWith>) {
  let onEnd: (reason?: Error) => void = () => {};
  const ended = new Promise<Error | undefined>((resolve) => {
    onEnd = resolve;
  });
  const order = { host: "build", team: "team", events: ["context_exited" as const] };
  const backend = await openFarBackend(links, { ...order, onEvent: () => undefined, onEnd });
  return { backend, ended };
}

test("a host that lost its records ends the events with that reason", async () => {
  const far = linkWith([HELLO, RESUMED, HELLO, BAD_CURSOR]);
  const { ended } = await openWith(far);
  far.cut();
  expect(await ended).toMatchObject({ name: "ProtocolError", code: "bad-cursor" });
});

test("a file of hosts that cannot be read for a moment does not end the connection", async () => {
  let unreadable = 0;
  const far = linkWith([HELLO, RESUMED, HELLO, RESUMED, { result: { contexts: ["ctx_1"] } }], () => {
    if (unreadable-- > 0) throw new MuxError("bad-value", "hosts.json cannot be used");
  });
  const { backend } = await openWith(far);
  // The second reading is that of the reconnection.
  unreadable = 1;
  far.cut();
  await expect.poll(() => unreadable).toBeLessThan(0);
  expect(await backend.call("list", {}, AbortSignal.timeout(5_000))).toEqual({ contexts: ["ctx_1"] });
  backend.close();
});

test("a host that was removed ends the connection", async () => {
  let isRemoved = false;
  const far = linkWith([HELLO, RESUMED], () => {
    if (isRemoved) throw new MuxError("no-such-target", "there is no host build");
  });
  const { ended } = await openWith(far);
  isRemoved = true;
  far.cut();
  expect(await ended).toMatchObject({ code: "no-such-target" });
});
