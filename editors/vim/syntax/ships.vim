" Colours for scripts of the Ships language. Each word in capitals is a command, unless it is a class.

if exists('b:current_syntax')
  finish
endif

" Only the tag at the start of a group shows how to colour its lines, and groups may be long.
syntax sync fromstart

" If several items match, Vim uses the last one. shipsWrong is for text that no later item matches.
syntax match shipsWrong "[^[:space:]#]\+" contained
syntax match shipsWrong "\[[^[:space:]#]*"
syntax match shipsProse "[^[:space:]#[][^#]*"
syntax match shipsComment "#.*$"

syntax match shipsNumber "\v%(^|\s)@1<=[+-]?\d+%(\s|#|$)@=" contained
syntax match shipsWord "\v%(^|\s)@1<=[ABNESWFLR]%(\s|#|$)@=" contained
syntax match shipsCommand "\v%(^|\s)@1<=[A-Z_]{3,}%(\s|#|$)@=" contained
syntax match shipsClass "\v%(^|\s)@1<=(CAR|BAT|CRU|DES)%(\s|#|$)@=" contained


" A note: its player, then words to the end of the line.
syntax match shipsNoteCommand "\v%(^|\s)@1<=(INFORMATION)%(\s|#|$)@=" contained
      \ nextgroup=shipsNotePlayer skipwhite skipnl skipempty
syntax match shipsNotePlayer "\v[AB]%(\s|#|$)@=" contained nextgroup=shipsNote
syntax match shipsNote "[^#]*" contained

syntax cluster shipsArguments contains=shipsWrong,shipsComment,shipsNumber,shipsWord,shipsCommand,shipsClass
syntax region shipsState matchgroup=shipsStateTag contains=@shipsArguments,shipsNoteCommand
      \ start="\v%(^|\s)@1<=\[state\]%(\s|#|$)@=" end="\v%(^|\s)@1<=\[state\]%(\s|#|$)@="
syntax region shipsTurnA matchgroup=shipsTagA contains=@shipsArguments
      \ start="\v%(^|\s)@1<=\[playerA\]%(\s|#|$)@=" end="\v%(^|\s)@1<=\[playerA\]%(\s|#|$)@="
syntax region shipsTurnB matchgroup=shipsTagB contains=@shipsArguments
      \ start="\v%(^|\s)@1<=\[playerB\]%(\s|#|$)@=" end="\v%(^|\s)@1<=\[playerB\]%(\s|#|$)@="

highlight default link shipsCommand Keyword
highlight default link shipsNoteCommand Keyword
highlight default link shipsStateTag PreProc
highlight default link shipsTagA Type
highlight default link shipsTagB Identifier
highlight default link shipsNumber Number
highlight default link shipsWord Constant
highlight default link shipsClass Special
highlight default link shipsNotePlayer Constant
highlight default link shipsNote String
highlight default link shipsProse Comment
highlight default link shipsComment Comment
highlight default link shipsWrong Error

let b:current_syntax = 'ships'
