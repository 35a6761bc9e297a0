import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureOf, stateOf } from "../../fixtures/picture.ts";
import { waitFor } from "../../fixtures/wait-for.ts";
import { need } from "../../setup/need.ts";
import { RealTerminal } from "../draw/real-terminal.ts";
import { stepOf } from "../tmux/script.ts";
import { ourSide, realSide, type Side } from "../tmux/sides.ts";

const CONTENT = [
  "first line of the text",
  "\\033[31mred\\033[m and \\033[1;44mbold on blue\\033[m and (brackets)",
  "",
  "\\346\\274\\242\\345\\255\\227 wide \\346\\274\\242\\345\\255\\227 characters",
  "a long line that goes over the edge of this window and wraps into the next one, twice",
  "\\033(0lqqk\\033(B drawn \\033(0mqqj\\033(B",
  ...Array.from({ length: 15 }, (_, number) => `line number ${number} of the history`),
].join("\\r\\n");

/** What is done before the picture is looked at, one after the other; a line may be several commands. */
const STEPS = `
  copy-mode
  send-keys -X cursor-up
  send-keys -X -N 2 page-up
  send-keys -X search-backward line
  send-keys -X search-again
  send-keys -X search-forward 'o[fn]'
  send-keys -X search-reverse
  send-keys -X toggle-position
  send-keys -X toggle-position
  send-keys -X begin-selection
  send-keys -X -N 3 cursor-right
  send-keys -X -N 2 cursor-down
  send-keys -X other-end
  send-keys -X -N 4 cursor-up
  send-keys -X rectangle-toggle
  send-keys -X -N 5 cursor-left
  send-keys -X clear-selection
  send-keys -X set-mark
  send-keys -X -N 3 cursor-down
  send-keys -X jump-to-mark
  send-keys -X select-word
  send-keys -X -N 2 next-word
  send-keys -X select-line
  send-keys -X -N 2 cursor-up
  send-keys -X history-top ; send-keys -X clear-selection
  send-keys -X select-line ; send-keys -X -N 12 cursor-down
  send-keys -X clear-selection ; send-keys -X -N 4 cursor-up ; send-keys -X end-of-line
  send-keys -X -N 2 search-backward wraps
  send-keys -X rectangle-on ; send-keys -X begin-selection ; send-keys -X end-of-line
  resize-window -x 30 -y 12
  send-keys -X history-bottom
  send-keys -X search-backward \\346\\274\\242
  set-option -g mode-style 'bg=green,fg=black,bold' ; send-keys -X begin-selection ; send-keys -X cursor-down
  set-option -gw copy-mode-match-style 'underscore' ; send-keys -X search-backward e
  set-option -gw copy-mode-mark-style 'bg=blue' ; send-keys -X set-mark ; send-keys -X clear-selection
  resize-window -x 44 -y 7
  send-keys -X cancel
  run-shell 'seq 1 20; printf "\\033[32mgreen\\033[m and a line that is much longer than the window is\\n"; exit 2'
  send-keys -X history-bottom
  send-keys -X cancel
  list-keys -T prefix -N
  copy-mode -H
  copy-mode -q
  set-option -gw clock-mode-style 12 ; clock-mode
  resize-window -x 20 -y 6
  copy-mode -q`
  .trim()
  .split("\n")
  .map((line) => line.trim());

const STATE = "#{pane_in_mode} #{scroll_position} #{selection_present} #{selection_end_x}";

/** Mouse input (press, move and release; the wheel), and the resulting state. */
const MOUSE: readonly (readonly [keys: string, state: string])[] = [
  ["\x1b[<64;5;5M", "1 0 0"],
  ["\x1b[<64;5;5M", "1 5 0"],
  ["\x1b[<64;5;5M", "1 10 0"],
  ["\x1b[<65;5;5M", "1 5 0"],
  ["\x1b[<0;5;3M\x1b[<32;9;3M", "1 5 1 8"],
  ["\x1b[<32;3;6M", "1 5 1 2"],
  ["\x1b[<0;3;6m", "0"],
  ["\x1b[<0;3;2M\x1b[<32;4;2M\x1b[<32;20;4M", "1 0 1 19"],
  ["\x1b[<0;20;4m", "0"],
];

