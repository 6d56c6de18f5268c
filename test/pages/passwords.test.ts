import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { type MailServer, makeMailServer } from '../mail/mail-server.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { hiddenFields, openPages } from './open-pages.ts';

let mail: MailServer;
let site: TestSite;
let app: Awaited<ReturnType<typeof openPages>>;
let count = 0;
let person: { id: number; login: string; email: string };
const OLD = 'correct horse';
const NEW = 'battery staple';

beforeAll(async () => {
  mail = await makeMailServer();
  await mail.start();
  site = await openTestSite({ SMTP_URL: mail.url });
  app = await openPages(site);
});
beforeEach(async () => {
  count += 1;
  person = await createUser(site, { login: `reader${count}`, email: `reader${count}@example.org`, password: OLD });
});
afterEach(() => setClock());
afterAll(async () => {
  await app.http.close();
  await site.close();
  await mail.stop();
});

const mailsTo = (address: string) => mail.delivered.filter(({ to }) => to.includes(address));

/** Requests a link to a new password on the page. */
async function requestLink(name: string) {
  const browser = app.browse();
  const page = await browser.get('/forgotten-password');
  return browser.post('/forgotten-password', { ...hiddenFields(page.body, '/forgotten-password'), login: name });
}

/** Returns the path of the link in the newest mail. */
async function readMailedLink(): Promise<string> {
  await deliverMail(site);
  const text = mailsTo(person.email).at(-1)?.mail.text ?? '';
  return /http:\/\/site\.test(\/new-password\?token=\S+)/.exec(text)?.[1] ?? '';
}

async function setPassword(path: string, fields: Record<string, string> = {}) {
  const browser = app.browse();
  const page = await browser.get(path);
  if (page.statusCode !== 200) return page;
  return browser.post('/new-password', {
    ...hiddenFields(page.body, '/new-password'),
    new_password: NEW,
    repeated_password: NEW,
    ...fields,
  });
}

const canSignIn = async (password: string) => (await app.browse().signIn(person.login, password)).statusCode === 303;

