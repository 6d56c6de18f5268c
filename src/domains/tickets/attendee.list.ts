import type { Page } from '#app/core/db/page.ts';
import { buildEffectiveStatus } from '../content/due-content.ts';
import { type ParameterAdder, Parameters } from '#app/core/db/lists/keyset.ts';
import { withVersionedTotal } from '#app/core/db/columns.ts';
import { createTotalExpression } from '#app/core/db/lists/large-totals.ts';
import type { Database } from '#app/core/db/database.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { type OrderKey, createOrderByList } from '#app/core/db/lists/keyset.ts';
import { toLikePattern } from '../content/search.rules.ts';
import type { Site } from '#app/site.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { type AttendeeFilter, buildAttendeeTables, findAttendeeTotalTables } from './attendee.filter.ts';
import type { Audience } from './audience.ts';
import { type AttendeeRow, attendeeRowColumns, selectAttendeeColumns } from './attendee.record.ts';
import { type PageOptions, paging, getRequestedStatuses } from './paging.ts';
import { publicStatuses } from './statuses.ts';
import { buildAnyOf, NO_ROWS, buildNoneOf, buildProviderCondition, splitSearchWords } from './ticket.list.ts';

const attendeeOrders = ['id', 'date', 'include', 'title', 'slug'] as const;
/** Sort orders of attendees. */
export type AttendeeOrder = (typeof attendeeOrders)[number];

/** Filter, sort order and page of attendees. */
export interface AttendeeQuery extends PageOptions<AttendeeOrder> {
  filter: AttendeeFilter;
  /** Properties that the caller reads. Rows may lack other properties. Null or absent = all. */
  columns?: ReadonlySet<string> | null;
}

/**
 * Up to this number of skipped rows, pages are read directly with all columns. After that, only the index is scanned, and the page's rows are fetched
 * by ID.
 */
const FEW_SKIPPED = 200;

/** A value for every filter, for the example statements. */
const allFilters: Required<AttendeeFilter> = {
  search: 'a b',
  providers: ['rsvp'],
  include: [1],
  exclude: [2],
  postId: 1,
  postIds: [1],
  excludePostIds: [2],
  ticketId: 1,
  ticketIds: [1],
  excludeTicketIds: [2],
  orderId: 1,
  createdFrom: new Date(0),
  createdUntil: new Date(0),
  priceMin: 1,
  priceMax: 2,
  postStatuses: ['publish'],
  statuses: ['publish'],
  orderStatuses: ['public', 'private', 'yes'],
  isCheckedIn: true,
  goingStatuses: ['yes'],
  hasExtraFields: true,
  name: 'a',
  email: 'a',
};
/** Builds example statements, so that a test can prepare every condition and order. */
const buildExamples = (skip: number, db: Pick<Database, 'state'>): string[] => {
  const manager: Audience = { viewer: anonymous, isManager: true, password: '' };
  const guest: Audience = { viewer: anonymous, isManager: false, password: 'a' };
  const page = { order: 'asc', page: 1, perPage: 10 } as const;
  const buildGuestStatement = (filter: AttendeeFilter) =>
    buildAttendeePageStatement(guest, { filter, orderBy: 'date', ...page }, attendeeRowColumns.list, 10, skip, db).text;
  return [
    buildGuestStatement({}),
    buildGuestStatement({ ...allFilters, orderStatuses: ['yes'], isCheckedIn: false, hasExtraFields: false }),
    ...attendeeOrders.map(
      (orderBy) =>
        buildAttendeePageStatement(manager, { filter: allFilters, orderBy, ...page }, attendeeRowColumns.list, 10, skip, db).text,
    ),
  ];
};

const statements = new StatementFamily('attendee_page', withVersionedTotal(attendeeRowColumns), ({ db }: Pick<Site, 'db'>) =>
  [0, FEW_SKIPPED + 1].flatMap((skip) => buildExamples(skip, db)),
);

