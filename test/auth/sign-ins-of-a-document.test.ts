import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const createDocument = (logins: readonly string[], password: string) =>
  `mutation { ${logins.map((login, index) => `s${index}: signIn(login: "${login}", password: "${password}") { userId }`).join(' ')} }`;
const codesOf = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors.map(({ extensions }) => extensions['code']);

describe('Several sign-ins in one document', () => {
  // cannot be retried, because the first run uses up the attempts
  it('are all refused when they exceed the remaining attempts', { retry: 0 }, async () => {
    const { login } = await site.user('subscriber');
    const logins = Array.from({ length: 12 }, () => login);
    expect(codesOf(await site.graphql(createDocument(logins, 'wrong')))).toEqual(logins.map(() => 'too_many_attempts'));
  });

  it('use no attempt if the password is correct', async () => {
    const { login, password } = await site.user('author');
    for (let round = 0; round < 6; round += 1) {
      const { errors } = await site.graphql(createDocument([login, login], password));
      expect(errors).toEqual([]);
    }
  });
});