describe('A forgotten password', () => {
  it('is reset with a mailed link that works once, and ends all sessions', async () => {
    const elsewhere = app.browse();
    await elsewhere.signIn(person.login, OLD);
    expect((await app.browse().get('/sign-in')).body).toContain('<a href="/forgotten-password">Forgotten your password?</a>');
    expect((await requestLink(person.email.toUpperCase())).statusCode).toBe(200);
    const path = await readMailedLink();
    const changed = await setPassword(path);
    expect([changed.statusCode, changed.headers['location']]).toEqual([303, '/sign-in?password=changed']);
    expect((await app.browse().get('/sign-in?password=changed')).body).toContain('Your password was changed.');
    expect([await canSignIn(OLD), await canSignIn(NEW)]).toEqual([false, true]);
    expect((await elsewhere.get('/account')).statusCode).toBe(302);
    const second = await setPassword(path);
    expect([second.statusCode, second.body]).toEqual([404, expect.stringContaining('This link has expired')]);
  });

  it('does not reveal who has an account', async () => {
    const [known, unknown] = [await requestLink(person.login), await requestLink('nobody at all')];
    expect(unknown.body.replace(/value="[^"]*"/g, '')).toBe(known.body.replace(/value="[^"]*"/g, ''));
    await deliverMail(site);
    expect(mailsTo(person.email)).toHaveLength(1);
  });

  it('stays unchanged if the link is expired, altered, or for a previous password or address', async () => {
    await requestLink(person.login);
    const path = await readMailedLink();
    expect((await app.browse().get(path)).statusCode).toBe(200);
    for (const wrong of [
      path.slice(0, -1) + (path.endsWith('0') ? '1' : '0'),
      path.replace(/=\d+/, `=${person.id + 1}`),
      '/new-password',
      '/new-password?token=x',
    ])
      expect([wrong, (await app.browse().get(wrong)).statusCode]).toEqual([wrong, 404]);
    setClock(createShiftedClock(61 * 60_000));
    expect((await app.browse().get(path)).statusCode).toBe(404);
    setClock();
    await site.db.prisma.user.update({ where: { id: person.id }, data: { email: `other${count}@example.org` } });
    expect((await app.browse().get(path)).statusCode).toBe(404);
    expect(await canSignIn(OLD)).toBe(true);
  });

  it('is not replaced by one that is too short or repeated differently, and the link stays valid', async () => {
    await requestLink(person.login);
    const path = await readMailedLink();
    const short = await setPassword(path, { new_password: 'short', repeated_password: 'short' });
    expect([short.statusCode, short.body]).toEqual([400, expect.stringContaining('at least 8')]);
    const differing = await setPassword(path, { repeated_password: 'battery stable' });
    expect([differing.statusCode, differing.body]).toEqual([400, expect.stringContaining('not the same')]);
    expect((await setPassword(path)).statusCode).toBe(303);
  });

  it('is reset only once if a link is used twice at the same time', async () => {
    await requestLink(person.login);
    const path = await readMailedLink();
    const outcomes = await Promise.all([
      setPassword(path),
      setPassword(path, { new_password: 'another one', repeated_password: 'another one' }),
    ]);
    expect(outcomes.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([303, 404]);
  });

  it('cannot be used to flood a mailbox', async () => {
    for (let n = 0; n < 5; n += 1) expect((await requestLink(person.login)).statusCode).toBe(200);
    await deliverMail(site);
    expect(mailsTo(person.email)).toHaveLength(3);
    for (let n = 0; n < 5; n += 1) await requestLink(person.login);
    const refused = await requestLink(person.login);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('requires a mail server, and the page says so if none exists', async () => {
    const withoutMail = await openTestSite();
    const pages = await openPages(withoutMail);
    const { body } = await pages.browse().get('/forgotten-password');
    expect(body).toContain('This site sends no mail');
    expect(body).not.toContain('<form method="post" action="/forgotten-password"');
    await pages.http.close();
    await withoutMail.close();
  });

  it('cannot be reset by a form of another site', async () => {
    const { statusCode } = await app.browse().post('/forgotten-password', { login: person.login });
    expect(statusCode).toBe(403);
    await deliverMail(site);
    expect(mailsTo(person.email)).toHaveLength(0);
  });
});

describe('The account page', () => {
  const changePassword = async (fields: Record<string, string>) => {
    const browser = app.browse();
    await browser.signIn(person.login, OLD);
    const page = await browser.get('/account');
    const hidden = hiddenFields(page.body, '/account/password');
    const response = await browser.post('/account/password', {
      ...hidden,
      current_password: OLD,
      new_password: NEW,
      repeated_password: NEW,
      ...fields,
    });
    return { browser, response };
  };

  it('changes the password, keeps this session and ends the others', async () => {
    const elsewhere = app.browse();
    await elsewhere.signIn(person.login, OLD);
    const { browser, response } = await changePassword({});
    expect([response.statusCode, response.headers['location']]).toEqual([303, '/account?done=password']);
    expect((await browser.get('/account?done=password')).body).toContain('Your password was changed.');
    expect((await elsewhere.get('/account')).statusCode).toBe(302);
    expect([await canSignIn(OLD), await canSignIn(NEW)]).toEqual([false, true]);
  });

  it('changes nothing without the current password, for a short password, or for two different ones', async () => {
    for (const [fields, status, message] of [
      [{ current_password: 'wrong' }, 403, 'not your current password'],
      [{ new_password: 'short', repeated_password: 'short' }, 400, 'at least 8'],
      [{ repeated_password: 'battery stable' }, 400, 'not the same'],
      [{ nonce: 'x' }, 403, 'This page has expired'],
    ] as const) {
      const { response } = await changePassword(fields);
      expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(message)]);
    }
    expect(await canSignIn(OLD)).toBe(true);
  });
});
