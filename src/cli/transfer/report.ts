import type { ImportNote, ImportReport } from '../../domains/transfer/importer.ts';
import type { Account } from '../../domains/transfer/tally.ts';

const MOST_REASONS = 1000;

function row(name: string, { inFile, imported, alreadyHere, skipped }: Account): string {
  return [name.padEnd(36), ...[inFile, imported, alreadyHere, skipped].map((number) => number.toLocaleString('en').padStart(10))].join(' ');
}

const heading = `${' '.repeat(36)} ${['in file', 'new here', 'known', 'skipped'].map((word) => word.padStart(10)).join(' ')}`;

/** How often each reason was noted, most frequent first. */
async function reasonsOf(notes: AsyncIterable<ImportNote>): Promise<[string, number][]> {
  const counts = new Map<string, number>();
  for await (const { outcome, what, reason } of notes) {
    const key = `${what} ${outcome}: ${reason}`;
    const known = counts.get(key);
    if (known !== undefined || counts.size < MOST_REASONS) counts.set(key, (known ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

const sum = ({ tally }: ImportReport, what: keyof Account) => Object.values(tally).reduce((all, account) => all + account[what], 0);

const isEmpty = (report: ImportReport) => sum(report, 'inFile') === 0;

/** Whether the file holds something, and nothing of it is here now. */
export function isRefused(report: ImportReport): boolean {
  return !isEmpty(report) && sum(report, 'imported') + sum(report, 'alreadyHere') === 0;
}

/** The report for people, line by line. */
export async function* reportLines(report: ImportReport): AsyncGenerator<string> {
  const { dryRun, resumed, finished, tally } = report;
  yield dryRun
    ? 'Nothing was written. An import would do this:'
    : !finished
      ? 'Stopped before the end. The same command goes on from here.'
      : isRefused(report)
        ? 'Nothing was imported: everything in the file was refused.'
        : isEmpty(report)
          ? 'Nothing was imported: there is nothing in the file.'
          : resumed
            ? 'Imported, going on with an interrupted import.'
            : 'Imported.';
  yield '';
  yield heading;
  for (const [what, account] of Object.entries(tally).sort(([a], [b]) => (a < b ? -1 : 1))) yield row(what, account);
  const reasons = await reasonsOf(report.notes());
  if (reasons.length > 0) yield '';
  for (const [reason, times] of reasons) yield `${String(times).padStart(8)} × ${reason}`;
}

/** The whole report as JSON, in pieces: there may be very many notes. */
export async function* reportJson({ notes, close: _, ...report }: ImportReport): AsyncGenerator<string> {
  yield `${JSON.stringify(report, null, 2).slice(0, -2)},\n  "notes": [`;
  let isFirst = true;
  for await (const note of notes()) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(note)}`;
    isFirst = false;
  }
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n';
}
