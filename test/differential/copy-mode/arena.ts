import { expect } from "vitest";
import { NoAnswer, type Outcome } from "../../fixtures/run-program.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { stepOf } from "../tmux/script.ts";
import { ourSide, realSide, type Side } from "../tmux/sides.ts";

/** What a pane shows before copy mode is entered, and the options that copy mode obeys. */
export interface Ground {
  readonly cols: number;
  readonly rows: number;
  /** Bytes as a program prints them. */
  readonly content: string;
  readonly modeKeys: "emacs" | "vi";
  readonly wrapSearch?: boolean;
  readonly separators?: string;
}

/** Words of a tmux command; there is only one pane to be its target. */
export type Step = readonly string[];

/** Some searches and moves leave tmux's cursor below the window, where it reads beyond its grid, and may crash. */
const INSIDE = "#{e|<:#{copy_cursor_y},#{pane_height}}";
/** Behind the edge of a window that was made narrower, tmux still finds cells of the wider one. */
const IN_WIDTH = "#{e|<:#{e|+:#{copy_cursor_x},1},#{pane_width}}";
/** tmux marks the cells of matches in an array of the window's size, and also reads what follows it in memory. */
const CELL = "#{e|+:#{e|*:#{copy_cursor_y},#{pane_width}},#{copy_cursor_x}}";
const HAS_MARK = `#{e|<:${CELL},#{e|*:#{pane_width},#{pane_height}}}`;
/** Every variable that copy mode answers, and the buffers. */
const VARIABLES = [
  "#{pane_in_mode} #{pane_mode}",
  "at #{copy_cursor_x},#{copy_cursor_y} in #{pane_width}x#{pane_height}",
  "scrolled #{scroll_position} of #{history_size}",
  `line <#{?${INSIDE},#{copy_cursor_line},}> word <#{?#{&&:${INSIDE},${IN_WIDTH}},#{copy_cursor_word},}>`,
  "selection #{selection_present}#{selection_active}",
  "#{selection_start_x},#{selection_start_y}-#{selection_end_x},#{selection_end_y} #{rectangle_toggle}",
  `search #{search_present} <#{?${HAS_MARK},#{search_match},}> <#{pane_search_string}>`,
].join(" ");
/** Where it is narrower, the indicator of the position does not fit, and overflows into the next line in tmux. */
const WIDE_ENOUGH = 24;
/** tmux takes no longer words at once. */
const STEPS_PER_CALL = 60;
/**
 * From where isLost says that it is, the real tmux may also search for hours or crash: it plays no more steps there, so that
 * all states before are compared.
 */
const IS_FOUND = `#{&&:#{&&:#{e|>=:#{copy_cursor_y},0},${INSIDE}},#{e|<=:#{scroll_position},#{history_size}}}`;
const BUFFERS = "#{buffer_name} #{buffer_size} #{buffer_sample}";

/** The real tmux and ours. Each ground has a server of its own. */
export class Arena {
  readonly #sides = [realSide(), ourSide()];
  /** Grounds that were played. */
  compared = 0;
  /** How often the real one crashed or hung, so that there was nothing to compare with. */
  broken = 0;

  async stop(): Promise<void> {
    for (const side of this.#sides) await side.stop();
  }

  /** After each step all variables and buffers are the same, until the cursor of the real one leaves the window. */
  async compare(ground: Ground, steps: readonly Step[]): Promise<void> {
    const server = `g${++this.compared}`;
    const [expected, actual] = await Promise.all(
      this.#sides.map((side) => play({ side, server, ground, steps })),
    );
    if (!expected) {
      expect(crashReason(steps), `why tmux crashed at\n${steps.join("\n")}`).toBeDefined();
      this.broken++;
      return;
    }
    expect(expected).toMatchObject({ stderr: "", status: 0 });
    const states = (outcome = expected) => {
      const texts = outcome.stdout.split("====\n");
      return steps.map((step, at) => ({ step: step.join(" "), state: texts[at] }));
    };
    const lost = states().findIndex(({ state }) => isLost(state ?? ""));
    const count = lost < 0 ? steps.length : lost;
    const stale = states().map(({ state }) => /line <[^>]*\$/.test(state ?? ""));
    const compared = (outcome = expected) =>
      states(outcome)
        .slice(0, count)
        .map(({ step, state }, at) => ({ step, state: stale[at] ? withoutText(state ?? "") : state }));
    const ours = compared(actual);
    const real = compared().map(({ step, state }, at) => ({
      step,
      state: isEmptyMatch(ours[at]?.state) ? withoutStrayMatch(state, ground) : state,
    }));
    expect(ours).toEqual(real);
    expect(actual).toMatchObject({ stderr: "", status: 0 });
  }
}

/**
 * Why tmux 3.3a crashes in these steps, found with a build that has its symbols. A resize may leave fewer lines of history
 * than the mode is scrolled back by, or than the line of its mark; tmux keeps both, and reads lines that are not there.
 */
function crashReason(steps: readonly Step[]): string | undefined {
  const names = steps.map(([name, ...words]) => (name === "send-keys" ? words.at(-1) : name));
  const resized = names.indexOf("resize-window");
  const after = resized < 0 ? [] : names.slice(resized);
  return CRASHING_AFTER_RESIZE.find((name) => after.includes(name));
}

const CRASHING_AFTER_RESIZE = ["refresh-from-pane", "jump-to-mark"];

/** Its cursor is outside the window, or what it shows (refresh-from-pane leaves it scrolled) is above everything there is. */
function isLost(state: string): boolean {
  const [, scrolled, history] = /scrolled (\d*) of (\d*)/.exec(state) ?? [];
  const [, y, rows] = /at \d+,(-?\d+) in \d+x(\d+)/.exec(state) ?? [];
  return Number(y) < 0 || Number(y) >= Number(rows) || Number(scrolled) > Number(history);
}

/** The `$` that shows a cursor behind the edge may still stand there in tmux when the cursor has gone. */
function withoutText(state: string): string {
  return state.replace(/line <.*?> word <.*?> selection/, "selection");
}

/** `search_match` of a side, of any bytes. */
const MATCH = /(?<= search \d+ <).*(?=> <[^<>]*>\n)/s;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff01-\uff60]/u;

