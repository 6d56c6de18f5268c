/** What was read from a ticket, by a camera, a scanner or from a person. */
export interface ScannedCode {
  /** Number of the attendee; null when the text holds the code alone. */
  attendeeId: number | null;
  securityCode: string;
}

const ID = /^\d{1,9}$/;
const CODE = /^[A-Za-z0-9]{10}$/;

/** Reads the address in a QR code, whatever site it names, or a security code as it is printed on the ticket. Null for any other text. */
export function readScannedCode(text: string): ScannedCode | null {
  const trimmed = text.trim();
  if (CODE.test(trimmed)) return { attendeeId: null, securityCode: trimmed };
  const query = URL.parse(trimmed)?.searchParams;
  const [id, securityCode] = [query?.get('ticket_id') ?? '', query?.get('security_code') ?? ''];
  return ID.test(id) && securityCode !== '' ? { attendeeId: Number(id), securityCode } : null;
}
