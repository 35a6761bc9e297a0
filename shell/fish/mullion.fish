# Keeps Mullion's bin directory first on PATH, and marks prompts, commands and the working directory with OSC 133 and
# OSC 7. Read after the user's files (fish --init-command).

status is-interactive; or exit

if set -q MULLION_BIN
    set -gx PATH $MULLION_BIN (string match --invert -- $MULLION_BIN $PATH)
end

function __mullion_directory --on-variable PWD --on-event fish_prompt
    printf '\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
end

# From version 4 on fish marks its prompts itself.
if test (string split . -- $version)[1] -lt 4
    function __mullion_prompt --on-event fish_prompt
        printf '\e]133;A\a'
    end

    function __mullion_command --on-event fish_preexec
        printf '\e]133;C\a'
    end

    function __mullion_done --on-event fish_postexec
        printf '\e]133;D;%d\a' $status
    end
end
