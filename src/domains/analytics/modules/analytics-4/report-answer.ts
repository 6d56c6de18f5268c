import { isRecord, type Json, recordsAt } from '../../json.ts';
import { daysOf } from '../days.ts';
import { textOf } from '../parameters.ts';
import { headersOf, type ReportRequest } from './report-request.ts';

const valuesOf = (row: Json, key: string): string[] => recordsAt(row, key).map((one) => textOf(one, 'value'));

/** Returns the name of a date range. The provider numbers ranges without a name. */
const rangeName = (request: ReportRequest, index: number): string => {
  const ranges = request.body['dateRanges'] as { name?: string }[];
  return ranges[index]?.name ?? `date_range_${index}`;
};

/** Completes a report whose only dimension is the date. Adds rows of zeros for missing days and sorts all rows by day (analytics.md 6.5.1). */
export function withAllDays(request: ReportRequest, report: unknown): unknown {
  if (!isRecord(report) || request.dimensions.length !== 1 || request.dimensions[0] !== 'date') return report;
  const metrics = headersOf(report, 'metricHeaders').length;
  const hasRanges = request.ranges.length > 1;
  const known = new Map(recordsAt(report, 'rows').map((row) => [valuesOf(row, 'dimensionValues').join(' '), row]));
  let missing = 0;
  const rows = request.ranges.flatMap((range, index) =>
    daysOf(range).map((day) => {
      const values = [day.replaceAll('-', ''), ...(hasRanges ? [rangeName(request, index)] : [])];
      const found = known.get(values.join(' '));
      if (found) return found;
      missing += 1;
      return {
        dimensionValues: values.map((value) => ({ value })),
        metricValues: Array.from({ length: metrics }, () => ({ value: '0' })),
      };
    }),
  );
  // a complete report keeps the requested sort order
  return missing === 0 ? report : { ...report, rows, rowCount: rows.length };
}
