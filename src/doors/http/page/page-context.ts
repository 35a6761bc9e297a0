import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Admission } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal, type HttpTerminal } from "../terminals/terminals.ts";

export type PageEnv = { Bindings: HttpBindings; Variables: { readonly admission: Admission } };
export type PageContext = Context<PageEnv>;

/** A pane that the caller may see; one that it may not see is as unknown to it as one that does not exist. */
export function visible(c: PageContext, host: HttpHost): HttpTerminal {
  const id = c.req.param("id") ?? "";
  const terminal = findTerminal(host, id);
  if (!c.get("admission").covers(terminal))
    throw new Refusal(404, `there is no terminal ${id}`, { code: "no-such-pane" });
  return terminal;
}

export function writable(c: PageContext, host: HttpHost): HttpTerminal {
  const terminal = visible(c, host);
  if (!c.get("admission").mayWrite)
    throw new Refusal(403, "this link only shows the pane: ask its owner for one that may write");
  return terminal;
}

export function checkOwner(c: PageContext): void {
  if (c.get("admission").access.kind !== "owner")
    throw new Refusal(403, "this is for the owner of the panes");
}

export function goneSignal(c: PageContext): AbortSignal {
  const gone = new AbortController();
  c.env.outgoing.once("close", () => gone.abort());
  return gone.signal;
}
