import { serveJson } from '../json-server.ts';

const selectLinked = (table: string, key: string, detail: string) => `
  (SELECT json_agg(json_build_object('id', l.id, 'status', l.status, 'date', l.date_local, 'date_utc', l.date_utc, 'modified', l.modified_local, 'slug', l.slug, 'title', l.title,
    'description', l.content, 'details', to_json(d)) ORDER BY x.position) FROM ${table} x JOIN content l ON l.id = x.${key} JOIN ${detail} d ON d.content_id = l.id WHERE x.event_id = e.content_id)`;
const event = `
  json_build_object('id', c.id, 'author', c.author_id, 'status', c.status, 'date', c.date_local, 'date_utc', c.date_utc, 'modified', c.modified_local, 'modified_utc', c.modified_utc,
    'slug', c.slug, 'title', c.title, 'description', c.content, 'excerpt', c.excerpt, 'start_date', e.start_local, 'end_date', e.end_local, 'utc_start_date', e.start_utc,
    'utc_end_date', e.end_utc, 'timezone', e.timezone, 'costs', e.costs, 'website', e.website, 'show_map', e.show_map, 'featured', e.featured,
    'terms', (SELECT json_agg(to_json(t) ORDER BY t.sort_name) FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id),
    'venue', ${selectLinked('event_venue', 'venue_id', 'venue')}, 'organizer', ${selectLinked('event_organizer', 'organizer_id', 'organizer')}, 'ticketed', c.ticketed)`;
const byId = `SELECT ${event}::text AS body FROM event e JOIN content c ON c.id = e.content_id WHERE e.content_id = $1 AND e.status = 'publish'`;

const createPageStatement = (from: string, where: string) => `
  WITH ids AS (SELECT e.content_id, e.start_utc FROM ${from} WHERE ${where} ORDER BY e.start_utc, e.content_id LIMIT $1 OFFSET $2)
  SELECT json_build_object('total', (SELECT count(*) FROM ${from} WHERE ${where}),
    'events', (SELECT json_agg(${event} ORDER BY e.start_utc, e.content_id) FROM ids JOIN event e USING (content_id) JOIN content c ON c.id = e.content_id))::text AS body`;
const window = `e.status = 'publish' AND NOT e.hide_from_listings AND e.start_utc >= now() - interval '1 day' AND e.end_utc <= now() + interval '2 years'`;
const list = createPageStatement('event e', window);
const search = createPageStatement(
  'event e JOIN content c ON c.id = e.content_id',
  `${window} AND c.search_text LIKE $3 AND c.search_text LIKE $4`,
);

serveJson(({ pathname, searchParams }) => {
  const id = /^\/\w+\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined) return { name: 'by-id', text: byId, values: [Number(id)] };
  const perPage = Number(searchParams.get('per_page') ?? 10);
  const values = [perPage, (Number(searchParams.get('page') ?? 1) - 1) * perPage];
  const words = searchParams.get('search')?.split(' ') ?? [];
  if (words.length === 0) return { name: 'list', text: list, values };
  return { name: 'search', text: search, values: [...values, ...words.map((word) => `%${word}%`)] };
});
