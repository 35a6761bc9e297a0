import { expect } from "vitest";
import { MuxError } from "../../../src/core/errors.ts";
import { parseLayout } from "../../../src/core/layout/layout-string.ts";
import { createServer } from "../../../src/core/mux/create-server.ts";
import type { Mux } from "../../../src/core/mux.ts";
import { IdleWorld } from "../../property/tree-ports.ts";
import { ControlTmux, OracleLost } from "./control-tmux.ts";
import { noticeOf } from "./notices.ts";
import { ourPortrait, tmuxPortrait } from "./portrait.ts";

/** One step, said in both languages. */
export interface Step {
  readonly words: readonly string[];
  run(mux: Mux): void;
}

const GLOBALS = [
  ["automatic-rename", "off"],
  ["remain-on-exit", "off"],
] as const;

/** Real tmux and our tree, taken through the same steps. */
export class Pair {
  readonly tmux = new ControlTmux();
  readonly world = new IdleWorld();
  readonly mux = createServer({ socketPath: "/tmp/pair", ports: this.world.ports });
  readonly history: string[] = [];
  readonly #notices: string[] = [];

  static async open(): Promise<Pair> {
    const pair = new Pair();
    pair.mux.createSession({ name: "control", windowName: "control", cwd: "/", command: ["cat"] });
    pair.mux.server.options.set("pane-room", "refuse");
    pair.mux.server.events.onAny((name, event) => {
      const notice = noticeOf(name, event);
      if (notice !== undefined) pair.#notices.push(notice);
    });
    for (const [name, value] of GLOBALS) {
      pair.mux.server.windowOptions.set(name, value);
      await pair.tmux.lines("set-option", "-gw", name, value);
    }
    await pair.tmux.lines("display-message", "-p", "");
    pair.tmux.takeNotices();
    return pair;
  }

  close(): Promise<void> {
    return this.tmux.close();
  }

  /** Both sides must fail with the same sentence or succeed, and be alike afterwards. */
  async step({ words, run }: Step): Promise<void> {
    this.history.push(words.join(" "));
    const [reply, theirs] = await Promise.all([this.tmux.call(...words), tmuxPortrait(this.tmux)]);
    if (!theirs.every(isSound)) throw new OracleLost("tmux made a layout that does not add up");
    this.world.pass(1);
    const error = failureOf(() => run(this.mux));
    const steps = this.history.join("\n");
    expect(error, steps).toBe(reply.failed ? reply.lines.join("\n") : undefined);
    expect(ourPortrait(this.mux.server), steps).toEqual(theirs);
    await this.tmux.lines("display-message", "-p", "");
    const ours = this.#notices.splice(0);
    expect(ours, steps).toEqual(told(this.tmux.takeNotices(), ours));
  }
}

/** Without output, and without the window that tmux makes for a session in a group only to drop it at once. */
function told(notices: readonly string[], ours: readonly string[]): string[] {
  const [, id] = /^%unlinked-window-add (@\d+)$/.exec(notices[0] ?? "") ?? [];
  const dropped =
    notices.includes(`%unlinked-window-close ${id}`) && !ours.includes(`%unlinked-window-add ${id}`);
  return notices.filter((line) => !line.startsWith("%output") && !(dropped && line.endsWith(` ${id}`)));
}

/** In windows too small for their panes tmux makes panes of no height, or children larger than their parent. */
function isSound(line: string): boolean {
  const [, cols, rows, layout] = / (\d+)x(\d+) (\w{4},\S+)/.exec(line) ?? [];
  if (layout === undefined) return !/ \d+x0 /.test(line);
  const cells = layout.match(/\d+x\d+,\d+,\d+,\d+(?!\d*x)/g)?.length ?? 0;
  const root = parseLayout(layout, cells);
  return root.cols === Number(cols) && root.rows === Number(rows);
}

function failureOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof MuxError) return error.message;
    throw error;
  }
}
