/** Types of records that an import writes, with their public names (events.md 5.2). */
export const activityKinds = ['tribe_events', 'tribe_organizer', 'tribe_venue', 'tribe_events_cat', 'post_tag', 'attachment'] as const;
/** Type of a record that an import writes. */
export type ActivityKind = (typeof activityKinds)[number];

const acts = ['created', 'updated', 'skipped', 'scheduled'] as const;
/** Result for one record of an import. */
export type Act = (typeof acts)[number];

/** IDs of the written records by type and result. A list contains an ID at most once. */
export type Activity = Record<ActivityKind, Record<Act, number[]>>;

/** Returns an empty activity. */
export function noActivity(): Activity {
  return activityOf({});
}

/** Parses a stored activity. Missing members become empty lists. */
export function activityOf(stored: unknown): Activity {
  const known = (stored ?? {}) as Partial<Record<ActivityKind, Partial<Record<Act, number[]>>>>;
  return Object.fromEntries(
    activityKinds.map((kind) => [kind, Object.fromEntries(acts.map((act) => [act, [...(known[kind]?.[act] ?? [])]]))]),
  ) as Activity;
}

/** Adds a record to the activity, in place and at most once. */
export function note(activity: Activity, kind: ActivityKind, act: Act, id: number): void {
  const ids = activity[kind][act];
  if (!ids.includes(id)) ids.push(id);
}

/** Combines two activities. */
export function merged(before: Activity, more: Activity): Activity {
  return Object.fromEntries(
    activityKinds.map((kind) => [
      kind,
      Object.fromEntries(acts.map((act) => [act, [...new Set([...before[kind][act], ...more[kind][act]])]])),
    ]),
  ) as Activity;
}
