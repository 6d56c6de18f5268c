import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealEntries } from '../../src/domains/audit/seal.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { checkBackup, restoreBackup } from '../../src/domains/transfer/backup/restore.ts';
import { writeBackup } from '../../src/domains/transfer/backup/write-backup.ts';
import { getFileStore } from '../../src/domains/media/stores/file-store.ts';
import { readConfig } from '../../src/config/config.ts';
import { seedDemoContent } from '../../src/initial-content.ts';
import { openSite } from '../../src/open-site.ts';
import { createLog } from '../../src/core/logging/log.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { openTestSite } from '../support/test-site.ts';
import { createTicketClient } from '../tickets/support.ts';

/** Number of tickets among which the registrations are distributed. */
const TICKETS = 8;
/** Number of writes in a round: two writes of a post, otherwise registrations. */
const WRITES_PER_ROUND = 10;

let folder: string;
let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let file: string;
/** Number of uploaded files, including the renditions of images. */
let uploaded: number;

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-backup-'));
  // the user that runs PostgreSQL must be able to enter the folder
  await chmod(folder, 0o755);
  file = join(folder, 'site.backup');
  site = await openWholeSite({ DATA_DIRECTORY: join(folder, 'one') });
  t = createTicketClient(site);
  const { id, authorization } = await site.user('administrator');
  await seedDemoContent(site.site, id);
  const oddText = 'Zürich "quoted" \\ back\tslash\u2028 and a 🎟';
  await site.rest('POST', '/core/v2/posts', {
    as: 'administrator',
    body: { title: oddText, content: `<p>${oddText}</p>`, status: 'publish' },
  });
  await site.http.inject({
    method: 'POST',
    url: '/rest/core/v2/media',
    headers: { authorization, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="pixel.png"' },
    payload: PIXEL,
  });
  const storedFiles = await readdir(join(folder, 'one', 'uploads'), { recursive: true, withFileTypes: true });
  uploaded = storedFiles.filter((entry) => entry.isFile()).length;
  expect(uploaded).toBeGreaterThan(1);
  await writeBackup(site.site, file);
});

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns all lines of a backup except the first one, which contains its time. */
const linesOf = async (backup: string) =>
  gunzipSync((await readFile(backup)).subarray(0, -65))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1, -1);

