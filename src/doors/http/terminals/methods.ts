import { z } from "zod";
import { vtSnapshot } from "../../../core/screen/vt-snapshot.ts";
import { press } from "../../../panes/type.ts";
import type { HttpHost } from "../host.ts";
import { createTerminal } from "./create-terminal.ts";
import { describeTerminal, terminalShape } from "./describe-terminal.ts";
import { screenText } from "./screen-text.ts";
import { setParent } from "./set-parent.ts";
import { attach, DEFAULT_HISTORY, onExit, watchList } from "./streams.ts";
import { allTerminals, findTerminal, liveTerminal, resizeTerminal } from "./terminals.ts";

/** `POST /rpc/terminal/<name>` as data: routes and their documentation are generated from this table. */
export interface TerminalMethod<I extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly input: I;
  /** Undefined: the method returns nothing. */
  readonly output: z.ZodType | undefined;
  run(host: HttpHost, input: z.output<I>): Promise<unknown> | unknown;
}

export interface TerminalStream<I extends z.ZodType = z.ZodType> {
  readonly doc: string;
  readonly input: I;
  /** Schema of each event. */
  readonly output: z.ZodType;
  run(host: HttpHost, input: z.output<I>, left: AbortSignal): AsyncGenerator<unknown>;
}

const id = z.uuid();
const size = z.int().min(1).max(10_000);
const nothing = z.object({}).nullish();
const line = z.int().nonnegative();

const method = <I extends z.ZodType>(entry: TerminalMethod<I>): TerminalMethod => entry;
const stream = <I extends z.ZodType>(entry: TerminalStream<I>): TerminalStream => entry;

export const terminalMethods: ReadonlyMap<string, TerminalMethod> = new Map(
  Object.entries({
    list: method({
      doc: "Every terminal: the panes of all servers. Those of one window are below its first.",
      input: nothing,
      output: z.array(terminalShape),
      run: (host) => allTerminals(host).map((terminal) => describeTerminal(host, terminal)),
    }),
    create: method({
      doc: "Starts the user's shell: in a window of its own, or with parentId in a pane of its parent's window.",
      input: z.object({ cwd: z.string().optional(), parentId: id.optional() }).nullish(),
      output: terminalShape,
      run: async (host, input) => describeTerminal(host, await createTerminal(host, input ?? {})),
    }),
    kill: method({
      doc: "Closes a terminal and ends what runs in it. Answered with what it was.",
      input: z.object({ id }),
      output: terminalShape,
      run(host, input) {
        const terminal = findTerminal(host, input.id);
        const was = describeTerminal(host, terminal);
        terminal.server.mux.killPane(terminal.pane);
        return was;
      },
    }),
    resize: method({
      doc: "Gives a terminal another size, as far as its window allows.",
      input: z.object({ id, cols: size, rows: size }),
      output: undefined,
      run: (host, input) => resizeTerminal(findTerminal(host, input.id), input),
    }),
    setParent: method({
      doc: "Moves a terminal into the window of another, or with null into a window of its own.",
      input: z.object({ id, parentId: id.nullable() }),
      output: undefined,
      run: (host, input) => setParent(host, findTerminal(host, input.id), input.parentId),
    }),
    sendInput: method({
      doc: "Types into a terminal. Answered when nothing can lose it any more.",
      input: z.object({ id, data: z.string() }),
      output: undefined,
      run: (host, input) => press(liveTerminal(host, findTerminal(host, input.id)), Buffer.from(input.data)),
    }),
    screenText: method({
      doc: "What scrolled out and what is shown, as text. Lines count from 0, the oldest; endLine is not included.",
      input: z.object({ id, startLine: line.optional(), endLine: line.optional() }),
      output: z.string(),
      run: (host, input) => screenText(findTerminal(host, input.id).pane.screen, input),
    }),
    screenState: method({
      doc: `The screen, and up to ${DEFAULT_HISTORY} lines that scrolled out, as text that makes a terminal show the same.`,
      input: z.object({ id }),
      output: z.string(),
      run: (host, input) => vtSnapshot(findTerminal(host, input.id).pane.screen, DEFAULT_HISTORY),
    }),
  }),
);

/** Methods that answer with server-sent events. `list` streams if the caller accepts text/event-stream. */
export const terminalStreams: ReadonlyMap<string, TerminalStream> = new Map(
  Object.entries({
    list: stream({
      doc: "The list, and the list again whenever it has changed.",
      input: nothing,
      output: z.array(terminalShape),
      run: (host, _input, left) => watchList(host, left),
    }),
    attach: stream({
      doc: "The screen as screenState tells it, then what is printed, as text. A reader that is too slow gets the screen again.",
      input: z.object({ id }),
      output: z.string(),
      run: (host, input, left) => attach(findTerminal(host, input.id), left),
    }),
    onExit: stream({
      doc: "One event when the terminal's process has ended: its exit code, 128 + n where signal n ended it.",
      input: z.object({ id }),
      output: z.int(),
      run: (host, input, left) => onExit(liveTerminal(host, findTerminal(host, input.id)), left),
    }),
  }),
);
