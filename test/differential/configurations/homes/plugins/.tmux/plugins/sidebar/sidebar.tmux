#!/usr/bin/env bash
# Binds its keys, and remembers what stood there.
dir="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
key="$(tmux show-option -gqv @sidebar_key)"
tmux bind-key "$key" run-shell "$dir/scripts/toggle.sh '#{pane_id}'"
tmux bind-key "${key}" run-shell "$dir/scripts/toggle.sh focus,'#{pane_id}'"
tmux set-hook -g after-kill-pane "run-shell '$dir/scripts/forget.sh'"
tmux set-option -g @sidebar_loaded "$(tmux list-keys -T prefix | grep -c sidebar)"
if ! tmux has-session -t =nowhere 2>/dev/null; then
	tmux set-option -g @sidebar_alone yes
fi
tmux show-environment -g SIDEBAR >/dev/null 2>&1 || tmux set-environment -g SIDEBAR on
