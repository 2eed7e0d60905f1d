# SPDX-License-Identifier: MIT
# Completion for bash. It knows no command and no option: the program lists its own (--help=list).

# The names that the word before asks for: _foldcheck_values PROGRAM OPTION VALUE WORDS.
_foldcheck_values() {
    case $2:$3 in
        --strategy:*) foldcheck list strategies 2>/dev/null | cut -d' ' -f1 ;;
        --operator:*) foldcheck list operators 2>/dev/null | cut -d' ' -f1 ;;
        --property:*) foldcheck list properties 2>/dev/null | cut -d' ' -f1 ;;
        *:COMMAND) "$1" --help=list 2>/dev/null | cut -f1 ;;
        *) printf '%s' "$4" ;;
    esac
}

_foldcheck() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local table='' value='' words=''
    [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}
    [ "$word" = = ] && word='' && before=${COMP_WORDS[COMP_CWORD - 1]}
    if [ "${program##*/}" = foldcheck_app ] || ((COMP_CWORD == 1)) || [ "${COMP_WORDS[1]}" = help ]; then
        table=$("$program" --help=list 2>/dev/null)
    else
        table=$("$program" "${COMP_WORDS[1]}" --help=list 2>/dev/null)
    fi
    value=$(awk -F'\t' -v name="$before" '$1 == name { print $2 }' <<<"$table")
    if [ -n "$value" ]; then
        words=$(awk -F'\t' -v name="$before" '$1 == name { print $4 }' <<<"$table")
        words=$(_foldcheck_values "$program" "$before" "$value" "$words")
        [ -n "$words" ] || { mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; }
    else
        words=$(cut -f1 <<<"$table")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -F _foldcheck foldcheck foldcheck_app
