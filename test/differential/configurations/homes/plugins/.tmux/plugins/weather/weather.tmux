#!/usr/bin/env bash
# Puts its own command in the place of #{weather} in the status line.
dir="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

option() {
	local value
	value="$(tmux show-option -gqv "$1")"
	echo "${value:-$2}"
}

interpolate() {
	local text="$1"
	echo "${text//\#\{weather\}/#($dir/now.sh "$(option @weather_place Nowhere)")}"
}

for name in status-left status-right; do
	tmux set-option -gq "$name" "$(interpolate "$(option "$name")")"
done
