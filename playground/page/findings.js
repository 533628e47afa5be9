// Lists what is wrong with the script. The list needs no mouse pointer, unlike the marks in the editor.

/** The most findings that are listed. */
const LISTED = 20;

export class Findings {
  /** `onChoice` gets the finding that was chosen. */
  constructor(onChoice) {
    this.onChoice = onChoice;
    this.summary = make('p', 'summary');
    this.summary.setAttribute('role', 'status');
    this.list = make('ul', 'finding-list');
    this.element = make('div', 'findings', this.summary, this.list);
  }

  /** Shows findings, or the text `otherwise` if there are none. */
  show({ list, more }, otherwise) {
    const errors = list.filter((finding) => finding.is_error).length, warnings = list.length - errors;
    const count = (n, word) => (n ? [`${n} ${word}${n === 1 ? '' : 's'}`] : []);
    const counts = [...count(errors, 'error'), ...count(warnings, 'warning'), ...(more ? [`${NUMBER.format(more)} more`] : [])];
    this.summary.textContent = counts.join(', ') || otherwise;
    this.summary.className = `summary ${errors ? 'bad' : warnings ? 'doubtful' : 'good'}`;
    this.list.replaceChildren(...list.slice(0, LISTED).map((finding) => this.row(finding)));
    this.list.hidden = !list.length;
  }

  row(finding) {
    const { line, column, is_error: isError, message, help } = finding;
    const text = visible(help ? `${message} – ${help}` : message);
    const place = make('b', isError ? 'bad' : 'doubtful', `${line}:${column}`);
    return make('li', '', button(`${line}:${column} ${text}`, () => this.onChoice(finding), place, ' ', text));
  }
}
