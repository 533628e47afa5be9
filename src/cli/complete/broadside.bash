# Completion of broadside for bash: the program says which words and files can come next.

_broadside() {
    local at word last words=()
    # bash cuts words at `=` and `:`; here they are whole again.
    for ((at = 1; at <= COMP_CWORD; at++)); do
        last=$((${#words[@]} - 1))
        if ((last >= 0)) && [[ ${COMP_WORDS[at]} == [=:] || ${COMP_WORDS[at - 1]} == [=:] ]]; then
            words[last]+=${COMP_WORDS[at]}
        else
            words+=("${COMP_WORDS[at]}")
        fi
    done
    last=${words[${#words[@]} - 1]}
    local head=${last%"${last##*[=:]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        word=${word#"$head"}
        case $word in
            *[[:blank:]\'\"\\\$\&\;\|\(\)\<\>\*\?]*) word=$(printf %q "$word") ;;
        esac
        COMPREPLY+=("$word")
    done < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2> /dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=:] ]]; then
        compopt -o nospace 2> /dev/null
    fi
    return 0
}

complete -o bashdefault -o default -F _broadside broadside
