" Scripts of the Ships language.
autocmd BufNewFile,BufRead *.ships setfiletype ships
