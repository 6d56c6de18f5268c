import type { z } from 'zod';

/** A setting of the site, declared by its domain. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  default: T;
  /** Capability that a user needs to change the setting with `updateSetting`; null if users cannot change it. */
  write: string | null;
  /** Meaning of the setting, for operators. */
  description: string;
}

/**
 * Declares a setting: its stored key, the schema of its JSON value, its default, its description, and the capability to change it (by default that of
 * administrators).
 */
export function setting<T>(
  key: string,
  schema: z.ZodType<T>,
  defaultValue: T,
  description: string,
  write: string | null = 'manage_options',
): Setting<T> {
  return { key, schema, default: defaultValue, write, description };
}

/** A setting with a value of any type, for lists of settings. */
export type DeclaredSetting = Pick<Setting<unknown>, 'key' | 'write' | 'description'>;

/** Converts new values by name to entries for `setAll`. A missing value stays unchanged, and null restores the default. */
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
