import type { Run } from "../screen/screen.ts";
import type { Pane } from "../tree/tree.ts";
import type { Evidence } from "./evidence.ts";
import type { Look, ProgramLook, ScreenLook } from "./look.ts";

/** The pane as the rules see it now. Its screen and its program are read once, and only if a rule asks for them. */
export function lookAt(pane: Pane, evidence: Evidence, now: number): Look {
  const { exit, process, empty, metadata, title } = pane;
  return {
    now,
    evidence,
    exit,
    vacant: empty || !process,
    metadataState: metadata.get("state"),
    title,
    isDrawing: pane.screen.modes.synchronized,
    screen: once(() => screenOf(pane)),
    program: once(() => programOf(pane)),
  };
}

function screenOf({ screen }: Pane): ScreenLook {
  const { rows, cursor, modes } = screen;
  const { bracketedPaste, alternate, applicationCursor, mouse } = modes;
  return {
    rows: Array.from({ length: rows }, (_, line) => screen.lineText(line)),
    wrappedBefore(row) {
      let start = row;
      while (start > 0 && screen.wrapped(start - 1)) start -= 1;
      return start === row ? "" : (screen.capture({ start, end: row - 1, join: true }) ?? "");
    },
    cursor,
    alternate,
    readsKeys: bracketedPaste || alternate || applicationCursor || mouse !== "none",
    backgroundAt(column, row) {
      const isAt = (run: Run) => column >= run.column && column < run.column + run.columns;
      return JSON.stringify(screen.runs(row).find(isAt)?.style.background);
    },
  };
}

function programOf({ process }: Pane): ProgramLook | undefined {
  const foreground = process?.foreground();
  if (!process || !foreground) return undefined;
  const { argv, command, pgrp } = foreground;
  return {
    pgrp,
    argv: argv ?? [command],
    first: pgrp === process.pid,
    use: process.terminalUse?.(foreground),
  };
}

function once<T>(read: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: read() };
    return value.of;
  };
}
