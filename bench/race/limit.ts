import { serveJson } from '../json-server.ts';

const selectLinked = (table: string, key: string, detail: string, member: string) => `
  (SELECT json_agg(json_build_object('id', l.id, 'title', l.title, '${member}', d.${member}) ORDER BY x.position)
    FROM ${table} x JOIN content l ON l.id = x.${key} JOIN ${detail} d ON d.content_id = l.id WHERE x.event_id = e.content_id)`;
const selectTermIds = (taxonomy: string) =>
  `(SELECT json_agg(t.id ORDER BY t.id) FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = e.content_id AND t.taxonomy = '${taxonomy}')`;
const event = `json_build_object('id', c.id, 'slug', c.slug, 'title', c.title, 'start', e.start_utc, 'end', e.end_utc, 'timezone', e.timezone,
  'venues', ${selectLinked('event_venue', 'venue_id', 'venue', 'city')}, 'organizers', ${selectLinked('event_organizer', 'organizer_id', 'organizer', 'email')},
  'categories', ${selectTermIds('event_category')}, 'tags', ${selectTermIds('post_tag')})`;
const byId = `SELECT ${event}::text AS body FROM event e JOIN content c ON c.id = e.content_id WHERE e.content_id = $1 AND e.status = 'publish'`;
const createPageStatement = (from: string, where: string) => `
  WITH ids AS (SELECT e.content_id FROM ${from} WHERE ${where} ORDER BY e.start_utc, e.content_id LIMIT $1 OFFSET $2)
  SELECT json_build_object('total', (SELECT count(*) FROM ${from} WHERE ${where}),
    'nodes', (SELECT json_agg(${event} ORDER BY e.start_utc, e.content_id) FROM ids JOIN event e USING (content_id) JOIN content c ON c.id = e.content_id))::text AS body`;
const list = createPageStatement('event e', "e.status = 'publish'");
const search = createPageStatement(
  'event e JOIN content c ON c.id = e.content_id',
  "e.status = 'publish' AND c.search_text LIKE $3 AND c.search_text LIKE $4",
);

const attendee = `json_build_object('id', a.id, 'name', a.full_name, 'ticket', a.ticket_id, 'post', a.post_id, 'email', a.email, 'isIn', a.checked_in)`;
const ofTicket = `
  WITH ids AS (SELECT id FROM attendee WHERE status = 'publish' AND ticket_id = $2 ORDER BY id LIMIT $1)
  SELECT json_build_object('total', (SELECT count(*) FROM attendee WHERE status = 'publish' AND ticket_id = $2),
    'nodes', (SELECT json_agg(${attendee} ORDER BY a.id) FROM ids JOIN attendee a USING (id)))::text AS body`;
const create = `SELECT ${attendee}::text AS body FROM race.register($1, $2, $3) a`;
const checkIn = `SELECT ${attendee}::text AS body FROM race.check_in($1) a`;

serveJson(async ({ pathname, searchParams }, body) => {
  const [, resource, id] = pathname.split('/');
  if (resource === 'events' && id !== undefined) return { name: 'by-id', text: byId, values: [Number(id)] };
  if (resource === 'check-in') return { name: 'check-in', text: checkIn, values: [Number(id)] };
  if (resource === 'register') {
    const { ticket, name, email } = await body();
    return { name: 'create', text: create, values: [ticket, name, email] };
  }
  const perPage = Number(searchParams.get('per_page') ?? 10);
  if (resource === 'attendees') return { name: 'of-ticket', text: ofTicket, values: [perPage, Number(searchParams.get('ticket'))] };
  const values = [perPage, (Number(searchParams.get('page') ?? 1) - 1) * perPage];
  const words = searchParams.get('search')?.split(' ') ?? [];
  if (words.length === 0) return { name: 'list', text: list, values };
  return { name: 'search', text: search, values: [...values, ...words.map((word) => `%${word}%`)] };
});
