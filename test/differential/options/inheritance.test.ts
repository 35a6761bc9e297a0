import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { OptionsRecord } from "../../../src/core/options/options.ts";
import { Options } from "../../../src/core/options/options.ts";
import { showAllOptions, showOption } from "../../../src/core/options/show-options.ts";
import { property } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { Comparison } from "./comparison.ts";
import { ourOptions } from "./our-options.ts";
import { RealTmux } from "./real-tmux.ts";

const stores = {
  server: ["-s"],
  globalSession: ["-g"],
  session: [],
  globalWindow: ["-g", "-w"],
  window: ["-w"],
  pane: ["-p"],
} as const;
type StoreName = keyof typeof stores;

/** A few options of every kind; each store gets those that may stand in it. */
const bySession = [
  "mouse",
  "status",
  "status-left",
  "history-limit",
  "status-style",
  "update-environment",
  "prefix",
];
const byPane = ["remain-on-exit", "window-style", "cursor-colour", "pane-colours", "pane-border-format"];
const options: Record<StoreName, readonly string[]> = {
  server: ["escape-time", "terminal-features", "terminal-features[5]", "exit-empty", "@s"],
  globalSession: [...bySession, "update-environment[2]", "@a", "@b"],
  session: [...bySession, "update-environment[9]", "@a", "@b"],
  globalWindow: [...byPane, "mode-keys", "@w"],
  window: [...byPane, "mode-keys", "pane-colours[4]", "@w"],
  pane: [...byPane, "pane-colours[1]", "@w"],
};

const change = fc.constantFrom(...(Object.keys(stores) as StoreName[])).chain((store) =>
  fc.record({
    store: fc.constant(store),
    name: fc.constantFrom(...options[store]),
    how: fc.constantFrom("set", "append", "only", "unset", "toggle"),
    value: fc.constantFrom(
      "on",
      "off",
      "red",
      "5",
      "bg=red",
      "#{x} y",
      "A,B C",
      "vi",
      "nonsense=",
      "C-a",
      "",
    ),
  }),
);

describe.runIf(need("tmux"))("stores inherit as tmux's do", () => {
  let real: RealTmux;
  beforeAll(() => {
    real = new RealTmux();
  });
  afterAll(() => real.stop());

  property(
    "after any changes every store shows the same, and a saved one goes on the same",
    { runs: 150 },
    (check) =>
      check(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
          const all = ourOptions();
          const both = new Comparison(real);
          reset(real);
          for (const { store, name, how, value } of changes) {
            const flags = stores[store];
            const target = all[store];
            if (how === "unset") both.step(["set-option", ...flags, "-u", name], () => target.unset(name));
            else if (how === "toggle")
              both.step(["set-option", ...flags, name], () => target.set(name, undefined));
            else {
              const flag = { set: [], append: ["-a"], only: ["-o"] }[how as "set"];
              const given = { append: how === "append", onlyIfUnset: how === "only" };
              both.step(["set-option", ...flags, ...flag, "--", name, value], () =>
                target.set(name, value, given),
              );
            }
            both.step(["show-options", ...flags, "-A", name], () =>
              showOption(target, name, { inherited: true }),
            );
          }
          for (const store of Object.keys(stores) as StoreName[]) {
            const copy = restored(all[store]);
            both.step(["show-options", ...stores[store], "-A"], () =>
              showAllOptions(all[store], { inherited: true }),
            );
            both.step(["show-options", ...stores[store], "-v"], () =>
              showAllOptions(copy, { valuesOnly: true }),
            );
          }
          expect(await both.mismatches()).toEqual([]);
        }),
      ),
  );
});

function restored(store: Options): Options {
  const record: OptionsRecord = JSON.parse(JSON.stringify(store.toRecord()));
  return Options.fromRecord(record, {
    scope: store.scope,
    ...(store.parent ? { parent: store.parent } : {}),
  });
}

/** Back to a fresh server's options, in the real one. */
function reset(real: RealTmux): void {
  for (const store of Object.keys(stores) as StoreName[]) {
    for (const name of options[store]) {
      if (!name.includes("[")) void real.run("set-option", ...stores[store], "-u", name);
    }
  }
}
