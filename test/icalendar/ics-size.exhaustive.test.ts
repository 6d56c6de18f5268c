import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { icsImporter } from '#app/domains/transfer/icalendar/ics-importer.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { defaultOptions } from '../transfer/support.ts';

/** Set `ICS_EVENTS=5000` to measure a calendar of realistic maximum size. */
const EVENTS = Number(process.env['ICS_EVENTS'] ?? 200);

let site: TestSite;
let folder: string;
let file: string;
beforeAll(async () => {
  site = await openTestSite();
  await makeUser(site, 'administrator');
  folder = await mkdtemp(path.join(tmpdir(), 'marquee-ics-'));
  file = path.join(folder, 'large.ics');
  const day = (i: number) => new Date(Date.UTC(2031, 0, 1 + (i % 360))).toISOString().slice(0, 10).replaceAll('-', '');
  const events = Array.from({ length: EVENTS }, (_, i) => [
    'BEGIN:VEVENT',
    `UID:large-${i}@example.org`,
    'DTSTAMP:20300101T000000Z',
    `DTSTART:${day(i)}T180000Z`,
    `DTEND:${day(i)}T200000Z`,
    `SUMMARY:Meeting ${i % 7}`,
    `LOCATION:Hall ${i % 20}\\n${i % 20} Station Road`,
    `ORGANIZER;CN=Club ${i % 10}:mailto:club${i % 10}@example.org`,
    'CATEGORIES:Music',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example.org//large//EN', ...events.flat(), 'END:VCALENDAR', ''];
  await writeFile(file, lines.join('\r\n'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const countContent = async (kind: string) => await site.db.prisma.content.count({ where: { kind } });

describe('A large calendar file', { timeout: 1_200_000 }, () => {
  test('is complete after an interrupted import is repeated, with at most five SQL statements for each event', async () => {
    const controller = new AbortController();
    const first = await icsImporter.run(site, file, {
      ...defaultOptions,
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done >= 50) controller.abort();
      },
    });
    expect([first.finished, await countContent('event')]).toEqual([false, 50]);

    site.statements.length = 0;
    const second = await icsImporter.run(site, file, defaultOptions);
    expect(site.statements.length).toBeLessThan(5 * EVENTS);
    expect([second.finished, second.tally['event']]).toEqual([
      true,
      { inFile: EVENTS, imported: EVENTS - 50, alreadyHere: 50, skipped: 0 },
    ]);
    expect([await countContent('event'), await countContent('venue'), await countContent('organizer')]).toEqual([EVENTS, 20, 10]);
    const slugs = await site.db.prisma.content.findMany({ where: { kind: 'event' }, select: { slug: true } });
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(EVENTS);
  });

  test('creates nothing when imported again', async () => {
    const { tally } = await icsImporter.run(site, file, defaultOptions);
    expect(tally['event']).toEqual({ inFile: EVENTS, imported: 0, alreadyHere: EVENTS, skipped: 0 });
    expect(await countContent('event')).toBe(EVENTS);
  });
});
