import { arch } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormatContext, FormatHost } from "../../../src/core/format/context.ts";
import { expandFormat, listVariables } from "../../../src/core/format/expand-format.ts";
import { variableTable } from "../../../src/core/format/variables/variable-table.ts";
import type { Server } from "../../../src/core/tree/tree.ts";
import { FRESH_SEED, PINNED_SEED } from "../../fixtures/property.ts";
import { need } from "../../setup/need.ts";
import { corpus } from "./corpus.ts";
import { differences } from "./differences.ts";
import { setUpFixture } from "./fixture.ts";
import { readTree } from "./fixture-tree.ts";
import { generateExpressions } from "./generated.ts";
import { hostOf } from "./host.ts";
import { overflows } from "./overflows.ts";
import { RealTmux } from "./real-tmux.ts";
import { ages, moments, timeFormat, timeShapes } from "./times.ts";

type Place = readonly [session: string, index: number, pane: number];

/** The one that the corpus is written for. */
const MAIN: Place = ["alpha", 0, 2];

const GENERATED = Number(process.env.PROPERTY_RUNS ?? 1000) / 2;

/** The oracle counts its own memory here, ours is another. */
const NOT_COMPARABLE = new Set(["history_all_bytes"]);

describe.runIf(need("tmux"))("formats as the oracle expands them", () => {
  let tmux: RealTmux;
  let server: Server;
  let host: FormatHost;

  beforeAll(() => {
    tmux = new RealTmux();
    setUpFixture(tmux);
    server = readTree(tmux);
    host = hostOf(tmux);
  });
  afterAll(() => tmux.kill());

  function contextOf([name, index, paneIndex]: Place, now = 0): FormatContext {
    const session = server.sessionNamed(name)!;
    const link = session.linkAt(index)!;
    const pane = link.window.panes[paneIndex]!;
    const commandVariables = new Map([["command", "display-message"]]);
    return { server, host, now, session, link, pane, commandVariables, time: true };
  }

  function targetOf(place: Place): string {
    const { session, link, pane } = contextOf(place);
    return `${session?.id}:${link?.index}.${pane?.id}`;
  }

  /** What the oracle expands the texts to, and its clock. Asks again if the clock turned to the next second meanwhile. */
  function expandWithinOneSecond(texts: readonly string[], place: Place) {
    for (let attempt = 0; attempt < 10; attempt++) {
      const [clock, ...theirs] = tmux.expandAll(["%s", ...texts, "%s"], targetOf(place));
      if (theirs.pop() === clock) return { clock: Number(clock), theirs };
    }
    throw new Error("the oracle takes longer than a second for its answers");
  }

  /** Where both sides' expansions differ. */
  function compareAll(texts: readonly string[], place: Place): string[] {
    const { clock, theirs } = expandWithinOneSecond(texts, place);
    const context = contextOf(place, clock * 1000);
    expect(theirs.length).toBe(texts.length);
    return texts.flatMap((text, at) => {
      const ours = expandFormat(text, context);
      if (ours === theirs[at]) return [];
      return [`${text}\n  tmux ${JSON.stringify(theirs[at])}\n  ours ${JSON.stringify(ours)}`];
    });
  }

  it(`expands ${corpus.length} expressions alike`, () => {
    expect(new Set(corpus).size).toBe(corpus.length);
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(compareAll(corpus, MAIN)).toEqual([]);
  });

  const places: readonly Place[] = [
    ["alpha", 0, 1],
    MAIN,
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
  const names = [...variableTable.keys()].filter((name) => !NOT_COMPARABLE.has(name));

  it.each(places)("reads every variable alike in %s:%i.%i", (...place) => {
    const texts = names.map((name) => `#{${name}}`);
    expect(compareAll(texts, place)).toEqual([]);
  });

  it("tells each step of an expansion alike", () => {
    // A time that the oracle writes into its steps may have moved on by now.
    const texts = corpus.filter((text) => !text.includes("%") && !text.includes("T:"));
    const theirs = tmux.expandAll(texts, targetOf(MAIN), "-pv");
    const context = contextOf(MAIN, Date.now());
    const differences = texts.flatMap((text, at) => {
      const steps: string[] = [];
      const result = expandFormat(text, { ...context, log: (step) => steps.push(step) });
      const ours = [...steps, result].join("\n");
      return ours === theirs[at] ? [] : [`${text}\n--- tmux\n${theirs[at]}\n--- ours\n${ours}`];
    });
    expect(differences).toEqual([]);
  });

  it("lists all variables alike", () => {
    const lines = tmux.must(["display-message", "-a", "-p", "-t", targetOf(MAIN)]).split("\n");
    const theirs = new Set(lines.filter((line) => line !== "" && !line.startsWith("history_all_bytes=")));
    const ours = listVariables(contextOf(MAIN))
      .filter(([name]) => !NOT_COMPARABLE.has(name))
      .map(([name, value]) => `${name}=${value}`);
    expect(ours).toEqual([...theirs]);
  });

  it.each([PINNED_SEED, FRESH_SEED])(
    "expands expressions generated from seed %i alike",
    { retry: 0 },
    (seed) => {
      const texts = generateExpressions(seed, GENERATED);
      expect(compareAll(texts, MAIN)).toEqual([]);
    },
  );

  it.each(Object.entries(differences))("differs in %s, because %s", (text) => {
    expect(compareAll([text], MAIN)).toHaveLength(1);
  });

  it.each(Object.entries(overflows))("prints x64's result of %s on every processor", (text, { x64 }) => {
    expect(expandFormat(text, contextOf(MAIN))).toBe(x64);
  });

  // Another processor may do a third thing, which says nothing about ours.
  it.runIf(arch() === "x64" || arch() === "arm64")("knows what the oracle prints for them here", () => {
    const processor = arch() as "x64" | "arm64";
    const expected = Object.values(overflows).map((results) => results[processor]);
    expect(tmux.expandAll(Object.keys(overflows), targetOf(MAIN))).toEqual(expected);
  });

  it("writes times alike", () => {
    const pretty = ages.map((age) => Math.floor(Date.now() / 1000) - age);
    const texts = [
      ...moments.flatMap((moment) => [
        `#{t:${optionOf(moment)}}`,
        `#{t/f/${timeFormat}:${optionOf(moment)}}`,
      ]),
      ...pretty.map((moment) => `#{t/p:${optionOf(moment)}}`),
    ];
    for (const moment of [...moments, ...pretty]) {
      tmux.must(["set-option", "-g", optionOf(moment), String(moment)]);
      server.sessionOptions.set(optionOf(moment), String(moment));
    }
    expect(compareAll(texts, MAIN)).toEqual([]);
  });

  it("pads times alike", () => {
    expect(
      compareAll(
        timeShapes.map((shape) => `#{t/f/${shape}:@seconds}`),
        MAIN,
      ),
    ).toEqual([]);
  });
});

function optionOf(moment: number): string {
  return `@moment-${moment}`;
}
