import type { Scenarios } from "../scenario.ts";

/** Commands and their answers, and how a client begins and ends. */
export const blocks: Scenarios = {
  "-CC without a terminal": `
    $ new-session -d -s one cat
    $ -CC attach-session -t one`,
  "attaching where no server runs": `
    $ -C attach-session`,
  "a new session": "a: new-session -s one -x 80 -y 24 cat",
  "no command at all": `
    $ new-session -d -s zero cat
    a:: -C
    a~ ^%output
    a> list-sessions -F '#{session_name} #{session_attached}'`,
  attaching: `
    $ new-session -d -s one cat
    a: attach-session -t one
    a> list-clients
    a> list-sessions -F '#{session_name} #{session_attached}'`,
  "attaching to a window": `
    $ new-session -d -s one cat ; new-window -d cat
    a: attach-session -t one:1
    a> display-message -p '#{window_index}'`,
  "a command that does not attach": `
    $ new-session -d -s one cat
    a: list-sessions -F '#{session_name}'
    a$`,
  "a first command that fails": `
    $ new-session -d -s one cat
    a: attach-session -t nosuch
    a$`,
  "a first command that nobody knows": `
    $ new-session -d -s one cat
    a: nosuch-command
    a$`,
  "several first commands": `
    $ new-session -d -s one cat
    a: attach-session -t one ; list-windows -F '#{window_index}' ; display-message -p hello`,
  "a first sequence that fails in the middle": `
    $ new-session -d -s one cat
    a: attach-session -t one ; kill-window -t 9 ; display-message -p unheard
    a> display-message -p heard`,
  "a detached new session": `
    a: new-session -d -s one cat
    a$`,
  "new-session -A": `
    $ new-session -d -s one cat
    a: new-session -A -s one
    b: new-session -A -s two cat`,
  "new-session -P": "a: new-session -P -F '#{session_name} #{session_id}' -s one cat",
  "a name that is taken": `
    $ new-session -d -s one cat
    a: new-session -s one
    a$`,
  "lines of answer": `
    a: new-session -s one -x 80 -y 24 cat
    a> new-window -d -n second cat
    a> list-windows
    a> list-panes -a -F '#{pane_id} #{pane_active}'
    a> display-message -p '#{client_flags}|#{client_control_mode}|#{client_width}|#{client_height}|#{client_termname}|#{client_tty}|#{client_name}|#{client_session}|#{client_last_session}|#{client_key_table}|#{client_prefix}|#{client_readonly}|#{client_utf8}|#{client_termfeatures}|#{client_termtype}|#{client_written}|#{client_discarded}|#{client_cell_width}|#{client_user}|#{client_uid}'`,
  errors: `
    a: new-session -s one cat
    a> kill-window -t 7
    a> select-window -t nosuch:
    a> list-windows -Z
    a> rename-window
    a> set-option nosuch on
    a> has-session -t nope`,
  "what cannot be parsed": `
    a: new-session -s one cat
    a> bogus
    a> list-windows {
    a> display-message 'open
    a> ne
    a> }
    a> %if 1`,
  sequences: `
    a: new-session -s one cat
    a>2 display-message -p one ; display-message -p two
    a>1 kill-window -t 9 ; display-message -p unheard ; display-message -p unheard
    a> display-message -p heard`,
  "quotes and variables": `
    a: new-session -s one cat
    a> set-environment -g WORD spoken
    a> display-message -p "$WORD 'single' \\"double\\" #{session_name}"
    a> display-message -p {braces #{window_index}}
    a> display-message -p 'a ; b'`,
  "lines without a command": `
    a: new-session -s one cat
    a< # nothing but a comment\\n
    a<    \\n
    a> display-message -p after`,
  "several lines at once": `
    a: new-session -s one -x 80 -y 24 cat
    a>4 display-message -p 1\\ndisplay-message -p 2\\nbogus\\ndisplay-message -p 3
    a>3 new-window -d cat\\nrename-window -t 1 late\\nkill-window -t 1`,
  "a line in pieces": `
    a: new-session -s one cat
    a< display-mess
    a> age -p whole`,
  "an empty line": `
    a: new-session -s one cat
    a< \\n
    a$
    $ list-sessions -F '#{session_name}'`,
  "an empty line behind commands": `
    a: new-session -s one cat
    a< display-message -p last\\n\\ndisplay-message -p unread\\n
    a$`,
  "the end of the input": `
    a: new-session -s one cat
    a.
    $ list-sessions -F '#{session_name} #{session_attached}'`,
  "the end of the input behind commands": `
    a: new-session -s one cat
    a< display-message -p last\\n
    a~ ^last
    a.`,
  "an unfinished line is not run": `
    a: new-session -s one cat
    a< new-window
    a.
    $ list-windows -F '#{window_index}'`,
  "the status of a client whose commands failed": `
    a: new-session -s one cat
    a> kill-window -t 9
    a.`,
  "a parse error leaves the status alone": `
    a: new-session -s one cat
    a> bogus
    a.`,
  "detaching oneself": `
    a: new-session -s one cat
    a< detach-client\\n
    a$`,
  "detaching and going on": `
    a: new-session -s one cat
    a< detach-client ; list-clients -F '#{client_name}'\\ndisplay-message -p still\\n
    a$`,
  "detaching a client whose command failed": `
    a: new-session -s one cat
    a> kill-window -t 9
    a< detach-client\\n
    a$`,
  "killing one's session": `
    a: new-session -s one cat
    a< kill-session\\n
    a$`,
  "killing the server": `
    a: new-session -s one cat
    a< kill-server\\n
    a$`,
  "somebody kills the server": `
    a: new-session -s one cat
    $ kill-server
    a$`,
  SIGTERM: `
    a: new-session -s one cat
    a! SIGTERM
    $ list-sessions -F '#{session_name}'`,
  "SIGTERM while the first commands still run": `
    a: new-session -s one cat ';' wait-for never
    a! SIGTERM
    $ list-sessions -F '#{session_name}'`,
  SIGHUP: `
    a: new-session -s one cat
    a! SIGHUP
    $ list-sessions -F '#{session_name}'`,
  "a shell command in between": `
    a: new-session -s one cat
    a> if-shell true 'display-message -p yes' 'display-message -p no'
    a~ ^yes
    a> if-shell -F 0 'display-message -p yes' 'display-message -p no'
    a~ ^no
    a> run-shell -b true
    a> run-shell -C 'display-message -p inside'
    a~ ^inside`,
  "waiting for a channel": `
    a: new-session -s one cat
    b: attach-session -t one
    a> wait-for door
    a< display-message -p passed\\n
    b> display-message -p meanwhile
    b> wait-for -S door
    a~ ^passed`,
  "waiting for a channel and detached": `
    a: new-session -s one cat
    b: attach-session -t one
    a> wait-for door
    b> detach-client -t $a
    a$`,
  buffers: `
    a: new-session -s one cat
    a> set-buffer -b name 'some text'
    a> show-buffer -b name
    a> list-buffers
    a> show-buffer -b nosuch
    a> load-buffer /nosuch/file
    a~ nosuch.file
    a> save-buffer -b nosuch $DIR/out
    a> save-buffer -b name $DIR/out
    a> load-buffer -b second $DIR/out
    a> load-buffer -
    a> display-message -p settled`,
  "the streams of a client that has none": `
    a: new-session -s one cat
    a> set-buffer -b name 'some text'
    a> save-buffer -b name -
    a~ Bad file descriptor
    a> split-window -I -P -F 'empty #{pane_index}'
    a> split-window -I -P -F 'full #{pane_index}' cat
    a> display-message -I -t .0
    a> display-message -I -t .1
    a> display-message -p settled`,
  "a channel that nothing waits for": `
    a: new-session -s one cat
    a> wait-for -S door
    a> wait-for door
    a> wait-for -U door
    a> wait-for -L door
    a> wait-for -U door
    a> display-message -p settled`,
  "what runs at once and what runs after a wait": `
    a: new-session -s one cat
    a> run-shell
    a> run-shell -d x
    a> run-shell -d 0
    a> run-shell -b true
    a> if-shell -b false 'set-option -g @done again'
    a> if-shell -F '#{==:1,2}' 'display-message -p yes'
    a> run-shell -C 'display-message -p one ; display-message -p two'
    a~ ^two
    a> run-shell -C bogus ; display-message -p next
    a~ ^next
    a> if-shell true bogus ; display-message -p following
    a~ ^following
    a> load-buffer /nosuch ; display-message -p last
    a~ ^last
    a> source-file -n $DIR/tmux.conf /nosuch.conf
    a~ nosuch
    a> display-message -p settled`,
  "a buffer with a newline": `
    a: new-session -s one cat
    a> set-buffer "two\\nlines\\ttab"
    a> show-buffer`,
  "attaching with a directory, with the environment left alone, alone": `
    $ new-session -d -s one cat
    $ set-option -g update-environment HOME
    a: attach-session -c / -t one
    a> display-message -p '#{session_path}'
    a> new-window -P -F '#{pane_start_path}' cat
    b: attach-session -E -t one
    a> show-environment -t one
    b> detach-client
    b$
    c: attach-session -x -t one
    a$
    c> list-clients -F '#{client_session}'`,
  "switching with every flag": `
    $ new-session -d -s one cat
    $ new-session -d -s two cat
    $ split-window -d -t two cat
    $ resize-pane -Z -t two
    $ set-option -g update-environment HOME
    a: attach-session -t one
    a> switch-client -E -t two
    a> show-environment -t two
    a> switch-client -F -t one
    a> switch-client -Z -t two:0.1
    a> list-panes -F '#{pane_active} #{window_zoomed_flag}'
    a> switch-client -t two:0.0
    a> list-panes -F '#{pane_active} #{window_zoomed_flag}'`,
  "panning a client that has no terminal": `
    a: new-session -s one -x 80 -y 24 cat
    a> refresh-client -c
    a> refresh-client -D 3
    a> refresh-client -R
    a> refresh-client -U x
    a> refresh-client -L
    a> display-message -p settled`,
  "source-file": `
    a: new-session -s one cat
    a> source-file /nosuch.conf
    a> set-option -g @file 'display-message -p sourced'
    a> source-file $DIR/tmux.conf
    a> display-message -p settled`,
  "hooks after commands": `
    a: new-session -s one cat
    a> set-hook -g after-rename-window 'display-message -p hooked'
    a> rename-window fresh
    a~ ^hooked
    a> set-hook -g window-renamed 'new-window -d cat'
    a> rename-window fresher
    a> list-windows -F '#{window_index} #{window_name}'`,
  "capture-pane": `
    a: new-session -s one -x 40 -y 5 'printf "red \\033[31mtext\\033[0m\\n"; exec cat'
    a~ ^%output
    a> capture-pane -p
    a> capture-pane -pe`,
  "overlays where no terminal shows them": `
    a: new-session -s one -x 80 -y 24 cat
    a> split-window -d cat
    $ display-panes -d 50
    $ display-popup -E 'exit 3'
    $ display-popup -E 'tmux set -g @size "$(stty size)"'
    a> show -gv @size
    $ display-popup -B -w 20 -h 50% -E 'tmux set -g @size "$(stty size)"'
    a> show -gv @size
    $ display-popup -w 1000 -E true
    $ display-panes -b
    $ display-popup -E 'tmux set -g @hidden 1'
    a> show -gqv @hidden
    $ display-popup -C
    $ display-popup -C
    a> display-popup -E 'tmux set -g @typed 1 ; tmux wait-for -S typed'
    $ wait-for typed
    a> show -gv @typed
    a> refresh-client -C 100,30
    $ display-popup -E 'tmux set -g @size "$(stty size)"'
    a> show -gv @size`,
  "messages that no terminal shows": `
    a: new-session -s one -x 80 -y 24 cat
    b: attach-session -t one
    a> display-message 'nobody sees it'
    b> display-message -c $a 'nor this'
    $ display-message 'and not this'
    a> show-messages`,
  "a client that is suspended where it has no terminal": `
    a: new-session -s one -x 80 -y 24 cat
    a> list-clients -F '#{client_flags}'
    $ suspend-client
    a> list-clients -F '#{client_flags}'
    a> suspend-client
    a> display-message -p 'still there'`,
  "output of a hook": `
    a: new-session -s one cat
    a> set-hook -g window-renamed 'display-message -p "#{hook_window_name}" ; kill-pane -t nosuch'
    a> rename-window two
    a~ ^can't find pane: nosuch$`,
  "lines that wait when the client closes its input": `
    $ new-session -d -s one cat
    a: attach-session -t one
    a< load-buffer nosuch\\nset-buffer -b mine x\\nsave-buffer -b mine $DIR/saved\\nload-buffer -b back $DIR/saved\\n
    a< source-file $DIR/saved\\nshow-buffer -b back\\nkill-pane -t nosuch\\n
    a.`,
  "commands in the background": `
    a: new-session -s one cat
    a> if-shell -b true 'display-message -p done'
    a~ ^done$
    a> run-shell -bC 'kill-pane -t nosuch'
    a~ ^can't find pane: nosuch$
    $ if-shell -b true 'display-message -p "from outside"'
    a~ ^from outside$`,
};

/** The real tmux may read a line that waits before it runs the client's own command, or after it. */
export const racingBlocks: Scenarios = {
  "lines that wait when the client starts": `
    a: new-session -s one cat << display-message -p first\\ndisplay-message -p second
    a~ ^second$
    b: attach-session -t one << new-window -d cat\\nload-buffer nosuch\\ndisplay-message -p fourth
    b~ ^fourth$`,
};
