import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTicketClient } from '../tickets/support.ts';
import { type CalendarSite, openCalendar } from '../events/calendar-site.ts';
import type { TestUserName } from '../support/site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const ERRORS = 'errors { __typename code message path ... on TooManyRequests { retryAfter } }';

interface Case {
  kind: string;
  code: string;
  /** The code for the invalid argument, if it differs from the code of the failure. */
  argumentCode?: string;
  /** The mutation with its arguments. */
  call: () => Promise<string> | string;
  selection: string;
  as?: TestUserName;
  path?: string[];
}

const cases: Case[] = [
  {
    kind: 'InvalidInput',
    code: 'invalid_arguments',
    argumentCode: 'webhook_url',
    call: () => 'createWebhookEndpoint(input: { url: "nowhere" })',
    selection: 'secret',
    as: 'administrator',
    path: ['input', 'url'],
  },
  { kind: 'NotFound', code: 'event_not_found', call: () => 'trashEvent(id: 999999)', selection: 'event { id }', as: 'editor' },
  {
    kind: 'NotAllowed',
    code: 'cannot_create',
    call: () => 'createPost(draft: { title: "x" })',
    selection: 'post { id }',
    as: 'subscriber',
  },
  { kind: 'SignInRequired', code: 'cannot_create', call: () => 'createPost(draft: { title: "x" })', selection: 'post { id }' },
  {
    kind: 'WrongCredentials',
    code: 'incorrect_password',
    call: async () => `signIn(login: "${(await site.user('author')).login}", password: "not this one")`,
    selection: 'userId loginNonce',
  },
  {
    kind: 'Conflict',
    code: 'event_is_not_in_trash',
    call: async () => `restoreEvent(id: ${(await site.makeEvent({})).id})`,
    selection: 'event { id }',
    as: 'editor',
  },
  {
    kind: 'SoldOut',
    code: 'insufficient_stock',
    call: async () => {
      const ticketApi = createTicketClient(site);
      const id = await ticketApi.ticket((await site.makeEvent({})).id, { ticket: { mode: 'own', capacity: 1 } });
      return `startCheckout(lines: [{ ticketId: ${id}, quantity: 2 }])`;
    },
    selection: 'token',
  },
  { kind: 'Unavailable', code: 'passkeys_not_available', call: () => 'beginPasskeySignIn', selection: 'options' },
];

describe('A refused mutation', () => {
  it.each(cases)('is returned as $kind in its payload', async ({ kind, code, argumentCode = code, call, selection, as, path = [] }) => {
    const { status, data, errors } = await site.graphql(`mutation { result: ${await call()} { ${selection} ${ERRORS} } }`, {}, as);
    expect([status, errors]).toEqual([200, []]);
    const { errors: refusals, ...otherFields } = data.result;
    expect(refusals).toEqual([{ __typename: kind, code: argumentCode, message: expect.stringMatching(/./), path }]);
    expect(new Set(Object.values(otherFields))).toEqual(new Set([null]));
  });

  it.each(cases)('is an error of the document if errors are not selected: $kind', async ({ code, call, selection, as }) => {
    const { status, data, errors } = await site.graphql(`mutation { result: ${await call()} { ${selection} } }`, {}, as);
    expect([status, data, errors.map(({ path, extensions }) => [path, extensions['code']])]).toEqual([
      200,
      { result: null },
      [[['result'], code]],
    ]);
  });

  it('keeps the results of earlier mutations, in payloads and in errors', async () => {
    const { data, errors } = await site.graphql(
      `mutation {
        created: createPost(draft: { title: "Kept" }) { post { databaseId title { raw } } ${ERRORS} }
        refused: createPost(draft: { title: "Not kept", authorId: 999999 }) { post { databaseId } ${ERRORS} }
        withoutErrors: createPost(draft: { title: "Not kept", authorId: 999999 }) { post { databaseId } }
      }`,
      {},
      'editor',
    );
    expect(data.created).toEqual({ post: { databaseId: expect.any(Number), title: { raw: 'Kept' } }, errors: [] });
    expect(data.refused).toMatchObject({ post: null, errors: [{ __typename: 'InvalidInput' }] });
    expect([data.withoutErrors, errors.map(({ path }) => path)]).toEqual([null, [['withoutErrors']]]);
    const { body } = await site.rest('GET', '/core/v2/posts', { query: { status: 'any', context: 'edit', search: 'kept' }, as: 'editor' });
    expect(body.map(({ title }: { title: { raw: string } }) => title.raw)).toEqual(['Kept']);
  });

  it('counts failed sign-ins and finally returns how long to wait', async () => {
    const { login } = await site.user('contributor');
    const signIn = `mutation { signIn(login: "${login}", password: "no") { userId ${ERRORS} } }`;
    const kinds: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { data } = await site.graphql(signIn);
      const [refusal] = data.signIn.errors;
      kinds.push(refusal.__typename);
      if (refusal.__typename === 'TooManyRequests') expect([refusal.code, refusal.retryAfter > 0]).toEqual(['too_many_attempts', true]);
    }
    expect(kinds.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'WrongCredentials'));
    expect(kinds.at(-1)).toBe('TooManyRequests');
  });

  it('has the same response as before in REST', async () => {
    const refusal = await site.rest('POST', '/core/v2/posts', { body: { title: 'x' } });
    expect([refusal.status, refusal.body]).toEqual([
      401,
      { code: 'rest_cannot_create', message: expect.any(String), data: { status: 401 } },
    ]);
  });
});

describe('A retry with an Idempotency-Key', () => {
  let count = 0;
  const send = async (source: string, key: string, as?: TestUserName) => {
    const { authorization } = as ? await site.user(as) : { authorization: undefined };
    const { headers, payload } = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...(authorization !== undefined && { authorization }) },
      payload: JSON.stringify({ query: source }),
    });
    return { replayed: headers['idempotent-replayed'], text: payload };
  };
  const sendTwice = async (source: string, as?: TestUserName) => {
    const key = `refused-${(count += 1)}`;
    return [await send(source, key, as), await send(source, key, as)] as const;
  };

  it('returns the stored refusal of the input', async () => {
    const [first, second] = await sendTwice(
      `mutation { createWebhookEndpoint(input: { url: "nowhere" }) { secret ${ERRORS} } }`,
      'administrator',
    );
    expect(first.text).toContain('"InvalidInput"');
    expect([first.replayed, second.replayed, second.text.includes('"InvalidInput"')]).toEqual([undefined, 'true', true]);
  });

  it.each([
    ['the caller', 'mutation { createPost(draft: { title: "x" }) { post { id } ERRORS } }', undefined, 'SignInRequired'],
    ['the state of a record', 'mutation { restoreEvent(id: EVENT) { event { id } ERRORS } }', 'editor', 'Conflict'],
  ] as const)('is executed again if the refusal depended on %s', async (_reason, source, as, kind) => {
    const event = await site.makeEvent({});
    const [first, second] = await sendTwice(source.replace('ERRORS', ERRORS).replace('EVENT', String(event.id)), as);
    for (const { replayed, text } of [first, second]) expect([replayed, text.includes(`"${kind}"`)]).toEqual([undefined, true]);
  });
});
