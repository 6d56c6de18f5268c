import { now } from '#app/core/time/clock.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { Prisma } from '#db';
import type { Site } from '#app/site.ts';
import { capabilities } from '../../access/capabilities.ts';
import { invalidParameter } from '../../failures.ts';
import { isRecord, type Json, getRecords, getString } from '../../json.ts';
import type { DatapointCall } from '../datapoint.ts';
import { requireObject } from '../parameters.ts';
import { checkMemberNames, requirePropertyId } from './checks.ts';
import { buildPropertyPath, getFromAdmin, postToAdmin } from './resources.ts';

/** An audience in the form that clients expect. */
export interface Audience extends Json {
  name: string;
  displayName: string;
  description: string;
  audienceType: 'USER_AUDIENCE' | 'SITE_KIT_AUDIENCE' | 'DEFAULT_AUDIENCE';
  audienceSlug: string;
}

const AUDIENCE_TYPES = ['USER_AUDIENCE', 'SITE_KIT_AUDIENCE', 'DEFAULT_AUDIENCE'] as const;
/** Slugs of the default audiences of every property, by name. */
const DEFAULT_SLUGS: Readonly<Record<string, string>> = { 'All Users': 'all-users', Purchasers: 'purchasers' };
/** Slugs of audiences that this service creates, by the key that a filter of the audience contains. */
const CREATED_SLUGS: Readonly<Record<string, string>> = { new_visitors: 'new-visitors', returning_visitors: 'returning-visitors' };

function findCreatedSlug(prefix: string, audience: Json): string | undefined {
  const text = JSON.stringify(audience['filterClauses'] ?? null);
  const entry = Object.entries(CREATED_SLUGS).find(([name]) => text.includes(`created_by_${prefix}:${name}`));
  return entry?.[1];
}

/** Converts an audience of the provider to the form that clients expect. */
function toAudience(prefix: string, audience: Json): Audience {
  const title = getString(audience, 'displayName');
  const [createdSlug, defaultSlug] = [findCreatedSlug(prefix, audience), DEFAULT_SLUGS[title]];
  return {
    name: getString(audience, 'name'),
    displayName: title === 'All Users' ? 'All visitors' : title,
    description: getString(audience, 'description'),
    audienceType: defaultSlug !== undefined ? 'DEFAULT_AUDIENCE' : createdSlug !== undefined ? 'SITE_KIT_AUDIENCE' : 'USER_AUDIENCE',
    audienceSlug: defaultSlug ?? createdSlug ?? '',
  };
}

const getSiteTable = (site: Site) => site.db.prisma.analyticsSite;

async function storeChanges(
  site: Site,
  changes: Prisma.AnalyticsSiteUncheckedUpdateInput & Prisma.AnalyticsSiteUncheckedCreateInput,
): Promise<void> {
  await getSiteTable(site).upsert({ where: { id: 1 }, create: changes, update: changes, select: { id: true } });
}

/** Loads the audiences of the property from the provider and stores them. */
export async function syncAudiences(call: DatapointCall): Promise<Audience[]> {
  const { site, viewer, actor, ask } = call;
  if (!actor.facts.authenticated) throw refused(viewer, 'audiences_forbidden', 'Connect your account first.');
  const response = await getFromAdmin(ask, buildPropertyPath(requirePropertyId(call), 'audiences'), {}, 'v1alpha');
  const audiences = getRecords(response, 'audiences').map((audience) => toAudience(site.config.analytics.keyPrefix, audience));
  const sorted = AUDIENCE_TYPES.flatMap((type) => audiences.filter(({ audienceType }) => audienceType === type));
  await storeChanges(site, { audiences: sorted as unknown as Prisma.InputJsonValue, audiencesSyncedAt: now() });
  return sorted;
}

const AUDIENCE_FIELDS = ['displayName', 'description', 'membershipDurationDays', 'eventTrigger', 'exclusionDurationMode', 'filterClauses'];

export async function createAudience(call: DatapointCall): Promise<unknown> {
  const property = requirePropertyId(call);
  const audience = requireObject(call.parameters, 'audience');
  checkMemberNames(audience, AUDIENCE_FIELDS);
  return await postToAdmin(call.ask, buildPropertyPath(property, 'audiences'), audience, 'v1alpha');
}

/** Returns the stored audiences. Only users who manage the site see the time of the last synchronization. */
export async function loadAudienceSettings({ site, actor }: Pick<DatapointCall, 'site' | 'actor'>) {
  const row = await getSiteTable(site).findUnique({
    where: { id: 1 },
    select: { audiences: true, audiencesSyncedAt: true, audiencesSetUpById: true },
  });
  const syncedAt = row?.audiencesSyncedAt ?? null;
  return {
    availableAudiences: row?.audiences ?? null,
    ...(capabilities.manage_options(actor.facts) && {
      availableAudiencesLastSyncedAt: syncedAt === null ? 0 : Math.floor(syncedAt.getTime() / 1000),
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
  if (value !== undefined && value !== null && !Number.isInteger(value)) throw invalidParameter(`${name} must be an integer.`);
  if (typeof value === 'number') await storeChanges(site, { audiencesSetUpById: value });
  return await loadAudienceSettings(call);
}

/** Returns the names of the stored audiences. */
export async function findAudienceNames(site: Site): Promise<Set<string>> {
  const row = await getSiteTable(site).findUnique({ where: { id: 1 }, select: { audiences: true } });
  return new Set(Array.isArray(row?.audiences) ? (row.audiences as unknown[]).map((audience) => getString(audience, 'name')) : []);
}
