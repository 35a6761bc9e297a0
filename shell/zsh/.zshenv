# Shell integration for zsh. ZDOTDIR leads zsh here; the first thing done is to give it back, so that zsh itself reads
# every other start file of the user's from where it always was.

typeset -g __mullion_script="$ZDOTDIR/mullion.zsh"
if [[ -n "${MULLION_ZDOTDIR+set}" ]]; then
  export ZDOTDIR="$MULLION_ZDOTDIR"
  unset MULLION_ZDOTDIR
else
  unset ZDOTDIR
fi

# An error in the user's file ends it as it always does; ours is loaded in either case.
{
  [[ ! -r "${ZDOTDIR-$HOME}/.zshenv" ]] || builtin source "${ZDOTDIR-$HOME}/.zshenv"
} always {
  [[ ! -o interactive ]] || builtin source "$__mullion_script"
  unset __mullion_script
}
