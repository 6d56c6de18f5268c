import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type Page, getPageOffset } from '#app/core/db/page.ts';
import { type Role, roles } from '#app/domains/identity/auth/roles.ts';
import { toRole } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { SPLASH } from '../access/facts.ts';
import { hashSlug } from '../dismissals/digest.ts';
import { findMarks, marks } from '../marks.ts';
import type { ConnectorState } from '../access/actor.ts';

/** A user who receives reports, or who may be invited to receive them. */
export interface ReportReader {
  id: number;
  displayName: string;
  email: string;
  role: Role;
  /** True if the user was invited within the last 24 hours. Always false for subscribers. */
  isInvited: boolean;
}

export interface ReaderQuery {
  page: number;
  perPage: number;
  search: string;
}

/** Returns the display name of a role. */
export const formatRole = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);

/** Part of the connector's state that determines who may see statistics. */
type SharingState = Pick<ConnectorState, 'sharing' | 'setupCompleted'>;

/** Returns the roles with which a module is shared. With `slugs`, considers only these modules. */
function findRoles({ sharing }: SharingState, slugs?: readonly string[]): string[] {
  const shared = sharing.filter(({ slug }) => slugs === undefined || slugs.includes(slug));
  return [...new Set(shared.flatMap(({ sharedRoles }) => sharedRoles))];
}

/** SQL conditions for users. */
interface UserConditions {
  where: string[];
  values: unknown[];
  /** Adds a value and returns its placeholder, such as `$1`. */
  add(value: unknown): string;
}

function createConditions(): UserConditions {
  const values: unknown[] = [];
  return { where: [], values, add: (value) => `$${values.push(value)}` };
}

const HAS_TOKEN = 'EXISTS (SELECT 1 FROM analytics_token t WHERE t.user_id = u.id)';
const IS_SUBSCRIBED = 'EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.is_subscribed)';
const IS_VERIFIED = 'EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.is_verified)';

/**
 * Selects users who may be invited: administrators with a connected account, and users who may see shared visits or searches
 * (docs/behaviour/analytics.md 7.3).
 */
function selectCandidates(state: SharingState, callerId: number): UserConditions {
  const conditions = createConditions();
  const sharedRoles = conditions.add(findRoles(state, ['analytics-4', 'search-console']));
  conditions.where.push(
    `((u.role = 'administrator' AND ${HAS_TOKEN}) OR u.role = ANY(${sharedRoles}::text[]))`,
    `u.id <> ${conditions.add(callerId)}::int`,
    `NOT ${IS_SUBSCRIBED}`,
  );
  return conditions;
}

/** Selects subscribed users with the capability `view_dashboard`. Must match the condition in `capabilities.ts`. */
function selectSubscribers(state: SharingState): UserConditions {
  const conditions = createConditions();
  const sharedRoles = conditions.add(findRoles(state));
  const [splashDigest, time] = [conditions.add(hashSlug(SPLASH)), conditions.add(now())];
  const isSetUp = state.setupCompleted ? 'true' : 'false';
  const isFullySetUp = `(${isSetUp} AND ${HAS_TOKEN} AND ${IS_VERIFIED})`;
  const canSeeShared = `(u.role = ANY(${sharedRoles}::text[]) AND EXISTS (SELECT 1 FROM analytics_dismissal d WHERE d.user_id = u.id AND d.kind = 'item' AND d.digest = ${splashDigest}
    AND (d.expires_at IS NULL OR d.expires_at > ${time}::timestamptz)))`;
  conditions.where.push(
    `u.role <> 'subscriber'`,
    `(u.role = 'administrator' OR u.role = ANY(${sharedRoles}::text[]))`,
    IS_SUBSCRIBED,
    `CASE WHEN ${isFullySetUp} THEN u.role = 'administrator' ELSE ${canSeeShared} AND (${isSetUp} OR u.role = 'administrator') END`,
  );
  return conditions;
}

function addSearch({ where, add }: UserConditions, search: string): void {
  const text = search.trim().toLowerCase();
  if (text === '') return;
  const matchingRoles = roles.filter((role) => role.includes(text) || formatRole(role).toLowerCase().includes(text));
  const parameter = add(text);
  where.push(
    `(strpos(lower(u.display_name), ${parameter}) > 0 OR strpos(u.email, ${parameter}) > 0 OR u.role = ANY(${add(matchingRoles)}::text[]))`,
  );
}

const orderByLogin = `(u.role <> 'administrator'), u.login COLLATE "C", u.id`;
const orderByName = 'lower(u.display_name) COLLATE "C", u.id';

