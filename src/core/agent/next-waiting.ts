import { bestLink, bestSession } from "../target/current-target.ts";
import type { Client, Pane, Server } from "../tree/tree.ts";

/** Panes of all sessions that wait for the user, longest wait first. */
export function waitingPanes(...servers: readonly Server[]): Pane[] {
  return servers
    .flatMap(({ panes, agents }) => [...panes.values()].map((pane) => ({ pane, ...agents.of(pane) })))
    .filter(({ state }) => state === "waiting")
    .sort((a, b) => a.since - b.since)
    .map(({ pane }) => pane);
}

/** The pane that a client goes to next: the one that waits longest, or from a waiting pane the next one. */
export function nextWaiting(server: Server, { pane: here }: Client): Pane | undefined {
  const waiting = waitingPanes(server);
  const next = here && waiting.includes(here) ? waiting[waiting.indexOf(here) + 1] : undefined;
  const pane = next ?? waiting[0];
  return pane === here ? undefined : pane;
}

/** A target for the pane that names the session to show it in: the client's own session if it contains the pane. */
export function targetFor({ session }: Client, { id, window }: Pane): string | undefined {
  const link = session && bestLink(session, window);
  const place = link ? session : bestSession(window.server, {}, window);
  return place && `${place.id}:${window.id}.${id}`;
}
