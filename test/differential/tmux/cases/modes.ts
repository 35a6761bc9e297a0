import type { Cases } from "../compare.ts";

/** Text on the screen of the one pane, and copy mode entered. */
const START = `
    new-session -d -s a -x 30 -y 6 "printf 'one two\\n(three) four\\nfive\\n'; exec cat"
    until /five/ capture-pane -p -t a
    copy-mode -t a`;
const STATE = `display-message -p -t a '#{pane_in_mode} #{pane_mode} #{copy_cursor_x},#{copy_cursor_y} #{selection_present}'`;

/** Copies a line that ends in a tab and goes on in the next, because the wide character behind the tab has no room. */
export function copiesWrappedLine(text: string): string {
  return `
    new-session -d -s a -x 4 -y 6 "printf '${text}\\t漢'; exec cat"
    until /漢/ capture-pane -p -t a
    copy-mode -H -t a
    send-keys -X -t a history-top
    send-keys -X -t a begin-selection
    send-keys -X -t a cursor-down
    send-keys -X -t a end-of-line
    send-keys -X -t a copy-selection-no-clear
    show-buffer`;
}

export const modeCases: Cases = {
  "a copied line that was printed in parts and wraps behind a tab": copiesWrappedLine("c\\033[mc"),
  "trees that nobody sees": `
    new-session -d -s a cat
    split-window -d -t a cat
    choose-client -t a
    choose-buffer -t a
    display-message -p -t a '#{pane_in_mode} #{pane_mode}'
    choose-tree -Z -t a
    display-message -p -t a '#{pane_in_mode} #{pane_mode} #{window_zoomed_flag}'
    choose-tree -w -s -N -r -G -F f -K k -O name -f 1 -t a x
    send-keys -t a q
    send-keys -X -t a cancel
    find-window -t a x
    set-buffer text
    choose-buffer -t a
    display-message -p -t a '#{pane_in_mode} #{pane_mode} #{window_zoomed_flag}'
    customize-mode -N -F f -f 1 -t a
    display-message -p -t a '#{pane_in_mode} #{pane_mode} #{window_zoomed_flag}'
    customize-mode -Z -t a.1
    display-message -p -t a.1 '#{pane_in_mode} #{pane_mode} #{window_zoomed_flag}'`,
  "trees that are not understood": `
    new-session -d -s a cat
    choose-tree -t nosuch
    choose-tree -t a x y
    choose-buffer -G -t a
    choose-client -t nosuch
    customize-mode -t nosuch
    customize-mode -t a x
    customize-mode -r -t a
    find-window -t a
    find-window -t nosuch x
    find-window -CNTir -t a x y`,
  "what is no command of a mode": `
    new-session -d -s a cat
    send-keys -X -t a cursor-up
    send-keys -N 3 -t a
    send-keys -N x -X -t a cursor-up
    send-keys -N 0 -X -t a cursor-up
    send-keys -M -t a
    copy-mode -t nosuch
    copy-mode -s nosuch
    copy-mode -t a extra
    clock-mode -t nosuch`,
  "commands that are not understood": `${START}
    send-keys -X -t a nosuch
    send-keys -X -t a
    send-keys -X -t a cursor-up extra
    send-keys -X -t a goto-line
    send-keys -X -t a jump-forward
    send-keys -X -t a search-forward
    ${STATE}`,
  "a count before the command": `${START}
    send-keys -t a -N 3
    send-keys -X -t a cursor-up
    ${STATE}
    send-keys -X -t a cursor-down
    ${STATE}`,
  "entering and leaving": `${START}
    ${STATE}
    copy-mode -t a
    ${STATE}
    send-keys -X -t a cancel
    ${STATE}
    copy-mode -e -t a
    send-keys -X -t a scroll-down
    ${STATE}
    copy-mode -q -t a
    ${STATE}`,
  "one page up on entering": `
    new-session -d -s a -x 30 -y 6 "seq 1 40; exec cat"
    until /^40$/m capture-pane -p -t a
    copy-mode -u -t a
    display-message -p -t a '#{scroll_position} #{copy_cursor_y}'
    copy-mode -u -t a
    display-message -p -t a '#{scroll_position} #{copy_cursor_y}'`,
  "modes on top of each other": `${START}
    clock-mode -t a
    ${STATE}
    send-keys -X -t a cursor-up
    send-keys -N 2 -t a
    send-keys -t a q
    ${STATE}
    copy-mode -t a
    ${STATE}
    send-keys -X -t a cancel
    ${STATE}
    copy-mode -q -t a
    ${STATE}`,
  "keys through the table of emacs": `${START}
    send-keys -t a Up Up C-a C-Space C-e
    ${STATE}
    send-keys -t a M-w
    ${STATE}
    show-buffer`,
  "keys through the table of vi": `${START}
    set-option -w -t a mode-keys vi
    send-keys -t a k k 0 Space w l
    ${STATE}
    send-keys -t a Enter
    ${STATE}
    show-buffer
    copy-mode -t a
    send-keys -t a g G V
    ${STATE}
    send-keys -t a q
    ${STATE}`,
  "keys that are bound to nothing, and keys after the mode": `${START}
    send-keys -t a z Z F5
    ${STATE}
    send-keys -t a -l zz
    send-keys -t a q
    ${STATE}
    capture-pane -p -t a`,
  "another binding": `${START}
    bind-key -T copy-mode X send-keys -X history-top \\\\; send-keys -X begin-selection
    send-keys -t a X
    ${STATE}
    bind-key -T copy-mode Y nosuch-command
    bind-key -T copy-mode Y kill-session -t nosuch
    send-keys -t a Y`,
  "prefix in a mode": `${START}
    bind-key -T copy-mode C-b send-keys -X history-top
    send-prefix -t a
    ${STATE}`,
  "names of buffers": `${START}
    send-keys -X -t a history-top
    send-keys -X -t a copy-line
    send-keys -X -t a copy-line clip
    send-keys -X -t a copy-end-of-line 'x#{session_name}'
    send-keys -X -t a copy-line ''
    list-buffers -F '#{buffer_name} #{buffer_sample}'`,
  "appending to a buffer": `${START}
    send-keys -X -t a history-top
    send-keys -X -t a select-line
    send-keys -X -t a append-selection
    list-buffers
    send-keys -X -t a select-word
    send-keys -X -t a append-selection-and-cancel
    list-buffers
    ${STATE}`,
  "a search with a format": `${START}
    send-keys -X -F -t a search-backward '#{?pane_in_mode,three,one}'
    display-message -p -t a '#{search_match} #{pane_search_string}'
    send-keys -X -F -t a search-backward '#{nosuch}'
    display-message -p -t a '#{search_match} #{pane_search_string}'
    send-keys -X -t a cancel
    display-message -p -t a '<#{pane_search_string}>'
    copy-mode -t a
    send-keys -X -t a search-again
    display-message -p -t a '#{search_match} #{copy_cursor_x},#{copy_cursor_y}'`,
  "to a shell command": `${START}
    send-keys -X -t a history-top
    send-keys -X -t a select-line
    send-keys -X -t a copy-pipe-no-clear 'cat > $DIR/$SERVER-out'
    run-shell 'while ! [ -s $DIR/$SERVER-out ]; do :; done'
    list-buffers
    set-option -s copy-command 'tr a-z A-Z > $DIR/$SERVER-upper'
    send-keys -X -t a pipe
    list-buffers
    run-shell 'while ! [ -s $DIR/$SERVER-upper ]; do :; done'
    load-buffer $DIR/$SERVER-upper
    show-buffer
    ${STATE}`,
  "lines of another pane": `
    new-session -d -s a -x 30 -y 12 "printf 'one\\n'; exec cat"
    split-window -h -t a "seq 1 9; printf 'a long line in the other pane'; exec cat"
    until /other/ capture-pane -J -p -t a.1
    copy-mode -s a.1 -t a.0
    display-message -p -t a.0 '#{pane_mode} #{copy_cursor_x},#{copy_cursor_y} #{scroll_position} #{copy_cursor_line}'
    send-keys -X -t a.0 history-top
    send-keys -X -t a.0 -N 9 cursor-down
    send-keys -X -t a.0 copy-line
    show-buffer
    display-message -p -t a.1 '#{pane_in_mode}'`,
  "what ends a mode": `${START}
    clear-history -t a
    ${STATE}
    copy-mode -t a
    respawn-pane -k -t a cat
    ${STATE}
    copy-mode -t a
    resize-pane -T -t a
    ${STATE}
    split-window -t a cat
    select-pane -t a.0
    swap-pane -s a.0 -t a.1
    list-panes -t a -F '#{pane_id} #{pane_in_mode}'
    break-pane -s a.1
    list-panes -a -F '#{pane_id} #{pane_in_mode}'`,
  "what a mode leaves alone": `${START}
    send-keys -X -t a history-top
    capture-pane -p -t a
    display-message -p -t a '#{cursor_x},#{cursor_y} #{history_size}'
    set-buffer pasted
    paste-buffer -t a
    until /pasted/ capture-pane -p -t a
    ${STATE}`,
  "output behind a mode": `
    new-session -d -s a -x 30 -y 4 'exec cat'
    copy-mode -t a
    set-buffer $'one\\ntwo\\nthree\\nfour\\nfive\\n'
    paste-buffer -t a
    until /five/ capture-pane -p -t a
    display-message -p -t a '#{copy_cursor_x},#{copy_cursor_y} #{copy_cursor_line}'
    send-keys -X -t a cursor-up
    display-message -p -t a '#{copy_cursor_x},#{copy_cursor_y} #{copy_cursor_line}'
    send-keys -X -t a refresh-from-pane
    send-keys -X -t a history-bottom
    send-keys -X -t a cursor-up
    display-message -p -t a '#{copy_cursor_x},#{copy_cursor_y} #{copy_cursor_line}'`,
  "synchronized panes of which one is in a mode": `
    new-session -d -s a -x 40 -y 10 cat
    split-window -t a cat
    set-option -w -t a synchronize-panes on
    copy-mode -t a.0
    send-keys -t a.1 x
    until /x/ capture-pane -p -t a.1
    capture-pane -p -t a.0
    send-keys -t a.0 q y
    list-panes -t a -F '#{pane_index} #{pane_in_mode}'`,
  "hooks of modes": `
    new-session -d -s a -x 30 -y 6 "printf 'one two\\n'; exec cat"
    until /two/ capture-pane -p -t a
    set-hook -g pane-mode-changed 'set-option -gaF @seen "#{hook_pane} #{pane_mode},"'
    set-hook -g after-copy-mode 'set-option -ga @seen "after,"'
    set-hook -g pane-set-clipboard 'set-option -gaF @seen "clipboard #{hook_pane},"'
    copy-mode -t a
    clock-mode -t a
    copy-mode -q -t a
    until /clock-mode/ show-options -gv @seen
    copy-mode -t a
    send-keys -X -t a copy-line
    until /clipboard/ show-options -gv @seen
    set-option -s set-clipboard off
    send-keys -X -t a copy-line
    show-options -gv @seen`,
  "the name of a window in a mode": `
    new-session -d -s a "printf 'x\\n'; exec cat"
    copy-mode -t a
    until /\\[tmux\\]/ list-windows -t a -F '#{window_name}'
    copy-mode -q -t a
    until /cat/ list-windows -t a -F '#{window_name}'`,
  "the output of a shell command": `
    new-session -d -s a -x 20 -y 5 cat
    split-window -h -t a cat
    run-shell 'echo one; printf "\\033[31mred\\033[m and much more than fits into it\n"'
    list-panes -t a -F '#{pane_index} #{pane_mode} #{copy_cursor_x},#{copy_cursor_y} #{copy_cursor_line}'
    send-keys -X -t a.1 cursor-down
    display-message -p -t a.1 '#{copy_cursor_line}'
    run-shell 'exit 3'
    send-keys -X -t a.1 cursor-down
    display-message -p -t a.1 '#{copy_cursor_line} #{scroll_position}'
    run-shell -t a.0 'seq 1 9; kill -9 $$'
    display-message -p -t a.0 '#{pane_mode} #{scroll_position} #{copy_cursor_line}'
    send-keys -X -t a.0 history-bottom
    display-message -p -t a.0 '#{pane_mode} #{scroll_position} #{copy_cursor_y}'
    send-keys -X -t a.0 refresh-from-pane
    send-keys -X -t a.0 history-top
    send-keys -X -t a.0 select-line
    send-keys -X -t a.0 copy-selection-and-cancel
    show-buffer
    run-shell true
    list-panes -t a -F '#{pane_index} #{pane_mode}'`,
  "a configuration with faults": `
    file conf set -g nosuch x\nbind-key\nset -g status off
    raw -L $SERVER -f $DIR/$SERVER-conf new-session -d -s a -x 60 -y 5 cat
    list-panes -a -F '#{session_name} #{pane_mode} #{copy_cursor_line}'
    new-session -d -s b cat
    list-panes -a -F '#{session_name} #{pane_mode}'`,
  "all variables of a mode": `${START}
    send-keys -X -t a begin-selection
    display-message -p -t a '#{?pane_in_mode,yes,no} #{rectangle_toggle}#{selection_active}#{search_present}'
    list-panes -t a -F '#{pane_mode} #{copy_cursor_y}'
    list-panes -t a -f '#{==:#{pane_mode},copy-mode}' -F '#{pane_id}'
    send-keys -X -t a cancel
    display-message -p -t a '<#{copy_cursor_x}#{scroll_position}#{selection_present}#{rectangle_toggle}>'`,
};
