import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MuxError } from "../../../src/core/errors.ts";
import type { FormatHost } from "../../../src/core/format/context.ts";
import { expandFormat } from "../../../src/core/format/expand-format.ts";
import { findTarget, resolvePlace, resolveTarget } from "../../../src/core/target/resolve-target.ts";
import type { Caller, PartialTarget, TargetKind } from "../../../src/core/target/target.ts";
import type { Server } from "../../../src/core/tree/tree.ts";
import { need } from "../../setup/need.ts";
import { setUpFixture } from "../format/fixture.ts";
import { readTree } from "../format/fixture-tree.ts";
import { hostOf } from "../format/host.ts";
import { RealTmux } from "../format/real-tmux.ts";
import { places, targets } from "./corpus.ts";

const PLACE = "#{session_id} #{window_index} #{window_id} #{pane_id}";

/** For each kind a command whose target is of it, and that prints what it found. */
const COMMANDS: Readonly<Record<TargetKind, (target: string) => string[]>> = {
  session: (target) => ["list-windows", "-t", target, "-f", "#{window_active}", "-F", PLACE],
  window: (target) => ["list-panes", "-t", target, "-f", "#{pane_active}", "-F", PLACE],
  pane: (target) => ["clear-history", "-t", target, ";", "display-message", "-p", "-t", target, PLACE],
};

describe.runIf(need("tmux"))("targets as the oracle resolves them", () => {
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

  function describePlace({ session, link, window, pane }: PartialTarget): string {
    return `${session?.id ?? ""} ${link?.index ?? ""} ${window?.id ?? ""} ${pane?.id ?? ""}`;
  }

  function ours(resolve: () => string): string {
    try {
      return resolve();
    } catch (error) {
      if (error instanceof MuxError) return error.message;
      throw error;
    }
  }

  /** The first pane of a window: a process inside it calls. */
  function inside(sessionName: string, index: number): Caller {
    return { paneId: server.sessionNamed(sessionName)!.linkAt(index)!.window.panes[0]!.id };
  }

  const cases: readonly (readonly [TargetKind, string, () => Caller])[] = [
    ...(["session", "window", "pane"] as const).flatMap((kind) => [
      [kind, "nowhere", () => ({})] as const,
      [kind, "in alpha", () => inside("alpha", 7)] as const,
    ]),
    ["window", "in café", () => inside("café", 0)],
    ["pane", "in café", () => inside("café", 0)],
    ["pane", "in a linked window", () => inside("alpha", 0)],
    ["pane", "in a pane that is gone", () => ({ paneId: "%999" })],
  ];

  /** Where the oracle's answers and ours differ. */
  function differences(
    texts: readonly string[],
    theirs: readonly string[],
    answer: (text: string) => string,
  ): string[] {
    expect(theirs.length).toBe(texts.length);
    return texts.flatMap((text, at) => {
      const found = ours(() => answer(text));
      return found === theirs[at] ? [] : [`${text}: tmux ${theirs[at]}, ours ${found}`];
    });
  }

  it.each(cases)("finds each %s for a caller %s", (kind, _, whoCalls) => {
    const caller = whoCalls();
    const theirs = tmux.runEach(targets.map(COMMANDS[kind]), environmentOf(caller));
    const found = differences(targets, theirs, (text) => {
      const target = resolveTarget({ server, kind, text, caller });
      // A list shows the active pane of its window, or the current window of its session, whatever the target says.
      if (kind === "pane") return describePlace(target);
      const link = kind === "session" ? target.session.current : target.link;
      return describePlace({ session: target.session, link, window: link.window, pane: link.window.active });
    });
    expect(found).toEqual([]);
  });

  it("goes on with what a failed search left, as display-message does", () => {
    const caller = inside("alpha", 7);
    const calls = targets.map((text) => ["display-message", "-p", "-t", text, PLACE]);
    const found = differences(targets, tmux.runEach(calls, environmentOf(caller)), (text) => {
      const { session, link, pane } = findTarget({ server, kind: "pane", text, caller });
      return expandFormat(PLACE, { server, host, now: 0, session, link, pane });
    });
    expect(found).toEqual([]);
  });

  it("finds the index that a new window would get", () => {
    const caller = inside("alpha", 7);
    const theirs = places.map((text) => {
      const create = ["new-window", "-d", "-P", "-F", "#{session_id} #{window_index}", "-t", text, "cat"];
      const [answer = ""] = tmux.runEach([create], environmentOf(caller));
      const [, session, index] = /^(\$\d+) (\d+)$/.exec(answer) ?? [];
      if (session) tmux.must(["kill-window", "-t", `${session}:${index}`]);
      return answer;
    });
    const found = differences(places, theirs, (text) => {
      const place = resolvePlace({ server, text, caller });
      const index = place.index ?? firstFree(place.session.links.map((link) => link.index));
      if (place.session.linkAt(index)) return `create window failed: index ${index} in use`;
      return `${place.session.id} ${index}`;
    });
    expect(found).toEqual([]);
  });
});

function environmentOf({ paneId }: Caller): Record<string, string> {
  return paneId === undefined ? {} : { TMUX_PANE: paneId };
}

function firstFree(taken: readonly number[]): number {
  let index = 0;
  while (taken.includes(index)) index++;
  return index;
}
