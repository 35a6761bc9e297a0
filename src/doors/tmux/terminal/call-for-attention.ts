import { agentName } from "../../../core/agent/agent-identity.ts";
import { unansweredAttention } from "../../../core/agent/evidence.ts";
import type { PaneId } from "../../../core/ids.ts";
import type { Client, Pane } from "../../../core/tree/tree.ts";
import type { Door } from "../door.ts";

/** Each pane notifies at most once in this time. */
const PAUSE_MS = 10_000;
const MAX_NAME_CHARACTERS = 80;
const MAX_NOTICE_CHARACTERS = 250;

/**
 * Notifies the attached clients when a program starts to wait for an answer, except a client that is
 * looking at it: by a bell, by a desktop notification as well, or not at all, as @mullion-notify says.
 */
export function callForAttention(door: Door): void {
  const { server, context } = door;
  const calls = new Map<PaneId, { readonly at: number; readonly since: number }>();
  server.events.on("pane-closed", ({ pane }) => calls.delete(pane));
  server.events.on("pane-state-changed", ({ pane: id, state }) => {
    const pane = server.panes.get(id);
    if (!pane || state !== "waiting") return;
    const at = context.clock.now();
    const { since } = server.agents.lastOf(pane);
    const last = calls.get(id);
    if (last && (last.since === since || at - last.at < PAUSE_MS)) return;
    for (const client of server.clients) {
      const how = notifyOption(client);
      const face = door.faces.of(client);
      if (!face || how === "off" || looksAt(client, pane)) continue;
      calls.set(id, { at, since });
      if (!isAlertOf(client, pane)) face.alerts.bell();
      if (how === "desktop") face.alerts.notify(noticeOf(pane));
    }
  });
}

function notifyOption({ session }: Client): string {
  const name = "@mullion-notify";
  return session?.options.get(name) ?? session?.server.options.get(name) ?? "bell";
}

/** A terminal that reports focus and does not have it shows the pane to no one. */
function looksAt(client: Client, pane: Pane): boolean {
  return client.focused && client.pane === pane;
}

/** A bell in a window of the client's session already rings there, as bell-action says. */
function isAlertOf({ session }: Client, pane: Pane): boolean {
  const { window } = pane;
  const evidence = window.server.agents.evidenceOf(pane);
  if (!evidence || unansweredAttention(evidence)?.kind !== "bell") return false;
  return session?.links.some((link) => link.window === window) ?? false;
}

/** Both parts come from programs, so neither may contain the end of the escape sequence. */
function noticeOf(pane: Pane): string {
  const { because, question } = pane.window.server.agents.lastOf(pane);
  const name = plain(agentName(pane), MAX_NAME_CHARACTERS);
  const asked = question === undefined ? because : `"${question}"`;
  return plain(`${name} waits: ${asked}`, MAX_NOTICE_CHARACTERS);
}

function plain(text: string, characters: number): string {
  return [...text.replace(/\p{Cc}/gu, "")].slice(0, characters).join("");
}
