# Keeps Mullion's bin directory first on PATH, and marks prompts, commands and the working directory with OSC 133 and
# OSC 7. Loaded before the user's files; the hook that does the work first runs after all of them, at the first prompt.

typeset -g __mullion_state=""

__mullion_precmd() {
  builtin local -i code=$?
  builtin emulate -L zsh -o no_aliases
  [[ -w ${TTY-} ]] || return 0
  if [[ -z $__mullion_state ]]; then
    path=($MULLION_BIN ${path:#$MULLION_BIN})
    preexec_functions+=(__mullion_preexec)
  elif [[ $__mullion_state == running ]]; then
    builtin print -rn -- $'\e]133;D;'$code$'\a' >$TTY
  fi
  __mullion_state=idle
  __mullion_directory
  builtin print -rn -- $'\e]133;A\a' >$TTY
  # Last among the hooks, because a theme may write PS1 in its own.
  if [[ ${precmd_functions[-1]} != __mullion_precmd ]]; then
    precmd_functions=(${precmd_functions:#__mullion_precmd} __mullion_precmd)
  fi
  [[ $PS1 == *$'\e]133;B\a'* ]] || PS1+=$'%{\e]133;B\a%}'
}

__mullion_preexec() {
  builtin emulate -L zsh -o no_aliases
  __mullion_state=running
  [[ -w ${TTY-} ]] && builtin print -rn -- $'\e]133;C\a' >$TTY
  return 0
}

__mullion_directory() {
  builtin emulate -L zsh -o extended_glob -o no_multibyte
  builtin local match mbegin mend
  builtin print -rn -- $'\e]7;file://'${HOST-}${PWD//(#m)[^A-Za-z0-9\/._~-]/%${(l:2::0:)$(([##16]#MATCH))}}$'\a' >$TTY
}

typeset -ga precmd_functions preexec_functions
precmd_functions+=(__mullion_precmd)
