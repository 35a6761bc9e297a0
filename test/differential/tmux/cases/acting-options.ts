import type { Cases } from "../compare.ts";

/** Options whose effect can be seen without a terminal. */
export const actingOptionCases: Cases = {
  "what runs in a new pane": `
    new-session -d -s a -n n -x 80 -y 24 cat
    set -g default-command 'echo by default-command; exec cat'
    split-window -d -t a
    until /by default-command/ capture-pane -p -t a.1
    display-message -p -t a.1 '#{pane_start_command}'
    set -g default-command ''
    set -g default-shell /bin/bash
    new-window -d -t a -n shell 'echo $SHELL; exec cat'
    until /bash/ capture-pane -p -t a:shell
    set -g default-terminal screen-256color
    new-window -d -t a -n term 'echo $TERM; exec cat'
    until /screen-256color/ capture-pane -p -t a:term`,
  "history-limit": `
    new-session -d -s a -x 80 -y 5 cat
    set -g history-limit 3
    split-window -d -t a -l 2 'seq 1 20; exec cat'
    until /20/ capture-pane -p -t a.1
    display-message -p -t a.1 '#{history_limit}'
    display-message -p -t a.0 '#{history_limit}'
    set -t a history-limit 7
    new-window -d -t a -n w cat
    display-message -p -t a:w '#{history_limit}'`,
  "update-environment": `
    DISPLAY=:1 new-session -d -s a cat
    show-environment -t a DISPLAY
    set -g update-environment 'FOO BAR'
    FOO=foo new-session -d -s b cat
    show-environment -t b
    FOO=foo BAR=bar DISPLAY=:2 new-session -d -s c cat
    show-environment -t c`,
  "destroy and detach": `
    new-session -d -s a cat
    new-session -d -s b cat
    set -t b destroy-unattached on
    list-sessions -F '#S'
    set -g remain-on-exit on
    new-window -d -t a -n dead 'exit 5'
    until /^1 5$/m display-message -p -t a:dead '#{pane_dead} #{pane_dead_status}'
    set -g remain-on-exit-format 'gone: #{pane_dead_status}'
    new-window -d -t a -n dead2 'exit 6'
    until /gone: 6/ capture-pane -p -t a:dead2`,
  "titles and names from applications": `
    new-session -d -s a -n n -x 80 -y 24 "printf '\\\\033]2;a title\\\\007'; exec cat"
    until /a title/ display-message -p -t a '#{pane_title}'
    set -g allow-rename on
    new-window -d -t a -n before "printf '\\\\033kby escape\\\\033\\\\134'; exec cat"
    until /by escape/ list-windows -t a -F '#W'
    set -g allow-rename off
    new-window -d -t a -n kept "printf '\\\\033knot this\\\\033\\\\134'; echo done; exec cat"
    until /done/ capture-pane -p -t a:kept
    list-windows -t a -F '#W'
    set -p -t a:0 allow-rename on
    show -p -t a:0`,
  "activity and bells": `
    new-session -d -s a -n n -x 80 -y 24 cat
    setw -g monitor-activity on
    setw -g monitor-bell on
    new-window -d -t a -n noisy cat
    send-keys -t a:noisy hello Enter
    until /#/ list-windows -t a -F '#W #{window_flags}'
    new-window -d -t a -n bell "printf '\\\\007'; exec cat"
    until /bell .*!/ list-windows -t a -F '#W #{window_flags}'
    display-message -p -t a '#{session_alerts}'
    select-window -t a:noisy
    list-windows -t a -F '#W #{window_flags} #{window_activity_flag} #{window_bell_flag}'
    kill-session -C -t a
    list-windows -t a -F '#W #{window_flags}'`,
  "window-size and aggressive-resize": `
    new-session -d -s a -x 90 -y 30 cat
    setw -t a window-size manual
    display-message -p -t a '#{window_width}x#{window_height}'
    resize-window -t a -x 70 -y 20
    setw -t a window-size latest
    display-message -p -t a '#{window_width}x#{window_height}'
    setw -t a aggressive-resize on
    display-message -p -t a '#{window_width}x#{window_height}'
    set -t a default-size 50x15
    new-window -d -t a -n n cat
    list-windows -t a -F '#I #{window_width}x#{window_height}'`,
};
