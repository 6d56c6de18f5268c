import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { createLog } from '../../core/log.ts';
import { openSite } from '../../open-site.ts';
import type { ExportCounts } from '../export/export-site.ts';
import { exportToFile } from '../export/export-file.ts';
import { errorWords } from './error-words.ts';
import { progressLine } from './progress.ts';

const usage = `Usage: npm run export -- <file.xml>

Writes posts, pages, events, venues, organizers and media items with their authors, categories, tags, comments and meta in the WordPress eXtended RSS format.
Drafts and passwords of posts are in it. An embedded database can only be exported while the site is stopped.
`;

function lines({ authors, terms, items, meta, comments, leftOut, signsLeftOut }: ExportCounts): string[] {
  const counts = [
    ['authors', authors],
    ['terms', terms],
    ...Object.entries(items).map(([type, many]) => [`items: ${type}`, many]),
    ['comments', comments],
    ['meta', meta],
  ];
  return [
    ...counts.map(([what, many]) => `${String(what).padEnd(24)} ${many?.toLocaleString('en').padStart(10)}`),
    ...[...leftOut].map(
      ([kind, many]) => `Left out: ${many.toLocaleString('en')} of the kind "${kind}", which this format has no form for.`,
    ),
    ...(signsLeftOut === 0 ? [] : [`Left out: ${signsLeftOut} control characters, which XML cannot hold.`]),
  ];
}

/** The command `npm run export`; answers its exit code: 0 done, 1 failed, 2 misuse. */
export async function runExport(line: readonly string[]): Promise<number> {
  let file: string | undefined;
  try {
    const { positionals } = parseArgs({ args: [...line], allowPositionals: true, options: {} });
    if (positionals.length === 1) [file] = positionals;
  } catch {
    file = undefined;
  }
  if (file === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const progress = progressLine(process.stderr);
  try {
    const site = await openSite(readConfig(), createLog('warn'));
    try {
      const counts = await exportToFile(site, file, (done, total) => progress.show({ stage: 'exporting', done, total }));
      progress.end();
      process.stdout.write(`${lines(counts).join('\n')}\n`);
      return 0;
    } finally {
      progress.end();
      await site.close();
    }
  } catch (error) {
    process.stderr.write(`${errorWords(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    return 1;
  }
}
