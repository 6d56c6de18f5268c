import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ImportSite, createImportItem, createLastBatchStatus, openImports } from './import-site.ts';

let site: ImportSite;
let server: Server;
let otherSite: string;
beforeAll(async () => {
  site = await openImports();
  server = createServer((request, response) => {
    if (request.url === '/poster.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    if (request.url !== '/slow.png') response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  otherSite = `http://elsewhere.test:${port}`;
  site.site.network = {
    resolve: async (host) => {
      if (host === 'elsewhere.test') return ['127.0.0.1'];
      throw new Error('ENOTFOUND');
    },
    isAllowed: (address) => address === '127.0.0.1',
    ports: new Set([port]),
  };
});
afterAll(async () => {
  server.close();
  await site.close();
});

/** Returns the ID of the only created, updated or skipped item. */
const onlyId = (activity: Record<'created' | 'updated' | 'skipped', number[]>, action: 'created' | 'updated' | 'skipped'): number => {
  expect(activity[action]).toHaveLength(1);
  return activity[action][0] as number;
};

describe('Imported event', () => {
  it('has all data of its item', async () => {
    const { activity } = await site.importEvents([
      createImportItem({
        title: 'Night <b>pieces</b>',
        description: 'By lamplight<script>alert(1)</script>',
        excerpt: 'Short',
        start_hour: 7,
        start_minute: 5,
        start_meridian: 'PM',
        end_hour: '12',
        end_minute: '30',
        end_meridian: 'am',
        end_date: '2031-01-02',
        timezone: 'Europe/Oslo',
        url: 'https://quartet.example/night',
        cost: '18',
        currency_symbol: '€',
        currency_position: 'suffix',
        categories: ['Chamber music', '2031'],
        tags: ['Strings'],
        show_map: '1',
        sticky: true,
        featured: 'yes',
        global_id: 'other.example?id=5',
        global_id_lineage: ['other.example?id=5', 'first.example?id=1'],
        venue: {
          venue: 'Lantern Hall',
          city: 'Halden',
          country: 'Norway',
          latitude: '59.1',
          longitude: '11.3',
          global_id: 'other.example?id=6',
        },
        organizer: [{ organizer: 'Quartet', email: 'q@example.org' }, { organizer: 'House' }],
      }),
    ]);
    expect(activity.tribe_events_cat.created).toHaveLength(2);
    expect(activity.post_tag.created).toHaveLength(1);
    expect(activity.tribe_organizer.created).toHaveLength(2);
    const event = await site.event(onlyId(activity.tribe_events, 'created'));
    expect(event).toMatchObject({
      title: 'Night pieces',
      description: '<p>By lamplight</p>',
      status: 'publish',
      author: String((await site.user('administrator')).id),
      start_date: '2031-01-01 19:05:00',
      end_date: '2031-01-02 00:30:00',
      utc_start_date: '2031-01-01 18:05:00',
      timezone: 'Europe/Oslo',
      website: 'https://quartet.example/night',
      cost: '18€',
      show_map: true,
      sticky: true,
      featured: true,
      global_id_lineage: [expect.stringContaining('?id='), 'other.example?id=5', 'first.example?id=1'],
      venue: { id: onlyId(activity.tribe_venue, 'created'), venue: 'Lantern Hall', city: 'Halden', geo_lat: 59.1 },
      organizer: [{ organizer: 'Quartet', email: 'q@example.org' }, { organizer: 'House' }],
    });
    expect(event.categories.map(({ name }: { name: string }) => name)).toEqual(['2031', 'Chamber music']);
  });

  it('may be all-day, and has the status of its import; drafts are not public', async () => {
    const { activity } = await site.importEvents(
      [createImportItem({ title: 'Fair', all_day: true, end_date: '2031-01-03', venue: { venue: 'Draft hall' } })],
      {
        postStatus: 'draft',
      },
    );
    const event = await site.event(onlyId(activity.tribe_events, 'created'));
    expect(event).toMatchObject({ status: 'draft', all_day: true, start_date: '2031-01-01 00:00:00', end_date: '2031-01-03 23:59:59' });
    expect(event.venue.status).toBe('draft');
    expect((await site.rest('GET', `/vendor/events/v1/events/${event.id}`)).status).toBe(403);
  });

  it('is recognized only by the unique field of its origin', async () => {
    const first = await site.importEvents([createImportItem({ title: 'Once', uid: 'uid-once', id: 77 })]);
    const id = onlyId(first.activity.tribe_events, 'created');
    const repeated = await site.importEvents([createImportItem({ title: 'Once more', uid: 'uid-once', id: 78 })], { origin: 'gcal' });
    expect(onlyId(repeated.activity.tribe_events, 'updated')).toBe(id);
    expect((await site.event(id)).title).toBe('Once more');
    const byNumber = await site.importEvents([createImportItem({ title: 'By number', uid: 'another', id: 78 })], { origin: 'url' });
    expect(onlyId(byNumber.activity.tribe_events, 'updated')).toBe(id);
    const unknown = await site.importEvents([createImportItem({ title: 'Unknown', uid: 'uid-once' })], { origin: 'csv' });
    expect(onlyId(unknown.activity.tribe_events, 'created')).not.toBe(id);
  });

  it('is recognized first by its global ID, including that of this site', async () => {
    const first = await site.importEvents([createImportItem({ title: 'Far', uid: 'far', global_id: 'far.example?id=9' })]);
    const id = onlyId(first.activity.tribe_events, 'created');
    const nearImport = await site.importEvents([createImportItem({ title: 'Near', uid: 'near' })]);
    const nearId = onlyId(nearImport.activity.tribe_events, 'created');
    const ambiguous = await site.importEvents([createImportItem({ title: 'Far again', uid: 'near', global_id: 'far.example?id=9' })]);
    expect(onlyId(ambiguous.activity.tribe_events, 'updated')).toBe(id);
    const byOwnId = await site.importEvents([createImportItem({ title: 'Own', global_id: `site.test?id=${nearId}` })]);
    expect(onlyId(byOwnId.activity.tribe_events, 'updated')).toBe(nearId);
    expect((await site.event(nearId)).global_id_lineage).toEqual([`site.test?id=${nearId}`]);
  });

  it('stays in the trash', async () => {
    const first = await site.importEvents([createImportItem({ title: 'Trashed event', uid: 'trashed' })]);
    const id = onlyId(first.activity.tribe_events, 'created');
    await site.rest('DELETE', `/vendor/events/v1/events/${id}`, { as: 'administrator' });
    const repeated = await site.importEvents([createImportItem({ title: 'Trashed event', uid: 'trashed' })]);
    expect(onlyId(repeated.activity.tribe_events, 'skipped')).toBe(id);
    expect((await site.rest('GET', '/evt/v1/events', { query: { search: 'Trashed' } })).body).toEqual([]);
  });

  it('has its parent, even from the same batch', async () => {
    const { activity } = await site.importEvents([
      createImportItem({ title: 'Series', uid: 'series' }),
      createImportItem({ title: 'Part', uid: 'part', parent_uid: 'series' }),
    ]);
    const [series, part] = activity.tribe_events.created;
    const { body } = await site.rest('GET', '/vendor/events/v1/events', { query: { post_parent: series, start_date: '2030-12-31' } });
    expect(body.events.map(({ id }: { id: number }) => id)).toEqual([part]);
  });
});

describe('Venues and organizers of a batch', () => {
  it('are found by global ID or title, and created once for several events', async () => {
    const venue = { venue: 'Shared hall', city: 'Oslo', global_id: 'maps.example?id=1' };
    const { activity } = await site.importEvents([
      createImportItem({ title: 'A', uid: 'sa', venue, organizer: { organizer: 'Shared team' } }),
      createImportItem({ title: 'B', uid: 'sb', venue, organizer: { organizer: 'Shared team' } }),
    ]);
    const id = onlyId(activity.tribe_venue, 'created');
    const organizerId = onlyId(activity.tribe_organizer, 'created');
    const renamed = await site.importEvents([
      createImportItem({ title: 'C', venue: { ...venue, venue: 'Great hall' }, organizer: { organizer: 'SHARED TEAM', phone: '1' } }),
    ]);
    expect(onlyId(renamed.activity.tribe_venue, 'updated')).toBe(id);
    expect(onlyId(renamed.activity.tribe_organizer, 'updated')).toBe(organizerId);
    const { body } = await site.rest('GET', `/vendor/events/v1/venues/${id}`);
    expect([body.venue, body.global_id_lineage]).toEqual(['Great hall', [`site.test?id=${id}`, 'maps.example?id=1']]);
  });
});

describe('Changes by a repeated import', () => {
  const eventItem = {
    title: 'Imported',
    uid: '',
    description: 'From elsewhere',
    cost: '5',
    venue: { venue: 'Old hall', city: 'Oslo' },
    tags: ['One'],
  };
  const edit = (id: number, body: object) => site.rest('POST', `/vendor/events/v1/events/${id}`, { as: 'administrator', body });

  it('are ignored with authority retain', async () => {
    const id = onlyId((await site.importEvents([createImportItem({ ...eventItem, uid: 'retained' })])).activity.tribe_events, 'created');
    const repeated = await site.importEvents(
      [createImportItem({ ...eventItem, uid: 'retained', title: 'Changed', venue: { venue: 'Other hall' } })],
      {
        authority: 'RETAIN',
      },
    );
    expect(onlyId(repeated.activity.tribe_events, 'skipped')).toBe(id);
    expect(repeated.activity.tribe_venue.created).toEqual([]);
    expect((await site.event(id)).title).toBe('Imported');
  });

  it('apply only to fields that were not edited on this site with preserve_changes', async () => {
    const id = onlyId((await site.importEvents([createImportItem({ ...eventItem, uid: 'preserved' })])).activity.tribe_events, 'created');
    const { venue } = await site.event(id);
    await edit(id, { title: 'Edited here', tags: 'Two' });
    await site.rest('POST', `/vendor/events/v1/venues/${venue.id}`, { as: 'administrator', body: { city: 'Bergen' } });
    const changedItem = {
      ...eventItem,
      uid: 'preserved',
      title: 'Changed',
      description: 'New text',
      cost: '7',
      tags: ['Three'],
      start_hour: 9,
      venue: { venue: 'Old hall', city: 'Moss', zip: '1' },
    };
    for (const _ of [1, 2]) {
      expect(
        onlyId(
          (await site.importEvents([createImportItem(changedItem)], { authority: 'PRESERVE_CHANGES' })).activity.tribe_events,
          'updated',
        ),
      ).toBe(id);
      const event = await site.event(id);
      expect(event).toMatchObject({ title: 'Edited here', description: '<p>New text</p>', cost: '$7', start_date: '2031-01-01 09:00:00' });
      expect(event.tags.map(({ name }: { name: string }) => name)).toEqual(['Two']);
      expect(event.venue).toMatchObject({ id: venue.id, city: 'Bergen', zip: '1' });
    }
    expect((await site.importEvents([createImportItem(changedItem)])).activity.tribe_events.updated).toEqual([id]);
    expect((await site.event(id)).title).toBe('Changed');
  });

  it('follow the setting of the site if the import has no authority', async () => {
    const id = onlyId((await site.importEvents([createImportItem({ ...eventItem, uid: 'by_setting' })])).activity.tribe_events, 'created');
    const setAuthority = (value: string) =>
      site.graphql(
        'mutation($value: JSON!) { updateSetting(input: { key: "event_import_authority", value: $value }) { value } }',
        { value },
        'administrator',
      );
    expect((await setAuthority('retain')).errors).toEqual([]);
    expect(
      onlyId((await site.importEvents([createImportItem({ ...eventItem, uid: 'by_setting' })])).activity.tribe_events, 'skipped'),
    ).toBe(id);
    await setAuthority('overwrite');
  });
});

describe('Image of an imported event', () => {
  it('is stored once in the library, and a broken URL does not prevent the event', async () => {
    const image = `${otherSite}/poster.png`;
    const { activity } = await site.importEvents([
      createImportItem({ title: 'With poster', uid: 'p1', image }),
      createImportItem({ title: 'Same poster', uid: 'p2', image: { url: image } }),
      createImportItem({ title: 'Lost poster', uid: 'p3', image: `${otherSite}/none.png` }),
      createImportItem({ title: 'Private poster', uid: 'p4', image: 'http://127.0.0.1:1/x.png' }),
    ]);
    const poster = onlyId(activity.attachment, 'created');
    expect(activity.attachment.skipped).toEqual([poster]);
    const events = await Promise.all(activity.tribe_events.created.map((id: number) => site.event(id)));
    expect(events.map((event) => event.image && event.image.id)).toEqual([poster, poster, false, false]);
    const repeated = await site.importEvents([createImportItem({ title: 'With poster', uid: 'p1', image })]);
    expect(repeated.activity.attachment).toMatchObject({ created: [], skipped: [poster] });
  });

  it('is omitted when the time for all images of a batch ends', async () => {
    const startTimeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => startTimeout(ms === 30_000 ? 300 : ms));
    try {
      const started = performance.now();
      const { activity } = await site.importEvents([createImportItem({ title: 'Slow poster', uid: 'p5', image: `${otherSite}/slow.png` })]);
      expect(performance.now() - started).toBeLessThan(4_000);
      expect(activity).toMatchObject({ tribe_events: { created: [expect.any(Number)] }, attachment: { created: [] } });
    } finally {
      spy.mockRestore();
    }
  });
});

describe('Author of imported events', () => {
  it('is the author of the import, or the first user who may write events', async () => {
    const { importId, nextBatchHash } = await site.start({}, 'author');
    const author = await site.user('author');
    await site.site.db.sql('UPDATE user_account SET role = $2 WHERE id = $1', [author.id, 'subscriber']);
    const reply = await site.sendBatch(importId, {
      batch_hash: nextBatchHash,
      status: createLastBatchStatus(1),
      percentage_complete: 100,
      events: [createImportItem()],
    });
    const event = await site.event(onlyId(reply.body.activity.tribe_events, 'created'));
    expect(event.author).toBe(String((await site.user('administrator')).id));
    await site.site.db.sql('UPDATE user_account SET role = $2 WHERE id = $1', [author.id, 'author']);
  });
});
