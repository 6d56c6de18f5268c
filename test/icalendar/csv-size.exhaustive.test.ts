import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { defaultOptions } from '../transfer/support.ts';

/** Set `CSV_ROWS=20000` to measure a table of realistic maximum size. */
const ROWS = Number(process.env['CSV_ROWS'] ?? 250);

let site: TestSite;
let folder: string;
let file: string;
beforeAll(async () => {
  site = await openTestSite();
  await makeUser(site, 'administrator');
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-csv-'));
  file = path.join(folder, 'large.csv');
  const day = (i: number) => new Date(Date.UTC(2031, 0, 1 + (i % 360))).toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS }, (_, i) => `Event ${i},${day(i)},19:00,${day(i)},21:00,Hall ${i % 40},Club ${i % 30},Music`);
  await writeFile(
    file,
    [
      'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Venue Name,Event Organizer Name,Event Category',
      ...rows,
    ].join('\n'),
  );
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const countContent = async (kind: string) => await site.db.prisma.content.count({ where: { kind } });

describe('A large CSV table', { timeout: 1_200_000 }, () => {
  test('is imported in batches, and continues after an interruption', async () => {
    const controller = new AbortController();
    const progress: number[] = [];
    const first = await csvImporter.run(site, file, {
      ...defaultOptions,
      batchSize: 50,
      signal: controller.signal,
      onProgress: ({ done, total }) => {
        expect(total).toBe(ROWS);
        progress.push(done);
        if (done >= 100) controller.abort();
      },
    });
    expect([first.finished, first.resumed, progress, await countContent('event')]).toEqual([false, false, [50, 100], 100]);

    site.statements.length = 0;
    const second = await csvImporter.run(site, file, defaultOptions);
    // a few at the start and at the end, and about thirty for a batch of a hundred
    expect(site.statements.length).toBeLessThan(40 + 0.3 * (ROWS - 100));
    expect([second.finished, second.resumed]).toEqual([true, true]);
    expect(second.tally['event']).toEqual({ inFile: ROWS, imported: ROWS, alreadyHere: 0, skipped: 0 });
    expect([await countContent('event'), await countContent('venue'), await countContent('organizer')]).toEqual([ROWS, 40, 30]);
  });

  test('creates nothing when imported again', async () => {
    const { tally } = await csvImporter.run(site, file, defaultOptions);
    expect(tally['event']).toEqual({ inFile: ROWS, imported: 0, alreadyHere: ROWS, skipped: 0 });
    expect(await countContent('event')).toBe(ROWS);
  });
});