/** Returns the conditions on the order status. `requested` contains statuses, or the groups `any`, `public` and `private`. */
function buildOrderStatusConditions({ isManager }: Audience, requested: readonly string[] | null | undefined, p: ParameterAdder): string[] {
  const statuses = requested && requested.length > 0 ? requested : [isManager ? 'any' : 'public'];
  const buildPublicCondition = () => `a.order_status = ANY(${p.add([...publicStatuses])}::text[])`;
  const plainStatuses = statuses.filter((status) => !['any', 'public', 'private'].includes(status));
  if (!isManager) {
    if (statuses.includes('any') || statuses.includes('public')) return [buildPublicCondition()];
    const visible = plainStatuses.filter((status) => (publicStatuses as readonly string[]).includes(status));
    return visible.length === 0 ? [NO_ROWS] : buildAnyOf(p, 'a.order_status', visible, 'text');
  }
  if (statuses.includes('any')) return [];
  const alternatives = [
    ...(statuses.includes('public') ? [buildPublicCondition()] : []),
    ...(statuses.includes('private') ? [`NOT (${buildPublicCondition()})`] : []),
    ...buildAnyOf(p, 'a.order_status', plainStatuses, 'text'),
  ];
  return [`(${alternatives.join(' OR ')})`];
}

/**
 * Returns the conditions that restrict every list to what the audience may see (docs/behaviour/tickets.md 4.2, 4.3). Lists never contain removed
 * attendees.
 */
function buildVisibility(audience: Audience, filter: AttendeeFilter, p: ParameterAdder): string[] {
  const { isManager, password } = audience;
  const postStatuses = getRequestedStatuses(filter.postStatuses, isManager);
  const attendeeStatuses = getRequestedStatuses(filter.statuses, isManager);
  // only managers see attendees of unpublished posts
  if (!isManager && postStatuses !== 'any' && !postStatuses.includes('publish')) return [NO_ROWS];
  // attendees are either published or in the trash, which lists omit; an equality lets an index serve pages and totals
  const conditions = [attendeeStatuses === 'any' || attendeeStatuses.includes('publish') ? `a.status = 'publish'` : NO_ROWS];
  if (isManager)
    return [
      ...conditions,
      ...(postStatuses === 'any'
        ? []
        : buildAnyOf(
            p,
            buildEffectiveStatus('c', (value) => p.add(value)),
            postStatuses,
            'text',
          )),
    ];
  return [
    ...conditions,
    `${buildEffectiveStatus('c', (value) => p.add(value))} = 'publish'`,
    'NOT a.optout',
    'NOT COALESCE(s.hide_attendees_list, false)',
    password === '' ? `c.password = ''` : `(c.password = '' OR c.password = ${p.add(password)})`,
  ];
}

/** Filters on fields that only managers see. They are ignored for others, because results would reveal the fields (docs/behaviour/tickets.md 4.3). */
const managerFilters = ['email', 'orderId', 'isCheckedIn', 'priceMin', 'priceMax', 'hasExtraFields'] as const;

function omitManagerFilters({ isManager }: Audience, filter: AttendeeFilter): AttendeeFilter {
  return isManager ? filter : { ...filter, ...Object.fromEntries(managerFilters.map((name) => [name, null])) };
}

/** Returns the conditions of a list on the rows `a` (attendee), `c` (content) and `s` (stock). */
export function buildAttendeeConditions(audience: Audience, requested: AttendeeFilter, p: ParameterAdder): string[] {
  const filter = omitManagerFilters(audience, requested);
  // managers can also search by order ID
  const searchColumn = audience.isManager ? 'a.search_text' : 'a.sort_title';
  const buildEqual = (column: string, value: number | null | undefined) =>
    typeof value === 'number' ? [`${column} = ${p.add(value)}::int`] : [];
  const buildInstantBound = (condition: string, at: Date | null | undefined) => (at ? [`${condition} ${p.add(at)}::timestamptz`] : []);
  const buildPriceBound = (sign: string, value: number | null | undefined) =>
    typeof value === 'number' ? [`a.price_paid_minor ${sign} ${p.add(value)}::numeric * 10 ^ currency_digits(a.currency)`] : [];
  const goingStatuses = filter.goingStatuses ?? [];
  return [
    ...buildVisibility(audience, filter, p),
    ...buildOrderStatusConditions(audience, filter.orderStatuses, p),
    ...splitSearchWords(filter.search).map((word) => `${searchColumn} LIKE ${p.add(toLikePattern(word))}`),
    ...buildProviderCondition(p, 'a.provider', filter.providers),
    ...buildAnyOf(p, 'a.id', filter.include, 'int'),
    ...buildNoneOf(p, 'a.id', filter.exclude),
    ...buildEqual('a.post_id', filter.postId),
    ...buildAnyOf(p, 'a.post_id', filter.postIds, 'int'),
    ...buildNoneOf(p, 'a.post_id', filter.excludePostIds),
    ...buildEqual('a.ticket_id', filter.ticketId),
    ...buildAnyOf(p, 'a.ticket_id', filter.ticketIds, 'int'),
    ...buildNoneOf(p, 'a.ticket_id', filter.excludeTicketIds),
    // an RSVP has no order: its order ID is the ID of the attendee
    ...(typeof filter.orderId === 'number'
      ? [`(a.order_id = ${p.add(filter.orderId)}::int OR (a.provider = 'rsvp' AND a.id = ${p.add(filter.orderId)}::int))`]
      : []),
    ...buildInstantBound('a.created_utc >=', filter.createdFrom),
    ...buildInstantBound('a.created_utc <=', filter.createdUntil),
    ...buildPriceBound('>=', filter.priceMin),
    ...buildPriceBound('<=', filter.priceMax),
    ...(typeof filter.isCheckedIn === 'boolean' ? [filter.isCheckedIn ? 'a.checked_in' : 'NOT a.checked_in'] : []),
    ...(goingStatuses.length > 0 ? [`(a.provider <> 'rsvp' OR a.order_status = ANY(${p.add(goingStatuses)}::text[]))`] : []),
    ...(typeof filter.hasExtraFields === 'boolean' ? [`a.extra ${filter.hasExtraFields ? '<>' : '='} '{}'::jsonb`] : []),
    ...(filter.name ? [`a.sort_title LIKE ${p.add(toLikePattern(foldName(filter.name)))}`] : []),
    ...(filter.email ? [`a.email_text LIKE ${p.add(toLikePattern(filter.email.toLowerCase()))}`] : []),
  ];
}

