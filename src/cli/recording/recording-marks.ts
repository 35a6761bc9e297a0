import { agentNamed, allAgents, type CompiledAgent } from "../../core/agent/known/known-agents.ts";
import { matchScreen } from "../../core/agent/known/match-screen.ts";
import { programName } from "../../core/agent/program-name.ts";
import { unfinishedLine } from "../../core/agent/unfinished-line.ts";
import type { Size } from "../../core/ports.ts";
import { createScreen } from "../../core/screen/emulator.ts";
import type { PromptMark, Screen } from "../../core/screen/screen.ts";
import type { RecordingEvent } from "../context.ts";

/** After a pause of this length a person would have looked at the screen. */
const PAUSE_MS = 1_000;
const MAX_QUESTION = 200;

/**
 * Places in a recording to jump to: `prompt` and `error: …` where the shell marked its prompts (OSC 133), `question: …`
 * and `error: …` where the screen shows one during a pause. Only the recording itself is read, so that the marks are
 * the same in every daemon; what an agent reported by its hooks is not recorded.
 */
export class RecordingMarks {
  readonly #screen: Screen;
  /** The agent of the pane; undefined if none is known, or several may have run. */
  readonly #agent: CompiledAgent | undefined;
  #prompts: string[] = [];
  #lastMs: number;
  /** The last mark of a pause, until the screen no longer shows its reason. */
  #shown: string | undefined;

  constructor({ size, timeMs, argv }: { size: Size; timeMs: number; argv: readonly string[] }) {
    this.#screen = createScreen({
      cols: size.cols,
      rows: size.rows,
      historyLimit: 0,
      listener: { prompt: (mark) => this.#prompted(mark) },
    });
    this.#agent = agentNamed(programName(argv));
    this.#lastMs = timeMs;
  }

  /** The mark of the pause before `timeMs`, if there was one, and its time. */
  pause(timeMs: number): { readonly timeMs: number; readonly label: string } | undefined {
    if (timeMs - this.#lastMs < PAUSE_MS) return undefined;
    const label = this.#look();
    const isNew = label !== undefined && label !== this.#shown;
    this.#shown = label;
    return isNew ? { timeMs: this.#lastMs, label } : undefined;
  }

  /** The marks that the event itself contains. */
  take(event: RecordingEvent): readonly string[] {
    this.#lastMs = event.timeMs;
    this.#prompts = [];
    if (event.kind === "output") this.#screen.write(event.bytes);
    else if (event.kind === "shown") this.#screen.write(Buffer.from(event.text));
    else if (event.kind === "resize") this.#screen.resize(event.cols, event.rows);
    return this.#prompts;
  }

  #prompted(mark: PromptMark): void {
    if (mark.kind === "prompt") this.#prompts.push("prompt");
    if (mark.kind === "done" && mark.status) this.#prompts.push(`error: status ${mark.status}`);
  }

  #look(): string | undefined {
    const { rows, cursor, modes } = this.#screen;
    const lines = Array.from({ length: rows }, (_, line) => this.#screen.lineText(line));
    for (const { screens } of this.#agent ? [this.#agent] : allAgents()) {
      const found = matchScreen(screens, lines);
      if (found?.shows === "waiting") return `question: ${cut(found.question ?? found.what)}`;
      if (found?.shows === "failed" && this.#agent) return `error: ${found.what}`;
    }
    if (modes.alternate) return undefined;
    const line = unfinishedLine({ rows: lines, cursor });
    return line?.kind === "question" ? `question: ${cut(line.text)}` : undefined;
  }
}

function cut(text: string): string {
  return Array.from(text).slice(0, MAX_QUESTION).join("");
}
