import { formatColour } from "../../style/colour.ts";
import { optionStyle, type TextStyle } from "../../style/style.ts";
import { markedTarget } from "../../target/current-target.ts";
import { paneIndex } from "../../target/find-pane.ts";
import { escapeArgument } from "../../text/visible.ts";
import type { Pane } from "../../tree/tree.ts";
import type { PaneView } from "../context.ts";
import { windowNameOf } from "../path-parts.ts";
import type { Scope } from "../scope.ts";
import { flag, numeral, ofProcess, printed, seconds, type VariableGroup } from "./variable.ts";

export const paneVariables: VariableGroup = {
  pane_active: ({ pane }) => flag(pane && pane === pane.window.active),
  pane_at_bottom: ({ pane }) =>
    flag(pane && pane.top + pane.rows === pane.window.rows - border(pane, "bottom")),
  pane_at_left: ({ pane }) => flag(pane && pane.left === 0),
  pane_at_right: ({ pane }) => flag(pane && pane.left + pane.cols === pane.window.cols),
  pane_at_top: ({ pane }) => flag(pane && pane.top === border(pane, "top")),
  pane_bg: (scope) => scope.pane && formatColour(colourOf(scope, scope.pane, "background")),
  pane_bottom: ({ pane }) => numeral(pane && pane.top + pane.rows - 1),
  pane_current_command: ofProcess(({ pane }) => pane && currentCommand(pane)),
  pane_current_path: ofProcess(({ pane }) => pane?.process?.foreground()?.cwd || undefined),
  pane_dead: printed(({ pane }) => flag(pane && pane.process === undefined)),
  pane_dead_signal: printed(({ pane }) => numeral(pane?.exit?.signal)),
  pane_dead_status: printed(({ pane }) => numeral(pane?.exit?.status)),
  pane_dead_time: printed(({ pane }) => seconds(pane?.exit?.time)),
  pane_fg: (scope) => scope.pane && formatColour(colourOf(scope, scope.pane, "foreground")),
  pane_format: ({ kind }) => flag(kind === "pane"),
  pane_height: ({ pane }) => numeral(pane?.rows),
  pane_id: ({ pane }) => pane?.id,
  pane_in_mode: ({ pane }) => numeral(pane?.modes.length),
  pane_index: ({ pane }) => numeral(pane && paneIndex(pane)),
  pane_input_off: ({ pane }) => flag(pane?.inputOff),
  pane_last: ({ pane }) => flag(pane && pane === pane.window.last),
  pane_left: ({ pane }) => numeral(pane?.left),
  pane_marked: ({ pane, server }) => flag(pane && pane === markedTarget(server)?.pane),
  pane_marked_set: ({ pane, server }) => flag(pane && markedTarget(server) !== undefined),
  pane_mode: ({ pane }) => pane?.modes[0]?.name,
  pane_path: printed((scope) => scope.pane && (view(scope)?.path ?? "")),
  pane_pid: ofProcess(({ pane }) => pane && String(pane.process?.pid ?? pane.exit?.pid ?? 0)),
  pane_pipe: (scope) => scope.pane && flag(view(scope)?.piped ?? false),
  pane_right: ({ pane }) => numeral(pane && pane.left + pane.cols - 1),
  pane_search_string: ({ pane }) => pane && (pane.search.text ?? ""),
  pane_start_command: ({ pane }) => pane && startCommand(pane),
  pane_start_path: ({ pane }) => pane?.start.cwd,
  pane_synchronized: ({ pane }) => flag(pane?.options.flag("synchronize-panes")),
  pane_title: printed(({ pane }) => pane?.title),
  pane_top: ({ pane }) => numeral(pane?.top),
  pane_tty: ofProcess(({ pane }) => pane && (pane.process?.tty ?? pane.exit?.tty ?? "")),
  pane_width: ({ pane }) => numeral(pane?.cols),
};

function view({ pane, host }: Scope): PaneView | undefined {
  return pane && host.paneView?.(pane);
}

/** The line that pane-border-status occupies on this side. */
function border(pane: Pane, side: "top" | "bottom"): number {
  return pane.window.options.get("pane-border-status") === side ? 1 : 0;
}

function startCommand(pane: Pane): string {
  return pane.start.command.map(escapeArgument).join(" ");
}

/** The foreground command of the terminal, else the command that the pane was started with. */
function currentCommand(pane: Pane): string {
  return windowNameOf(pane.process?.foreground()?.command || startCommand(pane) || pane.start.shell);
}

/** A pane's own colours: those of its style; for the active pane, window-active-style comes first. */
function colourOf(scope: Scope, pane: Pane, side: "foreground" | "background"): TextStyle["foreground"] {
  const active = pane === pane.window.active ? styleOf(scope, pane, "window-active-style")[side] : undefined;
  return active && active.kind !== "default" ? active : styleOf(scope, pane, "window-style")[side];
}

function styleOf({ server, host, now, reads, expand }: Scope, pane: Pane, name: string): TextStyle {
  const place = { server, host, now, reads, pane, noJobs: true };
  return optionStyle(pane.options, name, (text) => expand(text, place));
}
