import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => void (site = await openWholeSite()));
afterEach(() => void site.logged.splice(0));
afterAll(() => site.close());

const OPERATIONS = '{"query":"{ __typename }"}';

async function expectRefused(request: { method?: 'GET' | 'POST'; url?: string; headers?: Record<string, string>; payload?: string }) {
  const reply = await site.http.inject({ method: 'POST', url: '/graphql', ...request });
  const [error] = [reply.json()].flat()[0].errors;
  expect([reply.statusCode, error.extensions.code], reply.payload).toEqual([400, 'bad_request']);
  expect(site.logged).toEqual([]);
}

const parts = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b', 'graphql-preflight': '1' },
  payload: `${Object.entries(fields)
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`,
});

describe('A malformed GraphQL request gets a client error', () => {
  it.each<[string, Record<string, string>]>([
    ['no operations', { map: '{}' }],
    ['no map, and operations that are null', { operations: 'null' }],
    ['operations that are null', { operations: 'null', map: '{}' }],
    ['operations that are null, with a file', { operations: 'null', map: '{"0":["variables.file"]}', 0: 'x' }],
    ['operations that are a number', { operations: '5', map: '{"0":["variables.file"]}', 0: 'x' }],
    ['operations that are a string', { operations: '"x"', map: '{}' }],
    ['operations that are invalid JSON', { operations: '{', map: '{}' }],
    ['an empty batch', { operations: '[null]', map: '{}' }],
    ['a batch of strings', { operations: '["x"]', map: '{}' }],
    ['paths that are numbers', { operations: OPERATIONS, map: '{"0":[5]}', 0: 'x' }],
    ['paths that are null', { operations: OPERATIONS, map: '{"0":null}', 0: 'x' }],
    ['paths that are objects', { operations: OPERATIONS, map: '{"0":[{}]}', 0: 'x' }],
    ['a path that is a number', { operations: OPERATIONS, map: '{"0":5}', 0: 'x' }],
    ['a map that is invalid JSON', { operations: OPERATIONS, map: '{' }],
    ['a part as the query', { operations: OPERATIONS, map: '{"0":["query.a"]}', 0: 'x' }],
    ['a file in place of the variables', { operations: OPERATIONS, map: '{"0":["variables"]}', 0: 'x' }],
  ])('multipart: %s', (_case, fields) => expectRefused(parts(fields)));

  it.each([
    '[null]',
    '[5]',
    '["x"]',
    '[[]]',
    `[${OPERATIONS}, null]`,
    '[{"query":5}]',
    '[{"query":"{ __typename }","variables":5}]',
    '5',
    '"x"',
  ])('JSON: %s', (payload) => expectRefused({ headers: { 'content-type': 'application/json' }, payload }));

  it.each([
    ['variables that are invalid JSON', 'variables={'],
    ['variables that are a list', 'variables=[]'],
    ['extensions that are invalid JSON', 'extensions={'],
    ['extensions that are a number', 'extensions=5'],
  ])('query string: %s', (_case, parameter) => expectRefused({ method: 'GET', url: `/graphql?query={__typename}&${parameter}` }));

  it.each([
    ['{}', 'BAD_REQUEST', 'Must provide query string.'],
    ['[]', 'bad_request', 'The batch is empty. Send a list of GraphQL requests.'],
    ['5', 'bad_request', 'POST body is expected to be object but received number.'],
    ['{"query":"query($n:Int!){event(id:$n){id}}"}', 'BAD_USER_INPUT', 'Variable "$n" of required type "Int!" was not provided.'],
    [
      '{"query":"query($n:Int!){event(id:$n){id}}","variables":{"n":{}}}',
      'BAD_USER_INPUT',
      expect.stringMatching(/^Variable "\$n" got invalid value/),
    ],
  ])('JSON: %s, with code and reason', async (payload, code, message) => {
    const reply = await site.http.inject({ method: 'POST', url: '/graphql', headers: { 'content-type': 'application/json' }, payload });
    expect(reply.json().errors).toMatchObject([{ message, extensions: { code } }]);
  });

  it('while well-formed requests still work', async () => {
    const reply = await site.http.inject({ method: 'POST', url: '/graphql', ...parts({ operations: `[${OPERATIONS}]`, map: '{}' }) });
    expect([reply.statusCode, reply.json()]).toMatchObject([200, [{ data: { __typename: 'Query' } }]]);
  });
});
