import { currentTarget } from "../../../core/target/current-target.ts";
import { clientNamed, currentClient, resolveClient } from "../../../core/target/resolve-client.ts";
import { findTarget, resolvePlace, resolveTarget } from "../../../core/target/resolve-target.ts";
import type {
  Caller,
  PartialTarget,
  Place,
  Target,
  TargetFlags,
  TargetKind,
  TargetRequest,
} from "../../../core/target/target.ts";
import type { Client, Server } from "../../../core/tree/tree.ts";
import type { Call } from "../call.ts";
import type { Door } from "../door.ts";
import type { AnyCommandEntry, Command, CommandList, TargetSpec } from "../parse-commands/command.ts";
import { hookState } from "./hooks.ts";
import type { QueueState } from "./queue-state.ts";

/** The queue as hooks need it: their commands run before those that wait. */
interface HookedQueue {
  readonly door: Door;
  insert(list: CommandList, state: QueueState): void;
}

const NO_FLAGS: TargetFlags = {};

type Resolved = Target | PartialTarget | Place | undefined;

/** Resolves everything that a command's flags name, before it runs; `finish` runs after its success. */
export function prepareRun(
  queue: HookedQueue,
  { command, state, call }: { readonly command: Command; readonly state: QueueState; readonly call: Call },
) {
  const { door } = queue;
  const { entry, args } = command;
  const { client: calling, tty, paneId } = call.caller;
  const { current = call.caller.current, mouse = call.caller.mouse } = state;
  const caller: Caller = { client: calling, tty, paneId, current, mouse };
  const look = (flag: string, spec: TargetSpec | undefined, flags = NO_FLAGS): Resolved =>
    spec && resolve(spec, { server: door.server, text: flagText(command, flag), caller, flags });

  const client = findClient(door.server, entry, { command, caller });
  const source = look("s", entry.source, entry.sourceFlags);
  const target = look("t", entry.target);
  const run = {
    command,
    args,
    target,
    source,
    client,
    caller,
    state,
    queue,
    call,
    door,
    mux: door.mux,
    server: door.server,
  };
  const finish = () => {
    if (!entry.afterHook || state.noHooks) return;
    const place = wholeTarget(target) ?? currentTarget(door.server, caller);
    if (!place) return;
    insertHook(queue, `after-${entry.name}`, { place, command });
  };
  return { run, finish };
}

export type PreparedRun = ReturnType<typeof prepareRun>;

/** Inserts a hook with a state of its own, so that it does not change what is current for the following commands. */
export function insertHook(queue: HookedQueue, name: string, at: { place: Target; command: Command }): void {
  const lists = queue.door.hooks.commands(name, at.place);
  if (lists.length === 0) return;
  const state = hookState(name, at.place, at.command);
  for (const list of lists.toReversed()) queue.insert(list, state);
}

function flagText({ args }: Command, flag: string): string | undefined {
  return args.all(flag).at(-1);
}

function resolve(spec: TargetSpec, search: Required<Omit<TargetRequest, "kind">>): Resolved {
  if (spec === "place") return resolvePlace(search);
  const isOptional = spec.endsWith("?");
  const kind = (isOptional ? spec.slice(0, -1) : spec) as TargetKind;
  const request = { ...search, kind };
  return isOptional ? findTarget(request) : resolveTarget(request);
}

/** Throws if a required client is missing; an optional one may be. */
function findClient(
  server: Server,
  { client: spec }: AnyCommandEntry,
  { command, caller }: { command: Command; caller: Caller },
): Client | undefined {
  const text = spec && flagText(command, spec[0]!);
  if (spec === "c" || spec === "t") return resolveClient(server, text, caller);
  return text === undefined ? currentClient(server, caller) : clientNamed(server, text);
}

function wholeTarget(target: Resolved): Target | undefined {
  if (!target || !("pane" in target)) return undefined;
  const { session, link, window, pane } = target;
  if (!session || !link || !window || !pane) return undefined;
  return { session, link, window, pane };
}
