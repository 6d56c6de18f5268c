import { isManager, type Audience, audienceOf } from '#app/tickets/audience.ts';
import { siteZone, utcWall } from '#app/content/site-time.ts';
import { verifyNonce } from '#app/auth/nonces.ts';
import { now } from '#app/core/clock.ts';
import { Failure, invalidArguments, refused } from '#app/core/failure.ts';
import { parseTime } from '#app/core/time/spoken-time.ts';
import { type WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

/** What a caller may bring along to see more. */
export interface Came {
  apiKey?: string | null | undefined;
  password?: string | null | undefined;
}

/** Arguments of fields that show tickets and attendees. */
export const cameArguments = builder.args((t) => ({
  apiKey: t.string({ description: 'Key of the check-in app: whoever has it manages attendees.' }),
  password: t.string({ description: 'Password of the post; opens what it hides.' }),
}));

/** Arguments of acts. */
export const keyArgument = builder.args((t) => ({
  apiKey: t.string({ description: 'Key of the check-in app: whoever has it manages attendees.' }),
}));

/** Who reads in this request. */
export function audience({ site, viewer }: Context, came: Came): Audience {
  return audienceOf(site, viewer, came);
}

/** Throws `rest_forbidden` unless the caller manages attendees. */
export function checkManager({ site, viewer }: Context, apiKey: string | null | undefined): void {
  if (!isManager(site, viewer, apiKey)) throw refused(viewer, 'rest_forbidden', 'Sorry, you are not allowed to manage attendees.');
}

/** What is answered to whoever may not write a ticket, whatever the reason (tickets.md 1.1). */
export function forbidden(): Failure {
  return new Failure('forbidden', 403, 'You may not write tickets of this post.');
}

/** Throws `forbidden` for a nonce that is given but is none of the caller's for the action. */
export function checkNonce({ site, viewer }: Context, action: string, nonce: string | null | undefined): void {
  if (typeof nonce === 'string' && !verifyNonce(site, viewer, action, nonce)) throw forbidden();
}

/** A moment in any form that people write; words count in UTC. Undefined when it is not given. Refuses the argument when it is no time. */
export function momentOf(argument: string, written: string | null | undefined): Date | undefined {
  if (written === null || written === undefined) return undefined;
  const parsed = parseTime(written, 'UTC', now());
  if (!parsed) throw invalidArguments({ [argument]: 'This is not a date or time.' });
  return parsed.instant;
}

/** An instant on the site's clocks, and in UTC. */
export function siteTime(site: Site, at: Date): WallTime {
  return toWallTime(at, siteZone(site));
}

export const utcTime = utcWall;

/** Global id of a ticket or attendee as exchanged between sites (tickets.md 1.4). */
export function sharedGlobalId(site: Site, type: string, id: number): string {
  return id === 0 ? '' : `${site.config.siteUrl.replace(/^https?:\/\//, '')}?type=${type}&id=${id}`;
}
