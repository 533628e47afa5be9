" Settings for scripts of the Ships language: `:make` checks the script, `:BroadsideFormat` formats it.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal shiftwidth=2 softtabstop=2 expandtab
compiler broadside

" Formats the buffer; a script with a syntax error stays as it is.
function! s:format() abort
  let l:formatted = systemlist('broadside fmt -', getline(1, '$'))
  if v:shell_error
    echohl ErrorMsg | echo join(l:formatted, "\n") | echohl None
    return
  endif
  let l:view = winsaveview()
  call setline(1, l:formatted)
  silent call deletebufline('%', len(l:formatted) + 1, '$')
  call winrestview(l:view)
endfunction
command! -buffer -bar BroadsideFormat call s:format()

let b:undo_ftplugin = 'setlocal comments< commentstring< shiftwidth< softtabstop< expandtab< makeprg< errorformat<'
      \ .. ' | delcommand -buffer BroadsideFormat'
