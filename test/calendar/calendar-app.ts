import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import type { App } from '#app/app.ts';
import { createApplicationPassword } from '#app/domains/identity/auth/application-passwords.ts';
import type { Role } from '#app/domains/identity/auth/roles.ts';
import { SESSION_COOKIE, startSession } from '#app/domains/identity/auth/sessions.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { createEvent, createOrganizer, createVenue } from '#app/domains/events/calendar.service.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import type { EventInput, OrganizerInput, VenueInput } from '#app/domains/events/inputs.ts';
import type { OrganizerRecord, VenueRecord } from '#app/domains/events/linked.record.ts';
import { createRestMap } from '../../rest-map/map.ts';
import siteIndex from '../../rest-map/site-index/routes.ts';
import views from '../../rest-map/vendor-views-v2/routes.ts';
import { createSiteApp } from '../support/app.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

export interface CalendarApp extends App {
  site: TestSite;
  editor: Viewer;
  signIn(role: Role): Promise<{ viewer: Viewer; authorization: string; cookie: string }>;
  /** Creates a published event of the editor. */
  event(input: EventInput): Promise<EventRecord>;
  venue(input: VenueInput): Promise<VenueRecord>;
  organizer(input: OrganizerInput): Promise<OrganizerRecord>;
  /** Sends a GET request to a path or URL of the site. */
  get(address: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

const readSource = (folder: string) => {
  const file = new URL(`../../rest-map/${folder}/shapes.graphql`, import.meta.url);
  return { file: file.pathname, text: readFileSync(file, 'utf8') };
};

/** Opens the service without a port, with only the calendar routes of the REST map. */
export async function openCalendarApp(environment: Record<string, string> = {}): Promise<CalendarApp> {
  const site = await openTestSite(environment);
  const map = {
    ...createRestMap(),
    advertised: [views.name],
    tables: [siteIndex, views],
    sources: ['site-index', 'vendor-views-v2'].map(readSource),
  };
  const app = await createSiteApp(site, { map });
  const editor = await makeUser(site, 'editor', 'calendar-editor');
  return {
    ...app,
    site,
    editor,
    async signIn(role) {
      const viewer = await makeUser(site, role);
      const { secret } = await createApplicationPassword(site, viewer.id, { name: 'test' });
      const { token } = await startSession(site, viewer.id, { ip: '127.0.0.1', userAgent: 'test' });
      return {
        viewer,
        authorization: `Basic ${Buffer.from(`${viewer.user?.login}:${secret}`).toString('base64')}`,
        cookie: `${SESSION_COOKIE}=${token}`,
      };
    },
    event: (input) =>
      createEvent(site, editor, { status: 'publish', timezone: 'UTC', ...input }, { whenReversed: 'clamp', argument: 'draft' }),
    venue: (input) => createVenue(site, editor, { status: 'publish', ...input }, false),
    organizer: (input) => createOrganizer(site, editor, { status: 'publish', ...input }, false),
    get: (address, headers = {}) => app.http.inject({ method: 'GET', url: address.replace(site.config.siteUrl, ''), headers }),
    close: async () => {
      await app.http.close();
      await site.close();
    },
  };
}
