import type { z } from "zod";
import type { Method } from "./define-method.ts";
import { agents } from "./methods/agents.ts";
import { describe, getSelfId, initialize, resume, subscribe } from "./methods/connection.ts";
import {
  kill,
  killSession,
  list,
  rename,
  resize,
  setMetadata,
  spawnAgent,
  spawnSession,
  split,
} from "./methods/contexts.ts";
import { hosts } from "./methods/hosts.ts";
import { capture, output, record, screen, search } from "./methods/reading.ts";
import { tree } from "./methods/tree.ts";
import { answer, sendKeys, sendText, write } from "./methods/typing.ts";
import { wait } from "./methods/wait.ts";

/** Every method, by its name on the wire. */
export const methods = {
  initialize,
  spawn_agent: spawnAgent,
  write,
  capture,
  kill,
  list,
  get_self_id: getSelfId,
  "mullion.wait": wait,
  "mullion.resize": resize,
  "mullion.send_text": sendText,
  "mullion.send_keys": sendKeys,
  "mullion.screen": screen,
  "mullion.rename": rename,
  "mullion.set_metadata": setMetadata,
  "mullion.split": split,
  "mullion.spawn_session": spawnSession,
  "mullion.kill_session": killSession,
  "mullion.tree": tree,
  "mullion.answer": answer,
  "mullion.output": output,
  "mullion.search": search,
  "mullion.record": record,
  "mullion.subscribe": subscribe,
  "mullion.resume": resume,
  "mullion.describe": describe,
  "mullion.agents": agents,
  "mullion.hosts": hosts,
} as const satisfies { readonly [N in string]: Method & { readonly name: N } };

export type MethodName = keyof typeof methods;
/** Parameters as a caller passes them: members with defaults are optional. */
export type ParamsInput<N extends MethodName> = z.input<(typeof methods)[N]["params"]>;
/** Parameters as an implementation receives them: defaults are filled in. */
export type Params<N extends MethodName> = z.output<(typeof methods)[N]["params"]>;
export type Result<N extends MethodName> = z.input<(typeof methods)[N]["result"]>;

export const methodNames = Object.keys(methods) as readonly MethodName[];

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

/** The capabilities that `initialize` announces to a client of a level. */
export function capabilitiesAt(level: number): string[] {
  const known = Object.values(methods).filter(({ since }) => since <= level);
  return ["events", "context_output", ...known.flatMap(({ name, isBasic }) => (isBasic ? [] : name))];
}