const readerShape = rowShape({ total: 'int', id: 'int?', displayName: 'text?', email: 'text?', role: 'text?', place: 'bigint?' });
type ReaderRow = ShapedRow<typeof readerShape>;
type FoundRow = { [K in 'id' | 'displayName' | 'email' | 'role']: NonNullable<ReaderRow[K]> };

const pageStatements = new StatementFamily('report_readers', readerShape, () =>
  ['', 'a'].flatMap((search) => [
    buildPageQuery(selectCandidates(NOTHING_SHARED, 1), orderByLogin, { page: 1, perPage: 10, search }),
    ...[NOTHING_SHARED, SET_UP].map((state) => buildPageQuery(selectSubscribers(state), orderByName, { page: 1, perPage: 10, search })),
  ]),
);
const idStatements = new StatementFamily('report_reader_ids', rowShape({ id: 'int' }), () => [
  buildCandidateQuery(selectCandidates(NOTHING_SHARED, 1), 1),
  ...[NOTHING_SHARED, SET_UP].map((state) => buildSubscribersQuery(selectSubscribers(state), 'weekly')),
]);
const NOTHING_SHARED: SharingState = { sharing: [], setupCompleted: false };
const SET_UP: SharingState = { sharing: [], setupCompleted: true };

function buildPageQuery(conditions: UserConditions, order: string, { page, perPage, search }: ReaderQuery): string {
  addSearch(conditions, search);
  const { where, add } = conditions;
  const source = `user_account u WHERE ${where.join(' AND ')}`;
  const [limit, offset] = [add(perPage), add(getPageOffset({ page, perPage }))];
  return `WITH counted AS (SELECT count(*)::int AS total FROM ${source}),
      found AS (SELECT u.id, u.display_name AS "displayName", u.email, u.role, row_number() OVER (ORDER BY ${order}) AS place FROM ${source}
        ORDER BY ${order} LIMIT ${limit}::int OFFSET ${offset}::int)
      SELECT counted.total, found.* FROM counted LEFT JOIN found ON true ORDER BY found.place`;
}

function buildCandidateQuery({ where, add }: UserConditions, userId: number): string {
  return `SELECT u.id FROM user_account u WHERE ${where.join(' AND ')} AND u.id = ${add(userId)}::int`;
}

function buildSubscribersQuery({ where, add }: UserConditions, frequency: string): string {
  const hasFrequency = `EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.report_frequency = ${add(frequency)})`;
  return `SELECT u.id FROM user_account u WHERE ${[...where, hasFrequency].join(' AND ')} ORDER BY u.id`;
}

async function loadPage(site: Site, conditions: UserConditions, order: string, query: ReaderQuery): Promise<Page<ReportReader>> {
  const rows = await site.db.rows(pageStatements.createStatement(buildPageQuery(conditions, order, query)), conditions.values);
  const found = rows.filter((row): row is ReaderRow & FoundRow => row.id !== null);
  const invited = await findMarks(
    site.db.prisma,
    found.map(({ id }) => marks.invited(id)),
  );
  const total = rows[0]?.total ?? 0;
  return {
    total,
    totalPages: Math.ceil(total / query.perPage),
    nodes: found.map(({ id, displayName, email, role }) => ({
      id,
      displayName,
      email,
      role: toRole(role),
      isInvited: invited.has(marks.invited(id)),
    })),
  };
}

/** Lists users who may be invited to subscribe: administrators first, then sorted by login. */
export async function listCandidates(site: Site, state: ConnectorState, callerId: number, query: ReaderQuery): Promise<Page<ReportReader>> {
  return await loadPage(site, selectCandidates(state, callerId), orderByLogin, query);
}

/** Lists subscribed users who may see reports, sorted by name. */
export async function listSubscribers(site: Site, state: ConnectorState, query: ReaderQuery): Promise<Page<ReportReader>> {
  return await loadPage(site, selectSubscribers(state), orderByName, query);
}

/** True if the user may be invited to subscribe. */
export async function isCandidate(site: Site, state: ConnectorState, callerId: number, userId: number): Promise<boolean> {
  const conditions = selectCandidates(state, callerId);
  const sql = buildCandidateQuery(conditions, userId);
  return (await site.db.rows(idStatements.createStatement(sql), conditions.values)).length > 0;
}

/** Returns the IDs of users who receive reports of a frequency. */
export async function findSubscriberIds(site: Site, state: ConnectorState, frequency: string): Promise<number[]> {
  const conditions = selectSubscribers(state);
  const sql = buildSubscribersQuery(conditions, frequency);
  return (await site.db.rows(idStatements.createStatement(sql), conditions.values)).map(({ id }) => id);
}
