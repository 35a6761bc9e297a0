import { z } from "zod";
import {
  agentSequence,
  base64,
  contextId,
  exitCode,
  metadata,
  offset,
  sequence,
  signal,
  since2,
} from "./common.ts";
import { agent, pane, panePlace } from "./pane.ts";

/** A notification that the backend pushes. */
interface ProtocolEvent<P extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly since: number;
  /** The clients that receive the event. */
  readonly audience: "everybody" | "who-asked";
  readonly doc: string;
  readonly params: P;
}

function defineEvent<const N extends string, P extends z.ZodType>(
  event: Omit<ProtocolEvent<P>, "name"> & { readonly name: N },
): Omit<ProtocolEvent<P>, "name"> & { readonly name: N } {
  return event;
}

const contextExited = defineEvent({
  name: "context_exited",
  since: 1,
  audience: "everybody",
  doc: "A context's process ended. Pushed once to each connection of the team, after the reply to the spawn and after the last of its output.",
  params: z.object({
    context_id: contextId,
    exit_code: exitCode,
    signal: signal.optional(),
    sequence,
    offset: offset.describe("Bytes that it printed in all."),
  }),
});

const contextOutput = defineEvent({
  name: "context_output",
  since: 1,
  audience: "who-asked",
  doc: "What a context printed, raw. Pushed to those who declared the capability context_output at initialize, or subscribed to it.",
  params: z.object({
    context_id: contextId,
    data: base64,
    offset: offset.describe("Of the first byte of data."),
  }),
});

const contextSpawned = defineEvent({
  name: "mullion.context_spawned",
  since: 1,
  audience: "who-asked",
  doc: "The team has a new context, whoever of it made it.",
  params: z.object({
    context_id: contextId,
    metadata,
    session: z.string().optional().describe("Name of the session that it is in."),
    sequence,
  }),
});

const contextChanged = defineEvent({
  name: "mullion.context_changed",
  since: 1,
  audience: "who-asked",
  doc: "A context's name or metadata was changed by somebody of the team.",
  params: z.object({ context_id: contextId, metadata, sequence }),
});

const agentStateChanged = defineEvent({
  name: "mullion.agent_state_changed",
  since: 2,
  audience: "who-asked",
  doc: "A pane is new or closed, or the state of its program, its question, or whether it is unread changed. Changes of one pane in a short time, or that a slow reader has not received, become one event with the newest state, so nothing is left out. With mullion.agents this is a list that stays current.",
  params: z.object({
    pane_id: pane.shape.pane_id,
    ...panePlace.shape,
    context_id: contextId.optional().describe("If the pane is a context of the team."),
    agent: agent.optional().describe("Absent: the pane was closed."),
    agent_sequence: agentSequence,
    host: z.string().optional().describe("The machine that it is on; absent: this one."),
  }),
});

const gap = defineEvent({
  name: "mullion.gap",
  since: 1,
  audience: "who-asked",
  doc: "Something was left out, because the reader was too slow for it or asked for it too late. Output can be had again with mullion.resume while the context's journal has it; what it says with expired is gone.",
  params: z.union([
    z.object({
      kind: z.literal("output"),
      context_id: contextId,
      from: offset.describe("First byte left out."),
      to: offset.describe("Where output goes on."),
      reason: z.enum(["slow-reader", "expired"]),
    }),
    z.object({
      kind: z.literal("events"),
      from: sequence.describe("First event left out."),
      to: sequence.describe("The next one to come."),
      reason: z.enum(["slow-reader", "expired"]),
    }),
  ]),
});

const backendEnded = defineEvent({
  name: "mullion.backend_ended",
  since: 1,
  audience: "who-asked",
  doc: "Somebody ended the daemon together with its panes (mullion down). The last event of a connection: nothing is left to come back to, so there is no reason to connect again.",
  params: z.object({ reason: z.string().describe("One sentence.") }),
});

const backendLeaving = defineEvent({
  name: "mullion.backend_leaving",
  since: 1,
  audience: "everybody",
  doc: "The daemon exits and its panes stay, as for an upgrade. The last message of a connection: the daemon has not carried out any request that it has neither answered before nor names here, so a client can send such a request to the next daemon.",
  params: z.object({
    unfinished: z
      .array(z.union([z.string(), z.number(), z.null()]))
      .describe("Ids of requests that the daemon may have carried out without answering them."),
  }),
});

export const events = {
  context_exited: contextExited,
  context_output: contextOutput,
  "mullion.context_spawned": contextSpawned,
  "mullion.context_changed": contextChanged,
  "mullion.agent_state_changed": agentStateChanged,
  "mullion.gap": gap,
  "mullion.backend_ended": backendEnded,
  "mullion.backend_leaving": backendLeaving,
} as const satisfies Record<string, ProtocolEvent>;

/** A message about the connection itself: clients act on it, and readers of events do not receive it. */
export type LeavingEvent = "mullion.backend_leaving";
export type EventName = Exclude<keyof typeof events, LeavingEvent>;
export type EventParams<N extends EventName> = z.infer<(typeof events)[N]["params"]>;
/** Any event as sent on the wire, without `jsonrpc`. */
export type AnyEvent = {
  [N in EventName]: { readonly method: N; readonly params: EventParams<N> };
}[EventName];

/** Events that `subscribe` and `resume` accept. A client that subscribes to an event also receives its gaps. */
export const subscribable = z
  .enum([
    "context_exited",
    "context_output",
    "mullion.context_spawned",
    "mullion.context_changed",
    "mullion.backend_ended",
    "mullion.agent_state_changed",
  ])
  .meta({ wordsSince: { "mullion.agent_state_changed": 2 } });

/** The events of a subscription that names none. */
export function allEvents(level: number): Subscribable[] {
  return subscribable.options.filter((name) => events[name].since <= level);
}

export type Subscribable = z.infer<typeof subscribable>;

/** Whose agents are meant. */
export const agentScope = z
  .enum(["all", "team"])
  .describe("all: every pane on every server of this user. team: only the team's contexts.");

/** The filter of a subscription. */
export const wanted = z.object({
  events: z.array(subscribable).max(16).optional().describe("All of them where absent."),
  agents: agentScope
    .optional()
    .describe(
      "Whose mullion.agent_state_changed: all where absent; only the given contexts where contexts is given.",
    )
    .meta(since2),
  hosts: z
    .boolean()
    .optional()
    .describe(
      "Also mullion.agent_state_changed of panes on the hosts on which the team has contexts, at first of each of them; with reach all, of every host.",
    )
    .meta(since2),
  contexts: z
    .array(contextId)
    .max(10_000)
    .optional()
    .describe("The team's, also those to come, where absent."),
});
