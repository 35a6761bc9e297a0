#!/bin/sh
tmux set -gu @toggled
