import { z } from "zod";
import { jsonSchema } from "../../../protocol/describe-schema.ts";
import { answerInput, borderInput, commandInput, shareInput } from "./page-requests.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** An operation without the answers that any request may have. */
export interface PageOperation {
  readonly path: string;
  readonly method: "get" | "post" | "delete";
  readonly summary: string;
  readonly body?: { readonly type: string; readonly schema: JsonObject };
  readonly query?: { readonly name: string; readonly description: string };
  /** Absent: an empty object. */
  readonly answer?: { readonly type: string; readonly schema: JsonObject };
}

const JSON_TYPE = "application/json";
const json = (type: z.ZodType) => ({ type: JSON_TYPE, schema: jsonSchema(type) });
const strings = z.array(z.string());
export const EMPTY_ANSWER = json(z.object({}));
const outcome = z.object({
  exit_code: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  cut: z.literal(true).optional().describe("Older lines of stdout were left out."),
});

const share = z.object({
  id: z.string(),
  title: z.string().describe("What it shows."),
  name: z.string().optional().describe("For whom it was made."),
  write: z.boolean(),
  created: z.int(),
  expires: z.int(),
  browsers: z.int().describe("Browsers that are logged in with it."),
});

/** What the page asks beside its socket. */
export const pageOperations: readonly PageOperation[] = [
  {
    path: "/api/panes/{id}/answer",
    method: "post",
    summary: "Answers the question that a pane waits with, as mullion.answer does.",
    body: json(answerInput),
  },
  {
    path: "/api/panes/{id}/seen",
    method: "post",
    summary: "A person has looked at the pane: it is no longer unread.",
  },
  {
    path: "/api/panes/{id}/border",
    method: "post",
    summary: "Moves the border between two panes, or the branches of the layout with them, as a mouse does.",
    body: json(borderInput),
  },
  {
    path: "/api/panes/{id}/files",
    method: "post",
    summary: "Stores a picture of at most 20 MB on the host, where only the user can read it.",
    body: { type: "image/*", schema: { type: "string", format: "binary" } },
    answer: json(z.object({ path: z.string() })),
  },
  {
    path: "/api/panes/{id}/recording",
    method: "get",
    summary: "What happened in a pane, as asciicast 3, with marks at prompts, questions and errors.",
    answer: { type: "application/x-asciicast", schema: { type: "string" } },
  },
  {
    path: "/api/directories",
    method: "get",
    summary: "Up to 50 directories whose path begins with a text.",
    query: { name: "prefix", description: "Begins at the home directory, unless it is absolute." },
    answer: json(z.object({ directories: strings })),
  },
  {
    path: "/api/launch",
    method: "get",
    summary: "What a person may start: installed agents, commands and directories of panes.",
    answer: json(
      z.object({
        agents: z.array(z.object({ name: z.string(), command: strings })),
        commands: z.array(strings),
        directories: strings,
        home: z.string(),
      }),
    ),
  },
  {
    path: "/api/shares",
    method: "get",
    summary: "The share links that work, oldest first.",
    answer: json(z.object({ shares: z.array(share) })),
  },
  {
    path: "/api/shares",
    method: "post",
    summary: "Makes a share link. Its address is url, #share= and the secret of the digest.",
    body: json(shareInput),
    answer: json(share.extend({ url: z.string() })),
  },
  {
    path: "/api/shares/{link}",
    method: "delete",
    summary: "Ends a share link, with everything that was opened with it.",
  },
  {
    path: "/rpc/mullion.command",
    method: "post",
    summary: "Runs one tmux command line on a server.",
    body: json(commandInput),
    answer: json(outcome),
  },
];
