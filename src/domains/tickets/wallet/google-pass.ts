import { now } from '#app/core/time/clock.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { GoogleWallet } from '#app/config/wallet.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';
import { buildCheckInUrl } from '../qr.service.ts';
import { type PassTimes, loadPassTimes } from './pass-times.ts';

const SAVE_URL = 'https://pay.google.com/gp/v/save/';

/** Maximum length of the signed part. According to Google, browsers may cut longer URLs. */
const MAX_TOKEN_LENGTH = 1800;

/**
 * Levels of detail of the pass: maximum number of letters of each text, and whether the pass has optional facts and the place. Tried in order until
 * the URL is short enough.
 */
const detailLevels = [
  { letters: 100, hasDetails: true, hasPlace: true },
  { letters: 60, hasDetails: false, hasPlace: true },
  { letters: 30, hasDetails: false, hasPlace: true },
  { letters: 60, hasDetails: false, hasPlace: false },
  { letters: 12, hasDetails: false, hasPlace: false },
] as const;
type DetailLevel = (typeof detailLevels)[number];

const truncate = (text: string, letters: number) => {
  const characters = Array.from(text);
  return characters.length <= letters ? text : `${characters.slice(0, letters - 1).join('')}…`;
};

/** Adds an ID to content. Google does not update saved content with the same ID, so changed content gets another ID. */
function addId<T extends object>(site: Site, wallet: GoogleWallet, name: string, content: T): T & { id: string } {
  const hash = createKeyedHash(site, 'wallet name', `${site.config.siteUrl} ${name} ${JSON.stringify(content)}`).slice(0, 16);
  return { id: `${wallet.issuerId}.${name}-${hash}`, ...content };
}

function buildPayload(
  site: Site,
  translate: Translate,
  wallet: GoogleWallet,
  sheet: TicketSheet,
  times: PassTimes | null,
  level: DetailLevel,
): object {
  const { attendee, ticket, event } = sheet;
  const { letters, hasDetails, hasPlace } = level;
  const toLocalizedText = (text: string) => ({ defaultValue: { language: translate.language, value: truncate(text, letters) } });
  const [venue] = hasPlace ? event.venues : [];
  const ticketClass = addId(site, wallet, `e${attendee.postId ?? 0}`, {
    issuerName: truncate(site.settings.get(siteName), letters),
    reviewStatus: 'UNDER_REVIEW',
    eventName: toLocalizedText(event.title),
    // Google requires both the name and the address of a venue, or no venue
    ...(venue &&
      venue.name !== '' &&
      venue.address !== '' && { venue: { name: toLocalizedText(venue.name), address: toLocalizedText(venue.address) } }),
    ...(times && { dateTime: { start: times.start, ...(hasDetails && { end: times.end }) } }),
    ...(hasDetails && { hexBackgroundColor: getBrandColors(site).background }),
  });
  const ticketObject = addId(site, wallet, `t${attendee.id}`, {
    classId: ticketClass.id,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: buildCheckInUrl(site, attendee), ...(hasDetails && { alternateText: attendee.securityCode }) },
    ticketHolderName: truncate(attendee.fullName, letters),
    ...(hasDetails && { ticketNumber: String(attendee.id) }),
    ...(ticket !== '' && { ticketType: toLocalizedText(ticket) }),
  });
  return { eventTicketClasses: [ticketClass], eventTicketObjects: [ticketObject] };
}

/**
 * Returns the URL that adds a ticket to Google Wallet. The URL contains the signed content, so no request to Google is needed. The library is loaded
 * at the first call.
 */
export async function createGoogleSaveUrl(site: Site, translate: Translate, wallet: GoogleWallet, sheet: TicketSheet): Promise<string> {
  const [{ SignJWT }, times] = await Promise.all([import('jose'), loadPassTimes(site, sheet)]);
  let signed = '';
  for (const level of detailLevels) {
    const payload = buildPayload(site, translate, wallet, sheet, times, level);
    signed = await new SignJWT({ iss: wallet.account, aud: 'google', typ: 'savetowallet', origins: [], payload })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuedAt(now())
      .sign(wallet.key);
    if (signed.length <= MAX_TOKEN_LENGTH) break;
  }
  return SAVE_URL + signed;
}
