"use strict";
// Filters and sorts the submissions. To print, opens all closed parts, and then closes them again.
const list = document.getElementById("submissions");
const parts = [...list.children];
const tools = document.getElementById("tools");
if (tools) {
  tools.hidden = false;
  tools.addEventListener("submit", (event) => event.preventDefault());
  const filter = document.getElementById("filter");
  const sort = document.getElementById("sort");
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const part of parts) part.hidden = !part.textContent.toLowerCase().includes(wanted);
  });
  // A submission without a mark is sorted as if it had no points.
  const number = (part, key) => Number(part.dataset[key]) || 0;
  const orders = {
    name: () => 0,
    score: (a, b) => number(b, "score") - number(a, "score"),
    "-score": (a, b) => number(a, "score") - number(b, "score"),
    findings: (a, b) => number(b, "findings") - number(a, "findings"),
  };
  sort.addEventListener("change", () => list.append(...[...parts].sort(orders[sort.value])));
}
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:not([open])")];
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => closed.forEach((part) => (part.open = false)));
