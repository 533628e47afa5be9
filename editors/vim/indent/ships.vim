" Indents scripts of the Ships language as `broadside fmt` does: two blanks before lines inside a group. The
" syntax file finds the groups.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal autoindent indentexpr=ShipsIndent(v:lnum)
setlocal indentkeys=o,O,!^F,=[state],=[playerA],=[playerB]
let b:undo_indent = 'setlocal autoindent< indentexpr< indentkeys<'

if exists('*ShipsIndent')
  finish
endif

" Prose keeps its indentation.
function! ShipsIndent(lnum) abort
  if getline(a:lnum) =~# '^\s*\[\%(state\|player[AB]\)\]'
    return 0
  endif
  let l:groups = map(synstack(a:lnum, 1), 'synIDattr(v:val, "name")')
  let l:is_inside = !empty(filter(l:groups, 'v:val =~# "^ships\\%(State\\|Turn[AB]\\)$"'))
  return l:is_inside ? 2 : -1
endfunction
