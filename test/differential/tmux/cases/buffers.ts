import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -x 80 -y 24 cat";

export const bufferCases: Cases = {
  "samples that end inside a character": `
    new-session -d -s a cat
    run-shell 'printf "%0199d─x" 0 | tmux load-buffer -b one - ; printf "%0198d─x" 0 | tmux load-buffer -b two -'
    run-shell 'printf "%0197d─x" 0 | tmux load-buffer -b three - ; printf "%0197d🙂x" 0 | tmux load-buffer -b four -'
    list-buffers`,
  "setting and showing": `
    ${SETUP}
    show-buffer
    paste-buffer -t a
    delete-buffer
    list-buffers
    set-buffer one
    set-buffer two
    show-buffer
    show-buffer -b buffer0
    show-buffer -b nosuch
    set-buffer -b named three
    set-buffer -a -b named ' more'
    show-buffer -b named
    list-buffers
    list-buffers -F '#{buffer_name} #{buffer_size} #{buffer_sample}'
    list-buffers -f '#{==:#{buffer_name},named}' -F '#{buffer_name}'
    set-buffer -b named -n renamed
    set-buffer -b nosuch -n x
    set-buffer -n top
    set-buffer -b renamed -n top
    list-buffers
    set-buffer
    set-buffer ''
    set-buffer -b '' x
    delete-buffer -b renamed
    delete-buffer -b renamed
    delete-buffer
    list-buffers
    set-buffer $'tab\\tnew\\nline \\x01'
    list-buffers
    set-buffer -a -b fresh appended
    show-buffer -b fresh`,
  "loading and saving": `
    ${SETUP}
    < from stdin\\n | load-buffer -
    show-buffer
    < named | load-buffer -b mine -
    show-buffer -b mine
    load-buffer nosuch-file
    save-buffer -b mine saved
    save-buffer -a -b mine saved
    load-buffer -b back saved
    show-buffer -b back
    save-buffer -b mine -
    save-buffer -b nosuch x
    save-buffer -b mine /nosuch/file
    < | load-buffer -b empty -
    list-buffers -F '#{buffer_name}'
    load-buffer
    save-buffer`,
  pasting: `
    new-session -d -s a -x 80 -y 24 'stty -echo; echo ready; exec cat'
    until /ready/ capture-pane -p -t a
    set-buffer -b p $'one\\ntwo'
    paste-buffer -b p -t a
    send-keys -t a Enter
    until /one\\ntwo/ capture-pane -p -t a
    paste-buffer -b nosuch -t a
    paste-buffer -b p -t nosuch
    paste-buffer -d -b p -t a
    list-buffers
    set-buffer -b q $'x\\ny'
    paste-buffer -s '-' -b q -t a
    send-keys -t a Enter
    until /one\\ntwox-y/ capture-pane -p -t a`,
  bracketed: `
    new-session -d -s a -x 80 -y 24 'printf "\\\\033[?2004hready\\\\n"; exec cat -v'
    until /ready/ capture-pane -p -t a
    set-buffer -b p text
    paste-buffer -p -b p -t a
    send-keys -t a Enter
    until /201~\\n/ capture-pane -p -t a`,
  limit: `
    ${SETUP}
    set -s buffer-limit 2
    set-buffer 1
    set-buffer 2
    set-buffer 3
    set-buffer -b keep 4
    list-buffers -F '#{buffer_name}'`,
};
