import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const ids: number[] = [];
beforeAll(async () => {
  site = await openWholeSite();
  for (let n = 0; n < 12; n += 1) {
    const body = {
      map_id: 7,
      title: `Stop ${n}`,
      category: n % 2 ? 'Odd' : 'Even',
      approved: 1,
      sticky: n === 3,
      address: n === 5 ? '100 %' : 'Quay',
    };
    ids.push((await site.rest('POST', '/maps/v1/markers', { as: 'administrator', body })).body.id);
  }
});
afterAll(() => site.close());

const readTable = async (name: string, parameters: Record<string, string | number>) =>
  (await site.rest('GET', '/maps/v1/datatables', { as: 'administrator', query: { phpClass: `Maps\\${name}`, map_id: 7, ...parameters } }))
    .body;

describe('Tables of map features', () => {
  it.each([
    ['', 'GET, POST'],
    ['Maps\\NoTable', 'GET, POST'],
    ['Maps\\AdminMarkerDataTable', undefined],
  ])('refuse %j to visitors, with the list of allowed tables', async (phpClass, allow) => {
    const { status, headers } = await site.rest('GET', '/maps/v1/datatables', { query: { phpClass } });
    expect([status, headers['allow']]).toEqual([allow ? 403 : 401, allow]);
  });

  it.each(['map_id', 'start', 'length', 'order', 'order[0][column]'])('refuse an invalid %s instead of ignoring it', async (name) => {
    const { code, data } = await readTable('MarkerDataTable', { [name]: 'none' });
    expect([code, Object.keys(data.params)]).toEqual(['rest_invalid_param', [name.replace(/\[.*/, '')]]);
  });

  it('sort numbers as numbers and flags as flags', async () => {
    const listIds = async (dir: string) =>
      (await readTable('AdminMarkerDataTable', { 'order[0][column]': 1, 'order[0][dir]': dir })).meta.map(({ id }: { id: string }) =>
        Number(id),
      );
    expect(await listIds('asc')).toEqual(ids);
    expect(await listIds('desc')).toEqual(ids.toReversed());
    const byFlag = await readTable('AdminMarkerDataTable', { 'order[0][column]': 9 });
    expect(byFlag.meta.map(({ sticky }: { sticky: string }) => sticky)).toEqual(['✓', ...Array.from({ length: 11 }, () => '')]);
    expect(byFlag.meta.slice(1).map(({ id }: { id: string }) => Number(id))).toEqual(ids.toReversed().filter((id) => id !== ids[3]));
  });

  it('search columns for literal text', async () => {
    const countMatches = async (text: string) => (await readTable('MarkerDataTable', { 'search[value]': text })).recordsFiltered;
    expect(await Promise.all(['STOP 1', 'even', '%', '_', 'quay', 'nothing'].map(countMatches))).toEqual([3, 6, 1, 0, 11, 0]);
    expect(await readTable('MarkerDataTable', { 'search[value]': 'odd', length: 2, start: 1, draw: 4 })).toMatchObject({
      draw: '4',
      recordsTotal: 12,
      recordsFiltered: 6,
      data: [expect.arrayContaining(['Odd']), expect.arrayContaining(['Odd'])],
    });
  });
});
