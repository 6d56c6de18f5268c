import type { GroupInRevision } from '../revision/content.types.ts';
import { getAcceptedShare, type Decision } from '../documenting/decision.rules.ts';

/** Contribution of one consent to the statistics (docs/behaviour/consent-queue-product.md 2.6). */
export interface ConsentContribution {
  /** Day in the site's time zone, `YYYY-MM-DD`. */
  day: string;
  context: string;
  groups: readonly GroupInRevision[];
  decision: Decision;
  button: string;
  /** Reason why the visitor was not asked, or `none` if the visitor was asked. If null, no bypass is counted. */
  bypass: string | null;
  /** Day and decision of the visitor's previous consent, or null. Its counts are subtracted, so that each visitor counts once. */
  before: { day: string; decision: Decision } | null;
}

/** Parameters of the expressions that change the counts. */
export type CountParameters = readonly unknown[];

/**
 * Returns common table expressions that change the counts if the table expression `written` of the same statement has a row. `first` is the number
 * of the first parameter. Added and subtracted rows must not overlap, because one statement can change a row only once.
 */
export function buildCountSql(first: number): string {
  const parameter = (index: number) => `$${first + index}`;
  return `, counted_groups AS (
    INSERT INTO consent_group_count (day, context, group_id, group_name, accepted, count)
    SELECT ${parameter(0)}::date, ${parameter(1)}, group_id, group_name, accepted, added
      FROM unnest(${parameter(2)}::int[], ${parameter(3)}::text[], ${parameter(4)}::int[], ${parameter(5)}::int[]) AS given (group_id, group_name, accepted, added)
      WHERE EXISTS (SELECT 1 FROM written)
    ON CONFLICT (day, context, group_id, accepted) DO UPDATE SET count = consent_group_count.count + excluded.count, group_name = excluded.group_name
  ), taken_back AS (
    UPDATE consent_group_count SET count = greatest(count - 1, 0)
      FROM unnest(${parameter(6)}::date[], ${parameter(7)}::int[], ${parameter(8)}::int[]) AS given (day, group_id, accepted)
      WHERE consent_group_count.day = given.day AND context = ${parameter(1)} AND consent_group_count.group_id = given.group_id
        AND consent_group_count.accepted = given.accepted AND EXISTS (SELECT 1 FROM written)
  ), counted_button AS (
    INSERT INTO consent_button_count (day, context, button, count) SELECT ${parameter(0)}::date, ${parameter(1)}, ${parameter(9)}, 1 FROM written
    ON CONFLICT (day, context, button) DO UPDATE SET count = consent_button_count.count + 1
  ), counted_bypass AS (
    INSERT INTO consent_bypass_count (day, context, bypass, count) SELECT ${parameter(0)}::date, ${parameter(1)}, ${parameter(10)}, 1 FROM written WHERE ${parameter(10)}::text IS NOT NULL
    ON CONFLICT (day, context, bypass) DO UPDATE SET count = consent_bypass_count.count + 1
  )`;
}

const SHARES = [0, 1, 2] as const;

/** Returns the parameters of the expressions that change the counts, for a consent. */
export function buildCountParameters({ day, context, groups, decision, button, bypass, before }: ConsentContribution): CountParameters {
  const added = groups.flatMap((group) =>
    SHARES.map((accepted) => ({ group, accepted, change: getAcceptedShare(group, decision) === accepted ? 1 : 0 })),
  );
  const subtracted: { day: string; group: GroupInRevision; accepted: number }[] = [];
  if (before) {
    for (const group of groups) {
      const accepted = getAcceptedShare(group, before.decision);
      const sameRow =
        before.day === day ? added.find((row) => row.group === group && row.accepted === accepted && row.change === 1) : undefined;
      // both consents change the same count, so nothing changes
      if (sameRow) sameRow.change = 0;
      else subtracted.push({ day: before.day, group, accepted });
    }
  }
  const changedRows = added.filter(
    ({ group, accepted }) => !subtracted.some((row) => row.day === day && row.group === group && row.accepted === accepted),
  );
  return [
    day,
    context,
    changedRows.map(({ group }) => group.id),
    changedRows.map(({ group }) => group.name),
    changedRows.map(({ accepted }) => accepted),
    changedRows.map(({ change }) => change),
    subtracted.map((row) => row.day),
    subtracted.map(({ group }) => group.id),
    subtracted.map(({ accepted }) => accepted),
    button,
    bypass,
  ];
}
