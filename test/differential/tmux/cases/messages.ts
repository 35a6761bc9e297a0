import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -n zero -x 80 -y 24 cat";

export const messageCases: Cases = {
  "targets that are gone": `
    ${SETUP}
    display-message -p -t %99 '#{pane_id}'
    display-message -p -t nosuch '#{session_name}:#{pane_id}'
    display-message -p -t a:9 '#{session_name}:#{window_index}'
    display-message -p -t a:0.7 '#{pane_index}'
    display-message -p -t @9 '[#{window_id}]'`,
  texts: `
    ${SETUP}
    display-message -p
    display-message -p plain
    display-message -p ''
    display-message -p -F '#{session_name}'
    display-message -p -F x y
    display-message -p a b
    display-message not shown
    display-message 'nobody sees it'
    display-message -d 100 -p x
    display-message -d x -p x
    display-message -N -p x
    display-message -p $'tab\\tnew\\nline'
    display-message -p '##{x} #, #} é 🚀'
    LANG=C display-message -p $'é 🚀 tab\\t日本'
    LANG=C -u display-message -p $'é tab\\t'
    LANG=C TMUX=x,1,1 display-message -p 'é'
    LC_ALL=en_US.UTF-8 LANG=C display-message -p 'é'
    display-message -v -p '#{session_name}'
    display-message -c nosuch -p x
    display-message -I -t a
    display-message -p '#{client_name}#{client_tty}#{nosuch}'`,
  "the caller's pane": `
    ${SETUP}
    split-window -d -t a cat
    new-session -d -s b cat
    display-message -p '#{session_name}'
    TMUX_PANE=%0 display-message -p '#{session_name} #{pane_id}'
    TMUX_PANE=%1 display-message -p '#{session_name} #{pane_id}'
    TMUX_PANE=%1 list-panes -F '#{pane_id}'
    TMUX_PANE=%2 list-panes -F '#{pane_id}'
    TMUX_PANE=%99 display-message -p '#{session_name}'
    TMUX_PANE=%0 split-window -d -P -F '#{session_name}' cat
    TMUX_PANE=%0 new-window -d -P -F '#{session_name}' cat
    TMUX_PANE=%2 kill-pane
    list-sessions -F '#S'`,
  "the clients there are": `
    ${SETUP}
    list-clients
    list-clients -t a
    list-clients -t nosuch
    list-clients -F '#{client_pid}'
    detach-client
    detach-client -t nosuch
    detach-client -s a
    detach-client -a
    switch-client -t a
    switch-client -n
    refresh-client
    refresh-client -S
    refresh-client -C 10x10
    suspend-client
    lock-client
    command-prompt
    confirm-before kill-pane
    display-panes
    display-menu x y z
    display-popup
    show-messages
    show-messages -J
    show-prompt-history
    show-prompt-history -T search
    show-prompt-history -T nosuch
    clear-prompt-history
    clear-prompt-history -T nosuch
    server-access
    server-access nosuchuser
    server-access root`,
  "all variables, and those of the command": `
    ${SETUP}
    run-shell 'tmux display-message -a | cut -d= -f1 > names'
    load-buffer names ; show-buffer
    run-shell 'tmux display-message -a | grep ^command > command'
    load-buffer command ; show-buffer`,
  "commands there are": `
    ${SETUP}
    list-commands
    list-commands kill-pane
    list-commands killp
    list-commands nosuch
    list-commands ''
    list-commands -F '#{command_list_name}|#{command_list_alias}'
    lscm -F '#{command_list_usage}' new-session`,
  "keys there are": `
    ${SETUP}
    list-keys
    list-keys -T root
    list-keys -T nosuch
    list-keys -T prefix x
    list-keys C-b
    list-keys nosuchkey
    list-keys M-F12
    list-keys -N
    list-keys -N -T root
    list-keys -N -P 'pre '
    list-keys -Na -T prefix
    list-keys -1N
    list-keys -N c`,
  "binding keys": `
    ${SETUP}
    bind-key x kill-pane
    bind-key -n M-x display-message 'a b' \\; kill-pane
    bind-key -T mine y send-keys -l 'text;'
    bind-key -r -N 'a note' z next-window
    bind-key -T mine Q { display-message x ; kill-pane }
    list-keys -T mine
    list-keys -T prefix x
    list-keys -T prefix z
    list-keys -T root M-x
    list-keys -N -T prefix z
    bind-key nosuchkey kill-pane
    bind-key x nosuch
    bind-key x
    bind-key
    bind-key -T mine 'C-M-S-Left' 'display-message one ; display-message two'
    list-keys -T mine
    unbind-key -T mine y
    unbind-key x
    list-keys -T prefix x
    unbind-key nosuchkey
    unbind-key -q nosuchkey
    unbind-key
    unbind-key -a x
    unbind-key -T nosuch x
    unbind-key -a -T nosuch
    unbind-key -a -T mine
    list-keys -T mine
    unbind-key -a
    list-keys -T prefix`,
  "files of commands that cannot be read": `
    ${SETUP}
    run-shell 'ln -s nowhere $DIR/$SERVER-nowhere; ln -s $SERVER-loop $DIR/$SERVER-loop; echo set -g @read yes >$DIR/$SERVER-good'
    source-file $DIR/$SERVER-nowhere $DIR/$SERVER-good
    show -gqv @read
    source-file -q $DIR/$SERVER-nowhere
    source-file $DIR/$SERVER-loo*
    source-file $DIR/$SERVER-nosuch $DIR/$SERVER-nowhere $DIR/$SERVER-good
    source-file $DIR/$SERVER-nowhere ; set -g @after yes
    show -gqv @after`,
  "files of commands": `
    ${SETUP}
    < set -g @one 1\\nset -g @two 2\\n | source-file -
    show -gv @one
    show -gv @two
    < set -g @three 3\\nnosuch\\n | source-file -
    show -gv @three
    < set -g @four 4 ; has-session -t nosuch ; set -g @five 5\\nset -g @six 6\\n | source-file -
    show -gqv @four
    show -gqv @five
    show -gqv @six
    < set -g @seven 7\\n | source-file -n -
    show -gqv @seven
    < set -g @eight 8\\n | source-file -v -
    < display-message -p '#{current_file}'\\n | source-file -
    source-file nosuch-file
    source-file -q nosuch-file
    source-file
    < A=1\\nset -g @a "$A"\\n | source-file -
    show -gv @a
    < %if #{==:#{session_name},a}\\nset -g @cond yes\\n%else\\nset -g @cond no\\n%endif\\n | source-file -
    show -gv @cond
    < bind -T f x {\\n  display-message one\\n  display-message two\\n}\\n | source-file -
    list-keys -T f
    < "\\n | source-file -
    < list-sessions -F '#S'\\nlist-sessions -F '#S'\\n | source-file - ; display-message -p after`,
};
