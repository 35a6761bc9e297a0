/** One requirement for a backend, as data. The folder checks has its check under the same id. */
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

const must = of("must");
const should = of("should");

/** Requirements of one source: their ids, each with its sentence. */
function of(level: Requirement["level"]) {
  return <I extends string>(source: string, sentences: Readonly<Record<I, string>>) =>
    (Object.entries(sentences) as [I, string][]).map(([id, sentence]) => ({ id, sentence, source, level }));
}

/**
 * The requirements for a backend of the CustomPaneBackend proposal. `source` names the section of the proposal, or of
 * JSON-RPC 2.0; "consequence" marks what a client needs although the proposal does not state it.
 */
export const requirements = [
  ...must("Handshake", {
    "handshake:result":
      "initialize is answered with protocol_version, a list of capabilities and a self_context_id, also without a hint.",
    "handshake:first":
      "A request before initialize is answered with an error, and initialize still works after it.",
    "handshake:unknown-capabilities":
      "Capabilities of the client that the backend does not know are ignored.",
  }),
  ...should("Handshake", {
    "handshake:version":
      "A protocol_version that is not spoken is refused, or answered with the one that is.",
  }),
  ...must("JSON-RPC 2.0, 5", {
    "rpc:id": "An answer carries the id of its request, as the text or the number that it was.",
  }),
  ...must("Operations (the examples have none)", {
    "rpc:jsonrpc-optional": "Requests without a jsonrpc member are served.",
  }),
  ...should("JSON-RPC 2.0, 5", {
    "rpc:jsonrpc-mirrored": 'A request that says jsonrpc "2.0" gets an answer that says it.',
  }),
  ...must("JSON-RPC 2.0, 5", {
    "rpc:one-answer": "Requests that are sent together are each answered, once.",
  }),
  ...must("JSON-RPC 2.0, 5.1", {
    "rpc:unknown-method": "A method that is not there is error -32601, and nothing else happens.",
    "rpc:invalid-params": "Parameters that are missing or of the wrong type are errors.",
  }),
  ...should("JSON-RPC 2.0, 6", {
    "rpc:batch": "A list of requests in one line is answered, be it with an error.",
  }),
  ...should("consequence: prompts are long", {
    "rpc:long-line": "A line of a megabyte is answered, be it with an error, and the connection survives it.",
  }),
  ...must("JSON-RPC 2.0, 5.1", {
    "rpc:bad-first-line":
      "A first line that is not JSON is answered with an error before anything is closed.",
  }),
  ...should("consequence", {
    "rpc:survives-bad-line": "A line that is not JSON does not end the connection.",
  }),
  ...must("Handshake: the context Claude Code is running in", {
    "self:no-child": "self_context_id is never the id of a context that was spawned, also without a hint.",
  }),
  ...must("Operations: argv[], never a shell string", {
    "spawn:argv": "The words of a command reach the program as they are: no shell reads them.",
    "spawn:string-refused": "A command that is a text instead of a list is an error.",
  }),
  ...must("consequence", {
    "spawn:empty-refused": "A command without a program is an error.",
  }),
  ...should("consequence: failure is loud", {
    "spawn:missing-program": "A program that is not there is an error, not a context.",
  }),
  ...must("Operations", {
    "spawn:cwd": "The program starts in cwd.",
    "spawn:env": "The program has the variables of env.",
  }),
  ...must("The backend should own rendering", {
    "spawn:metadata": "Metadata is taken, also entries that the backend does not know.",
  }),
  ...must("Operations", {
    "spawn:distinct": "Contexts that are spawned at the same time have different ids.",
  }),
  ...must("consequence: an event about an unknown id cannot be understood", {
    "spawn:answer-first":
      "The answer to spawn_agent comes before the context's events, also where the program ends at once.",
  }),
  ...must("consequence: an old id would name a stranger", {
    "id:never-reused": "A client that comes back under its hint gets ids that it has not seen.",
  }),
  ...must("Operations", {
    "write:base64": "The bytes of data, decoded from base64, are the program's input.",
    "write:order": "Writes arrive in the order of their requests.",
    "write:all": "Every byte of a long write arrives, however slowly the program reads.",
    "write:bad-base64": "Data that is not base64 is an error, and nothing of it is typed.",
  }),
  ...must("consequence: failure is loud", {
    "context:unknown": "write, capture and kill of a context that never was are errors.",
  }),
  ...should("consequence: failure is loud", {
    "write:exited": "A write to a context that has exited is an error.",
  }),
  ...must("Operations", {
    "capture:text": "capture has what the program printed.",
  }),
  ...must("Operations: Read scrollback; KILD: plain UTF-8", {
    "capture:rendered": "capture is text as a person sees it: without escape sequences.",
  }),
  ...must("Operations; KILD: plain UTF-8", {
    "capture:utf8": "Characters beyond ASCII are captured as they are.",
  }),
  ...must("Operations", {
    "capture:lines": "capture with lines returns at most that many lines, the newest.",
  }),
  ...should("consequence: why it failed stands there", {
    "capture:exited": "What a context printed can be captured after it has exited.",
  }),
  ...must("Operations", {
    "kill:ends": "kill ends the program, and context_exited follows.",
  }),
  ...should("consequence", {
    "kill:answer-first": "The answer to kill comes before the exit that it causes.",
  }),
  ...must("Operations", {
    "list:live": "list has the contexts that run.",
  }),
  ...must("Operations: List live contexts", {
    "list:exited-leave": "A context that has exited is not listed.",
  }),
  ...must("Push Events", {
    "exit:code": "context_exited tells the program's exit code.",
  }),
  ...should("Push Events (as shells have it)", {
    "exit:signal": "A program that signal n ended has the exit code 128 + n.",
  }),
  ...must("Push Events", {
    "exit:once": "context_exited comes exactly once.",
  }),
  ...must("Push Events: if declared in initialize", {
    "output:only-if-asked": "A client that did not declare context_output gets none.",
  }),
  ...must("Push Events", {
    "output:raw": "context_output is base64 of the raw bytes, escape sequences included.",
    "output:before-exit": "All of a context's output comes before its context_exited.",
  }),
  ...must("consequence: what is missing must be known to be missing", {
    "output:lag-told": "A client that reads slowly gets every byte, or is told that some were left out.",
  }),
  ...must("consequence: events for those whom they concern", {
    "team:events": "A client hears nothing of contexts that a client of another hint spawned.",
  }),
  ...should("consequence", {
    "team:list": "A client does not see contexts that a client of another hint spawned.",
  }),
] as const;

export type RequirementId = (typeof requirements)[number]["id"];
