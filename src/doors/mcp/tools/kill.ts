import { z } from "zod";
import { defineTool, paneId, paneName } from "../define-tool.ts";

/** SIGHUP gives the program five seconds. */
const GONE_MS = 7_000;

export const kill = defineTool({
  name: "kill",
  title: "End a pane",
  description:
    "Ends the program of a pane: SIGHUP, and SIGKILL after five seconds. Its last screen can be read for ten minutes. End only panes that you started, or that you were asked to end.",
  effect: "ends",
  input: z.strictObject({ pane: paneName }),
  output: z.object({ id: paneId, exited: z.boolean(), exit_code: z.int().optional() }),
  async run({ pane }, { scope, signal }) {
    const { contextId } = await scope.findOther(pane, "end");
    const until = { context_id: contextId, until: { kind: "exit" as const }, timeout_ms: GONE_MS };
    await scope.link.call("kill", { context_id: contextId }, { signal });
    const { outcome, exit_code } = await scope.link.call("mullion.wait", until, { signal });
    const exited = outcome === "met";
    return {
      text: exited
        ? `${contextId} has ended.`
        : `${contextId} was asked to end and has not yet: wait until exit.`,
      result: { id: contextId, exited, ...(exit_code !== undefined && { exit_code }) },
    };
  },
});
