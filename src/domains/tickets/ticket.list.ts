import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import type { Page } from '#app/core/db/page.ts';
import { buildEffectiveStatus } from '../content/due-content.ts';
import { type ParameterAdder, Parameters } from '#app/core/db/lists/keyset.ts';
import { withTotal } from '#app/core/db/columns.ts';
import { type CreateExamples, StatementFamily } from '#app/core/db/statement.ts';
import { type OrderKey, createOrderByList } from '#app/core/db/lists/keyset.ts';
import { toLikePattern } from '../content/search.rules.ts';
import { anyStatuses } from '../content/statuses.ts';
import type { Site } from '#app/site.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { type Audience, isPrivateReader } from './audience.ts';
import { paging, type PageOptions, getRequestedStatuses } from './paging.ts';
import { findProvider } from './providers.ts';
import { availableSql, capacitySql, ticketColumns, type TicketRecord, ticketTables } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';

const ticketOrders = ['id', 'include', 'title', 'slug'] as const;
/** Sort orders of tickets. */
export type TicketOrder = (typeof ticketOrders)[number];

/** Filters of tickets (docs/behaviour/tickets.md 2.3). Absent values do not restrict the list. */
export interface TicketFilter {
  search?: string | null | undefined;
  providers?: readonly string[] | null | undefined;
  include?: readonly number[] | null | undefined;
  exclude?: readonly number[] | null | undefined;
  postIds?: readonly number[] | null | undefined;
  excludePostIds?: readonly number[] | null | undefined;
  createdFrom?: Date | null | undefined;
  createdUntil?: Date | null | undefined;
  isAvailable?: boolean | null | undefined;
  saleStartsFrom?: Date | null | undefined;
  saleEndsUntil?: Date | null | undefined;
  currencies?: readonly string[] | null | undefined;
  postStatuses?: readonly string[] | null | undefined;
  statuses?: readonly string[] | null | undefined;
  attendeesMin?: number | null | undefined;
  attendeesMax?: number | null | undefined;
  checkedInMin?: number | null | undefined;
  checkedInMax?: number | null | undefined;
  capacityMin?: number | null | undefined;
  capacityMax?: number | null | undefined;
}

/** Filter, sort order and page of tickets. */
export interface TicketQuery extends PageOptions<TicketOrder> {
  filter: TicketFilter;
}

/** A value for every filter, for the example statements. */
const allFilters: Required<TicketFilter> = {
  search: 'a b',
  providers: ['rsvp'],
  include: [1],
  exclude: [2],
  postIds: [1],
  excludePostIds: [2],
  createdFrom: new Date(0),
  createdUntil: new Date(0),
  isAvailable: true,
  saleStartsFrom: new Date(0),
  saleEndsUntil: new Date(0),
  currencies: [],
  postStatuses: ['publish'],
  statuses: ['publish'],
  attendeesMin: 1,
  attendeesMax: 2,
  checkedInMin: 1,
  checkedInMax: 2,
  capacityMin: 1,
  capacityMax: 2,
};
/** Builds example statements, so that a test can prepare every condition and order. */
const buildExampleStatements: CreateExamples<Site> = (site) => {
  const manager: Audience = { viewer: anonymous, isManager: true, password: '' };
  const guest: Audience = { ...manager, isManager: false };
  const privateReader: Audience = { ...guest, viewer: { ...anonymous, can: () => true } };
  const page = { order: 'asc', page: 1, perPage: 10 } as const;
  const inCurrency = { ...allFilters, isAvailable: false, currencies: [site.settings.get(currencyCode)] };
  const withPassword: Audience = { ...guest, password: 'a' };
  return [
    ...[guest, privateReader].map(
      (audience) => buildTicketPageStatement(site, audience, { filter: inCurrency, orderBy: 'id', ...page }, 10, 0).text,
    ),
    ...ticketOrders.map((orderBy) => buildTicketPageStatement(site, withPassword, { filter: allFilters, orderBy, ...page }, 10, 0).text),
    buildTicketPageStatement(site, manager, { filter: { capacityMin: 1 }, orderBy: 'id', ...page }, 10, 0).text,
    ...ticketOrders.map((orderBy) => buildTicketPageStatement(site, manager, { filter: allFilters, orderBy, ...page }, 10, 0).text),
  ];
};

const pages = new StatementFamily('ticket_page', withTotal(ticketColumns), buildExampleStatements);

/** A condition that matches nothing, for filters with unknown names only. */
export const NO_ROWS = 'false';

/** Returns the condition that a column has one of the values, or no condition if there are no values. */
export function buildAnyOf(p: ParameterAdder, column: string, values: readonly unknown[] | null | undefined, type: string): string[] {
  return values && values.length > 0 ? [`${column} = ANY(${p.add(values)}::${type}[])`] : [];
}

