import type { Hono } from "hono";
import { answer } from "../../../panes/answer.ts";
import { parseInput, readEnvelope, wrap } from "../envelope.ts";
import type { HttpHost } from "../host.ts";
import { DividedLoad, Load, type LoadLimits } from "../load.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal, liveTerminal } from "../terminals/terminals.ts";
import { completeDirectory } from "./complete-directory.ts";
import { offerLaunch } from "./offer-launch.ts";
import { checkOwner, goneSignal, type PageContext, type PageEnv, visible, writable } from "./page-context.ts";
import { answerInput, borderInput, commandInput, prefixInput } from "./page-requests.ts";
import { answerRecording } from "./recording.ts";
import { addShareRoutes } from "./share-routes.ts";
import { storePicture } from "./store-picture.ts";

const UPLOADS: LoadLimits = { own: 4, guests: 2, link: 1 };
const RECORDINGS: LoadLimits = { own: 4, guests: 4, link: 2 };
const MAX_COMMANDS = 32;
/** How long a tmux command may take. */
const COMMAND_MS = 30_000;
const ANSWER_MS = 10_000;

/** What a page does beside its socket. A share link reaches the panes that it covers, and only what is allowed here. */
export function addPageRoutes(app: Hono<PageEnv>, host: HttpHost): void {
  const uploads = new DividedLoad(UPLOADS, "uploads");
  const recordings = new DividedLoad(RECORDINGS, "recordings");
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
  app.post("/api/panes/:id/border", async (c) => {
    checkOwner(c);
    const { server, pane } = visible(c, host);
    const { after, ...move } = parseInput(borderInput, (await readEnvelope(c.env.incoming)).input);
    const other = findTerminal(host, after).pane;
    await host.settled(async () => server.mux.moveBorder(pane, other, move));
    return c.json({});
  });
  app.post("/api/panes/:id/files", (c) => {
    writable(c, host);
    return during(uploads.enter(c.get("admission")), async () =>
      c.json(await storePicture(host.filesDirectory, c.env.incoming)),
    );
  });
  app.get("/api/panes/:id/recording", (c) => {
    const { pane } = visible(c, host);
    c.env.outgoing.once("close", recordings.enter(c.get("admission")));
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
  addShareRoutes(app, host);
  app.post("/rpc/mullion.command", (c) => {
    checkOwner(c);
    return during(commands.enter(), () => answerCommand(c, host));
  });
}

async function answerCommand(c: PageContext, host: HttpHost): Promise<Response> {
  const { input, wrapped } = await readEnvelope(c.env.incoming);
  const { socket, pane, command, newest } = parseInput(commandInput, input);
  const path = socket ?? (await host.openOwnServer()).mux.server.socketPath;
  if (!host.servers().some(({ mux }) => mux.server.socketPath === path))
    throw new Refusal(404, `no server has the socket ${path}`, { code: "no-such-target" });
  const late = AbortSignal.timeout(COMMAND_MS);
  const gone = AbortSignal.any([late, goneSignal(c)]);
  const outcome = await host.settled(() => host.command(path, command, { pane, newest, gone }));
  if (late.aborted)
    throw new Refusal(503, `the command did not end within ${COMMAND_MS / 1000} s: run it in a pane`);
  return c.json(wrapped ? wrap(outcome) : outcome);
}

async function during<T>(leave: () => void, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } finally {
    leave();
  }
}
