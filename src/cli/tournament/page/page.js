"use strict";
// Opens the list of games to which the address points. To print, opens all lists.
function show() {
  const part = location.hash && document.getElementById(location.hash.slice(1));
  const games = part && part.closest("details");
  if (!games) return;
  games.open = true;
  part.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", show);
addEventListener("beforeprint", () => {
  for (const games of document.querySelectorAll("details")) games.open = true;
});
show();
