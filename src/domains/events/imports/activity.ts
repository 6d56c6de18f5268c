/** Kinds of things that an import writes, as clients name them (events.md 5.2). */
export const activityKinds = ['tribe_events', 'tribe_organizer', 'tribe_venue', 'tribe_events_cat', 'post_tag', 'attachment'] as const;
/** A kind of things that an import brings. */
export type ActivityKind = (typeof activityKinds)[number];

const acts = ['created', 'updated', 'skipped', 'scheduled'] as const;
/** What became of a thing of an import. */
export type Act = (typeof acts)[number];

/** What became of each thing: ids, each at most once in a list. */
export type Activity = Record<ActivityKind, Record<Act, number[]>>;

/** No activity at all. */
export function noActivity(): Activity {
  return activityOf({});
}

/** The activity of a stored value; what is missing in it is empty. */
export function activityOf(stored: unknown): Activity {
  const known = (stored ?? {}) as Partial<Record<ActivityKind, Partial<Record<Act, number[]>>>>;
  return Object.fromEntries(
    activityKinds.map((kind) => [kind, Object.fromEntries(acts.map((act) => [act, [...(known[kind]?.[act] ?? [])]]))]),
  ) as Activity;
}

/** Notes in place that something was done to a thing; a second mention changes nothing. */
export function note(activity: Activity, kind: ActivityKind, act: Act, id: number): void {
  const ids = activity[kind][act];
  if (!ids.includes(id)) ids.push(id);
}

/** Both together. */
export function merged(before: Activity, more: Activity): Activity {
  return Object.fromEntries(
    activityKinds.map((kind) => [
      kind,
      Object.fromEntries(acts.map((act) => [act, [...new Set([...before[kind][act], ...more[kind][act]])]])),
    ]),
  ) as Activity;
}
