import { defineCommand } from "../define-command.ts";

export const selectLayout = defineCommand({
  name: "select-layout",
  alias: "selectl",
  flags: "Enopt:",
  max: 1,
  usage: "[-Enop] [-t target-pane] [layout-name]",
  target: "pane",
  afterHook: true,
  run({ args, mux, target: { window, pane } }) {
    const [layout] = args.operands;
    if (args.n) mux.nextLayout(window);
    else if (args.p) mux.previousLayout(window);
    else if (args.E) mux.spreadOut(pane);
    else if (args.o && layout === undefined) mux.undoLayout(window);
    else mux.selectLayout(window, layout);
  },
});

export const nextLayout = defineCommand({
  name: "next-layout",
  alias: "nextl",
  flags: "t:",
  usage: "[-t target-window]",
  target: "window",
  afterHook: true,
  run({ mux, target }) {
    mux.nextLayout(target.window);
  },
});

export const previousLayout = defineCommand({
  ...nextLayout,
  name: "previous-layout",
  alias: "prevl",
  run({ mux, target }) {
    mux.previousLayout(target.window);
  },
});
