import type { z } from 'zod';

/** One setting of the site, as its domain declares it. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  default: T;
  /** Capability that may write it through `updateSetting`; null = only code may. */
  write: string | null;
  /** What it means, for operators. */
  description: string;
}

/** Declares a setting: key as stored, schema of its JSON value, default, meaning, and who may write it (administrators by default). */
export function setting<T>(
  key: string,
  schema: z.ZodType<T>,
  fallback: T,
  description: string,
  write: string | null = 'manage_options',
): Setting<T> {
  return { key, schema, default: fallback, write, description };
}

/** A setting of whatever type, as lists of them hold it. */
export type DeclaredSetting = Pick<Setting<unknown>, 'key' | 'write' | 'description'>;

/** What changes by name make of settings, for `setAll`: what is absent stays, null brings the default back. */
export function changesOf<Name extends string>(
  settings: Readonly<Record<Name, DeclaredSetting>>,
  changes: Readonly<Partial<Record<Name, unknown>>>,
): (readonly [setting: Setting<unknown>, value: unknown])[] {
  return (Object.keys(settings) as Name[]).flatMap((name) => {
    const value = changes[name];
    const changed = settings[name] as Setting<unknown>;
    return value === undefined ? [] : [[changed, value ?? changed.default] as const];
  });
}
