import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let other: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ TRUST_PROXY: '1' });
  // a password check takes about as long here as in production
  other = await openWholeSite({ TRUST_PROXY: '127.0.0.0/8', PASSWORD_COST: '14' });
  await site.user('editor');
});
afterAll(async () => {
  await site.close();
  await other.close();
});

const SIGN_IN = 'mutation($login: String!, $password: String!) { signIn(login: $login, password: $password) { userId } }';

async function signIn(login: string, password: string, forwarded: string, on = site): Promise<string> {
  const answer = await on.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    payload: JSON.stringify({ query: SIGN_IN, variables: { login, password } }),
  });
  const { errors } = JSON.parse(answer.payload) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code ?? 'signed in';
}

const RIGHT = 'account password of editor';

describe('Failed sign-in attempts', () => {
  it('are limited for each user and address, with login and email counted together', async () => {
    const guess = (n: number) => signIn(n % 2 ? 'editor' : 'EDITOR@example.org', `wrong ${n}`, '198.51.100.7');
    for (let n = 0; n < 10; n += 1) expect(await guess(n)).toBe('incorrect_password');
    expect(await guess(10)).toBe('too_many_attempts');
    expect(await signIn('editor', RIGHT, '198.51.100.7')).toBe('too_many_attempts');
    expect(await signIn('editor', RIGHT, '198.51.100.8')).toBe('signed in');
  });

  it('are limited for each address across users, and successful sign-ins do not count', async () => {
    for (let n = 0; n < 35; n += 1) expect(await signIn('editor', RIGHT, '203.0.113.1')).toBe('signed in');
    const answers: string[] = [];
    for (let n = 0; n < 33; n += 1) answers.push(await signIn(`nobody${n}`, 'x', '203.0.113.1'));
    expect(answers.filter((one) => one === 'incorrect_password')).toHaveLength(30);
    expect(answers.slice(30)).toEqual(Array.from({ length: 3 }, () => 'too_many_attempts'));
    // an IPv6 network counts as one visitor
    for (let n = 0; n < 30; n += 1) await signIn(`nobody${n}`, 'x', `2001:db8::${n + 1}`);
    expect(await signIn('nobody', 'x', '2001:db8::ffff')).toBe('too_many_attempts');
    expect(await signIn('nobody', 'x', '2001:db8:0:1::1')).toBe('incorrect_password');
  });

  it('do not block the threads that read files', async () => {
    let done = 0;
    const guesses = Array.from({ length: 24 }, (_, n) =>
      signIn(`unknown${n}`, 'x', `192.0.2.${n + 1}`, other).finally(() => {
        done += 1;
      }),
    );
    // the first passwords are being hashed now
    while (done === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const before = done;
    await readFile('package.json');
    expect(done - before).toBeLessThan(6);
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['incorrect_password']));
  });
});

describe('Client address behind proxies', () => {
  it('is the one seen by the last trusted proxy, not a forged header value', async () => {
    for (let n = 0; n < 10; n += 1) await signIn('editor', 'x', `10.9.8.${n}, 198.51.100.50`);
    expect(await signIn('editor', 'x', '10.1.1.1, 198.51.100.50')).toBe('too_many_attempts');
  });

  it('is the one seen by the first proxy of a trusted network', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(await signIn('nobody', 'x', `10.9.8.${n}, 198.51.100.51, 127.0.0.9`, other)).toBe('incorrect_password');
    expect(await signIn('nobody', 'x', '10.1.1.1, 198.51.100.51, 127.0.0.9', other)).toBe('too_many_attempts');
  });
});
