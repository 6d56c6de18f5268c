import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '../../src/core/jobs/queue.ts';
import { listTables } from '../../src/domains/compliance/people/catalog.ts';
import { listDeclaredTables } from '../../src/domains/compliance/people/person.ts';
import { getFileStore } from '../../src/domains/media/stores/file-store.ts';
import { makePost } from '../support/factories.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createViewer } from '../../src/domains/identity/auth/viewer.ts';
import { createTicketClient } from '../tickets/support.ts';
import { addCrowd, PEOPLE } from './crowd.ts';
import { countRowsWith } from './whole-database.ts';
import { readEntries } from './zip.ts';

const ADDRESS = 'anna.o+x@Example.org';
const LOWER = ADDRESS.toLowerCase();
/** Email addresses of other people that contain the person's email address. */
const OTHERS = [`jo${LOWER}`, `${LOWER}.uk`];
const FILE = '2026/05/portrait-1a2b3c4d.png';

let site: WholeSite;
let ids: { postId: number; ticketId: number; userId: number; othersId: number };

const ERASE =
  'mutation($address: String!, $confirmation: String!) { erasePersonalData(address: $address, confirmation: $confirmation) { standIn parts { table rows } } }';
const PERSONAL_DATA = 'query($address: String!) { personalData(address: $address) { address archiveUrl parts { table isMention count } } }';
const runOperation = async (source: string, variables: Record<string, unknown>, as: TestUserName | null = 'administrator') => {
  const { data, errors } = await site.graphql(source, variables, as ?? undefined);
  return { data, code: errors[0]?.extensions['code'] };
};
const downloadArchive = async (address: string, as: TestUserName | null = 'administrator') =>
  site.http.inject({
    method: 'POST',
    url: '/privacy/archive.zip',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(as && { authorization: (await site.user(as)).authorization }),
    },
    payload: new URLSearchParams({ address }).toString(),
  });

