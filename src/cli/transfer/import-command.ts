import { createWriteStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readConfig } from '#app/config/config.ts';
import { ensureInitialContent } from '#app/initial-content.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { createLog } from '#app/core/logging/log.ts';
import { replaceFile } from '#app/core/system/replace-file.ts';
import { type OpenSite, openSite } from '#app/open-site.ts';
import { formatCredentials } from '#app/welcome.ts';
import { createFirstAdministrator } from '#app/domains/identity/users/bootstrap.ts';
import { BrokenFileError } from '../../domains/transfer/broken-file.ts';
import type { Importer, ImportOptions, ImportReport } from '../../domains/transfer/importer.ts';
import { csvImporter } from '../../domains/transfer/events-csv/csv-importer.ts';
import { tableFields } from '../../domains/transfer/events-csv/table-fields.ts';
import { type ImportSummary, summarize } from '../../domains/transfer/import-summary.ts';
import { findImporter, importers } from '../../domains/transfer/importers.ts';
import { parseArguments, runCommand, UsageError } from '../command.ts';
import { createProgressLine } from './progress.ts';
import { getExitCode, formatReportJson, formatReport } from './report.ts';

const usage = () => `Usage: npm run import -- <file> [options]

  ${importers.map(({ extensions, description }) => `${extensions.join(', ')}: ${description}`).join('\n  ')}

  --dry-run               report what would happen without writing
  --author <old>=<new>    assign the content of <old> to <new> (may be repeated)
  --default-author <new>  assign the content of authors without an account to <new>; without this option, accounts are created
  --attachments           download the files of attachments into the library
  --unfiltered            keep HTML as it is, scripts included: use it only for files that you trust
  --map <column>=<field>  for tables: <column> of the file is <field>, such as "Start=event start date" (may be repeated)
  --report <file.json>    write counts and all notes to a JSON file

Run the same command again to continue an interrupted import; a repeated import writes nothing twice. The site may be running.

Exit codes: 0 everything was imported, 3 some items were skipped, 1 nothing was imported or the import failed, 2 wrong arguments, 130 stopped
before the end.`;

interface Command {
  file: string;
  importer: Importer;
  report: string | undefined;
  options: ImportOptions;
}

function readPairs(option: string, format: string, pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const separator = pair.lastIndexOf('=');
      if (separator < 1 || separator === pair.length - 1) throw new UsageError(`--${option} ${pair}: write it as ${format}.`);
      return [pair.slice(0, separator), pair.slice(separator + 1)];
    }),
  );
}

function readColumns(importer: Importer, pairs: readonly string[]): Map<string, string> {
  const columns = readPairs('map', '<column>=<field>', pairs);
  if (columns.size > 0 && importer !== csvImporter) throw new UsageError('--map: only tables (.csv, .tsv) have columns.');
  const fields = new Set<string>(tableFields);
  const unknown = [...columns.values()].find((field) => !fields.has(field.trim().toLowerCase()));
  if (unknown !== undefined) throw new UsageError(`--map: there is no field "${unknown}". Use one of: ${tableFields.join(', ')}.`);
  return columns;
}

/** Parses a command line. Throws a UsageError if it is invalid. */
function readCommand(args: readonly string[]): Command {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArguments(args, {
    'dry-run': flag,
    author: { ...text, multiple: true },
    'default-author': text,
    attachments: flag,
    unfiltered: flag,
    map: { ...text, multiple: true },
    report: text,
  });
  const [file, ...unexpected] = positionals;
  if (file === undefined) throw new UsageError('Missing argument: <file>.');
  if (unexpected.length > 0) throw new UsageError(`Unexpected argument: ${unexpected.join(' ')}.`);
  const importer = findImporter(file);
  if (!importer) throw new UsageError(`${file}: no importer reads files with this extension.`);
  return {
    file,
    importer,
    report: values.report,
    options: {
      dryRun: values['dry-run'],
      unfiltered: values.unfiltered,
      attachments: values.attachments,
      authors: readPairs('author', '<old>=<new>', values.author ?? []),
      columns: readColumns(importer, values.map ?? []),
      defaultAuthor: values['default-author'] ?? null,
    },
  };
}

/** Writes the report to a temporary file first, so that it is never incomplete. */
async function writeReport(file: string, report: ImportReport, summary: ImportSummary): Promise<void> {
  await replaceFile(file, (draft) => pipeline(Readable.from(formatReportJson(report, summary)), createWriteStream(draft)));
}

/** Opens the site with its initial content. Creates the first administrator before the import, so that no author of the file can take that login. */
async function openInitializedSite(dryRun: boolean): Promise<OpenSite> {
  const config = readConfig();
  const site = await openSite(config, createLog('warn'));
  await ensureInitialContent(site);
  if (dryRun) return await openForDryRun(site);
  for (const text of formatCredentials(await createFirstAdministrator(site))) process.stderr.write(`${text}\n`);
  return site;
}

/**
 * Returns the site to use for a dry run: the given site, or a temporary empty one if the given site has no administrator yet. The temporary site has
 * the administrator that an import would create.
 */
async function openForDryRun(site: OpenSite): Promise<OpenSite> {
  if ((await site.db.prisma.user.count({ where: { role: 'administrator' } })) > 0) return site;
  await site.close();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'marquee-dry-run-'));
  const emptySite = await openSite({ ...site.config, databaseUrl: undefined, dataDirectory }, site.log);
  await ensureInitialContent(emptySite);
  await createFirstAdministrator(emptySite);
  const close = async () => {
    try {
      await emptySite.close();
    } finally {
      await rm(dataDirectory, { recursive: true, force: true });
    }
  };
  return { ...emptySite, close };
}

async function importFile({ file, importer, report: reportFile, options }: Command): Promise<number> {
  await access(file);
  const site = await openInitializedSite(options.dryRun);
  const abortController = new AbortController();
  const interrupt = () => {
    process.stderr.write('\nStopping after the current item …\n');
    abortController.abort();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = createProgressLine(process.stderr);
  try {
    const work = () => importer.run(site, file, { ...options, onProgress: progress.show, signal: abortController.signal });
    // a second import waits for the first one
    const report = options.dryRun ? await work() : await site.db.withLock('import', work);
    progress.end();
    const summary = await summarize(report);
    if (reportFile !== undefined) await writeReport(reportFile, report, summary);
    for await (const line of formatReport(report, summary)) process.stdout.write(`${line}\n`);
    await report.close();
    return getExitCode(report, summary);
  } finally {
    progress.end();
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
    await site.close();
  }
}

/** Runs the command `npm run import`. Returns its exit code, as the usage lists it. */
export function runImport(args: readonly string[]): Promise<number> {
  return runCommand(usage(), args, async () => {
    const command = readCommand(args);
    try {
      return await importFile(command);
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw error;
      throw new Failure('broken_file', 400, `${command.file}, ${error.message}. Nothing was imported.`);
    }
  });
}
