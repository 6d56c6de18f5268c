import { escapeHtml } from '../text/plain-text.ts';

/** A fact in a message: label and text. */
export type Line = readonly [label: string, text: string];

const withoutEmpty = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '');

/** Renders the lines as plain text, with labels in a column. */
export function renderTextLines(lines: readonly Line[]): string[] {
  return withoutEmpty(lines).map(([label, text]) => `${`${label}:`.padEnd(8)} ${text}`);
}

/** Renders the lines as HTML. Uses a table and few attributes, because mail clients lack style sheets and most of CSS. */
export function renderHtmlLines(lines: readonly Line[]): string {
  const rows = withoutEmpty(lines).map(
    ([label, text]) =>
      `<tr><th align="left" valign="top" style="padding:2px 12px 2px 0;font-weight:normal;color:#57535e">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(text)}</td></tr>`,
  );
  return `<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('\n')}</table>`;
}
