import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Admission } from "../admission.ts";
import type { HttpHost } from "../host.ts";
import { Refusal } from "../refusal.ts";
import { findTerminal, type HttpTerminal } from "../terminals/terminals.ts";
import { hostFor } from "../way-in/scope.ts";

export type PageEnv = { Bindings: HttpBindings; Variables: { readonly admission: Admission } };
export type PageContext = Context<PageEnv>;

/** A pane that the caller may see; one that it may not see is as unknown to it as one that does not exist. */
export function visible(c: PageContext, host: HttpHost): HttpTerminal {
  return findTerminal(hostFor(host, c.get("admission")), c.req.param("id") ?? "");
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
