import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isUserOption, resolveOptionName } from "../../../src/core/options/option-name.ts";
import { type placeOfFlags, placeOfOption, type ScopeFlags } from "../../../src/core/options/option-scope.ts";
import { optionTable } from "../../../src/core/options/option-table.ts";
import { showOption } from "../../../src/core/options/show-options.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { ourOptions } from "./our-options.ts";
import { RealTmux } from "./real-tmux.ts";

const names = optionTable.map((entry) => entry.name).filter((name) => name !== "pane-room");
const prefixes = new Set(names.flatMap((name) => [...name].map((_, i) => name.slice(0, i + 1))));
/** Only its whole name leads to our own option. */
const ours = ["pane-r", "pane-ro", "pane-roo"];

const odd = [
  ...ours,
  ...[
    "nosuch",
    "Status",
    "status ",
    "status[",
    "status[]",
    "status[x]",
    "status[-1]",
    "status[1",
    "status[1]x",
  ],
  ...[
    "status-format[0]",
    "status-format[00]",
    "status-format[7]",
    "status-f[1]",
    "update[2]",
    "update[ 2]",
    "status[1]",
  ],
  ...[
    "@",
    "@x",
    "@x[0]",
    "@x[",
    "cursor-color",
    "pane-colors",
    "pane-colors[1]",
    "display-panes-color",
    "clock-mode-co",
  ],
];

const flagSets: readonly [text: string, flags: ScopeFlags][] = [
  ["", {}],
  ["-g", { global: true }],
  ["-s", { server: true }],
  ["-w", { window: true }],
  ["-gw", { global: true, window: true }],
  ["-p", { pane: true }],
  ["-gp", { global: true, pane: true }],
];

describe.runIf(need("tmux"))("names lead to the option and the store that tmux finds", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  function place(all: ReturnType<typeof ourOptions>, { scope, global }: ReturnType<typeof placeOfFlags>) {
    if (scope === "server") return all.server;
    if (scope === "pane") return all.pane;
    if (scope === "session") return global ? all.globalSession : all.session;
    return global ? all.globalWindow : all.window;
  }

  it.each(flagSets)("show-options %s", async (text, flags) => {
    const all = ourOptions();
    const both = new Comparison(real);
    for (const name of [...prefixes, ...odd]) {
      both.step(["show-options", ...(text ? [text] : []), name], () => {
        const resolved = resolveOptionName(name);
        return showOption(place(all, placeOfOption(resolved.name, flags)), name);
      });
    }
    expect(await both.mismatches()).toEqual([]);
  });

  it.each(flagSets)("set-option %s and its errors", async (text, flags) => {
    const all = ourOptions();
    const both = new Comparison(real);
    for (const name of odd) {
      for (const [flag, options] of [
        ["", {}],
        ["a", { append: true }],
        ["o", { onlyIfUnset: true }],
      ] as const) {
        both.step(
          ["set-option", `${text || "-"}${flag}`, name, "2"].filter((word) => word !== "-"),
          () => {
            const resolved = resolveOptionName(name);
            place(all, placeOfOption(resolved.name, flags)).set(name, "2", options);
          },
        );
      }
      both.step(["show-options", ...(text ? [text] : []), name], () => {
        const resolved = resolveOptionName(name);
        return showOption(place(all, placeOfOption(resolved.name, flags)), name);
      });
      both.step(["set-option", `${text || "-"}u`, name], () => {
        const resolved = resolveOptionName(name);
        place(all, placeOfOption(resolved.name, flags)).unset(name);
      });
    }
    expect(isUserOption("@x")).toBe(true);
    expect(await both.mismatches()).toEqual([]);
  });
});
