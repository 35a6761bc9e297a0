import { describe, expect, it } from "vitest";
import type { Tool } from "../../../scripts/test-tools.mjs";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { openStages, pictureIn, type Stage, withoutPlaces } from "./stage.ts";

/** Each has a home directory in `homes/`; what it needs beside tmux. */
const CONFIGURATIONS: Readonly<Record<string, readonly Tool[]>> = {
  powerline: [],
  navigator: [],
  hooks: [],
  popups: [],
  conditions: [],
  plugins: ["bash"],
  tpm: ["bash", "/usr/share/tmux-plugin-manager/tpm"],
  themepack: ["bash", "/usr/share/tmux/theme-pack-jimeh/themepack.tmux"],
};

const QUESTIONS = [
  ["show-options", "-s"],
  ["show-options", "-g"],
  ["show-options", "-gw"],
  ["show-hooks", "-g"],
  ["show-hooks", "-gw"],
  ["list-keys"],
  ["list-keys", "-N"],
  ["show-environment", "-g"],
  ["show-environment", "-gh"],
  ["list-windows", "-a"],
  [
    "list-panes",
    "-a",
    "-F",
    "#{session_name}:#{window_index}.#{pane_index} [#{pane_mode}] #{pane_start_path}",
  ],
  ["show-options", "-t", "=main"],
  ["show-options", "-w", "-t", "=main:"],
] as const;

/** Of the environment that the two sides are given. */
const OWN = /^(PATH|MULLION_\w+|TMUX_TMPDIR|XDG_STATE_HOME)=.*\n/gm;

async function answersOf(stage: Stage): Promise<Record<string, unknown>> {
  const started = await stage.tmux(
    "new-session",
    "-d",
    "-s",
    "main",
    "-n",
    "work",
    "-x",
    "120",
    "-y",
    "29",
    "cat",
  );
  const answers: Record<string, unknown> = { started };
  for (const argv of QUESTIONS) {
    const { stdout, ...rest } = await stage.tmux(...argv);
    answers[argv.join(" ")] = {
      stdout: withoutPlaces(stdout, stage.dir).replaceAll(OWN, "").split("\n"),
      ...rest,
    };
  }
  return answers;
}

/** What a person sees who attaches, splits and makes a window. */
async function pictures(stages: readonly [Stage, Stage]): Promise<readonly [real: string, ours: string]> {
  const terminals = stages.map((stage) => stage.attach());
  const seen = () =>
    terminals.map((terminal, i) => pictureIn(terminal, stages[i]!.dir)) as unknown as readonly [
      string,
      string,
    ];
  const alike = () => {
    const [real, ours] = seen();
    return real === ours && /m[ae]in/.test(real);
  };
  try {
    await waitFor(alike, "the same picture").catch(() => undefined);
    for (const stage of stages) {
      await stage.tmux("split-window", "-t", "=main:", "-d", "cat");
      await stage.tmux("new-window", "-t", "=main:", "-d", "-n", "second", "cat");
    }
    await waitFor(alike, "the same picture after a split").catch(() => undefined);
    return seen();
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()));
  }
}

describe.each(Object.entries(CONFIGURATIONS))("the configuration %s", (name, tools) => {
  it.runIf(need("tmux", "script", ...tools))("loads and looks as in tmux", { timeout: 60_000 }, async () => {
    const stages = openStages(name);
    const [real, ours] = stages;
    try {
      const [expected, actual] = await Promise.all(stages.map(answersOf));
      expect(actual).toEqual(expected);
      const [realPicture, ourPicture] = await pictures([real, ours]);
      expect(JSON.parse(ourPicture)).toEqual(JSON.parse(realPicture));
      const late = ["show-options", "-g"] as const;
      const [realLate, ourLate] = await Promise.all(
        stages.map(async (stage) => withoutPlaces((await stage.tmux(...late)).stdout, stage.dir)),
      );
      expect(ourLate).toBe(realLate);
    } finally {
      await Promise.all(stages.map((stage) => stage.stop()));
    }
  });
});
