import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../../support/site.ts';
import { createTicketClient } from '../support.ts';
import { findMismatches } from './box-office.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

/** The load tests rely on this comparison, so it must detect every kind of error. */
describe('The comparison of counters and rows', () => {
  it('reports every kind of error that the test introduces, and nothing on a correct site', async () => {
    const t = createTicketClient(site);
    const post = await t.post();
    const own = await t.ticket(post, { ticket: { mode: 'own', capacity: 5 } });
    const shared = await t.ticket(post, { ticket: { mode: 'global', event_capacity: 9 } });
    for (const id of [own, own, shared]) await t.attendee(id);
    const order = (await t.get('/attendees', { ticket_id: own }, 'administrator')).body.attendees[0].order;
    const { db } = site.site;
    expect(await findMismatches(db)).toEqual([]);
    const faults: [string, string, RegExp][] = [
      [
        `UPDATE ticket SET sold = sold + 1, stock = stock - 1 WHERE id = ${own}`,
        `UPDATE ticket SET sold = sold - 1, stock = stock + 1 WHERE id = ${own}`,
        /^ticket \d+: sold 3, but 2/,
      ],
      [
        `UPDATE ticket SET stock = stock - 1 WHERE id = ${own}`,
        `UPDATE ticket SET stock = stock + 1 WHERE id = ${own}`,
        /^ticket \d+: stock 2 and sold 2/,
      ],
      [
        'UPDATE post_stock SET shared_level = shared_level - 1',
        'UPDATE post_stock SET shared_level = shared_level + 1',
        /^post \d+: level 7/,
      ],
      [
        `UPDATE ticket_order SET status = 'pending' WHERE id = ${order}`,
        `UPDATE ticket_order SET status = 'completed' WHERE id = ${order}`,
        /^order \d+: 0 attendees, 1 places/,
      ],
      [
        `UPDATE attendee SET order_id = NULL WHERE order_id = ${order}`,
        `UPDATE attendee SET order_id = ${order} WHERE order_id IS NULL`,
        /has no order$/,
      ],
    ];
    for (const [introduce, undo, pattern] of faults) {
      await db.sql(introduce);
      expect(
        (await findMismatches(db)).some((fault) => pattern.test(fault)),
        introduce,
      ).toBe(true);
      await db.sql(undo);
    }
    expect(await findMismatches(db)).toEqual([]);
  });
});
