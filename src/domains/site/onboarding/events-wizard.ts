import { enabledViews } from '#app/domains/events/calendar/calendar.settings.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { createOrganizer, createVenue } from '#app/domains/events/calendar.service.ts';
import { isEmptyOrHttpUrl } from '#app/domains/events/input.checks.ts';
import { currencyCode, currencySymbol } from '#app/domains/events/events.settings.ts';
import { dateFormat, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { getCountryName, findCurrency } from './choices.ts';
import { optInStatus, ticketsEnabled } from './onboarding.settings.ts';
import { recordCreated } from './progress.ts';
import { findFlag, isRecord, type SentValues, getString, listStrings } from './sent-values.ts';
import { type Step, storeSettings, type StepCall, type SettingValue, pairWithValue } from './step.ts';

async function saveOptIn({ site, sent, result }: StepCall): Promise<void> {
  const sharesStatistics = findFlag(sent, 'optin');
  if (sharesStatistics !== undefined) await storeSettings(site, [pairWithValue(optInStatus, sharesStatistics)]);
  result.messages.push(
    sharesStatistics === undefined ? 'No choice about sharing statistics was sent.' : 'The choice about sharing statistics was saved.',
  );
}

function listCurrencySettings(keyOrCode: string): SettingValue[] {
  if (keyOrCode === '') return [];
  const currency = findCurrency(keyOrCode);
  if (!currency) throw new Failure('onboarding_invalid_value', 500, `There is no currency "${keyOrCode}".`);
  return [pairWithValue(currencyCode, currency.code), pairWithValue(currencySymbol, currency.symbol)];
}

/** Returns the sent views that this calendar supports. */
const listSupportedViews = (sent: SentValues) =>
  listStrings(sent, 'tribeEnableViews').filter((view) => view !== 'all' && enabledViews.schema.safeParse([view]).success);

/** Saves the settings of the calendar, except empty values. */
async function saveSettings({ site, sent, result }: StepCall): Promise<void> {
  const [format, zone, firstDay] = [getString(sent, 'date_format'), getString(sent, 'timezone_string'), getString(sent, 'start_of_week')];
  const views = listSupportedViews(sent);
  const values = [
    ...listCurrencySettings(getString(sent, 'currency')),
    ...(format === '' ? [] : [pairWithValue(dateFormat, format)]),
    ...(zone === '' ? [] : [pairWithValue(timezoneString, zone)]),
    ...(firstDay === '' ? [] : [pairWithValue(startOfWeek, Number(firstDay))]),
    ...(views.length === 0 ? [] : [pairWithValue(enabledViews, enabledViews.schema.parse([...new Set(views)]))]),
  ];
  await storeSettings(site, values);
  result.messages.push(values.length === 0 ? 'There were no settings to save.' : 'The settings were saved.');
}

const readId = (sent: SentValues, name: string) => {
  const id = Number(getString(sent, name));
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
};
const readWebsite = (sent: SentValues) => (isEmptyOrHttpUrl(getString(sent, 'website')) ? getString(sent, 'website') : '');

async function createOrganizerIfMissing({ site, viewer, sent, result }: StepCall): Promise<void> {
  const organizer = isRecord(sent['organizer']) ? sent['organizer'] : {};
  const existingId = readId(organizer, 'organizerId');
  if (existingId !== null) await recordCreated(site, 'evt', { organizerId: existingId });
  if (existingId !== null || getString(organizer, 'name') === '') return void result.messages.push('No organizer had to be created.');
  const draft = {
    title: getString(organizer, 'name'),
    phone: getString(organizer, 'phone'),
    website: readWebsite(organizer),
    email: getString(organizer, 'email'),
  };
  const { id } = await createOrganizer(site, viewer, { ...draft, status: 'publish' }, false);
  await recordCreated(site, 'evt', { organizerId: id });
  result.organizerId = id;
  result.messages.push('The organizer was created.');
}

async function createVenueIfMissing({ site, viewer, sent, result }: StepCall): Promise<void> {
  const venue = isRecord(sent['venue']) ? sent['venue'] : {};
  const existingId = readId(venue, 'venueId');
  if (existingId !== null) await recordCreated(site, 'evt', { venueId: existingId });
  if (existingId !== null || getString(venue, 'name') === '') return void result.messages.push('No venue had to be created.');
  const state = getString(venue, 'state');
  const draft = {
    title: getString(venue, 'name'),
    address: getString(venue, 'address'),
    city: getString(venue, 'city'),
    state,
    province: state,
    stateProvince: state,
    zip: getString(venue, 'zip'),
    country: getCountryName(getString(venue, 'country')),
    phone: getString(venue, 'phone'),
    website: readWebsite(venue),
  };
  const { id } = await createVenue(site, viewer, { ...draft, status: 'publish' }, false);
  await recordCreated(site, 'evt', { venueId: id });
  result.venueId = id;
  result.messages.push('The venue was created.');
}

async function enableTickets({ site, sent, result }: StepCall): Promise<void> {
  const isRequested = findFlag(sent, 'eventTickets') === true;
  if (isRequested) await storeSettings(site, [pairWithValue(ticketsEnabled, true)]);
  result.messages.push(isRequested ? 'Tickets were switched on.' : 'Tickets were not requested.');
}

/** Steps of the calendar's wizard, in order (docs/behaviour/events.md 6.1). */
export const eventsSteps: readonly Step[] = [
  { from: 0, run: saveOptIn },
  { from: 1, run: saveSettings },
  { from: 5, run: createOrganizerIfMissing },
  { from: 5, run: createVenueIfMissing },
  { from: 5, run: enableTickets },
];
