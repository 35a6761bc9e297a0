import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pane } from "../../../src/core/tree/tree.ts";
import { property } from "../../fixtures/property.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { OracleLost } from "../layout/control-tmux.ts";
import { Pair } from "../layout/pair.ts";
import { chooser, layoutSteps } from "../layout/steps.ts";
import { translate } from "../layout/translate.ts";
import { randomText } from "./random-resizes.ts";

const RUNS = { runs: 16, msPerRun: 20_000, shrinks: false };
const DEADLINE_MS = 30_000;

/** Panes that hold text, taken through the same steps on both sides. */
class FilledPair {
  readonly pair: Pair;
  #printed = 0;

  private constructor(pair: Pair) {
    this.pair = pair;
  }

  static async open(): Promise<FilledPair> {
    const pair = await Pair.open();
    await pair.step({
      words: ["new-session", "-d", "-s", "work", "cat"],
      run: (mux) => void mux.createSession({ name: "work", cwd: "/", command: ["cat"] }),
    });
    return new FilledPair(pair);
  }

  get panes(): Pane[] {
    return Array.from(this.pair.mux.server.panes.values()).filter(
      ({ window }) => window.links[0]!.session.name === "work",
    );
  }

  /** A title after the text shows that the real tmux has read everything. */
  async print(pane: Pane, text: string): Promise<void> {
    const { tmux, history } = this.pair;
    const title = `printed ${this.#printed++}`;
    const whole = `${text}\x1b]2;${title}\x07`;
    history.push(`${pane.id} prints ${JSON.stringify(text)}`);
    const [tty] = await tmux.lines("display-message", "-p", "-t", pane.id, "#{pane_tty}");
    writeFileSync(tty!, whole.replaceAll("\r\n", "\n"));
    pane.screen.write(new TextEncoder().encode(whole));
    const read = async () =>
      (await tmux.lines("display-message", "-p", "-t", pane.id, "#{pane_title}"))[0] === title;
    await waitFor(read, `${pane.id} to have read ${title}`, DEADLINE_MS);
  }

  async alike(): Promise<void> {
    for (const pane of this.panes) {
      expect(ourText(pane), `${this.pair.history.join("\n")}\n${pane.id}`).toEqual(await this.#text(pane));
    }
  }

  async #text({ id }: Pane): Promise<string[]> {
    const { tmux } = this.pair;
    const state = await tmux.lines("display-message", "-p", "-t", id, STATE);
    return [...state, ...(await tmux.lines("capture-pane", "-pJ", "-S", "-", "-t", id))];
  }
}

const STATE = "#{cursor_x},#{cursor_y} #{history_size} #{pane_width}x#{pane_height}";

function ourText({ screen }: Pane): string[] {
  const { cursor, historySize, cols, rows } = screen;
  const all = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  const text = screen.capture({ ...all, join: true })!;
  return [
    `${cursor.x},${cursor.y} ${historySize} ${cols}x${rows}`,
    ...(text.endsWith("\n") ? text.slice(0, -1) : text).split("\n"),
  ];
}

const step = fc.record({
  name: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom("resizeWindow", "simpleSplit", "toggleZoom") },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(layoutSteps)) },
  ),
  numbers: fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 }),
  text: randomText,
});

describe.runIf(need("tmux"))("panes that hold text, beside a real tmux", () => {
  it("agree where a pane moves within its window", async () => {
    const filled = await FilledPair.open();
    const { pair } = filled;
    try {
      await pair.step(translate("split-window -v -t work:"));
      await filled.print(filled.panes[0]!, `${"some words of text ".repeat(90)}\x1b[4;17H`);
      const [first, second] = filled.panes;
      for (const options of ["-h -f -d -l 83%", "-v -f -d -l 40%", "-h -d"]) {
        await pair.step(translate(`join-pane ${options} -s ${second!.id} -t ${first!.id}`));
        await filled.alike();
      }
    } finally {
      await pair.close();
    }
  });

  property("agree in random sequences", RUNS, async (check) => {
    let [sequences, lost] = [0, 0];
    await check(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14, size: "max" }), async (steps) => {
        const filled = await FilledPair.open();
        const { pair } = filled;
        sequences += 1;
        try {
          for (const { name, numbers, text } of steps) {
            const choose = chooser(numbers);
            if (filled.panes.length === 0) break;
            await filled.print(choose.of(filled.panes), text);
            await pair.step(layoutSteps[name]!(pair.mux, choose));
            await filled.alike();
          }
        } catch (error) {
          if (!(error instanceof OracleLost)) throw error;
          lost++;
        } finally {
          await pair.close();
        }
      }),
    );
    expect(lost).toBeLessThanOrEqual(sequences / 3);
  });
});
