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
