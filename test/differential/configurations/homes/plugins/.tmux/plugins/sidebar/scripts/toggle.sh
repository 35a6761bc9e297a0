#!/bin/sh
tmux set -g @toggled "$1"
