// Turns the styles that the program prints into elements: bold, dim, and two colours.

const STYLES = { 1: 'bold', 2: 'dim', 31: 'red', 36: 'cyan' };

/** The beginning of a line with a label: the label is dim, and has a column of its own. */
const LABEL = /^ {2}\x1b\[2m.{11}\x1b\[0m/;

/** The lines of a report. A line that is too long goes on below its text, not below its label. */
export function styled(text) {
  const lines = text.split(/(?<=\n)/);
  return lines.flatMap((line) => (LABEL.test(line) ? [make('span', 'labelled', ...parts(line))] : parts(line)));
}

/** Splits a line into texts without a style, and elements for texts with a style. */
function parts(line) {
  const all = [];
  let style = '';
  for (const [, code, plain] of `\x1b[0m${line}`.matchAll(/\x1b\[([\d;]*)m([^\x1b]*)/g)) {
    style = code.split(';').reduce((so, one) => (STYLES[one] ? `${so} ${STYLES[one]}` : ''), style).trim();
    if (plain) all.push(style ? make('span', style, plain) : plain);
  }
  return all;
}
