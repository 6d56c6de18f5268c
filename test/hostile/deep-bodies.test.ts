import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

let site: ListeningSite;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await openListeningSite();
  headers = { authorization: (await site.user('administrator')).authorization, 'content-type': 'application/json' };
});
afterAll(() => site.close());

const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nestedMaps = (depth: number) => '{"raw":'.repeat(depth) + '1' + '}'.repeat(depth);
const send = async (body: string, path = '/core/v2/posts', method = 'POST') => {
  const response = await fetch(site.rest + path, { method, headers, body });
  return { status: response.status, body: await response.json() };
};
const tooDeep = {
  code: 'rest_invalid_json',
  data: { status: 400, json_error_code: 1, json_error_message: 'Maximum stack depth exceeded' },
};

describe('A JSON body', () => {
  it('may have 512 levels', async () => {
    expect(await send(`{"title":"Deep","meta":{"nothing":${nestedLists(510)}}}`)).toMatchObject({ status: 201 });
  });

  it.each([513, 1000, 4000, 100_000, 1_000_000])('with %d levels is refused', async (depth) => {
    for (const body of [
      `{"title":"Deep","meta":{"nothing":${nestedLists(depth)}}}`,
      `{"title":${nestedMaps(Math.min(depth, 100_000))}}`,
      nestedLists(depth),
    ]) {
      expect(await send(body)).toMatchObject({ status: 400, body: tooDeep });
    }
  });

  it('has the same limit within a batch', async () => {
    expect(await send(`{"requests":[{"path":"/core/v2/posts","body":{"title":${nestedMaps(600)}}}]}`, '/batch/v1')).toMatchObject({
      status: 400,
      body: tooDeep,
    });
  });

  it('may have many members', async () => {
    const manyMembers = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, [n]])));
    expect(await send(`{"title":"Wide","meta":${manyMembers},"unknown":${manyMembers}}`)).toMatchObject({ status: 201 });
  });
});

it('Deep values of GraphQL variables cause no server error', async () => {
  for (const depth of [100, 3000, 20_000]) {
    const body = `{"query":"mutation($meta: JSON) { createPost(draft: { title: \\"Deep\\", meta: $meta }) { post { databaseId } } }","variables":{"meta":{"footnotes":"x","nothing":${nestedLists(depth)}}}}`;
    const response = await fetch(`${site.url}/graphql`, { method: 'POST', headers, body });
    const { errors = [] } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    expect([response.status < 500, errors.map(({ extensions }) => extensions.code)]).toEqual([
      true,
      expect.not.arrayContaining(['internal_server_error']),
    ]);
  }
});
