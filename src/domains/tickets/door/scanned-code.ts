/** Data of a ticket from a camera, a scanner or manual input. */
export interface ScannedCode {
  /** ID of the attendee; null if the input contains only the code. */
  attendeeId: number | null;
  securityCode: string;
}

const ID = /^\d{1,9}$/;
const CODE = /^[A-Za-z0-9]{10}$/;

/** Parses the URL in a QR code of any site, or the security code that is printed on the ticket. Returns null for other strings. */
export function readScannedCode(text: string): ScannedCode | null {
  const trimmed = text.trim();
  if (CODE.test(trimmed)) return { attendeeId: null, securityCode: trimmed };
  const query = URL.parse(trimmed)?.searchParams;
  const [id, securityCode] = [query?.get('ticket_id') ?? '', query?.get('security_code') ?? ''];
  return ID.test(id) && securityCode !== '' ? { attendeeId: Number(id), securityCode } : null;
}
