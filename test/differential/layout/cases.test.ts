import { describe, expect, it } from "vitest";
import { need } from "../../setup/need.ts";
import { cases } from "./cases.ts";
import { Pair } from "./pair.ts";
import { translate } from "./translate.ts";

describe.runIf(need("tmux"))("named situations on real tmux and on our tree", () => {
  it("are more than a hundred", () => {
    expect(cases.length).toBeGreaterThan(100);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  });

  it.concurrent.each(cases)("%s", async (_name, lines) => {
    const pair = await Pair.open();
    try {
      await pair.step(translate("new-session -d -s work -x 80 -y 24"));
      for (const line of lines) await pair.step(translate(line));
    } finally {
      await pair.close();
    }
  });
});
