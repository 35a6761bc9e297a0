import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { setOption } from "../options/set-options.ts";
import { newState } from "../queue/queue-state.ts";

export const setHook = defineCommand({
  name: "set-hook",
  flags: "agpRt:uw",
  min: 1,
  max: 2,
  operand: (index) => (index === 1 ? "commands-or-string" : "string"),
  usage: "[-agpRuw] [-t target-pane] hook [command]",
  target: "pane?",
  afterHook: true,
  run(run) {
    const { args, queue, door, target } = run;
    if (!args.R) return setOption(run, { window: false });
    const hook = expandForTarget(run, args.operands[0]!);
    const { session, link, window, pane } = target;
    const place = session && link && window && pane ? { session, link, window, pane } : undefined;
    const state = newState({ current: place, noHooks: true, variables: new Map([["hook", hook]]) });
    for (const list of door.hooks.commands(hook, place).toReversed()) queue.insert(list, state);
  },
});
