import { readFileSync } from 'node:fs';
import path from 'node:path';
import '#app/domains/events/kinds.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Failure } from '#app/core/failures/failure.ts';
import { BrokenFileError } from '#app/domains/transfer/broken-file.ts';
import { csvImporter } from '#app/domains/transfer/events-csv/csv-importer.ts';
import { wxrImporter } from '#app/domains/transfer/import/wxr-importer.ts';
import { summarize } from '#app/domains/transfer/import-summary.ts';
import type { Importer } from '#app/domains/transfer/importer.ts';
import { findMismatches } from '#app/domains/transfer/tally.ts';
import { makeUser } from '../support/factories.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { mutateFile, createSeededRandom } from './mutate.ts';
import { defaultOptions, emptySite, makeTempFolder, countRows, type TempFolder } from './support.ts';

const FILES = Number(process.env['FUZZ_FILES'] ?? 60);
const IS_LONG = process.env['FUZZ_FILES'] !== undefined;
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const MAX_SEED_BYTES = 20_000;
const CPU_LIMIT_MS = 5_000;
const MEMORY_LIMIT_KB = 500 * 1024;
const FILES_PER_SITE = 100;

const csv = findRealFiles('csv');
const wxr = findRealFiles('wxr');
const edge = findRealFiles('wxr/edge');

const readFiles = ({ folder, names }: typeof csv) => names.map((name) => readFileSync(path.join(folder, name)));

/** Splits a large export into exports with three items each. */
function splitExport(bytes: Buffer): Buffer[] {
  const text = bytes.toString('utf8');
  const [head = '', ...items] = text.split(/(?=<item>)/);
  const shortHead = head.replace(/<wp:(category|tag|term|author)>[\s\S]*<\/wp:\1>/, '');
  const completeItems = items.map((item) => item.slice(0, item.indexOf('</item>') + 7));
  return Array.from({ length: Math.ceil(completeItems.length / 3) }, (_, i) =>
    Buffer.from(`${shortHead}${completeItems.slice(3 * i, 3 * i + 3).join('\n')}</channel></rss>`),
  );
}

const formats: Record<string, { importer: Importer; seeds: () => Buffer[]; insertions: string[] }> = {
  csv: {
    importer: csvImporter,
    seeds: () => readFiles(csv),
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
      [...readFiles(edge), ...readFiles(wxr).flatMap((bytes) => (bytes.length > MAX_SEED_BYTES ? splitExport(bytes) : [bytes]))].filter(
        ({ length }) => length <= MAX_SEED_BYTES,
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
  let temp: TempFolder;
  beforeAll(async () => {
    site = await openTestSite();
    temp = makeTempFolder();
  });
  afterAll(async () => {
    temp.remove();
    await site.close();
  });

  it.each(Object.entries(formats))(
    'in %s are imported, or refused with a reason and store nothing, in limited time',
    async (format, { importer, seeds, insertions }) => {
      const random = createSeededRandom(SEED);
      const originals = seeds();
      await emptySite(site);
      await makeUser(site, 'administrator');
      const memoryBefore = process.resourceUsage().maxRSS;
      const statistics = { imported: 0, refused: 0, slowestMs: 0 };
      let before = await countRows(site);
      for (let n = 0; n < FILES; n += 1) {
        const bytes = mutateFile(originals[Math.floor(random() * originals.length)] as Buffer, random, originals, insertions);
        const file = temp.file(`mutated.${format === 'csv' ? 'csv' : 'xml'}`, bytes);
        const cpuBefore = process.cpuUsage();
        try {
          const report = await importer.run(site, file, defaultOptions);
          expect([n, findMismatches(report.tally)]).toEqual([n, []]);
          const summary = await summarize(report);
          expect([n, summary.imported + summary.alreadyHere + summary.leftOut]).toEqual([n, summary.inFile]);
          await report.close();
          statistics.imported += 1;
          before = await countRows(site);
        } catch (error) {
          if (!(error instanceof BrokenFileError || error instanceof Failure))
            throw new Error(`file ${n} of seed ${SEED}: ${bytes.toString('latin1')}`, { cause: error });
          statistics.refused += 1;
          expect([n, await countRows(site)]).toEqual([n, before]);
        }
        const cpuUsed = process.cpuUsage(cpuBefore);
        statistics.slowestMs = Math.max(statistics.slowestMs, (cpuUsed.user + cpuUsed.system) / 1000);
        const memoryGrowthKb = process.resourceUsage().maxRSS - memoryBefore;
        if (IS_LONG && (n % 250 === 249 || n === FILES - 1))
          process.stdout.write(`${format} ${n + 1} files: ${JSON.stringify({ ...statistics, memoryGrowthKb })}\n`);
        if (n % FILES_PER_SITE !== FILES_PER_SITE - 1) continue;
        await emptySite(site);
        await makeUser(site, 'administrator');
        before = await countRows(site);
      }
      expect(statistics.imported).toBeGreaterThan(0);
      expect(statistics.refused).toBeGreaterThan(0);
      expect(statistics.slowestMs).toBeLessThan(CPU_LIMIT_MS);
      expect(process.resourceUsage().maxRSS - memoryBefore).toBeLessThan(MEMORY_LIMIT_KB);
    },
    10_000 + FILES * 1000,
  );
});
