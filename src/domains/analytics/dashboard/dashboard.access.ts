import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import type { Site } from '#app/site.ts';
import { capabilities } from '../access/capabilities.ts';
import { loadActor } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';

/** A viewer who may read the site's own statistics. */
export interface StatisticsReader extends Actor {
  /** True if the viewer manages attendees and therefore sees sales and check-ins. Other readers see page views only. */
  seesTrade: boolean;
}

/** True for administrators, connected or not, and for users who may view a dashboard (analytics.md 2.2). */
const seesFigures = ({ facts }: Actor): boolean => facts.isAdministrator || capabilities.view_dashboard(facts);

/** Returns the actor as a reader of the site's own statistics. Throws `not_signed_in` (401) or `forbidden` (403) for others. */
export function readerOf(viewer: Viewer, actor: Actor): StatisticsReader {
  if (!seesFigures(actor)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to see the statistics of this site.');
  return { ...actor, seesTrade: isManager(viewer) };
}

/** Loads the viewer's facts and returns them as a reader of the statistics. Throws the failures of `readerOf`. */
export async function loadStatisticsReader(site: Site, viewer: Viewer): Promise<StatisticsReader> {
  return readerOf(viewer, await loadActor(site, viewer));
}
