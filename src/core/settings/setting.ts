import type { z } from 'zod';

/** A setting of the site, declared by its domain. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  default: T;
  /** Capability required to change it with `updateSetting`; null if only code may change it. */
  write: string | null;
  /** Meaning, for operators. */
  description: string;
}

/** Declares a setting: stored key, schema of its JSON value, default, description, and required capability (administrators by default). */
export function setting<T>(
  key: string,
  schema: z.ZodType<T>,
  defaultValue: T,
  description: string,
  write: string | null = 'manage_options',
): Setting<T> {
  return { key, schema, default: defaultValue, write, description };
}

/** A setting of any value type, for lists. */
export type DeclaredSetting = Pick<Setting<unknown>, 'key' | 'write' | 'description'>;

/** Converts changes by name to entries for `setAll`. Absent values stay unchanged; null restores the default. */
export function createChanges<Name extends string>(
  settings: Readonly<Record<Name, DeclaredSetting>>,
  changes: Readonly<Partial<Record<Name, unknown>>>,
): (readonly [setting: Setting<unknown>, value: unknown])[] {
  return (Object.keys(settings) as Name[]).flatMap((name) => {
    const value = changes[name];
    const declared = settings[name] as Setting<unknown>;
    return value === undefined ? [] : [[declared, value ?? declared.default] as const];
  });
}
