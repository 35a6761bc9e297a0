import type { z } from "zod";
import type { Method } from "./define-method.ts";
import { agents } from "./methods/agents.ts";
import { answer } from "./methods/answer.ts";
import { capture } from "./methods/capture.ts";
import { describe } from "./methods/describe.ts";
import { getSelfId } from "./methods/get-self-id.ts";
import { initialize } from "./methods/initialize.ts";
import { kill } from "./methods/kill.ts";
import { killSession } from "./methods/kill-session.ts";
import { list } from "./methods/list.ts";
import { output } from "./methods/output.ts";
import { record } from "./methods/record.ts";
import { rename } from "./methods/rename.ts";
import { resize } from "./methods/resize.ts";
import { resume } from "./methods/resume.ts";
import { screen } from "./methods/screen.ts";
import { search } from "./methods/search.ts";
import { sendKeys } from "./methods/send-keys.ts";
import { sendText } from "./methods/send-text.ts";
import { setMetadata } from "./methods/set-metadata.ts";
import { spawnAgent } from "./methods/spawn-agent.ts";
import { spawnSession } from "./methods/spawn-session.ts";
import { split } from "./methods/split.ts";
import { subscribe } from "./methods/subscribe.ts";
import { tree } from "./methods/tree.ts";
import { wait } from "./methods/wait.ts";
import { write } from "./methods/write.ts";

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
  return ["events", "context_output", ...known.flatMap(({ capability }) => capability ?? [])];
}
