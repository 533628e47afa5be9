// The shapes of ships, reefs and what happens to them, in units of a field. A ship is drawn heading north, its
// bow in the field at 0 0.

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with attributes and children. */
function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The outline of a hull of `length` fields; warships are slim, carriers broad with a square bow. */
function hullPath(length, isCarrier) {
  const stern = length - 1 + 0.42;
  if (isCarrier) {
    return `M-.2-.44H.16Q.3-.42 .34-.2L.4.2V${stern - 0.2}Q.4 ${stern} .2 ${stern}H-.2Q-.4 ${stern}-.4 ${stern - 0.2}V.1L-.34-.3Q-.3-.42-.2-.44Z`;
  }
  return `M0-.47C.16-.34 .33-.12 .35.2V${stern - 0.22}Q.33 ${stern} .16 ${stern}H-.16Q-.33 ${stern}-.35 ${stern - 0.22}V.2C-.33-.12-.16-.34 0-.47Z`;
}

/** What a healthy section looks like: a radar dish, a gun turret, a ship's screw, or a plain deck. */
const SECTIONS = {
  radar: () => [
    draw('circle', { r: 0.17, class: 'gear' }),
    draw('path', { d: 'M-.1.04A.11.11 0 0 1 .1.04M0 .04V-.08', class: 'mark' }),
  ],
  cannon: () => [
    draw('path', { d: 'M-.045-.4h.09v.4h-.09Z', class: 'gear' }),
    draw('rect', { x: -0.17, y: -0.12, width: 0.34, height: 0.3, rx: 0.08, class: 'gear' }),
  ],
  engine: () => [draw('path', { d: 'M0 0C.22-.2 .26.06 0 0C.02.28-.2.24 0 0C-.28-.02-.2-.24 0 0Z', class: 'gear screw' })],
  deck: () => [draw('path', { d: 'M-.13-.1H.13M-.13.1H.13', class: 'mark' })],
};

/** The sections at segment `k` of a ship of `length` fields: segment 1 of a destroyer has two, engine and cannon. */
function sections(length, k, plain) {
  if (plain) return ['deck'];
  const found = [];
  if (k === 0) found.push('radar');
  if (k === length - 1) found.push('engine');
  if (k === 1) found.push('cannon');
  return found.length ? found : ['deck'];
}

/** A destroyed section: a hole with a ragged edge and a cross in it. */
function wreck() {
  return [
    draw('path', { d: 'M-.3-.06L-.2-.2-.08-.17 .02-.32 .1-.18 .27-.22 .22-.05 .34.06 .2.13 .2.28 .05.21-.06.32-.13.19-.3.2-.22.06Z', class: 'hole' }),
    draw('path', { d: 'M-.12-.12L.12.12M.12-.12L-.12.12', class: 'cross' }),
  ];
}

/** The deck of a segment, healthy or not. */
function sectionShape(length, k, whole, plain) {
  const group = draw('g', { transform: `translate(0 ${k})` });
  if (!whole) group.append(...wreck());
  else for (const [i, name] of sections(length, k, plain).entries()) {
    const small = name === 'cannon' && i > 0;
    group.append(draw('g', small ? { transform: 'translate(0 -.12) scale(.8)' } : name === 'engine' ? { transform: 'translate(0 .16)' } : {}, ...SECTIONS[name]()));
  }
  return group;
}

/** Paths of four kinds of reef. Each path starts at the top left corner of its field. */
const ROCKS = [
  'm.14.62l.1-.24.16-.08.12-.14.18.12.1.18.08.12-.08.18-.2.08-.3.04Z',
  'm.2.3l.2-.12.2.06.16.16.06.22-.1.16-.22.08-.2-.04-.14-.18Z',
  'm.14.46l.14-.16.16.02.1.14-.02.14-.14.1-.16-.04Zm.4-.22l.16.02.14.16-.02.2-.14.14-.16-.08-.06-.2Z',
  'm.18.74l.04-.26.14-.06.06-.2.14-.06.12.16-.02.14.16.1.06.16-.12.08-.3.04Z',
];
/** The kind of the reef at a field: always the same one. */
const rockAt = (row, col) => ROCKS[Math.abs((row * 7 + col * 13 + ((row * col) % 5)) % 4)];

/** The sign of a shot, around 0 0: a star for a hit, rings for water, and a square for all else. */
function impactShape(outcome) {
  if (outcome === 'hit' || outcome === 'sunk') {
    const big = outcome === 'sunk' ? 0.72 : 0.55;
    const points = Array.from({ length: 20 }, (_, i) => {
      const radius = i % 2 ? big * 0.5 : big * (i % 4 ? 0.82 : 1);
      const angle = (i * Math.PI) / 10;
      return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
    });
    return draw('g', { class: `impact ${outcome}` },
      draw('path', { d: `M${points.join('L')}Z`, class: 'flame' }),
      draw('circle', { r: big * 0.36, class: 'core' }),
      draw('path', { d: 'M-.13-.13L.13.13M.13-.13L-.13.13', class: 'cross' }));
  }
  if (outcome === 'water') {
    return draw('g', { class: 'impact water' },
      draw('circle', { r: 0.42, class: 'ring' }), draw('circle', { r: 0.25, class: 'ring' }), draw('circle', { r: 0.09, class: 'drop' }));
  }
  return draw('g', { class: `impact ${outcome}` },
    draw('rect', { x: -0.24, y: -0.24, width: 0.48, height: 0.48, transform: 'rotate(45)', class: 'ring' }),
    draw('path', { d: 'M-.12-.12L.12.12M.12-.12L-.12.12', class: 'ring' }));
}

/** A plane that flies north. */
function planeShape() {
  return draw('path', {
    class: 'plane',
    d: 'M0-.42C.07-.4.09-.3.09-.2V-.08L.44.1V.2L.09.1V.28L.2.37V.43L0 .38-.2.43V.37L-.09.28V.1L-.44.2V.1L-.09-.08V-.2C-.09-.3-.07-.4 0-.42Z',
  });
}
