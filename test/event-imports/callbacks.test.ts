import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACKS, type ImportSite, createImportItem, createLastBatchStatus, openImports } from './import-site.ts';

let site: ImportSite;
beforeAll(async () => {
  site = await openImports();
});
afterAll(() => site.close());

const wrongHash = 'f'.repeat(32);
const progress = (events: number, batches: number, done: number) => ({ data: { total: events, done }, batch: { total: batches, done } });
const READ = `query($importId: String!) { eventImport(importId: $importId) {
  status percentageComplete totalEvents nextBatchHash activity { events { created updated } } errors { code message } author { databaseId }
} }`;
const read = async (importId: string) => (await site.graphql(READ, { importId }, 'administrator')).data.eventImport;

describe('Batch of an import (docs/behaviour/events.md 5)', () => {
  it('is stored; the hash changes until the last batch ends the import', async () => {
    const { importId, nextBatchHash } = await site.start({ importId: 'two_batches' });
    expect(nextBatchHash).toMatch(/^[0-9a-f]{32}$/);
    const first = await site.sendBatch(importId, {
      batch_hash: nextBatchHash,
      status: progress(2, 2, 0),
      percentage_complete: 50,
      interval: '30',
      events: [createImportItem({ title: 'First', uid: 'a' })],
    });
    const unchanged = { created: [], updated: [], skipped: [], scheduled: [] };
    expect([first.status, first.body]).toEqual([
      200,
      {
        status: 'success',
        activity: {
          tribe_events: { ...unchanged, created: [expect.any(Number)] },
          tribe_organizer: unchanged,
          tribe_venue: unchanged,
          tribe_events_cat: unchanged,
          post_tag: unchanged,
          attachment: unchanged,
        },
        interval: 10,
        next_batch_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    expect(first.body.next_batch_hash).not.toBe(nextBatchHash);
    expect(await read(importId)).toMatchObject({ status: 'PENDING', percentageComplete: 50, totalEvents: 2, nextBatchHash: null });
    const second = await site.sendBatch(importId, {
      batch_hash: first.body.next_batch_hash,
      status: progress(2, 2, 1),
      percentage_complete: 100,
      events: [createImportItem({ title: 'Second', uid: 'b' })],
    });
    expect(second.body).not.toHaveProperty('next_batch_hash');
    const [firstId, secondId] = [first.body.activity.tribe_events.created[0], second.body.activity.tribe_events.created[0]];
    expect(await read(importId)).toMatchObject({
      status: 'SUCCESS',
      percentageComplete: 100,
      activity: { events: { created: [firstId, secondId], updated: [] } },
      errors: [],
      author: { databaseId: (await site.user('administrator')).id },
    });
    expect((await site.rest('GET', '/evt/v1/events', { query: { search: 'Second' } })).body).toMatchObject([{ id: secondId }]);
    expect((await site.rest('GET', '/vendor/events/v1/events', { query: { start_date: '2030-12-31' } })).body.total).toBe(2);
  });

  it('is refused with a wrong or used hash, and for unknown or finished imports, without any change', async () => {
    const { importId, nextBatchHash } = await site.start();
    const body = (hash: unknown) => ({
      batch_hash: hash,
      status: progress(1, 2, 0),
      percentage_complete: 5,
      events: [createImportItem({ title: 'Refused' })],
    });
    const sendRefused = async (id: string, hash: unknown) => {
      const { status, body: refusal } = await site.sendBatch(id, body(hash));
      return [status, refusal.code, refusal.data.status, Object.keys(refusal.data.params)];
    };
    expect(await sendRefused(importId, wrongHash)).toEqual([400, 'rest_invalid_param', 400, ['batch_hash']]);
    expect(await sendRefused(importId, '')).toEqual([400, 'rest_invalid_param', 400, ['batch_hash']]);
    expect(await sendRefused(importId, 7)).toEqual([400, 'rest_invalid_param', 400, ['batch_hash']]);
    expect(await sendRefused('unknown_import', nextBatchHash)).toEqual([400, 'rest_invalid_param', 400, ['import_id', 'batch_hash']]);
    expect((await site.rest('GET', '/evt/v1/events', { query: { search: 'Refused' } })).body).toEqual([]);
    expect((await site.sendBatch(importId, { ...body(nextBatchHash), events: [] })).status).toBe(200);
    expect(await sendRefused(importId, nextBatchHash)).toEqual([400, 'rest_invalid_param', 400, ['batch_hash']]);
    for (const status of ['draft', 'schedule']) {
      const waiting = await site.start();
      await site.site.db.sql('UPDATE event_import SET status = $2 WHERE import_id = $1', [waiting.importId, status]);
      expect(await sendRefused(waiting.importId, waiting.nextBatchHash)).toEqual([400, 'rest_invalid_param', 400, ['import_id']]);
    }
  });

  it('reports missing parameters and impossible numbers', async () => {
    const { importId, nextBatchHash } = await site.start();
    const missing = await site.sendBatch(importId, { batch_hash: null, percentage_complete: 1 });
    expect([missing.status, missing.body.code, missing.body.data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['batch_hash', 'status'],
    ]);
    const validBatch = { batch_hash: nextBatchHash, status: progress(2, 2, 0), percentage_complete: 10 };
    const invalidChanges: [object, string][] = [
      [{ percentage_complete: 101 }, 'percentage_complete'],
      [{ percentage_complete: -1 }, 'percentage_complete'],
      [{ percentage_complete: 'half' }, 'percentage_complete'],
      [{ interval: 'soon' }, 'interval'],
      [{ status: 'pending' }, 'status'],
      [{ status: {} }, 'status'],
      [{ status: progress(2, 2, 3) }, 'status'],
      [{ status: { ...progress(2, 2, 0), batch: { total: 'x', done: 0 } } }, 'status'],
      [{ events: 'none' }, 'events'],
      [{ events: Array.from({ length: 1001 }, () => ({})) }, 'events'],
    ];
    for (const [change, name] of invalidChanges) {
      const { status, body } = await site.sendBatch(importId, { ...validBatch, ...change });
      expect([status, body.code, Object.keys(body.data.params)], JSON.stringify(change)).toEqual([400, 'rest_invalid_param', [name]]);
    }
    const numbersAsText = { data: { total: '2', done: '0' }, batch: { total: '2', done: '0' } };
    expect((await site.sendBatch(importId, { ...validBatch, status: numbersAsText, percentage_complete: '10.5' })).status).toBe(200);
    expect(await read(importId)).toMatchObject({ percentageComplete: 10.5, totalEvents: 2 });
    expect((await site.rest('POST', `${CALLBACKS}/import/not-a-word/batch`, { body: validBatch })).status).toBe(404);
  });

  it('returns the interval of the setting, within bounds', async () => {
    const changeSetting = (value: number) =>
      site.graphql(
        'mutation($value: JSON!) { updateSetting(input: { key: "event_import_interval", value: $value }) { value } }',
        { value },
        'administrator',
      );
    for (const [setting, interval] of [
      [3, 10],
      [45, 45],
      [9_999, 600],
    ] as const) {
      await changeSetting(setting);
      expect((await site.importEvents([])).interval).toBe(interval);
    }
    await changeSetting(10);
  });

  it('is accepted once under simultaneous requests', async () => {
    const { importId, nextBatchHash } = await site.start();
    const body = {
      batch_hash: nextBatchHash,
      status: createLastBatchStatus(1),
      percentage_complete: 100,
      events: [createImportItem({ title: 'Raced' })],
    };
    const replies = await Promise.all(Array.from({ length: 8 }, () => site.sendBatch(importId, body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(7);
    expect((await site.rest('GET', '/evt/v1/events', { query: { search: 'Raced' } })).body).toHaveLength(1);
  });

  it('skips items that cannot be stored, and stores the other items', async () => {
    const { importId, nextBatchHash } = await site.start();
    const events = [
      createImportItem({ title: 'Good', venue: { venue: 'Good hall' } }),
      createImportItem({ title: '', venue: { venue: 'Bad hall' } }),
      createImportItem({ title: 'No such zone', timezone: 'Mars/Base' }),
      createImportItem({ title: 'No day', start_date: 'soon' }),
      createImportItem({
        title: 'Longer than 68 years',
        end_date: '2131-01-01',
        venue: { venue: 'Rolled back hall' },
        tags: ['Rolled back'],
      }),
      null,
      'text',
    ];
    const reply = await site.sendBatch(importId, {
      batch_hash: nextBatchHash,
      status: createLastBatchStatus(7),
      percentage_complete: 100,
      events,
    });
    expect(reply.body.activity.tribe_events.created).toHaveLength(1);
    expect(reply.body.next_batch_hash).toMatch(/^[0-9a-f]{32}$/);
    const importAfter = await read(importId);
    expect(importAfter).toMatchObject({ status: 'PENDING', percentageComplete: 0, totalEvents: 7 });
    expect(importAfter.errors.map(({ code, message }: { code: string; message: string }) => [code, message.slice(0, 8)])).toEqual(
      [2, 3, 4, 5, 6, 7].map((position) => ['item_not_stored', `Event ${position}:`]),
    );
    const venues = (await site.rest('GET', '/evt/v1/venues')).body.map(({ title }: { title: { rendered: string } }) => title.rendered);
    expect(venues).toEqual(['Good hall']);
    const tags = (await site.rest('GET', '/core/v2/tags')).body;
    expect(tags.map(({ name }: { name: string }) => name)).not.toContain('Rolled back');
    expect(site.logged.filter((line) => line.includes('could not be stored'))).toEqual([]);
  });
});

describe('State of an import (docs/behaviour/events.md 5.3)', () => {
  const messages = { message: 'The feed is gone.', message_slug: 'error:feed-gone' };

  it('can stay pending with the same hash, then end', async () => {
    const { importId, nextBatchHash } = await site.start();
    const report = (status: string, percentage: number) =>
      site.sendState(importId, { batch_hash: nextBatchHash, status, percentage_complete: percentage, ...messages });
    const pending = await report('pending', 20);
    expect([pending.status, pending.body]).toEqual([200, { status: 'success' }]);
    expect(await read(importId)).toMatchObject({ status: 'PENDING', percentageComplete: 20, errors: [] });
    expect((await report('failed', 20)).body).toEqual({ status: 'success' });
    expect(await read(importId)).toMatchObject({ status: 'FAILED', errors: [{ code: 'error:feed-gone', message: 'The feed is gone.' }] });
    const repeated = await report('success', 100);
    expect([repeated.status, Object.keys(repeated.body.data.params)]).toEqual([400, ['import_id', 'batch_hash']]);
  });

  it('is pending, failed or success, and requires its messages, which may be empty', async () => {
    const { importId, nextBatchHash } = await site.start();
    const body = { batch_hash: nextBatchHash, status: 'success', percentage_complete: 100, message: '', message_slug: '' };
    const invalid = await site.sendState(importId, { ...body, status: 'done' });
    expect([invalid.status, Object.keys(invalid.body.data.params)]).toEqual([400, ['status']]);
    const incomplete = await site.sendState(importId, { ...body, message: null, message_slug: undefined });
    expect([incomplete.body.code, incomplete.body.data.params]).toEqual(['rest_missing_callback_param', ['message', 'message_slug']]);
    expect((await site.sendState(importId, body)).status).toBe(200);
    expect(await read(importId)).toMatchObject({ status: 'SUCCESS', percentageComplete: 100 });
  });

  it('is stored without the hash itself', async () => {
    const { importId, nextBatchHash } = await site.start();
    const [row] = await site.site.db.sql('SELECT to_json(i)::text AS row FROM event_import i WHERE import_id = $1', [importId]);
    expect(String(row?.['row'])).toContain(importId);
    expect(String(row?.['row'])).not.toContain(nextBatchHash);
  });
});

describe('Import namespace', () => {
  it('shows in Allow that callbacks are public, for right and wrong hashes', async () => {
    const { importId, nextBatchHash } = await site.start();
    const path = `${CALLBACKS}/import/${importId}/state`;
    const report = { status: 'pending', message: '', message_slug: '', percentage_complete: 1 };
    const refusal = await site.sendState(importId, { ...report, batch_hash: wrongHash });
    const accepted = await site.sendState(importId, { ...report, batch_hash: nextBatchHash });
    const described = await site.rest('OPTIONS', path);
    expect([refusal, accepted, described].map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [400, 'POST'],
      [200, 'POST'],
      [200, 'POST'],
    ]);
  });

  it('shows its routes to everyone', async () => {
    const { body } = await site.rest('GET', CALLBACKS);
    expect(Object.keys(body.routes)).toEqual([
      CALLBACKS,
      `${CALLBACKS}/import/(?P<import_id>\\w+)/batch`,
      `${CALLBACKS}/import/(?P<import_id>\\w+)/state`,
    ]);
  });
});
