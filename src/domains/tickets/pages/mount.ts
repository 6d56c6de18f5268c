import type { FastifyInstance } from 'fastify';
import type { Site } from '#app/site.ts';
import { mountAttendeeExport } from './attendee-export.route.ts';
import { mountCheckInLink } from './check-in-link.ts';
import { mountChoosing } from './choosing/choosing-script.ts';
import { mountOfflineScripts } from './offline/offline-script.ts';
import { mountTicketPage } from './ticket.page.ts';

/** Mounts the pages for ticket holders and for staff at the door. */
export function mountTicketPages(app: FastifyInstance, site: Site): void {
  mountCheckInLink(app, site);
  mountAttendeeExport(app, site);
  mountOfflineScripts(app);
  mountChoosing(app);
  mountTicketPage(app, site);
}
