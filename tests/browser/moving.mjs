// Makes one animated SVG of a replay. It has a frame for each step, and CSS alone shows one frame after the other. The
// SVG follows the reader's colour scheme, and stands still if the reader prefers reduced motion.

const WIDTH = 960, HEIGHT = 560;
/** PACE: the seconds that a step is shown. REST: for how many more steps of this length the last step stays. */
const PACE = 0.8, REST = 5;

/** What a replay's page shows at a step. Runs in the page. */
function seen() {
  const svg = document.querySelector(".frame > .board");
  const layer = (name) => svg.querySelector(`.layer.${name}`).innerHTML;
  const fleets = [...document.querySelectorAll(".fleet")].map((fleet) => ({
    name: fleet.querySelector(".score .name").textContent,
    left: fleet.querySelector(".score .left").textContent,
    done: fleet.querySelector(".score .done").textContent,
    ships: [...fleet.querySelectorAll(".ships li")].map((row) => [row.querySelector(".name").textContent, [...row.querySelectorAll(".pips i")].map((pip) => (pip.className ? "x" : "o")).join("")]),
  }));
  return {
    ships: [...svg.querySelectorAll(".layer.ship > g")].map((ship) => [ship.cloneNode(true), ship.style.transform]).map(([ship, place]) => {
      ship.removeAttribute("style");
      for (const name of ["role", "aria-label"]) ship.removeAttribute(name);
      ship.querySelector("title")?.remove();
      return [ship.outerHTML, place];
    }),
    shot: layer("shot").replaceAll(" fresh", ""), ghost: layer("ghost"),
    who: document.querySelector(".caption .who")?.textContent ?? "",
    side: document.querySelector(".caption .who")?.className.match(/side-(.)/)?.[1] ?? "",
    caption: [...document.querySelector(".caption").childNodes].filter((node) => !node.className?.includes?.("who")).map((node) => node.textContent).join(""),
    fleets,
  };
}

