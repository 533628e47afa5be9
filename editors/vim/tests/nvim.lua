-- Talks with `broadside lsp` as Neovim does, with broadside on PATH, from the root of the repository:
-- nvim --headless --clean --cmd 'set runtimepath^=editors/vim' -c 'luafile editors/vim/tests/nvim.lua'
-- Writes mistakes to standard error; then Neovim ends with status 1.

local function fail(what)
  io.stderr:write(what .. '\n')
  vim.cmd('cquit 1')
end

local function main()
  vim.cmd('filetype plugin indent on')
  local path = vim.fn.tempname() .. '.ships'
  vim.fn.writefile({ '[state] # 😀', 'REEF 1', '  x', 'REEF 99 99 # é', '[state]' }, path)
  vim.cmd('edit ' .. vim.fn.fnameescape(path))
  assert(vim.bo.filetype == 'ships', 'the file type is not known')

  local config = dofile('editors/vim/lsp/broadside.lua')
  config.name = 'broadside'
  local start = vim.lsp.start or vim.lsp.start_client
  local client = start(config)
  assert(client, 'the server does not start')
  vim.lsp.buf_attach_client(0, client)

  local function found()
    return #vim.diagnostic.get(0)
  end
  assert(vim.wait(10000, function() return found() == 2 end, 20), found() .. ' findings')
  local last = vim.diagnostic.get(0)[2]
  assert(last.lnum == 3 and last.col == 0 and last.end_col == 10, vim.inspect(last))

  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
    local _, answer = next(answers)
    assert(answer and answer.result, method .. ' has no answer')
    return answer.result
  end
  local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 3, character = 3 } }
  local help = ask('textDocument/hover', place)
  assert(help.contents.value:find('lays a reef', 1, true), vim.inspect(help))
  local words = ask('textDocument/completion', place)
  assert(words.items[1].label == 'REEF', vim.inspect(words))

  vim.api.nvim_buf_set_lines(0, 1, 4, false, { 'REEF 1', '1' })
  assert(vim.wait(10000, function() return found() == 0 end, 20), found() .. ' findings')
  local options = { textDocument = place.textDocument, options = { tabSize = 2, insertSpaces = true } }
  local edits = ask('textDocument/formatting', options)
  vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  assert(vim.deep_equal(lines, { '[state] # 😀', '  REEF 1 1', '[state]' }), vim.inspect(lines))
end

local ok, problem = xpcall(main, debug.traceback)
if not ok then
  fail(problem)
end
vim.cmd('qall!')
