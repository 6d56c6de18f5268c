import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { removeOldBuckets } from '../../src/core/limits/rate-bucket.ts';
import { removeOldSignIns } from '../../src/domains/two-factor/clean-up.ts';
import { MAX_WRONG_CODES } from '../../src/domains/two-factor/two-factor.rules.ts';
import { type PasswordStep, openTwoFactor, type Person, type TwoFactorSite } from './two-factor-site.ts';

/** Number of attempts to guess the code of one account, each from another IP address. */
const GUESSES = Number(process.env['LOAD_GUESSES'] ?? 200);
const AT_ONCE = 10;
const PROVE = `mutation($userId: Int!, $loginNonce: String!, $source: SecondFactorCodeSource!, $code: String!) {
  proveSecondFactor(userId: $userId, loginNonce: $loginNonce, source: $source, code: $code) { userId } }`;

let site: TwoFactorSite;
beforeAll(async () => {
  site = await openTwoFactor();
});
afterAll(() => site.close());
afterEach(() => setClock());

/** Creates a user with codes by email. */
async function createPersonWithEmailCodes(): Promise<Person> {
  const person = await site.person();
  const { userId, loginNonce } = await site.signIn(person);
  const proof = { user_id: userId, login_nonce: loginNonce, provider: 'email' };
  await site.step('save_default_method_email', proof);
  expect((await site.step('validate_email_setup', { ...proof, token: await site.code(person) })).status).toBe(200);
  await site.site.db.prisma.session.deleteMany({});
  return person;
}

/** Sends one wrong code to one of the two APIs and returns the result. */
async function tryCode({ userId, loginNonce }: PasswordStep, n: number): Promise<string> {
  const code = String(n).padStart(8, '0');
  if (n % 2 === 0) {
    const { session, code: refusal } = await site.ask(PROVE, { userId, loginNonce, source: n % 4 === 0 ? 'EMAIL' : 'RECOVERY', code });
    return session ? 'signed in' : String(refusal);
  }
  const reply = await site.step('validate_email_setup', { user_id: userId, login_nonce: loginNonce, provider: 'email', token: code });
  return reply.session ? 'signed in' : String(reply.status);
}

const countRows = async () => {
  const [row] = await site.site.db.sql<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM login_nonce) AS nonces, (SELECT count(*)::int FROM email_code) AS codes,
      (SELECT count(*)::int FROM one_time_login) AS links, (SELECT count(*)::int FROM session) AS sessions,
      (SELECT count(*)::int FROM two_factor_state) AS states, (SELECT count(*)::int FROM outgoing_mail) AS mails,
      (SELECT count(*)::int FROM rate_bucket) AS buckets`,
  );
  return row as Record<string, number>;
};

it(
  `${GUESSES} wrong codes from as many IP addresses never sign in, disable the password, and fill no table`,
  async () => {
    const person = await createPersonWithEmailCodes();
    const before = await countRows();
    let passwordStep = await site.signIn(person);
    let elapsedMs = 0;
    let signIns = 1;
    let lockedAfterRounds = 0;
    let failed = 0;
    const outcomeCounts = new Map<string, number>();
    for (let n = 0; n < GUESSES; n += AT_ONCE) {
      const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => tryCode(passwordStep, 10_000_000 + n + k)));
      for (const outcome of outcomes) outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1);
      const state = await site.site.db.prisma.twoFactorState.findUniqueOrThrow({ where: { userId: person.id } });
      // only one of the simultaneous codes is checked
      expect(state.failedCodes).toBeLessThanOrEqual(failed + 1);
      failed = state.failedCodes;
      if (state.passwordResetForced && lockedAfterRounds === 0) lockedAfterRounds = n / AT_ONCE + 1;
      // the attacker waits as long as necessary and knows the password
      elapsedMs += 15 * 60_000 + 1000;
      setClock(createShiftedClock(elapsedMs));
      if (lockedAfterRounds === 0) {
        passwordStep = await site.signIn(person);
        signIns += 1;
        if (n === 0) {
          // skips two thirds of the attempts in small runs
          failed = MAX_WRONG_CODES - 10;
          await site.site.db.prisma.twoFactorState.update({ where: { userId: person.id }, data: { failedCodes: failed } });
        }
      }
    }
    expect(outcomeCounts.get('signed in')).toBeUndefined();
    expect(lockedAfterRounds).toBe(11);
    await expect(site.signIn(person)).rejects.toThrow('incorrect_password');
    const after = await countRows();
    expect(after).toMatchObject({ nonces: 0, codes: 0, links: 0, sessions: 0, states: before['states'] });
    // one mail for each correct password, and two about the disabled password
    expect((after['mails'] ?? 0) - (before['mails'] ?? 0)).toBeLessThanOrEqual(signIns + 2);
    setClock(createShiftedClock(elapsedMs + 60 * 60_000));
    await removeOldBuckets(site.site);
    await removeOldSignIns(site.site);
    expect((await countRows())['buckets']).toBe(0);
    process.stdout.write(
      `${GUESSES} guesses: ${JSON.stringify(Object.fromEntries(outcomeCounts))}, ${after['buckets']} counts at the end\n`,
    );
  },
  60_000 + GUESSES * 200,
);
