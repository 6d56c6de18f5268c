import type { Database } from '../../src/core/db/database.ts';

/** Adds attendees to a ticket by SQL, with the same effect as registrations. */
export async function fillTicket(db: Pick<Database, 'sql'>, ticketId: number, count: number): Promise<void> {
  await db.sql(`
    INSERT INTO attendee (id, ticket_id, post_id, provider, order_hash, order_status, full_name, email, security_code, status, holds_place, source, search_text, email_text, sort_title, created_utc, modified_utc)
    SELECT nextval('content_id_seq'), t.id, t.post_id, t.provider, md5(t.id || ' ' || n), 'completed', 'Visitor ' || n, 'v' || n || '@example.org', substr(md5(t.id || 'c' || n), 1, 12),
           'publish', true, 'test', 'visitor ' || n, 'v' || n || '@example.org', 'visitor ' || n, now(), now()
    FROM ticket t, generate_series(1, ${count}) n WHERE t.id = ${ticketId}`);
}
