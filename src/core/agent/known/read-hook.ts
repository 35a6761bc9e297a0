import type { NewReport } from "../evidence.ts";
import { fillFirst, memberOf } from "./fill-text.ts";
import type { KnownAgent, KnownHook } from "./known-agent.ts";

/** Questions are shown in one line. */
const MAX_QUESTION = 300;
/** Ids of conversations are short; anything longer is none. */
export const MAX_SESSION = 200;

/** What the JSON of an agent's hook reports; undefined if it says nothing about the agent's state. */
export function readHook({ name, integration }: KnownAgent, json: unknown): NewReport | undefined {
  const hook = integration?.hooks.find((each) => isMeant(each, json));
  if (!hook) return undefined;
  const session = textOf(json, "session_id");
  const asked = hook.question && fillFirst(hook.question, (path) => textOf(json, path));
  return {
    state: hook.reports,
    agent: name,
    ...(session !== undefined && session.length <= MAX_SESSION && { session }),
    ...(asked !== undefined && { question: inOneLine(asked) }),
    ...(hook.opensSession && { opensSession: true }),
  };
}

function isMeant({ event, when = {} }: KnownHook, json: unknown): boolean {
  if (memberOf(json, "hook_event_name") !== event) return false;
  return Object.entries(when).every(([path, values]) => values.includes(textOf(json, path) ?? ""));
}

function textOf(json: unknown, path: string): string | undefined {
  const value = memberOf(json, path);
  return typeof value === "string" ? value : undefined;
}

export function inOneLine(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return line.length > MAX_QUESTION ? `${line.slice(0, MAX_QUESTION - 1)}…` : line;
}
