import type { Scenarios } from "../scenario.ts";

/** Ends when a line is typed; `ready` says that it waits for one. */
const MORTAL = "'stty -echo; echo ready; read x'";

/** Notifications of other clients' changes and of a client's own. */
export const notifications: Scenarios = {
  "windows made and closed": `
    a: new-session -s one -x 80 -y 24 cat
    a> new-window -n two cat
    a> new-window -d -n three cat
    a> kill-window -t three
    a> kill-window
    a> select-window -t 0`,
  "windows of other sessions": `
    a: new-session -s one cat
    a> new-session -d -s two cat
    a> new-window -d -t two: cat
    a> rename-window -t two:1 renamed
    a> kill-window -t two:1
    a> rename-session -t two deux
    a> kill-session -t deux`,
  "a window that came and went": `
    a: new-session -s one cat
    a>2 new-window -d cat ; kill-window -t 1
    a>2 new-session -d -s two cat ; kill-session -t two
    a>3 rename-window x ; rename-window y ; rename-window z`,
  "selecting windows": `
    a: new-session -s one cat
    a> new-window cat
    a> new-window cat
    a> select-window -t 0
    a> last-window
    a> next-window
    a> previous-window
    a>2 select-window -t 0 ; select-window -t 0`,
  "panes split, selected and killed": `
    a: new-session -s one -x 80 -y 24 cat
    a> split-window cat
    a> split-window -h -d cat
    a> select-pane -t 0
    a> select-pane -t 0
    a> last-pane
    a> swap-pane -s 0 -t 1
    a> rotate-window
    a> kill-pane -t 2
    a> kill-pane`,
  layouts: `
    a: new-session -s one -x 100 -y 30 cat
    a> split-window cat
    a> split-window cat
    a> select-layout even-horizontal
    a> next-layout
    a> previous-layout
    a> select-layout -o
    a> select-layout -E
    a> resize-pane -t 0 -y 5
    a> resize-pane -Z
    a> resize-pane -Z
    a> next-layout`,
  "moving panes and windows": `
    a: new-session -s one -x 80 -y 24 cat
    a> split-window cat
    a> break-pane -d
    a> join-pane -s 1 -t 0
    a> new-window -d cat
    a> swap-window -s 0 -t 1
    a> move-window -s 1 -t 5
    a> new-session -d -s two cat
    a> link-window -s one:5 -t two:7
    a> unlink-window -t two:7
    a> move-window -s one:5 -t two:8
    a> move-window -r`,
  renaming: `
    a: new-session -s one cat
    a> rename-window 'two words'
    a> rename-session uno
    a> rename-session uno`,
  sizes: `
    a: new-session -s one cat
    a> new-window -d cat
    a> refresh-client -C 100x30
    a> list-windows -F '#{window_width}x#{window_height}'
    a> refresh-client -C 90,20
    a> refresh-client -C 90x20
    a> list-clients
    a> refresh-client -C bad
    a> refresh-client -C 0x5
    a> refresh-client -C 10001x5
    a> resize-window -t 0 -x 50 -y 10
    a> refresh-client -C 70x20`,
  "a size for one window": `
    a: new-session -s one cat
    a> new-window -d cat
    a> refresh-client -C @1:60x10
    a> list-windows -F '#{window_width}x#{window_height}'
    a> refresh-client -C 100x40
    a> list-windows -F '#{window_width}x#{window_height}'
    a> refresh-client -C @1:
    a> list-windows -F '#{window_width}x#{window_height}'
    a> refresh-client -C @99:10x10
    a> refresh-client -C @99:
    a> refresh-client -C @98:`,
  "sizes of two clients": `
    a: new-session -s one cat
    b: attach-session -t one
    a> refresh-client -C 100x30
    b> refresh-client -C 60x20
    b> list-windows -F '#{window_width}x#{window_height}'
    a> set-option -g window-size smallest
    a> list-windows -F '#{window_width}x#{window_height}'
    a> set-option -g window-size largest
    a> list-windows -F '#{window_width}x#{window_height}'`,
  "two clients see each other": `
    a: new-session -s one cat
    b: attach-session -t one
    a> list-clients
    a> new-window cat
    b> rename-window theirs
    b> kill-window
    a> display-message -p '#{session_attached} #{client_name}'
    b.
    a~ ^%client-detached
    a> display-message -p '#{session_attached}'`,
  "two clients of two sessions": `
    a: new-session -s one cat
    b: new-session -s two cat
    a> new-window -d cat
    b> split-window cat
    b> rename-window theirs
    a> switch-client -t two
    b> new-window -d cat
    a> kill-session -t one`,
  switching: `
    a: new-session -s one cat
    a> new-session -d -s two cat
    a> switch-client -t two
    a> display-message -p '#{client_session} #{client_last_session}'
    a> switch-client -l
    a> switch-client -n
    a> switch-client -p
    a> switch-client -t nosuch
    a> new-window -d -t two: cat
    a> switch-client -t two:1
    a> switch-client -T nosuch
    a> switch-client -T prefix
    a> display-message -p '#{client_key_table}'
    a> attach-session -t one
    a> new-session -s three cat
    a> display-message -p '#{client_session} #{client_last_session}'`,
  "switching somebody else": `
    a: new-session -s one cat
    b: new-session -s two cat
    a> switch-client -c $b -t one
    b> display-message -p '#{client_session}'
    a> switch-client -c nosuch -t two`,
  "detaching somebody else": `
    a: new-session -s one cat
    b: attach-session -t one
    a> detach-client -t $b
    b$
    a~ ^%client-detached`,
  "detaching somebody else with -P": `
    a: new-session -s one cat
    b: attach-session -t one
    a> detach-client -P -t $b
    b$
    a~ ^%client-detached`,
  "detaching all others": `
    a: new-session -s one cat
    b: attach-session -t one
    a> detach-client -a
    b$
    a~ ^%client-detached`,
  "detaching a session": `
    a: new-session -s one cat
    b: new-session -s two cat
    a> detach-client -s two
    b$
    a~ ^%client-detached`,
  "attaching with -d": `
    a: new-session -s one cat
    b: attach-session -d -t one
    a$
    b~ ^%client-detached`,
  "an ordinary call detaches": `
    a: new-session -s one cat
    $ detach-client -s one
    a$`,
  "a session ends under its client": `
    a: new-session -s one cat
    b: new-session -s two cat
    b> kill-session -t one
    a$
    b~ ^%client-detached`,
  "a session ends under its client, who goes on": `
    a: new-session -s one cat
    b: new-session -s two cat
    b> set-option -g detach-on-destroy off
    b> kill-session -t one
    a> display-message -p '#{client_session}'`,
  "a pane ends": `
    a: new-session -s one -x 80 -y 24 cat
    a> split-window ${MORTAL}
    a~ ready
    a> send-keys Enter
    a~ ^%window-pane-changed @0 %0
    a> list-panes -F '#{pane_id}'`,
  "a window ends": `
    a: new-session -s one cat
    a> new-window ${MORTAL}
    a~ ready
    a> send-keys -t 1 Enter
    a~ ^%unlinked-window-close`,
  "the last pane ends": `
    a: new-session -s one ${MORTAL}
    a~ ready
    a< send-keys Enter\\n
    a$`,
  "a pane that is kept": `
    a: new-session -s one -x 80 -y 24 ${MORTAL}
    a~ ready
    a> set-option -g remain-on-exit on
    a> set-hook -g pane-died 'wait-for -S died'
    a> send-keys Enter
    // The end of another child reminds the real tmux of one that it has missed.
    $~ /1 [0-9]/ run-shell true ; display-message -p -t one '#{pane_dead} #{pane_dead_status}'
    $ wait-for died
    a> respawn-pane -k cat`,
  "ordinary calls are seen": `
    a: new-session -s one -x 80 -y 24 cat
    $ new-window -d -t one: -n called cat
    a~ ^%window-add
    $ split-window -t one:0 cat
    a~ ^%layout-change
    $ rename-session -t one uno
    a~ ^%session-renamed
    $ list-clients -F '#{client_control_mode} #{client_session} #{client_flags}'
    $ kill-window -t uno:1
    a~ ^%unlinked-window-close`,
  flags: `
    a: new-session -s one cat
    a> refresh-client -f no-output,wait-exit,nonsense
    a> display-message -p '#{client_flags}'
    a> refresh-client -F !no-output
    a> refresh-client -f pause-after=5,ignore-size
    a> display-message -p '#{client_flags}'
    a> refresh-client -f '!pause-after,active-pane,!wait-exit'
    a> display-message -p '#{client_flags}'
    a> refresh-client -f read-only
    a> refresh-client -f '!read-only'
    a> display-message -p '#{client_flags} #{client_readonly}'`,
  "attaching with flags": `
    $ new-session -d -s one cat
    a: attach-session -f pause-after=3,no-output -t one
    a> display-message -p '#{client_flags}'
    b: attach-session -r -t one
    b> display-message -p '#{client_flags} #{client_readonly}'
    b> switch-client -r
    b> display-message -p '#{client_flags}'
    c: new-session -f ignore-size -s two cat
    c> display-message -p '#{client_flags}'`,
  "wait-exit": `
    a: new-session -f wait-exit -s one cat
    a< \\n
    a~ ^%exit
    a< unread\\n\\n
    a$`,
  "refresh-client without effect": `
    a: new-session -s one cat
    a> refresh-client
    a> refresh-client -S
    a> refresh-client -l
    a> refresh-client -L nonsense
    a> refresh-client -t nosuch
    a> refresh-client -A nonsense
    a> refresh-client -A '%99:off'
    a> refresh-client -B nonsense`,
  "refresh-client for somebody else": `
    a: new-session -s one cat
    b: attach-session -t one
    a> refresh-client -t $b -C 90x33
    a> refresh-client -t $b -f no-output
    b> display-message -p '#{client_flags} #{client_width}'`,
  subscriptions: `
    a: new-session -s one -x 80 -y 24 cat
    a> split-window -d cat
    a>4 refresh-client -B 'name::#{session_name}' ; refresh-client -B 'pane:%0:#{pane_id} #{pane_active}' ; refresh-client -B 'windows:@*:#{window_name}' ; refresh-client -B 'all:%*:#{pane_index}'
    a~ ^%subscription-changed windows
    a> rename-window fresh
    a~ ^%subscription-changed windows
    a> rename-session uno
    a~ ^%subscription-changed name
    a> refresh-client -B windows
    a> select-pane -t 1
    a~ ^%subscription-changed pane`,
  "a subscription that is replaced": `
    a: new-session -s one -x 80 -y 24 cat
    a>2 refresh-client -B 'x:@0:#{window_panes}' -B 'y:@7:#{window_id}' ; refresh-client -B 'x:%*:#{pane_height}'
    a~ ^%subscription-changed x`,
  "titles and buffers are no news": `
    a: new-session -s one cat
    a> select-pane -T title
    a> set-buffer text
    a> delete-buffer
    a> set-option -g @user value
    a> display-message unseen
    a> send-keys ''`,
  "looking at clients": `
    $ new-session -d -s zero cat
    a: new-session -s one cat
    a> display-message -c $a -p '#{client_name} #{client_session}'
    a> display-message -c nosuch -p '#{client_name}'
    a> display-message -t zero -p '#{client_session}'
    a> list-clients -t zero
    a> list-clients -t one -F '#{client_control_mode} #{client_name}'
    a> list-clients -t nosuch
    $ display-message -p -t one '#{client_name} #{client_control_mode}'
    $ display-message -p -t one: '#{client_name} #{client_control_mode}'
    $ list-clients`,
  "groups of sessions": `
    a: new-session -s one cat
    a> new-session -d -t one -s two
    a> new-window -d cat
    a> kill-window -t two:1
    a> kill-session -t two`,
  respawning: `
    a: new-session -s one cat
    a> respawn-pane -k cat
    a> respawn-window -k cat
    a> respawn-pane cat`,
};
