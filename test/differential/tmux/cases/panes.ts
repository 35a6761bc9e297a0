import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -n zero -x 80 -y 24 cat";
const PANES =
  "list-panes -t a -F '#{pane_index} #{pane_id} #{pane_width}x#{pane_height}+#{pane_left}+#{pane_top} #{pane_active}'";

export const paneCases: Cases = {
  splitting: `
    ${SETUP}
    split-window -t a cat
    split-window -h -t a cat
    split-window -v -t %0 cat
    split-window -d -h -l 10 -t %0 cat
    split-window -d -v -l 30% -t %1 cat
    split-window -d -b -h -t %1 cat
    split-window -d -f -h -t %1 cat
    split-window -d -p 20 -t %2 cat
    ${PANES}
    display-message -p -t a '#{window_layout}'
    split-window -P -t a cat
    split-window -d -P -F '#{pane_id}' -t %0 -- cat
    split-window -l x -t a cat
    split-window -l x% -t a cat
    split-window -p x -t a cat
    split-window -t nosuch cat
    split-window -t %99 cat`,
  "splitting a zoomed window": `
    ${SETUP}
    split-window -t a cat
    resize-pane -Z -t a
    display-message -p -t a '#{window_zoomed_flag} #{pane_width}x#{pane_height}'
    split-window -t a cat
    display-message -p -t a '#{window_zoomed_flag}'
    split-window -Z -t a cat
    display-message -p -t a '#{window_zoomed_flag} #{window_flags}'
    ${PANES}`,
  selecting: `
    ${SETUP}
    split-window -h -t a cat
    split-window -v -t a cat
    select-pane -t %0
    ${PANES}
    select-pane -R -t %0
    select-pane -U -t a
    select-pane -L -t a
    select-pane -D -t a
    ${PANES}
    last-pane -t a
    select-pane -l -t a
    ${PANES}
    select-pane -t a -T 'new title'
    select-pane -t %1 -T '#{pane_id}x'
    list-panes -t a -F '#{pane_title}'
    select-pane -d -t %1
    display-message -p -t %1 '#{pane_input_off}'
    select-pane -e -t %1
    display-message -p -t %1 '#{pane_input_off}'
    select-pane -m -t %1
    display-message -p -t %1 '#{pane_marked} #{pane_marked_set} #{window_marked_flag}'
    select-pane -m -t %1
    display-message -p -t %1 '#{pane_marked} #{pane_marked_set}'
    select-pane -M
    select-pane -P bg=red -t %1
    select-pane -g -t %1
    show-options -p -t %1
    new-session -d -s b cat
    last-pane -t b
    select-pane -t nosuch`,
  "titles that cannot be printed": `
    new-session -d -s a cat
    select-pane -t a -T 'first #{pane_id} é漢'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T $'tab\\there'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T $'esc\\x1b[1m'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T $'two\\nlines'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T $'delete\\x7f'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T $'control\\x85'
    display-message -p -t a '#{pane_title}'
    select-pane -t a -T ''
    display-message -p -t a '[#{pane_title}]'`,
  killing: `
    ${SETUP}
    split-window -t a cat
    split-window -t a cat
    kill-pane -t %99
    kill-pane -t %1
    ${PANES}
    split-window -t a cat
    kill-pane -a -t %0
    ${PANES}
    kill-pane -t %0
    fails list-sessions`,
  resizing: `
    ${SETUP}
    split-window -h -t a cat
    split-window -v -t a cat
    resize-pane -t %0 -x 20
    ${PANES}
    resize-pane -t %0 -x 30%
    resize-pane -t %1 -y 5
    resize-pane -t %1 -y 50%
    ${PANES}
    resize-pane -t %0 -R 5
    resize-pane -t %0 -L 3
    resize-pane -t %1 -D 2
    resize-pane -t %1 -U
    ${PANES}
    resize-pane -t %0 -x 0
    resize-pane -t %0 -x 500
    ${PANES}
    resize-pane -t %0 -x x
    resize-pane -t %0 -y 101%
    resize-pane -t %0 -D x
    resize-pane -t %0 -Z
    display-message -p -t a '#{window_zoomed_flag}'
    resize-pane -t %0 -Z
    display-message -p -t a '#{window_zoomed_flag}'
    resize-pane -M -t %0`,
  "joining in a zoomed window": `
    new-session -d -s a -x 80 -y 24 cat
    split-window -h -t a cat
    new-window -d -t a: cat
    resize-pane -Z -t a:0.0
    join-pane -d -s a:0.1 -t a:0.1
    display-message -p -t a:0 '#{window_zoomed_flag} #{window_layout}'
    resize-pane -Z -t a:0.0
    join-pane -d -h -l 50% -s a:1.0 -t a:0.0
    display-message -p -t a:0 '#{window_zoomed_flag} #{window_layout}'`,
  "joining and breaking": `
    ${SETUP}
    new-window -d -t a -n one cat
    join-pane -s a:1 -t a:0
    list-windows -t a -F '#I #{window_panes}'
    ${PANES}
    break-pane -s %1 -t a:5 -n broken
    list-windows -t a -F '#I #W #{window_panes} #{window_active}'
    join-pane -h -d -s %1 -t %0 -l 20
    ${PANES}
    break-pane -d -P -s %1
    break-pane -d -P -F '#{pane_id} #{window_index}' -s %0
    list-windows -t a -F '#I #{window_panes} #{window_active}'
    join-pane -s %0 -t %0
    join-pane -s %1 -t %0 -l x
    join-pane -b -s %1 -t %0
    move-pane -h -s %1 -t %0
    new-session -d -s b cat
    join-pane -s b:0 -t a:0
    list-panes -a -F '#S #{pane_id}'`,
  swapping: `
    ${SETUP}
    split-window -h -t a cat
    split-window -v -t a cat
    swap-pane -s %0 -t %2
    ${PANES}
    swap-pane -d -s %0 -t %1
    ${PANES}
    swap-pane -U -t %1
    swap-pane -D -t %1
    ${PANES}
    new-window -d -t a cat
    swap-pane -s %3 -t %0
    list-panes -s -t a -F '#I.#P #{pane_id}'
    swap-pane -s %99 -t %0`,
  respawning: `
    ${SETUP}
    respawn-pane -t a
    respawn-pane -t a cat
    respawn-pane -k -t a 'cat -u'
    display-message -p -t a '#{pane_id} #{pane_start_command}'
    respawn-pane -k -c / -t a cat
    display-message -p -t a '#{pane_start_path}'
    respawn-window -t a cat
    split-window -d -t a cat
    respawn-window -k -t a cat
    list-panes -t a -F '#{pane_id}'
    set -g remain-on-exit on
    split-window -d -t a 'read x; exit 4'
    send-keys -t a.1 Enter
    until /^1 4/ display-message -p -t a.1 '#{pane_dead} #{pane_dead_status}'
    list-panes -t a -F '#{pane_index} #{pane_dead} #{pane_dead_status} #{pane_dead_signal}'
    respawn-pane -t a.1 cat
    display-message -p -t a.1 '#{pane_dead}'`,
  "marked panes": `
    ${SETUP}
    split-window -d -t a cat
    new-window -d -t a -n one cat
    select-pane -m -t %1
    display-message -p -t '{marked}' '#{pane_id}'
    display-message -p -t '~' '#{pane_id}'
    swap-pane -t %0
    join-pane -t a:1
    list-panes -s -t a -F '#I.#P #{pane_id} #{pane_marked}'`,
  "a marked pane that follows its link into another window": `
    ${SETUP}
    new-window -d -t a -n one cat
    split-window -d -t a:0 cat
    select-pane -m -t %1
    swap-window -d -s a:0 -t a:1
    swap-pane -d -s %1 -t %2
    list-panes -s -t a -F '#I.#P #{pane_id} #{pane_marked} #{window_marked_flag}'
    swap-pane -d -s %1 -t %2
    swap-window -d -s a:0 -t a:1
    list-panes -s -t a -F '#I.#P #{pane_id} #{pane_marked} #{window_marked_flag}'`,
  "room for panes": `
    ${SETUP}
    ours: set -s pane-room refuse
    resize-window -t a -x 3 -y 3
    split-window -d -h -t a cat
    split-window -d -h -t a cat
    split-window -d -v -t a cat
    ${PANES}`,
};
