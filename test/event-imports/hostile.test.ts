import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { odd, RUNS } from '../hostile/odd-fields.ts';
import { CALLBACKS, type ImportSite, createImportItem, createLastBatchStatus, openImports } from './import-site.ts';

let site: ImportSite;
beforeAll(async () => {
  site = await openImports();
});
afterAll(() => site.close());

const record = (names: readonly string[]) => fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 5 });
const names = [
  'title',
  'description',
  'excerpt',
  'start_date',
  'start_hour',
  'start_minute',
  'start_meridian',
  'end_date',
  'end_hour',
  'timezone',
  'url',
  'all_day',
  'image',
  'cost',
  'currency_symbol',
  'currency_position',
  'categories',
  'tags',
  'uid',
  'parent_uid',
  'id',
  'global_id',
  'global_id_lineage',
  'sticky',
  'venue',
  'organizer',
];
const linked = fc.oneof(
  odd,
  record(['venue', 'organizer', 'title', 'city', 'latitude', 'longitude', 'website', 'global_id', 'image', 'state', 'country']),
);
const events = fc.array(
  fc.oneof(
    odd,
    fc.tuple(record(names), linked, linked).map(([fields, venue, organizer]) => createImportItem({ ...fields, venue, organizer })),
  ),
  { maxLength: 3 },
);
const readState = async () => {
  const [row] = await site.site.db.sql<{ n: string }>(
    `SELECT concat_ws(' ', (SELECT count(*) FROM content), (SELECT count(*) FROM term), (SELECT count(*) FROM event_import_error),
      (SELECT json_agg(i ORDER BY i.id)::text FROM event_import i)) AS n`,
  );
  return row?.n;
};

describe('Requests to the import callbacks', () => {
  it('are refused without an internal error or any change unless they are the expected batch', async () => {
    const { importId, nextBatchHash } = await site.start();
    const before = await readState();
    const calls = fc.tuple(
      fc.constantFrom('batch', 'state'),
      fc.constantFrom(importId, 'unknown', '0', '____', encodeURIComponent('💡'), 'a%00b', 'x'.repeat(300)),
      record(['batch_hash', 'status', 'percentage_complete', 'interval', 'message', 'message_slug', 'events', 'import_id']),
      fc.constantFrom<object>({}, { batch_hash: nextBatchHash }),
      fc.constantFrom<object>({}, { status: { data: { total: 1, done: 2 }, batch: { total: 1, done: 0 } }, percentage_complete: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async ([action, id, fields, hash, status]) => {
        const body = { ...fields, ...hash, ...status, ...(action === 'state' && { status: 'odd' }) };
        const reply = await site.rest('POST', `${CALLBACKS}/import/${id}/${action}`, { body });
        expect([400, 404], `${JSON.stringify(body)} ${reply.text} ${site.logged.at(-1)}`).toContain(reply.status);
      }),
      { numRuns: RUNS },
    );
    expect(await readState()).toBe(before);
  }, 300_000);

  it('never cause an internal error with the expected batch and any events', async () => {
    await fc.assert(
      fc.asyncProperty(events, fc.constantFrom('ical', 'url'), async (batchEvents, origin) => {
        const { importId, nextBatchHash } = await site.start({ origin });
        const body = {
          batch_hash: nextBatchHash,
          status: createLastBatchStatus(batchEvents.length),
          percentage_complete: 100,
          events: batchEvents,
        };
        const reply = await site.sendBatch(importId, body);
        expect(reply.status, `${JSON.stringify(batchEvents)} ${reply.text} ${site.logged.at(-1)}`).toBe(200);
        expect(
          site.logged.filter((line) => line.includes('could not be stored')),
          JSON.stringify(batchEvents),
        ).toEqual([]);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  }, 300_000);
});
