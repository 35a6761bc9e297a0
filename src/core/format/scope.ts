import type { Buffer } from "../buffers/buffer-stack.ts";
import type { PartialTarget } from "../target/target.ts";
import type { Client, MousePlace, Server } from "../tree/tree.ts";
import type { FormatContext, FormatHost } from "./context.ts";
import type { FormatReads } from "./format-reads.ts";

/** A context with all derived fields: variables read their values from it. */
export interface Scope extends PartialTarget {
  readonly server: Server;
  readonly host: FormatHost;
  readonly now: number;
  readonly client: Client | undefined;
  /** The newest buffer if the context gives none. */
  readonly buffer: Buffer | undefined;
  readonly variables: ReadonlyMap<string, string>;
  readonly commandVariables: ReadonlyMap<string, string>;
  /** Expands another format; a field, because a variable may be defined by one. */
  readonly expand: (text: string, context: FormatContext) => string;
  readonly mouse: MousePlace | undefined;
  readonly reads: FormatReads | undefined;
  /** The kind of row that the caller set, before fields were derived. */
  readonly kind: "session" | "window" | "pane" | undefined;
  /** The window or pane of a loop, which distinguishes its jobs from those of others. */
  readonly tag: string;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function createScope(context: FormatContext, expand: Scope["expand"], tag = ""): Scope {
  const { server, host, now, client } = context;
  const session = context.session ?? client?.session;
  const link = context.link ?? (context.window ? undefined : session?.current);
  const window = context.window ?? link?.window ?? context.pane?.window;
  return {
    server,
    host,
    now,
    client,
    session,
    link,
    window,
    pane: context.pane ?? window?.active,
    buffer: context.buffer,
    variables: context.variables ?? NONE,
    commandVariables: context.commandVariables ?? NONE,
    expand,
    mouse: context.mouse,
    reads: context.reads,
    kind: kindOf(context),
    tag,
  };
}

function kindOf(context: FormatContext): Scope["kind"] {
  if (context.pane) return "pane";
  if (context.link) return "window";
  return context.session ? "session" : undefined;
}

/** The scope of one iteration of a loop: the same caller, another row. */
export function loopScope(scope: Scope, row: Partial<Omit<PartialTarget, "window">>): Scope {
  const { server, host, now, client, commandVariables, mouse, reads } = scope;
  const tag = row.pane?.id ?? row.link?.window.id ?? "";
  return createScope(
    { server, host, now, client, commandVariables, mouse, reads, ...row },
    scope.expand,
    tag,
  );
}