/** Creates records with the person's email address in all kinds of tables. */
async function createRecords(): Promise<void> {
  const { prisma } = site.site.db;
  const date = new Date('2026-05-02T10:00:00Z');
  const ticketApi = createTicketClient(site);
  const user = await site.user('author', 'anna');
  await prisma.user.update({ where: { id: user.id }, data: { email: LOWER, firstName: 'Anna', description: `Write to ${ADDRESS}` } });
  const viewer = createViewer(
    { id: user.id, login: 'anna', email: LOWER, displayName: 'anna', role: 'author', extraCapabilities: {} },
    'password',
  );
  const ownPost = await makePost(site.site, viewer, { content: `<p>Mail <a href="mailto:${ADDRESS}">me</a></p>` });
  await site.rest('PUT', `/core/v2/posts/${ownPost.id}`, { body: { content: `<p>${ADDRESS}, changed</p>` }, as: 'administrator' });
  await site.rest('POST', '/core/v2/comments', {
    body: {
      post: ids.postId,
      author_name: 'Anna',
      author_email: ADDRESS,
      content: `I am anna.o%2Bx%40example.org`,
    },
    as: 'administrator',
  });
  const attendeeId = await ticketApi.attendee(ids.ticketId, { full_name: 'Anna O', email: ADDRESS });
  await site.graphql('mutation($draft: DataRequestDraft!) { sendDataRequest(draft: $draft) { success } }', {
    draft: { name: 'Anna O', email: ADDRESS, kinds: ['REQUEST_FOR_ACCESS', 'RIGHT_TO_BE_FORGOTTEN'] },
  });
  await prisma.outgoingMail.create({
    data: { kind: 'ticket', attendeeId, status: 'sent', recipient: ADDRESS, lastError: `550 <${ADDRESS}>`, dueAt: date, createdUtc: date },
  });
  await prisma.ticketOrder.create({
    data: {
      provider: 'tc',
      status: 'completed',
      hash: 'anna',
      purchaserName: 'Anna O',
      purchaserEmail: ADDRESS,
      totalMinor: 700n,
      currency: 'EUR',
      createdUtc: date,
      modifiedUtc: date,
    },
  });
  await prisma.waitingEntry.create({
    data: {
      ticketId: ids.ticketId,
      quantity: 1,
      fullName: 'Anna O',
      email: ADDRESS,
      emailText: LOWER,
      keyHash: 'k',
      createdUtc: date,
      changedUtc: date,
    },
  });
  const line = { cartHash: 'abcdefabcdef', ticketId: ids.ticketId, provider: 'tc' };
  await prisma.cart.create({ data: { hash: line.cartHash, expiresAt: date, updatedAt: date } });
  await prisma.cartItem.create({ data: { ...line, quantity: 1 } });
  await prisma.cartMeta.create({ data: { ...line, items: [{ name: 'Anna O', email: ADDRESS }] } });
  await prisma.surveyResponse.create({
    data: { slug: 'x', surveyId: 'n', rating: 9, comment: 'as Anna', email: ADDRESS, firstName: 'Anna', lastName: 'O', createdAt: date },
  });
  await prisma.newsletterOptIn.create({
    data: { productSlug: (await prisma.product.findFirstOrThrow()).slug, firstName: 'Anna', email: ADDRESS, createdAt: date },
  });
  await prisma.feedback.create({ data: { slug: 's', reason: 'r', note: 'Anna says', email: ADDRESS, userId: user.id, createdAt: date } });
  await prisma.queueJob.create({
    data: { type: 'mail', worker: 'server', created: date, lockUntil: date, data: { to: ADDRESS, [ADDRESS]: 1 } },
  });
  await prisma.setting.create({ data: { key: 'email_company', value: LOWER } });
  await prisma.embedCache.create({
    data: { key: `https://e.example/?${encodeURIComponent(ADDRESS)}`, data: { a: [ADDRESS] }, expiresAt: date },
  });
  await prisma.importedMeta.create({ data: { contentId: ownPost.id, key: 'contact', value: `s:20:"${ADDRESS}";` } });
  await prisma.importedAuthor.create({ data: { source: 'https://old.example', login: LOWER, userId: user.id } });
  await prisma.session.create({
    data: { tokenHash: 't', userId: user.id, createdAt: date, expiresAt: date, ip: '203.0.113.9', userAgent: 'Anna’s' },
  });
  await site.rest('POST', '/core/v2/organizers', { body: {}, as: 'administrator' });
  await prisma.consentService.updateMany({ data: { providerContact: { phone: '', email: ADDRESS, link: '' } } });
  for (const referer of ['http://site.test/a', `http://site.test/a?mail=${encodeURIComponent(ADDRESS)}`, 'http://site.test/b'])
    await site.rest('POST', '/consent-banner/v1/consent', { body: { decision: 'all', buttonClicked: 'main_all', referer } });
  const file = await makePost(site.site, viewer, {});
  await prisma.media.create({
    data: { contentId: file.id, file: FILE, fileName: 'portrait.png', mimeType: 'image/png', altText: ADDRESS },
  });
  await getFileStore(site.site).put({ key: FILE, content: Buffer.from('a picture'), mimeType: 'image/png' });
  const jobs = startJobs(site.site, []);
  await jobs.started;
  await jobs.stop();
  await site.site.db.sql(`INSERT INTO pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
    SELECT 'some', 'standard', 1, 1, false, 60, 60, 60, false, 'job_common' WHERE NOT EXISTS (SELECT 1 FROM pgboss.queue WHERE name = 'some')`);
  await site.site.db.sql(`INSERT INTO pgboss.job_common (name, data, output) VALUES ('some', $1::jsonb, $2::jsonb)`, [
    JSON.stringify({ to: ADDRESS }),
    JSON.stringify({ message: `refused: <${ADDRESS}>` }),
  ]);
}

beforeAll(
  async () => {
    site = await openWholeSite();
    const ticketApi = createTicketClient(site);
    const postId = await ticketApi.post();
    const ticketId = await ticketApi.ticket(postId, { capacity: 50, stock: 50 });
    ids = { postId, ticketId, userId: (await site.user('author', 'anna')).id, othersId: 0 };
    const { body } = await site.rest('POST', '/core/v2/posts', { body: { content: `<p>${OTHERS.join(' or ')}</p>` }, as: 'administrator' });
    ids.othersId = body.id;
    await addCrowd(site.site, ids);
    await createRecords();
  },
  120_000 + PEOPLE * 100,
);
afterAll(() => site.close());

