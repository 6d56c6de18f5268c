import type { Fill } from '../database.ts';
import { createContentInsert } from '../events/data.ts';

/** Number of tickets with many attendees. All other tickets have few attendees. */
const CROWDED = 400;
const ATTENDEES_PER_CROWDED_TICKET = 500;
/** First IDs of posts, tickets and attendees. */
export const first = { post: 10_001, ticket: 200_001, attendee: 1_000_001 } as const;

/**
 * Inserts `count` attendees, three tickets for every ten attendees, and a post for every three tickets. At most a fifth of the attendees belong to
 * the first `CROWDED` tickets, which therefore have long lists.
 */
export const attendees =
  (count: number): Fill =>
  async (client) => {
    await client.query(`${createContentInsert('post')} FROM (SELECT ${first.post} + n AS id, 'Evening ' || n AS title, 'Doors open at seven.' AS body,
      timestamp '2024-01-01' + n * interval '10 seconds' AS at, '{rsvp}'::text[] AS ticketed FROM generate_series(0, ${Math.ceil((count * 0.3) / 3) - 1}) n) r`);
    await attendeesOfPosts(count)(client);
  };

/** Inserts the same tickets and attendees as `attendees`, but for existing posts with IDs from `first.post`. */
export const attendeesOfPosts =
  (count: number): Fill =>
  async (client) => {
    const tickets = Math.round(count * 0.3);
    const crowd = Math.min(CROWDED * ATTENDEES_PER_CROWDED_TICKET, Math.floor(count / 5));
    const at = "timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second'";
    await client.query(`
      INSERT INTO ticket (id, post_id, provider, title, description, manage_stock, stock_mode, capacity, stock, sold, search_text, sort_title, slug, author_id, created_utc, modified_utc)
      SELECT ${first.ticket} + n, ${first.post} + n / 3, 'rsvp', 'Ticket ' || n, 'Lets one in', true, 'own', 1000000, 1000000, 0, 'ticket ' || n, 'ticket ' || n, 'ticket-' || n, 1, ${at}, ${at}
      FROM generate_series(0, ${tickets - 1}) n`);
    await client.query(`
      INSERT INTO attendee (id, ticket_id, post_id, provider, order_hash, order_status, full_name, email, security_code, status, holds_place, source, search_text, email_text, sort_title, created_utc, modified_utc)
      SELECT ${first.attendee} + n, ${first.ticket} + t.at, ${first.post} + t.at / 3, 'rsvp', md5(n::text), 'yes', 'Visitor ' || n, 'v' || n || '@example.org', substr(md5('c' || n), 1, 12), 'publish', true, 'bench',
             'visitor ' || n, 'v' || n || '@example.org', 'visitor ' || n, ${at}, ${at}
      FROM generate_series(0, ${count - 1}) n, LATERAL (SELECT CASE WHEN n < ${crowd} THEN n % LEAST(${CROWDED}, ${tickets}) ELSE n % ${tickets} END AS at) t`);
    await client.query(
      `UPDATE ticket SET sold = known.places, stock = capacity - known.places FROM (SELECT ticket_id, count(*) AS places FROM attendee GROUP BY ticket_id) known WHERE known.ticket_id = ticket.id`,
    );
  };
