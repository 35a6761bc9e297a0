import type { Scenarios } from "../scenario.ts";

/** Prints what is typed, and only that; `ready` says that it does. */
const QUIET = "'stty -echo; echo ready; exec cat'";

/** What panes print, and how a client is kept from drowning in it. */
export const output: Scenarios = {
  "typed and printed": `
    a: new-session -s one ${QUIET}
    a~ ready
    a> send-keys hello Enter
    a~ hello`,
  "control characters": `
    a: new-session -s one 'stty raw -echo; printf "tab\\\\tesc\\\\033[1mbell\\\\007back\\\\\\\\slash\\\\r\\\\nend\\\\177del \\\\0nul"; read x'
    a~ nul`,
  unicode: `
    a: new-session -s one 'stty -echo; printf "h\\\\303\\\\251llo \\\\360\\\\237\\\\232\\\\200 \\\\377 end"; read x'
    a~ end`,
  "a long line": `
    a: new-session -s one 'stty -echo; i=0; while [ $i -lt 400 ]; do printf 0123456789; i=$((i+1)); done; printf end; read x'
    a~ end`,
  "output of other sessions": `
    $ new-session -d -s two ${QUIET}
    $~ /ready/ capture-pane -p -t two:
    a: new-session -s one ${QUIET}
    a~ ready
    a> send-keys -t two: unheard Enter
    a> send-keys -t one: heard Enter
    a~ heard
    a> switch-client -t two
    a> send-keys -t two: now Enter
    a~ now`,
  "output of a window that is not current": `
    a: new-session -s one ${QUIET}
    a~ ready
    a> new-window cat
    a> send-keys -t 0 behind Enter
    a~ behind`,
  "no-output": `
    $ new-session -d -s one ${QUIET}
    $~ /ready/ capture-pane -p -t one:
    a: attach-session -f no-output -t one
    b: attach-session -t one
    a> send-keys unheard Enter
    b~ unheard
    a> refresh-client -f '!no-output'
    a> send-keys heard Enter
    a~ heard
    b~ heard`,
  "a pane turned off": `
    a: new-session -s one ${QUIET}
    a~ ready
    b: attach-session -t one
    a> refresh-client -A '%0:off'
    a> send-keys unheard Enter
    b~ unheard
    a> refresh-client -A '%0:on'
    a> send-keys heard Enter
    a~ heard
    b~ heard`,
  "a pane paused": `
    a: new-session -s one ${QUIET}
    a~ ready
    b: attach-session -t one
    a> refresh-client -f pause-after=60
    a> refresh-client -A '%0:pause'
    a> refresh-client -A '%0:pause'
    a> send-keys unheard Enter
    b~ unheard
    a> refresh-client -A '%0:continue'
    a> refresh-client -A '%0:continue'
    a> send-keys heard Enter
    a~ heard
    b~ heard`,
  "several panes in one call": `
    a: new-session -s one cat
    a> split-window cat
    a> refresh-client -A '%0:pause' -A '%1:pause'
    a> refresh-client -A '%0:continue' -A '%1:nonsense'
    a> refresh-client -A '%0:off' -A '%1:continue'`,
  "pause-after": `
    a: new-session -f pause-after=60 -s one ${QUIET}
    a~ ready
    a> send-keys heard Enter
    a~ ^%extended-output %0 \\d+ : heard`,
  "pause-after is taken back": `
    a: new-session -f pause-after=60 -s one ${QUIET}
    a~ ready
    a> refresh-client -f '!pause-after'
    a> send-keys heard Enter
    a~ ^%output %0 heard`,
  "agent-deck": `
    $ new-session -d -s agentdeck_x -x 200 -y 50 ${QUIET}
    $~ /ready/ capture-pane -p -t agentdeck_x
    a:: -u -C attach-session -t agentdeck_x
    a> refresh-client -C 200x50
    a> send-keys -l -t agentdeck_x 'do this'
    a> send-keys -t agentdeck_x Enter
    a~ do this
    a> list-panes -s -t agentdeck_x -F '#{pane_id} #{pane_dead} #{window_index}'
    a> display-message -p -t agentdeck_x '#{session_activity}'
    a> capture-pane -p -t agentdeck_x -S -3`,
  schmux: `
    $ new-session -d -s work -x 120 -y 40 ${QUIET}
    $~ /ready/ capture-pane -p -t work
    a: attach-session -t work
    a> refresh-client -f pause-after=30
    a> refresh-client -C 120x40
    a> list-panes -s -F '#{pane_id}'
    a> send-keys -t %0 -H 68 69 0d
    a~ ^%extended-output %0
    a> refresh-client -A '%0:pause'
    a> capture-pane -e -p -t %0 -S - -E -
    a> refresh-client -A '%0:continue'
    a> resize-window -t work -x 100 -y 30
    a> send-keys -t %0 again Enter
    a~ again`,
  libtmux: `
    $ new-session -d -s lib cat
    a: attach-session -t lib
    a> list-sessions -F '#{session_id}␞#{session_name}␞#{session_windows}'
    a> new-window -P -F '#{window_id}␞#{pane_id}' -t lib: -n made cat
    a> split-window -P -F '#{pane_id}' -t @1 cat
    a> list-panes -a -F '#{pane_id}␞#{window_id}␞#{pane_active}'
    a> kill-session -t nosuch
    a> set-option -t lib status off
    a> show-options -v -t lib status`,
};