/** What is the same in all steps. Runs in the page. */
function still() {
  const svg = document.querySelector(".frame > .board");
  const layers = ["fog", "sea", "grid", "edge", "reef"].map((name) => svg.querySelector(`.layer.${name}`).outerHTML).join("");
  const { width, height } = svg.getBoundingClientRect();
  return { defs: svg.querySelector("defs").outerHTML, layers, world: svg.querySelector("defs + g").getAttribute("transform"), rim: svg.querySelector(".rim").innerHTML, width, height, style: document.querySelector("style").textContent };
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Breaks a text into lines of at most `most` characters. */
function lines(text, most) {
  const all = [""];
  for (const word of text.split(" ")) {
    if (all.at(-1).length + word.length >= most) all.push("");
    all[all.length - 1] += `${all.at(-1) && " "}${word}`;
  }
  return all;
}

function panel({ fleets, who, side, caption }, left) {
  const parts = fleets.flatMap(({ name, left: parts, done, ships }, i) => {
    const top = 40 + i * 205, mark = i ? `<circle cx="${left + 7}" cy="${top - 5}" r="6" class="b"/>` : `<rect x="${left + 1}" y="${top - 11}" width="12" height="12" rx="3" class="a"/>`;
    const rows = ships.map(([ship, pips], k) => {
      const y = top + 66 + k * 24;
      const signs = [...pips].map((pip, n) => {
        const x = left + 74 + n * 18;
        if (pip === "x") return `<path d="M${x} ${y - 10}l10 10m0-10l-10 10" class="gone"/>`;
        return i ? `<circle cx="${x + 5}" cy="${y - 5}" r="5.5" class="b"/>` : `<rect x="${x}" y="${y - 10}" width="11" height="11" rx="2.5" class="a"/>`;
      });
      return `<text x="${left}" y="${y}" class="mono">${escaped(ship)}</text>${signs.join("")}`;
    });
    return [`${mark}<text x="${left + 22}" y="${top}" class="name">${escaped(name)}</text>`,
      `<text x="${left}" y="${top + 30}"><tspan class="large">${escaped(parts.split(" ")[0])}</tspan><tspan class="soft"> ${escaped(parts.split(" ").slice(1).join(" "))} · ${escaped(done)}</tspan></text>`, ...rows];
  });
  const captions = lines(caption, 44).map((line, i) => `<text x="${left}" y="${498 + i * 24}" class="told">${escaped(line)}</text>`);
  return `${parts.join("")}<text x="${left}" y="470" class="turn-${side}">${escaped(who)}</text>${captions.join("")}`;
}

/** The picture of these steps. If it stands still, it shows the step `rest`. */
export async function moving(page, steps, rest) {
  const whole = await page.evaluate(still);
  const shapes = new Map();
  const shape = (markup) => {
    if (!shapes.has(markup)) shapes.set(markup, `s${shapes.size}`);
    return shapes.get(markup);
  };
  const slider = page.getByRole("slider", { name: "Step" });
  const frames = [];
  for (const step of steps) {
    await slider.evaluate((input, step) => {
      input.value = step;
      input.dispatchEvent(new Event("input"));
    }, step);
    frames.push(await page.evaluate(seen));
  }
  const count = frames.length + REST, time = count * PACE;
  const scale = (HEIGHT - 24) / whole.height;
  const left = whole.width * scale + 36;
  const groups = frames.map((frame, i) => {
    const ships = frame.ships.map(([markup, place]) => `<use href="#${shape(markup)}" style="transform:${place}"/>`).join("");
    const isLast = i === frames.length - 1;
    return `<g class="f${isLast ? " last" : ""}${steps[i] === rest ? " still" : ""}" style="animation-delay:${((i / count - 1) * time).toFixed(2)}s"><g transform="translate(12 12) scale(${scale.toFixed(4)})"><g transform="${whole.world}"><g class="layer ghost">${frame.ghost}</g><g class="layer ship">${ships}</g><g class="layer shot">${frame.shot}</g></g></g>${panel(frame, left)}</g>`;
  });
  const named = [...shapes].map(([markup, id]) => markup.replace("<g", `<g id="${id}"`)).join("");
  const share = (shown) => ((100 * shown) / count).toFixed(3);
  const style = `${whole.style.slice(0, whole.style.indexOf("* { box-sizing"))}${whole.style.slice(whole.style.indexOf("/* The sea */"), whole.style.indexOf("/* Controls */"))}
text { font-family: system-ui, "Segoe UI", Roboto, sans-serif; fill: var(--ink); font-size: 15px; } .paper { fill: var(--paper); } .mono { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 14px; }
.name { font-weight: 600; } .large { font-size: 28px; font-weight: 700; } .soft { fill: var(--soft); } .told { font-size: 17px; } .turn-A { fill: var(--a-ink); font-weight: 650; } .turn-B { fill: var(--b-ink); font-weight: 650; }
.a { fill: var(--a); } .b { fill: var(--b); } .gone { stroke: var(--fire); stroke-width: 2.4; } .rim text { stroke: none; fill: var(--soft); }
.f { visibility: hidden; animation: f ${time.toFixed(2)}s step-end infinite; } .last { animation-name: last; }
@keyframes f { 0% { visibility: visible; } ${share(1)}%, 100% { visibility: hidden; } } @keyframes last { 0% { visibility: visible; } ${share(1 + REST)}%, 100% { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) { .f { animation: none; } .still { visibility: visible; } }`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="A replay: two machines fight, step by step">
<style>${style.replaceAll("<", "&lt;")}</style>
${whole.defs.replace("</defs>", `${named}</defs>`)}
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="16"/>
<g transform="translate(12 12) scale(${scale.toFixed(4)})"><g transform="${whole.world}">${whole.layers}</g><g class="rim">${whole.rim}</g></g>
${groups.join("\n")}
</svg>
`;
}
