import type { Cases } from "../compare.ts";

/** What stands before the command, and what a server reads when it starts. */
export const startCases: Cases = {
  "global flags": `
    raw -V
    raw -VV
    raw -qV
    raw -2uV
    raw -x
    raw -L
    raw -S
    raw -f
    raw -h
    raw --help
    raw -d -L $SERVER ls
    raw -U
    raw -c true ls
    raw -D ls
    raw -L $SERVER -- nosuch
    raw -L $SERVER -N new-session -d
    raw -L $SERVER -N start-server
    raw -L$SERVER -f/dev/null new-session -d -s a cat
    raw -L $SERVER -2 -u -T RGB,256 -q ls -F '#S'
    raw -L nosuch -L $SERVER ls -F '#S'
    raw -S /nosuch/nosuch -S $DIR/t/nosuch ls
    raw -vL $SERVER ls -F '#S'
    raw -L $SERVER -l ls -F '#S'
    raw -L $SERVER`,
  "sockets whose path is too long": `
    raw -S $DIR/${"x".repeat(120)} -f /dev/null new-session -d cat
    raw -S $DIR/${"x".repeat(120)} ls
    raw -L ${"y".repeat(200)} -f /dev/null new-session -d cat
    raw -L ${"y".repeat(200)} ls`,
  "the server that is meant": `
    new-session -d -s a cat
    keep SOCKET display-message -p '#{socket_path}'
    raw -S $SOCKET ls -F '#S'
    TMUX=$SOCKET,1,0 raw ls -F '#S'
    TMUX=,1,0 raw -L $SERVER ls -F '#S'
    TMUX=/nosuch/socket,1,0 raw -L $SERVER ls -F '#S'
    TMUX=/nosuch/socket,1,0 raw ls
    TMUX=/nosuch/socket raw ls
    raw -S /nosuch/socket ls
    raw -S '' ls
    TMUX_TMPDIR=/nosuch raw -L nosuch-$SERVER ls
    raw -L nosuch/nosuch ls`,
  "a shell command": `
    raw -L $SERVER -f /dev/null -c 'echo from the shell; exit 3'
    new-session -d -s a cat
    raw -L $SERVER -c 'echo $SHELL; cat' 
    < input | raw -L $SERVER -c 'cat'`,
  "configuration files": `
    file one set -g @one 1\\nset -g @file '#{current_file}'\\n
    file two set -g @two 2\\nnosuch\\n
    file three set -g @three 3\\nset -g @three-fails nosuch ; has-session -t nosuch ; set -g @after 1\\nset -g @four 4\\n
    raw -L $SERVER -f $SERVER-one -f $SERVER-two -f $SERVER-three new-session -d -s a cat
    show -gqv @one
    show -gqv @file
    show -gqv @two
    show -gqv @three
    show -gqv @after
    show -gqv @four
    display-message -p '#{config_files}'`,
  "a configuration file that is not there": `
    raw -L $SERVER -f nosuch-file new-session -d -s a cat
    ls -F '#S'`,
  "sessions in a configuration file": `
    file conf new-session -d -s fromconf -n w cat\\nset -g base-index 5\\nsplit-window -d -t fromconf cat\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a -n n cat
    list-windows -a -F '#S:#I #{window_panes}'`,
  "variables and conditions in a configuration file": `
    file conf A=one\\n%hidden B=two\\nset -g @a "$A$B"\\nset -g @home "$HOME"\\nset -g @tilde ~/x\\n%if #{==:#{host},#{host}}\\nset -g @if yes\\n%else\\nset -g @if no\\n%endif\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    show -gv @a
    show -gv @home
    show -gv @tilde
    show -gv @if
    show-environment -g A
    show-environment -g B
    show-environment -gh B
    show-environment -gh`,
  "commands that need no server": `
    raw -L $SERVER-c list-commands kill-server
    fails ls
    raw -L $SERVER-k list-keys -T root MouseDown1Pane
    raw -L $SERVER-s start-server ; list-sessions`,
  "files that are sourced": `
    new-session -d -s a cat
    file a1 set -g @x a1\\ndisplay-message -p 'in a1 #{current_file}'\\n
    file a2 set -g @y a2\\nnosuch\\nset -g @z a2\\n
    file a3 display-message -p in-a3\\nhas-session -t nosuch\\ndisplay-message -p after\\n
    source-file $DIR/$SERVER-a1
    source-file $SERVER-a1
    source-file $SERVER-a2
    show -gqv @y
    source-file $SERVER-a3
    source-file $SERVER-a1 $SERVER-a3
    source-file $SERVER-a*
    source-file -n $SERVER-a3
    source-file -v $SERVER-a1
    source-file -nv $SERVER-a3
    source-file -q nosuch $SERVER-a1
    source-file nosuch $SERVER-a1
    source-file -F '#{session_name}nosuch'`,
  "a configuration whose program calls tmux": `
    file conf run 'tmux set -g @a 1'\\nset -g @after "#{@a}"\\nset -gF @seen "#{@a}"\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    show -g @a
    show -g @seen`,
  "a configuration whose condition calls tmux": `
    file conf set -g @b 2\\nif '[ "$(tmux show -gv @b)" = 2 ]' 'set -g @if yes' 'set -g @if no'\\nif 'tmux has-session' 'set -g @has yes' 'set -g @has no'\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    show -gv @if
    show -gv @has`,
  "a configuration whose program makes sessions": `
    file conf run 'tmux new-session -d -s in -n w cat'\\nrun 'tmux split-window -d -t in cat'\\nset -g base-index 3\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    list-windows -a -F '#S:#I #{session_id} #{window_panes}'`,
  "a configuration whose program starts in the background": `
    file conf run -b 'tmux set -g @bg "$TERM"; tmux wait-for -S done'\\nset -g @b 2\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    wait-for done
    show -gv @bg`,
  "a configuration with a command in a format": `
    file conf set -gF @at-start '#(tmux set -g @asked 1; tmux wait-for -S asked)'\\nset -g status-right '#(tmux show -gv @asked)'\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    wait-for asked
    show -gv @at-start
    show -gv @asked
    show -gv status-right`,
  "a configuration that sources another whose program calls tmux": `
    file inner set -g @i 1\\nrun 'tmux set -ga @order b'\\nset -ga @order c\\n
    file conf set -g @order a\\nsource-file $SERVER-inner\\nset -ga @order d\\nrun 'tmux source-file $SERVER-inner'\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    show -gv @order
    show -gv @i`,
  "what others see while the configuration is read": `
    file conf set -g @a 1\\nrun 'tmux show -gqv @a > $SERVER-seen; tmux show -gqv @b >> $SERVER-seen; tmux ls >> $SERVER-seen 2>&1; tmux new -d -s mid cat; tmux ls -F "##S" >> $SERVER-seen'\\nset -g @b 2\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    run-shell -C 'load-buffer $SERVER-seen'
    load-buffer $SERVER-seen
    show-buffer
    list-sessions -F '#S'`,
  "a configuration that kills the server": `
    file conf set -g @a 1\\nkill-server\\nset -g @b 2\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    fails list-sessions`,
  "where a configuration's programs run": `
    file conf run 'tmux set -g @pwd "$PWD"'\\nsource-file $SERVER-inner\\nnew-session -d -s c cat\\n
    file inner run 'tmux set -g @inner "$PWD"'\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a -c / cat
    show -gv @pwd
    show -gv @inner
    list-sessions -F '#S #{session_path}'
    run-shell 'tmux set -g @later "$PWD"'
    show -gv @later`,
  "what terminal a configuration's programs see": `
    file conf if '[ "$TERM" = linux ]' 'set -g @term linux' 'set -g @term other'\\nrun 'tmux set -g @program "$TERM_PROGRAM,$TERM_PROGRAM_VERSION"'\\nset -g default-terminal screen\\nrun 'tmux set -g @again $TERM'\\n
    TERM=linux TERM_PROGRAM=outer raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    show -gv @term
    show -gv @program
    show -gv @again
    run-shell 'tmux set -g @after "$TERM $TERM_PROGRAM"'
    show -gv @after`,
  "what a configuration says and gets wrong": `
    file conf run 'tmux new-session -d -s first cat'\\ndisplay-message -p said\\nhas-session -t nosuch\\nrun 'echo printed; exit 3'\\nrun 'tmux new-session -d -s second cat'\\n
    raw -L $SERVER -f $SERVER-conf new-session -d -s a cat
    list-panes -a -F '#S [#{pane_mode}]'`,
  "a session that is made while the configuration is read": `
    file conf nosuch\\n
    file more display-message said\\nrun 'tmux new-session -d -s z cat'\\n
    raw -L $SERVER -f $SERVER-conf -f $SERVER-more new-session -d -s a cat
    list-panes -a -F '#S [#{pane_mode}]'`,
  "a call that waits when its server is killed": `
    new-session -d -s a cat
    run-shell -b 'tmux wait-for -S there; tmux wait-for go; tmux kill-server'
    wait-for there
    run-shell 'tmux wait-for -S go; tmux wait-for never' ; display-message -p never
    fails list-sessions`,
  "a server that has ended": `
    fails list-sessions
    new-session -d -s a cat
    kill-server
    fails list-sessions
    fails kill-session -t a
    raw -S $DIR/t/tmux-0/$SERVER has-session
    new-session -d -s b cat
    list-sessions -F '#S'
    kill-server
    raw fails -L $SERVER -N new-session -d`,
};
