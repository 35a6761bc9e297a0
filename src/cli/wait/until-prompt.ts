import type { ConditionKind, Met } from "./condition.ts";

/**
 * A shell with our integration marks its prompts and how the previous command ended. A shell that has received input
 * and not answered yet does not count as waiting.
 */
export const prompt: ConditionKind = {
  name: "prompt",
  summary: "its shell waits at a prompt (bash, zsh and fish tell by themselves)",
  parse: () => (watch) => {
    const { context, mux, pane, met } = watch;
    let last: Met = {};
    const stop = mux.server.events.on("pane-prompted", ({ pane: id, kind, status }) => {
      if (id !== pane.id) return;
      if (kind === "done") last = status === undefined ? {} : { status };
      else if (kind !== "output") met(last);
    });
    if (context.atPrompt(pane)) met();
    return { stop };
  },
};
