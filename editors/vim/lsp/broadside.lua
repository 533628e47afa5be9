-- The language server of broadside, for `vim.lsp.enable('broadside')` of Neovim 0.11 and newer. The book's
-- page on editors says what to write for older versions.

---@type vim.lsp.Config
return {
  cmd = { 'broadside', 'lsp' },
  filetypes = { 'ships' },
  root_markers = { '.git' },
}
