import { targetFor } from "../../core/agent/next-waiting.ts";
import type { Mux } from "../../core/mux.ts";
import { bestSession } from "../../core/target/current-target.ts";
import { currentClient } from "../../core/target/resolve-client.ts";
import { quoteWord } from "../../core/text/shell-words.ts";
import { type AttachedTo, attachTerminal } from "../attach-terminal.ts";
import type { HotCall } from "../verb.ts";
import type { AgentRow } from "./agent-rows.ts";

/** How the pane of an agent comes before the caller's eyes. */
export type PaneJump =
  /** The caller's own terminal is to show it. */
  | { readonly kind: "attach"; readonly to: AttachedTo }
  /** The caller becomes a process that shows it. */
  | { readonly kind: "become"; readonly argv: readonly string[] }
  /** The terminal that shows the caller's popup shows it now. */
  | { readonly kind: "left" }
  /** The terminal that shows the caller's pane shows it now. */
  | { readonly kind: "stayed" }
  | { readonly kind: "refused"; readonly sentence: string };

/** Shows an agent's pane on the terminal that the caller looks at: its own, or the one that shows its pane or popup. */
export function jump({ context, invocation }: HotCall, { at, id, socket, name }: AgentRow): PaneJump {
  const to = at.kind === "here" ? placeOfAgent(at) : undefined;
  if (at.kind === "here" && !to) return { kind: "refused", sentence: `${name} is gone` };
  const target = at.kind === "here" ? id : `${at.host}/${id}`;
  const argv = [context.paths.mullion, "attach", `--server=${socket}`, target];
  const around = placeOf({ context, invocation });
  if (!around) return to ? { kind: "attach", to } : { kind: "become", argv };
  const caller = {
    tty: invocation.tty.name,
    paneId: around.inPane ? invocation.environment.get("TMUX_PANE") : undefined,
  };
  const client = currentClient(around.mux.server, caller);
  if (!client) return { kind: "refused", sentence: "no terminal shows this pane: attach one first" };
  const there = at.kind === "here" && around.mux === at.mux ? targetFor(client, at.pane) : undefined;
  const words = there
    ? ["switch-client", "-Z", "-c", client.name, "-t", there]
    : ["detach-client", "-t", client.name, "-E", argv.map(quoteWord).join(" ")];
  context.command(around.mux, words);
  return { kind: around.inPane ? "stayed" : "left" };
}

function placeOfAgent({ mux, pane }: Extract<AgentRow["at"], { kind: "here" }>): AttachedTo | undefined {
  const { server } = mux;
  const session = server.panes.get(pane.id) === pane ? bestSession(server, {}, pane.window) : undefined;
  return session && { mux, session, pane };
}

/** Shows the pane on the caller's terminal, and ends the call when it detaches. */
export async function finishJump(call: HotCall, jump: PaneJump | undefined): Promise<void> {
  if (jump?.kind === "attach") await attachTerminal(call, jump.to);
  if (jump?.kind === "become") call.invocation.exec(jump.argv);
}

/** The server whose pane or popup the caller's terminal is. */
function placeOf({
  context,
  invocation: { tty, environment },
}: Pick<HotCall, "context" | "invocation">): { readonly mux: Mux; readonly inPane: boolean } | undefined {
  const servers = context.servers();
  const isHere = ({ server }: Mux) =>
    [...server.panes.values()].some(({ process }) => process?.tty === tty.name);
  const ofPane = servers.find(isHere);
  if (ofPane) return { mux: ofPane, inPane: true };
  const path = environment.get("TMUX")?.replace(/,\d+,-?\d+$/, "");
  const ofPopup = servers.find(({ server }) => server.socketPath === path);
  return ofPopup && { mux: ofPopup, inPane: false };
}
