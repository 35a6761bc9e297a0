/** One requirement for a backend, as data. checks.ts has its check under the same id. */
export interface Requirement {
  /** `area:what`; never renamed, because users skip by id. */
  readonly id: string;
  readonly sentence: string;
  /** The section of the proposal that requires it, or what it follows from. */
  readonly source: string;
  /** A backend conforms when every must holds. */
  readonly level: "must" | "should";
}

export type TransportKind = "socket" | "stdio";

const must = { level: "must" } as const;
const should = { level: "should" } as const;

/**
 * The requirements for a backend of the CustomPaneBackend proposal. `source` names the section of the proposal, or of
 * JSON-RPC 2.0; "consequence" marks what a client needs although the proposal does not state it.
 */
export const requirements = [
  {
    id: "handshake:result",
    sentence:
      "initialize is answered with protocol_version, a list of capabilities and a self_context_id, also without a hint.",
    source: "Handshake",
    ...must,
  },
  {
    id: "handshake:first",
    sentence: "A request before initialize is answered with an error, and initialize still works after it.",
    source: "Handshake",
    ...must,
  },
  {
    id: "handshake:unknown-capabilities",
    sentence: "Capabilities of the client that the backend does not know are ignored.",
    source: "Handshake",
    ...must,
  },
  {
    id: "handshake:version",
    sentence: "A protocol_version that is not spoken is refused, or answered with the one that is.",
    source: "Handshake",
    ...should,
  },
  {
    id: "rpc:id",
    sentence: "An answer carries the id of its request, as the text or the number that it was.",
    source: "JSON-RPC 2.0, 5",
    ...must,
  },
  {
    id: "rpc:jsonrpc-optional",
    sentence: "Requests without a jsonrpc member are served.",
    source: "Operations (the examples have none)",
    ...must,
  },
  {
    id: "rpc:jsonrpc-mirrored",
    sentence: 'A request that says jsonrpc "2.0" gets an answer that says it.',
    source: "JSON-RPC 2.0, 5",
    ...should,
  },
  {
    id: "rpc:one-answer",
    sentence: "Requests that are sent together are each answered, once.",
    source: "JSON-RPC 2.0, 5",
    ...must,
  },
  {
    id: "rpc:unknown-method",
    sentence: "A method that is not there is error -32601, and nothing else happens.",
    source: "JSON-RPC 2.0, 5.1",
    ...must,
  },
  {
    id: "rpc:invalid-params",
    sentence: "Parameters that are missing or of the wrong type are errors.",
    source: "JSON-RPC 2.0, 5.1",
    ...must,
  },
  {
    id: "rpc:batch",
    sentence: "A list of requests in one line is answered, be it with an error.",
    source: "JSON-RPC 2.0, 6",
    ...should,
  },
  {
    id: "rpc:long-line",
    sentence: "A line of a megabyte is answered, be it with an error, and the connection survives it.",
    source: "consequence: prompts are long",
    ...should,
  },
  {
    id: "rpc:bad-first-line",
    sentence: "A first line that is not JSON is answered with an error before anything is closed.",
    source: "JSON-RPC 2.0, 5.1",
    ...must,
  },
  {
    id: "rpc:survives-bad-line",
    sentence: "A line that is not JSON does not end the connection.",
    source: "consequence",
    ...should,
  },
  {
    id: "self:no-child",
    sentence: "self_context_id is never the id of a context that was spawned, also without a hint.",
    source: "Handshake: the context Claude Code is running in",
    ...must,
  },
  {
    id: "spawn:argv",
    sentence: "The words of a command reach the program as they are: no shell reads them.",
    source: "Operations: argv[], never a shell string",
    ...must,
  },
  {
    id: "spawn:string-refused",
    sentence: "A command that is a text instead of a list is an error.",
    source: "Operations: argv[], never a shell string",
    ...must,
  },
  {
    id: "spawn:empty-refused",
    sentence: "A command without a program is an error.",
    source: "consequence",
    ...must,
  },
  {
    id: "spawn:missing-program",
    sentence: "A program that is not there is an error, not a context.",
    source: "consequence: failure is loud",
    ...should,
  },
  { id: "spawn:cwd", sentence: "The program starts in cwd.", source: "Operations", ...must },
  { id: "spawn:env", sentence: "The program has the variables of env.", source: "Operations", ...must },
  {
    id: "spawn:metadata",
    sentence: "Metadata is taken, also entries that the backend does not know.",
    source: "The backend should own rendering",
    ...must,
  },
  {
    id: "spawn:distinct",
    sentence: "Contexts that are spawned at the same time have different ids.",
    source: "Operations",
    ...must,
  },
  {
    id: "spawn:answer-first",
    sentence:
      "The answer to spawn_agent comes before the context's events, also where the program ends at once.",
    source: "consequence: an event about an unknown id cannot be understood",
    ...must,
  },
  {
    id: "id:never-reused",
    sentence: "A client that comes back under its hint gets ids that it has not seen.",
    source: "consequence: an old id would name a stranger",
    ...must,
  },
  {
    id: "write:base64",
    sentence: "The bytes of data, decoded from base64, are the program's input.",
    source: "Operations",
    ...must,
  },
  {
    id: "write:order",
    sentence: "Writes arrive in the order of their requests.",
    source: "Operations",
    ...must,
  },
  {
    id: "write:all",
    sentence: "Every byte of a long write arrives, however slowly the program reads.",
    source: "Operations",
    ...must,
  },
  {
    id: "write:bad-base64",
    sentence: "Data that is not base64 is an error, and nothing of it is typed.",
    source: "Operations",
    ...must,
  },
  {
    id: "context:unknown",
    sentence: "write, capture and kill of a context that never was are errors.",
    source: "consequence: failure is loud",
    ...must,
  },
  {
    id: "write:exited",
    sentence: "A write to a context that has exited is an error.",
    source: "consequence: failure is loud",
    ...should,
  },
  { id: "capture:text", sentence: "capture has what the program printed.", source: "Operations", ...must },
  {
    id: "capture:rendered",
    sentence: "capture is text as a person sees it: without escape sequences.",
    source: "Operations: Read scrollback; KILD: plain UTF-8",
    ...must,
  },
  {
    id: "capture:utf8",
    sentence: "Characters beyond ASCII are captured as they are.",
    source: "Operations; KILD: plain UTF-8",
    ...must,
  },
  {
    id: "capture:lines",
    sentence: "capture with lines has no more than so many, the newest.",
    source: "Operations",
    ...must,
  },
  {
    id: "capture:exited",
    sentence: "What a context printed can be captured after it has exited.",
    source: "consequence: why it failed stands there",
    ...should,
  },
  {
    id: "kill:ends",
    sentence: "kill ends the program, and context_exited follows.",
    source: "Operations",
    ...must,
  },
  {
    id: "kill:answer-first",
    sentence: "The answer to kill comes before the exit that it causes.",
    source: "consequence",
    ...should,
  },
  { id: "list:live", sentence: "list has the contexts that run.", source: "Operations", ...must },
  {
    id: "list:exited-leave",
    sentence: "A context that has exited is not listed.",
    source: "Operations: List live contexts",
    ...must,
  },
  {
    id: "exit:code",
    sentence: "context_exited tells the program's exit code.",
    source: "Push Events",
    ...must,
  },
  {
    id: "exit:signal",
    sentence: "A program that signal n ended has the exit code 128 + n.",
    source: "Push Events (as shells have it)",
    ...should,
  },
  { id: "exit:once", sentence: "context_exited comes exactly once.", source: "Push Events", ...must },
  {
    id: "output:only-if-asked",
    sentence: "A client that did not declare context_output gets none.",
    source: "Push Events: if declared in initialize",
    ...must,
  },
  {
    id: "output:raw",
    sentence: "context_output is base64 of the raw bytes, escape sequences included.",
    source: "Push Events",
    ...must,
  },
  {
    id: "output:before-exit",
    sentence: "All of a context's output comes before its context_exited.",
    source: "Push Events",
    ...must,
  },
  {
    id: "output:lag-told",
    sentence: "A client that reads slowly gets every byte, or is told that some were left out.",
    source: "consequence: what is missing must be known to be missing",
    ...must,
  },
  {
    id: "team:events",
    sentence: "A client hears nothing of contexts that a client of another hint spawned.",
    source: "consequence: events for those whom they concern",
    ...must,
  },
  {
    id: "team:list",
    sentence: "A client does not see contexts that a client of another hint spawned.",
    source: "consequence",
    ...should,
  },
] as const satisfies readonly Requirement[];

export type RequirementId = (typeof requirements)[number]["id"];