/** The cursor is on the second half of a wide character or behind it, and the match there has no text. */
function isEmptyMatch(state = ""): boolean {
  const [, x, line = ""] = /at (\d+),.* line <(.*)> word </.exec(state) ?? [];
  const halves = [...line].flatMap((char) => (WIDE.test(char) ? [1, 2] : [0]));
  return MATCH.exec(state)?.[0] === "" && [halves[Number(x)], halves[Number(x) - 1]].includes(2);
}

/**
 * The second half of a wide character has no text. Where a match is only that, tmux does not end the string that it prints,
 * and shows what its memory held before. Text of the ground is a match, and stays.
 */
function withoutStrayMatch(state: string | undefined, { content }: Ground): string | undefined {
  return state?.replace(MATCH, (match) => (content.includes(match) ? match : ""));
}

interface Play {
  readonly side: Side;
  readonly server: string;
  readonly ground: Ground;
  readonly steps: readonly Step[];
}

/** Undefined if the real tmux crashed. */
async function play({ side, server, ground, steps }: Play): Promise<Outcome | undefined> {
  const call = (...argv: string[]) => side.call(server, stepOf(argv), new Map());
  const pid = await lay(call, ground);
  try {
    let outcome: Outcome = { stdout: "", stderr: "", status: 0 };
    for (let at = 0; at < steps.length && outcome.status === 0; at += STEPS_PER_CALL) {
      const next = await call(...script(side, ground, steps.slice(at, at + STEPS_PER_CALL)));
      outcome = { ...next, stdout: outcome.stdout + next.stdout };
    }
    const isBroken = /server exited|lost server|no server running/.test(outcome.stderr);
    return side.name === "real" && isBroken ? undefined : outcome;
  } catch (error) {
    if (side.name === "ours" || !(error instanceof NoAnswer)) throw error;
    process.kill(pid, "SIGKILL");
    return undefined;
  } finally {
    await call("kill-server");
  }
}

type Call = (...argv: string[]) => Promise<Outcome>;

/** One pane that shows the ground, and nothing moves any more. Returns the server's pid. */
async function lay(call: Call, ground: Ground): Promise<number> {
  const { cols, rows, content, modeKeys, wrapSearch = true, separators } = ground;
  const octal = [...Buffer.from(content)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  const text = `stty raw -echo; printf '${octal}\\033]2;ready\\007'; exec cat`;
  const size = ["-x", `${cols}`, "-y", `${rows}`];
  await call(
    ...["new-session", "-d", ...size, text, ";"],
    ...["set-option", "-g", "@state", VARIABLES, ";", "set-option", "-g", "@buffer", BUFFERS, ";"],
    ...["set-option", "-g", "@found", IS_FOUND, ";"],
    ...["set-option", "-s", "buffer-limit", "4", ";", "set-option", "-w", "mode-keys", modeKeys, ";"],
    ...["set-option", "-w", "wrap-search", wrapSearch ? "on" : "off", ";"],
    ...(separators === undefined ? [] : ["set-option", "-g", "word-separators", separators]),
  );
  const isReady = async () => (await call("display-message", "-p", "#{pane_title}")).stdout === "ready\n";
  await waitFor(isReady, "the ground");
  return Number((await call("display-message", "-p", "#{pid}")).stdout);
}

/** All steps as one call. A step may leave the mode, and the next one enters it again. */
function script(side: Side, { cols }: Ground, steps: readonly Step[]): readonly string[] {
  const narrow = cols < WIDE_ENOUGH || steps.some(([name]) => name === "resize-window");
  const enter = narrow ? ["copy-mode", "-H"] : ["copy-mode"];
  const quoted = (step: Step) => step.map((word) => `'${word}'`).join(" ");
  const guarded = (step: Step) =>
    side.name === "real" ? ["if-shell", "-F", "#{E:@found}", quoted(step)] : step;
  return steps.flatMap((step) => [
    ...[...enter, ";", ...guarded(step), ";", "display-message", "-p", "#{E:@state}", ";"],
    ...["list-buffers", "-F", "#{E:@buffer}", ";", "display-message", "-p", "====", ";"],
  ]);
}
