# Shell integration for bash: keeps Mullion's bin directory first on PATH, and marks prompts, commands and the working
# directory with OSC 133 and OSC 7.
#
# Bash reads this file in place of its start files: it is started in POSIX mode, where an interactive shell reads $ENV
# and nothing else (or, where that does not work, as --rcfile). So the first half leaves POSIX mode without a trace and
# reads exactly the files that bash would have read, at the top level, because a `declare` inside a function would be
# local. The second half installs the hooks. MULLION_BASH says what kind of start this is: "login" or "plain".

if [[ $- == *i* && -n ${MULLION_BASH-} ]]; then
  __mullion_kind=$MULLION_BASH
  __mullion_posix=""
  unset MULLION_BASH

  if [[ -o posix ]]; then
    __mullion_posix=yes
    set +o posix
    shopt -u inherit_errexit 2>/dev/null
    # POSIX mode chose another default; one that the user exported is the user's.
    if [[ ${HISTFILE-} == ~/.sh_history && $(declare -p HISTFILE 2>/dev/null) != "declare -x"* ]]; then
      HISTFILE=~/.bash_history
    fi
  fi
  if [[ -n ${MULLION_BASH_ENV+set} ]]; then
    export ENV=$MULLION_BASH_ENV
    unset MULLION_BASH_ENV
  elif [[ ${ENV-} == "${BASH_SOURCE[0]}" ]]; then
    unset ENV
  fi

  __mullion_first_on_path() {
    [[ -n ${MULLION_BIN-} && $PATH != "$MULLION_BIN" && $PATH != "$MULLION_BIN":* ]] || return 0
    local rest=:$PATH:
    rest=${rest//:"$MULLION_BIN":/:}
    rest=${rest#:}
    PATH=$MULLION_BIN:${rest%:}
  }

  if [[ $__mullion_kind == login ]]; then
    [[ -r /etc/profile ]] && . /etc/profile
    # A profile of the user's that becomes another shell takes this PATH with it.
    __mullion_first_on_path
    for __mullion_file in ~/.bash_profile ~/.bash_login ~/.profile; do
      if [[ -r $__mullion_file ]]; then
        . "$__mullion_file"
        break
      fi
    done
  else
    # Which system-wide file bash reads was decided when it was built: Debian and Arch, Void and Gentoo. Before an
    # --rcfile bash has read it already.
    for __mullion_file in /etc/bash.bashrc /etc/bash/bashrc; do
      if [[ -n $__mullion_posix && -r $__mullion_file ]]; then
        . "$__mullion_file"
        break
      fi
    done
    [[ -r ~/.bashrc ]] && . ~/.bashrc
  fi
  unset __mullion_kind __mullion_posix __mullion_file
  __mullion_first_on_path
  unset -f __mullion_first_on_path

  # The number of commands run so far, so that an empty line is not reported as a command that ended.
  if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)); then
    eval '__mullion_count() { local number="\#"; __mullion_number=${number@P}; }'
  else
    __mullion_count() { __mullion_number=$((${__mullion_number:-0} + 1)); }
  fi
  __mullion_ended=""

  # First in PROMPT_COMMAND: the command ended. Leaves $? as it was for what comes after it.
  __mullion_before() {
    local status=$?
    __mullion_count
    if [[ -n $__mullion_ended && $__mullion_ended != "$__mullion_number" ]]; then
      printf '\e]133;D;%d\a' "$status" >&2
    fi
    __mullion_ended=$__mullion_number
    [[ $- == *e* ]] && return 0
    return "$status"
  }

  # Last in PROMPT_COMMAND: a theme may have set PS1 again by now.
  __mullion_after() {
    local status=$?
    __mullion_directory
    printf '\e]133;A\a' >&2
    [[ ${PS1-} == *'\e]133;B\a'* ]] || PS1=${PS1-}'\[\e]133;B\a\]'
    [[ ${PS0-} == *'\e]133;C\a'* ]] || PS0=${PS0-}'\e]133;C\a'
    [[ $- == *e* ]] && return 0
    return "$status"
  }

  __mullion_directory() {
    local LC_ALL=C path="" character position
    if [[ $PWD == *[!A-Za-z0-9/._~-]* ]]; then
      for ((position = 0; position < ${#PWD}; position++)); do
        character=${PWD:position:1}
        if [[ $character != [A-Za-z0-9/._~-] ]]; then
          printf -v character '%d' "'$character"
          printf -v character '%%%02X' "$((character & 255))"
        fi
        path+=$character
      done
    else
      path=$PWD
    fi
    printf '\e]7;file://%s%s\a' "${HOSTNAME-}" "$path" >&2
  }

  # The hooks are named through variables, which a nested shell that inherits an exported PROMPT_COMMAND does not have.
  __mullion_first=__mullion_before
  __mullion_last=__mullion_after
  if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == "declare -a"* ]]; then
    PROMPT_COMMAND=('${__mullion_first-}' "${PROMPT_COMMAND[@]}" '${__mullion_last-}')
  else
    PROMPT_COMMAND='${__mullion_first-}'$'\n'${PROMPT_COMMAND-}$'\n''${__mullion_last-}'
  fi
fi
