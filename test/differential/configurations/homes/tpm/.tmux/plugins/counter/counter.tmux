#!/usr/bin/env bash
tmux set-option -gq @counter "$(tmux show-options -g | grep -c '^status')"
tmux set-hook -g window-linked "set -gF @counter '#{session_windows}'"
