import type { ExportCounts } from '../../domains/transfer/export/export-site.ts';

/** Describes the content of an export, line by line. */
export function countLines({ authors, terms, items, meta, comments, leftOut, signsLeftOut }: ExportCounts): string[] {
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
