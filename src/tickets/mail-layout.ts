import { escapeHtml } from '../core/text/plain-text.ts';
import { siteName } from '../settings/site.settings.ts';
import type { Site } from '../site.ts';
import type { TicketSheet } from './qr/ticket-sheet.ts';

/** What a message lists, as label and text. */
export type Line = readonly [label: string, text: string];

/** When and where an event takes place; empty texts are left out of messages. */
export function whenAndWhere({ when, zone, venues }: TicketSheet['event']): Line[] {
  return [
    ['When', when === '' || zone === '' ? when : `${when} (${zone})`],
    ...venues.map(({ name, address }) => ['Where', [name, address].filter(Boolean).join(', ')] as const),
  ];
}

const filled = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '');

/** The lines as plain text, labels in a column. */
export function textLines(lines: readonly Line[]): string[] {
  return filled(lines).map(([label, text]) => `${`${label}:`.padEnd(8)} ${text}`);
}

/** The lines as HTML. Mail programs know neither style sheets nor much of CSS: a table and a few attributes. */
export function htmlLines(lines: readonly Line[]): string {
  const rows = filled(lines).map(
    ([label, text]) =>
      `<tr><th align="left" valign="top" style="padding:2px 12px 2px 0;font-weight:normal;color:#57535e">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(text)}</td></tr>`,
  );
  return `<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('\n')}</table>`;
}

/** A message as HTML, with the name of the site at its end. `content` is HTML. */
export function htmlPage(site: Site, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:16px;font-family:sans-serif;line-height:1.5;color:#1d1b20;background:#ffffff">
<h1 style="font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
${content}
<p style="color:#57535e">${escapeHtml(site.settings.get(siteName))}</p>
</body>
</html>
`;
}