/** Two presses within this time are a double click, wherever they are; the time of tmux, and a margin. */
const CLICK_MS = 400;

const COLS = 44;
const ROWS = 10;

/** Both attached from terminals of their own, whose pictures are compared cell by cell. */
describe.runIf(need("tmux", "script")).each(["emacs", "vi"])(
  "the picture of copy mode with %s keys",
  (modeKeys) => {
    const sides: readonly Side[] = [realSide(), ourSide()];
    const terminals: RealTerminal[] = [];
    const call = (side: Side, ...argv: string[]) => side.call("pic", stepOf(argv), new Map());
    const shown = ({ screen }: RealTerminal) =>
      [...pictureOf(screen), JSON.stringify(stateOf(screen))].join("\n");

    beforeAll(async () => {
      const program = `stty raw -echo; printf '${CONTENT}'; exec cat`;
      for (const side of sides) {
        await call(side, "new-session", "-d", "-n", "w", "-x", `${COLS}`, "-y", `${ROWS - 1}`, program);
        await call(side, "set-option", "-gw", "mode-keys", modeKeys);
        await call(side, "set-option", "-g", "status-right", "ready");
        const argv = ["sh", "-c", side.shellLine("pic", "attach")];
        const terminal = new RealTerminal({ argv, environment: process.env, cols: COLS, rows: ROWS });
        terminals.push(terminal);
        await waitFor(() => shown(terminal).includes("ready"), side.name);
      }
    }, 60_000);

    afterAll(async () => {
      for (const side of sides) await call(side, "kill-server");
      for (const terminal of terminals) await terminal.close();
      for (const side of sides) await side.stop();
    });

    it("is the same after every step", { timeout: 300_000 }, async () => {
      for (const [number, line] of STEPS.entries()) {
        const words = line.split(" ; ").flatMap((part) => [...split(part), ";"]);
        for (const side of sides)
          await call(side, ...words, "set-option", "-g", "status-right", `step${number}.`);
        await agree(`step${number}.`, line);
      }
    });

    it("is the same while the mouse selects and scrolls", { timeout: 120_000 }, async () => {
      for (const side of sides)
        await call(side, "resize-window", "-A", ";", "set-option", "-g", "mouse", "on");
      let pressedAt = Number.NEGATIVE_INFINITY;
      for (const [number, [keys, state]] of MOUSE.entries()) {
        const isPress = keys.includes("\x1b[<0;") && keys.includes("M");
        if (isPress) await clickOver(pressedAt);
        for (const terminal of terminals) terminal.type(keys);
        for (const side of sides) {
          const told = async () => (await call(side, "display-message", "-p", STATE)).stdout.trim();
          await waitFor(async () => (await told()) === state, state).catch(async () => {
            expect(await told(), side.name).toBe(state);
          });
          await call(side, "set-option", "-g", "status-right", `mouse${number}.`);
        }
        await agree(`mouse${number}.`, state);
        if (isPress) pressedAt = performance.now();
      }
      const [real, ours] = await Promise.all(sides.map((side) => call(side, "list-buffers")));
      expect(ours).toEqual(real);
      expect(real!.stdout).not.toBe("");
    });

    /** Both have noticed that the time for a second click is over: each handles its timers before it answers a call. */
    async function clickOver(pressedAt: number): Promise<void> {
      await waitFor(() => performance.now() > pressedAt + CLICK_MS, "the end of a click");
      for (const side of sides) await call(side, "display-message", "-p", "");
    }

    /** Both show the mark, and the same around it. */
    async function agree(mark: string, what: string): Promise<void> {
      // The real one does not always draw the last line of a selection that grew.
      await call(sides[0]!, "refresh-client");
      const settled = () => {
        const [real, ours] = terminals.map(shown);
        return real === ours && real?.includes(mark);
      };
      await waitFor(settled, what).catch(() => {});
      const [real, ours] = terminals.map(shown);
      expect(ours, `after ${what}`).toBe(real);
      expect(real).toContain(mark);
    }
  },
);

/** As a shell without expansions; octal escapes are bytes. */
function split(text: string): readonly string[] {
  const bytes = text.replaceAll(/\\(\d{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  const plain = text.includes("run-shell") ? text : Buffer.from(bytes, "latin1").toString();
  return Array.from(plain.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word!);
}
