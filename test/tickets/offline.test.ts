import { createHash, createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 15);

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
let ticket: number;
beforeAll(async () => {
  site = await openWholeSite({ RATE_LIMIT: '0' });
  t = createTicketClient(site);
  post = await t.post();
  ticket = await t.ticket(post);
});
afterAll(() => site.close());

const UPLOAD = `mutation($postId: Int!, $device: String!, $scans: [OfflineScanInput!]!) {
  uploadOfflineScans(postId: $postId, device: $device, scans: $scans) { results { attendeeId outcome first { at device } } } }`;
interface Scan {
  attendeeId: number;
  securityCode: string;
  scannedAt: string;
}
const upload = async (device: string, scans: Scan[], postId = post) => {
  const { data, errors } = await site.graphql(UPLOAD, { postId, device, scans }, 'administrator');
  expect(errors).toEqual([]);
  return data.uploadOfflineScans.results as { attendeeId: number; outcome: string; first: { at: string; device: string } | null }[];
};
const code = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions['code'];

describe('The offline code list', () => {
  const LIST = 'query($postId: Int!) { offlineCodeList(postId: $postId) { payload signature keyId expiresAt count } }';

  it('is verified with the published key, and lets scanners recognize codes without containing them', async () => {
    const own = await t.post();
    const mine = await t.ticket(own, { provider: 'rsvp' });
    const [checkedIn, absent] = [await t.attendee(mine), await t.attendee(mine)];
    await t.attendee(mine, { attendee_status: 'no' });
    await t.send('PUT', `/attendees/${checkedIn}`, { check_in: true });
    const { data } = await site.graphql(LIST, { postId: own }, 'administrator');
    const list = data.offlineCodeList;
    const { data: published } = await site.graphql('{ offlineListKey { keyId jwk pem } }');
    const key = createPublicKey({ key: published.offlineListKey.jwk, format: 'jwk' });
    const isSigned = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(list.signature, 'base64url'));
    expect([isSigned(list.payload), isSigned(list.payload.replace('"version":1', '"version":2'))]).toEqual([true, false]);
    expect(createPublicKey(published.offlineListKey.pem).export({ format: 'jwk' })).toEqual(published.offlineListKey.jwk);
    expect(list.keyId).toBe(published.offlineListKey.keyId);
    const payload = JSON.parse(list.payload);
    expect(payload).toMatchObject({ postId: own, site: 'http://site.test', keyId: list.keyId, expiresAt: list.expiresAt });
    expect(payload.codes.map((entry: { id: number; in: boolean }) => [entry.id, entry.in])).toEqual([
      [checkedIn, true],
      [absent, false],
    ]);
    const secret = await t.securityCode(absent);
    expect(list.payload).not.toContain(secret);
    expect(payload.codes[1].hash).toBe(createHash('sha256').update(`${payload.salt}:${absent}:${secret}`).digest('base64url'));
    expect(code(await site.graphql(LIST, { postId: own }))).toBe('forbidden');
    expect(code(await site.graphql(LIST, { postId: 999_999 }, 'administrator'))).toBe('post_not_found');
  });
});

