import type { RevisionGroup } from '../revision/content.types.ts';
import { acceptedShare, type Decision } from '../documenting/decision.rules.ts';

/** Contribution of one consent to the statistics (section 2.6). */
export interface ConsentContribution {
  /** Day in the site's time zone, `YYYY-MM-DD`. */
  day: string;
  context: string;
  groups: readonly RevisionGroup[];
  decision: Decision;
  button: string;
  /** Reason why the visitor was not asked, or `none` if they were. Null is not counted. */
  bypass: string | null;
  /** Day and decision of the visitor's previous consent. It is subtracted, so that each visitor counts once. */
  before: { day: string; decision: Decision } | null;
}

/** Parameters of `countStatements`. */
export type CountChanges = readonly unknown[];

/**
 * Returns parts of a statement that change the counts if its part `written` has a row. `first` is the number of their first parameter. Added and
 * subtracted rows never overlap, because one statement can change a row only once.
 */
export function countStatements(first: number): string {
  const at = (index: number) => `$${first + index}`;
  return `, counted_groups AS (
    INSERT INTO consent_group_count (day, context, group_id, group_name, accepted, count)
    SELECT ${at(0)}::date, ${at(1)}, group_id, group_name, accepted, added
      FROM unnest(${at(2)}::int[], ${at(3)}::text[], ${at(4)}::int[], ${at(5)}::int[]) AS given (group_id, group_name, accepted, added)
      WHERE EXISTS (SELECT 1 FROM written)
    ON CONFLICT (day, context, group_id, accepted) DO UPDATE SET count = consent_group_count.count + excluded.count, group_name = excluded.group_name
  ), taken_back AS (
    UPDATE consent_group_count SET count = greatest(count - 1, 0)
      FROM unnest(${at(6)}::date[], ${at(7)}::int[], ${at(8)}::int[]) AS given (day, group_id, accepted)
      WHERE consent_group_count.day = given.day AND context = ${at(1)} AND consent_group_count.group_id = given.group_id
        AND consent_group_count.accepted = given.accepted AND EXISTS (SELECT 1 FROM written)
  ), counted_button AS (
    INSERT INTO consent_button_count (day, context, button, count) SELECT ${at(0)}::date, ${at(1)}, ${at(9)}, 1 FROM written
    ON CONFLICT (day, context, button) DO UPDATE SET count = consent_button_count.count + 1
  ), counted_bypass AS (
    INSERT INTO consent_bypass_count (day, context, bypass, count) SELECT ${at(0)}::date, ${at(1)}, ${at(10)}, 1 FROM written WHERE ${at(10)}::text IS NOT NULL
    ON CONFLICT (day, context, bypass) DO UPDATE SET count = consent_bypass_count.count + 1
  )`;
}

const shares = [0, 1, 2] as const;

/** Returns the parameters of `countStatements` for a consent. */
export function countChanges({ day, context, groups, decision, button, bypass, before }: ConsentContribution): CountChanges {
  const added = groups.flatMap((group) =>
    shares.map((accepted) => ({ group, accepted, change: acceptedShare(group, decision) === accepted ? 1 : 0 })),
  );
  const back: { day: string; group: RevisionGroup; accepted: number }[] = [];
  if (before) {
    for (const group of groups) {
      const accepted = acceptedShare(group, before.decision);
      const same =
        before.day === day ? added.find((one) => one.group === group && one.accepted === accepted && one.change === 1) : undefined;
      if (same) same.change = 0;
      else back.push({ day: before.day, group, accepted });
    }
  }
  const kept = added.filter(
    ({ group, accepted }) => !back.some((one) => one.day === day && one.group === group && one.accepted === accepted),
  );
  return [
    day,
    context,
    kept.map(({ group }) => group.id),
    kept.map(({ group }) => group.name),
    kept.map(({ accepted }) => accepted),
    kept.map(({ change }) => change),
    back.map((one) => one.day),
    back.map(({ group }) => group.id),
    back.map(({ accepted }) => accepted),
    button,
    bypass,
  ];
}
