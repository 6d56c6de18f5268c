import { escapeHtml } from '#app/core/text/plain-text.ts';
import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { MailPicture } from '#app/core/mail/letter.ts';
import { sharedFile } from '#app/domains/content/responsive-image.ts';
import type { Site } from '#app/site.ts';
import type { Say } from '#app/core/language/say.ts';
import type { TicketSheet } from './qr/ticket-sheet.ts';

/** What a message lists, as label and text. */
export type Line = readonly [label: string, text: string];

/** When and where an event takes place; empty texts are left out of messages. */
export function whenAndWhere(say: Say, { when, zone, venues }: TicketSheet['event']): Line[] {
  return [
    [say('ticket.when'), when === '' || zone === '' ? when : `${when} (${zone})`],
    ...venues.map(({ name, address }) => [say('ticket.where'), [name, address].filter(Boolean).join(', ')] as const),
  ];
}

const filled = (lines: readonly Line[]) => lines.filter(([, text]) => text !== '');

/** The picture of an event for a message about it, else the header picture of the site; null where there is neither. */
export function pictureOf(site: Site, { image, title }: TicketSheet['event']): MailPicture | null {
  const shown = image ?? site.settings.get(brandImages).header;
  return shown && { url: sharedFile(site, shown).url, alt: image?.altText || (image ? title : '') };
}

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
