import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup, restoreBackup } from '../../src/domains/transfer/backup/restore.ts';
import { writeBackup } from '../../src/domains/transfer/backup/write-backup.ts';
import { storeOf } from '../../src/domains/media/stores/file-store.ts';
import { readConfig } from '../../src/config.ts';
import { seedDemoContents } from '../../src/first-contents.ts';
import { openSite } from '../../src/open-site.ts';
import { createLog } from '../../src/core/log.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { openTestSite } from '../support/test-site.ts';

let folder: string;
let site: WholeSite;
let file: string;
/** How many files were uploaded, the sizes of pictures included. */
let uploaded: number;

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-backup-'));
  file = join(folder, 'site.backup');
  site = await openWholeSite({ DATA_DIRECTORY: join(folder, 'one') });
  const { id, authorization } = await site.user('administrator');
  await seedDemoContents(site.site, id);
  const odd = 'Zürich "quoted" \\ back\tslash\u2028 and a 🎟';
  await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: odd, content: `<p>${odd}</p>`, status: 'publish' } });
  await site.http.inject({
    method: 'POST',
    url: '/rest/core/v2/media',
    headers: { authorization, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="pixel.png"' },
    payload: PIXEL,
  });
  const stored = await readdir(join(folder, 'one', 'uploads'), { recursive: true, withFileTypes: true });
  uploaded = stored.filter((entry) => entry.isFile()).length;
  expect(uploaded).toBeGreaterThan(1);
  await writeBackup(site.site, file);
});

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** All lines but the first, which says when it was made. */
const contentOf = async (backup: string) =>
  gunzipSync((await readFile(backup)).subarray(0, -65))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1, -1);

describe('A backup', () => {
  it('makes another site what this one is, to the last row, sequence and byte of a file', async () => {
    const other = await openTestSite({ DATA_DIRECTORY: join(folder, 'two') });
    try {
      const { rows, files, hasSameKey } = await restoreBackup(other, file, { replaces: true });
      expect(rows).toBeGreaterThan(100);
      expect([files, hasSameKey]).toEqual([uploaded, true]);
      const again = join(folder, 'again.backup');
      await writeBackup(other, again);
      const [own, theirs] = await Promise.all([contentOf(file), contentOf(again)]);
      expect([...theirs].sort()).toEqual([...own].sort());
      const { file: key } = await other.db.prisma.media.findFirstOrThrow({ where: { fileName: { contains: 'pixel' } } });
      const stored = await Array.fromAsync((await storeOf(other).read(key)) as AsyncIterable<Buffer>);
      expect(Buffer.concat(stored).equals(await readFile(join(folder, 'one/uploads', key)))).toBe(true);
      // what it makes from here on has numbers of its own
      await expect(other.db.prisma.$queryRaw`SELECT next_content_id() AS id`).resolves.toEqual([
        { id: (await site.site.db.prisma.$queryRaw<{ id: number }[]>`SELECT next_content_id() AS id`)[0]?.id },
      ]);
    } finally {
      await other.close();
    }
  });

  it('goes from one kind of database into the other', async () => {
    const config = readConfig({ DATABASE_URL: 'pglite:memory', SECRET_KEY: '7'.repeat(32), DATA_DIRECTORY: join(folder, 'three') });
    const embedded = await openSite(config, createLog('silent'));
    try {
      expect((await restoreBackup(embedded, file)).hasSameKey).toBe(false);
      const again = join(folder, 'embedded.backup');
      await writeBackup(embedded, again);
      expect((await contentOf(again)).sort()).toEqual((await contentOf(file)).sort());
    } finally {
      await embedded.close();
    }
  });

  it('that is cut off or altered by a bit is found broken before anything changes', async () => {
    const whole = await readFile(file);
    expect(await checkBackup(file)).toMatchObject({ files: uploaded });
    const altered = join(folder, 'altered.backup');
    const wrong = async (content: Buffer) => {
      await writeFile(altered, content);
      await expect(checkBackup(altered)).rejects.toMatchObject({ code: 'backup_broken' });
    };
    for (const at of [4, Math.floor(whole.length / 3), whole.length - 80, whole.length - 30, whole.length - 1]) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await wrong(flipped);
    }
    await wrong(whole.subarray(0, whole.length / 2));
    const before = await site.site.db.prisma.content.count();
    await expect(restoreBackup(site.site, altered, { replaces: true })).rejects.toMatchObject({ code: 'backup_broken' });
    await expect(restoreBackup(site.site, file)).rejects.toMatchObject({ code: 'site_not_empty' });
    expect(await site.site.db.prisma.content.count()).toBe(before);
  });
});
