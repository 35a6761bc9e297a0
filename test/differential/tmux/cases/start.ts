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
    list-commands kill-server
    fails ls
    list-keys -T root MouseDown1Pane
    start-server ; list-sessions`,
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
};
