import type { Cases } from "../compare.ts";

export const sessionCases: Cases = {
  "no server": `
    list-sessions
    has-session -t a
    kill-server
    nosuch
    list-sessions -x
    set -g status off
    display-message -p x`,
  names: `
    new-session -d -s a.b:c cat
    list-sessions -F '#{session_name}'
    new-session -d -s a_b_c cat
    new-session -d -s '' cat
    new-session -d cat
    new-session -d cat
    new-session -d -s 'sp ace' cat
    new-session -d -s é cat
    new-session -d -s $'t\\tb' cat
    list-sessions -F '#{session_id} #{session_name}'
    rename-session -t 'sp ace' other
    rename-session -t other a_b_c
    rename-session -t other other
    rename-session -t other x.y
    has-session -t x_y
    list-sessions -F '#{session_name}'`,
  "prefix matches": `
    new-session -d -s ao-15 cat
    has-session -t ao-1
    has-session -t =ao-1
    has-session -t =ao-15
    new-session -d -s ao-16 cat
    has-session -t ao-1
    has-session -t 'ao-?5'
    has-session -t 'ao*'
    kill-session -t ao-15
    kill-session -t ao-1
    fails list-sessions`,
  sizes: `
    new-session -d -s a -x 100 -y 30 cat
    display-message -p -t a '#{window_width}x#{window_height} #{pane_width}x#{pane_height}'
    show-options -t a default-size
    new-session -d -s b -x 0 cat
    new-session -d -s b -x 70000 cat
    new-session -d -s b -y x cat
    new-session -d -s b -x - -y - cat
    display-message -p -t b '#{window_width}x#{window_height}'
    new-session -d -s c -x 50 cat
    display-message -p -t c '#{window_width}x#{window_height}'
    new-session -d -s d cat
    display-message -p -t d '#{window_width}x#{window_height}'
    set -g default-size 33x11
    new-session -d -s e cat
    display-message -p -t e '#{window_width}x#{window_height}'
    new-session -d -s f -y 7 cat
    display-message -p -t f '#{window_width}x#{window_height}'`,
  "sizes that no window can have": `
    new-session -d -s a -x 65535 -y 30 cat
    show-options -t a default-size
    new-window -d -t a: cat
    new-session -d -s b -y 10001 cat
    set -g default-size 100000x5
    new-session -d -s c cat
    set -g default-size 0x0
    new-session -d -s d cat
    list-windows -a -F '#{session_name} #{window_width}x#{window_height}'`,
  printed: `
    new-session -d -P cat
    new-session -d -P -s two cat
    new-session -d -P -F '#{session_id} #{window_id} #{pane_id} #{window_name} #{session_windows}' -s three cat
    new-session -d -P -F '#S' -n win -s four cat
    list-windows -t four -F '#{window_name} #{automatic-rename}'`,
  "default listing": `
    new-session -d -s a cat
    new-session -d -s b cat
    list-sessions
    ls
    list-sessions -f '#{==:#{session_name},b}'
    list-sessions -F '#{line} #{session_name}' -f '#{m:*,#{session_name}}'
    new-window -d -t a cat
    list-sessions`,
  killing: `
    new-session -d -s a cat
    new-session -d -s b cat
    new-session -d -s c cat
    kill-session -t nosuch
    kill-session -t b
    list-sessions -F '#S'
    new-session -d -s d cat
    kill-session -a -t d
    list-sessions -F '#S'
    kill-session -C -t d
    list-sessions -F '#S'`,
  groups: `
    new-session -d -s a -n first cat
    new-session -d -s b -t a
    list-sessions -F '#{session_name} #{session_grouped} #{session_group} #{session_group_size} #{session_group_list} #{session_windows}'
    new-window -t a -n second cat
    list-windows -t b -F '#{window_index} #{window_name} #{window_active}'
    new-session -d -s c -t newgroup
    list-sessions
    new-session -d -s x -t a cat
    new-session -d -s x -t a -n w
    select-window -t b:0
    list-windows -t a -F '#{window_index} #{window_active}'
    kill-session -t a
    list-sessions`,
  "without a terminal": `
    raw -L $SERVER-other -f /dev/null new-session -s a cat
    new-session -d -s a cat
    new-session -s a cat
    new-session -s b cat
    new-session -A -s a
    attach-session -t a
    attach-session -t nosuch
    attach
    list-sessions -F '#S'`,
  sequences: `
    new-session -d -s a cat ; set-option -t a history-limit 5000 ; show-options -t a history-limit
    new-session -d -s a \\; list-sessions
    list-sessions -F '#S' ';' has-session -t nosuch ';' list-sessions
    list-sessions -F '#S;'
    list-sessions -F '#S\\;'
    list-sessions -F #S\\; list-sessions -F #S
    ;
    ; list-sessions -F '#S'
    list-sessions -F '#S' ;
    nosuch ; list-sessions
    list-sessions ; nosuch`,
  "command names": `
    new-session -d -s a cat
    list
    list-se -F '#S'
    ls -F '#S'
    has -t a
    kill-s
    l
    new
    lsw -F '#I'
    splitp -d cat
    list-p -F '#P'
    s
    set-w`,
  "start and end": `
    start-server ; show-options -s exit-empty
    fails list-sessions`,
  "exit-empty": `
    new-session -d -s a cat
    set -s exit-empty off
    kill-session -t a
    list-sessions
    new-session -d -s b cat
    list-sessions -F '#{session_id} #S'`,
  "environment of a session": `
    DISPLAY=:7 new-session -d -s a cat
    show-environment -t a
    SSH_AUTH_SOCK=/s new-session -d -E -s b cat
    show-environment -t b
    new-session -d -s c -e A=1 -e 'B=two words' -e NOVALUE cat
    show-environment -t c A
    show-environment -t c B
    show-environment -t c NOVALUE
    show-environment -s -t c
    set-environment -t c A 2
    set-environment -t c -r B
    show-environment -t c
    set-environment -t c -u A
    show-environment -t c A
    set-environment -g GLOBAL yes
    show-environment -g GLOBAL
    set-environment -h -t c SECRET x
    show-environment -t c SECRET
    show-environment -h -t c
    set-environment
    set-environment -t c ''
    set-environment -t c A=B x
    set-environment -t c A
    set-environment -t c -u A x
    set-environment -t c -r A x
    set-environment -t nosuch A x
    show-environment -t nosuch
    show-environment nosuch
    set-environment -F -t c FORMAT '#S'
    show-environment -t c FORMAT`,
  "sessions inside a pane": `
    new-session -d -s a -x 200 "tmux new; tmux; tmux new -s a; tmux new -A -s a; tmux attach; tmux new -d -s b cat; tmux new -s b; echo end; exec cat"
    until /end/ capture-pane -p -t a
    list-sessions -F '#S'
    new-session -d -s c -x 200 "tmux -L $SERVER-other -f /dev/null new -d -s d cat; env -u TMUX tmux -L $SERVER-other ls -F '##S'; tmux -L $SERVER-other kill-server; echo end; exec cat"
    until /end/ capture-pane -p -t c`,
};
