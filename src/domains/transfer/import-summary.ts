import type { ImportNote, ImportReport } from './importer.ts';

/**
 * Numbers of items in a file, by result. An item is a row of a table, a VEVENT of a calendar, or an author, term, post or comment of a WordPress
 * export.
 */
export interface ImportSummary {
  inFile: number;
  /** New items. */
  imported: number;
  /** Items that an earlier import or this site has created. */
  alreadyHere: number;
  /** Imported items that differ from the file. Each has a note. */
  changed: number;
  /** Items that were not imported. */
  leftOut: number;
  /** True if items, or parts of items such as occurrences of a series, were omitted. Each has a note. */
  isPartial: boolean;
}

const getItemKey = ({ what, line, sourceId, title }: ImportNote) => (line > 0 ? line : `${what} ${sourceId} ${title}`);

/** Counts the items of an import. Reads every note once. */
export async function summarize({ tally, parts, notes }: Pick<ImportReport, 'tally' | 'parts' | 'notes'>): Promise<ImportSummary> {
  const summary = { inFile: 0, imported: 0, alreadyHere: 0, leftOut: 0 };
  for (const [accountName, account] of Object.entries(tally)) {
    if (parts.includes(accountName)) continue;
    summary.inFile += account.inFile;
    summary.imported += account.imported;
    summary.alreadyHere += account.alreadyHere;
    summary.leftOut += account.skipped;
  }
  const changed = new Set<number | string>();
  const skipped = new Set<number | string>();
  for await (const note of notes()) (note.outcome === 'changed' ? changed : skipped).add(getItemKey(note));
  return {
    ...summary,
    changed: [...changed].filter((key) => !skipped.has(key)).length,
    isPartial: summary.leftOut > 0 || skipped.size > 0,
  };
}
