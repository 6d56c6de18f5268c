import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrokenFileError } from '#app/domains/transfer/broken-file.ts';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { icsImporter } from '#app/domains/transfer/icalendar/ics-importer.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { defaultOptions } from '../transfer/support.ts';
import { mutateCalendar } from './mutate-calendar.ts';

/** Set `MUTATED_FILES=20000` to read this many files. One of each hundred is also imported. */
const FILES = Number(process.env['MUTATED_FILES'] ?? 80);
const MAX_MS = 5_000;
const MAX_GROWTH_BYTES = 500 * 1024 * 1024;

const DAY_MS = 86_400_000;
const now = new Date('2026-11-28T12:00:00Z');
const bounds = {
  now,
  from: new Date(now.getTime() - 366 * DAY_MS),
  until: new Date(now.getTime() + 732 * DAY_MS),
  maxOccurrences: 1_000,
  siteZone: 'UTC',
};

let site: TestSite;
let folder: string;
beforeAll(async () => {
  site = await openTestSite();
  await makeUser(site, 'administrator');
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-mutated-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

describe('Mutated calendar files', { timeout: 3_600_000 }, () => {
  test('are read or refused with a line number, within limits of time and memory, and never lose an event without a note', () => {
    let [slowestMs, maxBytes, refused] = [0, 0, 0];
    const before = process.memoryUsage().rss;
    for (let seed = 1; seed <= FILES; seed += 1) {
      const bytes = mutateCalendar(seed);
      const startedAt = performance.now();
      try {
        const { eventsInFile, entries, notes } = readCalendar(bytes, bounds);
        const lines = new Set(entries.map(({ line }) => line));
        const isNoted = notes.length > 0;
        expect(lines.size === eventsInFile || isNoted, `seed ${seed}`).toBe(true);
        expect(
          notes.map(({ reason }) => reason),
          `seed ${seed}`,
        ).not.toContain('it cannot be read');
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw new Error(`seed ${seed}`, { cause: error });
        refused += 1;
      }
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (seed % 50 === 0) maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
    }
    expect(slowestMs).toBeLessThan(MAX_MS);
    expect(maxBytes - before).toBeLessThan(MAX_GROWTH_BYTES);
    expect(refused).toBeLessThan(FILES / 2);
    if (FILES > 1_000) process.stdout.write(`${JSON.stringify({ FILES, slowestMs, grownBytes: maxBytes - before, refused })}\n`);
  });

  test('are imported, or leave the database unchanged', async () => {
    const countContent = async () => await site.db.prisma.content.count();
    const file = path.join(folder, 'file.ics');
    for (let seed = 1; seed <= FILES / 10; seed += 1) {
      await writeFile(file, mutateCalendar(seed * 7));
      const before = await countContent();
      try {
        const { tally, finished } = await icsImporter.run(site, file, defaultOptions);
        expect(finished).toBe(true);
        for (const account of Object.values(tally))
          expect(account.inFile, `seed ${seed * 7}`).toBe(account.imported + account.alreadyHere + account.skipped);
      } catch (error) {
        if (!(error instanceof BrokenFileError)) throw new Error(`seed ${seed * 7}`, { cause: error });
        expect(await countContent()).toBe(before);
      }
    }
  });
});
