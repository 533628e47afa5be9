# Completion of broadside for fish: the program says which words and files can come next.

function __broadside_complete
    set -l before (commandline --tokenize --current-process --cut-at-cursor)
    set -l last (commandline --current-token --cut-at-cursor)
    command $before[1] complete -- $before[2..-1] "$last" 2>/dev/null
end

complete --command broadside --no-files --arguments '(__broadside_complete)'
