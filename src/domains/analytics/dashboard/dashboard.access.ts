import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import type { Site } from '#app/site.ts';
import { capabilities } from '../access/capabilities.ts';
import { loadActor } from '../access/facts.ts';
import type { Actor } from '../access/actor.ts';

/** Someone who sees the site's own statistics. */
export interface FiguresReader extends Actor {
  /** Sales and check-ins are for users who manage attendees: a dashboard that is shared with authors shows them views alone. */
  seesTrade: boolean;
}

/** Whether someone sees the site's own statistics: administrators, connected or not, and anyone who may view a dashboard (analytics.md 2.2). */
const seesFigures = ({ facts }: Actor): boolean => facts.isAdministrator || capabilities.view_dashboard(facts);

/** An actor as the reader of the site's own statistics; throws `not_signed_in` (401) or `forbidden` (403) for everybody else. */
export function readerOf(viewer: Viewer, actor: Actor): FiguresReader {
  if (!seesFigures(actor)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to see the statistics of this site.');
  return { ...actor, seesTrade: isManager(viewer) };
}

/** The viewer as the reader of the site's own statistics; throws as `readerOf`. */
export async function figuresReader(site: Site, viewer: Viewer): Promise<FiguresReader> {
  return readerOf(viewer, await loadActor(site, viewer));
}
