// Colours for the languages of the book's blocks; `.ci/book` appends this to the highlighter of mdbook. A command
// is a word of capitals.
hljs.registerLanguage("ships", () => {
  const alone = (words) => new RegExp(`(?<!\\S)${words.source}(?!\\S)`);
  return {
    name: "Ships",
    contains: [
      { className: "comment", begin: /#/, end: /$/ },
      { className: "section", begin: alone(/\[(state|playerA|playerB)\]/) },
      { className: "built_in", begin: alone(/(CAR|BAT|CRU|DES)/) },
      { className: "keyword", begin: alone(/INFORMATION/), starts: { end: /$|#/, returnEnd: true } },
      { className: "keyword", begin: alone(/[A-Z_]{3,}/) },
      { className: "literal", begin: alone(/[ABNESWFLR]/) },
      { className: "number", begin: alone(/[+-]?\d+/) },
    ],
  };
});
for (const name of ["form", "output"]) hljs.registerLanguage(name, () => ({ name, contains: [] }));
