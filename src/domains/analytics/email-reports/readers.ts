import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, rowShape } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type Page, offsetOf } from '#app/core/db/page.ts';
import { type Role, roles } from '#app/domains/identity/auth/roles.ts';
import { roleOf } from '#app/domains/identity/users/user.record.ts';
import type { Site } from '#app/site.ts';
import { SPLASH } from '../access/facts.ts';
import { digestOf } from '../dismissals/digest.ts';
import { knownMarks, marks } from '../marks.ts';
import type { ConnectorState } from '../access/actor.ts';

/** A user who receives reports, or may be invited to. */
export interface Reader {
  id: number;
  displayName: string;
  email: string;
  role: Role;
  /** True if the user was invited within a day. Only for candidates. */
  isInvited: boolean;
}

export interface ReaderQuery {
  page: number;
  perPage: number;
  search: string;
}

/** Returns the display name of a role. */
export const roleLabel = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);

/** Part of the connector's state that decides who sees statistics. */
type Seeing = Pick<ConnectorState, 'sharing' | 'setupCompleted'>;

/** Returns the roles that see statistics of these modules, or of any module without `slugs`. */
function rolesSeeing({ sharing }: Seeing, slugs?: readonly string[]): string[] {
  const shared = sharing.filter(({ slug }) => slugs === undefined || slugs.includes(slug));
  return [...new Set(shared.flatMap(({ sharedRoles }) => sharedRoles))];
}

interface UserConditions {
  where: string[];
  values: unknown[];
  add(value: unknown): string;
}

function newConditions(): UserConditions {
  const values: unknown[] = [];
  return { where: [], values, add: (value) => `$${values.push(value)}` };
}

const HAS_TOKEN = 'EXISTS (SELECT 1 FROM analytics_token t WHERE t.user_id = u.id)';
const IS_SUBSCRIBED = 'EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.is_subscribed)';
const IS_VERIFIED = 'EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.is_verified)';

/** Selects users to invite: administrators with a connected account, and users whose role sees visits or searches (analytics.md 7.3). */
function candidates(state: Seeing, callerId: number): UserConditions {
  const conditions = newConditions();
  const seeing = conditions.add(rolesSeeing(state, ['analytics-4', 'search-console']));
  conditions.where.push(
    `((u.role = 'administrator' AND ${HAS_TOKEN}) OR u.role = ANY(${seeing}::text[]))`,
    `u.id <> ${conditions.add(callerId)}::int`,
    `NOT ${IS_SUBSCRIBED}`,
  );
  return conditions;
}

/** Selects subscribed users with the capability `view_dashboard`, as in `capabilities.ts`. */
function subscribers(state: Seeing): UserConditions {
  const conditions = newConditions();
  const seeing = conditions.add(rolesSeeing(state));
  const [digest, at] = [conditions.add(digestOf(SPLASH)), conditions.add(now())];
  const isSetUp = state.setupCompleted ? 'true' : 'false';
  const isFullySetUp = `(${isSetUp} AND ${HAS_TOKEN} AND ${IS_VERIFIED})`;
  const sees = `(u.role = ANY(${seeing}::text[]) AND EXISTS (SELECT 1 FROM analytics_dismissal d WHERE d.user_id = u.id AND d.kind = 'item' AND d.digest = ${digest}
    AND (d.expires_at IS NULL OR d.expires_at > ${at}::timestamptz)))`;
  conditions.where.push(
    `u.role <> 'subscriber'`,
    `(u.role = 'administrator' OR u.role = ANY(${seeing}::text[]))`,
    IS_SUBSCRIBED,
    `CASE WHEN ${isFullySetUp} THEN u.role = 'administrator' ELSE ${sees} AND (${isSetUp} OR u.role = 'administrator') END`,
  );
  return conditions;
}

function searched({ where, add }: UserConditions, search: string): void {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return;
  const named = roles.filter((role) => role.includes(wanted) || roleLabel(role).toLowerCase().includes(wanted));
  const text = add(wanted);
  where.push(`(strpos(lower(u.display_name), ${text}) > 0 OR strpos(u.email, ${text}) > 0 OR u.role = ANY(${add(named)}::text[]))`);
}