describe('Offline scans', () => {
  const scanOf = async (id: number, scannedAt: string): Promise<Scan> => ({
    attendeeId: id,
    securityCode: await t.securityCode(id),
    scannedAt,
  });

  it('check the first one in, report duplicates, and change nothing when they are sent again', async () => {
    const id = await t.attendee(ticket);
    const late = await scanOf(id, '2026-05-01T20:05:00.000Z');
    const early = { ...late, scannedAt: '2026-05-01T20:00:00.000Z' };
    expect((await upload('north', [late]))[0]).toMatchObject({ outcome: 'CHECKED_IN', first: null });
    expect((await upload('south', [early]))[0]).toMatchObject({ outcome: 'CHECKED_IN' });
    const duplicate = await upload('north', [late]);
    expect(duplicate[0]).toEqual({ attendeeId: id, outcome: 'DUPLICATE', first: { at: '2026-05-01T20:00:00Z', device: 'south' } });
    expect(await upload('north', [late])).toEqual(duplicate);
    const attendee = (await t.get(`/attendees/${id}`, {}, 'administrator')).body;
    expect(attendee).toMatchObject({ checked_in: true, checkin_details: { date: '2026-05-01 20:00:00', source: 'app' } });
  });

  it('report a duplicate to both devices: to the second at once, to the first with its next synchronization', async () => {
    const id = await t.attendee(ticket);
    const late = await scanOf(id, '2026-05-01T20:05:00.000Z');
    const early = { ...late, scannedAt: '2026-05-01T20:00:00.000Z' };
    const sync = async (device: string, scans: Scan[], seen: string[] = []) => {
      const source = `mutation($postId: Int!, $device: String!, $scans: [OfflineScanInput!]!, $seen: [ID!]) {
        uploadOfflineScans(postId: $postId, device: $device, scans: $scans, seenCorrectionIds: $seen) {
          results { outcome duplicates { at device } } corrections { id attendeeId scannedAt outcome first { at device } } } }`;
      const { data, errors } = await site.graphql(source, { postId: post, device, scans, seen }, 'administrator');
      expect(errors).toEqual([]);
      return data.uploadOfflineScans;
    };
    expect(await sync('gate 1', [late])).toMatchObject({ results: [{ outcome: 'CHECKED_IN', duplicates: [] }], corrections: [] });
    expect(await sync('gate 2', [early])).toEqual({
      results: [{ outcome: 'CHECKED_IN', duplicates: [{ at: '2026-05-01T20:05:00Z', device: 'gate 1' }] }],
      corrections: [],
    });
    const { corrections } = await sync('gate 1', []);
    expect(corrections).toMatchObject([
      { attendeeId: id, outcome: 'DUPLICATE', scannedAt: '2026-05-01T20:05:00Z', first: { at: '2026-05-01T20:00:00Z', device: 'gate 2' } },
    ]);
    // a response may be lost, so it is repeated until it was received
    expect((await sync('gate 1', [])).corrections).toEqual(corrections);
    expect((await sync('gate 1', [], [corrections[0].id])).corrections).toEqual([]);
    expect((await sync('gate 2', [])).corrections).toEqual([]);
  });

  it('more than a day from the event are stored but check nobody in', async () => {
    const { id: fair } = await makeEvent(site, { start_date: '2026-05-01 18:00:00', end_date: '2026-05-01 23:00:00' });
    const id = await t.attendee(await t.ticket(fair));
    const old = await scanOf(id, '1970-01-01T00:00:00Z');
    expect((await upload('north', [old], fair))[0]).toMatchObject({ outcome: 'OUTSIDE_EVENT', first: null });
    expect((await upload('north', [{ ...old, scannedAt: '2026-05-03T23:00:00Z' }], fair))[0]?.outcome).toBe('OUTSIDE_EVENT');
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.checked_in).toBe(false);
    expect(await site.site.db.prisma.offlineScan.count({ where: { attendeeId: id, isOutside: true } })).toBe(2);
    expect((await upload('south', [{ ...old, scannedAt: '2026-05-01T20:00:00Z' }], fair))[0]).toMatchObject({ outcome: 'CHECKED_IN' });
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.checkin_details.date).toBe('2026-05-01 20:00:00');
  });

  it('do not change an online check-in, and do not repeat one that was undone', async () => {
    const online = await t.attendee(ticket);
    await t.send('PUT', `/attendees/${online}`, { check_in: true });
    const before = (await t.get(`/attendees/${online}`, {}, 'administrator')).body.checkin_details;
    expect((await upload('north', [await scanOf(online, '2020-01-01T00:00:00Z')]))[0]?.outcome).toBe('DUPLICATE');
    expect((await t.get(`/attendees/${online}`, {}, 'administrator')).body.checkin_details).toEqual(before);
    const undone = await t.attendee(ticket);
    const scan = await scanOf(undone, '2026-05-01T20:00:00Z');
    await upload('north', [scan]);
    await t.send('PUT', `/attendees/${undone}`, { check_in: false });
    expect((await upload('north', [scan]))[0]?.outcome).toBe('CHECK_IN_UNDONE');
    expect((await t.get(`/attendees/${undone}`, {}, 'administrator')).body.checked_in).toBe(false);
    expect((await upload('north', [{ ...scan, scannedAt: '2026-05-01T21:00:00Z' }]))[0]?.outcome).toBe('CHECKED_IN');
  });

  it('are refused individually with the reason', async () => {
    const good = await t.attendee(ticket);
    const refunded = await t.attendee(ticket, { attendee_status: 'refunded' });
    const elsewhere = await t.attendee(await t.ticket(await t.post()));
    const results = await upload('west', [
      { ...(await scanOf(good, '2026-05-01T20:00:00Z')), securityCode: 'wrong' },
      { attendeeId: 999_999, securityCode: 'none', scannedAt: '2026-05-01T20:00:00Z' },
      await scanOf(elsewhere, '2026-05-01T20:00:00Z'),
      await scanOf(refunded, '2026-05-01T20:00:00Z'),
      await scanOf(good, '2999-01-01T00:00:00Z'),
      await scanOf(good, '2026-05-01T20:00:00Z'),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'SECURITY_CODE_NOT_VALID',
      'SECURITY_CODE_NOT_VALID',
      'SECURITY_CODE_NOT_VALID',
      'ATTENDEE_NOT_AUTHORIZED',
      'SCANNED_IN_FUTURE',
      'CHECKED_IN',
    ]);
    const anonymous = await site.graphql(UPLOAD, { postId: post, device: 'x', scans: [] });
    expect(code(anonymous)).toBe('forbidden');
    expect(code(await site.graphql(UPLOAD, { postId: post, device: 'a\nb', scans: [] }, 'administrator'))).toBe('invalid_arguments');
  });

  it('have the same result in any order and division into uploads, and when they are repeated', async () => {
    const people: { id: number; code: string }[] = [];
    for (let n = 0; n < 4; n += 1) {
      const id = await t.attendee(ticket);
      people.push({ id, code: await t.securityCode(id) });
    }
    const devices = ['Zoo', 'alpha', 'beta'] as const;
    const generatedScan = fc.record({
      who: fc.nat({ max: 3 }),
      device: fc.constantFrom(...devices),
      second: fc.nat({ max: 5 }),
      ms: fc.constantFrom(0, 250),
    });
    const uploads = fc.array(generatedScan, { minLength: 1, maxLength: 14 }).chain((scans) =>
      fc.record({
        scans: fc.constant(scans),
        order: fc.shuffledSubarray([...scans.keys(), ...scans.keys()], { minLength: scans.length * 2 }),
        cut: fc.integer({ min: 1, max: 5 }),
        inParallel: fc.boolean(),
      }),
    );
    const timeOf = ({ second, ms }: { second: number; ms: number }) => new Date(Date.UTC(2026, 4, 1, 20, 0, second, ms)).toISOString();
    await fc.assert(
      fc.asyncProperty(uploads, async ({ scans, order, cut, inParallel }) => {
        await site.site.db.sql('DELETE FROM offline_scan');
        for (const { id } of people) await t.send('PUT', `/attendees/${id}`, { check_in: false });
        const batches: { device: string; scans: Scan[] }[] = [];
        for (const index of order) {
          const generated = scans[index];
          const person = generated && people[generated.who];
          if (!generated || !person) continue;
          const scan = { attendeeId: person.id, securityCode: person.code, scannedAt: timeOf(generated) };
          const last = batches.at(-1);
          if (last && last.device === generated.device && last.scans.length < cut) last.scans.push(scan);
          else batches.push({ device: generated.device, scans: [scan] });
        }
        if (inParallel) await Promise.all(batches.map((batch) => upload(batch.device, batch.scans)));
        else for (const batch of batches) await upload(batch.device, batch.scans);
        for (const [who, { id }] of people.entries()) {
          const own = scans.filter((scan) => scan.who === who);
          const [first] = own.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : a.device < b.device ? -1 : 1));
          const [row] = await site.site.db.sql<{ at: Date | null; device: string; isIn: boolean }>(
            'SELECT checkin_at AS at, checkin_device AS device, checked_in AS "isIn" FROM attendee WHERE id = $1',
            [id],
          );
          expect(row).toEqual({
            isIn: first !== undefined,
            device: first?.device ?? '',
            at: first ? new Date(timeOf({ ...first, ms: 0 })) : null,
          });
        }
        // when everything is sent again, exactly one scan of each attendee is reported as the first
        const outcomes = new Map<string, string>();
        for (const device of devices) {
          const deviceScans = scans.filter((scan) => scan.device === device);
          const results = await upload(
            device,
            deviceScans.map((scan) => ({
              attendeeId: people[scan.who]?.id ?? 0,
              securityCode: people[scan.who]?.code ?? '',
              scannedAt: timeOf(scan),
            })),
          );
          results.forEach((result, i) =>
            outcomes.set(`${result.attendeeId} ${device} ${timeOf(deviceScans[i] ?? { second: 0, ms: 0 })}`, result.outcome),
          );
        }
        for (const [who, { id }] of people.entries()) {
          const firsts = [...outcomes].filter(([key, outcome]) => key.startsWith(`${id} `) && outcome === 'CHECKED_IN');
          expect(firsts).toHaveLength(scans.some((scan) => scan.who === who) ? 1 : 0);
        }
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
