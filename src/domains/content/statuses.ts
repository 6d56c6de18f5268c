/** What a status means for reading, dates and lists (core-rest.md 6.2). */
interface StatusRule {
  isPublic?: true;
  /** The publication date moves with every update until the content is published. */
  dateFloats?: true;
  /** Part of the filter value `any`. */
  inAny?: true;
  /** May be written; others are entered by acts of their own. */
  isWritable?: true;
}

const known: Readonly<Record<string, StatusRule>> = {
  publish: { isPublic: true, inAny: true, isWritable: true },
  future: { inAny: true, isWritable: true },
  draft: { dateFloats: true, inAny: true, isWritable: true },
  pending: { dateFloats: true, inAny: true, isWritable: true },
  private: { inAny: true, isWritable: true },
  trash: {},
  'auto-draft': { dateFloats: true },
  inherit: { inAny: true },
  'request-pending': { inAny: true },
  'request-confirmed': { inAny: true },
  'request-failed': { inAny: true },
  'request-completed': { inAny: true },
  'tribe-ea-success': { inAny: true, isWritable: true },
  'tribe-ea-failed': { inAny: true, isWritable: true },
  'tribe-ea-schedule': { inAny: true, isWritable: true },
  'tribe-ea-pending': { inAny: true, isWritable: true },
  'tribe-ea-draft': { inAny: true, isWritable: true },
  'tribe-ignored': { inAny: true, isWritable: true },
  email_sent: {},
  email_failed: {},
  email_scheduled: {},
};

/** All statuses, in published order. */
export const statusNames: readonly string[] = Object.keys(known);

/** Statuses that lists can be filtered by, `any` last, in published order. */
export const filterStatuses: readonly string[] = [...statusNames, 'any'];

/** Statuses that a create or update may write. */
export const writableStatuses: readonly string[] = statusNames.filter((name) => known[name]?.isWritable);

/** What the filter value `any` stands for. */
export const anyStatuses: readonly string[] = statusNames.filter((name) => known[name]?.inAny);

/** Whether everybody may read content of the status. */
export function isPublicStatus(status: string): boolean {
  return known[status]?.isPublic === true;
}

/** Whether the date of content without a fixed one moves along with updates. */
export function dateFloats(status: string): boolean {
  return known[status]?.dateFloats === true;
}

/** Whether content of the status may go without a slug. */
export function mayLackSlug(status: string): boolean {
  return dateFloats(status);
}

/** Whether writing the status needs the publish right. */
export function needsPublishRight(status: string): boolean {
  return status === 'publish' || status === 'future' || status === 'private';
}
