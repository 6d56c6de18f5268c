import type { ImportNote, ImportReport } from '../../domains/transfer/importer.ts';
import type { ImportSummary } from '../../domains/transfer/import-summary.ts';
import type { TallyCounts } from '../../domains/transfer/tally.ts';

/** Maximum number of different reasons that are counted. */
const MAX_REASONS = 1000;
/** Maximum number of items that the terminal lists for each outcome. The file of `--report` contains all. */
const MAX_LISTED = 50;

const formatNumber = (number: number) => number.toLocaleString('en');

function formatRow(name: string, { inFile, imported, alreadyHere, skipped }: TallyCounts): string {
  return [name.padEnd(36), ...[inFile, imported, alreadyHere, skipped].map((number) => formatNumber(number).padStart(10))].join(' ');
}

const heading = `${' '.repeat(36)} ${['in file', 'new here', 'known', 'left out'].map((word) => word.padStart(10)).join(' ')}`;

/** Formats a note: its position in the file, its item, and the outcome. */
function formatNote({ line, sourceId, title, reason, detail }: ImportNote, idName: string): string {
  const place = [line > 0 && `line ${formatNumber(line)}`, sourceId !== '' && `${idName} ${sourceId}`, title !== '' && `"${title}"`];
  return `  ${place.filter((part) => part !== false).join(', ')}: ${reason}${detail === '' ? '' : ` (${detail})`}`;
}

/** Returns the first notes of each outcome, the number of all notes by outcome, and the count of each reason, most frequent first. */
async function readNotes({ notes, format }: ImportReport) {
  const listed = { skipped: [] as string[], changed: [] as string[] };
  const total = { skipped: 0, changed: 0 };
  const reasons = new Map<string, number>();
  for await (const note of notes()) {
    const { outcome, what, reason } = note;
    total[outcome] += 1;
    if (listed[outcome].length < MAX_LISTED) listed[outcome].push(formatNote(note, format === 'ics' ? 'UID' : 'id'));
    const key = `${what} ${outcome}: ${reason}`;
    const count = reasons.get(key);
    if (count !== undefined || reasons.size < MAX_REASONS) reasons.set(key, (count ?? 0) + 1);
  }
  return { listed, total, reasons: [...reasons].sort(([, a], [, b]) => b - a) };
}

/** True if the file has items and the site has none of them. */
const isFullyRefused = ({ inFile, imported, alreadyHere }: ImportSummary) => inFile > 0 && imported + alreadyHere === 0;

/** Returns the exit code of an import: 0 for all items imported, 3 for some skipped, 1 for nothing imported, 130 for interrupted. */
export function getExitCode({ finished }: ImportReport, summary: ImportSummary): number {
  if (!finished) return 130;
  if (isFullyRefused(summary)) return 1;
  return summary.isPartial ? 3 : 0;
}

function getHeadline({ dryRun, finished, resumed }: ImportReport, summary: ImportSummary): string {
  if (dryRun) return 'Nothing was written. An import would do this:';
  if (!finished) return 'Stopped before the end. Run the same command again to continue.';
  if (isFullyRefused(summary)) return 'Nothing was imported: every item in the file was refused.';
  if (summary.inFile === 0) return 'Nothing was imported: the file has no items.';
  const start = resumed ? 'Imported, going on with an interrupted import' : 'Imported';
  return summary.isPartial ? `${start}; some of the file was left out.` : `${start}.`;
}

/** Formats the report line by line for the terminal. */
export async function* formatReport(report: ImportReport, summary: ImportSummary): AsyncGenerator<string> {
  const { inFile, imported, alreadyHere, changed, leftOut } = summary;
  yield getHeadline(report, summary);
  yield `Items in the file: ${formatNumber(inFile)}. New: ${formatNumber(imported)}. Already here: ${formatNumber(alreadyHere)}. Changed: ${formatNumber(changed)}. Left out: ${formatNumber(leftOut)}.`;
  for (const [name, value] of Object.entries(report.assumptions)) yield `Read with ${name}: ${value}.`;
  yield '';
  yield heading;
  for (const [what, counts] of Object.entries(report.tally).sort(([a], [b]) => (a < b ? -1 : 1))) yield formatRow(what, counts);
  const { listed, total, reasons } = await readNotes(report);
  for (const [outcome, title] of [
    ['skipped', 'Left out'],
    ['changed', 'Changed'],
  ] as const) {
    if (total[outcome] === 0) continue;
    yield '';
    yield `${title}:`;
    yield* listed[outcome];
    if (total[outcome] > MAX_LISTED) yield `  … and ${formatNumber(total[outcome] - MAX_LISTED)} more; --report <file.json> lists all`;
  }
  if (reasons.length > 0) yield '';
  for (const [reason, times] of reasons) yield `${String(times).padStart(8)} × ${reason}`;
}

/** Formats the report as JSON. Yields it in parts, because it may contain very many notes. */
export async function* formatReportJson(
  { notes, close: _, parts: __, ...report }: ImportReport,
  summary: ImportSummary,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ ...report, summary }, null, 2).slice(0, -2)},\n  "notes": [`;
  let isFirst = true;
  for await (const note of notes()) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(note)}`;
    isFirst = false;
  }
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n';
}