const byLogin = `(u.role <> 'administrator'), u.login COLLATE "C", u.id`;
const byName = 'lower(u.display_name) COLLATE "C", u.id';

const row = rowShape({ total: 'int', id: 'int?', displayName: 'text?', email: 'text?', role: 'text?', place: 'bigint?' });
type Row = ShapedRow<typeof row>;
type Found = { [K in 'id' | 'displayName' | 'email' | 'role']: NonNullable<Row[K]> };

const pages = new StatementFamily('report_readers', row, () =>
  ['', 'a'].flatMap((search) => [
    pageStatement(candidates(unshared, 1), byLogin, { page: 1, perPage: 10, search }),
    ...[unshared, setUp].map((state) => pageStatement(subscribers(state), byName, { page: 1, perPage: 10, search })),
  ]),
);
const ids = new StatementFamily('report_reader_ids', rowShape({ id: 'int' }), () => [
  candidateStatement(candidates(unshared, 1), 1),
  ...[unshared, setUp].map((state) => subscribersStatement(subscribers(state), 'weekly')),
]);
const unshared: Seeing = { sharing: [], setupCompleted: false };
const setUp: Seeing = { sharing: [], setupCompleted: true };

function pageStatement(conditions: UserConditions, order: string, { page, perPage, search }: ReaderQuery): string {
  searched(conditions, search);
  const { where, add } = conditions;
  const source = `user_account u WHERE ${where.join(' AND ')}`;
  const [limit, offset] = [add(perPage), add(offsetOf({ page, perPage }))];
  return `WITH counted AS (SELECT count(*)::int AS total FROM ${source}),
      found AS (SELECT u.id, u.display_name AS "displayName", u.email, u.role, row_number() OVER (ORDER BY ${order}) AS place FROM ${source}
        ORDER BY ${order} LIMIT ${limit}::int OFFSET ${offset}::int)
      SELECT counted.total, found.* FROM counted LEFT JOIN found ON true ORDER BY found.place`;
}

function candidateStatement({ where, add }: UserConditions, userId: number): string {
  return `SELECT u.id FROM user_account u WHERE ${where.join(' AND ')} AND u.id = ${add(userId)}::int`;
}

function subscribersStatement({ where, add }: UserConditions, frequency: string): string {
  const wanted = `EXISTS (SELECT 1 FROM analytics_user s WHERE s.user_id = u.id AND s.report_frequency = ${add(frequency)})`;
  return `SELECT u.id FROM user_account u WHERE ${[...where, wanted].join(' AND ')} ORDER BY u.id`;
}

async function pageOf(site: Site, conditions: UserConditions, order: string, query: ReaderQuery): Promise<Page<Reader>> {
  const rows = await site.db.rows(pages.of(pageStatement(conditions, order, query)), conditions.values);
  const found = rows.filter((one): one is Row & Found => one.id !== null);
  const invited = await knownMarks(
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
      role: roleOf(role),
      isInvited: invited.has(marks.invited(id)),
    })),
  };
}

/** Lists users who may be invited to subscribe, administrators first, by login. */
export async function listCandidates(site: Site, state: ConnectorState, callerId: number, query: ReaderQuery): Promise<Page<Reader>> {
  return await pageOf(site, candidates(state, callerId), byLogin, query);
}

/** Lists subscribed users who may see reports, by name. */
export async function listSubscribers(site: Site, state: ConnectorState, query: ReaderQuery): Promise<Page<Reader>> {
  return await pageOf(site, subscribers(state), byName, query);
}

/** True if the user may be invited to subscribe. */
export async function isCandidate(site: Site, state: ConnectorState, callerId: number, userId: number): Promise<boolean> {
  const conditions = candidates(state, callerId);
  const text = candidateStatement(conditions, userId);
  return (await site.db.rows(ids.of(text), conditions.values)).length > 0;
}

/** Returns the IDs of users who receive reports of a frequency. */
export async function subscribersOf(site: Site, state: ConnectorState, frequency: string): Promise<number[]> {
  const conditions = subscribers(state);
  const text = subscribersStatement(conditions, frequency);
  return (await site.db.rows(ids.of(text), conditions.values)).map(({ id }) => id);
}
