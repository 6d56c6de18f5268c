import codes from 'currency-codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMinorDigits } from '../../src/core/money/currency.ts';
import { applyMigrations } from '../../src/core/db/migrations/apply.ts';
import { readMigrations } from '../../src/core/db/migrations/directory.ts';
import { type EmptyDatabase, openEmptyDatabase } from '../support/empty-database.ts';

/** True for migrations before the one that changes the amounts. */
const isBefore = (name: string) => name < '20261128010500';

describe('Stored amounts', () => {
  let db: EmptyDatabase;
  const query = <Row>(sql: string) => db.query<Row>(sql);
  const insertOrder = (id: number, currency: string, total: number) =>
    query(`INSERT INTO ticket_order (id, provider, status, hash, currency, total_minor, subtotal_minor, created_utc, modified_utc)
      VALUES (${id}, 'tc', 'completed', 'h${id}', '${currency}', ${total}, ${total}, now(), now())`);
  beforeAll(async () => {
    db = await openEmptyDatabase();
    const migrations = readMigrations();
    await applyMigrations(
      db,
      migrations.filter(({ name }) => isBefore(name)),
    );
    await query(`INSERT INTO setting (key, value) VALUES ('currency_code', '"JPY"')`);
    await query(`INSERT INTO ticket (id, provider, title, price, price_minor, sale_price, sale_price_minor, created_utc, modified_utc)
      VALUES (1, 'tc', 'T', '10.5', 1050, '7', 700, now(), now()), (2, 'rsvp', 'R', '0', 0, '', 0, now(), now())`);
    await insertOrder(1, 'JPY', 2100);
    await insertOrder(2, 'KWD', 512);
    await insertOrder(3, 'USD', 1250);
    await insertOrder(4, 'HUF', 500_000);
    await query(
      `INSERT INTO ticket_order_item (order_id, ticket_id, quantity, price_minor, regular_price_minor, sub_total_minor) VALUES (1, 1, 2, 1050, 1050, 2100)`,
    );
    await query(`INSERT INTO payment (order_id, gateway, amount_minor, currency, state, refund_due_minor, expires_at, created_utc, changed_utc)
      VALUES (1, 'stripe', 2100, 'JPY', 'paid', 1050, now(), now(), now())`);
    await query(`INSERT INTO attendee (id, ticket_id, provider, order_id, order_status, full_name, email, security_code, price_paid_minor, currency, created_utc, modified_utc)
      VALUES (5, 1, 'tc', 1, 'completed', 'A', 'a@example.org', 'c1', 1050, '', now(), now())`);
    await applyMigrations(db, migrations);
  });
  afterAll(() => db.close());

  it('are migrated to minor units of their currency, rounded once', async () => {
    const totals = await query<{ total: string }>('SELECT total_minor::text AS total FROM ticket_order ORDER BY id');
    expect(totals.map(({ total }) => total)).toEqual(['21', '5120', '1250', '500000']);
    expect(await query('SELECT price_minor::int AS price, sub_total_minor::int AS total FROM ticket_order_item')).toEqual([
      { price: 11, total: 21 },
    ]);
    expect(await query('SELECT amount_minor::int AS paid, refund_due_minor::int AS due FROM payment')).toEqual([{ paid: 21, due: 11 }]);
    expect(await query('SELECT price_paid_minor::int AS paid, currency FROM attendee')).toEqual([{ paid: 11, currency: 'JPY' }]);
    expect(
      await query('SELECT price, price_minor::int AS minor, sale_price, sale_price_minor::int AS sale FROM ticket ORDER BY id'),
    ).toEqual([
      { price: '11', minor: 11, sale_price: '7', sale: 7 },
      { price: '0', minor: 0, sale_price: '', sale: 0 },
    ]);
  });

  it('follow the currency of the site', async () => {
    await query(`UPDATE setting SET value = '"KWD"' WHERE key = 'currency_code'`);
    expect(await query('SELECT price, price_minor::int AS minor FROM ticket WHERE id = 1')).toEqual([{ price: '11', minor: 11_000 }]);
    await query(`UPDATE setting SET value = '"USD"' WHERE key = 'currency_code'`);
    expect(await query('SELECT price, price_minor::int AS minor FROM ticket WHERE id = 1')).toEqual([{ price: '11', minor: 1100 }]);
  });

  it('have the number of decimals that ISO 4217 specifies, in the database and in the service', async () => {
    // without precious metals and units of account, which have no minor unit
    const currencies = codes.data.filter(({ code }) => !/^X(A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/.test(code));
    expect(currencies.length).toBeGreaterThan(160);
    for (const { code, digits } of currencies) expect([code, getMinorDigits(code)]).toEqual([code, digits]);
    const stored = await query<{ code: string; digits: number }>(
      `SELECT code, currency_digits(code) AS digits FROM unnest('{${codes.codes().join()}}'::text[]) AS code`,
    );
    for (const { code, digits } of stored) expect([code, digits]).toEqual([code, getMinorDigits(code)]);
  });
});
