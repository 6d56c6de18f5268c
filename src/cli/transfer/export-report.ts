import type { ExportCounts } from '../../domains/transfer/export/export-site.ts';

/** Describes the content of an export, line by line. */
export function formatCounts({ authors, terms, items, meta, comments, leftOut, droppedCharacters }: ExportCounts): string[] {
  const counts = [
    ['authors', authors],
    ['terms', terms],
    ...Object.entries(items).map(([type, count]) => [`items: ${type}`, count]),
    ['comments', comments],
    ['meta', meta],
  ];
  return [
    ...counts.map(([label, count]) => `${String(label).padEnd(24)} ${count?.toLocaleString('en').padStart(10)}`),
    ...[...leftOut].map(
      ([kind, count]) => `Left out: ${count.toLocaleString('en')} of the kind "${kind}", which this format does not support.`,
    ),
    ...(droppedCharacters === 0 ? [] : [`Left out: ${droppedCharacters} control characters, which XML cannot contain.`]),
  ];
}
