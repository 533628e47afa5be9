" `:make` shows what `broadside check` finds in the current script.

if exists('current_compiler')
  finish
endif
let current_compiler = 'broadside'

CompilerSet makeprg=broadside\ check\ %:S
CompilerSet errorformat=%Eerror:\ %m,%Wwarning:\ %m,%C\ %#-->\ %f:%l:%c,%C\ %#=\ %m,%-C%.%#,%-G%.%#
