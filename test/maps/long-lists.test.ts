import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { packed } from './packing.ts';

let site: WholeSite;
let marker: number;
beforeAll(async () => {
  site = await openWholeSite();
  const as = 'administrator' as const;
  const body = { map_id: 1, address: 'Harbour 1', lat: '51.5', lng: '7.4', approved: 1 };
  const answer = await site.rest('POST', '/maps/v1/markers', { as, body });
  marker = Number(answer.body.id ?? answer.body.marker?.id);
});
afterAll(() => site.close());

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const idsOf = (body: { id: number | string }[]) => body.map(({ id }) => Number(id));

describe('Lists of IDs on a map with many markers', () => {
  it('may exceed a thousand, plain or packed', async () => {
    const filter = JSON.stringify({ ids: upTo(5000).map((id) => id + marker - 1) });
    const plain = await site.rest('GET', '/maps/v1/markers', { body: { filter } });
    const sent = await site.rest('GET', `/maps/v1/markers/${packed({ filter })}`);
    for (const { status, body } of [plain, sent]) expect([status, idsOf(body)]).toEqual([200, [marker]]);
  });

  it('still have a maximum', async () => {
    const { status } = await site.rest('GET', `/maps/v1/markers/${packed({ filter: { ids: upTo(100_001) } })}`);
    expect(status).toBe(400);
  });
});
