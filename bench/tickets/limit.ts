import { serveJson } from '../json-server.ts';

const attendee = `json_build_object('id', a.id, 'post_id', a.post_id, 'ticket_id', a.ticket_id, 'status', a.status, 'date', a.created_utc, 'modified', a.modified_utc, 'title', a.full_name,
  'email', a.email, 'provider', a.provider, 'optout', a.optout, 'order_status', a.order_status, 'checked_in', a.checked_in, 'checkin_at', a.checkin_at,
  'ticket', json_build_object('id', t.id, 'title', t.title, 'description', t.description, 'price', t.price))`;
const createListStatement = (where: string) => `
  WITH ids AS (SELECT id FROM attendee WHERE status = 'publish'${where} ORDER BY id LIMIT $1)
  SELECT json_build_object('total', (SELECT count(*) FROM attendee WHERE status = 'publish'${where}),
    'attendees', (SELECT json_agg(${attendee} ORDER BY a.id) FROM ids JOIN attendee a USING (id) LEFT JOIN ticket t ON t.id = a.ticket_id))::text AS body`;
const ofTicket = createListStatement(' AND ticket_id = $2');
const create = `
  WITH sold AS (UPDATE ticket SET stock = stock - 1, sold = sold + 1 WHERE id = $1 AND stock > 0 RETURNING *),
    created AS (INSERT INTO attendee (ticket_id, post_id, provider, order_hash, order_status, full_name, email, security_code, holds_place, search_text, email_text, sort_title, created_utc, modified_utc)
      SELECT id, post_id, provider, md5(random()::text), 'yes', $2::text, $3::text, substr(md5(random()::text), 1, 12), true, lower($2::text), lower($3::text), lower($2::text), now(), now() FROM sold RETURNING *)
  SELECT ${attendee}::text AS body FROM created a JOIN sold t ON true`;
const checkIn = `
  WITH a AS (UPDATE attendee SET checked_in = true, checkin_at = now(), checkin_source = 'site', modified_utc = now() WHERE id = $1 AND NOT checked_in AND order_status = 'yes' RETURNING *)
  SELECT ${attendee}::text AS body FROM a LEFT JOIN ticket t ON t.id = a.ticket_id`;

serveJson(async ({ pathname, searchParams }, body) => {
  const [, , id] = pathname.split('/');
  if (id !== undefined) return { name: 'check-in', text: checkIn, values: [Number(id)] };
  if (searchParams.has('create')) {
    const { ticket_id: ticket, full_name: name, email } = await body();
    return { name: 'create', text: create, values: [ticket, name, email] };
  }
  const perPage = Number(searchParams.get('per_page') ?? 10);
  const ticket = searchParams.get('ticket_id');
  return ticket === null
    ? { name: 'list', text: createListStatement(''), values: [perPage] }
    : { name: 'of-ticket', text: ofTicket, values: [perPage, Number(ticket)] };
});
