import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -x 80 -y 24 cat";
/** Prints and then stands still, so that a screen can be compared. */
const printing = (text: string) =>
  `new-session -d -s a -x 40 -y 10 "printf '${text}'; printf END; exec sleep 1000"`;

export const inputOutputCases: Cases = {
  "a title that is pushed and popped": `
    new-session -d -s a -x 80 -y 24 "printf '\\\\033[22;0;0t\\\\033]2;x\\\\033\\\\\\\\\\\\033[23;0;0t'; printf END; exec sleep 1000"
    until /END/ capture-pane -p -t a
    display-message -p -t a '#{==:#{pane_title},#{host}}'
    select-pane -t a -T mine
    respawn-pane -k -t a "printf '\\\\033[22;2t\\\\033]2;other\\\\007'; printf PUSHED; read line; printf '\\\\033[23;2t'; printf POPPED; exec sleep 1000"
    until /PUSHED/ capture-pane -p -t a
    display-message -p -t a '#{pane_title}'
    send-keys -t a Enter
    until /POPPED/ capture-pane -p -t a
    display-message -p -t a '#{pane_title}'`,
  "an application that wants to know of the focus": `
    new-session -d -s a -x 40 -y 10 cat
    set-option -g focus-events on
    respawn-pane -k -t a "stty raw -echo; printf '\\\\033[?1004h\\\\033[?1004h\\\\033[5n'; exec cat -v"
    until /0n/ capture-pane -p -t a
    capture-pane -p -t a
    set-option -g focus-events off
    respawn-pane -k -t a "stty raw -echo; printf '\\\\033[?1004h\\\\033[5n'; exec cat -v"
    until /0n/ capture-pane -p -t a
    capture-pane -p -t a`,
  "default colours that window-style gives": `
    new-session -d -s a -x 60 -y 10 cat
    set-option -w -t a window-style 'fg=colour3,bg=#112233'
    respawn-pane -k -t a "stty raw -echo; printf '\\\\033]10;?\\\\007\\\\033]11;?\\\\033\\\\\\\\\\\\033]12;?\\\\007\\\\033[5n'; exec cat -v"
    until /0n/ capture-pane -p -t a
    capture-pane -p -t a
    set-option -w -t a window-active-style 'bg=red'
    respawn-pane -k -t a "stty raw -echo; printf '\\\\033]11;?\\\\033\\\\\\\\\\\\033[5n'; exec cat -v"
    until /0n/ capture-pane -p -t a
    capture-pane -p -t a`,
  "a joiner at the end of what is read": `
    new-session -d -s a -x 40 -y 10 "printf 'x\\\\342\\\\200\\\\215'; tmux wait-for go; printf '\\\\n漢字END'; exec sleep 1000"
    until /x/ capture-pane -p -t a
    wait-for -S go
    until /END/ capture-pane -p -t a
    capture-pane -p -e -N -t a`,
  keys: `
    new-session -d -s a -x 80 -y 24 'stty raw -echo; echo ready; exec cat -v'
    until /ready/ capture-pane -p -t a
    send-keys -t a a Space b Tab C-a C-Space M-x M-Enter Escape BSpace Up Down Left Right Home End PageUp PageDown F1 F5 F12 DC IC
    send-keys -t a C-Up S-Up M-Up C-M-S-Left C-F1 BTab S-F5 Z
    until /Z$/m capture-pane -p -t a
    send-keys -t a -l 'Enter Up' Y
    until /Y$/m capture-pane -p -t a
    send-keys -t a -H 41 42 zz 1b 58
    until /X$/m capture-pane -p -t a
    send-keys -t a -N 3 q W
    until /W.*W$/m capture-pane -p -t a
    send-keys -F -t a 'é' '🚀' 'word' NoSuchKey V
    until /V$/m capture-pane -p -t a`,
  "keys that have no bytes": `
    new-session -d -s a -x 200 -y 50 'stty raw -echo; printf READY; exec cat -v'
    until /READY/ capture-pane -p -t a
    send-keys -t a MouseDown1Pane Any x
    send-keys -t a User0 User5 y
    send-keys -t a FocusIn FocusOut z
    send-keys -t a PasteStart PasteEnd w
    send-keys -t a C-M-S-Up C-Tab C-Enter S-Enter M-Enter v
    send-keys -t a C-1 C-2 C-8 C-/ C-? C-! C-M-1 u
    send-keys -t a S-a C-S-a C-é M-é S-é t
    send-keys -t a None Unknown KP0 KP. KPEnter C-KP0 s
    send-keys -t a BTab C-BTab S-BTab M-BTab S-F1 C-F13 F13 F25 r
    send-keys -t a DC IC C-DC NPage PPage M-PPage q
    send-keys -t a BSpace C-BSpace M-BSpace S-BSpace p
    send-keys -t a 'C-' 'M-' '^' '^a' '^[' 'C-Space' 'C-@' 'M-C-a' 0x41 0x1b 0xe9 0x110000 0x o
    send-keys -t a DoubleClick1Pane WheelUpStatus Dragging n
    send-keys -t a 'M-Any' 'C-User1' S-Space C-S-Space C-S-Tab m
    send-keys -t a Escape C-Escape S-Escape M-Escape DONE
    until /DONE/ capture-pane -p -t a
    setw -t a synchronize-panes on
    split-window -d -t a 'stty raw -echo; printf READY; exec cat -v'
    until /READY/ capture-pane -p -t a.1
    send-keys -t a.0 MouseDown1Pane C-é DONE
    until /DONE/ capture-pane -p -t a.1
    set -g extended-keys on
    new-window -t a 'stty raw -echo; printf "\\033[>4;1mREADY"; exec cat -v'
    until /READY/ capture-pane -p -t a
    send-keys -t a C-Tab C-Enter C-1 C-é C-! MouseUp1Pane S-Escape C-a C-S-a S-é M-C-é F13 DONE
    until /DONE/ capture-pane -p -t a`,
  "keys that are wrong": `
    ${SETUP}
    send-keys -t nosuch x
    send-keys -t %9 x
    send-keys -N 0 -t a x
    send-keys -N x -t a x
    send-keys -X -t a cancel
    send-keys -M -t a
    send-keys -l -t a
    send-keys -t a
    send-keys
    send-keys -l '-x'
    send-prefix -t a
    send-prefix -2 -t a
    send-keys -R -t a
    send-keys -t a 'x;'`,
  "semicolons in keys": `
    ${SETUP}
    send-keys -t a -l 'one;'
    send-keys -t a Enter
    until /one\\none/ capture-pane -p -t a
    send-keys -t a -l 'two\\;'
    send-keys -t a Enter
    until /two;\\ntwo;/ capture-pane -p -t a
    send-keys -t a 'thr;ee' Enter
    until /thr;ee\\nthr;ee/ capture-pane -p -t a`,
  "synchronize-panes": `
    ${SETUP}
    split-window -d -t a cat
    setw -t a synchronize-panes on
    send-keys -t a.0 both Enter
    until /both\\nboth/ capture-pane -p -t a.0
    until /both\\nboth/ capture-pane -p -t a.1`,
  "input off": `
    ${SETUP}
    select-pane -d -t a
    send-keys -t a hidden Enter
    select-pane -e -t a
    send-keys -t a seen Enter
    until /seen\\nseen/ capture-pane -p -t a`,
  "capture of text": `
    ${printing("one\\\\ntwo  \\\\n\\\\n  four\\\\n")}
    until /END/ capture-pane -p -t a
    capture-pane -p -t a -S 0 -E 1
    capture-pane -p -t a -S 1
    capture-pane -p -t a -E 0
    capture-pane -p -t a -S 3 -E 1
    capture-pane -p -t a -S - -E -
    capture-pane -p -t a -S -5
    capture-pane -p -t a -S x -E y
    capture-pane -p -t a -S 99
    capture-pane -p -t a -N
    capture-pane -p -t a -J
    capture-pane -p -e -t a
    capture-pane -p -C -t a
    capture-pane -p -q -t a
    capture-pane -p -a -t a
    capture-pane -p -a -q -t a
    capture-pane -t a
    show-buffer
    capture-pane -b cap -t a -E 0
    show-buffer -b cap
    capture-pane -pt a -S0 -E0
    capture-pane -p -t nosuch
    list-buffers`,
  "capture of styles": `
    ${printing("\\\\033[1mbold\\\\033[0m \\\\033[31mred\\\\033[39m \\\\033[48;5;33mbg\\\\033[0m\\\\n\\\\033[38;2;1;2;3mrgb\\\\033[0m \\\\033[4munder\\\\033[24m \\\\033[7mrev\\\\033[0m\\\\n")}
    until /END/ capture-pane -p -t a
    capture-pane -p -e -t a
    capture-pane -p -e -J -t a
    capture-pane -p -e -C -t a
    capture-pane -p -e -N -t a`,
  "capture of long lines": `
    new-session -d -s a -x 20 -y 6 "printf 'abcdefghijklmnopqrstuvwxyz0123456789\\nshort\\n'; printf END; exec sleep 1000"
    until /END/ capture-pane -p -t a
    capture-pane -p -J -t a
    capture-pane -p -t a
    capture-pane -pJ -S - -t a
    display-message -p -t a '#{cursor_x} #{cursor_y} #{history_size}'`,
  "capture of history": `
    new-session -d -s a -x 20 -y 5 "seq 1 30; printf END; exec sleep 1000"
    until /END/ capture-pane -p -t a
    capture-pane -p -t a
    capture-pane -p -t a -S -3
    capture-pane -p -t a -S - -E -20
    capture-pane -p -t a -S -100 -E -25
    capture-pane -p -t a -S -10 -E -8
    display-message -p -t a '#{history_size} #{history_limit} #{cursor_y}'
    clear-history -t a
    display-message -p -t a '#{history_size}'
    capture-pane -p -t a -S -
    clear-history -t nosuch`,
  "capture of the alternate screen": `
    new-session -d -s a -x 20 -y 5 "printf 'normal\\n'; printf '\\033[?1049hother'; printf END; exec sleep 1000"
    until /END/ capture-pane -p -t a
    capture-pane -p -a -t a
    display-message -p -t a '#{alternate_on} #{alternate_saved_x} #{alternate_saved_y}'`,
  "capture of what is unfinished": `
    new-session -d -s a -x 20 -y 5 "printf 'one\\033[31'; printf END; exec cat"
    until /one/ capture-pane -p -t a
    capture-pane -P -p -t a
    new-window -t a "printf 'one\\033[3'; exec sleep 1000"
    until /3/ capture-pane -P -p -t a
    capture-pane -P -p -C -t a
    new-window -t a "printf 'one\\033]2;back\\\\\\\\slash\\n'; exec sleep 1000"
    until /slash/ capture-pane -P -p -t a
    capture-pane -P -p -C -t a
    capture-pane -P -t a
    show-buffer
    capture-pane -P -C -b named -t a
    show-buffer -b named`,
  "a string that is never ended": `
    new-session -d -s a -x 20 -y 5 "printf 'one\\033[31m red\\033]2;lost'; sleep 6; printf 'shown'; exec cat"
    until /red/ capture-pane -p -e -t a
    until /shown/ capture-pane -p -e -t a
    display-message -p -t a '#{cursor_x}'`,
  "wide characters": `
    new-session -d -s a -x 20 -y 5 "printf '日本語 e\\314\\201 🚀 x\\n'; printf END; exec sleep 1000"
    until /END/ capture-pane -p -t a
    display-message -p -t a '#{cursor_x} #{cursor_y}'
    capture-pane -p -e -t a`,
  "death kept": `
    ${SETUP}
    set -g remain-on-exit on
    split-window -d -t a -l 5 'echo last words; exit 7'
    until /^1/ display-message -p -t a.1 '#{pane_dead}'
    until /dead/ capture-pane -p -t a.1
    list-panes -t a -F '#{pane_dead} #{pane_dead_status}'
    send-keys -t a.1 x
    pipe-pane -t a.1 'cat'
    set -g remain-on-exit failed
    split-window -d -t a 'exit 0'
    until /^2\\n$/ display-message -p -t a '#{window_panes}'
    split-window -d -t a 'kill -9 $$'
    until /^1 9/ display-message -p -t a.1 '#{pane_dead} #{pane_dead_signal}'`,
  "names of windows": `
    new-session -d -s a -x 80 -y 24
    until /^sh\\n/ list-windows -F '#W'
    send-keys -t a 'exec cat -u' Enter
    until /^cat\\n/ list-windows -F '#W'
    send-keys -t a x Enter
    rename-window -t a fixed
    send-keys -t a y Enter
    until /y\\ny/ capture-pane -p -t a
    list-windows -F '#W #{automatic-rename}'
    setw -t a automatic-rename on
    setw -t a automatic-rename-format '<#{pane_current_command}>'
    send-keys -t a z Enter
    until /<cat>/ list-windows -F '#W'`,
  pipes: `
    ${SETUP}
    pipe-pane -t a 'cat > piped'
    send-keys -t a hello Enter
    until /hello\\nhello/ capture-pane -p -t a
    pipe-pane -t a
    until /hello\\r?\\nhello/ run-shell 'true' ; load-buffer piped ; show-buffer
    pipe-pane -o -t a 'cat >> second'
    pipe-pane -o -t a 'cat >> second'
    pipe-pane -t nosuch cat
    pipe-pane -I -t a 'echo typed'
    until /typed\\ntyped/ capture-pane -p -t a`,
  "a pipe of a respawned pane": `
    ${SETUP}
    pipe-pane -t a 'cat > respawned'
    send-keys -t a 'a long line of the first program' Enter
    until /program\\n.*program/ capture-pane -p -t a
    until /program\\r?\\n.*program\\r?\\n/ run-shell 'true' ; load-buffer respawned ; show-buffer
    respawn-pane -k -t a 'echo second; exec cat'
    until /second\\r?\\n/ run-shell 'true' ; load-buffer respawned ; show-buffer
    display-message -p -t a '#{pane_pipe}'`,
  channels: `
    ${SETUP}
    wait-for -S c
    wait-for c
    wait-for -L l
    wait-for -U l
    wait-for -U l
    wait-for
    wait-for -S a b
    wait-for -S
    run-shell -b 'sleep 0.05; exit 0'
    wait-for -L l ; wait-for -S done ; wait-for done ; display-message -p passed`,
  shell: `
    ${SETUP}
    run-shell true
    run-shell 'exit 3'
    run-shell 'kill -9 $$'
    run-shell -d 0.05 true
    run-shell -d x true
    run-shell
    run-shell -C 'display-message -p hi'
    run-shell -C 'nosuch'
    run-shell -b true
    if-shell true 'display-message -p yes' 'display-message -p no'
    if-shell false 'display-message -p yes' 'display-message -p no'
    if-shell false 'display-message -p yes'
    if-shell -F 1 'display-message -p yes' 'display-message -p no'
    if-shell -F 0 'display-message -p yes' 'display-message -p no'
    if-shell -F '#{==:#{session_name},a}' 'display-message -p yes' 'display-message -p no'
    if-shell -F 01 'display-message -p yes' 'display-message -p no'
    if-shell -F '' 'display-message -p yes' 'display-message -p no'
    if-shell -F 1 'nosuch'
    if-shell -F 1
    if-shell -b -F 1 'display-message -p yes'
    if-shell true 'display-message -p one ; display-message -p two' ; display-message -p three`,
  "a failure after a wait, which does not end the sequence, and one before it, which does": `
    ${SETUP}
    set-buffer -b b text
    load-buffer /nosuch ; display-message -p next
    save-buffer -b b /nosuch/file ; display-message -p next
    run-shell -C nosuch ; display-message -p next
    run-shell -C 'kill-window -t 9 ; display-message -p unheard' ; display-message -p next
    run-shell 'exit 3' ; display-message -p next
    if-shell true nosuch ; display-message -p next
    if-shell -F 1 nosuch ; display-message -p unheard
    save-buffer -b nosuch /dev/null ; display-message -p unheard
    source-file /nosuch ; display-message -p unheard
    wait-for -U nosuch ; display-message -p unheard
    display-message -I -t a: ; display-message -p unheard
    run-shell -d x true ; display-message -p unheard`,
};
