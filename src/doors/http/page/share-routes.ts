import type { Hono } from "hono";
import type { PageShare } from "../../../protocol/page.ts";
import { parseInput, readEnvelope } from "../envelope.ts";
import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal } from "../terminals/terminals.ts";
import type { ListedShare, NewShare } from "../way-in/sharing.ts";
import { checkOwner, type PageContext, type PageEnv } from "./page-context.ts";
import { shareInput } from "./page-requests.ts";

/** Share links, as `mullion share` makes, lists and revokes them. */
export function addShareRoutes(app: Hono<PageEnv>, host: HttpHost): void {
  app.get("/api/shares", (c) => {
    checkOwner(c);
    return c.json({ shares: host.sharing.list().map(pageShare) });
  });
  app.post("/api/shares", (c) => {
    checkOwner(c);
    return host.settled(() => share(c, host));
  });
  app.delete("/api/shares/:id", (c) => {
    checkOwner(c);
    const id = c.req.param("id");
    if (!host.sharing.revoke(id))
      throw new Refusal(404, `there is no link ${id}`, { code: "no-such-target" });
    return c.json({});
  });
}

async function share(c: PageContext, host: HttpHost): Promise<Response> {
  const { input } = await readEnvelope(c.env.incoming);
  const { pane, session, for_ms: forMs, ...order } = parseInput(shareInput, input);
  const shown = pane === undefined ? sessionOf(host, session) : paneOf(host, pane);
  const { url, ...made } = await host.sharing.add({ ...shown, ...order, forMs });
  return c.json({ ...pageShare(made), url });
}

function paneOf(host: HttpHost, id: string): Pick<NewShare, "server" | "pane"> {
  const { server, pane } = findTerminal(host, id);
  return { server: server.key, pane: pane.id };
}

function sessionOf(
  host: HttpHost,
  wanted: { readonly socket: string; readonly id: string } | undefined,
): Pick<NewShare, "server" | "session"> {
  const server = host.servers().find(({ mux }) => mux.server.socketPath === wanted?.socket);
  const sessions = [...(server?.mux.server.sessions.values() ?? [])];
  const session = sessions.find(({ id }) => id === wanted?.id);
  if (!server || !session)
    throw new Refusal(404, "this session does not exist any more", { code: "no-such-target" });
  return { server: server.key, session: session.id };
}

function pageShare({ id, title, name, write, created, expires, browsers }: ListedShare): PageShare {
  return { id, title, ...(name !== undefined && { name }), write, created, expires, browsers };
}
