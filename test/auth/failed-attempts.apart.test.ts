import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let slowSite: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ TRUST_PROXY: '1' });
  // with this cost, checking a password takes about as long as in production
  slowSite = await openWholeSite({ TRUST_PROXY: '127.0.0.0/8', PASSWORD_COST: '14' });
  await site.user('editor');
});
afterAll(async () => {
  await site.close();
  await slowSite.close();
});

const SIGN_IN = 'mutation($login: String!, $password: String!) { signIn(login: $login, password: $password) { userId } }';

async function signIn(login: string, password: string, forwarded: string, onSite = site): Promise<string> {
  const response = await onSite.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    payload: JSON.stringify({ query: SIGN_IN, variables: { login, password } }),
  });
  const { errors } = JSON.parse(response.payload) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code ?? 'signed in';
}

const PASSWORD = 'account password of editor';

describe('Failed sign-in attempts', () => {
  it('are limited for each user and IP address, and the login name and the email address are the same user', async () => {
    const guess = (n: number) => signIn(n % 2 ? 'editor' : 'EDITOR@example.org', `wrong ${n}`, '198.51.100.7');
    for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe('incorrect_password');
    expect(await guess(10)).toBe('too_many_attempts');
    expect(await signIn('editor', PASSWORD, '198.51.100.7')).toBe('too_many_attempts');
    expect(await signIn('editor', PASSWORD, '198.51.100.8')).toBe('signed in');
  });

  it('are limited for each IP address for all users together, and successful sign-ins do not count', async () => {
    for (let n = 0; n < 35; n += 1) expect(await signIn('editor', PASSWORD, '203.0.113.1')).toBe('signed in');
    const results: string[] = [];
    for (let n = 0; n < 33; n += 1) results.push(await signIn(`nobody${n}`, 'x', '203.0.113.1'));
    expect(results.filter((result) => result === 'incorrect_password')).toHaveLength(30);
    expect(results.slice(30)).toEqual(Array.from({ length: 3 }, () => 'too_many_attempts'));
    // an IPv6 network counts as one visitor
    for (let n = 0; n < 30; n += 1) await signIn(`nobody${n}`, 'x', `2001:db8::${n + 1}`);
    expect(await signIn('nobody', 'x', '2001:db8::ffff')).toBe('too_many_attempts');
    expect(await signIn('nobody', 'x', '2001:db8:0:1::1')).toBe('incorrect_password');
  });

  it('do not block the threads that read files', async () => {
    let finishedCount = 0;
    const attempts = Array.from({ length: 24 }, (_, n) =>
      signIn(`unknown${n}`, 'x', `192.0.2.${n + 1}`, slowSite).finally(() => {
        finishedCount += 1;
      }),
    );
    // the first passwords are being hashed now
    while (finishedCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const countBefore = finishedCount;
    await readFile('package.json');
    expect(finishedCount - countBefore).toBeLessThan(6);
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['incorrect_password']));
  });
});

describe('IP address of a client behind proxies', () => {
  it('is the address that the last trusted proxy received, not a forged header value', async () => {
    for (let n = 0; n < 10; n += 1) await signIn('editor', 'x', `10.9.8.${n}, 198.51.100.50`);
    expect(await signIn('editor', 'x', '10.1.1.1, 198.51.100.50')).toBe('too_many_attempts');
  });

  it('is the address that the first proxy of a trusted network received', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(await signIn('nobody', 'x', `10.9.8.${n}, 198.51.100.51, 127.0.0.9`, slowSite)).toBe('incorrect_password');
    expect(await signIn('nobody', 'x', '10.1.1.1, 198.51.100.51, 127.0.0.9', slowSite)).toBe('too_many_attempts');
  });
});
