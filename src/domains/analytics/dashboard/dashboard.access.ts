import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import type { Site } from '#app/site.ts';
import { capabilities } from '../access/capabilities.ts';
import { loadActor } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';

/** A viewer who may read the site's own statistics. */
export interface StatisticsReader extends Actor {
  /** True if the viewer manages attendees and may therefore see sales and check-ins. Other readers see only page views. */
  canSeeSales: boolean;
}

/** True for administrators, even without a connected account, and for users who may view a dashboard (docs/behaviour/analytics.md 2.2). */
const canSeeStatistics = ({ facts }: Actor): boolean => facts.isAdministrator || capabilities.view_dashboard(facts);

/** Returns the actor as a reader of the site's own statistics. Throws `not_signed_in` or `forbidden` for users who may not see them. */
export function toStatisticsReader(viewer: Viewer, actor: Actor): StatisticsReader {
  if (!canSeeStatistics(actor)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to see the statistics of this site.');
  return { ...actor, canSeeSales: isManager(viewer) };
}

/** Loads the viewer's facts and calls `toStatisticsReader`. Throws its failures. */
export async function loadStatisticsReader(site: Site, viewer: Viewer): Promise<StatisticsReader> {
  return toStatisticsReader(viewer, await loadActor(site, viewer));
}
