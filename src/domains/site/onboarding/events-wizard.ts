import { enabledViews } from '#app/domains/events/calendar/calendar.settings.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { createOrganizer, createVenue } from '#app/domains/events/calendar.service.ts';
import { isAddress } from '#app/domains/events/input.checks.ts';
import { currencyCode, currencySymbol } from '#app/domains/events/events.settings.ts';
import { dateFormat, startOfWeek, timezoneString } from '#app/core/settings/site.settings.ts';
import { countryName, currencyOf } from './choices.ts';
import { optInStatus, ticketsEnabled } from './onboarding.settings.ts';
import { noteMade } from './progress.ts';
import { flagOf, isMembers, type Sent, textOf, textsIn } from './sent.ts';
import { type Step, storeAll, type StepCall, type Wanted, wanted } from './step.ts';

async function optIn({ site, sent, outcome }: StepCall): Promise<void> {
  const choice = flagOf(sent, 'optin');
  if (choice !== undefined) await storeAll(site, [wanted(optInStatus, choice)]);
  outcome.messages.push(choice === undefined ? 'Nothing was said about sharing figures.' : 'The choice about sharing figures was saved.');
}

function currencySettings(word: string): Wanted[] {
  if (word === '') return [];
  const currency = currencyOf(word);
  if (!currency) throw new Failure('onboarding_invalid_value', 500, `There is no currency "${word}".`);
  return [wanted(currencyCode, currency.code), wanted(currencySymbol, currency.symbol)];
}

/** Filters the views that this calendar supports; drops `all`. */
const viewsOf = (sent: Sent) =>
  textsIn(sent, 'tribeEnableViews').filter((view) => view !== 'all' && enabledViews.schema.safeParse([view]).success);

/** Saves the settings of the calendar, except empty values. */
async function settings({ site, sent, outcome }: StepCall): Promise<void> {
  const [format, zone, firstDay] = [textOf(sent, 'date_format'), textOf(sent, 'timezone_string'), textOf(sent, 'start_of_week')];
  const views = viewsOf(sent);
  const values = [
    ...currencySettings(textOf(sent, 'currency')),
    ...(format === '' ? [] : [wanted(dateFormat, format)]),
    ...(zone === '' ? [] : [wanted(timezoneString, zone)]),
    ...(firstDay === '' ? [] : [wanted(startOfWeek, Number(firstDay))]),
    ...(views.length === 0 ? [] : [wanted(enabledViews, enabledViews.schema.parse([...new Set(views)]))]),
  ];
  await storeAll(site, values);
  outcome.messages.push(values.length === 0 ? 'There were no settings to save.' : 'The settings were saved.');
}

const idIn = (sent: Sent, name: string) => {
  const id = Number(textOf(sent, name));
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
};
const websiteOf = (sent: Sent) => (isAddress(textOf(sent, 'website')) ? textOf(sent, 'website') : '');

async function organizer({ site, viewer, sent, outcome }: StepCall): Promise<void> {
  const given = isMembers(sent['organizer']) ? sent['organizer'] : {};
  const known = idIn(given, 'organizerId');
  if (known !== null) await noteMade(site, 'evt', { organizerId: known });
  if (known !== null || textOf(given, 'name') === '') return void outcome.messages.push('No organizer had to be made.');
  const draft = { title: textOf(given, 'name'), phone: textOf(given, 'phone'), website: websiteOf(given), email: textOf(given, 'email') };
  const { id } = await createOrganizer(site, viewer, { ...draft, status: 'publish' }, false);
  await noteMade(site, 'evt', { organizerId: id });
  outcome.organizerId = id;
  outcome.messages.push('The organizer was made.');
}

async function venue({ site, viewer, sent, outcome }: StepCall): Promise<void> {
  const given = isMembers(sent['venue']) ? sent['venue'] : {};
  const known = idIn(given, 'venueId');
  if (known !== null) await noteMade(site, 'evt', { venueId: known });
  if (known !== null || textOf(given, 'name') === '') return void outcome.messages.push('No venue had to be made.');
  const state = textOf(given, 'state');
  const draft = {
    title: textOf(given, 'name'),
    address: textOf(given, 'address'),
    city: textOf(given, 'city'),
    state,
    province: state,
    stateProvince: state,
    zip: textOf(given, 'zip'),
    country: countryName(textOf(given, 'country')),
    phone: textOf(given, 'phone'),
    website: websiteOf(given),
  };
  const { id } = await createVenue(site, viewer, { ...draft, status: 'publish' }, false);
  await noteMade(site, 'evt', { venueId: id });
  outcome.venueId = id;
  outcome.messages.push('The venue was made.');
}

async function tickets({ site, sent, outcome }: StepCall): Promise<void> {
  const isWanted = flagOf(sent, 'eventTickets') === true;
  if (isWanted) await storeAll(site, [wanted(ticketsEnabled, true)]);
  outcome.messages.push(isWanted ? 'Tickets were switched on.' : 'Tickets were not asked for.');
}

/** Steps of the calendar's wizard, in order (events.md 6.1). */
export const eventsSteps: readonly Step[] = [
  { from: 0, run: optIn },
  { from: 1, run: settings },
  { from: 5, run: organizer },
  { from: 5, run: venue },
  { from: 5, run: tickets },
];
