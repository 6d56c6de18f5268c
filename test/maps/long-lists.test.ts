import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { packParameters } from './packing.ts';

let site: WholeSite;
let marker: number;
beforeAll(async () => {
  site = await openWholeSite();
  const as = 'administrator' as const;
  const body = { map_id: 1, address: 'Harbour 1', lat: '51.5', lng: '7.4', approved: 1 };
  const reply = await site.rest('POST', '/maps/v1/markers', { as, body });
  marker = Number(reply.body.id ?? reply.body.marker?.id);
});
afterAll(() => site.close());

const countTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const idsOf = (body: { id: number | string }[]) => body.map(({ id }) => Number(id));

describe('Lists of IDs on a map with many markers', () => {
  it('may exceed a thousand, plain or packed', async () => {
    const filter = JSON.stringify({ ids: countTo(5000).map((id) => id + marker - 1) });
    const plain = await site.rest('GET', '/maps/v1/markers', { body: { filter } });
    const packedReply = await site.rest('GET', `/maps/v1/markers/${packParameters({ filter })}`);
    for (const { status, body } of [plain, packedReply]) expect([status, idsOf(body)]).toEqual([200, [marker]]);
  });

  it('still have a maximum', async () => {
    const { status } = await site.rest('GET', `/maps/v1/markers/${packParameters({ filter: { ids: countTo(100_001) } })}`);
    expect(status).toBe(400);
  });
});
