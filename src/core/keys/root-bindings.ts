import type { DefaultBinding } from "./default-binding.ts";
import { paneMenu, windowMenu } from "./default-menus.ts";

/** Keys without the prefix: the mouse. */
export const rootBindings: readonly DefaultBinding[] = [
  { key: "MouseDown1Pane", command: "select-pane -t = \\; send-keys -M" },
  { key: "MouseDown1Status", command: "select-window -t =" },
  { key: "MouseDown2Pane", command: `select-pane -t = \\; ${unlessHandled("paste-buffer -p")}` },
  {
    key: "MouseDown3Pane",
    command: `if-shell -F -t = "#{||:#{mouse_any_flag},#{&&:#{pane_in_mode},#{?#{m/r:(copy|view)-mode,#{pane_mode}},0,1}}}" { select-pane -t = ; send-keys -M } { ${paneMenu("-t = -x M -y M")} }`,
  },
  { key: "MouseDown3Status", command: windowMenu("-t = -x W -y W") },
  {
    key: "MouseDown3StatusLeft",
    command:
      'display-menu -T "#[align=centre]#{session_name}" -t = -x M -y W Next n { switch-client -n } Previous p { switch-client -p } \'\' Renumber N { move-window -r } Rename n { command-prompt -I "#S" { rename-session "%%" } } \'\' "New Session" s { new-session } "New Window" w { new-window }',
  },
  { key: "MouseDrag1Pane", command: unlessHandled("copy-mode -M") },
  { key: "MouseDrag1Border", command: "resize-pane -M" },
  { key: "WheelUpPane", command: unlessHandled("copy-mode -e") },
  { key: "WheelUpStatus", command: "previous-window" },
  { key: "WheelDownStatus", command: "next-window" },
  { key: "DoubleClick1Pane", command: `select-pane -t = \\; ${unlessHandled(copyPart("word"))}` },
  { key: "TripleClick1Pane", command: `select-pane -t = \\; ${unlessHandled(copyPart("line"))}` },
  { key: "M-MouseDown3Pane", command: paneMenu("-t = -x M -y M") },
];

/** Runs a command unless a mode of the pane or its program handles the mouse. */
function unlessHandled(command: string): string {
  return `if-shell -F "#{||:#{pane_in_mode},#{mouse_any_flag}}" { send-keys -M } { ${command} }`;
}

function copyPart(part: "word" | "line"): string {
  return `copy-mode -H ; send-keys -X select-${part} ; run-shell -d 0.3 ; send-keys -X copy-pipe-and-cancel`;
}
