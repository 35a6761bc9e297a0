import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { lastPart, textOf } from "./bounded-text.ts";
import { entryOf, lineOf } from "./pane-entry.ts";
import { McpRefusal, sentenceOf } from "./refusal.ts";
import { type McpScope, quoted } from "./scope.ts";

/** The list of panes. */
export const PANES_URI = "mullion://panes";
const SCREEN_URI = "mullion://pane/{pane}";
const HISTORY_URI = "mullion://pane/{pane}/history";

const HISTORY_LINES = 2_000;
const MAX_LISTED = 500;

/** A slash in an id of a host is escaped: `mullion://pane/build%2Fctx_7`. */
export const screenUri = (contextId: string) => `mullion://pane/${encodeURIComponent(contextId)}`;

/** The pane of a resource; undefined for the list. Rejects what is no resource. */
export function paneOfUri(uri: string): string | undefined {
  if (uri === PANES_URI) return undefined;
  const [, pane] = /^mullion:\/\/pane\/([^/]+)(?:\/history)?$/.exec(uri) ?? [];
  if (pane !== undefined) return decoded(pane);
  throw new McpRefusal(
    `there is no resource ${quoted(uri)}: the addresses are ${PANES_URI}, ${SCREEN_URI} and ${HISTORY_URI}`,
  );
}

function decoded(pane: string): string {
  try {
    return decodeURIComponent(pane);
  } catch {
    throw new McpRefusal(`${quoted(pane)} names no pane: after a % come two hexadecimal digits`);
  }
}

/** Panes as resources: a client can attach one to a conversation, and subscribe to it. */
export function registerResources(server: McpServer, scope: McpScope): void {
  const text = { mimeType: "text/plain" };
  server.registerResource(
    "panes",
    PANES_URI,
    {
      title: "Panes",
      description: "The panes that you can use, with their states.",
      mimeType: "application/json",
    },
    async ({ href }) => {
      const panes = (await read(scope, () => scope.shown())).slice(0, MAX_LISTED).map(entryOf);
      return { contents: [{ uri: href, mimeType: "application/json", text: JSON.stringify({ panes }) }] };
    },
  );
  const complete = {
    pane: async (begun: string) =>
      (await scope.shown()).map(({ context_id }) => context_id).filter((id) => id.startsWith(begun)),
  };
  server.registerResource(
    "screen",
    new ResourceTemplate(SCREEN_URI, { list: () => listScreens(scope), complete }),
    { title: "Screen of a pane", description: "What the pane shows, as text.", ...text },
    async ({ href }, { pane }) => ({ contents: [await contentsOf(scope, href, String(pane), 0)] }),
  );
  server.registerResource(
    "history",
    new ResourceTemplate(HISTORY_URI, { list: undefined, complete }),
    { title: "History of a pane", description: `The last ${HISTORY_LINES} lines of the pane.`, ...text },
    async ({ href }, { pane }) => ({
      contents: [await contentsOf(scope, href, String(pane), HISTORY_LINES)],
    }),
  );
}

async function listScreens(scope: McpScope) {
  const panes = await read(scope, () => scope.shown());
  return {
    resources: panes.slice(0, MAX_LISTED).map((pane) => {
      const entry = entryOf(pane);
      const { name, title, program } = entry;
      return {
        uri: screenUri(pane.context_id),
        name: name ?? (title || program || pane.context_id),
        description: lineOf(entry),
        mimeType: "text/plain",
      };
    }),
  };
}

async function contentsOf(scope: McpScope, uri: string, name: string, history: number) {
  const { lines } = await read(scope, async () => {
    const { contextId } = await scope.find(decoded(name));
    const params = { context_id: contextId, history, styles: false };
    return await scope.link.call("mullion.screen", params);
  });
  return { uri, mimeType: "text/plain", text: lastPart(textOf(lines)).text };
}

/** A resource has no error result, so a refusal is an error of the protocol. */
async function read<T>(scope: McpScope, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const sentence = sentenceOf(error, scope.grant);
    if (sentence === undefined) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
  }
}
