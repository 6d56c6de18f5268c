import { escapeHtml } from '../text/plain-text.ts';

/** A fact in a message, with its label. A fact with an empty text is not shown. */
export type Line = readonly [label: string, text: string];

const removeEmpty = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '');

/** Renders facts as lines of plain text, with aligned labels. */
export function renderTextLines(lines: readonly Line[]): string[] {
  return removeEmpty(lines).map(([label, text]) => `${`${label}:`.padEnd(8)} ${text}`);
}

/** Renders facts as HTML. Uses a table and few attributes, because mail clients support neither style sheets nor most of CSS. */
export function renderHtmlLines(lines: readonly Line[]): string {
  const rows = removeEmpty(lines).map(
    ([label, text]) =>
      `<tr><th align="left" valign="top" style="padding:2px 12px 2px 0;font-weight:normal;color:#57535e">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(text)}</td></tr>`,
  );
  return `<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('\n')}</table>`;
}
