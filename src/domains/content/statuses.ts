/** Rules of a status for reading, dates and lists (docs/behaviour/core-rest.md 6.2). */
interface StatusRule {
  isPublic?: true;
  /** True if each update sets the date of content without a fixed date to the current time. */
  dateFloats?: true;
  /** True if the filter value `any` includes the status. */
  isInAny?: true;
  /** True if inputs may contain the status. Only special operations set the others. */
  isWritable?: true;
}

const statusRules: Readonly<Record<string, StatusRule>> = {
  publish: { isPublic: true, isInAny: true, isWritable: true },
  future: { isInAny: true, isWritable: true },
  draft: { dateFloats: true, isInAny: true, isWritable: true },
  pending: { dateFloats: true, isInAny: true, isWritable: true },
  private: { isInAny: true, isWritable: true },
  trash: {},
  'auto-draft': { dateFloats: true },
  inherit: { isInAny: true },
  'request-pending': { isInAny: true },
  'request-confirmed': { isInAny: true },
  'request-failed': { isInAny: true },
  'request-completed': { isInAny: true },
  'tribe-ea-success': { isInAny: true, isWritable: true },
  'tribe-ea-failed': { isInAny: true, isWritable: true },
  'tribe-ea-schedule': { isInAny: true, isWritable: true },
  'tribe-ea-pending': { isInAny: true, isWritable: true },
  'tribe-ea-draft': { isInAny: true, isWritable: true },
  'tribe-ignored': { isInAny: true, isWritable: true },
  email_sent: {},
  email_failed: {},
  email_scheduled: {},
};

/** All statuses, in the order of the published API. */
export const statusNames: readonly string[] = Object.keys(statusRules);

/** Statuses for filters of lists, in the order of the published API, with `any` at the end. */
export const filterStatuses: readonly string[] = [...statusNames, 'any'];

/** Statuses that a create or update input may contain. */
export const writableStatuses: readonly string[] = statusNames.filter((name) => statusRules[name]?.isWritable);

/** Statuses that the filter value `any` includes. */
export const anyStatuses: readonly string[] = statusNames.filter((name) => statusRules[name]?.isInAny);

/** True if everyone may read content of the status. */
export function isPublicStatus(status: string): boolean {
  return statusRules[status]?.isPublic === true;
}

/** True if each update sets the date of content without a fixed date to the current time. */
export function isDateFloating(status: string): boolean {
  return statusRules[status]?.dateFloats === true;
}

/** True if content of the status may have no slug. */
export function mayLackSlug(status: string): boolean {
  return isDateFloating(status);
}

/** True if setting the status requires the publish right. */
export function needsPublishRight(status: string): boolean {
  return status === 'publish' || status === 'future' || status === 'private';
}
