import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormatHost } from "../../../src/core/format/context.ts";
import { expandFormat } from "../../../src/core/format/expand-format.ts";
import { variableTable } from "../../../src/core/format/variables/variable-table.ts";
import type { Server } from "../../../src/core/tree/server.ts";
import { need } from "../../setup/need.ts";
import { corpus } from "./corpus.ts";
import { setUpFixture } from "./fixture.ts";
import { readTree } from "./fixture-tree.ts";
import { hostOf } from "./host.ts";
import { RealTmux } from "./real-tmux.ts";

describe.runIf(need("tmux"))("formats as the oracle expands them", () => {
  const tmux = new RealTmux("format");
  let server: Server;
  let host: FormatHost;

  beforeAll(() => {
    setUpFixture(tmux);
    server = readTree(tmux);
    host = hostOf(tmux);
  });
  afterAll(() => tmux.kill());

  /** Both sides' expansions of texts for one pane, seen through one session. */
  function compareAll(
    texts: readonly string[],
    sessionName: string,
    index: number,
    paneIndex: number,
  ): string[] {
    const session = server.sessionNamed(sessionName)!;
    const link = session.linkAt(index)!;
    const pane = link.window.panes[paneIndex]!;
    const [clock = "", ...theirs] = tmux.expandAll(["%s", ...texts], `${sessionName}:${index}.${pane.id}`);
    const now = Number(clock) * 1000;
    const commandVariables = new Map([["command", "display-message"]]);
    const context = { server, host, now, session, link, pane, commandVariables, time: true };
    expect(theirs.length).toBe(texts.length);
    return texts.flatMap((text, at) => {
      const ours = expandFormat(text, context);
      return ours === theirs[at]
        ? []
        : [`${text}\n  tmux ${JSON.stringify(theirs[at])}\n  ours ${JSON.stringify(ours)}`];
    });
  }

  it(`expands ${corpus.length} expressions alike`, () => {
    expect(new Set(corpus).size).toBe(corpus.length);
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(compareAll(corpus, "alpha", 0, 2)).toEqual([]);
  });

  const places: readonly (readonly [string, number, number])[] = [
    ["alpha", 0, 1],
    ["alpha", 0, 2],
    ["alpha", 3, 0],
    ["alpha", 5, 0],
    ["alpha", 8, 0],
    ["alpha", 13, 0],
    ["beta", 0, 0],
    ["beta", 0, 1],
    ["beta", 4, 3],
    ["gamma", 0, 0],
    ["café", 0, 0],
    ["café", 0, 3],
  ];
  /** The oracle counts its own memory here, ours is another. */
  const notComparable = new Set(["history_all_bytes"]);
  const names = [...variableTable.keys()].filter((name) => !notComparable.has(name));

  it.each(places)(`reads every variable alike in %s:%i.%i`, (session, index, pane) => {
    const texts = names.flatMap((name) => [`#{${name}}`]);
    expect(compareAll(texts, session, index, pane)).toEqual([]);
  });
});
