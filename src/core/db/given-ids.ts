/**
 * SQL for a list of IDs from callers, as in `id = ${givenIds('$1')}`. Lets PostgreSQL cache a generic plan. With `ANY($1::int[])` the
 * custom plan always looks cheaper, because a generic plan assumes ten IDs. PostgreSQL then plans every call: 1 to 2 ms for a row that is
 * read in some hundredths. Here both plans assume ten. Use it for unique columns only: for others, ten values may match half of the table,
 * and the plan is poor for one value.
 */
export function givenIds(place: string): string {
  return `ANY((SELECT ${place}::int[])::int[])`;
}
