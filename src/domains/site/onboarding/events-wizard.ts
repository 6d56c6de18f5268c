import { enabledViews } from '#app/domains/events/calendar/calendar.settings.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { createOrganizer, createVenue } from '#app/domains/events/calendar.service.ts';
import { isAddress } from '#app/domains/events/input.checks.ts';
import { currencyCode, currencySymbol } from '#app/domains/events/events.settings.ts';
import { dateFormat, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { countryName, currencyOf } from './choices.ts';
import { optInStatus, ticketsEnabled } from './onboarding.settings.ts';
import { recordCreated } from './progress.ts';
import { flagOf, isRecord, type Sent, textOf, textsIn } from './sent.ts';
import { type Step, storeSettings, type StepCall, type SettingValue, withValue } from './step.ts';

async function saveOptIn({ site, sent, result }: StepCall): Promise<void> {
  const sharesStatistics = flagOf(sent, 'optin');
  if (sharesStatistics !== undefined) await storeSettings(site, [withValue(optInStatus, sharesStatistics)]);
  result.messages.push(
    sharesStatistics === undefined ? 'No choice about sharing statistics was sent.' : 'The choice about sharing statistics was saved.',
  );
}

function currencySettings(keyOrCode: string): SettingValue[] {
  if (keyOrCode === '') return [];
  const currency = currencyOf(keyOrCode);
  if (!currency) throw new Failure('onboarding_invalid_value', 500, `There is no currency "${keyOrCode}".`);
  return [withValue(currencyCode, currency.code), withValue(currencySymbol, currency.symbol)];
}

/** Returns the sent views that this calendar supports. */
const supportedViews = (sent: Sent) =>
  textsIn(sent, 'tribeEnableViews').filter((view) => view !== 'all' && enabledViews.schema.safeParse([view]).success);

/** Saves the settings of the calendar, except empty values. */
async function saveSettings({ site, sent, result }: StepCall): Promise<void> {
  const [format, zone, firstDay] = [textOf(sent, 'date_format'), textOf(sent, 'timezone_string'), textOf(sent, 'start_of_week')];
  const views = supportedViews(sent);
  const values = [
    ...currencySettings(textOf(sent, 'currency')),
    ...(format === '' ? [] : [withValue(dateFormat, format)]),
    ...(zone === '' ? [] : [withValue(timezoneString, zone)]),
    ...(firstDay === '' ? [] : [withValue(startOfWeek, Number(firstDay))]),
    ...(views.length === 0 ? [] : [withValue(enabledViews, enabledViews.schema.parse([...new Set(views)]))]),
  ];
  await storeSettings(site, values);
  result.messages.push(values.length === 0 ? 'There were no settings to save.' : 'The settings were saved.');
}

const readId = (sent: Sent, name: string) => {
  const id = Number(textOf(sent, name));
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
};
const readWebsite = (sent: Sent) => (isAddress(textOf(sent, 'website')) ? textOf(sent, 'website') : '');

async function createOrganizerIfMissing({ site, viewer, sent, result }: StepCall): Promise<void> {
  const sentValues = isRecord(sent['organizer']) ? sent['organizer'] : {};
  const existingId = readId(sentValues, 'organizerId');
  if (existingId !== null) await recordCreated(site, 'evt', { organizerId: existingId });
  if (existingId !== null || textOf(sentValues, 'name') === '') return void result.messages.push('No organizer had to be created.');
  const draft = {
    title: textOf(sentValues, 'name'),
    phone: textOf(sentValues, 'phone'),
    website: readWebsite(sentValues),
    email: textOf(sentValues, 'email'),
  };
  const { id } = await createOrganizer(site, viewer, { ...draft, status: 'publish' }, false);
  await recordCreated(site, 'evt', { organizerId: id });
  result.organizerId = id;
  result.messages.push('The organizer was created.');
}

async function createVenueIfMissing({ site, viewer, sent, result }: StepCall): Promise<void> {
  const sentValues = isRecord(sent['venue']) ? sent['venue'] : {};
  const existingId = readId(sentValues, 'venueId');
  if (existingId !== null) await recordCreated(site, 'evt', { venueId: existingId });
  if (existingId !== null || textOf(sentValues, 'name') === '') return void result.messages.push('No venue had to be created.');
  const state = textOf(sentValues, 'state');
  const draft = {
    title: textOf(sentValues, 'name'),
    address: textOf(sentValues, 'address'),
    city: textOf(sentValues, 'city'),
    state,
    province: state,
    stateProvince: state,
    zip: textOf(sentValues, 'zip'),
    country: countryName(textOf(sentValues, 'country')),
    phone: textOf(sentValues, 'phone'),
    website: readWebsite(sentValues),
  };
  const { id } = await createVenue(site, viewer, { ...draft, status: 'publish' }, false);
  await recordCreated(site, 'evt', { venueId: id });
  result.venueId = id;
  result.messages.push('The venue was created.');
}

async function enableTickets({ site, sent, result }: StepCall): Promise<void> {
  const isRequested = flagOf(sent, 'eventTickets') === true;
  if (isRequested) await storeSettings(site, [withValue(ticketsEnabled, true)]);
  result.messages.push(isRequested ? 'Tickets were switched on.' : 'Tickets were not requested.');
}

/** Steps of the calendar's wizard, in order (events.md 6.1). */
export const eventsSteps: readonly Step[] = [
  { from: 0, run: saveOptIn },
  { from: 1, run: saveSettings },
  { from: 5, run: createOrganizerIfMissing },
  { from: 5, run: createVenueIfMissing },
  { from: 5, run: enableTickets },
];
