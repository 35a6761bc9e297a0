import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { answer } from "../../../panes/answer.ts";
import type { Admission } from "../admission.ts";
import { parseInput, readEnvelope, wrap } from "../envelope.ts";
import type { HttpHost } from "../host.ts";
import { Load } from "../load.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal, type HttpTerminal, liveTerminal } from "../terminals/terminals.ts";
import { completeDirectory } from "./complete-directory.ts";
import { offerLaunch } from "./offer-launch.ts";
import { answerInput, commandInput, prefixInput } from "./page-requests.ts";
import { answerRecording } from "./recording.ts";
import { storePicture } from "./store-picture.ts";

type PageEnv = { Bindings: HttpBindings; Variables: { readonly admission: Admission } };
type PageContext = Context<PageEnv>;

const MAX_UPLOADS = 4;
const MAX_RECORDINGS = 4;
const MAX_COMMANDS = 32;
/** How long a tmux command may take. */
const COMMAND_MS = 30_000;
const ANSWER_MS = 10_000;

/** What a page does beside its socket. A share link reaches the panes that it covers, and only what is allowed here. */
export function addPageRoutes(app: Hono<PageEnv>, host: HttpHost): void {
  const uploads = new Load(MAX_UPLOADS, "uploads");
  const recordings = new Load(MAX_RECORDINGS, "recordings");
  const commands = new Load(MAX_COMMANDS, "commands");
  app.post("/api/panes/:id/answer", async (c) => {
    const terminal = writable(c, host);
    const { text, since } = parseInput(answerInput, (await readEnvelope(c.env.incoming)).input);
    const gone = goneSignal(c);
    const order = { since, timeoutMs: ANSWER_MS, gone };
    await host.settled(() => answer(liveTerminal(host, terminal), text, order));
    return c.json({});
  });
  app.post("/api/panes/:id/seen", (c) => {
    const { server, pane } = writable(c, host);
    server.mux.paneSeen(pane);
    return c.json({});
  });
  app.post("/api/panes/:id/files", (c) => {
    writable(c, host);
    return during(uploads, async () => c.json(await storePicture(host.filesDirectory, c.env.incoming)));
  });
  app.get("/api/panes/:id/recording", (c) => {
    const { pane } = visible(c, host);
    c.env.outgoing.once("close", recordings.enter());
    return answerRecording(host.recording(pane, goneSignal(c)), c.req.header("accept-encoding"));
  });
  app.get("/api/directories", async (c) => {
    checkOwner(c);
    const { prefix } = parseInput(prefixInput, c.req.query());
    return c.json({ directories: await completeDirectory(prefix, host.home) });
  });
  app.get("/api/launch", async (c) => {
    checkOwner(c);
    return c.json(await offerLaunch(host));
  });
  app.post("/rpc/mullion.command", (c) => {
    checkOwner(c);
    return during(commands, () => answerCommand(c, host));
  });
}

async function answerCommand(c: PageContext, host: HttpHost): Promise<Response> {
  const { input, wrapped } = await readEnvelope(c.env.incoming);
  const { socket, pane, command } = parseInput(commandInput, input);
  const path = socket ?? (await host.openOwnServer()).mux.server.socketPath;
  if (!host.servers().some(({ mux }) => mux.server.socketPath === path))
    throw new Refusal(404, `no server has the socket ${path}`, { code: "no-such-target" });
  const late = AbortSignal.timeout(COMMAND_MS);
  const gone = AbortSignal.any([late, goneSignal(c)]);
  const outcome = await host.settled(() => host.command(path, command, { pane, gone }));
  if (late.aborted)
    throw new Refusal(503, `the command did not end within ${COMMAND_MS / 1000} s: run it in a pane`);
  return c.json(wrapped ? wrap(outcome) : outcome);
}

/** A pane that the caller may see; one that it may not see is as unknown to it as one that does not exist. */
function visible(c: PageContext, host: HttpHost): HttpTerminal {
  const id = c.req.param("id") ?? "";
  const terminal = findTerminal(host, id);
  if (!c.get("admission").covers(terminal))
    throw new Refusal(404, `there is no terminal ${id}`, { code: "no-such-pane" });
  return terminal;
}

function writable(c: PageContext, host: HttpHost): HttpTerminal {
  const terminal = visible(c, host);
  if (!c.get("admission").mayWrite)
    throw new Refusal(403, "this link only shows the pane: ask its owner for one that may write");
  return terminal;
}

function checkOwner(c: PageContext): void {
  if (c.get("admission").access.kind !== "owner")
    throw new Refusal(403, "this is for the owner of the panes");
}

function goneSignal(c: PageContext): AbortSignal {
  const gone = new AbortController();
  c.env.outgoing.once("close", () => gone.abort());
  return gone.signal;
}

async function during<T>(load: Load, run: () => Promise<T>): Promise<T> {
  const leave = load.enter();
  try {
    return await run();
  } finally {
    leave();
  }
}
