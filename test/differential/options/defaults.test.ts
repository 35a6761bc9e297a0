import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Options } from "../../../src/core/options/options.ts";
import { type ShowOptions, showAllOptions } from "../../../src/core/options/show-options.ts";
import { need } from "../../setup/need.ts";
import { ourOptions } from "./our-options.ts";
import { RealTmux } from "./real-tmux.ts";

type Stores = ReturnType<typeof ourOptions>;

const listings: readonly [argv: string, store: (stores: Stores) => Options, show: ShowOptions][] = [
  ["show-options -s", (all) => all.server, {}],
  ["show-options -sv", (all) => all.server, { valuesOnly: true }],
  ["show-options -g", (all) => all.globalSession, {}],
  ["show-options -gv", (all) => all.globalSession, { valuesOnly: true }],
  ["show-options -gH", (all) => all.globalSession, { hooks: true }],
  ["show-options -gw", (all) => all.globalWindow, {}],
  ["show-options -gwv", (all) => all.globalWindow, { valuesOnly: true }],
  ["show-options -gwH", (all) => all.globalWindow, { hooks: true }],
  ["show-window-options -g", (all) => all.globalWindow, {}],
  ["show-hooks -g", (all) => all.globalSession, { onlyHooks: true }],
  ["show-hooks -gw", (all) => all.globalWindow, { onlyHooks: true }],
  ["show-options", (all) => all.session, {}],
  ["show-options -A", (all) => all.session, { inherited: true }],
  ["show-options -AH", (all) => all.session, { inherited: true, hooks: true }],
  ["show-options -Av", (all) => all.session, { inherited: true, valuesOnly: true }],
  ["show-options -w", (all) => all.window, {}],
  ["show-options -wA", (all) => all.window, { inherited: true }],
  ["show-options -wAH", (all) => all.window, { inherited: true, hooks: true }],
  ["show-options -p", (all) => all.pane, {}],
  ["show-options -pA", (all) => all.pane, { inherited: true }],
  ["show-options -pAH", (all) => all.pane, { inherited: true, hooks: true }],
];

describe.runIf(need("tmux"))("a fresh server's options are tmux's", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  it.each(listings)("%s", async (line, store, show) => {
    const { lines } = await real.runText(line);
    const ours = showAllOptions(store(ourOptions()), show);
    expect(ours).toEqual(lines);
  });
});

describe.runIf(need("tmux"))("the editor decides about keys", () => {
  it.each(["/usr/bin/nvim -e", "nano", "emacs"])("EDITOR=%s", async (editor) => {
    const real = new RealTmux({ EDITOR: editor });
    const ours = ourOptions(new Map([["EDITOR", editor]]));
    const wanted = ["-s editor", "-g status-keys", "-gw mode-keys"].map((name) =>
      real.runText(`show -v ${name}`),
    );
    const lines = (await Promise.all(wanted)).flatMap((answer) => answer.lines);
    await real.stop();
    expect([
      ours.server.get("editor"),
      ours.globalSession.get("status-keys"),
      ours.globalWindow.get("mode-keys"),
    ]).toEqual(lines);
  });
});
