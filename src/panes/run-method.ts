import { describeSchema } from "../protocol/describe-schema.ts";
import { ProtocolError } from "../protocol/errors.ts";
import type { MethodName, Params, Result } from "../protocol/methods.ts";
import { listedAgent, rankAgents } from "./agents.ts";
import { metadataEntries, metadataOf, showMetadata } from "./appearance.ts";
import type { Context } from "./context.ts";
import {
  answerContext,
  printedSince,
  searchContexts,
  sendKeys,
  sendText,
  waitForContext,
  write,
} from "./context-calls.ts";
import { forwarded, spanned, teamOn } from "./far-calls.ts";
import type { Handler, Native, NativeCall } from "./native.ts";
import { screenText } from "./read.ts";
import { killSession, spawnSession } from "./sessions.ts";
import { spawnAgent, splitContext } from "./spawn.ts";
import { screenView, treeView } from "./views.ts";

/** Methods of a connection rather than a team; the door handles them. */
export type ConnectionMethod = "initialize" | "mullion.subscribe" | "mullion.resume";
export type TeamMethod = Exclude<MethodName, ConnectionMethod>;

const handlers: { readonly [N in TeamMethod]: Handler<N> } = {
  spawn_agent: spawnAgent,

  "mullion.split": splitContext,

  "mullion.spawn_session": spawnSession,

  "mullion.kill_session": killSession,

  write,

  capture(native, { team }, { context_id, lines }) {
    return { text: look(native, team.context(context_id), (screen) => screenText(screen, { lines })) };
  },

  kill(_native, { team, hold }, { context_id }) {
    const context = team.context(context_id);
    hold(context_id);
    if (context.id === team.selfId)
      throw new ProtocolError("own-context", `${context_id} is the caller's own context`);
    context.kill();
    return {};
  },

  list: ({ far }, { team }) => ({ contexts: [...team.listed().map(({ id }) => id), ...far.live(team)] }),

  get_self_id: (_native, { team }) => ({ context_id: team.selfId }),

  "mullion.wait": waitForContext,
  "mullion.send_text": sendText,
  "mullion.send_keys": sendKeys,

  "mullion.resize"(_native, { team }, { context_id, cols, rows, window: whole }) {
    const context = team.context(context_id);
    const pane = context.livePane();
    const { mux } = context.server!;
    const { window } = pane;
    if (whole) {
      mux.resizeWindow(window, { cols, rows });
      return { cols: window.cols, rows: window.rows };
    }
    const around = { cols: window.cols - pane.cols, rows: window.rows - pane.rows };
    if (window.panes.length === 1)
      mux.resizeWindow(window, { cols: cols + around.cols, rows: rows + around.rows });
    else mux.resizePane(pane, { cols, rows });
    return { cols: pane.cols, rows: pane.rows };
  },

  "mullion.screen"(native, { team }, { context_id, history, styles }) {
    const context = team.context(context_id);
    return look(native, context, (screen) => screenView(screen, { history, styles, offset: context.offset }));
  },

  "mullion.rename"(native, call, { context_id, name }) {
    changeMetadata(native, call, { context_id, metadata: { name } });
    return {};
  },

  "mullion.set_metadata": (native, call, params) => ({ metadata: changeMetadata(native, call, params) }),

  "mullion.tree"(native, call, { hosts, host, ...params }) {
    if (host !== undefined) return treeOn(native, call, host, params);
    const here = treeView(call, params);
    if (!hosts) return here;
    return spanned(native, call, { method: "mullion.tree", params }).then(({ answers, failed_hosts }) => ({
      sessions: [...here.sessions, ...answers.flatMap(({ host, result }) => at(host, result.sessions))],
      failed_hosts,
    }));
  },
  "mullion.agents"(native, call, { hosts, ...params }) {
    const agents = agentsHere(native, call, params);
    if (!hosts) return { agents };
    return spanned(native, call, { method: "mullion.agents", params }).then(({ answers, failed_hosts }) => ({
      agents: [...agents, ...answers.flatMap(({ host, result }) => at(host, result.agents))],
      failed_hosts,
    }));
  },
  "mullion.hosts": ({ host }) => ({ hosts: host.hosts.described() }),
  "mullion.answer": answerContext,
  "mullion.output": printedSince,
  "mullion.search": searchContexts,

  async "mullion.record"({ host }, { team }, { context_id, file, title }) {
    return await host.record(team.context(context_id).livePane(), { file, title });
  },

  "mullion.describe": (_native, { level }) => describeSchema(level),
};

/** Methods that need no record before they are answered. */
export const readingMethods: ReadonlySet<string> = new Set<MethodName>([
  "capture",
  "list",
  "get_self_id",
  "mullion.wait",
  "mullion.screen",
  "mullion.tree",
  "mullion.agents",
  "mullion.hosts",
  "mullion.output",
  "mullion.search",
  "mullion.describe",
]);

/**
 * Carries out one request of a team; answers synchronously if it need not wait. Throws failures: MuxError and
 * ProtocolError for the caller, anything else for a bug.
 */
export function runMethod<N extends TeamMethod>(
  native: Native,
  call: NativeCall,
  { method, params }: { readonly method: N; readonly params: Params<N> },
): Result<N> | Promise<Result<N>> {
  return (
    forwarded(native, call, { method, params }) ?? (handlers[method] as Handler<N>)(native, call, params)
  );
}

/** Whatever a host calls itself, here it has the name that a person gave it. */
function at<T extends object>(host: string, entries: readonly T[]): (T & { host: string })[] {
  return entries.map((entry) => ({ ...entry, host }));
}

async function treeOn(
  native: Native,
  call: NativeCall,
  host: string,
  params: object,
): Promise<Result<"mullion.tree">> {
  const tree = await teamOn(native, call, host)?.call("mullion.tree", params, call);
  return { sessions: at(host, tree?.sessions ?? []) };
}

function agentsHere(
  { host }: Native,
  { team }: NativeCall,
  { scope, ...filter }: Omit<Params<"mullion.agents">, "hosts">,
): Result<"mullion.agents">["agents"] {
  const own = new Map(team.shown().map((context) => [context.pane, context.id]));
  const servers = host.servers().map(({ mux }) => mux.server);
  const ranked = rankAgents(servers, filter).filter(({ pane }) => scope === "all" || own.has(pane));
  return ranked.map((agent) => ({ ...listedAgent(agent), context_id: own.get(agent.pane) }));
}

function look<T>(native: Native, context: Context, at: Parameters<typeof native.withScreen<T>>[1]): T {
  const seen = native.withScreen(context, at);
  if (seen === undefined) throw new ProtocolError("no-such-context", `nothing is left of ${context.id}`);
  return seen;
}

function changeMetadata(
  native: Native,
  { team, hold }: NativeCall,
  { context_id, metadata: changes }: Params<"mullion.set_metadata">,
): Record<string, string> {
  const context = team.context(context_id);
  const pane = context.livePane();
  const { mux } = context.server!;
  hold(context_id);
  mux.setPaneMetadata(pane, metadataEntries(changes));
  showMetadata(mux, pane);
  const metadata = metadataOf(pane);
  native.changed(context, metadata);
  return metadata;
}
