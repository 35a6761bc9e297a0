import type { RuntimeHandle } from "./contract.ts";

/** What a handle of ours carries beside its id. It is written down as JSON, and all of it may be missing. */
export interface HandleData {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly workspacePath: string;
  /** Of the agent's process; the orchestrator's own checks read it. */
  readonly pid: number;
  /** The same process, by a mark that no later one has. */
  readonly process: string;
  /** Never used again for another session, as the name may be. */
  readonly contextId: string;
  /** Of the tmux server. */
  readonly socket: string;
}

/** As far as it is what it should be. */
export function dataOf({ data }: RuntimeHandle): Partial<HandleData> {
  const { createdAt, workspacePath, pid, process, contextId, socket } = (data ?? {}) as Record<
    string,
    unknown
  >;
  return {
    ...(typeof createdAt === "number" && { createdAt }),
    ...(typeof workspacePath === "string" && { workspacePath }),
    ...(typeof pid === "number" && { pid }),
    ...(typeof process === "string" && { process }),
    ...(typeof contextId === "string" && { contextId }),
    ...(typeof socket === "string" && { socket }),
  };
}
