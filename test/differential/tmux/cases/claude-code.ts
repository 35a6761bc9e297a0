import type { Cases } from "../compare.ts";

/** What Claude Code asks of a terminal, inside and outside tmux. */
export const claudeCodeCases: Cases = {
  "probes of every client": `
    new-session -d -s main -x 120 -y 40 cat
    show -Av mouse
    show -gv focus-events
    display-message -p -t %0 "#{session_name}:#{window_id}.#{pane_id}"
    display-message -p -t %0 $'#{client_termtype}\\t#{allow-passthrough}\\t#{focus-events}\\t#{pane_top}\\t#{pane_left}\\t#{status}\\t#{status-position}\\t#{window_bigger}'
    display-message -p '#{client_control_mode}'
    display-message -p '#{pane_id}'
    TMUX_PANE=%0 display-message -p '#{pane_id}'
    show-environment -g
    set -as terminal-features ,*:RGB
    show -s terminal-features
    < clip | load-buffer -w -
    < clip two | load-buffer -
    list-buffers`,
  "a team inside": `
    new-session -d -s main -x 120 -y 40 cat
    display-message -t %0 -p '#{window_id}'
    list-panes -t @0 -F '#{pane_id}'
    split-window -d -t %0 -h -l 70% -P -F '#{pane_id}' -- cat
    split-window -d -t %1 -v -P -F '#{pane_id}' -- cat
    split-window -d -t %2 -h -P -F '#{pane_id}' -- cat
    set-option -p -t %1 remain-on-exit failed
    set-option -p -t %1 window-style bg=default,fg=colour33
    set-option -p -t %1 pane-border-style fg=colour33
    set-option -p -t %1 pane-active-border-style fg=colour33
    set-option -p -t %1 pane-border-format '#[fg=colour33,bold] #{pane_title} #[default]'
    select-pane -t %1 -T researcher
    set-option -w -t @0 pane-border-status top
    select-layout -t @0 main-vertical
    resize-pane -t %0 -x 30%
    list-panes -t @0 -F '#{pane_id} #{pane_title} #{pane_width}x#{pane_height}+#{pane_left}+#{pane_top} #{pane_active}'
    display-message -p '#{window_layout}'
    show-options -p -t %1
    respawn-pane -k -t %1 -- 'exit 3'
    until /^1 3/ display-message -p -t %1 '#{pane_dead} #{pane_dead_status}'
    respawn-pane -k -t %1 -- 'exit 0'
    until /^%0\\n%2\\n%3\\n$/ list-panes -t @0 -F '#{pane_id}'
    kill-pane -t %2
    kill-pane -t %2
    kill-pane -t %3
    list-panes -t @0 -F '#{pane_id}'`,
  "a team outside": `
    has-session -t claude-swarm
    new-session -d -s claude-swarm -n swarm-view -P -F '#{pane_id}' -- cat
    has-session -t claude-swarm
    list-windows -t claude-swarm -F '#{window_name}'
    list-panes -t claude-swarm:swarm-view -F '#{pane_id}'
    split-window -d -t %0 -h -P -F '#{pane_id}' -- cat
    select-layout -t claude-swarm:swarm-view tiled
    list-panes -t claude-swarm:swarm-view -F '#{pane_id} #{pane_width}x#{pane_height}'`,
  "a worktree session": `
    show-options -g prefix
    has-session -t work
    new-session -d -s work -e K=V -e L=M -c / -- cat
    show-environment -t work K
    show-environment -t work L
    display-message -p -t work '#{session_path} #{pane_start_path} #{pane_start_command}'
    switch-client -t work`,
  "older calls": `
    new-session -d -s main -x 120 -y 40 cat
    split-window -t %0 -h cat
    select-pane -t %1 -P bg=default,fg=colour2
    new-session -d -s claude-hidden cat
    break-pane -d -s %1 -t claude-hidden:
    list-windows -a -F '#{session_name}:#{window_index} #{window_panes}'
    join-pane -h -s %1 -t %0
    list-panes -a -F '#{session_name} #{pane_id} #{pane_width}x#{pane_height}'
    list-sessions -F '#{session_name}'`,
  "keys of the older dialects": `
    new-session -d -s main -x 80 -y 24 cat
    send-keys -t %0 'echo hello' Enter
    until /echo hello\\necho hello/ capture-pane -p -t %0
    send-keys -t %0 -l -- '-x; $HOME "q"'
    send-keys -t %0 Enter
    until /"q"\\n.*"q"/ capture-pane -p -t %0`,
};
