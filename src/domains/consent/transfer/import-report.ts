/** Message about one value in an imported file. */
export interface ImportMessage {
  message: string;
  severity: 'error' | 'warning' | 'info';
  /** Type of the object that the administrator should check, or null. Other members of the message identify the object. */
  fix: 'settings' | 'link' | 'cookie' | 'cookieDuplicate' | 'blocker' | 'blockerDuplicate' | null;
  [member: string]: unknown;
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

/** Returns the entries of a section, which is a list or an object. Otherwise reports an error and returns null. */
export function readEntries(section: unknown, name: string, report: ImportReport): Record<string, unknown>[] | null {
  const list = Array.isArray(section) ? section : isObject(section) ? Object.values(section) : null;
  if (!list) report.error(`The section ${name} must be a list.`);
  return list?.map((entry) => (isObject(entry) ? entry : {})) ?? null;
}

/** Returns true if the entry has all named members. Otherwise reports an error. */
export function isComplete(entry: Record<string, unknown>, names: readonly string[], section: string, report: ImportReport): boolean {
  const missing = names.filter((name) => entry[name] === undefined || entry[name] === null);
  if (missing.length > 0) report.error(`An entry of ${section} has no ${missing.join(', ')}.`);
  return missing.length === 0;
}

/** Returns a string unchanged, a number as a string, and an empty string for other values. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