describe('A backup', () => {
  it('restores every row, sequence and file byte on another site', async () => {
    const other = await openTestSite({ DATA_DIRECTORY: join(folder, 'two') });
    try {
      const { rows, files, hasSameKey } = await restoreBackup(other, file, { replaces: true });
      expect(rows).toBeGreaterThan(100);
      expect([files, hasSameKey]).toEqual([uploaded, true]);
      const secondFile = join(folder, 'again.backup');
      await writeBackup(other, secondFile);
      const [own, theirs] = await Promise.all([linesOf(file), linesOf(secondFile)]);
      expect([...theirs].sort()).toEqual([...own].sort());
      const { file: key } = await other.db.prisma.media.findFirstOrThrow({ where: { fileName: { contains: 'pixel' } } });
      const storedBytes = await Array.fromAsync((await getFileStore(other).read(key)) as AsyncIterable<Buffer>);
      expect(Buffer.concat(storedBytes).equals(await readFile(join(folder, 'one/uploads', key)))).toBe(true);
      // new rows of the restored site get new IDs
      await expect(other.db.prisma.$queryRaw`SELECT next_content_id() AS id`).resolves.toEqual([
        { id: (await site.site.db.prisma.$queryRaw<{ id: number }[]>`SELECT next_content_id() AS id`)[0]?.id },
      ]);
    } finally {
      await other.close();
    }
  });

  it('of a PostgreSQL server can be restored into the embedded database', async () => {
    const config = readConfig({ SECRET_KEY: '7'.repeat(32), DATA_DIRECTORY: join(folder, 'three') });
    const embedded = await openSite(config, createLog('silent'));
    try {
      expect((await restoreBackup(embedded, file)).hasSameKey).toBe(false);
      const secondFile = join(folder, 'embedded.backup');
      await writeBackup(embedded, secondFile);
      expect((await linesOf(secondFile)).sort()).toEqual((await linesOf(file)).sort());
    } finally {
      await embedded.close();
    }
  });

  it('that is truncated or has a changed bit is rejected before anything changes', async () => {
    const whole = await readFile(file);
    expect(await checkBackup(file)).toMatchObject({ files: uploaded });
    const altered = join(folder, 'altered.backup');
    const expectBroken = async (content: Buffer) => {
      await writeFile(altered, content);
      await expect(checkBackup(altered)).rejects.toMatchObject({ code: 'backup_broken' });
    };
    for (const at of [4, Math.floor(whole.length / 3), whole.length - 80, whole.length - 30, whole.length - 1]) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await expectBroken(flipped);
    }
    await expectBroken(whole.subarray(0, whole.length / 2));
    const before = await site.site.db.prisma.content.count();
    await expect(restoreBackup(site.site, altered, { replaces: true })).rejects.toMatchObject({ code: 'backup_broken' });
    await expect(restoreBackup(site.site, file)).rejects.toMatchObject({ code: 'site_not_empty' });
    expect(await site.site.db.prisma.content.count()).toBe(before);
  });

  it('that is created during writes contains all writes acknowledged before it started, and no partial ones', async () => {
    /** Writes per second, and the seconds of writing before the backup starts. */
    const [rate, seconds] = [Number(process.env['LOAD_WRITES'] ?? 15), Number(process.env['LOAD_SECONDS'] ?? 2)];
    const acknowledged = new Map<number, number>();
    const registered: number[] = [];
    let isStopped = false;
    let open = 0;
    const tickets: number[] = [];
    for (let n = 0; n < TICKETS; n++)
      tickets.push(await t.ticket(await t.post({ title: `Evening ${n}` }), { provider: 'rsvp', price: '' }));
    const register = async (n: number) => {
      open += 1;
      registered.push(await t.attendee(tickets[n % TICKETS]!, { full_name: `Guest ${n}`, email: `guest${n}@example.org` }));
      open -= 1;
    };
    const publish = async () => {
      open += 1;
      const { status, body } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Edition 0', status: 'publish' } });
      expect(status).toBe(201);
      acknowledged.set(body.id, 0);
      const changed = await site.rest('POST', `/core/v2/posts/${body.id}`, { as: 'editor', body: { title: 'Edition 1' } });
      expect(changed.status).toBe(200);
      acknowledged.set(body.id, 1);
      open -= 1;
    };
    const startedAt = performance.now();
    const pendingWrites: Promise<void>[] = [];
    let startedWrites = 0;
    const writer = (async () => {
      while (!isStopped) {
        // no more than a site serves without a growing queue
        if (open >= 12 || startedWrites >= ((performance.now() - startedAt) / 1000) * rate) await pause(5);
        else if (startedWrites % WRITES_PER_ROUND < 2) {
          pendingWrites.push(publish());
          startedWrites += 2;
        } else {
          pendingWrites.push(register(startedWrites));
          startedWrites += 1;
        }
      }
    })();
    await pause(seconds * 1000);
    const before = new Map(acknowledged);
    const registeredBefore = [...registered];
    const writes = () => acknowledged.size * 2 + registered.length;
    const writesBefore = writes();
    const during = join(folder, 'during.backup');
    await writeBackup(site.site, during);
    const writesDuring = writes() - writesBefore;
    await pause(200);
    isStopped = true;
    await writer;
    await Promise.all(pendingWrites);
    expect(before.size).toBeGreaterThan(0);
    if (process.env['LOAD_WRITES']) {
      const writesPerSecond = Math.round(writes() / ((performance.now() - startedAt) / 1000));
      process.stdout.write(
        `${rate}/s requested, ${writesPerSecond}/s completed; ${writesBefore} before the backup, ${writesDuring} during it\n`,
      );
    }

    await checkBackup(during);
    const other = await openTestSite({ DATA_DIRECTORY: join(folder, 'four') });
    try {
      await restoreBackup(other, during, { replaces: true });
      const posts = await other.db.sql<{ id: number; title: string; count: number; revisions: number; latest: boolean }>(
        `SELECT c.id, c.title, c.revision_count AS count, (SELECT count(*) FROM revision r WHERE r.content_id = c.id)::int AS revisions,
          c.latest_revision_id IS NULL OR EXISTS (SELECT FROM revision r WHERE r.id = c.latest_revision_id) AS latest FROM content c WHERE c.title LIKE 'Edition %'`,
      );
      const editions = new Map(posts.map(({ id, title }) => [id, Number(title.slice('Edition '.length))]));
      expect([...before].filter(([id, edition]) => !((editions.get(id) ?? -1) >= edition))).toEqual([]);
      expect(
        posts.filter(({ count, revisions, latest, title }) => count !== revisions || !latest || count !== Number(title.at(-1))),
      ).toEqual([]);
      const guests = await other.db.sql<{ id: number }>(`SELECT id FROM attendee WHERE full_name LIKE 'Guest %'`);
      const present = new Set(guests.map(({ id }) => id));
      expect(registeredBefore.filter((id) => !present.has(id))).toEqual([]);
      const sold = await other.db.sql<{ id: number }>(
        `SELECT t.id FROM ticket t WHERE t.id = ANY($1::int[]) AND t.sold <> (SELECT count(*) FROM attendee a WHERE a.ticket_id = t.id)`,
        [tickets],
      );
      expect(sold).toEqual([]);
      const [terms] = await other.db.sql<{ wrong: number }>(
        `SELECT count(*)::int AS wrong FROM term t WHERE t.taxonomy = 'category' AND t.count <>
          (SELECT count(*) FROM content_term ct JOIN content c ON c.id = ct.content_id WHERE ct.term_id = t.id AND c.status = 'publish')`,
      );
      expect(terms?.wrong).toBe(0);
      await sealEntries(other);
      expect((await verifyAudit(other)).faults).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
