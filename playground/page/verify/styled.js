// What the program prints with its styles, as elements: bold, dim, and two colours.

const STYLES = { 1: 'bold', 2: 'dim', 31: 'red', 36: 'cyan' };

/** The parts of a text: plain ones, and elements for those with a style. */
export function styled(text) {
  const parts = [];
  let style = '';
  for (const [, code, plain] of `\x1b[0m${text}`.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)) {
    style = code.split(';').reduce((all, one) => (STYLES[one] ? `${all} ${STYLES[one]}` : ''), style).trim();
    if (plain) parts.push(style ? make('span', style, plain) : plain);
  }
  return parts;
}
