import { setImmediate as turn } from "node:timers/promises";
import { legible } from "../../core/text/legible.ts";
import { momentText } from "../../core/text/moment.ts";
import { type AgentRow, agentRowThere } from "../agents/agent-rows.ts";
import { paneDescription, type TreeDescription } from "../describe-tree.ts";
import type { Paint } from "../terminal.ts";
import type { HotCall } from "../verb.ts";
import type { HostLook, KnownPanes } from "./host-view.ts";
import { keyOf } from "./report-line.ts";

/** Asks every host at once. One that does not answer costs its deadline, however many there are. */
export async function lookAtHosts({ context, invocation }: HotCall): Promise<readonly HostLook[]> {
  return await Promise.all(context.hosts.views().map((view) => view.look(invocation)));
}

/** The tree of a host in the form of `ls --json`. Processor and memory are unknown here. */
export function treeOfHost({ tree, panes }: KnownPanes): TreeDescription {
  const described = (socket: string, id: string) => {
    const pane = panes.get(keyOf(socket, id));
    return pane ? [paneDescription(pane, undefined)] : [];
  };
  const { daemon, servers, warnings } = tree;
  // A list of many hosts has thousands of sessions: a spread with a replaced member is several times faster than the rest.
  const filled = servers.map((server) => ({
    ...server,
    sessions: server.sessions.map((session) => ({
      ...session,
      windows: session.windows.map((window) => ({
        ...window,
        panes: window.panes.flatMap((id) => described(server.socket, id)),
      })),
    })),
  }));
  return { daemon, servers: filled, warnings } as TreeDescription;
}

/** The panes of a host for a list of agents; those of a host that is cut off are its last known ones. */
export function agentsOfHost({ name, known, error }: HostLook): AgentRow[] {
  const panes = [...(known?.panes.values() ?? [])];
  return panes.map(({ running: _running, exit: _exit, ...listed }) =>
    agentRowThere(name, listed, error !== undefined),
  );
}

/** In JSON a host has `data`, or an `error` and what was known last. */
export function hostJson<T>({ name, error, known }: HostLook, data: (known: KnownPanes) => T) {
  if (error === undefined) return { name, data: known && data(known) };
  return { name, error, ...(known && { last: { time: known.time, data: data(known) } }) };
}

/** The lines of each host below its name. Other calls are served between two hosts. */
export async function drawHosts(
  hosts: readonly HostLook[],
  paint: Paint,
  draw: (known: KnownPanes) => readonly string[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, address, error, known } of hosts) {
    await turn();
    const style = error === undefined ? (line: string) => line : paint.dim;
    lines.push(`${paint.bold(`${name}/`)}  ${paint.dim(legible(address))}`);
    if (error !== undefined) lines.push(`  ${paint.red(legible(error))}`);
    if (known && error !== undefined)
      lines.push(paint.dim(`  known at ${momentText(known.time, Date.now())}:`));
    if (known) lines.push(...draw(known).map((line) => style(`  ${line}`)));
  }
  return lines;
}

/** What a person must know of hosts that are cut off, in one line; empty: all of them answer. */
export function hostTrouble(hosts: readonly HostLook[]): string {
  const cut = hosts.filter(({ error }) => error !== undefined);
  if (cut.length <= 1) return cut[0]?.error ?? "";
  return `${cut.length} hosts do not answer: ${cut.map(({ name }) => name).join(", ")}`;
}
