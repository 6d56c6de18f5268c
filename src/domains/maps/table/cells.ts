import { escapeHtml } from '#app/core/text/plain-text.ts';

/** A table row of a feature or map, with all columns as strings. */
export type TableRow = Readonly<Record<string, string>>;

/** Renders a cell of a row as text or HTML. Old table scripts insert the string unchanged. */
export type Cell = (row: TableRow) => string;

const mapTypes: Readonly<Record<string, string>> = { '1': 'Roadmap', '2': 'Satellite', '3': 'Hybrid', '4': 'Terrain' };

/** Returns the value of a column unchanged. */
export const valueCell =
  (name: string): Cell =>
  (row) =>
    row[name] ?? '';

export const emptyCell: Cell = () => '';

export const checkboxCell: Cell = ({ id = '' }) => `<input type="checkbox" name="mark" value="${escapeHtml(id)}"/>`;

/** Renders the edit and delete buttons of a row. */
export const actionsCell =
  (featureName: string): Cell =>
  ({ id = '' }) =>
    ['edit', 'delete']
      .map(
        (act) =>
          `<button type="button" class="button" data-${act}-${featureName}-id="${escapeHtml(id)}">${act === 'edit' ? 'Edit' : 'Delete'}</button>`,
      )
      .join(' ');

export const iconCell: Cell = ({ icon: url = '' }) => (url === '' ? '' : `<img src="${escapeHtml(url)}" alt="" class="marker-icon"/>`);

export const stickyCell: Cell = ({ sticky: isSticky }) => (isSticky === '1' ? '✓' : '');

export const typeCell: Cell = ({ type = '' }) => mapTypes[type] ?? mapTypes['1'] ?? '';

export const shortcodeCell: Cell = ({ id = '' }) =>
  `<input class="shortcode" type="text" readonly value="[map id=&quot;${escapeHtml(id)}&quot;]"/>`;
