import { keyedHash, sameText } from '#app/core/secrets/keyed-hash.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';

type Holder = Pick<AttendeeRecord, 'id' | 'securityCode'>;

/** Nobody guesses 128 bits; the code itself is not in it, so that an address in a log lets nobody in by the published interface. */
const proofOf = (site: Site, { id, securityCode }: Holder) => keyedHash(site, 'ticket page', `${id} ${securityCode}`).slice(0, 32);

/** Path of the holder's own page below the site. */
export function ticketPath(site: Site, holder: Holder): string {
  return `/tickets/${holder.id.toString(36)}-${proofOf(site, holder)}`;
}

/** Addresses of the holder's own page and of the pictures of its QR code. */
export function ticketAddresses(site: Site, holder: Holder): { page: string; png: string; svg: string } {
  const page = site.config.siteUrl + ticketPath(site, holder);
  return { page, png: `${page}/qr.png`, svg: `${page}/qr.svg` };
}

const TOKEN = /^([0-9a-z]{1,6})-([0-9a-f]{32})$/;

/** The attendee whose page has the token, a removed one included; null for every other text. */
export async function attendeeOfToken(site: Site, token: string): Promise<AttendeeRecord | null> {
  const [, id, proof = ''] = TOKEN.exec(token) ?? [];
  const number = Number.parseInt(id ?? '', 36);
  if (!(number > 0) || number >= 2 ** 31) return null;
  const [attendee] = await loadAttendees(site, [number]);
  return sameText(proofOf(site, attendee ?? { id: 0, securityCode: '' }), proof) && attendee ? attendee : null;
}
