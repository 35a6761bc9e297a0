import type { Cases } from "../compare.ts";

/** Every variable that tools were seen to ask for, but those that are never the same twice. */
const VARIABLES = [
  "active_window_index",
  "alternate_saved_x",
  "alternate_saved_y",
  "buffer_name",
  "buffer_sample",
  "buffer_size",
  "client_cell_height",
  "client_cell_width",
  "client_control_mode",
  "client_discarded",
  "client_flags",
  "client_height",
  "client_key_table",
  "client_name",
  "client_session",
  "client_termname",
  "client_tty",
  "client_uid",
  "client_user",
  "client_width",
  "client_written",
  "command_list_alias",
  "command_list_name",
  "command_list_usage",
  "config_files",
  "copy_cursor_line",
  "copy_cursor_word",
  "copy_cursor_x",
  "copy_cursor_y",
  "current_file",
  "cursor_character",
  "cursor_flag",
  "cursor_x",
  "cursor_y",
  "history_limit",
  "history_size",
  "insert_flag",
  "keypad_cursor_flag",
  "keypad_flag",
  "last_window_index",
  "line",
  "mouse_all_flag",
  "mouse_any_flag",
  "mouse_button_flag",
  "mouse_sgr_flag",
  "mouse_standard_flag",
  "next_session_id",
  "origin_flag",
  "pane_active",
  "pane_at_bottom",
  "pane_at_left",
  "pane_at_right",
  "pane_at_top",
  "pane_bg",
  "pane_bottom",
  "pane_dead",
  "pane_dead_signal",
  "pane_dead_status",
  "pane_dead_time",
  "pane_fg",
  "pane_height",
  "pane_id",
  "pane_in_mode",
  "pane_index",
  "pane_left",
  "pane_right",
  "pane_search_string",
  "pane_start_command",
  "pane_start_path",
  "pane_tabs",
  "pane_title",
  "pane_top",
  "pane_tty",
  "pane_width",
  "scroll_position",
  "scroll_region_lower",
  "scroll_region_upper",
  "search_match",
  "selection_end_x",
  "selection_end_y",
  "selection_start_x",
  "selection_start_y",
  "server",
  "session_alerts",
  "session_attached",
  "session_attached_list",
  "session_created",
  "session_created_string",
  "session_group",
  "session_group_attached",
  "session_group_list",
  "session_group_size",
  "session_id",
  "session_last_attached",
  "session_name",
  "session_path",
  "session_stack",
  "session_windows",
  "socket_path",
  "start_time",
  "uid",
  "user",
  "version",
  "window_active",
  "window_active_clients",
  "window_active_sessions",
  "window_cell_height",
  "window_cell_width",
  "window_height",
  "window_id",
  "window_index",
  "window_layout",
  "window_linked",
  "window_linked_sessions",
  "window_linked_sessions_list",
  "window_marked_flag",
  "window_name",
  "window_offset_x",
  "window_offset_y",
  "window_panes",
  "window_raw_flags",
  "window_stack_index",
  "window_width",
  "window_zoomed_flag",
  "wrap_flag",
];

/** As libtmux asks: all at once, with a separator that no value holds. */
const ALL = VARIABLES.map((name) => `#{${name}}`).join("\u241e");

/** What tools that drive tmux were seen to ask, in the way they ask it. */
export const fieldCases: Cases = {
  "everything about everything": `
    new-session -P -F '#{session_id}' -s one -d -c / -x 120 -y 40 -n main cat
    new-window -d -t '$0:' -n second -P -F '#{window_id} #{pane_id}' cat
    split-window -d -t @0 -h cat
    list-sessions -F '${ALL}'
    list-windows -a -F '${ALL}'
    list-windows -t '$0' -F '${ALL}'
    list-panes -a -F '${ALL}'
    list-panes -s -t one -F '${ALL}'
    list-panes -t @0 -F '${ALL}'
    display-message -p -t %0 '${ALL}'
    list-clients -F '${ALL}'
    set-buffer text
    list-buffers -F '${ALL}'`,
  "flags given twice and in clusters": `
    new-session -d -s one -s two -x 10 -x 120 -y 40 -n main cat
    list-sessions -F '#S'
    new-window -t nosuch: -d -P -c / -F '#{window_index}' -n w -t 'two:' cat
    capture-pane -pt two -S -
    capture-pane -peJt two
    show-options -gqv status
    show-options -Av -t two status
    show -wt two
    send-keys -lt two 'x'
    list-panes -t=two -F '#{pane_index}'
    has-session -t=two
    has-session -t=tw
    list-windows -t two:main -F '#W'
    list-windows -t =two: -F '#W'
    list-panes -t two:^ -F '#P'
    list-panes -t two:^.0 -F '#P'
    display-message -t two:^.0 -p '#{pane_id}'`,
  "long sequences": `
    new-session -d -s one -x 80 -y 24 -n main cat ; set-option -t one history-limit 5000 ; set-option -t one status off ; set-option -t one mouse on ; set-option -w -t one remain-on-exit on ; set-option -t one @name x ; set-option -t one set-titles on ; set -t one set-titles-string '#S' ; set -t one status-left-length 80 ; set-option -t one status-right '' ; set-window-option -t one aggressive-resize on
    show-options -t one
    show-options -w -t one
    set-option -t one history-limit 10000000
    show-options -v -t one history-limit
    set-option -s -q escape-time 0
    set-option -as -q terminal-features ',*:hyperlinks'
    set-option -s -q extended-keys on
    set-option -s -q extended-keys-format csi-u
    show-options -s escape-time
    show-options -s extended-keys
    set-option -t =one: -w window-size manual
    show-options -wv -t =one: window-size
    show-options -gwv pane-border-status
    show-options -Awv -t one pane-border-status
    set-environment -g -u CLAUDECODE
    set-environment -t one KEY value
    show-environment -t one KEY
    show-environment -t one nosuch
    set-hook -t one pane-died 'kill-session'
    set-hook -u -t one pane-died
    show-hooks -t one
    resize-pane -t one -y 10
    resize-window -t one -x 100
    list-keys -T prefix n
    bind-key -n -T root F5 select-window -t one
    bind-key -T prefix j run-shell 'true'
    unbind-key -T root F5
    clear-history -t one
    kill-session -t =one`,
};
