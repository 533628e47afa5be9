// Makes the parts of the page. The code here does not know what the parts do.

Object.assign(ICONS, {
  run: 'M7 4l13 8-13 8Z', stop: 'M6 6h12v12H6Z', machine: 'M6 9h12v10H6ZM12 9V5M9.5 13v2M14.5 13v2M10 4h4', tidy: 'M4 6h16M4 12h10M4 18h13',
  open: 'M4 19V6h6l2 2h8v11Z', save: 'M12 4v11M7 11l5 5 5-5M5 20h14', share: 'M8 13l8-5M8 11l8 5M6 9.5v5M18 5.5v4M18 14.5v4',
  verify: 'M4 5h11M4 11h7M4 17h6M12 17l3 3 6-8', back: 'M16 5l-9 7 9 7Z', cards: 'M4 5h7v6H4ZM13 5h7v6h-7ZM4 13h7v6H4ZM13 13h7v6h-7Z',
});

/** A button with an icon and, where there is room, a word. */
export function action(word, hint, name, onClick, style = '') {
  const element = button(hint, onClick, icon(name), make('span', 'word', word));
  element.className = `action ${style}`;
  return element;
}

/** A part of the page with a name. */
export function pane(name, label, ...children) {
  const element = make('section', `pane ${name}`, ...children);
  element.setAttribute('aria-label', label);
  return element;
}

/** The logo, the title and the version. */
export function brand(title = 'Broadside playground') {
  const logo = draw('svg', { viewBox: '0 0 32 32', class: 'logo', 'aria-hidden': 'true' },
    draw('path', { d: 'M3 18h26l-4 7H7Z', class: 'keel' }), draw('path', { d: 'M12 18V9h7v9M19 12h8M12 12H8', class: 'guns' }));
  const version = make('span', 'version');
  return { element: make('div', 'brand', logo, make('h1', '', title), version), version };
}

/** The three buttons to begin, and a sentence before the first choice. */
export function startBar({ watch, play, write }) {
  const choice = (words, short, name, onClick) => {
    const element = action(words, words, name, onClick);
    element.append(make('span', 'short', short));
    return element;
  };
  const nav = make('nav', 'start', make('p', 'pitch', 'Two fleets fight on this page, and neither sees the other’s orders. Watch a game of two machines, play against a machine, or write a script.'),
    choice('Watch two machines', 'Watch', 'machine', watch), choice('Play against one', 'Play', 'run', play), choice('Write your first script', 'Write', 'tidy', write));
  nav.setAttribute('aria-label', 'Begin');
  nav.children[2].classList.add('primary');
  return nav;
}

/** Lets the browser save a text. */
export function download(name, text) {
  const anchor = make('a');
  anchor.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  anchor.download = `${name.replace(/[^\w.-]+/g, '-')}.ships`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

/** What a script is about. */
const ABOUT = {
  'first-battle': 'Two destroyers, three shots, a winner: how a script is written.',
  'fleet-and-reefs': 'A board of any size, with starting places and with reefs that no ship may stand on.',
  'moving-and-turning': 'Ships sail ahead and turn, until one leaves the board.',
  'cannons-and-range': 'With ranges, a ship must come near before it shoots.',
  'radar-and-spies': 'What each side sees, and what a plane shows.',
  'auto-shooting': 'A player names only the targets; the program finds ships for them.',
  'saving-and-going-on': 'A game is printed as a script. Run this script to continue the game.',
  'self-play': 'Two machines are set up; AI\'s turn lets them move.',
};

/** Scripts to begin with: a button, and the cards that it shows. */
export function sampleCards(samples, onChoice) {
  const dialog = make('dialog', 'keys sample-dialog');
  const title = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  const card = ([name, text]) => {
    const element = button(title(name), () => { dialog.close(); onChoice(name, text); }, make('b', '', title(name)), make('span', '', ABOUT[name] || ''));
    element.removeAttribute('aria-label');
    element.className = 'sample-card';
    return make('li', '', element);
  };
  dialog.setAttribute('aria-label', 'Samples');
  dialog.append(make('h2', '', 'Samples'), make('ul', 'sample-cards', ...samples.map(card)), button('Close', () => dialog.close(), 'Close'));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return { opener: action('Samples', 'Samples: scripts to begin with', 'cards', () => dialog.showModal()), element: dialog };
}

/** A dialog with a link that the user can copy. */
export function linkDialog() {
  const address = make('input', 'address');
  Object.assign(address, { readOnly: true, type: 'text' });
  address.setAttribute('aria-label', 'Link');
  const status = make('p');
  status.setAttribute('role', 'status');
  const dialog = make('dialog', 'keys link');
  const copy = button('Copy the link', async () => {
    address.select();
    try {
      await navigator.clipboard.writeText(address.value);
      status.textContent = 'Copied.';
    } catch {
      status.textContent = 'The link is selected: copy it with Ctrl-C.';
    }
  }, 'Copy');
  dialog.setAttribute('aria-label', 'Share');
  dialog.append(make('h2', '', 'Share'), make('p', '', 'The link holds the whole script after the #. Browsers do not send this part to a server.'), address, status,
    make('div', 'dialog-buttons', copy, button('Close', () => dialog.close(), 'Close')));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return { element: dialog, show(link) { address.value = link; status.textContent = `${NUMBER.format(link.length)} characters`; dialog.showModal(); address.select(); } };
}

const KEYS = [
  ['Ctrl + Enter', 'run'], ['Ctrl + Space', 'the words that may come here'], ['F8', 'the next finding'], ['Ctrl + F', 'search'], ['Ctrl + Z', 'take back'],
  ['Tab', 'leave the editor'],
];

/** All commands and the keys of the editor, in a dialog. */
export function helpDialog() {
  const dialog = make('dialog', 'keys help');
  const body = make('div', 'help-body');
  body.tabIndex = 0;
  dialog.setAttribute('aria-label', 'Help');
  dialog.append(make('h2', '', 'Help'), body, button('Close', () => dialog.close(), 'Close'));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  return { element: dialog, fill: (words) => body.replaceChildren(...help(words)), show: () => dialog.showModal() };
}

function help({ commands, tags }) {
  const [state, ...players] = tags;
  const list = (title, filter) => {
    const rows = commands.filter(filter).flatMap(({ usages, summary }) => [make('dt', '', ...usages.map((usage) => make('code', '', usage))), make('dd', '', summary)]);
    return [make('h3', '', title), make('dl', '', ...rows)];
  };
  const keys = KEYS.flatMap(([key, what]) => [make('dt', '', ...key.split(' + ').map((one) => make('kbd', '', one))), make('dd', '', what)]);
  return [
    make('p', '', 'Commands stand between two equal tags: commands of the referee between ', make('code', '', state), ', a player\'s turn between two ',
      make('code', '', players.join(' or ')), '. All other text is prose. Run the script, then step through the game.'),
    ...list(`Between ${state}`, ({ groups }) => groups.includes(state)),
    ...list(`Between ${players.join(' or ')}`, ({ groups }) => groups.includes(players[0])),
    make('h3', '', 'Keys'), make('dl', 'key-list', ...keys),
  ];
}

/** A number of bytes in words: bytes, kB or MB. */
export function size(bytes) {
  if (bytes < 10_000) return `${NUMBER.format(bytes)} bytes`;
  return bytes < 1e6 ? `${NUMBER.format(Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A seed that is short enough to be typed again. */
export const freshSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