const foldName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Returns the sort keys of a list. Equal rows are sorted by the ID of the attendee. */
export function buildAttendeeSortKeys(
  { orderBy, order, filter }: Pick<AttendeeQuery, 'orderBy' | 'order' | 'filter'>,
  p: ParameterAdder,
): OrderKey[] {
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  const id: OrderKey = { sql: 'a.id', type: 'int', direction };
  switch (orderBy) {
    case 'id':
      return [id];
    case 'include':
      return [{ sql: `array_position(${p.add(filter.include ?? [])}::int[], a.id)`, type: 'int', direction, isNullable: true }, id];
    case 'date':
      return [{ sql: 'a.created_utc', type: 'timestamptz', direction }, id];
    case 'title':
    case 'slug':
      return [{ sql: 'a.sort_title', type: 'text', direction }, id];
  }
}

/** Returns the statement of a page with its total. */
function buildAttendeePageStatement(
  audience: Audience,
  query: AttendeeQuery,
  columns: string,
  limit: number,
  skip: number,
  db: Pick<Database, 'state'>,
) {
  const p = new Parameters();
  const where = buildAttendeeConditions(audience, query.filter, p).join(' AND ');
  const tables = buildAttendeeTables(audience, query.filter);
  const total = createTotalExpression(
    db,
    `(SELECT count(*)::int FROM ${tables} WHERE ${where})`,
    p,
    findAttendeeTotalTables(audience, query.filter),
  );
  const order = createOrderByList(buildAttendeeSortKeys(query, p));
  const counting = `counted AS (${total.sql})`;
  const pageLimit = `LIMIT ${p.add(limit)}::int OFFSET ${p.add(skip)}::int`;
  const text =
    skip <= FEW_SKIPPED
      ? `WITH ${counting} SELECT counted.total, counted.version, ${columns} FROM counted
    LEFT JOIN (SELECT a.* FROM ${tables} WHERE ${where} ORDER BY ${order} ${pageLimit}) a ON true ORDER BY ${order}`
      : `WITH found AS MATERIALIZED (SELECT a.id, row_number() OVER (ORDER BY ${order}) AS position FROM ${tables} WHERE ${where} ORDER BY ${order} ${pageLimit}), ${counting}
    SELECT counted.total, counted.version, ${columns} FROM counted LEFT JOIN (found JOIN attendee a ON a.id = found.id) ON true ORDER BY found.position`;
  return { text, values: p.values, cacheTotal: total.cacheTotal };
}

/**
 * Returns one page of the attendees that the audience may see, and their total, with one statement. Throws `invalid_page_number` for a page after the
 * last one, except for page 1. An offset at or after the end returns no rows and the total 0.
 */
export async function listAttendees(site: Site, audience: Audience, query: AttendeeQuery): Promise<Page<AttendeeRow>> {
  const { limit, skip } = paging.getRange(query);
  const columns = selectAttendeeColumns(query.columns);
  const { text, values, cacheTotal } = buildAttendeePageStatement(audience, query, columns, limit, skip, site.db);
  const rows = await site.db.rows(statements.createStatement(text), values);
  cacheTotal(rows[0]);
  return paging.toPage(query, rows);
}
