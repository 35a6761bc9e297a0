import type { RuntimeHandle } from "./contract.ts";

/** The data of our handles beside the id. It is stored as JSON, and any of it may be missing. */
export interface HandleData {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly workspacePath: string;
  /** Process id of the agent; the orchestrator's own checks read it. */
  readonly pid: number;
  /** The same process, as a mark that is never reused. */
  readonly process: string;
  /** Never reused for another session, unlike the name. */
  readonly contextId: string;
  /** Socket of the tmux server. */
  readonly socket: string;
}

/** The valid parts of the data, as far as they are read here. */
export function dataOf({ data }: RuntimeHandle): Partial<Omit<HandleData, "workspacePath">> {
  const { createdAt, pid, process, contextId, socket } = (data ?? {}) as Record<string, unknown>;
  return {
    ...(typeof createdAt === "number" && { createdAt }),
    ...(typeof pid === "number" && { pid }),
    ...(typeof process === "string" && { process }),
    ...(typeof contextId === "string" && { contextId }),
    ...(typeof socket === "string" && { socket }),
  };
}
