/**
 * Returns SQL that compares with a list of IDs, as in `id = ${anyId('$1')}`, so that PostgreSQL caches a generic plan. For `ANY($1::int[])` it would
 * plan every call, which takes 1 to 2 ms although the rows are read in hundredths of a millisecond: a generic plan assumes ten IDs, so a custom plan
 * for fewer IDs always looks cheaper. With this SQL, both plans assume ten IDs. Use it for unique columns only. In other columns, ten values may
 * match half of the table, and the resulting plan is poor for one value.
 */
export function anyId(placeholder: string): string {
  return `ANY((SELECT ${placeholder}::int[])::int[])`;
}