/** Returns the condition that a column has none of the values, or no condition if there are no values. */
export function buildNoneOf(p: ParameterAdder, column: string, values: readonly number[] | null | undefined): string[] {
  return values && values.length > 0 ? [`${column} <> ALL(${p.add(values)}::int[])`] : [];
}

/** Returns the condition on the provider. Ignores unknown names, but a list of only unknown names matches nothing. */
export function buildProviderCondition(p: ParameterAdder, column: string, names: readonly string[] | null | undefined): string[] {
  if (!names || names.length === 0) return [];
  const known = names.flatMap((name) => findProvider(name) ?? []);
  return known.length === 0 ? [NO_ROWS] : buildAnyOf(p, column, known, 'text');
}

/**
 * Returns the conditions that restrict every list to what the audience may see (docs/behaviour/tickets.md 2.3). Lists never contain trashed tickets.
 */
function buildVisibility(audience: Audience, filter: TicketFilter, p: ParameterAdder): string[] {
  const { isManager, viewer } = audience;
  const postStatuses = getRequestedStatuses(filter.postStatuses, isManager);
  const ticketStatuses = getRequestedStatuses(filter.statuses, isManager);
  const conditions = ['t.post_id IS NOT NULL', `t.status <> 'trash'`];
  if (!isManager && !isPrivateReader(viewer)) {
    if (postStatuses !== 'any' && !postStatuses.includes('publish')) return [NO_ROWS];
    conditions.push(`${buildEffectiveStatus('c', (value) => p.add(value))} = 'publish'`);
  } else
    conditions.push(
      ...buildAnyOf(
        p,
        buildEffectiveStatus('c', (value) => p.add(value)),
        postStatuses === 'any' ? anyStatuses : postStatuses,
        'text',
      ),
    );
  if (ticketStatuses !== 'any') conditions.push(...buildAnyOf(p, 't.status', ticketStatuses, 'text'));
  if (!isManager && !viewer.can('edit_others_posts'))
    conditions.push(`(t.status = 'publish' OR c.author_id = ${p.add(viewer.signedIn ? viewer.id : -1)}::int)`);
  return conditions;
}

function buildBounds(p: ParameterAdder, count: string, min: number | null | undefined, max: number | null | undefined): string[] {
  return [
    ...(typeof min === 'number' ? [`${count} >= ${p.add(min)}::int`] : []),
    ...(typeof max === 'number' ? [`${count} <= ${p.add(max)}::int`] : []),
  ];
}

function buildCapacityBounds(p: ParameterAdder, { capacityMin: min, capacityMax: max }: TicketFilter): string[] {
  const hasMax = typeof max === 'number';
  if (typeof min !== 'number' && !hasMax) return [];
  const range = buildBounds(p, `(${capacitySql})`, min, max);
  return hasMax ? [`(${capacitySql}) >= 0`, ...range] : [`(NOT t.manage_stock OR ${range.join(' AND ')})`];
}

const buildAttendeeCount = (condition: string) =>
  `(SELECT count(*) FROM attendee a WHERE a.ticket_id = t.id AND a.status = 'publish'${condition})`;

/** Returns the conditions on fields that only managers see. These filters have no effect for other audiences. */
function buildManagerConditions({ isManager }: Audience, filter: TicketFilter, p: ParameterAdder): string[] {
  if (!isManager) return [];
  return [
    ...buildBounds(p, buildAttendeeCount(''), filter.attendeesMin, filter.attendeesMax),
    ...buildBounds(p, buildAttendeeCount(' AND a.checked_in'), filter.checkedInMin, filter.checkedInMax),
    ...buildCapacityBounds(p, filter),
  ];
}

function buildCurrencyCondition(site: Site, { currencies }: TicketFilter): string[] {
  if (!currencies || currencies.length === 0) return [];
  return currencies.some((code) => code.toUpperCase() === site.settings.get(currencyCode)) ? [`t.provider <> 'rsvp'`] : [NO_ROWS];
}

/** Returns the condition that the ticket is open: no password hides it from the audience. Null if the audience sees all tickets. */
export function buildOpenCondition({ isManager, password }: Audience, p: ParameterAdder): string | null {
  if (isManager) return null;
  return password === '' ? `c.password = ''` : `(c.password = '' OR c.password = ${p.add(password)})`;
}

/** Filters on fields that a hidden ticket does not show. Excludes ID and post, which the caller knows. */
const hiddenFilters = [
  'search',
  'providers',
  'createdFrom',
  'createdUntil',
  'isAvailable',
  'saleStartsFrom',
  'saleEndsUntil',
  'currencies',
] as const;

/** Excludes hidden tickets if a filter uses hidden fields, because a match would reveal them. */
function buildFilteredOpenCondition(audience: Audience, filter: TicketFilter, p: ParameterAdder): string[] {
  const isFiltered = hiddenFilters.some((name) => filter[name] !== null && filter[name] !== undefined);
  const open = isFiltered ? buildOpenCondition(audience, p) : null;
  return open === null ? [] : [open];
}

