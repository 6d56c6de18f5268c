import { now } from '#app/core/time/clock.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { capabilities } from '../../access/capabilities.ts';
import { badParameter } from '../../failures.ts';
import { isRecord, type Json, recordsAt, textAt } from '../../json.ts';
import type { DatapointCall } from '../datapoint.ts';
import { requiredObject } from '../parameters.ts';
import { checkNames, propertyOf } from './checks.ts';
import { propertyPath, readAdmin, writeAdmin } from './resources.ts';

/** An audience in the form that clients expect. */
export interface Audience extends Json {
  name: string;
  displayName: string;
  description: string;
  audienceType: 'USER_AUDIENCE' | 'SITE_KIT_AUDIENCE' | 'DEFAULT_AUDIENCE';
  audienceSlug: string;
}

const types = ['USER_AUDIENCE', 'SITE_KIT_AUDIENCE', 'DEFAULT_AUDIENCE'] as const;
/** Default audiences of every property, by name. */
const defaults: Readonly<Record<string, string>> = { 'All Users': 'all-users', Purchasers: 'purchasers' };
/** Audiences that this service creates. A filter of the audience contains the key. */
const made: Readonly<Record<string, string>> = { new_visitors: 'new-visitors', returning_visitors: 'returning-visitors' };

function madeHere(prefix: string, audience: Json): string | undefined {
  const text = JSON.stringify(audience['filterClauses'] ?? null);
  const found = Object.entries(made).find(([name]) => text.includes(`created_by_${prefix}:${name}`));
  return found?.[1];
}

/** Converts an audience of the provider to the form that clients expect. Pure. */
function audienceForm(prefix: string, audience: Json): Audience {
  const title = textAt(audience, 'displayName');
  const [own, usual] = [madeHere(prefix, audience), defaults[title]];
  return {
    name: textAt(audience, 'name'),
    displayName: title === 'All Users' ? 'All visitors' : title,
    description: textAt(audience, 'description'),
    audienceType: usual !== undefined ? 'DEFAULT_AUDIENCE' : own !== undefined ? 'SITE_KIT_AUDIENCE' : 'USER_AUDIENCE',
    audienceSlug: usual ?? own ?? '',
  };
}

const storedIn = (site: Site) => site.db.prisma.analyticsSite;

async function keep(
  site: Site,
  changes: Prisma.AnalyticsSiteUncheckedUpdateInput & Prisma.AnalyticsSiteUncheckedCreateInput,
): Promise<void> {
  await storedIn(site).upsert({ where: { id: 1 }, create: changes, update: changes, select: { id: true } });
}

/** Loads the audiences of the property and stores them. */
export async function syncAudiences(call: DatapointCall): Promise<Audience[]> {
  const { site, viewer, actor, ask } = call;
  if (!actor.facts.authenticated) throw refused(viewer, 'audiences_forbidden', 'Sorry, only those whose account is connected can do that.');
  const answer = await readAdmin(ask, propertyPath(propertyOf(call), 'audiences'), {}, 'v1alpha');
  const all = recordsAt(answer, 'audiences').map((one) => audienceForm(site.config.analytics.keyPrefix, one));
  const sorted = types.flatMap((type) => all.filter(({ audienceType }) => audienceType === type));
  await keep(site, { audiences: sorted as unknown as Prisma.InputJsonValue, audiencesSyncedAt: now() });
  return sorted;
}

const fields = ['displayName', 'description', 'membershipDurationDays', 'eventTrigger', 'exclusionDurationMode', 'filterClauses'];

export async function createAudience(call: DatapointCall): Promise<unknown> {
  const property = propertyOf(call);
  const audience = requiredObject(call.parameters, 'audience');
  checkNames(audience, fields);
  return await writeAdmin(call.ask, propertyPath(property, 'audiences'), audience, 'v1alpha');
}

/** Returns the stored audiences. Only users who manage the site see the time of the last synchronization. */
export async function audienceSettings({ site, actor }: Pick<DatapointCall, 'site' | 'actor'>) {
  const row = await storedIn(site).findUnique({
    where: { id: 1 },
    select: { audiences: true, audiencesSyncedAt: true, audiencesSetUpById: true },
  });
  const synced = row?.audiencesSyncedAt ?? null;
  return {
    availableAudiences: row?.audiences ?? null,
    ...(capabilities.manage_options(actor.facts) && {
      availableAudiencesLastSyncedAt: synced === null ? 0 : Math.floor(synced.getTime() / 1000),
    }),
    audienceSegmentationSetupCompletedBy: row?.audiencesSetUpById ?? null,
  };
}

export async function saveAudienceSettings(call: DatapointCall) {
  const { site, viewer, actor, parameters } = call;
  if (!capabilities.manage_options(actor.facts)) throw refused(viewer, 'audiences_forbidden', 'Sorry, you are not allowed to do that.');
  const name = 'audienceSegmentationSetupCompletedBy';
  const settings = isRecord(parameters['settings']) ? parameters['settings'] : {};
  const value = settings[name];
  if (value !== undefined && value !== null && !Number.isInteger(value)) throw badParameter(`${name} must be a whole number.`);
  if (typeof value === 'number') await keep(site, { audiencesSetUpById: value });
  return await audienceSettings(call);
}

/** Returns the names of the stored audiences. */
export async function knownAudiences(site: Site): Promise<Set<string>> {
  const row = await storedIn(site).findUnique({ where: { id: 1 }, select: { audiences: true } });
  return new Set(Array.isArray(row?.audiences) ? (row.audiences as unknown[]).map((one) => textAt(one, 'name')) : []);
}
