import type { Cases } from "../compare.ts";
import { copiesWrappedLine } from "./modes.ts";

/** One case for each entry of `differences`, so that each is seen to differ still. */
export const differingCases: Cases = {
  "a flag without its value": `
    new-session -d -s a cat
    new-session -d -s b cat
    has-session -t
    kill-session -t
    list-sessions -F '#S'`,
  "an invalid layout": `
    new-session -d -s a cat
    select-layout -t a nosuch
    select-layout -t a 'xxxx,80x24,0,0,0'`,
  "a file in the socket's place": `
    file precious text
    raw -S $SERVER-precious -f /dev/null new-session -d cat
    raw -S $SERVER-precious kill-server`,
  "a socket that cannot be made": `
    raw -S /nosuch/socket new-session -d cat`,
  "flags of later versions": `
    new-session -d -s a cat
    capture-pane -p -T -t a
    send-keys -K -t a x
    clear-history -H -t a
    display-message -l -p '#{session_name}'`,
  "a very large repeat count": `
    new-session -d -s a cat
    select-pane -d -t a
    send-keys -N 1000001 -t a x`,
  "one process for all servers": `
    new-session -d -s a cat
    raw -L $SERVER-two -f /dev/null new-session -d -s b cat
    run-shell 'if [ #{pid} = $(tmux -L $SERVER-two display-message -p "##{pid}") ]; then tmux set -g @pid one; else tmux set -g @pid two; fi'
    show-options -gv @pid
    raw -L $SERVER-two kill-server`,
  "options of our own": `
    new-session -d -s a cat
    show-options -s pane-room`,
  "room for one more pane": `
    new-session -d -s a -x 3 -y 3 cat
    split-window -d -h -t a cat
    split-window -d -h -t a cat
    display-message -p -t a '#{window_panes} #{window_width}x#{window_height}'`,
  "a program that cannot be run": `
    new-session -d -s keep cat
    new-window -d -t keep -- /nosuch/program argument`,
  "loading a directory": `
    new-session -d -s a cat
    load-buffer /
    source-file /`,
  "an invalid style": `
    new-session -d -s a cat
    select-pane -P nosuch -t a`,
  "a copied line that wraps behind a tab": copiesWrappedLine("cc"),
};
