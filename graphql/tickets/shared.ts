import { isManager, type Audience, buildAudience } from '#app/domains/tickets/audience.ts';
import { getSiteZone } from '#app/domains/content/site-time.ts';
import { tryQrKey } from '#app/domains/tickets/qr-key.service.ts';
import { verifyNonce } from '#app/domains/identity/auth/nonces.ts';
import { Failure, invalidArguments, refused } from '#app/core/failures/failure.ts';
import { parseTime, getCurrentTimeFor } from '#app/core/time/parse-time.ts';
import { type WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { cachePerRequest } from '../per-request.ts';

/** Credentials with which a caller may see more tickets and attendees. */
export interface Credentials {
  apiKey?: string | null | undefined;
  password?: string | null | undefined;
}

/** The password argument, for fields that take no key. */
export const passwordArgument = builder.args((t) => ({
  password: t.string({ description: 'Password of the post; required if it has one.' }),
}));

/** The argument with the key of the check-in app, for fields that take no password. */
export const keyArgument = builder.args((t) => ({
  apiKey: t.string({
    ...legacyOnly('Managers of attendees sign in, for instance with an application password; only `scanTicket` takes the key of the app.'),
    description: 'Key of the check-in app, which gives the rights of a manager of attendees.',
  }),
}));

/** Arguments with the credentials, for fields that show tickets and attendees. */
export const credentialArguments = { ...keyArgument, ...passwordArgument };

/** Returns the audience of this request without a key. */
export function getAudience({ viewer }: Context, credentials: Pick<Credentials, 'password'> = {}): Audience {
  return buildAudience(viewer, credentials);
}

const getTriedKeys = cachePerRequest(() => new Map<string, Promise<boolean>>());

/**
 * Returns true if the string is the key of the check-in app. Each key is checked once per request. Throws `too_many_attempts` (429) after too many
 * wrong keys.
 */
export async function isAppKey(context: Context, apiKey: string | null | undefined): Promise<boolean> {
  if (apiKey === null || apiKey === undefined) return false;
  const keys = getTriedKeys(context);
  let result = keys.get(apiKey);
  if (!result) keys.set(apiKey, (result = tryQrKey(context.site, context.client.ip, apiKey)));
  return await result;
}

/** Returns the audience of this request, with the credentials that were sent. */
export async function loadAudience(context: Context, { apiKey, password }: Credentials): Promise<Audience> {
  const { viewer } = context;
  return buildAudience(viewer, { password, hasKey: !isManager(viewer) && (await isAppKey(context, apiKey)) });
}

/** Throws `forbidden` unless the caller manages attendees by capability. */
export function checkManager({ viewer }: Context): void {
  if (!isManager(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage attendees.');
}

/** Throws `forbidden` unless the caller manages attendees by capability or by key. */
export async function checkManagerOrKey(context: Context, apiKey: string | null | undefined): Promise<void> {
  if (!isManager(context.viewer) && !(await isAppKey(context, apiKey))) checkManager(context);
}

/** Permission of managers of attendees, by capability or by key. */
export const managersOnly = guard(({ apiKey }: Pick<Credentials, 'apiKey'>, context) => checkManagerOrKey(context, apiKey));

/** Creates the failure for callers who may not write a ticket, without the reason (docs/behaviour/tickets.md 1.1). */
export function cannotWriteTickets(): Failure {
  return new Failure('cannot_write_tickets', 403, 'You may not write tickets of this post.');
}

/** Throws `cannot_write_tickets` if a nonce is given that does not belong to the caller and the action. */
export function checkNonce({ site, viewer }: Context, action: string, nonce: string | null | undefined): void {
  if (typeof nonce === 'string' && !verifyNonce(site, viewer, action, nonce)) throw cannotWriteTickets();
}

/**
 * Parses a time in any supported format. A time without a time zone, and words such as `tomorrow`, are in UTC. Returns undefined for an absent value.
 * Throws `invalid_arguments` for an invalid time.
 */
export function parseMoment(argument: string, value: string | null | undefined): Date | undefined {
  if (value === null || value === undefined) return undefined;
  const parsed = parseTime(value, 'UTC', getCurrentTimeFor(value));
  if (!parsed) throw invalidArguments({ [argument]: 'Invalid date or time.' });
  return parsed.instant;
}

/** Converts an instant to the local time of the site. */
export function toSiteTime(site: Site, at: Date): WallTime {
  return toWallTime(at, getSiteZone(site));
}

/** Returns the global ID of a ticket or attendee, which is unique across sites (docs/behaviour/tickets.md 1.4); empty for the ID 0. */
export function buildSharedGlobalId(site: Site, type: string, id: number): string {
  return id === 0 ? '' : `${site.config.siteUrl.replace(/^https?:\/\//, '')}?type=${type}&id=${id}`;
}
