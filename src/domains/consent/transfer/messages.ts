/** Message about one value in an imported file. */
export interface ImportMessage {
  message: string;
  severity: 'error' | 'warning' | 'info';
  /** Type of the object that needs attention, or null. Further members identify it. */
  fix: 'settings' | 'link' | 'cookie' | 'cookieDuplicate' | 'blocker' | 'blockerDuplicate' | null;
  [where: string]: unknown;
}

type Fix = Pick<ImportMessage, 'fix'> & Record<string, unknown>;

/** Collects the messages of an import in their order. */
export class ImportReport {
  readonly messages: ImportMessage[] = [];

  error(message: string, fix: Fix = { fix: null }): void {
    this.messages.push({ message, severity: 'error', ...fix });
  }

  warning(message: string, fix: Fix = { fix: null }): void {
    this.messages.push({ message, severity: 'warning', ...fix });
  }

  info(message: string): void {
    this.messages.push({ message, severity: 'info', fix: null });
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the entries of a section. Reports a message and returns null unless it is a list of objects. */
export function entriesOf(section: unknown, name: string, report: ImportReport): Record<string, unknown>[] | null {
  const list = Array.isArray(section) ? section : isObject(section) ? Object.values(section) : null;
  if (!list) report.error(`The section ${name} is not a list.`);
  return list?.map((one) => (isObject(one) ? one : {})) ?? null;
}

/** Returns the entry if it has all these members. Otherwise reports a message and returns null. */
export function complete(
  entry: Record<string, unknown>,
  names: readonly string[],
  section: string,
  report: ImportReport,
): Record<string, unknown> | null {
  const missing = names.filter((name) => entry[name] === undefined || entry[name] === null);
  if (missing.length === 0) return entry;
  report.error(`An entry of ${section} lacks ${missing.join(', ')}.`);
  return null;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
