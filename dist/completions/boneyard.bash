# SPDX-License-Identifier: MIT
# Completion for bash.  The program itself says what may follow: `boneyard complete [COMMAND PREVIOUS-WORD]`.
_boneyard() {
    local line=${COMP_LINE:0:COMP_POINT} words
    local current=${line##* }
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$1" complete 2>/dev/null)
    else
        local before=${line% *}
        words=$("$1" complete "${COMP_WORDS[1]}" "${before##* }" 2>/dev/null)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$(cut -f 1 <<<"$words")" -- "$current")
    # Readline replaces only what follows the last colon.
    if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%:*}:"}")
    fi
}
complete -o default -F _boneyard boneyard
