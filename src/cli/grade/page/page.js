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
  // The rules that are right are left out: with the name of a rule, a teacher looks for those who break it.
  const words = (part) =>
    [...part.querySelectorAll(".who, .tag, .sums, .trouble, .rules:not(.right), article")].map((found) => found.textContent).join("\n").toLowerCase();
  filter.addEventListener("input", () => {
    const wanted = filter.value.toLowerCase();
    for (const part of parts) part.hidden = !words(part).includes(wanted);
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
