#!/usr/bin/env bash
for key in u i o; do tmux bind-key -T prefix "$key" display-message "quick $key"; done
tmux source-file "$(dirname "$0")/more.conf"
