// Colours for the languages of the book's blocks; `.ci/book` appends this to the highlighter of mdbook.
hljs.registerLanguage("ships", () => ({
  name: "Ships",
  contains: [
    { className: "comment", begin: /#/, end: /$/ },
    { className: "section", begin: /\[(state|playerA|playerB)\]/ },
    { className: "keyword", begin: /\b(SPY|[A-Z_]{4,})\b/ },
  ],
}));
for (const name of ["form", "output"]) hljs.registerLanguage(name, () => ({ name, contains: [] }));
