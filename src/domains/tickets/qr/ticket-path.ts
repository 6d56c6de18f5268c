import { isValidProof, createSignedId, readSignedId } from '#app/core/secrets/signed-id.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';

type Holder = Pick<AttendeeRecord, 'id' | 'securityCode'>;

const PURPOSE = 'ticket page';

/** Returns the string that the token signs. The URL does not contain the security code, so nobody can check in with a URL from a log. */
const buildSignedText = ({ id, securityCode }: Holder) => `${id} ${securityCode}`;

/** Returns the secret path of the ticket page. */
export function buildTicketPath(site: Site, holder: Holder): string {
  return `/tickets/${createSignedId(site, PURPOSE, holder.id, buildSignedText(holder))}`;
}

/** Returns the URLs of the ticket page and of the pictures of its QR code. */
export function buildTicketUrls(site: Site, holder: Holder): { page: string; png: string; svg: string } {
  const page = site.config.siteUrl + buildTicketPath(site, holder);
  return { page, png: `${page}/qr.png`, svg: `${page}/qr.svg` };
}

/** Returns the attendee whose ticket page has the token, even if the attendee was removed, or null for an invalid token. */
export async function findAttendeeByToken(site: Site, token: string): Promise<AttendeeRecord | null> {
  const signed = readSignedId(token);
  if (!signed) return null;
  const [attendee] = await loadAttendees(site, [signed.id]);
  return isValidProof(site, PURPOSE, buildSignedText(attendee ?? { id: 0, securityCode: '' }), signed.proof) && attendee ? attendee : null;
}
