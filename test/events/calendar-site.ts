import { openWholeSite, type RestOptions, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';

/** Root of the legacy calendar. */
export const LEGACY = '/vendor/events/v1';
/** Root of the current calendar. */
export const CURRENT = '/evt/v1';

/** A whole site with shortcuts for its calendar. */
export interface CalendarSite extends WholeSite {
  /** Sends a request to the legacy calendar. */
  legacy(method: string, path: string, options?: RestOptions): Promise<RestResponse>;
  /** Sends a request to the current calendar. */
  current(method: string, path: string, options?: RestOptions): Promise<RestResponse>;
  /** Creates an event with the legacy route and returns the response body. By default, the event is tomorrow and an administrator creates it. */
  makeEvent(body?: object, as?: TestUserName): Promise<RestResponse['body']>;
  makeVenue(body?: object, as?: TestUserName): Promise<RestResponse['body']>;
  makeOrganizer(body?: object, as?: TestUserName): Promise<RestResponse['body']>;
}

let count = 0;

/** Opens a whole site for tests of the calendar. */
export async function openCalendar(environment?: Record<string, string>): Promise<CalendarSite> {
  const site = await openWholeSite(environment);
  const legacy: CalendarSite['legacy'] = (method, path, options) => site.rest(method, `${LEGACY}${path}`, options);
  const create = async (path: string, body: object, as: TestUserName): Promise<RestResponse['body']> => {
    const reply = await legacy('POST', path, { as, body });
    if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  return {
    ...site,
    legacy,
    current: (method, path, options) => site.rest(method, `${CURRENT}${path}`, options),
    makeEvent: (body = {}, as = 'administrator') =>
      create('/events', { title: `Event ${(count += 1)}`, start_date: 'tomorrow 9am', end_date: 'tomorrow 11am', ...body }, as),
    makeVenue: (body = {}, as = 'administrator') => create('/venues', { venue: `Venue ${(count += 1)}`, ...body }, as),
    makeOrganizer: (body = {}, as = 'administrator') => create('/organizers', { organizer: `Organizer ${(count += 1)}`, ...body }, as),
  };
}

/** Returns the IDs of a list. */
export const ids = (items: readonly { id: number }[]): number[] => items.map((item) => item.id);
