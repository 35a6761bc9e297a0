import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { answerCompletions } from "./completions.ts";
import { answerGemini } from "./gemini.ts";
import { answerMessages } from "./messages.ts";
import { answerResponses } from "./responses.ts";
import { type Message, nextTurn, THINKS_MS, type Turn } from "./turn.ts";

/** What a request asks for. `project` is the directory in which the agent works. */
export interface Question {
  readonly turn: Turn;
  readonly model: string;
  readonly project: string;
  /** Names of the tools that the agent offers. */
  readonly tools: readonly string[];
}

/** The end of an address, and the dialect that is spoken there. */
const DIALECTS: readonly (readonly [RegExp, (question: Question, out: Stream) => Promise<void>])[] = [
  [/\/messages$/, answerMessages],
  [/\/responses$/, answerResponses],
  [/\/chat\/completions$/, answerCompletions],
  [/:(streamG|g)enerateContent$/, answerGemini],
];

/** A stream of server-sent events. */
export class Stream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { "content-type": "text/event-stream" });
  }

  readonly isGone = (): boolean => this.#response.destroyed;

  event(data: { readonly type?: string } | string, name?: string): void {
    const body = typeof data === "string" ? data : JSON.stringify(data);
    this.#response.write(`${name === undefined ? "" : `event: ${name}\n`}data: ${body}\n\n`);
  }

  end(): void {
    this.#response.end();
  }
}

interface Body {
  readonly model?: string;
  readonly messages?: readonly Message[];
  readonly input?: readonly Message[];
  readonly contents?: readonly Message[];
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
}

/**
 * A local service that speaks as the services of agents do, and answers the prompts of the tests. Requests without
 * tools are side jobs of the agents (a title, a next speaker) and get a short answer.
 */
export async function startStandIn(
  project: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const dialect = DIALECTS.find(([end]) => end.test(path))?.[1];
    if (!dialect) return void response.end(JSON.stringify({ data: [], models: [], input_tokens: 1 }));
    const body = JSON.parse((await text(request)) || "{}") as Body;
    if (isSideJob(path, body)) return void response.end(JSON.stringify(SHORT));
    const tools = (body.tools ?? []).map((tool) => tool.name ?? tool.function?.name ?? "");
    const messages = body.messages ?? body.input ?? body.contents ?? [];
    const turn: Turn = body.tools ? nextTurn(messages) : { kind: "text", words: ["Title"], pauseMs: 0 };
    if (turn.kind === "refusal") return refuse(response);
    const out = new Stream(response);
    await dialect({ turn, model: body.model ?? "", project, tools }, out);
    out.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** Agents ask for a title or the next speaker in requests that want one whole answer. */
function isSideJob(path: string, { stream }: Body): boolean {
  return path.endsWith("enerateContent") ? !path.includes(":stream") : stream !== true;
}

/** One short answer in all dialects: each agent reads its own part. */
const SHORT = {
  id: "short",
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "Title" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
  choices: [{ index: 0, message: { role: "assistant", content: "Title" }, finish_reason: "stop" }],
  candidates: [{ index: 0, content: { role: "model", parts: [{ text: "{}" }] }, finishReason: "STOP" }],
};

async function refuse(response: ServerResponse): Promise<void> {
  await pause(2 * THINKS_MS);
  response.writeHead(400, { "content-type": "application/json" });
  const error = { type: "invalid_request_error", message: "The stand-in refuses this." };
  response.end(JSON.stringify({ type: "error", error }));
}

let made = 0;

/** Agents merge what has one id. */
export function newId(kind: string): string {
  made += 1;
  return `${kind}_${Date.now()}_${made}`;
}
