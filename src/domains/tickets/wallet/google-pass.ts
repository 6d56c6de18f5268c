import { now } from '#app/core/time/clock.ts';
import type { Say } from '#app/core/language/say.ts';
import { keyedHash } from '#app/core/secrets/keyed-hash.ts';
import { brandColors } from '#app/core/branding/brand.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { GoogleWallet } from '#app/config/wallet.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';
import { checkInUrl } from '../qr.service.ts';
import { type PassTimes, passTimes } from './pass-facts.ts';

const SAVE = 'https://pay.google.com/gp/v/save/';

/** Google warns that browsers cut addresses with a longer signed part. */
const LONGEST = 1800;

/**
 * Levels of detail of the pass: letters of each text, whether it has optional facts, and whether it has the place. Tried in order until the address is short
 * enough.
 */
const amounts = [
  { letters: 100, isWhole: true, hasPlace: true },
  { letters: 60, isWhole: false, hasPlace: true },
  { letters: 30, isWhole: false, hasPlace: true },
  { letters: 60, isWhole: false, hasPlace: false },
  { letters: 12, isWhole: false, hasPlace: false },
] as const;
type Amount = (typeof amounts)[number];

const cut = (text: string, letters: number) => {
  const all = Array.from(text);
  return all.length <= letters ? text : `${all.slice(0, letters - 1).join('')}…`;
};

/** Adds an ID to content. Google never changes saved content of an ID, so different content gets another ID. */
function named<T extends object>(site: Site, wallet: GoogleWallet, name: string, content: T): T & { id: string } {
  const mark = keyedHash(site, 'wallet name', `${site.config.siteUrl} ${name} ${JSON.stringify(content)}`).slice(0, 16);
  return { id: `${wallet.issuerId}.${name}-${mark}`, ...content };
}

function payloadOf(site: Site, say: Say, wallet: GoogleWallet, sheet: TicketSheet, times: PassTimes | null, amount: Amount): object {
  const { attendee, ticket, event } = sheet;
  const { letters, isWhole, hasPlace } = amount;
  const said = (text: string) => ({ defaultValue: { language: say.language, value: cut(text, letters) } });
  const [venue] = hasPlace ? event.venues : [];
  const kind = named(site, wallet, `e${attendee.postId ?? 0}`, {
    issuerName: cut(site.settings.get(siteName), letters),
    reviewStatus: 'UNDER_REVIEW',
    eventName: said(event.title),
    // Google requires both or neither
    ...(venue && venue.name !== '' && venue.address !== '' && { venue: { name: said(venue.name), address: said(venue.address) } }),
    ...(times && { dateTime: { start: times.start, ...(isWhole && { end: times.end }) } }),
    ...(isWhole && { hexBackgroundColor: brandColors(site).ground }),
  });
  const object = named(site, wallet, `t${attendee.id}`, {
    classId: kind.id,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: checkInUrl(site, attendee), ...(isWhole && { alternateText: attendee.securityCode }) },
    ticketHolderName: cut(attendee.fullName, letters),
    ...(isWhole && { ticketNumber: String(attendee.id) }),
    ...(ticket !== '' && { ticketType: said(ticket) }),
  });
  return { eventTicketClasses: [kind], eventTicketObjects: [object] };
}

/** Returns the address that adds a ticket to Google Wallet. It contains the signed content, so no request is sent. The library is loaded at the first call. */
export async function googleSaveAddress(site: Site, say: Say, wallet: GoogleWallet, sheet: TicketSheet): Promise<string> {
  const [{ SignJWT }, times] = await Promise.all([import('jose'), passTimes(site, sheet)]);
  let signed = '';
  for (const amount of amounts) {
    const payload = payloadOf(site, say, wallet, sheet, times, amount);
    signed = await new SignJWT({ iss: wallet.account, aud: 'google', typ: 'savetowallet', origins: [], payload })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt(now())
      .sign(wallet.key);
    if (signed.length <= LONGEST) break;
  }
  return SAVE + signed;
}
