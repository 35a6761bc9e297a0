import { defineCommand } from "../define-command.ts";
import { expandForTarget } from "../formats/expand.ts";
import { setOption as set } from "../options/set-options.ts";
import { newState } from "../queue/queue-state.ts";

export const setOption = defineCommand({
  name: "set-option",
  alias: "set",
  flags: "aFgopqst:uUw",
  min: 1,
  max: 2,
  operand: (index) => (index === 1 ? "commands-or-string" : "string"),
  usage: "[-aFgopqsuUw] [-t target-pane] option [value]",
  target: "pane?",
  afterHook: true,
  run: (run) => set(run, { window: false }),
});

export const setWindowOption = defineCommand({
  ...setOption,
  name: "set-window-option",
  alias: "setw",
  flags: "aFgoqt:u",
  usage: "[-aFgoqu] [-t target-window] option [value]",
  target: "window?",
  run: (run) => set(run, { window: true }),
});

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
    if (!args.R) return set(run, { window: false });
    const hook = expandForTarget(run, args.operands[0]!);
    const { session, link, window, pane } = target;
    const place = session && link && window && pane ? { session, link, window, pane } : undefined;
    const state = newState({ current: place, noHooks: true, variables: new Map([["hook", hook]]) });
    for (const list of door.hooks.commands(hook, place).toReversed()) queue.insert(list, state);
  },
});
