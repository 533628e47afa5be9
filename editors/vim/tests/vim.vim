" Tries the files for Vim on the scripts of the repository, from its root, with broadside on PATH:
" vim --clean -es --cmd 'set runtimepath^=editors/vim' -S editors/vim/tests/vim.vim
" Writes mistakes to standard error; then Vim ends with status 1.

filetype plugin indent on
syntax on
set hidden shellpipe=>%s\ 2>&1
let s:wrong = []

" The words of a line with the names of their colours.
function! s:colours(lnum) abort
  let l:found = []
  let l:at = 0
  while 1
    let [l:word, l:start, l:end] = matchstrpos(getline(a:lnum), '\S\+', l:at)
    if l:start < 0
      return l:found
    endif
    call add(l:found, l:word .. ' ' .. synIDattr(synID(a:lnum, l:start + 1, 0), 'name'))
    let l:at = l:end
  endwhile
endfunction

function! s:check(what, found, wanted) abort
  if a:found !=# a:wanted
    call add(s:wrong, a:what .. ': ' .. string(a:found) .. ' and not ' .. string(a:wanted))
  endif
endfunction

" In the example scripts no word is coloured as wrong, and Vim indents as `broadside fmt` does.
for s:file in glob('scripts/*.ships', 0, 1)
  execute 'edit' fnameescape(s:file)
  call s:check(s:file, &filetype, 'ships')
  for s:lnum in range(1, line('$'))
    let s:bad = filter(s:colours(s:lnum), 'v:val =~# "shipsWrong$"')
    call s:check(s:file .. ':' .. s:lnum, s:bad, [])
  endfor
  BroadsideFormat
  let s:canonical = getline(1, '$')
  call s:check(s:file, s:canonical, systemlist('broadside fmt - < ' .. shellescape(s:file)))
  silent normal! gg=G
  let s:commands = filter(copy(s:canonical), 'v:val !~# "^\\s*#"')
  call s:check(s:file, filter(getline(1, '$'), 'v:val !~# "^\\s*#"'), s:commands)
  edit!
endfor

" Each kind of word has its colour.
enew
setfiletype ships
call setline(1, ['[state] INFORMATION A mind N 3 # x', 'SHIP B 1 -2 N 0 CAR 11111 Boo', '[state] bye [state]',
      \ '[playerB] SHOOT 1 2#x', '[playerB] [state]x'])
call s:check('colours', s:colours(1), ['[state] shipsStateTag', 'INFORMATION shipsNoteCommand', 'A shipsNotePlayer',
      \ 'mind shipsNote', 'N shipsNote', '3 shipsNote', '# shipsComment', 'x shipsComment'])
call s:check('colours', s:colours(2), ['SHIP shipsCommand', 'B shipsWord', '1 shipsNumber', '-2 shipsNumber',
      \ 'N shipsWord', '0 shipsNumber', 'CAR shipsClass', '11111 shipsNumber', 'Boo shipsWrong'])
call s:check('colours', s:colours(3), ['[state] shipsStateTag', 'bye shipsProse', '[state] shipsProse'])
call s:check('colours', s:colours(4), ['[playerB] shipsTagB', 'SHOOT shipsCommand', '1 shipsNumber',
      \ '2#x shipsNumber'])
call s:check('colours', s:colours(5), ['[playerB] shipsTagB', '[state]x shipsWrong'])

" `:make` shows the findings of `check`. A script with a syntax error is not formatted.
let s:script = tempname() .. '.ships'
call writefile(['[state]', 'REEF 99 99', 'PRIMT 1', 'EXTENDED_SHIPS EXTENDED_SHIPS', '[state]'], s:script)
execute 'edit' fnameescape(s:script)
silent make!
let s:found = map(filter(getqflist(), 'v:val.valid'), '[v:val.type, v:val.lnum, v:val.col]')
call s:check('make', s:found, [['E', 2, 1], ['E', 3, 1], ['W', 4, 16]])
silent BroadsideFormat
call s:check('format', getline(3), 'PRIMT 1')

call s:check('messages', v:errmsg, '')
if empty(s:wrong)
  qall!
endif
call writefile(s:wrong, '/dev/stderr')
cquit
