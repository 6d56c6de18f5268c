/**
 * A list of ids that callers give, for `id = ${givenIds('$1')}`: the statement's plan is made once and kept. Of `ANY($1::int[])` PostgreSQL takes
 * the plan made for the values at hand to be the cheaper one each time, since it thinks of ten ids where it does not know them, and plans every
 * call: one to two milliseconds for a row that is read in some hundredths. Here both plans think of ten. For columns of which every value is
 * there once; of others ten values may be half of the table, and the plan for them a poor one for a single value.
 */
export function givenIds(place: string): string {
  return `ANY((SELECT ${place}::int[])::int[])`;
}
