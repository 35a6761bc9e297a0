import type { ExitState, TerminalUse } from "../ports.ts";
import type { Evidence } from "./evidence.ts";

/** The text of a screen, and where its cursor stands. */
export interface ScreenText {
  /** Visible lines without trailing blanks. */
  readonly rows: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
}

/** The visible part of a screen, as the rules read it. */
export interface ScreenLook extends ScreenText {
  /** The part of a row's line that stands in the rows above it, because the line is longer than the screen is wide. */
  wrappedBefore(row: number): string;
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  /** The program uses the alternate screen, as editors and pagers do. */
  readonly alternate: boolean;
  /** The program draws its own input: it asked for pastes, cursor keys or the mouse. */
  readonly readsKeys: boolean;
  /** The colour behind a cell, to compare with others. */
  backgroundAt(column: number, row: number): string;
}

/** The foreground program of a pane's terminal. */
export interface ProgramLook {
  readonly pgrp: number;
  readonly argv: readonly string[];
  /** The pane's first process is in the foreground, not a program that it started. */
  readonly first: boolean;
  /** How the foreground waits for the terminal's input; undefined if the system does not report it. */
  readonly use: TerminalUse | undefined;
}

/** Everything that the rules know of a pane at one moment. `screen` and `program` cost time, so they are read late. */
export interface Look {
  readonly now: number;
  readonly evidence: Evidence;
  readonly exit: ExitState | undefined;
  /** The pane has no program at all. */
  readonly vacant: boolean;
  /** The entry `state` of the pane's metadata. */
  readonly metadataState: string | undefined;
  readonly title: string;
  /** The program is in the middle of a synchronized update: its screen is incomplete. */
  readonly isDrawing: boolean;
  screen(): ScreenLook;
  program(): ProgramLook | undefined;
}

/** Milliseconds since the last output or key. */
export function quietMs({ now, evidence: { outputAt, typedAt } }: Look): number {
  return now - Math.max(outputAt, typedAt);
}
