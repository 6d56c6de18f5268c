import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { type Page, getPageOffset } from '#app/core/db/page.ts';
import { toLikePattern } from '#app/domains/content/search.rules.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { eventKind } from '#app/domains/events/kinds.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { splitSearchWords } from '#app/domains/tickets/ticket.list.ts';
import type { Site } from '#app/site.ts';

/** Groups of an organizer's events: upcoming, past or unpublished. */
export const eventScopes = ['upcoming', 'past', 'drafts'] as const;
/** One of `eventScopes`. */
export type EventScope = (typeof eventScopes)[number];

/** Requested page of an organizer's events. */
export interface OrganizedListOptions {
  scope: EventScope;
  /** Words that must all occur in the title or the content. */
  search?: string | null | undefined;
  /** Page number, from 1. */
  page: number;
  perPage: number;
}

const rowType = rowShape({ id: 'int?', total: 'int' });

/** The statement returns the rows of the page, or a single row with the total and without an ID. */
const declareListStatement = (name: string, condition: string, order: string) =>
  statement(
    `organized_events_${name}`,
    `WITH matching AS (SELECT c.id, e.start_utc AS at FROM event e JOIN content c ON c.id = e.content_id
      WHERE ($1::int IS NULL OR c.author_id = $1::int) AND c.status <> 'trash' AND ($2::bool OR c.status NOT IN ('publish', 'future'))
        AND c.search_text LIKE ALL($3::text[]) AND ($4::timestamptz IS NOT NULL AND ${condition})),
    page AS (SELECT id, row_number() OVER (ORDER BY at ${order}, id) AS position FROM matching ORDER BY at ${order}, id LIMIT $5::int OFFSET $6::int)
    SELECT page.id, counted.total FROM (SELECT count(*)::int AS total FROM matching) counted LEFT JOIN page ON true ORDER BY page.position`,
    rowType,
  );

const unpublished = `c.status NOT IN ('publish', 'future', 'private')`;
const statements = {
  upcoming: declareListStatement('upcoming', `NOT (${unpublished}) AND e.end_utc >= $4::timestamptz`, 'ASC'),
  past: declareListStatement('past', `NOT (${unpublished}) AND e.end_utc < $4::timestamptz`, 'DESC'),
  drafts: declareListStatement('drafts', unpublished, 'DESC'),
} as const;

/** Returns a page of the events that the viewer may edit: their own, or all if they may edit events of others. Runs two SQL statements. */
export async function listOrganizedEvents(site: Site, viewer: Viewer, options: OrganizedListOptions): Promise<Page<EventRecord>> {
  const { scope, search, perPage } = options;
  const { editOthers, editPublished } = eventKind.capabilities;
  const author = viewer.can(editOthers) ? null : viewer.id;
  const words = splitSearchWords(search).map(toLikePattern);
  const skip = getPageOffset(options);
  const rows = await site.db.rows(statements[scope], [author, viewer.can(editPublished), words, now(), perPage, skip]);
  const total = rows[0]?.total ?? 0;
  const ids = rows.flatMap(({ id }) => id ?? []);
  const events = new Map((await loadEvents(site, ids)).map((event) => [event.id, event]));
  return { total, totalPages: Math.ceil(total / perPage), nodes: ids.flatMap((id) => events.get(id) ?? []) };
}
