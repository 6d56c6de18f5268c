import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
let ticket: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  await t.setting('qr_api_key', 'secretkey');
  post = await t.post();
  ticket = await t.ticket(post, { name: 'Front row, "best"' });
  await t.attendee(ticket, { full_name: '=HYPERLINK("http://evil.example")', attendee_meta: { note: '+1' } });
  const second = await t.attendee(ticket, { full_name: 'Zoë "Z", Quote\nLine', email: 'zoe@example.org' });
  await t.send('PUT', `/attendees/${second}`, { check_in: true });
});
afterAll(() => site.close());

async function download(query: string, authorization?: string) {
  return await site.http.inject({ url: `/exports/attendees.csv${query}`, ...(authorization && { headers: { authorization } }) });
}

describe('The attendee export', () => {
  it('is readable by spreadsheets, without formulas in cells', async () => {
    const { authorization } = await site.user('administrator');
    const reply = await download(`?post_id=${post}`, authorization);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="attendees-${post}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = reply.payload;
    expect(text).toContain('\r\n');
    expect(text).toContain('"\'=HYPERLINK(""http://evil.example"")"');
    expect(text).toContain('"Front row, ""best"""');
    expect(text).toContain('Zoë ""Z"", Quote');
    expect(text).not.toMatch(/(^|,)"?[=+@]/m);
    const code = await t.securityCode((await t.get('/attendees', { post_id: post }, 'administrator')).body.attendees[0].id);
    expect(text).not.toContain(code);
  });

  it('requires a manager, with a password, the API key or a session', async () => {
    const refused = await download(`?post_id=${post}`);
    expect([refused.statusCode, refused.json().code, refused.headers['content-disposition']]).toEqual([401, 'rest_forbidden', undefined]);
    const { authorization } = await site.user('editor');
    expect((await download('', authorization)).statusCode).toBe(403);
    expect((await download('?api_key=secretkey')).statusCode).toBe(200);
    expect((await download('?api_key=wrong')).statusCode).toBe(401);
    expect((await download('?api_key=secretkey&post_id=x')).statusCode).toBe(400);
  });

  it('reads the attendees in parts of 500', async () => {
    const other = await t.ticket(await t.post());
    const first = await t.attendee(other);
    await site.site.db.sql(
      `INSERT INTO attendee (ticket_id, post_id, provider, order_status, full_name, email, security_code, created_utc, modified_utc, extra)
       SELECT a.ticket_id, a.post_id, a.provider, a.order_status, 'Many ' || n, a.email, 'many' || n, a.created_utc, a.modified_utc, '{}'
       FROM attendee a, generate_series(1, 2300) n WHERE a.id = $1`,
      [first],
    );
    site.statements.length = 0;
    const { payload } = await download(`?ticket_id=${other}&api_key=secretkey`);
    const lines = payload.trim().split('\r\n');
    expect(lines).toHaveLength(2302);
    const ids = lines.slice(1).map((line) => Number(line.split(',')[0]));
    expect(new Set(ids).size).toBe(2301);
    const reads = site.statements.filter((text) => /FROM .*\battendee\b/s.test(text));
    expect(reads).toHaveLength(5);
    expect(reads.every((text) => text.includes('LIMIT'))).toBe(true);
  });
});

describe('Check-in statistics', () => {
  it('count by ticket, time and source', async () => {
    const own = await t.post();
    const [firstTicket, secondTicket] = [await t.ticket(own, { name: 'One' }), await t.ticket(own, { name: 'Two' })];
    const people = [await t.attendee(firstTicket), await t.attendee(firstTicket), await t.attendee(secondTicket)];
    for (const id of people.slice(0, 2)) await t.send('PUT', `/attendees/${id}`, { check_in: true });
    await site.site.db.sql(`UPDATE attendee SET checkin_at = '2026-05-01T20:07:00Z' WHERE id = $1`, [people[0]]);
    await site.site.db.sql(`UPDATE attendee SET checkin_at = '2026-05-01T20:20:00Z', checkin_source = 'app' WHERE id = $1`, [people[1]]);
    const source = `query($id: Int!) { checkInStatistics(postId: $id, minutes: 15) { total checkedIn byTicket { ticketId total checkedIn ticket { title } }
      byTime { from fromLocal checkedIn } bySource { source checkedIn } } }`;
    const { data } = await site.graphql(source, { id: own }, 'administrator');
    expect(data.checkInStatistics).toEqual({
      total: 3,
      checkedIn: 2,
      byTicket: [
        { ticketId: firstTicket, total: 2, checkedIn: 2, ticket: { title: 'One' } },
        { ticketId: secondTicket, total: 1, checkedIn: 0, ticket: { title: 'Two' } },
      ],
      byTime: [
        { from: '2026-05-01T20:00:00Z', fromLocal: '2026-05-01T20:00:00', checkedIn: 1 },
        { from: '2026-05-01T20:15:00Z', fromLocal: '2026-05-01T20:15:00', checkedIn: 1 },
      ],
      bySource: [
        { source: 'APP', checkedIn: 1 },
        { source: 'SITE', checkedIn: 1 },
      ],
    });
    expect((await site.graphql(source, { id: own }, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
  });
});
