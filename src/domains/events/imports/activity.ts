/** Types of records that an import writes, with their public names (docs/behaviour/events.md 5.2). */
export const activityKinds = ['tribe_events', 'tribe_organizer', 'tribe_venue', 'tribe_events_cat', 'post_tag', 'attachment'] as const;
/** Type of a record that an import writes. */
export type ActivityKind = (typeof activityKinds)[number];

const activityResults = ['created', 'updated', 'skipped', 'scheduled'] as const;
/** Result for one record of an import. */
export type ActivityResult = (typeof activityResults)[number];

/** IDs of the records that an import processed, by type and result. A list contains an ID at most once. */
export type Activity = Record<ActivityKind, Record<ActivityResult, number[]>>;

/** Returns an empty activity. */
export function createActivity(): Activity {
  return parseActivity({});
}

/** Parses a stored activity. Missing members become empty lists. */
export function parseActivity(stored: unknown): Activity {
  const lists = (stored ?? {}) as Partial<Record<ActivityKind, Partial<Record<ActivityResult, number[]>>>>;
  return Object.fromEntries(
    activityKinds.map((kind) => [kind, Object.fromEntries(activityResults.map((result) => [result, [...(lists[kind]?.[result] ?? [])]]))]),
  ) as Activity;
}

/** Adds a record to the activity, in place and at most once. */
export function addToActivity(activity: Activity, kind: ActivityKind, result: ActivityResult, id: number): void {
  const ids = activity[kind][result];
  if (!ids.includes(id)) ids.push(id);
}

/** Combines two activities. */
export function mergeActivities(before: Activity, after: Activity): Activity {
  return Object.fromEntries(
    activityKinds.map((kind) => [
      kind,
      Object.fromEntries(activityResults.map((result) => [result, [...new Set([...before[kind][result], ...after[kind][result]])]])),
    ]),
  ) as Activity;
}