/** Returns the totals that an erasure must not change. */
async function readTotals() {
  const { prisma } = site.site.db;
  const [row] = await site.site.db.sql(
    `SELECT (SELECT json_agg(json_build_array(id, stock, sold, capacity) ORDER BY id) FROM ticket) AS tickets, (SELECT count(*)::int FROM attendee) AS attendees,
      (SELECT sum(total_minor)::text FROM ticket_order) AS total, (SELECT count(*)::int FROM comment WHERE status = 'approved') AS comments,
      (SELECT count(*)::int FROM content) AS contents, (SELECT sum(count)::int FROM term) AS terms, (SELECT count(*)::int FROM user_account) AS users,
      (SELECT json_agg(json_build_array(shared_taken, shared_level)) FROM post_stock) AS shared, (SELECT sum(count)::int FROM consent_button_count) AS buttons`,
  );
  return {
    ...row,
    contents: Number(row?.['contents']),
    ratings: await prisma.surveyResponse.aggregate({ _sum: { rating: true }, _count: true }),
  };
}

describe('Personal data of a person', () => {
  it('is declared for every table exactly once', async () => {
    const declared = listDeclaredTables(site.site).map(([table]) => table);
    const stored = (await listTables(site.site))
      .map(({ unquotedName }) => unquotedName)
      .filter((name) => !/[._]migrations?$|^pgboss\.|^table_/.test(name));
    expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
    expect(
      stored.filter((table) => !declared.includes(table)),
      'tables that no domain declares in its personal-data.ts',
    ).toEqual([]);
    expect(
      declared.filter((table) => !stored.includes(table)),
      'declared tables that do not exist',
    ).toEqual([]);
  });

  it('is available to administrators only', async () => {
    for (const as of [null, 'subscriber', 'editor'] as const) {
      expect((await runOperation(PERSONAL_DATA, { address: LOWER }, as)).code).toBe('forbidden');
      expect((await runOperation(ERASE, { address: LOWER, confirmation: LOWER }, as)).code).toBe('forbidden');
      expect((await downloadArchive(LOWER, as)).statusCode).toBe(as ? 403 : 401);
    }
    expect((await runOperation(PERSONAL_DATA, { address: 'nobody' })).code).toBe('invalid_arguments');
  });

  it('is exported completely in one archive', async () => {
    const rowCounts = await countRowsWith(site.site, ADDRESS);
    // includes rows of other people
    rowCounts['content'] = (rowCounts['content'] ?? 0) - 1;
    rowCounts['revision'] = (rowCounts['revision'] ?? 0) - 1;
    const personalData = (await runOperation(PERSONAL_DATA, { address: ADDRESS })).data.personalData;
    const listedTables = new Set(personalData.parts.map(({ table }: { table: string }) => table));
    expect(Object.keys(rowCounts).filter((table) => !listedTables.has(table))).toEqual([]);
    const { statusCode, headers, rawPayload } = await downloadArchive(ADDRESS);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip']);
    const files = await readEntries(rawPayload);
    expect([...files.keys()]).toEqual(['data.json', 'data.html', `media/${FILE}`]);
    expect(files.get(`media/${FILE}`)?.toString()).toBe('a picture');
    const data = JSON.parse(files.get('data.json')?.toString() ?? '');
    const count = (table: string) =>
      data.parts.filter((part: { table: string }) => part.table === table).flatMap(({ records }: { records: unknown[] }) => records).length;
    expect([data.address, count('attendee'), count('ticket_order'), count('data_request'), count('user_account')]).toEqual([
      LOWER,
      1,
      2,
      2,
      1,
    ]);
    for (const [table, rows] of Object.entries(rowCounts)) expect(count(table), table).toBeGreaterThanOrEqual(rows);
    expect(count('session')).toBe(1);
    const text = files.get('data.json')?.toString() ?? '';
    expect(text).not.toMatch(/guest\.\d+@crowd|password_hash|secret_hash|token_hash/);
    expect(files.get('data.html')?.toString()).toContain('<h2>Attendees</h2>');
  });

  it('is erased only if the email address is confirmed, and never for an administrator', async () => {
    expect((await runOperation(ERASE, { address: LOWER, confirmation: 'anna@example.org' })).code).toBe('erasure_not_confirmed');
    const { email } = await site.user('administrator');
    expect((await runOperation(ERASE, { address: email, confirmation: email })).code).toBe('administrators_address');
    expect(Object.keys(await countRowsWith(site.site, LOWER))).toContain('attendee');
  });

  it(`is erased from all tables without changing totals (${PEOPLE} people)`, async () => {
    const before = await readTotals();
    let { contents } = before;
    const rowsOfOthers = await countRowsWith(site.site, 'guest.7@crowd.example');
    const { data, code } = await runOperation(ERASE, { address: ADDRESS, confirmation: ` ${LOWER} ` });
    expect(code).toBeUndefined();
    expect(data.erasePersonalData.standIn).toMatch(/^erased-[0-9a-f]{12}@example\.invalid$/);
    // only content of other people still contains the email address
    const { prisma } = site.site.db;
    expect((await prisma.content.findUniqueOrThrow({ where: { id: ids.othersId } })).content).toBe(`<p>${OTHERS.join(' or ')}</p>`);
    await prisma.content.delete({ where: { id: ids.othersId } });
    contents -= 1;
    // the audit log also contains that content
    const { audit_entry: auditEntries, ...remaining } = await countRowsWith(site.site, LOWER);
    expect([remaining, auditEntries]).toEqual([
      {},
      await prisma.auditEntry.count({ where: { subject: 'content', rowKey: `[${ids.othersId}]` } }),
    ]);
    for (const text of ['anna.o%2bx%40example.org', 'Anna O', '203.0.113.9']) expect(await countRowsWith(site.site, text)).toEqual({});
    expect(await readTotals()).toEqual({ ...before, contents });
    expect(await countRowsWith(site.site, 'guest.7@crowd.example')).toEqual(rowsOfOthers);
  });

  it('leaves the consent log verifiable, with marks for the erased entries', async () => {
    const { data } = await site.graphql('{ consentLogVerification { isIntact checked removed } }', {}, 'administrator');
    expect(data.consentLogVerification).toEqual({ isIntact: true, checked: 2, removed: 1 });
    await site.site.db.sql(`UPDATE consent_revision SET json = json || ' ' WHERE erasure_seal IS NOT NULL`);
    const forged = await site.graphql('{ consentLogVerification { isIntact } }', {}, 'administrator');
    expect(forged.data.consentLogVerification.isIntact).toBe(false);
  });

  it('includes the account, which is disabled, but not its posts', async () => {
    const { authorization } = await site.user('author', 'anna');
    expect((await site.rest('GET', '/core/v2/users/me', { headers: { authorization } })).status).toBe(401);
    const account = await site.site.db.prisma.user.findUniqueOrThrow({ where: { id: ids.userId } });
    expect(account).toMatchObject({
      login: `erased-${ids.userId}`,
      displayName: 'Anonymous',
      role: 'subscriber',
      firstName: '',
      description: '',
    });
    expect(await site.site.db.prisma.content.count({ where: { authorId: ids.userId } })).toBe(2);
    expect(await site.site.db.prisma.dataRequest.count({ where: { name: 'Anonymous', resolvedAt: null } })).toBe(0);
  });

  it('can be erased again for another email address', async () => {
    const { data } = await runOperation(ERASE, { address: 'guest.7@crowd.example', confirmation: 'guest.7@crowd.example' });
    expect(data.erasePersonalData.parts.map(({ table }: { table: string }) => table)).toContain('attendee');
    expect(await countRowsWith(site.site, 'guest.7@crowd.example')).toEqual({});
    expect(
      (await runOperation(ERASE, { address: 'guest.7@crowd.example', confirmation: 'guest.7@crowd.example' })).data.erasePersonalData.parts,
    ).toEqual([]);
  });
});
