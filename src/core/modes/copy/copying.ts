import { concatBytes } from "../../text/concat-bytes.ts";
import type { ModeCommand, Pane } from "../../tree/tree.ts";
import type { CopyState } from "./copy-state.ts";
import { cursorDown, endOfLine, startOfLine } from "./motions.ts";
import { selectedText } from "./selected-text.ts";
import { clearSelection, startSelection } from "./selection.ts";

/** The inputs of a command that copies. */
export interface Copying {
  readonly state: CopyState;
  readonly pane: Pane;
  readonly command: ModeCommand;
}

/** Copies into a new buffer, whose name may have another prefix than "buffer". */
export function copySelection({ state, pane, command }: Copying, prefix: string | undefined): void {
  const data = selectedText(state);
  if (data) keep(pane, data, prefix && command.expand(prefix));
}

/** Pipes to a shell command (by default the option copy-command), and copies into a buffer too. */
export function copyAndPipe(copying: Copying, shellCommand?: string, prefix?: string): void {
  const data = pipeSelection(copying, shellCommand);
  if (data) keep(copying.pane, data, prefix && copying.command.expand(prefix));
}

export function pipeSelection({ state, pane, command }: Copying, shellCommand = ""): Uint8Array | undefined {
  const data = selectedText(state);
  const given = shellCommand && command.expand(shellCommand);
  const runs = given || (pane.window.server.options.get("copy-command") ?? "");
  if (runs !== "") command.pipe(runs, data ?? new Uint8Array());
  return data;
}

/** Appends to the newest buffer. */
export function appendSelection({ state, pane }: Copying): void {
  const data = selectedText(state);
  if (!data) return;
  setClipboard(pane, data);
  const { buffers } = pane.window.server;
  const top = buffers.top();
  if (top) buffers.set(top.name, concatBytes([top.data, data]));
  else buffers.add(data);
}

/** Copies as many lines as the repeat count, from the cursor or from the start of its line; the cursor returns. */
export function copyLines(
  { state }: Copying,
  { fromStart, copy }: { readonly fromStart: boolean; copy(): unknown },
): void {
  const { x, y, scroll } = state;
  if (fromStart) {
    state.selection.unit = "character";
    startOfLine(state);
  }
  startSelection(state);
  for (let times = state.repeat; times > 1; times--) cursorDown(state);
  endOfLine(state);
  copy();
  clearSelection(state);
  Object.assign(state, { x, y, scroll });
}

function keep(pane: Pane, data: Uint8Array, prefix: string | undefined): void {
  setClipboard(pane, data);
  pane.window.server.buffers.add(data, prefix);
}

function setClipboard({ id, window: { server } }: Pane, data: Uint8Array): void {
  if (server.options.get("set-clipboard") !== "off")
    server.events.emit("pane-clipboard-set", { pane: id, selection: "", data });
}
