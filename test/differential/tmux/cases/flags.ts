import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -n zero -x 80 -y 24 cat";
const WINDOWS = "list-windows -t a -F '#I #W #{window_panes} #{window_active} #{window_flags}'";
const PANES =
  "list-panes -t a -F '#P #{pane_id} #{pane_width}x#{pane_height}+#{pane_left}+#{pane_top} #{pane_active} #{window_zoomed_flag}'";

/** Flags that the other tables leave out. */
export const flagCases: Cases = {
  "breaking before and after": `
    ${SETUP}
    split-window -d -t a cat
    split-window -d -t a cat
    new-window -d -t a -n one cat
    break-pane -a -s %1 -t a:0 -n after
    ${WINDOWS}
    break-pane -b -d -s %2 -t a:1 -n before
    ${WINDOWS}
    break-pane -a -s %0 -t a:3
    ${WINDOWS}`,
  "joining with every flag": `
    ${SETUP}
    ours: set -s pane-room refuse
    split-window -d -h -t a cat
    new-window -d -t a -n one cat
    new-window -d -t a -n two cat
    new-window -d -t a -n three cat
    new-window -d -t a -n four cat
    join-pane -f -s a:1 -t %0
    ${PANES}
    join-pane -f -h -d -s a:2 -t %0
    ${PANES}
    join-pane -v -p 30 -s a:3 -t %0
    ${PANES}
    join-pane -p 101 -s a:4 -t %0
    join-pane -p x -s a:4 -t %0
    move-pane -b -d -f -l 5 -s a:4 -t %0
    ${PANES}
    move-pane -v -p 50 -s %1 -t %0
    ${PANES}
    select-pane -m -t %2
    join-pane -t %0
    ${PANES}`,
  "the last pane": `
    ${SETUP}
    split-window -t a cat
    last-pane -d -t a
    list-panes -t a -F '#{pane_id} #{pane_input_off}'
    last-pane -e -t a
    list-panes -t a -F '#{pane_id} #{pane_input_off}'
    resize-pane -Z -t a
    last-pane -Z -t a
    ${PANES}
    last-pane -t a
    ${PANES}
    select-pane -Z -t %0
    ${PANES}
    resize-pane -Z -t a
    select-pane -Z -t %1
    ${PANES}
    rotate-window -Z -t a
    ${PANES}
    swap-pane -Z -U -t %0
    ${PANES}
    swap-pane -d -Z -s %0 -t %1
    ${PANES}`,
  "linking and moving with every flag": `
    ${SETUP}
    new-window -d -t a -n one cat
    new-session -d -s b -n bzero cat
    link-window -a -s a:1 -t b:0
    list-windows -t b -F '#I #W #{window_active}'
    link-window -b -d -s a:1 -t b:0
    list-windows -t b -F '#I #W #{window_active}'
    move-window -d -s b:2 -t b:9
    list-windows -t b -F '#I #W #{window_active}'
    move-window -d -b -s b:9 -t b:1
    list-windows -t b -F '#I #W #{window_active}'`,
  "environments of processes": `
    ${SETUP}
    new-window -e A=window -e B=2 -t a 'echo $A $B; exec cat'
    until /window 2/ capture-pane -p -t a
    split-window -e A=split -t a 'echo $A; exec cat'
    until /split/ capture-pane -p -t a
    respawn-pane -k -e A=respawn -t a 'echo $A; exec cat'
    until /respawn/ capture-pane -p -t a
    respawn-window -k -c / -e A=whole -t a 'echo $A; pwd; exec cat'
    until /whole\\n\\/\\n/ capture-pane -p -t a
    split-window -c / -P -F '#{pane_start_path}' -t a cat
    split-window -c nosuch -P -F '#{pane_start_path}' -t a cat
    split-window -c '#{session_name}' -P -F '#{pane_start_path}' -t a cat`,
  "directories that are links in a circle": `
    ${SETUP}
    run-shell 'ln -s circle circle'
    new-window -d -c $DIR/circle -P -F '#{pane_start_path}' cat
    new-session -d -s b -c $DIR/circle -P -F '#{session_path}' cat
    if-shell -t b 'test "$PWD" = "$HOME"' 'display -p home' 'display -p elsewhere'
    pipe-pane -t b 'cat > /dev/null'
    respawn-pane -k -c $DIR/circle -t b 'echo started; exec cat'
    until /started/ capture-pane -p -t b`,
  "delays as the C library reads numbers": `
    ${SETUP}
    run-shell -d '' 'exit 3'
    run-shell -d 0.0 'exit 4'
    run-shell -d .0 'exit 5'
    run-shell -d ' 0' 'exit 6'
    run-shell -d 0x0 'exit 7'
    run-shell -d -1 'exit 8'
    run-shell -d '0 ' true
    run-shell -d 0b0 true
    run-shell -d 1e true
    run-shell -d ' ' true
    run-shell -d x true`,
  "names of processes": `
    new-session -d -s a -x 120 -y 24 'tr "\\\\0" " " < /proc/$$/cmdline; nosuch; echo $0; exec cat'
    until /sh\\n$/m capture-pane -p -t a
    new-window -t a
    send-keys -t a 'tr "\\\\0" " " < /proc/$$/cmdline; echo "<$0>"; exec cat' Enter
    until /<.*>\\n/ capture-pane -p -t a
    new-window -t a -- sh -c 'tr "\\\\0" " " < /proc/$$/cmdline; echo "<$0>"; exec cat'
    until /<.*>\\n/ capture-pane -p -t a
    set -g default-command 'tr "\\\\0" " " < /proc/$$/cmdline; echo "<$0>"; exec cat'
    new-window -t a
    until /<.*>\\n/ capture-pane -p -t a`,
  "what jobs are": `
    ${SETUP}
    file job.sh tr '\\\\0' ' ' < /proc/$$/cmdline; pwd; for fd in 0 2; do readlink /proc/$$/fd/$fd | tr -d 0-9; done; trap; ps -o tty= -p $$
    run-shell '. ./$SERVER-job.sh > job-run; : one'
    load-buffer job-run ; show-buffer
    if-shell '. ./$SERVER-job.sh > job-if; : two' 'load-buffer job-if ; show-buffer'
    pipe-pane -t a '. ./$SERVER-job.sh > job-pipe; : three'
    until /three[^]*\\?\\n$/ load-buffer job-pipe ; show-buffer
    run-shell 'cat > job-input; echo $? >> job-input'
    load-buffer job-input ; show-buffer
    run-shell 'kill -TERM $$'
    run-shell 'cd /; exec sh -c "exit 9"'
    run-shell 'exec nosuch 2> /dev/null'`,
  "panes that take standard input": `
    ${SETUP}
    < from\\nstdin\\n | split-window -d -I -t a
    until /from\\nstdin/ capture-pane -p -t a.1
    list-panes -t a -F '#{pane_dead} #{pane_start_command}'
    < more\\n | display-message -I -t a.1
    until /more/ capture-pane -p -t a.1
    < nothing\\n | display-message -I -t a.0
    split-window -d -t a ''
    list-panes -t a -F '#{pane_index} #{pane_dead} #{pane_start_command}'`,
  "pasting as it is": `
    new-session -d -s a -x 80 -y 24 'stty raw -echo; echo ready; exec cat -v'
    until /ready/ capture-pane -p -t a
    set-buffer -b p $'one\\ntwo'
    paste-buffer -r -b p -t a
    paste-buffer -b p -t a
    paste-buffer -d -s X -b p -t a
    until /oneXtwo/ capture-pane -p -t a
    list-buffers`,
  "pipes both ways": `
    ${SETUP}
    pipe-pane -O -t a 'cat > both'
    display-message -p -t a '#{pane_pipe}'
    pipe-pane -t a
    display-message -p -t a '#{pane_pipe}'
    pipe-pane -IO -t a 'echo answer; cat > /dev/null'
    until /answer/ capture-pane -p -t a`,
  "window options with every flag": `
    ${SETUP}
    setw -t a @a one
    setw -a -t a @a ' two'
    setw -o -t a @a three
    setw -oq -t a @a three
    setw -F -t a @b '#{window_index}'
    setw -q -t a nosuch x
    showw -t a
    setw -g -o @g 1
    setw -g -o @g 2
    showw -gv @g`,
  "hooks of panes and windows": `
    ${SETUP}
    set-hook -p -t a pane-exited 'display-message x'
    set-hook -w -t a window-renamed 'display-message y'
    show-hooks -p -t a
    show-hooks -w -t a
    show-hooks -t a
    set-hook -pu -t a pane-exited
    show-hooks -p -t a
    set-hook -p -t a after-new-window 'display-message z'
    show-hooks -t a after-new-window`,
  "keys of the root table": `
    ${SETUP}
    bind-key -n F9 display-message x
    unbind-key -n F9
    list-keys -T root F9
    unbind-key -n -q F9`,
  "flags of a new session": `
    new-session -d -f read-only -s a cat
    new-session -d -D -X -s b cat
    new-session -A -d -s a
    list-sessions -F '#S'`,
  "saving with clients named": `
    ${SETUP}
    set-buffer -w text
    set-buffer -t nosuch text
    < in | load-buffer -t nosuch -
    list-buffers -F '#{buffer_name} #{buffer_sample}'
    show-messages -T
    show-messages -t nosuch`,
  "names that are formats": `
    new-session -d -s b -n '#{pane_id}-#{session_name}-#{window_index}-%H' cat
    new-session -d -s 'c#{pane_id}' -n 'x#{session_name}' cat
    new-session -d -n '#{pane_id}' cat
    new-window -d -t b -n '#{pane_id}#{window_id}' cat
    new-window -t b -n '#{pane_id}#{window_id}' cat
    new-window -k -t b:2 -n '#{pane_id}#{window_id}' cat
    rename-window -t c '#{pane_id}z'
    rename-session -t c '#{session_name}z'
    split-window -d -t b cat
    break-pane -d -s b.1 -n '#{pane_id}'
    list-windows -a -F '#S:#I #W'`,
  "others who may come": `
    ${SETUP}
    server-access
    server-access nosuchuser
    server-access ''
    server-access root
    server-access -r root
    server-access -ad nobody
    server-access -rw nobody
    server-access -d nobody
    server-access nobody
    server-access -l
    server-access -a nobody
    server-access -a nobody
    server-access -l
    server-access -r nobody
    server-access -l
    server-access -w games
    server-access -ar games
    server-access nobody
    server-access -l
    server-access -d nobody
    server-access -d nobody
    server-access -l
    server-access -l x
    server-access a b
    server-access -t x`,
  "locks without a terminal": `
    ${SETUP}
    lock-server
    lock-server x
    lock-session -t a
    lock-session -t nosuch
    lock-session
    lock-client
    lock-client -t nosuch
    suspend-client
    suspend-client -t nosuch
    suspend-client x
    detach-client
    detach-client -E 'echo x'
    detach-client -E 'echo x' -s a
    detach-client -a -E x
    detach-client -P
    detach-client -s nosuch
    show-messages -J
    show-messages -T
    refresh-client`,
  "what needs a client": `
    ${SETUP}
    command-prompt
    command-prompt -1 -b -F -k -i -N -I one -p two -T search -t nosuch x
    command-prompt -1bFkiN -I one -p two -T search x
    command-prompt -T nosuch
    confirm-before kill-server
    confirm-before -b -p really kill-server
    confirm-before -t nosuch kill-server
    display-menu -c nosuch a b c
    display-menu -O -T title -x 1 -y 2 a b c
    display-popup
    display-popup -C
    display-popup -B -b single -d / -e A=1 -E -h 5 -s bg=red -S fg=red -T title -w 9 -x 1 -y 2 true
    display-popup -c nosuch
    display-panes
    display-panes -b -N -d 100 x
    display-panes -t nosuch
    list-sessions -F '#S'`,
  "what stands below the cursor": `
    new-session -d -s a -x 20 -y 6 "seq 1 20; printf '\\033[3HEND'; exec cat"
    until /END/ capture-pane -p -t a
    resize-pane -T -t a
    capture-pane -p -t a -S -
    display-message -p -t a '#{cursor_x},#{cursor_y} #{history_size}'
    resize-pane -T -t a
    capture-pane -p -t a -S -
    resize-window -t a -y 9
    capture-pane -p -t a -S -
    resize-window -t a -y 4
    capture-pane -p -t a -S -
    display-message -p -t a '#{cursor_x},#{cursor_y} #{history_size}'
    new-window -t a "printf 'one\\ntwo\\033[HEND'; exec cat"
    until /END/ capture-pane -p -t a
    resize-pane -T -t a
    capture-pane -p -t a
    resize-pane -T -t nosuch`,
  "layouts undone": `
    ${SETUP}
    split-window -d -t a cat
    select-layout -t a even-horizontal
    select-layout -o -t a
    display-message -p -t a '#{window_layout}'
    select-layout -o -t a
    display-message -p -t a '#{window_layout}'`,
};
