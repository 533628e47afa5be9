// Colours for the languages of the book's blocks; `.ci/book` appends this to the highlighter of mdbook. A test holds the
// lists of commands to the program's table: BLESS=1 cargo test editor
hljs.registerLanguage("ships", () => {
  const alone = (words) => new RegExp(`(?<!\\S)${words.source}(?!\\S)`);
  return {
    name: "Ships",
    contains: [
      { className: "comment", begin: /#/, end: /$/ },
      { className: "section", begin: alone(/\[(state|playerA|playerB)\]/) },
      { className: "keyword", begin: alone(/(PRINT|SET_FLEET|NEXT_PLAYER|BOARD_SIZE|INIT_POSITION|REEF|SHIP|EXTENDED_SHIPS|AUTO_SHOOTING|SET_AI_PLAYER|SRAND|SAVE)/) },
      { className: "keyword", begin: alone(/(PRINT|PLACE_SHIP|SHOOT|MOVE|SPY)/) },
      { className: "keyword", begin: alone(/(INFORMATION)/), starts: { end: /$|#/, returnEnd: true } },
      { className: "built_in", begin: alone(/(CAR|BAT|CRU|DES)/) },
      { className: "literal", begin: alone(/[ABNESWFLR]/) },
      { className: "number", begin: alone(/[+-]?\d+/) },
    ],
  };
});
for (const name of ["form", "output"]) hljs.registerLanguage(name, () => ({ name, contains: [] }));
