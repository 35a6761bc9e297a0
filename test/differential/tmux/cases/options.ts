import type { Cases } from "../compare.ts";

const SETUP = "new-session -d -s a -n zero -x 80 -y 24 cat";

export const optionCases: Cases = {
  "setting and showing": `
    ${SETUP}
    set-option -g status off
    show-options -g status
    show-options -gv status
    show -t a status
    show -A -t a status
    show -Av -t a status
    set -t a status on
    show -t a status
    set -t a -u status
    show -t a status
    set -g status
    show -gv status
    set -g status 2
    show -gv status
    set -g status nosuch
    set -g nosuch 1
    set -q -g nosuch 1
    set -g sta on
    show -g nosuch
    show -gq nosuch
    show -g sta
    set -g status-left
    set
    set -g
    set -t nosuch status on
    set -q -t nosuch status on
    set -t nosuch -p remain-on-exit on
    set -p -t %9 remain-on-exit on
    set -w -t @9 mode-keys vi
    setw -t nosuch mode-keys vi
    show -t nosuch status
    show -p -t %9
    show -w -t @9`,
  "kinds of values": `
    ${SETUP}
    set -g history-limit 10
    set -g history-limit x
    set -g history-limit -1
    set -g history-limit 99999999999
    show -gv history-limit
    set -g mouse on
    set -g mouse maybe
    set -g mouse
    show -gv mouse
    setw -g mode-keys vi
    setw -g mode-keys nosuch
    show -gwv mode-keys
    set -g prefix C-a
    set -g prefix nosuchkey
    show -gv prefix
    set -g status-style bg=red,fg=blue
    set -g status-style nosuch
    set -ag status-style bold
    show -gv status-style
    set -g status-bg red
    set -g display-panes-colour colour300
    set -g display-panes-colour brightred
    show -gv display-panes-colour
    set -g default-shell /nosuch
    set -g default-shell /bin/sh
    set -g default-size 80x24
    set -g default-size x
    set -g pane-border-status top
    set -g pane-border-status nosuch
    set -g remain-on-exit failed
    set -g remain-on-exit on
    set -g window-size manual
    set -g window-size largest`,
  "user options": `
    ${SETUP}
    set -g @mine 'some text'
    show -g @mine
    show -gv @mine
    show @mine
    set -t a @mine here
    show -t a @mine
    set -a -t a @mine ' more'
    show -v -t a @mine
    set -w -t a @w 1
    set -p -t a @p 2
    show -w -t a @w
    show -p -t a @p
    show -p -t a @w
    set -u -t a @mine
    show -t a @mine
    show -q -t a @nosuch
    show -t a @nosuch
    set -g @empty ''
    show -g @empty
    set -g @empty
    set -s @server x
    show -s @server
    set -F -g @format '#{session_name}'
    show -gv @format
    set -o -g @format again
    set -oq -g @format again
    set -g '#{session_name}' x
    set -g '@#{session_name}' x
    show -gv @a
    display-message -p '#{@mine} #{@a} #{@w} #{@p}'`,
  arrays: `
    ${SETUP}
    show -s command-alias
    set -s command-alias[10] 'zoom=resize-pane -Z'
    show -s command-alias
    zoom -t a
    display-message -p -t a '#{window_zoomed_flag}'
    show -s command-alias[10]
    show -sv command-alias[10]
    show -sv command-alias[99]
    set -su command-alias[10]
    zoom
    set -s user-keys[3] $'\\e[x'
    show -s user-keys
    set -as terminal-features ',xterm*:RGB'
    show -s terminal-features
    set -g update-environment 'A B C'
    show -g update-environment
    set -ga update-environment D
    show -g update-environment
    set -g update-environment[x] 1
    set -g status[0] 1
    set -g status-format[5] five
    show -g status-format[5]
    show -gv status-format[5]
    set -gu status-format
    show -gv status-format[1]`,
  "colours of a pane whose style has digits that formats know": `
    new-session -d -s a cat
    set -p -t a window-style 'fg=#D0D0D0,bg=#F0F0F0'
    display-message -p -t a '#{pane_fg} #{pane_bg}'
    set -p -t a window-style 'fg=#{?1,red,blue},bg=colour3'
    display-message -p -t a '#{pane_fg} #{pane_bg}'
  `,
  "panes and windows": `
    ${SETUP}
    split-window -d -t a cat
    setw -t a synchronize-panes on
    show -w -t a
    show -p -t %1
    show -pA -t %1 synchronize-panes
    set -p -t %1 synchronize-panes off
    show -p -t %1
    set -U -w -t a synchronize-panes
    show -p -t %1
    show -w -t a
    set -p -t %0 window-style bg=red
    show -pv -t %0 window-style
    set -pu -t %0 window-style
    show -p -t %0
    set -w -t a:0 pane-border-format '#{pane_index}'
    showw -t a
    showw -gv mode-keys
    showw -v -t a pane-border-format
    setw -u -t a pane-border-format
    showw -t a`,
  "whole listings": `
    ${SETUP}
    show -t a
    show -w -t a
    show -p -t a
    set -t a status-left x
    set -t a @u y
    show -t a
    showw -g
    show -gw`,
  "session listing": `
    ${SETUP}
    show -g`,
  "inherited listing": `
    ${SETUP}
    show -A -t a status-left
    show -Aw -t a mode-keys
    show -Ap -t a remain-on-exit
    show -A -t a
    show -Aw -t a`,
  hooks: `
    ${SETUP}
    set-hook -g after-new-window 'set -g @hooked 1'
    show-hooks -g after-new-window
    new-window -d -t a cat
    show -gv @hooked
    set-hook -g after-new-window[3] 'set -g @second 2 ; set -g @third 3'
    show-hooks -g after-new-window
    new-window -d -t a cat
    show -gv @second
    show -gv @third
    set-hook -ga after-new-window 'set -g @fourth 4'
    show-hooks -g after-new-window
    set-hook -gu after-new-window
    show-hooks -g after-new-window
    set-hook -t a pane-died 'display-message x'
    set-hook -t a after-kill-pane 'display-message "a b"'
    show-hooks -t a
    show-hooks -t a after-kill-pane
    set-hook -u -t a after-kill-pane
    show-hooks -t a
    set-hook -g nosuch x
    set-hook -g after-new-window 'nosuch'
    set-hook -g after-new-window '"'
    set-hook -R -t a after-kill-pane
    set-hook
    show -H -t a
    show-hooks -w -t a
    show-hooks -gw`,
  "user options as hooks": `
    ${SETUP}
    set -g @global 'set -ga @log "global "'
    set-hook -R @global
    set-hook -gR @global
    set -t a @global 'set -ga @log "session "'
    set-hook -R -t a @global
    set -w -t a @window 'set -ga @log "window "'
    set-hook -R -t a @window
    set -p -t a @pane 'set -ga @log "pane "'
    set-hook -R -t a @pane
    set -g @place 'set -gaF @log "#{hook} #{session_name} "'
    set-hook -R -t a @place
    set -g @nested 'set-hook -R @window ; display-message -p nested'
    set-hook -R -t a @nested
    show -gv @log
    set -g @two { display-message -p one ; display-message -p two }
    set-hook -R -t a @two
    set -g @failing 'kill-pane -t nosuch ; display-message -p on'
    set-hook -R @failing
    set -g @unknown 'nosuch x'
    set-hook -R @unknown
    set -g @unfinished '"'
    set-hook -R @unfinished
    set -g @empty ''
    set-hook -R @empty
    set-hook -R @nowhere
    set-hook -g @made 'display-message -p "#{pane_id}"'
    set-hook -R '@#{l:made}'
    show-hooks -g @made
    set-hook -gu @made
    set-hook -R @made`,
  "hooks of events": `
    ${SETUP}
    set-hook -g session-created 'set -gF @created "#{hook} #{hook_session_name}"'
    new-session -d -s b cat
    until /b/ show -gv @created
    set-hook -g session-renamed 'set -gF @renamed "#{hook_session_name}"'
    rename-session -t b c
    until /c/ show -gv @renamed
    set-hook -g window-linked 'set -gF @linked "#{hook_window_name}"'
    new-window -d -t a -n linked cat
    until /linked/ show -gv @linked
    set-hook -g pane-exited 'set -gF @exited "#{hook_pane}"'
    split-window -d -t a:0 true
    until /%/ show -gv @exited
    set-hook -g after-split-window 'set -gF @split "#{hook} #{hook_argument_0} #{hook_flag_d} #{pane_id}"'
    split-window -d -t a:0 cat
    show -gv @split
    set-hook -g session-closed 'set -gF @closed "#{hook_session_name}"'
    kill-session -t c
    until /c/ show -gv @closed
    set-hook -g after-select-pane 'set -gF @selected "#{pane_id}"'
    select-pane -t a:0.1
    show -gv @selected
    set-hook -g window-renamed 'set -gF @wrenamed "#{hook_window_name}"'
    rename-window -t a:0 fresh
    until /fresh/ show -gv @wrenamed`,
  "hooks of a session that is killed": `
    new-session -d -s keep -n kept cat
    new-session -d -s b -n one cat
    new-window -d -t b: -n two cat
    set-hook -g session-created 'set -gaF @log "session-created,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-closed 'set -gaF @log "session-closed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-window-changed 'set -gaF @log "session-window-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-linked 'set -gaF @log "window-linked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-unlinked 'set -gaF @log "window-unlinked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-renamed 'set -gaF @log "window-renamed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-pane-changed 'set -gaF @log "window-pane-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-layout-changed 'set -gaF @log "window-layout-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g pane-exited 'set -gaF @log "pane-exited,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    kill-session -t b
    show -gv @log`,
  "hooks of a session whose windows are killed": `
    new-session -d -s keep -n kept cat
    new-session -d -s b -n one cat
    new-window -d -t b: -n two cat
    set-hook -g session-created 'set -gaF @log "session-created,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-closed 'set -gaF @log "session-closed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-window-changed 'set -gaF @log "session-window-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-linked 'set -gaF @log "window-linked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-unlinked 'set -gaF @log "window-unlinked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-renamed 'set -gaF @log "window-renamed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-pane-changed 'set -gaF @log "window-pane-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-layout-changed 'set -gaF @log "window-layout-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g pane-exited 'set -gaF @log "pane-exited,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    kill-window -t b:one
    kill-window -t b:two
    show -gv @log`,
  "hooks of a session whose programs end": `
    new-session -d -s keep -n kept cat
    new-session -d -s b -n one cat
    new-window -d -t b: -n two cat
    set-hook -g session-created 'set -gaF @log "session-created,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-closed 'set -gaF @log "session-closed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-window-changed 'set -gaF @log "session-window-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-linked 'set -gaF @log "window-linked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-unlinked 'set -gaF @log "window-unlinked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-renamed 'set -gaF @log "window-renamed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-pane-changed 'set -gaF @log "window-pane-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-layout-changed 'set -gaF @log "window-layout-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g pane-exited 'set -gaF @log "pane-exited,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    send-keys -t b:one C-d
    until /unlinked/ show -gv @log
    send-keys -t b:two C-d
    until /closed/ show -gv @log`,
  "hooks of a session whose windows are unlinked": `
    new-session -d -s keep -n kept cat
    new-session -d -s b -n one cat
    new-window -d -t b: -n two cat
    set-hook -g session-created 'set -gaF @log "session-created,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-closed 'set -gaF @log "session-closed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g session-window-changed 'set -gaF @log "session-window-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-linked 'set -gaF @log "window-linked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-unlinked 'set -gaF @log "window-unlinked,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-renamed 'set -gaF @log "window-renamed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-pane-changed 'set -gaF @log "window-pane-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g window-layout-changed 'set -gaF @log "window-layout-changed,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    set-hook -g pane-exited 'set -gaF @log "pane-exited,#{hook_session},#{hook_session_name},#{hook_window},#{hook_window_name},#{hook_pane} "'
    link-window -s b:one -t keep:5
    unlink-window -t b:one
    unlink-window -k -t b:two
    show -gv @log`,
};
