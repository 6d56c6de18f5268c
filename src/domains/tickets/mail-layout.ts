import { brandImages } from '#app/core/branding/branding.settings.ts';
import type { Line } from '#app/core/mail/lines.ts';
import type { MailPicture } from '#app/core/mail/letter.ts';
import { findSharedFile } from '#app/domains/content/responsive-image.ts';
import type { Site } from '#app/site.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { TicketSheet } from './qr/ticket-sheet.ts';

/** Returns the lines with the time and the venues of an event for a mail. Mails omit lines with an empty value. */
export function listTimeAndPlace(translate: Translate, { when, zone, venues }: TicketSheet['event']): Line[] {
  return [
    [translate('ticket.when'), when === '' || zone === '' ? when : `${when} (${zone})`],
    ...venues.map(({ name, address }) => [translate('ticket.where'), [name, address].filter(Boolean).join(', ')] as const),
  ];
}

/** Returns the picture of an event for a message, or the site's header picture, or null if there is neither. */
export function findMailPicture(site: Site, { image, title }: TicketSheet['event']): MailPicture | null {
  const picture = image ?? site.settings.get(brandImages).header;
  return picture && { url: findSharedFile(site, picture).url, alt: image?.altText || (image ? title : '') };
}
