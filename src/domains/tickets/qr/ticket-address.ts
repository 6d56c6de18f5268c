import { isValidProof, createSignedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';

type Holder = Pick<AttendeeRecord, 'id' | 'securityCode'>;

const PURPOSE = 'ticket page';

/** Returns the text that the token signs. The address does not contain the code, so that an address in a log cannot be used to check in. */
const buildSignedText = ({ id, securityCode }: Holder) => `${id} ${securityCode}`;

/** Returns the path of the holder's page. */
export function buildTicketPath(site: Site, holder: Holder): string {
  return `/tickets/${createSignedId(site, PURPOSE, holder.id, buildSignedText(holder))}`;
}

/** Returns the addresses of the holder's page and of the pictures of its QR code. */
export function buildTicketUrls(site: Site, holder: Holder): { page: string; png: string; svg: string } {
  const page = site.config.siteUrl + buildTicketPath(site, holder);
  return { page, png: `${page}/qr.png`, svg: `${page}/qr.svg` };
}

/** Returns the attendee whose page has the token, even if removed; null for other texts. */
export async function findAttendeeByToken(site: Site, token: string): Promise<AttendeeRecord | null> {
  const signed = readSignedId(token);
  if (!signed) return null;
  const [attendee] = await loadAttendees(site, [signed.id]);
  return isValidProof(site, PURPOSE, buildSignedText(attendee ?? { id: 0, securityCode: '' }), signed.proof) && attendee ? attendee : null;
}
