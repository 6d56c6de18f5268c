import type { Page } from '../core/page.ts';
import { Parameters } from '../content/list.sql.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import { orderByKeys } from '../core/db/keyset.ts';
import type { Site } from '../site.ts';
import { conditionsOf, type EventConditions, type EventOrdering, orderKeysOf, statusCondition } from './event.conditions.ts';
import { eventColumns, type EventRecord, eventOf, type EventRow } from './event.record.ts';

/** What a list of events asks for, page by page. */
export interface EventQuery extends EventConditions, EventOrdering {
  page: number;
  perPage: number;
}

const names = new StatementNames('event_page');

/** Ids and total by an index first, then the details of these few rows; an empty page still answers one row, which holds the total. */
export function eventPageStatement(query: EventQuery): { text: string; values: unknown[] } {
  const p = new Parameters();
  const add = (value: unknown) => p.add(value);
  const { where, needsContent } = conditionsOf(query, add);
  const { keys, needsContent: ordersContent } = orderKeysOf(query, add);
  const order = orderByKeys(keys);
  // Said of the content too, so that its indexes serve orders by its columns.
  const ofContent = ordersContent ? ` AND c.kind = 'event' AND ${statusCondition('c', query.statuses, add)}` : '';
  const joined = (needed: boolean) => (needed ? 'event e JOIN content c ON c.id = e.content_id' : 'event e');
  const skip = Math.min((query.page - 1) * query.perPage, 2_147_483_647);
  const text = `WITH found AS (SELECT e.content_id AS found_id, row_number() OVER (ORDER BY ${order}) AS place FROM ${joined(needsContent || ordersContent)}
      WHERE ${where}${ofContent} ORDER BY ${order} LIMIT ${p.add(query.perPage)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${joined(needsContent)} WHERE ${where})
    SELECT counted.total, ${eventColumns()} FROM counted
      LEFT JOIN (found JOIN event e ON e.content_id = found.found_id JOIN content c ON c.id = e.content_id) ON true ORDER BY found.place`;
  return { text, values: p.values };
}

/** One page of events, whoever asks; callers drop what they may not show. One statement. */
export async function loadEventPage(site: Site, query: EventQuery): Promise<Page<EventRecord>> {
  await settleDueContent(site);
  const { text, values } = eventPageStatement(query);
  const rows = await site.db.sql<EventRow & { total: number }>(text, values, names.of(text));
  const now = utcNow();
  const total = rows[0]?.total ?? 0;
  return {
    total,
    totalPages: Math.ceil(total / query.perPage),
    nodes: rows.flatMap((row) => (row.id === null ? [] : [eventOf(row, now)])),
  };
}