/** Splits a search into normalized words. */
export function splitSearchWords(search: string | null | undefined): string[] {
  return foldForSearch(search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the conditions of a list on the rows `t` (ticket), `c` (content) and `s` (stock). */
export function buildTicketConditions(site: Site, audience: Audience, filter: TicketFilter, p: ParameterAdder): string[] {
  const buildInstantBound = (condition: string, at: Date | null | undefined) =>
    at ? [condition.replace('?', `${p.add(at)}::timestamptz`)] : [];
  return [
    ...buildVisibility(audience, filter, p),
    ...buildFilteredOpenCondition(audience, filter, p),
    ...splitSearchWords(filter.search).map((word) => `t.search_text LIKE ${p.add(toLikePattern(word))}`),
    ...buildProviderCondition(p, 't.provider', filter.providers),
    ...buildAnyOf(p, 't.id', filter.include, 'int'),
    ...buildNoneOf(p, 't.id', filter.exclude),
    ...buildAnyOf(p, 't.post_id', filter.postIds, 'int'),
    ...buildNoneOf(p, 't.post_id', filter.excludePostIds),
    ...buildInstantBound('t.created_utc >= ?', filter.createdFrom),
    ...buildInstantBound('t.created_utc <= ?', filter.createdUntil),
    ...(typeof filter.isAvailable === 'boolean' ? [`(${availableSql}) ${filter.isAvailable ? '<>' : '='} 0`] : []),
    ...buildInstantBound('(t.opens_at IS NULL OR t.opens_at >= ?)', filter.saleStartsFrom),
    ...buildInstantBound('(t.closes_at IS NULL OR t.closes_at <= ?)', filter.saleEndsUntil),
    ...buildCurrencyCondition(site, filter),
    ...buildManagerConditions(audience, filter, p),
  ];
}

/** Returns the sort keys of a page. Hidden tickets come last, in an order that does not depend on their titles. */
function buildPageOrder(audience: Audience, query: TicketQuery, p: ParameterAdder): OrderKey[] {
  const keys = buildTicketSortKeys(query, p);
  const open = query.orderBy === 'include' ? null : buildOpenCondition(audience, p);
  if (open === null) return keys;
  const maskedKeys = keys.map(
    (key): OrderKey => (key.type === 'text' ? { ...key, sql: `CASE WHEN ${open} THEN ${key.sql} ELSE '' END` } : key),
  );
  return [{ sql: `CASE WHEN ${open} THEN 0 ELSE 1 END`, type: 'int', direction: 'ASC' }, ...maskedKeys];
}

/** Returns the sort keys of a list. Equal rows are sorted by the ID of the ticket. */
export function buildTicketSortKeys(
  { orderBy, order, filter }: Pick<TicketQuery, 'orderBy' | 'order' | 'filter'>,
  p: ParameterAdder,
): OrderKey[] {
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  const id: OrderKey = { sql: 't.id', type: 'int', direction };
  if (orderBy === 'id') return [id];
  if (orderBy === 'include')
    return [{ sql: `array_position(${p.add(filter.include ?? [])}::int[], t.id)`, type: 'int', direction, isNullable: true }, id];
  return [{ sql: orderBy === 'title' ? 't.sort_title' : 't.slug', type: 'text', direction }, id];
}

/** Returns the statement of a page: IDs and total first, then the details of these rows. */
function buildTicketPageStatement(
  site: Site,
  audience: Audience,
  query: TicketQuery,
  limit: number,
  skip: number,
): { text: string; values: unknown[] } {
  const p = new Parameters();
  const where = buildTicketConditions(site, audience, query.filter, p).join(' AND ');
  const order = createOrderByList(buildPageOrder(audience, query, p));
  const tables = `ticket t LEFT JOIN content c ON c.id = t.post_id LEFT JOIN post_stock s ON s.post_id = t.post_id`;
  const text = `WITH found AS MATERIALIZED (SELECT t.id, row_number() OVER (ORDER BY ${order}) AS position FROM ${tables} WHERE ${where} ORDER BY ${order} LIMIT ${p.add(limit)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${tables} WHERE ${where})
    SELECT counted.total, ${ticketColumns.list} FROM counted LEFT JOIN (found JOIN ${ticketTables.replace('ticket t', 'ticket t ON t.id = found.id')}) ON true ORDER BY found.position`;
  return { text, values: p.values };
}

/**
 * Returns one page of the tickets that the audience may see, and their total, with one statement. Throws `invalid_page_number` for a page after the
 * last one, except for page 1. An offset at or after the end returns no rows and the total 0.
 */
export async function listTickets(site: Site, audience: Audience, query: TicketQuery): Promise<Page<TicketRecord>> {
  const { limit, skip } = paging.getRange(query);
  const { text, values } = buildTicketPageStatement(site, audience, query, limit, skip);
  return paging.toPage(query, await site.db.rows(pages.createStatement(text), values));
}
