import type { PassProps } from 'passkit-generator';
import type { Translate } from '#app/core/language/translate.ts';
import { getBrandColors } from '#app/core/branding/brand-colors.ts';
import { siteName } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import type { AppleWallet } from '#app/config/wallet.ts';
import { buildTicketUrls } from '../qr/ticket-path.ts';
import { formatTicketNumber, type TicketSheet } from '../qr/ticket-sheet.ts';
import { buildCheckInUrl } from '../qr.service.ts';
import { buildPassId, type PassTimes, loadPassTimes } from './pass-times.ts';
import { loadPassPictures } from './pass-pictures.ts';

type TicketFields = NonNullable<PassProps['eventTicket']>;
type Field = TicketFields['primaryFields'][number];

const omitEmpty = (fields: Field[]) => fields.filter(({ value }) => value !== '');

/** Returns the field with the start in local time of the event. The phone formats the time. */
const buildStartField = (translate: Translate, { start, isAllDay }: PassTimes): Field => ({
  key: 'when',
  label: translate('ticket.when'),
  value: start,
  dateStyle: 'PKDateStyleMedium',
  timeStyle: isAllDay ? 'PKDateStyleNone' : 'PKDateStyleShort',
  ignoresTimeZone: true,
});

function buildFields(site: Site, translate: Translate, { attendee, ticket, event }: TicketSheet, times: PassTimes | null): TicketFields {
  const [venue] = event.venues;
  const zone = event.zone === '' ? '' : ` (${event.zone})`;
  const places = event.venues.map(({ name, address }, index) => ({
    key: `place-${index + 1}`,
    label: translate('ticket.where'),
    value: [name, address].filter(Boolean).join(', '),
  }));
  return {
    headerFields: [],
    primaryFields: [{ key: 'event', label: '', value: event.title }],
    secondaryFields: omitEmpty([
      ...(times ? [buildStartField(translate, times)] : []),
      { key: 'where', label: translate('ticket.where'), value: venue?.name ?? '' },
    ]),
    auxiliaryFields: omitEmpty([
      { key: 'name', label: translate('ticket.name'), value: attendee.fullName },
      { key: 'ticket', label: translate('ticket.ticket'), value: ticket },
    ]),
    backFields: omitEmpty([
      { key: 'when-whole', label: translate('ticket.when'), value: event.when === '' ? '' : event.when + zone },
      ...places,
      { key: 'number', label: translate('ticket.number'), value: formatTicketNumber(translate, attendee) },
      { key: 'page', label: translate('ticket.ticket'), value: buildTicketUrls(site, attendee).page },
    ]),
  };
}

const toRgb = (hex: string) => `rgb(${[1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)).join(', ')})`;

function buildPassProps(site: Site, translate: Translate, wallet: AppleWallet, sheet: TicketSheet, times: PassTimes | null): PassProps {
  const { attendee, event } = sheet;
  const name = site.settings.get(siteName);
  const { background, ink } = getBrandColors(site);
  return {
    formatVersion: 1,
    passTypeIdentifier: wallet.passType,
    teamIdentifier: wallet.team,
    serialNumber: buildPassId(site, attendee),
    organizationName: name,
    logoText: name,
    description: translate('ticket.title', { event: event.title }),
    sharingProhibited: true,
    backgroundColor: toRgb(background),
    foregroundColor: toRgb(ink),
    labelColor: toRgb(ink),
    // iOS before version 18 supports only this single moment
    ...(times && {
      relevantDate: times.start,
      relevantDates: [{ date: times.start, relevantDate: times.start }],
      expirationDate: times.end,
    }),
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: buildCheckInUrl(site, attendee),
        messageEncoding: 'iso-8859-1',
        altText: attendee.securityCode,
      },
    ],
    eventTicket: buildFields(site, translate, sheet, times),
  };
}

/** Creates a ticket as a signed pass for Apple Wallet. The library is loaded at the first call. */
export async function createApplePass(site: Site, translate: Translate, wallet: AppleWallet, sheet: TicketSheet): Promise<Buffer> {
  const [{ PKPass }, pictures, times] = await Promise.all([
    import('passkit-generator'),
    loadPassPictures(site),
    loadPassTimes(site, sheet),
  ]);
  const pass = new PKPass(
    { ...pictures, 'pass.json': Buffer.from(JSON.stringify(buildPassProps(site, translate, wallet, sheet, times))) },
    { wwdr: wallet.issuer, signerCert: wallet.certificate, signerKey: wallet.key },
  );
  return pass.getAsBuffer();
}
