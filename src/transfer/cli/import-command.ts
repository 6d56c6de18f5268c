import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config.ts';
import { ensureInitialContent } from '../../content/initial.ts';
import { createLog } from '../../core/log.ts';
import { type OpenSite, openSite } from '../../open-site.ts';
import { bootstrapAdmin } from '../../users/bootstrap.ts';
import { BrokenFile } from '../broken-file.ts';
import type { Importer, ImportOptions, ImportReport } from '../importer.ts';
import { importerFor, importers } from '../importers.ts';
import { errorWords } from './error-words.ts';
import { progressLine } from './progress.ts';
import { reportJson, reportLines } from './report.ts';

/** A command line that cannot be understood. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

const usage = () => `Usage: npm run import -- <file> [options]

  ${importers.map(({ extensions, description }) => `${extensions.join(', ')}: ${description}`).join('\n  ')}

  --dry-run               say what would happen, write nothing
  --author <old>=<new>    what <old> wrote there becomes <new>'s here (may be repeated)
  --default-author <new>  who gets what authors without an account here wrote; otherwise accounts are made for them
  --attachments           download the files of attachments into the library
  --unfiltered            keep HTML as it is, scripts included: only for files that you trust
  --report <file.json>    write counts and every note there

An import that was interrupted is gone on with by the same command; a repeated one writes nothing twice. An embedded database can only be
imported into while the site is stopped.`;

interface Command {
  file: string;
  importer: Importer;
  report: string | undefined;
  options: ImportOptions;
}

function readAuthors(pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1 || at === pair.length - 1) throw new UsageError(`--author ${pair}: write it as <old>=<new>.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** Reads a command line; throws a UsageError for one that cannot be understood. */
function readCommand(line: readonly string[]): Command {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...line],
    allowPositionals: true,
    options: {
      'dry-run': flag,
      author: { ...text, multiple: true },
      'default-author': text,
      attachments: flag,
      unfiltered: flag,
      report: text,
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('Say which file to import.');
  if (more.length > 0) throw new UsageError(`Too much: ${more.join(' ')}`);
  const importer = importerFor(file);
  if (!importer) throw new UsageError(`${file}: nothing reads files that end so.`);
  return {
    file,
    importer,
    report: values.report,
    options: {
      dryRun: values['dry-run'],
      unfiltered: values.unfiltered,
      attachments: values.attachments,
      authors: readAuthors(values.author ?? []),
      defaultAuthor: values['default-author'] ?? null,
    },
  };
}

/** Writes the report beside its place first, so that there is never half of one. */
async function writeReport(file: string, report: ImportReport): Promise<void> {
  const draft = `${file}.part`;
  try {
    await pipeline(Readable.from(reportJson(report)), createWriteStream(draft));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The site with what every site has: an administrator first of all, or an author of the file could take that name. */
async function openReady(dryRun: boolean): Promise<OpenSite> {
  const site = await openSite(readConfig(), createLog('warn'));
  await ensureInitialContent(site);
  if (dryRun) return site;
  const { generated } = await bootstrapAdmin(site);
  if (generated) {
    process.stderr.write(
      `This site is new. First administrator (shown this once): login ${generated.login}, password ${generated.password}, ` +
        `application password ${generated.applicationPassword}\n`,
    );
  }
  return site;
}

async function run({ file, importer, report: reportFile, options }: Command): Promise<number> {
  await access(file);
  const site = await openReady(options.dryRun);
  const stop = new AbortController();
  const interrupt = () => {
    process.stderr.write('\nStopping after what is being written …\n');
    stop.abort();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = progressLine(process.stderr);
  try {
    const report = await importer.run(site, file, { ...options, onProgress: progress.show, signal: stop.signal });
    progress.end();
    if (reportFile !== undefined) await writeReport(reportFile, report);
    for await (const line of reportLines(report)) process.stdout.write(`${line}\n`);
    await report.close();
    return report.finished ? 0 : 130;
  } finally {
    progress.end();
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
    await site.close();
  }
}

/**
 * The command `npm run import`; answers its exit code: 0 the file is in (also when parts were skipped), 1 refused or failed, 2 misuse, 130 stopped
 * before the end.
 */
export async function runImport(line: readonly string[]): Promise<number> {
  let command: Command;
  try {
    command = readCommand(line);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage()}\n`);
    return 2;
  }
  try {
    return await run(command);
  } catch (error) {
    const words = error instanceof BrokenFile ? `${command.file}, ${error.message}. Nothing was imported.` : errorWords(error);
    process.stderr.write(`${words ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
    return 1;
  }
}
