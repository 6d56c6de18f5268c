import { readFileSync } from 'node:fs';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Failure } from '#app/core/failures/failure.ts';
import { BrokenFile } from '#app/domains/transfer/broken-file.ts';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { wxrImporter } from '#app/domains/transfer/import/wxr-importer.ts';
import { summarize } from '#app/domains/transfer/import-summary.ts';
import type { Importer } from '#app/domains/transfer/importer.ts';
import { unevenAccounts } from '#app/domains/transfer/tally.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, realFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { mutate, seededRandom } from './mutate.ts';
import { emptySite, openWorkshop, rowCounts, type Workshop } from './support.ts';

const FILES = Number(process.env['FUZZ_FILES'] ?? 60);
const IS_LONG = process.env['FUZZ_FILES'] !== undefined;
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const LARGEST_SEED = 20_000;
const CPU_LIMIT_MS = 5_000;
const MEMORY_LIMIT_KB = 500 * 1024;
const SITE_EVERY = 100;

const csv = realFiles('csv');
const wxr = realFiles('wxr');
const edge = realFiles('wxr/edge');

const read = ({ folder, names }: typeof csv) => names.map((name) => readFileSync(path.join(folder, name)));

/** Returns small exports with three items each of a large one. */
function splitExport(bytes: Buffer): Buffer[] {
  const text = bytes.toString('utf8');
  const [head = '', ...items] = text.split(/(?=<item>)/);
  const short = head.replace(/<wp:(category|tag|term|author)>[\s\S]*<\/wp:\1>/, '');
  const whole = items.map((item) => item.slice(0, item.indexOf('</item>') + 7));
  return Array.from({ length: Math.ceil(whole.length / 3) }, (_, i) =>
    Buffer.from(`${short}${whole.slice(3 * i, 3 * i + 3).join('\n')}</channel></rss>`),
  );
}

const formats: Record<string, { importer: Importer; seeds: () => Buffer[]; insertions: string[] }> = {
  csv: {
    importer: csvImporter,
    seeds: () => read(csv),
    insertions: [
      '\nsep=;\n',
      '20h30',
      '31/12/2031',
      '12/31/2031',
      '1er août 2031',
      '""',
      ',,,,',
      'TRUE',
      'Event Start Date',
      'Nowhere/Land',
      'UTC+99',
    ],
  },
  wxr: {
    importer: wxrImporter,
    seeds: () =>
      [...read(edge), ...read(wxr).flatMap((bytes) => (bytes.length > LARGEST_SEED ? splitExport(bytes) : [bytes]))].filter(
        ({ length }) => length <= LARGEST_SEED,
      ),
    insertions: [
      ']]>',
      '<![CDATA[',
      '</item>',
      '<item>',
      '&#0;',
      '&#x110000;',
      '&nbsp;',
      'domain="tag"',
      '<!--',
      '<?xml',
      '<wp:post_id>',
      'a:1:{',
      'xmlns:wp=""',
    ],
  },
};

describeUnless(csv.missing ?? wxr.missing, 'Files with random errors', () => {
  let site: TestSite;
  let work: Workshop;
  beforeAll(async () => {
    site = await openTestSite();
    work = openWorkshop();
  });
  afterAll(async () => {
    work.remove();
    await site.close();
  });

  it.each(Object.entries(formats))(
    'in %s are imported, or refused with a reason and store nothing, in limited time',
    async (format, { importer, seeds, insertions }) => {
      const random = seededRandom(SEED);
      const originals = seeds();
      await emptySite(site);
      await makeUser(site, 'administrator');
      const memory = process.resourceUsage().maxRSS;
      const figures = { imported: 0, refused: 0, slowestMs: 0 };
      let before = await rowCounts(site);
      for (let n = 0; n < FILES; n += 1) {
        const bytes = mutate(originals[Math.floor(random() * originals.length)] as Buffer, random, originals, insertions);
        const file = work.file(`mutated.${format === 'csv' ? 'csv' : 'xml'}`, bytes);
        const cpu = process.cpuUsage();
        try {
          const report = await importer.run(site, file, {
            dryRun: false,
            unfiltered: false,
            attachments: false,
            authors: new Map(),
            defaultAuthor: null,
          });
          expect([n, unevenAccounts(report.tally)]).toEqual([n, []]);
          const summary = await summarize(report);
          expect([n, summary.imported + summary.alreadyHere + summary.leftOut]).toEqual([n, summary.inFile]);
          await report.close();
          figures.imported += 1;
          before = await rowCounts(site);
        } catch (error) {
          if (!(error instanceof BrokenFile || error instanceof Failure))
            throw new Error(`file ${n} of seed ${SEED}: ${bytes.toString('latin1')}`, { cause: error });
          figures.refused += 1;
          expect([n, await rowCounts(site)]).toEqual([n, before]);
        }
        const used = process.cpuUsage(cpu);
        figures.slowestMs = Math.max(figures.slowestMs, (used.user + used.system) / 1000);
        const memoryGrowthKb = process.resourceUsage().maxRSS - memory;
        if (IS_LONG && (n % 250 === 249 || n === FILES - 1))
          process.stdout.write(`${format} ${n + 1} files: ${JSON.stringify({ ...figures, memoryGrowthKb })}\n`);
        if (n % SITE_EVERY !== SITE_EVERY - 1) continue;
        await emptySite(site);
        await makeUser(site, 'administrator');
        before = await rowCounts(site);
      }
      expect(figures.imported).toBeGreaterThan(0);
      expect(figures.refused).toBeGreaterThan(0);
      expect(figures.slowestMs).toBeLessThan(CPU_LIMIT_MS);
      expect(process.resourceUsage().maxRSS - memory).toBeLessThan(MEMORY_LIMIT_KB);
    },
    10_000 + FILES * 1000,
  );
});
