import { isRecord, type Json, getRecords } from '../../json.ts';
import { listDays } from '../days.ts';
import { getStringParameter } from '../parameters.ts';
import { listHeaders, type ReportRequest } from './report-request.ts';

const listValues = (row: Json, key: string): string[] => getRecords(row, key).map((cell) => getStringParameter(cell, 'value'));

/** Returns the name of a date range. The provider numbers ranges that have no name. */
const getRangeName = (request: ReportRequest, index: number): string => {
  const ranges = request.body['dateRanges'] as { name?: string }[];
  return ranges[index]?.name ?? `date_range_${index}`;
};

/**
 * Adds rows of zeros for missing days and sorts all rows by day, if the only dimension of a report is the date (docs/behaviour/analytics.md 6.5.1).
 */
export function fillMissingDays(request: ReportRequest, report: unknown): unknown {
  if (!isRecord(report) || request.dimensions.length !== 1 || request.dimensions[0] !== 'date') return report;
  const metricCount = listHeaders(report, 'metricHeaders').length;
  const hasRanges = request.ranges.length > 1;
  const rowsByValues = new Map(getRecords(report, 'rows').map((row) => [listValues(row, 'dimensionValues').join(' '), row]));
  let missingCount = 0;
  const rows = request.ranges.flatMap((range, index) =>
    listDays(range).map((day) => {
      const values = [day.replaceAll('-', ''), ...(hasRanges ? [getRangeName(request, index)] : [])];
      const row = rowsByValues.get(values.join(' '));
      if (row) return row;
      missingCount += 1;
      return {
        dimensionValues: values.map((value) => ({ value })),
        metricValues: Array.from({ length: metricCount }, () => ({ value: '0' })),
      };
    }),
  );
  // keeps the requested sort order of a complete report
  return missingCount === 0 ? report : { ...report, rows, rowCount: rows.length };
}
