import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -n zero -x 80 -y 24 cat";

export const windowCases: Cases = {
  "a respawned window": `
    new-session -d -s a -n zero cat
    new-window -t a -n one cat
    new-window -t a -n two cat
    split-window -d -t a:0 cat
    respawn-window -t a:0 cat
    respawn-window -k -t a:0 cat
    list-windows -t a -F '#I #W #{window_panes} #{window_flags} #{window_last_flag}'
    display-message -p -t a '#{session_stack}'
    new-session -d -s b -t a
    respawn-window -k -t b:2 cat
    list-windows -a -F '#S:#I #{window_flags}'`,
  "new windows": `
    ${SETUP}
    new-window -t a -n one cat
    new-window -d -t a: -n two cat
    new-window -t a:7 -n seven cat
    new-window -t a:7 cat
    new-window -k -t a:7 -n again cat
    new-window -a -t a:0 -n after cat
    new-window -b -t a:0 -n before cat
    list-windows -t a -F '#{window_index} #{window_name} #{window_flags} #{window_active}'
    new-window -P -t a -n p cat
    new-window -d -P -F '#{window_id} #{window_index} #{pane_id}' -n q -t a cat
    new-window -t nosuch cat
    new-window -S -n two -t a cat
    display-message -p -t a '#{window_name}'
    new-window -S -n new -t a cat
    new-window -c / -n dir -t a -P -F '#{pane_start_path}' cat
    new-window -t a:-1 -n x cat
    new-window -t a:^ -n y cat
    list-windows -t a`,
  "default listings": `
    ${SETUP}
    new-window -d -t a -n one cat
    split-window -d -t a:1 cat
    list-windows
    list-windows -t a
    list-windows -a
    list-panes
    list-panes -t a:1
    list-panes -s -t a
    list-panes -a
    lsw -f '#{==:#{window_index},1}' -F '#{window_name}'
    list-panes -a -f '#{pane_active}' -F '#{window_index}.#{pane_index}'`,
  "base-index and renumbering": `
    ${SETUP}
    set -g base-index 1
    new-window -d -t a cat
    new-session -d -s b cat
    list-windows -a -F '#S:#I'
    set -g renumber-windows on
    new-window -d -t b cat
    new-window -d -t b cat
    kill-window -t b:2
    list-windows -t b -F '#I'
    move-window -r -t a
    list-windows -t a -F '#I'
    setw -g pane-base-index 1
    split-window -d -t b cat
    list-panes -t b -F '#P'`,
  selecting: `
    ${SETUP}
    new-window -d -t a -n one cat
    new-window -d -t a -n two cat
    select-window -t a:1
    display-message -p -t a '#I'
    last-window -t a
    display-message -p -t a '#I'
    next-window -t a
    next-window -t a
    display-message -p -t a '#I'
    next-window -t a
    previous-window -t a
    display-message -p -t a '#I'
    select-window -l -t a
    select-window -n -t a
    select-window -p -t a
    select-window -T -t a:2
    display-message -p -t a '#I #{session_stack}'
    select-window -t a:two
    select-window -t a:t
    select-window -t a:nosuch
    next-window -a -t a
    previous-window -a -t a
    new-session -d -s alone cat
    last-window -t alone
    next-window -t alone
    previous-window -t alone`,
  killing: `
    ${SETUP}
    new-window -d -t a -n one cat
    new-window -d -t a -n two cat
    kill-window -t a:9
    kill-window -t a:one
    list-windows -t a -F '#I'
    new-window -d -t a -n three cat
    kill-window -a -t a:2
    list-windows -t a -F '#I #W'
    kill-window -t @2
    fails list-sessions`,
  renaming: `
    ${SETUP}
    rename-window -t a:0 new
    rename-window -t a 'two words'
    rename-window -t a '#S-x'
    rename-window -t a ''
    rename-window -t a $'c\\tc'
    list-windows -t a -F '#{window_name} #{automatic-rename}'
    rename-window
    rename-window -t nosuch x`,
  "moving and swapping": `
    ${SETUP}
    new-window -d -t a -n one cat
    new-window -d -t a -n two cat
    move-window -s a:1 -t a:9
    list-windows -t a -F '#I #W'
    move-window -s a:9 -t a:0
    move-window -k -s a:9 -t a:0
    list-windows -t a -F '#I #W'
    new-window -d -t a:5 -n five cat
    swap-window -s a:0 -t a:5
    list-windows -t a -F '#I #W #{window_active}'
    swap-window -d -s a:2 -t a:5
    list-windows -t a -F '#I #W #{window_active}'
    new-session -d -s b -n bzero cat
    move-window -s a:5 -t b:
    list-windows -a -F '#S:#I #W'
    move-window -a -s b:1 -t b:0
    move-window -b -s b:1 -t b:0
    list-windows -a -F '#S:#I #W #{window_active}'
    move-window -s nosuch:1
    move-window -t nosuch:1
    swap-window -s a:9 -t a:0`,
  linking: `
    ${SETUP}
    new-session -d -s b -n bzero cat
    link-window -s a:0 -t b:3
    list-windows -a -F '#S:#I #W #{window_id} #{window_linked} #{window_linked_sessions} #{window_linked_sessions_list}'
    link-window -s a:0 -t b:0
    link-window -k -s a:0 -t b:0
    unlink-window -t b:3
    list-windows -a -F '#S:#I #W'
    unlink-window -t b:0
    unlink-window -t a:0
    unlink-window -k -t a:0
    fails list-sessions`,
  "rotating and layouts": `
    ${SETUP}
    split-window -d -t a -h cat
    split-window -d -t a -v cat
    rotate-window -t a
    list-panes -t a -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
    rotate-window -D -t a
    rotate-window -U -t a
    list-panes -t a -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height} #{pane_active}'
    select-layout -t a even-horizontal
    display-message -p -t a '#{window_layout}'
    select-layout -t a even-vertical
    display-message -p -t a '#{window_layout}'
    select-layout -t a main-horizontal
    display-message -p -t a '#{window_layout}'
    select-layout -t a main-vertical
    display-message -p -t a '#{window_layout}'
    select-layout -t a tiled
    display-message -p -t a '#{window_layout}'
    next-layout -t a
    display-message -p -t a '#{window_layout}'
    previous-layout -t a
    display-message -p -t a '#{window_layout}'
    select-layout -n -t a
    select-layout -p -t a
    select-layout -E -t a
    display-message -p -t a '#{window_layout}'
    select-layout -t a
    display-message -p -t a '#{window_layout}'`,
  "layouts by name and text": `
    ${SETUP}
    split-window -d -t a -h cat
    select-layout -t a even-h
    select-layout -t a 'b25d,80x24,0,0,0'
    display-message -p -t a '#{window_layout}'`,
  resizing: `
    ${SETUP}
    resize-window -t a -x 100 -y 40
    display-message -p -t a '#{window_width}x#{window_height} #{window-size}'
    resize-window -t a -L 10
    resize-window -t a -R 3
    resize-window -t a -U 5
    resize-window -t a -D 2
    display-message -p -t a '#{window_width}x#{window_height}'
    resize-window -t a -x 0
    resize-window -t a -x 20000
    resize-window -t a -y x
    resize-window -t a -D x
    resize-window -A -t a
    display-message -p -t a '#{window_width}x#{window_height}'
    resize-window -a -t a
    display-message -p -t a '#{window_width}x#{window_height}'`,
};
